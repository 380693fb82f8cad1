package review

import (
	"strings"
	"testing"

	"dimdesk/engine"
)

func sqlOf(spec engine.Spec, ops ...engine.Operation) string {
	info := engine.Info{Dimension: `dim "x"`, Key: []string{"country", "id"}, Spec: spec}
	c := engine.Change{Key: []engine.Value{engine.Text("IN"), engine.Text("O'7")}}
	m := engine.Member{Columns: []string{"city"}, After: []engine.Version{
		{SurrogateKey: "3", Bounds: engine.Bounds{From: "2024-01-01", To: "2024-06-01"}, Values: []engine.Value{engine.Text("Oslo")}, Deleted: true},
		{SurrogateKey: "+1", Bounds: engine.Bounds{From: "2024-06-01"}, Values: []engine.Value{engine.Null}, Opens: true},
	}}
	return strings.Join(rowSQL(info, c, m, ops), "\n")
}

func TestRowSQLFollowsTheLayout(t *testing.T) {
	closing := engine.Operation{Op: engine.OpClose, SurrogateKey: "3", From: "2024-01-01", To: "2024-06-01"}
	opening := engine.Operation{Op: engine.OpOpen, SurrogateKey: "+1", From: "2024-06-01"}
	overwriting := engine.Operation{Op: engine.OpOverwrite, Columns: []engine.ColumnChange{{Name: "city", Before: engine.Text("Oslo"), After: engine.Text("Moss")}}}
	for _, c := range []struct {
		name string
		spec engine.Spec
		op   engine.Operation
		want []string
	}{
		{"half-open, NULL", engine.Spec{SurrogateKey: engine.SurrogateKey{Column: "sk"}, Period: engine.Period{From: "f", To: "t", Bounds: "[)"}}, closing,
			[]string{`UPDATE "dim ""x""" SET "t" = '2024-06-01'`, `WHERE "sk" = '3';`}},
		{"last day", engine.Spec{SurrogateKey: engine.SurrogateKey{Column: "sk"}, Period: engine.Period{From: "f", To: "t", Bounds: "[]"}}, closing,
			[]string{`"t" = CAST('2024-06-01' AS DATE) - 1`}},
		{"sentinel and flag texts", engine.Spec{Period: engine.Period{From: "f", To: "t", Open: "9999-12-31"}, Current: engine.Flag{Column: "status", Open: "Current", Closed: "Expired"}}, opening,
			[]string{`("country", "id", "city", "f", "t", "status")`, `('IN', 'O''7', NULL, '2024-06-01', '9999-12-31', 'Current');`}},
		{"without a surrogate key", engine.Spec{Period: engine.Period{From: "f", To: "t"}}, closing,
			[]string{`WHERE "country" = 'IN' AND "id" = 'O''7' AND "f" = '2024-01-01';`}},
		{"deleted flag", engine.Spec{SurrogateKey: engine.SurrogateKey{Column: "sk"}, Period: engine.Period{From: "f", To: "t"}, Deleted: "gone"}, closing,
			[]string{`"t" = '2024-06-01', "gone" = TRUE`}},
		{"overwrite without a surrogate key", engine.Spec{Period: engine.Period{From: "f", To: "t"}}, overwriting,
			[]string{`SET "city" = 'Moss'`, `"id" = 'O''7' AND "city" IS NOT DISTINCT FROM 'Oslo';`}},
		{"companions", engine.Spec{Period: engine.Period{From: "f", To: "t"}, Columns: []engine.Column{{Name: "region", Previous: "last region"}}}, opening,
			[]string{`the commit also fills "last region"`}},
		{"redate", engine.Spec{SurrogateKey: engine.SurrogateKey{Column: "sk"}, Period: engine.Period{From: "f", To: "t"}},
			engine.Operation{Op: engine.OpRedate, SurrogateKey: "3", Before: engine.Bounds{From: "2024-01-01"}, After: engine.Bounds{From: "2023-01-01"}},
			[]string{"2024-01-01 – open becomes 2023-01-01 – open", `SET "f" = '2023-01-01', "t" = NULL`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := sqlOf(c.spec, c.op)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s\nlacks %s", got, want)
				}
			}
		})
	}
	if got := sqlOf(engine.Spec{}); !strings.Contains(got, "Nothing is done") {
		t.Errorf("no operations: %s", got)
	}
}
