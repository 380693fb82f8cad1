package learn

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// Problem is something that is wrong with a lesson file.
type Problem struct {
	File string
	Line int
	Text string
}

// String is the problem as compilers write theirs.
func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// Problems are all that was found.
type Problems []Problem

// Error lists them.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Err is one error that lists them, and has them as its cause; nil where there is none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return engine.Errorf(engine.CodeFailed, "%w", ps).Help("docs/lessons.md describes the format.")
}
