package workspace

import (
	"cmp"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// matched holds the counterpart of each imported collider in a later import of the file.
type matched struct {
	of    []int       // index of the same record in the later import, or -1; each index occurs at most once
	moved []level.Vec // how far the file moved the contents of its layer, in the document
	in    [][2]string // the current names of its level and its layer; empty if they are gone
	there []bool      // whether the file still has its layer
	// unclear names the levels that changed their size and may or may not have moved. unsure marks matched colliders
	// without ids in those levels, which may be other records.
	unclear []string
	unsure  []bool
	covered int // number of tile shapes that were deleted here and are now part of outlines
}

// matching finds the counterparts of the imported colliders. Containers are matched before their contents: levels, then
// their layers, then the objects in them. While a collider's own level or layer exists, it is not searched for in
// another one.
//
//   - Levels match by their ids, or by their names if an import has none. A level that is gone may match a new one if
//     at least half of the objects of both have the same position and outline, and no other level is as similar. A
//     level that the file had lost before may also match a new level with its name that has half of its known contents.
//     The same goes for layers.
//   - An entity matches by its id in the level, if the id is unique there; entities with the same id are told apart
//     by their places and outlines, and so are the parts of one entity: see parts. Where ids are unique in the whole
//     file, an entity that is missing from its level is searched for in all levels. Where ids are names (Godot's nodes,
//     a drawing's elements), an entity that is gone matches a new one with the same outline in the same place.
//   - All objects of a level or layer may have moved within it (a column was added at its left): see shifted. If the
//     evidence for and against it is about equal, matches without ids are unsure.
//   - Cells, and the shapes of tiles, match by the file's name for their value, their place in the layer and their
//     outline. Among the rest, pairs that share at least half of the smaller shape match, largest shared part first,
//     and then objects whose outline and value are unique on both sides.
func matching(doc *level.Document, m, now *level.Import, later []*level.Collider) matched {
	raw := len(m.Places) == 0 && len(m.Tilesets) == 0
	n := len(m.Base)
	s := matcher{was: m, now: now, raw: raw, matched: matched{
		of: make([]int, n), moved: make([]level.Vec, n),
		in: make([][2]string, n), there: make([]bool, n), unsure: make([]bool, n),
	}, taken: make([]bool, len(later))}
	for i := range s.of {
		s.of[i] = -1
	}
	objects := make([]object, n+len(later))
	base, theirs := make([]*object, 0, n), make([]*object, 0, len(later))
	for i := range m.Base {
		b, t := &m.Base[i], &objects[i]
		*t = object{index: i, c: b.Collider, lost: b.Lost, gone: b.Gone || b.Kept}
		if b.Offered != nil {
			t.c = b.Offered
		}
		t.away = doc.Collider(b.ID) == nil
		t.deleted = t.gone && t.away
		base = append(base, t)
	}
	for i, c := range later {
		t := &objects[n+i]
		*t = object{index: i, c: c}
		theirs = append(theirs, t)
	}
	s.theirs = theirs
	was, current := s.levels(base, importers.IdentitiesOf(m)), s.levels(theirs, importers.IdentitiesOf(now))
	s.pairLevels(was, current)
	for _, l := range was {
		if l.pair != nil {
			s.level(l)
		}
	}
	s.anywhere(base, theirs)
	return s.matched
}

// object is a collider as a file has it, on either side of the comparison.
type object struct {
	index   int
	c       *level.Collider
	lost    string    // see level.Imported
	gone    bool      // the file had lost it before: it is matched after the objects that were in the file
	away    bool      // deleted here
	deleted bool      // lost in the file and deleted here: it only matches if unchanged
	group   string    // the id without the numbers of duplicates, parts and list points; empty for cells and tiles
	local   bool      // the id is unique in the layer, not in the file
	isPart  bool      // the id ends with a number that only counts the parts of an entity
	value   string    // of cells and tiles: see importers.Identity
	part    string    // which one of a tile's shapes
	cell    string    // the cell of a tile's shape
	tileset string    // of tiles
	at      level.Vec // position relative to the layer's corner
	outline uint64
	layer   *container
}

// container is a level or a layer, with its contents.
type container struct {
	name, id string
	pair     *container // its counterpart on the other side

	// of a level
	place  *level.Place // nil if the import has no place for it
	layers []*container

	// of a layer
	layerPlace *level.LayerPlace
	level      *container
	list       []*object
	unsure     bool      // it is unclear how its contents moved
	shift      level.Vec // from the former place of an object in its layer to the current one
}

func (c *container) contents() []*object {
	out := c.list
	for _, l := range c.layers {
		out = append(out, l.list...)
	}
	return out
}

// wasLost reports whether the file had lost all of the objects before.
func wasLost(list []*object) bool {
	return !slices.ContainsFunc(list, func(t *object) bool { return !t.gone })
}

// matcher is a comparison in progress.
type matcher struct {
	matched
	was, now *level.Import
	raw      bool   // the base was imported by an older Fillet, which stored neither places nor names of values
	taken    []bool // which of the later objects are matched
	theirs   []*object
	visits   int // of edges, in area comparisons
}

func (m *matcher) isFree(t, u *object) bool { return m.of[t.index] < 0 && !m.taken[u.index] }

func (m *matcher) pair(was, now *object) { m.of[was.index], m.taken[now.index] = now.index, true }

var (
	again  = regexp.MustCompile(`#[0-9]+(\.|$)`) // the number of an entity with a repeated id
	listed = regexp.MustCompile(`\[[0-9]+\]$`)   // the number of a point in a list
	parted = regexp.MustCompile(`\.part[0-9]+$`) // the number of a part of an entity
)

// levels groups objects by level and layer, in order of appearance.
func (m *matcher) levels(list []*object, ids *importers.Identities) []*container {
	var out []*container
	byName := map[string]*container{}
	type key struct{ level, layer string }
	layers := map[key]*container{}
	for _, t := range list {
		s := sourceOf(t.c)
		p, lp := ids.Place(s)
		l := byName[s.Level]
		if l == nil {
			l = &container{name: s.Level, id: s.Level, place: p}
			if p != nil && p.ID != "" {
				l.id = p.ID
			}
			byName[s.Level] = l
			out = append(out, l)
		}
		k := key{s.Level, s.Layer}
		if layers[k] == nil {
			layers[k] = &container{name: s.Layer, id: s.Layer, layerPlace: lp, level: l}
			if lp != nil && lp.ID != "" {
				layers[k].id = lp.ID
			}
			l.layers = append(l.layers, layers[k])
		}
		t.layer = layers[k]
		t.layer.list = append(t.layer.list, t)
		m.describe(t, ids, s)
	}
	return out
}

// describe sets the fields by which an object is matched.
func (m *matcher) describe(t *object, ids *importers.Identities, s *level.Source) {
	t.at, t.outline = t.c.Position, importers.OutlineDigest(t.c)
	if p := t.layer.level.place; p != nil && !m.raw {
		t.at = t.at.Sub(p.At)
	}
	if lp := t.layer.layerPlace; lp != nil && !m.raw {
		t.at = t.at.Sub(lp.Offset)
	}
	cell, part, isTile := importers.TilePart(s.ID)
	if s.ID != "" && !isTile {
		t.group = s.ID
		if own, ok := strings.CutPrefix(s.ID, s.Level+"/"+s.Layer+"/"); ok { // LDtk files without ids
			t.group, t.local = own, true
		}
		if strings.ContainsAny(t.group, "#[") {
			t.group = listed.ReplaceAllString(again.ReplaceAllString(t.group, "$1"), "[]")
		}
		if i := strings.LastIndex(t.group, ".part"); i > 0 && parted.MatchString(t.group) {
			t.group, t.isPart = t.group[:i], true
		}
		return
	}
	t.cell, t.part = cell, part
	if m.raw {
		if t.value = importers.ValueName(nil, nil, s.Value); isTile {
			t.value += "." + part
		}
		return
	}
	id := ids.Of(t.c)
	t.value = id.Value
	if i := strings.LastIndexByte(id.Value, ':'); i > 0 {
		t.tileset = id.Value[:i]
	}
}

func (m *matcher) pairLevels(was, now []*container) {
	there := map[string]bool{} // by id and name, including levels without imported contents
	for _, l := range now {
		there[l.id], there[l.name] = true, true
	}
	if m.now.Fresh != nil {
		for _, id := range m.now.Fresh.Levels {
			there[id] = true
		}
	}
	pairAll(was, now, there)
}

// growthOf returns the moves of a container's contents that the growth of its level may have caused.
func growthOf(was, now *container) []level.Vec {
	if was.level != nil {
		was, now = was.level, now.level
	}
	if was.place == nil || now.place == nil {
		return nil
	}
	by := now.place.Size.Sub(was.place.Size)
	return []level.Vec{{X: by.X}, {Y: by.Y}, by}
}

// isRestored reports whether objects that the file had lost may be the ones that it now has under the same name: at
// least half of the known objects are in place, after one of the moves or without a move.
func isRestored(was, now []*object, moves []level.Vec) bool {
	there := map[likeness]bool{}
	for _, t := range now {
		there[t.likeness()] = true
	}
	return slices.ContainsFunc(append([]level.Vec{{}}, moves...), func(by level.Vec) bool {
		known := 0
		for _, t := range was {
			if there[t.movedBy(by)] {
				known++
			}
		}
		return 2*known >= len(was)
	})
}

// pairAll pairs containers by their ids and names; then the containers of the base that are gone, unless their ids are
// still there, with similar new ones; then those that the file had lost before with the new container of the same name,
// if half of their contents are there, possibly moved by the level's growth. It returns the containers that are gone.
func pairAll(was, now []*container, there map[string]bool) (gone []*container) {
	pairNamed(was, now)
	gone = slices.DeleteFunc(slices.Clone(was), func(x *container) bool { return x.pair != nil || there[x.id] })
	fresh := slices.DeleteFunc(slices.Clone(now), func(x *container) bool { return x.pair != nil })
	pairSimilar(gone, fresh)
	for _, a := range gone {
		i := slices.IndexFunc(fresh, func(b *container) bool { return b.pair == nil && b.name == a.name })
		if a.pair != nil || i < 0 || !wasLost(a.contents()) {
			continue
		}
		if b := fresh[i]; isRestored(a.contents(), b.contents(), growthOf(a, b)) {
			a.pair, b.pair = b, a
		}
	}
	return gone
}

// pairNamed pairs containers with the same id and name, then with the same id, then with the same name if at least one
// of the two has no id except its name.
func pairNamed(was, now []*container) {
	for step, key := range [3]func(c *container) [2]string{
		func(c *container) [2]string { return [2]string{c.name, c.id} },
		func(c *container) [2]string { return [2]string{c.id} },
		func(c *container) [2]string { return [2]string{c.name} },
	} {
		byKey := map[[2]string]*container{}
		for _, b := range slices.Backward(now) {
			if b.pair == nil {
				byKey[key(b)] = b
			}
		}
		for _, a := range was {
			b := byKey[key(a)]
			if a.pair == nil && b != nil && b.pair == nil && (step < 2 || a.id == a.name || b.id == b.name) {
				a.pair, b.pair = b, a
			}
		}
	}
}

// likeness is a key that is equal for objects that look the same.
type likeness struct {
	layer        *container // nil when layers are compared
	group, value string
	outline      uint64
	x, y         int64
}

func (t *object) likeness() likeness {
	x, y := importers.Thousandths(t.at.X), importers.Thousandths(t.at.Y)
	group := t.group
	if own, ok := t.inLayer(); ok {
		group = own
	}
	return likeness{group: group, value: t.value, outline: t.outline, x: x, y: y}
}

// likeBut returns a function that returns an object's likeness with a different value.
func likeBut(value func(*object) string) func(*object) likeness {
	return func(t *object) likeness {
		k := t.likeness()
		k.value = value(t)
		return k
	}
}

// layerLikeness returns the likeness without the name of the layer, which is part of the values of Godot's tile
// outlines.
func (t *object) layerLikeness() likeness {
	k := t.likeness()
	k.value = strings.Replace(k.value, " "+path.Base(t.layer.name), "", 1)
	return k
}

// inLayer returns the id of an object within its layer if its id in the file is a node path, which starts with the
// layer's id.
func (t *object) inLayer() (own string, ok bool) {
	own, ok = strings.CutPrefix(t.group, t.layer.id)
	if !ok || !strings.HasPrefix(own, "/") {
		return "", false
	}
	return own[1:], true
}

// movedBy returns the likeness of the same object elsewhere.
func (t *object) movedBy(v level.Vec) likeness {
	u := *t
	u.at = t.at.Add(v)
	return u.likeness()
}

// pairSimilar pairs containers that are gone with new ones if half of the contents of both are the same, and no other
// container has as much in common with either.
func pairSimilar(gone, fresh []*container) {
	if len(gone) == 0 || len(fresh) == 0 {
		return
	}
	holders := map[likeness][]int{} // indices of the new containers that have it
	size := make([]int, len(fresh))
	for i, f := range fresh {
		list := f.contents()
		size[i] = len(list)
		for _, t := range list {
			k := t.layerLikeness()
			holders[k] = append(holders[k], i)
		}
	}
	type best struct{ count, match, second int }
	note := func(b *best, match, count int) {
		switch {
		case count > b.count:
			*b = best{count, match, b.count}
		case count > b.second:
			b.second = count
		}
	}
	ofGone, ofFresh := make([]best, len(gone)), make([]best, len(fresh))
	enough := make([]bool, len(gone))
	for g, x := range gone {
		list, _ := hadAndLost(x.contents())
		counts := map[int]int{}
		used := map[likeness]int{}
		for _, t := range list {
			k := t.layerLikeness()
			used[k]++
			seen := map[int]int{}
			for _, f := range holders[k] {
				if seen[f]++; seen[f] == used[k] {
					counts[f]++
				}
			}
		}
		for f, n := range counts {
			note(&ofGone[g], f, n)
			note(&ofFresh[f], g, n)
		}
		if b := ofGone[g]; b.count > 0 {
			enough[g] = 2*b.count >= max(len(list), size[b.match])
		}
	}
	for g, b := range ofGone {
		if enough[g] && b.count > b.second && ofFresh[b.match].match == g &&
			ofFresh[b.match].count > ofFresh[b.match].second {
			gone[g].pair, fresh[b.match].pair = fresh[b.match], gone[g]
		}
	}
}

// level finds the counterparts of one level's objects.
func (m *matcher) level(was *container) {
	now := was.pair
	gone := pairAll(was.layers, now.layers, nil)
	for _, l := range was.layers {
		l.rename()
	}
	m.byDigest(was)
	m.entities(was, true)
	m.shiftAll(was)
	m.entities(was, false)
	for _, l := range was.layers {
		if l.pair != nil {
			m.renamed(l)
			m.layer(l)
		}
	}
	for _, l := range gone {
		if l.pair == nil && !l.unsure {
			had, lost := hadAndLost(l.list)
			m.exactly(had, now.contents(), l.shift, (*object).likeness)
			m.exactly(lost, now.contents(), l.shift, (*object).likeness)
		}
	}
	m.noteMoves(was)
}

// rename updates the ids and values of a layer's objects to the layer's current id and name.
func (c *container) rename() {
	if c.pair == nil {
		return
	}
	there := map[string]bool{}
	if c.pair.name != c.name {
		for _, u := range c.pair.list {
			there[u.value] = true
		}
	}
	for _, t := range c.list {
		if own, ok := t.inLayer(); ok {
			t.group = c.pair.id + "/" + own
		}
		now := strings.Replace(t.value, " "+path.Base(c.name), " "+path.Base(c.pair.name), 1)
		if there[now] && !there[t.value] {
			t.value = now
		}
	}
}

// byDigest finds the counterparts of objects whose base is lost, by their stored digest.
func (m *matcher) byDigest(was *container) {
	for _, l := range was.layers {
		if l.pair == nil || !slices.ContainsFunc(l.list, func(t *object) bool { return t.lost != "" }) {
			continue
		}
		by := map[string]*object{}
		for _, u := range l.pair.list {
			d := level.Digest(u.c)
			if by[d] != nil {
				u = nil // ambiguous: two have the same digest
			}
			by[d] = u
		}
		for _, t := range l.list {
			if u := by[t.lost]; t.lost != "" && u != nil && t.group == u.group && m.isFree(t, u) {
				m.pair(t, u)
			}
		}
	}
}

// entities pairs the entities of a level: with single, the entities with a unique id, otherwise the others, by place.
func (m *matcher) entities(was *container, single bool) {
	unique := m.now.Fresh == nil || m.now.Fresh.UniqueIDs
	type key struct {
		layer *container
		group string
	}
	in := func(t *object, l *container) key {
		if unique && !t.local {
			l = nil
		}
		return key{l, t.group}
	}
	list := slices.DeleteFunc(was.contents(), func(t *object) bool {
		return t.group == "" || (!unique || t.local) && t.layer.pair == nil
	})
	groups := grouped(list, was.pair.contents(), func(t *object) key {
		return in(t, t.layer.pair)
	}, func(u *object) key { return in(u, u.layer) })
	for _, g := range groups {
		// If others have the id of an entity that the file had lost before, the entity only matches in its place, after
		// them.
		had, lost := hadAndLost(g.was)
		if len(had) > 0 {
			g.was = had
		} else {
			lost = nil
		}
		switch {
		case areParts(g.was, lost, g.now):
			if !single {
				m.parts(g.was, lost, g.now, unique)
				m.doubt(g.was)
				m.doubt(lost)
			}
		case len(g.was) == 1 && len(g.now) == 1:
			t, u := g.was[0], g.now[0]
			if single && m.isFree(t, u) && (unique || t.lost != "" || t.c.Name == u.c.Name) {
				m.pair(t, u)
			}
		case !single:
			m.apart(g.was, g.now)
			m.inPlace(lost, g.now, nameOf)
			m.doubt(g.was)
			m.doubt(lost)
		}
	}
}

// sides holds objects of both sides that have something in common.
type sides struct{ was, now []*object }

// grouped groups objects by key, in order of appearance in the base. Later objects without a counterpart are left out.
func grouped[K comparable](was, now []*object, keyOfWas, keyOfNow func(*object) K) []*sides {
	by := map[K]*sides{}
	var order []*sides
	for _, t := range was {
		k := keyOfWas(t)
		if by[k] == nil {
			by[k] = &sides{}
			order = append(order, by[k])
		}
		by[k].was = append(by[k].was, t)
	}
	for _, u := range now {
		if g := by[keyOfNow(u)]; g != nil {
			g.now = append(g.now, u)
		}
	}
	return order
}

// doubt marks matches in layers whose move is unclear as unsure.
func (m *matcher) doubt(list []*object) {
	for _, t := range list {
		if t.layer.unsure && m.of[t.index] >= 0 {
			m.unsure[t.index] = true
		}
	}
}

// apart pairs entities with the same id by their places, and the points of one list also by their numbers, if the
// list has the same length as before.
func (m *matcher) apart(was, now []*object) {
	m.inPlace(was, now, nameOf)
	if len(was) != len(now) {
		return
	}
	for _, t := range was {
		id := sourceOf(t.c).ID
		if !strings.HasSuffix(id, "]") || strings.Contains(id, "#") {
			return
		}
		for _, u := range now {
			if sourceOf(u.c).ID == id && m.isFree(t, u) {
				m.pair(t, u)
			}
		}
	}
}

// inPlace pairs entities with the same id, name and outline whose place is unchanged.
func (m *matcher) inPlace(was, now []*object, name func(*object) string) {
	for _, list := range byLayer(was) {
		m.exactly(list, now, list[0].layer.shift, likeBut(name))
	}
}

func nameOf(t *object) string { return t.c.Name }

// byLayer splits a list into runs of the same layer.
func byLayer(list []*object) (out [][]*object) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].layer == list[0].layer {
			n++
		}
		out, list = append(out, list[:n]), list[n:]
	}
	return out
}

// exactly pairs objects with the same key after the shift, in order.
func (m *matcher) exactly(was, now []*object, shift level.Vec, key func(*object) likeness) {
	waiting := map[likeness][]*object{}
	for _, u := range now {
		if !m.taken[u.index] {
			k := key(u)
			waiting[k] = append(waiting[k], u)
		}
	}
	for _, t := range was {
		if m.of[t.index] >= 0 {
			continue
		}
		moved := *t
		moved.at = t.at.Add(shift)
		k := key(&moved)
		if list := waiting[k]; len(list) > 0 {
			m.pair(t, list[0])
			waiting[k] = list[1:]
		}
	}
}

// layer finds the counterparts of a layer's cells and tiles: first the unchanged ones, then those that the file had at
// the last import, then those that it had lost before.
func (m *matcher) layer(l *container) {
	there, lost := hadAndLost(l.list)
	for _, list := range [][]*object{there, lost} {
		was, now := m.free(list, l.pair.list)
		m.exactly(was, now, l.shift, (*object).likeness)
	}
	m.changed(l, there)
	was, now := m.free(there, l.pair.list)
	m.lone(l, was, now)
	m.recast(was, now, l.shift)
	lost = slices.DeleteFunc(lost, func(t *object) bool { return t.deleted })
	m.changed(l, lost) // in place only: nothing shows whether an object moved while it was missing from the file
	m.doubt(slices.DeleteFunc(slices.Clone(l.list), func(t *object) bool { return t.group != "" }))
}

// hadAndLost splits objects into those that the file had at the last import, and those that it had lost before.
func hadAndLost(list []*object) (had, lost []*object) {
	return split(list, func(t *object) bool { return !t.gone })
}

// split splits objects into those that pass a test, and the others.
func split(list []*object, passes func(*object) bool) (some, others []*object) {
	for _, t := range list {
		if passes(t) {
			some = append(some, t)
		} else {
			others = append(others, t)
		}
	}
	return some, others
}

// changed finds the counterparts of a layer's cells and tiles that have changed but are about where they were.
func (m *matcher) changed(l *container, list []*object) {
	was, now := m.free(list, l.pair.list)
	if len(was) == 0 || len(now) == 0 {
		return
	}
	if l.shift == (level.Vec{}) { // the tileset gave the cell's tile another outline
		inCells := func(list []*object) []*object {
			return slices.DeleteFunc(slices.Clone(list), func(t *object) bool { return t.cell == "" })
		}
		m.exactly(inCells(was), inCells(now), l.shift, func(t *object) likeness {
			return likeness{group: t.cell, value: t.value}
		})
	}
	// The tileset that numbered a value is gone, or was never recorded.
	gone := func(t *object) bool {
		return m.raw || t.tileset != "" && !slices.ContainsFunc(m.now.Tilesets, func(s level.Tileset) bool {
			return s.Name == t.tileset
		})
	}
	renumbered := slices.DeleteFunc(slices.Clone(was), func(t *object) bool { return !gone(t) })
	m.exactly(renumbered, now, l.shift, likeBut(func(t *object) string { return t.part }))
	was, now = m.free(was, now)
	m.cover(was, now, l.shift)
}

// recast pairs shapes of single tiles with outlines of the same form in the same place, and vice versa, because one
// import merges shapes that the other does not. Then it counts the shapes deleted here that are part of outlines now.
func (m *matcher) recast(was, now []*object, shift level.Vec) {
	isTile := func(t *object) bool { return t.cell != "" }
	wasTiles, wasOutlines := split(was, isTile)
	nowTiles, nowOutlines := split(now, isTile)
	for _, of := range [2][2][]*object{{wasTiles, nowOutlines}, {wasOutlines, nowTiles}} {
		m.exactly(of[0], of[1], shift, likeBut(func(*object) string { return "" }))
	}
	after := ground{}
	for _, u := range nowOutlines {
		if !m.taken[u.index] {
			after[""] = append(after[""], outlineOf(u, u.at))
		}
	}
	for _, t := range wasTiles {
		if m.of[t.index] >= 0 || !t.away {
			continue
		}
		o := outlineOf(t, t.at.Add(shift))
		o.object = &object{}
		if after.covers(m, o, nil) {
			m.covered++
		}
	}
}

// free returns the unmatched cells and tiles.
func (m *matcher) free(was, now []*object) (freeWas, freeNow []*object) {
	hasGroup := func(t *object) bool { return t.group != "" }
	freeWas, freeNow = m.freeOf(was, now)
	return slices.DeleteFunc(freeWas, hasGroup), slices.DeleteFunc(freeNow, hasGroup)
}

// lone pairs objects whose value and outline are unique, wherever they are. It skips those whose old place is covered
// by something of that value now, or whose new place was covered before: they are pieces of something that was joined
// or split.
func (m *matcher) lone(l *container, was, now []*object) {
	key := func(t *object) likeness { return likeness{value: t.value, outline: t.outline} }
	var before, after ground
	for _, s := range grouped(was, now, key, key) {
		if len(s.was) != 1 || len(s.now) != 1 {
			continue
		}
		if before == nil {
			before, after = groundOf(l.list, l.shift), groundOf(l.pair.list, level.Vec{})
		}
		t, u := s.was[0], s.now[0]
		if !after.covers(m, outlineOf(t, t.at.Add(l.shift)), u) && !before.covers(m, outlineOf(u, u.at), t) {
			m.pair(t, u)
		}
	}
}

// anywhere pairs objects found in no level by their ids, which are unique in the whole file.
func (m *matcher) anywhere(base, theirs []*object) {
	if m.now.Fresh == nil || !m.now.Fresh.UniqueIDs {
		return
	}
	isAnonymous := func(t *object) bool { return t.group == "" || t.local }
	id := func(t *object) string { return t.group }
	for _, g := range grouped(base, slices.DeleteFunc(slices.Clone(theirs), isAnonymous), id, id) {
		if len(g.was) == 1 && len(g.now) == 1 && !isAnonymous(g.was[0]) && m.isFree(g.was[0], g.now[0]) {
			m.pair(g.was[0], g.now[0])
		}
	}
}

// noteMoves records how far the level's layers moved in the document.
func (m *matcher) noteMoves(was *container) {
	if was.layers[0].unsure {
		m.unclear = append(m.unclear, was.pair.name)
	}
	for _, l := range was.layers {
		by := l.shift
		pair := cmp.Or(l.pair, l)
		in := [2]string{was.pair.name, pair.name}
		if !m.raw {
			by = by.Add(origin(was.pair, pair)).Sub(origin(was, l))
		}
		for _, t := range l.list {
			m.moved[t.index], m.in[t.index], m.there[t.index] = by, in, l.pair != nil
		}
	}
}

// origin returns the corner of a layer in the document, as far as the import knows.
func origin(of, l *container) (at level.Vec) {
	if of.place != nil {
		at = of.place.At
	}
	if l.layerPlace != nil {
		at = at.Add(l.layerPlace.Offset)
	}
	return at
}

var noSource = &level.Source{}

func sourceOf(c *level.Collider) *level.Source {
	if c.Source == nil {
		return noSource
	}
	return c.Source
}

// closest orders moves by length.
func closest(a, b level.Vec) int {
	return cmp.Or(cmp.Compare(a.Dot(a), b.Dot(b)), cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
}

// renamed pairs entities whose id is a name that is gone from the file with entities of a new name, if both are the
// only entities with their outline in that place.
func (m *matcher) renamed(l *container) {
	if m.now.Fresh == nil || !m.now.Fresh.NamedIDs {
		return
	}
	was, now := m.freeOf(l.list, l.pair.list)
	known := func(list []*object) map[string]bool {
		ids := make(map[string]bool, len(list))
		for _, t := range list {
			ids[t.group] = true
		}
		return ids
	}
	had, has := known(l.list), known(l.pair.list)
	was = slices.DeleteFunc(was, func(t *object) bool { return t.group == "" || t.gone || has[t.group] })
	now = slices.DeleteFunc(now, func(u *object) bool { return u.group == "" || had[u.group] })
	in := func(t *object, shift level.Vec) likeness {
		k := t.movedBy(shift)
		k.group, k.value = "", ""
		return k
	}
	groups := grouped(was, now, func(t *object) likeness {
		return in(t, l.shift)
	}, func(u *object) likeness { return in(u, level.Vec{}) })
	for _, g := range groups {
		if len(g.was) == 1 && len(g.now) == 1 {
			m.pair(g.was[0], g.now[0])
		}
	}
}

// The parts of an entity (the subpaths of a path, the pieces of an outline that crosses itself) have the entity's id
// and a number. If a part was deleted, added or moved forward, the numbers of the others change, so parts are told
// apart by their properties.

// areParts reports whether the objects are parts of an entity with a unique id.
func areParts(lists ...[]*object) bool {
	all := slices.Concat(lists...)
	return slices.ContainsFunc(all, func(t *object) bool { return t.isPart }) &&
		!slices.ContainsFunc(all, func(t *object) bool { return strings.Contains(sourceOf(t.c).ID, "#") })
}

// parts pairs the parts of an entity, or of all entities with the same name if ids are not unique. It starts with parts
// in unchanged places, including those that the file had lost before.
func (m *matcher) parts(was, lost, now []*object, unique bool) {
	name := nameOf
	if unique {
		name = func(*object) string { return "" }
	}
	m.inPlace(was, now, name)
	m.inPlace(lost, now, name)
	for _, g := range grouped(was, now, name, name) {
		m.changedParts(g.was, g.now)
	}
}

// changedParts pairs the parts that are not found in their places. Parts with different outlines never match if either
// outline belongs to another part.
//
//   - If all parts changed and their count did not, they match by number: the entity was moved or stretched.
//   - Otherwise the pair with the largest shared part of its area matches, if it shares at least half of the smaller
//     one.
//   - If the count did not change, the remaining parts match by number if their outline is unique or only one is
//     left.
func (m *matcher) changedParts(was, now []*object) {
	var pairs []candidate
	freeWas, freeNow := m.freeOf(was, now)
	for _, l := range byLayer(freeWas) {
		pairs = m.sweep(l, freeNow, l[0].layer.shift, pairs)
	}
	sortByShared(pairs)
	const same = 0.999 // shared part of the combined area: the outline only starts at another vertex
	for _, p := range pairs {
		if p.part > same && m.isFree(p.was, p.now) {
			m.pair(p.was, p.now)
		}
	}
	freeWas, freeNow = m.freeOf(was, now)
	before, after := outlinesOf(freeWas), outlinesOf(freeNow)
	fits := func(t, u *object) bool {
		return m.isFree(t, u) && (t.outline == u.outline || after[t.outline] == 0 && before[u.outline] == 0)
	}
	numbered := make(map[string]*object, len(now))
	for _, u := range now {
		numbered[sourceOf(u.c).ID] = u
	}
	of := func(t *object) *object { return numbered[sourceOf(t.c).ID] }
	asMany := len(was) == len(now)
	allFree := len(freeWas) == len(was) && len(freeNow) == len(now)
	if asMany && allFree && !slices.ContainsFunc(was, func(t *object) bool {
		return of(t) == nil || !fits(t, of(t))
	}) {
		for _, t := range was {
			m.pair(t, of(t))
		}
		return
	}
	for _, p := range pairs {
		if fits(p.was, p.now) {
			m.pair(p.was, p.now)
		}
	}
	freeWas, freeNow = m.freeOf(was, now)
	if !asMany {
		return
	}
	before, after = outlinesOf(freeWas), outlinesOf(freeNow)
	last := len(freeWas) == 1 && len(freeNow) == 1
	for _, t := range freeWas {
		if u := of(t); u != nil && fits(t, u) && (last || t.outline == u.outline && before[t.outline] == 1 &&
			after[u.outline] == 1) {
			m.pair(t, u)
		}
	}
}

// freeOf returns the entries of both lists without a counterpart.
func (m *matcher) freeOf(was, now []*object) (freeWas, freeNow []*object) {
	freeWas = slices.DeleteFunc(slices.Clone(was), func(t *object) bool { return m.of[t.index] >= 0 })
	freeNow = slices.DeleteFunc(slices.Clone(now), func(u *object) bool { return m.taken[u.index] })
	return freeWas, freeNow
}

// outlinesOf counts objects by their outlines.
func outlinesOf(list []*object) map[uint64]int {
	count := make(map[uint64]int, len(list))
	for _, t := range list {
		count[t.outline]++
	}
	return count
}

// If a column was added at the left of a level, or its map was moved within it, the coordinates of all its contents
// change relative to its corner. Formats do not record that, so the move is inferred from the number of objects that
// are where it would put them.

// shiftAll finds how far the contents of a level and of each of its layers moved within it.
func (m *matcher) shiftAll(was *container) {
	restored := wasLost(was.contents())
	all := &shifted{m: m, restored: restored, known: !m.raw && was.place != nil && was.pair.place != nil}
	for _, l := range was.layers {
		all.add(l)
	}
	if all.known {
		all.grown = was.pair.place.Size.Sub(was.place.Size)
		all.also = []level.Vec{was.place.At.Sub(was.pair.place.At)} // the contents stayed, and the corner moved
	}
	by, unsure := all.find(level.Vec{})
	if len(all.was) > 0 && all.score(by) == 0 && all.grown != (level.Vec{}) {
		by, unsure = all.byArea()
	}
	for _, l := range was.layers {
		l.shift, l.unsure = by, unsure
		if l.pair == nil || unsure {
			continue
		}
		own := &shifted{m: m, restored: restored, also: []level.Vec{{}}, known: !m.raw && l.layerPlace != nil &&
			l.pair.layerPlace != nil}
		own.add(l)
		l.shift, _ = own.find(by)
	}
}

// shifted searches for the one move that explains the places of most objects in some layers.
type shifted struct {
	m     *matcher
	known bool // both imports have the places of the layers
	// restored is set if the file had lost the whole level before: its known contents still show where it was.
	restored   bool
	grown      level.Vec   // the change in the level's size
	also       []level.Vec // moves to try in any case
	was        []*object
	nowCount   map[likeness]int
	layers     []*container
	byLikeness map[likeness][]*object // the later objects, wherever they are; built on first use
	pairs      [][2]*object           // entities that match by their ids
}

func (s *shifted) add(l *container) {
	if l.pair == nil {
		return
	}
	if s.nowCount == nil {
		s.nowCount = make(map[likeness]int, len(l.pair.list))
	}
	s.layers = append(s.layers, l)
	for _, u := range l.pair.list {
		if !s.m.taken[u.index] {
			s.nowCount[s.key(u, level.Vec{}, l.pair)]++
		}
	}
	for _, t := range l.list {
		if t.lost != "" || t.gone && !s.restored {
			continue
		}
		if of := s.m.of[t.index]; of < 0 {
			s.was = append(s.was, t)
		} else if u := s.m.theirs[of]; u.layer == l.pair && t.group != "" {
			s.pairs = append(s.pairs, [2]*object{t, u})
		}
	}
}

// key returns an object's likeness after a move. It differs between layers.
func (s *shifted) key(t *object, by level.Vec, l *container) likeness {
	k := t.movedBy(by)
	k.layer = l
	return k
}

// likeAnywhere lists the later objects with the given likeness, wherever they are.
func (s *shifted) likeAnywhere(k likeness) []*object {
	if s.byLikeness == nil {
		s.byLikeness = map[likeness][]*object{}
		for _, l := range s.layers {
			for _, u := range l.pair.list {
				if !s.m.taken[u.index] {
					k := s.anywhere(u, l.pair)
					s.byLikeness[k] = append(s.byLikeness[k], u)
				}
			}
		}
	}
	return s.byLikeness[k]
}

func (s *shifted) anywhere(t *object, l *container) likeness {
	return likeness{layer: l, group: t.group, value: t.value, outline: t.outline}
}

// score counts the objects that are where a move puts them.
func (s *shifted) score(by level.Vec) int {
	n := 0
	for _, p := range s.pairs {
		if near(p[0].at.Add(by), p[1].at) {
			n++
		}
	}
	for _, t := range s.was {
		if s.nowCount[s.key(t, by, t.layer.pair)] > 0 {
			n++
		}
	}
	return n
}

func near(a, b level.Vec) bool {
	const slack = 1.0 / 1024
	return math.Abs(a.X-b.X) < slack && math.Abs(a.Y-b.Y) < slack
}

// maxMoves limits the candidate moves.
const maxMoves = 8

// find returns the move that explains the most, if it explains clearly more than the expected one. It is unsure if
// the level's size has changed and another move that fits the change explains about as much.
func (s *shifted) find(expected level.Vec) (by level.Vec, unsure bool) {
	total := len(s.was) + len(s.pairs)
	stayed := s.score(expected)
	hasGrown := s.known && s.grown != (level.Vec{})
	if stayed == total && !hasGrown {
		return expected, false
	}
	moves := s.candidates(expected, false)
	if hasGrown { // in repetitive levels, objects can be in place both with and without a move
		moves = append(moves, s.candidates(expected, true)...)
	}
	by, best, second := expected, stayed, 0
	for _, v := range moves {
		if near(v, expected) || near(v, by) {
			continue
		}
		switch n := s.score(v); {
		// Either the move explains more, or the layer did not move with the rest.
		case n > best && (s.explains(v.Sub(expected), n, stayed, total) || v == (level.Vec{}) && 2*n > total):
			by, best, second = v, n, max(second, best)
		case s.fitsGrowth(v.Sub(expected)):
			second = max(second, n)
		}
	}
	const clear = 10 // the best move must be ahead of the next one by a tenth of all objects
	return by, second > 0 && hasGrown && clear*(best-second) < total
}

// byArea returns the move after which the layers share the most area with their counterparts, among the moves that fit
// the change in the level's size. It serves levels where nothing is unchanged. The result is unsure if another move
// shares about as much.
func (s *shifted) byArea() (by level.Vec, unsure bool) {
	const enough = 1 << 22 // maximum number of pairs
	outlines := map[*container][]*outline{}
	pairs := 0
	for _, t := range s.was {
		l := t.layer.pair
		if outlines[l] == nil {
			for _, u := range l.list {
				outlines[l] = append(outlines[l], outlineOf(u, u.at))
			}
		}
		pairs += len(outlines[l])
	}
	if pairs > enough {
		return level.Vec{}, true
	}
	best, second := 0.0, 0.0
	for i, v := range []level.Vec{{}, {X: s.grown.X}, {Y: s.grown.Y}, s.grown} {
		if i > 0 && v == (level.Vec{}) || i == 3 && (s.grown.X == 0 || s.grown.Y == 0) {
			continue
		}
		area := 0.0
		for _, t := range s.was {
			o := outlineOf(t, t.at.Add(v))
			for _, u := range outlines[t.layer.pair] {
				if u.object.group == t.group && u.object.value == t.value && u.meets(o) {
					area += s.m.shared(o, u)
				}
			}
		}
		if area > best {
			by, best, second = v, area, best
		} else {
			second = max(second, area)
		}
	}
	return by, best > 0 && second > 0.9*best
}

// fitsGrowth reports whether a move fits the change in the level's size.
func (s *shifted) fitsGrowth(by level.Vec) bool {
	within := func(x, grown float64) bool { return min(0, grown) <= x && x <= max(0, grown) }
	return s.known && s.grown != (level.Vec{}) && within(by.X, s.grown.X) && within(by.Y, s.grown.Y)
}

// explains reports whether n objects in place after a move are evidence of it, given that stayed objects are in place
// without it.
func (s *shifted) explains(by level.Vec, n, stayed, total int) bool {
	switch {
	case s.fitsGrowth(by):
		return n > stayed
	case n < 2:
		return false // a single object may have moved on its own
	case !s.known:
		return 2*n > 3*stayed && 2*n > total
	}
	return n >= 2*stayed+2 && 2*n >= total
}

// candidates returns the moves that bring the most objects to the place of an equal one, ordered by length. It
// considers the objects that are not where the expected move puts them; with staying, it considers the others, and only
// moves that fit the level's growth.
func (s *shifted) candidates(expected level.Vec, staying bool) []level.Vec {
	const perClass, perObject, enough = 8, 512, 1 << 18
	type move struct{ x, y int64 }
	votes := map[move]int{}
	vectors := map[move]level.Vec{}
	vote := func(v level.Vec) {
		k := move{int64(math.Floor(float64(v.X*64) + 0.3)), int64(math.Floor(float64(v.Y*64) + 0.3))}
		if votes[k]++; votes[k] == 1 {
			vectors[k] = v
		}
	}
	for _, p := range s.pairs {
		if !staying {
			vote(p[1].at.Sub(p[0].at))
		}
	}
	asked := map[likeness]int{}
	spent := 0
	for _, t := range s.was {
		if stays := s.nowCount[s.key(t, expected, t.layer.pair)] > 0; stays != staying {
			continue
		}
		k := s.anywhere(t, t.layer.pair)
		list := s.likeAnywhere(k)
		if asked[k]++; asked[k] > perClass || spent > enough {
			continue
		}
		for _, u := range list[:min(len(list), perObject)] {
			if v := u.at.Sub(t.at); !staying || s.fitsGrowth(v.Sub(expected)) {
				vote(v)
			}
			spent++
		}
	}
	var out []level.Vec
	if !staying {
		out = slices.Clone(s.also)
		for _, v := range s.also {
			vote(v)
		}
	}
	keys := slices.SortedFunc(maps.Keys(votes), func(a, b move) int {
		return cmp.Or(cmp.Compare(votes[b], votes[a]), closest(vectors[a].Sub(expected), vectors[b].Sub(expected)))
	})
	for _, k := range keys[:min(len(keys), maxMoves)] {
		out = append(out, vectors[k])
	}
	slices.SortStableFunc(out, func(a, b level.Vec) int { return closest(a.Sub(expected), b.Sub(expected)) })
	return out
}

// candidate is a pair with overlapping outlines. part is the fraction of their combined area that both cover.
type candidate struct {
	was, now *object
	part     float64
}

// cover pairs objects that share at least half of the smaller one, starting with the pair with the largest shared part.
func (m *matcher) cover(was, now []*object, shift level.Vec) {
	value := func(t *object) string { return t.value }
	var pairs []candidate
	for _, g := range grouped(was, now, value, value) {
		pairs = m.sweep(g.was, g.now, shift, pairs)
	}
	sortByShared(pairs)
	for _, p := range pairs {
		if m.isFree(p.was, p.now) {
			m.pair(p.was, p.now)
		}
	}
}

// sortByShared sorts pairs by their shared part, largest first.
func sortByShared(pairs []candidate) {
	slices.SortFunc(pairs, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.part, a.part), cmp.Compare(a.was.index, b.was.index),
			cmp.Compare(a.now.index, b.now.index))
	})
}

// sweep appends the pairs that share enough area, found by sweeping their bounds from left to right.
func (m *matcher) sweep(was, now []*object, shift level.Vec, pairs []candidate) []candidate {
	type entry struct {
		outline *outline
		isLater bool
	}
	all := make([]entry, 0, len(was)+len(now))
	for _, t := range was {
		all = append(all, entry{outlineOf(t, t.at.Add(shift)), false})
	}
	for _, u := range now {
		all = append(all, entry{outlineOf(u, u.at), true})
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.outline.box.Min.X, b.outline.box.Min.X) })
	var open [2][]*outline // outlines that the sweep line may still cross, of the base and of the later import
	for _, e := range all {
		own, others := 0, 1
		if e.isLater {
			own, others = 1, 0
		}
		kept := open[others][:0]
		for _, o := range open[others] {
			if o.box.Max.X <= e.outline.box.Min.X {
				continue
			}
			kept = append(kept, o)
			a, b := o, e.outline
			if !e.isLater {
				a, b = b, a
			}
			if part, enough := m.common(a, b); enough {
				pairs = append(pairs, candidate{a.object, b.object, part})
			}
		}
		open[others] = kept
		open[own] = append(open[own], e.outline)
	}
	return pairs
}

// maxVisits limits the edges that area comparisons visit. Comparisons beyond the limit report no shared area.
const maxVisits = 1 << 28

// common returns the fraction of the combined area that two outlines share, and whether the shared area is at least
// half of the smaller one.
func (m *matcher) common(a, b *outline) (part float64, enough bool) {
	if a.box.Min.Y >= b.box.Max.Y || b.box.Min.Y >= a.box.Max.Y || m.visits > maxVisits {
		return 0, false
	}
	both := m.shared(a, b)
	return both / (a.area + b.area - both), both > 0 && 2*both >= min(a.area, b.area)
}

// ground holds the outlines of a layer's cells and tiles, by value.
type ground map[string][]*outline

func groundOf(list []*object, shift level.Vec) ground {
	g := ground{}
	for _, t := range list {
		if t.group == "" {
			g[t.value] = append(g[t.value], outlineOf(t, t.at.Add(shift)))
		}
	}
	return g
}

// covers reports whether any object of an outline's value, except but, overlaps it.
func (g ground) covers(m *matcher, o *outline, but *object) bool {
	return slices.ContainsFunc(g[o.object.value], func(p *outline) bool {
		return p.object != but && o.meets(p) && (m.visits > maxVisits || m.shared(o, p) > 0)
	})
}

// outline is the outline of an object relative to its layer's corner.
type outline struct {
	object *object
	loops  [][]level.Vec
	box    collision.AABB
	area   float64
}

// meets reports whether the bounds of two outlines share an area.
func (o *outline) meets(p *outline) bool {
	return o.box.Min.X < p.box.Max.X && p.box.Min.X < o.box.Max.X && o.box.Min.Y < p.box.Max.Y &&
		p.box.Min.Y < o.box.Max.Y
}

func outlineOf(t *object, at level.Vec) *outline {
	o := &outline{object: t, box: collision.EmptyAABB()}
	s := &t.c.Shape
	if s.IsDetailed() {
		flat := s.Flattened()
		s = &flat
	}
	place := t.c.Transform()
	place.P = at
	add := func(points []level.Vec) {
		loop := make([]level.Vec, len(points))
		for i, p := range points {
			loop[i] = place.Apply(p)
			o.box = o.box.Union(collision.AABB{Min: loop[i], Max: loop[i]})
		}
		o.loops = append(o.loops, loop)
	}
	switch {
	case s.Kind == level.Box:
		add(s.Corners())
	case s.Kind == level.Polygon:
		add(s.Points)
		for _, h := range s.Holes {
			add(h)
		}
	case s.Kind == level.Chain && s.Closed:
		add(s.Points)
	default: // any other shape that a tile can have: its bounds are accurate enough
		box := level.DrawnBounds(t.c)
		by := at.Sub(t.c.Position)
		box.Min, box.Max = box.Min.Add(by), box.Max.Add(by)
		o.box = box
		o.loops = [][]level.Vec{{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}}
	}
	for i, l := range o.loops {
		twice := 0.0
		for k, p := range l {
			twice += p.Cross(l[(k+1)%len(l)])
		}
		if twice = math.Abs(twice); i == 0 {
			o.area = float64(twice / 2)
		} else {
			o.area -= float64(twice / 2)
		}
	}
	return o
}

// shared returns the area that two outlines share. It is exact for axis-aligned edges; other rows between vertices are
// measured at half their height.
func (m *matcher) shared(a, b *outline) float64 {
	low, high := max(a.box.Min.Y, b.box.Min.Y), min(a.box.Max.Y, b.box.Max.Y)
	ys := []float64{low, high}
	for _, o := range [2]*outline{a, b} {
		for _, l := range o.loops {
			for _, p := range l {
				if low < p.Y && p.Y < high {
					ys = append(ys, p.Y)
				}
			}
		}
	}
	slices.Sort(ys)
	area := 0.0
	var spans [2][]float64
	for i := 1; i < len(ys); i++ {
		if ys[i] == ys[i-1] {
			continue
		}
		y := float64((ys[i-1] + ys[i]) / 2)
		for k, o := range [2]*outline{a, b} {
			spans[k] = m.crossings(o, y, spans[k][:0])
		}
		area += float64((ys[i] - ys[i-1]) * overlap(spans[0], spans[1]))
	}
	return area
}

// crossings appends the x coordinates where a row enters and leaves an outline, from left to right.
func (m *matcher) crossings(o *outline, y float64, out []float64) []float64 {
	for _, l := range o.loops {
		m.visits += len(l)
		before := l[len(l)-1]
		for _, p := range l {
			if (before.Y <= y) != (p.Y <= y) {
				out = append(out, before.X+float64((y-before.Y)*(p.X-before.X)/(p.Y-before.Y)))
			}
			before = p
		}
	}
	slices.Sort(out)
	return out
}

// overlap returns the length that two lists of spans share.
func overlap(a, b []float64) float64 {
	total := 0.0
	for len(a) > 1 && len(b) > 1 {
		total += max(0, min(a[1], b[1])-max(a[0], b[0]))
		if a[1] < b[1] {
			a = a[2:]
		} else {
			b = b[2:]
		}
	}
	return total
}
