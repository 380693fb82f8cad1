package recipe

import (
	"strings"

	"dimdesk/engine"
)

// differs is the condition that a dimension's row and a staged one differ in some of the columns (rule 4), each further line
// beginning with indent. "" where there are no columns.
func (l *load) differs(d, s string, columns []engine.Column, indent string) string {
	return l.differ(columns, func(c engine.Column) (a, b string) { return l.col(d, c.Name), l.staged(s, c.Name) }, indent)
}

func (l *load) differ(columns []engine.Column, sides func(engine.Column) (a, b string), indent string) string {
	var one, left, right []string
	for _, c := range columns {
		a, b := sides(c)
		if c.Compare.Tolerance != "" {
			one = append(one, "CASE WHEN "+a+" IS NULL AND "+b+" IS NULL THEN 0 WHEN ABS("+a+" - "+b+") <= "+c.Compare.Tolerance+" THEN 0 ELSE 1 END = 1")
			continue
		}
		a, b = l.compared(a, c), l.compared(b, c)
		switch l.nulls {
		case distinct:
			one = append(one, a+" IS DISTINCT FROM "+b)
		case spaceship:
			one = append(one, "NOT ("+a+" <=> "+b+")")
		case except:
			left, right = append(left, a), append(right, b)
		}
	}
	if len(left) > 0 {
		between := " "
		if strings.HasPrefix(indent, "\n") {
			between = indent + "        "
		}
		one = append([]string{"EXISTS (SELECT " + strings.Join(left, ", ") + between + "EXCEPT SELECT " + strings.Join(right, ", ") + ")"}, one...)
	}
	return strings.Join(one, indent+"OR ")
}

// compared is a value without what the spec says not to look at.
func (l *load) compared(x string, c engine.Column) string {
	if c.Compare.Trim {
		x = "TRIM(" + x + ")"
	}
	if c.Compare.IgnoreCase {
		x = "LOWER(" + x + ")"
	}
	return x
}

// saysDiffers tells how NULL is compared here.
func (l *load) saysDiffers() string {
	switch l.nulls {
	case spaceship:
		return "<=> takes NULL and NULL for equal, and NULL and a value for different; with <> a change from or to NULL would be lost."
	case except:
		return "EXCEPT compares whole rows and takes NULL for equal to NULL; with <> a change from or to NULL would be lost."
	}
	return "IS DISTINCT FROM takes NULL for a value like any other; with <> a change from or to NULL would be lost."
}
