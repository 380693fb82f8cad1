package duck

import (
	"context"
	"strings"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// checkSQL tries what a spec says in SQL or in a date format before anything depends on it, so that a slip is named with its
// line and not found in the middle of a statement.
func checkSQL(ctx context.Context, w *workspace, l *sqlgen.Layout, columns []engine.ColumnInfo) error {
	spec := &l.Spec
	try := func(q string) string {
		if _, err := w.exec(ctx, q); err != nil {
			return firstLine(strings.SplitN(err.Error(), "\nin: ", 2)[0])
		}
		return ""
	}
	for _, c := range spec.Columns {
		if c.As == "" {
			continue
		}
		if why := try("SELECT CAST(NULL AS " + c.As + ")"); why != "" {
			return spec.ErrorAt("columns."+strings.ToLower(c.Name)+".as", "%s is no type that values can be compared as: %s", c.As, why).Help("such as INTEGER, DECIMAL(10,2), DATE or BOOLEAN")
		}
	}
	for path, format := range map[string]string{"batch.dates": spec.Batch.Dates, "period.dates": spec.Period.Dates} {
		if format == "" {
			continue
		}
		if why := try("SELECT try_strptime('x', " + sqlgen.Lit(format) + ")"); why != "" {
			return spec.ErrorAt(path, "%q is no format of dates: %s", format, why).Help("such as \"%%d/%%m/%%Y\" or \"%%Y-%%m-%%d %%H:%%M:%%S\"")
		}
	}
	if s := spec.Batch.Scope; s != "" {
		if name := outwardIn(s); name != "" {
			return spec.ErrorAt("batch.scope", "the scope calls %s(), which does more than look at the dimension", name).Help("a scope is a condition on its columns")
		}
		var single bool
		if err := w.one(ctx, "SELECT "+oneExpression+" FROM (SELECT json_serialize_sql("+sqlgen.Lit("SELECT ("+s+"\n)")+") AS x)", &single); err != nil || !single {
			return spec.ErrorAt("batch.scope", "the scope %q is no single condition", s).Help("%s", `such as "country = 'UK'"`)
		}
		if why := try("SELECT 1 FROM " + l.Home + " WHERE (" + s + "\n) LIMIT 0"); why != "" {
			names := make([]string, len(columns))
			for i, c := range columns {
				names[i] = c.Name
			}
			return spec.ErrorAt("batch.scope", "the scope %q is no condition on the dimension: %s", s, why).Help("its columns are %s", strings.Join(names, ", "))
		}
	}
	return nil
}

// oneExpression is the condition that a parsed text x, put in brackets after SELECT, is an expression and nothing more: brackets in
// it that close early could otherwise add a FROM, a WHERE or another query.
const oneExpression = `coalesce(json_array_length(x, '$.statements') = 1 AND json_extract_string(x, '$.statements[0].node.type') = 'SELECT_NODE'
 AND json_array_length(x, '$.statements[0].node.select_list') = 1 AND json_extract_string(x, '$.statements[0].node.from_table.type') = 'EMPTY'
 AND json_extract_string(x, '$.statements[0].node.where_clause') IS NULL AND json_extract_string(x, '$.statements[0].node.having') IS NULL AND json_extract_string(x, '$.statements[0].node.qualify') IS NULL
 AND json_array_length(x, '$.statements[0].node.group_expressions') = 0 AND json_array_length(x, '$.statements[0].node.modifiers') = 0, false)`
