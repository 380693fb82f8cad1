package draw

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

// attribute is one drawn attribute of the dimension.
type attribute struct {
	name             string
	typ              engine.SCDType
	companion        string
	ignoreCase, trim bool
	unnamed          bool // left out of the spec's columns, hence type 2
	batchName        string
	supplied         bool
}

// shape is what is drawn of a dimension and its spec before any row.
type shape struct {
	scale int // how many times as many members and rows
	gone  int // slots of time that have gone by since the dimension was new

	grain      engine.Grain
	header     []string
	key        []string
	pools      [][]string // the values of each key column
	attributes []attribute
	surrogate  bool
	sentinel   string
	inclusive  bool
	current    string // "" | "true" | "Current", the last with "Expired"
	deleted    bool
	type1      string

	mode, sameKey, sameMoment, late, future string
	effective, sequence, operation, nulls   bool
	protect                                 []string
	scope                                   *string // the text that the first attribute must hold
	asOf                                    int     // the slot of time that the as-of falls in
}

const (
	fromColumn, toColumn         = "valid_from", "valid_to"
	surrogateColumn              = "sk"
	currentColumn, deletedColumn = "is_current", "is_deleted"
	effectiveColumn              = "since"
	sequenceColumn               = "seq"
	operationColumn              = "op"
	slots                        = 16 // moments that anything happens at
)

func drawShape(t *rapid.T, scale int) *shape {
	d := &shape{
		grain:     pick(t, "grain", engine.Dates, engine.Timestamps),
		surrogate: !chance(t, 15, "no surrogate key"),
		scale:     scale,
		current:   pick(t, "current flag", "", "true", "Current"),
		deleted:   chance(t, 50, "deleted flag"),
	}
	d.inclusive = d.grain == engine.Dates && chance(t, 20, "inclusive bounds")
	if chance(t, 40, "sentinel") {
		d.sentinel = model.Format(d.grain, time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC))
	}
	d.drawKey(t)
	d.drawAttributes(t)
	d.header = rapid.Permutation(d.columns()).Draw(t, "header")
	d.drawFeed(t)
	return d
}

// drawFeed draws how batches come to the dimension: all that can be another from one batch to the next.
func (d *shape) drawFeed(t *rapid.T) {
	d.type1 = pick(t, "type1", "all", "current")
	d.mode = pick(t, "mode", "delta", "delta", "snapshot")
	d.sameKey = pick(t, "same_key", "in_order", "in_order", "in_order", "latest", "reject")
	d.sameMoment = pick(t, "same_moment", "replace", "replace", "replace", "reject")
	d.late = pick(t, "late", "split", "split", "split", "reject")
	d.future = "reject"
	d.effective = !chance(t, 15, "no effective column")
	d.sequence = chance(t, 40, "sequence column")
	d.operation = chance(t, 60, "operation column")
	d.nulls = chance(t, 20, "more texts for NULL")
	d.asOf = rapid.IntRange(4, slots-2).Draw(t, "as-of slot")
	if d.mode == "delta" {
		d.future = pick(t, "future", "reject", "accept")
	}
	for i := range d.attributes {
		a := &d.attributes[i]
		a.supplied, a.batchName = i == 0 || !chance(t, 15, "not in the batch"), a.name
		switch {
		case chance(t, 10, "renamed"):
			a.batchName = "src_" + a.name
		case chance(t, 10, "in capitals"):
			a.batchName = strings.ToUpper(a.name)
		}
	}
	d.protect, d.scope = nil, nil
	if d.mode == "snapshot" {
		if len(d.key) == 1 && chance(t, 20, "protect") {
			d.protect = d.pools[0][:2]
		}
		if chance(t, 20, "scope") {
			text := pick(t, "scope's text", "a", "b")
			d.scope = &text
		}
	}
}

func (d *shape) drawKey(t *rapid.T) {
	numbers := []string{"1", "2", "3", "10", "11", "20"}
	texts := []string{"C1", "C2", "C10", "b", "B", "x,y", `q"q`}
	for i := range 6 * (d.scale - 1) {
		numbers, texts = append(numbers, strconv.Itoa(30+i)), append(texts, "D"+strconv.Itoa(i))
	}
	if chance(t, 25, "composite key") {
		d.key = []string{"country", "code"}
		d.pools = [][]string{{"UK", "DE"}, pick(t, "key texts", numbers[:4], texts[:4])}
		return
	}
	d.key = []string{"id"}
	d.pools = [][]string{pick(t, "key texts", numbers, texts)}
}

func (d *shape) drawAttributes(t *rapid.T) {
	names := []string{"city", "email", "origin", "region", "tier"}
	for _, name := range names[:rapid.IntRange(1, len(names)).Draw(t, "attributes")] {
		a := attribute{
			name: name,
			typ:  pick(t, name+" type", engine.Type2, engine.Type1, engine.Type2, engine.Type0, engine.Type3, engine.Type6, engine.Ignore),
		}
		switch a.typ {
		case engine.Type3:
			a.companion = "previous_" + name
		case engine.Type6:
			a.companion = "current_" + name
		}
		if a.typ != engine.Ignore {
			a.ignoreCase, a.trim = chance(t, 15, "ignore_case"), chance(t, 15, "trim")
		}
		a.unnamed = a.typ == engine.Type2 && !a.ignoreCase && !a.trim && chance(t, 30, "unnamed")
		d.attributes = append(d.attributes, a)
	}
}

// columns are the dimension's, in the order of their roles.
func (d *shape) columns() []string {
	names := slices.Clone(d.key)
	if d.surrogate {
		names = append([]string{surrogateColumn}, names...)
	}
	names = append(names, d.withCompanions()...)
	names = append(names, fromColumn, toColumn)
	if d.current != "" {
		names = append(names, currentColumn)
	}
	if d.deleted {
		names = append(names, deletedColumn)
	}
	return names
}

func (d *shape) withCompanions() []string {
	var names []string
	for _, a := range d.attributes {
		names = append(names, a.name)
		if a.companion != "" {
			names = append(names, a.companion)
		}
	}
	return names
}

// attributeNames are the columns of model.Version.Values, in the dimension's own order.
func (d *shape) attributeNames() []string {
	all := d.withCompanions()
	return slices.DeleteFunc(slices.Clone(d.header), func(name string) bool { return !slices.Contains(all, name) })
}

// inScope is the spec's scope for the model.
func (d *shape) inScope() func(model.Version) bool {
	if d.scope == nil {
		return nil
	}
	i := slices.Index(d.attributeNames(), d.attributes[0].name)
	return func(v model.Version) bool { return v.Values[i] == engine.Text(*d.scope) }
}

// first is the moment at which the time of a new dimension begins, and slot the length of a slot: a day in a dimension of
// dates, else eight hours.
func (d *shape) first() time.Time { return time.Date(2024, 2, 24, 0, 0, 0, 0, time.UTC) }

func (d *shape) slot() time.Duration {
	if d.grain == engine.Dates {
		return 24 * time.Hour
	}
	return 8 * time.Hour
}

// moment is the time of a slot.
func (d *shape) moment(slot int) time.Time {
	return d.first().Add(time.Duration(d.gone+slot) * d.slot())
}

// drawAsOf writes the as-of: a date, or in some a time of day with it.
func (d *shape) drawAsOf(t *rapid.T) string {
	at := d.moment(d.asOf)
	if chance(t, 50, "as-of with a time of day") {
		return at.Format("2006-01-02 15:04:05")
	}
	return at.Format(time.DateOnly)
}
