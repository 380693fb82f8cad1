package duck

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dimdesk/engine/sqlgen"
)

// TestScopeIsOnlyACondition gives scopes that try to be more: they are refused before anything happens, read no file that was
// not named, and write none.
func TestScopeIsOnlyACondition(t *testing.T) {
	elsewhere := t.TempDir()
	secret := put(t, elsewhere, "secret.csv", "secret\n1\n")
	written := filepath.Join(elsewhere, "written.csv")
	for name, scope := range map[string]string{
		"copy out":         "true)); COPY (SELECT 1) TO '" + written + "'; SELECT * FROM (SELECT 1 AS k0 WHERE (true",
		"several":          "true; DROP TABLE change; SELECT true",
		"a file":           "(SELECT count(*) FROM read_csv('" + secret + "')) > 0",
		"a file's text":    "(SELECT content FROM read_text('" + secret + "')) <> ''",
		"a file by name":   "EXISTS (FROM '" + secret + "')",
		"the folder":       "EXISTS (FROM glob('" + elsewhere + "/*'))",
		"attach":           "true); ATTACH '" + written + "' AS x; SELECT (true",
		"settings":         "true); SET enable_external_access = true; SELECT (true",
		"an extension":     "true); INSTALL httpfs; SELECT (true",
		"no condition":     "sleep(",
		"an export":        "true); EXPORT DATABASE '" + elsewhere + "'; SELECT (true",
		"the environment":  "getenv('HOME') <> ''",
		"a query":          "EXISTS (FROM query('FROM read_csv(''" + secret + "'')'))",
		"a table by text":  "EXISTS (FROM query_table('" + secret + "'))",
		"bytes":            "(SELECT count(*) FROM read_blob('" + secret + "')) > 0",
		"JSON":             "(SELECT count(*) FROM read_json('" + secret + "')) > 0",
		"Parquet":          "(SELECT count(*) FROM read_parquet('" + secret + "')) > 0",
		"a sniffer":        "(SELECT count(*) FROM sniff_csv('" + secret + "')) > 0",
		"a macro":          "true); CREATE MACRO lower(x) AS 'y'; SELECT (true",
		"load":             "true); LOAD httpfs; SELECT (true",
		"a pragma":         "true); PRAGMA database_list; SELECT (true",
		"the web":          "EXISTS (FROM 'https://example.com/x.csv')",
		"a log to look at": "EXISTS (FROM enable_logging(storage = 'stdout')) OR true",
		"a log":            "EXISTS (FROM system.main.\"Enable_Logging\" /* (x) */ (storage = 'file', storage_path = '" + written + "')) OR true",
		"a log by text":    "EXISTS (FROM query('FROM enable' || '_logging(storage = ''stdout'')')) OR true",
		"a profile":        "EXISTS (FROM enable_profiling()) OR true",
		"a comment":        "true) -- ",
		"another query":    "true) UNION ALL SELECT (true",
		"a FROM":           "true) FROM (SELECT 1",
		"a WHERE":          "true) WHERE (true",
		"two columns":      "true), (true",
		"an ORDER BY":      "true) ORDER BY (1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := files(t, threeMembers, "id,city\nA,Pune\n", plainSpec+"batch: {mode: snapshot, scope: "+fmt.Sprintf("%q", scope)+"}\n")
			r, err := OpenReview(context.Background(), o)
			if err == nil {
				r.Close()
				t.Error("it was taken")
			} else if !strings.Contains(err.Error(), "scope") && !strings.Contains(err.Error(), "disabled by configuration") {
				t.Errorf("it does not say what is wrong: %v", err)
			}
		})
	}
	t.Cleanup(func() {
		if found, _ := os.ReadDir(elsewhere); len(found) != 1 {
			t.Errorf("in the other folder: %v", found)
		}
	})
}

// TestWorkspaceStaysConfined tries to widen what a workspace may reach.
func TestWorkspaceStaysConfined(t *testing.T) {
	t.Parallel()
	elsewhere := t.TempDir()
	secret := put(t, elsewhere, "secret.csv", "secret\n1\n")
	ctx := context.Background()
	r := review(t, files(t, threeMembers, "id,city\nA,Delhi\n", ""))
	for _, q := range []string{
		"SET enable_external_access = true", "SET allowed_directories = ['/']", "SET allowed_paths = [" + sqlgen.Lit(secret) + "]", "RESET enable_external_access",
		"SET lock_configuration = false", "SET autoinstall_known_extensions = true", "SET GLOBAL enable_external_access = true", "PRAGMA enable_external_access",
		"FROM read_csv(" + sqlgen.Lit(secret) + ")", "FROM read_text(" + sqlgen.Lit(secret) + ")", "COPY (SELECT 1) TO " + sqlgen.Lit(filepath.Join(elsewhere, "out.csv")),
		"ATTACH " + sqlgen.Lit(filepath.Join(elsewhere, "out.duckdb")) + " AS o", "COPY (SELECT 1) TO " + sqlgen.Lit(filepath.Join(r.w.working.dir, "..", "out.csv")), "LOAD httpfs",
	} {
		if _, err := r.w.exec(ctx, q); err == nil {
			t.Errorf("%s was let through", q)
		}
	}
	if found, err := os.ReadDir(elsewhere); err != nil || len(found) != 1 {
		t.Errorf("in the other folder: %v, %v", found, err)
	}
	if _, err := r.Commit(ctx, nothingAllowed, nil); err != nil {
		t.Errorf("the review is no longer usable: %v", err)
	}
}

// TestScopeMayEndInAComment: what is a condition stays one, whatever its brackets and comments.
func TestScopeMayEndInAComment(t *testing.T) {
	t.Parallel()
	o := files(t, threeMembers, "id,city\nA,Pune\n", plainSpec+"batch: {mode: snapshot, scope: \"(city = 'Pune') OR (city = 'Rome') -- not Oslo\"}\n")
	same(t, "the plan", listing(t, review(t, o)), "B deleted taken")
}
