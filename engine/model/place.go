package model

import (
	"slices"
	"time"

	"dimdesk/engine"
)

// place is one row on its way: where it stands in its member's time and what has become of it.
type place struct {
	row    *Row
	out    *Outcome
	moment time.Time // in the dimension's grain
}

// write is one overwrite by a row: its columns of type 1, 3 and 6 that differed.
type write struct {
	by   *place
	over []int
}

// apply does what a verdict says at the row's moment.
func (m *member) apply(p *place, v verdict) {
	h := m.history
	s := &h.spans[h.at(p.moment)]
	target := s.life
	switch v.act {
	case nothing:
		return
	case end:
		target.To, target.endedBy = p.moment, p
		h.ended = append(h.ended, p.moment)
		h.cut(p.moment, span{})
		return
	case replace:
		m.setOwn(target, p)
	case open:
		target = m.open(p, v, s)
	}
	m.overwrite(p, v.over, target)
}

// open opens a version, or reopens the stored one whose empty period is at this moment, up to the end of the stretch.
func (m *member) open(p *place, v verdict, s *span) *life {
	h, split := m.history, s.life
	carried, follows := h.carriedFrom(p.moment), h.follows(p.moment)
	l := h.emptyAt(p.moment)
	if l == nil {
		n := len(m.run.columns)
		l = &life{openedBy: p, Version: Version{Key: m.key, Values: make([]Cell, n)}, setBy: make([]*place, n)}
		h.lives = append(h.lives, l)
	} else {
		l.dormant, l.movedBy, carried = false, p, l
	}
	l.From, l.To = p.moment, s.to
	if split != nil {
		split.To, split.endedBy = p.moment, p
	}
	h.cut(p.moment, span{life: l})

	for i := range m.run.columns {
		c := &m.run.columns[i]
		value, supplied := p.row.Values[c.name]
		switch {
		case c.managed:
		case !supplied || c.typ == engine.Type0:
			if carried == nil {
				carried = firstValues(p.row, m.run.columns)
			}
			l.Values[i] = carried.Values[i]
			if c.typ == engine.Type3 {
				l.Values[c.companion] = carried.Values[c.companion]
			}
		case c.typ == engine.Type1 && v.kind == engine.Late:
			switch {
			case m.overwritesAll():
				value = h.newest.Values[i]
			case split != nil:
				value = split.Values[i]
			}
			l.set(i, value, p)
		case c.typ == engine.Type3 && v.kind == engine.Late:
			from := carried
			if m.overwritesAll() {
				from = h.newest
			}
			l.set(i, from.Values[i], p)
			l.set(c.companion, from.Values[c.companion], p)
		case c.typ == engine.Type3 && l.was != nil:
			l.shift(i, value, c, p)
		case c.typ == engine.Type3 && follows != nil:
			l.set(i, follows.Values[i], p)
			l.set(c.companion, follows.Values[c.companion], p)
		case c.typ == engine.Type3:
			l.set(i, value, p)
			l.set(c.companion, engine.Null, p)
		default:
			l.set(i, value, p)
		}
		if c.typ == engine.Type6 && !c.managed && (supplied || l.was == nil) {
			l.set(c.companion, m.currentTier(c, v, value, supplied, follows), p)
		}
	}
	return l
}

// currentTier is what the current column of a type 6 attribute begins with on an opened version.
func (m *member) currentTier(c *column, v verdict, value Cell, supplied bool, follows *life) Cell {
	switch {
	case v.kind == engine.Late:
		return m.history.newest.Values[c.companion]
	case follows != nil:
		return follows.Values[c.companion]
	case supplied:
		return value
	}
	return engine.Null
}

// firstValues stands in for a version to carry from, where the row opens the member's first: its own values, and NULL.
func firstValues(r *Row, columns []column) *life {
	l := &life{Version: Version{Values: make([]Cell, len(columns))}}
	for i := range columns {
		l.Values[i] = engine.Null
		if value, supplied := r.Values[columns[i].name]; supplied && !columns[i].managed {
			l.Values[i] = value
		}
	}
	return l
}

// setOwn writes what a row says about one version alone: its values of type 2, 6 and ignore.
func (m *member) setOwn(l *life, p *place) {
	for i := range m.run.columns {
		c := &m.run.columns[i]
		if value, supplied := p.row.Values[c.name]; supplied && (c.tracked() || c.typ == engine.Ignore && !c.managed) {
			l.set(i, value, p)
		}
	}
}

// overwrite lets a row's values of type 1 and 3 go over the member's versions that have a period, or only over the one at
// the row's moment, and its type 6 values over the current column of them all (rules 7 and 8).
func (m *member) overwrite(p *place, over []int, target *life) {
	if len(over) == 0 {
		return
	}
	w := &write{by: p, over: over}
	for _, l := range m.history.lives {
		if !l.Empty() {
			m.writeOver(l, w, l == target)
		}
	}
	m.writeIgnored(target, w)
}

// writeOver lets one overwrite go over one version; own says that the row falls in its period.
func (m *member) writeOver(l *life, w *write, own bool) {
	l.writes = append(l.writes, w)
	for _, i := range w.over {
		c := &m.run.columns[i]
		value := w.by.row.Values[c.name]
		switch {
		case c.typ == engine.Type6:
			l.set(c.companion, value, w.by)
		case !own && !m.overwritesAll():
		case c.typ == engine.Type3:
			l.shift(i, value, c, w.by)
		default:
			l.set(i, value, w.by)
		}
	}
}

// writeIgnored lets an overwrite of type 1 or 3 write its row's `ignore` values to the version in whose period it falls,
// unless a later row did (rule 8).
func (m *member) writeIgnored(l *life, w *write) {
	if !slices.ContainsFunc(w.over, func(i int) bool { return m.run.columns[i].overwritten() }) {
		return
	}
	for i := range m.run.columns {
		c := &m.run.columns[i]
		value, supplied := w.by.row.Values[c.name]
		if supplied && c.typ == engine.Ignore && !c.managed && !l.writtenAfter(i, w.by) {
			l.set(i, value, w.by)
		}
	}
}

// writtenAfter tells whether a row later than p wrote the column.
func (l *life) writtenAfter(i int, p *place) bool {
	return l.setBy[i] != nil && l.setBy[i].moment.After(p.moment)
}

func (l *life) set(i int, value Cell, by *place) {
	l.Values[i], l.setBy[i] = value, by
}

// shift overwrites a type 3 value; an old one that differs moves to the previous column.
func (l *life) shift(i int, value Cell, c *column, by *place) {
	if !c.equal(l.Values[i], value) {
		l.set(c.companion, l.Values[i], by)
	}
	l.set(i, value, by)
	l.setBy[c.companion] = by
}
