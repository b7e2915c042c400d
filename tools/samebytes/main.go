// Command samebytes reports code that computes different numbers on different processors:
//
//   - a product of floating-point numbers that is not rounded by a conversion, as in float64(a*b) + c. On a processor
//     with fused multiply-add, the compiler may fuse the product with a sum that uses it, even in another statement or
//     after inlining, and so skip rounding the product. A product that is only compared, multiplied, divided, converted
//     or passed to a function of package math cannot be fused;
//   - a call of a function of package math that is not exactly rounded, because its last digits depend on the
//     processor.
//
// Run it on the packages whose results are stored, exported, compared or played:
//
//	samebytes [-fix] PACKAGES
//
// With -fix it rounds the products.
package main

import "golang.org/x/tools/go/analysis/singlechecker"

func main() { singlechecker.Main(analyzer) }
