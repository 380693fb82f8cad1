package learn

import (
	"dimdesk/tui/styles"

	"charm.land/lipgloss/v2"
)

type style = lipgloss.Style

func good(st *styles.Styles) style  { return st.Good }
func warn(st *styles.Styles) style  { return st.Warn }
func bad(st *styles.Styles) style   { return st.Bad }
func quiet(st *styles.Styles) style { return st.Quiet }
