package export

import (
	"math"
	"strings"

	"fillet/collision"
	"fillet/export/colliders"
)

// joints writes the nodes of the joints below one of their own: a PinJoint2D where a hinge has its pin, and a DampedSpringJoint2D, which begins at
// one end of a spring and reaches to the other along its own y axis. Both join two bodies, so what is joined with the level is joined with
// a StaticBody2D without a shape.
func (s *tscn) joints(layers namer) {
	if len(s.t.Joints) == 0 {
		return
	}
	at := make(map[string]int, len(s.t.Colliders))
	for i := range s.t.Colliders {
		at[s.t.Colliders[i].ID] = i
	}
	group, names := "", newNamer()
	for k := range s.t.Joints {
		j := &s.t.Joints[k]
		a, okA := s.joined(j.A, at)
		b, okB := s.joined(j.B, at)
		label := j.Name
		if label == "" {
			label = j.ID
		}
		why := ""
		switch {
		case !okA || !okB:
			why = "it holds a node that is no body"
		case j.Kind == colliders.Spring && j.PullsOnly:
			why = "Godot has no rope"
		case j.Kind == colliders.Spring && j.Frequency == 0:
			why = "Godot has no rod that keeps its length"
		}
		if why != "" {
			s.t.lose(nil, LossJoints, "the joint %s is left out: %s", label, why)
			continue
		}
		if group == "" {
			group = layers.name("Joints")
			s.nodef("\n[node name=%s type=\"Node2D\" parent=\".\"]\n", gdString(group))
		}
		name := names.name(nodeName(label, "Joint"))
		for side, of := range [2]struct {
			node *string
			at   Vec
		}{{&a, j.AnchorA}, {&b, j.AnchorB}} {
			if *of.node != "" {
				continue
			}
			ground := names.name(name + [2]string{"_from", "_to"}[side])
			*of.node = group + "/" + ground
			s.nodef("\n[node name=%s type=\"StaticBody2D\" parent=%s]\nposition = %s\ncollision_layer = 0\ncollision_mask = 0\n", gdString(ground), gdString(group), gdVec(tidy(of.at)))
			s.nodef("metadata/fillet_ground = true\n")
		}
		s.joint(j, group, name, a, b, at)
	}
}

// joined is the path of the node of a collider that a joint can hold; empty for the level.
func (s *tscn) joined(id string, at map[string]int) (string, bool) {
	if id == "" {
		return "", true
	}
	i, ok := at[id]
	if !ok || strings.HasSuffix(godotClass(&s.t.Colliders[i]), "Area2D") || len(s.t.Colliders[i].Pieces) == 0 {
		return "", false
	}
	return s.paths[i], true
}

// joint writes the node of one joint.
func (s *tscn) joint(j *colliders.Joint, group, name, a, b string, at map[string]int) {
	class, turn := "PinJoint2D", 0.0
	between := j.AnchorB.Sub(j.AnchorA)
	if j.Kind == colliders.Spring {
		class = "DampedSpringJoint2D"
		if between != (Vec{}) {
			turn = tidyNumber(collision.Atan2(between.Y, between.X) - math.Pi/2)
		}
	}
	s.nodef("\n[node name=%s type=%q parent=%s]\nposition = %s\n", gdString(name), class, gdString(group), gdVec(tidy(j.AnchorA)))
	if turn != 0 {
		s.nodef("rotation = %s\n", num(turn))
	}
	s.nodef("node_a = NodePath(%s)\nnode_b = NodePath(%s)\n", gdString("../../"+a), gdString("../../"+b))
	if j.Collide {
		s.nodef("disable_collision = false\n")
	}
	record := []string{`"id": ` + gdString(j.ID), `"name": ` + gdString(j.Name)}
	if j.Kind == colliders.Hinge {
		if j.HasLimit {
			s.nodef("angular_limit_enabled = true\nangular_limit_lower = %s\nangular_limit_upper = %s\n", num(radians(j.Lower)), num(radians(j.Upper)))
		}
		if j.Torque > 0 {
			s.nodef("motor_enabled = true\nmotor_target_velocity = %s\n", num(radians(j.Speed)))
			s.t.lose(nil, LossJoints, "the motor of the joint %s has no bound of its torque in Godot", name)
		}
		if between.Len() > 1e-6 {
			s.t.lose(nil, LossJoints, "the joint %s holds where it holds the first of the two: Godot's pin has one place", name)
		}
		record = append(record, `"torque": `+s.variant(j.Torque), `"at_b": `+gdVec(tidy(j.AnchorB)))
	} else {
		stiffness, damping := s.spring(j, at)
		s.nodef("length = %s\nrest_length = %s\nstiffness = %s\ndamping = %s\n", num(tidyNumber(between.Len())), num(max(j.Length, 0.001)), num(stiffness), num(damping))
		record = append(record, `"frequency": `+s.variant(j.Frequency), `"damping": `+s.variant(j.Damping), `"length": `+s.variant(j.Length))
	}
	s.nodef("metadata/fillet_joint = {%s}\n", strings.Join(record, ", "))
}

// spring is the stiffness and the damping, in kilograms a second squared and a second, with which what is joined swings as the joint says: Godot's do
// not follow from the masses.
func (s *tscn) spring(j *colliders.Joint, at map[string]int) (stiffness, damping float64) {
	axis := j.AnchorB.Sub(j.AnchorA).Unit()
	inverse := 0.0 // of the mass that is moved along the spring
	for _, side := range [2]struct {
		id string
		at Vec
	}{{j.A, j.AnchorA}, {j.B, j.AnchorB}} {
		i, ok := at[side.id]
		if !ok || s.t.Colliders[i].Body != colliders.Dynamic {
			continue
		}
		mass := s.mass(i)
		if mass <= 0 {
			mass = 1 // Godot's own
		}
		inverse += 1 / mass
		if _, inertia := s.t.mass(i); inertia > 0 && s.t.Colliders[i].OneBody == "" {
			c := &s.t.Colliders[i]
			arm := side.at.Sub(c.Transform().Apply(s.t.baked[i].Mass().Centroid)).Cross(axis) / s.t.Level.PixelsPerMetre
			inverse += float64(arm*arm) / inertia
		}
	}
	if inverse == 0 {
		return 0, 0
	}
	omega := float64(2 * math.Pi * j.Frequency)
	return tidyNumber(float64(omega*omega) / inverse), tidyNumber(float64(2*j.Damping*omega) / inverse)
}
