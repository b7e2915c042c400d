package export

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export/colliders"
)

// Form is the form of a file in the native format.
type Form = level.ExportForm

// former gives a level's colliders and joints the form of a file.
type former struct {
	Form
	tolerance float64
	settings  *level.Settings
	bodies    map[string]*formedBody // bodies of several colliders
	names     map[level.ID]string    // names of the bodies of colliders
	keysLeft  int                    // how many more keys the paths may use
}

// formedBody is a body of several colliders.
type formedBody struct {
	members []level.ColliderSnapshot
	isKnown bool // whether Live has seen exactly these members before
}

func newFormer(snap level.Snapshot, o Options) *former {
	f := &former{
		Form: o.Form, tolerance: o.tolerance(), settings: snap.Settings, bodies: map[string]*formedBody{},
		names: snap.Bodies(), keysLeft: pathKeys,
	}
	f.Polygons = cmp.Or(f.Polygons, level.DefaultPolygons)
	if len(f.names) == 0 {
		return f
	}
	for c := range snap.Colliders() {
		if name := f.names[c.ID]; name != "" {
			if f.bodies[name] == nil {
				f.bodies[name] = &formedBody{}
			}
			f.bodies[name].members = append(f.bodies[name].members, c)
		}
	}
	return f
}

// frame returns the frame of a collider's body.
func (f *former) frame(c level.ColliderSnapshot) collision.Transform {
	if b := f.bodies[f.names[c.ID]]; b != nil {
		return b.members[0].Transform()
	}
	return c.Transform()
}

// CheckForm returns an error for a form that does not exist, or that a format does not have.
func CheckForm(e Exporter, f Form) error {
	if f == (Form{}) {
		return nil
	}
	n, ok := e.(native)
	switch {
	case !ok:
		var names []string
		for _, o := range level.FormOptions {
			names = append(names, o.Flag())
		}
		return fmt.Errorf("the format %s has one form: %s are for yaml, json and fcol", e.Name(),
			strings.Join(names, ", "))
	case n.syntax == binarySyntax && (f.Version == 1 || f.InLevel):
		return errors.New("fcol has no version 1, and pieces in their body's frame: leave out version and frame")
	}
	return f.Check()
}

// frameAt returns the frame of the body at an end of a joint.
func (f *former) frameAt(end level.ColliderSnapshot) collision.Transform {
	if end.Collider == nil {
		return collision.Identity()
	}
	return f.frame(end)
}

// head completes the level of a file.
func (f *former) head(file *colliders.File) {
	if f.Version == 1 {
		file.Version = 1
		l := &file.Level
		l.Gravity, l.Damping, l.SpinDamping, l.RollingResistance = Vec{}, 0, 0, 0
		l.FrictionMix, l.RestitutionMix = "", ""
		return
	}
	if f.InLevel {
		file.Level.Frame = colliders.LevelFrame
	}
	f.convertHead(&file.Level)
}

// joint completes a joint whose ends are in bodies with these frames.
func (f *former) joint(j *colliders.Joint, frameA, frameB collision.Transform) {
	if f.Version == 1 {
		return
	}
	a, b := tidy(frameA.ApplyInv(j.AnchorA)), tidy(frameB.ApplyInv(j.AnchorB))
	j.LocalA, j.LocalB = &a, &b
	f.convertJoint(j)
}

// collider completes a collider of the file.
func (f *former) collider(c *colliders.Collider, drawn level.ColliderSnapshot) {
	if f.Version == 1 {
		return
	}
	f.weigh(c, drawn)
	if len(drawn.Baked.Pieces) > 0 && !isLine(c) {
		f.outline(c, drawn)
	}
	if c.Path != nil {
		f.path(c)
	}
	f.convert(c)
}

// weigh sets the mass of a dynamic body on its first collider.
func (f *former) weigh(c *colliders.Collider, drawn level.ColliderSnapshot) {
	if c.Body != colliders.Dynamic || c.Role == colliders.Trigger {
		return
	}
	members := []level.ColliderSnapshot{drawn}
	if b := f.bodies[f.names[drawn.ID]]; b != nil {
		if members = b.members; members[0].ID != drawn.ID {
			return
		}
	}
	mass, inertia, centre := rigidOf(members, f.settings.PixelsPerMetre)
	if mass > 0 && mass <= maxMass && inertia <= maxMass {
		at := tidy(members[0].Transform().ApplyInv(centre))
		c.Mass, c.Inertia, c.Center = mass, inertia, &at
	}
}

// outline sets the outline and the polygons.
func (f *former) outline(c *colliders.Collider, drawn level.ColliderSnapshot) {
	own, frame := drawn.Transform(), f.frame(drawn)
	if f.InLevel {
		frame = collision.Identity()
	}
	place := func(vs []Vec) []Vec { // from the collider's own frame
		out := slices.Clone(vs)
		for i, v := range out {
			if frame != own {
				v = frame.ApplyInv(own.Apply(v))
			}
			out[i] = Vec{X: rounded(v.X, 1e6), Y: rounded(v.Y, 1e6)} // beyond the precision of engines
		}
		return out
	}
	for _, contour := range boundaryOf(drawn.Baked) {
		c.Outline = append(c.Outline, place(flattenContour(contour, f.tolerance, nil)))
	}
	for _, p := range drawn.Baked.Pieces {
		vs, radius := p.Vertices(), p.Radius()
		if radius > 0 && !f.KeepRadius {
			vs, radius = flatten(p, f.tolerance), 0
		}
		for _, part := range atMost(f.Polygons, vs) {
			isPolygon := len(part) > 2
			part = distinct(place(part))
			if isPolygon && (len(part) < 3 || isThin(part, leastPolygon)) {
				if radius == 0 {
					continue
				}
				part = distinct(ends(part))
			}
			c.Polygons = append(c.Polygons, part)
			if f.KeepRadius {
				c.Radii = append(c.Radii, radius)
			}
		}
	}
}

// leastPolygon is the width, in pixels, of polygons whose orientation can change when their vertices are rounded.
const leastPolygon = 4e-6

// distinct returns an outline without vertices that equal the one before, unless only one is left.
func distinct(outline []Vec) []Vec {
	out := slices.Compact(outline)
	for len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out
}

// ends returns the two vertices of a thin polygon that are farthest apart.
func ends(thin []Vec) []Vec {
	farthest := func(from Vec) Vec {
		return slices.MaxFunc(thin, func(a, b Vec) int { return cmp.Compare(a.Dist(from), b.Dist(from)) })
	}
	a := farthest(thin[0])
	return []Vec{a, farthest(a)}
}

// path sets the keys of a path.
func (f *former) path(c *colliders.Collider) {
	way, along := *c, *c.Path // constant turning is separate
	along.Turn, way.Path = 0, &along
	path, err := way.Moving()
	if err != nil || !(path.Period() > 0 && path.Period() <= maxAnimation) {
		return
	}
	times, poses := keysOf(c, path, &f.keysLeft)
	for i, at := range times {
		degrees := float64(poses[i].angle * (180 / math.Pi))
		c.Path.Keys = append(c.Path.Keys, colliders.PathKey{
			Time: tidyNumber(at), Position: tidy(poses[i].at), Angle: tidyNumber(degrees),
		})
	}
}

// rigidOf returns the mass of a body, its rotational inertia about the centre of mass, in mass times square metres, and
// this centre in level space. Where parts overlap, both count, as in the playtest.
func rigidOf(members []level.ColliderSnapshot, metre float64) (mass, inertia float64, centre Vec) {
	// part returns the mass and the inertia of a collider, and its centre of mass.
	part := func(c level.ColliderSnapshot) (mass, inertia float64, at Vec) {
		m, density := c.Baked.Mass(), min(c.Density, maxDensity)/(metre*metre)
		return float64(m.Area * density), m.Inertia * density / (metre * metre), c.Transform().Apply(m.Centroid)
	}
	if len(members) == 1 {
		return part(members[0])
	}
	for _, c := range members {
		m, _, at := part(c)
		mass += m
		centre = centre.MulAdd(at, m)
	}
	if mass < leastMass {
		return 0, 0, members[0].Position
	}
	centre = centre.Mul(1 / mass)
	for _, c := range members {
		m, own, at := part(c)
		arm := at.Sub(centre).Mul(1 / metre)
		inertia += own + float64(m*arm.LenSq())
	}
	return mass, inertia, centre
}

// isLevel reports whether the file has the level's own units and axes.
func (f *former) isLevel() bool { return !f.Metres && !f.YUp }

// length converts a length.
func (f *former) length(x float64) float64 {
	if f.Metres {
		return x / f.settings.PixelsPerMetre
	}
	return x
}

// vec converts a point, a velocity or an acceleration.
func (f *former) vec(v Vec) Vec { return f.direction(Vec{X: f.length(v.X), Y: f.length(v.Y)}) }

// direction converts a vector that is no length, such as a force.
func (f *former) direction(v Vec) Vec {
	if f.YUp {
		v.Y = -v.Y
	}
	return Vec{X: v.X + 0, Y: v.Y + 0} // no negative zeros
}

// angle converts an angle or a spin.
func (f *former) angle(x float64) float64 {
	if f.YUp {
		return -x + 0
	}
	return x
}

// points returns converted points.
func (f *former) points(vs []Vec) []Vec {
	out := slices.Clone(vs)
	for i, v := range out {
		out[i] = f.vec(v)
	}
	return out
}

// loop returns a converted outline, which turns +x toward +y as before.
func (f *former) loop(vs []Vec) []Vec {
	out := f.points(vs)
	if f.YUp {
		slices.Reverse(out)
	}
	return out
}

// mapped returns a list with every item converted.
func mapped[T any](list []T, convert func(T) T) []T {
	out := slices.Clone(list)
	for i, x := range out {
		out[i] = convert(x)
	}
	return out
}

// convertHead converts the level of a file.
func (f *former) convertHead(l *colliders.Level) {
	if f.isLevel() {
		return
	}
	if f.Metres {
		l.Units = colliders.Metres
	}
	if f.YUp {
		l.Y = colliders.Up
	}
	l.Size, l.Origin, l.Gravity = Vec{X: f.length(l.Size.X), Y: f.length(l.Size.Y)}, f.vec(l.Origin), f.vec(l.Gravity)
}

// convertJoint converts a joint.
func (f *former) convertJoint(j *colliders.Joint) {
	if f.isLevel() {
		return
	}
	a, b := f.vec(*j.LocalA), f.vec(*j.LocalB)
	j.AnchorA, j.AnchorB, j.LocalA, j.LocalB = f.vec(j.AnchorA), f.vec(j.AnchorB), &a, &b
	j.Speed, j.Length = f.angle(j.Speed), f.length(j.Length)
	if f.YUp {
		j.Lower, j.Upper = f.angle(j.Upper), f.angle(j.Lower)
	}
}

// convert converts a collider.
func (f *former) convert(c *colliders.Collider) {
	if f.isLevel() {
		return
	}
	if c.OneWay != nil {
		d := f.direction(*c.OneWay)
		c.OneWay = &d
	}
	if c.Center != nil {
		at := f.vec(*c.Center)
		c.Center = &at
	}
	c.Position, c.Angle, c.Centroid = f.vec(c.Position), f.angle(c.Angle), f.vec(c.Centroid)
	c.Velocity, c.Spin, c.Force = f.vec(c.Velocity), f.angle(c.Spin), f.direction(c.Force)
	c.Area = f.length(f.length(c.Area))
	c.Pieces = mapped(c.Pieces, func(p colliders.Piece) colliders.Piece {
		return merged(colliders.Piece{Vertices: distinct(f.loop(p.Vertices)), Radius: f.length(p.Radius)})
	})
	c.Bounds = collision.BoundsOf([]Vec{f.vec(c.Bounds.Min), f.vec(c.Bounds.Max)})
	c.Outline, c.Polygons = mapped(c.Outline, f.loop), mapped(c.Polygons, f.loop)
	c.Radii = mapped(c.Radii, f.length)
	s := &c.Shape
	s.Points, s.Holes = f.points(s.Points), mapped(s.Holes, f.points)
	s.Size, s.Radius = Vec{X: f.length(s.Size.X), Y: f.length(s.Size.Y)}, f.length(s.Radius)
	s.Chamfers = mapped(s.Chamfers, f.length)
	s.Radii = mapped(s.Radii, func(r float64) float64 {
		if r == colliders.AsShape {
			return r
		}
		return f.length(r)
	})
	s.Curves = mapped(s.Curves, func(curve colliders.Curve) colliders.Curve {
		curve.Arc, curve.Cubic = f.length(curve.Arc), [2]Vec{f.vec(curve.Cubic[0]), f.vec(curve.Cubic[1])}
		return curve
	})
	if p := c.Path; p != nil {
		p.Points, p.Speed, p.Turn = f.points(p.Points), f.length(p.Speed), f.angle(p.Turn)
		p.Arcs = mapped(p.Arcs, func(a colliders.PathArc) colliders.PathArc {
			a.Center, a.Radius, a.Clockwise = f.vec(a.Center), f.length(a.Radius), a.Clockwise != f.YUp
			return a
		})
		p.Keys = mapped(p.Keys, func(k colliders.PathKey) colliders.PathKey {
			return colliders.PathKey{Time: k.Time, Position: f.vec(k.Position), Angle: f.angle(k.Angle)}
		})
	}
}
