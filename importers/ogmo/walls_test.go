package ogmo

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"fillet/importers"
)

func TestLayersOfTilesByName(t *testing.T) {
	t.Parallel()
	layer := func(name, members string) string {
		return `{"name":"` + name + `","_eid":"` + name +
			`","gridCellWidth":16,"gridCellHeight":16,"gridCellsX":4,"gridCellsY":1,` + members + `}`
	}
	level := func(layers string) string {
		return `{"ogmoVersion":"3.4.0","width":64,"height":16,"layers":[` + layers + `]}`
	}
	for _, tt := range []struct {
		name, layers string
		want         []string
		offered      string
	}{
		{"walls of any tiles", layer("walls", `"data":[1,5,-1,2]`), []string{"solid walls", "solid walls"}, ""},
		{"a layer of another name", layer("stage", `"data":[1,5,-1,2]`), nil, "rules: [{layer: stage, merge: stage}]"},
		{"no empty cell", layer("walls", `"data":[1,1,1,2]`), nil, "rules: [{layer: walls, value: 2}]"},
		{"a grid says what is solid", layer("walls", `"data":[1,5,-1,2]`) + "," + layer("grid",
			`"grid":["0","1","0","0"]`), []string{"solid grid 1"}, ""},
		{"a grid of triggers", layer("walls", `"data":[1,1,-1,-1]`) + "," + layer("grid",
			`"grid":["0","lava","0","0"]`), []string{"solid walls", "trigger lava"}, ""},
		{
			"keys of a legend", layer("grid", `"grid":["wall","ladders","decor","stone"]`),
			[]string{"solid stone", "solid wall", "trigger ladders"},
			"",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := imported(t, level(tt.layers), fstest.MapFS{}, importers.Options{})
			var got []string
			for c := range res.Document.Colliders() {
				got = append(got, fmt.Sprintf("%s %s", c.Role, c.Name))
			}
			slices.Sort(got)
			offered := ""
			if res.Offer != nil {
				offered = res.Offer.Text()
			}
			if !slices.Equal(got, tt.want) || offered != tt.offered {
				t.Errorf("found %q and offered %q, want %q and %q", got, offered, tt.want, tt.offered)
			}
		})
	}
}
