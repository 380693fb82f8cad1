package review

import (
	"slices"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"
)

// versions is the table of a member's versions after the plan: surrogate key, period, attributes, and what is done to it.
type versions struct {
	width        int
	sk, from, to int // column widths; sk is 0 in a dimension without one
	names        []string
	widths       []int
	columns      []int // indices of the attributes that are shown, those that change first
	left         int   // attributes that are scrolled out at the left
	right        int   // attributes that do not fit
	rows         []engine.Version
	notes        []string
	noteW        int
}

// A value is shown in full up to valueAtMost columns, and cut rather than left out where valueAtLeast are there.
const (
	valueAtMost  = 24
	valueAtLeast = 8
)

func newVersions(info engine.Info, m engine.Member, c engine.Change, width, scroll int) versions {
	t := versions{width: width, rows: m.After, from: 4, to: 2, names: m.Columns}
	for _, v := range t.rows {
		if info.Spec.SurrogateKey.Column != "" || v.SurrogateKey != "" {
			t.sk = max(t.sk, cell.Width(cell.Clean(v.SurrogateKey)), 2)
		}
		t.from = max(t.from, cell.Width(cell.Clean(v.From)))
		t.to = max(t.to, cell.Width(cell.Clean(v.To)))
		note := done(v, m)
		t.notes = append(t.notes, note)
		t.noteW = max(t.noteW, cell.Width(note))
	}
	t.sk = min(t.sk, 12)
	t.noteW = min(t.noteW, max(width/3, 16))
	order := changedFirst(m, c, info.Label)
	t.left = max(min(scroll, len(order)-1), 0)
	t.choose(order[t.left:])
	return t
}

// choose takes as many attributes as fit between the period and the notes.
func (t *versions) choose(order []int) {
	room := t.width - 2 - t.from - 2 - t.to - 2 - t.noteW - 2
	if t.sk > 0 {
		room -= t.sk + 2
	}
	for n, i := range order {
		w := cell.Width(cell.Clean(t.names[i]))
		for _, v := range t.rows {
			if i < len(v.Values) {
				w = max(w, cell.Width(cell.Value(v.Values[i])))
			}
		}
		w = min(w, valueAtMost)
		if n > 0 && w+2 > room && room < valueAtLeast+2 {
			t.right = len(order) - n
			return
		}
		w = max(min(w, room-2), 4)
		room -= w + 2
		t.columns = append(t.columns, i)
		t.widths = append(t.widths, w)
	}
}

// changedFirst orders the attributes: those that the change touches, then the others as the dimension has them, the label last.
func changedFirst(m engine.Member, c engine.Change, label string) []int {
	changed := map[string]bool{}
	if c.Kind != engine.New && c.Kind != engine.Returned {
		for _, col := range c.Columns {
			changed[col.Name] = changed[col.Name] || col.Taken
		}
	}
	var order []int
	last := -1
	for _, want := range []bool{true, false} {
		for i, name := range m.Columns {
			switch {
			case changed[name] != want:
			case name == label && !want:
				last = i // it stands in the heading
			default:
				order = append(order, i)
			}
		}
	}
	if last >= 0 {
		order = append(order, last)
	}
	return order
}

func (t versions) header(st *styles.Styles) string {
	l := styles.NewLine(t.width, nil).Put(st.Quiet, "  ")
	if t.sk > 0 {
		l.Put(st.Quiet, cell.FitRight("sk", t.sk)+"  ")
	}
	l.Put(st.Quiet, cell.Fit("from", t.from)+"  "+cell.Fit("to", t.to)+"  ")
	if t.left > 0 {
		l.Put(st.Quiet, "‹ ")
	}
	for n, i := range t.columns {
		l.Put(st.Quiet, cell.Fit(cell.Clean(t.names[i]), t.widths[n])+"  ")
	}
	if t.right > 0 {
		l.Put(st.Quiet, "+"+strconv.Itoa(t.right)+" ›")
	}
	return l.String()
}

// body is n rows from top.
func (t versions) body(st *styles.Styles, top, n int) []string {
	var lines []string
	for r := top; r < min(top+n, len(t.rows)); r++ {
		lines = append(lines, t.line(st, r))
	}
	if below := len(t.rows) - top - n; below > 0 && n > 1 {
		lines[len(lines)-1] = styles.NewLine(t.width, nil).Put(st.Quiet, "  … "+cell.Plural(int64(below+1), "more version")+": Tab, then j").String()
	}
	return lines
}

func (t versions) line(st *styles.Styles, r int) string {
	v := t.rows[r]
	style := st.Plain
	if v.Opens {
		style = st.LaneNew
	}
	if v.Empty {
		style = st.Quiet
	}
	l := styles.NewLine(t.width, nil).Put(style, "  ")
	if t.sk > 0 {
		l.Put(style, cell.FitRight(cell.Clean(v.SurrogateKey), t.sk)+"  ")
	}
	to := cell.Clean(v.To)
	if to == "" {
		to = "–"
	}
	l.Put(style, cell.Fit(cell.Clean(v.From), t.from)+"  "+cell.Fit(to, t.to)+"  ")
	if t.left > 0 {
		l.Put(style, "  ")
	}
	for n, i := range t.columns {
		text := ""
		if i < len(v.Values) {
			text = cell.Value(v.Values[i])
		}
		value := style
		if slices.Contains(v.Edited, t.names[i]) {
			value = st.LaneNew
		}
		l.Put(value, cell.Fit(text, t.widths[n])+"  ")
	}
	noteStyle := st.Quiet
	if v.Opens || v.Was != nil || len(v.Edited) > 0 {
		noteStyle = st.LaneNew
	}
	return l.To(max(t.width-t.noteW-1, l.At())).Put(noteStyle, t.notes[r]).String()
}

// done says what the plan does to a version, and what is particular about it.
func done(v engine.Version, m engine.Member) string {
	var parts []string
	switch {
	case v.Empty:
		parts = append(parts, "empty")
	case v.Current:
		parts = append(parts, "●")
	}
	if v.Opens {
		parts = append(parts, "opens")
	}
	if v.Was != nil {
		if v.Was.From != v.From {
			parts = append(parts, "from was "+cell.Clean(v.Was.From))
		}
		if v.Was.To != v.To {
			parts = append(parts, "to was "+end(v.Was.To))
		}
	}
	if n := len(v.Edited); n > 0 {
		name := v.Edited[0]
		text := cell.Clean(name) + " was " + oldValue(v, m, name)
		if n > 1 {
			text += " +" + strconv.Itoa(n-1)
		}
		parts = append(parts, text)
	}
	if v.Deleted {
		parts = append(parts, "deleted")
	}
	return strings.Join(parts, " ")
}

func end(to string) string {
	if to == "" {
		return "open"
	}
	return cell.Clean(to)
}

// oldValue is what a version held before it is overwritten.
func oldValue(v engine.Version, m engine.Member, name string) string {
	for _, old := range m.Before {
		if old.SurrogateKey != v.SurrogateKey || v.SurrogateKey == "" && old.From != v.From {
			continue
		}
		for i, n := range m.Columns {
			if n == name && i < len(old.Values) {
				return cell.Value(old.Values[i])
			}
		}
	}
	return "?"
}
