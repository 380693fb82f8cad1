package playground

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"dimdesk/engine"
)

// Player tells a story: what each type stores of it at each moment. What it has computed it keeps, so that a moment that was seen
// is there at once. It is for one caller at a time.
type Player struct {
	lab    engine.Lab
	begun  bool // the Lab has nothing in it but what the player has made
	states map[string]state
	told   map[string]Outcome
}

// New makes a player that computes in a Lab; whatever is in that is lost.
func New(lab engine.Lab) *Player {
	return &Player{lab: lab, states: map[string]state{}, told: map[string]Outcome{}}
}

// Again tells the player that somebody else has used the Lab meanwhile. What was computed is kept.
func (p *Player) Again() { p.begun = false }

// Ask is what somebody wants to see.
type Ask struct {
	Story  Story
	Type   Type
	Moment int // from 1
	Papers []Paper
	Script bool // what the engine did is to be written out
}

// Outcome is what a type has made of the story by a moment.
type Outcome struct {
	Type     Type
	Moment   int
	Tables   []Stored  // as stored; the first is the dimension
	Versions []Version // of the dimension, for a timeline; nil where its rows have no periods of their own
	Readings []Reading
	Checks   []Check // of the papers, in their order
	Says     string  // what the type did in this moment, in a sentence or two

	Batches []string            // the staged rows of the moment, as CSVs
	Applied []engine.LabApplied // what the engine did with each
	Compose []Piece             // the SQL that composes the tables; nil where the engine stores them
}

// Stored is a table beside what it was a moment before.
type Stored struct {
	Name          string
	Table, Before engine.Table
	By            []string // the columns that a row is known by
	Spare         []string // columns that can be done without where there is no room for all, the first of them first
	Composed      bool     // by SQL, from what the engine stored
}

// Version is a row of the dimension with its period. To "" is open.
type Version struct {
	Key      string // its surrogate key
	From, To string
	Values   []engine.Value // of the story's columns
	Fresh    bool           // opened, ended or overwritten in this moment
}

// Outcome computes what is asked.
func (p *Player) Outcome(ctx context.Context, a Ask) (Outcome, error) {
	key := fmt.Sprintf("%d %d %t %v %v", a.Type, a.Moment, a.Script, a.Story.arrived(a.Moment), a.Papers)
	if out, ok := p.told[key]; ok {
		return out, nil
	}
	out, err := p.tell(ctx, a)
	if err != nil {
		return out, err
	}
	if len(p.told) >= kept {
		clear(p.told)
	}
	p.told[key] = out
	return out, nil
}

// kept is how many outcomes and states are kept before all are forgotten: more than a person looks at in a while.
const kept = 500

func (p *Player) tell(ctx context.Context, a Ask) (Outcome, error) {
	if !p.begun {
		if err := p.lab.Reset(ctx); err != nil {
			return Outcome{}, err
		}
		p.begun = true
	}
	before, err := p.base(ctx, a.Story, a.Type.stored(), a.Moment-1)
	if err != nil {
		return Outcome{}, err
	}
	now, err := p.stored(ctx, a.Story, a.Type.stored(), a.Moment, a.Script)
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{Type: a.Type, Moment: a.Moment, Batches: now.batches, Applied: now.applied}
	t := teller{p, ctx, a, &out}
	was, err := t.tables(before, now)
	if err != nil {
		return out, err
	}
	out.Versions = a.Story.versions(a.Type, before.table, now.table)
	if !a.Story.HasOrders() {
		out.Says = t.says(before.table, now.table, nil)
		return out, nil
	}
	if err := t.readings(); err != nil {
		return out, err
	}
	moved, err := t.moved(was)
	if err != nil {
		return out, err
	}
	if err := t.checks(); err != nil {
		return out, err
	}
	out.Says = t.says(before.table, now.table, moved)
	return out, nil
}

// types are the SQL types of the columns that the playground knows.
func (s Story) types() map[string]string {
	types := map[string]string{validFrom: s.Grain, validTo: s.Grain, isCurrent: "BOOLEAN", s.surrogate(): "INTEGER", "order_id": "INTEGER", "order_date": s.Grain}
	if amounts, ok := s.amounts(); ok {
		types["amount"] = amounts
	}
	return types
}

// amounts is the SQL type that the orders' amounts have; ok is false where they are no decimal numbers, so that their values tell it.
func (s Story) amounts() (sqlType string, ok bool) {
	places := 0
	for _, e := range s.Events {
		if e.Kind != Order {
			continue
		}
		if !decimal.MatchString(e.Amount) {
			return "", false
		}
		if _, after, ok := strings.Cut(e.Amount, "."); ok {
			places = max(places, len(after))
		}
	}
	if places == 0 {
		return "BIGINT", true
	}
	return fmt.Sprintf("DECIMAL(18,%d)", places), true
}

// decimal is a number of which nothing is lost in a DECIMAL.
var decimal = regexp.MustCompile(`^-?[0-9]{1,12}(\.[0-9]{1,6})?$`)

// teller works on one outcome.
type teller struct {
	p   *Player
	ctx context.Context
	a   Ask
	out *Outcome
}
