package duck

import (
	"context"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
)

// TestBatchReplacedBehindLine1 replaces a batch between the reading of its first line and that of the rest: what the columns of one
// file are called is not taken for the other's.
func TestBatchReplacedBehindLine1(t *testing.T) {
	ctx := context.Background()
	for _, later := range []string{"city,id\nPune,A\n", "id\nA\n", "id;city\nA;Pune\n", "id,city,name\nA,Pune,b\n"} {
		path := put(t, t.TempDir(), "batch.csv", "id,city\nA,Pune\n")
		begun, err := csvfile.ReadHeader(ctx, path, csvfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		writeTo(t, path, []byte(later))
		shape, err := csvfile.Scan(ctx, path, csvfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := &scan{begun: begun, stop: func() {}, done: make(chan struct{}), shape: shape}
		close(s.done)
		w, err := openWorkspace(ctx, Options{StateDir: t.TempDir()}, path)
		if err != nil {
			t.Fatal(err)
		}
		defer w.close()
		b, err := inspect(ctx, w, path, nil, s)
		if err == nil {
			err = b.load(ctx, w)
		}
		if engine.CodeOf(err) != engine.CodeFailed || !strings.Contains(err.Error(), "batch.csv changed while it was being read") {
			t.Errorf("%q: %v", later, err)
		}
	}
}
