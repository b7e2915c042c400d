package export

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"
	"fillet/export/colliders"
)

// DefaultTolerance is how far, in pixels, vertices stand from the arcs that they stand for where nobody says otherwise:
// a quarter of a pixel, which is below what can be seen at a scale of 1.
const DefaultTolerance = 0.25

// LeastTolerance is the least that it can be, in pixels; less is taken for this.
const LeastTolerance = 0.001

// format is an Exporter for a format that carries less than the native one.
type format struct {
	name, title, extension string
	before                 string // the extension in earlier releases, if it was another one
	hasArcs                bool   // it carries rounded corners as they are
	hasCurves              bool   // it carries corners and edges with a form of their own
	isGo                   bool
	saysLevel              bool // it carries the properties of the level
	hasJoints              bool // it carries hinges and springs
	hasBodies              bool // it carries bodies of several colliders
	motion                 has  // what it has for what sets dynamic colliders in motion

	// write makes the main file, and notes in the target what is lost and which files belong beside it.
	write func(ctx context.Context, t *target) ([]byte, error)
}

func (f *format) Name() string      { return f.name }
func (f *format) Title() string     { return f.title }
func (f *format) Extension() string { return f.extension }

// Export writes the level.
func (f *format) Export(ctx context.Context, snap level.Snapshot, o Options, w io.Writer) (*Report, error) {
	t, err := newTarget(ctx, snap, o)
	if err != nil {
		return nil, err
	}
	if len(t.Level.Properties) > 0 && !f.saysLevel {
		t.lose(nil, LossLevel, "what the imported files say of their levels is left out")
	}
	if !f.hasCurves {
		t.loseCurves()
	}
	if n := len(t.Joints); n > 0 && !f.hasJoints {
		t.lose(nil, LossJoints, "%s", lostJoints(n))
	}
	for _, l := range lostLoose(snap, t.Joints) {
		t.lose(nil, l.Kind, "%s", l.Message)
	}
	t.loseMotion(f.motion)
	if !f.hasBodies {
		t.loseBodies()
	}
	b, err := f.write(ctx, t)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(b)
	return t.report(), err
}

// HasArcs reports whether a format carries rounded corners as they are, so that it needs no tolerance.
func HasArcs(e Exporter) bool {
	switch e := e.(type) {
	case native:
		return true
	case *format:
		return e.hasArcs
	}
	return false
}

// target is a level on its way into a format that carries less than the native one.
type target struct {
	*colliders.File
	snap      level.Snapshot
	base      string
	inPackage string // Options.Package
	tolerance float64
	baked     []*level.Baked // of each collider, in the order of the file
	drawn     []level.Shape  // of each collider
	records   []*level.Collider
	losses    []*lossGroup
	files     []Attachment
	lossOf    map[lossKey]*lossGroup
	ids       map[string]int       // the place of each collider, made when it is first asked for
	compounds map[string]*compound // the bodies of several colliders by their names, likewise
	sides     []side               // what chains can continue in, likewise
	sideEnds  []sideEnd            // of the sides, by their x
	progress  func(done, total int)
}

// lossKey identifies a loss.
type lossKey struct {
	kind    LossKind
	message string
}

// lossGroup is the colliders that lose the same thing. The report names them together.
type lossGroup struct {
	lossKey
	of []*colliders.Collider
}

// Limits of pixels per metre: lengths, masses and torques stay finite in metres and in pixels.
const (
	leastMetre = 1e-9
	mostMetre  = 1e9
)

func newTarget(ctx context.Context, snap level.Snapshot, o Options) (*target, error) {
	f, err := newFile(ctx, snap)
	if err != nil {
		return nil, err
	}
	t := &target{File: f, snap: snap, base: o.Base, inPackage: o.Package, tolerance: o.Tolerance, progress: o.Progress}
	if !(t.tolerance > 0) {
		t.tolerance = DefaultTolerance
	}
	t.tolerance = max(t.tolerance, LeastTolerance)
	if metre := &t.Level.PixelsPerMetre; !(*metre >= leastMetre && *metre <= mostMetre) {
		t.lose(nil, LossMass, "the level has %g pixels per metre: the format gets %g", *metre, min(max(*metre, leastMetre), mostMetre))
		*metre = min(max(*metre, leastMetre), mostMetre)
	}
	for i := range t.Colliders {
		if c := &t.Colliders[i]; c.Density > mostDensity {
			t.lose(c, LossMass, "its density is cut: the format gets %g", mostDensity)
			c.Density = mostDensity
		}
	}
	if t.base == "" {
		t.base = t.Level.Name
	}
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			t.baked = append(t.baked, c.Baked)
			t.drawn = append(t.drawn, c.Shape)
			t.records = append(t.records, c.Collider)
		}
	}
	return t, nil
}

// loseCurves notes which corners and edges with a form of their own the format has as lines.
func (t *target) loseCurves() {
	for i := range t.Colliders {
		if c := &t.Colliders[i]; isDetailed(&c.Shape) {
			t.lose(c, LossArcs, "corners and edges with a form of their own become lines, at most %s px off the curves", short(max(t.tolerance, level.CurveTolerance)))
		}
	}
}

// has says which of what sets a dynamic collider in motion a format carries.
type has uint8

const (
	velocities has = 1 << iota // at the beginning, with the spin
	forces
	paths // of kinematic colliders
)

// lostJoints says that joints are left out.
func lostJoints(n int) string {
	if n == 1 {
		return "the joint is left out: what it joins moves by itself"
	}
	return fmt.Sprintf("the %d joints are left out: what they join moves by itself", n)
}

// lostLoose says how many joints of a level are not among those that hold something; nil where all are.
func lostLoose(snap level.Snapshot, held []colliders.Joint) []Loss {
	switch n := len(snap.Joints()) - len(held); n {
	case 0:
		return nil
	case 1:
		return []Loss{{Kind: LossLoose, Message: "a joint is left out: what it joins is not in the level"}}
	default:
		return []Loss{{Kind: LossLoose, Message: fmt.Sprintf("%d joints are left out: what they join is not in the level", n)}}
	}
}

// loseBodies notes which colliders are one body no more.
func (t *target) loseBodies() {
	for i := range t.Colliders {
		if c := &t.Colliders[i]; c.OneBody != "" {
			t.lose(c, LossBody, "it moves by itself: the format has a body for each collider, and this one is a part of a body of several")
		}
	}
}

// loseMotion notes what of the motion of dynamic colliders a format does not carry.
func (t *target) loseMotion(has has) {
	for i := range t.Colliders {
		c := &t.Colliders[i]
		if has&velocities == 0 && (c.Velocity != (Vec{}) || c.Spin != 0) {
			t.lose(c, LossMotion, "it begins at rest: the format has no velocity or spin to begin with")
		}
		if has&paths == 0 && c.Path != nil {
			t.lose(c, LossMotion, "it stays where it stands: the format has no path along which it moves")
		}
		if has&forces == 0 && c.Force != (Vec{}) {
			t.lose(c, LossMotion, "nothing pulls at it: the format has no constant force")
		}
	}
}

// line is the points of a chain, with its curves as lines.
func (t *target) line(i int) []Vec {
	if s := t.drawn[i]; s.Detail != nil {
		return s.Flattened().Points
	}
	return t.Colliders[i].Shape.Points
}

// stride is how many colliders are written between two looks at the context.
const stride = 64

// step comes before collider i is written: it reports the progress, and the context's error where that has ended.
func (t *target) step(ctx context.Context, i int) error {
	if i%stride != 0 {
		return nil
	}
	if t.progress != nil {
		t.progress(i, len(t.Colliders))
	}
	return ctx.Err()
}

// loseOneSided is for formats without one-sided chains.
func (t *target) loseOneSided(c *colliders.Collider) {
	if c.Shape.OneSided {
		t.lose(c, LossOneWay, "a one-sided chain becomes solid on both sides")
	}
}

// lose notes that a collider, or the level where c is nil, loses something.
func (t *target) lose(c *colliders.Collider, kind LossKind, format string, args ...any) {
	g := t.lossGroup(lossKey{kind, fmt.Sprintf(format, quote.Excerpts(args)...)})
	if c != nil && (len(g.of) == 0 || g.of[len(g.of)-1] != c) {
		g.of = append(g.of, c)
	}
}

// lossGroup is the group of a loss, which there is then.
func (t *target) lossGroup(key lossKey) *lossGroup {
	g := t.lossOf[key]
	if g == nil {
		g = &lossGroup{lossKey: key}
		if t.lossOf == nil {
			t.lossOf = map[lossKey]*lossGroup{}
		}
		t.lossOf[key] = g
		t.losses = append(t.losses, g)
	}
	return g
}

// loseArcs notes that a collider's arcs become vertices.
func (t *target) loseArcs(c *colliders.Collider) {
	t.lose(c, LossArcs, "round corners become vertices, at most %s px off the arcs", short(t.tolerance))
}

func (t *target) report() *Report {
	r := &Report{Files: t.files}
	for _, g := range t.losses {
		l := Loss{Kind: g.kind, Message: g.message}
		var texts []string
		isPart, named := false, make(map[*colliders.Collider]bool, len(g.of))
		for _, c := range g.of {
			if named[c] {
				continue
			}
			named[c] = true
			l.Colliders, texts = append(l.Colliders, t.records[t.indexOf(c.ID)].ID), append(texts, c.ID)
			isPart = isPart || c.Instance != ""
		}
		if isPart {
			l.Texts = texts
		}
		if len(l.Colliders) == 1 {
			l.Collider, l.Label = l.Colliders[0], g.of[0].Name
		}
		r.Losses = append(r.Losses, l)
	}
	return r
}

// flat is the outline of a piece as a convex polygon, turning +x toward +y, in the frame of the piece. Its vertices lie
// on the boundary, so it lies within the piece, and no point of the boundary is farther from it than the tolerance. A
// piece without a radius comes as it is, with its one or two vertices where that is all it has.
func (t *target) flat(c *colliders.Collider, p colliders.Piece) []Vec {
	if p.Radius == 0 {
		return p.Vertices
	}
	t.loseArcs(c)
	s, err := p.Shape()
	if err != nil {
		return p.Vertices // a snapshot's pieces are shapes
	}
	return flatten(s, t.tolerance)
}

// leastTolerance is the least number that has all its digits.
const leastTolerance = 0x1p-1022

// flatten is the boundary of a shape with a radius as a polygon. However large the tolerance is, eight chords stand for
// a full circle, so that a small one keeps an area.
func flatten(s collision.Shape, tolerance float64) []Vec {
	least := float64(s.Radius() * (1 - collision.Cos(math.Pi/8)))
	if least < leastTolerance {
		least = s.Radius() // what is so small has no part
	}
	var out []Vec
	for _, contour := range s.Boundary() {
		out = contour.Flatten(min(tolerance, least), out)
	}
	return out
}

// isMoving reports whether the collider has a frame of its own in the game.
func isMoving(c *colliders.Collider) bool { return c.Body != colliders.Static }

// own is the pieces in the frame that the body has in a game: a static one's in level space, others' in the collider's
// own frame.
func own(c *colliders.Collider) []colliders.Piece {
	if !isMoving(c) {
		return c.Pieces
	}
	return local(c)
}

// local is the pieces in the collider's own frame.
func local(c *colliders.Collider) []colliders.Piece { return inFrame(c, c.Transform()) }

// inFrame is the pieces of a collider in a frame.
func inFrame(c *colliders.Collider, at collision.Transform) []colliders.Piece {
	out := make([]colliders.Piece, len(c.Pieces))
	for i, p := range c.Pieces {
		out[i] = colliders.Piece{Vertices: make([]Vec, len(p.Vertices)), Radius: p.Radius}
		for j, v := range p.Vertices {
			out[i].Vertices[j] = tidy(at.ApplyInv(v))
		}
		out[i].Vertices = slices.Compact(out[i].Vertices) // a capsule of no length to speak of is a circle
	}
	return out
}

// tidy takes away what a turn there and back leaves behind: a billionth of a pixel, and the sign of zero.
func tidy(v Vec) Vec { return Vec{X: tidyNumber(v.X), Y: tidyNumber(v.Y)} }

func tidyNumber(x float64) float64 {
	if tidied := math.Round(x*1e9)/1e9 + 0; !math.IsInf(tidied, 0) {
		return tidied
	}
	return x // it is far too large for a billionth
}

// finite is a number that may have grown beyond all that can be written, as the largest one.
func finite(x float64) float64 { return min(max(x, -math.MaxFloat64), math.MaxFloat64) }

// Limits of masses: what engines make of them stays finite, and so do their inverses.
const (
	leastMass    = 1e-100 // anything less is no mass
	leastInertia = 1e-200
	mostMass     = 1e100
	mostDensity  = 1e60
)

// mass is the collider's mass, with density in mass a square metre, and its rotational inertia about its centroid in
// mass times square metres.
func (t *target) mass(i int) (mass, inertia float64) {
	m := t.baked[i].Mass()
	metre := t.Level.PixelsPerMetre
	d := t.Colliders[i].Density / (metre * metre)
	mass, inertia = float64(m.Area*d), m.Inertia*d/(metre*metre)
	if !(mass <= mostMass && inertia <= mostMass) {
		t.lose(&t.Colliders[i], LossMass, "its mass or its inertia is cut: the format gets at most %g", mostMass)
	}
	if !(mass >= leastMass) {
		mass = 0
	}
	if !(inertia >= leastInertia) {
		inertia = 0
	}
	return min(mass, mostMass), min(inertia, mostMass)
}

// limitBits cuts a collider's filter to the bits that the format has, and notes what that loses.
func (t *target) limitBits(c *colliders.Collider, bits int) (category, mask uint64) {
	keep := ^uint64(0) >> (64 - bits)
	if len(t.Categories) > bits && (c.Category|c.Mask)&^keep != 0 {
		t.lose(c, LossFilter, "the format has %d categories: the others are left out", bits)
	}
	return c.Category & keep, c.Mask & keep
}

// isFull reports whether the collider collides with every category of the level.
func (t *target) isFull(c *colliders.Collider) bool {
	all := ^uint64(0) >> (64 - max(len(t.Categories), 1))
	return c.Mask&all == all
}

// uniqueNames gives each collider a name of its own: its name, or its id, with a number where that is taken.
func (t *target) uniqueNames(clean func(string) string) []string {
	names := make([]string, len(t.Colliders))
	unique := newNamer()
	for i, c := range t.Colliders {
		name := clean(c.Name)
		if name == "" {
			name = clean(c.ID) // that of an instance's part has a slash
		}
		names[i] = unique.name(name)
	}
	return names
}

// namer gives each name once: one that is taken gets the next free number.
type namer struct {
	taken map[string]bool
	next  map[string]int // the number to try for a name that is taken
}

func newNamer() namer { return namer{taken: map[string]bool{}, next: map[string]int{}} }

func (u namer) name(name string) string {
	unique := name
	for n := max(u.next[name], 2); u.taken[unique]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
		u.next[name] = n + 1
	}
	u.taken[unique] = true
	return unique
}

// centroidOf is the centroid of convex polygons that are summed one by one, as engines do it, also where they overlap.
func centroidOf(polygons [][]Vec) (at Vec, area float64) {
	for _, p := range polygons {
		for i := range p {
			a, b := p[i], p[(i+1)%len(p)]
			cross := float64(a.Cross(b) / 2)
			area += cross
			at = at.MulAdd(a.Add(b), cross/3)
		}
	}
	if area == 0 {
		return Vec{}, 0
	}
	at = at.Mul(1 / area)
	box := collision.EmptyAABB()
	for _, p := range polygons {
		box = box.Union(collision.BoundsOf(p))
	}
	if at.X >= box.Min.X && at.X <= box.Max.X && at.Y >= box.Min.Y && at.Y <= box.Max.Y {
		return at, area
	}
	return box.Center(), area // they are so thin, and so far out, that rounding is all of the area
}

// short is a number with at most six decimals, for messages.
func short(x float64) string { return string(strictyaml.AppendNumber(nil, math.Round(x*1e6)/1e6)) }

// appendNum appends a number without a negative zero.
func appendNum(b []byte, x float64) []byte { return strictyaml.AppendNumber(b, x+0) }

// isRealBox reports whether the collider is a box with sharp corners, which most formats have a word for.
func isRealBox(c *colliders.Collider) bool {
	return c.Shape.Kind == colliders.Box && c.Shape.Radius == 0 && !isDetailed(&c.Shape)
}

// radians converts from degrees.
func radians(degrees float64) float64 { return float64(degrees * (math.Pi / 180)) }
