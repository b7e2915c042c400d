package editor

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Repeat holds the commands that copy the selected colliders and instances: once, in a line, in a grid, around a circle
// or along a chain. Each is one undo step and selects the copies.
type Repeat struct{ s *Session }

// Repeat returns the commands for copying the selection in regular patterns.
func (s *Session) Repeat() Repeat { return Repeat{s} }

// ErrNoPath reports that the selection does not consist of one chain and shapes to copy along it.
var ErrNoPath = errors.New("select one edge chain and the shapes to copy along it")

// maxCopies limits the number of copies in an array.
const maxCopies = 10_000

// copier builds a change that adds copies of colliders and instances on top of their layers.
type copier struct {
	s     *Session
	d     level.Diff
	names nameSet
	top   topOrders
	made  []level.ID
	bare  []level.InstanceID // the new instances without parts
	parts []Ghost            // previews of the parts of copied instances
	to    copies             // maps the originals to their last copies
}

func (s *Session) copier() *copier {
	return &copier{s: s, names: namesIn(s.doc), top: topOrders{}}
}

// topOrders holds the drawing orders of the next copies on top of layers.
type topOrders map[level.LayerID]float64

// next returns the drawing order of the next copy in a layer.
func (top topOrders) next(doc *level.Document, layer level.LayerID) float64 {
	if _, ok := top[layer]; !ok {
		top[layer] = doc.TopOrder(layer)
	}
	top[layer]++
	return top[layer] - 1
}

// add adds one placed copy of colliders and of instances without parts.
func (k *copier) add(ids []level.ID, bare []level.InstanceID, m placing) {
	s := k.s
	to := newCopies(len(ids))
	groups, newGroups := s.Groups().copies(ids)
	for _, of := range groups {
		g := *of
		g.ID = newGroups[of.ID]
		g.Parent = cmp.Or(newGroups[of.Parent], of.Parent)
		k.d.Groups = append(k.d.Groups, level.Added(&g))
	}
	complete := s.Instances().coveredBy(ids)
	for _, id := range slices.Concat(slices.Sorted(maps.Keys(complete)), bare) {
		i := *s.doc.Instance(id)
		i.ID, i.Order = s.doc.NewInstanceID(), k.top.next(s.doc, i.Layer)
		i.Position, i.Angle = m.apply(i.Position), (i.Angle + m.turn).Normalized()
		to.instances[id] = i.ID
		i.GroupOf = cmp.Or(newGroups[i.GroupOf], i.GroupOf)
		k.addInstance(s.doc, id, i, m)
	}
	for _, id := range inDrawingOrder(s.doc, ids) {
		c := m.collider(s.doc.Collider(id))
		if c.Part != nil && complete[c.Part.Instance] {
			continue
		}
		c.Part = nil // a part without the rest of its instance becomes a shape
		c.ID, c.Order = s.doc.NewID(), k.top.next(s.doc, c.Layer)
		c.Name = k.names.next(c.Name)
		c.Source = nil
		c.GroupOf = cmp.Or(newGroups[c.GroupOf], c.GroupOf)
		k.d.Colliders = append(k.d.Colliders, level.Added(c))
		k.made = append(k.made, c.ID)
		to.colliders[id] = c.ID
	}
	to.follow(s.doc, &k.d, false)
	k.addSettings(to.ignored(s.doc.Settings().Ignored), to.joints(s.doc, s.doc, &k.d, m.joint(s.doc)))
	k.to = to
}

// addSettings adds ignored findings and joints to the settings, after the entries of earlier copies.
func (k *copier) addSettings(ignored []level.Ignored, joints []level.Joint) {
	if len(ignored)+len(joints) > 0 {
		changeSettings(k.s.doc, &k.d, func(after *level.Settings) {
			after.Ignored = slices.Concat(after.Ignored, ignored)
			after.Joints = withJoints(after.Joints, joints)
		})
	}
}

// addInstance adds a placed copy of a document's instance.
func (k *copier) addInstance(from *level.Document, of level.InstanceID, i level.Instance, m placing) {
	k.d.Instances = append(k.d.Instances, level.Added(&i))
	for _, c := range from.Parts(of) {
		k.made = append(k.made, level.PartID(i.ID, c.Part.Path))
		k.parts = append(k.parts, Ghost{After: m.collider(c), Baked: from.Baked(c.ID)})
	}
	if from.PartCount(of) == 0 {
		k.bare = append(k.bare, i.ID)
	}
}

// placing maps an original to its copy: it scales along the level's axes about a point, rotates about that point, then
// moves.
type placing struct {
	about  level.Vec
	sx, sy float64
	turn   level.Degrees
	by     level.Vec
}

func moved(by level.Vec) placing { return placing{sx: 1, sy: 1, by: by} }

// isMove reports whether the placing neither scales nor rotates.
func (m placing) isMove() bool { return m.sx == 1 && m.sy == 1 && m.turn == 0 }

func (m placing) apply(p level.Vec) level.Vec {
	d := p.Sub(m.about)
	d = level.Vec{X: float64(d.X * m.sx), Y: float64(d.Y * m.sy)}
	if m.turn == 0 {
		if m.sx == 1 && m.sy == 1 {
			return p.Add(m.by)
		}
		return m.about.Add(d).Add(m.by)
	}
	return m.about.Add(m.turn.Rotation().Apply(d)).Add(m.by)
}

// collider returns a placed copy of a collider that the caller may change.
func (m placing) collider(of *level.Collider) *level.Collider {
	c := *of
	if m.sx != 1 || m.sy != 1 {
		c = *level.Scaled(&c, m.about, m.sx, m.sy)
	}
	c.Position, c.Angle = m.apply(of.Position), (c.Angle + m.turn).Normalized()
	return &c
}

// joint returns a function that places copies of joints. It maps the anchors on the level and, for scaled shapes, also
// the anchors on the shapes and the length. Instances are never scaled.
func (m placing) joint(doc *level.Document) func(of level.Joint, own *level.Joint) {
	return func(of level.Joint, own *level.Joint) {
		side := func(id level.ID, part string, anchor *level.Vec) {
			switch c := doc.Collider(id); {
			case id == 0:
				*anchor = m.apply(*anchor)
			case c != nil && part == "" && (m.sx != 1 || m.sy != 1):
				*anchor = level.ScaledPoint(c, m.sx, m.sy)(*anchor)
			}
		}
		side(of.A, own.PartA, &own.AnchorA)
		side(of.B, own.PartB, &own.AnchorB)
		a, b, ok := level.JointEnds(doc, of)
		if was := a.Dist(b); ok && was > 1e-9 && (m.sx != 1 || m.sy != 1) {
			own.Length = float64(own.Length * (m.apply(a).Dist(m.apply(b)) / was))
		}
	}
}

// lastCopy is the last copy that Duplicate or a copying drag made.
type lastCopy struct {
	of, copyID level.ID         // a copied collider and its copy
	from       level.InstanceID // a copied instance
	to         level.InstanceID // and its copy
	made       []level.ID
	bare       []level.InstanceID
	beside     level.Vec // the offset, if Duplicate chose it
}

// lastPlacing returns the current placing of the last copy relative to its original. It returns false if the copy or
// the original is gone, or the selection has changed.
func (s *Session) lastPlacing() (placing, bool) {
	last := &s.repeat
	if !slices.Equal(last.made, s.selection.IDs()) || !slices.Equal(last.bare, s.selection.Bare()) {
		return placing{}, false
	}
	between := func(from, to level.Vec, turn level.Degrees) placing {
		return placing{about: from, sx: 1, sy: 1, turn: turn.Normalized(), by: to.Sub(from)}
	}
	if a, b := s.doc.Instance(last.from), s.doc.Instance(last.to); a != nil && b != nil {
		return between(a.Position, b.Position, b.Angle-a.Angle), true
	}
	a, b := s.doc.Collider(last.of), s.doc.Collider(last.copyID)
	if a == nil || b == nil {
		return placing{}, false
	}
	m := between(a.Position, b.Position, b.Angle-a.Angle)
	if !a.Shape.Equal(b.Shape) && m.turn == 0 {
		was, now := level.DrawnBounds(a).Size(), level.DrawnBounds(b).Size()
		if sx, sy := now.X/was.X, now.Y/was.Y; was.X > 0 && was.Y > 0 && sx > 0 && sy > 0 &&
			equalShapes(level.Scaled(a, a.Position, sx, sy).Shape, b.Shape) {
			m.sx, m.sy = sx, sy
		}
	}
	return m, true
}

// equalShapes reports whether two shapes differ only by rounding.
func equalShapes(a, b level.Shape) bool {
	const near = 1e-6
	if a.Kind != b.Kind || len(a.Points) != len(b.Points) || a.Size.Dist(b.Size) > near ||
		math.Abs(a.Radius-b.Radius) > near || !a.DetailNear(b, near) {
		return false
	}
	for i, p := range a.Points {
		if p.Dist(b.Points[i]) > near {
			return false
		}
	}
	return true
}

// Duplicate copies the selected colliders and instances, places the copies beside the originals, and selects them. If
// the selection is itself the last copy and has been moved, rotated or scaled since, the new copy repeats that.
func (s *Session) Duplicate() error {
	ids, bare, err := s.Instances().changeable()
	if err != nil {
		return err
	}
	m, again := s.lastPlacing()
	beside := level.Vec{}
	if !again || m.isMove() && m.by == s.repeat.beside {
		beside = s.offsetBeside(ids, bare, m.by)
		m = moved(beside)
	}
	k := s.copier()
	k.add(ids, bare, m)
	return s.doThen(s.Instances().labelOf("Duplicate", ids, bare), k.d, func() {
		s.Repeat().take(k)
		s.repeat.beside = beside
	})
}

// offsetBeside returns the offset of a copy that touches its original: the last one, if it is not zero, or else to the
// right or, where the copy would overlap something or leave the level, below, to the left or above. If all sides are
// taken, it returns the right one.
func (s *Session) offsetBeside(ids []level.ID, bare []level.InstanceID, last level.Vec) level.Vec {
	box, frame := boundsOf(s.doc, ids, bare...), contacts.FrameOf(s.doc.Settings())
	size, cell := box.Size(), s.doc.Settings().Grid.Size
	size = level.Vec{X: cmp.Or(size.X, cell.X), Y: cmp.Or(size.Y, cell.Y)}
	sides := []level.Vec{{X: size.X}, {Y: size.Y}, {X: -size.X}, {Y: -size.Y}}
	for _, by := range append([]level.Vec{last}, sides...) {
		if by == (level.Vec{}) {
			continue
		}
		copied := collision.AABB{Min: box.Min.Add(by), Max: box.Max.Add(by)}
		if (!frame.ContainsBox(box) || frame.ContainsBox(copied)) && !s.overlapsAt(ids, by) {
			return by
		}
	}
	return sides[0]
}

// overlapsAt reports whether copies of colliders would overlap something at an offset from their originals.
func (s *Session) overlapsAt(ids []level.ID, by level.Vec) bool {
	return slices.ContainsFunc(ids, func(id level.ID) bool {
		c := moved(by).collider(s.doc.Collider(id))
		c.ID, c.Source = 0, nil
		return slices.ContainsFunc(s.live.ProbeBaked(c, s.doc.Baked(id)), func(p contacts.Pair) bool {
			return p.State == contacts.Overlapping
		})
	})
}

// take selects the copies and remembers the last one for Duplicate.
func (r Repeat) take(k *copier) {
	r.s.selection.setWithBare(k.made, k.bare)
	last := lastCopy{made: slices.Clone(r.s.selection.IDs()), bare: r.s.selection.Bare()}
	for of, copyID := range k.to.colliders { // any pair works; the smallest id makes the result deterministic
		if last.of == 0 || of < last.of {
			last.of, last.copyID = of, copyID
		}
	}
	for of, copyID := range k.to.instances {
		if last.from == 0 || of < last.from {
			last.from, last.to = of, copyID
		}
	}
	r.s.repeat = last
}

// Begin opens a tool's gesture with copies of the selection in the same place, and selects them.
func (r Repeat) Begin() (*Gesture, error) {
	ids, bare, err := r.s.Instances().changeable()
	if err != nil {
		return nil, err
	}
	k := r.s.copier()
	k.add(ids, bare, moved(level.Vec{}))
	g := r.s.BeginExclusive(r.s.Instances().labelOf("Copy", ids, bare))
	if err := g.Apply(k.d); err != nil {
		g.Rollback()
		return nil, err
	}
	r.take(k)
	return g, nil
}

// Line proposes copies of the selection in a line at a constant offset.
func (r Repeat) Line() error {
	box, _ := r.box()
	a := &parametric{title: "Repeat along a line", numbers: []ProposalNumber{
		count("copies", 3), length("x", r.pitch(box).X), length("y", 0),
	}}
	return r.array(a, func(collision.AABB) (out []placing) {
		for i := 1.0; i <= a.numbers[0].Value; i++ {
			out = append(out, moved(level.Vec{X: float64(i * a.numbers[1].Value), Y: float64(i * a.numbers[2].Value)}))
		}
		return out
	})
}

// Grid proposes copies of the selection in columns and rows, starting with the selection.
func (r Repeat) Grid() error {
	box, _ := r.box()
	pitch := r.pitch(box)
	a := &parametric{title: "Repeat in a grid", numbers: []ProposalNumber{
		count("columns", 3), count("rows", 2), length("x", pitch.X), length("y", pitch.Y),
	}}
	return r.array(a, func(collision.AABB) (out []placing) {
		for row := 0.0; row < a.numbers[1].Value; row++ {
			for column := 0.0; column < a.numbers[0].Value; column++ {
				if row+column > 0 {
					out = append(out, moved(level.Vec{
						X: float64(column * a.numbers[2].Value),
						Y: float64(row * a.numbers[3].Value),
					}))
				}
			}
		}
		return out
	})
}

// Circle proposes copies of the selection around a circle. The selection stays at the top.
func (r Repeat) Circle() error {
	box, _ := r.box()
	pitch := r.pitch(box)
	a := &parametric{title: "Repeat around a circle", numbers: []ProposalNumber{
		count("copies", 7), length("radius", float64(2*max(pitch.X, pitch.Y))),
	}, options: []string{"upright", "rotated"}, option: 1}
	return r.array(a, func(box collision.AABB) (out []placing) {
		n := a.numbers[0].Value
		centre := box.Center().Add(level.Vec{Y: a.numbers[1].Value})
		for i := 1.0; i <= n; i++ {
			m := placing{about: centre, sx: 1, sy: 1, turn: level.Degrees(float64(i * 360 / (n + 1)))}
			if a.option == 0 {
				m = moved(m.apply(box.Center()).Sub(box.Center()))
			}
			out = append(out, m)
		}
		return out
	})
}

// Along proposes copies of the selection along a selected chain, evenly spaced from its start to its end.
func (r Repeat) Along() error {
	var path *level.Collider
	for _, id := range r.s.selection.IDs() {
		if c := r.s.doc.Collider(id); c.Shape.Kind == level.Chain {
			if path != nil {
				return ErrNoPath
			}
			path = c
		}
	}
	if path == nil || r.s.selection.Len()+len(r.s.selection.Bare()) < 2 {
		return ErrNoPath
	}
	r.s.selection.Remove(path.ID)
	points := make([]level.Vec, 0, len(path.Shape.Points)+1)
	for _, p := range path.Shape.Flattened().Points {
		points = append(points, path.Transform().Apply(p))
	}
	if path.Shape.Closed {
		points = append(points, points[0])
	}
	a := &parametric{
		title: "Repeat along " + path.Label(), numbers: []ProposalNumber{count("copies", 5)},
		options: []string{"upright", "rotated"},
	}
	return r.array(a, func(box collision.AABB) (out []placing) {
		n := a.numbers[0].Value
		steps := n - 1
		if path.Shape.Closed {
			steps = n
		}
		for i := range int(n) {
			at, along := pointAlong(points, float64(i)/max(steps, 1))
			m := placing{about: box.Center(), sx: 1, sy: 1, by: at.Sub(box.Center())}
			if a.option == 1 {
				m.turn = level.DegreesOf(collision.Atan2(along.Y, along.X)).Normalized()
			}
			out = append(out, m)
		}
		return out
	})
}

// pointAlong returns the point at a fraction of a line's length, and the direction there.
func pointAlong(points []level.Vec, fraction float64) (at, along level.Vec) {
	left := float64(fraction * pathLength(points))
	for i := 1; i < len(points); i++ {
		d := points[i].Dist(points[i-1])
		if left <= d || i == len(points)-1 {
			return points[i-1].Lerp(points[i], min(left/d, 1)), points[i].Sub(points[i-1])
		}
		left -= d
	}
	return points[0], level.Vec{X: 1}
}

func count(name string, value float64) ProposalNumber {
	return ProposalNumber{Name: name, Value: value, IsInteger: true}
}

func length(name string, value float64) ProposalNumber {
	return ProposalNumber{Name: name, Value: value, Unit: "px"}
}

// box returns the bounds of the unlocked selection.
func (r Repeat) box() (collision.AABB, error) {
	ids, bare, err := r.s.Instances().changeable()
	if err != nil {
		return collision.AABB{}, err
	}
	return boundsOf(r.s.doc, ids, bare...), nil
}

// pitch returns the smallest number of whole grid cells that hold a box, in pixels.
func (r Repeat) pitch(box collision.AABB) level.Vec {
	cell := r.s.doc.Settings().Grid.Size
	up := func(size, cell float64) float64 { return float64(max(math.Ceil(size/cell), 1) * cell) }
	return level.Vec{X: up(box.Size().X, cell.X), Y: up(box.Size().Y, cell.Y)}
}

// parametric is a proposal that the user adjusts by numbers and by a choice between options.
type parametric struct {
	title   string
	numbers []ProposalNumber // without Set
	options []string         // nil without a choice
	option  int
}

// show proposes the change that build adds to a proposal, and does so again whenever a number or the option changes.
func (a *parametric) show(s *Session, build func(p *Proposal) error) error {
	p := Proposal{
		Title: a.title, Step: a.title, Chapter: "drawing", Numbers: slices.Clone(a.numbers),
		Options: a.options, At: a.option, Choose: func(i int) {
			was := a.option
			if a.option = i; a.show(s, build) != nil {
				a.option = was
			}
		},
	}
	for i, n := range p.Numbers {
		p.Numbers[i].Set = func(v float64) error {
			was := a.numbers[i].Value
			if n.IsInteger {
				v = min(max(math.Round(v), 1), maxCopies)
			}
			a.numbers[i].Value = v
			err := a.show(s, build)
			if err != nil {
				a.numbers[i].Value = was
			}
			return err
		}
	}
	if err := build(&p); err != nil {
		return err
	}
	return s.Propose(p)
}

// array proposes copies of the selection, which has the given bounds.
func (r Repeat) array(a *parametric, place func(box collision.AABB) []placing) error {
	ids, bare, err := r.s.Instances().changeable()
	if err != nil {
		return err
	}
	return a.show(r.s, func(p *Proposal) error {
		box, err := r.box()
		if err != nil {
			return err
		}
		places := place(box)
		if n := len(places) * (len(ids) + len(bare)); n > maxCopies {
			return fmt.Errorf("too many shapes: %d of at most %d", n, maxCopies)
		}
		k := r.s.copier()
		for _, m := range places {
			k.add(ids, bare, m)
		}
		p.Diff, p.Made, p.Parts = k.d, k.made, k.parts
		return nil
	})
}
