package playground

import (
	"regexp"
	"slices"
	"strconv"
	"time"

	"dimdesk/engine"
)

// Story is what happened to one member, in the order in which it became known.
type Story struct {
	Title    string // "customer 42"
	Table    string // what SQL calls the dimension
	Key      []string
	Member   []engine.Value // its key
	Columns  []string       // the attributes
	Moments  []Moment       // in order
	Events   []Event        // in the order in which they arrive
	Currency string         // before amounts: "£"
	Grain    string         // SQL type of dates: DATE, TIMESTAMP or TIMESTAMPTZ
	Own      bool           // it was made of somebody's own data
	Notes    []string       // what is to be known of a story that is somebody's own
}

// Moment is a time at which one looks at the dimension: the end of a month, or of a version.
type Moment struct {
	Name string // "month 3"
	From string // its first day
	AsOf string // its last
}

// Kind is what an event is.
type Kind int

// The kinds of events. A correction says that a value was wrong all along, a move that another holds from a date on.
const (
	Start Kind = iota
	Move
	Correct
	Delete
	Return
	Order
)

// Event is something that happened: to the member, or an order of its.
type Event struct {
	Kind    Kind
	Arrives int    // the moment in which it becomes known, from 1
	Date    string // when it became true
	Columns []string
	Values  []engine.Value // of Columns
	Amount  string         // of an order
}

// Late tells whether an event becomes known in a later moment than the one in which it became true.
func (s Story) Late(e Event) bool {
	return e.Arrives > 1 && e.Arrives <= len(s.Moments) && e.Date < s.Moments[e.Arrives-1].From
}

// Customer42 is the story of customer 42: six months, an order on the first of each, Leeds to York in the third, Retail to Business in
// the fifth. The order on the day of a change belongs to what holds from that day.
func Customer42() Story {
	s := Story{
		Title: "customer 42", Table: "dim_customer", Key: []string{"customer_id"}, Member: []engine.Value{engine.Text("42")},
		Columns: []string{"city", "segment"}, Currency: "£", Grain: "DATE",
	}
	for m := 1; m <= 6; m++ {
		first := time.Date(2024, time.Month(m), 1, 0, 0, 0, 0, time.UTC)
		s.Moments = append(s.Moments, Moment{Name: "month " + strconv.Itoa(m), From: first.Format(day), AsOf: first.AddDate(0, 1, -1).Format(day)})
	}
	s.Events = []Event{
		{Kind: Start, Arrives: 1, Date: "2024-01-01", Columns: s.Columns, Values: []engine.Value{engine.Text("Leeds"), engine.Text("Retail")}},
		{Kind: Move, Arrives: 3, Date: "2024-03-01", Columns: []string{"city"}, Values: []engine.Value{engine.Text("York")}},
		{Kind: Move, Arrives: 5, Date: "2024-05-01", Columns: []string{"segment"}, Values: []engine.Value{engine.Text("Business")}},
	}
	for i, amount := range []string{"120", "80", "200", "150", "90", "60"} {
		s.Events = append(s.Events, Event{Kind: Order, Arrives: i + 1, Date: s.Moments[i].From, Amount: amount})
	}
	return s
}

const day = "2006-01-02"

// With is the story with one more event, and the moment in which that arrives: now, or in the moment of its date where that is later.
// An error says what is wrong with it.
func (s Story) With(e Event, now int) (with Story, arrives int, err error) {
	if err := s.check(e); err != nil {
		return s, now, err
	}
	e.Arrives = now
	for i := now; i < len(s.Moments); i++ {
		if e.Date >= s.Moments[i].From {
			e.Arrives = i + 1
		}
	}
	s.Events = append(slices.Clone(s.Events), e)
	return s, e.Arrives, nil
}

func (s Story) check(e Event) error {
	at, ok := moment(e.Date)
	last, _ := moment(s.Moments[len(s.Moments)-1].AsOf)
	first, _ := moment(s.Moments[0].From)
	switch {
	case !ok:
		return engine.Errorf(engine.CodeUsage, "“%s” is not a date.", e.Date).Help("Write it as 2024-03-15.")
	case at.After(last):
		return engine.Errorf(engine.CodeUsage, "%s is after the end of the story, %s.", e.Date, s.Moments[len(s.Moments)-1].AsOf).Help("A row that is not true yet would be rejected.")
	case at.Before(first.AddDate(-10, 0, 0)):
		return engine.Errorf(engine.CodeUsage, "%s is long before the story begins, %s.", e.Date, s.Moments[0].From)
	}
	if e.Kind != Order {
		return nil
	}
	if !amount.MatchString(e.Amount) {
		return engine.Errorf(engine.CodeUsage, "“%s” is not an amount.", e.Amount).Help("Write it as 75 or 75.50.")
	}
	return nil
}

// amount is one that somebody may type.
var amount = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,2})?$`)

// moment reads a date or a time as dimensions write them.
func moment(text string) (time.Time, bool) {
	for _, layout := range []string{day, "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07", "2006-01-02 15:04:05.999999999Z07:00", time.RFC3339Nano} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
