package tiled

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
)

// corpus is the folder of real files next to the repository.
const corpus = "../../../shared/corpus/tiled/adrien-bon+bevy_ecs_tiled/assets"

// fact holds the content of a real file. Tiles with shapes either fill their cell or have one shape each.
type fact struct {
	Objects, Full, Shapes int
	Size                  [2]float64
}

func (f fact) String() string {
	return fmt.Sprintf("%g × %g px, objects %d, tiles that their shape fills %d, other shapes of tiles %d", f.Size[0],
		f.Size[1], f.Objects, f.Full, f.Shapes)
}

// Imports give the counts that were taken from the files by hand and by an independent script: nonzero tiles by gid,
// objects by element.
func TestFacts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file string
		want fact
	}{
		{"maps/orthogonal/finite.tmx", fact{7, 36, 20, [2]float64{320, 320}}},
		{"maps/orthogonal/infinite.tmx", fact{3, 106, 131, [2]float64{1024, 1024}}},
		{"maps/orthogonal/multiple_layers_with_colliders.tmx", fact{2, 59, 0, [2]float64{640, 640}}},
		{"demo_platformer/demo.tmx", fact{6, 93, 10, [2]float64{4096, 2048}}},
	} {
		t.Run(tt.file, func(t *testing.T) {
			r := importers.NewRegistry(New())
			r.Root = corpus
			cell := map[bool]float64{true: 128, false: 32}[strings.HasPrefix(tt.file, "demo")]
			var apart *importers.Result
			for _, mode := range []importers.Mode{
				importers.Cells, importers.Rects, importers.Chains,
				importers.Merged,
			} {
				res, _, err := r.Load(context.Background(), filepath.Join(corpus, tt.file),
					importers.Options{Mode: mode})
				if err != nil {
					t.Skipf("the real files are not here: %v", err)
				}
				got := found(res, cell)
				if mode == importers.Merged { // tile shapes merge with shapes that they touch, and cover the same area
					if a, b := covered(t, apart), covered(t, res); math.Abs(a-b) > 1e-6*a {
						t.Errorf("the shapes cover %g square pixels, the merged ones %g", a, b)
					}
					got.Full, got.Shapes = tt.want.Full, tt.want.Shapes
				}
				if mode == importers.Cells {
					apart = res
					testkit.WriteRow(t, "tiled/"+tt.file, tt.want.String(), got.String(), func() {
						if _, _, err := r.Load(context.Background(), filepath.Join(corpus, tt.file),
							importers.Options{}); err != nil {
							t.Error(err)
						}
					})
				}
				if d := cmp.Diff(tt.want, got); d != "" {
					t.Errorf("%s (-wanted +found):\n%s", mode, d)
				}
				for _, i := range res.Issues {
					// The demo refers to a tileset that is not among these files.
					if i.Severity != importers.Note && !strings.Contains(i.Message, "tilesets/tiles.tsx") {
						t.Errorf("unexpected %v", i)
					}
				}
			}
		})
	}
}

func BenchmarkImport1000(b *testing.B) {
	var csv strings.Builder
	for y := range 1000 {
		for x := range 1000 {
			if x > 0 || y > 0 {
				csv.WriteByte(',')
			}
			csv.WriteByte(byte('0' + (x/7+y/5)%3/2))
		}
	}
	data := []byte(`<map width="1000" height="1000" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset><layer id="1" name="L" width="1000" height="1000"><data encoding="csv">` + csv.String() + `</data></layer></map>`)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Import(context.Background(), importers.NewSource("m.tmx", data, nil),
			importers.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// covered returns the area that polygons and boxes of tile layers cover.
func covered(t *testing.T, res *importers.Result) float64 {
	t.Helper()
	var all polygon.Region
	for c := range res.Document.Colliders() {
		if c.Source.ID != "" && !strings.Contains(c.Source.ID, ",") || !c.Shape.HasCorners() {
			continue
		}
		var outline [][]level.Vec
		for _, loop := range c.Shape.Loops() {
			var to []level.Vec
			for _, p := range loop {
				to = append(to, c.Transform().Apply(p))
			}
			outline = append(outline, to)
		}
		all = append(all, outline)
	}
	union, err := polygon.Union(all)
	if err != nil {
		t.Fatal(err)
	}
	return union.Area()
}

func found(res *importers.Result, cell float64) fact {
	s := res.Document.Settings()
	got := fact{Size: [2]float64{s.Size.X, s.Size.Y}}
	area := 0.0
	for c := range res.Document.Colliders() {
		switch {
		case c.Source.ID == "":
			a := c.Shape.Size.X * c.Shape.Size.Y
			for _, loop := range append([][]level.Vec{c.Shape.Points}, c.Shape.Holes...) {
				for i, p := range loop {
					a += p.Cross(loop[(i+1)%len(loop)]) / 2
				}
			}
			area += a
		case strings.Contains(c.Source.ID, ","):
			got.Shapes++
		default:
			got.Objects++
		}
	}
	got.Full = int(math.Round(area / cell / cell))
	return got
}
