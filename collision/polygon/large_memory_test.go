package polygon_test

import (
	"testing"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/testkit"
)

// Memory grows with the number of vertices, not with its square: ten times the vertices take at most twenty times the
// memory.
func TestOutlinesOfMany(t *testing.T) {
	bytesOf := func(loops [][]collision.Vec) uint64 {
		return testkit.AllocatedBytes(func() {
			if _, err := polygon.DecomposeRegion(loops); err != nil {
				t.Fatal(err)
			}
		})
	}
	small, large := polygon.ManyOutlines(10_000), polygon.ManyOutlines(100_000)
	for name := range small {
		t.Run(name, func(t *testing.T) {
			few, many := bytesOf(small[name]), bytesOf(large[name])
			if many > 20*few {
				t.Errorf("10,000 vertices take %d KB, 100,000 take %d KB", few>>10, many>>10)
			}
		})
	}
}
