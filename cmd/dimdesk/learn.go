package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/duck"
	"dimdesk/learn"
	stories "dimdesk/learn/playground"
	"dimdesk/sampledata"
	"dimdesk/tui"
	"dimdesk/tui/cell"
	pages "dimdesk/tui/learn"
	"dimdesk/tui/page"
	"dimdesk/tui/playground"
)

// learning is one run of learn.
type learning struct {
	common
	cmd                *cobra.Command
	dir, check         string
	print, out, format string
	show               func(context.Context, pages.Options) error // on the screen
}

func learnCommand() *cobra.Command {
	l := &learning{show: showLessons}
	cmd := &cobra.Command{
		Use:   "learn [LESSON | playground | sandbox] [DIMENSION BATCH]",
		Short: "Learn what SCD types are, and the SQL",
		Long: `Lessons about slowly changing dimensions, with the engine of this program and tasks to be done in it. What was done is
kept, and gone on with the next time. Without a terminal it lists the lessons.

The playground tells one customer's story under every SCD type; with a DIMENSION and a BATCH, that of a member of yours
which the batch changes. The sandbox runs any SQL on small tables, or on a copy of yours. Neither writes to your files.

Lessons are files, and a teacher can write some: --lessons reads those in a folder, --check proves that they are sound,
--print writes one as a handout.`,
		Example: `  dimdesk learn
  dimdesk learn playground
  dimdesk learn playground dim_customer.csv customers.csv
  dimdesk learn --print late-arrivals --format html --out late.html`,
		Args: func(cmd *cobra.Command, args []string) error { return l.args(cmd, args) },
	}
	l.cmd = cmd
	l.add(cmd)
	f := cmd.Flags()
	f.StringVar(&l.dir, "lessons", "", "the folder with the lessons, instead of those built in")
	f.StringVar(&l.check, "check", "", "prove every lesson in this folder, and say what is wrong on which line")
	f.StringVar(&l.print, "print", "", "write this lesson as a handout")
	f.StringVar(&l.out, "out", "", "the file that --print writes, instead of standard output")
	format := &choice{value: "markdown", words: []string{"markdown", "html"}}
	f.Var(format, "format", "how --print writes it: markdown, html")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(format.words, cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		l.format = format.value
		return l.run(cmd.Context(), args)
	}
	return cmd
}

// args: only the playground and the sandbox have files of one's own, and these are two.
func (l *learning) args(cmd *cobra.Command, args []string) error {
	switch {
	case (l.check != "" || l.print != "") && len(args) > 0:
		return usageError(cmd, "--check and --print have no use for %q", args[0])
	case len(args) > 3 || len(args) > 1 && !own(args[0]):
		return usageError(cmd, "learn %s has no use for %q", args[0], args[min(len(args)-1, 3)])
	case len(args) == 2:
		return usageError(cmd, "learn %s needs a BATCH besides the DIMENSION", args[0])
	}
	return nil
}

func own(start string) bool { return start == pages.Playground || start == pages.Sandbox }

func (l *learning) run(ctx context.Context, args []string) error {
	if l.check != "" {
		return l.prove(ctx)
	}
	course, err := l.course()
	if err != nil {
		return err
	}
	if l.print != "" {
		return l.handout(ctx, course)
	}
	start, err := starting(course, args)
	if err != nil {
		return err
	}
	if !l.noInput && hasScreen(l.cmd) {
		return l.begin(ctx, course, start, args)
	}
	if start == "" {
		return l.list(ctx, course)
	}
	hint := l.printing(start) + " prints the lesson."
	if own(start) {
		hint = "dimdesk learn lists the lessons, which can be read without one."
	}
	return engine.Errorf(engine.CodeFailed, "to learn %s needs a terminal to show and to ask on", start).Help("%s", hint)
}

// starting is what is opened first: a lesson by its name, the playground, the sandbox, or nothing for the list.
func starting(course *learn.Course, args []string) (string, error) {
	if len(args) == 0 || own(args[0]) {
		return strings.Join(args[:min(len(args), 1)], ""), nil
	}
	lesson, err := course.Lesson(args[0])
	if err != nil {
		return "", err
	}
	return lesson.Name, nil
}

// begin opens the screen.
func (l *learning) begin(ctx context.Context, course *learn.Course, start string, args []string) error {
	progress, err := l.progress(ctx)
	if err != nil {
		return err
	}
	o := pages.Options{Course: course, Progress: progress, Lab: duck.NewLab, Start: start,
		Playground: func(env *page.Env, lab engine.Lab) page.Page { return playground.New(env, lab, stories.Customer42()) }}
	if len(args) == 3 {
		return l.withOwn(ctx, args[1], args[2], o)
	}
	return l.show(ctx, o)
}

func showLessons(ctx context.Context, o pages.Options) error {
	_, err := tui.Run(ctx, tui.Options{Learn: &o})
	return err
}

// course reads the lessons: those built in, or a teacher's.
func (l *learning) course() (*learn.Course, error) {
	if l.dir != "" {
		return loadFolder(l.dir)
	}
	return learn.Load(sampledata.Lessons())
}

// loadFolder reads a teacher's lessons. What the built-in glossary explains need not be explained again.
func loadFolder(dir string) (*learn.Course, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, engine.Errorf(engine.CodeFailed, "%s is no folder", dir).Help("Name the folder that the lessons are in.")
	}
	course, err := learn.Load(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	builtIn, err := learn.Load(sampledata.Lessons())
	if err != nil {
		return nil, err
	}
	for _, t := range builtIn.Glossary {
		if _, known := course.Term(t.Term); !known {
			course.Glossary = append(course.Glossary, t)
		}
	}
	return course, nil
}

// progress reads what was done before. What cannot be read is put aside, and said: it may be another version's.
func (l *learning) progress(ctx context.Context) (*learn.Progress, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "learn.json")
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		l.notices(l.cmd, []string{fmt.Sprintf("what was learnt before cannot be read: %v", err)})
	}
	p, err := learn.NewProgress(data, func(data []byte) error {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return engine.Errorf(engine.CodeFailed, "cannot keep what was learnt: %w", err).Help("Set XDG_STATE_HOME to a folder that can be written.")
		}
		return csvfile.Replace(context.WithoutCancel(ctx), path, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
	})
	if err != nil {
		aside := path + ".unread"
		if failed := os.Rename(path, aside); failed != nil {
			return nil, engine.Errorf(engine.CodeFailed, "%w, and %s cannot be put aside: %v", err, path, failed).Help("Remove it to begin anew.")
		}
		l.notices(l.cmd, []string{fmt.Sprintf("%s; it is kept as %s", strings.ReplaceAll(err.Error(), "\n", " "), aside)})
	}
	return p, nil
}

// list prints the lessons, and what was done of each.
func (l *learning) list(ctx context.Context, course *learn.Course) error {
	progress, err := l.progress(ctx)
	if err != nil {
		return err
	}
	out := l.cmd.OutOrStdout()
	t := plain.NewTable(out, widthOf(out), "", "lesson", "min", "done", "title").Right(0, 2).Prose()
	for _, lesson := range course.Lessons {
		err := t.Row(fmt.Sprint(lesson.Number), cell.Clean(lesson.Name), fmt.Sprint(lesson.Minutes), standing(progress, lesson), cell.Clean(lesson.Title))
		if err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(l.cmd.ErrOrStderr(), "\nOn a terminal, dimdesk learn LESSON begins one. To read one: %s\n", l.printing(course.Lessons[0].Name))
	return err
}

// printing is the command line that prints a lesson.
func (l *learning) printing(name string) string {
	if l.dir != "" {
		return l.again("learn", "--lessons", l.dir, "--print", name)
	}
	return l.again("learn", "--print", name)
}

// standing says in words what was done of a lesson.
func standing(p *learn.Progress, lesson *learn.Lesson) string {
	solved, all := p.Tasks(lesson)
	step, begun := p.Begun(lesson)
	switch {
	case p.Skipped(lesson):
		return "by questions"
	case p.Done(lesson):
		return "yes"
	case !begun:
		return "–"
	case all == 0:
		return fmt.Sprintf("step %d of %d", step+1, len(lesson.Steps))
	}
	return fmt.Sprintf("%d of %s", solved, cell.Plural(int64(all), "task"))
}
