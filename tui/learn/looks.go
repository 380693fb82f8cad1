package learn

import (
	"dimdesk/tui/styles"

	"charm.land/lipgloss/v2"
)

type look = lipgloss.Style

func good(st *styles.Styles) look   { return st.Good }
func warn(st *styles.Styles) look   { return st.Warn }
func bad(st *styles.Styles) look    { return st.Bad }
func quiet(st *styles.Styles) look  { return st.Quiet }
func strong(st *styles.Styles) look { return st.Strong }
