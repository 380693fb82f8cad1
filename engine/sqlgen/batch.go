package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// Sep stands between a reason's code and its sentence.
const Sep = "\x1f"

// reason is a reason's code and sentence; the sentence is a SQL expression.
func reason(code, sentence string) string { return Lit(code+Sep) + " || " + sentence }

// BatchRows is the view batch_row over raw: _place (in raw), _row, _line, k*, _e (the moment it is effective, in the dimension's grain),
// _et (the full effective time, which only orders), q*, _del, a* of the supplied attributes, _bad (why it cannot be read;
// NULL where it can), _nokey (its key cannot be read).
func (l *Layout) BatchRows() string { return "CREATE VIEW batch_row AS " + l.batchRows("raw") }

// batchRows are the rows of batch_row over a relation that is like raw.
func (l *Layout) batchRows(raws string) string {
	b := l.Batch
	row, line, bad, raw := "rowid + 1", "rowid + 2", "NULL::VARCHAR", "NULL::VARCHAR"
	if len(b.Typed) > 0 {
		line = "NULL::BIGINT" // a file of typed columns has no lines
	}
	if b.Numbered {
		row, line, bad, raw = "_row", "_line", "_bad", "_raw"
	}
	inner := list("rowid AS _place", row+" AS _row", line+" AS _line", bad+" AS _ragged", raw+" AS _raw",
		each(len(l.Keys), ", ", func(i int) string { return l.castKey(i) + " AS " + col("k", i) }),
		l.deletes()+" AS _del",
		l.effective()+" AS _et",
		each(len(b.Sequence), ", ", func(i int) string { return l.sequence(i) + " AS " + col("q", i) }),
		l.attrs(supplied, func(i int, a Attr) string { return l.castAttr(a) + " AS " + col("a", i) }),
		each(len(b.Columns), ", ", func(i int) string { return col("c", i) }),
	)
	e := "_et"
	switch {
	case l.Grain == engine.Dates:
		e = "date_trunc('day', _et)"
	case l.Unit != "":
		e = "date_trunc(" + Lit(l.Unit) + ", _et)"
	}
	return "SELECT * EXCLUDE (_ragged), " + e + " AS _e, " + l.unreadable() + " AS _bad, " +
		l.noKey() + " AS _nokey FROM (SELECT " + inner + " FROM " + raws + ")"
}

func (l *Layout) castKey(i int) string {
	k := l.Keys[i]
	return l.cast(col("c", k.Batch), l.typed(k.Batch), k.compared())
}

func (l *Layout) castAttr(a Attr) string {
	c := col("c", a.Batch)
	if strings.HasPrefix(a.As, "DATE") || strings.HasPrefix(a.As, "TIMESTAMP") {
		return fmt.Sprintf("CAST(%s AS VARCHAR)", l.cast(c, l.typed(a.Batch), a.As)) // the dimension's dates are ISO, whatever the batch's are
	}
	if a.As != "" {
		return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN %s END", l.cast(c, l.typed(a.Batch), a.As), c) // text stays text
	}
	return l.cast(c, l.typed(a.Batch), a.Stored)
}

func (l *Layout) typed(batch int) string {
	if batch < len(l.Batch.Typed) {
		return l.Batch.Typed[batch]
	}
	return ""
}

// cast reads a text of the batch as a dimension's type; NULL where it does not fit (rule 1). A whole number is not
// rounded to one, and dates are those of batch.dates or ISO, never guessed.
func (l *Layout) cast(c, source, typ string) string {
	base, _, _ := strings.Cut(typ, "(")
	switch strings.TrimSpace(base) {
	case "VARCHAR":
		return c
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT":
		// The common case is told without a regular expression, which costs more than the rest of the row.
		return fmt.Sprintf("CASE WHEN NOT (contains(%[1]s, '.') OR contains(%[1]s, 'e') OR contains(%[1]s, 'E')) THEN TRY_CAST(%[1]s AS %[2]s) WHEN regexp_full_match(%[1]s, '\\s*[+-]?[0-9]+\\.0*\\s*') THEN TRY_CAST(%[1]s AS %[2]s) END", c, typ)
	case "DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS":
		return fmt.Sprintf("CAST(%s AS %s)", l.moment(c, source), typ)
	case "TIMESTAMP WITH TIME ZONE":
		if l.Grain == engine.TimestampsTZ {
			return fmt.Sprintf("(%s AT TIME ZONE 'UTC')", l.moment(c, source))
		}
		return fmt.Sprintf("(%s AT TIME ZONE %s)", l.moment(c, source), Lit(l.Zone))
	}
	return fmt.Sprintf("TRY_CAST(%s AS %s)", c, typ)
}

// moment reads a text of the batch as a moment of the dimension's clock.
func (l *Layout) moment(c, source string) string {
	f := l.Spec.Batch.Dates
	if f == "" || source != "" && source != "VARCHAR" {
		return l.isoMoment(c)
	}
	if strings.Contains(f, "%z") {
		return l.instant(fmt.Sprintf("try_strptime(%s, %s)", c, Lit(f)))
	}
	return l.wall(fmt.Sprintf("CAST(try_strptime(%s, %s) AS TIMESTAMP)", c, Lit(f)))
}

// Offset is the regular expression of an offset at the end of a timestamp.
const Offset = `([zZ]|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?) *$`

// isoMoment reads ISO dates and timestamps. An offset counts, so a text with more behind its time of day than digits is no
// moment unless that is an offset: DuckDB would pass over " UTC", or the offset of a text that ends in a space.
func (l *Layout) isoMoment(x string) string {
	return fmt.Sprintf("CASE WHEN %[1]s NOT LIKE '____-__-__%%' THEN NULL WHEN length(%[1]s) = 10 OR NOT regexp_matches(substr(%[1]s, 12), '[^0-9:. ]') THEN %[2]s WHEN regexp_matches(substr(%[1]s, 12), '%[3]s') THEN %[4]s END",
		x, l.wall(fmt.Sprintf("TRY_CAST(%s AS TIMESTAMP)", x)), Offset, l.instant(fmt.Sprintf("coalesce(TRY_CAST(%[1]s AS TIMESTAMPTZ), TRY_CAST(%[2]s AS TIMESTAMPTZ))", x, strictly(x))))
}

// strictly is a timestamp with an offset in the one way in which DuckDB reads it: with seconds, no space before the offset, and
// capital letters.
func strictly(x string) string {
	return fmt.Sprintf(`regexp_replace(regexp_replace(upper(%s), ' ([Z+-])', '\1'), '^(.{16})([Z+-])', '\1:00\2')`, x)
}

// instant puts a TIMESTAMPTZ on the dimension's clock.
func (l *Layout) instant(x string) string {
	if l.Grain == engine.TimestampsTZ {
		return fmt.Sprintf("(%s AT TIME ZONE 'UTC')", x)
	}
	return fmt.Sprintf("(%s AT TIME ZONE %s)", x, Lit(l.Zone))
}

// wall puts a TIMESTAMP without an offset on the dimension's clock.
func (l *Layout) wall(x string) string {
	if l.Grain == engine.TimestampsTZ && l.Zone != "UTC" {
		return fmt.Sprintf("((%s AT TIME ZONE %s) AT TIME ZONE 'UTC')", x, Lit(l.Zone))
	}
	return x
}

func (l *Layout) deletes() string {
	o := l.Batch.Operation
	if o < 0 {
		return "false"
	}
	texts := l.Spec.Batch.Operation.Delete
	return fmt.Sprintf("coalesce(%s IN (%s), false)", col("c", o), each(len(texts), ", ", func(i int) string { return Lit(texts[i]) }))
}

func (l *Layout) effective() string {
	if l.Batch.Effective < 0 {
		return l.dating()
	}
	if !l.Batch.Parked {
		return l.moment(col("c", l.Batch.Effective), l.typed(l.Batch.Effective))
	}
	// A parked file has the moment as we wrote it; a row whose own date could not be read has it repaired in place.
	written := l.isoMoment(col("c", l.Batch.Effective))
	if l.Batch.Claimed < 0 {
		return written
	}
	return fmt.Sprintf("CASE WHEN %s IS NULL THEN %s ELSE %s END", col("c", l.Batch.Effective), l.moment(col("c", l.Batch.Claimed), ""), written)
}

func (l *Layout) sequence(i int) string {
	q := l.Batch.Sequence[i]
	c := col("c", q.Batch)
	if q.Batch == l.Batch.Effective {
		return l.effective()
	}
	switch q.Type {
	case "VARCHAR":
		return c
	case "TIMESTAMP":
		return l.moment(c, l.typed(q.Batch))
	}
	return fmt.Sprintf("TRY_CAST(%s AS %s)", c, q.Type)
}

func (l *Layout) noKey() string {
	return "(" + each(len(l.Keys), " OR ", func(i int) string { return col("k", i) + " IS NULL" }) + ")"
}

// unreadable says why a row cannot be read (rule 1), and that it is in the future (rule 11).
func (l *Layout) unreadable() string {
	var when []string
	add := func(cond, code, sentence string) {
		when = append(when, "WHEN "+cond+" THEN "+reason(code, sentence))
	}
	says := func(b int, typ string) string {
		return Lit(l.Batch.Columns[b]+` "`) + " || " + col("c", b) + " || " + Lit(`" is not `+article(typ))
	}
	add("_ragged IS NOT NULL", "ragged", "_ragged")
	for i, k := range l.Keys {
		c := col("c", k.Batch)
		typ := k.compared()
		add(c+" IS NULL", "key_null", Lit("key column "+k.Name+" is NULL"))
		if typ != "VARCHAR" {
			add(col("k", i)+" IS NULL", "key_cast", says(k.Batch, typ))
		}
	}
	if e := l.Batch.Effective; e >= 0 {
		c := col("c", e)
		if l.Batch.Parked && l.Batch.Claimed >= 0 {
			e = l.Batch.Claimed
			c = fmt.Sprintf("coalesce(%s, %s)", c, col("c", e))
		}
		add(c+" IS NULL", "effective_null", Lit(l.Batch.Columns[e]+" is NULL, so it is not known when the row became true"))
		what := "a date or time as in 2024-03-31"
		if f := l.Spec.Batch.Dates; f != "" {
			what = "a date of the form " + f
		}
		add("_et IS NULL", "effective", Lit(l.Batch.Columns[e]+` "`)+" || "+c+" || "+Lit(`" is not `+what))
		add("NOT isfinite(_et)", "effective", Lit(l.Batch.Columns[e]+" is infinite"))
		if l.Spec.Period.Open != "" && !strings.EqualFold(l.Spec.Period.Open, "infinity") {
			add("_et >= "+l.sentinel(), "effective", Lit(l.Batch.Columns[e]+" is not before "+l.Spec.Period.Open+", which means open"))
		}
	}
	for i, q := range l.Batch.Sequence {
		if q.Type != "VARCHAR" && q.Batch != l.Batch.Effective {
			add(fmt.Sprintf("%s IS NULL AND %s IS NOT NULL", col("q", i), col("c", q.Batch)), "sequence", says(q.Batch, sequenceName(q.Type)))
		}
	}
	for i, a := range l.Attrs {
		if !a.Supplied() || a.Stored == "VARCHAR" && a.As == "" {
			continue
		}
		typ := a.Stored
		if a.As != "" {
			typ = a.As
		}
		add(fmt.Sprintf("NOT _del AND %s IS NULL AND %s IS NOT NULL", col("a", i), col("c", a.Batch)), "cast", says(a.Batch, typ))
	}
	if l.Batch.Effective >= 0 && !l.Snapshot() && l.Spec.Batch.Future == "reject" {
		add("_e > "+l.judge(), "future", "'effective after the as-of time '||"+Lit(l.AsOf.Text))
	}
	return "CASE " + strings.Join(when, " ") + " END"
}

func sequenceName(typ string) string {
	if typ == "TIMESTAMP" {
		return "TIMESTAMP"
	}
	return "number, as the first value of the column is"
}

func article(typ string) string {
	if strings.ContainsRune("AEIO", rune(typ[0])) {
		return "an " + typ
	}
	return "a " + typ
}
