package collision_test

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/collision/polygon"
)

// A triangle with round corners, from points in any order; a point inside is dropped.
func ExampleNewShape() {
	s, err := collision.NewShape([]collision.Vec{{X: 0, Y: 0}, {X: 3, Y: 1}, {X: 8, Y: 0}, {X: 0, Y: 6}}, 2)
	fmt.Println(s.Len(), "vertices, radius", s.Radius(), err)

	_, err = collision.NewShape(nil, -1)
	fmt.Println(err)
	// Output:
	// 3 vertices, radius 2 <nil>
	// collision: a shape needs at least one point
}

// The radius grows a box on every side.
func ExampleBox() {
	b, _ := collision.Box(8, 4, 1)
	fmt.Println(b.Bounds(collision.Identity()).Size())
	// Output: (18, 10)
}

func ExampleCircle() {
	c, _ := collision.Circle(collision.Vec{X: 3}, 2)
	fmt.Println(c.Bounds(collision.Identity()))
	// Output: {(1, -2) (5, 2)}
}

func ExampleCapsule() {
	c, _ := collision.Capsule(collision.Vec{}, collision.Vec{X: 10}, 2)
	fmt.Printf("%d vertices, area %.3f\n", c.Len(), c.Mass(1).Area)
	// Output: 2 vertices, area 52.566
}

// A slope and a plain, as pieces of one body that is solid from above.
func ExampleChain() {
	edges, _ := collision.Chain([]collision.Vec{{X: 0, Y: 40}, {X: 60, Y: 60}, {X: 200, Y: 60}}, 0)
	ground := collision.Body{Shapes: edges, Transform: collision.Identity(), Static: true, OneSided: true}
	w := collision.NewWorld()
	w.Put(1, ground)

	down := collision.RayTo(collision.Vec{X: 100}, collision.Vec{X: 100, Y: 100})
	hit, ok := w.Raycast(down, collision.Query{})
	fmt.Println(ok, hit.Point, "edge", hit.Shape)
	// Output: true (100, 60) edge 1
}

// The walls of a room, solid inside.
func ExampleLoop() {
	edges, _ := collision.Loop([]collision.Vec{{X: 0, Y: 0}, {X: 0, Y: 80}, {X: 80, Y: 80}, {X: 80, Y: 0}}, 0)
	fmt.Println(len(edges), "walls")
	_, err := collision.Loop([]collision.Vec{{X: 0}, {X: 1}}, 0)
	fmt.Println(err)
	// Output:
	// 4 walls
	// collision: a closed chain needs at least 3 points
}

// Shapes that only touch overlap.
func ExampleOverlap() {
	ball, _ := collision.Circle(collision.Vec{}, 5)
	at := collision.NewTransform
	for _, x := range []float64{9, 10, 11} {
		fmt.Println(x, collision.Overlap(ball, at(collision.Vec{}, 0), ball, at(collision.Vec{X: x}, 0)))
	}
	// Output:
	// 9 true
	// 10 true
	// 11 false
}

// How far a guard is from a wall, and where the two are nearest.
func ExampleDistance() {
	guard, _ := collision.Circle(collision.Vec{}, 4)
	wall, _ := collision.Box(10, 40, 0)
	d := collision.Distance(guard, collision.Identity(), wall, collision.NewTransform(collision.Vec{X: 30}, 0))
	fmt.Println(d.Distance, "along", d.Normal, "from", d.OnA, "to", d.OnB)
	// Output: 16 along (1, 0) from (4, 0) to (20, 0)
}

// How far a lift can go before it hits the ceiling.
func ExampleCast() {
	lift, _ := collision.Box(16, 2, 0)
	ceiling, _ := collision.Box(100, 5, 0)
	hit, ok := collision.Cast(lift, collision.Identity(), collision.Vec{Y: -60}, ceiling,
		collision.NewTransform(collision.Vec{Y: -37}, 0))
	fmt.Println(ok, hit.T, hit.Normal)
	// Output: true 0.5 (0, 1)
}

func ExampleShape_Contains() {
	pill, _ := collision.Capsule(collision.Vec{X: -8}, collision.Vec{X: 8}, 3)
	upright := collision.NewTransform(collision.Vec{X: 100, Y: 50}, 1.5707963267948966)
	fmt.Println(pill.Contains(upright, collision.Vec{X: 100, Y: 60}),
		pill.Contains(upright, collision.Vec{X: 110, Y: 50}))
	// Output: true false
}

// The point of a shape nearest to the mouse; the distance is negative inside.
func ExampleShape_Closest() {
	box, _ := collision.Box(10, 10, 0)
	for _, mouse := range []collision.Vec{{X: 14, Y: 2}, {X: 7, Y: 2}} {
		on, d := box.Closest(collision.Identity(), mouse)
		fmt.Println(on, d)
	}
	// Output:
	// (10, 2) 4
	// (10, 2) -3
}

func ExampleShape_Mass() {
	plate, _ := collision.Box(2, 1, 0)
	m := plate.Mass(0.5)
	fmt.Printf("mass %g, inertia %.4f about %v\n", m.Mass, m.Inertia, m.Centroid)
	// Output: mass 4, inertia 6.6667 about (0, 0)
}

func ExampleShape_Bounds() {
	box, _ := collision.Box(3, 1, 0)
	b := box.Bounds(collision.NewTransform(collision.Vec{X: 10, Y: 20}, 0))
	fmt.Println(b.Min, b.Max)
	// Output: (7, 19) (13, 21)
}

// A shape's inner polygon, and the polygon's sides.
func ExampleShape_Vertices() {
	box, _ := collision.Box(2, 1, 0.5)
	fmt.Println(box.Vertices(), box.Vertex(-1), box.Normal(0))
	// Output: [(-2, -1) (2, -1) (2, 1) (-2, 1)] (-2, 1) (0, -1)
}

// The outline of a rounded box, as points at most 0.1 away from it.
func ExampleShape_Boundary() {
	box, _ := collision.Box(10, 10, 4)
	points := box.Boundary()[0].Flatten(0.1, nil)
	fmt.Println(len(points) > 12, collision.BoundsOf(points).Size())
	// Output: true (28, 28)
}

// A shape at rest is placed once and queried often.
func ExamplePlaced() {
	wall, _ := collision.Box(5, 50, 0)
	ball, _ := collision.Circle(collision.Vec{}, 3)
	placed := wall.Place(collision.Identity())
	var other collision.Placed
	for x := 10.0; x > 5; x -= 2 {
		ball.PlaceInto(&other, collision.NewTransform(collision.Vec{X: x}, 0))
		if m, hit := placed.Collide(&other, 0); hit && m.Depth() > 0 {
			fmt.Println("at", x, "depth", m.Depth())
		}
	}
	// Output: at 6 depth 2
}

// Two overlapping shapes as one region: their common area counts once.
func ExampleRegionMass() {
	cross := []collision.Vec{
		{X: 4, Y: 0},
		{X: 8, Y: 0},
		{X: 8, Y: 4},
		{X: 12, Y: 4},
		{X: 12, Y: 8},
		{X: 8, Y: 8},
		{X: 8, Y: 12},
		{X: 4, Y: 12},
		{X: 4, Y: 8},
		{X: 0, Y: 8},
		{X: 0, Y: 4},
		{X: 4, Y: 4},
	}
	boundary, _ := polygon.RoundBoundary([][]collision.Vec{cross}, 0, polygon.RoundInset)
	m := collision.RegionMass(boundary, 2)
	fmt.Println("area", m.Area, "mass", m.Mass, "about", m.Centroid)
	// Output: area 80 mass 160 about (6, 6)
}

func ExampleBoundaryMass() {
	square, _ := collision.Box(2, 2, 0)
	m := collision.BoundaryMass(func(yield func(collision.Segment) bool) {
		for _, s := range square.Boundary()[0] {
			if !yield(s) {
				return
			}
		}
	}, 2)
	fmt.Println("area", m.Area, "mass", m.Mass, "about", m.Centroid)
	// Output: area 16 mass 32 about (0, 0)
}

// A platform that is solid from above: its top supports, its side does not block.
func ExampleIsSolidSide() {
	up := collision.Vec{Y: -1}
	fmt.Println(collision.IsSolidSide(up, collision.Vec{Y: -1}), collision.IsSolidSide(up, collision.Vec{X: 1}))
	// Output: true false
}

// Enemies collide with walls and the player, but not with each other.
func ExampleFilter() {
	const wall, player, enemy = 1, 2, 4
	foe := collision.Filter{Category: enemy, Mask: wall | player}
	hero := collision.Filter{Category: player, Mask: wall | enemy}
	fmt.Println(foe.Accepts(hero), foe.Accepts(foe))
	// Output: true false
}

// A turret on a tank: its muzzle in world space, and a target in the turret's frame.
func ExampleTransform() {
	tank := collision.NewTransform(collision.Vec{X: 100, Y: 50}, 1.5707963267948966)
	turret := tank.Mul(collision.NewTransform(collision.Vec{X: 10}, 0))
	fmt.Println("muzzle", turret.Apply(collision.Vec{X: 5}))
	fmt.Printf("target %.3f ahead\n", turret.ApplyInv(collision.Vec{X: 100, Y: 80}).X)
	// Output:
	// muzzle (100, 65)
	// target 20.000 ahead
}

func ExampleSegmentDistance() {
	a, b := collision.Vec{X: 0, Y: 0}, collision.Vec{X: 10, Y: 0}
	fmt.Println(collision.SegmentDistance(collision.Vec{X: 4, Y: 3}, a, b))
	fmt.Println(collision.SegmentDistance(collision.Vec{X: 13, Y: 4}, a, b)) // beyond the segment's end
	// Output:
	// 3
	// 5
}

func ExampleContour_Flatten() {
	disc, _ := collision.Circle(collision.Vec{}, 10)
	fmt.Println(len(disc.Boundary()[0].Flatten(0.1, nil)))
	// Output:
	// 24
}

func ExampleArcLines() {
	fmt.Println(collision.ArcLines(10, 2*math.Pi, 0.1))
	// Output:
	// 23
}

func ExampleAppendHull() {
	points := []collision.Vec{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 2, Y: 1}, {X: 4, Y: 4}, {X: 0, Y: 4}}
	fmt.Println(collision.AppendHull(nil, points))
	// Output:
	// [(0, 0) (4, 0) (4, 4) (0, 4)]
}

func ExampleDropFlat() {
	square := []collision.Vec{{X: 0, Y: 0}, {X: 2, Y: 0.001}, {X: 4, Y: 0}, {X: 4, Y: 4}, {X: 0, Y: 4}}
	fmt.Println(collision.DropFlat(square, 0.01))
	// Output:
	// [(0, 0) (4, 0) (4, 4) (0, 4)]
}

func ExampleLineEnds() {
	fmt.Println(collision.LineEnds([]collision.Vec{{X: 3}, {X: 1}, {X: 7}}, 0.01))
	// Output:
	// [(1, 0) (7, 0)]
}

func ExampleMitre() {
	// The corner between a box's top and right side moves inward by this much per pixel.
	speed, ok := collision.Mitre(collision.Vec{Y: -1}, collision.Vec{X: 1})
	fmt.Println(speed, ok)
	// Output:
	// (-1, 1) true
}

func ExampleOrient() {
	a, b := collision.Vec{}, collision.Vec{X: 10}
	fmt.Println(collision.Orient(a, b, collision.Vec{X: 5, Y: 2}) > 0,
		collision.Orient(a, b, collision.Vec{X: 5, Y: -2}) > 0)
	// Output:
	// true false
}

func ExampleShrinkLoop() {
	box := []collision.Vec{{X: 0, Y: 0}, {X: 8, Y: 0}, {X: 8, Y: 4}, {X: 0, Y: 4}}
	inner, at := collision.ShrinkLoop(box, 1)
	fmt.Println(inner, at)
	_, at = collision.ShrinkLoop(box, 3) // the loop collapses before that
	fmt.Println(at)
	// Output:
	// [(1, 1) (7, 1) (7, 3) (1, 3)] 1
	// 2
}
