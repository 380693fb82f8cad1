package learn

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"unicode"

	"dimdesk/engine"
)

// foreseen is what the first of a task's misses says that fits; "" where none does. One that can't be run does not fit: an answer
// may have taken away what it looks at.
func (t *Task) foreseen(ctx context.Context, lab engine.Lab, scene Scene, got, want outcome) (string, error) {
	if len(t.Misses) == 0 {
		return "", nil
	}
	if err := t.foresee(ctx, lab, scene, got, want); err != nil {
		return "", err
	}
	for _, m := range t.Misses {
		row, err := lab.Table(ctx, m.When, 1)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err == nil && len(row.Rows) > 0 {
			return strings.TrimSpace(filled(m.Says, row)), nil
		}
	}
	return "", nil
}

// foresee makes the tables that misses are queries over: got, want, before, staged and orders.
func (t *Task) foresee(ctx context.Context, lab engine.Lab, scene Scene, got, want outcome) error {
	if err := lab.Reset(ctx); err != nil {
		return err
	}
	scene.Dimension = ""
	tables := append(scene.Tables(), loadable(before, got.ran.Before), loadable("want", want.table))
	if err := lab.Load(ctx, tables...); err != nil {
		return err
	}
	_ = lab.Load(ctx, loadable("got", got.table)) // it may have columns that no table can have
	return ctx.Err()
}

func loadable(name string, t engine.Table) engine.LabTable {
	return engine.LabTable{Name: name, CSV: csvOf(t), Types: typesOf(t)}
}

var placeholder = regexp.MustCompile(`\{[^{}]+\}`)

// filled puts the values of a row where their columns stand in braces. A column that is not there stays as it is written.
func filled(says string, t engine.Table) string {
	return placeholder.ReplaceAllStringFunc(says, func(name string) string {
		for i, c := range t.Columns {
			if engine.FoldName(c) == engine.FoldName(name[1:len(name)-1]) {
				return shown(t.Rows[0][i])
			}
		}
		return name
	})
}

// shown is a cell in a sentence.
func shown(v engine.Value) string {
	switch {
	case v.Null:
		return "NULL"
	case v.Text == "":
		return "''"
	}
	text := []rune(strings.Map(visibly, v.Text))
	if len(text) > mostShown {
		return string(text[:mostShown]) + "…"
	}
	return string(text)
}

// mostShown is how many characters of a cell stand in a sentence.
const mostShown = 60

// visibly puts a mark for a character that a terminal would act on.
func visibly(r rune) rune {
	if unicode.IsControl(r) {
		return '\uFFFD'
	}
	return r
}

// told is an error as a sentence, with what would help.
func told(err error) string {
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Hint != "" {
		return e.Msg + "\n" + e.Hint
	}
	return err.Error()
}
