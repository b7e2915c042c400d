package editor_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"testing"
	"time"

	"fillet/editor"
	checks "fillet/editor/check"
	"fillet/editor/level"
	"fillet/export"
)

// TestScaling prints how the time of some operations grows with the number of colliders. The exponent is 1 if ten times
// as many colliders take ten times as long. `make scaling` runs it. It never fails because of time.
func TestScaling(t *testing.T) {
	t.Parallel()
	if os.Getenv("FILLET_SCALING") == "" {
		t.Skip("only `make scaling` runs this test")
	}
	sizes := []int{10_000, 100_000, 1_000_000}
	works := []string{"open", "check", "export", "nudge"}
	took := map[string][]float64{}
	for _, n := range sizes {
		for name, d := range scalingOf(t, n) {
			took[name] = append(took[name], d.Seconds())
		}
	}
	fmt.Printf("%-8s %12s %12s %12s %10s %10s\n", "", "10,000", "100,000", "1,000,000", "exponent", "exponent")
	for _, name := range works {
		s := took[name]
		fmt.Printf("%-8s %9.3f ms %9.3f ms %9.3f ms %10.2f %10.2f\n", name, s[0]*1e3, s[1]*1e3, s[2]*1e3,
			math.Log10(s[1]/s[0]), math.Log10(s[2]/s[1]))
	}
}

// scalingOf returns the best time of each operation in three runs on a level of n colliders.
func scalingOf(t *testing.T, n int) map[string]time.Duration {
	t.Helper()
	text := grid(n)
	least := map[string]time.Duration{}
	timed := func(name string, work func() error) {
		start := time.Now()
		if err := work(); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); least[name] == 0 || d < least[name] {
			least[name] = d
		}
	}
	for range 3 {
		var doc *level.Document
		timed("open", func() (err error) { doc, err = level.Parse(text, "a.level.yaml"); return err })
		snapshot := doc.Snapshot()
		timed("check", func() error {
			_, err := checks.Find(context.Background(), snapshot, checks.Options{})
			return err
		})
		timed("export", func() error {
			_, err := export.JSON().Export(context.Background(), snapshot, export.Options{}, io.Discard)
			return err
		})
		session := editor.NewSession(doc)
		id := snapshot.Layers[0].Colliders[n/2].ID
		session.Selection().Set(id)
		const steps = 20
		was := doc.Collider(id).Position.X
		for range steps {
			timed("nudge", func() error { return session.Nudge(1, 0) })
		}
		if moved := doc.Collider(id).Position.X - was; moved != steps {
			t.Fatalf("%d steps moved it by %g", steps, moved)
		}
	}
	return least
}

// grid returns a level file of n boxes and circles. Each has neighbours, and a few overlap.
func grid(n int) []byte {
	side := int(math.Ceil(math.Sqrt(float64(n))))
	var b bytes.Buffer
	fmt.Fprintf(&b, "fillet: 1\nname: grid\nsize: [%d, %d]\nlayers:\n  - id: l1\n    name: things\n    colliders:\n",
		side*48, side*48)
	for i := range n {
		fmt.Fprintf(&b, "      - id: c%d\n        name: thing %d\n", i+1, i)
		if i%3 == 0 {
			fmt.Fprintf(&b, "        kind: circle\n        radius: %d\n", 6+i%17)
		} else {
			fmt.Fprintf(&b, "        kind: box\n        size: [%d, %d]\n", 12+i%31, 12+i%23)
		}
		fmt.Fprintf(&b, "        position: [%d, %d]\n", i%side*48+24, i/side*48+24)
	}
	return b.Bytes()
}
