package main

import (
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/sampledata"

	"github.com/spf13/cobra"
)

// handCommand is what dimdesk is measured against, as a process of its own. It is hidden: people have no use for it.
func handCommand() *cobra.Command {
	var key string
	cmd := &cobra.Command{
		Use:    "hand FILE BATCH",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if key != "integer" && key != "text" {
				return engine.Errorf(engine.CodeUsage, "--key %s: it is integer or text", key)
			}
			return execute(cmd.Context(), handSQL(args[0], args[1], sampledata.Generator{TextKey: key == "text"}))
		},
	}
	cmd.Flags().StringVar(&key, "key", "integer", "business key: integer or text")
	return cmd
}

// handSQL is a type 2 load as people write it who are sure of their batch: compare with the open versions, close those
// that differ and open the new ones in one transaction. It checks nothing, keeps no journal and cannot be undone.
func handSQL(file, batch string, g sampledata.Generator) []string {
	columns := append([]sampledata.Column{g.Key()}, sampledata.Attributes...)
	names, typed, differs := make([]string, len(columns)), make([]string, len(columns)), []string(nil)
	for i, c := range columns {
		names[i] = c.Name
		typed[i] = literal(c.Name) + ": " + literal(c.Type)
		if i > 0 {
			differs = append(differs, fmt.Sprintf("d.%s IS DISTINCT FROM b.%s", c.Name, c.Name))
		}
	}
	list, day := strings.Join(names, ", "), "DATE "+literal(sampledata.GeneratedAsOf)
	table := "d." + sampledata.GeneratedTable
	return []string{
		"ATTACH " + literal(file) + " AS d",
		fmt.Sprintf("CREATE TEMP TABLE b AS SELECT * FROM read_csv(%s, header = true, auto_detect = false, columns = {%s})", literal(batch), strings.Join(typed, ", ")),
		fmt.Sprintf(`CREATE TEMP TABLE moved AS
SELECT b.*, d.customer_sk FROM b LEFT JOIN %s AS d ON d.customer_id = b.customer_id AND d.is_current
WHERE d.customer_id IS NULL OR %s`, table, strings.Join(differs, " OR ")),
		"BEGIN",
		fmt.Sprintf("UPDATE %s AS d SET valid_to = %s, is_current = false FROM moved AS m WHERE d.customer_sk = m.customer_sk", table, day),
		fmt.Sprintf(`INSERT INTO %s (customer_sk, %s, valid_from, valid_to, is_current)
SELECT (SELECT max(customer_sk) FROM %s) + row_number() OVER (), %s, %s, NULL, true FROM moved`, table, list, table, list, day),
		"COMMIT",
	}
}
