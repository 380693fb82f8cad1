package sqlgen

import (
	"fmt"

	"dimdesk/engine"
)

// values settles v*, w*, o* and oc* of each version.
func (l *Layout) values() string {
	return l.more(nil, func(i int, a Attr) string {
		f := l.settle(i, a)
		s := ", " + f.value + " AS " + col("v", i)
		if hasCompanion(a) {
			s += ", " + f.companion + " AS " + col("w", i)
		}
		if f.setBy != "" {
			s += ", " + f.setBy + " AS " + col("o", i)
		}
		if l.passes(a) {
			s += ", " + f.ownSetter + " AS " + col("jy", i) + ", " + f.handedOver + " AS " + col("jz", i)
		}
		if f.companionSetBy != "" {
			s += ", " + f.companionSetBy + " AS " + col("oc", i)
		}
		return s
	})
}

// final is what one attribute of a version comes to: expressions over a point z, the version b that it carries from, the newest
// version nw, the version fo that a reopened one follows, the member's finals mf and mo, and the version's own gf.
type final struct {
	value, companion      string
	setBy, companionSetBy string // the rows that they were last set by
	ownSetter, handedOver string // see passes
}

func (l *Layout) settle(i int, a Attr) final {
	own, base := "z."+col("a", i), "b."+col("a", i)
	carry := fmt.Sprintf("CASE WHEN z._opens THEN %s ELSE %s END", base, own)
	carryP := fmt.Sprintf("CASE WHEN z._opens THEN CASE WHEN z._late THEN nw.%[1]s ELSE b.%[1]s END ELSE z.%[1]s END", col("p", i))
	if !a.Supplied() {
		// A reopened version carries from itself.
		carryP = fmt.Sprintf("CASE WHEN z._opens AND z._late AND z._ri IS NULL THEN nw.%[1]s WHEN z._opens THEN b.%[1]s ELSE z.%[1]s END", col("p", i))
		if a.Type == engine.Type3 {
			carryP = fmt.Sprintf("CASE WHEN z._opens THEN b.%[1]s ELSE z.%[1]s END", col("p", i))
		}
		return final{value: carry, companion: carryP}
	}
	switch a.Type {
	case engine.Type0:
		return final{value: fmt.Sprintf("CASE WHEN z._opens THEN CASE WHEN z._bi IS NULL THEN mf.%s.v ELSE %s END ELSE %s END", col("fo", i), base, own), setBy: openedBy}
	case engine.Type1:
		return l.settle1(i)
	case engine.Type3:
		if l.all1() {
			return l.settle3(i, a, carryP)
		}
		return l.settle3Current(i, a)
	case engine.Ignore:
		y := "gf." + col("y", i)
		return final{value: fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN %s.v ELSE %s END", y, y, own), setBy: fmt.Sprintf("coalesce(%s.id, %s)", y, openedBy), ownSetter: y, handedOver: "gf." + col("z", i)}
	}
	f := final{value: fmt.Sprintf("CASE WHEN z._ip IS NOT NULL THEN z.%s ELSE %s END", col("ip", i), own), setBy: "coalesce(z._ip, " + openedBy + ")"}
	if a.Type == engine.Type6 {
		y := "mo." + col("y", i)
		// A reopened version takes current from the one that it follows, like one that opens (rule 8).
		f.companion = fmt.Sprintf("CASE WHEN %[1]s IS NOT NULL THEN %[1]s.v WHEN fo._i IS NOT NULL THEN fo.%[2]s ELSE %[3]s END", y, col("p", i), carryP)
		f.companionSetBy = fmt.Sprintf("coalesce(%s.id, %s)", y, openedBy)
	}
	return f
}

// openedBy is the row that opens the version, and lateOpens tells whether it is late: both are told once for each version.
const openedBy, lateOpens = "z._opener", "z._late_opens"

// settle1 is type 1: the last value that overwrote all versions, or under `current` this one; a late version carries.
func (l *Layout) settle1(i int) final {
	x := "z." + col("a", i)
	if l.all1() {
		y := "mo." + col("y", i)
		// A version that opens after the last overwrite (_floor) has its row's own text, which passes as equal.
		return final{value: fmt.Sprintf("CASE WHEN %[1]s.at >= z._floor THEN %[1]s.v WHEN "+lateOpens+" THEN nw.%[2]s ELSE %[3]s END", y, col("a", i), x), setBy: fmt.Sprintf("coalesce(%s.id, %s)", y, openedBy)}
	}
	y := "gf." + col("y", i)
	return final{value: fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN %s.v WHEN "+lateOpens+" THEN z.%s.v ELSE %s END", y, y, col("c", i), x), setBy: fmt.Sprintf("coalesce(%s.id, %s)", y, openedBy), ownSetter: y, handedOver: y}
}

// settle3 is type 3 under `type1: all`: every version is overwritten, and its old value moves to previous.
func (l *Layout) settle3(i int, a Attr, carryP string) final {
	// What went over the others before a version was reopened left it alone; the row that reopens it shifts its own value.
	y := fmt.Sprintf("(CASE WHEN z._ri IS NOT NULL AND NOT z._late THEN list_concat([{'v': z.%s, 'at': z._at, 'id': z._id, 't': true}], list_filter(mf.%s, lambda y: y.at > z._at)) ELSE %s END)", col("a", i), col("y", i), l.settled(col("y", i)))
	first := fmt.Sprintf("CASE WHEN z._opens THEN CASE WHEN z._late THEN nw.%[1]s WHEN z._bi IS NULL THEN mf.%[2]s.v ELSE b.%[1]s END ELSE z.%[1]s END", col("a", i), col("fo", i))
	lastShift := fmt.Sprintf("(len(%[1]s) + 1 - list_position(list_reverse(list_transform(%[1]s, lambda s: s.t)), true))", y)
	return final{
		value:     fmt.Sprintf("CASE WHEN len(%s) > 0 THEN %s[-1].v ELSE %s END", y, y, first),
		companion: fmt.Sprintf("CASE WHEN %[5]s > 1 THEN %[1]s[%[5]s - 1].v WHEN %[5]s = 1 AND %[2]s THEN %[3]s ELSE %[4]s END", y, a.Differs("("+first+")", y+"[1].v"), first, carryP, lastShift),
		setBy:     fmt.Sprintf("coalesce(%s[-1].id, %s)", y, openedBy),
	}
}

// settle3Current is type 3 under `type1: current`: the state at the version's last point. Without a state to follow there are
// only empty versions (or none), and the first row overwrote the one that it follows.
func (l *Layout) settle3Current(i int, a Attr) final {
	base, baseP := "b."+col("a", i), "b."+col("p", i)
	first := fmt.Sprintf("CASE WHEN z._bi IS NULL THEN NULL WHEN %s THEN %s ELSE %s END", a.Differs("mf."+col("fo", i)+".v", base), base, baseP)
	// A reopened version starts from itself, unless a later row in its period has shifted it again.
	x := "z." + col("a", i)
	reopened := fmt.Sprintf("z._ri IS NOT NULL AND coalesce(gf.%s, z._id) = z._id", col("ri", i))
	return final{
		value: fmt.Sprintf("CASE WHEN "+lateOpens+" THEN %s WHEN %s THEN %s ELSE gf.%s.v END", base, reopened, x, col("rv", i)),
		companion: fmt.Sprintf("CASE WHEN "+lateOpens+" THEN %[1]s WHEN %[4]s THEN CASE WHEN %[5]s THEN %[6]s ELSE %[1]s END WHEN gf.%[2]s IS NULL THEN %[3]s ELSE gf.%[2]s.v END",
			baseP, col("rp", i), first, reopened, a.Differs(x, base), base),
		setBy: fmt.Sprintf("coalesce(gf.%s, %s)", col("ri", i), openedBy), ownSetter: "gf." + col("ri", i), handedOver: "gf." + col("z", i),
	}
}

// settled is a member's list of overwriting values as it reaches one version: one that a delete empties at its very start is
// left alone by what comes after, unless it takes over the period of one that joins it.
func (l *Layout) settled(y string) string {
	return fmt.Sprintf("(CASE WHEN z._emptied THEN list_filter(mf.%[1]s, lambda y: y.at < z._at) ELSE mf.%[1]s END)", y)
}
