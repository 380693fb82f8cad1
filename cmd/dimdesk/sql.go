package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/engine/recipe"
	"dimdesk/tui/cell"
)

// sqlPrinting is one run of sql.
type sqlPrinting struct {
	common
	pattern bool
	dialect string
}

func sqlCommand() *cobra.Command {
	var s sqlPrinting
	cmd := &cobra.Command{
		Use:   "sql DIMENSION BATCH",
		Short: "Print a plan as SQL, or a load elsewhere",
		Long: `Print the statements of a batch's plan as one script, with the values that they write, for DuckDB or PostgreSQL. It changes
nothing, and what it prints keeps no journal: apply does the same, proves it, and can undo it.

--pattern prints instead how such a load is written for an engine (--dialect), for the dimension's spec, or for that of --spec alone;
each clause with what it does, and at the end which of dimdesk's rules it does not keep.`,
		Example: "  dimdesk sql dim_customer.csv customers.csv --dialect postgresql\n  dimdesk sql dim_customer.csv --pattern --dialect delta\n  dimdesk sql --pattern --spec dim_customer.dim.yaml --dialect snowflake",
	}
	s.add(cmd)
	f := cmd.Flags()
	f.BoolVar(&s.pattern, "pattern", false, "print how a load is written for the dialect")
	f.StringVar(&s.dialect, "dialect", "", "duckdb or postgresql; with --pattern: "+strings.Join(recipe.Names(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("dialect", cobra.FixedCompletions(append(duck.ScriptDialects(), recipe.Names()...), cobra.ShellCompDirectiveNoFileComp))
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if strings.Contains(err.Error(), "needs an argument: --dialect") {
			return recipe.Unknown("", s.names())
		}
		return flagError(cmd, err)
	})
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case !s.pattern:
			return wants("DIMENSION", "BATCH")(cmd, args)
		case s.spec == "":
			return wants("DIMENSION", "[BATCH]")(cmd, args)
		}
		return wants("[DIMENSION]", "[BATCH]")(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("dialect") || s.dialect != "" {
			if !slices.Contains(s.names(), engine.FoldName(s.dialect)) {
				return recipe.Unknown(s.dialect, s.names())
			}
		}
		if s.pattern {
			return s.printPattern(cmd, args)
		}
		return s.withReview(cmd.Context(), cmd, args[0], args[1], func(r *duck.Review) error { return s.printScript(cmd, r) })
	}
	return cmd
}

// names are the dialects that there are.
func (s *sqlPrinting) names() []string {
	if s.pattern {
		return append(recipe.Names(), duckName)
	}
	return duck.ScriptDialects()
}

// duckName is the dialect where none is named. Of the recipes for DuckDB it stands for the first.
const duckName = "duckdb"

func (s *sqlPrinting) printScript(cmd *cobra.Command, r *duck.Review) error {
	ctx := cmd.Context()
	s.notices(cmd, r.Info().Notices)
	p, err := r.Preview(ctx)
	if err != nil {
		return err
	}
	s.notices(cmd, p.Notices)
	if p.Parked > 0 {
		s.notices(cmd, []string{fmt.Sprintf("%s can't be applied, and are in no statement; dimdesk diff says why", cell.Plural(p.Parked, "row"))})
	}
	for _, stop := range p.Stops {
		s.notices(cmd, []string{"a commit would be stopped: " + stop.Why})
	}
	out := shownSafely(cmd.OutOrStdout())
	return ended(r.Script(ctx, duck.ScriptOptions{Dialect: engine.FoldName(s.dialect)}, out), out.Close())
}

func (s *sqlPrinting) printPattern(cmd *cobra.Command, args []string) error {
	name := engine.FoldName(s.dialect)
	if name == "" || name == duckName {
		name = recipe.Names()[0]
	}
	t, err := s.patternTable(cmd.Context(), cmd, args)
	if err != nil {
		return err
	}
	r, err := recipe.For(name, t)
	if err != nil {
		return err
	}
	out := shownSafely(cmd.OutOrStdout())
	return unwritten(ended(printRecipe(out, r), out.Close()))
}

// patternTable is the table that a recipe is printed for: the dimension that is named, or what a spec speaks of.
func (s *sqlPrinting) patternTable(ctx context.Context, cmd *cobra.Command, args []string) (t recipe.Table, err error) {
	t = recipe.Table{Staged: "staged", AsOf: s.asOf}
	if len(args) == 0 {
		err = s.specAlone(&t)
		return t, err
	}
	err = s.withDimension(ctx, cmd, args[0], func(d *duck.Dimension) (err error) {
		t.Name = d.Name()
		t.Spec, t.Columns, err = d.Told(ctx)
		return err
	})
	if err != nil || len(args) == 1 {
		return t, err
	}
	err = s.withReview(ctx, cmd, args[0], args[1], func(r *duck.Review) error {
		t.Supplied, t.Spec.Batch = r.BatchColumns(), r.Info().Spec.Batch
		return nil
	})
	return t, err
}

// specAlone makes the table from the columns that a spec names.
func (s *sqlPrinting) specAlone(t *recipe.Table) error {
	data, err := os.ReadFile(s.spec)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return engine.Errorf(engine.CodeFailed, "%s does not exist", s.spec).Help("dimdesk init writes a spec")
		}
		return engine.Errorf(engine.CodeFailed, "cannot read the spec %s: %w", s.spec, err)
	}
	spec, err := engine.ParseSpec(data, s.spec)
	if err != nil {
		return err
	}
	t.Spec, t.Name = *spec, spec.Table
	if t.Name == "" {
		t.Name = "dimension"
	}
	add := func(typ string, names ...string) {
		for _, n := range names {
			if n != "" && !slices.ContainsFunc(t.Columns, func(c engine.ColumnInfo) bool { return engine.FoldName(c.Name) == engine.FoldName(n) }) {
				t.Columns = append(t.Columns, engine.ColumnInfo{Name: n, Type: typ})
			}
		}
	}
	add("BIGINT", spec.SurrogateKey.Column)
	add("VARCHAR", spec.Key...)
	for _, c := range spec.Columns {
		add("VARCHAR", c.Name, c.Previous, c.Current)
	}
	add("DATE", spec.Period.From, spec.Period.To)
	add("BOOLEAN", spec.Current.Column, spec.Deleted)
	if len(spec.Attributes(t.Columns)) == 0 {
		return engine.Errorf(engine.CodeFailed, "%s names no attribute, so there is nothing to compare", s.spec).
			Help("name the DIMENSION too: dimdesk sql DIMENSION --pattern --spec %s", s.spec)
	}
	return nil
}

// printRecipe prints a recipe with what is to be said of it as comments.
func printRecipe(out io.Writer, r recipe.Recipe) error {
	mark := "-- "
	if r.Dialect.Name == "dbt" {
		mark = "# "
	}
	var b strings.Builder
	say := func(text string) { b.WriteString(commented(mark, cell.Clean(text))) }
	say(r.Dialect.Title + ".")
	say(strings.ToUpper(r.Dialect.Evidence[:1]) + r.Dialect.Evidence[1:] + ". See " + r.Dialect.Source)
	b.WriteString("\n")
	for _, c := range r.Clauses {
		say(c.Says)
		b.WriteString(c.SQL)
		if !strings.HasSuffix(c.SQL, "\n") {
			b.WriteString("\n")
		}
	}
	b.WriteString("\n")
	say("What it does not keep of dimdesk's rules:")
	for _, x := range r.Breaks {
		say("- " + x.Rule + ": " + x.Says)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// shownSafely is where SQL is written: to a file or a pipe as it is, and to a terminal with names that would act on it made visible.
// (Values have none of these characters: a script writes them by their numbers.)
func shownSafely(out io.Writer) io.WriteCloser {
	if !isTerminal(out) {
		return &visibleLines{out: out, exact: true}
	}
	return &visibleLines{out: out}
}

// visibleLines writes whole lines, made visible unless they are to be exact.
type visibleLines struct {
	out   io.Writer
	exact bool
	rest  []byte
}

func (v *visibleLines) Write(p []byte) (int, error) {
	if v.exact {
		return v.out.Write(p)
	}
	v.rest = append(v.rest, p...)
	end := bytes.LastIndexByte(v.rest, '\n') + 1
	if _, err := io.WriteString(v.out, plain.Lines(string(v.rest[:end]))); err != nil {
		return 0, err
	}
	v.rest = v.rest[end:]
	return len(p), nil
}

func (v *visibleLines) Close() error {
	_, err := io.WriteString(v.out, plain.Lines(string(v.rest)))
	return err
}

// commented breaks a text into lines of comment.
func commented(mark, text string) string {
	const width = 96
	var b strings.Builder
	line := mark
	for word := range strings.FieldsSeq(text) {
		if len(line)+len(word) > width && line != mark {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = mark
		}
		line += word + " "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
	return b.String()
}
