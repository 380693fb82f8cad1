package tuitest

import (
	"fmt"
	"slices"

	"dimdesk/engine"
)

// The attributes of the sample's dimension.
var (
	columns = []engine.Column{{Name: "name", Type: engine.Type1}, {Name: "city", Type: engine.Type2},
		{Name: "segment", Type: engine.Type2}, {Name: "email", Type: engine.Type1}}
	batchDay = "2026-05-31"
)

// row is one change with its member's history before it, and after it where it is taken.
type row struct {
	engine.Change
	before, after []engine.Version
	summary       string
}

// sample builds rows one after the other.
type sample struct {
	rows []row
	sk   int // the last surrogate key in the dimension
	next int // the last provisional one
}

func values(name, city, segment, email string) []engine.Value {
	var out []engine.Value
	for _, s := range []string{name, city, segment, email} {
		out = append(out, engine.Text(s))
	}
	return out
}

// stored makes a version that the dimension has.
func (s *sample) stored(from, to string, vs []engine.Value) engine.Version {
	s.sk++
	return engine.Version{SurrogateKey: fmt.Sprint(s.sk), Bounds: engine.Bounds{From: from, To: to}, Current: to == "", Empty: from == to, Values: vs}
}

// opened makes a version that the plan opens.
func (s *sample) opened(from, to string, vs []engine.Value) engine.Version {
	s.next++
	return engine.Version{SurrogateKey: fmt.Sprintf("+%d", s.next), Bounds: engine.Bounds{From: from, To: to}, Current: to == "", Values: vs, Opens: true}
}

// ended is a version whose end moves.
func ended(v engine.Version, to string) engine.Version {
	was := v.Bounds
	v.To, v.Current, v.Was, v.Empty = to, to == "", &was, v.From == to
	return v
}

// with is values with one of them replaced.
func with(vs []engine.Value, column int, text string) []engine.Value {
	out := slices.Clone(vs)
	out[column] = engine.Text(text)
	return out
}

func (s *sample) add(kind engine.Kind, key, label, effective, summary string, cols []engine.ColumnChange, before, after []engine.Version) *row {
	n := int64(len(s.rows) + 1)
	d := engine.Taken
	if kind == engine.Rejected || kind.Quiet() {
		d = engine.NoDecision
	}
	s.rows = append(s.rows, row{
		Change: engine.Change{ID: n, Row: n, Line: n + 1, Key: []engine.Value{engine.Text(key)}, Label: label, Kind: kind, Decision: d, Effective: effective, Columns: cols},
		before: before, after: after, summary: summary,
	})
	return &s.rows[len(s.rows)-1]
}

func col(i int, before, after engine.Value) engine.ColumnChange {
	return engine.ColumnChange{Name: columns[i].Name, Type: columns[i].Type, Before: before, After: after, Taken: true}
}

// moved is a member whose city changes.
func (s *sample) moved(key, label, segment, from, to string) *row {
	vs := values(label, from, segment, "")
	v := s.stored("2024-01-15", "", vs)
	return s.add(engine.Changed, key, label, batchDay, "closes the version of 2024-01-15 and opens the next",
		[]engine.ColumnChange{col(1, vs[1], engine.Text(to))}, []engine.Version{v},
		[]engine.Version{ended(v, batchDay), s.opened(batchDay, "", with(vs, 1, to))})
}

func (s *sample) isNew(key, label, city string) {
	vs := values(label, city, "Retail", "")
	var cols []engine.ColumnChange
	for i, v := range vs[:3] {
		cols = append(cols, col(i, engine.Null, v))
	}
	s.add(engine.New, key, label, batchDay, "opens the member's first version", cols, nil, []engine.Version{s.opened(batchDay, "", vs)})
}

func (s *sample) corrected(key, label, to string) {
	vs := values(label, "Pune", "Retail", "x@example.com")
	v := s.stored("2023-04-01", "", vs)
	edited := v
	edited.Values, edited.Edited = with(vs, 0, to), []string{"name"}
	s.add(engine.Corrected, key, label, batchDay, "overwrites name in place", []engine.ColumnChange{col(0, vs[0], engine.Text(to))},
		[]engine.Version{v}, []engine.Version{edited})
}

func (s *sample) late(key, label, at, from, to, then string) {
	vs := values(label, from, "Retail", "old@example.com")
	first, second := s.stored("2024-03-01", "2025-06-01", vs), s.stored("2025-06-01", "", with(with(vs, 1, then), 2, "Business"))
	r := s.add(engine.Late, key, label, at, "late: splits the version of 2024-03-01", []engine.ColumnChange{col(1, vs[1], engine.Text(to)),
		{Name: "email", Type: engine.Type1, Before: vs[3], After: engine.Text("new@example.com"), Note: "a late row never overwrites type 1"}},
		[]engine.Version{first, second}, []engine.Version{ended(first, at), s.opened(at, "2025-06-01", with(vs, 1, to)), second})
	r.Notes = []string{"effective before the newest version's start"}
}

func (s *sample) returned(key, label, city string) {
	vs := values(label, city, "Retail", "")
	v := s.stored("2022-01-01", "2024-07-01", vs)
	v.Deleted = true
	s.add(engine.Returned, key, label, batchDay, "comes back after 2024-07-01", []engine.ColumnChange{col(1, engine.Null, vs[1]), col(2, engine.Null, vs[2])},
		[]engine.Version{v}, []engine.Version{v, s.opened(batchDay, "", vs)})
}

func (s *sample) deleted(key, label string) {
	v := s.stored("2024-02-01", "", values(label, "Oslo", "Retail", ""))
	gone := ended(v, batchDay)
	gone.Deleted = true
	s.add(engine.Deleted, key, label, batchDay, "closes the version of 2024-02-01", nil, []engine.Version{v}, []engine.Version{gone})
}

func (s *sample) rejected(key, reason, hint string) {
	r := s.add(engine.Rejected, key, "", "", "rejected", nil, nil, nil)
	r.Reason, r.Hint = reason, hint
}

func (s *sample) quiet(kind engine.Kind, key, label, reason string) {
	v := s.stored("2024-01-15", "", values(label, "Delhi", "Retail", ""))
	s.add(kind, key, label, batchDay, reason, nil, []engine.Version{v}, []engine.Version{v}).Reason = reason
}

// customers is a batch with all nine kinds, in 44 rows.
func customers() []row {
	s := &sample{}
	s.moved("C101", "Amit Kumar", "Retail", "Mumbai", "Bangalore")
	s.late("C107", "Priya Rao", "2024-04-02", "Pune", "Delhi", "Mumbai")
	s.isNew("C104", "Neha Gupta", "Hyderabad")
	s.corrected("C110", "Leo Brandt", "Leo Brand")
	s.rejected("C115", `segment "abc" is not an INTEGER`, "correct the value, or declare the column as text")
	for i := range 12 {
		s.moved(fmt.Sprintf("C2%02d", i), fmt.Sprintf("Customer %d", i), "Retail", "Mumbai", "Bangalore")
	}
	r := s.moved("C301", "Zoë Müller", "Retail", "Zürich", "東京")
	r.Columns = append(r.Columns, col(2, engine.Text("Retail"), engine.Text("Business")), col(3, engine.Text(""), engine.Null))
	s.moved("C302", "Eve \x1b[31mRed", "Retail", "Pu\nne", "Del\u202ehi")
	s.moved("C303", "A very long name that belongs to one customer only", "Retail", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "Ypres")
	for i := range 4 {
		s.isNew(fmt.Sprintf("C4%02d", i), fmt.Sprintf("Newcomer %d", i), "Pune")
	}
	s.corrected("C501", "Jon Smith", "John Smith")
	s.corrected("C502", "Jon Smith", "John Smith")
	s.late("C503", "Tara Singh", "2024-09-15", "Mumbai", "Bangalore", "Delhi")
	s.late("C504", "Uma Patel", "2025-01-10", "Mumbai", "Bangalore", "Pune")
	s.returned("C601", "Ravi Shah", "Goa")
	s.returned("C602", "Sita Das", "Goa")
	s.deleted("C701", "Olaf Berg")
	s.deleted("C702", "Kari Lund")
	s.rejected("C801", "2 rows for this key and moment and nothing to order them by", "name a sequence column in the spec")
	for i := range 2 {
		s.quiet(engine.Superseded, fmt.Sprintf("C9%02d", i), "Twice Told", "a later row speaks for this key at this moment")
	}
	for i := range 6 {
		s.quiet(engine.Unchanged, fmt.Sprintf("C95%d", i), "Same Asever", "equal to the version in force")
	}
	return s.rows
}
