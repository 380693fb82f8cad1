package playground

import (
	"strings"
	"testing"
)

func TestAScriptIsReadStatementByStatement(t *testing.T) {
	text := "-- A plan.\n\nBEGIN;\n\n-- end the versions\n-- that something follows\nUPDATE d\nSET x = 1;\n-- open\nINSERT INTO d\nVALUES (1);\n\nCOMMIT;\n-- done\n"
	var says []string
	whole := ""
	for _, c := range script(text) {
		says = append(says, c.Says)
		whole += c.SQL
	}
	if got := strings.Join(says, "|"); got != "Begins a transaction: what follows happens as a whole, or not at all.|End the versions that something follows.|Open.|Ends the transaction: now all of it is seen at once." {
		t.Error(got)
	}
	if whole != text {
		t.Errorf("the clauses are not the whole: %q", whole)
	}
}
