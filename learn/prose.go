package learn

import "strings"

// Block is a piece of a text: a paragraph, an entry of a list, or lines of code.
type Block struct {
	Item  bool // of a list
	Code  bool // Lines as they are
	Spans []Span
	Lines []string // of code
}

// Span is a piece of a paragraph in one style.
type Span struct {
	Text       string
	Bold, Code bool
}

// Blocks reads the text of a lesson: paragraphs divided by blank lines, lists of lines that begin with "- ", code between
// lines of ``` or indented by four spaces, and within a line **bold** and `code`. Line ends within a paragraph are spaces.
func Blocks(text string) (out []Block) {
	var held []string
	item := false
	flush := func() {
		if len(held) > 0 {
			out = append(out, Block{Item: item, Spans: spans(strings.Join(held, " "))})
		}
		held, item = nil, false
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		bare := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(bare, "```"):
			flush()
			var code []string
			for i++; i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i]), "```"); i++ {
				code = append(code, lines[i])
			}
			out = append(out, Block{Code: true, Lines: code})
		case strings.HasPrefix(line, "    ") && len(held) == 0:
			code := []string{line[4:]}
			for ; i+1 < len(lines) && strings.HasPrefix(lines[i+1], "    "); i++ {
				code = append(code, lines[i+1][4:])
			}
			out = append(out, Block{Code: true, Lines: code})
		case bare == "":
			flush()
		case strings.HasPrefix(bare, "- "):
			flush()
			held, item = []string{bare[2:]}, true
		default:
			held = append(held, bare)
		}
	}
	flush()
	return out
}

// spans reads the styles of one paragraph. A mark without its partner is text.
func spans(s string) (out []Span) {
	bold, from := false, 0
	add := func(text string, code bool) {
		if text != "" {
			out = append(out, Span{Text: text, Bold: bold, Code: code})
		}
	}
	for i := 0; i < len(s); {
		switch {
		case s[i] == '`':
			end := strings.IndexByte(s[i+1:], '`')
			if end < 0 {
				i++
				continue
			}
			add(s[from:i], false)
			add(s[i+1:i+1+end], true)
			i += end + 2
			from = i
		case strings.HasPrefix(s[i:], "**") && (bold || strings.Contains(s[i+2:], "**")):
			add(s[from:i], false)
			bold = !bold
			i += 2
			from = i
		default:
			i++
		}
	}
	add(s[from:], false)
	return out
}

// Plain is a text without its marks, as one line.
func Plain(text string) string {
	var b strings.Builder
	for i, block := range Blocks(text) {
		if i > 0 {
			b.WriteByte(' ')
		}
		for _, s := range block.Spans {
			b.WriteString(s.Text)
		}
		b.WriteString(strings.Join(block.Lines, " "))
	}
	return b.String()
}
