package duck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shapes are the ways in which a file can be written, each made from threeMembers, with what a commit of A,Delhi makes of it.
var shapes = map[string]struct{ first, after string }{
	"plain":         {threeMembers, "sk,id,city,valid_from,valid_to\n1,A,Pune,2024-01-01,2026-01-01\n2,B,Rome,2024-01-01,\n3,C,Oslo,2024-01-01,\n4,A,Delhi,2026-01-01,\n"},
	"no final end":  {strings.TrimSuffix(threeMembers, "\n"), "sk,id,city,valid_from,valid_to\n1,A,Pune,2024-01-01,2026-01-01\n2,B,Rome,2024-01-01,\n3,C,Oslo,2024-01-01,\n4,A,Delhi,2026-01-01,"},
	"CR LF":         {strings.ReplaceAll(threeMembers, "\n", "\r\n"), "sk,id,city,valid_from,valid_to\r\n1,A,Pune,2024-01-01,2026-01-01\r\n2,B,Rome,2024-01-01,\r\n3,C,Oslo,2024-01-01,\r\n4,A,Delhi,2026-01-01,\r\n"},
	"CR LF, no end": {strings.TrimSuffix(strings.ReplaceAll(threeMembers, "\n", "\r\n"), "\r\n"), "sk,id,city,valid_from,valid_to\r\n1,A,Pune,2024-01-01,2026-01-01\r\n2,B,Rome,2024-01-01,\r\n3,C,Oslo,2024-01-01,\r\n4,A,Delhi,2026-01-01,"},
	"quoted": {"\"sk\",\"id\",\"city\",\"valid_from\",\"valid_to\"\n\"1\",\"A\",\"Pune\",\"2024-01-01\",\"9999-12-31\"\n\"2\",\"B\",\"Rome\",\"2024-01-01\",\"9999-12-31\"\n",
		"\"sk\",\"id\",\"city\",\"valid_from\",\"valid_to\"\n\"1\",\"A\",\"Pune\",\"2024-01-01\",\"2026-01-01\"\n\"2\",\"B\",\"Rome\",\"2024-01-01\",\"9999-12-31\"\n\"3\",\"A\",\"Delhi\",\"2026-01-01\",\"9999-12-31\"\n"},
	"oddly quoted, a mark, semicolons": {"\ufeffsk;id;city;valid_from;valid_to\n1;\"A\";Pune;\"2024-01-01\";\n\n2;B;\"Ro;me\";2024-01-01;\n", "\ufeffsk;id;city;valid_from;valid_to\n1;\"A\";Pune;\"2024-01-01\";2026-01-01\n\n2;B;\"Ro;me\";2024-01-01;\n3;A;Delhi;2026-01-01;\n"},
}

// TestCSVKeepsItsBytes commits to a file of each shape: only what changed is written otherwise, and undo gives the first bytes.
func TestCSVKeepsItsBytes(t *testing.T) {
	for name, s := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spec := plainSpec
			if name == "quoted" {
				spec = strings.Replace(spec, "to: valid_to", "to: valid_to, open: \"9999-12-31\"", 1)
			}
			o := files(t, s.first, "id,city\nA,Delhi\n", spec)
			out := commit(t, o, nothingAllowed)
			same(t, "the file", text(t, o.Dimension), s.after)
			takeBack(t, o, out.ID)
			same(t, "the file after undo", text(t, o.Dimension), s.first)
		})
	}
}

// TestUndoOfAnEarlierCommit undoes the first of three commits on other members, and then the others, in files of each shape.
func TestUndoOfAnEarlierCommit(t *testing.T) {
	for name, first := range map[string]string{
		"plain":        threeMembers,
		"no final end": strings.TrimSuffix(threeMembers, "\n"),
		"CR LF":        strings.ReplaceAll(threeMembers, "\n", "\r\n"),
		"quoted":       "sk,id,city,valid_from,valid_to\n1,A,\"Pune\",2024-01-01,\n2,\"B\",Rome,\"2024-01-01\",\n3,C,\"Oslo\",2024-01-01,\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := files(t, first, "id,city\nA,Delhi\n", plainSpec)
			commit(t, o, nothingAllowed)
			for i, batch := range []string{"id,city\nB,Lima\nN,Nice\n", "id,city\nC,Agra\n"} {
				next := o
				next.Batch = put(t, folder(o), []string{"second.csv", "third.csv"}[i], batch)
				commit(t, next, nothingAllowed)
			}
			takeBack(t, o, 1)
			want := strings.NewReplacer("\r", "", "\"", "").Replace(first)
			want = strings.TrimSuffix(want, "\n") + "\n"
			want = strings.Replace(strings.Replace(want, "B,Rome,2024-01-01,", "B,Rome,2024-01-01,2026-01-01", 1), "C,Oslo,2024-01-01,", "C,Oslo,2024-01-01,2026-01-01", 1) +
				"5,B,Lima,2026-01-01,\n6,N,Nice,2026-01-01,\n7,C,Agra,2026-01-01,\n"
			got := strings.NewReplacer("\r", "", "\"", "").Replace(text(t, o.Dimension))
			same(t, "the dimension without the first commit", strings.TrimSuffix(got, "\n")+"\n", want)
			takeBack(t, o, 2)
			takeBack(t, o, 3)
			same(t, "the dimension without any", text(t, o.Dimension), first)
		})
	}
}

// TestLinkedDimension commits through a link and by the file's own path: there is one journal, and the link stays.
func TestLinkedDimension(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city\nA,Delhi\n", plainSpec)
	link := o
	link.Dimension = filepath.Join(t.TempDir(), "link.csv")
	if err := os.Symlink(o.Dimension, link.Dimension); err != nil {
		t.Fatal(err)
	}
	if out := commit(t, link, nothingAllowed); out.ID != 1 {
		t.Fatalf("%+v", out)
	}
	if out := commit(t, o, nothingAllowed); out.Already != 1 {
		t.Errorf("by its own path: %+v", out)
	}
	if info, err := os.Lstat(link.Dimension); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if found, _ := os.ReadDir(filepath.Dir(link.Dimension)); len(found) != 1 {
		t.Errorf("beside the link: %v", found)
	}
	takeBack(t, link, 1)
	same(t, "the dimension after undo", text(t, o.Dimension), threeMembers)
}
