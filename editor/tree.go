package editor

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"fillet/editor/level"
)

// RowKind is the kind of record that a row shows.
type RowKind uint8

// The kinds of rows.
const (
	LayerRow RowKind = iota + 1
	GroupRow
	ColliderRow
	InstanceRow // a prefab instance, above the rows of its parts
	NestedRow   // an instance within another instance's prefab, above the rows of its parts
	JointsRow   // the folder of all joints, below the layers
	JointRow
)

// TreeRow is a row of a [LevelTree]. It identifies the record that it shows.
type TreeRow struct {
	Kind     RowKind
	Depth    int           // 0 for a layer
	Layer    level.LayerID // the row's own layer, or the layer that contains its record
	Group    level.GroupID // the row's own group, or the group that contains its record; 0 for none
	Collider level.ID      // for a collider's row

	Instance level.InstanceID // the row's own instance, or the instance that contains the part; 0 for other rows
	Path     string           // path of a nested instance within the outer instance's prefab
	Joint    level.JointID    // for a joint's row
}

// IsPart reports whether the row shows a part of an instance or a nested instance.
func (r TreeRow) IsPart() bool {
	return r.Kind == ColliderRow && r.Instance != 0 || r.Kind == NestedRow
}

// key identifies the row's record, wherever the row is.
func (r TreeRow) key() rowKey {
	switch r.Kind {
	case LayerRow:
		return rowKey{r.Kind, uint64(r.Layer), ""}
	case GroupRow:
		return rowKey{r.Kind, uint64(r.Group), ""}
	case InstanceRow:
		return rowKey{r.Kind, uint64(r.Instance), ""}
	case NestedRow:
		return rowKey{r.Kind, uint64(r.Instance), r.Path}
	case JointRow:
		return rowKey{r.Kind, uint64(r.Joint), ""}
	}
	return rowKey{r.Kind, uint64(r.Collider), ""}
}

type rowKey struct {
	kind RowKind
	id   uint64
	path string
}

// Same reports whether two rows show the same record.
func (r TreeRow) Same(o TreeRow) bool { return r.key() == o.key() }

// TreeState is the view state of a level's tree, such as folded rows and the filter. It outlives the widgets.
type TreeState struct {
	Filter string  // as typed
	Scroll float32 // scroll offset, in window units

	turned map[rowKey]bool // folded layers, and unfolded groups and instances
	closed map[rowKey]bool // rows toggled during filtering, which unfolds all but fully matching instances
}

// Copy returns an independent copy of the state.
func (s *TreeState) Copy() *TreeState {
	out := *s
	out.turned, out.closed = maps.Clone(s.turned), maps.Clone(s.closed)
	return &out
}

// LevelTree lists a level as the rows of a tree: its layers, topmost first, each followed by its contents. It also
// handles folding, filtering and the drop targets of dragged rows. It belongs to the document's goroutine.
//
// A tree follows its document. A layer without groups and instances needs no rows of its own unless a filter is set:
// the tree reads the document's list in reverse. An edit that leaves this list unchanged therefore costs nothing,
// however many rows there are.
type LevelTree struct {
	*TreeState
	doc   *level.Document
	facts FilterFacts

	filter   *TreeFilter  // nil shows everything
	branches []treeBranch // topmost layer first
	at       map[level.LayerID]int
	grouped  map[level.LayerID]bool              // layers with groups
	placed   map[level.LayerID][]*level.Instance // the instances of each layer; nil until listed
	joints   []TreeRow                           // the joints folder, and its contents unless it is folded
	jointed  int                                 // number of joints that match the filter
	stale    bool                                // the branches or the indices of their first rows are outdated
	version  uint64
	cancel   func()
}

// treeBranch is a layer with its rows.
type treeBranch struct {
	layer      *level.Layer
	first      int        // index of the layer's own row; -1 if hidden
	stale      bool       // shown and matches are outdated
	isOwn      bool       // the branch has its own lists; otherwise the rows are the document's list
	shown      []TreeRow  // the rows below the layer's row
	matches    []level.ID // matching colliders, topmost first, including folded ones
	members    int        // number of colliders in the layer
	matchCount int        // if isOwn: number of matches, counting an instance as one
	rows       int        // number of rows, including the layer's row

	groups    map[level.GroupID]*treeNode // the listed groups, instances and nested instances
	instances map[level.InstanceID]*treeNode
	nested    map[nestedAt]*treeNode
}

// maxOpened is the largest number of rows at which a new tree starts with unfolded layers.
const maxOpened = 60

// NewLevelTree returns a tree that follows a document until [LevelTree.Close]. facts answers filter terms that need
// more than the document. If s is nil, groups and instances start folded, and so do layers unless the level is small.
func NewLevelTree(doc *level.Document, facts FilterFacts, s *TreeState) *LevelTree {
	t := &LevelTree{TreeState: s, doc: doc, facts: facts, stale: true}
	if s == nil {
		t.TreeState = &TreeState{turned: map[rowKey]bool{}}
		if layers := doc.Layers(); doc.Len()+len(layers) > maxOpened && len(layers) > 1 {
			t.FoldAll(true)
		}
	}
	if f, err := ParseFilter(t.Filter); err == nil && !f.IsEmpty() {
		t.filter = f
	}
	t.cancel = doc.Subscribe(t.follow)
	return t
}

// Close unsubscribes from the document.
func (t *LevelTree) Close() { t.cancel() }

// Document returns the listed document.
func (t *LevelTree) Document() *level.Document { return t.doc }

// Version returns a number that changes whenever rows are added, removed or moved.
func (t *LevelTree) Version() uint64 {
	t.refresh()
	return t.version
}

// follow updates the tree after a change to the document. It is cheap if every row stays in place.
func (t *LevelTree) follow(d level.Diff) {
	if len(d.Layers) > 0 {
		t.stale = true
		if t.filter != nil {
			t.spoil() // layer names affect whether their contents match
		}
	}
	if len(d.Groups) > 0 {
		t.grouped = nil
		t.spoil()
	}
	for _, c := range d.Instances {
		if t.followPlace(placeOfInstance(c.Before), placeOfInstance(c.After)) {
			t.placed = nil
		} else if t.filter != nil {
			t.touch(c.After.Layer)
		}
	}
	if s := d.Settings; s.After != nil && !slices.Equal(s.Before.Joints, s.After.Joints) {
		t.stale = true
	}
	if s := d.Settings; s.After != nil && t.filter != nil && !slices.Equal(s.Before.Categories, s.After.Categories) {
		t.spoil()
	}
	for _, c := range d.Colliders {
		if !t.followPlace(placeOf(c.Before), placeOf(c.After)) && t.filter != nil && !sameToFilters(c.Before, c.After) {
			t.touch(c.After.Layer)
		}
	}
}

// treePlace is the place of a collider or an instance in the tree. It is zero for a record that does not exist.
type treePlace struct {
	layer level.LayerID
	order float64
	group level.GroupID
}

func placeOf(c *level.Collider) treePlace {
	if c == nil {
		return treePlace{}
	}
	return treePlace{c.Layer, c.Order, c.GroupOf}
}

func placeOfInstance(i *level.Instance) treePlace {
	if i == nil {
		return treePlace{}
	}
	return treePlace{i.Layer, i.Order, i.GroupOf}
}

// followPlace updates the tree after a change to a record's place, and reports whether the place has changed.
func (t *LevelTree) followPlace(was, now treePlace) bool {
	if was == now {
		return false
	}
	t.touch(was.layer)
	t.touch(now.layer)
	return true
}

// touch marks the rows of a layer as outdated.
func (t *LevelTree) touch(id level.LayerID) {
	t.stale = true
	if i, ok := t.at[id]; ok && i < len(t.branches) {
		t.branches[i].stale = true
	}
}

// spoil marks the rows of all layers as outdated.
func (t *LevelTree) spoil() {
	t.stale = true
	for i := range t.branches {
		t.branches[i].stale = true
	}
}

// FactsChanged updates the rows if they depend on the facts. Call it after each change to the facts.
func (t *LevelTree) FactsChanged() {
	if t.filter != nil && (t.filter.asks("finding") || t.filter.asks("overlap")) {
		t.spoil()
	}
}

// AsksFindings reports whether the filter depends on findings, for which the level must be checked.
func (t *LevelTree) AsksFindings() bool { return t.filter != nil && t.filter.asks("finding") }

// SetFilter shows only the rows that match a filter, and their parents. An empty text shows everything. On an error the
// rows stay unchanged.
func (t *LevelTree) SetFilter(text string) error {
	f, err := ParseFilter(text)
	if err != nil {
		return err
	}
	t.Filter = text
	if f.IsEmpty() {
		f = nil
	}
	t.filter, t.closed = f, nil
	t.spoil()
	return nil
}

// IsFiltered reports whether a filter is set.
func (t *LevelTree) IsFiltered() bool { return t.filter != nil }

// refresh updates the branches and their positions.
func (t *LevelTree) refresh() {
	if !t.stale {
		return
	}
	t.stale = false
	t.version++
	t.followLayers()
	if t.grouped == nil {
		t.grouped = map[level.LayerID]bool{}
		for _, g := range t.doc.Groups() {
			t.grouped[g.Layer] = true
		}
	}
	if t.placed == nil {
		t.placed = map[level.LayerID][]*level.Instance{}
		for _, i := range t.doc.Instances() {
			t.placed[i.Layer] = append(t.placed[i.Layer], i)
		}
	}
	next := 0
	for i := range t.branches {
		b := &t.branches[i]
		b.members = len(t.doc.InLayer(b.layer.ID))
		if b.stale {
			t.list(b)
		}
		b.first, b.rows = next, 1
		switch folded := t.IsFolded(b.row()); {
		case t.filter != nil && len(b.shown) == 0 && len(b.matches) == 0 && !t.filter.MatchesLayer(b.layer):
			b.first, b.rows = -1, 0
		case folded:
		case b.isOwn:
			b.rows += len(b.shown)
		default:
			b.rows += b.members
		}
		next += b.rows
	}
	t.listJoints()
}

// followLayers updates the list of branches, keeping the branches of existing layers.
func (t *LevelTree) followLayers() {
	layers := t.doc.Layers()
	if t.hasLayers(layers) {
		return
	}
	was, at := t.branches, t.at
	t.branches, t.at = make([]treeBranch, len(layers)), make(map[level.LayerID]int, len(layers))
	for i, l := range layers {
		b := treeBranch{stale: true}
		if k, known := at[l.ID]; known {
			b = was[k]
		}
		b.layer = l
		place := len(layers) - 1 - i
		t.at[l.ID], t.branches[place] = place, b
	}
}

func (t *LevelTree) hasLayers(layers []*level.Layer) bool {
	if len(layers) != len(t.branches) {
		return false
	}
	for i, l := range layers {
		if t.branches[len(layers)-1-i].layer != l {
			return false
		}
	}
	return true
}

// row returns the layer's own row.
func (b *treeBranch) row() TreeRow { return TreeRow{Kind: LayerRow, Layer: b.layer.ID} }

// Len returns the number of rows.
func (t *LevelTree) Len() int {
	return t.layered() + len(t.joints)
}

// layered returns the number of rows above the joints folder.
func (t *LevelTree) layered() int {
	t.refresh()
	for i := range slices.Backward(t.branches) {
		if b := &t.branches[i]; b.first >= 0 {
			return b.first + b.rows
		}
	}
	return 0
}

// branchAt returns the branch of a row and the row's index within it, 0 for the layer's own row. The row must exist.
func (t *LevelTree) branchAt(i int) (b *treeBranch, at int) {
	t.refresh()
	if t.filter != nil { // some branches have no rows
		for k := range t.branches {
			if b := &t.branches[k]; b.first >= 0 && i < b.first+b.rows {
				return b, i - b.first
			}
		}
		panic("editor: the tree has no such row")
	}
	k := sort.Search(len(t.branches), func(k int) bool { return t.branches[k].first > i }) - 1
	return &t.branches[k], i - t.branches[k].first
}

// At returns row i, counting from the top.
func (t *LevelTree) At(i int) TreeRow {
	if n := t.layered(); i >= n {
		return t.joints[i-n]
	}
	b, at := t.branchAt(i)
	switch {
	case at == 0:
		return b.row()
	case b.isOwn:
		return b.shown[at-1]
	}
	in := t.doc.InLayer(b.layer.ID)
	return TreeRow{Kind: ColliderRow, Depth: 1, Layer: b.layer.ID, Collider: in[len(in)-at].ID}
}

// Row returns the current index of a row, or -1 if it is inside a folded row or hidden by the filter.
func (t *LevelTree) Row(r TreeRow) int {
	if r.Kind == ColliderRow {
		return t.Find(r.Collider)
	}
	if r.IsJoint() {
		n := t.layered()
		if i := slices.IndexFunc(t.joints, r.Same); i >= 0 {
			return n + i
		}
		return -1
	}
	if g := t.doc.Group(r.Group); r.Kind == GroupRow && g == nil {
		return -1
	} else if r.Kind == GroupRow {
		r.Layer = g.Layer
	}
	placed := r.Kind == InstanceRow || r.Kind == NestedRow
	if i := t.doc.Instance(r.Instance); placed && i == nil {
		return -1
	} else if placed {
		r.Layer = i.Layer
	}
	t.refresh()
	i, ok := t.at[r.Layer]
	switch {
	case !ok:
		return -1
	case r.Kind == LayerRow:
		return t.branches[i].first
	}
	return t.branches[i].find(r)
}

// find returns the index of a row in the branch's own list, or -1.
func (b *treeBranch) find(r TreeRow) int {
	if b.rows <= 1 {
		return -1
	}
	if i := slices.IndexFunc(b.shown, r.Same); i >= 0 {
		return b.first + 1 + i
	}
	return -1
}

// Find returns the index of a collider's row; see [LevelTree.Row].
func (t *LevelTree) Find(id level.ID) int {
	c := t.doc.Collider(id)
	if c == nil {
		return -1
	}
	t.refresh()
	b := &t.branches[t.at[c.Layer]]
	if b.rows <= 1 || b.isOwn {
		return b.find(TreeRow{Kind: ColliderRow, Collider: id})
	}
	in := t.doc.InLayer(c.Layer)
	i, _ := slices.BinarySearchFunc(in, c, drawnBefore)
	return b.first + len(in) - i
}

// drawnBefore compares colliders of a layer by drawing order.
func drawnBefore(a, b *level.Collider) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
}

// Parent returns the index of a row's parent, or -1 for a layer.
func (t *LevelTree) Parent(i int) int {
	if n := t.layered(); i > n {
		return n
	} else if i == n {
		return -1
	}
	b, at := t.branchAt(i)
	switch {
	case at == 0:
		return -1
	case !b.isOwn:
		return b.first
	}
	depth := b.shown[at-1].Depth
	for at--; at > 0; at-- {
		if b.shown[at-1].Depth < depth {
			return b.first + at
		}
	}
	return b.first
}

// CanFold reports whether a row has rows below it.
func (t *LevelTree) CanFold(r TreeRow) bool {
	_, shown := t.Members(r)
	return shown > 0
}

// IsFolded reports whether the rows below a row are hidden.
func (t *LevelTree) IsFolded(r TreeRow) bool {
	if t.filter != nil {
		i, ok := t.at[r.Layer]
		startsFolded := false
		if ok && (r.Kind == InstanceRow || r.Kind == NestedRow) {
			n := t.branches[i].instances[r.Instance]
			startsFolded = n != nil && n.isWhole
		}
		return startsFolded != t.closed[r.key()]
	}
	return (r.Kind == GroupRow || r.Kind == InstanceRow || r.Kind == NestedRow || r.Kind == JointsRow) !=
		t.turned[r.key()]
}

// Fold folds or unfolds a row.
func (t *LevelTree) Fold(r TreeRow, folded bool) {
	if r.Kind == ColliderRow || r.Kind == JointRow || t.IsFolded(r) == folded {
		return
	}
	set := &t.turned
	if t.filter != nil {
		set = &t.closed
	}
	if *set == nil {
		*set = map[rowKey]bool{}
	}
	if k := r.key(); (*set)[k] {
		delete(*set, k)
	} else {
		(*set)[k] = true
	}
	t.stale = true
	if r.Kind != LayerRow {
		t.touch(r.Layer)
	}
}

// FoldAll folds or unfolds all layers.
func (t *LevelTree) FoldAll(folded bool) {
	for _, l := range t.doc.Layers() {
		t.Fold(TreeRow{Kind: LayerRow, Layer: l.ID}, folded)
	}
}

// Reveal unfolds the parents of a collider's row and returns its index, or -1 if the filter hides it.
func (t *LevelTree) Reveal(id level.ID) int {
	if c := t.doc.Collider(id); c != nil {
		t.open(c.Layer, c.GroupOf)
		if c.Part != nil {
			t.Fold(TreeRow{Kind: InstanceRow, Layer: c.Layer, Instance: c.Part.Instance}, false)
			for k, r := range c.Part.Path {
				if r == '/' {
					t.Fold(TreeRow{Kind: NestedRow, Layer: c.Layer, Instance: c.Part.Instance, Path: c.Part.Path[:k]},
						false)
				}
			}
		}
	}
	return t.Find(id)
}

// RevealInstance unfolds the parents of an instance's row and returns its index, or -1 if the filter hides it.
func (t *LevelTree) RevealInstance(id level.InstanceID) int {
	if i := t.doc.Instance(id); i != nil {
		t.open(i.Layer, i.GroupOf)
	}
	return t.Row(TreeRow{Kind: InstanceRow, Instance: id})
}

// RevealGroup unfolds the parents of a group's row and returns its index, or -1 if the filter hides it.
func (t *LevelTree) RevealGroup(id level.GroupID) int {
	if g := t.doc.Group(id); g != nil {
		t.open(g.Layer, g.Parent)
	}
	return t.Row(TreeRow{Kind: GroupRow, Group: id})
}

// open unfolds a layer, and a group in it with all of its parents.
func (t *LevelTree) open(layer level.LayerID, group level.GroupID) {
	t.Fold(TreeRow{Kind: LayerRow, Layer: layer}, false)
	for g := t.doc.Group(group); g != nil; g = t.doc.Group(g.Parent) {
		t.Fold(TreeRow{Kind: GroupRow, Layer: layer, Group: g.ID}, false)
	}
}

// Members returns the number of colliders in a layer, group or instance, at any depth, and the number of them that
// match the filter.
func (t *LevelTree) Members(r TreeRow) (all, shown int) {
	t.refresh()
	if r.Kind == JointsRow {
		return len(t.doc.Settings().Joints), t.jointed
	}
	i, ok := t.at[r.Layer]
	if !ok || r.Kind == ColliderRow || r.Kind == JointRow {
		return 0, 0
	}
	b := &t.branches[i]
	switch {
	case r.Kind == InstanceRow:
		return t.doc.PartCount(r.Instance), b.instances[r.Instance].members()
	case r.Kind == NestedRow:
		shown = b.nested[nestedAt{r.Instance, r.Path}].members()
		if all = shown; t.filter != nil {
			all = len(t.doc.NestedParts(r.Instance, r.Path))
		}
		return all, shown
	case r.Kind == GroupRow:
		shown = b.groups[r.Group].members()
		if all = shown; t.filter != nil {
			all = len(t.doc.Within(r.Group))
		}
		return all, shown
	case t.filter != nil:
		return b.members, len(b.matches)
	}
	return b.members, b.members
}

// MatchCountIn returns the number of matches in a layer or group, at any depth and including folded rows. An instance
// counts as one.
func (t *LevelTree) MatchCountIn(r TreeRow) int {
	t.refresh()
	if r.Kind == JointsRow {
		return t.jointed
	}
	i, ok := t.at[r.Layer]
	if !ok {
		return 0
	}
	b := &t.branches[i]
	switch {
	case r.Kind == GroupRow:
		if n := b.groups[r.Group]; n != nil {
			return n.matchCount
		}
		return 0
	case b.isOwn:
		return b.matchCount
	}
	return b.members
}

// BareMatches returns the instances without parts that match the filter.
func (t *LevelTree) BareMatches() []level.InstanceID {
	t.refresh()
	var out []level.InstanceID
	for _, i := range t.doc.Bare() {
		at, ok := t.at[i.Layer]
		if !ok {
			continue
		}
		if n := t.branches[at].instances[i.ID]; t.filter == nil || n != nil && n.count == 0 {
			out = append(out, i.ID)
		}
	}
	return out
}

// Matches returns the colliders that match the filter in row order, including folded ones. Without a filter it returns
// all colliders.
func (t *LevelTree) Matches() []level.ID {
	t.refresh()
	var out []level.ID
	for i := range t.branches {
		b := &t.branches[i]
		if b.isOwn {
			out = append(out, b.matches...)
			continue
		}
		for _, c := range slices.Backward(t.doc.InLayer(b.layer.ID)) {
			out = append(out, c.ID)
		}
	}
	return out
}

// MatchCount returns the number of matches, counting an instance as one.
func (t *LevelTree) MatchCount() int {
	t.refresh()
	n := 0
	for i := range t.branches {
		n += t.MatchCountIn(t.branches[i].row())
	}
	return n
}

// Colliders returns the colliders that a row represents: the collider itself, or the contents of a group, instance or
// layer.
func (t *LevelTree) Colliders(r TreeRow) []level.ID {
	var in []*level.Collider
	switch r.Kind {
	case ColliderRow:
		return []level.ID{r.Collider}
	case GroupRow:
		in = t.doc.Within(r.Group)
	case LayerRow:
		in = t.doc.InLayer(r.Layer)
	case InstanceRow:
		in = t.doc.Parts(r.Instance)
	case NestedRow:
		in = t.doc.NestedParts(r.Instance, r.Path)
	}
	return idsOf(in)
}

// Between returns the colliders that the rows from i to j represent, except colliders in folded layers. The range
// includes both rows and may be in either order.
func (t *LevelTree) Between(i, j int) []level.ID {
	if i > j {
		i, j = j, i
	}
	var out []level.ID
	for ; i <= j; i++ {
		if r := t.At(i); r.Kind != LayerRow {
			out = append(out, t.Colliders(r)...)
		}
	}
	return out
}

// BareBetween works like [LevelTree.Between] for instances without parts.
func (t *LevelTree) BareBetween(i, j int) []level.InstanceID {
	if len(t.doc.Bare()) == 0 {
		return nil
	}
	if i > j {
		i, j = j, i
	}
	var out []level.InstanceID
	for ; i <= j; i++ {
		if r := t.At(i); r.Kind == InstanceRow && t.doc.PartCount(r.Instance) == 0 {
			out = append(out, r.Instance)
		}
	}
	return out
}

// Label returns the label of a row.
func (t *LevelTree) Label(r TreeRow) string {
	switch r.Kind {
	case LayerRow:
		if l := t.doc.Layer(r.Layer); l != nil {
			return l.Name
		}
	case GroupRow:
		if g := t.doc.Group(r.Group); g != nil {
			return g.Label()
		}
	case InstanceRow:
		if i := t.doc.Instance(r.Instance); i != nil {
			return i.Label()
		}
	case NestedRow:
		if i := t.doc.Nested(r.Instance, r.Path); i != nil {
			return i.Label()
		}
		return r.Path[strings.LastIndexByte(r.Path, '/')+1:]
	case ColliderRow:
		if c := t.doc.Collider(r.Collider); c != nil {
			return t.doc.Title(c)
		}
	case JointsRow:
		return "Joints"
	case JointRow:
		if j := JointOf(t.doc, r.Joint); j != nil {
			return j.Label()
		}
	}
	return ""
}

// Note returns the note after a row's label: the overrides of an instance or a part, or that an instance has no prefab.
func (t *LevelTree) Note(r TreeRow) string {
	if r.Kind == JointRow {
		return t.jointNote(r.Joint)
	}
	i := t.doc.Instance(r.Instance)
	switch {
	case i == nil || r.Kind != InstanceRow && r.Kind != ColliderRow && r.Kind != NestedRow:
		return ""
	case r.Kind == NestedRow:
		return changesText(slices.DeleteFunc(slices.Clone(i.Changes), func(ch level.PartChange) bool {
			return !strings.HasPrefix(ch.Part, r.Path+"/")
		}))
	case r.Kind == InstanceRow:
		if t.doc.InstanceProblem(i.ID) != nil {
			return "no prefab"
		}
		return changesText(i.Changes)
	}
	if c := t.doc.Collider(r.Collider); c != nil && c.Part != nil {
		return changesText(slices.DeleteFunc(slices.Clone(i.Changes), func(ch level.PartChange) bool {
			return ch.Part != c.Part.Path
		}))
	}
	return ""
}

// changesText summarizes overrides.
func changesText(changes []level.PartChange) string {
	const limit = 16 // maximum length of a value
	switch {
	case len(changes) == 0:
		return ""
	case len(changes) > 1:
		return strconv.Itoa(len(changes)) + " overrides"
	case changes[0].Key == level.RemovedKey:
		return "1 part removed"
	}
	c := changes[0]
	key := strings.ReplaceAll(c.Key, "_", " ")
	if value := strings.Trim(c.Value, `"`); value != "" && len(value) <= limit && !strings.ContainsAny(value, "\n{") {
		return key + " " + value
	}
	return key
}

// Begins returns the index of the first row at or after from whose label starts with a string, ignoring case. The
// search wraps around; without a match it returns -1.
func (t *LevelTree) Begins(from int, text string) int {
	n := t.Len()
	text = strings.ToLower(text)
	for k := range n {
		if i := (from + k) % n; hasPrefixFold(t.Label(t.At(i)), text) {
			return i
		}
	}
	return -1
}

// IsJoint reports whether the row shows a joint or the folder of joints.
func (r TreeRow) IsJoint() bool { return r.Kind == JointsRow || r.Kind == JointRow }

// listJoints builds the rows of the joints: a folder below the layers, initially folded. A level without joints has no
// folder.
func (t *LevelTree) listJoints() {
	t.joints, t.jointed = nil, 0
	for _, j := range t.doc.Settings().Joints {
		if t.filter != nil && !t.filter.matchesName(j.Label(), false, false) {
			continue
		}
		t.jointed++
		if t.joints == nil {
			t.joints = append(t.joints, TreeRow{Kind: JointsRow})
		}
		if !t.IsFolded(t.joints[0]) {
			t.joints = append(t.joints, TreeRow{Kind: JointRow, Depth: 1, Joint: j.ID})
		}
	}
}

// RevealJoint unfolds the folder of joints and returns the index of a joint's row, or -1 if the filter hides it.
func (t *LevelTree) RevealJoint(id level.JointID) int {
	t.Fold(TreeRow{Kind: JointsRow}, false)
	return t.Row(TreeRow{Kind: JointRow, Joint: id})
}

// jointNote names the two sides of a joint.
func (t *LevelTree) jointNote(id level.JointID) string {
	j := JointOf(t.doc, id)
	if j == nil {
		return ""
	}
	side := func(id level.ID) string {
		if c := t.doc.Collider(id); c != nil {
			return t.doc.Title(c)
		}
		if id != 0 {
			return "missing"
		}
		return "the level"
	}
	return side(j.A) + ", " + side(j.B)
}

// list builds the rows of a branch that needs its own list: with a filter, or with groups or instances in the layer.
func (t *LevelTree) list(b *treeBranch) {
	b.stale, b.shown, b.matches, b.matchCount = false, nil, nil, 0
	b.groups, b.instances, b.nested = nil, nil, nil
	b.isOwn = t.filter != nil || t.grouped[b.layer.ID] || len(t.placed[b.layer.ID]) > 0
	if !b.isOwn {
		return
	}
	b.groups, b.instances = map[level.GroupID]*treeNode{}, map[level.InstanceID]*treeNode{}
	b.nested = map[nestedAt]*treeNode{}
	l := treeLister{t: t, b: b, top: &treeNode{}}
	l.gather()
	l.emit(l.top, 1, true)
	b.matchCount = l.top.matchCount
}

// treeLister builds the rows of a layer.
type treeLister struct {
	t   *LevelTree
	b   *treeBranch
	top *treeNode
}

// nestedAt identifies an instance nested in another instance's prefab.
type nestedAt struct {
	of   level.InstanceID
	path string
}

// treeNode holds the contents of a layer, group or instance, topmost first. Groups and instances take the place of
// their topmost collider.
type treeNode struct {
	id         level.GroupID // the node's own group, or the instance's group
	instance   level.InstanceID
	path       string // path of a nested instance
	isWhole    bool   // the instance matches as a whole
	children   []treeChild
	count      int // number of colliders, at any depth
	matchCount int // number of matches in it: like count, but an instance counts as one
}

// members returns the number of colliders in a node, at any depth; 0 for nil.
func (n *treeNode) members() int {
	if n == nil {
		return 0
	}
	return n.count
}

// treeChild is a collider, a group or an instance.
type treeChild struct {
	collider level.ID
	order    float64
	group    *treeNode
}

// gather collects the matching contents of the layer.
func (l *treeLister) gather() {
	var m *filterMatcher
	if f := l.t.filter; f != nil {
		if m = f.within(l.t.doc, l.b.layer, l.t.facts); m.never {
			return
		}
	}
	for _, c := range slices.Backward(l.t.doc.InLayer(l.b.layer.ID)) {
		if m != nil && !m.matches(c) {
			continue
		}
		in := l.node(c.GroupOf, c.Order)
		if c.Part != nil {
			of := l.instance(c.Part.Instance, in, c.Order)
			of.count++
			of.isWhole = of.isWhole || m != nil && m.wholly(c.Part.Instance)
			at := l.inPrefab(of, c.Part.Path, c.Order)
			at.children = append(at.children, treeChild{collider: c.ID, order: c.Order})
		} else {
			in.children = append(in.children, treeChild{collider: c.ID, order: c.Order})
			l.count(in)
		}
		for n := in; n != l.top; n = l.node(l.t.doc.Group(n.id).Parent, c.Order) {
			n.count++
		}
	}
	for _, i := range l.t.placed[l.b.layer.ID] { // instances without visible parts
		if l.b.instances[i.ID] == nil && (m == nil || m.wholly(i.ID)) {
			l.instance(i.ID, l.node(i.GroupOf, i.Order), i.Order)
		}
	}
	if !l.t.grouped[l.b.layer.ID] {
		return
	}
	for _, g := range l.t.doc.Groups() { // empty groups, and groups that match by name
		if g.Layer == l.b.layer.ID && l.b.groups[g.ID] == nil && (m == nil ||
			l.t.filter.matchesName(g.Name, g.Hidden, g.Locked)) {
			l.node(g.ID, math.Inf(-1))
		}
	}
}

// node returns the node of a group, creating it at the given order if needed. For 0 it returns the layer's node.
func (l *treeLister) node(id level.GroupID, order float64) *treeNode {
	if id == 0 {
		return l.top
	}
	if n := l.b.groups[id]; n != nil {
		return n
	}
	n := &treeNode{id: id}
	l.b.groups[id] = n
	l.node(l.t.doc.Group(id).Parent, order).add(treeChild{group: n, order: order})
	return n
}

// instance returns the node of an instance, creating it inside another node if needed.
func (l *treeLister) instance(id level.InstanceID, in *treeNode, order float64) *treeNode {
	if n := l.b.instances[id]; n != nil {
		return n
	}
	n := &treeNode{id: in.id, instance: id}
	l.b.instances[id] = n
	in.add(treeChild{group: n, order: order})
	l.count(in)
	return n
}

// inPrefab returns the node for a part of an instance: the instance's own node, or the node of a nested instance. It
// increases the count of each nested instance that contains the part.
func (l *treeLister) inPrefab(of *treeNode, path string, order float64) *treeNode {
	in := of
	for k, r := range path {
		if r != '/' {
			continue
		}
		at := nestedAt{of.instance, path[:k]}
		n := l.b.nested[at]
		if n == nil {
			n = &treeNode{id: of.id, instance: of.instance, path: path[:k]}
			l.b.nested[at] = n
			in.children = append(in.children, treeChild{group: n, order: order})
		}
		n.count++
		in = n
	}
	return in
}

// count adds one match to a node and its parents.
func (l *treeLister) count(in *treeNode) {
	for ; in != l.top; in = l.node(l.t.doc.Group(in.id).Parent, 0) {
		in.matchCount++
	}
	l.top.matchCount++
}

// add inserts a child after the children that are drawn above it.
func (n *treeNode) add(c treeChild) {
	at := len(n.children)
	for at > 0 && n.children[at-1].order < c.order {
		at--
	}
	n.children = slices.Insert(n.children, at, c)
}

// emit appends the rows and the matches of a node's contents.
func (l *treeLister) emit(n *treeNode, depth int, isShown bool) {
	for _, c := range n.children {
		r := TreeRow{
			Kind: ColliderRow, Depth: depth, Layer: l.b.layer.ID, Group: n.id, Instance: n.instance,
			Collider: c.collider,
		}
		switch in := c.group; {
		case in == nil:
			l.b.matches = append(l.b.matches, c.collider)
		case in.path != "":
			r.Kind, r.Instance, r.Path = NestedRow, in.instance, in.path
		case in.instance != 0:
			r.Kind, r.Instance = InstanceRow, in.instance
		default:
			r.Kind, r.Group = GroupRow, in.id
		}
		if isShown {
			l.b.shown = append(l.b.shown, r)
		}
		if c.group != nil {
			l.emit(c.group, depth+1, isShown && !l.t.IsFolded(r))
		}
	}
	n.children = nil // the branch keeps only the node's counts
}
