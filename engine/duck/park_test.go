package duck

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine"
)

// header of a parked file, behind the batch's own columns.
const parkHeader = ",_operation,_effective,_sequence,_row,_line,_by,_reason\n"

// TestParkedTextsStayWhatTheyWere parks texts that read as NULL where they are not quoted, and gives the file back.
func TestParkedTextsStayWhatTheyWere(t *testing.T) {
	t.Parallel()
	spec := plainSpec + "batch: {nulls: [\"n/a\", \"-\"]}\n"
	o := files(t, threeMembers, "id,city\nA,\"n/a\"\nB,n/a\nC,\"\"\nD,\"-\"\nE,\"a \"\"b\"\", c\"\n", spec)
	before := changes(t, review(t, o), engine.Filter{Kinds: engine.Kinds})
	r := review(t, o)
	park(t, r, "", "A", "B", "C", "D", "E")
	req := parkingIn(beside(o, "parked.csv"))
	req.As = "kim"
	if _, err := r.Commit(context.Background(), req, nil); err != nil {
		t.Fatal(err)
	}
	same(t, "the parked file", text(t, req.ParkFile), "id,city"+parkHeader+"A,\"n/a\",upsert,2026-01-01,,1,,kim,\nB,,upsert,2026-01-01,,2,,kim,\nC,\"\",upsert,2026-01-01,,3,,kim,\nD,\"-\",upsert,2026-01-01,,4,,kim,\nE,\"a \"\"b\"\", c\",upsert,2026-01-01,,5,,kim,\n")
	same(t, "the dimension", text(t, o.Dimension), threeMembers)
	o.Batch = req.ParkFile
	after := changes(t, review(t, o), engine.Filter{Kinds: engine.Kinds})
	for i, c := range after {
		if c.Kind != before[i].Kind || c.Effective != before[i].Effective || len(c.Columns) != 1 && c.Kind != engine.New || c.Columns[0] != before[i].Columns[0] {
			t.Errorf("given back, %+v is %+v", before[i], c)
		}
	}
}

// TestParkedRowsComeBackAsADelta parks a row and an absent member of a snapshot, edits one, and gives the file back days later:
// nobody else is deleted, and each is dated as it was.
func TestParkedRowsComeBackAsADelta(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers+"4,D,Bonn,2024-01-01,\n", "id,city\nA,Delhi\nC,Oslo\nD,Bonn\n", snapshotSpec)
	o.AsOf = "2025-06-02"
	r := review(t, o)
	park(t, r, "ask them", "A", "B")
	req := parkingIn(beside(o, "parked.csv"))
	if _, err := r.Commit(context.Background(), req, nil); err != nil {
		t.Fatal(err)
	}
	parked := text(t, req.ParkFile)
	if !strings.Contains(parked, "\nA,Delhi,upsert,2025-06-02,,1,,") || !strings.Contains(parked, "\nB,,delete,2025-06-02,,,,") || strings.Count(parked, ",ask them\n") != 2 {
		t.Fatalf("the parked file is\n%s", parked)
	}
	o.Batch, o.AsOf = put(t, folder(o), "parked.csv", strings.Replace(parked, "A,Delhi", "A,Agra", 1)), "2025-07-01"
	back := review(t, o)
	same(t, "the plan", listing(t, back), "A changed taken\nB deleted taken")
	if _, err := back.Commit(context.Background(), nothingAllowed, nil); err != nil {
		t.Fatal(err)
	}
	same(t, "the dimension", text(t, o.Dimension), "sk,id,city,valid_from,valid_to\n1,A,Pune,2024-01-01,2025-06-02\n2,B,Rome,2024-01-01,2025-06-02\n3,C,Oslo,2024-01-01,\n4,D,Bonn,2024-01-01,\n5,A,Agra,2025-06-02,\n")
}

// TestParkedRowsKeepTheirOrder parks rows of one member with two sequence columns, twice.
func TestParkedRowsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city,s1,s2\nA,Agra,5,7\nA,Delhi,5,\nA,Lima,10,1\n", plainSpec+"batch: {sequence: [s1, s2]}\n")
	for _, name := range []string{"once.csv", "twice.csv"} {
		r := review(t, o)
		same(t, name, listing(t, r), "A changed taken")
		if _, err := r.Decide(context.Background(), engine.Selection{Filter: &engine.Filter{}}, engine.Parked, ""); err != nil {
			t.Fatal(err)
		}
		o.Batch = beside(o, name)
		if _, err := r.Commit(context.Background(), parkingIn(o.Batch), nil); err != nil {
			t.Fatal(err)
		}
		if got := text(t, o.Batch); !strings.Contains(got, "\nA,Lima,10,1,upsert,2026-01-01,") || strings.Count(got, "\n") != 2 || strings.Count(got, "_sequence") != 1 {
			t.Errorf("%s is\n%s", name, got)
		}
	}
}

// TestParkedRowsAreAddedByName adds to a file whose columns stand in another order, and to one with CR LF.
func TestParkedRowsAreAddedByName(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city\nA,Delhi\n,Bad\n", plainSpec)
	for name, c := range map[string][2]string{
		"shuffled": {"_REASON,_by,CITY,id,_row,_line,_sequence,_effective,_operation\nwhy,me,Lima,Z,9,,,2025-01-01,upsert\n", "key column id is NULL,kim,Bad,,2,,,2026-01-01,upsert\n"},
		"crlf":     {"id,city,_operation,_effective,_sequence,_row,_line,_by,_reason\r\nZ,Lima,upsert,2025-01-01,,9,,me,why", "\r\n,Bad,upsert,2026-01-01,,2,,kim,key column id is NULL"},
	} {
		path := put(t, folder(o), name+".csv", c[0])
		req := parkingIn(path)
		req.As, req.Again = "kim", true
		commit(t, o, req)
		same(t, name, text(t, path), c[0]+c[1])
		back := o
		back.Batch = path
		same(t, name+" given back", listing(t, review(t, back)), "Z new taken\n– rejected  key column id is NULL")
		if left, _ := filepath.Glob(beside(o, ".*dimdesk*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// TestParkingIsRefused names a file that must not be written, in a folder with nothing else to be lost.
func TestParkingIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ batch, file, holds, says string }{
		"the batch":             {"id,city\nA,Delhi\n,Bad\n", "batch.csv", "", "is the batch itself"},
		"the dimension":         {"id,city\nA,Delhi\n,Bad\n", "dim.csv", "", "is the dimension itself"},
		"a link to the batch":   {"id,city\nA,Delhi\n,Bad\n", "link.csv", "", "is the batch itself"},
		"other columns":         {"id,city\nA,Delhi\n,Bad\n", "other.csv", "id,town" + parkHeader + "Z,x,upsert,,,,,,\n", "has other columns"},
		"fewer columns":         {"id,city\nA,Delhi\n,Bad\n", "other.csv", "id,city\nZ,x\n", "has other columns"},
		"a folder that is none": {"id,city\nA,Delhi\n,Bad\n", "no/such/folder.csv", "", "folder.csv"},
		"a column _row":         {"id,city,_row\nA,Delhi,1\n,Bad,2\n", "new.csv", "", "_row of its own"},
		"a column _Reason":      {"id,city,_Reason\nA,Delhi,1\n,Bad,2\n", "new.csv", "", "_Reason of its own"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := files(t, threeMembers, c.batch, plainSpec)
			if c.holds != "" {
				put(t, folder(o), c.file, c.holds)
			}
			if c.file == "link.csv" {
				if err := os.Symlink(o.Batch, beside(o, "link.csv")); err != nil {
					t.Fatal(err)
				}
			}
			before := everything(t, folder(o))
			_, err := review(t, o).Commit(context.Background(), parkingIn(beside(o, c.file)), nil)
			refused(t, err, engine.CodeFailed, c.says)
			same(t, "the folder", everything(t, folder(o)), before)
		})
	}
}

// everything is each file of a folder with what it holds, working folders apart.
func everything(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if !e.IsDir() {
			out = append(out, e.Name()+":\n"+text(t, filepath.Join(dir, e.Name())))
		}
	}
	return strings.Join(out, "\n")
}

// TestParkedFileIsWrittenAgain removes a parked file and applies its batch again, from another folder: the journal knows where
// the file was, whatever it was called by.
func TestParkedFileIsWrittenAgain(t *testing.T) {
	o := files(t, threeMembers, "id,city\nA,Delhi\nB,Nice\n,Bad\n", plainSpec)
	t.Chdir(folder(o))
	r := review(t, o)
	park(t, r, "ask", "B")
	out, err := r.Commit(context.Background(), parkingIn("parked.csv"), nil)
	if err != nil || !filepath.IsAbs(out.ParkFile) || out.Parked != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	r.Close()
	first := text(t, beside(o, "parked.csv"))
	t.Chdir(t.TempDir())
	if err := os.Remove(out.ParkFile); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		again := commit(t, o, parkingIn("elsewhere.csv"))
		if again.Already != out.ID || again.Parked != 2 || again.ParkFile != out.ParkFile {
			t.Fatalf("%+v", again)
		}
		same(t, "the parked file", text(t, out.ParkFile), first)
	}
	if found, err := os.ReadDir("."); err != nil || len(found) != 0 {
		t.Errorf("written elsewhere: %v, %v", found, err)
	}
}

// TestAbsentMembersThatCannotBeDeletedAreNotParked has a snapshot with a row whose key cannot be read: the absent members are
// refused, and giving the parked file back must not delete them.
func TestAbsentMembersThatCannotBeDeletedAreNotParked(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city\nA,Delhi\n,Rome\n", snapshotSpec)
	r := review(t, o)
	if c, err := r.Counts(context.Background()); err != nil || c.Kinds[engine.Rejected] != 3 {
		t.Fatalf("%+v, %v", c, err)
	}
	out, err := r.Commit(context.Background(), parkingIn(beside(o, "parked.csv")), nil)
	if err != nil || out.Parked != 1 {
		t.Fatalf("%+v, %v", out, err)
	}
	same(t, "the rows in the parked file", strings.Join(strings.SplitAfter(text(t, out.ParkFile), "\n")[1:], "")[:13], ",Rome,upsert,")
	r.Close()
	applied := text(t, o.Dimension)
	o.Batch = out.ParkFile
	commit(t, o, parkingIn(beside(o, "still.csv")))
	same(t, "the dimension", text(t, o.Dimension), applied)
}
