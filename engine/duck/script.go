package duck

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// ScriptOptions say for whom a script is written: one of ScriptDialects, "" the first; and what the dimension is called there, as SQL
// has it, "" as it is here.
type ScriptOptions struct{ Dialect, Table string }

// ScriptDialects are the engines that a script can be written for.
func ScriptDialects() []string { return sqlgen.ScriptDialects() }

// scriptPage is how many rows are read at a time, and scriptChunk how many a statement has.
const scriptPage, scriptChunk = 20_000, 1000

// Script writes the plan, as the decisions have it, as one SQL script with its values: what a commit would write, but for the journal.
// It fails, like a commit, if a member moved since the plan was made. Rows are read page by page.
func (r *Review) Script(ctx context.Context, o ScriptOptions, out io.Writer) (err error) {
	if r.o.Count || r.spent {
		return engine.Errorf(engine.CodeFailed, "this plan was not made to be written out").Help("open the batch again")
	}
	if !r.o.Apply {
		if err := r.home.attach(ctx, r.w, false); err != nil {
			return err
		}
		defer func() {
			if d := r.home.detach(r.w); err == nil {
				err = d
			}
		}()
	}
	s := &scriptWriter{r: r, o: o, out: bufio.NewWriter(out)}
	if s.o.Table == "" {
		s.o.Table = r.scriptTable()
	}
	if err := s.layOut(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.drop()) }()
	if err := s.types(ctx); err != nil {
		return wrap(err, "cannot tell the columns' types")
	}
	if err := s.write(ctx); err != nil {
		return wrap(err, "cannot read the row operations")
	}
	if err := s.out.Flush(); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot write the script: %w", err)
	}
	return nil
}

// scriptTable is the dimension's name as a statement has it.
func (r *Review) scriptTable() string {
	if h, ok := r.home.(*duckHome); ok && h.schema != "main" {
		return sqlgen.Ident(h.schema) + "." + sqlgen.Ident(h.table)
	}
	return sqlgen.Ident(r.home.name())
}

// scriptWriter is a script that is being written.
type scriptWriter struct {
	r      *Review
	o      ScriptOptions
	out    *bufio.Writer
	steps  []sqlgen.ScriptStep
	counts []int64
	told   string // the columns of a dimension that is text, with the types that they are written as
}

// layOut makes a table of each step's rows, script_0 and so on, of which only those with rows are kept.
func (s *scriptWriter) layOut(ctx context.Context) error {
	r := s.r
	if err := r.stale(ctx); err != nil {
		return err
	}
	j := r.journal
	if j == nil {
		var err error
		if j, err = openJournal(ctx, r.w, r.home); err != nil {
			return err
		}
	}
	if _, err := r.prepare(ctx, j, true); err != nil {
		return err
	}
	ends := false
	if r.layout.SK.Name == "" {
		n, err := r.w.count(ctx, r.layout.SharedStarts())
		if err != nil {
			return wrap(err, "cannot look for versions with one start")
		}
		ends = n > 0
	}
	for _, step := range r.layout.ScriptSteps(ends) {
		n, err := r.w.made(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE %s AS %s", s.table(len(s.steps)), step.Rows))
		if err != nil {
			return wrap(err, "cannot lay out the row operations")
		}
		if n > 0 {
			s.steps, s.counts = append(s.steps, step), append(s.counts, n)
		}
	}
	return nil
}

func (s *scriptWriter) drop() error {
	var all error
	for i := range len(s.steps) + 1 {
		_, err := s.r.w.exec(context.Background(), fmt.Sprintf("DROP TABLE IF EXISTS temp.%s", s.table(i)))
		all = errors.Join(all, err)
	}
	return all
}

// types tells what a dimension that is text has in its columns, so that the script fits the table that its file is read into.
func (s *scriptWriter) types(ctx context.Context) error {
	r := s.r
	if !r.home.text() || len(s.steps) == 0 {
		return nil
	}
	columns, err := typesOfText(ctx, r.w, r.layout, r.columns, func(name string) string {
		var all []string
		for i, step := range s.steps {
			for j, to := range slices.Concat(step.Match, step.Set) {
				if to.Name == name {
					all = append(all, fmt.Sprintf("SELECT c%d FROM temp.%s", j, s.table(i)))
				}
			}
		}
		return strings.Join(all, " UNION ALL ")
	})
	if err != nil {
		return err
	}
	as := map[string]string{}
	var told []string
	for _, c := range columns {
		as[c.Name] = c.Type
		told = append(told, sqlgen.Ident(c.Name)+" "+c.Type)
	}
	for i := range s.steps {
		for _, list := range [][]sqlgen.Stored{s.steps[i].Match, s.steps[i].Set} {
			for j := range list {
				list[j].Type = as[list[j].Name]
			}
		}
	}
	s.told = strings.Join(told, ", ")
	return nil
}

func (s *scriptWriter) write(ctx context.Context) error {
	var total int64
	for _, n := range s.counts {
		total += n
	}
	i := s.r.Info()
	s.comment("%s as of %s: %d rows of %s are written.", i.Batch, i.AsOf, total, i.Dimension)
	if s.told != "" {
		s.comment("The table has the columns of the file: %s.", s.told)
	}
	if total == 0 {
		return nil
	}
	again := ""
	if s.opens() > 0 {
		again = " Run twice, it adds the new rows twice."
	}
	s.comment("It keeps no journal, so dimdesk does not know of it and cannot undo it.%s", again)
	fmt.Fprint(s.out, "BEGIN;\n\n")
	for k := range s.steps {
		if err := s.step(ctx, k); err != nil {
			return err
		}
	}
	fmt.Fprint(s.out, "COMMIT;\n")
	return nil
}

// opens is how many rows the script inserts.
func (s *scriptWriter) opens() (n int64) {
	for k, step := range s.steps {
		if step.Op == engine.OpOpen {
			n += s.counts[k]
		}
	}
	return n
}

// comment writes a line of talk. Names come from files, and a line of theirs must not become SQL.
func (s *scriptWriter) comment(format string, args ...any) {
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, fmt.Sprintf(format, args...))
	fmt.Fprintf(s.out, "-- %s\n", text)
}

func (s *scriptWriter) dialect() sqlgen.ScriptDialect {
	if s.o.Dialect == "" {
		return sqlgen.DuckDB
	}
	return sqlgen.ScriptDialect(s.o.Dialect)
}

func (s *scriptWriter) step(ctx context.Context, k int) error {
	step := s.steps[k]
	what := string(step.Op)
	if step.Also != "" {
		what += " and " + string(step.Also)
	}
	var chunk [][]engine.Value
	done := int64(0)
	flush := func() {
		if len(chunk) == 0 {
			return
		}
		part := ""
		if s.counts[k] > scriptChunk {
			part = fmt.Sprintf(", %d to %d of %d", done+1, done+int64(len(chunk)), s.counts[k])
		}
		rows := "rows"
		if len(chunk) == 1 {
			rows = "row"
		}
		s.comment("%s: %s (%d %s%s)", what, step.Comment, len(chunk), rows, part)
		fmt.Fprintln(s.out, s.dialect().Chunk(s.o.Table, step, chunk))
		done += int64(len(chunk))
		chunk = chunk[:0]
	}
	width := len(step.Match) + len(step.Set)
	table := s.table(k)
	for from := int64(0); from < s.counts[k]; from += scriptPage {
		err := s.r.w.query(ctx, fmt.Sprintf("SELECT * FROM temp.%s WHERE rowid >= %d AND rowid < %d ORDER BY rowid", table, from, from+scriptPage), func(rows *sql.Rows) error {
			vals, err := scanTexts(rows, width)
			if err != nil {
				return err
			}
			if chunk = append(chunk, vals); len(chunk) == scriptChunk {
				flush()
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	flush()
	return nil
}

// table is where a step's rows are.
func (s *scriptWriter) table(k int) string { return fmt.Sprintf("script_%d", k) }

// BatchColumns are the columns of the batch's file.
func (r *Review) BatchColumns() []string { return r.layout.Batch.Columns }
