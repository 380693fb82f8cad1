package main

import (
	"os"
	"path/filepath"

	"dimdesk/engine"
	"dimdesk/sampledata"

	"github.com/spf13/cobra"
)

// settings are the flags that the commands share: the data, how often it is run, and the program.
type settings struct {
	members int64
	rows    int64
	memory  string
	runs    int
	key     string
	seed    int64
	dir     string
	dimdesk string
}

// usual are the settings where a command has no other defaults.
func usual() settings { return settings{members: 1_000_000, runs: 5, key: "integer"} }

// allFlags are the names of the flags that add knows.
var allFlags = []string{"members", "rows", "runs", "key", "seed", "dir", "dimdesk"}

// add gives a command those of the flags that are named. What the settings hold is their default.
func (s *settings) add(cmd *cobra.Command, names ...string) {
	f := cmd.Flags()
	for _, name := range names {
		switch name {
		case "members":
			f.Int64Var(&s.members, name, s.members, "members of the dimension")
		case "rows":
			f.Int64Var(&s.rows, name, s.rows, "rows of the batch (default: a tenth of the members)")
		case "runs":
			f.IntVar(&s.runs, name, s.runs, "rounds that are counted")
		case "key":
			f.StringVar(&s.key, name, s.key, "business key: integer or text")
		case "seed":
			f.Int64Var(&s.seed, name, s.seed, "seed of the generated data")
		case "dir":
			f.StringVar(&s.dir, name, s.dir, "folder for what is made once (default: dimbench in the user's cache folder)")
		case "dimdesk":
			f.StringVar(&s.dimdesk, name, s.dimdesk, "a built dimdesk (default: build ./cmd/dimdesk)")
		}
	}
}

func (s settings) generator() (sampledata.Generator, error) {
	if s.key != "integer" && s.key != "text" {
		return sampledata.Generator{}, engine.Errorf(engine.CodeUsage, "--key %s: it is integer or text", s.key)
	}
	if s.members < 100 || s.runs < 1 {
		return sampledata.Generator{}, engine.Errorf(engine.CodeUsage, "at least 100 --members and one of --runs are needed")
	}
	return sampledata.Generator{Members: s.members, Seed: s.seed, TextKey: s.key == "text", Rows: s.rows}, nil
}

func (s settings) folder() (string, error) {
	if s.dir != "" {
		return s.dir, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", engine.Errorf(engine.CodeFailed, "there is no cache folder: %w", err).Help("Give a folder with --dir.")
	}
	return filepath.Join(cache, "dimbench"), nil
}
