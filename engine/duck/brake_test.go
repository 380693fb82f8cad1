package duck

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dimdesk/engine"
)

// many is a dimension of n members, and a snapshot without the first few.
func many(n, without int) (dim, batch string) {
	dim, batch = "sk,id,city,valid_from,valid_to\n", "id,city\n"
	for i := range n {
		dim += fmt.Sprintf("%d,K%03d,X,2024-01-01,\n", i+1, i)
		if i >= without {
			batch += fmt.Sprintf("K%03d,X\n", i)
		}
	}
	return dim, batch
}

// lifts is what would lift what stops a commit; the commit must agree with the preview.
func lifts(t *testing.T, o Options) string {
	t.Helper()
	ctx := context.Background()
	r := review(t, o)
	p, err := r.Preview(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range p.Stops {
		out = append(out, s.Lift)
	}
	before := contents(t, o)
	_, err = r.Commit(ctx, parkingIn(beside(o, "parked.csv")), nil)
	if (engine.CodeOf(err) == engine.CodeBrake) != (len(out) > 0) || (err != nil && len(out) == 0) {
		t.Errorf("the preview is stopped by %q, the commit says %v", out, err)
	}
	if err != nil && contents(t, o) != before {
		t.Error("a commit that was stopped changed the dimension")
	}
	return strings.Join(out, " ")
}

func TestBrakeShares(t *testing.T) {
	hundred, without29 := many(100, 29)
	_, without30 := many(100, 30)
	ten, without1 := many(10, 1)
	_, without2 := many(10, 2)
	one, none := many(1, 1)
	gone := "op,id,city\n"
	for i := range 9 {
		gone += fmt.Sprintf("%s,K%03d,X\n", map[bool]string{true: "U", false: "D"}[i < 1], i)
	}
	changed := "id,city\n"
	for i := range 5 {
		changed += fmt.Sprintf("K%03d,Y\n", i)
	}
	for name, c := range map[string]struct{ dim, batch, spec, want string }{
		"29 of 100 at 29 %":            {hundred, without29, snapshotSpec + "limits: {deleted: 29%}\n", ""},
		"30 of 100 at 29 %":            {hundred, without30, snapshotSpec + "limits: {deleted: 29%}\n", "--allow deleted=30"},
		"29 of 100 at 28.9 %":          {hundred, without29, snapshotSpec + "limits: {deleted: 28.9%}\n", "--allow deleted=29"},
		"1 of 10 by default":           {ten, without1, snapshotSpec, ""},
		"2 of 10 by default":           {ten, without2, snapshotSpec, "--allow deleted=2"},
		"one always passes":            {ten, without1, snapshotSpec + "limits: {deleted: 0%}\n", ""},
		"an empty snapshot":            {ten, "id,city\n", snapshotSpec + "limits: {deleted: 100%}\n", "--allow deleted=10"},
		"an empty snapshot of one":     {one, none, snapshotSpec, "--allow deleted=1"},
		"said itself":                  {ten, gone, plainSpec + "batch: {operation: {column: op, delete: [D]}}\n", ""},
		"5 of 10 changed at 50 %":      {ten, changed, plainSpec + "limits: {changed: 50%}\n", ""},
		"5 of 10 changed at 49 %":      {ten, changed, plainSpec + "limits: {changed: 49%}\n", "--allow changed=5"},
		"changes are off by default":   {ten, changed, plainSpec, ""},
		"both":                         {ten, strings.Replace(changed, "K004,Y", "", 1), snapshotSpec + "limits: {changed: 10%}\n", "--allow deleted=6 --allow changed=4"},
		"the scope is what it is of":   {strings.ReplaceAll(strings.ReplaceAll(hundred, "X", "Z"), "K09", "Y09"), "id,city\nY090,Z\nY091,Z\nY092,Z\nY093,Z\nY094,Z\nY095,Z\nY096,Z\nY097,Z\n", plainSpec + "batch: {mode: snapshot, scope: \"id LIKE 'Y%'\"}\n", "--allow deleted=2"},
		"protected members are not it": {ten, without2, plainSpec + "batch: {mode: snapshot, protect: [K000]}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := lifts(t, files(t, c.dim, c.batch, c.spec)); got != c.want {
				t.Errorf("lifted by %q, want %q", got, c.want)
			}
		})
	}
}

// TestBrakeLeavesBrokenMembersOut has ten sound members, two of them absent, and ten whose flags contradict their periods: these
// are neither deleted nor do they make the share smaller.
func TestBrakeLeavesBrokenMembersOut(t *testing.T) {
	t.Parallel()
	dim, batch := "sk,id,city,valid_from,valid_to,is_current\n", "id,city\n"
	for i := range 20 {
		dim += fmt.Sprintf("%d,K%02d,X,2024-01-01,,%t\n", i+1, i, i < 10)
		if i >= 2 && i < 15 {
			batch += fmt.Sprintf("K%02d,X\n", i)
		}
	}
	o := files(t, dim, batch, strings.Replace(snapshotSpec, "columns", "current: is_current\ncolumns", 1))
	if got := lifts(t, o); got != "--allow deleted=2" {
		t.Errorf("lifted by %q", got)
	}
	r := review(t, o)
	req := parkingIn(beside(o, "parked.csv"))
	req.Allow.Deleted = 2
	out, err := r.Commit(context.Background(), req, nil)
	if err != nil || out.Operations[engine.OpClose] != 2 {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestAllowIsExact names one too few, one too many and the right number.
func TestAllowIsExact(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dim, batch := many(10, 4)
	o := files(t, dim, strings.Replace(batch, "K009,X", "K009,Y", 1), snapshotSpec)
	r := review(t, o)
	for _, allow := range []engine.Allow{{Deleted: -1, Changed: -1}, {Deleted: 3, Changed: -1}, {Deleted: 5, Changed: -1}, {Deleted: -1, Changed: 4}, {Deleted: 0, Changed: 0}} {
		_, err := r.Commit(ctx, engine.CommitRequest{Allow: allow, Again: true}, nil)
		refused(t, err, engine.CodeBrake, "--allow deleted=4")
	}
	same(t, "the dimension", text(t, o.Dimension), dim)
	if p, err := r.Preview(ctx); err != nil || p.Word != "4" {
		t.Errorf("the word to type is %q, %v", p.Word, err)
	}
	park(t, r, "", "K000")
	req := parkingIn(beside(o, "parked.csv"))
	req.Allow.Deleted = 4
	_, err := r.Commit(ctx, req, nil)
	refused(t, err, engine.CodeBrake, "--allow deleted=3")
	req.Allow.Deleted = 3
	if _, err := r.Commit(ctx, req, nil); err != nil {
		t.Error(err)
	}
}
