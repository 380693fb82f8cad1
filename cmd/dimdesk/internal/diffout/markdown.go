package diffout

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/tui/cell"
)

// markdown writes a table that can be pasted into a ticket or a pull request.
type markdown struct {
	out  *bufio.Writer
	head Head
}

func newMarkdown(out io.Writer, h Head) *markdown {
	w := &markdown{out: bufio.NewWriter(out), head: h}
	i := h.Info
	fmt.Fprintf(w.out, "## %s ◂ %s, as of %s\n\n", escape(i.Dimension), escape(i.Batch), escape(i.AsOf))
	for _, line := range summary(h) {
		fmt.Fprintf(w.out, "%s\n\n", escape(line))
	}
	heading := []string{"kind", "row", escape(strings.Join(i.Key, "/"))}
	rules := []string{"---", "--:", "---"}
	if i.Label != "" {
		heading, rules = append(heading, escape(i.Label)), append(rules, "---")
	}
	w.record(append(heading, "effective", "what"))
	w.record(append(rules, "---", "---"))
	return w
}

func (w *markdown) Change(c engine.Change, _ []engine.Operation) error {
	cells := []string{escape(c.Kind.Mark() + " " + c.Kind.String()), rowName(c), escape(cell.Key(c.Key))}
	if w.head.Info.Label != "" {
		cells = append(cells, escape(c.Label))
	}
	return w.record(append(cells, escape(c.Effective), escape(plain.What(c, w.head.Info.Label))))
}

func (w *markdown) record(cells []string) error {
	_, err := w.out.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	return err
}

func (w *markdown) Close() error { return w.out.Flush() }

var escaper = strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	"~", `\~`, "#", `\#`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "@", "&#64;")

// escape makes text plain text in Markdown: no markup, no link, no mention, no new cell.
func escape(s string) string { return escaper.Replace(cell.Clean(s)) }
