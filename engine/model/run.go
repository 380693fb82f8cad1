package model

import (
	"slices"
	"time"

	"dimdesk/engine"
)

// run is one batch on one dimension.
type run struct {
	in      *Input
	spec    *engine.Spec
	columns []column
	asOf    time.Time // the moment at which versions, absence and the future are judged
}

// member is one member with the rows of the batch that name it.
type member struct {
	run     *run
	key     []Cell
	stored  []Version
	fault   string
	dated   time.Time // the moment of its rows that have no time of their own
	history *history  // nil where the stored history is broken
	rows    []*place
}

// Run works out what a batch means. It leaves its input as it is.
func Run(in Input) Result {
	r := &run{in: &in, spec: in.Spec, columns: columnsOf(in.Spec, in.Attributes), asOf: in.AsOf.Judge(in.Grain)}
	var result Result
	members := r.members(&result)
	result.Rows = make([]Outcome, len(in.Rows))
	unreadable := false
	for i := range in.Rows {
		row := &in.Rows[i]
		out := &result.Rows[i]
		*out = Outcome{ID: int64(i + 1), N: row.N, Key: row.Key, Parked: row.Parked}
		if !row.KeyReadable {
			unreadable = true
			out.Kind, out.Reason = engine.Rejected, row.Rejected
			continue
		}
		m := members[KeyText(row.Key)]
		m.rows = append(m.rows, &place{row: row, out: out})
	}

	ordered := inKeyOrder(members)
	var absent []*place
	for _, m := range ordered {
		m.prepare()
		m.judgeRows()
		if r.spec.Batch.Mode == "snapshot" && len(m.rows) == 0 {
			if p := m.absent(unreadable); p != nil {
				p.out.ID = int64(len(in.Rows) + len(absent) + 1)
				absent = append(absent, p)
			}
		}
		if m.history != nil {
			m.settle()
		}
	}
	r.finish(ordered)
	for _, p := range absent {
		result.Absent = append(result.Absent, *p.out)
	}
	for _, m := range ordered {
		result.Members = append(result.Members, m.result())
	}
	result.Brake = r.brake(ordered, result.Absent)
	return result
}

// members sorts the dimension's rows by member, and makes a member for every key that the batch alone has.
func (r *run) members(result *Result) map[string]*member {
	members := map[string]*member{}
	of := func(key []Cell) *member {
		text := KeyText(key)
		if members[text] == nil {
			members[text] = &member{run: r, key: key}
		}
		return members[text]
	}
	for _, v := range r.in.Versions {
		if hasNull(v.Key) {
			result.Loose = append(result.Loose, v)
			continue
		}
		m := of(v.Key)
		m.stored = append(m.stored, v)
	}
	for i := range r.in.Rows {
		if row := &r.in.Rows[i]; row.KeyReadable {
			of(row.Key)
		}
	}
	return members
}

func inKeyOrder(members map[string]*member) []*member {
	var ordered []*member
	var keys [][]Cell
	for _, m := range members {
		ordered = append(ordered, m)
		keys = append(keys, m.key)
	}
	order := keyOrder(keys)
	slices.SortFunc(ordered, func(a, b *member) int { return order(a.key, b.key) })
	return ordered
}

// finish numbers what was opened, and lists the row operations.
func (r *run) finish(members []*member) {
	var opened []*life
	for _, m := range members {
		if m.history == nil {
			continue
		}
		for _, l := range m.history.lives {
			if l.was == nil {
				opened = append(opened, l)
			}
		}
	}
	if r.spec.SurrogateKey.Column != "" {
		numberOpened(opened)
	}
	for _, m := range members {
		if m.history != nil {
			m.operations()
		}
	}
}

// result is the member before and after.
func (m *member) result() Member {
	before := inOrder(m.stored)
	if m.history == nil {
		return Member{Key: m.key, Fault: m.fault, Before: before, After: before}
	}
	var after []Version
	for _, l := range m.history.lives {
		after = append(after, l.Version)
	}
	return Member{Key: m.key, Before: before, After: inOrder(after)}
}

func inOrder(versions []Version) []Version {
	sorted := slices.Clone(versions)
	slices.SortStableFunc(sorted, func(a, b Version) int {
		if d := a.From.Compare(b.From); d != 0 {
			return d
		}
		return rank(!a.Empty()) - rank(!b.Empty())
	})
	return sorted
}

// brake counts the figures of rule 13.
func (r *run) brake(members []*member, absent []Outcome) Brake {
	var b Brake
	for _, m := range members {
		if m.fault == "" && slices.ContainsFunc(m.stored, func(v Version) bool { return v.Holds(r.asOf) && r.inScope(v) }) {
			b.Members++
		}
		if slices.ContainsFunc(m.rows, func(p *place) bool { return p.out.Kind == engine.Changed && !p.row.Parked }) {
			b.Changed++
		}
	}
	for _, o := range absent {
		if o.Kind == engine.Deleted && !o.Parked {
			b.Deleted++
		}
	}
	return b
}
