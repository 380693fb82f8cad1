package sqlgen

import "fmt"

// Judge makes cand: the contested rows with the moment at which each is placed, and a verdict on those that never are:
// rows of broken members (rule 12), future rows of a snapshot (rule 11), and those that a policy or the layout refuses
// (rules 5, 6 and 9). They are told from the stored history alone.
func (l *Layout) Judge() []Step {
	steps := []Step{{"dating the rows", "CREATE TABLE dated AS " + l.dated()}}
	verdict, why := "c._verdict", "c._why"
	join := ""
	if p := l.refusals(); len(p) > 0 {
		join = " LEFT JOIN (SELECT c._id, h._f AS _hf, h._i AS _hi, " + l.differs(suppliedOpens, "c.a", "h.a") + " AS _d2 FROM dated c JOIN placed h ON h._m = c._m AND h._f <= c._e AND (h._t IS NULL OR h._t > c._e) WHERE c._verdict IS NULL AND c._fault IS NULL) s ON s._id = c._id"
		v, w := "CASE WHEN c._verdict IS NOT NULL OR c._fault IS NOT NULL THEN c._verdict", "CASE WHEN c._verdict IS NOT NULL OR c._fault IS NOT NULL THEN c._why"
		for _, r := range p {
			v += " WHEN " + r.when + " THEN 'rejected'"
			w += " WHEN " + r.when + " THEN " + r.why
		}
		verdict, why = v+" ELSE c._verdict END", w+" ELSE c._why END"
	}
	at := "c._e"
	if l.Snapshot() {
		at = l.judge()
	}
	broken := fmt.Sprintf(" LEFT JOIN (SELECT c._id, count(h._i) AS _cnt, coalesce(bool_or(%s), false) AS _dif FROM dated c LEFT JOIN placed h ON h._m = c._m AND h._f <= %[2]s AND coalesce(h._t, 'infinity') > %[2]s WHERE c._fault IS NOT NULL GROUP BY c._id) b ON b._id = c._id",
		l.differs(matters, "c.a", "h.a"), at)
	faulty := "c._fault IS NOT NULL AND c._verdict IS NULL"
	return append(steps, Step{"judging rows that cannot be placed", fmt.Sprintf(
		`CREATE TABLE cand AS SELECT c.* EXCLUDE (_verdict, _why, _fault),
 CASE WHEN %[1]s THEN CASE WHEN NOT c._del AND b._cnt = 1 AND NOT b._dif THEN 'unchanged' ELSE 'rejected' END ELSE %[2]s END AS _verdict,
 CASE WHEN %[1]s THEN CASE WHEN NOT c._del AND b._cnt = 1 AND NOT b._dif THEN NULL ELSE %[3]s END ELSE %[4]s END AS _why FROM dated c%[5]s%[6]s`,
		faulty, verdict, reason("fault", "'its stored history is broken: ' || c._fault"), why, broken, join)})
}

type refusal struct{ when, why string }

func (l *Layout) refusals() []refusal {
	var out []refusal
	b := l.Spec.Batch
	live := "s._hi IS NOT NULL"
	if b.Late == "reject" {
		out = append(out, refusal{fmt.Sprintf("c._e < c._newest AND CASE WHEN c._del THEN %s ELSE (NOT (%s) OR s._d2) END", live, live),
			reason("late", "'effective before '||"+l.ShowMoment("c._newest")+"||', where the newest version starts, and late is reject'")})
	}
	if b.SameMoment == "reject" {
		out = append(out, refusal{"NOT c._del AND s._hf = c._e AND s._d2",
			reason("same_moment", "'a type 2 value differs on the very start of the version in force, and same_moment is reject'")})
	}
	if l.Inclusive() {
		out = append(out, refusal{"c._del AND s._hf = c._e",
			reason("inclusive", "'a delete on the first day of a version cannot be written where periods include their last day'")})
	}
	return out
}

// dated gives every contested row its moment: its own effective time, or for a snapshot what rule 10 says, or the as-of.
// _claims is the effective time that a snapshot row gave and that was not followed.
func (l *Layout) dated() string {
	asof := l.dating()
	if l.dayDated() {
		asof = fmt.Sprintf("CASE WHEN f._if > %[1]s THEN f._if WHEN f._if IS NULL AND f._last > %[1]s THEN f._last ELSE %[1]s END", l.dating())
	}
	e, claims, verdict, why, join := "c._e", "NULL::TIMESTAMP", "c._verdict", "c._why", ""
	own := l.Batch.Effective >= 0
	switch {
	case l.Snapshot() && own:
		join = " LEFT JOIN placed h ON h._m = c._m AND h._i = f._if_i"
		d2 := "(c._del OR " + l.differs(suppliedOpens, "c.a", "h.a") + ")"
		dAny := "(c._del OR " + l.differs(func(a Attr) bool { return a.Supplied() && (a.Opens() || a.Overwrites()) }, "c.a", "h.a") + ")"
		row := "c._row IS NOT NULL"
		e = fmt.Sprintf("CASE WHEN %s AND CASE WHEN f._if IS NOT NULL THEN %s AND c._e > f._if ELSE NOT c._del AND (f._last IS NULL OR c._e >= f._last) END THEN c._e ELSE %s END", row, d2, asof)
		claims = fmt.Sprintf("CASE WHEN %s AND (f._if IS NOT NULL AND %s AND c._e <= f._if OR f._if IS NULL AND c._e < f._last) THEN c._e END", row, d2)
		future := fmt.Sprintf("%s AND c._verdict IS NULL AND f._fault IS NULL AND c._e > %s AND CASE WHEN f._if IS NULL THEN NOT c._del ELSE %s END", row, l.judge(), dAny)
		verdict = "CASE WHEN " + future + " THEN 'rejected' ELSE c._verdict END"
		why = "CASE WHEN " + future + " THEN " + reason("future", "'effective after the as-of time '||"+Lit(l.AsOf.Text)) + " ELSE c._why END"
	case l.Snapshot() || !own:
		e = asof
	}
	cols := list("c._id", "c._row", "c._line", "c._m", "c._del", l.attrs(supplied, func(i int, a Attr) string { return "c." + col("a", i) }))
	return fmt.Sprintf("SELECT %s, %s AS _e, %s AS _claims, coalesce(f._if, f._last) AS _since, %s AS _verdict, %s AS _why, f._fault, f._newest FROM contested c JOIN fact f ON f._m = c._m%s", cols, e, claims, verdict, why, join)
}
