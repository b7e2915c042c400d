package check

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// duplicates finds colliders that stand at one place with one shape and one role. The earliest stays.
func duplicates(s *scene) []Finding {
	type key struct {
		x0, y0, x1, y1 float64
		role           level.Role
	}
	coarse := func(x float64) float64 { return math.Floor(x*100 + 0.37) }
	first := map[key][]*item{}
	var out []Finding
	for _, it := range s.items {
		k := key{coarse(it.bounds.Min.X), coarse(it.bounds.Min.Y), coarse(it.bounds.Max.X), coarse(it.bounds.Max.Y), it.Role}
		i := slices.IndexFunc(first[k], func(o *item) bool { return isSamePlace(o, it) })
		if i < 0 {
			first[k] = append(first[k], it)
			continue
		}
		out = append(out, duplicate(first[k][i], it))
	}
	return out
}

func duplicate(original, copied *item) Finding {
	at := copied.bounds.Center()
	f := finding(RuleDuplicate, at, copied.bounds, []level.ID{copied.ID, original.ID}, "it stands exactly where the other does, with the same shape")
	if saysTheSame(original.Collider, copied.Collider) {
		f.Fix = &Fix{
			Title: "Remove the duplicate " + copied.ID.String(), Safe: true,
			Diff: level.Diff{Colliders: []level.Change[level.Collider]{level.Removed(copied.Collider)}},
		}
		return f
	}
	f.Message += "; their other values differ"
	return f
}

// saysTheSame reports whether a game is told the same of both but for their ids and sources.
func saysTheSame(a, b *level.Collider) bool {
	return a.Name == b.Name && a.Layer == b.Layer && a.Role == b.Role && a.Body == b.Body && isClose(a.Transform().Q.Apply(a.OneWay), b.Transform().Q.Apply(b.OneWay)) &&
		slices.Equal(a.Categories, b.Categories) && (a.CollidesWith == nil) == (b.CollidesWith == nil) &&
		slices.Equal(a.CollidesWith, b.CollidesWith) && a.Group == b.Group &&
		slices.Equal(a.Tags, b.Tags) && maps.Equal(a.Properties, b.Properties) &&
		a.Friction == b.Friction && a.Restitution == b.Restitution && a.Density == b.Density
}

// isSamePlace reports whether two colliders are of one role and cover the same points, to a millionth of a pixel.
func isSamePlace(a, b *item) bool {
	if a.Role != b.Role || len(a.baked.Pieces) != len(b.baked.Pieces) || (a.Shape.Kind == level.Point) != (b.Shape.Kind == level.Point) {
		return false
	}
	if !isClose(a.bounds.Min, b.bounds.Min) || !isClose(a.bounds.Max, b.bounds.Max) {
		return false
	}
	as, bs := outlines(a), outlines(b)
	for i := range as {
		if as[i].radius != bs[i].radius || !slices.EqualFunc(as[i].vertices, bs[i].vertices, isClose) {
			return false
		}
	}
	return true
}

type outline struct {
	vertices []level.Vec
	radius   float64
}

// outlines is an item's pieces in level space, each from its least vertex on, in an order of their own.
func outlines(it *item) []outline {
	out := make([]outline, len(it.baked.Pieces))
	for i, p := range it.baked.Pieces {
		vs := p.Vertices()
		least := 0
		for j := range vs {
			vs[j] = it.at.Apply(vs[j])
			if compareVec(vs[j], vs[least]) < 0 {
				least = j
			}
		}
		out[i] = outline{slices.Concat(vs[least:], vs[:least]), p.Radius()}
	}
	slices.SortFunc(out, func(a, b outline) int {
		return cmp.Or(slices.CompareFunc(a.vertices, b.vertices, compareVec), cmp.Compare(a.radius, b.radius))
	})
	return out
}

// compareVec orders points by x, then y, and takes those for equal that are one to a millionth of a pixel.
func compareVec(a, b collision.Vec) int {
	if d := a.X - b.X; math.Abs(d) > samePoint {
		return cmp.Compare(d, 0)
	}
	if d := a.Y - b.Y; math.Abs(d) > samePoint {
		return cmp.Compare(d, 0)
	}
	return 0
}

// samePoint is the distance within which points are one: a pose that goes through degrees and back is off by 1e-12.
const samePoint = 1e-6

func isClose(a, b collision.Vec) bool { return a.Dist(b) <= samePoint }
