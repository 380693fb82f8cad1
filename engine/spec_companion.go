package engine

import (
	"slices"
	"strings"
)

// companionWords are what people call the column beside an attribute, by the field of the spec that names it.
var companionWords = map[string][]string{
	"previous": {"previous", "prev", "old", "prior", "former", "last", "before"},
	"current":  {"current", "curr", "cur", "new", "now", "latest", "newest"},
}

// companionOf finds, by its name, the column that holds the previous or the current value of an attribute: old_team,
// TeamPrevious.
func companionOf(attr, field string, among []string) (string, bool) {
	plain := func(name string) string {
		return strings.NewReplacer("_", "", " ", "", "-", "").Replace(FoldName(name))
	}
	for _, word := range companionWords[field] {
		fits := func(name string) bool {
			return plain(name) == word+plain(attr) || plain(name) == plain(attr)+word
		}
		if i := slices.IndexFunc(among, fits); i >= 0 {
			return among[i], true
		}
	}
	return "", false
}
