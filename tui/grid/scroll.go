package grid

// Scroll is a position in lines that are all there: a text, a member's history. Fit tells it how many there are.
type Scroll struct{ top, page, total int }

// Fit cuts what fits in h lines out of lines, at the present position.
func (s *Scroll) Fit(lines []string, h int) []string {
	s.total, s.page = len(lines), max(h, 0)
	s.Move(0)
	return lines[s.top:min(s.top+s.page, s.total)]
}

// Move scrolls by lines.
func (s *Scroll) Move(by int64) { s.top = max(min(s.top+int(by), s.total-s.page), 0) }

// Page scrolls by a page, or half of one.
func (s *Scroll) Page(half, back bool) {
	by := max(s.page-1, 1)
	if half {
		by = max(s.page/2, 1)
	}
	if back {
		by = -by
	}
	s.Move(int64(by))
}

// Home scrolls to the first line.
func (s *Scroll) Home() { s.top = 0 }

// End scrolls to the last line.
func (s *Scroll) End() { s.Move(int64(s.total)) }

// Range is the first and last line that are seen, counted from 1; all is true where that is everything.
func (s *Scroll) Range() (first, last, total int, all bool) {
	return s.top + 1, min(s.top+s.page, s.total), s.total, s.total <= s.page
}
