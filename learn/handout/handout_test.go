package handout_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"dimdesk/engine/duck"
	"dimdesk/learn"
	"dimdesk/learn/handout"
)

// TestHandout prints the lesson that has every kind of step. What it runs is on paper, and no answer before the page of answers.
func TestHandout(t *testing.T) {
	ctx := context.Background()
	lab, err := duck.NewLab(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lab.Close() }()
	c, err := learn.Load(os.DirFS("../testdata"))
	if err != nil {
		t.Fatal(err)
	}
	l := *c.Lessons[0]
	l.Scene.Dimension = strings.Replace(l.Scene.Dimension, "Ada", "<Ada|&>", 1)
	l.Steps[0].Scene, l.Steps[1].Scene = l.Scene, l.Scene
	var md, page strings.Builder
	if err := handout.Markdown(ctx, &md, lab, c, &l); err != nil {
		t.Fatal(err)
	}
	if err := handout.HTML(ctx, &page, lab, c, &l); err != nil {
		t.Fatal(err)
	}
	for text, wants := range map[string][]string{
		md.String(): {"# 1. A move that comes late", "| 1 | C1 | &lt;Ada\\|&> | London | 2024-01-01 | NULL |", "| 1 | C1 | ", "| London | 2024-01-01 | 2024-03-01 |",
			"- [ ] b) 2", "### Task 2: Close, then open\n\n`dim_customer`\n\n", "| C2 | Ravi | Delhi | 2024-05-01 |\n\nWrite the two", "<Ada|&>  London: 2024-01-01 → …\n", "```sql\nSELECT 1;\n```", "MERGE INTO", "- **version**: One row of a dimension."},
		page.String(): {"<h1>1. A move that comes late</h1>", "<td>&lt;Ada|&amp;&gt;</td>", `<td class="null">NULL</td>`, "<li>2</li>", `<text x="0" y="20">&lt;Ada|&amp;&gt;</text>`, "SELECT 1;", "<strong>version</strong>", "<ul><li>What becomes of London?</li></ul>"},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		body, answers, ok := strings.Cut(text, "Answers</h2>")
		if !ok {
			body, answers, ok = strings.Cut(text, "## Answers")
		}
		if !ok || strings.Contains(body, "London ends where") || !strings.Contains(answers, "London ends where") || strings.Contains(body, "IS DISTINCT FROM s.city;\n") || !strings.Contains(answers, "row_number()") {
			t.Error("answers and solutions stand at the end, and only there")
		}
	}
	if strings.Contains(page.String(), "<Ada") || strings.Contains(page.String(), "http") {
		t.Error("what is data stays data, and the page loads nothing")
	}
}
