package draw

import (
	"slices"
	"strconv"
	"time"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/model"
)

// drawDimension draws the members' histories and writes them out.
func (d *shape) drawDimension(t *rapid.T, c *Case) {
	var versions []model.Version
	members := rapid.IntRange(d.scale/2, 6*d.scale).Draw(t, "members")
	for _, key := range d.someKeys(t, members) {
		versions = append(versions, d.drawMember(t, key)...)
	}
	if chance(t, 5, "a row without a key") {
		key := slices.Clone(d.oneKey(t))
		key[len(key)-1] = engine.Null
		versions = append(versions, d.drawVersion(t, key, 1, open))
	}
	if dated := func(v model.Version) bool { return !v.NoStart }; d.grain == engine.Timestamps && !slices.ContainsFunc(versions, dated) {
		// A dimension with nothing to read is one of dates.
		key := make([]engine.Value, len(d.key))
		for i := range key {
			key[i] = engine.Text("only")
		}
		versions = append(versions, d.drawVersion(t, key, 0, open))
	}
	if len(versions) > 1 {
		versions = rapid.Permutation(versions).Draw(t, "the dimension's order")
	}
	for i := range versions {
		v := &versions[i]
		v.Line = i + 1
		if d.surrogate {
			v.SK = strconv.Itoa(i + 1)
			c.Table.HighestSK = int64(i + 1)
		}
		c.Table.Stored = append(c.Table.Stored, d.storedRow(t, c, *v))
	}
	c.Input.Versions = versions
	c.DimensionCSV = writeCSV(d.header, c.Table.Stored, "\n")
}

// someKeys draws different keys.
func (d *shape) someKeys(t *rapid.T, n int) [][]engine.Value {
	all := d.allKeys()
	return rapid.Permutation(all).Draw(t, "keys")[:min(n, len(all))]
}

// oneKey draws a key.
func (d *shape) oneKey(t *rapid.T) []engine.Value { return pick(t, "key", d.allKeys()...) }

func (d *shape) allKeys() (all [][]engine.Value) {
	for _, first := range d.pools[0] {
		if len(d.pools) == 1 {
			all = append(all, []engine.Value{engine.Text(first)})
			continue
		}
		for _, second := range d.pools[1] {
			all = append(all, []engine.Value{engine.Text(first), engine.Text(second)})
		}
	}
	return all
}

// drawMember draws a sound history, with gaps, planned versions and empty periods, and in some breaks it.
func (d *shape) drawMember(t *rapid.T, key []engine.Value) []model.Version {
	var versions []model.Version
	from := rapid.IntRange(0, 8).Draw(t, "first start")
	for n := rapid.IntRange(1, 4).Draw(t, "versions"); n > 0 && from < slots; n-- {
		to := from + rapid.IntRange(1, 5).Draw(t, "length")
		if n == 1 && !chance(t, 35, "closed at the end") {
			to = open
		}
		versions = append(versions, d.drawVersion(t, key, from, to))
		if from = to; chance(t, 30, "gap") {
			from += rapid.IntRange(1, 3).Draw(t, "length of the gap")
		}
	}
	d.shareValues(t, versions)
	for i := range versions {
		last := i == len(versions)-1 || !versions[i+1].From.Equal(versions[i].To)
		if d.deleted && !versions[i].Open() && last && chance(t, 60, "deleted") {
			versions[i].Deleted = on(true)
		}
	}
	if !d.inclusive && chance(t, 25, "empty period") {
		versions = d.drawEmpty(t, key, versions)
	}
	if chance(t, 12, "broken") {
		d.damage(t, versions)
	}
	return versions
}

// drawEmpty adds a version with an empty period, in half of the draws where the last version ends.
func (d *shape) drawEmpty(t *rapid.T, key []engine.Value, versions []model.Version) []model.Version {
	at := rapid.IntRange(0, slots-1).Draw(t, "empty at")
	empty := d.drawVersion(t, key, at, at)
	if last := versions[len(versions)-1]; !last.Open() && chance(t, 50, "empty where the last ends") {
		empty.From, empty.To = last.To, last.To
	}
	if d.deleted && chance(t, 80, "deleted") {
		empty.Deleted = on(true)
	}
	if chance(t, 15, "nothing but the empty one") {
		return []model.Version{empty}
	}
	for i := range versions {
		if d.deleted && versions[i].To.Equal(empty.From) {
			versions[i].Deleted = on(false) // what follows it is a version
		}
	}
	return append(versions, empty)
}

// open is the slot of an open end.
const open = -1

// drawVersion draws one version from a slot to a slot, with flags that agree with the period.
func (d *shape) drawVersion(t *rapid.T, key []engine.Value, from, to int) model.Version {
	v := model.Version{Key: key, From: d.moment(from)}
	if to != open {
		v.To = d.moment(to)
	}
	if d.current != "" {
		v.Current = on(v.Open())
	}
	if d.deleted && !chance(t, 10, "deleted flag is NULL") {
		v.Deleted = on(false)
	}
	for _, name := range d.attributeNames() {
		v.Values = append(v.Values, d.drawValue(t, name))
	}
	return v
}

func on(b bool) *bool { return &b }

// shareValues gives all versions the last one's value in columns where that is what sound bookkeeping leaves, in most.
func (d *shape) shareValues(t *rapid.T, versions []model.Version) {
	last := versions[len(versions)-1]
	for i, name := range d.attributeNames() {
		shared := false
		for _, a := range d.attributes {
			switch a.typ {
			case engine.Type1, engine.Type3, engine.Type0:
				shared = shared || a.name == name || a.companion == name
			case engine.Type6:
				shared = shared || a.companion == name
			}
		}
		if shared && !chance(t, 30, "values differ between versions") {
			for k := range versions {
				versions[k].Values[i] = last.Values[i]
			}
		}
	}
}

// damage breaks a history in one way, or tries to: some histories are too short for it, or have no such flag.
func (d *shape) damage(t *rapid.T, versions []model.Version) {
	v := &versions[rapid.IntRange(0, len(versions)-1).Draw(t, "the damaged version")]
	switch pick(t, "damage", "start", "end", "open", "overlap", "current", "deleted") {
	case "start":
		v.NoStart = true
	case "end":
		v.To = v.From.AddDate(0, 0, -1)
	case "open":
		v.To = time.Time{}
		versions[0].To = time.Time{}
	case "overlap":
		v.From = versions[0].From
	case "current":
		switch {
		case d.current == "":
		case chance(t, 30, "current flag is NULL"):
			v.Current = nil
		default:
			v.Current = on(!v.Open())
		}
	case "deleted":
		if d.deleted {
			v.Deleted = on(true)
		}
	}
}
