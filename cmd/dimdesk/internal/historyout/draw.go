package historyout

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"
	"dimdesk/tui/timeline"
)

// page is how wide a drawing is where there is no terminal to fill; drawn is the most attributes that it shows.
const (
	page  = 80
	drawn = 6
)

// Draw draws the member's life to scale and lists its versions below. Width is the terminal's, and 0 for what is none;
// without styles it is plain text.
func Draw(out io.Writer, s engine.Spec, m engine.Member, width int, st *styles.Styles) error {
	member := cell.Key(m.Key)
	if m.Label != "" {
		member += " " + cell.Clean(m.Label)
	}
	fmt.Fprintf(out, "%s, %s\n", member, cell.Plural(int64(len(m.Before)), "version"))
	if m.Fault != "" {
		fmt.Fprintf(out, "%s its history is broken: %s\n", engine.Rejected.Mark(), cell.Clean(m.Fault))
	}
	if lines := drawing(m, width, st); len(lines) > 0 {
		fmt.Fprintf(out, "\n%s\n", strings.Join(lines, "\n"))
	}
	fmt.Fprintln(out)
	heading := append([]string{s.Period.From, s.Period.To}, m.Columns...)
	if s.SurrogateKey.Column != "" {
		heading = append([]string{s.SurrogateKey.Column}, heading...)
	}
	t := plain.NewTable(out, width, plain.List(heading)...)
	for _, v := range m.Before {
		var cells []string
		if s.SurrogateKey.Column != "" {
			cells = append(cells, cell.Clean(v.SurrogateKey))
		}
		cells = append(cells, cell.Clean(v.From), end(v))
		for _, value := range v.Values {
			cells = append(cells, cell.Value(value))
		}
		if err := t.Row(cells...); err != nil {
			return err
		}
	}
	return t.Close()
}

// end is a version's end, with the mark of the current one, and what an empty or deleted one is.
func end(v engine.Version) string {
	switch {
	case v.Current:
		return engine.Null.Show() + " ●"
	case v.Empty:
		return cell.Clean(v.To) + " (empty)"
	case v.Deleted:
		return cell.Clean(v.To) + " (deleted)"
	}
	return cell.Clean(v.To)
}

// drawing renders the member's lanes as wide as the terminal, or a page.
func drawing(m engine.Member, width int, st *styles.Styles) []string {
	plainText := st == nil
	if plainText {
		none := styles.New(false)
		st = &none
	}
	if width == 0 {
		width = page
	}
	lanes, names := lanesOf(m)
	lines := timeline.Render(st, lanes, names, width)
	for i, line := range lines {
		if plainText {
			line = ansi.Strip(line)
		}
		lines[i] = strings.TrimRight(line, " ")
	}
	return lines
}

// lanesOf makes a lane for each attribute that differs between versions (the first type 2 one, where none does), and
// says how wide their names are.
func lanesOf(m engine.Member) (lanes []timeline.Lane, names int) {
	first := -1
	for i := range m.Columns {
		if first < 0 && i < len(m.Types) && m.Types[i] == engine.Type2 {
			first = i
		}
		if len(lanes) < drawn && differs(m.Before, i) {
			lanes = append(lanes, laneOf(m, i))
		}
	}
	if len(lanes) == 0 {
		lanes = []timeline.Lane{{Spans: timeline.Of(m.Before, first)}}
		if first >= 0 {
			lanes[0] = laneOf(m, first)
		}
	}
	for _, l := range lanes {
		names = max(names, cell.Width(l.Name))
	}
	return lanes, names
}

func laneOf(m engine.Member, column int) timeline.Lane {
	name := cell.Clean(m.Columns[column])
	if column < len(m.Types) {
		name += cell.Sup(m.Types[column])
	}
	return timeline.Lane{Name: cell.Cut(name, 20), Spans: timeline.Of(m.Before, column)}
}

// differs tells whether an attribute has more than one value over the versions.
func differs(versions []engine.Version, column int) bool {
	for i := 1; i < len(versions); i++ {
		if versions[i].Values[column] != versions[0].Values[column] {
			return true
		}
	}
	return false
}
