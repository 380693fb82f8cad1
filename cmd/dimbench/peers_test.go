package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dimdesk/engine"
	"dimdesk/sampledata"
)

// TestPeerFilesAreWhole holds the embedded files against the commands that use them and the columns that they must name.
func TestPeerFilesAreWhole(t *testing.T) {
	for _, p := range peerList() {
		t.Run(p.name, func(t *testing.T) {
			dir, tb := t.TempDir(), toolbox{bin: "bin"}
			if err := unpack(dir, p.folders...); err != nil {
				t.Fatal(err)
			}
			scripts := 0
			for _, arg := range slices.Concat(append(p.base(tb), p.apply(tb), p.export(tb))...) {
				if ext := filepath.Ext(arg); ext != ".py" && ext != ".sql" {
					continue
				}
				scripts++
				if _, err := os.Stat(filepath.Join(dir, arg)); err != nil {
					t.Error(err)
				}
			}
			if scripts < 2 {
				t.Errorf("%d scripts in its commands", scripts)
			}
			names, whole := append([]string{"customer_id"}, attributeNames()...), 0
			err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
				if err != nil || entry.IsDir() {
					return err
				}
				text, err := os.ReadFile(name)
				if err == nil && !slices.ContainsFunc(names, func(n string) bool { return !strings.Contains(string(text), n) }) {
					whole++
				}
				return err
			})
			if err != nil || whole == 0 {
				t.Errorf("no file names all columns: %v", err)
			}
		})
	}
}

func attributeNames() []string {
	var names []string
	for _, a := range sampledata.Attributes {
		names = append(names, a.Name)
	}
	return names
}

func TestPackagesArePinned(t *testing.T) {
	for _, c := range []struct {
		kit      kit
		packages int
		has      string
	}{
		{dbtKit, 3, "dbt-duckdb "},
		{sqlmeshKit, 2, "sqlmesh "},
		{sparkKit, 3, "iceberg-spark-runtime-"},
	} {
		requirements, packages := listed(c.kit.folder, "requirements.txt"), listed(c.kit.folder, "packages.txt")
		got := names(requirements, packages)
		if len(got) != c.packages || !strings.Contains(strings.Join(got, ", "), c.has) {
			t.Errorf("%s: %q", c.kit.folder, got)
		}
		for _, r := range requirements {
			if !strings.HasPrefix(r, "--") && !strings.Contains(r, "==") {
				t.Errorf("%s: %q has no version", c.kit.folder, r)
			}
		}
	}
}

func TestPeersRefusesWhatItDoesNotKnow(t *testing.T) {
	for want, s := range map[string]peersSettings{
		"--only dbtt: there are dimdesk, dbt, sqlmesh, spark-delta, spark-iceberg": {only: []string{"dbt", "dbtt"}, format: "text", settings: settings{members: 1000, runs: 1, key: "integer"}},
		"--format html: it is text or markdown":                                    {format: "html", settings: settings{members: 1000, runs: 1, key: "integer"}},
		"at least 100 --members and one of --runs are needed":                      {format: "text", settings: settings{members: 1000, key: "integer"}},
	} {
		s.dir = filepath.Join(t.TempDir(), "none")
		err := peers(context.Background(), s, io.Discard, io.Discard)
		if engine.CodeOf(err) != engine.CodeUsage || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if _, err := os.Stat(s.dir); err == nil {
			t.Error("it made a folder")
		}
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		only []string
		want string
		desk bool
	}{
		{nil, "dbt sqlmesh spark-delta spark-iceberg", true},
		{[]string{"spark-delta", "dbt"}, "dbt spark-delta", false},
		{[]string{"dimdesk"}, "", true},
	} {
		chosen, desk, err := choose(c.only)
		var names []string
		for _, p := range chosen {
			names = append(names, p.name)
		}
		if err != nil || desk != c.desk || strings.Join(names, " ") != c.want {
			t.Errorf("%q: %q, %v, %v", c.only, names, desk, err)
		}
	}
}

func TestWhatIsMissingIsSaidWithWhatHelps(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("JAVA_HOME", "")
	says := func(k kit, want string) {
		t.Helper()
		home := filepath.Join(t.TempDir(), "kits")
		_, err := k.setUp(ctx, home, io.Discard)
		if err == nil || brief(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
		if _, err := os.Stat(home); err == nil {
			t.Error("it made a folder")
		}
	}
	const python = "dbt, SQLMesh and Spark need Python 3.10 or newer, as python3 on the PATH, with its venv module."
	const java = "Spark 4.0 needs Java 17 or 21, as java on the PATH or in JAVA_HOME."
	says(dbtKit, "there is no python3. "+python)
	script(t, dir, "python3", "Python 3.8.20")
	says(sqlmeshKit, "python3 is too old, or does not run: Python 3.8.20. "+python)
	script(t, dir, "python3", "Python 3.11.7")
	says(sparkKit, "there is no java. "+java)
	script(t, dir, "java", `openjdk version "11.0.28" 2025-07-15`)
	says(sparkKit, `java is too old, or does not run: openjdk version "11.0.28" 2025-07-15. `+java)
	script(t, dir, "java", `openjdk version "17.0.15" 2025-04-15`)
	if got, err := findJava(ctx); err != nil || got != "Java 17.0.15" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestPeersDoNotSeeTheSettingsOfTheUser(t *testing.T) {
	for _, name := range []string{"PYTHONPATH", "SPARK_HOME", "PYSPARK_DRIVER_PYTHON", "DBT_PROFILES_DIR", "SQLMESH__GATEWAY"} {
		t.Setenv(name, "theirs")
	}
	t.Setenv("JAVA_HOME", "java")
	env := quietly("python")
	for _, v := range env {
		if strings.HasSuffix(v, "=theirs") {
			t.Errorf("%s is left", v)
		}
	}
	for _, want := range []string{"PYSPARK_PYTHON=python", "JAVA_HOME=java", "PATH=" + os.Getenv("PATH")} {
		if !slices.Contains(env, want) {
			t.Errorf("no %s", want)
		}
	}
}

// script puts a program on the PATH that answers every call with a line.
func script(t *testing.T, dir, name, line string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho '"+line+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// self is this test binary as a program that does nothing, or fails.
func self(t *testing.T, name string, fails bool) *entrant {
	t.Helper()
	fresh := 0
	c := func() *contender {
		c := &contender{name: name, program: os.Args[0], args: []string{"-test.run=^$"}, fresh: func() error { fresh++; return nil }}
		if fails {
			c.args = []string{"-test.run=("}
		}
		return c
	}
	return &entrant{name: name, full: c(), empty: c()}
}

func TestOneThatFailsIsLeftOutAndTheOthersGoOn(t *testing.T) {
	good, bad, last := self(t, "good", false), self(t, "bad", true), self(t, "last", false)
	var talk strings.Builder
	if err := inTurns(context.Background(), []*entrant{good, bad, last}, 2, &talk); err != nil {
		t.Fatal(err)
	}
	for _, e := range []*entrant{good, last} {
		if len(e.full.measured) != 2 || len(e.empty.measured) != 2 || e.failed != nil {
			t.Errorf("%s: %d and %d rounds, %v", e.name, len(e.full.measured), len(e.empty.measured), e.failed)
		}
		if m := e.full.measured[0]; m.wall <= 0 || m.cpu <= 0 {
			t.Errorf("%s took no time: %+v", e.name, m)
		}
	}
	if bad.failed == nil || strings.Count(talk.String(), "bad is left out: bad failed: exit status") != 1 {
		t.Errorf("%v\n%s", bad.failed, talk.String())
	}
	if err := inTurns(context.Background(), []*entrant{bad, good}, 1, io.Discard); err != nil {
		t.Errorf("left out already: %v", err)
	}
	if err := inTurns(context.Background(), []*entrant{self(t, "first", true), good}, 1, io.Discard); engine.CodeOf(err) != engine.CodeFailed {
		t.Errorf("the one that others are measured against failed: %v", err)
	}
}

// measured is an entrant with figures: seconds of wall time with the batch, a tenth of it with no rows.
func measured(name string, walls ...float64) *entrant {
	e := &entrant{name: name, full: &contender{}, empty: &contender{}, outcome: outcome{hand: 1530, other: 1530}}
	for _, w := range walls {
		d := time.Duration(w * float64(time.Second))
		e.full.measured = append(e.full.measured, measurement{wall: d, cpu: 2 * d, peak: 150e6})
		e.empty.measured = append(e.empty.measured, measurement{wall: d / 10})
	}
	return e
}

func TestPeersReport(t *testing.T) {
	hand, other, gone := measured("hand-written SQL", 0.5, 0.4, 0.7), measured("dbt snapshot", 3, 2, 2.5), measured("Spark", 9)
	hand.has, other.has, other.kept = "DuckDB v1", "dbt-core 1", "no current flag"
	other.outcome = outcome{hand: 1530, other: 1529, missing: 3, added: 2, twice: 1}
	gone.failed = engine.Errorf(engine.CodeFailed, "there is no java\nat all").Help("Install it.")
	g, day := sampledata.Generator{Members: 1000}, time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	for format, want := range map[string]string{
		"text": `
program            wall s   least–most   user+sys s   peak MB   empty batch s                                                versions   × hand-written
hand-written SQL     0.50    0.40–0.70         1.00       150            0.05                                              1530, same             1.00
dbt snapshot         2.50    2.00–3.00         5.00       150            0.25   1529, 3 missing, 2 other, 1 surrogate keys used again             5.00
Spark                   –            –            –         –               –                                                       –                –

1000 members, a batch of 100 rows; medians of the rounds, in turns, of which there were 3.
`,
		"markdown": `
| program | wall s | least–most | user+sys s | peak MB | empty batch s | versions | × hand-written |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| hand-written SQL | 0.50 | 0.40–0.70 | 1.00 | 150 | 0.05 | 1530, same | 1.00 |
| dbt snapshot | 2.50 | 2.00–3.00 | 5.00 | 150 | 0.25 | 1529, 3 missing, 2 other, 1 surrogate keys used again | 5.00 |
| Spark | – | – | – | – | – | – | – |

- 1000 members, a batch of 100 rows; medians of the rounds, in turns, of which there were 3.
`,
	} {
		var out strings.Builder
		if err := peersReport(&out, format, g, []*entrant{hand, other, gone}, day); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix("\n"+out.String(), want) {
			t.Errorf("%s\nwant%s", out.String(), want)
		}
		for _, note := range []string{
			"dbt snapshot keeps no current flag.\n",
			"Spark was not measured: there is no java. Install it.\n",
			"hand-written SQL: DuckDB v1; dbt snapshot: dbt-core 1.\n",
			machine() + ", 2026-11-30.\n",
		} {
			if !strings.Contains(out.String(), note) {
				t.Errorf("%s\nhas no %q", out.String(), note)
			}
		}
	}
}

func TestWhatSeveralAreMadeOfIsSaidOnce(t *testing.T) {
	all := []*entrant{{name: "a", has: "x 1"}, {name: "b", has: "y 2"}, {name: "c", has: "y 2"}, {name: "d"}}
	if got, want := versionsOf(all), "a: x 1; b and c: y 2."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
