package playground

import (
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
)

// Reading is one way to read a dimension, and what it reports.
type Reading struct {
	Name string // "as it was"
	By   []Figures
}

// Figures are the revenue by one column.
type Figures struct {
	Column string
	SQL    string // that gave them
	Bars   []Bar
}

// Bar is one value of a column and its revenue. Where no version is in force, the value is NULL.
type Bar struct {
	Value  engine.Value
	Amount string
}

// way is a way to read a type's tables: what each attribute is read from, and the joins.
type way struct {
	name  string
	value func(column string) string
	from  string
}

// Names of the readings that several types share.
const (
	asItWas = "as it was"
	asItIs  = "as it is now"
)

// ways are the readings of a type that make sense, the one that reports are printed by first.
func (s Story) ways(t Type) []way {
	of := func(alias string) func(string) string {
		return func(column string) string { return alias + "." + ident(column) }
	}
	dimension := fmt.Sprintf("FROM orders AS o\nLEFT JOIN %s AS d\n%s", ident(s.Table), s.pointInTime("d"))
	profile := "FROM order_keys AS o\nLEFT JOIN dim_profile AS p USING (profile_sk)"
	switch t {
	case 0:
		return []way{{"as it was at first", of("d"), dimension}}
	case 1:
		return []way{{asItIs, of("d"), dimension}}
	case 3:
		return []way{{asItIs, of("d"), dimension}, {"by the previous column", func(column string) string {
			return fmt.Sprintf("coalesce(d.%s, d.%s)", ident(s.beside(3, column)), ident(column))
		}, dimension}}
	case 4:
		return []way{{asItWas, of("p"), profile}}
	case 5:
		return []way{{asItWas, of("p"), profile}, {asItIs, of("p"), fmt.Sprintf("FROM order_keys AS o\nLEFT JOIN %s AS c ON %s\nLEFT JOIN dim_profile AS p\n  ON p.profile_sk = c.current_profile_sk", ident(s.Table), s.sameKey("c"))}}
	case 6:
		return []way{{asItWas, of("d"), dimension}, {asItIs, func(column string) string { return "d." + ident(s.beside(6, column)) }, dimension}}
	case 7:
		return []way{{asItWas, of("d"), fmt.Sprintf("FROM order_keys AS o\nLEFT JOIN %s AS d USING (%s)", ident(s.Table), ident(s.surrogate()))},
			{asItIs, of("c"), fmt.Sprintf("FROM order_keys AS o\nLEFT JOIN %s AS c ON %s", ident(s.current()), s.sameKey("c"))}}
	}
	return []way{{asItWas, of("d"), dimension}}
}

// revenue is the SQL of a report by one column; where until is not "", only of orders up to that moment.
func (s Story) revenue(w way, column, until string) string {
	where := ""
	if until != "" {
		where = fmt.Sprintf("WHERE o.order_date <= %s '%s'\n", s.Grain, until)
	}
	return fmt.Sprintf("SELECT %s AS %s, sum(o.amount) AS revenue\n%s\n%sGROUP BY ALL ORDER BY min(o.order_date), 1;\n", w.value(column), ident(column), w.from, where)
}

// readings computes what is reported now.
func (t teller) readings() error {
	figures, err := t.report(t.a.Story.ways(t.a.Type), "")
	t.out.Readings = figures
	return err
}

// report computes the readings of some ways, of all orders or of those until a moment.
func (t teller) report(ways []way, until string) ([]Reading, error) {
	s := t.a.Story
	var sql strings.Builder
	var out []Reading
	for _, w := range ways {
		r := Reading{Name: w.name}
		for _, c := range s.Columns {
			query := s.revenue(w, c, until)
			sql.WriteString(query)
			r.By = append(r.By, Figures{Column: c, SQL: query})
		}
		out = append(out, r)
	}
	results, err := t.p.lab.Run(t.ctx, sql.String())
	if err != nil {
		return nil, err
	}
	i := 0
	for r := range out {
		for f := range out[r].By {
			if table := results[i].Table; table != nil {
				for _, row := range table.Rows {
					out[r].By[f].Bars = append(out[r].By[f].Bars, Bar{row[0], row[1].Text})
				}
			}
			i++
		}
	}
	return out, nil
}

// Of is the revenue of a value; "" where none is reported.
func (f Figures) Of(v engine.Value) string {
	if at := slices.IndexFunc(f.Bars, func(b Bar) bool { return b.Value == v }); at >= 0 {
		return f.Bars[at].Amount
	}
	return ""
}
