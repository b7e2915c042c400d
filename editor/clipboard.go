package editor

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

// ErrNotShapes reports pasted text without shapes.
var ErrNotShapes = errors.New("the clipboard holds no shapes")

// Clipboard holds the commands that copy and paste: they convert colliders to text and back.
type Clipboard struct{ s *Session }

// Clipboard returns the commands for copying and pasting. Each command that changes the document is one undo step.
func (s *Session) Clipboard() Clipboard { return Clipboard{s} }

// Copy returns the selected colliders and instances as the text of a small level file, or an empty string if nothing is
// selected.
func (clip Clipboard) Copy() (text string) {
	s := clip.s
	ids, bare := inDrawingOrder(s.doc, s.selection.IDs()), s.selection.Bare()
	if len(ids)+len(bare) == 0 {
		return ""
	}
	settings := *s.doc.Settings()
	settings.Imports = nil // the copy has no connection to the imported file
	complete := s.Instances().coveredBy(ids)
	copies := newCopies(len(ids))
	for _, id := range ids {
		if c := s.doc.Collider(id); c.Part == nil {
			copies.colliders[id] = id
		} else if !complete[c.Part.Instance] { // a part without the rest of its instance becomes a shape
			copies.colliders[id] = s.doc.NewID()
		}
	}
	instances := slices.Concat(slices.Sorted(maps.Keys(complete)), bare)
	for _, id := range instances {
		copies.instances[id] = id
	}
	settings.Ignored = copies.ignored(settings.Ignored)
	settings.Joints = nil // the joints of copied shapes are added below
	doc, err := level.NewDocument(&settings)
	if err != nil {
		return ""
	}
	var d level.Diff
	taken := map[level.LayerID]bool{}
	takeLayer := func(id level.LayerID) {
		if !taken[id] {
			taken[id] = true
			d.Layers = append(d.Layers, level.Added(s.doc.Layer(id)))
		}
	}
	groups, copied := s.Groups().copies(ids)
	for _, of := range groups {
		g := *of
		g.Parent = copiedGroup(g.Parent, copied)
		d.Groups = append(d.Groups, level.Added(&g))
	}
	for _, id := range instances {
		i := *s.doc.Instance(id)
		i.GroupOf = copiedGroup(i.GroupOf, copied)
		takeLayer(i.Layer)
		d.Instances = append(d.Instances, level.Added(&i))
	}
	for _, id := range ids {
		c := s.doc.Collider(id)
		if c.Part != nil && complete[c.Part.Instance] {
			continue
		}
		own := *c
		own.ID, own.Part = copies.colliders[id], nil
		own.GroupOf = copiedGroup(c.GroupOf, copied)
		takeLayer(c.Layer)
		d.Colliders = append(d.Colliders, level.Added(&own))
	}
	copies.follow(s.doc, &d, true)
	if joints := copies.joints(s.doc, s.doc, &d, nil); len(joints) > 0 {
		changeSettings(doc, &d, func(s *level.Settings) { s.Joints = withJoints(nil, joints) })
	}
	if doc.Apply(d) != nil {
		return ""
	}
	b, err := level.Marshal(doc)
	if err != nil {
		return ""
	}
	if len(d.Instances) > 0 {
		return string(b) + s.namedFrom()
	}
	return string(b)
}

// Cut copies the selection and removes it.
func (clip Clipboard) Cut() (text string, err error) {
	s := clip.s
	ids, bare, err := s.Instances().changeable()
	if err != nil {
		return "", err
	}
	s.Batch(func() {
		s.selection.setWithBare(ids, bare)
		text = clip.Copy()
		err = s.Do(s.Instances().labelOf("Cut", ids, bare), removal(s.doc, ids, bare))
	})
	return text, err
}

// Paste adds the colliders of a clipboard text, with their common bounds centred at a point of the level, and selects
// them. Each goes to the layer it was copied from or another editable layer of that name, or else to the active layer.
// With grid snapping, colliders keep their position within the grid cells. Paste adds missing categories. Instances
// keep their prefabs. If the first shape or instance would exactly cover an equal one, everything moves by another grid
// cell.
func (clip Clipboard) Paste(text string, at level.Vec) error {
	return clip.paste(text, func(from *level.Document) level.Vec { return clip.wayTo(from, at) })
}

// wayTo returns the offset from the original position of shapes to where they are pasted.
func (clip Clipboard) wayTo(from *level.Document, at level.Vec) level.Vec {
	by := at.Sub(drawnBox(from).Center())
	grid := clip.s.doc.Settings().Grid.Size
	if clip.s.snap.Grid {
		by = roundTo(by, grid)
	}
	for tries := 0; tries < maxCopies && clip.covers(from, by); tries++ {
		by = by.Add(grid)
	}
	return by
}

// PasteInPlace works like [Clipboard.Paste] at the original position, even over equal shapes.
func (clip Clipboard) PasteInPlace(text string) error {
	return clip.paste(text, func(*level.Document) level.Vec { return level.Vec{} })
}

// covers reports whether the first shape or instance, moved by an offset, would exactly cover an equal one.
func (clip Clipboard) covers(from *level.Document, by level.Vec) bool {
	for c := range from.Colliders() {
		if c.Part != nil {
			continue
		}
		for o := range clip.s.doc.Colliders() {
			if o.Position.Dist(c.Position.Add(by)) < 1e-6 && o.Angle == c.Angle && o.Shape.Equal(c.Shape) {
				return true
			}
		}
		return false
	}
	for _, i := range from.Instances() {
		return slices.ContainsFunc(clip.s.doc.Instances(), func(o *level.Instance) bool {
			return o.Prefab == i.Prefab && o.Angle == i.Angle && o.Position.Dist(i.Position.Add(by)) < 1e-6
		})
	}
	return false
}

// drawnBox returns the bounds of everything in a level.
func drawnBox(doc *level.Document) collision.AABB {
	b := collision.EmptyAABB()
	for _, i := range doc.Bare() {
		m, _ := doc.MarkOf(i.ID)
		b = b.Union(m.Bounds)
	}
	for c := range doc.Colliders() {
		b = b.Union(level.DrawnBounds(c))
	}
	return b
}

// PasteSeveral proposes to paste the copied shapes several times at a constant offset. The first copy goes where
// [Clipboard.Paste] would put it.
func (clip Clipboard) PasteSeveral(text string, at level.Vec) error {
	s := clip.s
	from, err := clip.read(text)
	if err != nil {
		return err
	}
	first := clip.wayTo(from, at)
	pitch := s.Repeat().pitch(drawnBox(from))
	a := &parametric{title: "Paste multiple", numbers: []ProposalNumber{
		count("times", 3), length("x", pitch.X), length("y", 0),
	}}
	return a.show(s, func(p *Proposal) error {
		times := a.numbers[0].Value
		if n := float64(times * float64(from.Len()+len(from.Bare()))); n > maxCopies {
			return fmt.Errorf("too many shapes: %.0f of at most %d", n, maxCopies)
		}
		k := clip.paster(from)
		for i := range int(times) {
			k.paste(first.Add(level.Vec{
				X: float64(float64(i) * a.numbers[1].Value),
				Y: float64(float64(i) * a.numbers[2].Value),
			}))
		}
		p.Diff, p.Made, p.Parts = k.d, k.made, k.parts
		return nil
	})
}

// read returns the contents of a clipboard text.
func (clip Clipboard) read(text string) (*level.Document, error) {
	from, err := level.Read(strings.NewReader(text), "clipboard")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotShapes, err)
	}
	if err := clip.s.takePrefabs(from, text); err != nil {
		return nil, err
	}
	if from.Len()+len(from.Instances()) == 0 {
		return nil, ErrNotShapes
	}
	return from, nil
}

// paste adds the contents of the clipboard's text, moved by the result of way.
func (clip Clipboard) paste(text string, way func(from *level.Document) level.Vec) error {
	s := clip.s
	from, err := clip.read(text)
	if err != nil {
		return err
	}
	s.settle()
	k := clip.paster(from)
	k.paste(way(from))
	tally := level.Tally{Shapes: len(k.d.Colliders), Instances: len(k.d.Instances)}
	return s.doThen("Paste "+tally.String(), k.d, func() { s.selection.setWithBare(k.made, k.bare) })
}

// paster builds the diff of a paste.
type paster struct {
	*copier
	clip   Clipboard
	from   *level.Document
	layers map[level.LayerID]level.LayerID
}

func (clip Clipboard) paster(from *level.Document) *paster {
	k := &paster{copier: clip.s.copier(), clip: clip, from: from, layers: map[level.LayerID]level.LayerID{}}
	changeSettings(k.s.doc, &k.d, func(to *level.Settings) {
		to.Categories = slices.Clone(to.Categories)
		for c := range from.Colliders() {
			for _, name := range slices.Concat(c.Categories, c.CollidesWith) {
				if !slices.Contains(to.Categories, name) {
					to.Categories = append(to.Categories, name)
				}
			}
		}
	})
	return k
}

// layerOf returns the target layer for the contents of a copied layer.
func (k *paster) layerOf(of level.LayerID) level.LayerID {
	to, ok := k.layers[of]
	if !ok {
		to = k.clip.layerFor(k.from.Layer(of), &k.d)
		k.layers[of] = to
	}
	return to
}

// paste adds one copy, moved by an offset.
func (k *paster) paste(by level.Vec) {
	s, from := k.s, k.from
	copies := newCopies(from.Len())
	groups := groupsFor(s.doc, from.Groups())
	for c := range from.Colliders() {
		if c.Part != nil {
			continue
		}
		to := k.layerOf(c.Layer)
		out := *c
		out.ID, out.Layer, out.Order, out.GroupOf = s.doc.NewID(), to, k.top.next(s.doc, to), groups[c.GroupOf]
		out.Position = c.Position.Add(by)
		out.Name = k.names.freed(c.Name)
		out.Hidden, out.Locked = false, false
		k.d.Colliders = append(k.d.Colliders, level.Added(&out))
		k.made = append(k.made, out.ID)
		copies.colliders[c.ID] = out.ID
	}
	for _, of := range from.Instances() {
		to := k.layerOf(of.Layer)
		i := *of
		i.ID, i.Layer, i.Order, i.GroupOf = s.doc.NewInstanceID(), to, k.top.next(s.doc, to), groups[of.GroupOf]
		i.Position = of.Position.Add(by)
		i.Hidden, i.Locked = false, false
		copies.instances[of.ID] = i.ID
		k.addInstance(from, of.ID, i, moved(by))
	}
	for _, of := range from.Groups() {
		if !from.HoldsOne(of.ID) && !slices.ContainsFunc(from.Instances(), func(i *level.Instance) bool {
			return from.IsInGroup(i.GroupOf, of.ID)
		}) {
			continue
		}
		g := *of
		g.ID, g.Layer, g.Parent = groups[of.ID], k.layers[of.Layer], groups[of.Parent]
		g.Hidden, g.Locked = false, false
		k.d.Groups = append(k.d.Groups, level.Added(&g))
	}
	copies.follow(from, &k.d, false)
	k.addSettings(copies.ignored(from.Settings().Ignored), copies.joints(from, s.doc, &k.d, nil))
}

// layerFor returns the editable layer that a copied one was taken from, or another one of its name, or else the active
// layer or a new one, which it adds to the diff.
func (clip Clipboard) layerFor(of *level.Layer, d *level.Diff) level.LayerID {
	s := clip.s
	if id := clip.origin(of); id != 0 {
		return id
	}
	if len(d.Layers) > 0 {
		return d.Layers[0].After.ID
	}
	if len(s.doc.Layers()) == 0 {
		d.Layers = append(d.Layers, level.Added(s.newLayer(of.Name)))
		return d.Layers[0].After.ID
	}
	return s.layerForNew(d)
}

// origin returns the editable layer that a copied one was taken from, or else another one of its name, or 0.
func (clip Clipboard) origin(of *level.Layer) (id level.LayerID) {
	for _, l := range clip.s.doc.Layers() {
		if l.Name == of.Name && !l.Hidden && !l.Locked && (id == 0 || l.ID == of.ID) {
			id = l.ID
		}
	}
	return id
}

// Redirected returns the layer that a paste of a text would use for shapes whose own layer is missing, hidden or
// locked. It returns false if there are none, or if the level has no layer yet.
func (clip Clipboard) Redirected(text string) (*level.Layer, bool) {
	from, err := clip.read(text)
	if err != nil || len(clip.s.doc.Layers()) == 0 {
		return nil, false
	}
	for _, l := range from.Layers() {
		if clip.origin(l) == 0 {
			var d level.Diff
			to := clip.s.layerForNew(&d)
			if len(d.Layers) > 0 {
				return d.Layers[0].After, true
			}
			return clip.s.doc.Layer(to), true
		}
	}
	return nil, false
}

func roundTo(v, step level.Vec) level.Vec {
	return level.Vec{X: float64(math.Round(v.X/step.X) * step.X), Y: float64(math.Round(v.Y/step.Y) * step.Y)}
}

// copies maps copied records to their copies.
type copies struct {
	colliders map[level.ID]level.ID
	instances map[level.InstanceID]level.InstanceID
}

func newCopies(n int) copies {
	return copies{make(map[level.ID]level.ID, n), map[level.InstanceID]level.InstanceID{}}
}

// ignored returns copies of the ignored entries whose colliders were all copied.
func (to copies) ignored(list []level.Ignored) []level.Ignored {
	var out []level.Ignored
	for _, e := range list {
		var ids []level.ID
		var parts []string
		for id, name := range e.Members() {
			if own, ok := to.colliders[id]; ok {
				ids = append(ids, own)
			} else if of, path, err := level.ParsePart(name); err == nil && to.instances[of] != 0 {
				parts = append(parts, (&level.Part{Instance: to.instances[of], Path: path}).String())
			}
		}
		if len(ids)+len(parts) == len(e.IDs) {
			out = append(out, level.NewIgnored(e.Rule, ids, e.Reason, parts...))
		}
	}
	return out
}

// followed returns the change to the settings that redirects references from the originals to the copies, for originals
// that the same step removes.
func (to copies) followed(doc *level.Document) level.Change[level.Settings] {
	before := doc.Settings()
	after := *before
	follow := func(ids []level.ID, parts []string) ([]level.ID, []string) {
		e := level.Ignored{IDs: ids, Parts: parts}
		var own []level.ID
		var names []string
		for id, name := range e.Members() {
			switch copied, ok := to.colliders[id]; {
			case ok:
				own = append(own, copied)
			case name != "":
				names = append(names, name)
			default:
				own = append(own, id)
			}
		}
		return own, names
	}
	after.Ignored = slices.Clone(before.Ignored)
	for i, e := range before.Ignored {
		ids, parts := follow(e.IDs, e.Parts)
		after.Ignored[i] = level.NewIgnored(e.Rule, ids, e.Reason, parts...)
	}
	after.Joints = slices.Clone(before.Joints)
	for i := range after.Joints {
		j := &after.Joints[i]
		if id, ok := to.colliders[j.A]; ok {
			j.A, j.PartA = id, ""
		}
		if id, ok := to.colliders[j.B]; ok {
			j.B, j.PartB = id, ""
		}
	}
	if after.Equal(before) {
		return level.Change[level.Settings]{}
	}
	return level.Changed(before, &after)
}
