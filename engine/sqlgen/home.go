package sqlgen

import (
	"fmt"
	"strings"

	"dimdesk/engine"
)

// Versions is the dimension read as versions: _rid (the row's place), _sk, _f, _t, _cur, _dl, k*, a*, p*.
// where is an optional condition on the dimension's own columns.
//
// Texts compare byte by byte, whatever collation the table has: 'A' and 'a' are two keys (rule 4).
func (l *Layout) Versions(where string) string { return l.versionsAs(where, "::VARCHAR") }

// rawVersions is Versions with the surrogate key in its own type: where a join leaves few of many, text is made after it.
func (l *Layout) rawVersions() string { return l.versionsAs("", "") }

func (l *Layout) versionsAs(where, sk string) string {
	if l.SK.Name != "" {
		sk = Ident(l.SK.Name) + sk
	} else {
		sk = "NULL::VARCHAR"
	}
	s := "SELECT " + list("rowid AS _rid", sk+" AS _sk", l.readStart()+" AS _f", l.readEnd()+" AS _t", Ident(l.To.Name)+" IS NULL AS _tn",
		l.readFlag(l.Current, l.Styles.Current)+" AS _cur", l.readFlag(l.Deleted, l.Styles.Deleted)+" AS _dl",
		each(len(l.Keys), ", ", func(i int) string { return l.readKey(l.Keys[i]) + " AS " + col("k", i) }),
		l.attrs(nil, func(i int, a Attr) string { return l.readValue(a.Name, a.Stored) + " AS " + col("a", i) }),
		l.attrs(hasCompanion, func(i int, a Attr) string {
			return l.readValue(a.Companion.Name, a.Companion.Type) + " AS " + col("p", i)
		}),
	) + " FROM " + l.Home
	if where != "" {
		s += " WHERE (" + where + "\n)" // on a line of its own, as a scope may end in a comment
	}
	return s
}

func (l *Layout) readKey(k KeyColumn) string {
	if k.As != "" {
		return fmt.Sprintf("TRY_CAST(%s AS %s)", Ident(k.Name), k.As)
	}
	return l.readValue(k.Name, k.Type)
}

func (l *Layout) readValue(name, typ string) string {
	if l.Collate && typ == "VARCHAR" {
		return Ident(name) + " COLLATE C"
	}
	return Ident(name)
}

func (l *Layout) readStart() string { return l.readMoment(Ident(l.From.Name)) }

func (l *Layout) readEnd() string { return l.readEndOf(Ident(l.To.Name)) }

func (l *Layout) readEndOf(x string) string {
	t := l.readMoment(x)
	if s := l.Spec.Period.Open; s != "" {
		open := l.sentinel()
		t = fmt.Sprintf("CASE WHEN %s = %s THEN NULL ELSE %s END", t, open, l.shift(t, "+"))
	} else {
		t = l.shift(t, "+")
	}
	if l.Text && l.Styles.OpenText != "" {
		t = fmt.Sprintf("CASE WHEN %s = %s THEN NULL ELSE %s END", x, Lit(l.Styles.OpenText), t)
	}
	return t
}

// shift turns a stored inclusive end into a half-open one, or back.
func (l *Layout) shift(t, sign string) string {
	if l.Inclusive() {
		return fmt.Sprintf("(%s %s INTERVAL 1 DAY)", t, sign)
	}
	return t
}

func (l *Layout) sentinel() string {
	if strings.EqualFold(l.Spec.Period.Open, "infinity") {
		return "TIMESTAMP 'infinity'"
	}
	if f := l.Spec.Period.Dates; f != "" && !isoDay(l.Spec.Period.Open) {
		return fmt.Sprintf("CAST(strptime(%s, %s) AS TIMESTAMP)", Lit(l.Spec.Period.Open), Lit(f))
	}
	return fmt.Sprintf("TIMESTAMP %s", Lit(l.Spec.Period.Open))
}

// isoDay tells whether a text begins like an ISO date.
func isoDay(s string) bool { return len(s) >= 10 && s[4] == '-' && s[7] == '-' }

func (l *Layout) readMoment(x string) string {
	switch {
	case l.Text && l.Spec.Period.Dates != "":
		return fmt.Sprintf("CAST(try_strptime(%s, %s) AS TIMESTAMP)", x, Lit(l.Spec.Period.Dates))
	case l.Text:
		return l.isoMoment(x)
	case l.Grain == engine.TimestampsTZ:
		return fmt.Sprintf("(%s AT TIME ZONE 'UTC')", x)
	}
	return fmt.Sprintf("CAST(%s AS TIMESTAMP)", x)
}

// UnreadableMoments finds cells of the period columns of a text dimension that hold something that is no moment.
func (l *Layout) UnreadableMoments() string {
	one := func(c Stored) string {
		extra := ""
		if l.Styles.OpenText != "" {
			extra = fmt.Sprintf(" AND %s <> %s", Ident(c.Name), Lit(l.Styles.OpenText))
		}
		return fmt.Sprintf("SELECT rowid AS _rid, %s AS _col, %s AS _text FROM %s WHERE %s IS NOT NULL AND %s IS NULL%s",
			Lit(c.Name), Ident(c.Name), l.Home, Ident(c.Name), l.readMoment(Ident(c.Name)), extra)
	}
	return one(l.From) + " UNION ALL " + one(l.To) + " ORDER BY _rid LIMIT 1"
}

// WriteMoment turns a TIMESTAMP expression into what the period column stores.
func (l *Layout) WriteMoment(x string, c Stored) string {
	switch {
	case l.Text && l.Spec.Period.Dates != "":
		return fmt.Sprintf("strftime(%s, %s)", x, Lit(l.Spec.Period.Dates))
	case l.Text && l.Styles.Moment != "":
		if l.Grain == engine.TimestampsTZ || l.Grain == engine.Timestamps {
			return l.isoText(x)
		}
		return fmt.Sprintf("strftime(%s, %s)", x, Lit(l.Styles.Moment))
	case l.Text:
		return l.ShowMoment(x)
	case l.Grain == engine.TimestampsTZ:
		return fmt.Sprintf("(%s AT TIME ZONE 'UTC')", x)
	}
	return fmt.Sprintf("CAST(%s AS %s)", x, c.Type)
}

// isoText writes a timestamp with as many fractional digits as it has, in the style that the file uses.
func (l *Layout) isoText(x string) string {
	sep, zone := " ", ""
	if strings.Contains(l.Styles.Moment, "T") {
		sep = "T"
	}
	if strings.HasSuffix(l.Styles.Moment, "Z") {
		zone = "Z"
	}
	s := fmt.Sprintf("replace(CAST(%s AS VARCHAR), ' ', %s)", x, Lit(sep))
	switch {
	case zone != "":
		return "(" + s + " || 'Z')"
	case l.Grain == engine.TimestampsTZ:
		return "(" + s + " || '+00:00')"
	}
	return s
}

// WriteEnd is WriteMoment for an end: half-open inside, the layout's bounds and open end outside.
func (l *Layout) WriteEnd(x string) string {
	open := "NULL"
	switch s := l.Spec.Period.Open; {
	case l.Text && l.Styles.OpenText != "":
		open = Lit(l.Styles.OpenText)
	case s != "":
		open = l.WriteMoment(l.sentinel(), l.To)
	}
	return fmt.Sprintf("CASE WHEN %s IS NULL THEN %s ELSE %s END", x, open, l.WriteMoment(l.shift(x, "-"), l.To))
}

// ShowMoment is a moment as people and the diff read it: a date in a dimension of dates, else a timestamp.
func (l *Layout) ShowMoment(x string) string {
	switch l.Grain {
	case engine.Dates:
		return fmt.Sprintf("CAST(CAST(%s AS DATE) AS VARCHAR)", x)
	case engine.TimestampsTZ:
		return fmt.Sprintf("(CAST(%s AS VARCHAR) || '+00')", x)
	}
	return fmt.Sprintf("CAST(%s AS VARCHAR)", x)
}

func (l *Layout) readFlag(c Stored, texts [2]string) string {
	switch {
	case c.Name == "":
		return "NULL::BOOLEAN"
	case texts[1] != "":
		return fmt.Sprintf("CASE %s::VARCHAR WHEN %s THEN true WHEN %s THEN false END", Ident(c.Name), Lit(texts[1]), Lit(texts[0]))
	}
	return fmt.Sprintf("TRY_CAST(%s AS BOOLEAN)", Ident(c.Name))
}

// WriteFlag turns a BOOLEAN expression into what a flag column stores.
func (l *Layout) WriteFlag(x string, c Stored, texts [2]string) string {
	if texts[1] != "" {
		return fmt.Sprintf("CASE WHEN %s THEN %s ELSE %s END", x, castLit(texts[1], c.Type), castLit(texts[0], c.Type))
	}
	return fmt.Sprintf("CAST(%s AS %s)", x, c.Type)
}

func castLit(text, typ string) string {
	if typ == "VARCHAR" {
		return Lit(text)
	}
	return fmt.Sprintf("CAST(%s AS %s)", Lit(text), typ)
}
