package prose

import (
	"strings"

	"dimdesk/learn"
	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// word is what stays together on a line: pieces without a space between them.
type word []piece

type piece struct {
	text  string
	style lipgloss.Style
}

func (w word) width() (n int) {
	for _, p := range w {
		n += cell.Width(p.text)
	}
	return n
}

// wrap breaks spans at spaces into lines of at most w columns, and inside a word only where that is longer than a line.
func wrap(st *styles.Styles, spans []learn.Span, w int) []string {
	var lines []string
	var line strings.Builder
	taken := 0
	end := func() {
		lines = append(lines, line.String())
		line.Reset()
		taken = 0
	}
	for _, word := range words(st, spans) {
		if taken > 0 && taken+1+word.width() > w {
			end()
		}
		if taken > 0 {
			line.WriteByte(' ')
			taken++
		}
		for _, p := range word {
			for _, part := range parts(p.text, w) {
				if taken > 0 && taken+cell.Width(part) > w {
					end()
				}
				line.WriteString(p.style.Render(part))
				taken += cell.Width(part)
			}
		}
	}
	if taken > 0 || len(lines) == 0 {
		end()
	}
	return lines
}

// parts breaks what is longer than a line.
func parts(text string, w int) []string {
	if cell.Width(text) <= w {
		return []string{text}
	}
	return strings.Split(ansi.Hardwrap(text, max(w, 1), true), "\n")
}

// words are the words of spans, each of one or more styles: `id`, say, is a word with its comma.
func words(st *styles.Styles, spans []learn.Span) []word {
	var all []word
	fresh := true // the next piece begins a word
	for _, s := range spans {
		style, text := st.Plain, cell.Clean(s.Text)
		switch {
		case s.Code:
			if style = st.Code; st.Colourless {
				text = "`" + text + "`"
			}
		case s.Bold:
			style = st.Strong
		}
		for i, part := range strings.Split(text, " ") {
			if i > 0 {
				fresh = true
			}
			if part == "" {
				continue
			}
			if fresh || len(all) == 0 {
				all = append(all, word{})
			}
			fresh = false
			all[len(all)-1] = append(all[len(all)-1], piece{part, style})
		}
	}
	return all
}
