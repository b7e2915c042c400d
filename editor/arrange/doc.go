// Package arrange works out where things come to stand: aligned, distributed, swapped, and a whole level scaled or mirrored.
//
//	for i, by := range arrange.Align(units, arrange.Left, arrange.Box(level)) {
//		// units[i] moves by that
//	}
//
// It changes nothing itself. What moves as one, such as a group or an instance, is a Unit, and keeps its inside. Places that differ by
// less than Near are the same, so what is done twice does nothing the second time.
package arrange
