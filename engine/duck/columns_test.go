package duck

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dimdesk/engine"
)

// TestTooManyColumns: what DuckDB cannot sort is refused in words that say what would help.
func TestTooManyColumns(t *testing.T) {
	w, err := openWorkspace(context.Background(), Options{StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	columns := make([]string, 17000)
	for i := range columns {
		columns[i] = fmt.Sprintf("range::VARCHAR AS c%d", i)
	}
	_, err = w.exec(context.Background(), "CREATE TABLE wide AS SELECT "+strings.Join(columns, ", ")+" FROM range(2) ORDER BY range")
	if engine.CodeOf(err) != engine.CodeFailed || !strings.Contains(err.Error(), "too many columns") {
		t.Fatalf("%.300v", err)
	}
}
