package godot

import (
	"fmt"
	"math"
	"strings"

	"fillet/editor/level"
	"fillet/importers"
)

// Metadata keys of Fillet's export for joints.
const (
	ownJoint  = "metadata/fillet_joint"  // data for which Godot has no property
	ownGround = "metadata/fillet_ground" // marks a body that represents the level
)

// maxTorque is the torque of motors without a limit in the scene, in newton metres.
const maxTorque = 1000

// dampings is how many times Godot damps a spring in one step: in every second of the 16 iterations of its solver.
const dampings = 8

// jointNode holds a joint during the import.
type jointNode struct {
	level.Joint
	node   *node
	a, b   *node // the bodies, or nil if not found
	atA    level.Vec
	atB    level.Vec
	ground [2]bool
}

// joint imports a joint node. The bodies' positions are known only after all bodies are imported.
func (im *sceneImport) joint(n *node, in within) {
	if n.class == "GrooveJoint2D" {
		im.nodeIssue(importers.Loss, n, "a %s has no counterpart", n.class)
		return
	}
	if len(im.joints) >= level.MaxJoints {
		im.nodeIssue(importers.Loss, n, "more than %d joints; this one was left out", level.MaxJoints)
		return
	}
	t := im.object(n, n.path())
	j := jointNode{node: n, a: n.to(t, "node_a"), b: n.to(t, "node_b"), atA: in.to.At}
	j.Name, j.Collide = n.name, !t.bool("disable_collision", true)
	own, isOwn := t.value(ownJoint).(dictionary)
	if id, err := level.ParseJointID(textIn(own, "id")); isOwn && err == nil {
		j.ID = id
	}
	if name := nameOf(own, n.name); len(name) <= maxName {
		j.Name = name
	}
	bounded := func(x, limit float64) float64 {
		if !(math.Abs(x) <= limit) {
			im.nodeIssue(importers.Warning, n, "a value of the joint is beyond the limit of %g", limit)
		}
		return min(max(x, -limit), limit)
	}
	if n.class == "PinJoint2D" {
		j.Kind, j.atB = level.Hinge, in.to.At
		if at, ok := vecIn(own, "at_b"); ok {
			j.atB = at
		}
		if j.Limited = t.bool("angular_limit_enabled", false); j.Limited {
			degrees := func(key string) float64 { return math.Round(t.number(key, 0)*180/math.Pi*1e6) / 1e6 }
			lower, upper := degrees("angular_limit_lower"), degrees("angular_limit_upper")
			j.Lower, j.Upper = level.Degrees(min(max(lower, -180), 0)), level.Degrees(max(min(upper, 180), 0))
			if float64(j.Lower) != lower || float64(j.Upper) != upper {
				im.nodeIssue(importers.Loss, n, "its limits of %g and %g degrees became %g and %g; the ranges are "+
					"-180 to 0 and 0 to 180", lower, upper, float64(j.Lower), float64(j.Upper))
			}
		}
		if t.bool("motor_enabled", false) {
			j.Speed = level.Degrees(bounded(math.Round(t.number("motor_target_velocity", 0)*180/math.Pi*1e6)/1e6,
				level.MaxCoordinate))
			var known bool
			if j.Torque, known = numberIn(own, "torque"); !known || j.Torque < 0 {
				j.Torque = maxTorque
				im.nodeIssue(importers.Loss, n, "its motor has no torque limit; it got %d newton metres", maxTorque)
			}
		}
		if t.number("softness", 0) != 0 {
			im.nodeIssue(importers.Loss, n, "the softness of a pin has no counterpart")
		}
	} else {
		j.Kind = level.Spring
		length := bounded(t.number("length", 50), level.MaxCoordinate)
		j.atB = in.to.Apply(level.Vec{Y: length})
		if j.Length = max(bounded(t.number("rest_length", 0), level.MaxCoordinate), 0); j.Length == 0 {
			j.Length = max(length, 0) // as Godot does
		}
		inverse := 0.0
		for _, of := range []*node{j.a, j.b} {
			if of != nil && of.class == "RigidBody2D" {
				inverse += 1 / max(im.object(of, "").number("mass", 1), 1e-6)
			}
		}
		omega := math.Sqrt(max(t.number("stiffness", 20), 0) * inverse)
		j.Frequency = min(omega/(2*math.Pi), level.MaxJointFrequency)
		if omega > 0 {
			j.Damping = min(max(t.number("damping", 1)*dampings, 0)*inverse/(2*omega), level.MaxJointDamping)
		}
		_, ownFrequency := numberIn(own, "frequency")
		if hertz := omega / (2 * math.Pi); !ownFrequency && hertz > level.MaxJointFrequency {
			im.nodeIssue(importers.Loss, n, "its frequency of %.4g hertz was reduced to the limit of %d", hertz,
				level.MaxJointFrequency)
		}
		j.Frequency, j.Damping = math.Round(j.Frequency*1e6)/1e6, math.Round(j.Damping*1e6)/1e6
		for _, number := range []struct {
			key   string
			to    *float64
			limit float64
		}{
			{"frequency", &j.Frequency, level.MaxJointFrequency},
			{"damping", &j.Damping, level.MaxJointDamping},
			{"length", &j.Length, level.MaxCoordinate},
		} {
			if x, ok := numberIn(own, number.key); ok && x >= 0 && x <= number.limit {
				*number.to = x
			}
		}
	}
	for k, of := range [2]*node{j.a, j.b} {
		if of != nil {
			j.ground[k] = im.object(of, "").bool(ownGround, false)
		}
	}
	im.joints = append(im.joints, j)
}

// to returns the node that a path in a property leads to, or nil.
func (n *node) to(t object, key string) *node {
	p, ok := t.value(key).(nodePath)
	if !ok || p == "" {
		return nil
	}
	return n.follow(string(p))
}

// follow returns the node that a path leads to, or nil.
func (n *node) follow(path string) *node {
	if strings.HasPrefix(path, "/") {
		return nil
	}
	at := n
	for name := range strings.SplitSeq(path, "/") {
		switch name {
		case "", ".":
		case "..":
			at = at.parent
		default:
			at = at.child(name)
		}
		if at == nil {
			return nil
		}
	}
	return at
}

// checkJoints drops invalid joints and reports why.
func (im *sceneImport) checkJoints() {
	kept := im.joints[:0]
	for _, j := range im.joints {
		why, severity := "", importers.Loss
		for k, of := range [2]*node{j.a, j.b} {
			switch {
			case of == nil:
				why = "it does not name two bodies"
			case im.off[of]:
				why, severity = "the body "+of.name+" is disabled", importers.Note
			case !j.ground[k] && im.itemOf[of] == nil:
				why = "the body " + of.name + " has no shape"
			}
		}
		if why == "" && (j.a == j.b || j.ground[0] && j.ground[1]) {
			why = "it joins nothing"
		}
		if why != "" {
			im.nodeIssue(severity, j.node, "the joint was left out: %s", why)
			continue
		}
		kept = append(kept, j)
	}
	im.joints = kept
}

// join adds the joints to a document that contains the bodies.
func (im *sceneImport) join(to *importers.Result) error {
	if len(im.joints) == 0 {
		return nil
	}
	doc := to.Document
	im.issues = importers.Issues{} // earlier issues are already in the result
	after := *doc.Settings()
	taken, free := map[level.JointID]bool{}, level.JointID(0)
	for i := range im.joints {
		taken[im.joints[i].ID] = true
	}
	given := map[level.JointID]bool{}
	for _, j := range im.joints {
		side := func(of *node, isGround bool, at level.Vec) (level.ID, level.Vec, bool) {
			if isGround {
				return 0, tidiedVec(at), true
			}
			made := im.made[*im.itemOf[of]]
			if made == nil {
				return 0, level.Vec{}, false
			}
			c := doc.Collider(made.ID)
			if c == nil {
				return 0, level.Vec{}, false
			}
			return c.ID, tidiedVec(c.Transform().ApplyInv(at)), true
		}
		var okA, okB bool
		j.A, j.AnchorA, okA = side(j.a, j.ground[0], j.atA)
		j.B, j.AnchorB, okB = side(j.b, j.ground[1], j.atB)
		why := ""
		switch {
		case !okA || !okB:
			why = "a body that it joins was left out"
		case j.A == j.B:
			why = "it joins nothing"
		case !importers.InReach(j.AnchorA.X, j.AnchorA.Y, j.AnchorB.X, j.AnchorB.Y):
			why = fmt.Sprintf("its anchor is beyond the limit of %g", float64(level.MaxCoordinate))
		}
		if why != "" {
			im.nodeIssue(importers.Loss, j.node, "the joint was left out: %s", why)
			continue
		}
		if j.ID == 0 || given[j.ID] {
			for free++; taken[free]; free++ {
			}
			j.ID = free
		}
		given[j.ID] = true
		after.Joints = append(after.Joints, j.Joint)
	}
	to.Issues = append(to.Issues, im.issues.All(im.src.Path)...)
	level.SortJoints(after.Joints)
	return doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &after)})
}

func tidiedVec(v level.Vec) level.Vec {
	return level.Vec{X: math.Round(v.X*1e6)/1e6 + 0, Y: math.Round(v.Y*1e6)/1e6 + 0}
}

type itemKey struct {
	layer string
	at    int
}
