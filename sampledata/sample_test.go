package sampledata

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine"
)

// table reads a CSV of any width: the demo has a ragged line on purpose.
func table(t *testing.T, data []byte) (header []string, rows [][]string) {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[0], all[1:]
}

func demo(t *testing.T, name string) Sample {
	t.Helper()
	s, err := Demo(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEverySampleIsWhole(t *testing.T) {
	for _, name := range Names() {
		s := demo(t, name)
		if s.Name != name || s.Title == "" || strings.Count(s.About, ". ")+1 != 2 || s.AsOf == "" {
			t.Errorf("%s: name, title, two sentences and as-of are wanted: %+v", name, []string{s.Name, s.Title, s.About, s.AsOf})
		}
		spec, err := engine.ParseSpec(s.Files.Spec, s.specName())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		header, versions := table(t, s.Files.Dimension)
		incoming, rows := table(t, s.Files.Batch)
		stored := make([]engine.ColumnInfo, len(header))
		for i, column := range header {
			stored[i].Name = column
		}
		if _, err := spec.Bind(stored, incoming); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i, v := range versions {
			if len(v) != len(header) {
				t.Errorf("%s: version %d has %d fields of %d", name, i+1, len(v), len(header))
			}
		}
		kinds, err := s.Kinds()
		if err != nil {
			t.Fatal(err)
		}
		if len(kinds) != len(rows) {
			t.Errorf("%s: %d kinds for %d rows", name, len(kinds), len(rows))
		}
	}
}

func TestUnknownSampleNamesTheOthers(t *testing.T) {
	_, err := Demo("customer-43")
	if engine.CodeOf(err) != engine.CodeUsage || !strings.Contains(err.Error(), "customer-42") {
		t.Errorf("got %v", err)
	}
}

func TestWriteNeverOverwrites(t *testing.T) {
	s := demo(t, "guide")
	dir := filepath.Join(t.TempDir(), "new")
	dimension, batch, spec, err := s.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]byte{dimension: s.Files.Dimension, batch: s.Files.Batch, spec: s.Files.Spec} {
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
	if filepath.Base(spec) != "dim_customer.dim.yaml" {
		t.Errorf("the spec is %s", spec)
	}
	if err := os.Remove(dimension); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(batch, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := s.Write(dir); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second Write: %v", err)
	}
	if got, err := os.ReadFile(batch); err != nil || string(got) != "mine" {
		t.Errorf("the batch is %q, %v", got, err)
	}
	if _, err := os.Stat(dimension); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a failed Write left the dimension behind: %v", err)
	}
}
