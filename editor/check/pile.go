package check

import (
	"cmp"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// A pile is a large number of colliders in one place. Each collider affects all the others, and nobody would read a
// finding per pair, so a pile has one finding.
const (
	// pileDegree is the minimum number of others that each collider of a pile is linked to.
	pileDegree = 32
	// excludeDegree is the number of colliders of its pile that a collider must overlap to be excluded from pairwise
	// checks. It exceeds pileDegree, so that the remaining colliders are still a pile.
	excludeDegree = 64
	// maxExcludeTests limits the pairs of parts tested for exclusion. Beyond it, overlapping a single such collider is
	// enough.
	maxExcludeTests = 1_000_000
)

// link is a pair of items, by index, that a rule reports.
type link struct{ a, b int32 }

// piles finds the piles among linked items: the largest sets in which each item is linked to at least pileDegree others
// of the set. It returns the pile of each item, or -1, and the number of piles. links has no duplicates.
func piles(items int, links []link) (of []int32, n int) {
	degree := make([]int32, items)
	for _, l := range links {
		degree[l.a]++
		degree[l.b]++
	}
	dense := 0
	for _, d := range degree {
		if d >= pileDegree {
			dense++
		}
	}
	if dense <= pileDegree {
		return nil, 0
	}
	first, next := neighbours(degree, links)
	var leaving []int32
	for i, d := range degree {
		if d > 0 && d < pileDegree {
			leaving = append(leaving, int32(i))
		}
	}
	gone := make([]bool, items)
	for _, i := range leaving {
		gone[i] = true
	}
	for len(leaving) > 0 {
		i := leaving[len(leaving)-1]
		leaving = leaving[:len(leaving)-1]
		for _, j := range next[first[i]:first[i+1]] {
			if degree[j]--; degree[j] < pileDegree && !gone[j] {
				gone[j] = true
				leaving = append(leaving, j)
			}
		}
	}
	of = make([]int32, items)
	for i := range of {
		of[i] = -1
	}
	var reached []int32
	for i := range of {
		if of[i] >= 0 || gone[i] || first[i] == first[i+1] {
			continue
		}
		reached = append(reached[:0], int32(i))
		of[i] = int32(n)
		for len(reached) > 0 {
			j := reached[len(reached)-1]
			reached = reached[:len(reached)-1]
			for _, k := range next[first[j]:first[j+1]] {
				if of[k] < 0 && !gone[k] {
					of[k] = int32(n)
					reached = append(reached, k)
				}
			}
		}
		n++
	}
	return of, n
}

// neighbours returns the adjacency of the links: item i is linked to next[first[i]:first[i+1]].
func neighbours(degree []int32, links []link) (first, next []int32) {
	first = make([]int32, len(degree)+1)
	for i, d := range degree {
		first[i+1] = first[i] + d
	}
	at := slices.Clone(first)
	next = make([]int32, 2*len(links))
	for _, l := range links {
		next[at[l.a]], next[at[l.b]] = l.b, l.a
		at[l.a]++
		at[l.b]++
	}
	return first, next
}

// exclusion is a collider that is excluded from pairwise checks.
type exclusion struct {
	item  *item
	on    *item // one collider of its pile that is not excluded
	wrong bool  // it has an unintended overlap
}

// exclude decides which of the items from survey to exclude: items that overlap excludeDegree remaining items that each
// overlap as many themselves. After maxExcludeTests, overlapping a single such item is enough. It excludes neither an
// item with many small ones on it, such as a floor, nor the small ones.
func (s *scene) exclude(dense []int32) {
	if len(dense) <= excludeDegree {
		return
	}
	kept := collision.Tree{Owner: s.ownerOf}
	defer func() {
		if len(s.excluded) > 0 { // piles make the full tree slow
			s.left = s.newPartTree(func(p *part) bool { return !p.of.excluded })
		}
	}()
	degree := make([]int32, len(s.items))
	tried := make([]int32, len(s.items)) // 1 + the index of the item that each was last tested with
	var on []int32
	var parts []int32
	enough := excludeDegree
	for _, i := range dense {
		if s.excludeTests > maxExcludeTests {
			enough = 1
		}
		it := s.items[i]
		on = on[:0]
		heavy := 0
		found := exclusion{item: it}
	search:
		for p := it.first; p < it.last; p++ {
			parts = s.partsIn(&kept, parts[:0], s.parts[p].bounds, i, len(s.parts))
			slices.Sort(parts)
			for _, q := range parts {
				o := s.parts[q].of
				if tried[o.index] == i+1 {
					continue
				}
				if s.excludeTests++; !overlap(&s.parts[p], &s.parts[q]) {
					continue
				}
				tried[o.index] = i + 1
				on = append(on, o.index)
				if degree[o.index] < excludeDegree {
					continue
				}
				if heavy++; found.on == nil {
					found.on = o
				}
				found.wrong = found.wrong || s.isWrong(it, o)
				if heavy >= enough {
					break search
				}
			}
		}
		if heavy >= enough {
			it.excluded = true
			s.excluded = append(s.excluded, found)
			continue
		}
		for p := it.first; p < it.last; p++ {
			kept.Put(p, s.parts[p].bounds)
		}
		degree[i] = int32(len(on))
		for _, j := range on {
			degree[j]++
		}
	}
}

// overlap reports whether two parts do more than touch.
func overlap(p, q *part) bool {
	m, hit := collision.Collide(p.shape, p.of.at, q.shape, q.of.at, 0)
	return hit && m.Depth() > collision.DefaultSlop
}

// survey marks the items without neighbours, and returns the items with at least excludeDegree neighbours.
func (s *scene) survey() (dense []int32) {
	margin := s.opts.margin()
	return inParts(s.ctx, len(s.items), 4096, func(from, to int) []int32 {
		var out, parts []int32
		for _, it := range s.items[from:to] {
			n := 0
			for p := it.first; p < it.last && n < excludeDegree; p++ {
				parts = s.partsIn(s.tree, parts[:0], s.parts[p].bounds.Grow(margin), it.index, excludeDegree)
				n += len(parts)
			}
			it.alone = n == 0
			if n >= excludeDegree {
				out = append(out, it.index)
			}
		}
		return out
	})
}

// isWrong reports whether two overlapping items are an overlap to report, or copies of each other.
func (s *scene) isWrong(a, b *item) bool {
	return a.Role == level.Solid && b.Role == level.Solid && s.accepts(a, b) && !contacts.AreNeighbours(a.Collider,
		b.Collider, contacts.Overlapping) &&
		!s.ignores(RuleOverlap, a, b)
}

// ignores reports whether the level ignores a rule's findings about two items.
func (s *scene) ignores(rule string, a, b *item) bool { return s.ignored.Find(rule, a.ID, b.ID) >= 0 }

func (s *scene) accepts(a, b *item) bool {
	f, ok := level.WorldFilter(a.Filter(s.settings), len(s.settings.Categories))
	g, ok2 := level.WorldFilter(b.Filter(s.settings), len(s.settings.Categories))
	return ok && ok2 && f.Accepts(g)
}

// stack is one pile that a rule reports.
type stack struct {
	items    []*item // in drawing order
	links    int     // number of links that are not reported separately
	excluded int     // number of items that have been excluded
	wrong    bool    // whether one of the excluded items has an unintended overlap
}

// piled holds the piles among the links of a rule.
type piled struct {
	of     []int32 // the stack of each item, or -1; nil if there are none
	stacks []stack
}

// has reports whether a link is covered by a stack.
func (p *piled) has(l link) bool { return p.of != nil && p.of[l.a] >= 0 && p.of[l.a] == p.of[l.b] }

// pile finds the piles among a rule's links and adds the colliders that were excluded. Links between copies count
// toward piles too, but another rule reports them.
func (s *scene) pile(links, copies []link, left []exclusion) piled {
	of, n := piles(len(s.items), slices.Concat(links, copies))
	if n == 0 && len(left) == 0 {
		return piled{}
	}
	p := piled{of, make([]stack, n)}
	for i, at := range of {
		if at >= 0 {
			p.stacks[at].items = append(p.stacks[at].items, s.items[i])
		}
	}
	for _, l := range links {
		if p.has(l) {
			p.stacks[of[l.a]].links++
		}
	}
	by := map[*item]int{} // the stacks of an item outside any stack
	for _, a := range left {
		at, known := by[a.on]
		switch {
		case of != nil && of[a.on.index] >= 0:
			at = int(of[a.on.index])
		case !known:
			at = len(p.stacks)
			by[a.on] = at
			p.stacks = append(p.stacks, stack{items: []*item{a.on}})
		}
		t := &p.stacks[at]
		t.items = append(t.items, a.item)
		t.excluded++
		t.wrong = t.wrong || a.wrong
	}
	for i := range p.stacks {
		slices.SortFunc(p.stacks[i].items, func(a, b *item) int { return cmp.Compare(a.index, b.index) })
	}
	p.stacks = slices.DeleteFunc(p.stacks, func(t stack) bool { return t.links == 0 && t.excluded == 0 })
	return p
}

// finding returns the finding for the pile.
func (p *stack) finding(rule, format string, args ...any) Finding {
	bounds := collision.EmptyAABB()
	ids := make([]level.ID, len(p.items))
	for i, it := range p.items {
		ids[i], bounds = it.ID, bounds.Union(it.bounds)
	}
	return finding(rule, p.items[0].bounds.Center(), bounds, ids, format, args...)
}
