package sqlgen

import (
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// Writes make what the statements of a commit read: three TEMP tables and a view.
type Writes struct{ Upd, Closes, Opened, Opens string }

// Writes gives them. upd are the stored versions of placed members that differ afterwards (_rid, _from, _to, _dl, v*, w*, _closes,
// _moves, _starts, _writes); closes the versions that plain rows end (_rid, _to, _dl); and opened the new versions in the order of
// their keys (rule 14) with the plain row that opens each (_place), of which the view opens gives the surrogate keys. head is the
// highest key ever used; numeric is what NumericKeys told; without placed members every row is plain.
func (l *Layout) Writes(head int64, numeric []bool, placed bool) Writes {
	uuid, sk, number := "", "NULL::VARCHAR", "NULL::BIGINT"
	switch {
	case l.SK.Name != "" && l.Spec.SurrogateKey.Make == "uuid":
		uuid, sk = "uuid()::VARCHAR AS _uuid", "_uuid"
	case l.SK.Name != "":
		number = fmt.Sprintf("%d + rowid + 1", head)
		sk = "(" + number + ")::VARCHAR"
		if l.SK.Type != "VARCHAR" && !l.whole() {
			sk = "CAST(" + number + " AS " + l.SK.Type + ")::VARCHAR" // as it will be read: 7.00
		}
	}
	upd, opened, rest := "(_rid BIGINT, _closes BOOLEAN, _moves BOOLEAN, _starts BOOLEAN, _writes BOOLEAN)", l.plainOpens(), "NULL::TIMESTAMP AS _to, false AS _dl, NULL::BIGINT AS _m, "
	if placed {
		vals := list(l.attrs(nil, func(i int, _ Attr) string { return "v." + col("v", i) }), l.attrs(hasCompanion, func(i int, _ Attr) string { return "v." + col("w", i) }))
		upd = "AS SELECT " + list("h._m", "h._i", "h._rid", "h._sk", "v._from", "v._to", l.deletedAfter()+" AS _dl", "("+shortens+") AS _closes", moves+" AS _moves", starts+" AS _starts", l.Overwritten()+" AS _writes", vals) +
			" FROM after v JOIN fresh h ON h._m = v._m AND h._i = v._i WHERE " + moves + " OR " + l.Overwritten()
		opened = "SELECT " + list("v._m", l.keys("m."), "v._from", "v._to", "v._bydel AS _dl", vals) + " FROM after v JOIN member m USING (_m) WHERE v._i IS NULL UNION ALL BY NAME SELECT *, false AS _dl FROM (" + l.plainOpens() + ")"
		rest = ""
	}
	return Writes{
		Upd:    "CREATE OR REPLACE TEMP TABLE upd " + upd,
		Closes: "CREATE OR REPLACE TEMP TABLE closes AS SELECT p._rid, c._e AS _to, false AS _dl FROM " + plainRows + " WHERE p._rid IS NOT NULL",
		Opened: "CREATE OR REPLACE TEMP TABLE opened AS SELECT " + list("*", uuid) + " FROM (" + opened + ") ORDER BY " + l.keyOrder("", numeric) + ", _from",
		Opens:  "CREATE OR REPLACE TEMP VIEW opens AS SELECT *, " + rest + sk + " AS _sk, " + number + " AS _number, rowid AS _n FROM opened",
	}
}

// keyOrder is the order of business keys: column by column, as numbers where every one reads so, then as text (rule 14).
func (l *Layout) keyOrder(prefix string, numeric []bool) string {
	return each(len(l.Keys), ", ", func(i int) string {
		k := prefix + col("k", i)
		if numeric[i] && !l.Keys[i].number() {
			return fmt.Sprintf("CAST(%s::VARCHAR AS DECIMAL(38,9)), %s", k, k)
		}
		return k
	})
}

// number tells whether a key column's own order is that of numbers.
func (k KeyColumn) number() bool {
	base, _, _ := strings.Cut(k.compared(), "(")
	switch base = strings.TrimSpace(base); base {
	case "DECIMAL", "DOUBLE", "FLOAT", "HUGEINT":
		return true
	}
	return wholeType(base)
}

// wholeType tells whether a SQL type is one of whole numbers that a BIGINT holds, UBIGINT's upper half aside.
func wholeType(typ string) bool {
	return slices.Contains([]string{"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"}, typ)
}

// whole tells whether surrogate keys are stored as whole numbers, which we give.
func (l *Layout) whole() bool {
	return l.SK.Name != "" && l.Spec.SurrogateKey.Make != "uuid" && wholeType(l.SK.Type)
}

// NumericKeys tells for each key column whether every key that gets a new version reads as a number in it.
func (l *Layout) NumericKeys(placed bool) string {
	keys := "SELECT " + l.keys("g.") + " FROM good g SEMI JOIN plain USING (_place)"
	if placed {
		keys += " UNION ALL SELECT " + l.keys("m.") + " FROM after v JOIN member m USING (_m) WHERE v._i IS NULL"
	}
	return "SELECT " + each(len(l.Keys), ", ", func(i int) string {
		return fmt.Sprintf("coalesce(bool_and(TRY_CAST(%s::VARCHAR AS DECIMAL(38,9)) IS NOT NULL), false)", col("k", i))
	}) + " FROM (" + keys + ")"
}

// NumbersOnly tells whether every key column's type is one of numbers, so that NumericKeys need not be asked.
func (l *Layout) NumbersOnly() bool {
	return !slices.ContainsFunc(l.Keys, func(k KeyColumn) bool { return !k.number() })
}

// touch is one way in which a stored version of a placed member changes, told from _closes, _moves, _starts and _writes. Each
// version is in one of them, and so in one statement: an UPDATE that names a list, or a column with an index, gives the row
// another place, where the next one would not find it. It names a start only where that moves, for the same reason: a row
// that facts refer to may not change its place.
type touch struct {
	op, also      engine.Op
	starts        bool // its start moves
	cond, comment string
}

var touches = [...]touch{
	{engine.OpClose, "", false, "_closes AND NOT _writes", "end the versions that something follows, or that are deleted"},
	{engine.OpClose, engine.OpOverwrite, false, "_closes AND _writes", "end versions, and overwrite values that have no history"},
	{engine.OpRedate, "", false, "_moves AND NOT _closes AND NOT _starts AND NOT _writes", "move the ends of versions that last longer, or are reopened"},
	{engine.OpRedate, engine.OpOverwrite, false, "_moves AND NOT _closes AND NOT _starts AND _writes", "move the ends of versions, and overwrite values that have no history"},
	{engine.OpRedate, "", true, "_starts AND NOT _writes", "move the bounds of versions that begin earlier"},
	{engine.OpRedate, engine.OpOverwrite, true, "_starts AND _writes", "move the bounds of versions, and overwrite values that have no history"},
	{engine.OpOverwrite, "", false, "_writes AND NOT _moves", "overwrite values that have no history"},
}

// Tally is how many rows each statement must touch.
type Tally struct {
	PlainCloses int64
	Touched     [len(touches)]int64
	Opens       int64
}

// Into are the places where the counts that Counted selects go.
func (n *Tally) Into() (dest []any) {
	for i := range n.Touched {
		dest = append(dest, &n.Touched[i])
	}
	return dest
}

// Counted counts how many of the versions that from tells of each statement touches; from has the columns that upd has for it.
func Counted(from string) string {
	return "SELECT " + each(len(touches), ", ", func(i int) string { return "count(*) FILTER (" + touches[i].cond + ")" }) + " FROM " + from
}

// Statements are what the commit runs on the dimension, in order.
func (l *Layout) Statements(n Tally) []engine.Statement {
	var out []engine.Statement
	add := func(op, also engine.Op, n int64, comment, sql string) {
		if n > 0 {
			out = append(out, engine.Statement{Op: op, Also: also, Comment: comment, SQL: sql, Rows: n})
		}
	}
	update := func(set []assignment, from string) string {
		var sets []string
		for _, a := range set {
			sets = append(sets, Ident(a.to.Name)+" = "+a.value)
		}
		return "UPDATE " + l.Home + " AS d SET " + strings.Join(sets, ", ") + " FROM " + from
	}
	add(engine.OpClose, "", n.PlainCloses, endPlain, update(l.ended(), "closes o WHERE d.rowid = o._rid"))
	for i, t := range touches {
		add(t.op, t.also, n.Touched[i], t.comment, update(l.touched(t), "upd o WHERE d.rowid = o._rid AND "+t.cond))
	}
	add(engine.OpOpen, "", n.Opens, openNew, l.insert())
	return out
}

// What the statements do that end the versions of plain rows, and that open new ones.
const endPlain, openNew = "end the versions that the next one follows", "open the new versions"

// assignment is a column of the dimension and the value that it is given: an expression over the stored row d and the row o of the
// table that says what becomes of it.
type assignment struct {
	to    Stored
	value string
}

// ended is what a plain row writes to the version that it ends.
func (l *Layout) ended() []assignment {
	out := []assignment{{l.To, l.WriteMoment(l.shift("o._to", "-"), l.To)}}
	if l.Current.Name != "" {
		out = append(out, assignment{l.Current, l.WriteFlag("false", l.Current, l.Styles.Current)})
	}
	return append(out, l.deletedTo()...)
}

func (l *Layout) deletedTo() []assignment {
	if l.Deleted.Name == "" {
		return nil
	}
	return []assignment{{l.Deleted, l.WriteFlag("o._dl", l.Deleted, l.Styles.Deleted)}}
}

// touched is what is written to the versions that one of touches is of.
func (l *Layout) touched(t touch) (out []assignment) {
	if t.starts {
		out = append(out, assignment{l.From, l.startOf("o._from")})
	}
	if t.op != engine.OpOverwrite {
		out = append(out, assignment{l.To, l.endOf("o._to", "")})
		if l.Current.Name != "" {
			out = append(out, assignment{l.Current, l.WriteFlag("(o._to IS NULL)", l.Current, l.Styles.Current)})
		}
		out = append(out, l.deletedTo()...)
	}
	if t.op == engine.OpOverwrite || t.also == engine.OpOverwrite {
		for i, a := range l.Attrs {
			if a.Supplied() {
				out = append(out, assignment{Stored{a.Name, a.Stored}, "o." + col("v", i)})
				if hasCompanion(a) {
					out = append(out, assignment{a.Companion, "o." + col("w", i)})
				}
			}
		}
	}
	return out
}

func (l *Layout) setEnd(to, more string) string { return Ident(l.To.Name) + " = " + l.endOf(to, more) }

// endOf moves a version's end, and leaves one that stays as it is stored: an open end may be written in two ways. more are
// further cases of the CASE.
func (l *Layout) endOf(to, more string) string {
	stored := "d." + Ident(l.To.Name)
	return "CASE WHEN " + to + " IS NOT DISTINCT FROM " + l.readEndOf(stored) + " THEN " + stored + more + " ELSE " + l.WriteEnd(to) + " END"
}

func (l *Layout) setStart(to string) string { return Ident(l.From.Name) + " = " + l.startOf(to) }

// startOf moves a version's start, and leaves one that stays as it is stored.
func (l *Layout) startOf(to string) string {
	stored := "d." + Ident(l.From.Name)
	return "CASE WHEN " + to + " = " + l.readMoment(stored) + " THEN " + stored + " ELSE " + l.WriteMoment(to, l.From) + " END"
}

// insert opens the versions of the view opens, in their order: DuckDB keeps that of a table.
func (l *Layout) insert() string {
	var names, vals []string
	for _, a := range l.opened() {
		names, vals = append(names, Ident(a.to.Name)), append(vals, a.value)
	}
	return "INSERT INTO " + l.Home + " (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(vals, ", ") + " FROM opens"
}

// opened is what a new version is written with: expressions over opens.
func (l *Layout) opened() (out []assignment) {
	put := func(to Stored, val string) {
		if to.Name != "" {
			out = append(out, assignment{to, val})
		}
	}
	if l.SK.Name != "" {
		v := "_sk"
		if l.whole() {
			v = "CAST(_number AS " + l.SK.Type + ")"
		} else if l.SK.Type != "VARCHAR" {
			v = "CAST(_sk AS " + l.SK.Type + ")"
		}
		put(l.SK, v)
	}
	for i, k := range l.Keys {
		v := col("k", i)
		if k.As != "" {
			v = "CAST(" + v + " AS VARCHAR)"
		}
		put(k.Stored, v)
	}
	for i, a := range l.Attrs {
		put(Stored{a.Name, a.Stored}, col("v", i))
		if hasCompanion(a) {
			put(a.Companion, col("w", i))
		}
	}
	put(l.From, l.WriteMoment("_from", l.From))
	put(l.To, l.WriteEnd("_to"))
	if l.Current.Name != "" {
		put(l.Current, l.WriteFlag("(_to IS NULL)", l.Current, l.Styles.Current))
	}
	if l.Deleted.Name != "" {
		put(l.Deleted, l.WriteFlag("_dl", l.Deleted, l.Styles.Deleted))
	}
	return out
}
