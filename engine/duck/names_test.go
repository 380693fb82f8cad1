package duck

import (
	"context"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// hostile are column names that break SQL, CSV or YAML where they are not quoted, or that the workspace uses itself.
var hostile = []string{`"; DROP TABLE dim; --`, `ci"ty`, `ci'ty`, "two\nlines", `a, b`, `select`, `\`, ` padded `, `%s$1?`, `Größe 🦆`, `c0`, `_m`, `_f`, `a0`, `b0`, `k0`, `_row`, `_id`, `_rid`}

// TestHostileColumnNames changes a value in a column of each name and undoes it; the key has such a name too.
func TestHostileColumnNames(t *testing.T) {
	key := "i\"d'; --"
	header, first, second := []string{"sk", key}, []string{"1", "A"}, []string{"2", "B"}
	names, changed, added := []string{key}, []string{"A"}, []string{"N"}
	types, spec := "sk INTEGER, "+sqlgen.Ident(key)+" VARCHAR", fmt.Sprintf("key: %q\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncolumns:\n", key)
	for i, name := range hostile {
		header, first, second = append(header, name), append(first, "Pune"), append(second, "Rome")
		names, changed, added = append(names, name), append(changed, "De'lhi\""), append(added, "x")
		types += ", " + sqlgen.Ident(name) + " VARCHAR"
		spec += fmt.Sprintf("  %q: %d\n", name, 1+i%2)
	}
	dim := csvText(t, append(header, "valid_from", "valid_to"), append(first, "2024-01-01", ""), append(second, "2024-01-01", ""))
	batch := csvText(t, names, changed, added)
	t.Run("csv", func(t *testing.T) {
		t.Parallel()
		o := files(t, dim, batch, spec)
		thereAndBack(t, o)
		same(t, "the dimension after undo", text(t, o.Dimension), dim)
	})
	t.Run("duckdb", func(t *testing.T) {
		t.Parallel()
		pune, rome := strings.Repeat(", 'Pune'", len(hostile)), strings.Repeat(", 'Rome'", len(hostile))
		thereAndBack(t, tables(t, batch, spec, "CREATE TABLE dim ("+types+", valid_from DATE, valid_to DATE)",
			"INSERT INTO dim VALUES (1, 'A'"+pune+", DATE '2024-01-01', NULL), (2, 'B'"+rome+", DATE '2024-01-01', NULL)"))
	})
}

// thereAndBack commits a batch and undoes it, and wants something to have changed in between.
func thereAndBack(t *testing.T, o Options) {
	t.Helper()
	first := contents(t, o)
	r := review(t, o)
	if _, err := r.Groups(context.Background(), engine.Filter{Text: "de'lhi"}, 10); err != nil {
		t.Fatal(err)
	}
	out := commit(t, o, nothingAllowed)
	if after := contents(t, o); after == first || !strings.Contains(after, "De'lhi") {
		t.Fatalf("the dimension is\n%s", after)
	}
	takeBack(t, o, out.ID)
	same(t, "the dimension after undo", contents(t, o), first)
}

func csvText(t *testing.T, rows ...[]string) string {
	t.Helper()
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
