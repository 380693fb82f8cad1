package learn

import (
	"strings"
	"unicode/utf8"
)

// What is seen at once on a screen of 80×24, besides the title, the rules, the keys and a few rows of tables.
const (
	mostWidth  = 76
	mostText   = 16 // lines of a text, of a quiz's question with its choices and an answer, and of SQL
	mostAbove  = 13 // lines of a question above its tables: with its choices, or with the answers that are told
	mostAsk    = 10 // lines that ask a task, above its editor
	mostTold   = 6  // lines of a hint, or of what a miss says
	indentText = 6  // before a choice, and what is told of it
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
	if q.Proof != nil {
		k.answeredFits(q)
	} else if n+told > mostText {
		k.say(q.Line, "the question takes %d lines and what is told after it %d; %d fit", n, told, mostText)
	}
}

// answeredFits holds a question above its tables against the screen: there the other choices go once one was chosen, and whoever
// chose a wrong one is told of it and of the right one.
func (k *checker) answeredFits(q *Question) {
	ask := k.lines(q.Line, "ask", q.Ask, mostWidth) + 1
	choices, right, wrong := 0, 0, 0
	for _, c := range q.Choices {
		answer := k.lines(c.Line, "answer", c.Answer, mostWidth-indentText)
		told := answer + k.lines(c.Line, "says", c.Says, mostWidth-indentText)
		if choices += answer; c.Right {
			right = told
		} else {
			wrong = max(wrong, told+1)
		}
	}
	if n := ask + max(choices, wrong+right); n > mostAbove {
		k.say(q.Line, "the question takes %d lines with what is told of a wrong answer and of the right one; %d fit above its tables", n, mostAbove)
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
