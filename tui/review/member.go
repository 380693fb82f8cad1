package review

import (
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/grid"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// memberPage shows one member on the whole screen: everything that the batch says of it, its timeline, and all versions; or
// only the timeline, with every attribute.
type memberPage struct {
	session
	w, h     int
	change   engine.Change
	member   engine.Member
	timeline bool
	column   int
	at       grid.Scroll
	loading  page.Latest
}

// openMember opens the selected change's member.
func (p *Page) openMember(timeline bool) tea.Cmd {
	c, ok := p.grid.Selected()
	if !ok {
		return nil
	}
	return p.env.Push(&memberPage{session: p.session, change: c, timeline: timeline})
}

// Init reads the member.
func (m *memberPage) Init() tea.Cmd {
	req, id := m.loading.Next(), m.change.ID
	ctx, rv := m.env.Calls(), m.rv
	return m.env.Engine.Do(func() tea.Msg {
		member, err := rv.History(ctx, id)
		return fullMemberMsg{req, id, member, err}
	})
}

// SetSize lays the page out anew.
func (m *memberPage) SetSize(w, h int) { m.w, m.h = w, h }

// Update scrolls, switches between the member and its timeline, or goes back.
func (m *memberPage) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case fullMemberMsg:
		if m.loading.Stale(msg.req) || msg.change != m.change.ID {
			return nil
		}
		if msg.err != nil {
			m.env.Fail("The member's history could not be read", msg.err)
			return nil
		}
		m.member = msg.member
	case tea.MouseWheelMsg:
		m.at.Move(dialog.Wheel(msg))
	case tea.KeyPressMsg:
		return m.pressed(msg)
	}
	return nil
}

func (m *memberPage) pressed(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Back, keys.Quit):
		m.env.Pop()
	case key.Matches(msg, keys.Timeline):
		m.timeline = !m.timeline
		m.at.Home()
	case key.Matches(msg, keys.Right):
		m.column = min(m.column+1, max(len(m.member.Columns)-1, 0))
	case key.Matches(msg, keys.Left):
		m.column = max(m.column-1, 0)
	default:
		keys.Move(msg, &m.at)
	}
	return nil
}

// View is as much of the member as fits.
func (m *memberPage) View() string {
	st := m.env.Styles
	name := strings.TrimSpace(cell.Key(m.change.Key) + " " + cell.Clean(m.change.Label))
	body := m.at.Fit(m.lines(), m.h-4)
	left := "before and after"
	if m.timeline {
		left = "timeline: every attribute, before and after"
	}
	lines := []string{
		page.Title(st, m.w, name+" ◂ "+cell.Clean(m.info.Dimension), "as of "+cell.Clean(m.info.AsOf)),
		page.Rule(st, m.w, left, page.Range(&m.at), true),
	}
	lines = append(lines, page.Fill(body, m.w, m.h-4)...)
	bindings := []key.Binding{keys.Labelled(keys.Down, "j k", "scroll")}
	if m.timeline {
		bindings = append(bindings, keys.As(keys.Timeline, "versions"))
	} else {
		bindings = append(bindings, keys.Labelled(keys.Right, "h l", "columns"), keys.Timeline)
	}
	footer := page.Footer(st, m.w, append(bindings, keys.Back, keys.Help)...)
	return strings.Join(append(lines, page.Rule(st, m.w, "", "", false), footer), "\n")
}

func (m *memberPage) lines() []string {
	st := m.env.Styles
	if m.member.Columns == nil {
		return []string{styles.NewLine(m.w, nil).Put(st.Quiet, " reading…").String()}
	}
	if m.timeline {
		return m.everyLane()
	}
	lines := []string{styles.NewLine(m.w, nil).Put(st.Plain, " ").Put(st.Kind(m.change.Kind), m.change.Kind.Mark()).
		Put(st.Strong, " "+summaryOf(m.change, m.member)).String()}
	for _, c := range m.member.Changes {
		lines = append(lines, m.changeLines(c)...)
	}
	lines = append(lines, remarks(st, m.change, m.member, m.w)...)
	lines = append(lines, page.Fill(nil, m.w, 1)...)
	lines = append(lines, lanes(st, m.member, changedColumns(m.change, m.member), m.w)...)
	lines = append(lines, page.Fill(nil, m.w, 1)...)
	table := newVersions(m.info, m.member, m.change, m.w, m.column)
	if len(table.rows) == 0 {
		return append(lines, styles.NewLine(m.w, nil).Put(st.Quiet, m.noVersion()).String())
	}
	lines = append(lines, table.header(st))
	return append(lines, table.body(st, 0, len(table.rows))...)
}

// noVersion says why there is nothing to show.
func (m *memberPage) noVersion() string {
	if slices.ContainsFunc(m.change.Key, func(v engine.Value) bool { return v.Null }) {
		return " The row's key cannot be read, so that it belongs to no member."
	}
	return " No version of this member is stored."
}

// changeLines is one row of the batch with all of its columns.
func (m *memberPage) changeLines(c engine.Change) []string {
	st := m.env.Styles
	mark, style := st.Decision(c.Decision)
	l := styles.NewLine(m.w, nil).Put(style, "   "+mark+" ").Put(st.Kind(c.Kind), c.Kind.Mark()+" "+c.Kind.String())
	if c.Row > 0 {
		l.Put(st.Quiet, "  row "+cell.Count(c.Row))
	}
	if c.Effective != "" {
		l.Put(st.Quiet, "  from "+cell.Clean(c.Effective))
	}
	lines := []string{l.String()}
	for _, line := range columnLines(st, c, m.w-4) {
		lines = append(lines, "    "+line)
	}
	return lines
}

func (m *memberPage) everyLane() []string {
	var columns []int
	for i := range m.member.Columns {
		columns = append(columns, i)
	}
	lines := lanes(m.env.Styles, m.member, columns, m.w)
	if lines == nil {
		lines = append(lines, styles.NewLine(m.w, nil).Put(m.env.Styles.Quiet, m.noVersion()).String())
	}
	return lines
}

// Name is for the list of keys.
func (m *memberPage) Name() string { return "member" }

// Help lists the keys of this page.
func (m *memberPage) Help() []keys.HelpGroup {
	return []keys.HelpGroup{
		keys.Titled("Member", keys.As(keys.Timeline, "timeline, or versions"), keys.Labelled(keys.Left, "h l ← →", "columns of the versions"), keys.Back),
		keys.Moves,
	}
}
