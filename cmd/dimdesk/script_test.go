package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"dimdesk": main, "duckdb": runSQL, "holder": holdOpen, "plainuser": plainUser})
}

// Each script in testdata is a user's story. It begins with the files of testdata/shop, and before.csv, a copy of the
// dimension.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata",
		Setup: shop,
		Cmds:  map[string]func(*testscript.TestScript, bool, []string){"status": status, "hold": hold},
	})
}

func shop(env *testscript.Env) error {
	env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, ".state"))
	if err := os.CopyFS(env.WorkDir, os.DirFS(filepath.Join("testdata", "shop"))); err != nil {
		return err
	}
	dimension, err := os.ReadFile(filepath.Join(env.WorkDir, "dim_customer.csv"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(env.WorkDir, "before.csv"), dimension, 0o644)
}

// status runs a program that must exit with exactly this code: status 64 dimdesk …
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE PROGRAM [ARGUMENT…]")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// hold lets another process hold a DuckDB file until the script ends.
func hold(ts *testscript.TestScript, _ bool, args []string) {
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "holder", ts.MkAbs(args[0]))
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() { cancel(); _ = cmd.Wait() })
	if _, err := out.Read(make([]byte, 1)); err != nil {
		ts.Fatalf("the file could not be held: %v", err)
	}
}
