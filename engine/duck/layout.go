package duck

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// findSpec reads the spec that was named, or the one beside the dimension; nil where there is none.
func findSpec(o Options, h home) (*engine.Spec, string, error) {
	paths := []string{o.Spec}
	if o.Spec == "" {
		dir := filepath.Dir(h.path())
		paths = []string{filepath.Join(dir, h.name()+".dim.yaml"), filepath.Join(dir, withoutExt(h.path())+".dim.yaml")}
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if errors.Is(err, os.ErrNotExist) && o.Spec == "" {
			continue
		}
		if err != nil {
			return nil, p, engine.Errorf(engine.CodeFailed, "cannot read the spec %s: %w", p, err).Help("dimdesk init writes one")
		}
		s, err := engine.ParseSpec(data, p)
		return s, p, err
	}
	return nil, "", nil
}

// bound is a spec with the columns that it was bound to.
type bound struct {
	spec    *engine.Spec
	columns []engine.ColumnInfo
	notices []string
}

// bindSpec finds or detects the spec of an attached dimension. batch is nil where there is none.
func bindSpec(ctx context.Context, w *workspace, o Options, h home, batch []string) (*bound, error) {
	cols, err := h.describe(ctx, w)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(cols, func(c engine.ColumnInfo) bool { return strings.EqualFold(c.Name, "rowid") }); i >= 0 {
		return nil, engine.Errorf(engine.CodeFailed, "%s has a column named %s, which hides the database's own row numbers", h.path(), cols[i].Name).Help("rename that column")
	}
	spec, path, err := findSpec(o, h)
	if err != nil {
		return nil, err
	}
	b := &bound{spec: spec, columns: cols}
	if spec == nil {
		sample, err := sampleOf(ctx, w, h, cols)
		if err != nil {
			return nil, err
		}
		found, lines, err := engine.Detect(cols, sample, batch)
		if err != nil {
			return nil, err
		}
		b.spec = found
		for _, l := range lines {
			b.notices = append(b.notices, "detected: "+l)
		}
	} else if o.Spec == "" {
		b.notices = append(b.notices, "spec: "+filepath.Base(path))
	}
	more, err := b.spec.Bind(cols, batch)
	b.notices = append(b.notices, more...)
	return b, err
}

// sampleOf reads the first rows as text, for detection.
func sampleOf(ctx context.Context, w *workspace, h home, cols []engine.ColumnInfo) ([][]engine.Value, error) {
	var sel []string
	for _, c := range cols {
		sel = append(sel, sqlgen.Ident(c.Name)+"::VARCHAR")
	}
	var out [][]engine.Value
	err := w.query(ctx, "SELECT "+strings.Join(sel, ", ")+" FROM "+h.relation()+" LIMIT 1000", func(r *sql.Rows) error {
		vals, err := scanTexts(r, len(cols))
		out = append(out, vals)
		return err
	})
	return out, err
}

// scanTexts reads n text columns of a row.
func scanTexts(r *sql.Rows, n int) ([]engine.Value, error) {
	raw := make([]sql.NullString, n)
	dest := make([]any, n)
	for i := range raw {
		dest[i] = &raw[i]
	}
	if err := r.Scan(dest...); err != nil {
		return nil, err
	}
	return values(raw), nil
}

func values(raw []sql.NullString) []engine.Value {
	out := make([]engine.Value, len(raw))
	for i, v := range raw {
		out[i] = engine.Value{Text: v.String, Null: !v.Valid}
	}
	return out
}

// layoutOf makes the layout of an attached dimension; the batch's part is added by batchLayout.
func layoutOf(ctx context.Context, w *workspace, o Options, h home, b *bound) (*sqlgen.Layout, error) {
	spec := *b.spec
	types := map[string]string{}
	for _, c := range b.columns {
		types[c.Name] = c.Type
	}
	stored := func(name string) sqlgen.Stored { return sqlgen.Stored{Name: name, Type: types[name]} }
	l := &sqlgen.Layout{Spec: spec, Home: h.relation(), Text: h.text(), From: stored(spec.Period.From), To: stored(spec.Period.To),
		SK: stored(spec.SurrogateKey.Column), Current: stored(spec.Current.Column), Deleted: stored(spec.Deleted)}
	for _, k := range spec.Key {
		l.Keys = append(l.Keys, sqlgen.KeyColumn{Stored: stored(k), As: asType(h, spec.Rule(k).As), Batch: -1})
	}
	for _, a := range spec.Attributes(b.columns) {
		a.As = asType(h, a.As)
		at := sqlgen.Attr{Column: a, Stored: types[a.Name], Batch: -1}
		switch a.Type {
		case engine.Type3:
			at.Companion = stored(a.Previous)
		case engine.Type6:
			at.Companion = stored(a.Current)
		}
		l.Attrs = append(l.Attrs, at)
	}
	now := time.Now
	if o.Now != nil {
		now = o.Now
	}
	asof, err := engine.ParseAsOf(o.AsOf, spec.Period.Zone, now())
	if err != nil {
		return nil, err
	}
	l.AsOf = asof
	if l.Zone = asof.Zone.String(); l.Zone == "Local" {
		l.Zone = machineZone()
	}
	l.Collate = h.collates()
	if err := checkSQL(ctx, w, l, b.columns); err != nil {
		return nil, err
	}
	if err := setGrain(ctx, w, h, l); err != nil {
		return nil, err
	}
	return l, setFlags(ctx, w, l)
}

// asType is the type that a column compares as; only a dimension that is text needs one.
func asType(h home, as string) string {
	if !h.text() {
		return ""
	}
	return strings.ToUpper(as)
}

// machineZone is the IANA name of the machine's zone, as far as it can be told; UTC otherwise.
func machineZone() string {
	if tz := os.Getenv("TZ"); tz != "" {
		if _, err := time.LoadLocation(strings.TrimPrefix(tz, ":")); err == nil {
			return strings.TrimPrefix(tz, ":")
		}
	}
	if p, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		if _, name, ok := strings.Cut(p, "zoneinfo/"); ok {
			return name
		}
	}
	return "UTC"
}

// setGrain tells what the period columns hold: by their type, or in a text dimension by what is written in them.
func setGrain(ctx context.Context, w *workspace, h home, l *sqlgen.Layout) error {
	if !l.Text {
		for _, c := range []sqlgen.Stored{l.From, l.To} {
			if c.Type != "DATE" && !strings.HasPrefix(c.Type, "TIMESTAMP") {
				return engine.Errorf(engine.CodeFailed, "%s is a %s; a period column must be a DATE or a TIMESTAMP", c.Name, c.Type).Help("change its type, or name another column as period in the spec")
			}
		}
		switch {
		case l.From.Type == "TIMESTAMP WITH TIME ZONE":
			l.Grain = engine.TimestampsTZ
		case l.From.Type != "DATE":
			l.Grain = engine.Timestamps
		}
		if l.Grain != engine.Dates && l.Inclusive() {
			return engine.Errorf(engine.CodeFailed, `bounds "[]" are for dates, and %s is a %s`, l.From.Name, l.From.Type)
		}
		return nil
	}
	if f := l.Spec.Period.Dates; f != "" {
		if strings.Contains(f, "%H") || strings.Contains(f, "%I") {
			l.Grain = engine.Timestamps
		}
	} else if err := textGrain(ctx, w, l); err != nil {
		return err
	}
	if s := l.Spec.Period.Open; s != "" && l.Spec.Period.Dates == "" {
		l.Styles.OpenText = s
		q := fmt.Sprintf("SELECT %[1]s FROM %[2]s WHERE %[1]s LIKE %[3]s GROUP BY 1 ORDER BY count(*) DESC LIMIT 1", sqlgen.Ident(l.To.Name), l.Home, sqlgen.Lit(s+"%"))
		if err := w.one(ctx, q, &l.Styles.OpenText); err != nil && err != sql.ErrNoRows {
			return err
		}
	}
	var rid int64
	var col, text string
	err := w.one(ctx, l.UnreadableMoments(), &rid, &col, &text)
	if err == sql.ErrNoRows {
		return nil
	}
	if err != nil {
		return err
	}
	return engine.Errorf(engine.CodeFailed, "%s: record %d: %s %q is not a date or time that can be read", h.path(), rid+1, col, text).
		Help("dates are ISO unless period.dates in the spec gives their form, as in dates: \"%%d/%%m/%%Y\"")
}

func textGrain(ctx context.Context, w *workspace, l *sqlgen.Layout) error {
	q := fmt.Sprintf("SELECT coalesce(max(length(x)), 0), coalesce(bool_or(substr(x, 11, 1) = 'T'), false), coalesce(bool_or(x LIKE '%%Z'), false), coalesce(bool_or(regexp_matches(substr(x, 11), '([zZ]|[+-][0-9]{2}(:?[0-9]{2})?)$')), false) FROM (SELECT %s AS x FROM %s UNION ALL SELECT %s FROM %s)",
		sqlgen.Ident(l.From.Name), l.Home, sqlgen.Ident(l.To.Name), l.Home)
	var longest int
	var t, z, offset bool
	if err := w.one(ctx, q, &longest, &t, &z, &offset); err != nil {
		return err
	}
	if longest <= 10 {
		return nil
	}
	l.Grain = engine.Timestamps
	l.Styles.Moment = " "
	if t {
		l.Styles.Moment = "T"
	}
	if offset {
		l.Grain = engine.TimestampsTZ
		if z {
			l.Styles.Moment += "Z"
		}
	}
	return nil
}

// flagTexts are the spellings of false and true that are recognised in a flag column.
var flagTexts = [][2]string{{"false", "true"}, {"False", "True"}, {"FALSE", "TRUE"}, {"0", "1"}, {"N", "Y"}, {"n", "y"}, {"No", "Yes"}, {"no", "yes"}, {"NO", "YES"}, {"f", "t"}, {"F", "T"}}

// setFlags finds out how the flags are spelled where the spec does not say.
func setFlags(ctx context.Context, w *workspace, l *sqlgen.Layout) error {
	if f := l.Spec.Current; f.Open != "" {
		l.Styles.Current = [2]string{f.Closed, f.Open}
	} else if err := flagStyle(ctx, w, l, l.Current, &l.Styles.Current); err != nil {
		return err
	}
	return flagStyle(ctx, w, l, l.Deleted, &l.Styles.Deleted)
}

func flagStyle(ctx context.Context, w *workspace, l *sqlgen.Layout, c sqlgen.Stored, style *[2]string) error {
	if c.Name == "" || c.Type == "BOOLEAN" {
		return nil
	}
	var seen []string
	q := fmt.Sprintf("SELECT DISTINCT %[1]s::VARCHAR FROM %[2]s WHERE %[1]s IS NOT NULL LIMIT 3", sqlgen.Ident(c.Name), l.Home)
	err := w.query(ctx, q, func(r *sql.Rows) error {
		var s string
		defer func() { seen = append(seen, s) }()
		return r.Scan(&s)
	})
	if err != nil {
		return err
	}
	for _, pair := range flagTexts {
		numeric := c.Type != "VARCHAR"
		if numeric && pair[0] != "0" {
			continue
		}
		if !slices.ContainsFunc(seen, func(s string) bool { return s != pair[0] && s != pair[1] }) {
			*style = pair
			return nil
		}
	}
	return engine.Errorf(engine.CodeFailed, "%s holds %s, and it isn't plain which means open", c.Name, strings.Join(seen, ", ")).
		Help("store it as a boolean or, for the current flag, write in the spec: current: {column: %s, open: …, closed: …}", c.Name)
}

// setBatch adds the staged batch to a layout: which column of it is what.
func setBatch(ctx context.Context, w *workspace, l *sqlgen.Layout, b *batchFile) error {
	target := func(name string) string {
		for from, to := range l.Spec.Batch.Rename {
			if strings.EqualFold(from, name) {
				return to
			}
		}
		return name
	}
	find := func(name string) int {
		return slices.IndexFunc(b.columns, func(c string) bool { return strings.EqualFold(target(c), name) })
	}
	source := func(name string) int {
		if name == "" {
			return -1
		}
		if i := slices.IndexFunc(b.columns, func(c string) bool { return strings.EqualFold(c, name) }); i >= 0 {
			return i
		}
		return find(name)
	}
	for i := range l.Keys {
		l.Keys[i].Batch = find(l.Keys[i].Name)
	}
	for i := range l.Attrs {
		l.Attrs[i].Batch = find(l.Attrs[i].Name)
	}
	l.Batch = sqlgen.BatchLayout{Columns: b.columns, Typed: b.typed, Numbered: b.numbered, Effective: source(l.Spec.Batch.Effective),
		Operation: source(l.Spec.Batch.Operation.Column), Parked: engine.IsParked(b.columns), Empty: b.rows == 0}
	var seq []int
	for _, s := range l.Spec.Batch.Sequence {
		if i := source(s); i >= 0 {
			seq = append(seq, i)
		}
	}
	if l.Batch.Parked {
		l.Batch.Claimed, l.Batch.Effective, l.Batch.Operation = l.Batch.Effective, source("_effective"), source("_operation")
		l.Spec.Batch.Operation = engine.Operations{Column: "_operation", Delete: []string{"delete"}}
		if len(seq) == 0 { // the batch's own sequence columns are in the file too, and order better
			seq = append(seq, source("_sequence"))
		}
	}
	var err error
	l.Batch.Sequence, err = b.sequenceTypes(ctx, w, seq)
	return err
}
