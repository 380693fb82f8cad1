package engine

import (
	"regexp"
	"slices"
	"strings"
)

// auditNames are columns about the loading of a row, not about the member.
var auditNames = regexp.MustCompile(`^(` + strings.Join([]string{
	`(row_|record_)?(loaded|inserted|updated|modified|created|changed|ingested|processed|extracted|imported|refreshed|synced)_(at|on|by|ts|date|time|datetime|timestamp|utc)`,
	`(row_|record_)?(load|insert|update|ingestion|extract|creation|modification)_(at|by|ts|date|time|datetime|timestamp|id|no|user)`,
	`last_(updated|update|modified|changed|loaded|load)(_.*)?`,
	`(etl|elt|dw|dwh|audit|dbt)_.*`,
	`_+(batch|load|fivetran|airbyte|sdc|dlt|etl|ingest|loaded|updated|synced|source|file).*`,
	`.*_batch_(id|no)`, `batch_(id|no)`, `source_file(_name)?`, `record_source`,
	`(row|record|scd|attribute)_(hash|checksum)`, `hash_?diff`, `checksum`,
	`(row_|record_|scd_)?version(_no|_nr|_number)?`,
}, "|") + `)$`)

func isAudit(words string) bool { return auditNames.MatchString(words) }

// findLabel finds what people call a member.
func (d *detector) findLabel() {
	i := d.named("name", "full_name", "display_name", "label", "title")
	if i < 0 {
		i = slices.IndexFunc(d.words, func(w string) bool {
			switch w {
			case "first_name", "last_name", "middle_name", "file_name", "user_name":
				return false
			}
			return strings.HasSuffix(w, "_name")
		})
	}
	// It stays free: a label is an attribute like any other.
	if i >= 0 && d.free[i] && !isAudit(d.words[i]) {
		d.spec.Label = d.cols[i].Name
		d.say("label ", d.spec.Label)
	}
}

// findCompanions finds previous and current columns (types 3 and 6) beside the attributes that they belong to.
func (d *detector) findCompanions() {
	for i, w := range d.words {
		if !d.free[i] || isAudit(w) {
			continue
		}
		c := Column{Name: d.cols[i].Name, TypeGiven: true}
		if p := d.named("previous_"+w, "prev_"+w, w+"_previous", "prior_"+w); p >= 0 {
			c.Type, c.Previous = Type3, d.take(p)
			d.say(c.Name, " is type 3: its old value is in ", c.Previous)
		} else if p := d.named("current_"+w, w+"_current"); p >= 0 && d.constant(p) {
			c.Type, c.Current = Type6, d.take(p)
			d.say(c.Name, " is type 6: its newest value is in ", c.Current)
		} else {
			continue
		}
		d.spec.Columns = append(d.spec.Columns, c)
	}
}

// constant tells whether a column is the same on all versions of each member.
func (d *detector) constant(col int) bool {
	var key []int
	for i, c := range d.cols {
		if slices.Contains(d.spec.Key, c.Name) {
			key = append(key, i)
		}
	}
	seen := map[string]Value{}
	for _, row := range d.sample {
		name := ""
		for _, i := range key {
			name += row[i].Text + "\x00"
		}
		if v, ok := seen[name]; ok && v != row[col] {
			return false
		}
		seen[name] = row[col]
	}
	return true
}

// findRules gives every attribute that has none a type: ignore to audit columns, 2 to the others.
func (d *detector) findRules() {
	var rules []Column
	var audit []string
	given := d.spec.byName()
	for i, c := range d.cols {
		if !d.free[i] {
			continue
		}
		rule, ok := given[FoldName(c.Name)]
		if !ok {
			rule = Column{Name: c.Name, Type: Type2, TypeGiven: true}
			if isAudit(d.words[i]) {
				rule.Type = Ignore
				audit = append(audit, c.Name)
			}
		}
		rules = append(rules, rule)
	}
	d.spec.Columns = rules
	if len(audit) > 0 {
		d.say("ignored, as they are about loading: ", strings.Join(audit, ", "))
	}
}
