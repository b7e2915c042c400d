package canvas_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
)

// crateText is a prefab of five parts.
const crateText = `fillet: 1
name: crate
origin: [-10, -10]
size: [20, 20]
layers:
  - id: l1
    name: crate
    colliders:
      - {id: c1, kind: box, size: [20, 20], position: [0, 0], radius: 1}
      - {id: c2, kind: polygon, points: [[-10, 0], [10, 0], [6, -4], [-10, -4]], position: [0, -10]}
      - {id: c3, kind: box, size: [4, 2], position: [8, 11], angle: 30}
      - {id: c4, kind: circle, radius: 2, position: [-8, 11]}
      - {id: c5, kind: chain, points: [[0, 0], [4, 2], [4, 9]], position: [0, 11]}
`

// placed holds a level with instances of a prefab, and the prefab, both open in one window.
type placed struct{ outer, inner *workspace.OpenLevel }

func openPlaced(t testing.TB, instances string) placed {
	t.Helper()
	dir := t.TempDir()
	text := "fillet: 2\nname: a\nsize: [4000, 4000]\ninstances:\n" + instances +
		"layers:\n  - id: l1\n    name: x\n    colliders:\n      - {id: c1, kind: polygon, points: [[0, 0], [90, 0], " +
		"[60, 40]], position: [200, 150], angle: 20}\n"
	stack := "fillet: 2\nname: stack\nsize: [40, 60]\ninstances:\n  - {id: i1, prefab: crate.level.yaml, layer: l1, " +
		"position: [10, 40]}\n  - {id: i2, prefab: crate.level.yaml, layer: l1, position: [12, 20], angle: 90, flip: " +
		"true, changes: {c2: {radius: 1}, c4: removed}}\nlayers:\n  - {id: l1, name: x, colliders: []}\n"
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "crate.level.yaml"), []byte(crateText), 0o644),
		os.WriteFile(filepath.Join(dir, "stack.level.yaml"), []byte(stack), 0o644),
		os.WriteFile(filepath.Join(dir, "a.level.yaml"), []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	levels := workspace.NewOpenLevels(importers.NewRegistry(), export.NewRegistry(), "")
	open := func(name string) *workspace.OpenLevel {
		l, err := levels.New(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		r, foreign, err := l.Files.Read(context.Background(), path, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		l.Files.Opened(path, r, foreign)
		return l
	}
	return placed{open("a.level.yaml"), open("crate.level.yaml")}
}

// aroundIt returns a canvas of the prefab, with the level around an instance.
func (p placed) aroundIt(t testing.TB, of level.InstanceID) *canvas.View {
	t.Helper()
	app := test.NewTempApp(t)
	look := kit.NewLook(kit.ModeDark)
	app.Settings().SetTheme(look.Theme)
	v := canvas.New(p.inner.Session, tool.NewController(p.inner.Session), look, func(f func()) {
		f()
	}, func(err error) { t.Error(err) })
	v.SetAround(canvas.NewAround(p.outer.Session, p.outer.Session.Document().Instance(of), p.inner.Session,
		p.inner.Files.Path()))
	return v
}

// move moves a part of the prefab.
func (p placed) move(t testing.TB, by level.Vec) {
	t.Helper()
	doc := p.inner.Session.Document()
	c := *doc.Collider(3)
	c.Position = c.Position.Add(by)
	if err := p.inner.Session.Do("Move",
		level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(doc.Collider(3), &c)}}); err != nil {
		t.Fatal(err)
	}
}

// centreOf returns the centre and the size of an item's or collider's shape. The rotation of the frame does not affect
// them.
func centreOf(at func(level.Vec) level.Vec, baked *level.Baked) (middle level.Vec, size float64) {
	box := baked.Bounds
	return at(box.Center()), box.Size().Len()
}

// The items around a prefab match the level's own shapes in the prefab's frame, after edits and during a drag.
func TestAroundMatchesLevel(t *testing.T) {
	for _, stands := range []string{"angle: 0", "angle: 30", "flip: true", "angle: -75, flip: true"} {
		t.Run(stands, func(t *testing.T) {
			p := openPlaced(t, "  - {id: i1, prefab: crate.level.yaml, layer: l1, position: [300, 200], "+stands+"}\n"+
				"  - {id: i2, prefab: crate.level.yaml, layer: l1, position: [400, 220], angle: 15, changes: {c1: "+
				"{size: [24, 20]}, c4: removed}}\n"+
				"  - {id: i3, prefab: crate.level.yaml, layer: l1, position: [500, 230], angle: 15, flip: true}\n"+
				"  - {id: i4, prefab: stack.level.yaml, layer: l1, position: [300, 300], angle: 115, flip: true, "+
				"changes: {i1/c2: {radius: 1}}}\n")
			v := p.aroundIt(t, 1)
			v.Camera.Width, v.Camera.Height = 1200, 900
			doc := p.outer.Session.Document()
			compare := func(what string) {
				t.Helper()
				type place struct{ x, y, size int }
				want := map[place]int{}
				at := func(m level.Vec, size float64) place {
					return place{int(math.Round(m.X * 10)), int(math.Round(m.Y * 10)), int(math.Round(size * 10))}
				}
				n := 0
				for c := range doc.Colliders() {
					if c.Part == nil || c.Part.Instance != 1 {
						m, size := centreOf(c.Transform().Apply, doc.Baked(c.ID))
						want[at(v.Around().Inward(m), size)]++
						n++
					}
				}
				got := 0
				for _, it := range v.Scene().Items {
					if it.Collider == nil || !it.Dimmed {
						continue
					}
					got++
					m, size := centreOf(it.At.Apply, it.Baked)
					if want[at(m, size)]--; want[at(m, size)] < 0 {
						t.Fatalf("%s: %s is at %v around the prefab but not in the level", what,
							it.Collider.IDText(), m)
					}
				}
				if got != n {
					t.Errorf("%s: %d shapes are around the prefab, want %d", what, got, n)
				}
			}
			v.Camera.Center, v.Camera.Zoom = v.Around().Inward(level.Vec{X: 350, Y: 220}), 1
			compare("opened")
			p.move(t, level.Vec{X: 3.5, Y: -6})
			compare("edited")
			g := p.inner.Session.Begin("Drag")
			p.move(t, level.Vec{X: -9, Y: 2})
			drawn := picture(v)
			g.Commit()
			if settled := picture(v); drawn != settled {
				t.Error("the other instances look different during the drag than after it")
			}
			compare("dragged")
			p.inner.Session.Undo()
			compare("undone")
			if m := v.Around().Outward(v.Around().Inward(level.Vec{X: 12, Y: 34})); m.Dist(level.Vec{
				X: 12,
				Y: 34,
			}) > 1e-9 {
				t.Errorf("Outward(Inward(v)) = %v", m)
			}
		})
	}
}

// picture returns the items drawn around the prefab as text.
func picture(v *canvas.View) string {
	var b strings.Builder
	for _, it := range v.Scene().Items {
		if it.Collider != nil && it.Dimmed {
			m, size := centreOf(it.At.Apply, it.Baked)
			fmt.Fprintf(&b, "%.3f %.3f %.3f %.3f\n", m.X, m.Y, size, it.At.Q.S)
		}
	}
	return b.String()
}

// tenThousand places a prefab of five parts 10,000 times.
func tenThousand(t testing.TB) placed {
	var b strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&b, "  - {id: i%d, prefab: crate.level.yaml, layer: l1, position: [%d, %d]}\n", i+1, i%100*40,
			i/100*40)
	}
	return openPlaced(t, b.String())
}

// BenchmarkPrefabDrag drags a part of a prefab with 10,000 instances, edited in place. "few" draws one frame of a drag
// with about 200 of the instances in view, "all" with all of them, and "release" measures the work from the end of the
// drag until every level has applied it.
func BenchmarkPrefabDrag(b *testing.B) {
	p := tenThousand(b)
	for _, view := range []struct {
		name string
		zoom float64
	}{{"few", 2}, {"all", 0.2}} {
		b.Run(view.name, func(b *testing.B) {
			v := p.aroundIt(b, 5050)
			v.LookFrom(level.Vec{}, view.zoom)
			v.Draw(1200, 800)
			g := p.inner.Session.Begin("Drag")
			defer g.Rollback()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p.move(b, level.Vec{X: float64(1 - i%2*2)})
				v.Draw(1200, 800)
			}
		})
	}
	b.Run("release", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			g := p.inner.Session.Begin("Drag")
			p.move(b, level.Vec{X: float64(1 - i%2*2)})
			b.StartTimer()
			g.Commit()
		}
	})
}
