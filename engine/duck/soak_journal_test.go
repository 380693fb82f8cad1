package duck

import (
	"slices"
	"strings"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

// soakCommit is one commit as the journal must have it, and what taking it back means.
type soakCommit struct {
	engine.Entry
	spec, asOf   string // the spec's text, and the as-of as the journal compares it
	judged       time.Time
	parkFile     string // the parked file's bytes
	before       string // the digest of a CSV before and after it
	after        string
	gone, come   []soakRow  // the rows that it took away and put there
	again        *draw.Case // the batch, without the dimension
	cannotBeTold bool       // all of this is forgotten
}

// soakRow is one version with its row.
type soakRow struct {
	version model.Version
	cells   []engine.Value
}

func (r soakRow) text() string { return sortRows([][]engine.Value{r.cells})[0] }

// forget lets go of what is needed to tell what an undo gives.
func (c *soakCommit) forget() {
	c.gone, c.come, c.again, c.parkFile, c.cannotBeTold = nil, nil, nil, "", true
}

// difference tells which rows are gone from one state to the next, and which have come.
func difference(before, after draw.State) (gone, come []soakRow) {
	less := func(a, b draw.State) (out []soakRow) {
		n := map[string]int{}
		for _, row := range b.Rows {
			n[soakRow{cells: row}.text()]++
		}
		for i, row := range a.Rows {
			r := soakRow{a.Versions[i], row}
			if n[r.text()]--; n[r.text()] < 0 {
				out = append(out, r)
			}
		}
		return out
	}
	return less(before, after), less(after, before)
}

// exchange is a state less some rows, and with others; it is false where one of the first is not there.
func exchange(s draw.State, gone, come []soakRow) (draw.State, bool) {
	n := map[string]int{}
	for _, r := range gone {
		n[r.text()]++
	}
	var out draw.State
	found := 0
	for i, row := range s.Rows {
		if text := (soakRow{cells: row}).text(); n[text] > 0 {
			n[text]--
			found++
			continue
		}
		out.Versions, out.Rows = append(out.Versions, s.Versions[i]), append(out.Rows, row)
	}
	for _, r := range come {
		out.Versions, out.Rows = append(out.Versions, r.version), append(out.Rows, r.cells)
	}
	return out, found == len(gone)
}

// undone tells what the dimension holds when a commit is taken back, or with which code that is refused: where a version is no
// longer as the commit left it, and where the histories would be broken.
func (s *soak) undone(c *soakCommit, faults func(draw.State) map[string]string) (draw.State, engine.Code) {
	after, ok := exchange(s.now, c.come, c.gone)
	if !ok {
		return s.now, engine.CodeMoved
	}
	broken := faults(after)
	for _, r := range slices.Concat(c.come, c.gone) {
		if broken[model.KeyText(r.version.Key)] != "" {
			return s.now, engine.CodeFailed
		}
	}
	return after, 0
}

// faults are the members of a state whose history is broken, by key.
func (s *soak) faults(state draw.State) map[string]string {
	in := s.living.Plain()
	in.Versions = state.Versions
	out := map[string]string{}
	for _, m := range model.Run(in).Members {
		if m.Fault != "" {
			out[model.KeyText(m.Key)] = m.Fault
		}
	}
	return out
}

// find is a commit by its number.
func (s *soak) find(id int64) *soakCommit { return s.log[id-1] }

// record puts a commit in the log.
func (s *soak) record(c *soakCommit, after draw.State) {
	c.gone, c.come = difference(s.now, after)
	s.now = after
	s.log = append(s.log, c)
}

// recordUndo puts the undo of a commit in the log. What that commit had taken back holds again, what the one had taken back
// that it took back does not, and so on.
func (s *soak) recordUndo(of *soakCommit, out engine.Committed, after draw.State) *soakCommit {
	u := &soakCommit{Entry: engine.Entry{ID: out.ID, Kind: "undo", Operations: out.Operations, Undoes: of.ID}}
	of.UndoneBy = u.ID
	for back, by := of.Undoes, int64(0); back != 0; {
		c := s.find(back)
		if c.UndoneBy = by; by == 0 {
			by = c.ID
		} else {
			by = 0
		}
		back = c.Undoes
	}
	s.record(u, after)
	return u
}

// applied is the commit that applied a batch already, or nil.
func (s *soak) applied(sha, spec, asOf string) *soakCommit {
	for _, c := range slices.Backward(s.log) {
		if c.Kind == "batch" && c.UndoneBy == 0 && c.BatchSHA == sha && c.spec == spec && c.asOf == asOf {
			return c
		}
	}
	return nil
}

// stops tells whether a batch is stopped for its time (rule 13).
func (s *soak) stops(c *draw.Case, sha string, want model.Result) bool {
	judged, day := c.Input.AsOf.Judge(c.Input.Grain), c.Input.AsOf.Moment.Format(time.DateOnly)
	moves := slices.ContainsFunc(slices.Concat(want.Rows, want.Absent), func(o model.Outcome) bool {
		return !o.Kind.Quiet() && o.Kind != engine.Rejected && !o.Parked
	})
	return slices.ContainsFunc(s.log, func(b *soakCommit) bool {
		if b.Kind != "batch" || b.UndoneBy != 0 {
			return false
		}
		return c.Spec.Batch.Mode == "snapshot" && b.judged.After(judged) ||
			moves && c.Spec.Batch.Effective == "" && b.BatchSHA == sha && !strings.HasPrefix(b.asOf, day)
	})
}
