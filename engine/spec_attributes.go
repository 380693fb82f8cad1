package engine

// ColumnInfo is a column of a dimension as its home describes it. Type is the SQL type; VARCHAR in a dimension that is text.
type ColumnInfo struct{ Name, Type string }

// Companion is a column that the engine keeps for an attribute: where type 3 puts the old value, or type 6 the newest.
type Companion struct {
	Name string
	Of   string
	Type SCDType // Type3 or Type6
}

// Companions lists the previous and current columns, in the order in which the spec writes their attributes.
func (s *Spec) Companions() []Companion {
	var out []Companion
	for _, c := range s.Columns {
		switch c.Type {
		case Type3:
			out = append(out, Companion{c.Previous, c.Name, Type3})
		case Type6:
			out = append(out, Companion{c.Current, c.Name, Type6})
		}
	}
	return out
}

// Managed lists the columns that the engine writes itself and reads from no batch (rule 8): surrogate key, period,
// flags and companions.
func (s *Spec) Managed() []string {
	var names []string
	for _, ref := range s.managed() {
		names = append(names, *ref.name)
	}
	return names
}

// Rule is the rule of one column: what the spec's columns say, or type 2.
func (s *Spec) Rule(name string) Column {
	for _, c := range s.Columns {
		if FoldName(c.Name) == FoldName(name) {
			return c
		}
	}
	return Column{Name: name, Type: Type2}
}

// byName finds the rules by the folded names of their columns.
func (s *Spec) byName() map[string]Column {
	rules := make(map[string]Column, len(s.Columns))
	for _, c := range s.Columns {
		rules[FoldName(c.Name)] = c
	}
	return rules
}

// Attributes are all attributes of a dimension with their rules, in the dimension's order and spelling: every column
// but the key, the surrogate key, the period, the flags, and the companions.
func (s *Spec) Attributes(dim []ColumnInfo) []Column {
	other := map[string]bool{}
	for _, ref := range append(s.keys(), s.managed()...) {
		other[FoldName(*ref.name)] = true
	}
	rules := s.byName()
	var out []Column
	for _, col := range dim {
		if other[FoldName(col.Name)] {
			continue
		}
		rule, ok := rules[FoldName(col.Name)]
		if !ok {
			rule.Type = Type2
		}
		rule.Name = col.Name
		out = append(out, rule)
	}
	return out
}
