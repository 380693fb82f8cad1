package duck

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
)

func newLab(t testing.TB) *Lab {
	l, err := NewLab(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.(*Lab)
}

func labShown(t engine.Table) string {
	var lines []string
	for _, r := range t.Rows {
		var cells []string
		for _, v := range r {
			cells = append(cells, v.Show())
		}
		lines = append(lines, strings.Join(cells, ","))
	}
	return strings.Join(lines, "\n")
}

// The worked examples of the seeds, through the Lab: what is stored, and each row's kind.
func TestLabAppliesTheWorkedExamples(t *testing.T) {
	l := newLab(t)
	for _, name := range []string{"31-close-then-open", "32-absent-is-deleted", "33-insert-update-retain", "34-customer-42"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("../testdata/cases", name)
			file := func(name string) string { return text(t, filepath.Join(dir, name)) }
			began := time.Now()
			out, err := l.Apply(context.Background(), engine.LabBatch{Dimension: file("dimension.csv"), Batch: file("batch.csv"),
				Spec: file("spec.yaml"), AsOf: strings.TrimSpace(file("as-of"))})
			if err != nil {
				t.Fatal(err)
			}
			t.Log(time.Since(began))
			want, err := readCSVText("expected", file("expected.csv"))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := strings.Join(sortRows(out.Table.Rows), "\n"), strings.Join(sortRows(want.rows), "\n"); got != want {
				t.Errorf("stored\n%s\nwant\n%s", got, want)
			}
			kinds, err := readCSVText("kinds", file("kinds.csv"))
			if err != nil || len(kinds.rows) != len(out.Changes) {
				t.Fatalf("%d changes, want %d: %v", len(out.Changes), len(kinds.rows), err)
			}
			for i, k := range kinds.rows {
				if got := out.Changes[i].Kind.String(); got != k[2].Text {
					t.Errorf("change %d is %s, want %s", i+1, got, k[2].Text)
				}
			}
			for _, m := range out.Members {
				for _, v := range m.After {
					if strings.HasPrefix(v.SurrogateKey, "+") {
						t.Errorf("%v: %s is no surrogate key that is stored", m.Key, v.SurrogateKey)
					}
				}
			}
			if len(out.Statements) == 0 || len(out.Members) == 0 {
				t.Errorf("%d statements, %d members", len(out.Statements), len(out.Members))
			}
		})
	}
}

func BenchmarkLabApply(b *testing.B) {
	l := newLab(b)
	in := engine.LabBatch{Dimension: "customer_sk,customer_id,city,segment,valid_from,valid_to,is_current\n1,42,Leeds,Retail,2024-01-01,,true\n",
		Batch: "customer_id,city,segment,updated_at\n42,York,Business,2024-05-01\n42,York,Retail,2024-03-01\n", AsOf: "2024-06-30",
		Spec: "key: customer_id\nsurrogate_key: customer_sk\nperiod: {from: valid_from, to: valid_to}\ncurrent: is_current\nbatch: {effective: updated_at}\n"}
	for b.Loop() {
		if _, err := l.Apply(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLabReset(b *testing.B) {
	l := newLab(b)
	for b.Loop() {
		if err := l.Reset(context.Background()); err != nil {
			b.Fatal(err)
		}
		if err := l.Load(context.Background(), engine.LabTable{Name: "t", CSV: labCustomers}, engine.LabTable{Name: "u", CSV: labCustomers}); err != nil {
			b.Fatal(err)
		}
	}
}
