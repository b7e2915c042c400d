package export

import (
	"fmt"
	"slices"

	"fillet/editor/level"
	"fillet/export/colliders"
)

// keeps is a set of the features that a format keeps.
type keeps uint8

const (
	keepsLevel      keeps = 1 << iota // the properties of the level
	keepsCurves                       // corners and edges with their own radius, chamfer or curve
	keepsJoints                       // hinges and springs
	keepsVelocities                   // initial velocity and spin
	keepsPaths                        // of kinematic colliders
	keepsForces
	keepsBodies // bodies of several colliders

	keepsAll keeps = 1<<iota - 1
)

// feature is a part of a level that some formats leave out. Either fromLevel or fromCollider removes it and reports
// whether it was there.
type feature struct {
	keeps        keeps
	kind         LossKind
	loss         func(t *target) string // describes the loss
	fromLevel    func(f *colliders.File) bool
	fromCollider func(c *colliders.Collider) bool
}

// text returns a description that does not depend on the level.
func text(s string) func(*target) string { return func(*target) string { return s } }

// cleared sets a value to zero and reports whether it was not.
func cleared[T comparable](v *T) bool {
	var zero T
	was := *v
	*v = zero
	return was != zero
}

var features = []feature{
	{
		keeps: keepsLevel, kind: LossLevel, loss: text("the properties of the imported levels are left out"),
		fromLevel: func(f *colliders.File) bool {
			had := len(f.Level.Properties) > 0
			f.Level.Properties = nil
			return had
		},
	},
	{
		keeps: keepsCurves, kind: LossArcs,
		loss: func(t *target) string {
			return fmt.Sprintf("corner radii, chamfers and curves become lines, at most %s px off the curves",
				short(max(t.tolerance, level.CurveTolerance)))
		},
		fromCollider: func(c *colliders.Collider) bool {
			had := isDetailed(&c.Shape)
			c.Shape.Radii, c.Shape.Chamfers, c.Shape.Curves = nil, nil, nil
			return had
		},
	},
	{
		keeps: keepsJoints, kind: LossJoints,
		loss: func(t *target) string {
			if n := len(t.Joints); n > 1 {
				return fmt.Sprintf("the %d joints are left out: their bodies move independently", n)
			}
			return "the joint is left out: its bodies move independently"
		},
		fromLevel: func(f *colliders.File) bool {
			had := len(f.Joints) > 0
			f.Joints = nil
			return had
		},
	},
	{
		keeps: keepsVelocities, kind: LossMotion,
		loss: text("it starts at rest: the format has no initial velocity or spin"),
		fromCollider: func(c *colliders.Collider) bool {
			spins := cleared(&c.Spin)
			return cleared(&c.Velocity) || spins
		},
	},
	{
		keeps: keepsPaths, kind: LossMotion, loss: text("it does not move: the format has no paths"),
		fromCollider: func(c *colliders.Collider) bool { return cleared(&c.Path) },
	},
	{
		keeps: keepsForces, kind: LossMotion, loss: text("its force is left out: the format has no constant forces"),
		fromCollider: func(c *colliders.Collider) bool { return cleared(&c.Force) },
	},
	{
		keeps: keepsBodies, kind: LossBody,
		loss:         text("it moves on its own: the format has no bodies of several colliders"),
		fromCollider: func(c *colliders.Collider) bool { return cleared(&c.OneBody) },
	},
}

// loseFeature records a feature of the level as lost, if the level has it.
func (t *target) loseFeature(f *feature) {
	key := lossKey{f.kind, f.loss(t)}
	if f.fromLevel != nil {
		if file := *t.File; f.fromLevel(&file) {
			t.lossGroup(key)
		}
		return
	}
	for i := range t.Colliders {
		if c := t.Colliders[i]; f.fromCollider(&c) {
			g := t.lossGroup(key)
			g.of = append(g.of, &t.Colliders[i])
		}
	}
}

// without returns a copy of the target, without losses, whose level lacks a feature. It returns nil if the level does
// not have it.
func (t *target) without(f *feature) *target {
	file := *t.File
	file.Colliders = slices.Clone(t.Colliders)
	had := false
	if f.fromLevel != nil {
		had = f.fromLevel(&file)
	} else {
		for i := range file.Colliders {
			had = f.fromCollider(&file.Colliders[i]) || had
		}
	}
	if !had {
		return nil
	}
	return &target{
		File: &file, snap: t.snap, base: t.base, inPackage: t.inPackage, tolerance: t.tolerance, source: t.source,
		ids: t.ids,
	}
}
