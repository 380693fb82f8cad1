package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"dimdesk/engine"
)

// kit is what peers are set up from: the Python packages in its requirements.txt, in an environment of their own, and
// the Maven packages in its packages.txt, which only Spark has.
type kit struct {
	folder string // of the embedded files
	java   bool
}

// toolbox is a kit that has been set up.
type toolbox struct {
	bin  string // where its programs are
	jars string // the class path of its Maven packages
	env  []string
	has  string // what it is, with versions
}

func (t toolbox) program(name string) string { return filepath.Join(t.bin, name) }

// setUp installs a kit into a folder of its own, named for its versions, unless that was done before.
func (k kit) setUp(ctx context.Context, dir string, talk io.Writer) (toolbox, error) {
	if runtime.GOOS == "windows" {
		return toolbox{}, engine.Errorf(engine.CodeFailed, "the peers are set up on Linux and macOS only")
	}
	python, version, err := findPython(ctx)
	if err != nil {
		return toolbox{}, err
	}
	requirements, packages := listed(k.folder, "requirements.txt"), listed(k.folder, "packages.txt")
	has := append(names(requirements, packages), version)
	if k.java {
		java, err := findJava(ctx)
		if err != nil {
			return toolbox{}, err
		}
		has = append(has, java)
	}
	sum := sha256.Sum256([]byte(strings.Join(append(append(requirements, packages...), python, version), "\n")))
	home := filepath.Join(dir, fmt.Sprintf("%s-%x", k.folder, sum[:4]))
	t := toolbox{
		bin:  filepath.Join(home, "bin"),
		jars: filepath.Join(home, "ivy", "jars", "*"),
		has:  strings.Join(has, ", "),
		env:  quietly(filepath.Join(home, "bin", "python")),
	}
	whole := filepath.Join(home, "complete")
	if _, err := os.Stat(whole); err == nil {
		return t, nil
	}
	fmt.Fprintf(talk, "setting up %s in %s\n", k.folder, home)
	began := time.Now()
	if err := errors.Join(os.RemoveAll(home), os.MkdirAll(home, 0o755)); err != nil {
		return toolbox{}, engine.Errorf(engine.CodeFailed, "cannot clear %s: %w", home, err)
	}
	if err := k.install(ctx, t, python, home, packages); err != nil {
		return toolbox{}, err
	}
	if err := os.WriteFile(whole, []byte(t.has+"\n"), 0o644); err != nil {
		return toolbox{}, engine.Errorf(engine.CodeFailed, "cannot keep what was set up: %w", err)
	}
	fmt.Fprintf(talk, "set up %s in %.0f s\n", k.folder, time.Since(began).Seconds())
	return t, nil
}

// quietly is the environment of the peers: whoever runs this may have a Python, Spark or dbt of their own, with settings,
// and nobody is to be told of the run.
func quietly(python string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return slices.ContainsFunc([]string{"PYTHON", "PYSPARK_", "SPARK_", "DBT_", "SQLMESH_"}, func(of string) bool { return strings.HasPrefix(v, of) })
	})
	return append(env, "PYSPARK_PYTHON="+python, "SPARK_LOCAL_IP=127.0.0.1", "DO_NOT_TRACK=1")
}

func (k kit) install(ctx context.Context, t toolbox, python, home string, packages []string) error {
	if _, err := command(ctx, home, nil, python, "-m", "venv", home); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot make a Python environment for %s: %w", k.folder, err).
			Help("On Debian and Ubuntu the package python3-venv is needed.")
	}
	files := filepath.Join(home, "files")
	if err := os.Mkdir(files, 0o755); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot make a folder: %w", err)
	}
	if err := unpack(files, k.folder); err != nil {
		return err
	}
	if _, err := command(ctx, files, t.env, t.program("python"), "-m", "pip", "install", "--quiet", "-r", "requirements.txt"); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot install the Python packages of %s: %w", k.folder, err).
			Help("They come from PyPI, which must be reached; they are known to install with Python 3.11.")
	}
	if len(packages) == 0 {
		return nil
	}
	if _, err := command(ctx, files, t.env, t.program("spark-submit"), "--packages", strings.Join(packages, ","),
		"--conf", "spark.jars.ivy="+filepath.Join(home, "ivy"), "fetch.py"); err != nil {
		return engine.Errorf(engine.CodeFailed, "cannot fetch the packages of %s: %w", k.folder, err).
			Help("They come from Maven Central, which must be reached.")
	}
	return nil
}

// names are what requirements and Maven coordinates stand for, as people say it: "duckdb 1.5.6".
func names(requirements, packages []string) []string {
	var all []string
	for _, r := range requirements {
		if name, version, ok := strings.Cut(r, "=="); ok {
			all = append(all, name+" "+version)
		}
	}
	for _, p := range packages {
		if part := strings.Split(p, ":"); len(part) == 3 {
			all = append(all, part[1]+" "+part[2])
		}
	}
	return all
}

func findPython(ctx context.Context) (program, version string, err error) {
	const help = "dbt, SQLMesh and Spark need Python 3.10 or newer, as python3 on the PATH, with its venv module."
	program, err = exec.LookPath("python3")
	if err != nil {
		return "", "", engine.Errorf(engine.CodeFailed, "there is no python3").Help(help)
	}
	said, err := exec.CommandContext(ctx, program, "--version").CombinedOutput()
	if ctx.Err() != nil {
		return "", "", ctx.Err()
	}
	version = strings.TrimSpace(string(said))
	if major, minor := versionIn(version); err != nil || major < 3 || major == 3 && minor < 10 {
		return "", "", engine.Errorf(engine.CodeFailed, "python3 is too old, or does not run: %s", version).Help(help)
	}
	return program, version, nil
}

// findJava looks for Java where Spark does.
func findJava(ctx context.Context) (string, error) {
	const help = "Spark 4.0 needs Java 17 or 21, as java on the PATH or in JAVA_HOME."
	program := "java"
	if home := os.Getenv("JAVA_HOME"); home != "" {
		program = filepath.Join(home, "bin", "java")
	}
	if _, err := exec.LookPath(program); err != nil {
		return "", engine.Errorf(engine.CodeFailed, "there is no java").Help(help)
	}
	said, err := exec.CommandContext(ctx, program, "-version").CombinedOutput()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	first, _, _ := strings.Cut(string(said), "\n")
	if major, _ := versionIn(first); err != nil || major < 17 {
		return "", engine.Errorf(engine.CodeFailed, "java is too old, or does not run: %s", first).Help(help)
	}
	return "Java " + versionPattern.FindString(first), nil
}

var versionPattern = regexp.MustCompile(`(\d+)(?:\.(\d+))?[\d.]*`)

// versionIn is the first version in a text such as `openjdk version "17.0.15"`; 0 and 0 if there is none.
func versionIn(text string) (major, minor int) {
	if m := versionPattern.FindStringSubmatch(text); m != nil {
		major, _ = strconv.Atoi(m[1])
		minor, _ = strconv.Atoi(m[2])
	}
	return major, minor
}
