package model

import (
	"slices"
	"time"

	"dimdesk/engine"
)

// prepare judges the stored history and lays it out.
func (m *member) prepare() {
	m.fault = faultOf(m.run.spec, m.stored)
	m.dated = dating(m.run.in.AsOf, m.run.in.Grain, m.stored)
	if m.fault == "" {
		m.history = newHistory(m.stored, m.run.asOf, len(m.run.columns))
	}
}

// judgeRows takes a member's rows through the rules in their order: those that cannot be read, future ones of a delta, the
// contest, a broken history, and then each at its place in order of time.
func (m *member) judgeRows() {
	snapshot := m.run.spec.Batch.Mode == "snapshot"
	var rows []*place
	for _, p := range m.rows {
		p.moment = m.dated
		if p.row.Effective != nil {
			p.moment = momentOf(m.run.in.Grain, *p.row.Effective)
		}
		if p.row.Rejected != "" {
			p.reject(p.row.Rejected)
			if p.row.Effective != nil {
				p.at(p.moment)
			}
			continue
		}
		p.at(p.moment)
		if !snapshot && m.run.spec.Batch.Future == "reject" && p.moment.After(m.run.asOf) {
			p.reject(futureReason)
			continue
		}
		rows = append(rows, p)
	}
	speakers := m.contest(rows)
	brought := slices.ContainsFunc(rows, func(p *place) bool { return !p.row.Delete && p.out.Kind != engine.Rejected })
	for _, p := range speakers {
		switch {
		case m.fault != "":
			m.judgeBroken(p, snapshot)
		case snapshot:
			own := p.moment
			moment, note, accepted := m.dateSnapshot(p)
			if !accepted {
				p.reject(futureReason)
				continue
			}
			p.moment = moment
			m.put(p, brought)
			switch {
			case p.out.Kind == engine.Unchanged:
				p.at(own)
			case note != "":
				p.out.Notes = append(p.out.Notes, note)
			}
		default:
			m.put(p, brought)
		}
	}
}

const futureReason = "effective after the as-of time"

// judgeBroken lets a row of a broken member pass only where it says what is stored already (rule 12).
func (m *member) judgeBroken(p *place, snapshot bool) {
	at := p.moment
	if snapshot {
		at = m.run.asOf
	}
	var inForce []Version
	for _, v := range m.stored {
		if v.Holds(at) {
			inForce = append(inForce, v)
		}
	}
	if !p.row.Delete && len(inForce) == 1 && len(m.differing(p.row, &life{Version: inForce[0]})) == 0 {
		p.out.Kind = engine.Unchanged
		return
	}
	p.reject(brokenReason(m.fault))
}

// put judges a row at its place, and applies it unless it is parked.
func (m *member) put(p *place, brought bool) {
	p.at(p.moment)
	v := m.judge(p.row, p.moment, brought)
	p.out.Kind, p.out.Reason, p.out.Columns, p.out.Notes = v.kind, v.reason, v.columns, v.notes
	if !p.row.Parked {
		m.apply(p, v)
	}
}

// at notes the moment that the row stands at.
func (p *place) at(t time.Time) { p.out.Effective = &t }
