package model

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dimdesk/engine"
)

// act is what a row does to its member's history.
type act uint8

const (
	nothing   act = iota
	overwrite     // types 1, 3 and the current column of 6, and no more
	replace       // the version in force is overwritten in place
	open          // a version opens
	end           // the version in force ends
)

// verdict is what a row means at its place.
type verdict struct {
	kind    engine.Kind
	reason  string
	act     act
	over    []int // columns of type 1, 3 and 6 whose value goes over older ones
	columns []engine.ColumnChange
	notes   []string
}

// judge tells what a row means at moment t of its member's history as it stands, and changes nothing (rules 4 to 9).
// brought says that another row of the batch brings the key.
func (m *member) judge(r *Row, t time.Time, brought bool) verdict {
	s := &m.history.spans[m.history.at(t)]
	switch {
	case r.Delete:
		return m.judgeDelete(s, t, brought)
	case s.life == nil:
		return m.judgeReturn(r, t)
	}
	return m.judgeChange(r, s.life, t)
}

func (m *member) judgeDelete(s *span, t time.Time, brought bool) verdict {
	late := m.history.late(t)
	switch {
	case s.life == nil && len(m.history.lives) == 0 && !brought:
		return refuse("a delete for a key that is neither in the dimension nor in the batch")
	case s.life == nil:
		return verdict{kind: engine.Unchanged}
	case s.from.Equal(t) && m.run.spec.Period.Bounds == "[]":
		return refuse("a delete on the first day of a version leaves an empty period, which inclusive bounds cannot hold")
	case late && m.run.spec.Batch.Late == "reject":
		return refuse("late rows are not accepted")
	case late:
		return verdict{kind: engine.Late, act: end}
	}
	v := verdict{kind: engine.Deleted, act: end}
	for _, l := range m.history.lives {
		if l.was != nil && !l.dormant && l.From.After(t) {
			v.notes = append(v.notes, "leaves the version planned from "+Format(m.run.in.Grain, l.From))
		}
	}
	return v
}

// judgeReturn is for a row with nothing in force at its moment.
func (m *member) judgeReturn(r *Row, t time.Time) verdict {
	v := verdict{kind: engine.Returned, act: open}
	switch {
	case len(m.history.lives) == 0:
		v.kind = engine.New
	case m.history.late(t) && m.run.spec.Batch.Late == "reject":
		return refuse("late rows are not accepted")
	case m.history.late(t):
		v.kind = engine.Late
	}
	late := v.kind == engine.Late
	for i := range m.run.columns {
		c := &m.run.columns[i]
		value, supplied := r.Values[c.name]
		if c.managed || !supplied {
			continue
		}
		change := engine.ColumnChange{Name: c.name, Type: c.typ, Before: engine.Null, After: value, Taken: true}
		switch {
		case c.typ == engine.Type0 && v.kind != engine.New:
			change.Taken, change.Note = false, noteType0
		case late && (c.typ == engine.Type3 || c.typ == engine.Type1 && m.overwritesAll()):
			change.Taken, change.Note = false, noteLate
		}
		v.columns = append(v.columns, change)
		if !late && (c.overwritten() || c.typ == engine.Type6) {
			v.over = append(v.over, i)
		}
	}
	if v.kind == engine.Returned {
		v.notes = m.alsoOverwritten(r, v.over, m.history.follows(t))
	}
	return v
}

const (
	noteType0 = "type 0 keeps the original"
	noteLate  = "a late row never overwrites what is known now"
)

// judgeChange is for a row with a version in force at its moment.
func (m *member) judgeChange(r *Row, inForce *life, t time.Time) verdict {
	late := m.history.late(t)
	var v verdict
	var versions, overwrites bool
	for _, i := range m.differing(r, inForce) {
		c := &m.run.columns[i]
		change := engine.ColumnChange{Name: c.name, Type: c.typ, Before: inForce.Values[i], After: r.Values[c.name], Taken: true}
		switch {
		case c.typ == engine.Type0:
			change.Taken, change.Note = false, noteType0
		case c.overwritten() && late:
			change.Taken, change.Note = false, noteLate
		case c.overwritten():
			overwrites = true
			v.over = append(v.over, i)
		default:
			versions = true
			if c.typ == engine.Type6 && !late {
				v.over = append(v.over, i)
			}
		}
		v.columns = append(v.columns, change)
	}
	atStart := inForce.From.Equal(t)
	switch {
	case versions && atStart && m.run.spec.Batch.SameMoment == "reject":
		return m.refuseChange(v, "a change at the very start of a version is not accepted")
	case versions && late && m.run.spec.Batch.Late == "reject":
		return m.refuseChange(v, "late rows are not accepted")
	case versions && atStart:
		v.kind, v.act = engine.Corrected, replace
	case versions:
		v.kind, v.act = engine.Changed, open
	case overwrites:
		v.kind, v.act = engine.Corrected, overwrite
	default:
		v.kind = engine.Unchanged
	}
	if versions && late {
		v.kind = engine.Late
	}
	v.notes = m.alsoOverwritten(r, v.over, inForce)
	return v
}

// differing lists the columns of type 0, 1, 2, 3 and 6 that the batch has and in which the row differs from a version.
func (m *member) differing(r *Row, l *life) []int {
	var list []int
	for i := range m.run.columns {
		c := &m.run.columns[i]
		value, supplied := r.Values[c.name]
		if supplied && !c.managed && c.typ != engine.Ignore && !c.equal(value, l.Values[i]) {
			list = append(list, i)
		}
	}
	return list
}

// alsoOverwritten says where type 1 goes over values that are not the one replaced (rule 7).
func (m *member) alsoOverwritten(r *Row, over []int, replaced *life) []string {
	var notes []string
	for _, i := range over {
		c := &m.run.columns[i]
		if c.typ != engine.Type1 || !m.overwritesAll() {
			continue
		}
		versions, held := 0, []string(nil)
		for _, l := range m.history.lives {
			if old := l.Values[i]; !l.Empty() && old != replaced.Values[i] && old != r.Values[c.name] {
				versions++
				if text := old.Show(); !slices.Contains(held, text) {
					held = append(held, text)
				}
			}
		}
		switch {
		case versions == 1:
			notes = append(notes, fmt.Sprintf("%s: also overwrites 1 version that holds %s", c.name, held[0]))
		case versions > 1:
			notes = append(notes, fmt.Sprintf("%s: also overwrites %d versions that hold %s", c.name, versions, strings.Join(held, ", ")))
		}
	}
	return notes
}

func (m *member) overwritesAll() bool { return m.run.spec.Type1 != "current" }

func refuse(reason string) verdict { return verdict{kind: engine.Rejected, reason: reason} }

// refuseChange refuses a row by a policy; what it would have changed stays listed.
func (m *member) refuseChange(v verdict, reason string) verdict {
	for i := range v.columns {
		v.columns[i].Taken = false
	}
	return verdict{kind: engine.Rejected, reason: reason, columns: v.columns}
}
