package duck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// Apply implements engine.Lab: the texts are files in a folder of their own for as long as it takes, and are reviewed and
// committed as any others are. A spec can hold SQL, so this has limits too.
func (l *Lab) Apply(outer context.Context, in engine.LabBatch) (out engine.LabApplied, err error) {
	most := labApplyTimes * l.time
	ctx, end := context.WithTimeout(outer, most)
	defer end()
	defer func() {
		if err != nil && ctx.Err() != nil && outer.Err() == nil {
			err = &engine.Error{Code: engine.CodeUsage, Msg: fmt.Sprintf("the engine was stopped after %s", most), Hint: "Look at the scope in the spec, which is SQL: it may ask for more than it seems.", Err: err}
		}
	}()
	folder, err := newScratch("")
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(withoutFolder(err, folder.dir), folder.remove()) }()
	o, err := layLab(folder.dir, in)
	if err != nil {
		return out, err
	}
	r, err := OpenReview(ctx, o)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := planned(ctx, r, &out); err != nil {
		return out, err
	}
	if in.Script {
		if out.Script, err = written(ctx, r, cmp.Or(in.Table, "dimension")); err != nil {
			return out, err
		}
	}
	req := engine.CommitRequest{Allow: given(in.Allow)}
	if in.Park {
		req.ParkFile = filepath.Join(folder.dir, "parked.csv")
	}
	done, err := r.Commit(ctx, req, nil)
	if err != nil {
		return out, err
	}
	out.Parked = done.Parked
	return out, afterwards(r.Info(), o.Dimension, done.Operations[engine.OpOpen], &out)
}

// given is what may pass the brake; nothing at all need not be allowed.
func given(a engine.Allow) engine.Allow {
	if a.Deleted == 0 {
		a.Deleted = -1
	}
	if a.Changed == 0 {
		a.Changed = -1
	}
	return a
}

// planned reads from a review what the batch means.
func planned(ctx context.Context, r *Review, out *engine.LabApplied) (err error) {
	if out.Changes, err = r.page(ctx, nil, 1, r.rows+r.absent, engine.Filter{Kinds: engine.Kinds}); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, c := range out.Changes {
		id := fmt.Sprintf("%#v", c.Key)
		if c.Kind.Quiet() || c.Kind == engine.Rejected || seen[id] {
			continue
		}
		seen[id] = true
		m, err := r.Member(ctx, c.ID)
		if err != nil {
			return err
		}
		out.Members = append(out.Members, m)
	}
	p, err := r.Preview(ctx)
	out.Statements = p.Statements
	return err
}

// written is the plan with its values, for a dimension that is called table.
func written(ctx context.Context, r *Review, table string) (string, error) {
	var b strings.Builder
	err := r.Script(ctx, ScriptOptions{Dialect: string(sqlgen.DuckDB), Table: sqlgen.Ident(table)}, &b)
	return b.String(), err
}

// afterwards reads the dimension as it was committed, and gives the planned versions the surrogate keys that they got: what was
// opened stands at the end of the file, in the order in which it was counted.
func afterwards(info engine.Info, path string, opened int64, out *engine.LabApplied) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot read the dimension again: %w", err)
	}
	out.Dimension = string(text)
	data, err := readCSVText(filepath.Base(path), out.Dimension)
	if err != nil {
		return err
	}
	out.Table = engine.Table{Columns: data.header, Rows: data.rows}
	for i := range data.header {
		out.Table.Types = append(out.Table.Types, typeOf(data.rows, i))
	}
	sk := slices.Index(data.header, info.Spec.SurrogateKey.Column)
	if sk < 0 {
		return nil
	}
	before := int64(len(data.rows)) - opened
	for _, m := range out.Members {
		for i, v := range m.After {
			number, planned := strings.CutPrefix(v.SurrogateKey, "+")
			if n, err := strconv.ParseInt(number, 10, 64); planned && err == nil && n <= opened {
				m.After[i].SurrogateKey = data.rows[before+n-1][sk].Text
			}
		}
	}
	return nil
}

// withoutFolder takes the scratch folder, of which nobody has heard, out of what an error says.
func withoutFolder(err error, dir string) error {
	e, ok := errors.AsType[*engine.Error](err)
	if !ok {
		return err
	}
	short := *e
	short.Msg = strings.ReplaceAll(e.Msg, dir+string(filepath.Separator), "")
	short.Hint = strings.ReplaceAll(e.Hint, dir+string(filepath.Separator), "")
	return &short
}

// layLab writes the texts.
func layLab(dir string, in engine.LabBatch) (Options, error) {
	name := "dimension"
	if bareName.MatchString(in.Table) {
		name = in.Table
	}
	o := Options{Dimension: filepath.Join(dir, name+".csv"), Batch: filepath.Join(dir, "batch.csv"), AsOf: in.AsOf, StateDir: dir, MemoryLimit: labMemory}
	files := map[string]string{o.Dimension: in.Dimension, o.Batch: in.Batch}
	if strings.TrimSpace(in.Spec) != "" {
		o.Spec = filepath.Join(dir, "spec.yaml")
		files[o.Spec] = in.Spec
	}
	for path, text := range files {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return o, engine.Errorf(engine.CodeFailed, "cannot write working files: %w", err)
		}
	}
	return o, nil
}
