package polygon

import (
	"math"
	"slices"
)

// line is a loop with the indices of its kept points, in order.
type line struct {
	points []Vec
	kept   []int
}

// SimplifyLoop keeps as few points as it can find such that no point of the loop is farther than tolerance from the
// straight line between the kept points before and after it. It returns them and the distance of the farthest point (D.
// Douglas and T. Peucker, 1973, then a walk in the longest possible steps). A loop thinner than the tolerance keeps
// three points; other points may then be farther away than the tolerance. The result may cross itself where the loop
// comes near itself. It shares no memory with the loop.
func SimplifyLoop(points []Vec, tolerance float64) (kept []Vec, deviation float64) {
	l := simplified(points, tolerance)
	return l.outline(), l.deviation()
}

// SimplifyLine works like SimplifyLoop for an open line, whose ends it keeps.
func SimplifyLine(points []Vec, tolerance float64) (kept []Vec, deviation float64) {
	l := line{points: points}
	n := len(points)
	if n <= 2 || !(tolerance > 0) {
		return slices.Clone(points), 0
	}
	for at := 0; at < n-1; {
		l.kept = append(l.kept, at)
		at = l.reach(at, n-1, tolerance)
	}
	l.kept = append(l.kept, n-1)
	for k := 1; k < len(l.kept); k++ {
		_, d := l.strayed(l.kept[k-1], l.kept[k])
		deviation = max(deviation, d)
	}
	return l.outline(), deviation
}

// simplified keeps as few points as it can find. See [SimplifyLoop].
func simplified(points []Vec, tolerance float64) line {
	l := line{points: points}
	n := len(points)
	if n <= 3 || tolerance <= 0 {
		for i := range points {
			l.kept = append(l.kept, i)
		}
		return l
	}
	// Two distant points cut the loop into two lines.
	first := farthest(points, points[0])
	second := farthest(points, points[first])
	if first > second {
		first, second = second, first
	}
	keep := make([]bool, n)
	keep[first], keep[second] = true, true
	l.divide(first, second, tolerance, keep)
	l.divide(second, first+n, tolerance, keep)
	for i, k := range keep {
		if k {
			l.kept = append(l.kept, i)
		}
	}
	for len(l.kept) < 3 { // thinner than the tolerance: keep the points that stick out most
		i, at, _ := l.worst()
		l.kept = append(l.kept[:i+1], append([]int{at}, l.kept[i+1:]...)...)
	}
	l.thin(tolerance)
	l.stride(tolerance)
	l.settle()
	return l
}

// settle moves each kept point along the loop to the position of least deviation, so that kept points end up on
// corners. It never increases the greatest deviation.
func (l *line) settle() {
	const rounds, window = 3, 24
	n := len(l.points)
	for range rounds {
		moved := false
		for k := range l.kept {
			m := len(l.kept)
			before, at, after := l.kept[(k+m-1)%m], l.kept[k], l.kept[(k+1)%m]
			for at < before {
				at += n
			}
			for after <= at {
				after += n
			}
			worst := func(i int) float64 {
				_, d := l.strayed(before, i)
				_, e := l.strayed(i, after)
				return max(d, e)
			}
			best, to := worst(at), at
			for i := max(before+1, at-window); i < min(after, at+window+1); i++ {
				if d := worst(i); d < best-1e-9 {
					best, to = d, i
				}
			}
			if to != at {
				l.kept[k] = to % n
				moved = true
			}
		}
		slices.Sort(l.kept)
		if !moved {
			return
		}
	}
}

// stride walks around the loop from some of the kept points, in the longest steps that stay within tolerance. It keeps
// the walk with the fewest steps if that has fewer points than the current line.
func (l *line) stride(tolerance float64) {
	const starts = 12
	n := len(l.points)
	best := l.kept
	for s := range min(starts, len(l.kept)) {
		start := l.kept[s*len(l.kept)/min(starts, len(l.kept))]
		walk := []int{start}
		for at := start; at < start+n && len(walk) < len(best); {
			if at = l.reach(at, start+n, tolerance); at < start+n {
				walk = append(walk, at)
			}
		}
		if len(walk) >= 3 && len(walk) < len(best) {
			best = walk
		}
	}
	for i := range best {
		best[i] %= n
	}
	slices.Sort(best)
	l.kept = best
}

// reach returns an index far along the loop, at most end, such that the straight line to it from index from stays
// within tolerance.
func (l *line) reach(from, end int, tolerance float64) int {
	fits := func(to int) bool {
		_, d := l.strayed(from, to)
		return d <= tolerance
	}
	step := 1
	for from+2*step <= end && fits(from+2*step) {
		step *= 2
	}
	at := from + step
	for ; step > 0; step /= 2 {
		if at+step <= end && fits(at+step) {
			at += step
		}
	}
	return at
}

func farthest(points []Vec, from Vec) int {
	best, at := -1.0, 0
	for i, p := range points {
		if d := p.Sub(from).LenSq(); d > best {
			best, at = d, i
		}
	}
	return at
}

// divide keeps points between two kept ones until all others are within tolerance. Indices continue past the loop's
// end.
func (l *line) divide(from, to int, tolerance float64, keep []bool) {
	n := len(l.points)
	stack := [][2]int{{from, to}}
	for len(stack) > 0 {
		span := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at, d := l.strayed(span[0], span[1])
		if d > tolerance {
			keep[at%n] = true
			stack = append(stack, [2]int{span[0], at}, [2]int{at, span[1]})
		}
	}
}

// strayed returns the point farthest from the straight line between two others, and its distance.
func (l *line) strayed(from, to int) (at int, d float64) {
	n := len(l.points)
	a, b := l.points[from%n], l.points[to%n]
	at, d = from, 0
	for i := from + 1; i < to; i++ {
		if e := distance(a, b, l.points[i%n]); e > d {
			at, d = i, e
		}
	}
	return at, d
}

// worst returns the kept point after which the loop deviates most, and the index and size of that deviation.
func (l *line) worst() (i, at int, d float64) {
	n := len(l.points)
	for k := range l.kept {
		from, to := l.span(k)
		if p, e := l.strayed(from, to); e > d || k == 0 {
			i, at, d = k, p%n, e
		}
	}
	for k := 0; d == 0 && k < len(l.kept); k++ { // all points are on one line: any other point will do
		if from, to := l.span(k); to-from > 1 {
			return k, (from + 1) % n, 0
		}
	}
	return i, at, d
}

// span returns the indices of a kept point and of the next one.
func (l *line) span(k int) (from, to int) {
	from, to = l.kept[k], l.kept[(k+1)%len(l.kept)]
	if to <= from {
		to += len(l.points)
	}
	return from, to
}

// thin drops unneeded kept points, going around the loop until all are needed.
func (l *line) thin(tolerance float64) {
	for dropped := true; dropped; {
		dropped = false
		for k := 0; k < len(l.kept) && len(l.kept) > 3; k++ {
			m := len(l.kept)
			from, to := l.kept[(k+m-1)%m], l.kept[(k+1)%m]
			if to <= from {
				to += len(l.points)
			}
			if _, d := l.strayed(from, to); d <= tolerance {
				l.kept = append(l.kept[:k], l.kept[k+1:]...)
				dropped = true
			}
		}
	}
}

// deviation returns how far the loop deviates from the kept points' outline.
func (l *line) deviation() float64 {
	_, _, d := l.worst()
	return d
}

func (l *line) outline() []Vec {
	out := make([]Vec, len(l.kept))
	for i, k := range l.kept {
		out[i] = l.points[k]
	}
	return out
}

// distance returns the distance from a point to a segment.
func distance(a, b, p Vec) float64 {
	d := b.Sub(a)
	l := d.LenSq()
	if l == 0 {
		return a.Dist(p)
	}
	return a.MulAdd(d, math.Min(math.Max(p.Sub(a).Dot(d)/l, 0), 1)).Dist(p)
}
