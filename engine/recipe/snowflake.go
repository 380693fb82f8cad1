package recipe

// streamAndTask is one MERGE from a stream on the staged table, run by a task whenever the stream has rows.
func streamAndTask(l *load) []Clause {
	staged := l.table(l.t.Staged)
	stream, task := l.ident(l.lastPart(l.t.Staged)+"_stream"), l.ident("load_"+l.lastPart(l.t.Name))
	l.rows, l.from = stream, stream
	var out []Clause
	out = append(out, Clause{"CREATE STREAM IF NOT EXISTS " + stream + " ON TABLE " + staged + " APPEND_ONLY = TRUE;\n\n",
		"A stream hands over the rows that were added to the staged table since somebody last used it in a statement that writes."})
	if l.needsView() {
		own := *l
		own.t.Staged = l.lastPart(l.t.Staged) + "_stream"
		l.from = l.ident(own.viewName())
		out = append(out, own.latest()...)
	}
	out = append(out, Clause{"CREATE OR REPLACE TASK " + task + "\n    SCHEDULE = '5 MINUTES'\n    WHEN SYSTEM$STREAM_HAS_DATA(" + l.text(stream) + ")\nAS\nBEGIN\n",
		"A task looks every five minutes, and runs only where the stream has something. It is made suspended: ALTER TASK … RESUME starts it."})
	out = append(out, Clause{l.begin, "The stream moves on when this commits; whatever reads it before that sees the same rows."})
	out = append(out, l.merge()...)
	if l.snapshot() {
		out = append(out, l.closeAbsent()...)
	}
	out = append(out, l.overwrite()...)
	return append(out, Clause{l.commit + "END;\n", "If a statement fails, nothing is written and the stream still holds its rows for the next run."})
}
