package sqlgen

import (
	"fmt"

	"dimdesk/engine"
)

// Differs is the condition that two values of an attribute differ (rule 4): null-safe, and as wide as the spec's compare
// options. x and y are SQL expressions of the attribute's stored type.
func (a Attr) Differs(x, y string) string {
	if a.Compare.Tolerance != "" {
		nx, ny := a.number(x), a.number(y)
		return fmt.Sprintf("(CASE WHEN %s IS NULL OR %s IS NULL THEN %s IS DISTINCT FROM %s ELSE abs(%s - %s) > %s END)",
			nx, ny, x, y, nx, ny, a.Compare.Tolerance)
	}
	return fmt.Sprintf("%s IS DISTINCT FROM %s", a.canon(x), a.canon(y))
}

// canon is the form in which a value is compared.
func (a Attr) canon(x string) string {
	if a.As != "" {
		return fmt.Sprintf("TRY_CAST(%s AS %s)", x, a.As)
	}
	if a.Compare.Trim {
		x = fmt.Sprintf("trim(%s, ' \t\n\r')", x)
	}
	if a.Compare.IgnoreCase {
		x = fmt.Sprintf("lower(%s)", x)
	}
	return x
}

func (a Attr) number(x string) string {
	switch {
	case a.As != "":
		return fmt.Sprintf("TRY_CAST(%s AS %s)", x, a.As)
	case a.Stored == "VARCHAR":
		return fmt.Sprintf("TRY_CAST(%s AS DECIMAL(38,12))", x)
	}
	return x
}

// differs compares the attribute in two rows, each named by the prefix of its column.
func (l *Layout) differs(pass func(Attr) bool, x, y string) string {
	return anyOf(l.conds(pass, func(i int, a Attr) string { return a.Differs(col(x, i), col(y, i)) }))
}

// matters tells whether a difference in the attribute has to be looked at: all that the batch supplies but `ignore`.
func matters(a Attr) bool { return a.Supplied() && a.Type != engine.Ignore }
