package playground

import (
	"strconv"
	"strings"

	"dimdesk/learn/playground"
	"dimdesk/tui/cell"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"
)

// money draws what is reported, reading by reading, and what has become of the reports that were printed: in few words where short.
func (p *Page) money(out playground.Outcome, w int, short bool) []string {
	st := p.env.Styles
	if !p.story().HasOrders() {
		return []string{styles.NewLine(w, nil).Put(st.Quiet, " No orders, so no revenue and no bars. e adds an order.").String()}
	}
	var lines []string
	for _, r := range out.Readings {
		lines = append(lines, page.Rule(st, w, "revenue "+r.Name, "", false))
		shown, width := fitting(r.By, w)
		heights := 0
		for _, f := range shown {
			heights = max(heights, len(f.Bars))
		}
		for i := range heights {
			l := styles.NewLine(w, nil)
			for n, f := range shown {
				l.To(n * width)
				if i < len(f.Bars) {
					p.bar(st, l, f, i, width, total(f))
				}
			}
			lines = append(lines, l.String())
		}
	}
	if short {
		return append(lines, p.checksShort(out, w)...)
	}
	return append(lines, p.checks(out, w)...)
}

// fitting are the columns whose bars fit side by side, those with more than one value first where not all do, and the width of each.
func fitting(by []playground.Figures, w int) (shown []playground.Figures, each int) {
	n := max(min(w/barsLeast, len(by)), 1)
	for _, several := range []bool{true, false} {
		for _, f := range by {
			if len(shown) < n && (len(by) <= n && several || len(by) > n && len(f.Bars) > 1 == several) {
				shown = append(shown, f)
			}
		}
	}
	return shown, min(w/n, barsMost)
}

// The bars of one column are at least so wide, and at most.
const (
	barsLeast = 24
	barsMost  = 70
)

func total(f playground.Figures) float64 {
	sum := 0.0
	for _, b := range f.Bars {
		sum += number(b.Amount)
	}
	return sum
}

// number is an amount, for the length of its bar.
func number(amount string) float64 {
	n, err := strconv.ParseFloat(amount, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// bar draws one value's revenue as a share of all.
func (p *Page) bar(st *styles.Styles, l *styles.Line, f playground.Figures, i, width int, total float64) {
	b := f.Bars[i]
	name, amount := shownValue(b), p.amountOf(b.Amount)
	names := 0
	for _, other := range f.Bars {
		names = max(names, cell.Width(shownValue(other)))
	}
	names = min(names, max(width/3, 6))
	room := max(width-names-cell.Width(amount)-5, 0)
	full := 0
	if total > 0 {
		full = min(int(number(b.Amount)/total*float64(room)+0.5), room)
	}
	l.Put(st.Plain, "  ").Put(st.Strong, cell.Fit(name, names)).Put(st.Plain, " ").Put(st.Axis, strings.Repeat("█", full))
	l.Put(st.Plain, " ").Put(st.Strong, amount).Put(st.Plain, " ")
}

func shownValue(b playground.Bar) string {
	if b.Value.Null {
		return "none in force"
	}
	return cell.Value(b.Value)
}

// amountOf is an amount for people: £1,234.50.
func (p *Page) amountOf(amount string) string {
	whole, rest, point := strings.Cut(amount, ".")
	if n, err := strconv.ParseInt(whole, 10, 64); err == nil && !strings.HasPrefix(whole, "-") {
		whole = cell.Count(n)
	}
	if point {
		whole += "." + rest
	}
	return p.story().Currency + cell.Clean(whole)
}

// moneyShort is what is reported in a line for each reading.
func (p *Page) moneyShort(out playground.Outcome, w int) []string {
	st := p.env.Styles
	if !p.story().HasOrders() {
		return []string{styles.NewLine(w, nil).Put(st.Quiet, " No orders: no revenue.").String()}
	}
	var lines []string
	for _, r := range out.Readings {
		l := styles.NewLine(w, nil).Put(st.Quiet, " "+r.Name+": ")
		for i, f := range r.By {
			if i > 0 {
				l.Put(st.Quiet, " │ ")
			}
			for j, b := range f.Bars {
				if j > 0 {
					l.Put(st.Quiet, " · ")
				}
				l.Put(st.Plain, shownValue(b)+" ").Put(st.Strong, p.amountOf(b.Amount))
			}
		}
		lines = append(lines, l.String())
	}
	return append(lines, p.checksShort(out, w)...)
}
