package engine

import (
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// surrogateKey reads a column, or {column, make}.
func (r *specReader) surrogateKey(to *SurrogateKey) reading {
	return func(n ast.Node, path string) {
		if isScalar(n) {
			r.text(&to.Column)(n, path)
			return
		}
		r.fields(n, path,
			field{"column", r.text(&to.Column)},
			field{"make", r.oneOf(&to.Make, "integer", "uuid")},
		)
		r.required(n, path, to.Column, "column", "{column: customer_sk, make: uuid}")
	}
}

// period reads where a version's bounds are.
func (r *specReader) period(to *Period) reading {
	return func(n ast.Node, path string) {
		r.fields(n, path,
			field{"from", r.text(&to.From)},
			field{"to", r.text(&to.To)},
			field{"open", r.text(&to.Open)},
			field{"bounds", r.bounds(&to.Bounds)},
			field{"dates", r.dates(&to.Dates)},
			field{"zone", r.zone(&to.Zone)},
		)
		const example = "{from: valid_from, to: valid_to}"
		r.required(n, path, to.From, "from", example)
		r.required(n, path, to.To, "to", example)
		if to.Open != "" && to.Dates == "" && !isMoment(to.Open) {
			r.failValue(n, "open", `such as "9999-12-31"; leave it out where an open end is NULL`,
				"%s.open is %q, which is not an ISO date or timestamp", path, to.Open)
		}
	}
}

// bounds takes an empty list for "[]" too, as that is what YAML makes of it without its quotes.
func (r *specReader) bounds(to *string) reading {
	return func(n ast.Node, path string) {
		if list, ok := n.(*ast.SequenceNode); ok && len(list.Values) == 0 {
			*to = "[]"
			return
		}
		s, _ := scalarText(n)
		if s != "[)" && s != "[]" {
			r.failAt(n, `in quotes: "[)" where valid_to is the first moment that a version no longer holds, "[]" where it is its last day`,
				"%s must be \"[)\" or \"[]\"", path)
			return
		}
		*to = s
	}
}

// dates reads a strptime format.
func (r *specReader) dates(to *string) reading {
	return func(n ast.Node, path string) {
		r.text(to)(n, path)
		if *to != "" && !strings.Contains(*to, "%") {
			r.failAt(n, `in strptime's form: dates: "%d/%m/%Y"`, "%s is %q, which is no date format", path, *to)
		}
	}
}

// zone reads the name of a time zone.
func (r *specReader) zone(to *string) reading {
	return func(n ast.Node, path string) {
		r.text(to)(n, path)
		if *to == "" || knownZone(*to) {
			return
		}
		hint := "a name such as Europe/London, America/New_York or UTC"
		if guess := spelledZone(*to); knownZone(guess) {
			hint = `did you mean "` + guess + `"?`
		}
		r.failAt(n, hint, "%s is %q, which is no time zone", path, *to)
	}
}

// flag reads a column, or {column, open, closed}.
func (r *specReader) flag(to *Flag) reading {
	return func(n ast.Node, path string) {
		if isScalar(n) {
			r.text(&to.Column)(n, path)
			return
		}
		r.fields(n, path,
			field{"column", r.text(&to.Column)},
			field{"open", r.text(&to.Open)},
			field{"closed", r.text(&to.Closed)},
		)
		const example = "{column: status, open: Current, closed: Expired}"
		r.required(n, path, to.Column, "column", example)
		if to.Open == "" && to.Closed == "" {
			return
		}
		r.required(n, path, to.Open, "open", example)
		r.required(n, path, to.Closed, "closed", example)
		if to.Open == to.Closed {
			r.failValue(n, "closed", "", "%s has the same text %q for open and closed", path, to.Open)
		}
	}
}

// batch reads how batches are read.
func (r *specReader) batch(to *Batch) reading {
	return func(n ast.Node, path string) {
		r.fields(n, path,
			field{"mode", r.oneOf(&to.Mode, "delta", "snapshot")},
			field{"effective", r.text(&to.Effective)},
			field{"sequence", r.texts(&to.Sequence, false)},
			field{"operation", r.operation(&to.Operation)},
			field{"rename", r.rename(&to.Rename)},
			field{"dates", r.dates(&to.Dates)},
			field{"nulls", r.texts(&to.Nulls, true)},
			field{"same_key", r.oneOf(&to.SameKey, "in_order", "latest", "reject")},
			field{"same_moment", r.oneOf(&to.SameMoment, "replace", "reject")},
			field{"late", r.oneOf(&to.Late, "split", "reject")},
			field{"future", r.oneOf(&to.Future, "reject", "accept")},
			field{"protect", r.texts(&to.Protect, true)},
			field{"scope", r.text(&to.Scope)},
		)
	}
}

// operation reads {column, delete}, where delete is one text or several.
func (r *specReader) operation(to *Operations) reading {
	return func(n ast.Node, path string) {
		const example = "{column: op, delete: [D, DELETE]}"
		if isScalar(n) {
			r.failAt(n, "such as operation: "+example, "%s needs the texts that mean a delete too", path)
			return
		}
		r.fields(n, path,
			field{"column", r.text(&to.Column)},
			field{"delete", r.texts(&to.Delete, true)},
		)
		r.required(n, path, to.Column, "column", example)
		if len(to.Delete) == 0 {
			r.required(n, path, "", "delete", example)
		}
	}
}

// rename reads which batch column is which dimension column.
func (r *specReader) rename(to *map[string]string) reading {
	return func(n ast.Node, path string) {
		seen := map[string]string{}
		r.entries(n, path, "{cust_no: customer_id}", func(key, value ast.Node, name string) {
			var target string
			at := join(path, name)
			r.places.at[at] = placeOf(key)
			r.text(&target)(value, at)
			if target == "" {
				return
			}
			if other, ok := seen[FoldName(target)]; ok {
				r.failAt(value, "", "%s gives two columns the name %q: %s and %s", path, target, other, name)
			}
			seen[FoldName(target)] = name
			if *to == nil {
				*to = map[string]string{}
			}
			(*to)[name] = target
		})
	}
}

// limits reads the brake's.
func (r *specReader) limits(to *Limits) reading {
	return func(n ast.Node, path string) {
		r.fields(n, path,
			field{"deleted", r.share(&to.Deleted)},
			field{"changed", r.share(&to.Changed)},
		)
	}
}

// share reads 10%, 0.1 or off.
func (r *specReader) share(to *float64) reading {
	return func(n ast.Node, path string) {
		s, ok := scalarText(n)
		if !ok {
			r.failAt(n, "", "%s must be a share such as 10%%, not %s", path, shapeOf(n))
			return
		}
		if s == "off" {
			*to = -1
			return
		}
		number, percent := strings.CutSuffix(s, "%")
		number = strings.TrimSpace(number)
		if percent {
			number += "e-2" // so that 7% is the very same number as 0.07
		}
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || !(v >= 0 && v <= 1) {
			hint := "such as 10% or 0.1, or off"
			if v > 1 && v <= 100 && !percent {
				hint = "did you mean " + s + "%?"
			}
			r.failAt(n, hint, "%s is %q; it must be a share of the members, from 0%% to 100%%", path, s)
			return
		}
		*to = v
	}
}

// facts reads which facts refer to the dimension.
func (r *specReader) facts(to **Facts) reading {
	return func(n ast.Node, path string) {
		f := &Facts{}
		r.fields(n, path,
			field{"file", r.text(&f.File)},
			field{"table", r.text(&f.Table)},
			field{"key", r.text(&f.Key)},
			field{"time", r.text(&f.Time)},
			field{"measures", r.texts(&f.Measures, false)},
			field{"by", r.texts(&f.By, false)},
		)
		const example = "{file: orders.csv, key: customer_id, time: order_ts, measures: [amount], by: [city]}"
		if f.File != "" && f.Table != "" {
			r.failAt(n, "", "%s has both a file and a table; the facts are in one of them", path)
		}
		r.required(n, path, f.File+f.Table, "file or table", example)
		r.required(n, path, f.Key, "key", example)
		r.required(n, path, f.Time, "time", example)
		*to = f
	}
}

// failValue is failAt at the value of a mapping's field.
func (r *specReader) failValue(n ast.Node, name, hint, format string, args ...any) {
	if m, ok := n.(*ast.MappingNode); ok {
		for _, pair := range m.Values {
			if s, _ := scalarText(pair.Key); s == name {
				r.failAt(pair.Value, hint, format, args...)
				return
			}
		}
	}
	r.failAt(n, hint, format, args...)
}

func isScalar(n ast.Node) bool {
	_, ok := scalarText(n)
	return ok
}

// isMoment tells whether a text is an ISO date or timestamp, or DuckDB's infinity.
func isMoment(s string) bool {
	if s == "infinity" {
		return true
	}
	_, err := ParseAsOf(s, "UTC", time.Time{})
	return err == nil
}
