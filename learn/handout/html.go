package handout

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"dimdesk/engine"
	"dimdesk/learn"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// HTML writes a lesson as one page with its own styles, light, dark and on paper.
func HTML(ctx context.Context, out io.Writer, lab engine.Lab, c *learn.Course, l *learn.Lesson) error {
	ps, err := parts(ctx, lab, c, l)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, p := range ps {
		b.WriteString(p.html() + "\n")
	}
	return page.Execute(out, struct {
		Title string
		Body  template.HTML
	}{l.Title, template.HTML(b.String())})
}

func (p part) html() string {
	esc := template.HTMLEscapeString
	switch {
	case p.heading != "":
		class := ""
		if p.pageBreak {
			class = ` class="page"`
		}
		return fmt.Sprintf("<h%d%s>%s</h%d>", p.level, class, esc(p.heading), p.level)
	case p.text != "":
		return htmlText(p.text)
	case p.table != nil:
		return htmlTable(p.table)
	case p.code != "":
		return "<pre><code>" + esc(strings.TrimRight(p.code, "\n")) + "</code></pre>"
	case len(p.lanes) > 0:
		return htmlLanes(p.lanes)
	case p.said != "":
		return "<blockquote>" + strings.ReplaceAll(esc(p.said), "\n", "<br>") + "</blockquote>"
	}
	var b strings.Builder
	for _, c := range p.choices {
		b.WriteString("<li>" + inline(strings.Join(strings.Fields(c), " ")) + "</li>")
	}
	if b.Len() == 0 {
		return ""
	}
	return `<ol type="a">` + b.String() + "</ol>"
}

func htmlText(text string) string {
	var b strings.Builder
	list := false
	for _, block := range learn.Blocks(text) {
		if list != block.Item {
			b.WriteString(map[bool]string{true: "<ul>", false: "</ul>"}[block.Item])
			list = block.Item
		}
		switch {
		case block.Code:
			b.WriteString("<pre><code>" + template.HTMLEscapeString(strings.Join(block.Lines, "\n")) + "</code></pre>")
		case block.Item:
			b.WriteString("<li>" + spans(block.Spans) + "</li>")
		default:
			b.WriteString("<p>" + spans(block.Spans) + "</p>")
		}
	}
	if list {
		b.WriteString("</ul>")
	}
	return b.String()
}

func inline(text string) string {
	var b strings.Builder
	for _, block := range learn.Blocks(text) {
		b.WriteString(spans(block.Spans))
	}
	return b.String()
}

func spans(in []learn.Span) string {
	var b strings.Builder
	for _, s := range in {
		text := template.HTMLEscapeString(s.Text)
		if s.Code {
			text = "<code>" + text + "</code>"
		}
		if s.Bold {
			text = "<strong>" + text + "</strong>"
		}
		b.WriteString(text)
	}
	return b.String()
}

func htmlTable(t *learn.Named) string {
	var b strings.Builder
	esc := template.HTMLEscapeString
	b.WriteString("<table><caption>" + esc(t.Name) + "</caption><tr>")
	for _, c := range t.Table.Columns {
		b.WriteString("<th>" + esc(c) + "</th>")
	}
	b.WriteString("</tr>")
	for _, r := range t.Table.Rows {
		b.WriteString("<tr>")
		for _, v := range r {
			if v.Null {
				b.WriteString(`<td class="null">NULL</td>`)
			} else {
				b.WriteString("<td>" + esc(v.Text) + "</td>")
			}
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	return b.String()
}
