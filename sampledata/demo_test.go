package sampledata

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
)

// version is a stored row by column name.
type version map[string]string

func versions(t *testing.T, s Sample) (byMember map[string][]version, total int) {
	t.Helper()
	header, rows := table(t, s.Files.Dimension)
	byMember = map[string][]version{}
	for _, row := range rows {
		v := version{}
		for i, column := range header {
			v[column] = row[i]
		}
		byMember[v["customer_id"]] = append(byMember[v["customer_id"]], v)
	}
	return byMember, len(rows)
}

func TestDemoShowsEveryKind(t *testing.T) {
	kinds, err := demo(t, "").Kinds()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[engine.Kind]int{}
	for _, k := range kinds {
		counts[k]++
	}
	want := map[engine.Kind]int{engine.New: 3, engine.Changed: 16, engine.Corrected: 8, engine.Late: 3, engine.Returned: 1,
		engine.Deleted: 1, engine.Rejected: 8, engine.Superseded: 2, engine.Unchanged: 6}
	for _, k := range engine.Kinds {
		if counts[k] != want[k] {
			t.Errorf("%s: %d rows, want %d", k, counts[k], want[k])
		}
	}
}

func TestDemoHistoryIsSoundButForOneMember(t *testing.T) {
	members, total := versions(t, demo(t, ""))
	if total != 69 || len(members) != 48 {
		t.Errorf("%d versions of %d members", total, len(members))
	}
	var broken []string
	surrogates := map[string]bool{}
	for key, history := range members {
		for i, v := range history {
			surrogates[v["customer_sk"]] = true
			from, err := time.Parse(time.DateOnly, v["valid_from"])
			if err != nil {
				t.Errorf("%s: %v", key, err)
			}
			open := v["valid_to"] == ""
			if (v["is_current"] == "true") != open || (open && v["is_deleted"] != "false") {
				t.Errorf("%s: a flag of version %s contradicts its period", key, v["customer_sk"])
			}
			if to, err := time.Parse(time.DateOnly, v["valid_to"]); !open && (err != nil || !from.Before(to)) {
				t.Errorf("%s: version %s ends at %q", key, v["customer_sk"], v["valid_to"])
			}
			if i > 0 && (history[i-1]["valid_to"] == "" || history[i-1]["valid_to"] > v["valid_from"]) {
				broken = append(broken, key)
			}
			if limit := v["credit_limit"]; limit == "" || !strings.HasSuffix(limit, ".00") {
				t.Errorf("%s: credit_limit %q", key, limit)
			}
		}
	}
	if !slices.Equal(broken, []string{"C120"}) {
		t.Errorf("broken histories: %v", broken)
	}
	if len(surrogates) != total {
		t.Errorf("%d surrogate keys for %d versions", len(surrogates), total)
	}
}

// TestDemoKindsFitTheirRows checks what the kind of a row says about the file, so that neither is edited alone.
func TestDemoKindsFitTheirRows(t *testing.T) {
	s := demo(t, "")
	members, _ := versions(t, s)
	kinds, err := s.Kinds()
	if err != nil {
		t.Fatal(err)
	}
	header, rows := table(t, s.Files.Batch)
	column := func(row []string, name string) string {
		if i := slices.Index(header, name); i < len(row) {
			return row[i]
		}
		return ""
	}
	for i, row := range rows {
		key, kind, effective := column(row, "customer_id"), kinds[int64(i+1)], column(row, "updated_at")
		history := members[key]
		where := fmt.Sprintf("row %d (%s, %s)", i+1, key, kind)
		if _, err := strconv.Atoi(column(row, "seq")); err != nil && kind != engine.Rejected {
			t.Errorf("%s: seq: %v", where, err)
		}
		if (len(history) == 0) != (kind == engine.New || key == "") {
			t.Errorf("%s: %d stored versions", where, len(history))
		}
		if len(history) == 0 {
			continue
		}
		newest := history[len(history)-1]
		switch kind {
		case engine.Late:
			if effective >= newest["valid_from"] {
				t.Errorf("%s: not before %s", where, newest["valid_from"])
			}
		case engine.Changed:
			if effective <= newest["valid_from"] || newest["valid_to"] != "" || effective > s.AsOf {
				t.Errorf("%s: not a change of the version of %s", where, newest["valid_from"])
			}
		case engine.Returned:
			if newest["valid_to"] == "" || effective < newest["valid_to"] {
				t.Errorf("%s: the member is in force until %q", where, newest["valid_to"])
			}
		case engine.Deleted:
			if column(row, "op") != "D" || newest["valid_to"] != "" {
				t.Errorf("%s: deletes nothing", where)
			}
		case engine.Corrected:
			if effective < newest["valid_from"] || newest["valid_to"] != "" {
				t.Errorf("%s: overwrites nothing", where)
			}
		}
	}
}

func TestDemoGroupsOfAlikeChanges(t *testing.T) {
	s := demo(t, "")
	members, _ := versions(t, s)
	header, rows := table(t, s.Files.Batch)
	key := slices.Index(header, "customer_id")
	groups := map[string]int{}
	for _, row := range rows {
		if len(row) < len(header) || members[row[key]] == nil {
			continue
		}
		history := members[row[key]]
		for _, name := range []string{"city", "segment", "region"} {
			before, after := history[len(history)-1][name], row[slices.Index(header, name)]
			if before != after && after != "" {
				groups[before+" → "+after]++
			}
		}
	}
	for group, want := range map[string]int{"Mumbai → Bangalore": 6, "Retail → Business": 4, "Europe → Nordics": 4} {
		if groups[group] != want {
			t.Errorf("%s: %d rows, want %d", group, groups[group], want)
		}
	}
}

func TestDemoIsExplainedRowByRow(t *testing.T) {
	s := demo(t, "")
	text, err := files.ReadFile("demo/ABOUT.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds, err := s.Kinds()
	if err != nil {
		t.Fatal(err)
	}
	_, rows := table(t, s.Files.Batch)
	for row, kind := range kinds {
		key := rows[row-1][0]
		if key == "" {
			key = "–"
		}
		if !strings.Contains(string(text), fmt.Sprintf("\n| %d | %s | %s | ", row, key, kind)) {
			t.Errorf("ABOUT.md does not say that row %d (%s) is %s", row, key, kind)
		}
	}
}
