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

// hostile are column names that break SQL, CSV or YAML where they are not quoted.
var hostile = []string{`"; DROP TABLE dim; --`, `ci"ty`, `ci'ty`, "two\nlines", `a, b`, `select`, `\`, ` padded `, `%s$1?`, `Größe 🦆`, `c0`, `_m`, `a0`, `_rid`, `k0`}

// TestHostileColumnNames changes and undoes a value in a column of each name, with a key of such a name too.
func TestHostileColumnNames(t *testing.T) {
	for i, name := range hostile {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			key := "i\"d'; --"
			header := []string{"sk", key, name, "valid_from", "valid_to"}
			dim := csvText(t, header, []string{"1", "A", "Pune", "2024-01-01", ""}, []string{"2", "B", "Rome", "2024-01-01", ""})
			batch := csvText(t, []string{key, name}, []string{"A", "De'lhi\""}, []string{"N", "x"})
			spec := fmt.Sprintf("key: %q\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncolumns: {%q: %d}\n", key, name, 1+i%2)
			t.Run("csv", func(t *testing.T) {
				o := files(t, dim, batch, spec)
				thereAndBack(t, o)
				same(t, "the dimension after undo", text(t, o.Dimension), dim)
			})
			t.Run("duckdb", func(t *testing.T) {
				thereAndBack(t, tables(t, batch, spec, fmt.Sprintf("CREATE TABLE dim (sk INTEGER, %s VARCHAR, %s VARCHAR, valid_from DATE, valid_to DATE)", sqlgen.Ident(key), sqlgen.Ident(name)),
					"INSERT INTO dim VALUES (1, 'A', 'Pune', DATE '2024-01-01', NULL), (2, 'B', 'Rome', DATE '2024-01-01', NULL)"))
			})
		})
	}
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
