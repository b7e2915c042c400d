package playtest

import "fillet/collision"

// coresOf returns the shapes made smaller by a skin on every side, or as far as they allow.
func coresOf(shapes []collision.Shape, skin float64) []collision.Shape {
	out := make([]collision.Shape, len(shapes))
	for i, s := range shapes {
		out[i] = coreOf(s, skin)
	}
	return out
}

func coreOf(s collision.Shape, skin float64) collision.Shape {
	points, radius := s.Vertices(), s.Radius()
	if rest := skin - radius; rest > 0 && len(points) > 2 {
		for ; rest > 1e-6; rest = float64(rest / 2) {
			if inner, err := collision.Inset(points, rest); err == nil {
				points = inner
				break
			}
		}
	}
	core, err := collision.NewShape(points, max(radius-skin, 0))
	if err != nil {
		return s // it was a shape before, and is no larger now
	}
	return core
}
