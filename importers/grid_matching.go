package importers

import "context"

// independent returns a largest set of nodes of a bipartite graph of which no two are joined. The edges are given by
// left node. The set is the complement of the vertex cover that König's theorem derives from a maximum matching.
func independent(ctx context.Context, edges [][]int32, rightCount int) (left, right []bool, err error) {
	m := &matching{edges: edges, ofLeft: make([]int32, len(edges)), ofRight: make([]int32, rightCount)}
	for i := range m.ofLeft {
		m.ofLeft[i] = none
	}
	for i := range m.ofRight {
		m.ofRight[i] = none
	}
	m.level = make([]int32, len(edges))
	m.next = make([]int32, len(edges))
	for m.layer() {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		clear(m.next)
		for u := range edges {
			if m.ofLeft[u] == none {
				m.augment(int32(u))
			}
		}
	}
	// A left node has a level if an alternating path reaches it from an unmatched left node, as the last layering found
	// no free right node. The cover is the left nodes not reached and the right nodes reached.
	left, right = make([]bool, len(edges)), make([]bool, rightCount)
	for i := range right {
		right[i] = true
	}
	for u := range edges {
		if left[u] = m.level[u] != none; left[u] {
			for _, v := range edges[u] {
				right[v] = false
			}
		}
	}
	return left, right, nil
}

const none = -1

// matching is the state of the algorithm of Hopcroft and Karp.
type matching struct {
	edges           [][]int32
	ofLeft, ofRight []int32
	level           []int32 // of left nodes: half the length of the shortest alternating path that reaches it
	next            []int32 // of left nodes: the first edge that this phase has not tried
	queue           []int32
	path            []int32
}

// layer computes the levels and reports whether an unmatched right node can be reached.
func (m *matching) layer() bool {
	m.queue = m.queue[:0]
	for u := range m.level {
		m.level[u] = none
		if m.ofLeft[u] == none {
			m.level[u] = 0
			m.queue = append(m.queue, int32(u))
		}
	}
	free := false
	for k := 0; k < len(m.queue); k++ {
		u := m.queue[k]
		for _, v := range m.edges[u] {
			w := m.ofRight[v]
			if w == none {
				free = true
			} else if m.level[w] == none {
				m.level[w] = m.level[u] + 1
				m.queue = append(m.queue, w)
			}
		}
	}
	return free
}

// augment follows levels from an unmatched left node to an unmatched right one. It does not recurse, as a path can be
// as long as the graph.
func (m *matching) augment(root int32) {
	m.path = append(m.path[:0], root)
	for len(m.path) > 0 {
		u := m.path[len(m.path)-1]
		if int(m.next[u]) == len(m.edges[u]) {
			m.level[u] = none
			m.path = m.path[:len(m.path)-1]
			continue
		}
		v := m.edges[u][m.next[u]]
		w := m.ofRight[v]
		if w != none && m.level[w] == m.level[u]+1 {
			m.path = append(m.path, w)
			m.next[u]++
			continue
		}
		if w != none {
			m.next[u]++
			continue
		}
		// Match each node of the path with the edge it tried last.
		for i := len(m.path) - 1; i >= 0; i-- {
			u := m.path[i]
			if i < len(m.path)-1 {
				v = m.edges[u][m.next[u]-1]
			}
			m.ofLeft[u], m.ofRight[v] = v, u
		}
		m.next[u]++
		return
	}
}
