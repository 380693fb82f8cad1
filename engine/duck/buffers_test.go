package duck

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestBatchOfSeveralBuffers is a file that several threads read, each its part of it: every field arrives, in its row, wherever a
// part may end.
func TestBatchOfSeveralBuffers(t *testing.T) {
	const rows = 150_000
	name := func(i int) string { return fmt.Sprintf(`Name "%d", %s`, i, strings.Repeat("x", i*7%131)) }
	var text strings.Builder
	text.WriteString("id,name,city\n")
	for i := range rows {
		fmt.Fprintf(&text, "%d,\"%s\",%s\n", i, strings.ReplaceAll(name(i), `"`, `""`), strings.Repeat("é", i%5))
	}
	path := filepath.Join(t.TempDir(), "batch.csv")
	writeTo(t, path, []byte(text.String()))
	ctx := context.Background()
	w, err := openWorkspace(ctx, Options{StateDir: t.TempDir()}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	b, err := inspect(ctx, w, path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if err := b.load(ctx, w); err != nil {
		t.Fatal(err)
	}
	if b.numbered || 2*lineSize(b.scan.shape) > int64(text.Len())/3 {
		t.Fatalf("%d bytes are not read in several parts", text.Len())
	}
	var all, right int
	if err := w.one(ctx, `SELECT count(*), count(*) FILTER (c0 = rowid::VARCHAR AND c1 = 'Name "' || rowid || '", ' || repeat('x', (rowid * 7 % 131)::INT) AND c2 IS NOT DISTINCT FROM nullif(repeat('é', (rowid % 5)::INT), '')) FROM raw`, &all, &right); err != nil {
		t.Fatal(err)
	}
	if all != rows || right != rows {
		t.Errorf("%d rows, %d of them as they are in the file", all, right)
	}
}
