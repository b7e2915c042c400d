package tool_test

import (
	"fmt"
	"testing"

	"fillet/editor/level"
	"fillet/editor/tool"
)

// crowd returns n boxes in rows, each touching its neighbours, and a box above them to drag.
func crowd(n int) []*level.Collider {
	var out []*level.Collider
	side := 1
	for side*side < n {
		side++
	}
	for i := range n {
		out = append(out, rounded(box(fmt.Sprintf("box %d", i), float64(i%side)*16, float64(i/side)*16, 16, 16), 4))
	}
	return append(out, polygon("mover", -100, -100, -20, -20, 20, -20, 30, 0, 20, 20, -20, 20))
}

// BenchmarkDrag moves one shape among many. After each pointer event it does everything that the window does.
func BenchmarkDrag(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := newRig(b, crowd(n)...)
			r.run("snap grid vertices edges centres guides contact; move -100,-100; down -100,-100; move -90,-90")
			b.ResetTimer()
			for i := range b.N {
				r.c.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{
					X: float64(i*7%1500) + 3,
					Y: float64(i*13%1500) + 5,
				}})
				r.draw()
				_ = r.s.Live().Contacts()
			}
			b.StopTimer()
			if r.s.Live().LastUpdate() <= 0 {
				b.Error("nothing was updated")
			}
		})
	}
}

// BenchmarkDraw moves the second corner of a box under construction among many shapes.
func BenchmarkDraw(b *testing.B) {
	r := newRig(b, crowd(10_000)...)
	r.run("tool box; down 700,700")
	b.ResetTimer()
	for i := range b.N {
		r.c.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{X: 700 + float64(i%60), Y: 740}})
		r.draw()
	}
}

// BenchmarkVertex drags a vertex of a shape among many.
func BenchmarkVertex(b *testing.B) {
	r := newRig(b, crowd(10_000)...)
	r.run("tool nodes; select 10001; down -70,-100; move -60,-100")
	b.ResetTimer()
	for i := range b.N {
		r.c.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{X: -60 + float64(i%40), Y: -100}})
		r.draw()
	}
}

// BenchmarkHover moves the pointer over many shapes with nothing pressed.
func BenchmarkHover(b *testing.B) {
	r := newRig(b, crowd(10_000)...)
	b.ResetTimer()
	for i := range b.N {
		r.c.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{X: float64(i*7%1500) + 3, Y: float64(i*13%1500) + 5}})
		r.draw()
	}
}

// BenchmarkDragAll moves ten thousand shapes at once past a single other shape.
func BenchmarkDragAll(b *testing.B) {
	r := newRig(b, crowd(10_000)...)
	r.s.Selection().All()
	r.s.Selection().Remove(10_001)
	r.run("down 700,700; move 710,710")
	b.ResetTimer()
	for i := range b.N {
		r.c.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{X: 700 + float64(i%60), Y: 740}})
		r.draw()
	}
}
