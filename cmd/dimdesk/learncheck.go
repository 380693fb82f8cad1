package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/learn"
	"dimdesk/tui/cell"
)

// prove checks every lesson of a folder, and prints what is wrong as compilers do.
func (l *learning) prove(ctx context.Context) error {
	course, err := loadFolder(l.check)
	problems, unread := errors.AsType[learn.Problems](err)
	if err != nil && !unread {
		return err
	}
	if !unread {
		lab, err := duck.NewLab(ctx)
		if err != nil {
			return err
		}
		p := startProgress(ctx, l.cmd.ErrOrStderr(), "proving the lessons")
		problems, err = learn.Check(ctx, lab, course)
		p.stop()
		if err := l.closed(l.cmd, err, lab.Close()); err != nil {
			return err
		}
	}
	out := l.cmd.OutOrStdout()
	for _, p := range problems {
		p.File = filepath.Join(l.check, p.File)
		if _, err := fmt.Fprintln(out, cell.Clean(p.String())); err != nil {
			return err
		}
	}
	if n := len(problems); n > 0 {
		return engine.Errorf(engine.CodeFailed, "%s in the lessons", cell.Plural(int64(n), "problem")).Help("docs/lessons.md describes the format.")
	}
	tasks := 0
	for _, lesson := range course.Lessons {
		for _, s := range lesson.Steps {
			if s.Task != nil {
				tasks++
			}
		}
	}
	_, err = fmt.Fprintf(out, "%s and %s proven\n", cell.Plural(int64(len(course.Lessons)), "lesson"), cell.Plural(int64(tasks), "task"))
	return err
}
