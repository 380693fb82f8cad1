package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// Dimension is a dimension without a batch. It implements engine.Dimension and engine.Reader. The home is attached for each
// call, and let go after it.
type Dimension struct {
	o       Options
	w       *workspace
	home    home
	layout  *sqlgen.Layout
	notices []string
	news    []string // of these, what was found of killed programs and not asked for yet
	columns []engine.ColumnInfo
	ended   ended // the last undo
}

var (
	_ engine.Dimension = (*Dimension)(nil)
	_ engine.Reader    = (*Dimension)(nil)
)

// OpenDimension reads what a dimension is: its columns and its spec.
func OpenDimension(ctx context.Context, o Options) (*Dimension, error) {
	h, err := openHome(o)
	if err != nil {
		return nil, err
	}
	w, err := openWorkspace(ctx, o, h.files()...)
	if err != nil {
		return nil, err
	}
	d := &Dimension{o: o, w: w, home: h}
	err = d.with(ctx, func() error {
		b, err := bindSpec(ctx, w, o, h, nil)
		if err != nil {
			return err
		}
		d.notices, d.columns = b.notices, b.columns
		d.layout, err = layoutOf(ctx, w, o, h, b)
		return err
	})
	if err != nil {
		d.Close()
		return nil, wrap(err, "cannot open "+o.Dimension)
	}
	return d, nil
}

// DetectSpec detects the spec of a dimension, and says what it went by. Options.Batch may be "".
func DetectSpec(ctx context.Context, o Options) (*engine.Spec, []string, error) {
	h, err := openHome(o)
	if err != nil {
		return nil, nil, err
	}
	w, err := openWorkspace(ctx, o, append(h.files(), o.Batch)...)
	if err != nil {
		return nil, nil, err
	}
	d := &Dimension{o: o, w: w, home: h}
	defer d.Close()
	var spec *engine.Spec
	var lines []string
	err = d.with(ctx, func() error {
		cols, err := h.describe(ctx, w)
		if err != nil {
			return err
		}
		sample, err := sampleOf(ctx, w, h, cols)
		if err != nil {
			return err
		}
		var batch []string
		if o.Batch != "" {
			b, err := inspect(ctx, w, o.Batch, nil, nil)
			if err != nil {
				return err
			}
			b.close()
			batch = b.columns
		}
		if spec, lines, err = engine.Detect(cols, sample, batch); err == nil && !h.text() {
			spec.Table = h.name()
		}
		return err
	})
	return spec, lines, wrap(err, "cannot detect the spec")
}

// with attaches the home while fn reads.
func (d *Dimension) with(ctx context.Context, fn func() error) error {
	if err := d.home.attach(ctx, d.w, false); err != nil {
		return err
	}
	err := fn()
	return errors.Join(err, d.home.detach(d.w))
}

// withWriting attaches the home while fn writes. That letting it go failed afterwards undoes nothing, and is told apart.
func (d *Dimension) withWriting(ctx context.Context, fn func() error) (folded, err error) {
	if err := d.home.attach(ctx, d.w, true); err != nil {
		return nil, err
	}
	err = fn()
	return d.home.detach(d.w), err
}

// Name implements engine.Dimension.
func (d *Dimension) Name() string { return d.home.name() }

// Spec implements engine.Dimension.
func (d *Dimension) Spec() engine.Spec { return d.layout.Spec }

// Notices implements engine.Dimension.
func (d *Dimension) Notices() []string {
	d.listen()
	return d.notices
}

// News implements engine.Dimension.
func (d *Dimension) News() []string {
	d.listen()
	news := d.news
	d.news = nil
	return news
}

// listen adds what the home has found.
func (d *Dimension) listen() {
	news := d.home.news()
	d.notices, d.news = append(d.notices, news...), append(d.news, news...)
}

// told says that whoever asked for the last undo, and for the notices, has told them.
func (d *Dimension) told() {
	d.ended.told()
	d.home.told()
}

// Close implements engine.Dimension. Whoever closes has told of what was undone.
func (d *Dimension) Close() error {
	d.told()
	d.home.letGo()
	return d.w.close()
}

// History implements engine.Dimension.
func (d *Dimension) History(ctx context.Context, key []string) (m engine.Member, err error) {
	l := d.layout
	if len(key) != len(l.Keys) {
		return m, engine.Errorf(engine.CodeUsage, "the key of %s has %d columns (%s), and %d were given", d.Name(), len(l.Keys), strings.Join(l.Spec.Key, ", "), len(key)).Help("give one word for each")
	}
	for _, a := range l.Attrs {
		m.Columns, m.Types = append(m.Columns, a.Name), append(m.Types, a.Type)
	}
	for _, k := range key {
		m.Key = append(m.Key, engine.Text(k))
	}
	err = d.with(ctx, func() error {
		for _, q := range []string{l.OneMember(key), l.Fresh("fresh")} {
			if _, err := d.w.exec(ctx, q); err != nil {
				return err
			}
		}
		if m.Before, err = readVersions(ctx, d.w, l, l.StoredFrom("fresh")); err != nil || len(m.Before) > 0 {
			return err
		}
		return d.noSuchMember(ctx, key)
	})
	m.After = m.Before
	for i, a := range l.Attrs {
		if a.Name == l.Spec.Label && len(m.Before) > 0 {
			m.Label = m.Before[len(m.Before)-1].Values[i].Text
		}
	}
	return m, wrap(err, "cannot read the history")
}

func (d *Dimension) noSuchMember(ctx context.Context, key []string) error {
	var near []string
	err := d.w.query(ctx, d.layout.NearKeys(key), func(r *sql.Rows) error {
		var s string
		defer func() { near = append(near, s) }()
		return r.Scan(&s)
	})
	if err != nil {
		return err
	}
	e := engine.Errorf(engine.CodeFailed, "%s has no member %s", d.Name(), strings.Join(key, " / "))
	if len(near) == 0 {
		return e.Help("it has no members at all")
	}
	return e.Help("the nearest keys are %s", strings.Join(near, ", "))
}

// Verify implements engine.Dimension.
func (d *Dimension) Verify(ctx context.Context, limit int) (findings []engine.Finding, counts map[string]int64, err error) {
	counts = map[string]int64{}
	err = d.with(ctx, func() error {
		if _, err := d.w.exec(ctx, d.layout.AllVersions()); err != nil {
			return err
		}
		for _, f := range d.layout.Findings() {
			err := d.w.query(ctx, f.SQL+" ORDER BY ALL", func(r *sql.Rows) error {
				if counts[f.Rule]++; limit > 0 && len(findings) >= limit {
					return nil
				}
				vals, err := scanTexts(r, len(d.layout.Keys)+2)
				if err != nil {
					return err
				}
				n := len(vals) - 2
				findings = append(findings, engine.Finding{Fault: f.Fault, Rule: f.Rule, Key: vals[:n], SurrogateKey: vals[n].Text, Detail: vals[n+1].Text})
				return nil
			})
			if err != nil {
				return err
			}
		}
		nulls, sentinels, err := mixedEnds(ctx, d.w, d.layout)
		if err != nil {
			return err
		}
		if nulls > 0 && sentinels > 0 {
			counts["mixed open ends"] = 1
			findings = append(findings, engine.Finding{Rule: "mixed open ends", Detail: fmt.Sprintf("%d open ends are NULL and %d are %s", nulls, sentinels, d.layout.Spec.Period.Open)})
		}
		return nil
	})
	return findings, counts, wrap(err, "cannot verify the dimension")
}

// Log implements engine.Dimension.
func (d *Dimension) Log(ctx context.Context) (out []engine.Entry, err error) {
	if err := d.home.attachJournal(ctx, d.w, false); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.home.detach(d.w)) }()
	j, err := openJournal(ctx, d.w, d.home)
	if err != nil {
		return nil, err
	}
	return j.readLog(ctx, everyCommit)
}

// AsOf implements engine.Reader.
func (d *Dimension) AsOf(ctx context.Context, at engine.AsOf, header func([]string) error, row func([]engine.Value) error) error {
	names := make([]string, len(d.columns))
	for i, c := range d.columns {
		names[i] = c.Name
	}
	if err := header(names); err != nil {
		return err
	}
	return wrap(d.with(ctx, func() error {
		return d.w.query(ctx, d.layout.AsOfRows(names, sqlgen.Moment(at.Judge(d.layout.Grain))), func(r *sql.Rows) error {
			vals, err := scanTexts(r, len(names))
			if err != nil {
				return err
			}
			return row(vals)
		})
	}), "cannot read the dimension")
}
