package engine

import (
	"slices"
	"strings"
)

// Detect reads a spec from the columns of a dimension, some of its rows (in the order of cols; the more versions of one
// member among them the better), and the columns of a batch (nil where there is none). Every attribute is named in the
// spec's Columns. The lines of detected say what was taken for what, and why. An *Error of CodeFailed says what was
// looked for where no period or no key is recognised. The spec may be ReadOnly.
func Detect(cols []ColumnInfo, sample [][]Value, batchCols []string) (s *Spec, detected []string, err error) {
	d := newDetector(cols, sample, batchCols)
	if err := d.findPeriod(); err != nil {
		return nil, nil, err
	}
	d.findFlags()
	d.findSurrogateKey()
	if err := d.findKey(); err != nil {
		return nil, nil, err
	}
	d.findBounds()
	d.findLabel()
	d.findCompanions()
	d.findRules()
	d.findBatch()
	d.spec.findHashes(cols)
	if why := d.spec.ReadOnly(); why != "" {
		d.say(why)
	}
	return d.spec, d.said, nil
}

// detector is one detection. Columns are told by their position; a role is given once.
type detector struct {
	cols   []ColumnInfo
	words  []string         // each column's name in lower case, its words apart by "_"
	places map[string][]int // by words without their separators: the columns of that name, in order
	known  map[string]bool  // the folded names of the dimension's columns
	sample [][]Value
	free   []bool            // has no role yet
	batch  map[string]string // folded name → the batch's spelling; nil where no batch is known
	order  []string          // the batch's columns in its order
	spec   *Spec
	said   []string

	from, to int
	form     dateForm
}

func newDetector(cols []ColumnInfo, sample [][]Value, batchCols []string) *detector {
	d := &detector{cols: cols, spec: defaults(), order: batchCols, places: map[string][]int{}, known: map[string]bool{}}
	// A row that is cut short is no evidence.
	for _, row := range sample {
		if len(row) == len(cols) {
			d.sample = append(d.sample, row)
		}
	}
	for i, c := range cols {
		d.words = append(d.words, inWords(c.Name))
		d.places[squash(d.words[i])] = append(d.places[squash(d.words[i])], i)
		d.known[FoldName(c.Name)] = true
		d.free = append(d.free, !isParkedColumn(c.Name))
	}
	if batchCols != nil {
		d.batch = map[string]string{}
		for _, b := range batchCols {
			d.batch[FoldName(b)] = b
		}
	}
	return d
}

// say adds a line to what was detected.
func (d *detector) say(parts ...string) { d.said = append(d.said, strings.Join(parts, "")) }

// take gives a column its role, and returns its name.
func (d *detector) take(i int) string {
	d.free[i] = false
	return d.cols[i].Name
}

// shared tells whether the batch has a column.
func (d *detector) shared(i int) bool {
	_, ok := d.batch[FoldName(d.cols[i].Name)]
	return ok
}

// named finds a free column by its name, whatever separates its words; -1 if there is none. Earlier names win.
func (d *detector) named(names ...string) int {
	for _, name := range names {
		for _, i := range d.places[squash(name)] {
			if d.free[i] {
				return i
			}
		}
	}
	return -1
}

// values are the cells of a column that hold something.
func (d *detector) values(i int) []string {
	var out []string
	for _, row := range d.sample {
		if v := row[i]; !v.Null && v.Text != "" {
			out = append(out, v.Text)
		}
	}
	return out
}

// inWords is a name in lower case with its words apart by "_": ValidFrom, "Valid From" and VALID-FROM are valid_from.
func inWords(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		switch {
		case r == ' ' || r == '-' || r == '.':
			b.WriteByte('_')
			lower = false
			continue
		case 'A' <= r && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
			lower = false
		default:
			lower = 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// squash is a name without its separators, since many are written as one word.
func squash(name string) string { return strings.ReplaceAll(name, "_", "") }

// lastWord is what a name ends with.
func lastWord(words string) string { return words[strings.LastIndexByte(words, '_')+1:] }

func isParkedColumn(name string) bool { return slices.Contains(parkedColumns, FoldName(name)) }

// truth reads the usual spellings of a boolean.
func truth(text string) (value, ok bool) {
	switch strings.ToLower(text) {
	case "true", "t", "yes", "y", "1":
		return true, true
	case "false", "f", "no", "n", "0":
		return false, true
	}
	return false, false
}
