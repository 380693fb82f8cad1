package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/cmd/dimdesk/internal/rowout"
	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/tui/cell"
)

// listed is how many findings a table lists.
const listed = 100

func verifyCommand() *cobra.Command {
	var o common
	cmd := &cobra.Command{
		Use:   "verify DIMENSION",
		Short: "Check the whole history",
		Long: `Check the whole history of a dimension. Faults (versions that overlap, two open ones, an end before its start, a flag
that contradicts the period, a surrogate key twice, …) exit with 6; notes (gaps, equal neighbours, …) do not.`,
		Example: "  dimdesk verify dim_customer.csv",
		Args:    wants("DIMENSION"),
	}
	o.add(cmd)
	format := formatFlag(cmd, "table", "jsonl")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		return o.withDimension(ctx, cmd, args[0], func(d *duck.Dimension) error {
			limit := 0
			if format.value == "table" {
				limit = listed
			}
			p := startProgress(ctx, cmd.ErrOrStderr(), "checking")
			findings, counts, err := d.Verify(ctx, limit)
			p.stop()
			if err != nil {
				return err
			}
			if format.value == "jsonl" {
				err = encodeFindings(cmd.OutOrStdout(), d.Spec(), findings)
			} else {
				err = printFindings(cmd.OutOrStdout(), d.Spec(), findings, counts)
			}
			if err != nil {
				return err
			}
			if len(findings) > 0 && findings[0].Fault {
				return engine.Errorf(engine.CodeFaults, "%s has faults: %s", d.Name(), counted(faults(findings, counts)))
			}
			return nil
		})
	}
	return cmd
}

func printFindings(out io.Writer, s engine.Spec, findings []engine.Finding, counts map[string]int64) error {
	t := plain.NewTable(out, widthOf(out), "finding", "rule", cell.Clean(strings.Join(s.Key, "/")), "surrogate key", "detail").Prose()
	for _, f := range findings {
		if err := t.Row(weight(f), cell.Clean(f.Rule), cell.Key(f.Key), cell.Clean(f.SurrogateKey), cell.Clean(f.Detail)); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	if len(findings) == 0 {
		_, err := fmt.Fprintln(out, "no faults, and nothing to note")
		return err
	}
	var total int64
	for _, n := range counts {
		total += n
	}
	fmt.Fprintf(out, "\n%s\n", counted(counts))
	if more := total - int64(len(findings)); more > 0 {
		fmt.Fprintf(out, "%s more are not listed; --format jsonl lists all\n", cell.Count(more))
	}
	return nil
}

// counted counts findings by rule, in the order of their names: "gap (3), overlap (1)".
func counted(counts map[string]int64) string {
	var parts []string
	for _, rule := range slices.Sorted(maps.Keys(counts)) {
		if counts[rule] > 0 {
			parts = append(parts, cell.Clean(rule)+" ("+cell.Count(counts[rule])+")")
		}
	}
	return strings.Join(parts, ", ")
}

// faults are the counts of the rules that are broken, without what is only noted. Faults are listed first, so that their
// rules are seen even where not all findings are.
func faults(findings []engine.Finding, counts map[string]int64) map[string]int64 {
	broken := map[string]int64{}
	for _, f := range findings {
		if f.Fault {
			broken[f.Rule] = counts[f.Rule]
		}
	}
	return broken
}

// weight is the word for how bad a finding is.
func weight(f engine.Finding) string {
	if f.Fault {
		return "fault"
	}
	return "note"
}

func encodeFindings(out io.Writer, s engine.Spec, findings []engine.Finding) error {
	for _, f := range findings {
		b := rowout.AppendText(rowout.AppendField([]byte{'{'}, "finding"), weight(f))
		b = rowout.AppendText(rowout.AppendField(b, "rule"), f.Rule)
		b = rowout.AppendObject(rowout.AppendField(b, "key"), s.Key, f.Key)
		b = rowout.AppendSurrogate(rowout.AppendField(b, "surrogate_key"), f.SurrogateKey, s.SurrogateKey.Make == "integer")
		b = rowout.AppendText(rowout.AppendField(b, "detail"), f.Detail)
		if _, err := out.Write(append(b, '}', '\n')); err != nil {
			return err
		}
	}
	return nil
}
