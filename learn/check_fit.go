package learn

import (
	"strings"
	"unicode/utf8"
)

// What is seen at once on a screen of 80×24, besides the title, the rules, the keys and a few rows of tables.
const (
	mostWidth  = 76
	mostText   = 16 // lines of a text, of a question with its choices and an answer, and of SQL
	mostAsk    = 10 // lines that ask a task, above its editor
	mostTold   = 6  // lines of a hint, or of what a miss says
	indentText = 6  // before a choice
)

func (k *checker) textFits(line int, what, text string, most int) {
	n := k.lines(line, what, text, mostWidth)
	if n > most {
		k.say(line, "%s: %d lines on a screen of 80 columns; %d fit", what, n, most)
	}
}

// questionFits holds a question against the screen with the longest of what is told after it.
func (k *checker) questionFits(q *Question) {
	n, told := k.lines(q.Line, "ask", q.Ask, mostWidth), 0
	for _, c := range q.Choices {
		n += k.lines(c.Line, "answer", c.Answer, mostWidth-indentText)
		told = max(told, k.lines(c.Line, "says", c.Says, mostWidth))
	}
	if n+told > mostText {
		k.say(q.Line, "the question takes %d lines and what is told after it %d; %d fit", n, told, mostText)
	}
}

// codeFits holds what is shown as it is written against the screen's width.
func (k *checker) codeFits(line int, what, text string) {
	for _, l := range strings.Split(text, "\n") {
		if n := utf8.RuneCountInString(strings.TrimRight(l, " ")); n > mostWidth {
			k.say(line, "%s: a line of %d characters (%.20s…); %d fit", what, n, strings.TrimSpace(l), mostWidth)
			return
		}
	}
}

// lines is how many lines a text takes at a width.
func (k *checker) lines(line int, what, text string, width int) (n int) {
	for i, b := range Blocks(text) {
		if i > 0 && !b.Item {
			n++ // the line before a paragraph
		}
		if b.Code {
			k.codeFits(line, what, strings.Join(b.Lines, "\n"))
			n += len(b.Lines)
			continue
		}
		w := width
		if b.Item {
			w -= 3
		}
		var words strings.Builder
		for _, s := range b.Spans {
			words.WriteString(s.Text)
		}
		n += wrapped(words.String(), w)
	}
	return n
}

// wrapped is how many lines words take at a width.
func wrapped(text string, width int) int {
	n, at := 0, width+1
	for _, word := range strings.Fields(text) {
		w := utf8.RuneCountInString(word)
		if at+1+w > width {
			n, at = n+1, w
		} else {
			at += 1 + w
		}
	}
	return n
}
