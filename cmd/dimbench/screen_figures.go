package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// figure is one thing that somebody waits for, with the times that it took. Target is what its 99th percentile is to be
// within; 0 where nothing was promised.
type figure struct {
	what   string
	target time.Duration
	took   []time.Duration
}

// figures are those of one run, in the order in which they are printed.
type figures []*figure

// of is a figure by its name.
func (f *figures) of(what string, target time.Duration) *figure {
	for _, x := range *f {
		if x.what == what {
			return x
		}
	}
	x := &figure{what: what, target: target}
	*f = append(*f, x)
	return x
}

func (f *figure) add(took time.Duration) { f.took = append(f.took, took) }

// percentile is the least of the times that p of a hundred do not exceed.
func (f *figure) percentile(p int) time.Duration {
	sorted := slices.Sorted(slices.Values(f.took))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max((len(sorted)*p+99)/100, 1)-1]
}

func (f *figure) missed() bool { return f.target > 0 && f.percentile(99) > f.target }

// print lists the figures and tells how many miss their targets.
func (f figures) print(out io.Writer) (missed int, err error) {
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	name := 0
	for _, x := range f {
		name = max(name, len([]rune(x.what)))
	}
	fmt.Fprintf(w, "%-*s\ttarget\tp50\tp99\tmax\tn\t\t\n", name, "")
	for _, x := range f {
		target, verdict := "–", ""
		if x.target > 0 {
			target = ms(x.target)
		}
		if x.missed() {
			verdict, missed = "missed", missed+1
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\t%s\t%s\t%d\t%s\t\n", x.what, strings.Repeat(" ", name-len([]rune(x.what))), target, ms(x.percentile(50)), ms(x.percentile(99)), ms(x.percentile(100)), len(x.took), verdict)
	}
	return missed, w.Flush()
}

func ms(d time.Duration) string {
	if d < 100*time.Millisecond && d%time.Millisecond != 0 {
		return fmt.Sprintf("%.1f", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.0f", d.Seconds()*1000)
}
