package main

import (
	"context"
	"io"

	"dimdesk/engine/duck"
	"dimdesk/learn"
	"dimdesk/learn/handout"
)

// handout writes a lesson to be read on paper.
func (l *learning) handout(ctx context.Context, course *learn.Course) error {
	lesson, err := course.Lesson(l.print)
	if err != nil {
		return err
	}
	lab, err := duck.NewLab(ctx)
	if err != nil {
		return err
	}
	format := handout.Markdown
	if l.format == "html" {
		format = handout.HTML
	}
	write := func(w io.Writer) error { // a lesson may be anybody's: nothing in it acts on the terminal that it is read on
		visible := &visibleLines{out: w}
		return ended(format(ctx, visible, lab, course, lesson), visible.Close())
	}
	if l.out == "" {
		err = write(l.cmd.OutOrStdout())
	} else if err = replaceFile(ctx, l.out, write); err == nil {
		l.notices(l.cmd, []string{"written to " + l.out})
	}
	return l.closed(l.cmd, err, lab.Close())
}
