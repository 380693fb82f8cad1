package engine

import (
	"strings"
	"time"
)

// layouts are the known pairs of period columns, the most particular first.
var layouts = []struct{ from, to, whose string }{
	{"dbt_valid_from", "dbt_valid_to", "a dbt snapshot"},
	{"_dlt_valid_from", "_dlt_valid_to", "dlt"},
	{"__start_at", "__end_at", "Databricks AUTO CDC"},
	{"row_effective_date", "row_expiration_date", "Kimball"},
	{"row_effective_date", "row_expiry_date", "Kimball"},
	{"row_start_date", "row_end_date", ""},
	{"valid_from", "valid_to", ""},
	{"valid_from_date", "valid_to_date", ""},
	{"valid_start", "valid_end", ""},
	{"effective_from", "effective_to", ""},
	{"effective_start_date", "effective_end_date", ""},
	{"effective_date", "expiration_date", ""},
	{"effective_date", "expiry_date", ""},
	{"effective_date", "end_date", ""},
	{"eff_date", "exp_date", ""},
	{"start_date", "end_date", ""},
	{"date_from", "date_to", ""},
	{"from_date", "to_date", ""},
	{"begin_date", "end_date", ""},
	{"start_at", "end_at", ""},
}

// ends are the words for an end that go with each word for a start, in other names than those above.
var ends = map[string][]string{
	"from": {"to", "until", "thru", "through"}, "start": {"end", "stop"}, "begin": {"end"}, "effective": {"expiration", "expiry", "expires", "end"},
	"eff": {"exp", "end"}, "since": {"until"},
}

// dateForm is a way to write dates: as strptime and as Go have it. Both are "" for ISO.
type dateForm struct{ strptime, layout string }

// dateForms are tried in order; where day and month could be either, none is taken.
var dateForms = []dateForm{
	{"%d/%m/%Y", "02/01/2006"}, {"%m/%d/%Y", "01/02/2006"}, {"%d.%m.%Y", "02.01.2006"}, {"%d-%m-%Y", "02-01-2006"},
	{"%Y/%m/%d", "2006/01/02"}, {"%Y%m%d", "20060102"}, {"%d-%b-%Y", "02-Jan-2006"},
}

// findPeriod finds the columns of a version's bounds, and how an open end is written.
func (d *detector) findPeriod() error {
	whose := ""
	d.from = -1
	var ambiguous *Error
	try := func(from, to int) bool {
		if from < 0 || to < 0 || from == to {
			return false
		}
		form, ok, err := d.dates(from, to)
		if err != nil && ambiguous == nil {
			ambiguous = err
		}
		if ok {
			d.from, d.to, d.form = from, to, form
		}
		return ok
	}
	for _, l := range layouts {
		if try(d.named(l.from), d.named(l.to)) {
			whose = l.whose
			break
		}
	}
	for i := 0; i < len(d.cols) && d.from < 0; i++ {
		for _, end := range d.endsOf(i) {
			if try(i, d.named(end)) {
				break
			}
		}
	}
	if d.from < 0 {
		if ambiguous != nil {
			return ambiguous
		}
		return d.noPeriod()
	}
	p := &d.spec.Period
	p.From, p.To, p.Dates = d.take(d.from), d.take(d.to), d.form.strptime
	if whose != "" {
		whose = ", as in " + whose
	}
	if p.Dates != "" {
		whose += ", written as " + p.Dates
	}
	d.say("period ", p.From, " to ", p.To, whose, ": ", d.findOpen())
	return nil
}

// endsOf lists what the end would be called that goes with a start's name.
func (d *detector) endsOf(i int) []string {
	var out []string
	words := strings.Split(d.words[i], "_")
	for at, word := range words {
		for _, end := range ends[word] {
			out = append(out, strings.Join(words[:at], "_")+"_"+end+"_"+strings.Join(words[at+1:], "_"))
		}
	}
	return out
}

// dates tells whether both columns hold dates or timestamps, and in which form.
func (d *detector) dates(from, to int) (dateForm, bool, *Error) {
	iso := dateForm{}
	texts := append(d.values(from), d.values(to)...)
	for _, i := range []int{from, to} {
		kind := strings.ToUpper(d.cols[i].Type)
		if strings.HasPrefix(kind, "DATE") || strings.HasPrefix(kind, "TIMESTAMP") {
			return iso, true, nil
		}
		if kind != "VARCHAR" && kind != "" {
			return iso, false, nil
		}
	}
	// A stored fault or two does not make them anything else.
	if d.fits(iso, texts) {
		return iso, true, nil
	}
	var fitting []dateForm
	for _, form := range dateForms {
		if d.fits(form, texts) {
			fitting = append(fitting, form)
		}
	}
	switch len(fitting) {
	case 0:
		return iso, false, nil
	case 1:
		return fitting[0], true, nil
	}
	return iso, false, Errorf(CodeFailed, "%s and %s hold dates such as %q, in which day and month may be either", d.cols[from].Name, d.cols[to].Name, texts[0]).
		Help("write a spec that says which: period: {from: %s, to: %s, dates: \"%s\"}, or \"%s\"", d.cols[from].Name, d.cols[to].Name, fitting[0].strptime, fitting[1].strptime)
}

// fits tells whether nine in ten of the texts are written in a form.
func (d *detector) fits(form dateForm, texts []string) bool {
	good := 0
	for _, t := range texts {
		if _, ok := form.parse(t); ok {
			good++
		}
	}
	return good*10 >= len(texts)*9
}

// parse reads a text; infinity is far beyond every sentinel.
func (f dateForm) parse(text string) (time.Time, bool) {
	if text == "infinity" {
		return time.Date(99999, 1, 1, 0, 0, 0, 0, time.UTC), true
	}
	if f.layout == "" {
		a, err := ParseAsOf(text, "UTC", time.Time{})
		return a.Moment, err == nil && text != ""
	}
	t, err := time.Parse(f.layout, text)
	return t, err == nil
}

// farYear is where sentinels begin: nobody plans a version for then.
const farYear = 2200

// findOpen finds the sentinel, and says how an open end is written.
func (d *detector) findOpen() string {
	count, nulls := map[string]int{}, 0
	best := ""
	for _, row := range d.sample {
		v := row[d.to]
		if v.Null || v.Text == "" {
			nulls++
			continue
		}
		if t, ok := d.form.parse(v.Text); ok && t.Year() >= farYear {
			count[v.Text]++
			if c := count[v.Text]; c > count[best] || c == count[best] && v.Text < best {
				best = v.Text
			}
		}
	}
	switch {
	case best == "":
		return "an open end is NULL"
	case nulls > count[best]:
		return "an open end is NULL, and sometimes " + best
	}
	d.spec.Period.Open = best
	if nulls > 0 {
		return "an open end is " + best + ", and sometimes NULL"
	}
	return "an open end is " + best
}

// isOpen tells whether a row is an open version.
func (d *detector) isOpen(row []Value) bool {
	v := row[d.to]
	if v.Null || v.Text == "" {
		return true
	}
	t, ok := d.form.parse(v.Text)
	return ok && t.Year() >= farYear
}

// noPeriod is the error of a table that looks like no dimension.
func (d *detector) noPeriod() error {
	var have []string
	for _, c := range d.cols {
		have = append(have, c.Name)
	}
	return Errorf(CodeFailed, "no two columns are recognised as the start and end of a version, among %s", listed(have, "and")).
		Help("looked for valid_from and valid_to, start_date and end_date, effective_from and effective_to, row_effective_date and\n" +
			"row_expiration_date, __START_AT and __END_AT, dbt_valid_from and dbt_valid_to, _dlt_valid_from and _dlt_valid_to, and\n" +
			"names like these, holding dates or timestamps. Where they have other names, write NAME.dim.yaml beside the dimension\n" +
			"(`dimdesk init` writes one for the layouts that it knows):\n" +
			"  key: customer_id\n  period: {from: THE_START, to: THE_END}")
}
