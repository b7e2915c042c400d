package contacts_test

import (
	"fmt"
	"testing"

	"fillet/editor/contacts"
	"fillet/editor/level"
)

// BenchmarkExit computes the exits of all overlaps in a level of 500 shapes, and in a crowded level where most shapes
// have none.
func BenchmarkExit(b *testing.B) {
	crowd := make([]*level.Collider, 500)
	for i := range crowd {
		const columns, cell = 25, 40
		shape := [...]level.Shape{
			box(44, 30, 0),
			{Kind: level.Circle, Radius: 21},
			{Kind: level.Capsule, Radius: 12, Points: []level.Vec{{X: -14}, {X: 14}}},
			{Kind: level.Polygon, Rounding: level.Inset, Points: []level.Vec{
				{X: -20, Y: -16},
				{X: 20, Y: -16},
				{X: 24, Y: 8},
				{Y: 22},
				{X: -22, Y: 10},
			}},
		}[i%4]
		crowd[i] = level.NewCollider(level.ID(i+1), 1, fmt.Sprint(i+1), shape,
			level.Vec{X: float64(cell * (i%columns + 1)), Y: float64(cell * (i/columns + 1))})
	}
	for _, of := range []struct {
		name string
		doc  *level.Document
	}{{"busy", busy(b, 500, 200, 1)}, {"crowded", levelOf(b, level.Vec{X: 1040, Y: 840}, crowd...)}} {
		b.Run(of.name, func(b *testing.B) {
			n := 0
			b.ReportAllocs()
			for b.Loop() {
				n = 0
				fresh := contacts.NewLive(of.doc)
				for c := range of.doc.Colliders() {
					if _, ok := fresh.Exit(c.ID); ok {
						n++
					}
				}
			}
			b.ReportMetric(float64(n), "exits")
			b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*n), "us/exit")
		})
	}
}
