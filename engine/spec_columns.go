package engine

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// typeWords are the types as a spec writes them.
var typeWords = []string{"0", "1", "2", "3", "6", "ignore"}

// plainNumber is a decimal number without a sign or an exponent, as SQL reads one.
var plainNumber = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// typeName is a SQL type's name, with up to two numbers in brackets: nothing else gets from a spec into a cast.
var typeName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*( [A-Za-z][A-Za-z0-9_]*)*(\([0-9]+( *, *[0-9]+)?\))?$`)

// columns reads the rule of each attribute, in the order in which they are written.
func (r *specReader) columns(to *[]Column) reading {
	return func(n ast.Node, path string) {
		named := keysOf(n)
		r.entries(n, path, "{name: 1, city: 2}", func(key, value ast.Node, name string) {
			c := Column{Name: name, Type: Type2}
			at := join(path, FoldName(name))
			r.places.at[at] = placeOf(key)
			shown := join(path, name)
			switch {
			case value.Type() == ast.NullType:
				r.failAt(key, "such as "+name+": 2", "%s has no type; it must be %s", shown, listed(typeWords, "or"))
			case isScalar(value):
				r.columnType(&c)(value, shown)
			default:
				r.column(value, shown, &c)
			}
			r.companions(value, shown, c, named)
			for _, companion := range []string{"previous", "current"} {
				if p, ok := r.places.at[join(shown, companion)]; ok {
					r.places.at[join(at, companion)] = p
				}
			}
			*to = append(*to, c)
		})
	}
}

// column reads the long form of a rule.
func (r *specReader) column(n ast.Node, path string, c *Column) {
	r.fields(n, path,
		field{"type", r.columnType(c)},
		field{"previous", r.text(&c.Previous)},
		field{"current", r.text(&c.Current)},
		field{"as", r.text(&c.As)},
		field{"compare", r.compare(&c.Compare)},
	)
	if c.As != "" && !typeName.MatchString(c.As) {
		r.failValue(n, "as", `such as as: "DECIMAL(10,2)"`, "%s.as is %q, which is no SQL type", path, c.As)
	}
}

// columnType reads one of typeWords.
func (r *specReader) columnType(c *Column) reading {
	return func(n ast.Node, path string) {
		s, _ := scalarText(n)
		for _, t := range []SCDType{Type0, Type1, Type2, Type3, Type6, Ignore} {
			if s == t.String() {
				c.Type, c.TypeGiven = t, true
				return
			}
		}
		r.notOneOf(n, path, typeWords)
	}
}

// companions checks that types 3 and 6, and no other, have the column that goes with them. One that is named among the
// attributes, by mistake, is suggested.
func (r *specReader) companions(n ast.Node, path string, c Column, named []string) {
	const needs = "%s is type %s and needs a %s column, %s"
	hint := func(companion string) string {
		if has, ok := companionOf(c.Name, companion, named); ok {
			return fmt.Sprintf("such as %s: {type: %s, %s: %s}, without a line of its own for %s", c.Name, c.Type, companion, has, has)
		}
		return fmt.Sprintf("such as %s: {type: %s, %s: %s_%s}", c.Name, c.Type, companion, companion, c.Name)
	}
	switch {
	case c.Type == Type3 && c.Previous == "":
		r.failAt(n, hint("previous"), needs, path, c.Type, "previous", "where the old value goes")
	case c.Type == Type6 && c.Current == "":
		r.failAt(n, hint("current"), needs, path, c.Type, "current", "which is kept at the newest value")
	case c.Type != Type3 && c.Previous != "":
		r.failValue(n, "previous", "", "%s is type %s, and only type 3 has a previous column", path, c.Type)
	case c.Type != Type6 && c.Current != "":
		r.failValue(n, "current", "", "%s is type %s, and only type 6 has a current column", path, c.Type)
	}
}

// compare reads what counts as equal.
func (r *specReader) compare(to *Compare) reading {
	return func(n ast.Node, path string) {
		r.fields(n, path,
			field{"ignore_case", r.yes(&to.IgnoreCase)},
			field{"trim", r.yes(&to.Trim)},
			field{"tolerance", r.text(&to.Tolerance)},
		)
		if to.Tolerance != "" && !plainNumber.MatchString(to.Tolerance) {
			r.failValue(n, "tolerance", "such as tolerance: 0.005", "%s.tolerance is %q; it must be a decimal number, not below 0", path, to.Tolerance)
		}
	}
}

// FoldName is a column's name as it is compared with others: without regard to the case of ASCII letters, as in DuckDB.
func FoldName(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}
