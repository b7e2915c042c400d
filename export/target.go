package export

import (
	"cmp"
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

// DefaultTolerance is the default limit of the distance, in pixels, between arcs and the vertices that replace them. A
// quarter of a pixel is invisible at a scale of 1.
const DefaultTolerance = 0.25

// MinTolerance is the smallest tolerance, in pixels. Smaller values are raised to it.
const MinTolerance = 0.001

// format is an Exporter for a format that represents less than the native one.
type format struct {
	name, title, extension string
	before                 string // extension of earlier releases, if different
	hasArcs                bool   // keeps rounded corners
	isGo                   bool
	own                    string // pattern of the beginning of its files; empty if it has no mark there
	keeps                  keeps
	rules                  *rules // how its engine moves bodies; nil if it moves none

	// write returns the main file. It records losses and further files in the target.
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
	for i := range features {
		if features[i].keeps&f.keeps == 0 {
			t.loseFeature(&features[i])
		}
	}
	for _, l := range lostLoose(snap, t.Joints) {
		t.lose(nil, l.Kind, "%s", l.Message)
	}
	b, err := f.write(ctx, t)
	if err != nil {
		return nil, err
	}
	if f.rules != nil {
		t.loseRules(f.rules)
	}
	_, err = w.Write(b)
	return t.report(), err
}

// HasArcs reports whether a format keeps rounded corners, so that it needs no tolerance.
func HasArcs(e Exporter) bool {
	switch e := e.(type) {
	case native:
		return true
	case *format:
		return e.hasArcs
	}
	return false
}

// target is a level being written in a format that represents less than the native one.
type target struct {
	*colliders.File
	snap      level.Snapshot
	base      string
	inPackage string // Options.Package
	tolerance float64
	source    []level.ColliderSnapshot // of the colliders, in file order
	losses    []*lossGroup
	files     []Attachment
	lossOf    map[lossKey]*lossGroup
	ids       map[string]int       // index by collider id; computed on demand
	compounds map[string]*compound // bodies of several colliders by name; computed on demand
	sides     []side               // surfaces that can continue chains; computed on demand
	sideEnds  []sideEnd            // the ends of sides, sorted by column
	progress  func(done, total int)
}

// lossKey identifies a loss.
type lossKey struct {
	kind    LossKind
	message string
}

// lossGroup holds the colliders with the same loss. The report lists them together.
type lossGroup struct {
	lossKey
	of []*colliders.Collider
}

// Limits of the pixels per metre that keep lengths, masses and torques finite, both in metres and in pixels.
const (
	leastMetre = 1e-9
	maxMetre   = 1e9
)

func newTarget(ctx context.Context, snap level.Snapshot, o Options) (*target, error) {
	f, err := newFile(ctx, snap)
	if err != nil {
		return nil, err
	}
	t := &target{
		File: f, snap: snap, base: cmp.Or(o.Base, f.Level.Name), inPackage: o.Package, tolerance: o.tolerance(),
		progress: o.Progress,
	}
	if metre := &t.Level.PixelsPerMetre; !(*metre >= leastMetre && *metre <= maxMetre) {
		t.lose(nil, LossMass, "the level has %g pixels per metre: the format gets %g", *metre,
			min(max(*metre, leastMetre), maxMetre))
		*metre = min(max(*metre, leastMetre), maxMetre)
	}
	for i := range t.Colliders {
		if c := &t.Colliders[i]; c.Density > maxDensity {
			t.lose(c, LossMass, "its density is limited to %g", maxDensity)
			c.Density = maxDensity
		}
	}
	t.source = slices.AppendSeq(make([]level.ColliderSnapshot, 0, snap.Len()), snap.Colliders())
	return t, nil
}

// lostLoose returns a loss for the joints of a level that are not in held, or nil if all joints are.
func lostLoose(snap level.Snapshot, held []colliders.Joint) []Loss {
	switch n := len(snap.Joints()) - len(held); n {
	case 0:
		return nil
	case 1:
		return []Loss{{Kind: LossLoose, Message: "a joint is left out: it joins a collider that is not in the level"}}
	default:
		return []Loss{{
			Kind:    LossLoose,
			Message: fmt.Sprintf("%d joints are left out: they join colliders that are not in the level", n),
		}}
	}
}

// line returns the points of a chain, with its curves flattened.
func (t *target) line(i int) []Vec {
	if s := t.source[i].Shape; s.Detail != nil {
		return s.Flattened().Points
	}
	return t.Colliders[i].Shape.Points
}

// stride is the number of colliders written between checks of the context.
const stride = 64

// step reports progress and returns the context's error. It must be called before collider i is written.
func (t *target) step(ctx context.Context, i int) error {
	if i%stride != 0 {
		return nil
	}
	if t.progress != nil {
		t.progress(i, len(t.Colliders))
	}
	return ctx.Err()
}

// each calls write for each collider in file order, until the context ends.
func (t *target) each(ctx context.Context, write func(i int)) error {
	for i := range t.Colliders {
		if err := t.step(ctx, i); err != nil {
			return err
		}
		write(i)
	}
	return nil
}

// loseOneSided records the loss for formats without one-sided chains.
func (t *target) loseOneSided(c *colliders.Collider) {
	if c.Shape.OneSided {
		t.lose(c, LossOneWay, "a one-sided chain becomes solid on both sides")
	}
}

// lose records a loss for a collider, or for the level if c is nil.
func (t *target) lose(c *colliders.Collider, kind LossKind, format string, args ...any) {
	g := t.lossGroup(lossKey{kind, fmt.Sprintf(format, quote.Excerpts(args)...)})
	if c != nil && (len(g.of) == 0 || g.of[len(g.of)-1] != c) {
		g.of = append(g.of, c)
	}
}

// loseIf records a loss for each collider that a condition holds for.
func (t *target) loseIf(holds func(c *colliders.Collider) bool, kind LossKind, format string, args ...any) {
	for i := range t.Colliders {
		if c := &t.Colliders[i]; holds(c) {
			t.lose(c, kind, format, args...)
		}
	}
}

// lossGroup returns the group of a loss, creating it if needed.
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

// loseArcs records that a collider's arcs become vertices.
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
			l.Colliders, texts = append(l.Colliders, t.source[t.indexOf(c.ID)].ID), append(texts, c.ID)
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

// flat returns the outline of a piece as a convex polygon, turning +x toward +y, in the frame of the piece. Its
// vertices are on the boundary, so the polygon is inside the piece, and no point of the boundary is farther from the
// polygon than the tolerance. A piece without a radius keeps its vertices, even if there are only one or two.
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

// leastTolerance is the smallest normal float64.
const leastTolerance = 0x1p-1022

// flatten returns the boundary of a shape with a radius as a polygon.
func flatten(s collision.Shape, tolerance float64) []Vec {
	var out []Vec
	for _, contour := range s.Boundary() {
		out = flattenContour(contour, tolerance, out)
	}
	return out
}

// flattenContour appends the vertices of a contour. A full circle gets at least eight chords, however large the
// tolerance is, so that a small circle keeps an area.
func flattenContour(contour collision.Contour, tolerance float64, to []Vec) []Vec {
	for _, s := range contour {
		least := float64(s.Radius * (1 - collision.Cos(math.Pi/8)))
		if least < leastTolerance {
			least = s.Radius // too small to divide
		}
		to = collision.Contour{s}.Flatten(min(tolerance, least), to)
	}
	return to
}

// boundaryOf returns the boundary of a shape, or the boundaries of its pieces if rounding errors prevent a common one.
func boundaryOf(b *level.Baked) []collision.Contour {
	boundary := b.TracedBoundary()
	if len(boundary) == 0 {
		for _, p := range b.Pieces {
			boundary = append(boundary, p.Boundary()...)
		}
	}
	return boundary
}

// isMoving reports whether the collider's body has its own frame in the game.
func isMoving(c *colliders.Collider) bool { return c.Body != colliders.Static }

// own returns the pieces in the frame of the body in a game: level space for a static body, else the collider's own
// frame.
func own(c *colliders.Collider) []colliders.Piece {
	if !isMoving(c) {
		return c.Pieces
	}
	return local(c)
}

// local returns the pieces in the collider's own frame.
func local(c *colliders.Collider) []colliders.Piece { return inFrame(c, c.Transform()) }

// inFrame returns the pieces of a collider in a frame.
func inFrame(c *colliders.Collider, at collision.Transform) []colliders.Piece {
	out := make([]colliders.Piece, len(c.Pieces))
	for i, p := range c.Pieces {
		out[i] = colliders.Piece{Vertices: make([]Vec, len(p.Vertices)), Radius: p.Radius}
		for j, v := range p.Vertices {
			out[i].Vertices[j] = tidy(at.ApplyInv(v))
		}
		out[i].Vertices = slices.Compact(out[i].Vertices) // a capsule of negligible length is a circle
	}
	return out
}

// tidy removes the rounding errors of rotating back and forth: it rounds to a billionth of a pixel and clears negative
// zeros.
func tidy(v Vec) Vec { return Vec{X: tidyNumber(v.X), Y: tidyNumber(v.Y)} }

func tidyNumber(x float64) float64 { return rounded(x, 1e9) }

// rounded rounds a number to a fraction of one part in the given number, and clears a negative zero.
func rounded(x, parts float64) float64 {
	if r := math.Round(x*parts)/parts + 0; !math.IsInf(r, 0) {
		return r
	}
	return x // too large for the fraction
}

// finite clamps a number to the largest finite one.
func finite(x float64) float64 { return min(max(x, -math.MaxFloat64), math.MaxFloat64) }

// Limits of masses that keep the values that engines derive, and their inverses, finite.
const (
	leastMass    = 1e-100 // a smaller mass counts as none
	leastInertia = 1e-200
	maxMass      = 1e100
	maxDensity   = 1e60
)

// mass returns the collider's mass, from its density per square metre, and its rotational inertia about its centroid,
// in mass times square metres.
func (t *target) mass(i int) (mass, inertia float64) {
	mass, inertia, _ = rigidOf(t.source[i:i+1], t.Level.PixelsPerMetre)
	return t.limited(i, mass, inertia)
}

// limited limits the mass and inertia of a collider's body.
func (t *target) limited(i int, mass, inertia float64) (float64, float64) {
	if !(mass <= maxMass && inertia <= maxMass) {
		t.lose(&t.Colliders[i], LossMass, "its mass or inertia is limited to %g", maxMass)
	}
	if !(mass >= leastMass) {
		mass = 0
	}
	if !(inertia >= leastInertia) {
		inertia = 0
	}
	return min(mass, maxMass), min(inertia, maxMass)
}

// limitBits limits a collider's filter to the bits that the format has, and records the loss.
func (t *target) limitBits(c *colliders.Collider, bits int) (category, mask uint64) {
	keep := ^uint64(0) >> (64 - bits)
	if len(t.Categories) > bits && (c.Category|c.Mask)&^keep != 0 {
		t.lose(c, LossFilter, "the format has %d categories: the others are left out", bits)
	}
	return c.Category & keep, c.Mask & keep
}

// all returns the bits of the level's categories.
func (t *target) all() uint64 { return ^uint64(0) >> (64 - max(len(t.Categories), 1)) }

// isFull reports whether the collider collides with every category of the level.
func (t *target) isFull(c *colliders.Collider) bool { return c.Mask&t.all() == t.all() }

// uniqueNames returns a unique name for each collider: its name or, without one, its id, with a number if the name is
// taken.
func (t *target) uniqueNames(sanitize func(string) string) []string {
	names := make([]string, len(t.Colliders))
	unique := newNamer()
	for i, c := range t.Colliders {
		name := sanitize(c.Name)
		if name == "" {
			name = sanitize(c.ID) // the id of an instance's part contains a slash
		}
		names[i] = unique.name(name)
	}
	return names
}

// namer makes names unique: a taken name gets the next free number.
type namer struct {
	taken map[string]bool
	next  map[string]int // the number to try next for a taken name
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

// centroidOf returns the centroid and area of convex polygons. Like engines, it sums them one by one, even where they
// overlap.
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
	return box.Center(), area // so thin and so far out that the area is only rounding error
}

// short formats a number with at most six decimals, for messages.
func short(x float64) string { return string(strictyaml.AppendNumber(nil, math.Round(x*1e6)/1e6)) }

// appendNum appends a number without a negative zero.
func appendNum(b []byte, x float64) []byte { return strictyaml.AppendNumber(b, x+0) }

// isRealBox reports whether the collider is a box with sharp corners, which most formats support.
func isRealBox(c *colliders.Collider) bool {
	return c.Shape.Kind == colliders.Box && c.Shape.Radius == 0 && !isDetailed(&c.Shape)
}

// radians converts degrees to radians.
func radians(degrees float64) float64 { return float64(degrees * (math.Pi / 180)) }
