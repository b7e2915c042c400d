package polygon_test

import (
	"fmt"

	"fillet/collision"
	"fillet/collision/polygon"
)

func square(x, y, size float64) polygon.Region {
	return polygon.Region{{{{X: x, Y: y}, {X: x + size, Y: y}, {X: x + size, Y: y + size}, {X: x, Y: y + size}}}}
}

func Example() {
	a, b := square(0, 0, 4), square(2, 2, 4)
	both, _ := polygon.Intersect(a, b)
	all, _ := polygon.Union(a, b)
	fmt.Println(both.Area(), all.Area())
	fmt.Println(both[0][0])
	// Output:
	// 4 28
	// [(2, 2) (4, 2) (4, 4) (2, 4)]
}

func ExampleSubtract() {
	cut, _ := polygon.Subtract(square(0, 0, 8), square(2, 2, 4))
	for _, outline := range cut {
		fmt.Println("outline", outline[0])
		for _, hole := range outline[1:] {
			fmt.Println("hole   ", hole)
		}
	}
	// Output:
	// outline [(0, 0) (8, 0) (8, 8) (0, 8)]
	// hole    [(2, 2) (2, 6) (6, 6) (6, 2)]
}

func ExampleXor() {
	r, _ := polygon.Xor(square(0, 0, 4), square(2, 0, 4))
	fmt.Println(len(r), r.Area())
	// Output: 2 16
}

func ExampleFill() {
	bow := []polygon.Vec{{X: 0, Y: 0}, {X: 4, Y: 4}, {X: 4, Y: 0}, {X: 0, Y: 4}}
	r, _ := polygon.Fill(polygon.NonZero, bow)
	fmt.Println(len(r), r.Area())
	// Output: 2 8
}

func ExampleOffset() {
	r, _ := polygon.Offset(square(0, 0, 4), 1, polygon.JoinMitre, 0.1)
	fmt.Println(r[0][0])
	r, _ = polygon.Offset(square(0, 0, 4), -1, polygon.JoinRound, 0.1)
	fmt.Println(r[0][0])
	// Output:
	// [(-1, -1) (5, -1) (5, 5) (-1, 5)]
	// [(1, 1) (3, 1) (3, 3) (1, 3)]
}

func ExampleSplit() {
	below, above, _ := polygon.Split(square(0, 0, 4), polygon.Vec{Y: 1}, polygon.Vec{X: 1})
	fmt.Println(above.Area(), below.Area())
	// Output: 4 12
}

func ExampleFromShape() {
	s, _ := collision.Circle(collision.Vec{}, 10)
	r, _ := polygon.FromShape(s, collision.Identity(), 0.5)
	fmt.Printf("%d points, area %.1f\n", len(r[0][0]), r.Area())
	// Output: 10 points, area 293.9
}

func ExampleFromChain() {
	r, _ := polygon.FromChain([]polygon.Vec{{X: 0, Y: 0}, {X: 10, Y: 0}}, false, 1, 0.01)
	fmt.Printf("%.1f\n", r.Area())
	// Output: 23.1
}

func ExampleFromContours() {
	boundary, _ := polygon.RoundBoundary([][]collision.Vec{{{X: 0, Y: 0}, {X: 8, Y: 0}, {X: 8, Y: 8}, {X: 0, Y: 8}}}, 2,
		polygon.RoundInset)
	r, _ := polygon.FromContours(boundary, 0.001)
	fmt.Printf("%.1f\n", r.Area())
	// Output: 60.6
}

func ExampleClipper() {
	// Compute the common area of many pairs, as in every frame.
	var c polygon.Clipper
	ground := square(0, 0, 100)
	for i := range 3 {
		both, err := c.Intersect(ground, square(float64(i)*60-30, -10, 40))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(both.Area()) // the next operation overwrites both
	}
	// Output:
	// 300
	// 1200
	// 300
}

func ExampleClipper_Convex() {
	var c polygon.Clipper
	a := []polygon.Vec{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}, {X: 0, Y: 4}}
	b := []polygon.Vec{{X: 2, Y: 2}, {X: 6, Y: 2}, {X: 6, Y: 6}, {X: 2, Y: 6}}
	fmt.Println(c.Convex(a, b))
	// Output: [(2, 2) (4, 2) (4, 4) (2, 4)]
}
