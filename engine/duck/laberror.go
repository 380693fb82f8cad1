package duck

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	"dimdesk/engine"
)

const confinedHelp = "SQL here works on the tables that are shown: it reaches no file, no network and no setting."

var (
	errorClass = regexp.MustCompile(`^[A-Z][A-Za-z ]* Error: `)
	errorLine  = regexp.MustCompile(`(?m)^LINE (\d+):`)
)

// labError says of a statement that failed on which line of the learner's text, and what would help. outer is the context that
// was given, without the Lab's own limit of time.
func (l *Lab) labError(outer context.Context, st labStatement, err error) error {
	if outer.Err() != nil {
		return cancelled(err)
	}
	de, ok := errors.AsType[*duckdb.Error](err)
	if errors.Is(err, context.DeadlineExceeded) || ok && de.Type == duckdb.ErrorTypeInterrupt {
		return engine.Errorf(engine.CodeUsage, "line %d: this statement was stopped after %s", st.line, l.time).
			Help("Look for a recursion without an end, or a join without a condition.")
	}
	msg := err.Error()
	if ok {
		msg = de.Msg
	}
	line := st.line
	if m := errorLine.FindStringSubmatchIndex(msg); m != nil {
		n, _ := strconv.Atoi(msg[m[2]:m[3]])
		line, msg = line+n-1, msg[:m[0]]
	}
	msg = errorClass.ReplaceAllString(strings.TrimSpace(msg), "")
	first, more, _ := strings.Cut(msg, "\n")
	e := &engine.Error{Code: engine.CodeUsage, Msg: fmt.Sprintf("line %d: %s", line, strings.TrimSpace(first)), Hint: strings.TrimSpace(more), Err: err}
	if help := labHelp(de, msg); help != "" {
		e.Hint = help
	}
	return e
}

// labHelp is what would help against an error; "" where DuckDB's own words must do.
func labHelp(de *duckdb.Error, msg string) string {
	switch {
	case de == nil:
		return ""
	case strings.Contains(msg, "no transaction is active"):
		return "BEGIN starts a transaction. Without one, each statement stands as soon as it has run."
	case strings.Contains(msg, "within a transaction"):
		return "COMMIT or ROLLBACK ends the one that is open."
	case strings.Contains(msg, "transaction is aborted"):
		return "An earlier statement of the transaction failed. ROLLBACK ends it, and takes back what it did."
	}
	switch de.Type {
	case duckdb.ErrorTypePermission, duckdb.ErrorTypeIO, duckdb.ErrorTypeHTTP, duckdb.ErrorTypeAutoLoad, duckdb.ErrorTypeSettings:
		return confinedHelp
	case duckdb.ErrorTypeOutOfMemory:
		return "There are 256 MB for a statement here: let it make fewer rows."
	case duckdb.ErrorTypeParser:
		if strings.Contains(msg, "expression depth") {
			return "Fewer parentheses or operators in a row are read."
		}
		return "A comma, a quote or a semicolon may be missing just before."
	case duckdb.ErrorTypeInvalidInput:
		if strings.Contains(msg, "configuration") {
			return confinedHelp
		}
	}
	return ""
}
