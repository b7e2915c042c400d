package ogmo

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
)

// corpus is the folder of real files next to the repository.
const corpus = "../../../shared/corpus"

// fact holds the known content of a real file.
type fact struct {
	Size       [2]float64 `json:"size"`
	GridLayers int        `json:"grid_layers"`
	Cells      int        `json:"grid_nonempty"`
	Tiles      int        `json:"tiles"`
	Entities   int        `json:"entities"`
	Nodes      int        `json:"nodes"`
	Decals     int        `json:"decals"`
}

func (f fact) String() string {
	return fmt.Sprintf("%g × %g px, grid layers %d, cells %d, tiles %d, entities %d, nodes %d, decals %d", f.Size[0],
		f.Size[1], f.GridLayers, f.Cells, f.Tiles, f.Entities, f.Nodes, f.Decals)
}

func TestFacts(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join(corpus, "facts.json"))
	if err != nil {
		t.Skipf("the real files are not here: %v", err)
	}
	var facts map[string]json.RawMessage
	if err := json.Unmarshal(data, &facts); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range facts {
		if strings.HasPrefix(name, "ogmo/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		var want fact
		if err := json.Unmarshal(facts[name], &want); err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			for _, mode := range importers.Modes {
				path := filepath.Join(corpus, name)
				got := found(t, path, mode)
				if mode == importers.Merged {
					testkit.WriteRow(t, name, want.String(), got.String(), func() {
						if _, _, err := importers.NewRegistry(New()).Load(context.Background(), path,
							importers.Options{}); err != nil {
							t.Error(err)
						}
					})
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s (-wanted +found):\n%s", mode, d)
				}
			}
		})
	}
}

// found counts the results of an import: cells and tiles by the area of their colliders, decals from the note about
// them.
func found(t *testing.T, path string, mode importers.Mode) fact {
	t.Helper()
	var l struct {
		Layers []struct {
			Name   string
			Cell   float64 `json:"gridCellWidth"`
			Grid   any
			Grid2D any
			Data   any
			Data2D any
			C      any `json:"dataCoords"`
			C2     any `json:"dataCoords2D"`
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	var got fact
	opts := importers.Options{Mode: mode, Mapping: &importers.Mapping{}}
	cell, isGrid := map[string]float64{}, map[string]bool{}
	for _, layer := range l.Layers {
		cell[layer.Name] = layer.Cell * layer.Cell
		if isGrid[layer.Name] = layer.Grid != nil || layer.Grid2D != nil; isGrid[layer.Name] {
			got.GridLayers++
		}
		if layer.Data != nil || layer.Data2D != nil || layer.C != nil || layer.C2 != nil {
			opts.Mapping.Rules = append(opts.Mapping.Rules, importers.Rule{Layer: layer.Name})
		}
	}
	r := importers.NewRegistry(New())
	res, foreign, err := r.Load(context.Background(), path, opts)
	if err != nil || !foreign {
		t.Fatalf("foreign %v, %v", foreign, err)
	}
	for _, i := range res.Issues {
		if i.Severity != importers.Note && !strings.Contains(i.Message, "custom fields") &&
			!strings.Contains(i.Message, "differ in length") {
			t.Errorf("unexpected %v", i)
		}
		if rest, ok := strings.CutPrefix(i.Message, "left out "); ok && strings.Contains(rest, " decal") {
			if _, err := fmt.Sscan(rest, &got.Decals); err != nil {
				t.Error(err)
			}
		}
	}
	s := res.Document.Settings()
	got.Size = [2]float64{s.Size.X, s.Size.Y}
	area := map[string]float64{}
	for c := range res.Document.Colliders() {
		switch {
		case strings.Contains(c.Source.ID, ".nodes"):
			got.Nodes += max(1, len(c.Shape.Points)-1)
		case c.Source.ID != "":
			got.Entities++
		default:
			area[c.Source.Layer] += shapeArea(c.Shape)
		}
	}
	for layer, a := range area {
		n := a / cell[layer]
		if n != math.Trunc(n) {
			t.Errorf("layer %s: %g cells", layer, n)
		}
		if isGrid[layer] {
			got.Cells += int(n)
		} else {
			got.Tiles += int(n)
		}
	}
	return got
}

// shapeArea returns a shape's area, exact for whole coordinates; the area of a chain around a hole is negative.
func shapeArea(s level.Shape) float64 {
	a := s.Size.X * s.Size.Y
	for _, loop := range append([][]level.Vec{s.Points}, s.Holes...) {
		for i, p := range loop {
			a += p.Cross(loop[(i+1)%len(loop)]) / 2
		}
	}
	return a
}

func TestProjectsOfTheCorpus(t *testing.T) {
	t.Parallel()
	found := 0
	err := filepath.WalkDir(filepath.Join(corpus, "ogmo"), func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".ogmo" {
			return err
		}
		found++
		res, _, err := importers.NewRegistry(New()).Load(context.Background(), path, importers.Options{})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		t.Logf("%s: %d colliders, %v", filepath.Base(path), res.Document.Len(), res.Issues)
		return nil
	})
	if err != nil || found == 0 {
		t.Skipf("the real files are not here: %v", err)
	}
}

func BenchmarkImport(b *testing.B) {
	path := filepath.Join(corpus, "ogmo/17cupsofcoffee+ogmo3/examples/sample_project/levels/uno.json")
	data, err := os.ReadFile(path)
	if err != nil {
		b.Skipf("the real files are not here: %v", err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Import(context.Background(), importers.NewSource("uno.json", data, nil),
			importers.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
