package playground

import (
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// FromMember makes a story of a member of somebody's own dimension: its stored history, told as if each version had arrived when it
// began, and then the rows that a batch has for it. facts are its facts: a time and an amount in each row; none for no report. An
// error says why the member's history cannot be told.
func FromMember(info engine.Info, m engine.Member, facts engine.Table) (Story, error) {
	if m.Fault != "" {
		return Story{}, engine.Errorf(engine.CodeUsage, "The stored history of %s cannot be told: %s.", title(m), m.Fault).Help("Choose another member.")
	}
	s := Story{Title: title(m), Key: renamed(info.Key), Member: m.Key, Grain: "DATE", Own: true, Table: table(info.Dimension)}
	t := ownTeller{story: &s, member: m}
	t.columns(info)
	t.history()
	stored := len(s.Events)
	t.batch(stored)
	if len(s.Events) == 0 {
		return Story{}, engine.Errorf(engine.CodeUsage, "There is nothing to tell of %s: it has no stored version, and the batch has no row for it that can be read.", title(m)).Help("Choose another member.")
	}
	t.varying()
	s.Grain = grain(s.Events)
	t.moments(info.AsOf, stored)
	t.facts(facts)
	t.notes(info)
	return s, nil
}

// ownTeller puts a member's story together.
type ownTeller struct {
	story   *Story
	member  engine.Member
	at      []int // of the story's columns, their places in the member's values
	ignored []string
	steady  []string
	skipped int // rows of the batch that say nothing
}

// longestTitle is how many characters of a name a sentence takes.
const longestTitle = 60

// title is what people call the member.
func title(m engine.Member) string {
	var key []string
	for _, v := range m.Key {
		key = append(key, v.Show())
	}
	name := []rune(strings.TrimSpace(strings.Join(key, " / ") + " " + m.Label))
	if len(name) > longestTitle {
		name = append(name[:longestTitle-1], '…')
	}
	return string(name)
}

// taken names are the playground's own.
var takenNames = []string{"updated_at", "seq", "op", validFrom, validTo, isCurrent, surrogate, "order_id", "order_date", "amount", "profile_sk", "current_profile_sk", "since", "revenue"}

// renamed gives names that are the playground's own another one.
func renamed(names []string) []string {
	var out []string
	for _, n := range names {
		for slices.ContainsFunc(append(slices.Clone(out), takenNames...), func(t string) bool { return strings.EqualFold(t, n) }) {
			n += "_"
		}
		out = append(out, n)
	}
	return out
}

// table is what SQL calls the dimension.
func table(name string) string {
	if slices.Contains([]string{"", "orders", history, orderKeys, profiles}, strings.ToLower(name)) {
		return "dim_" + name
	}
	return name
}

// columns takes the attributes whose changes mean something.
func (t *ownTeller) columns(info engine.Info) {
	beside := map[string]bool{}
	for _, c := range info.Spec.Companions() {
		beside[engine.FoldName(c.Name)] = true
	}
	var names []string
	for i, name := range t.member.Columns {
		switch {
		case beside[engine.FoldName(name)]:
		case i < len(t.member.Types) && t.member.Types[i] == engine.Ignore:
			t.ignored = append(t.ignored, name)
		default:
			names, t.at = append(names, name), append(t.at, i)
		}
	}
	all := renamed(append(slices.Clone(t.story.Key), names...)) // none is a key's either
	t.story.Columns = all[len(t.story.Key):]
}

// of are a version's values of the story's columns.
func (t *ownTeller) of(v engine.Version) []engine.Value {
	out := make([]engine.Value, len(t.at))
	for i, at := range t.at {
		out[i] = engine.Null
		if at < len(v.Values) {
			out[i] = v.Values[at]
		}
	}
	return out
}

// history tells the stored versions as events. Each arrives in a moment of its own; moments are counted later.
func (t *ownTeller) history() {
	versions := slices.DeleteFunc(slices.Clone(t.member.Before), func(v engine.Version) bool { return v.Empty })
	slices.SortStableFunc(versions, func(a, b engine.Version) int { return strings.Compare(a.From, b.From) })
	for i, v := range versions {
		kind := Move
		switch {
		case i == 0:
			kind = Start
		case versions[i-1].To != v.From:
			t.add(Event{Kind: Delete, Date: versions[i-1].To})
			kind = Return
		}
		t.add(Event{Kind: kind, Date: v.From, Columns: t.story.Columns, Values: t.of(v)})
	}
	if n := len(versions); n > 0 && versions[n-1].To != "" {
		t.add(Event{Kind: Delete, Date: versions[n-1].To})
	}
}

func (t *ownTeller) add(e Event) { t.story.Events = append(t.story.Events, e) }

// batch tells the batch's rows for the member.
func (t *ownTeller) batch(stored int) {
	for _, c := range t.member.Changes {
		e := Event{Kind: Move, Date: c.Effective}
		for _, col := range c.Columns {
			if at := slices.IndexFunc(t.at, func(i int) bool { return strings.EqualFold(t.member.Columns[i], col.Name) }); at >= 0 {
				e.Columns, e.Values = append(e.Columns, t.story.Columns[at]), append(e.Values, col.After)
			}
		}
		switch {
		case c.Kind == engine.Rejected, c.Kind == engine.Superseded, c.Effective == "":
			t.skipped++
			continue
		case c.Kind == engine.Deleted, c.Kind == engine.Late && len(c.Columns) == 0:
			e = Event{Kind: Delete, Date: c.Effective}
		case len(e.Columns) == 0:
			continue // nothing differs that is told
		case c.Kind == engine.Returned:
			e.Kind = Return
		case c.Kind == engine.New && stored == 0:
			e.Kind = Start
		}
		t.add(e)
	}
}

// varying leaves out the columns that never hold anything else, as every type does the same with them; all but one, where none varies.
func (t *ownTeller) varying() {
	s := t.story
	first := map[string]engine.Value{}
	varies := map[string]bool{}
	for _, e := range s.Events {
		for i, c := range e.Columns {
			if v, ok := first[c]; !ok {
				first[c] = e.Values[i]
			} else if v != e.Values[i] {
				varies[c] = true
			}
		}
	}
	if len(varies) == 0 && len(s.Columns) > 0 {
		varies[s.Columns[0]] = true
	}
	t.steady = slices.DeleteFunc(slices.Clone(s.Columns), func(c string) bool { return varies[c] })
	s.Columns = slices.DeleteFunc(slices.Clone(s.Columns), func(c string) bool { return !varies[c] }) // events have the same slice
	for i := range s.Events {
		e := &s.Events[i]
		var columns []string
		var values []engine.Value
		for j, c := range e.Columns {
			if varies[c] {
				columns, values = append(columns, c), append(values, e.Values[j])
			}
		}
		e.Columns, e.Values = columns, values
	}
}

// notes say what is different in a story of one's own.
func (t *ownTeller) notes(info engine.Info) {
	s := t.story
	s.Notes = append(s.Notes,
		fmt.Sprintf("This is %s of %s, under each type as if all of its attributes were of that type. Your files stay as they are.", s.Title, info.Dimension),
		"When a stored version became known, a dimension does not say: each is taken to have arrived when it began. The batch comes last.")
	if !s.HasOrders() {
		s.Notes = append(s.Notes, "There are no facts, so there is no revenue and there are no bars. You can add orders by hand (e); a spec may name a file of facts.")
	}
	if len(t.ignored) > 0 {
		s.Notes = append(s.Notes, "Left out, as the spec ignores their changes: "+strings.Join(t.ignored, ", ")+".")
	}
	if len(t.steady) > 0 {
		s.Notes = append(s.Notes, "Left out, as they never change here: "+strings.Join(t.steady, ", ")+".")
	}
	if t.skipped > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d of the batch's rows for it say nothing, as they are rejected or superseded.", t.skipped))
	}
}
