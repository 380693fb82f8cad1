package handout

import (
	"context"
	"fmt"
	"strings"

	"dimdesk/engine"
	"dimdesk/learn"
)

// about is the tables that a step is about, where they are new and no step has shown them.
func (w *writer) about(ctx context.Context, scene learn.Scene, st *learn.Step) ([]part, error) {
	if !w.fresh || st.Say != "" || st.Show != nil {
		return nil, nil
	}
	w.fresh = false
	show := &learn.Show{}
	for _, t := range []string{"dimension", "batch", "facts"} {
		edited := t == "batch" && st.Task != nil && st.Task.Edit == learn.EditBatch // it stands below what is asked
		unused := t == "facts" && !strings.Contains(sqlOf(st), "orders")
		if csv := csvOf(scene, t); csv != "" && csv != w.printed[t] && !edited && !unused {
			show.Tables = append(show.Tables, t)
			w.printed[t] = csv
		}
	}
	seen, err := learn.Look(ctx, w.lab, scene, show)
	if err != nil {
		return nil, err
	}
	return named(seen.Tables), nil
}

func csvOf(scene learn.Scene, table string) string {
	return map[string]string{"dimension": scene.Dimension, "batch": scene.Batch, "facts": scene.Facts}[table]
}

// sqlOf is the SQL that a step comes to; the engine never reads the facts.
func sqlOf(st *learn.Step) string {
	switch run := st.Runs(); {
	case st.Task != nil:
		return st.Task.Solution
	case run != nil:
		return run.SQL
	}
	return ""
}

func named(ts []learn.Named) (out []part) {
	for i := range ts {
		if ts[i].Name == "query" {
			ts[i].Name = "what the query gives"
		}
		out = append(out, part{table: &ts[i]})
	}
	return out
}

// ranParts is what a run shows: its SQL, what it selected, the dimension afterwards.
func ranParts(scene learn.Scene, run *learn.Run, ran learn.Ran) (out []part) {
	if run.SQL != "" {
		out = append(out, part{code: run.SQL, lang: "sql"})
	} else {
		out = append(out, part{said: strings.TrimSuffix("dimdesk applies the batch as of "+scene.AsOf, " as of ") + ":"})
	}
	out = append(out, results(ran)...)
	if ran.Stopped != nil {
		out = append(out, part{said: ran.Stopped.Error()})
	}
	if !same(ran.Before, ran.After) {
		out = append(out, part{table: &learn.Named{Name: scene.Table + ", afterwards", Table: ran.After}})
	}
	return out
}

func results(ran learn.Ran) (out []part) {
	for _, r := range ran.Results {
		if r.Table != nil {
			out = append(out, part{table: &learn.Named{Name: "result", Table: *r.Table}})
		}
	}
	return out
}

func same(a, b engine.Table) bool {
	return fmt.Sprint(a.Columns, a.Rows) == fmt.Sprint(b.Columns, b.Rows)
}
