package engine

import "fmt"

// place is where something stands in a spec file; lines and columns count from 1, columns in characters.
type place struct{ line, column int }

// places remembers where a parsed spec says what, so that errors found later (a column that the dimension lacks) name
// the line too. The paths are those of the YAML: "period.from", "key.0", "columns.city.previous".
type places struct {
	file string
	at   map[string]place
}

// where is the prefix of an error about a path: "customers.dim.yaml:7:3: ", or "" for a spec that was not read from a file.
func (s *Spec) where(path string) string {
	if s.places == nil {
		return ""
	}
	p, ok := s.places.at[path]
	if !ok {
		return s.places.file + ": "
	}
	return fmt.Sprintf("%s:%d:%d: ", s.places.file, p.line, p.column)
}

// errorAt makes an Error about what a path of the spec says.
func (s *Spec) errorAt(path, format string, args ...any) *Error {
	return Errorf(CodeFailed, "%s%s", s.where(path), fmt.Sprintf(format, args...))
}

// ErrorAt is an Error of CodeFailed about what a path of the spec says ("columns.rate.as", "batch.scope"), with its line.
func (s *Spec) ErrorAt(path, format string, args ...any) *Error {
	return s.errorAt(path, format, args...)
}
