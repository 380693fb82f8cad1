package sampledata

import (
	"embed"
	"path"
	"strings"

	"dimdesk/engine"
)

//go:embed demo recipe guide customer-42
var files embed.FS

// Sample is one worked example: the three files and what they are about.
type Sample struct {
	Name  string
	Title string
	About string // two sentences
	AsOf  string // the day to review the batch as of, YYYY-MM-DD
	Files Files

	kinds []byte
}

// Files are a sample's files with the names that they should have; the spec's name follows from the dimension's.
type Files struct {
	DimensionName string
	Dimension     []byte
	BatchName     string
	Batch         []byte
	Spec          []byte
}

// about is what the files themselves cannot say. A batch is named for its as-of day.
type about struct{ name, title, text, asOf string }

var samples = []about{
	{"demo", "A month's end at a trading company",
		"Forty-eight rows from the customer system over a dimension of forty-eight members: an office move, a split region, late rows, duplicates and a few lines that cannot be read. " +
			"Every kind of change occurs, and one row looks like a typo that should not be let in.",
		"2026-05-31"},
	{"recipe", "Close, then open",
		"The smallest useful type 2 load: Ravi moves from one country to another and Mei is new. " +
			"His open version ends where the next one begins, Ada is left alone, and loading the file twice does nothing the second time.",
		"2024-09-07"},
	{"guide", "Insert, update, retain",
		"Three customers arrive: one has moved, one is as before and one is new, in a table with surrogate keys and 9999-12-31 for an open end. " +
			"Only the moved one gets a second version, and the new versions take the next free keys.",
		"2026-05-31"},
	{"customer-42", "Customer 42 moves twice",
		"Both changes of one customer come in the same file, the later one first. " +
			"Placed by their effective time they make three versions in a row, so that orders of March belong to York and to Retail.",
		"2024-06-30"},
}

// Names lists the samples; the first is the built-in demo.
func Names() []string {
	names := make([]string, len(samples))
	for i, s := range samples {
		names[i] = s.name
	}
	return names
}

// Demo finds a sample by name; "" is the built-in demo. An unknown name is an engine.Error of CodeUsage.
func Demo(name string) (Sample, error) {
	if name == "" {
		name = samples[0].name
	}
	for _, s := range samples {
		if s.name == name {
			return load(s)
		}
	}
	return Sample{}, engine.Errorf(engine.CodeUsage, "there is no sample named %q", name).Help("The samples are %s.", strings.Join(Names(), ", "))
}

const dimensionName = "dim_customer"

func load(a about) (Sample, error) {
	batch := "customers_" + a.asOf + ".csv"
	s := Sample{Name: a.name, Title: a.title, About: a.text, AsOf: a.asOf, Files: Files{DimensionName: dimensionName + ".csv", BatchName: batch}}
	for _, f := range []struct {
		name string
		into *[]byte
	}{
		{s.Files.DimensionName, &s.Files.Dimension},
		{batch, &s.Files.Batch},
		{s.specName(), &s.Files.Spec},
		{"kinds.csv", &s.kinds},
	} {
		b, err := files.ReadFile(path.Join(a.name, f.name))
		if err != nil {
			return Sample{}, engine.Errorf(engine.CodeFailed, "cannot read the sample %s: %w", a.name, err)
		}
		*f.into = b
	}
	return s, nil
}

// specName is where every command looks for the spec of a dimension: beside it.
func (s Sample) specName() string {
	return strings.TrimSuffix(s.Files.DimensionName, path.Ext(s.Files.DimensionName)) + ".dim.yaml"
}
