package model_test

import (
	"slices"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

const snapshot = "batch: {mode: snapshot, effective: since, operation: {column: op, delete: D}}\n"

func TestSnapshotRows(t *testing.T) {
	runAll(t, []example{
		{
			name: "the last row of a key speaks, a later one too that is in the future", columns: "v", spec: snapshot,
			dimension: "1,K,a,2024-01-01,\n2,L,a,2024-01-01,\n", kinds: "superseded changed superseded rejected",
			batch: "id,v,since,op\nK,b,2024-02-01,U\nK,c,2024-03-01,U\nL,b,2024-02-01,U\nL,c,2024-07-01,U\n",
			after: "1,K,a,2024-01-01,2024-03-01\n3,K,c,2024-03-01,\n2,L,a,2024-01-01,\n",
		}, {
			name: "none in force: from its own time, but not before the end of the last", columns: "v", spec: snapshot,
			dimension: "1,K,a,2024-01-01,2024-03-01\n2,L,a,2024-01-01,2024-03-01\n3,M,a,2024-01-01,2024-03-01\n",
			batch:     "id,v,since,op\nK,a,2024-03-01,U\nL,a,2024-02-01,U\nM,a,2024-04-01,U\nN,a,2024-02-01,U\n",
			kinds:     "returned returned returned new",
			after: "1,K,a,2024-01-01,2024-03-01\n4,K,a,2024-03-01,\n2,L,a,2024-01-01,2024-03-01\n5,L,a,2024-06-30,\n" +
				"3,M,a,2024-01-01,2024-03-01\n6,M,a,2024-04-01,\n7,N,a,2024-02-01,\n",
		}, {
			name: "deletes are dated like changes", columns: "v", spec: snapshot,
			dimension: "1,K,a,2024-01-01,\n2,L,a,2024-03-01,\n3,M,a,2024-01-01,2024-02-01\n",
			batch:     "id,v,since,op\nK,,2024-02-01,D\nL,,2024-02-01,D\nM,,2024-07-01,D\nN,,2024-02-01,D\n", kinds: "deleted deleted unchanged rejected",
			after: "1,K,a,2024-01-01,2024-02-01\n2,L,a,2024-03-01,2024-06-30\n3,M,a,2024-01-01,2024-02-01\n",
		}, {
			name: "a value that is only corrected is so as of the as-of, whatever its time", columns: "v,e",
			spec: "columns: {v: 2, e: 1}\n" + snapshot, dimension: "1,K,a,x,2024-03-01,\n",
			batch: "id,v,e,since,op\nK,a,y,2024-01-01,U\n", kinds: "corrected", after: "1,K,a,y,2024-03-01,\n",
		},
	})
}

func TestAbsentMembers(t *testing.T) {
	e := example{
		columns: "v", spec: "batch: {mode: snapshot, protect: [P]}\n",
		dimension: "1,K,a,2024-01-01,2024-09-01\n2,K,b,2024-09-01,\n3,L,a,2024-01-01,2024-02-01\n4,P,a,2024-01-01,\n5,Q,a,2024-01-01,\n6,R,a,2024-09-01,\n",
		batch:     "id,v\nQ,a\n", kinds: "unchanged deleted",
		after: "1,K,a,2024-01-01,2024-06-30\n2,K,b,2024-09-01,\n3,L,a,2024-01-01,2024-02-01\n4,P,a,2024-01-01,\n5,Q,a,2024-01-01,\n6,R,a,2024-09-01,\n",
	}
	result := e.run(t)
	if got := result.Absent[0]; !slices.Equal(got.Notes, []string{"leaves the version planned from 2024-09-01"}) || got.ID != 2 || got.N != 0 {
		t.Errorf("the absent member is %+v", got)
	}
	if want := (model.Brake{Deleted: 1, Members: 3}); result.Brake != want {
		t.Errorf("the brake has %+v, want %+v", result.Brake, want)
	}

	c := e.read(t)
	c.input.ParkedAbsent = map[string]bool{model.KeyText([]engine.Value{engine.Text("K")}): true}
	parked := model.Run(c.input)
	if parked.Brake.Deleted != 0 || parked.Absent[0].Kind != engine.Deleted || !sameRows(c.table.Rows(parked), c.table.Stored) {
		t.Errorf("a parked delete leaves %+v", parked.Absent)
	}
}

// With a date as the as-of of a dimension of timestamps, everything is judged at the day's last moment, and what is dated
// begins at midnight, unless a version of that day stands in the way (rule 16).
func TestAsOfADay(t *testing.T) {
	const spec = "batch: {mode: snapshot}\n"
	runAll(t, []example{
		{
			name: "midnight, or the start of the version in force, or the end of the last", columns: "v", spec: spec, asOf: "2024-06-30",
			dimension: "1,K,a,2024-01-01 00:00:00,\n2,L,a,2024-06-30 15:00:00,\n3,M,a,2024-01-01 00:00:00,2024-06-30 15:00:00\n4,N,a,2024-06-30 15:00:00,\n",
			batch:     "id,v\nK,b\nL,b\nM,b\n", kinds: "changed corrected returned deleted",
			after: "1,K,a,2024-01-01 00:00:00,2024-06-30 00:00:00\n5,K,b,2024-06-30 00:00:00,\n2,L,b,2024-06-30 15:00:00,\n" +
				"3,M,a,2024-01-01 00:00:00,2024-06-30 15:00:00\n6,M,b,2024-06-30 15:00:00,\n4,N,a,2024-06-30 15:00:00,2024-06-30 15:00:00\n",
		}, {
			name: "a time of day is that moment", columns: "v", spec: spec, asOf: "2024-06-30 12:00",
			dimension: "1,K,a,2024-01-01 00:00:00,\n2,L,a,2024-06-30 15:00:00,\n",
			batch:     "id,v\nK,b\n", kinds: "changed",
			after: "1,K,a,2024-01-01 00:00:00,2024-06-30 12:00:00\n3,K,b,2024-06-30 12:00:00,\n2,L,a,2024-06-30 15:00:00,\n",
		}, {
			name: "what is effective on the day is not in the future", columns: "v", spec: "batch: {effective: since}\n", asOf: "2024-06-30",
			dimension: "1,K,a,2024-01-01 00:00:00,\n",
			batch:     "id,v,since\nK,b,2024-06-30 23:00:00\nK,c,2024-07-01\n", kinds: "changed rejected",
			after: "1,K,a,2024-01-01 00:00:00,2024-06-30 23:00:00\n2,K,b,2024-06-30 23:00:00,\n",
		},
	})
}
