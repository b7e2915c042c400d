// Command samebytes reports what makes a program compute other numbers on one processor than on another:
//
//   - a product of floating-point numbers that is not rounded by a conversion, as in float64(a*b) + c. Where a processor has a
//     fused multiply-add, the compiler may join the product with a sum that it comes into, also in another statement or after
//     inlining, and leaves out the product's own rounding. A product that is only compared, multiplied, divided, converted or given
//     to a function of package math cannot come into a sum;
//   - functions of package math that are not exactly rounded: their last digits depend on the processor.
//
// It is run on the packages whose results are stored, exported, compared or played:
//
//	samebytes [-fix] PACKAGES
//
// With -fix it rounds the products.
package main

import "golang.org/x/tools/go/analysis/singlechecker"

func main() { singlechecker.Main(analyzer) }
