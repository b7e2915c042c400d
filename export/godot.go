package export

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/export/colliders"
)

// Godot returns the format of Godot 4 scenes: a node for each collider, under a Node2D for each layer.
func Godot() Exporter {
	return &format{
		name: "godot", title: "Godot 4 scene", extension: ".tscn",
		keeps: keepsBodies | keepsJoints | keepsVelocities | keepsForces | keepsPaths, write: writeGodot, rules: &rules{
			engine: "Godot",
			gravity: func(g float64) string {
				return fmt.Sprintf("set the project's physics/2d/default_gravity to %s", short(g))
			},
			friction: byMix(dynamics.MinimumMix), frictions: "takes the smaller friction",
			restitution:  func(_ dynamics.Mix, a, b float64) float64 { return min(a+b, 1) },
			restitutions: "adds the restitutions",
		},
	}
}

// godotBits is the number of collision layers in Godot.
const godotBits = 32

// tscn writes a scene. Resources come first in the file, although the nodes determine them.
type tscn struct {
	t         *target
	resources []byte
	nodes     []byte
	count     int
	materials map[[2]float64]string
	bodies    map[string]*godotBody // bodies of several colliders by name
	bodyNames map[string]string     // names of the bodies' groups and instances
	paths     []string              // paths of the colliders' nodes
	keysLeft  int                   // how many more animation keys the paths may use
}

// godotBody is the node of a body of several colliders, at the first collider's position.
type godotBody struct {
	first  *colliders.Collider
	parent string // the path of its node
	shapes int
}

// writeGodot writes the scene. Units stay pixels and y stays down.
func writeGodot(ctx context.Context, t *target) ([]byte, error) {
	s := &tscn{
		t: t, materials: map[[2]float64]string{}, bodies: map[string]*godotBody{},
		bodyNames: map[string]string{}, paths: make([]string, len(t.Colliders)), keysLeft: pathKeys,
	}
	for _, g := range t.snap.Groups {
		s.bodyNames[g.ID.String()] = g.Name
	}
	for _, i := range t.snap.Instances {
		s.bodyNames[i.ID.String()] = i.Name
	}
	s.nodef("[node name=%s type=\"Node2D\"]\n", gdString(nodeName(t.base, "Level")))
	s.nodef("metadata/fillet_pixels_per_metre = %s\n", num(t.Level.PixelsPerMetre))
	s.nodef("metadata/fillet_level = {\"name\": %s, \"origin\": %s, \"size\": %s, \"grid\": %s, \"categories\": "+
		"[%s], \"tolerance\": %s}\n", gdString(t.Level.Name), gdVec(t.Level.Origin), gdVec(t.Level.Size),
		gdVec(t.snap.Settings.Grid.Size), gdList(t.Categories), variant(t.tolerance))
	names := t.uniqueNames(func(n string) string { return nodeName(n, "") })
	layers := newNamer()
	i := 0
	for _, l := range t.snap.Layers {
		layer := layers.name(nodeName(l.Layer.Name, "Layer"))
		s.node(layer, "Node2D", ".")
		if layer != l.Layer.Name {
			s.nodef("metadata/fillet_layer = {\"name\": %s, \"node\": %s}\n", gdString(l.Layer.Name), gdString(layer))
		}
		for range l.Colliders {
			if err := t.step(ctx, i); err != nil {
				return nil, err
			}
			s.collider(i, layer, names[i])
			i++
		}
	}
	s.joints(layers)
	head := fmt.Sprintf("[gd_scene load_steps=%d format=3]\n\n", s.count+1)
	return slices.Concat([]byte(head), s.resources, s.nodes), nil
}

func (s *tscn) nodef(f string, args ...any) { s.nodes = fmt.Appendf(s.nodes, f, args...) }

// node starts a node under the node at the path parent.
func (s *tscn) node(name, class, parent string, groups ...string) {
	s.nodef("\n[node name=%s type=%q parent=%s", gdString(name), class, gdString(parent))
	if len(groups) > 0 {
		s.nodef(" groups=[%s]", gdList(groups))
	}
	s.nodef("]\n")
}

// resource adds a resource with its properties and returns its id.
func (s *tscn) resource(kind string, properties ...string) string {
	s.count++
	id := fmt.Sprintf("%s_%d", kind, s.count)
	s.resources = fmt.Appendf(s.resources, "[sub_resource type=%q id=%q]\n", kind, id)
	for _, p := range properties {
		s.resources = append(append(s.resources, p...), '\n')
	}
	s.resources = append(s.resources, '\n')
	return id
}

// godotClass returns the class of a collider's node.
func godotClass(c *colliders.Collider) string {
	switch {
	case len(c.Pieces) == 0:
		return "Marker2D"
	case c.Role == colliders.Trigger:
		return "Area2D"
	case c.Body == colliders.Dynamic:
		return "RigidBody2D"
	case c.Body == colliders.Kinematic:
		return "AnimatableBody2D"
	}
	return "StaticBody2D"
}

func (s *tscn) collider(i int, layer, name string) {
	c := &s.t.Colliders[i]
	s.paths[i] = layer + "/" + name
	if b := s.bodies[c.OneBody]; b != nil {
		s.paths[i] = b.parent
		s.part(b, c)
		return
	}
	class := godotClass(c)
	s.node(name, class, layer, s.t.tagsOf(i)...)
	s.nodef("position = %s\n", gdVec(c.Position))
	if c.Angle != 0 {
		s.nodef("rotation = %s\n", num(radians(c.Angle)))
	}
	if len(c.Pieces) > 0 {
		category, mask, _ := s.t.filterOf(i, godotBits)
		s.nodef("collision_layer = %d\ncollision_mask = %d\n", category, mask)
		if c.Group != 0 {
			s.t.lose(c, LossFilter, "Godot has no collision groups: only categories decide")
		}
		if class == "RigidBody2D" {
			s.mass(i)
			s.motion(i)
		}
		if class == "Area2D" && c.Body != colliders.Static && c.Path == nil {
			s.t.lose(c, LossBody, "a moving trigger becomes an Area2D, which the game has to move")
		}
		if class != "Area2D" {
			s.nodef("physics_material_override = SubResource(%q)\n", s.material(c))
		}
	}
	if c.OneBody != "" {
		s.bodies[c.OneBody] = &godotBody{first: c, parent: layer + "/" + name}
		s.nodef("metadata/fillet_body = {\"id\": %s, \"name\": %s}\n", gdString(c.OneBody),
			gdString(s.bodyNames[c.OneBody]))
		s.part(s.bodies[c.OneBody], c)
		return
	}
	s.nodef("metadata/fillet_id = %s\n", gdString(c.ID))
	s.properties(c)
	s.shapes(c, name, layer+"/"+name)
	s.travel(c, layer+"/"+name)
}

// properties writes a collider's custom values.
func (s *tscn) properties(c *colliders.Collider) {
	var values dictionary
	for _, k := range slices.Sorted(maps.Keys(c.Properties)) {
		values.add(k, c.Properties[k])
	}
	if len(values) > 0 {
		s.nodef("metadata/fillet_properties = %v\n", values)
	}
}

// tagsOf returns the tags of all colliders of a collider's body.
func (t *target) tagsOf(i int) []string {
	members := t.bodyOf(i)
	if members == nil {
		return t.Colliders[i].Tags
	}
	var out []string
	has := map[string]bool{}
	for _, k := range members {
		for _, tag := range t.Colliders[k].Tags {
			if !has[tag] {
				has[tag] = true
				out = append(out, tag)
			}
		}
	}
	return out
}

// part writes the shapes of a collider in a body of several colliders, as nodes under the first collider's node. The
// collider's metadata is on its first shape, as on the node of a separate collider; its tags are on every shape.
func (s *tscn) part(b *godotBody, c *colliders.Collider) {
	s.t.loseOneSided(c)
	if f := b.first; f.Friction != c.Friction || f.Restitution != c.Restitution {
		s.t.lose(c, LossMaterial, "Godot has one material per body: it gets the first shape's")
	}
	at := b.first.Transform().Inv().Mul(c.Transform())
	if c == b.first {
		at = collision.Identity()
	}
	parts := s.godotShapes(c, 0)
	for i, g := range parts {
		b.shapes++
		node := fmt.Sprintf("Shape%d", b.shapes)
		s.shape(node, b.parent, godotShape{g.resource, at.Apply(g.at), g.angle + at.Q.Angle()}, c.Tags...)
		s.nodef("metadata/fillet_id = %s\n", gdString(c.ID))
		if i == 0 {
			s.properties(c)
			own := s.rest(c, node, parts, 0)
			own.add("at", tidy(at.P), "turn", tidyNumber(at.Q.Angle()))
			s.nodef("metadata/fillet_collider = %v\n", own)
		}
	}
}

// mass writes the mass of a rigid body with its centre and its inertia, in mass times square pixels. Godot computes
// both from the shapes' origins and bounding boxes, which is right for a box or a circle at the body's origin.
func (s *tscn) mass(i int) {
	c := &s.t.Colliders[i]
	mass, inertia, centre := s.t.rigid(i)
	if mass == 0 {
		s.t.lose(c, LossMass, "a dynamic collider without mass gets Godot's mass of 1")
		return
	}
	s.nodef("mass = %s\n", num(mass))
	if c.OneBody == "" && (c.Shape.Kind == colliders.Circle || isRealBox(c)) {
		return
	}
	metre := s.t.Level.PixelsPerMetre
	s.nodef("inertia = %s\ncenter_of_mass_mode = 1\ncenter_of_mass = %s\n", num(float64(inertia*metre*metre)),
		gdVec(tidy(c.Transform().ApplyInv(centre))))
}

// motion writes the damping and the initial motion of a rigid body. Godot's forces are in kilograms times pixels per
// second squared.
func (s *tscn) motion(i int) {
	damping, spinDamping := s.t.damping()
	perSecond := func(d float64) string { return num(tidyNumber(frameDamping(d) / dynamics.StepTime)) }
	s.nodef("linear_damp_mode = 1\nlinear_damp = %s\nangular_damp_mode = 1\nangular_damp = %s\n", perSecond(damping),
		perSecond(spinDamping))
	velocity, spin, force := s.t.begins(i)
	if velocity != (Vec{}) {
		s.nodef("linear_velocity = %s\n", gdVec(velocity))
	}
	if spin != 0 {
		s.nodef("angular_velocity = %s\n", num(radians(spin)))
	}
	if force != (Vec{}) {
		s.nodef("constant_force = %s\n", gdVec(force.Mul(s.t.Level.PixelsPerMetre)))
	}
}

// dictionary is a list of Godot's dictionary entries.
type dictionary []string

// add adds entries: keys and values in turn.
func (d *dictionary) add(entries ...any) {
	for i := 0; i < len(entries); i += 2 {
		*d = append(*d, variant(entries[i])+": "+variant(entries[i+1]))
	}
}

// addIf adds an entry if the value is not the default.
func (d *dictionary) addIf(isSet bool, key string, value any) {
	if isSet {
		d.add(key, value)
	}
}

func (d dictionary) String() string { return "{" + strings.Join(d, ", ") + "}" }

// rest returns the values for which Godot has no property, from which the importer restores the collider. It includes
// the shape if the parts do not determine it. It stores a name with the node's name, so that renaming the node
// invalidates it.
func (s *tscn) rest(c *colliders.Collider, node string, parts []godotShape, turn float64) dictionary {
	var out dictionary
	if c.Name != node {
		out.add("name", c.Name, "node", node)
	}
	isMarker, isPart, isTrigger := len(c.Pieces) == 0, c.OneBody != "", c.Role == colliders.Trigger
	out.addIf(isMarker && !isTrigger, "role", c.Role.String())
	if isMarker && c.OneWay != nil {
		out.add("one_way", tidy(c.Transform().Q.ApplyInv(*c.OneWay)))
	}
	out.addIf((isMarker || isTrigger) && c.Body != colliders.Static, "body", c.Body.String())
	if isMarker || isPart || (c.Category|c.Mask&s.t.all())>>godotBits != 0 {
		categories, _ := categoryNames(s.t.Categories, c.Category)
		collides, _ := categoryNames(s.t.Categories, c.Mask)
		out.add("categories", categories)
		out.addIf(!s.t.isFull(c), "collides_with", collides)
	}
	out.addIf(c.Group != 0, "group", float64(c.Group))
	if isPart { // its body has the material of the first part
		out.add("friction", c.Friction, "restitution", c.Restitution)
	} else if isMarker || isTrigger {
		out.addIf(c.Friction != colliders.DefaultFriction, "friction", c.Friction)
		out.addIf(c.Restitution != 0, "restitution", c.Restitution)
	}
	out.addIf(c.Density != colliders.DefaultDensity, "density", c.Density)
	if path := pathDictionary(c); path != nil {
		out.add("path", path)
	}
	if !isMarker && !isSaid(c, parts, turn) {
		out.add("shape", shapeRecord(&c.Shape))
	}
	return out
}

// isSaid reports whether the nodes of a collider's parts fully determine its shape.
func isSaid(c *colliders.Collider, parts []godotShape, turn float64) bool {
	if len(parts) != 1 || parts[0].at != (Vec{}) {
		return false
	}
	switch c.Shape.Kind {
	case colliders.Box:
		return c.Shape.Radius == 0 && c.Shape.Rounding == colliders.Inset && turn == 0 && !isDetailed(&c.Shape)
	case colliders.Circle:
		return parts[0].angle == 0 && !strings.HasPrefix(parts[0].resource, "Convex")
	}
	return false
}

// shapeRecord returns the drawn shape; a radius of -1 means the shape's radius.
func shapeRecord(shape *colliders.Shape) dictionary {
	out := dictionary{}
	out.add("kind", shape.Kind.String())
	out.addIf(shape.Points != nil, "points", shape.Points)
	out.addIf(len(shape.Holes) > 0, "holes", shape.Holes)
	out.addIf(shape.Size != (Vec{}), "size", shape.Size)
	out.addIf(shape.Closed, "closed", true)
	out.addIf(shape.OneSided, "one_sided", true)
	out.addIf(shape.Radius != 0, "radius", shape.Radius)
	out.addIf(shape.Rounding != "", "rounding", shape.Rounding.String())
	out.addIf(shape.Radii != nil, "radii", shape.Radii)
	out.addIf(shape.Chamfers != nil, "chamfers", shape.Chamfers)
	curves := make([]dictionary, len(shape.Curves))
	for i, c := range shape.Curves {
		curves[i].add("edge", float64(c.Edge))
		curves[i].addIf(c.Arc != 0, "arc", c.Arc)
		curves[i].addIf(c.Arc == 0, "cubic", c.Cubic[:])
	}
	out.addIf(len(curves) > 0, "curves", curves)
	return out
}

func (s *tscn) material(c *colliders.Collider) string {
	key := [2]float64{c.Friction, c.Restitution}
	if s.materials[key] == "" {
		s.materials[key] = s.resource("PhysicsMaterial", "friction = "+num(c.Friction), "bounce = "+num(c.Restitution))
	}
	return s.materials[key]
}

// oneWayRise is how far one-way shapes are moved toward their solid side, in pixels. Godot lets a body fall through if
// the distance between them is exactly 0 at the start, as on a grid. No distance on a grid becomes 0 by this.
const oneWayRise = 0.013

// godotShape is a CollisionShape2D: a resource with a position and an angle in the collider's own frame.
type godotShape struct {
	resource string
	at       Vec
	angle    float64 // in radians
}

func (s *tscn) shapes(c *colliders.Collider, node, parent string) {
	// A one-way shape's solid side faces its own -y.
	var rise Vec
	turn := 0.0
	s.t.loseOneSided(c)
	if c.OneWay != nil {
		d := c.Transform().Q.ApplyInv(*c.OneWay)
		rise, turn = d.Mul(oneWayRise), tidyNumber(collision.Atan2(d.Y, d.X)+math.Pi/2)
	}
	parts := s.godotShapes(c, turn)
	for i := range parts {
		parts[i].at = parts[i].at.Add(rise)
	}
	if rest := s.rest(c, node, parts, turn); len(rest) > 0 {
		s.nodef("metadata/fillet_collider = %v\n", rest)
	}
	for i, g := range parts {
		s.shape(fmt.Sprintf("Shape%d", i+1), parent, g)
		if c.OneWay != nil {
			s.nodef("one_way_collision = true\n")
		}
	}
}

// shape writes the node of a shape.
func (s *tscn) shape(name, parent string, g godotShape, groups ...string) {
	s.node(name, "CollisionShape2D", parent, groups...)
	if at := tidy(g.at); at != (Vec{}) {
		s.nodef("position = %s\n", gdVec(at))
	}
	if a := tidyNumber(g.angle); a != 0 {
		s.nodef("rotation = %s\n", num(a))
	}
	s.nodef("shape = SubResource(%q)\n", g.resource)
}

// godotShapes returns a collider's shapes. turn is the angle that each of them must have.
func (s *tscn) godotShapes(c *colliders.Collider, turn float64) []godotShape {
	q := collision.NewRot(turn)
	if isRealBox(c) && turn == 0 {
		return []godotShape{{resource: s.resource("RectangleShape2D", "size = "+gdVec(c.Shape.Size))}}
	}
	if c.Shape.Kind == colliders.Chain && c.Shape.Radius == 0 {
		var ends []Vec
		for _, p := range local(c) {
			for _, v := range p.Vertices {
				ends = append(ends, tidy(q.ApplyInv(v)))
			}
		}
		if c.Body == colliders.Dynamic {
			s.t.lose(c, LossContacts, "Godot's line chains have no inside and no mass: a dynamic one may not rest "+
				"on another")
		}
		return []godotShape{{resource: s.resource("ConcavePolygonShape2D", "segments = "+gdPoints(ends)), angle: turn}}
	}
	var out []godotShape
	for _, p := range local(c) {
		out = append(out, s.piece(c, p, turn))
	}
	return out
}

func (s *tscn) piece(c *colliders.Collider, p colliders.Piece, turn float64) godotShape {
	q := collision.NewRot(turn)
	switch {
	case len(p.Vertices) == 1 && p.Radius > 0:
		return godotShape{s.resource("CircleShape2D", "radius = "+num(p.Radius)), p.Vertices[0], turn}
	case len(p.Vertices) < 3 && p.Radius == 0:
		a, b := q.ApplyInv(p.Vertices[0]), q.ApplyInv(p.Vertices[len(p.Vertices)-1])
		return godotShape{s.resource("SegmentShape2D", "a = "+gdVec(tidy(a)), "b = "+gdVec(tidy(b))), Vec{}, turn}
	case len(p.Vertices) == 2 && c.OneWay == nil: // a one-way shape cannot have its own angle
		a, b := p.Vertices[0], p.Vertices[1]
		axis := b.Sub(a)
		id := s.resource("CapsuleShape2D", "radius = "+num(p.Radius),
			"height = "+num(tidyNumber(axis.Len()+float64(2*p.Radius))))
		return godotShape{id, a.Lerp(b, 0.5), collision.Atan2(axis.Y, axis.X) - math.Pi/2} // its axis is y
	}
	flat := s.t.flat(c, p)
	points := make([]Vec, len(flat))
	for i, v := range flat {
		points[i] = tidy(q.ApplyInv(v))
	}
	return godotShape{s.resource("ConvexPolygonShape2D", "points = "+gdPoints(points)), Vec{}, turn}
}

// nodeName replaces the characters that Godot does not accept in a node's name and shortens a very long one. It returns
// fallback for an empty name.
func nodeName(s, fallback string) string {
	const limit = 200 // bytes
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "")
	}
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`.:@/"%\`, r) || r < ' ' {
			return '_'
		}
		return r
	}, s))
	if s == "" {
		return fallback
	}
	return s
}

func gdVec(v Vec) string { return "Vector2(" + num(v.X) + ", " + num(v.Y) + ")" }

func gdPoints(vs []Vec) string {
	b := []byte("PackedVector2Array(")
	for i, v := range vs {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendNum(b, v.X)
		b = append(b, ", "...)
		b = appendNum(b, v.Y)
	}
	return string(append(b, ')'))
}

// gdList formats the items of a list, separated by commas.
func gdList[T any](items []T) string {
	out := make([]string, len(items))
	for i, x := range items {
		out[i] = variant(x)
	}
	return strings.Join(out, ", ")
}

// gdString quotes a string for Godot, which escapes only quotes and backslashes; even line breaks are kept.
func gdString(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
}

// variant formats a value. Lists of points are packed arrays.
func variant(v any) string {
	switch v := v.(type) {
	case bool:
		return strconv.FormatBool(v)
	case float64:
		n := num(v)
		if !strings.ContainsAny(n, ".e") {
			n += ".0"
		}
		return n
	case string:
		return gdString(v)
	case Vec:
		return gdVec(v)
	case []Vec:
		return gdPoints(v)
	case [][]Vec:
		return "[" + gdList(v) + "]"
	case []float64:
		return "[" + gdList(v) + "]"
	case []string:
		return "[" + gdList(v) + "]"
	case []dictionary:
		return "[" + gdList(v) + "]"
	case dictionary:
		return v.String()
	}
	return "null"
}

// joints writes the nodes of the joints under a common node: a PinJoint2D at the pivot of a hinge, and a
// DampedSpringJoint2D that starts at one end of a spring and reaches the other along its own y axis. Both need two
// bodies, so joints to the level use a StaticBody2D without a shape.
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
			s.t.lose(nil, LossJoints, "the joint %s is left out: %s", j.label(), why)
			continue
		}
		if group == "" {
			group = layers.name("Joints")
			s.node(group, "Node2D", ".")
		}
		name := names.name(nodeName(j.name(), "Joint"))
		var nodes [2]string
		for side, i := range j.sides {
			if i >= 0 {
				nodes[side] = s.paths[i]
				continue
			}
			ground := names.name(name + [2]string{"_from", "_to"}[side])
			nodes[side] = group + "/" + ground
			s.node(ground, "StaticBody2D", group)
			s.nodef("position = %s\ncollision_layer = 0\ncollision_mask = 0\nmetadata/fillet_ground = true\n",
				gdVec(tidy(j.at[side])))
		}
		s.joint(j, group, name, nodes)
	}
}

// godotDampings is the number of times that Godot damps a spring in one step: in every second iteration of its solver,
// because the velocity that it aims for is relative to the previous one. A project has 16 iterations by default.
const godotDampings = 16 / 2

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
	s.node(name, class, group)
	s.nodef("position = %s\n", gdVec(tidy(j.AnchorA)))
	if turn != 0 {
		s.nodef("rotation = %s\n", num(turn))
	}
	s.nodef("node_a = NodePath(%s)\nnode_b = NodePath(%s)\n", gdString("../../"+nodes[0]), gdString("../../"+nodes[1]))
	if j.Collide {
		s.nodef("disable_collision = false\n")
	}
	var record dictionary
	record.add("id", j.ID, "name", j.Name, "node", name)
	if j.Kind == colliders.Hinge {
		if j.HasLimit {
			s.nodef("angular_limit_enabled = true\nangular_limit_lower = %s\nangular_limit_upper = %s\n",
				num(radians(j.Lower)), num(radians(j.Upper)))
			s.t.lose(nil, LossJoints, "the limits of the joint %s are soft in Godot", j.label())
		}
		if j.Torque > 0 {
			s.nodef("motor_enabled = true\nmotor_target_velocity = %s\n", num(radians(j.Speed)))
			s.t.lose(nil, LossJoints, "the motor of the joint %s has no torque limit in Godot", j.label())
		}
		if between.Len() > 1e-6 {
			s.t.lose(nil, LossJoints, "the joint %s uses its first anchor only: Godot's pin has a single anchor",
				j.label())
		}
		record.add("torque", j.Torque, "at_b", tidy(j.AnchorB))
	} else {
		stiffness, damping := s.t.spring(j, 1) // Godot gives bodies without a mass a mass of 1
		s.nodef("length = %s\nrest_length = %s\nstiffness = %s\ndamping = %s\n", num(tidyNumber(between.Len())),
			num(max(j.Length, 0.001)), num(stiffness), num(tidyNumber(float64(damping/godotDampings))))
		record.add("frequency", j.Frequency, "damping", j.Damping, "length", j.Length)
	}
	s.nodef("metadata/fillet_joint = %v\n", record)
}

// Limits of Godot's animations in seconds; it extends shorter ones to the least.
const (
	leastAnimation = 0.001
	maxAnimation   = 1e9
)

// travel writes the path of a kinematic collider as animations of its node: one AnimationPlayer for the path, and
// another for constant turning, because the two may take different times.
func (s *tscn) travel(c *colliders.Collider, node string) {
	if c.Path == nil {
		return
	}
	way, along := *c, *c.Path // constant turning is separate
	along.Turn, way.Path = 0, &along
	path, err := way.Moving()
	if err != nil {
		s.t.lose(c, LossMotion, "it does not move: %v", err)
		return
	}
	length := path.Period()
	if length > 0 && s.canLast(c, length) {
		times, poses := keysOf(c, path, &s.keysLeft)
		if times == nil {
			s.t.lose(c, LossMotion, "it does not move: the paths of the level need more than %d animation keys",
				pathKeys)
			return
		}
		s.animation(node, "Path", length, c.Path.Loop != colliders.Once, func(i int) string {
			return gdVec(tidy(poses[i].at))
		}, "position", times)
		if c.Path.Follow {
			s.animation(node, "Turn", length, c.Path.Loop != colliders.Once, func(i int) string {
				return num(tidyNumber(poses[i].angle))
			}, "rotation", times)
		}
	}
	s.turn(c, node, length > 0)
}

// turn writes the constant turning of a kinematic collider.
func (s *tscn) turn(c *colliders.Collider, node string, moves bool) {
	turn := radians(c.Path.Turn)
	if turn == 0 {
		return
	}
	if c.Path.Follow && moves {
		s.t.lose(c, LossMotion, "it only turns with its path: Godot's animations cannot add constant turning")
		return
	}
	period := 2 * math.Pi / math.Abs(turn)
	turns := math.Ceil(leastAnimation / period)
	length := float64(turns * period)
	if !s.canLast(c, length) {
		return
	}
	begin, by := radians(c.Angle), math.Copysign(float64(turns*2*math.Pi), turn)
	s.animation(node, "Turn", length, true, func(i int) string {
		return num(tidyNumber(begin + float64(float64(i)*by)))
	}, "rotation", []float64{0, length})
}

// canLast reports whether an animation can take the given time, and records a loss if not.
func (s *tscn) canLast(c *colliders.Collider, seconds float64) bool {
	switch {
	case !(seconds <= maxAnimation):
		s.t.lose(c, LossMotion, "it does not move: its path takes more than %g seconds", maxAnimation)
	case seconds < leastAnimation:
		s.t.lose(c, LossMotion, "it does not move: its path takes less than %g seconds, the minimum of Godot's "+
			"animations", leastAnimation)
	default:
		return true
	}
	return false
}

// animation writes an AnimationPlayer under a node that animates one of the node's properties and starts automatically.
func (s *tscn) animation(
	node, name string, length float64, loops bool, value func(i int) string, property string, times []float64,
) {
	words, values, ones := make([]string, len(times)), make([]string, len(times)), make([]string, len(times))
	for i, at := range times {
		words[i], values[i], ones[i] = num(tidyNumber(at)), value(i), "1"
	}
	loop := 0
	if loops {
		loop = 1
	}
	id := s.resource("Animation", `resource_name = "path"`, "length = "+num(tidyNumber(length)),
		"loop_mode = "+num(float64(loop)),
		`tracks/0/type = "value"`, "tracks/0/imported = false", "tracks/0/enabled = true",
		`tracks/0/path = NodePath(".:`+property+`")`,
		"tracks/0/interp = 1", "tracks/0/loop_wrap = false",
		"tracks/0/keys = {\n\"times\": PackedFloat32Array("+strings.Join(words, ", ")+
			"),\n\"transitions\": PackedFloat32Array("+strings.Join(ones, ", ")+
			"),\n\"update\": 0,\n\"values\": ["+strings.Join(values, ", ")+"]\n}")
	library := s.resource("AnimationLibrary", "_data = {\n\"path\": SubResource(\""+id+"\")\n}")
	s.node(name, "AnimationPlayer", node)
	s.nodef("callback_mode_process = 0\nlibraries = {\n\"\": SubResource(%q)\n}\nautoplay = \"path\"\n", library)
}

// pathDictionary returns a path along points in the collider's own frame, for the importer, which does not read
// animations. It returns nil if there is none.
func pathDictionary(c *colliders.Collider) dictionary {
	p, _, err := pathRecord(c)
	if err != nil || p == nil {
		return nil
	}
	out := dictionary{}
	points := slices.Clone(p.Points)
	for i, at := range points {
		points[i] = tidy(at)
	}
	out.addIf(len(points) > 0, "points", points)
	for _, n := range p.Numbers() {
		out.addIf(*n.Value != 0, n.Key, *n.Value)
	}
	out.addIf(p.Ease != level.LinearEase, "ease", p.Ease.String())
	out.addIf(p.Loop != level.LoopAsDrawn, "loop", p.Loop.String())
	out.addIf(p.Stops != 0, "stops", p.Stops.String())
	out.addIf(p.Follow, "follow", true)
	return out
}
