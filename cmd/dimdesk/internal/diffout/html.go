package diffout

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/tui/cell"
)

//go:embed page.css
var css string

// page writes one HTML file that needs nothing else and follows the reader's light or dark setting.
type page struct {
	out  *bufio.Writer
	head Head
}

func newHTML(out io.Writer, h Head) *page {
	w := &page{out: bufio.NewWriter(out), head: h}
	i := h.Info
	title := text(i.Dimension) + " ◂ " + text(i.Batch)
	fmt.Fprintf(w.out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n"+
		"<h1>%s</h1>\n<p>as of %s, read as a %s</p>\n", title, css, title, text(i.AsOf), text(i.Mode))
	if len(i.Notices) > 0 {
		fmt.Fprint(w.out, "<ul>\n")
		for _, n := range i.Notices {
			fmt.Fprintf(w.out, "<li>%s</li>\n", text(n))
		}
		fmt.Fprint(w.out, "</ul>\n")
	}
	for _, line := range summary(h) {
		fmt.Fprintf(w.out, "<p class=\"counts\">%s</p>\n", text(line))
	}
	fmt.Fprintf(w.out, "<table>\n<thead><tr><th>kind<th class=\"n\">row<th>%s", text(strings.Join(i.Key, "/")))
	if i.Label != "" {
		fmt.Fprintf(w.out, "<th>%s", text(i.Label))
	}
	fmt.Fprint(w.out, "<th>effective<th>what</tr></thead>\n<tbody>\n")
	return w
}

func (w *page) Change(c engine.Change, _ []engine.Operation) error {
	fmt.Fprintf(w.out, "<tr class=\"%s\"><td class=\"kind\">%s %s<td class=\"n\">%s<td>%s",
		c.Kind, text(c.Kind.Mark()), c.Kind, rowName(c), text(cell.Key(c.Key)))
	if w.head.Info.Label != "" {
		fmt.Fprintf(w.out, "<td>%s", text(c.Label))
	}
	_, err := fmt.Fprintf(w.out, "<td>%s<td>%s</tr>\n", text(c.Effective), text(plain.What(c, w.head.Info.Label)))
	return err
}

func (w *page) Close() error {
	fmt.Fprint(w.out, "</tbody>\n</table>\n</body>\n</html>\n")
	return w.out.Flush()
}

func text(s string) string { return html.EscapeString(cell.Clean(s)) }
