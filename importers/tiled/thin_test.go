package tiled

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
)

// An object without width or height is an edge, as Tiled draws it, rotated like the object.
func TestThinObjectsAreEdges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		object string
		want   [2]level.Vec
	}{
		{`x="10" y="20" width="60" rotation="-30"`, [2]level.Vec{{X: 10, Y: 20}, {X: 61.961524, Y: -10}}},
		{`x="100" y="20" height="40"`, [2]level.Vec{{X: 100, Y: 20}, {X: 100, Y: 60}}},
		{
			`x="100" y="20" width="20" rotation="90"><ellipse/></object><object id="2"`,
			[2]level.Vec{{X: 100, Y: 20}, {X: 100, Y: 40}},
		},
		{`x="100" y="20" width="20"><capsule/></object><object id="2"`, [2]level.Vec{{X: 100, Y: 20}, {X: 120, Y: 20}}},
	} {
		res, err := imported(objectsOf(`<object id="1" name="wall" `+test.object+`/>`), nil)
		if err != nil || len(res.Issues) > 0 {
			t.Fatal(err, res.Issues)
		}
		for c := range res.Document.Colliders() {
			if c.Name != "wall" {
				continue
			}
			var got []level.Vec
			for _, p := range c.Shape.Points {
				p = c.Transform().Apply(p)
				got = append(got, level.Vec{X: math.Round(p.X*1e6) / 1e6, Y: math.Round(p.Y*1e6) / 1e6})
			}
			if c.Shape.Kind != level.Chain || !slices.Equal(got, test.want[:]) {
				t.Errorf("%s: a %v %v, want an edge %v", test.object, c.Shape.Kind, got, test.want)
			}
		}
	}
}

// The x and y of a layer offset tile layers by cells, in maps of every form and both syntaxes, and image layers by
// pixels.
func TestPlacesOfLayers(t *testing.T) {
	t.Parallel()
	const set = `<tileset firstgid="1" name="x" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>`
	const jsonSet = `{"firstgid":1,"name":"x","tilewidth":16,"tileheight":16,"tiles":[{"id":0,"objectgroup":{"objects":[{"id":1,"x":0,"y":0,"width":16,"height":16}]}}]}`
	for _, form := range []string{"orthogonal", "isometric", "staggered"} {
		xml := fmt.Sprintf(`<map orientation=%q width="6" height="4" tilewidth="16" tileheight="16">`, form) + set
		json := fmt.Sprintf(`{"type":"map","orientation":%q,"width":6,"height":4,"tilewidth":16,"tileheight":16,"tilesets":[`, form) + jsonSet
		moved := boundsOf(bothForms(t, pair{
			xml + `<layer id="2" name="T" width="2" height="1" x="3" y="2"><data encoding="csv">1,0</data></layer></map>`,
			json + `],"layers":[{"type":"tilelayer","id":2,"name":"T","width":2,"height":1,"x":3,"y":2,"data":[1,0]}]}`,
		}, nil))
		full, err := imported(xml+`<layer id="2" name="T" width="6" height="4"><data encoding="csv">`+
			strings.Repeat("0,", 15)+"1"+strings.Repeat(",0", 8)+`</data></layer></map>`, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := boundsOf(full); !slices.Equal(moved, want) {
			t.Errorf("%s: %v, want %v", form, moved, want)
		}
		if want := "solid polygon 48..64 x 32..48"; form == "orthogonal" && (len(moved) != 1 || moved[0] != want) {
			t.Errorf("%v, want %s", moved, want)
		}
	}
	if got, want := shown(t, mapOf(`<imagelayer id="1" name="i" x="5" y="6"><image source="small.png"/></imagelayer>`)),
		[]string{"small.png 0,0 14x10 at (5, 6) wraps"}; !slices.Equal(got, want) {
		t.Errorf("shown %v, want %v", got, want)
	}
}
