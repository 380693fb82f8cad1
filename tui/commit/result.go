package commit

import (
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/journal"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// result is the screen after a commit.
type result struct {
	env    *page.Env
	info   engine.Info
	w, h   int
	done   engine.Committed
	undo   *journal.Undo
	undone *engine.Committed // the commit that took it back
}

func newResult(env *page.Env, info engine.Info, done engine.Committed) *result {
	r := &result{env: env, info: info, done: done}
	r.undo = journal.NewUndo(env, func(c engine.Committed) tea.Cmd {
		r.undone = &c
		return nil
	})
	return r
}

// Init needs nothing.
func (r *result) Init() tea.Cmd { return nil }

// SetSize lays the page out anew.
func (r *result) SetSize(w, h int) { r.w, r.h = w, h }

// Update undoes, opens the log, or leaves.
func (r *result) Update(msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return r.undo.Update(msg)
	}
	if r.undo.Running() {
		return nil
	}
	switch {
	case key.Matches(k, keys.Quit):
		return r.env.Leave(nil)
	case key.Matches(k, keys.Undo) && r.canUndo():
		return r.undo.Ask(r.done.ID)
	case key.Matches(k, keys.Log) && r.env.Dimension != nil:
		return r.env.Push(journal.New(r.env, r.info.Dimension))
	}
	return nil
}

func (r *result) canUndo() bool { return r.env.Dimension != nil && r.done.ID > 0 && r.undone == nil }

// Interrupt cancels an undo that is running.
func (r *result) Interrupt() bool { return r.undo.Interrupt() }

// Working tells whether an undo goes on.
func (r *result) Working() bool { return r.undo.Running() }

// View says what was done.
func (r *result) View() string {
	st := r.env.Styles
	lines := []string{
		page.Title(st, r.w, cell.Clean(r.info.Dimension)+" ◂ "+cell.Clean(r.info.Batch), "as of "+cell.Clean(r.info.AsOf)),
		page.Rule(st, r.w, "", "", false),
	}
	lines = append(lines, page.Fill(r.body(), r.w, r.h-4)...)
	bindings := append(r.actions(), keys.Quit, keys.Help)
	return strings.Join(append(lines, page.Rule(st, r.w, "", "", false), page.Footer(st, r.w, bindings...)), "\n")
}

func (r *result) body() []string {
	st := r.env.Styles
	lines := page.Fill(nil, r.w, 1)
	say := func(style lipgloss.Style, indent, text string) {
		for _, part := range cell.Wrap(cell.Clean(text), max(r.w-len(indent)-2, 20)) {
			lines = append(lines, styles.NewLine(r.w, nil).Put(style, indent+part).String())
		}
	}
	switch {
	case r.undone != nil:
		say(st.Good.Bold(true), " ", "↶ Commit "+strconv.FormatInt(r.done.ID, 10)+" is undone, as commit "+strconv.FormatInt(r.undone.ID, 10)+".")
		say(st.Plain, "   ", "Row operations: "+page.Operations(r.undone.Operations))
	case r.done.Already > 0:
		say(st.Warn.Bold(true), " ", "· This batch was applied before, as commit "+strconv.FormatInt(r.done.Already, 10)+". Nothing was changed.")
	default:
		say(st.Good.Bold(true), " ", "✓ Commit "+strconv.FormatInt(r.done.ID, 10)+" is in the dimension and in its journal.")
		say(st.Plain, "   ", "Row operations: "+page.Operations(r.done.Operations))
	}
	if r.undone != nil {
		for _, n := range r.undone.Notices {
			say(st.Plain, "   ", "· "+n)
		}
	}
	if r.done.Parked > 0 && r.undone == nil {
		indent := "   "
		for _, line := range inFolder("⏸ "+cell.Plural(r.done.Parked, "row")+" in ", r.done.ParkFile) {
			say(st.Plain, indent, line)
			indent = "     "
		}
		say(st.Quiet, "     ", "Give that file as the batch when its rows are ready.")
	}
	for _, n := range r.done.Notices {
		say(st.Plain, "   ", "· "+n)
	}
	if r.canUndo() {
		lines = append(lines, page.Fill(nil, r.w, 1)...)
		say(st.Quiet, "   ", "To take it back: u now, or at any later time")
		say(st.Plain, "     ", "dimdesk undo "+r.info.Home+" "+strconv.FormatInt(r.done.ID, 10))
	}
	if r.undo.Running() {
		lines = append(lines, page.Fill(nil, r.w, 1)...)
		lines = append(lines, r.undo.Lines(r.w)...)
	}
	return lines
}

// Name is for the list of keys.
func (r *result) Name() string { return "after the commit" }

// Help lists the keys of this page.
func (r *result) Help() []keys.HelpGroup {
	return []keys.HelpGroup{keys.Titled("After the commit", append(r.actions(), keys.Quit)...)}
}

// actions are the keys for what can still be done.
func (r *result) actions() []key.Binding {
	var bindings []key.Binding
	if r.canUndo() {
		bindings = append(bindings, keys.As(keys.Undo, "undo this commit"))
	}
	if r.env.Dimension != nil {
		bindings = append(bindings, keys.As(keys.Log, "the commits"))
	}
	return bindings
}
