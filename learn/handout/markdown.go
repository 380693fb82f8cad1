package handout

import (
	"context"
	"fmt"
	"io"
	"strings"

	"dimdesk/engine"
	"dimdesk/learn"
)

// Markdown writes a lesson as Markdown.
func Markdown(ctx context.Context, out io.Writer, lab engine.Lab, c *learn.Course, l *learn.Lesson) error {
	ps, err := parts(ctx, lab, c, l)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, p := range ps {
		if s := strings.TrimRight(p.markdown(), "\n"); s != "" {
			b.WriteString(s + "\n\n")
		}
	}
	_, err = io.WriteString(out, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func (p part) markdown() string {
	switch {
	case p.heading != "":
		return strings.Repeat("#", p.level) + " " + p.heading
	case p.text != "":
		return strings.TrimSpace(p.text)
	case p.table != nil:
		return "`" + p.table.Name + "`\n\n" + markdownTable(p.table.Table)
	case p.code != "":
		return "```" + p.lang + "\n" + strings.TrimRight(p.code, "\n") + "\n```"
	case len(p.lanes) > 0:
		return markdownLanes(p.lanes)
	case p.said != "":
		return "> " + strings.ReplaceAll(p.said, "\n", "\n> ")
	}
	var b strings.Builder
	for i, c := range p.choices {
		fmt.Fprintf(&b, "- [ ] %c) %s\n", 'a'+i, strings.Join(strings.Fields(c), " "))
	}
	return b.String()
}

func markdownTable(t engine.Table) string {
	var b strings.Builder
	row := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	cells, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		cells[i], rule[i] = markdownCell(c), "---"
	}
	row(cells)
	row(rule)
	for _, r := range t.Rows {
		for i, v := range r {
			cells[i] = markdownCell(shown(v))
		}
		row(cells)
	}
	return b.String()
}

// shown is a cell as it is printed: NULL says so, for on paper an empty cell could be the empty text.
func shown(v engine.Value) string {
	if v.Null {
		return "NULL"
	}
	return v.Text
}

var markdownEscape = strings.NewReplacer("|", `\|`, "\n", " ", "\r", "", "<", "&lt;", "*", `\*`, "`", "\\`")

func markdownCell(s string) string { return markdownEscape.Replace(s) }
