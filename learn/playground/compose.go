package playground

import (
	"fmt"
	"slices"
	"strings"
)

// The tables that types 4, 5 and 7 have besides the dimension.
const (
	profiles    = "dim_profile"
	orderKeys   = "order_keys"
	currentView = "current"
)

// composedTables are the tables of a composed type, the dimension first.
func (s Story) composedTables(t Type) []Stored {
	dimension := Stored{Name: s.Table, By: s.Key}
	if t == 7 {
		dimension.By, dimension.Spare = []string{s.surrogate()}, s.spare()
		return []Stored{dimension, {Name: s.current(), By: s.Key}, {Name: orderKeys, By: []string{"order_id"}}}
	}
	return []Stored{dimension, {Name: profiles, By: []string{"profile_sk"}}, {Name: orderKeys, By: []string{"order_id"}}}
}

func (s Story) current() string { return s.Table + "_" + currentView }

// compose is the SQL of types 4, 5 and 7, statement by statement. What it reads is history, the rows that type 2 stores, and the
// orders.
func (s Story) compose(t Type) []Piece {
	list := func(prefix string, names []string) string {
		var out []string
		for _, n := range names {
			out = append(out, prefix+ident(n))
		}
		return strings.Join(out, ", ")
	}
	same := func(a, b string, names []string) string {
		var out []string
		for _, n := range names {
			out = append(out, fmt.Sprintf("%s.%s IS NOT DISTINCT FROM %s.%s", a, ident(n), b, ident(n)))
		}
		return strings.Join(out, " AND ")
	}
	key := list("h.", s.Key)
	if t == 7 {
		sk := ident(s.surrogate())
		return []Piece{
			{fmt.Sprintf("CREATE OR REPLACE TABLE %s AS\nSELECT * FROM history;\n\n", ident(s.Table)),
				"The dimension is the one of type 2. The business key, which all of a member's rows share, is its durable key."},
			{fmt.Sprintf("CREATE OR REPLACE VIEW %s AS\nSELECT %s, %s\nFROM %s WHERE is_current;\n\n", ident(s.current()), list("", s.Key), list("", s.Columns), ident(s.Table)),
				"A view of the current rows: one for each member. Nothing is stored twice."},
			{fmt.Sprintf("CREATE OR REPLACE TABLE order_keys AS\nSELECT o.order_id, o.order_date, %s, h.%s, o.amount\nFROM orders AS o\nLEFT JOIN history AS h\n%s;\n", list("o.", s.Key), sk, s.pointInTime("h")),
				"Each order holds two keys: that of the version in force at its time, and the durable key. They are looked up afresh each time, so that a late row moves its orders to the version that it opens."},
		}
	}
	pieces := []Piece{
		{fmt.Sprintf("CREATE OR REPLACE TABLE dim_profile AS\nSELECT row_number() OVER (ORDER BY min(%s)) AS profile_sk, %s\nFROM history GROUP BY ALL;\n\n", ident(s.surrogate()), list("", s.Columns)),
			"What changes often is put into a mini-dimension: one row for each combination of values that has occurred, in the order in which it came."},
	}
	base := Piece{fmt.Sprintf("CREATE OR REPLACE TABLE %s AS\nSELECT %s, min(h.valid_from) AS since\nFROM history AS h GROUP BY ALL;\n\n", ident(s.Table), key),
		"The dimension keeps one row for each member, with what does not change."}
	if t == 5 {
		base = Piece{fmt.Sprintf("CREATE OR REPLACE TABLE %s AS\nSELECT %s, min(h.valid_from) AS since,\n       arg_max(p.profile_sk, h.valid_from) AS current_profile_sk\nFROM history AS h\nJOIN dim_profile AS p\n  ON %s\nGROUP BY ALL;\n\n", ident(s.Table), key, same("p", "h", s.Columns)),
			"Beside what does not change, the member's row points at its profile of now. That pointer is of type 1: it is overwritten."}
	}
	return append(pieces, base, Piece{fmt.Sprintf("CREATE OR REPLACE TABLE order_keys AS\nSELECT o.order_id, o.order_date, %s, p.profile_sk, o.amount\nFROM orders AS o\nLEFT JOIN history AS h\n%s\nLEFT JOIN dim_profile AS p\n  ON %s;\n", list("o.", s.Key), s.pointInTime("h"), same("p", "h", s.Columns)),
		"The order holds the key of the profile that was true at its time: only the orders remember when it was."})
}

// pointInTime is the condition that joins an order with the version that was in force at its time.
func (s Story) pointInTime(alias string) string {
	return fmt.Sprintf("  ON %s\n AND o.order_date >= %s.valid_from\n AND (o.order_date < %s.valid_to OR %s.valid_to IS NULL)", s.sameKey(alias), alias, alias, alias)
}

// sameKey is the condition that joins an order with the rows of its member.
func (s Story) sameKey(alias string) string {
	var out []string
	for _, k := range s.Key {
		out = append(out, fmt.Sprintf("%s.%s = o.%s", alias, ident(k), ident(k)))
	}
	return strings.Join(slices.Clone(out), " AND ")
}
