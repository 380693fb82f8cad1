package recipe

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"dimdesk/engine"
)

// shapes are tables of every kind: a plain one, one with everything, and one of a snapshot.
var shapes = map[string]Table{
	"plain": {
		Name: "dim_customer", Staged: "staged", AsOf: "2024-09-07",
		Columns: []engine.ColumnInfo{{Name: "customer_id", Type: "INTEGER"}, {Name: "full_name", Type: "VARCHAR"}, {Name: "country", Type: "VARCHAR"},
			{Name: "valid_from", Type: "DATE"}, {Name: "valid_to", Type: "DATE"}, {Name: "is_current", Type: "BOOLEAN"}},
		Spec: parsed("key: customer_id\nperiod: {from: valid_from, to: valid_to}\ncurrent: is_current\n"),
	},
	"everything": {
		Name: "mart.dim_customer", Staged: "staging.customers",
		Columns: []engine.ColumnInfo{{Name: "sk", Type: "BIGINT"}, {Name: "country", Type: "VARCHAR"}, {Name: "Tax Id", Type: "VARCHAR"}, {Name: "name", Type: "VARCHAR"},
			{Name: "order", Type: "VARCHAR"}, {Name: "rate", Type: "DECIMAL(10,2)"}, {Name: "region", Type: "VARCHAR"}, {Name: "previous_region", Type: "VARCHAR"},
			{Name: "tier", Type: "INTEGER"}, {Name: "current_tier", Type: "INTEGER"}, {Name: "channel", Type: "VARCHAR"}, {Name: "loaded_at", Type: "TIMESTAMP"},
			{Name: "valid_from", Type: "TIMESTAMP"}, {Name: "valid_to", Type: "TIMESTAMP"}, {Name: "status", Type: "VARCHAR"}, {Name: "is_deleted", Type: "BOOLEAN"}},
		Spec: parsed(`
key: [country, Tax Id]
surrogate_key: sk
period: {from: valid_from, to: valid_to, open: "9999-12-31"}
current: {column: status, open: Current, closed: "It's over"}
deleted: is_deleted
columns:
  name: 1
  order: {type: 2, compare: {ignore_case: true, trim: true}}
  rate: {type: 2, compare: {tolerance: 0.005}}
  region: {type: 3, previous: previous_region}
  tier: {type: 6, current: current_tier}
  channel: 0
  loaded_at: ignore
batch: {effective: since, sequence: [since, seq], operation: {column: op, delete: [D, DELETE]}, rename: {tax_no: Tax Id}}
`),
	},
	"snapshot": {
		Name: "dim", Staged: "staged",
		Columns: []engine.ColumnInfo{{Name: "id", Type: "VARCHAR"}, {Name: "k", Type: "INTEGER"}, {Name: "city", Type: "VARCHAR"}, {Name: "name", Type: "VARCHAR"},
			{Name: "since", Type: "DATE"}, {Name: "until", Type: "DATE"}, {Name: "gone", Type: "BOOLEAN"}},
		Supplied: []string{"k", "name"},
		Spec: parsed(`
key: k
surrogate_key: {column: id, make: uuid}
period: {from: since, to: until, bounds: "[]"}
deleted: gone
columns: {name: 1}
type1: current
batch: {mode: snapshot, protect: [-1, 0], scope: "city = 'Pune'"}
`),
	},
}

func parsed(text string) engine.Spec {
	spec, err := engine.ParseSpec([]byte(text), "spec.yaml")
	if err != nil {
		panic(err)
	}
	return *spec
}

// TestGolden holds every recipe, with what it says and breaks, against what was read and found good. Write anew with -update.
func TestGolden(t *testing.T) {
	for shape, table := range shapes {
		for _, d := range Dialects() {
			t.Run(shape+"/"+d.Name, func(t *testing.T) {
				r, err := For(d.Name, table)
				if err != nil {
					t.Fatal(err)
				}
				var b strings.Builder
				fmt.Fprintf(&b, "%s. %s: %s\n\n", r.Dialect.Title, r.Dialect.Evidence, r.Dialect.Source)
				for _, c := range r.Clauses {
					fmt.Fprintf(&b, "-- %s\n%s", c.Says, c.SQL)
					if !strings.HasSuffix(c.SQL, "\n") {
						b.WriteString("\n")
					}
				}
				b.WriteString("\n")
				for _, x := range r.Breaks {
					fmt.Fprintf(&b, "!! %s: %s\n", x.Rule, x.Says)
				}
				golden.RequireEqual(t, b.String())
			})
		}
	}
}

// TestClausesSpeak: every clause says something, in at most three short sentences, and every dialect says what it is known from.
func TestClausesSpeak(t *testing.T) {
	for shape, table := range shapes {
		for _, d := range Dialects() {
			r, err := For(d.Name, table)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Clauses {
				if c.Says == "" || len(c.Says) > 280 || strings.TrimSpace(c.SQL) == "" {
					t.Errorf("%s of %s: %q says %q", d.Name, shape, c.SQL, c.Says)
				}
			}
			if d.Title == "" || d.Evidence == "" || !strings.HasPrefix(d.Source, "https://") {
				t.Errorf("%s says too little: %+v", d.Name, d)
			}
			if len(r.Breaks) == 0 {
				t.Errorf("%s of %s breaks nothing, which is not so", d.Name, shape)
			}
		}
	}
}

func TestUnknownDialect(t *testing.T) {
	for name, want := range map[string]string{
		"postgres": `did you mean "postgresql"?`,
		"":         "the dialects are close-then-open",
		"oracle":   "the dialects are close-then-open",
	} {
		_, err := For(name, shapes["plain"])
		if engine.CodeOf(err) != engine.CodeUsage || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestNamesAreQuotedWhereNeeded(t *testing.T) {
	want := map[string][]string{ // plain, upper case, a word of SQL's, a space, its own quote
		"merge":      {`city`, `City`, `"order"`, `"tax id"`, `"a""b"`},
		"postgresql": {`city`, `"City"`, `"order"`, `"tax id"`, `"a""b"`},
		"snowflake":  {`city`, `"City"`, `"order"`, `"tax id"`, `"a""b"`},
		"delta":      {"city", "City", "`order`", "`tax id`", "`a\"b`"},
		"bigquery":   {"city", "City", "`order`", "`tax id`", "`a\"b`"},
		"fabric":     {"city", "City", "[order]", "[tax id]", `[a"b]`},
	}
	for _, f := range flavors() {
		for i, name := range []string{"city", "City", "order", "tax id", `a"b`} {
			if names := want[f.Name]; names != nil && f.ident(name) != names[i] {
				t.Errorf("%s: %q is %s, want %s", f.Name, name, f.ident(name), names[i])
			}
		}
	}
}
