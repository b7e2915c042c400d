package tool_test

import (
	"io/fs"
	"path/filepath"
	"testing"

	"fillet/assets"
	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/testkit"
)

// TestGoldenGuide compares the pictures in the guide's chapter on contacts, which show its sample.
func TestGoldenGuide(t *testing.T) {
	t.Parallel()
	data, err := fs.ReadFile(assets.Samples(), "rounding.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		at     level.Vec // centre of the picture
		zoom   float64
		script string // 3, 6 and 7 are the gem, the crate and the log
	}{
		"why-apart": {level.Vec{X: 218, Y: 214}, 2.6, "select 3; drag 112,112 208,170; select 3 6; key W"},
		"why-axes": {
			level.Vec{X: 218, Y: 204},
			2.2,
			"select 6; drag 208,280 208,250; select 3; drag 112,112 214,180; select 3 6; key W; key W shift",
		},
		"why-clipping": {level.Vec{X: 136, Y: 272}, 3.4, "select 6; key ]; drag 208,280 118,272; select 6 1; key W"},
		"why-rounding": {level.Vec{X: 262, Y: 258}, 3.4, "select 7; drag 352,272 292.5,243; select 7 6; key W"},
		"snap-contact": {
			level.Vec{X: 300, Y: 220},
			2,
			"select 3; snap contact; down 112,112; move 130,120; move 150,150; move 280,170; move 340,196",
		},
		"snap-room": {
			level.Vec{X: 300, Y: 220},
			2,
			"select 6; snap contact; down 208,280; move 208,200; move 290,150; move 300,160; move 330,190; " +
				"move 352,204",
		},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := level.Parse(data, "rounding.level.yaml")
			if err != nil {
				t.Fatal(err)
			}
			r := rigOf(t, doc)
			r.run(c.script)
			if !r.c.Busy() {
				r.run("move -900,-900")
			}
			set := doc.Settings()
			cam := render.Camera{Center: c.at, Zoom: c.zoom, Width: 760, Height: 420}
			got := r.picture(cam, collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)})
			testkit.GoldenPicture(t, filepath.Join("..", "..", "..", "docs", "guide", name), got, *update)
			if s := r.c.Strip(); s != nil {
				for _, l := range s.Lines {
					t.Log(l.Text)
				}
			}
		})
	}
}
