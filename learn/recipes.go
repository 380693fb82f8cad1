package learn

import (
	"context"

	"dimdesk/engine"
	"dimdesk/engine/recipe"
)

// Recipes writes the SQL of a scene's load in each of these dialects.
func Recipes(ctx context.Context, lab engine.Lab, scene Scene, dialects []string) ([]recipe.Recipe, error) {
	spec, err := engine.ParseSpec([]byte(scene.Spec), "spec")
	if err != nil {
		return nil, err
	}
	seen, err := Look(ctx, lab, scene, &Show{Tables: []string{"dimension", "batch"}})
	if err != nil {
		return nil, err
	}
	dimension, batch := seen.Tables[0].Table, seen.Tables[1].Table
	t := recipe.Table{Name: scene.Table, Staged: staged, Spec: *spec, Supplied: batch.Columns, AsOf: scene.AsOf}
	for i, name := range dimension.Columns {
		t.Columns = append(t.Columns, engine.ColumnInfo{Name: name, Type: dimension.Types[i]})
	}
	if _, err := t.Spec.Bind(t.Columns, t.Supplied); err != nil {
		return nil, err
	}
	var out []recipe.Recipe
	for _, name := range dialects {
		r, err := recipe.For(name, t)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}
