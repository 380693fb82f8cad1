package model_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

// TestCases runs every worked case: the kind of each row and of each absent member, the dimension afterwards, and that the
// same batch once more leaves that as it is.
func TestCases(t *testing.T) {
	folders, err := filepath.Glob("../testdata/cases/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			file := func(name string) string { return read(t, folder, name) }
			x := texts{spec: file("spec.yaml"), dimension: file("dimension.csv"), batch: file("batch.csv"), asOf: file("as-of")}
			c := x.read(t)
			result := model.Run(c.input)
			checkKinds(t, folder, result)
			_, want := readCSV(file("expected.csv"), nil)
			if file("exit") == "5" {
				if allowed := max(1, c.input.Spec.Limits.Deleted*float64(result.Brake.Members)); float64(result.Brake.Deleted) <= allowed {
					t.Errorf("the brake lets %+v pass", result.Brake)
				}
				return
			}
			got := c.table.Rows(result)
			if !sameRows(got, want) {
				t.Errorf("the dimension afterwards is\n%s\nwant\n%s", showRows(got), showRows(want))
			}
			again := x.readWith(t, c.table.Header, got)
			if second := again.table.Rows(model.Run(again.input)); !sameRows(second, want) {
				t.Errorf("after the same batch again the dimension is\n%s\nwant\n%s", showRows(second), showRows(want))
			}
		})
	}
}

func checkKinds(t *testing.T, folder string, result model.Result) {
	t.Helper()
	_, kinds := readCSV(read(t, folder, "kinds.csv"), nil)
	if len(kinds) != len(result.Rows)+len(result.Absent) {
		t.Errorf("%d rows and %d absent members, want %d in all", len(result.Rows), len(result.Absent), len(kinds))
	}
	absent := map[string]model.Outcome{}
	for _, o := range result.Absent {
		var parts []string
		for _, c := range o.Key {
			parts = append(parts, c.Text)
		}
		absent[strings.Join(parts, "|")] = o
	}
	for _, k := range kinds {
		o, what := absent[k[1].Text], "absent "+k[1].Text
		if !k[0].Null {
			n, _ := strconv.Atoi(k[0].Text)
			o, what = result.Rows[n-1], "row "+k[0].Text
		}
		if o.Kind != engine.ParseKind(k[2].Text) {
			t.Errorf("%s is %s (%s), want %s", what, kindName(o.Kind), o.Reason, k[2].Text)
		}
		if rejected := o.Kind == engine.Rejected; rejected != (o.Reason != "") && o.Kind != engine.Superseded {
			t.Errorf("%s is %s with the reason %q", what, kindName(o.Kind), o.Reason)
		}
	}
}

func kindName(k engine.Kind) string {
	if k == 0 {
		return "nothing"
	}
	return k.String()
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil && name != "exit" {
		t.Fatal(err)
	}
	if name == "exit" || name == "as-of" {
		return strings.TrimSpace(string(data))
	}
	return string(data)
}

func sameRows(a, b [][]engine.Value) bool {
	return slices.Equal(sortedTexts(a), sortedTexts(b))
}

func showRows(rows [][]engine.Value) string { return strings.Join(sortedTexts(rows), "\n") }

func sortedTexts(rows [][]engine.Value) []string {
	var texts []string
	for _, row := range rows {
		var cells []string
		for _, c := range row {
			if c.Null {
				cells = append(cells, "NULL")
			} else {
				cells = append(cells, strconv.Quote(c.Text))
			}
		}
		texts = append(texts, strings.Join(cells, ","))
	}
	slices.Sort(texts)
	return texts
}
