package recipe

import (
	"slices"
	"strings"

	"dimdesk/engine"
)

// flavor is how an engine spells what all of them can do.
type flavor struct {
	Dialect
	shape     func(*load) []Clause
	open      string // before an identifier that needs quotes
	close     string // after it
	escape    string // what stands for the closing quote inside
	folds     bool   // an identifier without quotes loses its upper-case letters
	reserved  string // words that need quotes, between spaces
	backslash bool   // texts read backslashes
	bits      bool   // flags are 0 and 1
	instant   string // the type of a moment
	clock     string // the present moment
	nulls     nullSafe
	dayBefore string // the day before %s
	view      string // makes a view: its name, its query
	begin     string
	commit    string
	nullsLast string // after a descending order, so that NULL comes last
	identity  bool   // a whole-number surrogate key makes itself
	uuid      string
	bySource  bool // MERGE has WHEN NOT MATCHED BY SOURCE
	mergeOnly bool // no UPDATE … FROM
	byRecord  bool // MERGE finds rows by their record key alone
	reads     bool // MERGE may read its source when it has changed rows already: the source is made first
}

// nullSafe is a way to compare columns in which NULL differs from a value, and not from NULL.
type nullSafe uint8

const (
	distinct  nullSafe = iota // a IS DISTINCT FROM b
	spaceship                 // NOT (a <=> b)
	except                    // EXISTS (SELECT a EXCEPT SELECT b)
)

// ident quotes an identifier where it would not be read as it is.
func (f *flavor) ident(name string) string {
	plain := name != "" && !('0' <= name[0] && name[0] <= '9')
	for _, r := range name {
		plain = plain && (r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || !f.folds && 'A' <= r && r <= 'Z')
	}
	if plain && !strings.Contains(" "+f.reserved+" ", " "+engine.FoldName(name)+" ") {
		return name
	}
	return f.open + strings.ReplaceAll(name, f.close, f.escape) + f.close
}

// table quotes the parts of a table's name, which dots part.
func (f *flavor) table(name string) string {
	parts := strings.Split(name, ".")
	for i := range parts {
		parts[i] = f.ident(parts[i])
	}
	return strings.Join(parts, ".")
}

// text is a text as a literal.
func (f *flavor) text(s string) string {
	if f.backslash {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// boolean is a flag's value.
func (f *flavor) boolean(v bool) string {
	switch {
	case f.bits && v:
		return "1"
	case f.bits:
		return "0"
	case v:
		return "true"
	}
	return "false"
}

// Dialects lists what a recipe can be written in, in the order in which one would learn them.
func Dialects() []Dialect {
	out := make([]Dialect, len(flavors()))
	for i, f := range flavors() {
		out[i] = f.Dialect
	}
	return out
}

// Names are the names of all dialects.
func Names() []string {
	var out []string
	for _, d := range Dialects() {
		out = append(out, d.Name)
	}
	return out
}

// For writes the recipe of a dialect for a table. An error is an *engine.Error of CodeUsage: of an unknown name it lists those
// that there are.
func For(name string, t Table) (Recipe, error) {
	all := flavors()
	i := slices.IndexFunc(all, func(f flavor) bool { return f.Name == engine.FoldName(name) })
	if i < 0 {
		return Recipe{}, Unknown(name, Names())
	}
	l := newLoad(&all[i], t)
	return Recipe{Dialect: l.Dialect, Clauses: whole(l.shape(l)), Breaks: l.breaks()}, nil
}

// whole lets each clause end with the line that it is on.
func whole(clauses []Clause) []Clause {
	for i := 1; i < len(clauses); i++ {
		if rest, ok := strings.CutPrefix(clauses[i].SQL, "\n"); ok {
			clauses[i-1].SQL += "\n"
			clauses[i].SQL = rest
		}
	}
	return clauses
}

// Unknown is the error that there is no dialect of a name among those given.
func Unknown(name string, among []string) error {
	list := "the dialects are " + strings.Join(among, ", ")
	if name == "" {
		return engine.Errorf(engine.CodeUsage, "no dialect is named").Help("%s", list)
	}
	err := engine.Errorf(engine.CodeUsage, "there is no dialect %q", name)
	if near, ok := engine.Nearest(name, among); ok {
		return err.Help("did you mean %q? %s", near, list)
	}
	return err.Help("%s", list)
}

// SQL is the whole recipe as text.
func (r Recipe) SQL() string {
	var b strings.Builder
	for _, c := range r.Clauses {
		b.WriteString(c.SQL)
	}
	return b.String()
}
