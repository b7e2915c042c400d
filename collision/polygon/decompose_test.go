package polygon

import (
	"math"
	"math/rand/v2"
	"testing"

	"fillet/collision"
)

// reflex counts the vertices of loops at which the region is concave.
func reflex(loops [][]collision.Vec) int {
	count := 0
	for k, loop := range loops {
		turn := 1.0
		if (polygonArea(loop) > 0) != (k == 0) { // holes run the other way around
			turn = -1
		}
		for i, b := range loop {
			a, c := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
			if b.Sub(a).Cross(c.Sub(b))*turn < 0 {
				count++
			}
		}
	}
	return count
}

func polygonArea(loop []collision.Vec) float64 {
	sum := 0.0
	for i, a := range loop {
		sum += a.Cross(loop[(i+1)%len(loop)])
	}
	return sum / 2
}

// countedComb has n teeth, stairs n steps, countedStar n tips, spiral n turns of a passage
// that is one unit wide.
func countedComb(n int) []collision.Vec {
	out := []collision.Vec{{X: 0, Y: 0}, {X: float64(2*n - 1), Y: 0}}
	for i := n - 1; i >= 0; i-- {
		x := float64(2 * i)
		out = append(out, collision.Vec{X: x + 1, Y: 4}, collision.Vec{X: x, Y: 4})
		if i > 0 {
			out = append(out, collision.Vec{X: x, Y: 1}, collision.Vec{X: x - 1, Y: 1})
		}
	}
	return out
}

func stairs(n int) []collision.Vec {
	out := []collision.Vec{{X: 0, Y: 0}}
	for i := range n {
		out = append(out, collision.Vec{X: float64(n - i), Y: float64(i)},
			collision.Vec{X: float64(n - i), Y: float64(i + 1)})
	}
	return append(out, collision.Vec{X: 0, Y: float64(n)})
}

func countedStar(n int) []collision.Vec {
	var out []collision.Vec
	for i := range 2 * n {
		r := 10.0
		if i%2 == 1 {
			r = 5
		}
		out = append(out, collision.NewRot(math.Pi*float64(i)/float64(n)).Apply(collision.Vec{X: r, Y: 0}))
	}
	return out
}

// spiral is the wall on both sides of a line that winds inward.
func spiral(n int) []collision.Vec {
	line := []collision.Vec{{X: 0, Y: 0}}
	length, d := float64(4*n), collision.Vec{X: 1, Y: 0}
	for i := range 2*n + 1 {
		line = append(line, line[len(line)-1].MulAdd(d, length))
		d = d.Perp()
		if i%2 == 1 {
			length -= 3
		}
	}
	side := func(s float64) []collision.Vec {
		var out []collision.Vec
		for i, p := range line {
			var off collision.Vec
			if i > 0 {
				off = off.Add(p.Sub(line[i-1]).Unit().Perp())
			}
			if i+1 < len(line) {
				off = off.Add(line[i+1].Sub(p).Unit().Perp())
			}
			out = append(out, p.MulAdd(off, s/2))
		}
		return out
	}
	right, left := side(-1), side(1)
	for i := len(left) - 1; i >= 0; i-- {
		right = append(right, left[i])
	}
	return right
}

// countedOutlines returns outlines whose minimum number of convex parts is known. Every cut makes at most two concave
// vertices convex, so a region with r concave vertices and h holes needs at least ceil(r/2) + 1 - h parts.
func countedOutlines() map[string][][]collision.Vec {
	plus := []collision.Vec{
		{X: 1, Y: 0},
		{X: 2, Y: 0},
		{X: 2, Y: 1},
		{X: 3, Y: 1},
		{X: 3, Y: 2},
		{X: 2, Y: 2},
		{X: 2, Y: 3},
		{X: 1, Y: 3},
		{X: 1, Y: 2},
		{X: 0, Y: 2},
		{X: 0, Y: 1},
		{X: 1, Y: 1},
	}
	frame := [][]collision.Vec{rect(0, 0, 9, 9), rect(3, 3, 6, 6)}
	return map[string][][]collision.Vec{
		"L": {{{X: 0, Y: 0}, {X: 3, Y: 0}, {X: 3, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 3}, {X: 0, Y: 3}}},
		"T": {{
			{X: 0, Y: 0},
			{X: 3, Y: 0},
			{X: 3, Y: 1},
			{X: 2, Y: 1},
			{X: 2, Y: 3},
			{X: 1, Y: 3},
			{X: 1, Y: 1},
			{X: 0, Y: 1},
		}},
		"U": {{
			{X: 0, Y: 0},
			{X: 3, Y: 0},
			{X: 3, Y: 3},
			{X: 2, Y: 3},
			{X: 2, Y: 1},
			{X: 1, Y: 1},
			{X: 1, Y: 3},
			{X: 0, Y: 3},
		}},
		"plus":         {plus},
		"comb 3":       {countedComb(3)},
		"comb 10":      {countedComb(10)},
		"stairs 3":     {stairs(3)},
		"stairs 12":    {stairs(12)},
		"star 5":       {countedStar(5)},
		"star 9":       {countedStar(9)},
		"spiral 2":     {spiral(2)},
		"spiral 4":     {spiral(4)},
		"frame":        frame,
		"two holes":    {rect(0, 0, 12, 6), rect(2, 2, 4, 4), rect(8, 2, 10, 4)},
		"diamond hole": {rect(0, 0, 8, 8), {{X: 4, Y: 2}, {X: 6, Y: 4}, {X: 4, Y: 6}, {X: 2, Y: 4}}},
		"triangle":     {{{X: 0, Y: 0}, {X: 12, Y: 0}, {X: 6, Y: 10}}, {{X: 5, Y: 3}, {X: 7, Y: 3}, {X: 6, Y: 5}}},
	}
}

func TestDecomposeNeedsFewPartsAndNoSlivers(t *testing.T) {
	t.Parallel()
	for name, loops := range countedOutlines() {
		least := (reflex(loops)+1)/2 + 1 - (len(loops) - 1)
		// A hole's corners do not see each other, so each needs its own cut, unless it faces another hole's corner.
		switch name {
		case "frame", "diamond hole":
			least = 4
		case "two holes":
			least = 5
		case "triangle":
			least = 3
		}
		for _, turn := range []float64{0, 0.3, 1} {
			var turned [][]collision.Vec
			for _, l := range loops {
				var out []collision.Vec
				for _, v := range l {
					out = append(out, collision.NewRot(turn).Apply(v))
				}
				turned = append(turned, out)
			}
			parts, err := DecomposeRegion(turned)
			if err != nil {
				t.Errorf("%s turned %v: %v", name, turn, err)
				continue
			}
			if len(parts) > 2*least {
				t.Errorf("%s turned %v: %d parts, want at most twice %d", name, turn, len(parts), least)
			}
			if turn == 0.3 {
				t.Logf("%-12s %2d parts, at least %2d needed", name, len(parts), least)
			}
			for _, p := range parts {
				if w := partWidth(p); w < 0.3 {
					t.Errorf("%s turned %v: a part is %v wide, want at least 1: %v", name, turn, w, p)
				}
			}
		}
	}
}

// partWidth returns the smallest distance between two parallel lines that enclose the part.
func partWidth(p []collision.Vec) float64 {
	least := math.Inf(1)
	for i, a := range p {
		n := p[(i+1)%len(p)].Sub(a).Unit().Perp()
		top := 0.0
		for _, b := range p {
			top = max(top, n.Dot(b.Sub(a)))
		}
		least = min(least, top)
	}
	return least
}

// A body inside a decomposed outline is pushed out along a normal of the outline, never along the normal of a cut.
func TestCutsNeverPush(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for name, loops := range countedOutlines() {
		turn := collision.NewRot(0.3)
		var turned [][]collision.Vec
		var normals []collision.Vec
		for k, l := range loops {
			var out []collision.Vec
			for _, v := range l {
				out = append(out, turn.Apply(v.Mul(10)))
			}
			turned = append(turned, out)
			for i, a := range out {
				n := out[(i+1)%len(out)].Sub(a).Unit().Perp().Neg()
				if (polygonArea(out) > 0) != (k == 0) {
					n = n.Neg()
				}
				normals = append(normals, n)
			}
		}
		floor := collision.Body{Shapes: piecesOf(t, turned, 0, RoundInset), Transform: collision.Identity()}
		box := collision.BoundsOf(turned[0])
		for range 300 {
			p := collision.Vec{X: box.Min.X + rng.Float64()*box.Size().X, Y: box.Min.Y + rng.Float64()*box.Size().Y}
			inside := false
			for i := range floor.Shapes {
				inside = inside || floor.Shapes[i].Contains(collision.Identity(), p)
			}
			if !inside {
				continue
			}
			for what, s := range map[string]collision.Shape{
				"ball": circle(t, collision.Vec{}, 0.5),
				"box":  mustBox(t, 0.4, 0.4, 0),
			} {
				c, ok := contactOf(t, floor, collision.Body{
					Shapes:    []collision.Shape{s},
					Transform: collision.NewTransform(p, 0.3),
				})
				if !ok {
					t.Fatalf("%s: no contact of a %s at %v", name, what, p)
				}
				for _, m := range c.Manifolds {
					good := false
					for _, n := range normals {
						good = good || nearVec(m.Normal, n, 1e-6)
					}
					if what == "box" { // a box has normals of its own
						n := turn.Inv().Apply(m.Normal)
						good = good || math.Abs(n.X*n.Y) < 1e-6
					}
					if !good {
						t.Errorf("%s: a %s at %v is pushed along %v, which is no edge's normal", name, what, p,
							turn.Inv().Apply(m.Normal))
					}
				}
			}
		}
	}
}

// An outline whose edges are all parallel to the axes becomes rectangles, for either winding and any quarter turn.
func TestDecomposeOfRectilinearIsRectangles(t *testing.T) {
	var outlines [][][]collision.Vec
	for name, loops := range countedOutlines() {
		if err := Validate(loops); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if upright(loops) {
			outlines = append(outlines, loops)
		}
	}
	if len(outlines) < 8 {
		t.Fatalf("only %d outlines are parallel to the axes", len(outlines))
	}
	for _, loops := range outlines {
		for turn := range 4 {
			turned := make([][]collision.Vec, len(loops))
			for i, loop := range loops {
				for _, p := range loop {
					for range turn {
						p = collision.Vec{X: -p.Y, Y: p.X}
					}
					turned[i] = append(turned[i], p)
				}
			}
			parts, err := DecomposeRegion(turned)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range parts {
				box := collision.BoundsOf(part)
				if size := box.Size(); len(part) != 4 || math.Abs(polygonArea(part)) != size.X*size.Y {
					t.Errorf("%v has a part that is not a rectangle: %v", turned, part)
				}
			}
		}
	}
}

// upright reports whether all edges are parallel to the axes.
func upright(loops [][]collision.Vec) bool {
	for _, loop := range loops {
		for i, a := range loop {
			if b := loop[(i+1)%len(loop)]; a.X != b.X && a.Y != b.Y {
				return false
			}
		}
	}
	return true
}
