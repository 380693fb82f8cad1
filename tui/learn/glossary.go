package learn

import (
	"slices"
	"strings"

	"dimdesk/learn"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/prose"
	"dimdesk/tui/styles"
)

// glossary lays the glossary over the page: first the terms that a lesson uses, then all others.
func (s *school) glossary(l *learn.Lesson) {
	var first, rest []learn.Term
	for _, t := range s.o.Course.Glossary {
		if l != nil && slices.ContainsFunc(l.Terms, func(name string) bool { return strings.EqualFold(name, t.Term) }) {
			first = append(first, t)
		} else {
			rest = append(rest, t)
		}
	}
	if len(first)+len(rest) == 0 {
		s.env.Dialogs.Open(dialog.Message("Glossary", "These lessons have none."))
		return
	}
	s.env.Dialogs.Open(dialog.NewText("Glossary", func(st *styles.Styles, w int) []string {
		w = min(w, textMost)
		lines := entries(st, "of this lesson", first, w)
		if len(first) > 0 && len(rest) > 0 {
			lines = append(lines, "")
		}
		return append(lines, entries(st, "all words", rest, w)...)
	}, keys.Glossary))
}

func entries(st *styles.Styles, title string, terms []learn.Term, w int) []string {
	if len(terms) == 0 {
		return nil
	}
	lines := []string{st.Quiet.Render(title)}
	for _, t := range terms {
		lines = append(lines, "", st.Strong.Render(cell.Clean(t.Term)))
		says := t.Says
		if len(t.See) > 0 {
			says += "\n\nSee also: " + strings.Join(t.See, ", ") + "."
		}
		for _, l := range prose.Lines(st, says, w-2) {
			lines = append(lines, "  "+l)
		}
	}
	return lines
}
