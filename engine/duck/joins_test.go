package duck

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"dimdesk/engine/sqlgen"
)

// TestManyMembersAreJoinedByKeys looks how DuckDB goes about what is read of many members at once: nowhere does it hold every row of one
// table against every row of another, which takes minutes where there are a million.
func TestManyMembersAreJoinedByKeys(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city,at\nA,Delhi,2025-01-01\nA,Agra,2025-02-01\nB,Bari,2023-01-01\nC,Bergen,2025-01-01\nD,Nice,2025-01-01\n", datedSpec)
	r := review(t, o)
	if err := r.numberNewKeys(context.Background()); err != nil {
		t.Fatal(err)
	}
	every := sqlgen.EveryHistory()
	reads := map[string]string{"operations": r.layout.Operations(every), "overwrites": r.layout.Cells(every), "versions": r.layout.FinalVersions(every)}
	for _, step := range r.layout.Judge() {
		if q, judged := strings.CutPrefix(step.SQL, "CREATE TABLE cand AS "); judged {
			reads["rows of broken histories"] = q
		}
	}
	if len(reads) != 4 {
		t.Errorf("there is nothing to look at but %q", reads)
	}
	for name, q := range reads {
		err := r.w.query(context.Background(), "EXPLAIN "+q, func(rows *sql.Rows) error {
			var kind, plan string
			if err := rows.Scan(&kind, &plan); err != nil {
				return err
			}
			if !strings.Contains(plan, "JOIN") || strings.Contains(plan, "BLOCKWISE_NL_JOIN") {
				t.Errorf("%s: %s", name, plan)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
