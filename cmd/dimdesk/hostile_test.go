package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"
)

// evil would clear the screen, rename the window, make a link, write the clipboard, colour, go back and turn the line around.
const evil = "\x1b[2J\x1b]0;owned\x07\x1b]8;;x\x1b\\\x1b]52;c;YQ==\x07\u009b31m\u0090q\u009c\b\r\x7f\u202e\u200b<b>&|"

// TestHostileText runs the program on files whose every name and cell is evil.
func TestHostileText(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  filepath.Join("testdata", "hostile"),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"clean": clean},
		Setup: func(env *testscript.Env) error {
			place := func(name string) string { return filepath.Join(env.WorkDir, strings.ReplaceAll(evil, "/", "")+name) }
			id, city := `"id`+evil+`"`, `"city`+evil+`"`
			for name, value := range map[string]string{"EVIL": evil, "KEY": "A" + evil, "DIM": place("dim.csv"), "BATCH": place("batch.csv"), "PARK": place("parked.csv"), "SPEC": place("spec.yaml"),
				"XDG_STATE_HOME": filepath.Join(env.WorkDir, ".state")} {
				env.Setenv(name, value)
			}
			for path, text := range map[string]string{
				place("dim.csv"):   "sk," + id + "," + city + ",valid_from,valid_to\n1,\"A" + evil + "\",Pune,2024-01-01,\n2,B,\"" + evil + "\",2024-01-01,\n",
				place("batch.csv"): id + "," + city + "\n\"A" + evil + "\",\"Delhi" + evil + "\"\nB,Rome\n\"N" + evil + "\",\"" + evil + "\"\n,\"" + evil + "\"\n\"" + evil + "\"\n",
				place("spec.yaml"): "key: id\n" + `"\e[2J\x9b31m\u202e": 1` + "\n",
			} {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// clean is status, and fails where a character reached either stream that a terminal would act on.
func clean(ts *testscript.TestScript, neg bool, args []string) {
	status(ts, neg, args)
	for _, stream := range []string{"stdout", "stderr"} {
		text := ts.ReadFile(stream)
		if i := strings.IndexFunc(text, acts); i >= 0 {
			ts.Fatalf("%s holds %q", stream, text[max(0, i-60):min(len(text), i+20)])
		}
	}
}

// acts tells whether a terminal does something at a character instead of showing it.
func acts(r rune) bool {
	return r != '\n' && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0x200e || r == 0x200f
}
