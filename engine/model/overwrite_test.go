package model_test

import (
	"slices"
	"testing"

	"dimdesk/engine/model"
)

func TestType1(t *testing.T) {
	const three = "1,K,a,x,2024-01-01,2024-02-01\n2,K,b,y,2024-02-01,2024-04-01\n3,K,c,z,2024-09-01,\n"
	all, current := "columns: {v: 2, e: 1}\n"+delta, "columns: {v: 2, e: 1}\ntype1: current\n"+delta
	runAll(t, []example{
		{
			name: "all: a correction goes to every version, planned ones too, but not to empty ones", columns: "v,e", spec: all,
			dimension: "1,K,a,x,2024-01-01,2024-02-01\n2,K,b,y,2024-02-01,2024-09-01\n3,K,b,w,2024-03-01,2024-03-01\n4,K,c,z,2024-09-01,\n",
			batch:     "id,v,e,since,op\nK,b,n,2024-05-01,U\n", kinds: "corrected",
			after: "1,K,a,n,2024-01-01,2024-02-01\n2,K,b,n,2024-02-01,2024-09-01\n3,K,b,w,2024-03-01,2024-03-01\n4,K,c,n,2024-09-01,\n",
		}, {
			name: "all: a returned row's go to every version, also where they are what it follows", columns: "v,e", spec: all, dimension: three,
			batch: "id,v,e,since,op\nK,b,y,2024-05-01,U\n", kinds: "returned",
			after: "1,K,a,y,2024-01-01,2024-02-01\n2,K,b,y,2024-02-01,2024-04-01\n4,K,b,y,2024-05-01,2024-09-01\n3,K,c,y,2024-09-01,\n",
		}, {
			name: "all: a late row never overwrites, and opens with the newest version's", columns: "v,e", spec: all,
			dimension: "1,K,a,x,2024-01-01,2024-03-01\n2,K,b,y,2024-03-01,\n",
			batch:     "id,v,e,since,op\nK,c,n,2024-02-01,U\nK,a,n,2024-01-15,U\n", kinds: "late unchanged",
			after: "1,K,a,x,2024-01-01,2024-02-01\n3,K,c,y,2024-02-01,2024-03-01\n2,K,b,y,2024-03-01,\n",
		}, {
			name: "all: several rows, the last one stays", columns: "v,e", spec: all, dimension: "1,K,a,x,2024-01-01,\n",
			batch: "id,v,e,since,op\nK,a,y,2024-02-01,U\nK,b,z,2024-03-01,U\nK,b,x,2024-04-01,U\n", kinds: "corrected changed corrected",
			after: "1,K,a,x,2024-01-01,2024-03-01\n2,K,b,x,2024-03-01,\n",
		}, {
			name: "current: only the version in force", columns: "v,e", spec: current, dimension: "1,K,a,x,2024-01-01,2024-03-01\n2,K,b,x,2024-03-01,\n",
			batch: "id,v,e,since,op\nK,b,y,2024-04-01,U\nK,c,z,2024-05-01,U\nK,c,w,2024-06-01,U\n", kinds: "corrected changed corrected",
			after: "1,K,a,x,2024-01-01,2024-03-01\n2,K,b,y,2024-03-01,2024-05-01\n3,K,c,w,2024-05-01,\n",
		}, {
			name: "current: a late row opens with the values of the version that it splits, else with its own", columns: "v,e", spec: current,
			dimension: "1,K,a,x,2024-02-01,2024-03-01\n2,K,b,y,2024-03-01,\n",
			batch:     "id,v,e,since,op\nK,d,m,2024-01-01,U\nK,c,n,2024-02-15,U\n", kinds: "late late",
			after: "3,K,d,m,2024-01-01,2024-02-01\n1,K,a,x,2024-02-01,2024-02-15\n4,K,c,x,2024-02-15,2024-03-01\n2,K,b,y,2024-03-01,\n",
		}, {
			name: "current: a change that moves a planned start corrects the version that it moved", columns: "v,e", spec: current,
			dimension: "1,K,a,x,2024-01-01,2024-09-01\n2,K,b,y,2024-09-01,\n",
			batch:     "id,v,e,since,op\nK,b,z,2024-06-01,U\n", kinds: "changed",
			after: "1,K,a,x,2024-01-01,2024-06-01\n2,K,b,z,2024-06-01,\n",
		},
	})
}

func TestAlsoOverwrittenIsSaid(t *testing.T) {
	e := example{
		columns: "v,e", spec: "columns: {v: 2, e: 1}\n" + delta,
		dimension: "1,K,a,c,2024-01-01,2024-02-01\n2,K,b,d,2024-02-01,2024-03-01\n3,K,a,c,2024-03-01,2024-04-01\n" +
			"4,K,b,e,2024-04-01,2024-04-15\n5,K,a,x,2024-04-15,2024-05-01\n6,K,b,x,2024-05-01,\n",
		batch: "id,v,e,since,op\nK,b,e,2024-06-01,U\n", kinds: "corrected",
		after: "1,K,a,e,2024-01-01,2024-02-01\n2,K,b,e,2024-02-01,2024-03-01\n3,K,a,e,2024-03-01,2024-04-01\n" +
			"4,K,b,e,2024-04-01,2024-04-15\n5,K,a,e,2024-04-15,2024-05-01\n6,K,b,e,2024-05-01,\n",
	}
	if got := e.run(t).Rows[0].Notes; !slices.Equal(got, []string{"e: also overwrites 3 versions that hold c, d"}) {
		t.Errorf("the notes are %q", got)
	}
}

func TestType3(t *testing.T) {
	spec := "columns: {v: 2, r: {type: 3, previous: p}}\n" + delta
	runAll(t, []example{
		{
			name: "an opened version starts from the one it follows", columns: "v,r,p", spec: spec,
			dimension: "1,K,a,N,O,2024-01-01,\n", batch: "id,v,r,since,op\nK,b,N,2024-02-01,U\nK,c,S,2024-03-01,U\n", kinds: "changed changed",
			after: "1,K,a,S,N,2024-01-01,2024-02-01\n2,K,b,S,N,2024-02-01,2024-03-01\n3,K,c,S,N,2024-03-01,\n",
		}, {
			name: "each version shifts its own old value, and only where it differs", columns: "v,r,p", spec: spec,
			dimension: "1,K,a,N,O,2024-01-01,2024-02-01\n2,K,b,S,Q,2024-02-01,2024-03-01\n3,K,c,E,,2024-03-01,\n",
			batch:     "id,v,r,since,op\nK,c,S,2024-04-01,U\n", kinds: "corrected",
			after: "1,K,a,S,N,2024-01-01,2024-02-01\n2,K,b,S,Q,2024-02-01,2024-03-01\n3,K,c,S,E,2024-03-01,\n",
		}, {
			name: "a late one takes both from the newest", columns: "v,r,p", spec: spec,
			dimension: "1,K,a,N,O,2024-01-01,2024-03-01\n2,K,b,S,N,2024-03-01,\n", batch: "id,v,r,since,op\nK,c,E,2024-02-01,U\n", kinds: "late",
			after: "1,K,a,N,O,2024-01-01,2024-02-01\n3,K,c,S,N,2024-02-01,2024-03-01\n2,K,b,S,N,2024-03-01,\n",
		}, {
			name: "a returned row overwrites, and what it opens follows the last version", columns: "v,r,p", spec: spec,
			dimension: "1,K,a,N,O,2024-01-01,2024-03-01\n", batch: "id,v,r,since,op\nK,a,S,2024-04-01,U\n", kinds: "returned",
			after: "1,K,a,S,N,2024-01-01,2024-03-01\n2,K,a,S,N,2024-04-01,\n",
		}, {
			name: "current: only on the version in force", columns: "v,r,p", spec: "type1: current\n" + spec,
			dimension: "1,K,a,N,O,2024-01-01,\n", batch: "id,v,r,since,op\nK,b,S,2024-02-01,U\nK,b,E,2024-03-01,U\n", kinds: "changed corrected",
			after: "1,K,a,N,O,2024-01-01,2024-02-01\n2,K,b,E,S,2024-02-01,\n",
		},
	})
}

func TestType6(t *testing.T) {
	spec := "columns: {v: 2, t: {type: 6, current: c}}\n" + delta
	runAll(t, []example{
		{
			name: "a change of another column takes current along as it is", columns: "v,t,c", spec: spec,
			dimension: "1,K,a,low,odd,2024-01-01,\n", batch: "id,v,t,since,op\nK,b,low,2024-02-01,U\n", kinds: "changed",
			after: "1,K,a,low,odd,2024-01-01,2024-02-01\n2,K,b,low,odd,2024-02-01,\n",
		}, {
			name: "a planned version's current follows, its tier stays", columns: "v,t,c", spec: spec,
			dimension: "1,K,a,low,low,2024-01-01,2024-09-01\n2,K,a,top,low,2024-09-01,\n", batch: "id,v,t,since,op\nK,a,mid,2024-02-01,U\n", kinds: "changed",
			after: "1,K,a,low,mid,2024-01-01,2024-02-01\n3,K,a,mid,mid,2024-02-01,2024-09-01\n2,K,a,top,mid,2024-09-01,\n",
		}, {
			name: "a late change in place leaves current", columns: "v,t,c", spec: spec,
			dimension: "1,K,a,low,top,2024-01-01,2024-03-01\n2,K,a,top,top,2024-03-01,\n", batch: "id,v,t,since,op\nK,a,mid,2024-01-01,U\n", kinds: "late",
			after: "1,K,a,mid,top,2024-01-01,2024-03-01\n2,K,a,top,top,2024-03-01,\n",
		},
	})
}

func TestIgnoredColumns(t *testing.T) {
	spec := "columns: {v: 2, e: 1, note: ignore}\n" + delta
	runAll(t, []example{
		{
			name: "written with what is opened, overwritten in place or corrected, and nothing else", columns: "v,e,note", spec: spec,
			dimension: "1,K,a,x,o,2024-01-01,2024-02-01\n2,K,b,x,o,2024-02-01,\n3,L,a,x,o,2024-02-01,\n4,M,a,x,o,2024-02-01,\n5,N,a,x,o,2024-02-01,\n",
			batch:     "id,v,e,note,since,op\nK,b,y,n,2024-03-01,U\nL,b,x,n,2024-02-01,U\nM,b,x,n,2024-03-01,U\nN,a,x,n,2024-03-01,U\n",
			kinds:     "corrected corrected changed unchanged",
			after: "1,K,a,y,o,2024-01-01,2024-02-01\n2,K,b,y,n,2024-02-01,\n3,L,b,x,n,2024-02-01,\n" +
				"4,M,a,x,o,2024-02-01,2024-03-01\n6,M,b,x,n,2024-03-01,\n5,N,a,x,o,2024-02-01,\n",
		},
	})
}

// The operations are the net difference, each column under the last row that wrote it.
func TestOperationsAreNet(t *testing.T) {
	e := example{
		columns: "v,e", spec: "columns: {v: 2, e: 1}\n" + delta, dimension: "1,K,a,x,2024-01-01,2024-03-01\n2,K,b,x,2024-03-01,\n",
		batch: "id,v,e,since,op\nK,b,n,2024-02-01,U\nK,b,y,2024-04-01,U\nK,c,x,2024-05-01,U\nK,c,x,2024-05-02,U\n",
		kinds: "late corrected changed unchanged",
		after: "1,K,a,x,2024-01-01,2024-02-01\n2,K,b,x,2024-02-01,2024-05-01\n3,K,c,x,2024-05-01,\n",
	}
	result := e.run(t)
	for i, want := range [][]string{{"close 1", "redate 2"}, nil, {"open +1"}, nil} {
		if got := operationsOf(result.Rows[i]); !slices.Equal(got, want) {
			t.Errorf("row %d has the operations %q, want %q", i+1, got, want)
		}
	}
}

func operationsOf(o model.Outcome) []string {
	var list []string
	for _, op := range o.Operations {
		list = append(list, string(op.Op)+" "+op.SurrogateKey)
	}
	return list
}
