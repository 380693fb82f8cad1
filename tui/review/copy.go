package review

import (
	"strings"

	"dimdesk/tui/cell"
	"dimdesk/tui/dialog"
	"dimdesk/tui/keys"
	"dimdesk/tui/styles"

	tea "charm.land/bubbletea/v2"
)

// copyRow gives the selected change to the terminal's clipboard, as one line with tabs between its parts.
func (p *Page) copyRow() tea.Cmd {
	c, ok := p.grid.Selected()
	if !ok {
		return nil
	}
	parts := []string{cell.Key(c.Key), cell.Clean(c.Label), c.Kind.String()}
	for _, col := range c.Columns {
		parts = append(parts, columnText(cell.Afresh(c), col))
	}
	if c.Reason != "" {
		parts = append(parts, cell.Clean(c.Reason))
	}
	if t := when(c); t != "" {
		parts = append(parts, t)
	}
	p.said = "Copied the row of " + cell.Key(c.Key) + " (where the terminal allows it)."
	return tea.SetClipboard(strings.Join(parts, "\t"))
}

// openNotes shows what the engine has to say of the batch as a whole.
func (p *Page) openNotes() {
	if len(p.info.Notices) == 0 {
		p.said = "There are no notes on this batch."
		return
	}
	p.env.Dialogs.Open(dialog.NewText("Notes on "+cell.Clean(p.info.Batch), func(st *styles.Styles, w int) []string {
		var lines []string
		for _, n := range p.info.Notices {
			for i, part := range cell.Wrap(cell.Clean(n), w-2) {
				mark := "· "
				if i > 0 {
					mark = "  "
				}
				lines = append(lines, st.Quiet.Render(mark)+st.Plain.Render(part))
			}
		}
		return lines
	}, keys.Notes))
}
