package duck

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"dimdesk/engine"
	"dimdesk/engine/csvfile"
	"dimdesk/engine/model"
	"dimdesk/engine/model/draw"
)

// soakParked is a file of parked rows, and the batch that they were parked from.
type soakParked struct {
	path string
	from *draw.Case
}

// batch draws a batch and applies it, by a review or at once.
func (s *soak) batch() string {
	return s.apply(s.drawBatch(), false)
}

// drawBatch draws a batch and puts its files in place.
func (s *soak) drawBatch() *draw.Case {
	var c *draw.Case
	s.draw(func(rt *rapid.T) { c = s.living.Batch(rt, s.now, s.highest) })
	s.at = c
	s.o.Batch = put(s.t, s.dir, "batch.csv", c.BatchCSV)
	s.lay(c)
	return c
}

// lay puts the spec of a batch in place, and its time.
func (s *soak) lay(c *draw.Case) {
	s.o.Spec, s.o.AsOf = put(s.t, s.dir, "spec.yaml", c.SpecText), c.AsOfText
	batch, err := os.ReadFile(s.o.Batch)
	s.must(err)
	s.last = fmt.Sprintf("\n--- as of %s\n%s\n--- batch\n%s", c.AsOfText, c.SpecText, batch)
}

// again gives one of the last batches once more.
func (s *soak) again() string {
	var among []*draw.Case
	for _, c := range s.log[max(0, len(s.log)-20):] {
		if c.again != nil {
			among = append(among, c.again)
		}
	}
	if len(among) == 0 {
		return "there is none"
	}
	c := s.living.Again(among[s.rng.IntN(len(among))], s.now, s.highest)
	s.o.Batch = put(s.t, s.dir, "batch.csv", c.BatchCSV)
	s.lay(c)
	return s.apply(c, s.chance(30))
}

// apply carries a batch through, and wants of it what the model does.
func (s *soak) apply(c *draw.Case, again bool) string {
	before := model.Run(c.Input)
	sha, asOf := s.sha(s.o.Batch), s.asOf(c)
	earlier := s.applied(sha, c.SpecText, asOf)
	if again {
		earlier = nil
	}
	o := s.o
	o.Apply = s.chance(50)
	r, err := s.review(context.Background(), o)
	s.must(err)
	defer func() { s.close(r) }()
	if o.Apply {
		checkCounts(s.t, r, before, s.say)
	} else {
		s.decide(r, c)
	}
	want := model.Run(c.Input)
	after := c.Table.After(want)
	req := engine.CommitRequest{As: "soak", ParkFile: filepath.Join(s.dir, "parked.csv"), Allow: engine.Allow{Deleted: -1, Changed: -1}, Again: again}
	if earlier == nil && !again && s.stops(c, sha, want) {
		_, err := r.Commit(context.Background(), req, nil)
		if engine.CodeOf(err) != engine.CodeBrake {
			s.fatalf("a batch that should be stopped: %v", err)
		}
		s.check("a brake")
		if req.Again = true; o.Apply {
			s.close(r)
			if r, err = s.review(context.Background(), o); err != nil {
				s.fatalf("%v", err)
			}
		}
	}
	out, err := r.Commit(context.Background(), req, nil)
	s.must(err)
	if earlier != nil {
		if out.Already != earlier.ID || out.ID != 0 {
			s.fatalf("applied before as commit %d, it is now %+v", earlier.ID, out)
		}
		if park, _ := os.ReadFile(req.ParkFile); !earlier.cannotBeTold && string(park) != earlier.parkFile {
			s.fatalf("the parked file is written again as\n%s\nand was\n%s", park, earlier.parkFile)
		}
		os.Remove(req.ParkFile)
		return "applied before"
	}
	s.committed(c, want, after, out, sha, req.ParkFile)
	way := "reviewed"
	if o.Apply {
		way = "at once"
	}
	return way
}

// committed takes a commit down that was made.
func (s *soak) committed(c *draw.Case, want model.Result, after draw.State, out engine.Committed, sha, park string) {
	entry := engine.Entry{ID: out.ID, Kind: "batch", BatchSHA: sha, Counts: map[engine.Kind]int64{}, Operations: map[engine.Op]int64{}, Parked: out.Parked}
	parked := int64(0)
	versions := map[engine.Op]map[string]bool{}
	for _, w := range slices.Concat(want.Rows, want.Absent) {
		entry.Counts[w.Kind]++
		if w.Parked || w.Kind == engine.Rejected && w.N > 0 {
			parked++
		}
		for _, op := range w.Operations {
			of := op.SurrogateKey
			if of == "" {
				of = fmt.Sprint(model.KeyText(w.Key), op.From, op.Before, op.Columns, w.ID)
			}
			if versions[op.Op] == nil {
				versions[op.Op] = map[string]bool{}
			}
			versions[op.Op][of] = true
		}
	}
	for op, of := range versions {
		entry.Operations[op] = int64(len(of))
	}
	if s.living.Keyed() && !maps.Equal(entry.Operations, out.Operations) {
		s.fatalf("the commit says %v, the model %v", out.Operations, entry.Operations)
	}
	entry.Operations = out.Operations
	if out.ID != int64(len(s.log)+1) || out.Parked != parked {
		s.fatalf("commit %d with %d parked rows; it should be commit %d with %d", out.ID, out.Parked, len(s.log)+1, parked)
	}
	k := &soakCommit{Entry: entry, spec: c.SpecText, asOf: s.asOf(c), judged: c.Input.AsOf.Judge(c.Input.Grain), before: s.digest, again: c.Bare()}
	if parked > 0 {
		k.parkFile = text(s.t, park)
		s.parked = &soakParked{filepath.Join(s.dir, "given-back.csv"), c.Bare()}
		s.must(os.Rename(park, s.parked.path))
	}
	if anyParked(want) { // of those the journal keeps the kind that they had when they were parked
		k.Counts = nil
	}
	s.record(k, after)
	s.highest += draw.Opened(want)
	s.digest = s.sum()
	k.after = s.digest
}

func anyParked(want model.Result) bool {
	return slices.ContainsFunc(slices.Concat(want.Rows, want.Absent), func(o model.Outcome) bool { return o.Parked })
}

// sum is the digest of a dimension that is a CSV.
func (s *soak) sum() string {
	if s.o.Table != "" {
		return ""
	}
	return s.sha(s.o.Dimension)
}

func (s *soak) sha(path string) string {
	sum, _, err := csvfile.Sum(context.Background(), path)
	s.must(err)
	return sum
}

// asOf is a case's as-of as the journal compares it.
func (s *soak) asOf(c *draw.Case) string {
	if c.Input.Grain == engine.Dates {
		return c.Input.AsOf.Moment.Format(time.DateOnly)
	}
	return c.AsOfText
}

// giveBack applies the last file of parked rows, as of the same day or a later one.
func (s *soak) giveBack() string {
	p := s.parked
	if p == nil {
		return "there are none"
	}
	s.parked = nil
	header, rows := readCSVRows(s.t, p.path, p.from.Spec.Batch.Nulls)
	c := s.living.Back(p.from, s.chance(50), header, rows, s.now, s.highest)
	s.o.Batch = filepath.Join(s.dir, "batch.csv")
	s.must(os.Rename(p.path, s.o.Batch))
	c.BatchCSV = text(s.t, s.o.Batch)
	s.lay(c)
	return s.apply(c, false)
}

// undo takes back one or a few of the last commits, or any.
func (s *soak) undo() string {
	if s.chance(25) {
		return s.takeBack(s.pickUndone(func(c *soakCommit) bool { return true }), false)
	}
	for range 1 + s.rng.IntN(4) {
		last := s.pickLast(func(c *soakCommit) bool { return c.Kind == "batch" })
		if last == nil || s.takeBack(last, s.chance(50)) != "" {
			break
		}
		s.check("an undo")
	}
	return "of the last"
}

// undoUndo takes back an undo.
func (s *soak) undoUndo() string {
	isUndo := func(c *soakCommit) bool { return c.Kind == "undo" }
	if s.chance(30) {
		return s.takeBack(s.pickUndone(isUndo), false)
	}
	return s.takeBack(s.pickLast(isUndo), false)
}

// pickLast is the last commit that is not undone and is of the kind wanted.
func (s *soak) pickLast(wanted func(*soakCommit) bool) *soakCommit {
	for _, c := range slices.Backward(s.log) {
		if c.UndoneBy == 0 && wanted(c) {
			return c
		}
	}
	return nil
}

// pickUndone is any of the last commits that is not undone.
func (s *soak) pickUndone(wanted func(*soakCommit) bool) *soakCommit {
	var among []*soakCommit
	for _, c := range s.log[max(0, len(s.log)-40):] {
		if c.UndoneBy == 0 && wanted(c) {
			among = append(among, c)
		}
	}
	if len(among) == 0 {
		return nil
	}
	return among[s.rng.IntN(len(among))]
}

// takeBack undoes a commit, which the command may name or leave to be the last; "" is that it went well.
func (s *soak) takeBack(c *soakCommit, unnamed bool) string {
	if c == nil || c.cannotBeTold {
		return "there is none"
	}
	after, code := s.undone(c, s.faults)
	id := c.ID
	if unnamed {
		id = 0
	}
	d := s.dim.get(s)
	s.last = fmt.Sprintf("\n--- undo of %d\ngone\n%s\ncome\n%s", c.ID, lines(c.gone), lines(c.come))
	if s.chance(20) {
		e, _, err := d.UndoPreview(context.Background(), id)
		if engine.CodeOf(err) != code && code != engine.CodeFailed || e.ID != c.ID && err == nil {
			s.fatalf("the preview of an undo: %+v, %v; want code %d", e, err, code)
		}
	}
	out, err := d.Undo(context.Background(), id, engine.CommitRequest{As: "soak"})
	if engine.CodeOf(err) != code {
		s.fatalf("undo of commit %d (undoes %d): %v; want code %d", c.ID, c.Undoes, err, code)
	}
	if err != nil {
		return fmt.Sprintf("refused with %d", code)
	}
	whole := s.digest == c.after && c.Kind == "batch"
	s.recordUndo(c, out, after)
	if s.digest = s.sum(); whole && s.digest != c.before {
		s.fatalf("the undo of commit %d does not give the very bytes back:\n%s", c.ID, text(s.t, s.o.Dimension))
	}
	if out.ID != int64(len(s.log)) {
		s.fatalf("the undo is commit %d; it should be %d", out.ID, len(s.log))
	}
	return ""
}

func lines(rows []soakRow) string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.text()
	}
	return strings.Join(out, "\n")
}
