package export

import (
	"math"
	"strings"

	"fillet/collision"
	"fillet/export/colliders"
)

// joints writes the nodes of the joints under a common node: a PinJoint2D at the pivot of a hinge, and a
// DampedSpringJoint2D that starts at one end of a spring and reaches the other along its own y axis. Both need two
// bodies, so what is joined to the level is joined to a StaticBody2D without a shape.
func (s *tscn) joints(layers namer) {
	if len(s.t.Joints) == 0 {
		return
	}
	group, names := "", newNamer()
	all := s.t.bodyJoints()
	for k := range all {
		j := &all[k]
		why := ""
		switch {
		case j.Kind == colliders.Spring && j.PullsOnly:
			why = "Godot has no rope"
		case j.Kind == colliders.Spring && j.Frequency == 0:
			why = "Godot has no rigid rod"
		}
		if why != "" {
			s.t.lose(nil, LossJoints, "the joint %s is left out: %s", j.label, why)
			continue
		}
		if group == "" {
			group = layers.name("Joints")
			s.nodef("\n[node name=%s type=\"Node2D\" parent=\".\"]\n", gdString(group))
		}
		name := names.name(nodeName(j.label, "Joint"))
		var nodes [2]string
		for side, i := range j.sides {
			if i >= 0 {
				nodes[side] = s.paths[i]
				continue
			}
			ground := names.name(name + [2]string{"_from", "_to"}[side])
			nodes[side] = group + "/" + ground
			s.nodef("\n[node name=%s type=\"StaticBody2D\" parent=%s]\nposition = %s\ncollision_layer = "+
				"0\ncollision_mask = 0\n", gdString(ground), gdString(group), gdVec(tidy(j.at[side])))
			s.nodef("metadata/fillet_ground = true\n")
		}
		s.joint(j, group, name, nodes)
	}
}

// joint writes the node of a joint.
func (s *tscn) joint(j *joint, group, name string, nodes [2]string) {
	class, turn := "PinJoint2D", 0.0
	between := j.AnchorB.Sub(j.AnchorA)
	if j.Kind == colliders.Spring {
		class = "DampedSpringJoint2D"
		if between != (Vec{}) {
			turn = tidyNumber(collision.Atan2(between.Y, between.X) - math.Pi/2)
		}
	}
	s.nodef("\n[node name=%s type=%q parent=%s]\nposition = %s\n", gdString(name), class, gdString(group),
		gdVec(tidy(j.AnchorA)))
	if turn != 0 {
		s.nodef("rotation = %s\n", num(turn))
	}
	s.nodef("node_a = NodePath(%s)\nnode_b = NodePath(%s)\n", gdString("../../"+nodes[0]), gdString("../../"+nodes[1]))
	if j.Collide {
		s.nodef("disable_collision = false\n")
	}
	record := []string{`"id": ` + gdString(j.ID), `"name": ` + gdString(j.Name), `"node": ` + gdString(name)}
	if j.Kind == colliders.Hinge {
		if j.HasLimit {
			s.nodef("angular_limit_enabled = true\nangular_limit_lower = %s\nangular_limit_upper = %s\n",
				num(radians(j.Lower)), num(radians(j.Upper)))
		}
		if j.Torque > 0 {
			s.nodef("motor_enabled = true\nmotor_target_velocity = %s\n", num(radians(j.Speed)))
			s.t.lose(nil, LossJoints, "the motor of the joint %s has no torque limit in Godot", j.label)
		}
		if between.Len() > 1e-6 {
			s.t.lose(nil, LossJoints, "the joint %s uses its first anchor only: Godot's pin has a single anchor",
				j.label)
		}
		record = append(record, `"torque": `+s.variant(j.Torque), `"at_b": `+gdVec(tidy(j.AnchorB)))
	} else {
		stiffness, damping := s.t.spring(j, 1) // Godot gives bodies without a mass a mass of 1
		s.nodef("length = %s\nrest_length = %s\nstiffness = %s\ndamping = %s\n", num(tidyNumber(between.Len())),
			num(max(j.Length, 0.001)), num(stiffness), num(damping))
		record = append(record, `"frequency": `+s.variant(j.Frequency), `"damping": `+s.variant(j.Damping),
			`"length": `+s.variant(j.Length))
	}
	s.nodef("metadata/fillet_joint = {%s}\n", strings.Join(record, ", "))
}
