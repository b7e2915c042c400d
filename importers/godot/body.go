package godot

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/importers"
)

// item holds a collider during the import.
type item struct {
	importers.Entity
	body   level.BodyType
	oneWay level.Vec // in the collider's frame; zero for other roles
	filter filter
	matter matter
	group  int32
	path   *level.Path
}

// matter holds a collider's material and motion.
type matter struct {
	friction, bounce, density float64
	motion                    level.Motion
}

// layerRecord is a layer of the level: the colliders below a grouping node, or the colliders from a layer of tiles.
type layerRecord struct {
	path   string
	name   string
	id     string // equal to path if the nodes have no unique_id
	offset level.Vec
	items  []item
	tiles  *tileLayer // nil for other layers
}

// sceneImport holds the state of one import.
type sceneImport struct {
	*world
	b                      *importers.Builder
	filters                *filters
	name                   string // of the level
	layers                 []*layerRecord
	corners                map[string]level.Vec // positions of the nodes that become layers, by path
	layerIDs               map[string]string    // ids of layers whose nodes have a unique_id, by path
	layerNames             map[string]string    // names of layers that Fillet's export had to rename, by path
	byPath                 map[string]*layerRecord
	shapes                 map[*section]known
	own                    levelRecord // the level's data from Fillet's export
	joints                 []jointNode
	compounds              []compoundNode
	itemOf                 map[*node]*itemKey // the first item of each body
	made                   map[itemKey]*level.Collider
	ids                    map[string]int
	items                  int
	points                 int
	names                  int // total bytes of the colliders' paths
	tiles                  []*tileLayer
	sets                   map[string]*tileSet
	sourceCount, cellCount int
	numbered               []level.Tileset // the tile sources in the order of their numbers

	remotes map[*node]*node            // the RemoteTransform2D that drives each node
	placed  map[*node]frame            // results of global
	under   map[*node]importers.Affine // the frames of scenes that tiles instance
	curves  map[*section]*curve
	baked   int              // points of all curves
	spaces  map[*node]bool   // the viewports that contain bodies; nil is the scene's own
	space   *node            // the one that the level shows
	off     map[*node]bool   // the bodies that are disabled when the scene starts
	moved   map[*node]string // by node: what animations change later

	unheldKeys map[string]bool // settings listed in unheld that bodies have

	approximated importers.Approximations
	odd          int // number of properties whose type no collider property can hold
	margins      int
	pictures     bool    // whether pictures were requested
	sights       []sight // what the nodes draw
}

// known is the geometry of a resource. If it has no shapes, one of two strings gives the reason: loss if the import
// lost them, nothing if Godot has none either.
type known struct {
	shapes             []level.Shape
	loss, nothing, odd string
}

// severity returns the severity of the issue about a geometry without shapes.
func (k known) severity() importers.Severity {
	if k.loss == "" {
		return importers.Note
	}
	return importers.Loss
}

func oneShape(s level.Shape) known { return known{shapes: []level.Shape{s}} }

// bodyTypes maps the classes of bodies and areas to body types.
var bodyTypes = map[string]level.BodyType{
	"StaticBody2D": level.Static, "AnimatableBody2D": level.Kinematic, "CharacterBody2D": level.Kinematic,
	"RigidBody2D": level.Dynamic, "PhysicalBone2D": level.Static, "Area2D": level.Static,
}

// within holds what a node inherits from its ancestors.
type within struct {
	to     importers.Affine // from the parent's frame to the level's
	size   level.Vec        // of the parent control, or of the window
	doubt  *doubt           // why the position may be wrong
	off    *node            // the node whose process mode disables this one, or nil
	layer  string           // the layer for colliders below the node
	seen   seen
	behind []*file // the tile scenes that contain the node
}

func (im *sceneImport) walk(n *node, in within) error {
	if im.ctx.Err() != nil {
		return im.ctx.Err()
	}
	if n != im.space && im.spaces[n] {
		im.nodeIssue(importers.Loss, n, "a viewport (%s) has its own physics space; what it contains was left out",
			n.class)
		return nil
	}
	t := im.object(n, "")
	t.path = n.name
	own, why := im.frame(n, t, frame{in.to, in.size})
	if in.to, in.size = own.to, own.size; why != "" {
		in.doubt = &doubt{of: n, why: why, outer: in.doubt}
	}
	switch t.choice("process_mode", disabled) {
	case 0: // inherited
	case disabled:
		in.off = n
	default:
		in.off = nil
	}
	in.seen = im.see(n, in)
	body, isBody := bodyTypes[n.class]
	switch {
	case isBody:
		if err := im.body(n, in, body); err != nil {
			return err
		}
	case n.class == "CollisionShape2D" || n.class == "CollisionPolygon2D":
		if n.parent == nil || bodyTypes[n.parent.class] == 0 {
			im.nodeIssue(importers.Warning, n,
				"its parent is neither a body nor an area, so it has no effect in Godot and was left out")
		}
	case n.class == "Marker2D":
		if err := im.marker(n, in); err != nil {
			return err
		}
	case n.class == "TileMapLayer" || n.class == "TileMap":
		if err := im.tileNode(n, in); err != nil {
			return err
		}
	case n.class == "PinJoint2D" || n.class == "GrooveJoint2D" || n.class == "DampedSpringJoint2D":
		im.joint(n, in)
	}
	if n.isOwn && n.of == "" && !isBody && n.parent != nil && len(n.children) > 0 {
		in.layer = n.path()
		im.layerIDs[in.layer] = n.id()
		im.corners[in.layer] = in.to.At
		if d, ok := t.value(ownLayer).(dictionary); ok {
			im.layerNames[in.layer] = nameOf(d, n.name)
		}
	}
	for _, c := range n.children {
		if err := im.walk(c, in); err != nil {
			return err
		}
	}
	return nil
}

// layer returns the record of a layer, creating it on first use.
func (im *sceneImport) layer(path string) *layerRecord {
	if l := im.byPath[path]; l != nil {
		return l
	}
	l := &layerRecord{path: path, name: path, id: cmp.Or(im.layerIDs[path], path)}
	if name, ok := im.layerNames[path]; ok {
		l.name = name
	}
	if at, ok := im.corners[path]; ok && isIn(importers.Placed{At: at}) {
		l.offset = at // its contents move with it
	}
	im.byPath[path] = l
	im.layers = append(im.layers, l)
	return l
}

// part holds one shape node of a body.
type part struct {
	node   *node
	path   string
	local  importers.Affine // from the shape's frame to the body's
	shapes []level.Shape
	oneWay bool
}

func (im *sceneImport) body(n *node, in within, how level.BodyType) error {
	path := n.path()
	t := im.object(n, path)
	var parts []part
	for _, c := range n.children {
		if c.class != "CollisionShape2D" && c.class != "CollisionPolygon2D" {
			continue
		}
		if p, ok := im.part(c); ok {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	how, out := atStart(n, t, in.off, how)
	if out != "" {
		im.off[n] = true
		im.nodeIssue(importers.Note, n, "%s, and was left out", out)
		return nil
	}
	im.reportDoubt(in.doubt)
	base := item{body: how, filter: im.filterOf(n, t), matter: matter{friction: 1, density: level.DefaultDensity}}
	base.Tags, base.Kinds = n.groups, kindsOf(n)
	base.Says = level.Solid
	if n.class == "Area2D" {
		base.Says, base.matter = level.Trigger, matter{friction: level.DefaultFriction, density: level.DefaultDensity}
	}
	base.Fields = level.Properties{}
	own := im.ownRecord(n, t)
	mark, isCompound := t.value(ownBody).(dictionary)
	base.IsOwn = own != nil || isCompound
	if isCompound = isCompound && n.class == "RigidBody2D"; isCompound {
		own = nil
	}
	if err := im.fields(base.Fields, n, bodyKeys, own != nil || isCompound); err != nil {
		return im.failAt(n, err)
	}
	im.material(&base, t)
	im.findUnheld(n, t, own != nil || isCompound)
	if n.class == "RigidBody2D" && how == level.Dynamic {
		base.matter.motion = im.motion(t)
	}
	if n.class == "RigidBody2D" && in.to.X.Len() > 0 {
		if k, ok := in.to.Scale(); !ok || math.Abs(k-1) > 1e-6 {
			im.nodeIssue(importers.Warning, n,
				"it is scaled, which Godot undoes when the game runs; the shapes keep the scale shown in the editor")
		}
	}
	first := len(im.layer(in.layer).items)
	defer func() {
		if len(im.layer(in.layer).items) > first {
			im.itemOf[n] = &itemKey{in.layer, first}
		}
	}()
	if isCompound {
		return im.compound(n, in, base, parts, textIn(mark, "name"))
	}
	if own != nil {
		done, err := im.restore(n, in, base, own, parts)
		if done || err != nil {
			im.weigh(im.layer(in.layer).items[first:], n, t, own)
			return err
		}
	}
	err := im.apart(n, in, base, own, parts)
	im.weigh(im.layer(in.layer).items[first:], n, t, own)
	return err
}

// unheld lists, by class, the settings of bodies and areas that affect motion in Godot and for which levels have no
// key.
var unheld = map[string][]string{
	"RigidBody2D": {
		"gravity_scale", "lock_rotation", "linear_damp", "angular_damp", "constant_torque", "center_of_mass_mode",
		"inertia", "custom_integrator", "sleeping",
	},
	"StaticBody2D":     {"constant_linear_velocity", "constant_angular_velocity"},
	"AnimatableBody2D": {"constant_linear_velocity", "constant_angular_velocity"},
	"Area2D":           {"gravity_space_override", "linear_damp_space_override", "angular_damp_space_override"},
}

func (im *sceneImport) findUnheld(n *node, t object, isOwn bool) {
	for _, key := range unheld[n.class] {
		if isOwn && slices.Contains(ownMotion, key) {
			continue
		}
		isSet := false
		switch v := t.value(key).(type) {
		case bool:
			isSet = v
		case float64:
			isSet = v != 0 && key != "gravity_scale" || v != 1 && key == "gravity_scale"
		case call:
			isSet = slices.ContainsFunc(v.nums, func(x float64) bool { return x != 0 })
		}
		if isSet {
			im.unheldKeys[key] = true
		}
	}
}

// Values of process_mode and disable_mode that affect the start of the scene.
const (
	disabled   = 4
	makeStatic = 1
	keepActive = 2
)

// frozen gives the body type of a frozen body by its freeze_mode.
var frozen = [...]level.BodyType{level.Static, level.Kinematic}

// atStart returns how a body moves when the scene starts. If the body is absent then, out is the reason. off is the
// node that disables it, or nil.
func atStart(n *node, t object, off *node, how level.BodyType) (_ level.BodyType, out string) {
	isArea := n.class == "Area2D"
	if isArea && !t.bool("monitoring", true) && !t.bool("monitorable", true) {
		return how, "the area neither monitors nor is monitorable"
	}
	if n.class == "RigidBody2D" && t.bool("freeze", false) {
		how = frozen[t.choice("freeze_mode", len(frozen)-1)]
	}
	if off == nil {
		return how, ""
	}
	switch t.choice("disable_mode", keepActive) {
	case keepActive:
		return how, ""
	case makeStatic:
		if !isArea {
			how = level.Static
		}
		return how, ""
	}
	if off == n {
		return how, "it is disabled by its process mode"
	}
	return how, "it is disabled by the process mode of " + off.path()
}

// apart imports each shape of a body as a separate collider.
func (im *sceneImport) apart(n *node, in within, base item, own *ownRecord, parts []part) error {
	for _, p := range parts {
		it := base
		it.Name = n.name
		if len(parts) > 1 {
			it.Name += "/" + p.node.name
		}
		if own != nil && len(parts) == 1 {
			im.dress(&it, n, own)
		}
		it.Fields = maps.Clone(base.Fields)
		if err := im.fields(it.Fields, p.node, shapeKeys, own != nil); err != nil {
			return im.failAt(p.node, err)
		}
		it.Tags = importers.AppendNew(slices.Clone(it.Tags), p.node.groups...)
		m := in.to.After(p.local)
		if m.X.Cross(m.Y) == 0 && p.shapes[0].Kind != level.Chain {
			im.nodeIssue(importers.Note, p.node, "its scale is 0, so it has no area; it was left out")
			continue
		}
		for k, s := range p.shapes {
			one := it
			if len(p.shapes) > 1 {
				one.Name = fmt.Sprintf("%s %d", it.Name, k+1)
			}
			if s.OneSided && one.Says == level.Trigger {
				im.nodeIssue(importers.Loss, p.node,
					"an area that is a world boundary has no counterpart and was left out")
				continue
			}
			placed, off := laid(s, m)
			im.approximated.Add(off)
			if own != nil && placed.Shape.Kind == level.Circle {
				placed.Angle = in.to.Angle() // a circle looks the same at any angle, but its path is drawn in its frame
			}
			one.path = pathIn(it.path, in.to, placed.Angle)
			if p.oneWay && one.Says == level.Solid {
				one.Says, one.oneWay = level.OneWay, upOf(m, placed.Angle)
			}
			if err := im.add(in.layer, one, placed, p.node, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// kindsOf returns the names that rules can match besides the node's name: its class, and the instanced scene that
// contains it.
func kindsOf(n *node) []string {
	for p := n; p != nil; p = p.parent {
		if p.of != "" {
			return []string{p.of, n.class}
		}
	}
	return []string{n.class}
}

// part reads a shape node of a body; ok is false if it has no shape.
func (im *sceneImport) part(n *node) (p part, ok bool) {
	p = part{node: n, path: n.path()}
	t := im.object(n, p.path)
	if t.bool("disabled", false) {
		im.nodeIssue(importers.Note, n, "the shape is disabled and was left out")
		return p, false
	}
	var got known
	if n.class == "CollisionPolygon2D" {
		points := t.points("polygon")
		if t.choice("build_mode", 1) == 1 {
			got = outlineChain(points)
		} else {
			got = polygon(points)
		}
	} else {
		r, err := t.resource("shape")
		if err != nil {
			im.nodeIssue(importers.Loss, n, "its shape cannot be read: %v", err)
			return p, false
		}
		if r == nil {
			im.nodeIssue(importers.Warning, n, "it has no shape and was left out")
			return p, false
		}
		var seen bool
		if got, seen = im.shapes[r.s]; !seen {
			got = im.geometry(r, p.path)
			im.shapes[r.s] = got
		}
	}
	if len(got.shapes) == 0 {
		im.nodeIssue(got.severity(), n, "%s; it was left out", got.loss+got.nothing)
		return p, false
	}
	if isArea := n.parent != nil && n.parent.class == "Area2D"; got.odd != "" && !isArea { // areas report a loss
		im.nodeIssue(importers.Warning, n, "%s", got.odd)
	}
	p.shapes, p.local = got.shapes, t.transform()
	p.oneWay = t.bool("one_way_collision", false)
	if p.oneWay && t.number("one_way_collision_margin", 1) != 1 {
		im.margins++
	}
	return p, true
}

// material applies the body's physics material. Without one, Godot's friction of 1 remains.
func (im *sceneImport) material(it *item, t object) {
	const key = "physics_material_override"
	r, err := t.resource(key)
	if err != nil {
		f, line := t.at(key)
		im.issue(importers.Loss, f, line, t.path, "its physics material cannot be read: %v", err)
	} else if r != nil {
		im.rub(r, t.path, &it.matter, it.Fields)
	}
}

// rub applies a physics material. Settings without a counterpart become properties.
func (im *sceneImport) rub(r *resource, path string, to *matter, fields level.Properties) {
	t := im.resourceObject(r, path)
	to.friction = min(max(t.number("friction", 1), 0), level.MaxCoordinate)
	to.bounce = min(max(t.number("bounce", 0), 0), level.MaxCoordinate)
	for _, key := range []string{"rough", "absorbent"} {
		if t.bool(key, false) {
			fields["physics_material."+key] = true
		}
	}
}

// motion returns the initial motion of a rigid body. Godot measures forces in kg·px/s².
func (im *sceneImport) motion(t object) level.Motion {
	inRange := func(x float64) float64 { return min(max(x, -level.MaxCoordinate), level.MaxCoordinate) }
	vec := func(key string, k float64) level.Vec {
		v := t.vec(key, level.Vec{})
		return level.Vec{X: inRange(float64(v.X * k)), Y: inRange(float64(v.Y * k))}
	}
	return level.Motion{
		Velocity: vec("linear_velocity", 1), Spin: level.Degrees(inRange(float64(t.angle("angular_velocity", 0)))),
		Force: vec("constant_force", 1/im.own.metre()),
	}
}

// weigh sets the density of a rigid body's shapes so that they have the body's mass.
func (im *sceneImport) weigh(items []item, n *node, t object, own *ownRecord) {
	if bodyTypes[n.class] != level.Dynamic || len(items) == 0 || items[0].body != level.Dynamic {
		return
	}
	if p, _ := n.find("mass"); p == nil && own != nil {
		return // exported without a mass
	}
	mass := t.number("mass", 1)
	if mass <= 0 {
		t.reportInvalid("mass")
		mass = 1
	}
	area, exported := 0.0, 0.0 // exported: sum of area times exported density
	for i := range items {
		if b, err := items[i].Shape.Bake(); err == nil {
			area += b.Mass().Area
			exported += float64(b.Mass().Area * items[i].matter.density)
		}
	}
	metre := im.own.metre()
	if !(area > 0) || !(mass > 0) {
		if own == nil {
			im.nodeIssue(importers.Warning, n, "its shapes have no area, so its mass of %g is not kept", mass)
		}
		return
	}
	density := float64(mass / area * metre * metre)
	const same = 1e-3
	if own != nil && math.Abs(float64(density*area)-exported) <= float64(same*density*area) {
		return // unchanged since the export
	}
	for i := range items {
		items[i].matter.density = min(density, level.MaxCoordinate)
	}
}

func (im *sceneImport) marker(n *node, in within) error {
	t := im.object(n, n.path())
	it := item{
		body: level.Static, filter: filter{isOwn: true, layer: 1, mask: allBits},
		matter: matter{friction: level.DefaultFriction, density: level.DefaultDensity},
	}
	it.Name, it.Tags, it.Kinds, it.Says = n.name, n.groups, kindsOf(n), level.Trigger
	it.Fields = level.Properties{}
	own := im.ownRecord(n, t)
	it.IsOwn = own != nil
	if err := im.fields(it.Fields, n, bodyKeys, own != nil); err != nil {
		return im.failAt(n, err)
	}
	im.reportDoubt(in.doubt)
	p, _ := laid(level.Shape{Kind: level.Point}, in.to)
	if own != nil {
		im.dress(&it, n, own)
		p.Angle = in.to.Angle()
		it.path = pathIn(it.path, in.to, p.Angle)
	}
	return im.add(in.layer, it, p, n, 0)
}

// maxPaths limits the total bytes of all collider ids, because a small file can instance deep trees many times.
const maxPaths = 1 << 27

// add adds a collider to a layer. number counts the shapes of one node from 0.
func (im *sceneImport) add(layer string, it item, p importers.Placed, n *node, number int) error {
	if !isIn(p) {
		im.nodeIssue(importers.Loss, n, "it is at (%g, %g) and extends beyond the limit of %g; it was left out", p.At.X,
			p.At.Y, float64(level.MaxCoordinate))
		return nil
	}
	im.items++
	im.points += len(p.Shape.Points)
	im.names += len(n.path())
	switch {
	case im.items > importers.MaxColliders:
		return im.failAt(n, fmt.Errorf("more than %d colliders; import a smaller scene", importers.MaxColliders))
	case im.points > importers.MaxPoints:
		return im.failAt(n, fmt.Errorf("the shapes have more than %d points together; import a smaller scene",
			importers.MaxPoints))
	case im.names > maxPaths:
		f, line := n.at()
		return im.fail(f, line, "", fmt.Errorf("the paths of the nodes have more than %d bytes together", maxPaths))
	}
	it.Shape, it.At, it.Angle = p.Shape, p.At, p.Angle
	id := n.id()
	if number > 0 {
		id = fmt.Sprintf("%s.%d", id, number+1)
	}
	it.Source.ID = im.identify(id, n)
	l := im.layer(layer)
	l.items = append(l.items, it)
	return nil
}

// identify makes a repeated id unique and reports it.
func (im *sceneImport) identify(id string, n *node) string {
	im.ids[id]++
	k := im.ids[id]
	if k == 1 {
		return id
	}
	f, line := n.at()
	im.issue(importers.Warning, f, line, id, "the path names %d nodes", k)
	return fmt.Sprintf("%s#%d", id, k)
}

// bodyKeys lists the properties of bodies that are imported in other ways or do not matter for a level, and shapeKeys
// the same for shapes.
var (
	itemKeys = []string{
		"position", "rotation", "rotation_degrees", "scale", "skew", "transform", "global_position", "global_rotation",
		"global_rotation_degrees", "global_scale", "global_skew", "global_transform", "script", "visible", "modulate",
		"self_modulate", "z_index", "z_as_relative", "y_sort_enabled", "show_behind_parent", "light_mask",
		"visibility_layer", "clip_children", "texture_filter", "texture_repeat", "material", "use_parent_material",
		"process_mode", "process_priority", "process_physics_priority", "process_thread_group",
		"process_thread_messages", "process_thread_group_order", "editor_description", "unique_name_in_owner",
		"top_level", "auto_translate_mode", "physics_interpolation_mode",
	}
	bodyKeys = keySet("collision_layer", "collision_mask", "physics_material_override", "input_pickable",
		"gizmo_extents", "mass", "linear_velocity", "angular_velocity", "constant_force")
	shapeKeys = keySet("shape", "polygon", "build_mode", "disabled", "one_way_collision", "one_way_collision_margin",
		"debug_color")
)

// ownMotion lists the properties that Fillet's export writes itself.
var ownMotion = []string{
	"mass", "inertia", "center_of_mass_mode", "center_of_mass", "linear_damp_mode", "linear_damp", "angular_damp_mode",
	"angular_damp",
}

func keySet(more ...string) map[string]bool {
	out := map[string]bool{}
	for _, k := range append(more, itemKeys...) {
		out[k] = true
	}
	return out
}

// maxFields limits the properties kept per collider.
const maxFields = 1024

// fields adds the node's properties for which colliders have no field: metadata, exported script variables and the
// body's motion settings.
func (im *sceneImport) fields(to level.Properties, n *node, known map[string]bool, isOwn bool) error {
	for _, s := range n.sections {
		for i := range s.s.properties {
			p := &s.s.properties[i]
			if err := im.take(1); err != nil {
				return err
			}
			if known[p.key] {
				continue
			}
			name, isMeta := strings.CutPrefix(p.key, "metadata/")
			if isMeta && (strings.HasPrefix(name, "_") || isOwn && strings.HasPrefix(name, "fillet_")) ||
				isOwn && slices.Contains(ownMotion, p.key) {
				continue
			}
			if len(to) >= maxFields {
				im.issue(importers.Loss, s.f, p.line, n.path(), "more than %d properties; the others were left out",
					maxFields)
				return nil
			}
			im.field(to, name, p, s.f, n.path)
		}
	}
	return nil
}

// field adds one property. A vector becomes two numbers.
func (im *sceneImport) field(to level.Properties, name string, p *property, f *file, place func() string) {
	v, err := im.valueOf(p)
	if err != nil {
		im.issue(importers.Warning, f, p.line, place(), "%s: %v", p.key, err)
	}
	switch v := v.(type) {
	case bool, string:
		to[name] = v
		return
	case nodePath:
		to[name] = string(v)
		return
	case float64:
		if isFinite([]float64{v}) {
			to[name] = v
			return
		}
	case call:
		if strings.HasPrefix(v.name, "Vector2") && len(v.nums) == 2 && isFinite(v.nums) {
			to[name+".x"], to[name+".y"] = v.nums[0], v.nums[1]
			return
		}
	}
	if v != nil {
		im.odd++
	}
}
