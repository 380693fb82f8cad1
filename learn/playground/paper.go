package playground

import (
	"slices"

	"dimdesk/engine"
)

// Paper is a report that was printed: what it says does not change any more.
type Paper struct {
	Moment  int
	Type    Type
	Reading string
	By      []Figures
}

// Print prints what an outcome reports, by its first reading.
func (o Outcome) Print() (Paper, bool) {
	if len(o.Readings) == 0 {
		return Paper{}, false
	}
	r := o.Readings[0]
	return Paper{Moment: o.Moment, Type: o.Type, Reading: r.Name, By: r.By}, true
}

// Check is a paper held against what the dimension reports now of the same time, reading by reading.
type Check struct {
	Paper    Paper
	Readings []Held
}

// Held is what has become of a paper's figures in one reading.
type Held struct {
	Name    string
	Differs []Differs // empty: the table still says what was printed
}

// Differs is a figure that is another one now. Printed or Now is "" where there was or is none.
type Differs struct {
	Column       string
	Value        engine.Value
	Printed, Now string
}

// checks holds the papers that were printed by now against the rows of now.
func (t teller) checks() error {
	for _, paper := range t.a.Papers {
		if paper.Moment > t.a.Moment {
			continue
		}
		readings, err := t.report(t.a.Story.ways(t.a.Type), t.a.Story.Moments[paper.Moment-1].AsOf)
		if err != nil {
			return err
		}
		check := Check{Paper: paper}
		for _, r := range readings {
			check.Readings = append(check.Readings, Held{r.Name, compare(paper.By, r.By)})
		}
		t.out.Checks = append(t.out.Checks, check)
	}
	return nil
}

// compare gives the figures that were printed and are others now, then those that were not printed.
func compare(printed, now []Figures) []Differs {
	var out []Differs
	for i, f := range printed {
		if i >= len(now) {
			break
		}
		for _, b := range f.Bars {
			if is := now[i].Of(b.Value); is != b.Amount {
				out = append(out, Differs{f.Column, b.Value, b.Amount, is})
			}
		}
		for _, b := range now[i].Bars {
			if !slices.ContainsFunc(f.Bars, func(p Bar) bool { return p.Value == b.Value }) {
				out = append(out, Differs{f.Column, b.Value, "", b.Amount})
			}
		}
	}
	return out
}

// moved is what this moment's rows did to what had been reported before it, by the first reading.
func (t teller) moved(was []Reading) ([]Differs, error) {
	if was == nil {
		return nil, nil
	}
	now, err := t.report(t.a.Story.ways(t.a.Type)[:1], t.a.Story.Moments[t.a.Moment-2].AsOf)
	if err != nil {
		return nil, err
	}
	return compare(was[0].By, now[0].By), nil
}
