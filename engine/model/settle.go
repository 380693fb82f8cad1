package model

import (
	"slices"

	"dimdesk/engine"
)

// settle finishes a member when all its rows are placed: it joins what is equal, and sets the flags.
func (m *member) settle() {
	lives := slices.Clone(m.history.lives)
	for _, l := range lives {
		if l.was == nil {
			if next := m.joinable(l); next != nil {
				m.join(l, next)
			}
		}
	}
	m.history.lives = slices.DeleteFunc(m.history.lives, func(l *life) bool { return l.joined })
	for _, l := range m.history.lives {
		m.setFlags(l)
	}
}

// joinable is the stored version right after an opened one, without a gap, that equals it (rule 6); nil where there is none.
// One that a row emptied counts: it began where the opened one ended.
func (m *member) joinable(l *life) *life {
	for _, next := range m.history.lives {
		if next.was != nil && !next.dormant && !l.Open() && next.was.From.Equal(l.To) && m.sameVersion(l, next) {
			return next
		}
	}
	return nil
}

// sameVersion tells whether two versions are equal: in their attributes of type 2 and 6 (rule 4).
func (m *member) sameVersion(a, b *life) bool {
	for i := range m.run.columns {
		if c := &m.run.columns[i]; c.tracked() && !c.equal(a.Values[i], b.Values[i]) {
			return false
		}
	}
	return true
}

// join moves the start of next back over l, which then does not exist. What rows wrote over l and not over next, since
// next had no period then or was not at their moment, they have written over next, unless a later row did.
func (m *member) join(l, next *life) {
	l.joined = true
	next.From, next.movedBy = l.From, l.openedBy
	for _, w := range l.writes {
		own := l.Holds(w.by.moment)
		if !slices.Contains(next.writes, w) || own && !m.overwritesAll() {
			m.writeOver(next, &write{by: w.by, over: slices.DeleteFunc(slices.Clone(w.over), func(i int) bool {
				return next.writtenAfter(m.run.columns[i].target(i), w.by)
			})}, own)
		}
		if own {
			m.writeIgnored(next, w)
		}
	}
}

// setFlags keeps the stored flags of a version whose bounds stay as they were, and else tells them from the period:
// current is open-ended, and deleted where a delete ended it (rule 9), which no return at that moment takes back.
func (m *member) setFlags(l *life) {
	spec := m.run.spec
	if l.was != nil && l.was.From.Equal(l.From) && l.was.To.Equal(l.To) {
		return
	}
	if spec.Current.Column != "" {
		open := l.Open()
		l.Current = &open
	}
	if spec.Deleted != "" {
		deleted := !l.Open() && m.history.endedByDelete(l)
		l.Deleted = &deleted
	}
}

// endedByDelete tells whether a delete ended a version. One that ends where a stored version starts was ended by that.
func (h *history) endedByDelete(l *life) bool {
	for _, w := range h.lives {
		if w != l && w.was != nil && !w.dormant && !w.was.Empty() && w.was.From.Equal(l.To) {
			return false
		}
	}
	return slices.ContainsFunc(h.ended, l.To.Equal)
}

// operations lists what became of the stored versions and what was opened, under the row that each follows from: the
// difference of before and after, whatever happened in between.
func (m *member) operations() {
	g := m.run.in.Grain
	for _, l := range m.history.lives {
		if l.was == nil {
			l.openedBy.operate(engine.Operation{Op: engine.OpOpen, SurrogateKey: l.SK, From: Format(g, l.From), To: Format(g, l.To)})
			continue
		}
		sameStart, sameEnd := l.From.Equal(l.was.From), l.To.Equal(l.was.To)
		switch {
		case sameStart && sameEnd:
		case sameStart && !l.Open() && (l.was.Open() || l.To.Before(l.was.To)):
			l.endedBy.operate(engine.Operation{Op: engine.OpClose, SurrogateKey: l.SK, From: Format(g, l.From), To: Format(g, l.To)})
		default:
			l.movedBy.operate(engine.Operation{Op: engine.OpRedate, SurrogateKey: l.SK,
				Before: engine.Bounds{From: Format(g, l.was.From), To: Format(g, l.was.To)},
				After:  engine.Bounds{From: Format(g, l.From), To: Format(g, l.To)}})
		}
		m.overwritten(l)
	}
}

// overwritten adds the columns of a stored version that differ from before, under the last row that wrote each.
func (m *member) overwritten(l *life) {
	var rows []*place
	columns := map[*place][]engine.ColumnChange{}
	for i := range m.run.columns {
		if l.Values[i] == l.was.Values[i] {
			continue
		}
		c, by := &m.run.columns[i], l.setBy[i]
		if columns[by] == nil {
			rows = append(rows, by)
		}
		columns[by] = append(columns[by], engine.ColumnChange{
			Name: c.name, Type: m.run.typeOf(i), Before: l.was.Values[i], After: l.Values[i], Taken: true})
	}
	for _, p := range rows {
		p.operate(engine.Operation{Op: engine.OpOverwrite, SurrogateKey: l.SK, Columns: columns[p]})
	}
}

func (p *place) operate(op engine.Operation) {
	op.Change = p.out.ID
	p.out.Operations = append(p.out.Operations, op)
}

// typeOf is the type of a column; a companion has that of the attribute that it goes with.
func (r *run) typeOf(i int) engine.SCDType {
	for k := range r.columns {
		if r.columns[k].companion == i {
			return r.columns[k].typ
		}
	}
	return r.columns[i].typ
}
