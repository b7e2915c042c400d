package link_test

import (
	"slices"
	"testing"
	"time"

	"fillet/editor/level"
	games "fillet/export/colliders/link"
)

// BenchmarkDrag measures the time from an edit of the document to the change in the game, with edits 60 times a second,
// as in a drag: the median and the 95th percentile, and the time that the edit holds up the window.
func BenchmarkDrag(b *testing.B) {
	platformer, err := level.Open("../../assets/samples/platformer.level.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for _, bb := range []struct {
		name string
		doc  *level.Document
	}{{"platformer", platformer}, {"10k", boxes(b, 10_000)}, {"100k", boxes(b, 100_000)}} {
		b.Run(bb.name, func(b *testing.B) {
			s := serve(b, 0)
			s.doc = bb.doc
			g := s.follow(games.Options{})
			var delays, held []time.Duration
			pointer := time.NewTicker(time.Second / 60)
			defer pointer.Stop()
			x := 0.0
			for b.Loop() {
				<-pointer.C
				x++
				begin := time.Now()
				s.move(1, x)
				held = append(held, time.Since(begin))
				c := <-g.Changes
				delays = append(delays, time.Since(begin))
				if len(c.Changed) != 1 || c.Changed[0].Position.X != x {
					b.Fatalf("the change is %+v", c)
				}
			}
			slices.Sort(delays)
			slices.Sort(held)
			report := func(d time.Duration, unit string) { b.ReportMetric(float64(d.Microseconds())/1000, unit) }
			report(delays[len(delays)/2], "ms-median")
			report(delays[len(delays)*95/100], "ms-p95")
			report(held[len(held)/2], "ms-window")
		})
	}
}
