package duck

import "testing"

// TestColumnNamedRid has a CSV dimension with a column _rid, which csvHome.touching hides ("SELECT rowid AS _rid, *").
func TestColumnNamedRid(t *testing.T) {
	dim := "sk,id,_rid,valid_from,valid_to\n1,A,Pune,2024-01-01,\n"
	o := files(t, dim, "id,_rid\nA,De'lhi\n", "key: id\nsurrogate_key: sk\nperiod: {from: valid_from, to: valid_to}\ncolumns: {_rid: 2}\n")
	thereAndBack(t, o)
	same(t, "the dimension after undo", text(t, o.Dimension), dim)
}
