package sqlgen

import "testing"

func TestScriptLiterals(t *testing.T) {
	for _, c := range []struct{ text, typ, duck, postgres string }{
		{"O'Neill", "VARCHAR", `'O''Neill'`, `'O''Neill'`},
		{"", "VARCHAR", `''`, `''`},
		{"two\nlines\tand ✓", "VARCHAR", "'two\nlines\tand ✓'", "'two\nlines\tand ✓'"},
		{"\x1b[2Ja\r\u202eb", "VARCHAR", `(chr(27) || '[2Ja' || chr(13) || chr(8238) || 'b')`, `(chr(27) || '[2Ja' || chr(13) || chr(8238) || 'b')`},
		{"👩\u200d🚀", "VARCHAR", "'👩\u200d🚀'", "'👩\u200d🚀'"},
		{"-7", "INTEGER", "-7", "-7"},
		{"1.50", "DECIMAL(10,2)", "1.50", "1.50"},
		{"170141183460469231731687303715884105727", "HUGEINT", "CAST('170141183460469231731687303715884105727' AS HUGEINT)", "CAST('170141183460469231731687303715884105727' AS NUMERIC)"},
		{"0.1", "DOUBLE", "CAST('0.1' AS DOUBLE)", "CAST('0.1' AS DOUBLE PRECISION)"},
		{"inf", "FLOAT", "CAST('inf' AS FLOAT)", "CAST('inf' AS REAL)"},
		{"true", "BOOLEAN", "true", "true"},
		{"2024-05-01", "DATE", "DATE '2024-05-01'", "DATE '2024-05-01'"},
		{"2024-05-01 10:00:00.5", "TIMESTAMP", "TIMESTAMP '2024-05-01 10:00:00.5'", "TIMESTAMP '2024-05-01 10:00:00.5'"},
		{"2024-05-01 10:00:00+00", "TIMESTAMP WITH TIME ZONE", "CAST('2024-05-01 10:00:00+00' AS TIMESTAMP WITH TIME ZONE)", "CAST('2024-05-01 10:00:00+00' AS TIMESTAMP WITH TIME ZONE)"},
		{`\x00a`, "BLOB", `CAST('\x00a' AS BLOB)`, `CAST('\x00a' AS BYTEA)`},
		{"[1, 2]", "INTEGER[]", "CAST('[1, 2]' AS INTEGER[])", "CAST('[1, 2]' AS INTEGER[])"},
	} {
		if got := DuckDB.Literal(c.text, c.typ); got != c.duck {
			t.Errorf("%q as %s is %s, want %s", c.text, c.typ, got, c.duck)
		}
		if got := PostgreSQL.Literal(c.text, c.typ); got != c.postgres {
			t.Errorf("%q as %s in PostgreSQL is %s, want %s", c.text, c.typ, got, c.postgres)
		}
	}
}
