package csvfile

import (
	"strings"

	"dimdesk/engine"
)

// delimiters are tried in this order; the first of the most frequent wins.
const delimiters = ",;\t|"

// maxColumns bounds what a header may name.
const maxColumns = 1 << 16

// delimiterOf tells the delimiter of a file: by its extension, or the one that its header has most of outside quotes. A
// header without any is one column, and the delimiter a comma.
func delimiterOf(path string, win *window) byte {
	if DelimiterFor(path) == '\t' {
		return '\t'
	}
	for {
		counts, complete := countDelimiters(win.data())
		if complete || win.done || len(win.data()) > MaxRecord {
			best := byte(',')
			for _, d := range []byte(delimiters) {
				if counts[d] > counts[best] {
					best = d
				}
			}
			return best
		}
		win.more()
	}
}

// countDelimiters counts the candidates in the first record; complete is false where text may end inside it.
func countDelimiters(text []byte) (counts [256]int, complete bool) {
	inside, begins := false, true
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inside:
			if c == '"' {
				if i+1 < len(text) && text[i+1] == '"' {
					i++
				} else {
					inside = false
				}
			}
			continue
		case c == '"' && begins:
			inside = true
		case c == '\n', c == '\r':
			return counts, true
		}
		if begins = strings.IndexByte(delimiters, c) >= 0; begins {
			counts[c]++
		}
	}
	return counts, false
}

// readHeader reads line 1 and checks its names: none empty, none twice.
func (l *lexer) readHeader() (names []string, quoted bool, err error) {
	ok, err := l.next()
	if err != nil {
		return nil, false, err
	}
	if !ok {
		return nil, false, emptyFile(l.name)
	}
	if l.blank() {
		return nil, false, engine.Errorf(engine.CodeFailed, "%s: line 1 is blank: a header line is expected", l.name).
			Help("The first line names the columns.")
	}
	if why := l.fault(l.count); why != "" {
		return nil, false, engine.Errorf(engine.CodeFailed, "%s: %s", l.name, why).Help("The first line names the columns.")
	}
	if l.count > maxColumns {
		return nil, false, engine.Errorf(engine.CodeFailed, "%s: the header has %d columns", l.name, l.count).
			Help("At most %d are read.", maxColumns)
	}
	quoted = true
	var scratch []byte
	for _, f := range l.fields {
		names = append(names, string(l.text(f, scratch)))
		quoted = quoted && f.quoted
	}
	return names, quoted, checkNames(l.name, names)
}

func emptyFile(name string) error {
	return engine.Errorf(engine.CodeFailed, "%s is empty: a header line is expected", name).
		Help("The first line names the columns, even where no rows follow.")
}

func checkNames(file string, names []string) error {
	seen := map[string]int{}
	var twice []string
	for i, name := range names {
		if strings.TrimSpace(name) == "" {
			return engine.Errorf(engine.CodeFailed, "%s: column %d of the header has no name", file, i+1).
				Help("Every column needs one; a delimiter at the end of line 1 makes one more column.")
		}
		key := strings.ToLower(name)
		if seen[key]++; seen[key] == 2 {
			twice = append(twice, name)
		}
	}
	if twice != nil {
		return engine.Errorf(engine.CodeFailed, "%s: the header names %s more than once", file, strings.Join(twice, ", ")).
			Help("Names are told apart without regard to case.")
	}
	return nil
}
