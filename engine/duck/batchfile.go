package duck

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/sqlgen"
)

// batchFile is the staged file, before any rule: its columns, and the table raw of its texts.
type batchFile struct {
	path, name string
	sha        string
	stamp      *csvfile.Stamp // of a file that the database reads itself: it must be the one of which sha is
	columns    []string
	typed      []string
	numbered   bool
	json       bool
	nulls      []string
	rows       int64
	read       string // SQL that reads its rows as c0, c1, …
	scan       *scan  // of a delimited file; sha, rows and read are known when it has ended
}

// inspect looks at a batch without loading it: its columns and how read_csv reads it exactly. begun is what readAhead gave, or nil.
func inspect(ctx context.Context, w *workspace, path string, nulls []string, begun *scan) (*batchFile, error) {
	b := &batchFile{path: path, name: filepath.Base(path)}
	format, err := formatOf(path)
	if err == nil && format == delimited {
		return b, b.delimited(ctx, nulls, begun)
	}
	begun.abandon()
	switch {
	case err != nil:
		return nil, err
	case format == parquet:
		return b, b.parquet(ctx, w)
	}
	return b, b.jsonLines(ctx, w)
}

// format is how a batch is written.
type format int

const (
	delimited format = iota
	parquet
	jsonLines
)

// formatOf tells it by what the file begins with and by its name.
func formatOf(path string) (format, error) {
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return 0, engine.Errorf(engine.CodeFailed, "%s does not exist", path).Help("a batch is a CSV, TSV, Parquet or JSON lines file")
	case err != nil:
		return 0, engine.Errorf(engine.CodeFailed, "cannot look at %s: %w", path, err)
	case info.IsDir():
		return 0, engine.Errorf(engine.CodeFailed, "%s is a directory", path).Help("a batch is a CSV, TSV, Parquet or JSON lines file")
	}
	head := make([]byte, 512)
	f, err := os.Open(path)
	if err != nil {
		return 0, engine.Errorf(engine.CodeFailed, "cannot read %s: %w", path, err)
	}
	n, _ := io.ReadFull(f, head)
	f.Close()
	ext := strings.ToLower(filepath.Ext(path))
	switch {
	case bytes.HasPrefix(head[:n], []byte("PAR1")):
		return parquet, nil
	case ext == ".jsonl" || ext == ".ndjson" || ext == ".json":
		return jsonLines, nil
	}
	return delimited, nil
}

// delimited begins to read a delimited file. What line 1 does not tell is known after load.
func (b *batchFile) delimited(ctx context.Context, nulls []string, begun *scan) (err error) {
	if b.scan = begun; begun == nil {
		if b.scan, err = startScan(ctx, b.path); err != nil {
			return err
		}
	}
	b.columns, b.nulls = b.scan.begun.Header, nulls
	return nil
}

// close ends what still goes on.
func (b *batchFile) close() { b.scan.abandon() }

// loadDelimited makes raw from a delimited file, and gives its rows.
func (b *batchFile) loadDelimited(ctx context.Context, w *workspace) (rows int64, err error) {
	err = b.reading(ctx, w, numberedByPlace, func(read string) (err error) {
		rows, err = w.made(ctx, "CREATE OR REPLACE TABLE raw AS "+read)
		return err
	})
	return rows, err
}

// reading gives use the SQL that reads a delimited file's rows. The database reads the file while its shape is still being told: that
// takes as long, and nearly every file is what line 1 promises. One that is not is read again, as it is where its shape fits, else
// normalised; what use did before is void then.
func (b *batchFile) reading(ctx context.Context, w *workspace, fits func(*csvfile.Shape) bool, use func(read string) error) error {
	promised := b.scan.promising(fits)
	var failed error
	if promised {
		failed = use(readCSV(b.path, b.scan.begun, b.nulls))
	}
	shape, err := b.scan.wait()
	if err != nil {
		return err
	}
	if line1 := b.scan.begun; shape.Delimiter != line1.Delimiter || !slices.Equal(shape.Header, line1.Header) {
		return csvfile.Changed(b.path) // another was read for line 1 than for the rest
	}
	b.sha, b.rows = shape.SHA256, shape.Records
	if promised && b.scan.asPromised(fits) {
		b.stamp = &shape.Stamp
		return failed
	}
	if fits(shape) {
		b.read, b.stamp = readCSV(b.path, shape, b.nulls), &shape.Stamp
	} else if err := b.normalised(w, shape.MaxLine(), func(out io.Writer) error {
		_, err := csvfile.Normalise(ctx, b.path, shape, b.nulls, out)
		return err
	}); err != nil {
		return err
	}
	return use(b.read)
}

// readCSV reads a regular file: every field as text, an unquoted empty one and the null texts as NULL.
func readCSV(path string, shape *csvfile.Shape, nulls []string) string {
	if shape.SHA256 != "" && shape.Records == 0 {
		return emptyOf(len(shape.Header))
	}
	texts := make([]string, 0, len(nulls)+1)
	for _, n := range append([]string{""}, nulls...) {
		// No field of a regular file is any other, and read_csv refuses them.
		if !strings.ContainsAny(n, "\"\r\n"+string(shape.Delimiter)) {
			texts = append(texts, sqlgen.Lit(n))
		}
	}
	return fmt.Sprintf("SELECT * FROM read_csv(%s, auto_detect=false, header=true, delim=%s, quote='\"', escape='\"', new_line=%s, columns={%s}, nullstr=[%s], allow_quoted_nulls=false, max_line_size=%d, buffer_size=%d)",
		sqlgen.Lit(path), sqlgen.Lit(string(shape.Delimiter)), sqlgen.Lit(escaped(shape.LineEnd)), texted("", len(shape.Header)), strings.Join(texts, ", "), lineSize(shape), 2*lineSize(shape))
}

// lineSize is how long a line may be. A buffer is what a thread of read_csv reads at a time: two such lines, as of itself it takes
// sixteen, which leaves a file of some megabytes to one thread, and is room that a large one lacks later.
func lineSize(shape *csvfile.Shape) int64 { return max(shape.MaxLine(), 2<<20) }

func escaped(eol string) string { return strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(eol) }

// texted declares n text columns c0, c1, … after others.
func texted(others string, n int) string {
	s := others
	for i := range n {
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("'c%d': 'VARCHAR'", i)
	}
	return s
}

func emptyOf(n int) string {
	s := "SELECT "
	for i := range n {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprintf("NULL::VARCHAR AS c%d", i)
	}
	return s + " LIMIT 0"
}

// normalised writes the one form that read_csv reads exactly into the workspace's folder.
func (b *batchFile) normalised(w *workspace, maxLine int64, write func(io.Writer) error) error {
	path, err := w.fill(write)
	if err != nil {
		return wrap(err, "cannot read "+b.path)
	}
	b.readNormalised(path, maxLine)
	return nil
}

// readNormalised reads a file of the normalised form.
func (b *batchFile) readNormalised(path string, maxLine int64) {
	b.numbered = true
	b.read = fmt.Sprintf("SELECT * FROM read_csv(%s, auto_detect=false, header=true, delim=',', quote='\"', escape='\"', new_line='\\n', columns={%s}, allow_quoted_nulls=false, max_line_size=%d)",
		sqlgen.Lit(path), texted("'_row': 'BIGINT', '_line': 'BIGINT', '_bad': 'VARCHAR', '_raw': 'VARCHAR'", len(b.columns)), max(maxLine, 2<<20))
	if b.rows == 0 {
		b.read = "SELECT 0::BIGINT AS _row, 0::BIGINT AS _line, '' AS _bad, '' AS _raw, * FROM (" + emptyOf(len(b.columns)) + ")"
	}
}

func (b *batchFile) jsonLines(ctx context.Context, w *workspace) error {
	var shape *csvfile.Shape
	path, err := w.fill(func(out io.Writer) (err error) {
		shape, err = csvfile.JSONLines(ctx, b.path, csvfile.Options{}, out)
		return err
	})
	if err != nil {
		return wrap(err, "cannot read "+b.path)
	}
	b.json, b.sha, b.columns, b.rows = true, shape.SHA256, shape.Header, shape.Records
	b.readNormalised(path, shape.MaxLine())
	return nil
}

func (b *batchFile) parquet(ctx context.Context, w *workspace) error {
	stamp, err := csvfile.StampOf(b.path)
	if err != nil {
		return err
	}
	b.stamp = &stamp
	from := "read_parquet(" + sqlgen.Lit(b.path) + ")"
	cols, err := describe(ctx, w, from)
	if err != nil {
		return wrap(b.blame(ctx, err), b.path+" cannot be read as Parquet")
	}
	s := "SELECT "
	for i, c := range cols {
		if i > 0 {
			s += ", "
		}
		b.columns, b.typed = append(b.columns, c.Name), append(b.typed, c.Type)
		s += fmt.Sprintf("%s::VARCHAR AS c%d", sqlgen.Ident(c.Name), i)
	}
	b.read = s + " FROM " + from
	if b.rows, err = w.count(ctx, "SELECT count(*) FROM "+from); err != nil {
		return wrap(b.blame(ctx, err), "cannot read "+b.path)
	}
	b.sha, _, err = csvfile.Sum(ctx, b.path)
	return err
}

// load makes the table raw and checks that no row was lost on the way.
func (b *batchFile) load(ctx context.Context, w *workspace) error {
	var n int64
	var err error
	if b.scan != nil {
		n, err = b.loadDelimited(ctx, w)
	} else {
		n, err = w.made(ctx, "CREATE TABLE raw AS "+b.read)
	}
	if err != nil {
		return wrap(b.blame(ctx, err), "cannot read "+b.path)
	}
	if err := b.same(ctx); err != nil {
		return err
	}
	return b.whole(n, b.rows)
}

// whole fails if not as many rows of the file were read as should be.
func (b *batchFile) whole(n, want int64) error {
	if n != want {
		return engine.Errorf(engine.CodeFailed, "%s has %d rows, but %d were read: it changed meanwhile", b.path, b.rows, b.rows-want+n).Help("try again when it is complete")
	}
	return nil
}

// stream gives use the SQL that reads the batch's rows, as reading does; in what is only counted no row has to have a number.
func (b *batchFile) stream(ctx context.Context, w *workspace, use func(read string) error) error {
	var err error
	if b.scan != nil {
		err = b.reading(ctx, w, func(s *csvfile.Shape) bool { return s.Regular }, use)
	} else {
		err = use(b.read)
	}
	if err != nil {
		return wrap(b.blame(ctx, err), "cannot read "+b.path)
	}
	return b.same(ctx)
}

// same fails if the file changed between the reading that told its digest and the database's own.
func (b *batchFile) same(ctx context.Context) error {
	if b.stamp == nil {
		return nil
	}
	return b.stamp.Hold(ctx, b.path, b.sha)
}

// blame gives what is behind an error of reading: where the file changed meanwhile, that.
func (b *batchFile) blame(ctx context.Context, err error) error {
	if engine.CodeOf(err) == engine.CodeCancelled {
		return err
	}
	if changed := b.same(ctx); changed != nil {
		return changed
	}
	return err
}

// inOrder selects from the batch's rows those for which a condition holds, in the order of the file.
type inOrder func(cond string) string

func stored(cond string) string { return "raw WHERE " + cond + " ORDER BY rowid" }

// sequenceTypes tells how each sequence column orders: as its first value reads (rule 3).
func sequenceTypes(ctx context.Context, w *workspace, from inOrder, cols []int) ([]sqlgen.SequenceColumn, error) {
	var out []sqlgen.SequenceColumn
	for _, c := range cols {
		typ := "VARCHAR"
		q := fmt.Sprintf("SELECT CASE WHEN TRY_CAST(x AS DECIMAL(38,9)) IS NOT NULL THEN 'DECIMAL(38,9)' WHEN x LIKE '____-__-__%%' AND TRY_CAST(x AS TIMESTAMP) IS NOT NULL THEN 'TIMESTAMP' ELSE 'VARCHAR' END FROM (SELECT c%d AS x FROM %s LIMIT 1)", c, from(fmt.Sprintf("c%d IS NOT NULL", c)))
		if err := w.one(ctx, q, &typ); err != nil && err != sql.ErrNoRows {
			return nil, err
		}
		out = append(out, sqlgen.SequenceColumn{Batch: c, Type: typ})
	}
	return out, nil
}
