package commit

import (
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/tui/cell"
	"dimdesk/tui/keys"
	"dimdesk/tui/page"
	"dimdesk/tui/styles"
)

const reasonLabel = " Reason (optional) › "

// wordLabel says what must be typed and what it means.
func (p *Page) wordLabel() string {
	if p.preview == nil || p.preview.Word == "commit" {
		return " Type “commit”     › "
	}
	return " Type “" + p.preview.Word + "”, the number of members deleted › "
}

// View is what will be done above the fields, and the keys below them.
func (p *Page) View() string {
	st := p.env.Styles
	bodyH := max(p.h-7, 1)
	body := p.at.Fit(p.body(), bodyH)
	lines := []string{
		page.Title(st, p.w, "commit to "+cell.Clean(p.info.Dimension)+" ◂ "+cell.Clean(p.info.Batch), "as of "+cell.Clean(p.info.AsOf)),
		page.Rule(st, p.w, "nothing is changed yet", page.Range(&p.at), false),
	}
	lines = append(lines, page.Fill(body, p.w, bodyH)...)
	lines = append(lines, page.Rule(st, p.w, "", "", true))
	switch {
	case p.work.Running():
		lines = append(lines, p.work.Lines(st, p.w)...)
		lines = append(lines, page.Rule(st, p.w, "", "", false), page.Footer(st, p.w, keys.Interrupt))
	case p.preview == nil:
		lines = append(lines, page.Fill(nil, p.w, 2)...)
		lines = append(lines, page.Rule(st, p.w, "", "", false), page.Footer(st, p.w, keys.Back))
	default:
		lines = append(lines, p.field(p.wordLabel(), p.word.View(), !p.inReason), p.field(reasonLabel, p.reason.View(), p.inReason))
		lines = append(lines, page.Rule(st, p.w, "", "", false), p.footer())
	}
	return strings.Join(lines, "\n")
}

func (p *Page) field(label, value string, focus bool) string {
	st := p.env.Styles
	style := st.Field
	if focus {
		style = st.FieldOn
	}
	return styles.NewLine(p.w, nil).Put(style, label).Put(st.Plain, value).String()
}

func (p *Page) footer() string {
	st := p.env.Styles
	if p.said != "" {
		return page.Said(st, p.w, p.said)
	}
	enter := keys.As(keys.Enter, "commit")
	if p.word.Value() != p.preview.Word {
		enter = keys.As(keys.Enter, "commit, once “"+p.preview.Word+"” is typed")
	}
	return page.Footer(st, p.w, enter, keys.As(keys.Pane, "reason"), keys.Labelled(keys.Down, "↓ ↑ PgDn", "scroll"), keys.Back)
}

// body is everything that there is to know before the word is typed.
func (p *Page) body() []string {
	st := p.env.Styles
	if p.preview == nil {
		return []string{styles.NewLine(p.w, nil).Put(st.Quiet, " working out what the commit will do…").String()}
	}
	v := p.preview
	var lines []string
	add := func(l *styles.Line) { lines = append(lines, l.String()) }
	entry := func(name string) *styles.Line {
		return styles.NewLine(p.w, nil).Put(st.Quiet, cell.Fit(" "+name, 18))
	}
	for _, s := range v.Stops {
		lines = append(lines, p.stop(s)...)
	}
	counts := entry("Rows")
	page.Decisions(st, counts, v.Counts)
	page.Counts(st, counts, v.Counts.Kinds, p.w >= 150)
	add(counts)
	add(entry("Row operations").Put(st.Strong, page.Operations(v.Operations)))
	file := p.request().ParkFile
	name := "Parked file"
	for _, line := range parkedText(v.Parked, file) {
		for _, text := range cell.Wrap(line, max(p.w-20, 20)) {
			add(entry(name).Put(st.Plain, text))
			name = ""
		}
	}
	if v.Parked > 0 {
		add(entry("").Put(st.Quiet, "parked and rejected rows; it can be given back as a batch"))
	}
	for i, n := range p.notices() {
		name := ""
		if i == 0 {
			name = "Notes"
		}
		for j, text := range cell.Wrap(cell.Clean(n), max(p.w-22, 20)) {
			if j > 0 {
				name = ""
			}
			mark := "· "
			if j > 0 {
				mark = "  "
			}
			add(entry(name).Put(st.Quiet, mark).Put(st.Plain, text))
		}
	}
	add(entry(""))
	add(styles.NewLine(p.w, nil).Put(st.Strong, " The proof").Put(st.Quiet, "  all in one transaction; if any of it fails, nothing is changed"))
	for _, c := range v.Checks {
		for i, text := range cell.Wrap(cell.Clean(c), max(p.w-5, 20)) {
			mark := "   · "
			if i > 0 {
				mark = "     "
			}
			add(styles.NewLine(p.w, nil).Put(st.Quiet, mark).Put(st.Plain, text))
		}
	}
	add(entry(""))
	add(styles.NewLine(p.w, nil).Put(st.Strong, " The SQL").Put(st.Quiet, "  "+howMany(len(v.Statements))))
	for _, s := range v.Statements {
		lines = append(lines, statement(st, s, p.w)...)
	}
	return lines
}

func howMany(statements int) string {
	switch statements {
	case 0:
		return "none: no row of the dimension is touched"
	case 1:
		return "1 statement"
	}
	return cell.Plural(int64(statements), "statement") + ", in this order"
}

// notices are what is to be mentioned of the batch, and of this commit.
func (p *Page) notices() []string {
	all := slices.Clone(p.info.Notices)
	for _, n := range p.preview.Notices {
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

// stop says what stops the commit, and what lifts it.
func (p *Page) stop(s engine.Stop) []string {
	st := p.env.Styles
	var lines []string
	for i, text := range cell.Wrap(cell.Clean(s.Why), max(p.w-6, 20)) {
		mark := " ! "
		if i > 0 {
			mark = "   "
		}
		lines = append(lines, styles.NewLine(p.w, nil).Put(st.Bad, mark+text).String())
	}
	text := "It stops the commit. What lifts it: " + cell.Clean(s.Lift)
	switch {
	case p.lifted(s) && parseLift(s.Lift).word() == p.preview.Word:
		text = "Typing " + p.preview.Word + " below lifts it, as " + cell.Clean(s.Lift) + " would."
	case p.lifted(s):
		text = "It is lifted by " + cell.Clean(s.Lift) + "."
	case parseLift(s.Lift).word() != "":
		text = "It stops the commit; Enter asks you to lift it, as " + cell.Clean(s.Lift) + " would."
	}
	for _, part := range cell.Wrap(text, max(p.w-6, 20)) {
		lines = append(lines, styles.NewLine(p.w, nil).Put(st.Warn, "   "+part).String())
	}
	return append(lines, styles.NewLine(p.w, nil).String())
}

// statement is one step of the plan: its comment, the SQL, and how many rows it must touch.
func statement(st *styles.Styles, s engine.Statement, w int) []string {
	comment := " -- " + cell.Clean(s.Comment)
	if s.Rows >= 0 {
		comment += " (" + cell.Plural(s.Rows, "row") + ")"
	}
	lines := []string{styles.NewLine(w, nil).Put(st.Quiet, comment).String()}
	for _, l := range strings.Split(s.SQL, "\n") {
		l = strings.ReplaceAll(l, "\t", "    ")
		for _, part := range cell.Wrap(cell.Clean(l), max(w-2, 20)) {
			lines = append(lines, styles.NewLine(w, nil).Put(st.Plain, " "+part).String())
		}
	}
	return append(lines, styles.NewLine(w, nil).String())
}
