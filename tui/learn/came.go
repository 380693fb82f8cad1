package learn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dimdesk/engine"
	"dimdesk/learn"
	"dimdesk/tui/cell"
	"dimdesk/tui/sheet"
	"dimdesk/tui/styles"
)

// shown are tables to look at, with the histories of the dimension's members where those are wanted.
func shown(scene learn.Scene, seen learn.Looked) exhibit {
	var e exhibit
	for _, t := range seen.Tables {
		if t.Name == "query" {
			e = append(e, tablePart("what the query gives", t.Table))
			continue
		}
		e = append(e, tablePart(cell.Clean(t.Name), t.Table))
		if t.Name == scene.Table && len(seen.Members) > 0 {
			e = append(e, part{lanes: histories(seen.Members)})
		}
	}
	return e
}

// came is what a run did: to the dimension, drawn with what has changed in it, and below that why: what each row of the batch became
// to the engine, or what each statement of SQL did. What SQL selected or what stopped it is what it was run for, and comes first.
func came(scene learn.Scene, ran learn.Ran, run *learn.Run) exhibit {
	name := cell.Clean(scene.Table)
	why := exhibit{{title: "what each row of the batch became", words: became(ran.Changes)}}
	if !run.Engine {
		why = did(ran.Results, ran.Stopped)
	}
	after := sheetPart(name+" after it", sheet.Between(ran.Before, ran.After, versionKey(scene)...))
	if slices.ContainsFunc(after.sheet.Marks, func(m sheet.Mark) bool { return m != sheet.None }) {
		was := tablePart(name+" before", ran.Before)
		after.was = &was
	} else {
		after.title = name + " is as it was"
	}
	e := exhibit{after}
	if legend := legend(*after.sheet); run.Engine && legend != "" { // the engine's kinds have marks too, and some look alike
		why = append(exhibit{{words: []word{{" ", "In the table: " + legend + ".", quiet}}}}, why...)
	}
	if run.Engine && ran.Stopped != nil { // nothing of what it would have done is drawn as if it were so
		return append(exhibit{{title: "refused, and why", words: failed(ran.Stopped)}, {title: "what each row would have become", words: became(ran.Changes)}}, e...)
	}
	if all := changed(ran.Members); len(all) > 0 {
		e = append(e, part{lanes: all})
	}
	if run.Engine {
		return append(e, why...)
	}
	return append(why, e...)
}

// legend says what the marks of a table mean that was changed.
func legend(s sheet.Sheet) string {
	var says []string
	for _, m := range []struct {
		mark sheet.Mark
		says string
	}{{sheet.Opened, "+ a row that was added"}, {sheet.Changed, "~ one that was changed, where ◂ stands"}, {sheet.Removed, "- one that is gone"}} {
		if slices.Contains(s.Marks, m.mark) {
			says = append(says, m.says)
		}
	}
	return strings.Join(says, "; ")
}

// versionKey are the columns by which a row before and after is known to be the same version.
func versionKey(scene learn.Scene) []string {
	spec, err := engine.ParseSpec([]byte(scene.Spec), "spec")
	switch {
	case err != nil:
		return nil
	case spec.SurrogateKey.Column != "":
		return []string{spec.SurrogateKey.Column}
	}
	return append(append([]string(nil), spec.Key...), spec.Period.From)
}

// became says what each row of a batch became, and why.
func became(changes []engine.Change) []word {
	var words []word
	for _, c := range changes {
		text := strings.TrimSpace(cell.Key(c.Key)+" "+c.Label) + ": " + c.Kind.String()
		for _, col := range cell.InOrder(c, c.Label) {
			if cell.Afresh(c) {
				break
			}
			text += fmt.Sprintf(", %s %s → %s", col.Name, cell.Value(col.Before), cell.Value(col.After))
			if !col.Taken {
				text += " (not taken: " + col.Note + ")"
			}
		}
		if c.Reason != "" {
			text += ". " + c.Reason
		}
		kind := c.Kind
		words = append(words, word{kind.Mark(), text, func(st *styles.Styles) style { return st.Kind(kind) }})
		for _, n := range c.Notes {
			words = append(words, word{" ", n, quiet})
		}
	}
	return words
}

// did says what each statement did, and what stopped them. What was selected last is what was asked, and comes first.
func did(results []engine.LabResult, stopped error) exhibit {
	var tables exhibit
	var words []word
	for _, r := range results {
		name := fmt.Sprintf("line %d, %s", r.Line, verb(r.SQL))
		switch {
		case r.Table != nil:
			p := tablePart(name, *r.Table)
			if r.Cut {
				p.title += " and more"
			}
			tables = append(exhibit{p}, tables...)
		case r.Rows >= 0:
			words = append(words, word{"·", name + ": " + cell.Plural(r.Rows, "row"), nil})
		default:
			words = append(words, word{"·", name + ": done", nil})
		}
	}
	if words = append(words, failed(stopped)...); len(words) == 0 {
		return tables
	}
	if stopped != nil || len(tables) == 0 {
		return append(exhibit{{words: words}}, tables...)
	}
	return slices.Insert(tables, 1, part{words: words})
}

// failed says what stopped SQL, and what would help.
func failed(err error) []word {
	if err == nil {
		return nil
	}
	if ee, ok := errors.AsType[*engine.Error](err); ok {
		return spoken("!", ee.Msg+"\n"+ee.Hint, bad)
	}
	return spoken("!", err.Error(), bad)
}

// verb is how a statement begins: enough to know it by.
func verb(sql string) string {
	words := strings.Fields(sql)
	if len(words) == 0 {
		return ""
	}
	n := 1
	switch strings.ToUpper(words[0]) {
	case "UPDATE":
		n = 2
	case "INSERT", "DELETE", "MERGE", "CREATE", "DROP", "ALTER":
		n = 3
	}
	return cell.Clean(strings.TrimRight(strings.Join(words[:min(len(words), n)], " "), ",;("))
}
