package duck

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
)

// A column's type is told by all of its values, and only where it is plain.
func TestLabTellsTypes(t *testing.T) {
	for values, want := range map[string]string{
		"1\n-20\n0":                    "BIGINT",
		"1\n":                          "BIGINT",
		"007\n8":                       "VARCHAR",
		"1.50\n20":                     "DECIMAL(18,2)",
		"0.00000000000000001\n12345.5": "DOUBLE",
		"1E5":                          "VARCHAR",
		"12345678901234567890":         "VARCHAR",
		"true\nFALSE":                  "BOOLEAN",
		"true\n1":                      "VARCHAR",
		"2024-02-29\n9999-12-31":       "DATE",
		"2024-02-30":                   "VARCHAR",
		"2024-02-29\n2024-03-01 12:00": "TIMESTAMP",
		"2024-02-29 12:00:00.123":      "TIMESTAMP",
		"2024-02-29\n1":                "VARCHAR",
		"x":                            "VARCHAR",
		"":                             "VARCHAR",
		"\"\"\n1":                      "VARCHAR",
		"29/02/2024":                   "VARCHAR",
	} {
		l := newLab(t)
		lines := strings.Split(values, "\n")
		for i, v := range lines {
			lines[i] = "x," + v
		}
		if err := l.Load(context.Background(), engine.LabTable{Name: "t", CSV: "k,v\n" + strings.Join(lines, "\n")}); err != nil {
			t.Fatal(err)
		}
		got, err := l.Table(context.Background(), "SELECT v FROM t", 0)
		if err != nil || got.Types[0] != want {
			t.Errorf("%q is %v, want %s: %v", values, got.Types, want, err)
		}
	}
}

func TestLabLoads(t *testing.T) {
	l, ctx := newLab(t), context.Background()
	for _, c := range []struct {
		table       engine.LabTable
		want, fails string
	}{
		{engine.LabTable{Name: "t", CSV: "\ufeffa,b\r\n1,\r\n\r\n\"2\",\"\"\r\n3,\"x, \"\"y\"\"\nz\"\r\n"}, "1,–\n2,\n3,x, \"y\"\nz", ""},
		{engine.LabTable{Name: "t", CSV: "a,valid_to\n1,\n", Types: map[string]string{"valid_to": "TIMESTAMP"}}, "1,–", ""},
		{engine.LabTable{Name: "t", CSV: "a,\"se\"\"lect\"\n"}, "", ""},
		{engine.LabTable{Name: "or ders", CSV: "a\n1"}, "1", ""},
		{engine.LabTable{Name: "t", CSV: "a,b\n1,2\n\n3\n"}, "", "t, line 4: 1 fields, but the header has 2"},
		{engine.LabTable{Name: "t", CSV: "a,b\n1,\"2\n"}, "", "t, line 2: a quote is open"},
		{engine.LabTable{Name: "t", CSV: "a,b\n1,\"2\"3\n"}, "", "t, line 2: a quote is open, or something follows"},
		{engine.LabTable{Name: "t", CSV: " \n"}, " ", ""},
		{engine.LabTable{Name: "t", CSV: ""}, "", "t has no header"},
		{engine.LabTable{Name: "t", CSV: "a,A\n1,2\n"}, "", "t cannot be made a table: "},
		{engine.LabTable{Name: "t", CSV: "a\nx\n", Types: map[string]string{"a": "DATE"}}, "", "t cannot be made a table: invalid date field format"},
		{engine.LabTable{Name: "t", CSV: "a\nx\n", Types: map[string]string{"a": "DAY"}}, "", "t cannot be made a table: Type with name DAY"},
	} {
		err := l.Load(ctx, c.table)
		if c.fails != "" {
			if engine.CodeOf(err) != engine.CodeUsage || !strings.HasPrefix(err.Error(), c.fails) {
				t.Errorf("%+v: %v", c.table, err)
			}
			continue
		}
		if c.want == " " { // a header of one odd name is a table still
			c.want = ""
		}
		if err != nil {
			t.Errorf("%+v: %v", c.table, err)
			continue
		}
		if got, err := l.Table(ctx, "FROM \""+c.table.Name+"\"", 0); err != nil || labShown(got) != c.want {
			t.Errorf("%+v:\n%s\n%v", c.table, labShown(got), err)
		}
	}
	if _, err := l.Run(ctx, "CREATE VIEW v AS SELECT 1 AS a"); err != nil {
		t.Fatal(err)
	}
	if err := l.Load(ctx, engine.LabTable{Name: "v", CSV: "a\n5\n"}); err != nil {
		t.Error(err)
	}
	if got, err := l.Table(ctx, "v", 0); err != nil || labShown(got) != "5" {
		t.Errorf("%s, %v", labShown(got), err)
	}
}

// What is refused is said without a word of the folder that the texts lay in; the changes are told all the same.
func TestLabRefuses(t *testing.T) {
	l, ctx := newLab(t), context.Background()
	in := engine.LabBatch{Dimension: labCustomers, Batch: "customer_id,country\n,SG\n2,SG\n", Spec: "key: customer_id\nperiod: {from: valid_from, to: valid_to}\n", AsOf: "2024-09-07"}
	out, err := l.Apply(ctx, in)
	if engine.CodeOf(err) != engine.CodeRejected || len(out.Changes) != 2 || out.Dimension != "" {
		t.Errorf("%v, %+v", err, out)
	}
	in.Park = true
	if out, err = l.Apply(ctx, in); err != nil || out.Parked != 1 || !strings.Contains(out.Dimension, "2,Ravi,SG,2024-09-07,\n") {
		t.Errorf("%v, %+v", err, out)
	}
	for _, broken := range []engine.LabBatch{
		{Dimension: labCustomers, Batch: in.Batch, Spec: "key: customer\nperiod: {from: valid_from, to: valid_to}\n"},
		{Dimension: labCustomers, Batch: in.Batch, Spec: "keys: [\n"},
		{Dimension: labCustomers + "1,2\n", Batch: in.Batch, Spec: in.Spec},
		{Dimension: labCustomers, Batch: "", Spec: in.Spec},
		{Dimension: "", Batch: in.Batch, Spec: in.Spec},
		{Dimension: labCustomers, Batch: in.Batch, Spec: in.Spec, AsOf: "tomorrow"},
	} {
		_, err := l.Apply(ctx, broken)
		if err == nil || strings.Contains(err.Error(), "dimdesk-") || strings.Contains(err.Error(), os.TempDir()) {
			t.Errorf("%+v: %v", broken, err)
		}
	}
}

// A spec holds SQL, which is stopped as a learner's own is, and has no more memory than there is for a lesson.
func TestLabStopsASpec(t *testing.T) {
	l, ctx := newLab(t), context.Background()
	l.time = 400 * time.Millisecond
	in := engine.LabBatch{Dimension: labCustomers, Batch: "customer_id,country\n2,SG\n", Park: true,
		Spec: "key: customer_id\nperiod: {from: valid_from, to: valid_to}\nbatch: {mode: snapshot, scope: \"(SELECT count(*) FROM range(10000000) a, range(10000000) b) > 0\"}\n"}
	if _, err := l.Apply(ctx, in); engine.CodeOf(err) != engine.CodeUsage || !strings.HasPrefix(err.Error(), "the engine was stopped after 2.4s") {
		t.Error(err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := l.Apply(cancelled, in); engine.CodeOf(err) != engine.CodeCancelled {
		t.Errorf("cancelled: %v", err)
	}
}

// A snapshot without most of the members is stopped by the brake, until exactly so many deletes are allowed.
func TestLabHasABrake(t *testing.T) {
	l, ctx := newLab(t), context.Background()
	rows := ""
	for _, id := range strings.Split("1 2 3 4 5 6 7 8", " ") {
		rows += id + ",a,2024-01-01,\n"
	}
	in := engine.LabBatch{Dimension: "id,name,valid_from,valid_to\n" + rows, Batch: "id,name\n1,a\n", Spec: "key: id\nperiod: {from: valid_from, to: valid_to}\nbatch: {mode: snapshot}\n", AsOf: "2024-09-07", Table: "dim_x"}
	if _, err := l.Apply(ctx, in); engine.CodeOf(err) != engine.CodeBrake {
		t.Errorf("%v", err)
	}
	in.Allow.Deleted = 7
	if out, err := l.Apply(ctx, in); err != nil || strings.Count(out.Dimension, "2024-09-07") != 7 {
		t.Errorf("%v, %s", err, out.Dimension)
	}
}
