package duck

import (
	"context"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

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
	asof, err := engine.ParseAsOf(o.AsOf, spec.Period.Zone, w.now())
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
