// Package a has code that the analyzer must find, and code that it must not.
package a

import "math"

type degrees float64

type vec struct{ x, y float64 }

type number interface{ ~float32 | ~float64 }

func sums(a, b, c float64) float64 {
	r := a*b + c // want `write float64\(a \* b\)`
	r += a * b   // want `write float64\(a \* b\)`
	r -= -(a * b) // want `write float64\(a \* b\)`
	r = float64(a*b) + c
	return r
}

// Across statements and calls, too.
func scaled(v vec, s float64) vec {
	t := v.x * s // want `write float64\(v\.x \* s\)`
	return vec{t, v.y * s} // want `write float64\(v\.y \* s\)`
}

func assigned(list []float64, f func() int, b float64) {
	b *= list[0] + 1 // want `write b = float64\(b \* \(list\[0\] \+ 1\)\)`
	b /= 2           // want `write b = float64\(b / 2\)`
	list[f()] *= b   // want `write list\[f\(\)\] = float64`
	b /= 3
	b /= b * b
}

// A division by a power of two is a product.
func divided(a, b float64) float64 {
	return (a-b)/2 + b/3 // want `write float64\(\(a - b\) / 2\)`
}

func named(a, b degrees) degrees {
	return a * b // want `write degrees\(a \* b\)`
}

func single(a, b float32) float32 { return a*b + 1 } // want `write float32\(a \* b\)`

func generic[T number](a, b T) T { return a*b + 1 } // want `write T\(a \* b\)`

func use(float64) {}

func given(a, b float64) { use(a * b) } // want `write float64\(a \* b\)`

// None of these products is used unrounded in a sum.
func harmless(a, b, c float64, n int) (int, float64, bool) {
	const half = 0.5 * 3
	n = n*n + 1
	return int(a * b), a * b * c / (math.Sqrt(a*b) / max(a*b, c)), a*b < c
}

func inexact(x float64) float64 {
	f := math.Sin // want `math\.Sin is not exactly rounded`
	return math.Hypot(x, 1) + math.Sqrt(f(x)) + math.Pi // want `math\.Hypot is not exactly rounded`
}
