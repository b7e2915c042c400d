// Package cploader loads collider files of version 2 into a space of Chipmunk for Go, github.com/jakecoffman/cp/v2.
// MIT License, see LICENSE. docs/engines/cp.md shows how to use it:
//
//	file, err := colliders.LoadFile("cavern.fcol") // of fillet export cavern.level.yaml -o cavern.fcol
//	level, err := cploader.Load(file, space)
//	level.Step(1.0 / 60) // before each space.Step(1.0 / 60)
//	crate := level.Bodies[level.Find("crate")]
package cploader

import (
	"fmt"
	"reflect"
	"slices"

	"fillet/collision/dynamics"
	"fillet/export/colliders"

	"github.com/jakecoffman/cp/v2"
)

// CollisionType is the collision type of all shapes of a level. Load installs a wildcard handler for it. A game's
// handlers of pairs with this type call [cp.Arbiter.CallWildcardPreSolveA] or B.
const CollisionType cp.CollisionType = 0xf111e7

// Level is a level in a space. The UserData of each shape is its *colliders.Collider, and the UserData of each joint
// its *colliders.Joint. Lengths are in the units of the file.
type Level struct {
	File      *colliders.File
	Colliders map[string]*colliders.Collider
	Bodies    map[string]*cp.Body         // by the ids of their colliders; markers have none
	Joints    map[string][]*cp.Constraint // hinges with limits or motors consist of several
	Losses    []string                    // how the level moves differently than in the playtest

	space   *cp.Space
	time    float64          // since Load
	parts   map[string]*body // by keyOf
	list    []*body          // the same in the order of the file
	gravity colliders.Vec    // of the file, as when it was applied; the game can have changed the file since
	rules   rules            // likewise
}

// Load adds a level to a space and sets the space's gravity. Nothing is added if there is an error.
func Load(file *colliders.File, space *cp.Space) (*Level, error) {
	l := &Level{
		File: &colliders.File{}, space: space, parts: map[string]*body{}, Joints: map[string][]*cp.Constraint{},
		Bodies: map[string]*cp.Body{},
	}
	if err := l.Apply(file); err != nil {
		return nil, err
	}
	space.SetGravity(cp.Vector(file.Level.Gravity)) // also if it is zero
	space.NewWildcardCollisionHandler(CollisionType).PreSolveFunc = passFromBehind
	if file.Level.Units == colliders.Metres {
		space.SetCollisionSlop(0.1 / file.Level.PixelsPerMetre)
	}
	return l, nil
}

// Apply replaces the level with another version of it, which may be the same file after [colliders.File.Apply]. Bodies
// whose colliders have changed are made anew, and so are their joints; all others stay where the game has moved them.
// Nothing changes if there is an error.
func (l *Level) Apply(file *colliders.File) error {
	parts, records, err := bodiesOf(file)
	if err != nil {
		return err
	}
	old, now := l.parts, rulesOf(file)
	hasSameRules := reflect.DeepEqual(l.rules, now)
	isKept := func(key string) bool {
		return hasSameRules && old[key] != nil && parts[key] != nil &&
			reflect.DeepEqual(old[key].members, parts[key].members)
	}
	changed := map[string]bool{} // ids of the colliders of bodies that are made anew
	for _, list := range []map[string]*body{old, parts} {
		for key, b := range list {
			for _, c := range b.members {
				changed[c.ID] = changed[c.ID] || !isKept(key)
			}
		}
	}
	l.removeJoints(file, changed)
	for _, b := range l.list {
		if key := keyOf(b.members[0]); isKept(key) {
			parts[key] = b
			for _, c := range b.members {
				records[c.ID] = c
			}
		} else {
			b.unmake(l.space)
		}
	}
	l.File, l.Colliders, l.parts, l.Losses = file, records, parts, nil
	l.rules = now
	if l.gravity != file.Level.Gravity {
		l.gravity = file.Level.Gravity
		l.space.SetGravity(cp.Vector(l.gravity))
	}
	l.list = nil
	clear(l.Bodies)
	for i := range file.Colliders {
		c := &file.Colliders[i]
		b := parts[keyOf(c)]
		if b == nil {
			continue
		}
		if b.made == nil {
			b.make(l)
		}
		if b.members[0].ID == c.ID {
			l.list = append(l.list, b)
		}
		if len(c.Pieces) > 0 {
			l.Bodies[c.ID] = b.made
		}
	}
	for i := range file.Joints {
		if j := &file.Joints[i]; l.Joints[j.ID] == nil {
			l.join(j)
		}
	}
	l.listLosses()
	return nil
}

// Destroy removes everything that Load and Apply have added.
func (l *Level) Destroy() {
	l.removeJoints(&colliders.File{}, nil)
	for _, b := range l.list {
		b.unmake(l.space)
	}
	l.list = nil
	clear(l.parts)
	clear(l.Bodies)
}

// Step moves the bodies with paths during the next step of the space. Call it before each step, with the same time.
func (l *Level) Step(dt float64) {
	for _, b := range l.list {
		if b.path != nil && dt > 0 {
			b.move(l.time, dt)
		}
	}
	l.time += dt
}

// Find returns the id of the first collider with a name, or an empty string.
func (l *Level) Find(name string) string {
	for i := range l.File.Colliders {
		if l.File.Colliders[i].Name == name {
			return l.File.Colliders[i].ID
		}
	}
	return ""
}

// Tagged returns the ids of the colliders with a tag.
func (l *Level) Tagged(tag string) (ids []string) {
	for i := range l.File.Colliders {
		if slices.Contains(l.File.Colliders[i].Tags, tag) {
			ids = append(ids, l.File.Colliders[i].ID)
		}
	}
	return ids
}

// Frame returns the position and the angle of the frame of a collider's body: the own frame of its first collider. A
// cp.Body has its origin at the centre of mass.
func (l *Level) Frame(id string) (position cp.Vector, angle float64) {
	b := l.parts[keyOf(l.Colliders[id])]
	return b.made.LocalToWorld(b.centre.Neg()), b.made.Angle()
}

// keyOf returns the key of a collider's body.
func keyOf(c *colliders.Collider) string {
	if c.OneBody != "" {
		return "body " + c.OneBody
	}
	return c.ID
}

// bodiesOf returns the bodies and records of a file, or an error that names what a space cannot take.
func bodiesOf(file *colliders.File) (parts map[string]*body, records map[string]*colliders.Collider, err error) {
	if file.Version != 2 {
		return nil, nil, fmt.Errorf("the collider file has version %d instead of 2: export it again without --version",
			file.Version)
	}
	members := map[string][]*colliders.Collider{}
	records = map[string]*colliders.Collider{}
	for i := range file.Colliders {
		c := &file.Colliders[i]
		if c.ID == "" || records[c.ID] != nil {
			return nil, nil, fmt.Errorf("two colliders have the id %q: export the file again", c.ID)
		}
		records[c.ID] = c
		members[keyOf(c)] = append(members[keyOf(c)], c)
		for _, p := range c.Pieces {
			if _, err := p.Shape(); err != nil {
				return nil, nil, fmt.Errorf("%s (%s): %w", c.ID, c.Name, err)
			}
		}
	}
	joints := map[string]bool{}
	for i := range file.Joints {
		j := &file.Joints[i]
		if j.ID == "" || joints[j.ID] || j.LocalA == nil || j.LocalB == nil {
			return nil, nil, fmt.Errorf("joint %s (%s) has no anchors or the id of another one: export the file again",
				j.ID, j.Name)
		}
		joints[j.ID] = true
	}
	parts = map[string]*body{}
	for key, list := range members {
		b, err := newBody(file, list)
		if err != nil {
			return nil, nil, fmt.Errorf("%s (%s): %w", list[0].ID, list[0].Name, err)
		}
		if b.hasShapes() {
			parts[key] = b
		}
	}
	return parts, records, nil
}

// rules holds what all bodies depend on.
type rules struct {
	Level      colliders.Level
	Categories int
	Groups     []int32 // the positive groups; each has a bit above the categories
}

func rulesOf(file *colliders.File) rules {
	l := file.Level
	r := rules{Categories: len(file.Categories), Level: colliders.Level{
		PixelsPerMetre: l.PixelsPerMetre, Y: l.Y, Units: l.Units, FrictionMix: l.FrictionMix,
		RestitutionMix: l.RestitutionMix,
	}}
	for i := range file.Colliders {
		if g := file.Colliders[i].Group; g > 0 && !slices.Contains(r.Groups, g) && len(r.Groups)+r.Categories < 64 {
			r.Groups = append(r.Groups, g)
		}
	}
	slices.Sort(r.Groups)
	return r
}

// filter returns the filter of a body's shapes. Chipmunk's groups never collide, so a positive group, whose members
// always collide, is a category instead.
func (l *Level) filter(b *body) cp.ShapeFilter {
	f := cp.ShapeFilter{Categories: uint(b.category), Mask: uint(b.mask)}
	if b.group < 0 {
		f.Group = uint(-int64(b.group))
	} else if i := slices.Index(l.rules.Groups, b.group); i >= 0 {
		bit := uint(1) << (len(l.File.Categories) + i)
		f.Categories, f.Mask = f.Categories|bit, f.Mask|bit
	}
	return f
}

// listLosses lists what Chipmunk does differently.
func (l *Level) listLosses() {
	frictions, restitutions := map[float64]bool{}, map[float64]bool{}
	if l.File.Level.RollingResistance > 0 {
		l.Losses = append(l.Losses, "no rolling resistance: round bodies roll farther")
	}
	for i := range l.File.Colliders {
		c := &l.File.Colliders[i]
		lose := func(loss string) { l.Losses = append(l.Losses, fmt.Sprintf("%s (%s): %s", c.ID, c.Name, loss)) }
		if len(c.Pieces) == 0 || c.Role == colliders.Trigger {
			continue
		}
		frictions[c.Friction], restitutions[c.Restitution] = true, true
		if b := l.parts[keyOf(c)]; c.Body == colliders.Dynamic && b.mass == 0 {
			lose("it has no mass, so it does not move by forces")
		}
		if c.Path != nil && len(c.Path.Points) > 0 && len(c.Path.Keys) == 0 {
			lose("its path has no keys: it stands still")
		}
		if c.Group > 0 && !slices.Contains(l.rules.Groups, c.Group) {
			lose("its categories decide what it collides with, as no category is free for its group")
		}
	}
	for _, m := range []struct {
		what   string
		mix    dynamics.Mix
		values map[float64]bool
	}{{"friction", l.File.Level.FrictionMix, frictions}, {"restitution", l.File.Level.RestitutionMix, restitutions}} {
		if len(m.values) > 1 && m.mix != dynamics.GeometricMix && m.mix != dynamics.ProductMix {
			l.Losses = append(l.Losses, fmt.Sprintf("the level: two colliders of different %s have the root of the "+
				"product instead of the %s", m.what, m.mix))
		}
	}
}
