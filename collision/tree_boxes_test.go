package collision

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A side of a tree's box is never inside the original box, and not far outside it.
func TestSmallBoxesAreRoundedOutward(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(rapid.Float64Range(-1e7, 1e7), rapid.Float64Range(-1, 1),
			rapid.SampledFrom([]float64{
				0, 1, -1, 16777217, -16777217, 1e-40, -1e-40, 0.1,
				math.Nextafter(1, 2),
			})).Draw(t, "x")
		low, high := unordered(lower(x)), unordered(upper(x)&^Guard)
		if low > x || high < x {
			t.Fatalf("%v is kept as %v to %v", x, low, high)
		}
		if room := max(math.Abs(x)*1e-6, 1e-30); x-low > room || high-x > room {
			t.Fatalf("%v is kept as %v to %v, which is far away", x, low, high)
		}
		y, w, h := rapid.Float64Range(-1e6, 1e6).Draw(t, "y"), rapid.Float64Range(0, 1e5).Draw(t, "w"),
			rapid.Float64Range(0, 1e5).Draw(t, "h")
		b := AABB{Min: Vec{X: x, Y: y}, Max: Vec{X: x + w, Y: y + h}}
		s := shrink(b)
		if wide := s.Wide(); wide.Min.X > b.Min.X || wide.Min.Y > b.Min.Y || wide.Max.X < b.Max.X ||
			wide.Max.Y < b.Max.Y {
			t.Fatalf("%v is kept as %v", b, wide)
		}
		for _, p := range []Vec{b.Min, b.Max, {X: b.Min.X, Y: b.Max.Y}, b.Center()} {
			if !s.Holds(p) {
				t.Fatalf("%v does not contain its own point %v", b, p)
			}
		}
	})
}

// drawnBox draws boxes that often touch, coincide or are empty.
func drawnBox() *rapid.Generator[AABB] {
	number := rapid.OneOf(rapid.Float64Range(-100, 100),
		rapid.SampledFrom([]float64{0, 0, 1, -1, 1e9, -1e9, 1e300, -1e300}))
	return rapid.Custom(func(t *rapid.T) AABB {
		a, b := Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")}, Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")}
		if rapid.IntRange(0, 20).Draw(t, "odd") == 0 {
			return rapid.SampledFrom([]AABB{
				EmptyAABB(),
				{Min: Vec{X: math.NaN(), Y: 0}, Max: Vec{X: 1, Y: 1}},
				{Min: Vec{X: 1, Y: 0}, Max: Vec{X: 0, Y: 1}},
				{Min: a, Max: Vec{X: math.Inf(1), Y: math.Inf(1)}},
			}).Draw(t, "box")
		}
		return AABB{Min: a.Min(b), Max: a.Max(b)}
	})
}

// A tree finds every item whose box touches the query's, for all owners and without one, and no item that is clearly
// apart. This holds for a tree built at once and for one changed item by item.
func TestTreeEqualsScan(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		boxes := rapid.SliceOfN(drawnBox(), 0, 300).Draw(t, "boxes")
		run := rapid.IntRange(1, 100).Draw(t, "run")
		owner := func(i int32) int32 { return i / int32(run) % 3 }
		tree := Tree{Owner: owner}
		if rapid.Bool().Draw(t, "at once") {
			tree.Build(boxes)
		} else {
			for i, b := range boxes {
				tree.Put(int32(i), b)
			}
		}
		for range rapid.IntRange(0, 100).Draw(t, "changes") {
			if len(boxes) == 0 {
				break
			}
			i := rapid.IntRange(0, len(boxes)-1).Draw(t, "which")
			if rapid.Bool().Draw(t, "remove") {
				if there := !boxes[i].IsEmpty(); tree.Remove(int32(i)) != there {
					t.Fatalf("item %d: Remove = %v", i, !there)
				}
				boxes[i] = EmptyAABB()
			} else {
				boxes[i] = drawnBox().Draw(t, "box")
				tree.Put(int32(i), boxes[i])
			}
		}
		if err := tree.validate(); err != nil {
			t.Fatal(err)
		}
		ask, without := drawnBox().Draw(t, "ask"), rapid.Int32Range(-1, 3).Draw(t, "without")
		count := 0
		var want, others []int32
		for i, b := range boxes {
			if tree.Has(int32(i)) == b.IsEmpty() {
				t.Fatalf("item %d with box %v: Has = %v", i, b, tree.Has(int32(i)))
			}
			if !b.IsEmpty() {
				count++
			}
			if b.IsEmpty() || ask.IsEmpty() || !b.Overlaps(ask) {
				continue
			}
			if want = append(want, int32(i)); owner(int32(i)) != without {
				others = append(others, int32(i))
			}
		}
		if tree.Len() != count {
			t.Fatalf("%d items, want %d", tree.Len(), count)
		}
		// near reports whether an item that was found is a real hit, or apart only by rounding.
		near := func(i int32) bool {
			far := 1e-6 * max(min(max(boxes[i].MaxAbs(), ask.MaxAbs()), 1e30), 1)
			return boxes[i].Grow(far).Overlaps(ask) || boxes[i].MaxAbs() > 1e29 && ask.MaxAbs() > 1e29
		}
		compare := func(what string, got, want []int32) {
			slices.Sort(got)
			for _, i := range got {
				if !near(i) {
					t.Fatalf("%s: %v of %v is apart from %v", what, i, boxes[i], ask)
				}
			}
			for _, i := range want {
				if _, ok := slices.BinarySearch(got, i); !ok {
					t.Fatalf("%s: %v of %v is not found at %v", what, i, boxes[i], ask)
				}
			}
			if len(slices.Compact(slices.Clone(got))) != len(got) {
				t.Fatalf("%s: an item occurs twice in %v", what, got)
			}
		}
		compare("Append", tree.Append(nil, ask), want)
		var got, gotOthers []int32
		all := tree.Query(ask, func(i int32) bool { got = append(got, i); return true })
		compare("Query", got, want)
		tree.QueryOthers(ask, without, func(i int32) bool {
			if owner(i) == without {
				t.Fatalf("item %d has owner %d", i, without)
			}
			gotOthers = append(gotOthers, i)
			return true
		})
		compare("QueryOthers", gotOthers, others)
		if n := 0; !all || len(got) > 1 && (tree.Query(ask, func(int32) bool { n++; return false }) || n != 1) {
			t.Fatalf("a stopped query continued: %d", n)
		}
	})
}

func TestTreeQueriesAllocateNothing(t *testing.T) {
	boxes := make([]AABB, 1000)
	for i := range boxes {
		p := Vec{X: float64(i % 40), Y: float64(i / 40)}
		boxes[i] = AABB{Min: p, Max: p.Add(Vec{X: 2, Y: 2})}
	}
	tree := Tree{Owner: func(i int32) int32 { return i / 40 }}
	tree.Build(boxes)
	out, n := make([]int32, 0, 1000), 0
	if got := testing.AllocsPerRun(100, func() {
		out = tree.Append(out[:0], boxes[500])
		tree.QueryOthers(boxes[500], 3, func(i int32) bool { n++; return i > 0 })
		tree.Put(20, boxes[21])
		tree.Put(20, boxes[20])
	}); got > 0 {
		t.Errorf("%v allocations", got)
	}
}

// A query that skips an owner visits none of its clustered items.
func TestTreeSkipsAnOwner(t *testing.T) {
	t.Parallel()
	asked := 0
	tree := Tree{Owner: func(i int32) int32 { asked++; return i / 5000 }}
	for i := range int32(10000) {
		tree.Put(i, AABB{Min: Vec{X: float64(i / 5000), Y: 0}, Max: Vec{X: float64(i/5000) + 0.5, Y: 1}})
	}
	asked = 0
	tree.QueryOthers(AABB{Min: Vec{}, Max: Vec{X: 0.5, Y: 1}}, 0, func(i int32) bool {
		t.Fatalf("%d is found", i)
		return false
	})
	if asked > 100 {
		t.Errorf("asked for an item's owner %d times", asked)
	}
}
