package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"dimdesk/sampledata"
)

// spread is what is said of a set of measurements.
type spread struct{ median, least, greatest float64 }

func spreadOf(values []float64) spread {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	median := sorted[middle]
	if len(sorted)%2 == 0 {
		median = (sorted[middle-1] + sorted[middle]) / 2
	}
	return spread{median, sorted[0], sorted[len(sorted)-1]}
}

// each is a figure of every counted run.
func each(c *contender, figure func(measurement) float64) []float64 {
	values := make([]float64, len(c.measured))
	for i, m := range c.measured {
		values[i] = figure(m)
	}
	return values
}

func seconds(m measurement) float64   { return m.wall.Seconds() }
func megabytes(m measurement) float64 { return float64(m.peak) / 1e6 }

// ratios are those of dimdesk's wall times to the other's, round by round.
func ratios(other, desk *contender) []float64 {
	out := make([]float64, len(other.measured))
	for i := range out {
		out[i] = seconds(desk.measured[i]) / seconds(other.measured[i])
	}
	return out
}

// report prints both programs' figures, what both came to, and as its last line the ratio of their wall
// times, of the rounds one by one.
func report(out io.Writer, g sampledata.Generator, outcome string, hand, desk *contender) error {
	rows, _, _ := g.Batch()
	fmt.Fprintf(out, "%d members, %s key, a batch of %d rows, %d rounds; %s\n\n",
		g.Members, map[bool]string{true: "text", false: "integer"}[g.TextKey], rows, len(hand.measured), outcome)
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tmedian s\tmin s\tmax s\tpeak MB\tmax MB\t")
	for _, c := range []*contender{hand, desk} {
		wall, peak := spreadOf(each(c, seconds)), spreadOf(each(c, megabytes))
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t%.0f\t%.0f\t\n", c.name, wall.median, wall.least, wall.greatest, peak.median, peak.greatest)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	r := spreadOf(ratios(hand, desk))
	_, err := fmt.Fprintf(out, "\nratio %.2f (min %.2f, max %.2f)\n", r.median, r.least, r.greatest)
	return err
}
