package sqlgen

import (
	"fmt"
	"strings"
)

// Finding is one kind of fault or note of verify: the query selects the key as text, the surrogate key and a detail, for each
// place where it is found, from the TEMP table all_versions (the whole history, numbered as in histories).
type Finding struct {
	Fault bool
	Rule  string
	SQL   string
}

// AllVersions makes all_versions: the whole dimension, each version with the one before it in its member (_pt, _pf) and whether it equals that (_same).
func (l *Layout) AllVersions() string {
	same := "true"
	if c := l.conds(Attr.Opens, func(i int, a Attr) string {
		return "NOT (" + a.Differs(col("a", i), fmt.Sprintf("lag(%s) OVER w", col("a", i))) + ")"
	}); len(c) > 0 {
		same = strings.Join(c, " AND ")
	}
	return fmt.Sprintf("CREATE OR REPLACE TEMP TABLE all_versions AS SELECT *, lag(_t) OVER w AS _pt, lag(_f) OVER w AS _pf, row_number() OVER w > 1 AND (%s) AS _same, _t IS NULL OR _t > _f AS _whole FROM (%s) WINDOW w AS (PARTITION BY %s, (_t IS NULL OR _t > _f) ORDER BY _f NULLS FIRST, _t NULLS LAST)",
		same, l.Versions(""), l.keys(""))
}

// Findings lists what verify looks for: faults first, then notes.
func (l *Layout) Findings() []Finding {
	key := each(len(l.Keys), ", ", func(i int) string { return col("k", i) + "::VARCHAR" })
	f, t, pt, pf := l.ShowMoment("_f"), l.ShowMoment("_t"), l.ShowMoment("_pt"), l.ShowMoment("_pf")
	pick := func(detail, cond string) string {
		return "SELECT " + key + ", coalesce(_sk, '') AS sk, " + detail + " AS detail FROM all_versions WHERE " + cond
	}
	noKey := each(len(l.Keys), " OR ", func(i int) string { return col("k", i) + " IS NULL" })
	out := []Finding{
		{true, "NULL key", pick("'a key column is NULL'", noKey)},
		{true, "NULL start", pick("'it has no start'", "_f IS NULL")},
		{true, "end before start", pick(fmt.Sprintf("'it begins ' || %s || ' and ends ' || %s", f, t), "_t < _f")},
		{true, "overlap", pick(fmt.Sprintf("'it begins ' || %s || ', before the version of ' || coalesce(%s, '?') || ' ends (' || coalesce(%s, 'it is open') || ')'", f, pf, pt), "_whole AND _pf IS NOT NULL AND coalesce(_pt, 'infinity') > _f AND NOT (_pt IS NULL AND _t IS NULL)")},
		{true, "two open versions", pick("'open, and so is the version of ' || coalesce("+pf+", '?')", "_t IS NULL AND _pf IS NOT NULL AND _pt IS NULL AND _whole")},
	}
	if l.Current.Name != "" {
		out = append(out, Finding{true, "flag against period", pick(Lit(l.Current.Name)+" || ' says ' || coalesce(CASE WHEN _cur THEN 'open' ELSE 'closed' END, 'nothing') || ', but its period ' || CASE WHEN _t IS NULL THEN 'is open' ELSE 'ends ' || "+t+" END", "_cur IS DISTINCT FROM (_t IS NULL)")})
	}
	if l.Deleted.Name != "" {
		out = append(out, Finding{true, "flag against period", pick(Lit(l.Deleted.Name)+" || ' is set on an open version'", "_t IS NULL AND coalesce(_dl, false)")})
	}
	if l.SK.Name != "" {
		out = append(out, Finding{true, "same surrogate key twice", pick("'this surrogate key stands on more than one row'", "_sk IN (SELECT _sk FROM all_versions WHERE _sk IS NOT NULL GROUP BY _sk HAVING count(*) > 1)")},
			Finding{true, "NULL surrogate key", pick("'its surrogate key is NULL'", "_sk IS NULL")})
	}
	if l.Spec.Period.Open != "" {
		out = append(out, Finding{true, "sentinel used as a date", pick(Lit("it begins at "+l.Spec.Period.Open+", which means open"), "_f = "+l.sentinel())})
	}
	out = append(out,
		Finding{false, "gap", pick(fmt.Sprintf("'nothing is in force from ' || %s || ' to ' || %s", pt, f), "_whole AND _pt < _f")},
		Finding{false, "equal neighbours", pick(fmt.Sprintf("'it equals the version of ' || %s || ' before it'", pf), "_whole AND _pt = _f AND _same")},
		Finding{false, "empty period", pick("'it begins and ends at '||"+f, "_t = _f")})
	return out
}

// MixedEnds counts the open ends that are NULL and those that are the sentinel; both above 0 is a mixture. There is one
// only where the spec names a sentinel.
func (l *Layout) MixedEnds() string {
	return fmt.Sprintf("SELECT count(*) FILTER (%[1]s IS NULL), count(*) FILTER (%[1]s IS NOT NULL AND %[2]s IS NULL) FROM %[3]s", Ident(l.To.Name), l.readEnd(), l.Home)
}

// OneMember makes the TEMP table live_member from a key given as texts, for Fresh.
func (l *Layout) OneMember(key []string) string {
	return "CREATE OR REPLACE TEMP TABLE live_member AS SELECT 1::BIGINT AS _m, " + each(len(l.Keys), ", ", func(i int) string {
		return fmt.Sprintf("TRY_CAST(%s AS %s) AS %s", Lit(key[i]), l.Keys[i].compared(), col("k", i))
	})
}

// VersionsOf selects the stored versions of the member with a key given as texts, as StoredVersions does. It compares the key's
// columns with constants, so that DuckDB looks at nothing else of the rows that it passes over; and where their places are
// known, it goes to these.
func (l *Layout) VersionsOf(key []string, places []int64) string {
	one := "SELECT _rid AS _i, * FROM (" + l.Versions("") + ") WHERE " + each(len(l.Keys), " AND ", func(i int) string {
		return fmt.Sprintf("%s = TRY_CAST(%s AS %s)", col("k", i), Lit(key[i]), l.Keys[i].compared())
	})
	if len(places) > 0 {
		one = each(len(places), " UNION ALL ", func(i int) string { return fmt.Sprintf("%s AND _rid = %d", one, places[i]) })
	}
	return "WITH hist AS (" + one + ") " + l.StoredVersions("true")
}

// NearKeys selects the keys most like a text, the nearest first.
func (l *Layout) NearKeys(key []string) string {
	k := each(len(l.Keys), " || '/' || ", func(i int) string { return col("k", i) + "::VARCHAR" })
	want := each(len(key), " || '/' || ", func(i int) string { return Lit(key[i]) })
	return fmt.Sprintf("SELECT x FROM (SELECT DISTINCT %s AS x FROM (%s)) WHERE x IS NOT NULL ORDER BY levenshtein(lower(x), lower(%s)), x LIMIT 3", k, l.Versions(""), want)
}

// AsOfRows selects the stored rows of the versions in force at a moment, every column as text, in order of business key.
func (l *Layout) AsOfRows(columns []string, at string) string {
	return "SELECT " + each(len(columns), ", ", func(i int) string { return "d." + Ident(columns[i]) + "::VARCHAR" }) +
		" FROM " + l.Home + " d JOIN (SELECT _rid, " + l.keys("") + " FROM (" + l.Versions("") + ") WHERE _f <= " + at + " AND (_t IS NULL OR _t > " + at + ")) v ON v._rid = d.rowid ORDER BY " + l.keys("v.")
}

// StoredFrom is StoredVersions of a table of histories other than hist.
func (l *Layout) StoredFrom(table string) string {
	return "WITH hist AS (SELECT * FROM " + table + ") " + l.StoredVersions("true")
}
