package polygon_test

import (
	"errors"
	"fmt"

	"fillet/collision"
	"fillet/collision/polygon"
)

// An L with its convex corners rounded, as convex shapes.
func ExampleRoundRegion() {
	outline := []collision.Vec{
		{X: 0, Y: 0},
		{X: 48, Y: 0},
		{X: 48, Y: 16},
		{X: 16, Y: 16},
		{X: 16, Y: 48},
		{X: 0, Y: 48},
	}
	pieces, boundary, err := polygon.RoundRegion([][]collision.Vec{outline}, 4, polygon.RoundInset)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d pieces, area %.2f\n", len(pieces), collision.RegionMass(boundary, 1).Area)

	_, _, err = polygon.RoundRegion([][]collision.Vec{outline}, 9, polygon.RoundInset)
	fmt.Println(err)
	// Output:
	// 2 pieces, area 1262.83
	// the radius is too large: the largest that fits is 8
}

// The error for an outline that crosses itself names the crossing edges.
func ExampleDecompose() {
	_, err := polygon.Decompose([]collision.Vec{{X: 0, Y: 0}, {X: 10, Y: 10}, {X: 10, Y: 0}, {X: 0, Y: 10}})
	fmt.Println(err)
	// Output: edge 0 crosses edge 2 at (5, 5)
}

// A room, and the area in it where the centre of a disc of radius 4 can be.
func ExampleInset() {
	room := []collision.Vec{{X: 0, Y: 0}, {X: 40, Y: 0}, {X: 40, Y: 20}, {X: 0, Y: 20}}
	inner, _ := polygon.Inset(room, 4)
	fmt.Println(inner)

	_, err := polygon.Inset(room, 11)
	var outline *polygon.Error
	fmt.Println(errors.As(err, &outline), outline.Kind == polygon.RadiusTooLarge, outline.MaxRadius)
	// Output:
	// [(4, 4) (36, 4) (36, 16) (4, 16)]
	// true true 10
}

// An outline with a hole is moved inward: the hole grows.
func ExampleInsetRegion() {
	outer := []collision.Vec{{X: 0, Y: 0}, {X: 40, Y: 0}, {X: 40, Y: 40}, {X: 0, Y: 40}}
	hole := []collision.Vec{{X: 15, Y: 15}, {X: 25, Y: 15}, {X: 25, Y: 25}, {X: 15, Y: 25}}
	loops, err := polygon.InsetRegion([][]collision.Vec{outer, hole}, 2)
	fmt.Println(collision.BoundsOf(loops[0]).Size(), collision.BoundsOf(loops[1]).Size(), err)
	// Output: (36, 36) (14, 14) <nil>
}

// The largest radius that the corners of an outline can have.
func ExampleMaxInset() {
	fmt.Println(polygon.MaxInset([][]collision.Vec{{{X: 0, Y: 0}, {X: 64, Y: 0}, {X: 64, Y: 16}, {X: 0, Y: 16}}}))
	// Output: 8
}

// A frame as convex parts.
func ExampleDecomposeRegion() {
	outer := []collision.Vec{{X: 0, Y: 0}, {X: 30, Y: 0}, {X: 30, Y: 30}, {X: 0, Y: 30}}
	hole := []collision.Vec{{X: 10, Y: 10}, {X: 20, Y: 10}, {X: 20, Y: 20}, {X: 10, Y: 20}}
	parts, err := polygon.DecomposeRegion([][]collision.Vec{outer, hole})
	fmt.Println(len(parts), "parts,", err)
	// Output: 4 parts, <nil>
}

// The shapes of a body whose outline is an L with round corners.
func ExampleRoundPieces() {
	outline := []collision.Vec{
		{X: 0, Y: 0},
		{X: 48, Y: 0},
		{X: 48, Y: 16},
		{X: 16, Y: 16},
		{X: 16, Y: 48},
		{X: 0, Y: 48},
	}
	pieces, _ := polygon.RoundPieces([][]collision.Vec{outline}, 4, polygon.RoundOutset)
	body := collision.Body{Shapes: pieces, Transform: collision.Identity(), Static: true}
	fmt.Println(len(body.Shapes), "pieces of radius", pieces[0].Radius())
	// Output: 2 pieces of radius 4
}

// The outline itself: straight edges and arcs.
func ExampleRoundBoundary() {
	outline := []collision.Vec{{X: 0, Y: 0}, {X: 20, Y: 0}, {X: 20, Y: 20}, {X: 0, Y: 20}}
	contours, _ := polygon.RoundBoundary([][]collision.Vec{outline}, 5, polygon.RoundInset)
	edges, arcs := 0, 0
	for _, s := range contours[0] {
		if s.Radius > 0 {
			arcs++
		} else {
			edges++
		}
	}
	fmt.Println(edges, "edges and", arcs, "arcs, area", fmt.Sprintf("%.3f", collision.RegionMass(contours, 1).Area))
	// Output: 4 edges and 4 arcs, area 378.540
}

// Check an outline before using it.
func ExampleValidate() {
	err := polygon.Validate([][]collision.Vec{{{X: 0, Y: 0}, {X: 8, Y: 0}, {X: 8, Y: 0}, {X: 8, Y: 8}}})
	fmt.Println(err)
	// Output: points 1 and 2 are both at (8, 0)
}
