package tiled

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/importers"
)

// On an oblique map, a point (x, y) is drawn at (x + y·skewx/tileheight, y + x·skewy/tilewidth). Tiles stand upright on
// the lower left corners of their cells; objects are sheared.
func TestObliqueMaps(t *testing.T) {
	t.Parallel()
	const head = `<map orientation="oblique" skewx="4" skewy="-8" width="3" height="2" tilewidth="16" tileheight="8">`
	to := func(x, y float64) level.Vec { return level.Vec{X: x + y*4/8, Y: y - x*8/16} }
	const tiles = `<tileset firstgid="1" name="t" tilewidth="16" tileheight="24"><tile id="0"><objectgroup><object id="1" x="2" y="4" width="10" height="20"/></objectgroup></tile></tileset>`
	layer := func(csv string) string {
		return `<layer name="L" width="3" height="2"><data encoding="csv">` + csv + `</data></layer>`
	}
	objects := func(o string) string { return `<objectgroup name="o">` + o + `</objectgroup>` }
	for _, tt := range []struct {
		name, body string
		rules      []importers.Rule
		want       []level.Vec // the corners of the only collider, in any order
	}{
		{"a tile's shape stands upright", tiles + layer("0,0,0,0,1,0"), nil, func() []level.Vec {
			foot := to(16, 16)
			return []level.Vec{
				foot.Add(level.Vec{X: 2, Y: -20}), foot.Add(level.Vec{X: 12, Y: -20}),
				foot.Add(level.Vec{X: 12}), foot.Add(level.Vec{X: 2}),
			}
		}()},
		{
			"cells are sheared, and merge", tiles + layer("1,1,0,0,1,0"),
			[]importers.Rule{{Layer: "L"}},
			[]level.Vec{to(0, 0), to(32, 0), to(32, 16), to(16, 16), to(16, 8), to(0, 8)},
		},
		{
			"a box", objects(`<object id="1" x="10" y="4" width="6" height="8"/>`), nil,
			[]level.Vec{to(10, 4), to(16, 4), to(16, 12), to(10, 12)},
		},
		{
			"a polygon", objects(`<object id="1" x="10" y="4"><polygon points="0,0 8,0 0,8"/></object>`), nil,
			[]level.Vec{to(10, 4), to(18, 4), to(10, 12)},
		},
		{"a point", objects(`<object id="1" x="10" y="4"><point/></object>`), nil, []level.Vec{to(10, 4)}},
		{
			"a tile object stands upright",
			tiles + objects(`<object id="1" gid="1" x="10" y="4" width="16" height="24"/>`), nil,
			[]level.Vec{
				to(10, 4).Add(level.Vec{X: 2, Y: -20}), to(10, 4).Add(level.Vec{X: 12, Y: -20}),
				to(10, 4).Add(level.Vec{X: 12}), to(10, 4).Add(level.Vec{X: 2}),
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := New().Import(t.Context(), importers.NewSource("m.tmx", []byte(head+tt.body+`</map>`),
				fstest.MapFS{}), importers.Options{Mapping: &importers.Mapping{Rules: tt.rules}})
			if err != nil {
				t.Fatal(err)
			}
			if res.Document.Len() != 1 {
				t.Fatalf("%d colliders, want 1", res.Document.Len())
			}
			set := res.Document.Settings()
			if corner, size := to(48, 0).Y, to(0, 16).Sub(to(48, 0)); set.Origin != (level.Vec{Y: corner}) ||
				set.Size != (level.Vec{X: to(48, 16).X, Y: size.Y}) {
				t.Errorf("the level is at %v with the size %v", set.Origin, set.Size)
			}
			for c := range res.Document.Colliders() {
				var got []level.Vec
				for _, loop := range c.Shape.Loops() {
					for _, p := range loop {
						got = append(got, c.Transform().Apply(p))
					}
				}
				if c.Shape.Kind == level.Point {
					got = []level.Vec{c.Position}
				}
				compare := func(a, b level.Vec) int { return slices.Compare([]float64{a.Y, a.X}, []float64{b.Y, b.X}) }
				slices.SortFunc(got, compare)
				slices.SortFunc(tt.want, compare)
				if !slices.Equal(got, tt.want) {
					t.Errorf("corners = %v, want %v", got, tt.want)
				}
			}
		})
	}

	// Circles become polygons within the tolerance of the drawn shape.
	res, err := imported(head+objects(`<object id="1" x="0" y="0" width="200" height="200"><ellipse/></object>`)+
		`</map>`, fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	for c := range res.Document.Colliders() {
		for i, p := range c.Shape.Points {
			q := c.Shape.Points[(i+1)%len(c.Shape.Points)]
			middle := c.Position.Add(p.Lerp(q, 0.5))
			// In the map's axes, the middle of each edge is inside the circle by less than the stretched tolerance.
			det := 1 + 0.5*0.5
			x, y := (middle.X-0.5*middle.Y)/det, (middle.Y+0.5*middle.X)/det
			if off := 100 - (level.Vec{X: x - 100, Y: y - 100}).Len(); off < -1e-6 || off > importers.RoundTolerance {
				t.Errorf("edge %d is %g px inside the circle", i, off)
			}
		}
	}

	if _, err := imported(`<map orientation="oblique" skewx="16" skewy="8" width="3" height="2" tilewidth="16" tileheight="8"></map>`, fstest.MapFS{}); err == nil {
		t.Error("a map whose cells have no area was read")
	}
	for _, bad := range []string{"skewx=\"a\"", "skewy=\"1e9\""} {
		if _, err := imported(fmt.Sprintf(
			`<map orientation="oblique" %s width="3" height="2" tilewidth="16" tileheight="8"></map>`, bad),
			fstest.MapFS{}); err == nil {
			t.Errorf("a map with %s was read", bad)
		}
	}
}
