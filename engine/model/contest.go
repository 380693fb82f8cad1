package model

import (
	"cmp"
	"fmt"
	"slices"

	"dimdesk/engine"
)

// contest settles which rows of one member speak (rule 3). rows are those that can be read and are not refused for being
// in the future, in the file's order. It returns the speakers in order of their moments, and fills in what becomes of the
// others.
func (m *member) contest(rows []*place) []*place {
	batch := m.run.spec.Batch
	if batch.SameKey == "reject" && len(rows) > 1 {
		for _, p := range rows {
			p.reject(fmt.Sprintf("%d rows for this key", len(rows)))
		}
		return nil
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b *place) int {
		if d := a.moment.Compare(b.moment); d != 0 {
			return d
		}
		return a.row.order(b.row)
	})
	oneForKey := batch.SameKey == "latest" || batch.Mode == "snapshot"
	var speakers []*place
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && (oneForKey || sorted[n].moment.Equal(sorted[0].moment)) {
			n++
		}
		if p := m.speaker(sorted[:n]); p != nil {
			speakers = append(speakers, p)
		}
		sorted = sorted[n:]
	}
	return speakers
}

// order is by full effective time, then by the sequence columns; 0 is a tie.
func (r *Row) order(o *Row) int {
	if r.Effective != nil && o.Effective != nil {
		if d := r.Effective.Compare(*o.Effective); d != 0 {
			return d
		}
	}
	return compareSeqs(r.Sequence, o.Sequence)
}

// speaker settles one contest; rivals are in order. It returns nil where nothing orders the last ones.
func (m *member) speaker(rivals []*place) *place {
	last := rivals[len(rivals)-1]
	var tied []*place
	for _, p := range rivals {
		if p.moment.Equal(last.moment) && p.row.order(last.row) == 0 {
			tied = append(tied, p)
		} else {
			p.supersede("a later row speaks for this key")
		}
	}
	slices.SortFunc(tied, func(a, b *place) int { return cmp.Compare(a.row.N, b.row.N) })
	var distinct []*place
	for _, p := range tied {
		if slices.ContainsFunc(distinct, func(o *place) bool { return m.alike(p.row, o.row) }) {
			p.supersede("an equal row stands earlier in the file")
		} else {
			distinct = append(distinct, p)
		}
	}
	if len(distinct) == 1 {
		return distinct[0]
	}
	for _, p := range distinct {
		p.reject(fmt.Sprintf("%d rows for this key and moment and nothing to order them by", len(distinct)))
	}
	return nil
}

// alike tells whether two rows of a key are repeats: the same in every loaded column. What a delete's other fields say is
// no value.
func (m *member) alike(a, b *Row) bool {
	if a.Delete || b.Delete {
		return a.Delete && b.Delete
	}
	for i := range m.run.columns {
		c := &m.run.columns[i]
		x, ok := a.Values[c.name]
		y, ok2 := b.Values[c.name]
		if !c.managed && (ok != ok2 || ok && !c.alike(x, y)) {
			return false
		}
	}
	return true
}

func (p *place) reject(reason string)    { p.out.Kind, p.out.Reason = engine.Rejected, reason }
func (p *place) supersede(reason string) { p.out.Kind, p.out.Reason = engine.Superseded, reason }
