package duck

import "fmt"

// labGuards stand before functions that make as large a value as one asks for in one piece: DuckDB counts that against no limit of
// memory, and cannot be interrupted meanwhile, so that a number with three zeroes too many would take the machine's memory. They
// are macros of the same names, which are found first, over the function itself. The same as tables, as in FROM range(10), are
// made piece by piece, and need none.
var labGuards = guards()

func guards() []string {
	const most = 1_000_000
	count := func(x string) string { return "TRY_CAST((" + x + ")::VARCHAR AS DOUBLE)" } // NULL of times
	within := func(size, what, arg string) string {
		return fmt.Sprintf("CASE WHEN %s > %d THEN error('%s of more than a million: too large for a value here') ELSE %s END", size, most, what, arg)
	}
	var out []string
	for _, f := range []string{"range", "generate_series"} {
		out = append(out, fmt.Sprintf("CREATE MACRO %[1]s(a) AS system.main.%[1]s(%[2]s), (a, b) AS system.main.%[1]s(a, %[3]s), (a, b, c) AS system.main.%[1]s(a, %[4]s, c)", f,
			within(count("a"), "a list", "a"), within(count("b")+" - "+count("a"), "a list", "b"),
			within("("+count("b")+" - "+count("a")+") / nullif("+count("c")+", 0)", "a list", "b")))
	}
	out = append(out, "CREATE MACRO repeat(s, n) AS system.main.repeat(s, "+within("n", "a repetition", "n")+")")
	for _, f := range []string{"lpad", "rpad"} {
		out = append(out, fmt.Sprintf("CREATE MACRO %[1]s(s, n, t) AS system.main.%[1]s(s, %[2]s, t)", f, within("n", "a text", "n")))
	}
	return out
}
