package ldtk

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
	Levels     int            `json:"levels"`
	Worlds     int            `json:"worlds"`
	SolidCells int            `json:"solid_cells"`
	Entities   int            `json:"entities"`
	Cells      map[string]int `json:"by_value"`
	Area       map[string]int `json:"area_by_value"`
}

func (f fact) String() string {
	s := fmt.Sprintf("levels %d, worlds %d, entities %d, cells %d", f.Levels, f.Worlds, f.Entities, f.SolidCells)
	for _, key := range sortedKeys(f.Cells) {
		s += fmt.Sprintf(", %s %d", key, f.Cells[key])
	}
	return s
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
	for _, name := range sortedKeys(facts) {
		if !strings.HasPrefix(name, "ldtk/") {
			continue
		}
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

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// found counts the results of importing the file. Cells are counted by the area of their colliders.
func found(t *testing.T, path string, mode importers.Mode) fact {
	t.Helper()
	src, closer, err := importers.OpenSourceIn(filepath.Dir(path), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }()
	levels, err := New().Levels(context.Background(), src)
	if err != nil {
		t.Fatal(err)
	}
	res, err := New().Import(context.Background(), src, importers.Options{Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range res.Issues {
		if i.Severity != importers.Note && !strings.Contains(i.Message, "custom fields") {
			t.Errorf("unexpected %v", i)
		}
	}
	got := fact{Levels: len(levels), Cells: map[string]int{}, Area: map[string]int{}}
	worlds := map[string]bool{}
	for _, l := range levels {
		worlds[l.World] = true
	}
	got.Worlds = len(worlds)
	cellArea := cellAreas(t, path)
	areas := map[string]float64{}
	for c := range res.Document.Colliders() {
		if c.Source.Value == 0 {
			if !strings.Contains(c.Source.ID, ".") {
				got.Entities++
			}
			continue
		}
		areas[fmt.Sprintf("%s:%d", c.Source.Layer, c.Source.Value)] += shapeArea(c.Shape)
	}
	for key, a := range areas {
		if a != math.Trunc(a) {
			t.Errorf("%s: the area %v is not exact", key, a)
		}
		got.Area[key] = int(a)
		layer, _, _ := strings.Cut(key, ":")
		got.Cells[key] = int(a) / cellArea[layer]
		got.SolidCells += got.Cells[key]
	}
	return got
}

// shapeArea returns a shape's area, exact for whole coordinates; the area of a chain around a hole is negative.
func shapeArea(s level.Shape) float64 {
	a := s.Size.X * s.Size.Y
	for _, loop := range append([][]level.Vec{s.Points}, s.Holes...) {
		for i, p := range loop {
			q := loop[(i+1)%len(loop)]
			a += (p.X*q.Y - q.X*p.Y) / 2
		}
	}
	return a
}

// cellAreas returns the area of a cell of each layer, from the file's definitions.
func cellAreas(t *testing.T, path string) map[string]int {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Defs struct {
			Layers []struct {
				Identifier string
				GridSize   int `json:"gridSize"`
			}
		}
	}
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, l := range p.Defs.Layers {
		out[l.Identifier] = l.GridSize * l.GridSize
	}
	return out
}

func BenchmarkImport(b *testing.B) {
	for _, name := range []string{"Typical_2D_platformer_example", "WorldMap_GridVania_layout", "lotsOfEntities"} {
		b.Run(name, func(b *testing.B) {
			data, err := os.ReadFile(filepath.Join(corpus, "ldtk", name+".ldtk"))
			if err != nil {
				b.Skipf("the real files are not here: %v", err)
			}
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New().Import(context.Background(), importers.NewSource(name, data, nil),
					importers.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
