package main

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/sampledata"
	"dimdesk/tui"
	"dimdesk/tui/opening"
	"dimdesk/tui/tuitest"
)

// desk is somebody at work: a folder with a dimension and a batch, and the screen that reviews them, wired as the review
// command wires it.
type desk struct {
	*tuitest.Screen
	t                *testing.T
	o                common
	dimension, batch string
	before           string // the dimension's bytes when work began
	app              *tui.App
}

// sampleDesk is one with a built-in sample.
func sampleDesk(t *testing.T, name string) *desk {
	t.Helper()
	sample, err := sampledata.Demo(name)
	if err != nil {
		t.Fatal(err)
	}
	dimension, batch, _, err := sample.Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return newDesk(t, dimension, batch, sample.AsOf)
}

// fileDesk is one with files of these names and texts, in a folder of its own.
func fileDesk(t *testing.T, asOf string, files map[string]string) *desk {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return newDesk(t, filepath.Join(dir, "dim.csv"), filepath.Join(dir, "batch.csv"), asOf)
}

func newDesk(t *testing.T, dimension, batch, asOf string) *desk {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	return &desk{t: t, dimension: dimension, batch: batch, before: read(t, dimension), o: common{session: true, asOf: asOf, as: "ann"}}
}

// sit starts the screen.
func (d *desk) sit(w, h int) *desk {
	d.t.Helper()
	return d.sitWith(w, h, d.o.opener(d.dimension, d.batch))
}

// sitWith starts it with another way to open the review.
func (d *desk) sitWith(w, h int, open opening.Open) *desk {
	d.t.Helper()
	app := tui.New(context.Background(), tui.Options{
		Title: filepath.Base(d.dimension) + " ◂ " + filepath.Base(d.batch), Request: engine.CommitRequest{As: d.o.as, ParkFile: d.o.park, Allow: newAllow().Allow},
		Open: open, Dimension: d.o.reopener(d.dimension),
	})
	d.t.Cleanup(func() {
		if err := app.Close(); err != nil {
			d.t.Error(err)
		}
	})
	d.app, d.Screen = app, tuitest.Start(d.t, w, h, app)
	return d
}

// leaves waits until the program has ended, and gives what it came to.
func (d *desk) leaves() (tui.Outcome, error) {
	d.t.Helper()
	if err := d.Ended(); err != nil {
		d.t.Fatal(err)
	}
	if err := d.app.Close(); err != nil {
		d.t.Fatal(err)
	}
	return d.app.Outcome()
}

// unchanged fails the test where the dimension's bytes are not the first ones.
func (d *desk) unchanged() {
	d.t.Helper()
	if now := read(d.t, d.dimension); now != d.before {
		d.t.Errorf("the dimension is not as it was:\n%s", now)
	}
}

// somebodyElse commits another batch to the dimension, as another program would.
func (d *desk) somebodyElse(name, text string) {
	d.t.Helper()
	batch := filepath.Join(filepath.Dir(d.dimension), name)
	write(d.t, batch, text)
	ctx := context.Background()
	opts, err := d.o.options(d.dimension, batch, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	r, err := duck.OpenReview(ctx, opts)
	if err != nil {
		d.t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Commit(ctx, engine.CommitRequest{As: "ben", Allow: newAllow().Allow}, nil); err != nil {
		d.t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// table reads a CSV into one map a row.
func table(t *testing.T, path string) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(read(t, path))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}
