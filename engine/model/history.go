package model

import (
	"slices"
	"time"
)

// life is one version while the member's rows are applied: what it was, and what has become of it so far.
type life struct {
	Version
	was      *Version // as stored; nil for one that a row opened
	storedAt int      // its place among the stored versions
	openedBy *place   // the row that opened it; nil for a stored one
	movedBy  *place   // the row that reopened it or moved its start back
	endedBy  *place   // the row at whose moment it now ends
	setBy    []*place // for each column, the last row that wrote it
	writes   []*write // the overwrites that went over it
	dormant  bool     // stored with an empty period, and not reopened: it takes no part
	joined   bool     // opened, and then joined to the stored version after it: it does not exist
}

// span is a stretch of the member's time, [from, to): one version in force, or nothing. The first begins at the zero time,
// the last has no end. Two stretches of nothing may adjoin: a delete cut the first out of a version that ended there.
type span struct {
	from, to time.Time
	life     *life
}

// history is a member's versions while its rows are applied.
type history struct {
	lives  []*life // in order of their stored starts, then as they are opened
	spans  []span
	newest *life       // of the stored versions; nil where none has a period (see the glossary)
	ended  []time.Time // where a delete ended a version, stored or in the batch
}

// newHistory lays a sound history out.
func newHistory(stored []Version, asOf time.Time, columns int) *history {
	h := &history{}
	for i := range stored {
		l := &life{Version: stored[i], was: &stored[i], storedAt: i, setBy: make([]*place, columns), dormant: stored[i].Empty()}
		l.Values = slices.Clone(l.Values)
		h.lives = append(h.lives, l)
	}
	slices.SortStableFunc(h.lives, func(a, b *life) int { return a.From.Compare(b.From) })

	nothing := span{}
	for _, l := range h.lives {
		if l.dormant {
			continue
		}
		if l.From.After(nothing.from) {
			nothing.to = l.From
			h.spans = append(h.spans, nothing)
		}
		h.spans = append(h.spans, span{from: l.From, to: l.To, life: l})
		nothing = span{from: l.To}
		if l.Deleted != nil && *l.Deleted {
			h.ended = append(h.ended, l.To)
		}
		if h.newest == nil || !l.From.After(asOf) {
			h.newest = l
		}
	}
	if last := len(h.spans) - 1; last < 0 || !h.spans[last].to.IsZero() {
		h.spans = append(h.spans, nothing)
	}
	return h
}

// at is the stretch that holds t.
func (h *history) at(t time.Time) int {
	for i := range h.spans {
		if s := &h.spans[i]; !t.Before(s.from) && (s.to.IsZero() || t.Before(s.to)) {
			return i
		}
	}
	panic("the stretches of a member's time leave a hole")
}

// inForce is the version in force at t, or nil.
func (h *history) inForce(t time.Time) *life { return h.spans[h.at(t)].life }

// late tells whether t is before the start of the member's newest stored version.
func (h *history) late(t time.Time) bool { return h.newest != nil && t.Before(h.newest.was.From) }

// cut puts a new stretch from t on into the stretch that holds t, up to its end. A stretch that begins at t is replaced.
func (h *history) cut(t time.Time, s span) {
	i := h.at(t)
	s.from, s.to = t, h.spans[i].to
	if h.spans[i].from.Equal(t) {
		h.spans[i] = s
		return
	}
	h.spans[i].to = t
	h.spans = slices.Insert(h.spans, i+1, s)
}

// emptyAt is the stored version with an empty period at t that a row there reopens, or nil.
func (h *history) emptyAt(t time.Time) *life {
	var found *life
	for _, l := range h.lives {
		if l.dormant && l.From.Equal(t) && (found == nil || laterKey(l.SK, found.SK)) {
			found = l
		}
	}
	return found
}

// follows is the version that one opened at t comes after, whatever lies between; before the first, the one it precedes.
func (h *history) follows(t time.Time) *life {
	if l := lastOrFirst(h.lives, t, func(l *life) bool { return !l.dormant }); l != nil {
		return l
	}
	return lastOrFirst(h.lives, t, func(*life) bool { return true })
}

// carriedFrom is the version whose values a row's version takes in columns that the row does not set: type 0, and those
// that the batch lacks (rules 1 and 8). Stored versions come before opened ones, and those with a period before empty ones.
func (h *history) carriedFrom(t time.Time) *life {
	for _, among := range []func(*life) bool{
		func(l *life) bool { return l.was != nil && !l.dormant },
		func(l *life) bool { return l.was != nil },
	} {
		if l := lastOrFirst(h.lives, t, among); l != nil {
			return l
		}
	}
	return lastOrFirst(h.lives, time.Time{}, func(*life) bool { return true })
}

// lastOrFirst is the last version that starts at or before t, else the first that starts after it.
func lastOrFirst(lives []*life, t time.Time, among func(*life) bool) *life {
	var last, first *life
	for _, l := range lives {
		switch {
		case !among(l):
		case !l.From.After(t):
			if last == nil || !l.From.Before(last.From) {
				last = l
			}
		case first == nil || l.From.Before(first.From):
			first = l
		}
	}
	if last != nil {
		return last
	}
	return first
}
