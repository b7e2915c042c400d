package editor

import (
	"slices"

	"fillet/editor/level"
)

// Scaled returns the change that scales a whole level by a factor, including its frame, groups, instances, and hidden
// and locked shapes. Everything keeps its place relative to (0, 0), so shapes on the grid stay on it for whole factors.
// With measures, the grid, the character and the pixels per metre grow as well: the same game at another resolution.
func Scaled(doc *level.Document, factor float64, measures bool) level.Diff {
	var d level.Diff
	before := doc.Settings()
	after := *before
	after.Origin, after.Size = before.Origin.Mul(factor), before.Size.Mul(factor)
	after.Pictures = slices.Clone(before.Pictures)
	for i := range after.Pictures {
		p := &after.Pictures[i]
		p.Position, p.Size, p.Tile = p.Position.Mul(factor), p.Size.Mul(factor), p.Tile.Mul(factor)
	}
	after.Joints = slices.Clone(before.Joints)
	for i := range after.Joints {
		j := &after.Joints[i]
		j.AnchorA, j.AnchorB, j.Length = j.AnchorA.Mul(factor), j.AnchorB.Mul(factor), float64(j.Length*factor)
	}
	if measures {
		after.Grid.Size, after.Grid.Offset = before.Grid.Size.Mul(factor), before.Grid.Offset.Mul(factor)
		after.PixelsPerMetre = float64(after.PixelsPerMetre * factor)
		p := &after.Playtest
		p.Size = p.Size.Mul(factor)
		for _, x := range []*float64{
			&p.Speed, &p.Acceleration, &p.JumpHeight, &p.MaxFall, &p.Thrust, &p.Burst, &p.MaxRise, &p.StepHeight,
			&p.Gravity,
		} {
			*x = float64(*x * factor)
		}
		p.Density /= float64(factor * factor) // keeps the mass of the larger body
	}
	magnify := func(c *level.Collider, about level.Vec) *level.Collider {
		out := level.Magnified(c, about, factor)
		if measures && c.Motion != nil { // a force is in newtons, independent of pixels
			m := c.Started()
			m.Velocity = m.Velocity.Mul(factor)
			out.Start(m)
		}
		return out
	}
	all(doc, &d, &after, magnify,
		func(i *level.Instance) { i.Position = i.Position.Mul(factor) })
	setting(doc, &d, &after)
	return d
}

// Mirrored returns the change that mirrors a whole level within its frame: horizontally, or vertically if horizontal is
// false.
func Mirrored(doc *level.Document, horizontal bool) level.Diff {
	var d level.Diff
	before := doc.Settings()
	after := *before
	about := before.Origin.Add(before.Size.Mul(0.5))
	mirror := func(p level.Vec) level.Vec {
		if horizontal {
			return level.Vec{X: about.X - (p.X - about.X), Y: p.Y}
		}
		return level.Vec{X: p.X, Y: about.Y - (p.Y - about.Y)}
	}
	after.Pictures = slices.Clone(before.Pictures)
	for i := range after.Pictures {
		p := &after.Pictures[i]
		p.Position, p.Flip, p.Angle = mirror(p.Position), !p.Flip, mirroredAngle(p.Angle, horizontal)
	}
	after.Joints = slices.Clone(before.Joints)
	for i := range after.Joints {
		j := &after.Joints[i]
		j.AnchorA, j.AnchorB = mirroredAnchor(j.A, j.PartA, j.AnchorA, mirror, horizontal),
			mirroredAnchor(j.B, j.PartB, j.AnchorB, mirror, horizontal)
		j.Lower, j.Upper, j.Speed = 0-j.Upper, 0-j.Lower, 0-j.Speed
	}
	for c := range doc.Colliders() {
		if c.Part == nil {
			change(&d, c, level.Mirrored(c, about, horizontal))
		}
	}
	for _, i := range doc.Instances() {
		to := *i
		to.Position, to.Flip, to.Angle = mirror(i.Position), !i.Flip, mirroredAngle(i.Angle, horizontal)
		d.Instances = append(d.Instances, level.Changed(i, &to))
	}
	setting(doc, &d, &after)
	return d
}

// mirroredAnchor returns the anchor of a joint on a mirrored collider or on the level itself. Parts of instances are
// always mirrored horizontally.
func mirroredAnchor(
	id level.ID, part string, at level.Vec, mirror func(level.Vec) level.Vec, horizontal bool,
) level.Vec {
	switch {
	case id == 0:
		return mirror(at)
	case part != "" || horizontal:
		return level.Vec{X: 0 - at.X, Y: at.Y}
	}
	return level.Vec{X: at.X, Y: 0 - at.Y}
}

// mirroredAngle returns the angle of something that is mirrored with the level but flips horizontally in its own frame:
// a vertical mirror image is a horizontal one rotated by half a turn.
func mirroredAngle(a level.Degrees, horizontal bool) level.Degrees {
	if a = -a; !horizontal {
		a += 180
	}
	return a.Normalized()
}

func setting(doc *level.Document, d *level.Diff, after *level.Settings) {
	if before := doc.Settings(); !before.Equal(after) {
		d.Settings = level.Changed(before, after)
	}
}

func change(d *level.Diff, c, to *level.Collider) {
	if !c.Equal(to) {
		d.Colliders = append(d.Colliders, level.Changed(c, to))
	}
}

// all applies f to all colliders, about (0, 0), and put to all instances, and f to their parts about the new positions.
func all(
	doc *level.Document, d *level.Diff, after *level.Settings,
	f func(c *level.Collider, about level.Vec) *level.Collider, put func(*level.Instance),
) {
	for c := range doc.Colliders() {
		if c.Part == nil {
			change(d, c, f(c, level.Vec{}))
		}
	}
	for _, i := range doc.Instances() {
		moved := *i
		put(&moved)
		to := &moved
		if doc.PartCount(i.ID) > 0 && doc.Prefabs() != nil {
			to = withParts(doc, &moved, after, f)
		}
		if !to.Equal(i) {
			d.Instances = append(d.Instances, level.Changed(i, to))
		}
	}
}

// withParts returns an instance with overrides that apply f to its parts, about its position.
func withParts(
	doc *level.Document, i *level.Instance, after *level.Settings,
	f func(c *level.Collider, about level.Vec) *level.Collider,
) *level.Instance {
	parts, err := doc.Prefabs().Expand(i, after)
	if err != nil {
		return i
	}
	changes := make([]level.Change[level.Collider], 0, len(parts))
	for _, p := range parts {
		changes = append(changes, level.Changed(p.Collider, f(p.Collider, i.Position)))
	}
	return doc.Prefabs().Edited(i, after, changes)
}
