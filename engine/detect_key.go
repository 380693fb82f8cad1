package engine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var uuidShape = regexp.MustCompile(`^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$`)

// keyWords are what the name of a business key ends with.
var keyWords = []string{"id", "code", "no", "nr", "num", "number", "key", "bk", "nk", "sku", "ean", "isbn", "iban", "uuid", "guid"}

func (d *detector) looksLikeKey(i int) bool {
	return slices.Contains(keyWords, lastWord(d.words[i])) || strings.HasSuffix(d.words[i], "id") && d.words[i] != "paid"
}

// findSurrogateKey finds the column that is unique for each version: by a name that can mean nothing else, or by a name
// that may, unique integers, and another column to be the business key.
func (d *detector) findSurrogateKey() {
	for _, tool := range []string{"dbt_scd_id", "_dlt_id"} {
		if i := slices.IndexFunc(d.cols, func(c ColumnInfo) bool { return FoldName(c.Name) == tool }); i >= 0 {
			d.spec.SurrogateKey = SurrogateKey{d.take(i), "uuid"}
			d.say("surrogate key ", d.spec.SurrogateKey.Column)
			return
		}
	}
	for i, w := range d.words {
		if d.free[i] && (lastWord(w) == "sk" || strings.HasPrefix(w, "sk_") || strings.Contains(w, "surrogate") || strings.HasSuffix(w, "_sid")) {
			d.takeSurrogate(i)
			return
		}
	}
	for i, w := range d.words {
		named := lastWord(w) == "key" || slices.Contains([]string{"id", "row_id", "version_id", "dim_id", "uuid", "row_uuid"}, w)
		if d.free[i] && !d.shared(i) && (named || i == 0) && d.unique(i) && d.otherKey(i, named) {
			d.takeSurrogate(i)
			return
		}
	}
}

// takeSurrogate takes a column for the surrogate key, and tells what kind new ones are.
func (d *detector) takeSurrogate(i int) {
	k := SurrogateKey{d.take(i), "integer"}
	kind := "unique integers"
	switch texts := d.values(i); {
	case len(texts) == 0:
		kind = "by its name"
	case every(texts, isInteger):
	case every(texts, uuidShape.MatchString):
		k.Make, kind = "uuid", "UUIDs"
	default:
		k.Make, kind = "uuid", "neither integers nor UUIDs, so new versions get UUIDs"
	}
	d.spec.SurrogateKey = k
	d.say("surrogate key ", k.Column, ": ", kind)
}

// unique tells whether a column holds integers or UUIDs, no two alike, in more than one row.
func (d *detector) unique(i int) bool {
	texts := d.values(i)
	if len(texts) == 0 || len(texts) < len(d.sample) || !(every(texts, isInteger) || every(texts, uuidShape.MatchString)) {
		return false
	}
	slices.Sort(texts)
	return len(slices.Compact(texts)) == len(d.sample)
}

// otherKey tells whether a column but this could be the business key. Where this one's name could be that of a business
// key too, some member must have several versions, which only the other column tells together.
func (d *detector) otherKey(but int, named bool) bool {
	for i := range d.cols {
		if i == but || !d.free[i] || isAudit(d.words[i]) || !d.looksLikeKey(i) || d.batch != nil && !d.shared(i) {
			continue
		}
		fit := d.fit(i)
		if fit.sound() && (named || !d.looksLikeKey(but) || fit.members < len(d.sample)) {
			return true
		}
	}
	return false
}

// findKey finds the business key.
func (d *detector) findKey() error {
	candidates := d.keyCandidates()
	if len(candidates) == 0 {
		return Errorf(CodeFailed, "no column is left that could be the key of the dimension").
			Help("write a spec that names it: %s", specExample)
	}
	key := d.chooseKey(candidates)
	why := []string{}
	shared := true
	for _, i := range key {
		shared = shared && d.shared(i)
	}
	fit := d.fit(key...)
	for _, i := range key {
		d.spec.Key = append(d.spec.Key, d.take(i))
	}
	if shared {
		why = append(why, "shared with the batch")
	}
	if fit.members < fit.keyed {
		why = append(why, "repeats over versions")
	}
	if fit.overlap > soundShare {
		why = append(why, "though some versions overlap")
	}
	if len(why) == 0 {
		why = append(why, "by name and place")
	}
	d.say("key ", strings.Join(d.spec.Key, ", "), ": ", strings.Join(why, ", "))
	return nil
}

// keyCandidates are the columns that may be, or be part of, a key; those of the batch if there are any.
func (d *detector) keyCandidates() []int {
	var all, shared []int
	for i := range d.cols {
		if !d.free[i] || isAudit(d.words[i]) {
			continue
		}
		all = append(all, i)
		if d.shared(i) {
			shared = append(shared, i)
		}
	}
	if len(shared) > 0 {
		return shared
	}
	return all
}

// chooseKey prefers a column named like a key under which versions make sense, then the first column, then columns
// together, then whatever makes sense.
func (d *detector) chooseKey(candidates []int) []int {
	for _, i := range candidates {
		if d.looksLikeKey(i) && d.fit(i).sound() {
			return []int{i}
		}
	}
	first := candidates[0]
	if fit := d.fit(first); fit.sound() || d.looksLikeKey(first) && fit.overlap <= brokeShare {
		return []int{first}
	}
	lead := candidates[:min(4, len(candidates))]
	for i := range lead {
		for j := i + 1; j < len(lead); j++ {
			if d.fit(lead[i], lead[j]).together() {
				return []int{lead[i], lead[j]}
			}
		}
	}
	if len(lead) > 2 && d.fit(lead[:3]...).together() {
		return lead[:3]
	}
	for _, i := range candidates {
		if d.fit(i).sound() {
			return []int{i}
		}
	}
	if i := slices.IndexFunc(candidates, d.looksLikeKey); i >= 0 {
		return []int{candidates[i]}
	}
	return []int{first}
}

func isInteger(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

func every(texts []string, is func(string) bool) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !is(s) })
}
