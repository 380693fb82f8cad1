package playground

import (
	"strings"
	"testing"

	"dimdesk/engine/recipe"
	"dimdesk/learn/playground"
)

func TestEveryTypeIsLoadedElsewhereToo(t *testing.T) {
	for _, typ := range playground.Types {
		all := elsewhere(playground.Customer42(), playground.Outcome{Type: typ, Moment: 3})
		if len(all) != len(recipe.Names()) {
			t.Errorf("type %d: %d recipes of %d", typ, len(all), len(recipe.Names()))
		}
		for _, r := range all {
			sql := r.SQL()
			if !strings.Contains(sql, "dim_customer") {
				t.Errorf("type %d, %s:\n%s", typ, r.Dialect.Name, sql)
			}
		}
	}
}
