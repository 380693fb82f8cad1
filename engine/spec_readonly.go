package engine

// hashes are columns that another tool computes from a row in its own way, so that a row written here would not be the
// row that it expects.
var hashes = map[string]string{"dbt_scd_id": "dbt", "_dlt_id": "dlt"}

// ReadOnly is the reason why the dimension is read but not written, or "": Bind and Detect find it from its columns.
func (s *Spec) ReadOnly() string { return s.readOnly }

// findHashes sets ReadOnly's reason.
func (s *Spec) findHashes(dim []ColumnInfo) {
	s.readOnly = ""
	for _, col := range dim {
		if tool, ok := hashes[FoldName(col.Name)]; ok {
			s.readOnly = col.Name + " is a hash that " + tool + " computes from the row in its own way; versions written here would break " +
				tool + "'s next run, so this dimension is read and compared, but not written"
			return
		}
	}
}
