package ldtk

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

// The fields of a level become properties of its place without a loss, even if the level has nothing else.
func TestFieldsOfLevelsAreProperties(t *testing.T) {
	t.Parallel()
	field := func(name, kind, value string) string {
		return `{"__identifier":"` + name + `","__type":"` + kind + `","__value":` + value + `}`
	}
	data := []byte(`{"__header__":{"app":"LDtk"},"jsonVersion":"1.5.3","worldLayout":"Free","defs":{"layers":[]},"levels":[
		{"identifier":"Cave","iid":"a","pxWid":32,"pxHei":32,"layerInstances":[{"__identifier":"C","__type":"IntGrid","__gridSize":16,"__cWid":2,"__cHei":2,"intGridCsv":[1,0,0,0]}],"fieldInstances":[` +
		field("music", "String", `"drips"`) + `,` + field("dark", "Bool", `true`) + `,` + field("depth", "Int", `3`) +
		`,` + field("none", "String", `null`) + `,` +
		field("next", "EntityRef", `{"entityIid":"e1","layerIid":"l","levelIid":"b","worldIid":"w"}`) + `,` +
		field("start", "Point", `{"cx": 1, "cy": 2}`) + `,` +
		field("waves", "Array<Int>", `[1, 2]`) + `]},
		{"identifier":"Empty","iid":"b","worldX":64,"pxWid":32,"pxHei":32,"layerInstances":[],"fieldInstances":[` + field("music", "String", `"wind"`) + `]}]}`)
	res, err := New().Import(context.Background(), importers.NewSource("w.ldtk", data, nil), importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := level.Properties{
		"Cave.music": "drips", "Cave.dark": true, "Cave.depth": 3.0, "Cave.next": "e1", "Cave.start": `{"cx":1,"cy":2}`,
		"Cave.waves": "[1,2]", "Empty.music": "wind",
	}
	if got := res.Document.Settings().LevelProperties(); !maps.Equal(got, want) {
		t.Errorf("properties = %v, want %v", got, want)
	}
	for _, i := range res.Issues {
		if i.Severity == importers.Loss {
			t.Errorf("unexpected %v", i)
		}
	}

	res, err = New().Import(context.Background(), importers.NewSource("-", data, nil), importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(res.Issues, func(i importers.Issue) bool {
		return i.Severity == importers.Loss && strings.Contains(i.Message, "the fields of levels")
	}) {
		t.Errorf("from standard input, the issues are %v; want a loss", res.Issues)
	}
}
