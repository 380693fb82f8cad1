package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// Hash is the SHA-256, in hex, of what a spec makes of a batch: two specs with the same hash do the same to the same
// dimension. Comments, order, the case of column names, and rules that only say the default do not count; neither do
// the label, the facts and the limits, which change no row.
func (s *Spec) Hash() string {
	meaning := struct {
		Table        string
		Key          []string
		SurrogateKey SurrogateKey
		Period       Period
		Current      Flag
		Deleted      string
		Columns      []Column
		Type1        string
		Batch        Batch
	}{s.Table, folded(s.Key), s.SurrogateKey, s.Period, s.Current, FoldName(s.Deleted), s.rules(), s.Type1, s.Batch}
	m := &meaning
	m.SurrogateKey.Column = FoldName(m.SurrogateKey.Column)
	m.Period.From, m.Period.To = FoldName(m.Period.From), FoldName(m.Period.To)
	m.Current.Column = FoldName(m.Current.Column)
	m.Batch.Effective = FoldName(m.Batch.Effective)
	m.Batch.Sequence = folded(m.Batch.Sequence)
	m.Batch.Operation = Operations{FoldName(m.Batch.Operation.Column), sorted(m.Batch.Operation.Delete)}
	m.Batch.Nulls, m.Batch.Protect = sorted(m.Batch.Nulls), sorted(m.Batch.Protect)
	m.Batch.Rename = map[string]string{}
	for from, to := range s.Batch.Rename {
		m.Batch.Rename[FoldName(from)] = FoldName(to)
	}
	text, err := json.Marshal(meaning)
	if err != nil {
		panic("a spec has only texts: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// rules are the columns' rules, but for those that say the default, in order of name.
func (s *Spec) rules() []Column {
	out := []Column{}
	for _, c := range s.Columns {
		c.Name, c.Previous, c.Current, c.TypeGiven = FoldName(c.Name), FoldName(c.Previous), FoldName(c.Current), false
		c.As = FoldName(c.As)
		if c != (Column{Name: c.Name, Type: Type2}) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b Column) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return out
}

func folded(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = FoldName(n)
	}
	return out
}

// sorted is a copy in order; never nil, so that an empty list and none are alike.
func sorted(texts []string) []string {
	out := append([]string{}, texts...)
	slices.Sort(out)
	return out
}
