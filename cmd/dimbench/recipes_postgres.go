package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/duck"
	"dimdesk/engine/recipe"
)

// cluster is a PostgreSQL of our own, in a folder that goes away with it, reached through a socket there.
type cluster struct {
	bin, dir string
	as       []string // what a command begins with, so that it runs as a user without rights
}

// openCluster makes one and starts it.
func openCluster(ctx context.Context) (c cluster, err error) {
	const help = "On Debian and Ubuntu: apt-get install postgresql; 15 or newer has MERGE."
	if c.bin, err = postgresBin(); err != nil {
		return c, engine.Errorf(engine.CodeFailed, "there is no PostgreSQL: %w", err).Help(help)
	}
	if c.dir, err = os.MkdirTemp("", "dimbench-pg-"); err != nil { // a socket's path must be short
		return c, engine.Errorf(engine.CodeFailed, "cannot make a folder: %w", err)
	}
	if os.Geteuid() == 0 { // PostgreSQL refuses to run as root
		nobody, err := user.Lookup("nobody")
		if err != nil {
			return c, err
		}
		uid, err := strconv.Atoi(nobody.Uid)
		if err == nil {
			err = os.Chown(c.dir, uid, -1)
		}
		if err != nil {
			return c, err
		}
		c.as = []string{"runuser", "-u", "nobody", "--"}
	}
	data := filepath.Join(c.dir, "data")
	if _, err := c.run(ctx, "", "initdb", "-D", data, "-U", "dimbench", "--auth=trust", "--encoding=UTF8", "--locale=C"); err != nil {
		return c, engine.Errorf(engine.CodeFailed, "cannot make a PostgreSQL cluster: %w", err).Help(help)
	}
	if _, err := c.run(ctx, "", "pg_ctl", "-D", data, "-o", "-k "+c.dir+" -c listen_addresses= -c fsync=off", "-l", filepath.Join(c.dir, "log"), "-w", "start"); err != nil {
		return c, engine.Errorf(engine.CodeFailed, "cannot start PostgreSQL: %w", err)
	}
	return c, nil
}

func (c cluster) close() error {
	if c.dir == "" {
		return nil
	}
	_, err := c.run(context.Background(), "", "pg_ctl", "-D", filepath.Join(c.dir, "data"), "-m", "immediate", "-w", "stop")
	return errors.Join(err, os.RemoveAll(c.dir))
}

// run runs one of its programs with a text to read, and gives what it said.
func (c cluster) run(ctx context.Context, input, program string, args ...string) (string, error) {
	line := append(slices.Clone(c.as), filepath.Join(c.bin, program))
	line = append(line, args...)
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir, cmd.Stdin = c.dir, strings.NewReader(input)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s", strings.TrimSpace(said.String()+string(out)))
	}
	return string(out), nil
}

// psql runs SQL in a database and stops at the first error.
func (c cluster) psql(ctx context.Context, database, sql string) (string, error) {
	return c.run(ctx, sql, "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=terse", "-h", c.dir, "-U", "dimbench", "-d", database, "-f", "-")
}

// postgresBin is where initdb is: on the PATH, or where Debian puts it, the newest.
func postgresBin() (string, error) {
	if p, err := exec.LookPath("initdb"); err == nil {
		real, err := filepath.EvalSymlinks(p) // a link may lie where the others do not
		return filepath.Dir(real), err
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.Join(err, errors.New("initdb is not on the PATH"))
	}
	slices.SortFunc(found, func(a, b string) int { return majorOf(a) - majorOf(b) })
	return filepath.Dir(found[len(found)-1]), nil
}

func majorOf(path string) int {
	n, _ := versionIn(path)
	return n
}

// patternSQL is the recipe for a case, once for each time that its batch is applied.
func patternSQL(_ context.Context, c recipeCase, _ string) (string, error) {
	t, err := c.table("dim", "staged")
	if err != nil {
		return "", err
	}
	r, err := recipe.For("postgresql", t)
	return strings.Repeat(r.SQL(), c.Times), err
}

// scriptSQL is the script of the plan for a case. A batch that is applied again changes nothing then.
func scriptSQL(ctx context.Context, c recipeCase, work string) (text string, err error) {
	o, err := c.files(filepath.Join(work, "script-"+c.name))
	if err != nil {
		return "", err
	}
	r, err := duck.OpenReview(ctx, o)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	p, err := r.Preview(ctx)
	if err != nil || len(p.Stops) > 0 {
		return "", err
	}
	var b strings.Builder
	err = r.Script(ctx, duck.ScriptOptions{Dialect: "postgresql", Table: "dim"}, &b)
	return b.String(), err
}

// onPostgres runs what is written for each case in a database of its own.
func onPostgres(write func(context.Context, recipeCase, string) (string, error)) func(context.Context, kitchenware, []recipeCase) ([]dish, string, error) {
	return func(ctx context.Context, k kitchenware, cases []recipeCase) ([]dish, string, error) {
		if err := os.MkdirAll(k.work, 0o755); err != nil {
			return nil, "", err
		}
		return onCluster(ctx, cases, func(c recipeCase) (string, error) { return write(ctx, c, k.work) })
	}
}

func onCluster(ctx context.Context, cases []recipeCase, write func(recipeCase) (string, error)) (out []dish, has string, err error) {
	c, err := openCluster(ctx)
	defer func() { err = errors.Join(err, c.close()) }()
	if err != nil {
		return nil, "", err
	}
	version, err := c.run(ctx, "", "postgres", "--version")
	if err != nil {
		return nil, "", err
	}
	for i, of := range cases {
		database := fmt.Sprintf("case%d", i)
		text, err := write(of)
		if err != nil {
			return nil, "", err
		}
		setUp, err := of.setUp("dim", "staged", sqlDialect{
			types: map[string]string{"VARCHAR": "TEXT"}, identity: " GENERATED BY DEFAULT AS IDENTITY (START WITH 100)", using: func(bool) string { return "" },
		})
		if err != nil {
			return nil, "", err
		}
		if _, err := c.psql(ctx, "postgres", "CREATE DATABASE "+database); err != nil {
			return nil, "", err
		}
		if _, err := c.psql(ctx, database, strings.Join(setUp, ";\n")+";\n"); err != nil {
			return nil, "", err
		}
		var d dish
		if _, err := c.psql(ctx, database, text); err != nil {
			d.failed = strings.TrimSpace(afterError(err.Error()))
		} else if d, err = c.table(ctx, database, "dim"); err != nil {
			return nil, "", err
		}
		out = append(out, d)
	}
	return out, strings.TrimSpace(strings.TrimPrefix(version, "postgres ")), nil
}

// afterError is what psql says after where it was.
func afterError(s string) string {
	if _, said, ok := strings.Cut(oneLine(s), "ERROR:"); ok {
		return said
	}
	return oneLine(s)
}

// table reads a table as text.
func (c cluster) table(ctx context.Context, database, name string) (d dish, err error) {
	text, err := c.psql(ctx, database, "COPY "+name+" TO STDOUT (FORMAT csv, HEADER true);\n")
	if err != nil {
		return d, err
	}
	d.columns, d.rows, err = sheetOf(text)
	for i, column := range d.columns {
		for _, row := range d.rows {
			if strings.HasPrefix(column, "is_") {
				row[i] = map[string]string{"t": "true", "f": "false"}[row[i]]
			}
		}
	}
	return d, err
}
