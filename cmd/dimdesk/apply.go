package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/tui/cell"
)

// shown is how many rejected rows are listed before the total.
const shown = 10

// application is one run of apply.
type application struct {
	common
	cmd        *cobra.Command
	yes, again bool
	allow      *allowFlag
	format     *choice
}

func applyCommand() *cobra.Command {
	a := &application{allow: newAllow()}
	cmd := &cobra.Command{
		Use:   "apply DIMENSION BATCH",
		Short: "Commit a batch without the screen",
		Long: `Commit a batch in one transaction, and record it in the journal so that it can be undone.

Without --yes it shows the counts and asks. A batch with rejected rows is applied only with --park, which writes them to
a file that can be given back as a batch. The same batch again does nothing.`,
		Example: "  dimdesk apply dim_customer.csv customers.csv\n  dimdesk apply dim_customer.csv customers.csv --yes --park parked.csv",
		Args:    wants("DIMENSION", "BATCH"),
	}
	a.cmd = cmd
	a.add(cmd)
	a.addWho(cmd)
	a.format = formatFlag(cmd, "text", "json")
	f := cmd.Flags()
	f.BoolVar(&a.yes, "yes", false, "commit without asking")
	f.StringVar(&a.park, "park", "", "park rejected rows in this file, and apply the rest")
	f.Var(a.allow, "allow", "let exactly so many pass the brake: N, deleted=N, changed=N")
	f.BoolVar(&a.again, "again", false, "apply an older snapshot, or a file as of another day")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		a.atOnce = a.yes
		return a.withReview(ctx, cmd, args[0], args[1], func(r *duck.Review) error { return a.run(ctx, r, args[0]) })
	}
	return cmd
}

func (a *application) run(ctx context.Context, r *duck.Review, dimension string) error {
	a.notices(a.cmd, r.Info().Notices)
	counts, err := r.Counts(ctx)
	if err != nil {
		return err
	}
	if !a.yes {
		preview, err := r.Preview(ctx)
		if err != nil {
			return err
		}
		a.notices(a.cmd, preview.Notices)
		if err := a.ask(ctx, r, preview); err != nil {
			return err
		}
	}
	p := startProgress(ctx, a.cmd.ErrOrStderr(), "committing")
	done, err := r.Commit(ctx, engine.CommitRequest{
		As: a.as, Reason: a.reason, ParkFile: a.park, Allow: a.allow.Allow, Again: a.again,
	}, p.report)
	p.stop()
	if engine.CodeOf(err) == engine.CodeRejected {
		return a.refuse(ctx, r, counts.Kinds[engine.Rejected])
	}
	if err != nil {
		return err
	}
	a.notices(a.cmd, done.Notices)
	kinds := counts.Kinds
	if !a.yes && a.format.value == "text" {
		kinds = nil // whoever was asked has just seen them
	}
	return a.told(a.cmd, done, a.printCommitted(a.cmd.OutOrStdout(), a.format.value, dimension, kinds, done))
}

// ask shows what would be committed and asks. What stops the commit anyway is said before, not after.
func (a *application) ask(ctx context.Context, r *duck.Review, preview engine.Preview) error {
	out := a.cmd.ErrOrStderr()
	fmt.Fprintln(out, plain.Kinds(preview.Counts.Kinds))
	fmt.Fprintln(out, plain.Operations(preview.Operations))
	if n := preview.Counts.Kinds[engine.Rejected]; n > 0 && a.park == "" {
		return a.refuse(ctx, r, n)
	}
	var lift, why []string
	for _, s := range preview.Stops {
		if !lifts(s, a.allow.Allow, a.again) {
			why, lift = append(why, s.Why), append(lift, s.Lift)
		}
	}
	if len(why) > 0 {
		return engine.Errorf(engine.CodeBrake, "%s; nothing was changed", strings.Join(why, "; ")).
			Help("If that is right, pass %s.", strings.Join(lift, " "))
	}
	if preview.Parked > 0 {
		fmt.Fprintf(out, "%s will be parked in %s\n", cell.Plural(preview.Parked, "rejected row"), cell.Clean(a.park))
	}
	return a.confirm(ctx, a.cmd, fmt.Sprintf("Commit to %s?", cell.Clean(r.Info().Dimension)))
}

// refuse lists the rejected rows, each with what would help, and says that they need a file.
func (a *application) refuse(ctx context.Context, r *duck.Review, n int64) error {
	if err := a.listRejected(ctx, r, n); err != nil {
		return err
	}
	return engine.Errorf(engine.CodeRejected, "the batch has %s; nothing was changed", cell.Plural(n, "rejected row")).
		Help("Pass --park FILE to park them there and apply the rest.")
}

// listRejected lists the first rejected rows as talk, with the total where there are more.
func (a *application) listRejected(ctx context.Context, r *duck.Review, total int64) error {
	list, err := r.Select(ctx, 0, engine.Filter{Kinds: []engine.Kind{engine.Rejected}})
	if err != nil {
		return err
	}
	changes, err := r.Window(ctx, list, 0, shown)
	if err != nil {
		return err
	}
	out := a.cmd.ErrOrStderr()
	for _, c := range changes {
		row := "absent"
		if c.Row > 0 {
			row = "row " + cell.Count(c.Row)
		}
		line := fmt.Sprintf("%s %s  %s  %s", c.Kind.Mark(), row, cell.Key(c.Key), plain.What(c, ""))
		fmt.Fprintln(out, plain.Wrapped(line, widthOf(out)))
	}
	if total > shown {
		fmt.Fprintf(out, "%s in all\n", cell.Plural(total, "rejected row"))
	}
	return nil
}

// told is what a command comes to that has committed, and has printed or could not: a commit that is done has not failed.
func (o *common) told(cmd *cobra.Command, done engine.Committed, printing error) error {
	if printing == nil || done.ID == 0 {
		return printing
	}
	o.notices(cmd, []string{fmt.Sprintf("commit %d is done, but this could not be printed: %v", done.ID, printing)})
	return nil
}

// printCommitted says what a commit did, for people or for programs; kinds may be nil.
func (o *common) printCommitted(out io.Writer, format, dimension string, kinds map[engine.Kind]int64, done engine.Committed) error {
	if format == "json" {
		return writeCommitted(out, kinds, done)
	}
	if kinds != nil {
		fmt.Fprintln(out, plain.Kinds(kinds))
	}
	if done.ID == 0 {
		if done.Already == 0 {
			fmt.Fprintln(out, "nothing to do")
			return nil
		}
		fmt.Fprintf(out, "already applied as commit %d; nothing was changed\n", done.Already)
		return nil
	}
	fmt.Fprintln(out, plain.Operations(done.Operations))
	fmt.Fprintf(out, "commit %d\n", done.ID)
	if done.Parked > 0 {
		fmt.Fprintf(out, "parked %s in %s\n", cell.Plural(done.Parked, "row"), cell.Clean(done.ParkFile))
	}
	_, err := fmt.Fprintf(out, "to undo it: %s\n", o.again("undo", dimension, fmt.Sprint(done.ID)))
	return err
}
