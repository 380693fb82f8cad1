package model_test

import (
	"strings"
	"testing"

	"dimdesk/engine/model"
)

const delta = "batch: {effective: since, operation: {column: op, delete: D}}\n"

func TestOrder(t *testing.T) {
	const one = "1,K,a,2024-01-01,\n"
	runAll(t, []example{
		{
			name: "the time of day orders within a day", columns: "v", dimension: one, spec: "batch: {effective: since}\n",
			batch: "id,v,since\nK,b,2024-02-01 10:00:00\nK,c,2024-02-01 09:00:00\n",
			kinds: "changed superseded", after: "1,K,a,2024-01-01,2024-02-01\n2,K,b,2024-02-01,\n",
		}, {
			name: "a NULL sequence comes first", columns: "v", dimension: one, spec: "batch: {effective: since, sequence: n}\n",
			batch: "id,v,since,n\nK,b,2024-02-01,\nK,c,2024-02-01,1\n",
			kinds: "superseded changed", after: "1,K,a,2024-01-01,2024-02-01\n2,K,c,2024-02-01,\n",
		}, {
			name: "a tie for the last rejects its distinct rows and supersedes those before", columns: "v", dimension: one,
			spec:  "batch: {effective: since, sequence: n}\n",
			batch: "id,v,since,n\nK,b,2024-02-01,2\nK,c,2024-02-01,2\nK,b,2024-02-01,2\nK,d,2024-02-01,1\n",
			kinds: "rejected rejected superseded superseded", after: one,
		}, {
			name: "rows that cannot be read take no part", columns: "v", dimension: one, spec: "batch: {effective: since, sequence: n}\n",
			batch: "id,v,since,n\nK,b,2024-02-01,1\nK,c,2024-02-01,x\n",
			kinds: "changed rejected", after: "1,K,a,2024-01-01,2024-02-01\n2,K,b,2024-02-01,\n",
		}, {
			name: "latest leaves out the future", columns: "v", dimension: one, spec: "batch: {effective: since, same_key: latest}\n",
			batch: "id,v,since\nK,b,2024-02-01\nK,c,2024-03-01\nK,d,2024-07-01\n",
			kinds: "superseded changed rejected", after: "1,K,a,2024-01-01,2024-03-01\n2,K,c,2024-03-01,\n",
		}, {
			name: "reject takes none of several, repeats neither", columns: "v", dimension: one, spec: "batch: {effective: since, same_key: reject}\n",
			batch: "id,v,since\nK,b,2024-02-01\nK,b,2024-02-01\nM,b,2024-02-01\n",
			kinds: "rejected rejected new", after: one + "2,M,b,2024-02-01,\n",
		}, {
			name: "all rows without a time are of one moment", columns: "v", dimension: one, spec: "",
			batch: "id,v\nK,b\nK,c\n", kinds: "rejected rejected", after: one,
		},
	})
}

func TestComparison(t *testing.T) {
	runAll(t, []example{
		{
			name: "ignore_case and trim let pass", columns: "v", dimension: "1,K,Ann,2024-01-01,\n2,M,Ann,2024-01-01,\n",
			spec:  "columns: {v: {type: 2, compare: {ignore_case: true, trim: true}}}\n",
			batch: "id,v\nK,\" ann \"\nM,anna\n", kinds: "unchanged changed",
			after: "1,K,Ann,2024-01-01,\n2,M,Ann,2024-01-01,2024-06-30\n3,M,anna,2024-06-30,\n",
		}, {
			name: "tolerance", columns: "v", dimension: "1,K,1.00,2024-01-01,\n2,M,1.00,2024-01-01,\n",
			spec:  "columns: {v: {type: 2, compare: {tolerance: 0.05}}}\n",
			batch: "id,v\nK,1.05\nM,1.06\n", kinds: "unchanged changed",
			after: "1,K,1.00,2024-01-01,\n2,M,1.00,2024-01-01,2024-06-30\n3,M,1.06,2024-06-30,\n",
		}, {
			name: "as a decimal", columns: "v", dimension: "1,K,1.5,2024-01-01,\n2,M,1.5,2024-01-01,\n",
			spec:  "columns: {v: {type: 2, as: \"DECIMAL(10,2)\"}}\n",
			batch: "id,v\nK,1.50\nM,1.51\n", kinds: "unchanged changed",
			after: "1,K,1.5,2024-01-01,\n2,M,1.5,2024-01-01,2024-06-30\n3,M,1.51,2024-06-30,\n",
		},
	})
}

func TestLateRows(t *testing.T) {
	const two = "1,K,a,2024-01-01,2024-03-01\n2,K,b,2024-05-01,\n"
	runAll(t, []example{
		{
			name: "in a gap, equal to the next", columns: "v", dimension: two, spec: delta,
			batch: "id,v,since,op\nK,b,2024-04-01,U\n", kinds: "late",
			after: "1,K,a,2024-01-01,2024-03-01\n2,K,b,2024-04-01,\n",
		}, {
			name: "a chain ends where the next row begins, and joins last", columns: "v", dimension: two, spec: delta,
			batch: "id,v,since,op\nK,c,2024-02-01,U\nK,b,2024-03-15,U\nK,c,2024-04-01,U\nK,b,2024-04-15,U\n", kinds: "late late late late",
			after: "1,K,a,2024-01-01,2024-02-01\n3,K,c,2024-02-01,2024-03-01\n4,K,b,2024-03-15,2024-04-01\n5,K,c,2024-04-01,2024-04-15\n2,K,b,2024-04-15,\n",
		}, {
			name: "equal to what a chain made is no change", columns: "v", dimension: two, spec: delta,
			batch: "id,v,since,op\nK,c,2024-02-01,U\nK,c,2024-02-10,U\n", kinds: "late unchanged",
			after: "1,K,a,2024-01-01,2024-02-01\n3,K,c,2024-02-01,2024-03-01\n2,K,b,2024-05-01,\n",
		}, {
			name: "after a delete inside a version, up to that version's end", columns: "v", dimension: two, spec: delta,
			batch: "id,v,since,op\nK,,2024-02-01,D\nK,c,2024-02-10,U\n", kinds: "late late",
			after: "1,K,a,2024-01-01,2024-02-01\n3,K,c,2024-02-10,2024-03-01\n2,K,b,2024-05-01,\n",
		}, {
			name: "joins a version that ends early too, and one that is emptied", columns: "v",
			dimension: "1,K,a,2024-01-01,2024-03-01\n2,K,b,2024-03-01,\n3,M,a,2024-01-01,2024-03-01\n4,M,b,2024-03-01,\n", spec: delta,
			batch: "id,v,since,op\nK,b,2024-02-01,U\nK,,2024-04-01,D\nM,b,2024-02-01,U\nM,,2024-03-01,D\n", kinds: "late deleted late deleted",
			after: "1,K,a,2024-01-01,2024-02-01\n2,K,b,2024-02-01,2024-04-01\n3,M,a,2024-01-01,2024-02-01\n4,M,b,2024-02-01,2024-03-01\n",
		}, {
			name: "what an overwrite in place makes equal stands, what it makes differ does not join", columns: "v",
			dimension: "1,K,a,2024-01-01,2024-03-01\n2,K,b,2024-03-01,\n3,M,a,2024-01-01,2024-03-01\n4,M,b,2024-03-01,\n", spec: delta,
			batch: "id,v,since,op\nK,a,2024-03-01,U\nM,b,2024-02-01,U\nM,c,2024-03-01,U\n", kinds: "corrected late corrected",
			after: "1,K,a,2024-01-01,2024-03-01\n2,K,a,2024-03-01,\n3,M,a,2024-01-01,2024-02-01\n5,M,b,2024-02-01,2024-03-01\n4,M,c,2024-03-01,\n",
		}, {
			name: "a policy rejects those that would change anything", columns: "v", dimension: two,
			spec:  "batch: {effective: since, late: reject, operation: {column: op, delete: D}}\n",
			batch: "id,v,since,op\nK,a,2024-02-01,U\nK,c,2024-02-02,U\nK,c,2024-04-01,U\nK,,2024-02-03,D\nK,,2024-04-02,D\nK,c,2024-06-01,U\n",
			kinds: "unchanged rejected rejected rejected unchanged changed",
			after: "1,K,a,2024-01-01,2024-03-01\n2,K,b,2024-05-01,2024-06-01\n3,K,c,2024-06-01,\n",
		}, {
			name: "before a first version that is only planned", columns: "v", dimension: "1,K,a,2024-09-01,\n", spec: delta,
			batch: "id,v,since,op\nK,b,2024-06-01,U\n", kinds: "late", after: "2,K,b,2024-06-01,2024-09-01\n1,K,a,2024-09-01,\n",
		}, {
			name: "an empty period is no newest version", columns: "v",
			dimension: "1,K,a,2024-01-01,2024-03-01\n2,K,b,2024-05-01,2024-05-01\n", spec: delta,
			batch: "id,v,since,op\nK,c,2024-04-01,U\n", kinds: "returned",
			after: "1,K,a,2024-01-01,2024-03-01\n2,K,b,2024-05-01,2024-05-01\n3,K,c,2024-04-01,\n",
		},
	})
}

func TestCarriedColumns(t *testing.T) {
	runAll(t, []example{
		{
			name: "type 0 and lacking columns come from the stored version at or before, else from the first", columns: "v,origin,w",
			dimension: "1,K,a,web,p,2024-02-01,2024-03-01\n2,K,b,shop,q,2024-03-01,\n",
			spec:      "columns: {v: 2, origin: 0, w: 2}\n" + delta,
			batch:     "id,v,origin,since,op\nK,c,fair,2024-01-01,U\nK,d,fair,2024-02-10,U\nK,e,fair,2024-04-01,U\n", kinds: "late late changed",
			after: "3,K,c,web,p,2024-01-01,2024-02-01\n1,K,a,web,p,2024-02-01,2024-02-10\n4,K,d,web,p,2024-02-10,2024-03-01\n" +
				"2,K,b,shop,q,2024-03-01,2024-04-01\n5,K,e,shop,q,2024-04-01,\n",
		}, {
			name: "an empty version only where there is no other", columns: "v,w", spec: delta,
			dimension: "1,K,a,p,2024-01-01,2024-02-01\n2,K,b,q,2024-03-01,2024-03-01\n3,M,b,q,2024-03-01,2024-03-01\n",
			batch:     "id,v,since,op\nK,c,2024-04-01,U\nM,c,2024-04-01,U\n", kinds: "returned returned",
			after: "1,K,a,p,2024-01-01,2024-02-01\n2,K,b,q,2024-03-01,2024-03-01\n4,K,c,p,2024-04-01,\n3,M,b,q,2024-03-01,2024-03-01\n5,M,c,q,2024-04-01,\n",
		}, {
			name: "a reopened version keeps its own", columns: "v,origin,w", spec: "columns: {v: 2, origin: 0, w: 2}\n" + delta,
			dimension: "1,K,a,web,p,2024-01-01,2024-02-01\n2,K,b,shop,q,2024-03-01,2024-03-01\n",
			batch:     "id,v,origin,since,op\nK,c,fair,2024-03-01,U\nK,d,fair,2024-04-01,U\n", kinds: "returned changed",
			after: "1,K,a,web,p,2024-01-01,2024-02-01\n2,K,c,shop,q,2024-03-01,2024-04-01\n3,K,d,shop,q,2024-04-01,\n",
		},
	})
}

func TestFuture(t *testing.T) {
	const one = "1,K,a,2024-01-01,\n"
	runAll(t, []example{
		{
			name: "rejected in a delta", columns: "v", dimension: one, spec: delta, batch: "id,v,since,op\nK,b,2024-07-01,U\nK,a,2024-07-02,U\n",
			kinds: "rejected rejected", after: one,
		}, {
			name: "accepted where the spec says so", columns: "v", dimension: one, spec: "batch: {effective: since, future: accept}\n",
			batch: "id,v,since\nK,b,2024-07-01\n", kinds: "changed", after: "1,K,a,2024-01-01,2024-07-01\n2,K,b,2024-07-01,\n",
		}, {
			name: "in a snapshot only where it changes something", columns: "v", dimension: one + "2,M,a,2024-01-01,\n",
			spec:  "batch: {mode: snapshot, effective: since}\n",
			batch: "id,v,since\nK,a,2024-07-01\nM,b,2024-07-01\nN,b,2024-07-01\n", kinds: "unchanged rejected rejected", after: one + "2,M,a,2024-01-01,\n",
		},
	})
}

func TestBrokenMembers(t *testing.T) {
	const overlapping = "1,K,a,x,2024-01-01,2024-04-01\n2,K,b,x,2024-03-01,\n"
	spec := "columns: {v: 2, e: 1}\nbatch: {effective: since, operation: {column: op, delete: D}}\n"
	runAll(t, []example{
		{
			name: "only what one version says passes", columns: "v,e", dimension: overlapping, spec: spec,
			batch: "id,v,e,since,op\nK,a,x,2024-02-01,U\nK,a,y,2024-02-02,U\nK,a,x,2024-03-15,U\nK,b,x,2024-05-01,U\nK,,,2024-05-02,D\nK,b,x,2024-07-01,U\n",
			kinds: "unchanged rejected rejected unchanged rejected rejected", after: overlapping,
		}, {
			name: "absent from a snapshot", columns: "v,e", dimension: overlapping + "3,M,a,x,2024-01-01,\n",
			spec: "batch: {mode: snapshot}\n", batch: "id,v,e\nM,a,x\n", kinds: "unchanged rejected", after: overlapping + "3,M,a,x,2024-01-01,\n",
		},
	})
	for _, f := range []struct{ name, dimension, fault string }{
		{"no start", "1,K,a,,2024-02-01,false,false\n2,K,b,2024-03-01,2024-02-01,true,true\n", "a version has no start"},
		{"end first", "1,K,a,2024-03-01,2024-02-01,false,false\n2,K,b,2024-02-01,,true,true\n", "a version ends before its start"},
		{"two open", "1,K,a,2024-01-01,,true,false\n2,K,b,2024-02-01,,true,true\n", "two versions are open"},
		{"overlap", "1,K,a,2024-01-01,2024-03-01,true,false\n2,K,b,2024-02-01,,true,false\n", "versions overlap"},
		{"current", "1,K,a,2024-01-01,,,true\n", "a current flag contradicts its period"},
		{"deleted", "1,K,a,2024-01-01,,true,true\n", "a version is open and flagged as deleted"},
		{"sound", "1,K,a,2024-01-01,2024-02-01,false,\n2,K,b,2024-01-15,2024-01-15,false,true\n3,K,b,2024-02-01,,true,false\n", ""},
	} {
		e := example{columns: "v", flags: ",is_current,is_deleted", dimension: f.dimension, spec: "current: is_current\ndeleted: is_deleted\n", batch: "id,v\nX,a\n"}
		if got := model.Run(e.read(t).input).Members[0].Fault; got != f.fault {
			t.Errorf("%s: the fault is %q, want %q", f.name, got, f.fault)
		}
	}
}

// A parked row still supersedes, and is judged at its place, but the rows after it are judged as if it were not there.
func TestParkedRows(t *testing.T) {
	e := example{
		columns: "v", spec: "batch: {effective: since, sequence: n}\n", dimension: "1,K,a,2024-01-01,\n", parked: []int{2, 4},
		batch: "id,v,since,n\nK,b,2024-02-01,1\nK,c,2024-02-01,2\nK,c,2024-03-01,1\nM,x,2024-02-01,1\nM,x,2024-03-01,1\n",
		kinds: "superseded changed changed new new",
		after: "1,K,a,2024-01-01,2024-03-01\n2,K,c,2024-03-01,\n3,M,x,2024-03-01,\n",
	}
	result := e.run(t)
	for _, o := range result.Rows {
		if o.Parked && len(o.Operations) > 0 {
			t.Errorf("the parked row %d has operations %+v", o.N, o.Operations)
		}
	}
	if result.Brake.Changed != 1 {
		t.Errorf("%d members count as changed, want 1", result.Brake.Changed)
	}
}

func TestSurrogateKeysAreInOrderOfKeyAndStart(t *testing.T) {
	runAll(t, []example{
		{
			name: "as numbers", columns: "v", dimension: "7,b,a,2024-01-01,\n", spec: delta,
			batch: "id,v,since,op\n10,x,2024-02-01,U\n9,x,2024-03-01,U\n9,y,2024-02-01,U\n", kinds: "new changed new",
			after: "7,b,a,2024-01-01,\n8,9,y,2024-02-01,2024-03-01\n9,9,x,2024-03-01,\n10,10,x,2024-02-01,\n",
		}, {
			name: "as text where one is none", columns: "v", dimension: "7,b,a,2024-01-01,\n", spec: delta,
			batch: "id,v,since,op\n10,x,2024-02-01,U\n9,x,2024-03-01,U\nb,x,2024-03-01,U\n", kinds: "new new changed",
			after: "7,b,a,2024-01-01,2024-03-01\n8,10,x,2024-02-01,\n9,9,x,2024-03-01,\n10,b,x,2024-03-01,\n",
		},
	})
}

func TestColumnsOfAnOutcome(t *testing.T) {
	e := example{
		columns: "v,e,origin", spec: "columns: {v: 2, e: 1, origin: 0}\n" + delta,
		dimension: "1,K,a,x,web,2024-01-01,2024-03-01\n2,K,b,y,web,2024-03-01,\n",
		batch:     "id,v,e,origin,since,op\nK,c,z,shop,2024-02-01,U\nK,b,z,web,2024-04-01,U\nK,,,,2024-05-01,D\nK,b,z,shop,2024-06-01,U\n",
		kinds:     "late corrected deleted returned",
		after:     "1,K,a,z,web,2024-01-01,2024-02-01\n3,K,c,z,web,2024-02-01,2024-03-01\n2,K,b,z,web,2024-03-01,2024-05-01\n4,K,b,z,web,2024-06-01,\n",
	}
	result := e.run(t)
	show := func(o model.Outcome) string {
		var parts []string
		for _, c := range o.Columns {
			part := c.Name + " " + c.Before.Show() + ">" + c.After.Show()
			if !c.Taken {
				part += " (not taken)"
			}
			parts = append(parts, part)
		}
		return strings.Join(parts, ", ")
	}
	for i, want := range []string{
		"v a>c, e x>z (not taken), origin web>shop (not taken)",
		"e y>z",
		"",
		"v –>b, e –>z, origin –>shop (not taken)",
	} {
		if got := show(result.Rows[i]); got != want {
			t.Errorf("row %d differs in %q, want %q", i+1, got, want)
		}
	}
	if got, want := result.Rows[1].Notes, "e: also overwrites 1 version that holds x"; len(got) != 1 || got[0] != want {
		t.Errorf("the correction's notes are %q, want %q", got, want)
	}
}
