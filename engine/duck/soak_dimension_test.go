package duck

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/engine/model"
	"dimdesk/engine/sqlgen"
)

// soakDimension is a dimension that stays open for some rounds, as a screen has it.
type soakDimension struct{ open *Dimension }

func (d *soakDimension) get(s *soak) *Dimension {
	if d.open != nil && s.chance(5) {
		d.close(s.t)
	}
	if d.open == nil {
		o := s.o
		o.Batch = ""
		var err error
		if d.open, err = OpenDimension(context.Background(), o); err != nil {
			s.fatalf("the dimension does not open: %v", err)
		}
	}
	return d.open
}

func (d *soakDimension) close(t *testing.T) {
	if d.open == nil {
		return
	}
	if err := d.open.Close(); err != nil {
		t.Fatal(err)
	}
	d.open = nil
}

// rows reads all rows of a table.
func (d *soakDimension) rows(s *soak) (rows [][]engine.Value) {
	x := d.get(s)
	err := x.with(context.Background(), func() error {
		cols := make([]string, len(x.columns))
		for i, c := range x.columns {
			cols[i] = sqlgen.Ident(c.Name) + "::VARCHAR"
		}
		return x.w.query(context.Background(), "SELECT "+strings.Join(cols, ", ")+" FROM "+x.home.relation(), func(r *sql.Rows) error {
			vals, err := scanTexts(r, len(cols))
			rows = append(rows, vals)
			return err
		})
	})
	s.must(err)
	return rows
}

// reads does what reads only, and wants it to agree with what is known.
func (s *soak) reads() string {
	switch s.rng.IntN(4) {
	case 0:
		s.checkVerify()
		return "verify"
	case 1:
		s.checkAsOf()
		return "asof"
	case 2:
		s.checkHistory()
		return "history"
	}
	s.checkLog()
	return "log"
}

// checkVerify wants faults of exactly the members that the model calls broken; rows without a key are nobody's.
func (s *soak) checkVerify() {
	findings, _, err := s.dim.get(s).Verify(context.Background(), 0)
	s.must(err)
	got, want := map[string]bool{}, map[string]bool{}
	for _, f := range findings {
		if f.Fault && !slices.Contains(f.Key, engine.Null) {
			got[model.KeyText(f.Key)] = true
		}
	}
	for key := range s.faults(s.now) {
		want[key] = true
	}
	if !reflect.DeepEqual(got, want) {
		s.fatalf("verify finds faults of %v, the model of %v: %+v", got, want, findings)
	}
}

// checkAsOf reads the dimension as it was at some time.
func (s *soak) checkAsOf() {
	v := s.now.Versions[s.rng.IntN(len(s.now.Versions))]
	at := v.From.Add(time.Duration(s.rng.IntN(5)-2) * 8 * time.Hour)
	asOf := engine.AsOf{Text: at.Format(time.DateTime), Moment: at, Zone: time.UTC}
	var got, want [][]engine.Value
	err := s.dim.get(s).AsOf(context.Background(), asOf, func([]string) error { return nil }, func(row []engine.Value) error {
		got = append(got, row)
		return nil
	})
	s.must(err)
	judged := asOf.Judge(s.living.Plain().Grain)
	for i, v := range s.now.Versions {
		if v.Holds(judged) {
			want = append(want, s.now.Rows[i])
		}
	}
	if a, b := sortRows(got), sortRows(want); !slices.Equal(a, b) {
		s.fatalf("as of %s there is\n%s\nand should be\n%s", asOf.Text, strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
}

// checkHistory reads one member.
func (s *soak) checkHistory() {
	of := s.now.Versions[s.rng.IntN(len(s.now.Versions))]
	if slices.Contains(of.Key, engine.Null) {
		return
	}
	key := make([]string, len(of.Key))
	for i, k := range of.Key {
		key[i] = k.Text
	}
	m, err := s.dim.get(s).History(context.Background(), key)
	s.must(err)
	var got, want []string
	for _, v := range m.Before {
		got = append(got, fmt.Sprintf("%s %s→%s %v", v.SurrogateKey, v.From, v.To, v.Values))
	}
	in := s.living.Plain()
	for _, v := range s.now.Versions {
		if slices.Equal(v.Key, of.Key) {
			from := model.Format(in.Grain, v.From)
			if v.NoStart {
				from = ""
			}
			want = append(want, fmt.Sprintf("%s %s→%s %v", v.SK, from, model.Format(in.Grain, v.To), s.living.Own(v)))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		s.fatalf("the history of %q is\n%s\nand should be\n%s", key, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// checkLog wants the journal to hold the commits that were made, and no other.
func (s *soak) checkLog() {
	entries, err := s.dim.get(s).Log(context.Background())
	s.must(err)
	line := func(e engine.Entry) string {
		return fmt.Sprintf("%d %s %v %v, parked %d, undoes %d, undone by %d", e.ID, e.Kind, e.Counts, e.Operations, e.Parked, e.Undoes, e.UndoneBy)
	}
	if len(entries) != len(s.log) {
		s.fatalf("the log has %d entries, and there were %d commits", len(entries), len(s.log))
	}
	for _, e := range entries {
		want := s.find(e.ID).Entry
		if want.Counts == nil { // not known
			e.Counts = nil
		}
		if line(e) != line(want) {
			s.fatalf("the log says\n%s\nand should say\n%s", line(e), line(want))
		}
	}
}
