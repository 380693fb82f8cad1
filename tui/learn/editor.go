package learn

import (
	"strings"

	"dimdesk/tui/cell"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
)

// editor is a text of several lines. While somebody types in it, every key but a few is text.
type editor struct {
	area   textarea.Model
	x, y   int // where it was drawn last, within the page
	typing bool
}

// longest is how many characters an editor takes; a paste beyond that is cut.
const longest = 20_000

func newEditor(text string) editor {
	a := textarea.New()
	a.Prompt, a.Placeholder, a.CharLimit, a.MaxHeight = "", "", longest, 999
	a.EndOfBufferCharacter = ' '
	a.SetVirtualCursor(false)
	none := textarea.KeyMap{}
	k := a.KeyMap // as everybody knows them from a shell; what pastes, selects or changes letters is left out
	none.CharacterBackward, none.CharacterForward, none.LineNext, none.LinePrevious = k.CharacterBackward, k.CharacterForward, k.LineNext, k.LinePrevious
	none.WordBackward, none.WordForward, none.LineStart, none.LineEnd = k.WordBackward, k.WordForward, k.LineStart, k.LineEnd
	none.DeleteAfterCursor, none.DeleteBeforeCursor, none.DeleteWordBackward, none.DeleteWordForward = k.DeleteAfterCursor, k.DeleteBeforeCursor, k.DeleteWordBackward, k.DeleteWordForward
	none.DeleteCharacterBackward, none.DeleteCharacterForward, none.InsertNewline = k.DeleteCharacterBackward, k.DeleteCharacterForward, k.InsertNewline
	none.PageUp, none.PageDown, none.InputBegin, none.InputEnd = k.PageUp, k.PageDown, k.InputBegin, k.InputEnd
	a.KeyMap = none
	e := editor{area: a}
	e.Set(text)
	return e
}

// Text is what stands in it.
func (e *editor) Text() string { return e.area.Value() }

// Set replaces the text; the cursor goes to its beginning.
func (e *editor) Set(text string) {
	e.area.SetValue(strings.TrimRight(text, "\n"))
	e.area.MoveToBegin()
}

// Type begins to take keys as text.
func (e *editor) Type() {
	e.typing = true
	e.area.Focus()
}

// Leave ends that.
func (e *editor) Leave() {
	e.typing = false
	e.area.Blur()
}

// Update takes a key or a paste as text.
func (e *editor) Update(msg tea.Msg) {
	if paste, ok := msg.(tea.PasteMsg); ok {
		lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(paste.Content), "\n") // most terminals send \r for a line's end
		for i, l := range lines {
			lines[i] = cell.Clean(strings.ReplaceAll(l, "\t", "    "))
		}
		paste.Content = strings.Join(lines, "\n")
		msg = paste
	}
	e.area, _ = e.area.Update(msg) // its commands only blink a cursor that is the terminal's
}

// Move goes to another line.
func (e *editor) Move(by int64) {
	for ; by > 0; by-- {
		e.area.CursorDown()
	}
	for ; by < 0; by++ {
		e.area.CursorUp()
	}
}

// Page goes on by a page, or half of one.
func (e *editor) Page(half, back bool) {
	by := int64(max(e.area.Height()-1, 1))
	if half {
		by = max(by/2, 1)
	}
	if back {
		by = -by
	}
	e.Move(by)
}

// Home goes to the beginning.
func (e *editor) Home() { e.area.MoveToBegin() }

// End goes to the end.
func (e *editor) End() { e.area.MoveToEnd() }

// Lines draws it in w×h, at x, y of the page.
func (e *editor) Lines(st *styles.Styles, x, y, w, h int) []string {
	e.x, e.y = x, y
	state := textarea.StyleState{Text: st.Plain, LineNumber: st.Quiet, CursorLine: st.Plain, CursorLineNumber: st.Key, EndOfBuffer: st.Quiet}
	blurred := state
	blurred.CursorLineNumber = st.Quiet
	s := e.area.Styles()
	s.Focused, s.Blurred = state, blurred
	s.Cursor.Color, s.Cursor.Blink = nil, true
	e.area.SetStyles(s)
	e.area.SetWidth(w)
	e.area.View() // it scrolls to the cursor by what was drawn last
	e.area.SetHeight(h)
	if e.area.ScrollYOffset() > max(e.area.LineCount()-h, 0) { // it was lower before: nothing is hidden above where there is room below
		line, column := e.area.Line(), e.area.Column()
		for e.area.MoveToBegin(); e.area.Line() < line; {
			e.area.CursorDown()
		}
		e.area.SetCursorColumn(column)
		e.area.SetHeight(h)
	}
	lines := strings.Split(e.area.View(), "\n")
	for i, l := range lines {
		lines[i] = cell.Fit(l, w)
	}
	return lines
}

// Cursor is where the next character goes; nil while nobody types.
func (e *editor) Cursor() *tea.Cursor {
	c := e.area.Cursor()
	if c == nil || !e.typing {
		return nil
	}
	c.X += e.x
	c.Y += e.y
	return c
}
