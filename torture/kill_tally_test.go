//go:build linux

package torture

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// tally counts kills by home, program and place, and what they left.
type tally struct {
	mu   sync.Mutex
	rows map[where]*left
}

type where struct{ home, program, place string }

type left struct{ before, after int }

// outside are the places that are none: the program was over, or had not got where it was aimed at.
const (
	tooLate   = "(ended before it was killed)"
	elsewhere = "(missed, and not counted)"
)

func (c *tally) count(st *story, place string, made bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rows == nil {
		c.rows = map[where]*left{}
	}
	at := where{st.from.home, st.name, place}
	if c.rows[at] == nil {
		c.rows[at] = &left{}
	}
	if made {
		c.rows[at].after++
	} else {
		c.rows[at].before++
	}
}

// String is a table of the kills.
func (c *tally) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var at []where
	var total left
	for w, n := range c.rows {
		at = append(at, w)
		if w.place != tooLate && w.place != elsewhere {
			total.before, total.after = total.before+n.before, total.after+n.after
		}
	}
	slices.SortFunc(at, func(a, b where) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	var b strings.Builder
	line := func(w where, kills, before, after any) {
		fmt.Fprintf(&b, "%-17s %-12s %-30s %6v %10v %9v\n", w.home, w.program, w.place, kills, before, after)
	}
	line(where{"home", "program", "killed"}, "kills", "as before", "as after")
	for _, w := range at {
		n := c.rows[w]
		if w.place == tooLate || w.place == elsewhere {
			line(w, n.before, "", "")
			continue
		}
		line(w, n.before+n.after, n.before, n.after)
	}
	line(where{home: "all"}, total.before+total.after, total.before, total.after)
	return b.String()
}
