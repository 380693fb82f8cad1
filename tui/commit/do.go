package commit

import (
	"path/filepath"
	"regexp"
	"strconv"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/page"

	tea "charm.land/bubbletea/v2"
)

// enter commits where the word is typed and nothing stops it; otherwise it says what is missing.
func (p *Page) enter() tea.Cmd {
	if p.word.Value() != p.preview.Word {
		p.inReason = false
		p.said = "Nothing is committed until “" + p.preview.Word + "” is typed exactly."
		return nil
	}
	return p.lift()
}

// lift asks for what lifts each stop, one after the other, and then commits.
func (p *Page) lift() tea.Cmd {
	for _, s := range p.preview.Stops {
		if p.lifted(s) {
			continue
		}
		l := parseLift(s.Lift)
		if l.word() == "" {
			p.env.Dialogs.Open(dialog.Message("This stops the commit", s.Why, "", "What lifts it: "+s.Lift))
			return nil
		}
		p.env.Dialogs.Open(dialog.NewTyped("This stops the commit, unless you lift it", []string{s.Why, "", "To lift it for this commit, as " + s.Lift + " would:"}, l.word(), "lift it and go on", func() tea.Cmd {
			p.allowAlso(l)
			return p.lift()
		}))
		return nil
	}
	return p.commit()
}

// lift is what lifts a stop: exactly so many deletes or changes, or doing it again.
type lift struct {
	what string // "deleted", "changed", "again"
	n    int64
}

var allowed = regexp.MustCompile(`--allow[ =](?:(deleted|changed)=)?(\d+)`)

// parseLift reads the flag that lifts a stop; its what is "" where the flag is none that a person could give here.
func parseLift(flag string) lift {
	if flag == "--again" {
		return lift{what: "again"}
	}
	m := allowed.FindStringSubmatch(flag)
	if m == nil {
		return lift{}
	}
	n, err := strconv.ParseInt(m[2], 10, 64)
	if err != nil {
		return lift{}
	}
	if m[1] == "" {
		m[1] = "deleted" // a bare number means that
	}
	return lift{m[1], n}
}

// word is what must be typed to lift it.
func (l lift) word() string {
	switch l.what {
	case "deleted", "changed":
		return strconv.FormatInt(l.n, 10)
	}
	return l.what
}

// lifted tells whether a stop is lifted already: by the command line, on this screen, or by the number of deleted members
// that is the word to type.
func (p *Page) lifted(s engine.Stop) bool {
	switch l := parseLift(s.Lift); l.what {
	case "deleted":
		return p.allow.Deleted == l.n || p.preview.Word == l.word()
	case "changed":
		return p.allow.Changed == l.n
	case "again":
		return p.again
	}
	return false
}

func (p *Page) allowAlso(l lift) {
	switch l.what {
	case "deleted":
		p.allow.Deleted = l.n
	case "changed":
		p.allow.Changed = l.n
	case "again":
		p.again = true
	}
}

// request is what the commit is told.
func (p *Page) request() engine.CommitRequest {
	req := p.env.Request
	req.Reason, req.Allow, req.Again = p.reason.Value(), p.allow, p.again
	if n, err := strconv.ParseInt(p.preview.Word, 10, 64); err == nil && req.Allow.Deleted < 0 {
		req.Allow.Deleted = n // the number was typed
	}
	switch {
	case p.preview.Parked == 0:
		req.ParkFile = ""
	case req.ParkFile == "":
		req.ParkFile = p.preview.ParkFile
	}
	return req
}

func (p *Page) commit() tea.Cmd {
	work, ctx := page.StartWork(p.env.Ctx, "committing")
	p.work = work
	req, rv, fate := p.request(), p.rv, &p.env.Fate
	return tea.Batch(work.Tick(), p.env.Engine.Do(func() tea.Msg {
		fate.Begun.Store(true)
		c, err := rv.Commit(ctx, req, work.Progress)
		if err == nil {
			fate.Done.Store(&c)
		}
		fate.Begun.Store(false)
		return committedMsg{p, c, err}
	}))
}

func (p *Page) committed(m committedMsg) tea.Cmd {
	if m.of != p {
		return nil
	}
	p.work.Done()
	if m.err != nil {
		p.word.Reset() // another commit is to be meant anew
	}
	switch {
	case m.err == nil:
		p.env.Committed = &m.committed
		return p.env.Reset(newResult(p.env, p.info, m.committed))
	case engine.CodeOf(m.err) == engine.CodeMoved:
		p.env.FailOr("The dimension changed since this plan was made", m.err, "p", "Plan again, keeping decisions", p.replan)
	case engine.CodeOf(m.err) == engine.CodeLocked:
		p.env.FailOr("Another program holds the dimension", m.err, "r", "Try again", p.commit)
	default:
		p.env.Fail("Not committed: nothing was changed", m.err)
	}
	return nil
}

func (p *Page) replan() tea.Cmd {
	work, ctx := page.StartWork(p.env.Ctx, "planning again")
	p.work = work
	rv := p.rv
	return tea.Batch(work.Tick(), p.env.Engine.Do(func() tea.Msg {
		return replannedMsg{p, rv.Replan(ctx, work.Progress)}
	}))
}

func (p *Page) replanned(m replannedMsg) tea.Cmd {
	if m.of != p {
		return nil
	}
	p.work.Done()
	switch {
	case m.err == nil:
		p.leave()
		return p.env.Broadcast(page.PlanChanged{Said: "Planned again from the dimension as it is now; your decisions are kept. c commits."})
	case engine.CodeOf(m.err) == engine.CodeLocked:
		p.env.FailOr("Another program holds the dimension", m.err, "r", "Try again", p.replan)
	default:
		p.env.Fail("The plan could not be made again", m.err)
	}
	return nil
}

// parkedText says how many rows go to which file, and, where that is not this one, in which folder.
func parkedText(n int64, file string) []string {
	if n == 0 {
		return []string{"none: no row is parked or rejected"}
	}
	return inFolder(cell.Plural(n, "row")+" to ", file)
}

// inFolder names a file so that its name can be read whatever the length of its path: the name first, then the folder.
func inFolder(before, file string) []string {
	lines := []string{before + cell.Clean(filepath.Base(file))}
	if dir := filepath.Dir(file); dir != "." {
		lines = append(lines, "in "+cell.Clean(dir))
	}
	return lines
}
