package model

import (
	"fmt"
	"slices"
	"time"

	"dimdesk/engine"
)

// dateSnapshot is the moment at which a snapshot's row for a sound member is placed (rule 10), with a note where that is
// not the row's own. A row that says what holds already is placed where that is compared: at the as-of.
func (m *member) dateSnapshot(p *place) (moment time.Time, note string, accepted bool) {
	h, asOf := m.history, m.dated
	if p.row.Effective == nil {
		return asOf, "", true
	}
	own := p.moment
	future := own.After(m.run.asOf)
	inForce := h.inForce(m.run.asOf)
	if inForce == nil {
		if p.row.Delete {
			return asOf, "", true
		}
		if !own.Before(m.lastEnd()) {
			return own, "", !future
		}
		return asOf, "", true
	}
	differ := slices.ContainsFunc(m.differing(p.row, inForce), func(i int) bool { return m.run.columns[i].typ != engine.Type0 })
	versions := slices.ContainsFunc(m.differing(p.row, inForce), func(i int) bool { return m.run.columns[i].tracked() })
	switch {
	case !p.row.Delete && !differ:
		return asOf, "", true
	case future:
		return own, "", false
	case !p.row.Delete && !versions:
		return asOf, "", true
	case own.After(inForce.From):
		return own, "", true
	}
	g := m.run.in.Grain
	return asOf, fmt.Sprintf("dated %s, but stored otherwise since %s", Format(g, own), Format(g, inForce.From)), true
}

// lastEnd is the last end of the versions that began at or before the as-of, where nothing is in force then.
func (m *member) lastEnd() time.Time {
	var last time.Time
	for i := range m.stored {
		if v := &m.stored[i]; !v.From.After(m.run.asOf) && v.To.After(last) {
			last = v.To
		}
	}
	return last
}

// absent is what a snapshot without a row of this member means for it: a delete, a refusal, or nil where it says nothing.
func (m *member) absent(unreadable bool) *place {
	run := m.run
	inScope := slices.ContainsFunc(m.stored, func(v Version) bool { return v.Holds(run.asOf) && run.inScope(v) })
	if !inScope || run.protected(m.key) {
		return nil
	}
	p := &place{row: &Row{Delete: true, Key: m.key, Parked: run.in.ParkedAbsent[KeyText(m.key)]}, moment: m.dated}
	p.out = &Outcome{Key: m.key, Effective: &m.dated, Parked: p.row.Parked}
	switch {
	case m.fault != "":
		p.reject(brokenReason(m.fault))
	case unreadable:
		p.reject("absent or unreadable: a row of the batch has a key that cannot be read")
	default:
		m.put(p, true)
	}
	return p
}

func brokenReason(fault string) string { return "the stored history is broken: " + fault }

// protected tells whether absence never deletes this key: each of its columns is one of the protected values.
func (r *run) protected(key []Cell) bool {
	return !slices.ContainsFunc(key, func(c Cell) bool { return !slices.Contains(r.spec.Batch.Protect, c.Text) })
}

func (r *run) inScope(v Version) bool { return r.in.InScope == nil || r.in.InScope(v) }
