package learn

import (
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// place is where the keys go on a bench.
type place int

const (
	asked place = iota
	editing
	looking
	places
)

// bench is what a page with an editor has: what is asked above it, and what came of it below, or beside where there is room. What was
// written and run is remembered, and can be gone back to.
type bench struct {
	ed           editor
	above, below pane
	at           place
	drafts       []draft
	now          int // the draft that is seen
}

// draft is a text at some time, and what came of it.
type draft struct {
	text  string
	ran   bool
	fresh bool // somebody starts again: what came of earlier ones is over
	came  exhibit
}

func newBench(text string) bench {
	b := bench{ed: newEditor(text), at: editing, drafts: []draft{{text: text}}}
	b.drafts[0].text = b.ed.Text()
	return b
}

// keep notes the text where it has changed.
func (b *bench) keep() {
	if text := b.ed.Text(); text != b.drafts[b.now].text {
		b.add(draft{text: text})
	}
}

// add puts a draft after the one that is seen; what was undone is gone then.
func (b *bench) add(d draft) {
	b.drafts = append(b.drafts[:b.now+1:b.now+1], d)
	b.now++
}

// set replaces the text, as somebody would who types.
func (b *bench) set(text string) {
	b.keep()
	b.ed.Set(text)
	b.keep()
}

// turn goes to the draft before or after, and tells whether there is one.
func (b *bench) turn(by int) bool {
	b.keep()
	if n := b.now + by; n < 0 || n >= len(b.drafts) {
		return false
	}
	b.now += by
	b.ed.Set(b.drafts[b.now].text)
	b.below.top()
	return true
}

// draft is the one that is seen.
func (b *bench) draft() *draft { return &b.drafts[b.now] }

// last is the draft that what is shown came of: the one that is seen, or the last one before it that counts as run.
func (b *bench) last(ran func(n int) bool) (n int, ok bool) {
	for n = b.now; n >= 0; n-- {
		switch {
		case ran(n):
			return n, true
		case b.drafts[n].fresh:
			return 0, false
		}
	}
	return 0, false
}

// before says of what came of a draft that the text is another one by now; "" where it is not.
func (b *bench) before(n int) string {
	if n == b.now && !b.stale() {
		return ""
	}
	return ", for the text before your last change"
}

// stale tells whether the text is another one than that of the draft.
func (b *bench) stale() bool { return b.draft().text != b.ed.Text() }

// typing takes a message while text is typed, and tells whether it was taken.
func (b *bench) typing(msg tea.Msg) bool {
	k, press := msg.(tea.KeyPressMsg)
	switch _, paste := msg.(tea.PasteMsg); {
	case !b.ed.typing:
		return false
	case press && key.Matches(k, keys.Back):
		b.leave()
	case press && key.Matches(k, keys.Pane):
		b.leave()
		b.turnTo(k)
	case press && key.Matches(k, keys.Run):
		return false
	case press || paste:
		b.ed.Update(msg)
	default:
		return false
	}
	return true
}

// leave ends typing.
func (b *bench) leave() {
	b.ed.Leave()
	b.keep()
}

// edit begins it.
func (b *bench) edit() {
	b.at = editing
	b.ed.Type()
}

func (b *bench) turnTo(k tea.KeyPressMsg) {
	by := place(1)
	if k.String() == "shift+tab" {
		by = places - 1
	}
	b.at = (b.at + by) % places
}

// move takes the keys that move in a pane or between panes, outside of typing.
func (b *bench) move(msg tea.KeyPressMsg) {
	switch {
	case key.Matches(msg, keys.Pane):
		b.turnTo(msg)
	case b.at == asked:
		b.above.pressed(msg, false)
	case b.at == looking:
		b.below.pressed(msg, true)
	default:
		keys.Move(msg, &b.ed)
	}
}

func (b *bench) wheel(msg tea.MouseWheelMsg) {
	if b.at == asked {
		b.above.wheel(msg)
	} else {
		b.below.wheel(msg)
	}
}

// typingKeys are those that are not text while text is typed.
var typingKeys = keys.Titled("While typing", keys.As(keys.Run, "run it"), keys.As(keys.Back, "leave the editor"), keys.As(keys.Pane, "other pane"))

func typingFooter(st *styles.Styles, w int) string {
	return page.Footer(st, w, keys.As(keys.Run, "run it"), keys.As(keys.Pane, "other pane"), keys.As(keys.Interrupt, "cancel, leave"), keys.As(keys.Back, "leave the editor: hints, undo, and more"))
}

// reset asks before a learner starts again.
func reset(what string, do func() tea.Cmd) dialog.Dialog {
	return &dialog.Confirm{Title: "Start again?", Body: []string{what}, Buttons: []dialog.Button{{Label: "Keep it"}, {Key: "y", Label: "Start again", Do: do}}}
}

// titles are the headings of a bench's panes.
type titles struct{ above, editor, below string }

// draw lays the panes out on w×h, which begins in line y of the page.
func (b *bench) draw(st *styles.Styles, t titles, above func(w int) []string, below exhibit, w, h, y int) []string {
	left := textWidth(w)
	text := fill(above(min(left, textMost)), left)
	if w >= wide {
		n := min(len(text)+1, h*2/3)
		lines := b.above.draw(st, t.above, text, left, n, b.at == asked)
		lines = append(lines, b.editor(st, t.editor, left, h-n, y+n)...)
		right := w - left - 1
		return beside(st, lines, b.below.draw(st, t.below, below.lines(st, right, &b.below.left), right, h, b.at == looking))
	}
	tables := below.lines(st, w, &b.below.left)
	n, e := b.share(h, len(text)+1, len(tables)+1)
	lines := b.above.draw(st, t.above, text, w, n, b.at == asked)
	lines = append(lines, b.editor(st, t.editor, w, e, y+n)...)
	return append(lines, b.below.draw(st, t.below, tables, w, h-n-e, b.at == looking)...)
}

// askLeast is how many lines what is asked has at least, its heading included, where it needs them and the screen is not small.
const askLeast = 7

// share divides h lines between the three panes: the one that the keys are in gets the most of what it needs. Once something was run,
// what came of it needs the room that the question had, but for the least that the question needs to be read.
func (b *bench) share(h, above, below int) (text, editor int) {
	need := max(b.ed.area.LineCount()+2, 4)
	parts := map[place]int{asked: 30, editing: 30}
	if b.draft().ran {
		parts = map[place]int{asked: 15, editing: 25}
	}
	most := func(p place, focused int) int {
		if b.at == p {
			return h * focused / 100
		}
		return h * parts[p] / 100
	}
	text = min(above, max(most(asked, 55), min(askLeast, h/3)))
	editor = min(need, most(editing, parts[editing]+15))
	if spare := h - text - editor - below; spare > 0 {
		more := min(spare, above-text)
		text, spare = text+more, spare-more
		editor += min(spare, max(need-editor, 0))
	}
	return text, editor
}

func (b *bench) editor(st *styles.Styles, title string, w, h, y int) []string {
	rule := pane{}
	lines := rule.draw(st, title, nil, w, 1, b.at == editing)
	return append(lines, b.ed.Lines(st, 0, y+1, w, h-1)...)
}
