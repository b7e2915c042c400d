package ui

import (
	"fmt"
	"image"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/export"
	"fillet/importers"
)

// benchWindow returns a window of 1600 x 900 with n boxes at the positions that at returns.
func benchWindow(b testing.TB, n int, at func(i int) level.Vec) *Window {
	b.Helper()
	b.Setenv("XDG_CACHE_HOME", b.TempDir())
	app := test.NewTempApp(b)
	w, err := New(app, importers.NewRegistry(), export.NewRegistry(export.YAML()), "")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { close(w.Closed) })
	w.inStep()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		b.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "Layer 1", Order: 1})}}
	for i := range n {
		c := level.NewCollider(level.ID(i+1), 1, fmt.Sprintf("box %d", i+1),
			level.Shape{Kind: level.Box, Size: level.Vec{X: 16, Y: 16}, Radius: 4, Rounding: level.Inset}, at(i))
		c.Order = float64(i + 1)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		b.Fatal(err)
	}
	w.Session.Replace(doc)
	w.Win.Resize(fyne.NewSize(1600, 900))
	w.Win.Show()
	return w
}

// frameForTest does the window's work for one frame after a pointer event.
func (w *Window) frameForTest(pos level.Vec) *image.RGBA {
	w.Canvas.Session.Batch(func() { w.Tools.Pointer(tool.Event{Kind: tool.Move, Pos: pos}) })
	w.refresh(w.changed)
	w.changed = 0
	w.minimap.Draw(132, 80)
	return w.Canvas.Draw(1250, 850).(*image.RGBA)
}

// BenchmarkDragAll drags 10,000 selected boxes, each touching its neighbours.
func BenchmarkDragAll(b *testing.B) {
	w := benchWindow(b, 10_000, func(i int) level.Vec {
		return level.Vec{X: float64(i%100) * 16, Y: float64(i/100) * 16}
	})
	w.Canvas.Draw(1250, 850)
	w.Session.Selection().All()
	w.Tools.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{X: 800, Y: 803}})
	w.Tools.Pointer(tool.Event{Kind: tool.Down, Pos: level.Vec{X: 800, Y: 803}})
	b.ResetTimer()
	for i := range b.N {
		w.frameForTest(level.Vec{X: 840 + float64(i%40)*16, Y: 840})
	}
}

// BenchmarkPile drags one of 2,000 boxes in the same place, which form two million overlapping pairs.
func BenchmarkPile(b *testing.B) {
	w := benchWindow(b, 2_000, func(int) level.Vec { return level.Vec{X: 320, Y: 180} })
	w.Canvas.Frame(collision.AABB{Max: level.Vec{X: 640, Y: 360}})
	w.Canvas.Draw(1250, 850)
	w.Tools.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{X: 320, Y: 180}})
	w.Tools.Pointer(tool.Event{Kind: tool.Down, Pos: level.Vec{X: 320, Y: 180}})
	b.ResetTimer()
	for i := range b.N {
		w.frameForTest(level.Vec{X: 325 + float64(i%8), Y: 180})
	}
}

// BenchmarkDragAmongOverlaps drags one of 10,000 boxes through a view with 1,000 overlapping pairs, and reports the
// 95th percentile of the frame time.
func BenchmarkDragAmongOverlaps(b *testing.B) {
	const side = 100
	w := benchWindow(b, side*side, func(i int) level.Vec {
		x, y := float64(i%side), float64(i/side)
		if i%10 == 1 { // overlaps the previous box
			return level.Vec{X: 20*x - 7, Y: 20 * y}
		}
		return level.Vec{X: 20 * x, Y: 20 * y}
	})
	w.Canvas.Frame(collision.AABB{Max: level.Vec{X: 20 * side, Y: 20 * side}})
	w.Canvas.Draw(1250, 850)
	if n := w.Session.Live().Counts().Overlaps; n != 1000 {
		b.Fatalf("%d pairs overlap", n)
	}
	at := level.Vec{X: 1000, Y: 1000}
	w.Tools.Pointer(tool.Event{Kind: tool.Move, Pos: at})
	w.Tools.Pointer(tool.Event{Kind: tool.Down, Pos: at})
	w.frameForTest(at.Add(level.Vec{X: 8, Y: 8}))
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		w.frameForTest(at.Add(level.Vec{X: float64(i * 7 % 60), Y: float64(i * 3 % 40)}))
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-in-95-of-100")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
}
