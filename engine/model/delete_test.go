package model_test

import (
	"slices"
	"testing"
)

const flags = ",is_current,is_deleted"
const flagged = "current: is_current\ndeleted: is_deleted\n"

func TestDeletes(t *testing.T) {
	runAll(t, []example{
		{
			name: "known, already deleted, before the first, brought by another row, and unknown", columns: "v", spec: delta,
			dimension: "1,K,a,2024-02-01,2024-03-01\n2,L,a,2024-02-01,\n",
			batch: "id,v,since,op\nK,,2024-04-01,D\nK,,2024-01-01,D\nL,,2024-03-01,D\nM,,2024-01-01,D\nM,a,2024-02-01,U\nM,,2024-03-01,D\n" +
				"N,,2024-01-01,D\nO,,2024-01-01,D\nO,a,2024-07-01,U\n",
			kinds: "unchanged unchanged deleted unchanged new deleted rejected rejected rejected",
			after: "1,K,a,2024-02-01,2024-03-01\n2,L,a,2024-02-01,2024-03-01\n3,M,a,2024-02-01,2024-03-01\n",
		}, {
			name: "the flag is true where nothing follows that a delete made", columns: "v", flags: flags, spec: flagged + delta,
			dimension: "1,K,a,2024-01-01,2024-03-01,false,true\n2,K,b,2024-04-01,,true,false\n" +
				"3,L,a,2024-01-01,2024-03-01,false,false\n4,L,b,2024-04-01,,true,false\n",
			batch: "id,v,since,op\nK,c,2024-02-01,U\nL,c,2024-02-01,U\nL,,2024-02-10,D\nL,d,2024-05-01,U\n", kinds: "late late late changed",
			after: "1,K,a,2024-01-01,2024-02-01,false,false\n5,K,c,2024-02-01,2024-03-01,false,true\n2,K,b,2024-04-01,,true,false\n" +
				"3,L,a,2024-01-01,2024-02-01,false,false\n6,L,c,2024-02-01,2024-02-10,false,true\n4,L,b,2024-04-01,2024-05-01,false,false\n7,L,d,2024-05-01,,true,false\n",
		}, {
			name: "a return at the very end leaves the flag of what a delete ended", columns: "v", flags: flags, spec: flagged + delta,
			dimension: "1,K,a,2024-01-01,2024-03-01,false,true\n", batch: "id,v,since,op\nK,a,2024-03-01,U\n", kinds: "returned",
			after: "1,K,a,2024-01-01,2024-03-01,false,true\n2,K,a,2024-03-01,,true,false\n",
		}, {
			name: "inclusive bounds hold no empty period", columns: "v", dimension: "1,K,a,2024-02-01,\n",
			spec:  "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to, bounds: \"[]\"}\n" + delta,
			batch: "id,v,since,op\nK,,2024-02-01,D\n", kinds: "rejected", after: "1,K,a,2024-02-01,\n",
		},
	})
}

func TestReopening(t *testing.T) {
	runAll(t, []example{
		{
			name: "a change inside a version reopens the empty one there", columns: "v", spec: delta,
			dimension: "1,K,a,2024-01-01,2024-09-01\n2,K,b,2024-03-01,2024-03-01\n", batch: "id,v,since,op\nK,c,2024-03-01,U\n", kinds: "changed",
			after: "1,K,a,2024-01-01,2024-03-01\n2,K,c,2024-03-01,2024-09-01\n",
		}, {
			name: "a reopened version never vanishes in the one after it", columns: "v", spec: delta,
			dimension: "1,K,b,2024-04-01,2024-04-01\n2,K,a,2024-05-01,\n", batch: "id,v,since,op\nK,a,2024-04-01,U\n", kinds: "late",
			after: "1,K,a,2024-04-01,2024-05-01\n2,K,a,2024-05-01,\n",
		}, {
			name: "a reopened version between rows that open", columns: "v", spec: delta,
			dimension: "1,K,b,2024-04-01,2024-04-01\n2,K,a,2024-05-01,\n",
			batch:     "id,v,since,op\nK,a,2024-03-01,U\nK,b,2024-04-01,U\nK,a,2024-04-15,U\n", kinds: "late late late",
			after: "3,K,a,2024-03-01,2024-04-01\n1,K,b,2024-04-01,2024-04-15\n2,K,a,2024-04-15,\n",
		}, {
			name: "of two the one with the higher key", columns: "v", spec: delta,
			dimension: "9,K,a,2024-04-01,2024-04-01\n10,K,b,2024-04-01,2024-04-01\n", batch: "id,v,since,op\nK,c,2024-04-01,U\n", kinds: "returned",
			after: "9,K,a,2024-04-01,2024-04-01\n10,K,c,2024-04-01,\n",
		},
	})
}

func TestReopeningIsARedate(t *testing.T) {
	e := example{
		columns: "v", spec: delta, dimension: "1,K,b,2024-04-01,2024-04-01\n",
		batch: "id,v,since,op\nK,c,2024-04-01,U\nK,,2024-05-01,D\n", kinds: "returned deleted", after: "1,K,c,2024-04-01,2024-05-01\n",
	}
	result := e.run(t)
	if got := operationsOf(result.Rows[0]); !slices.Equal(got, []string{"redate 1", "overwrite 1"}) {
		t.Errorf("the returned row has the operations %q", got)
	}
	if got := operationsOf(result.Rows[1]); got != nil {
		t.Errorf("the delete has the operations %q", got)
	}
}
