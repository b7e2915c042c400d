package tiled

import (
	"fmt"
	"math"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/importers"
)

// Circles and ellipses that a map stretches are within a quarter of a pixel of the curves that Tiled draws.
func TestRoundShapesKeepTheirTolerance(t *testing.T) {
	t.Parallel()
	isometric := func(object string) string {
		return `<map orientation="isometric" width="40" height="40" tilewidth="128" tileheight="32"><objectgroup name="L">` + object + `</objectgroup></map>`
	}
	tile := func(shape string, w, h float64) string {
		return mapOf(fmt.Sprintf(`<tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup>%s</objectgroup></tile></tileset>`+
			`<objectgroup name="L"><object id="1" gid="1" x="0" y="%g" width="%g" height="%g"/></objectgroup>`, shape,
			h, w, h))
	}
	for _, tt := range []struct {
		name, data string
		// curve returns a point of the exact outline at an angle, relative to the centre of its box.
		curve func(a float64) level.Vec
	}{
		{
			"circle on a flat isometric map",
			isometric(`<object id="1" x="320" y="320" width="300" height="300"><ellipse/></object>`),
			func(a float64) level.Vec {
				x, y := 150*math.Cos(a), 150*math.Sin(a)
				return level.Vec{X: (x - y) / 32 * 128 / 2, Y: (x + y) / 2}
			},
		},
		{
			"ellipse on a flat isometric map",
			isometric(`<object id="1" x="320" y="320" width="300" height="100"><ellipse/></object>`),
			func(a float64) level.Vec {
				x, y := 150*math.Cos(a), 50*math.Sin(a)
				return level.Vec{X: (x - y) / 32 * 128 / 2, Y: (x + y) / 2}
			},
		},
		{"enlarged tile with a circle", tile(`<object id="1" x="0" y="0" width="16" height="16"><ellipse/></object>`,
			900, 300), func(a float64) level.Vec {
			return level.Vec{X: 450 * math.Cos(a), Y: 150 * math.Sin(a)}
		}},
		{"enlarged tile with an ellipse", tile(`<object id="1" x="0" y="4" width="16" height="8"><ellipse/></object>`,
			900, 900), func(a float64) level.Vec {
			return level.Vec{X: 450 * math.Cos(a), Y: 225 * math.Sin(a)}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := imported(tt.data, fstest.MapFS{})
			if err != nil {
				t.Fatal(err)
			}
			for c := range res.Document.Colliders() {
				if c.Shape.Kind != level.Polygon {
					t.Fatalf("the shape is a %v", c.Shape.Kind)
				}
				worst, box := 0.0, level.DrawnBounds(c)
				middle := box.Center()
				for i := range 2000 {
					p, best := middle.Add(tt.curve(float64(i)*math.Pi/1000)), math.Inf(1)
					for k, a := range c.Shape.Points {
						b := c.Shape.Points[(k+1)%len(c.Shape.Points)]
						d := b.Sub(a)
						q := p.Sub(c.Position).Sub(a)
						best = min(best, q.Sub(d.Mul(min(max(q.Dot(d)/d.LenSq(), 0), 1))).Len())
					}
					worst = max(worst, best)
				}
				if worst > importers.RoundTolerance+0.01 || worst == 0 {
					t.Errorf("the shape is %.3f px off the curve, with %d corners", worst, len(c.Shape.Points))
				}
			}
			if res.Document.Len() != 1 || !hasIssue(res, importers.Note, "approximated 1 ellipse") {
				t.Errorf("%d colliders, issues %v", res.Document.Len(), res.Issues)
			}
		})
	}
}
