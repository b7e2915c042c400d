package godot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// frame is a node's transform to the level, and the size of a control.
type frame struct {
	to   importers.Affine
	size level.Vec
}

// doubt records why a node may be elsewhere in the game. It is reported only if there is a collider below the node.
type doubt struct {
	of       *node
	why      string
	reported bool
	outer    *doubt
}

// reportDoubt reports the doubts about a position that are not reported yet.
func (im *sceneImport) reportDoubt(d *doubt) {
	for ; d != nil && !d.reported; d = d.outer {
		im.nodeIssue(importers.Warning, d.of, "%s", d.why)
		d.reported = true
	}
}

// frame returns a node's transform to the level when the scene starts, and why this may be wrong. Only 2D nodes and
// controls inherit their parent's transform.
func (im *sceneImport) frame(n *node, t object, parent frame) (own frame, why string) {
	own.to = importers.MoveBy(level.Vec{})
	var m importers.Affine
	switch {
	case isPlain(n.class):
		own.size = im.window
		return own, ""
	case isControl(n.class):
		m, own.size, why = im.control(n, t, parent.size)
	case n.class == "PathFollow2D":
		m, why = im.follow(n, t)
	case n.class == "Parallax2D" || n.class == "ParallaxLayer":
		m = t.transform()
		m.At = m.At.Add(t.vec("scroll_offset", level.Vec{})).Add(t.vec("motion_offset", level.Vec{})) // only one is set
		why = "Godot moves a " + n.class + " with the camera, which is at the origin here"
	default:
		switch {
		case n.class == "PhysicalBone2D" &&
			(t.bool("simulate_physics", false) || t.bool("follow_bone_when_simulating", false)):
			why = "Godot puts it onto its bone when it simulates; here it has its saved position"
		case n.class == "Skeleton2D" && im.isModified(t):
			why = "its modification stack moves its bones when the game runs; here they have their saved positions"
		}
		m = t.transform()
	}
	if by := im.moved[n]; by != "" {
		why = by
	}
	if by := im.remotes[n]; by != nil {
		own.to = im.pushed(n, by, m, parent.to)
		return own, why
	}
	if own.to = m; !t.bool("top_level", false) {
		own.to = parent.to.After(m)
	}
	return own, why
}

// isModified reports whether a skeleton's modification stack is enabled.
func (im *sceneImport) isModified(skeleton object) bool {
	r, err := skeleton.resource("modification_stack")
	return err != nil || r != nil && im.resourceObject(r, skeleton.path).bool("enabled", false)
}

// findRemotes records the nodes that a RemoteTransform2D at or below n drives.
func (im *sceneImport) findRemotes(n *node) {
	if n.class == "RemoteTransform2D" {
		if to := n.to(im.object(n, n.name), "remote_path"); to != nil && !isPlain(to.class) && !isControl(to.class) {
			im.remotes[to] = n
		}
	}
	for _, c := range n.children {
		im.findRemotes(c)
	}
}

// pushed returns the transform that a RemoteTransform2D gives to a node with the local transform m.
func (im *sceneImport) pushed(n, by *node, m, parent importers.Affine) importers.Affine {
	t := im.object(by, by.name)
	isGlobal := t.bool("use_global_coordinates", true)
	from, to := t.transform(), m
	if isGlobal {
		im.placed[n] = frame{to: parent.After(m)} // ends cycles of nodes that drive each other
		from, to = im.global(by).to, parent.After(m)
	}
	f, o := partsOf(from), partsOf(to)
	if !t.bool("update_position", true) {
		f.at = o.at
	}
	if !t.bool("update_rotation", true) {
		f.turn = o.turn
	}
	if !t.bool("update_scale", true) {
		f.scale = o.scale
	}
	if to = f.affine(); !isGlobal {
		to = parent.After(to)
	}
	im.placed[n] = frame{to: to}
	return to
}

// global returns a node's transform to the level. Results are cached, because many nodes may ask for the same
// transform.
func (im *sceneImport) global(n *node) frame {
	if f, ok := im.placed[n]; ok {
		return f
	}
	parent := frame{to: importers.MoveBy(level.Vec{}), size: im.window}
	if under, ok := im.under[n]; ok {
		parent.to = under
	} else if n.parent != nil {
		parent = im.global(n.parent)
	}
	f, _ := im.frame(n, im.object(n, n.name), parent)
	im.placed[n] = f
	return f
}

// transformParts holds an affine map as the components of a Node2D.
type transformParts struct {
	at, scale  level.Vec
	turn, skew float64 // in radians
}

func partsOf(m importers.Affine) transformParts {
	p := transformParts{at: m.At, scale: level.Vec{X: m.X.Len(), Y: m.Y.Len()}, turn: collision.Atan2(m.X.Y, m.X.X)}
	if m.X.Cross(m.Y) < 0 {
		p.scale.Y, m.Y = -p.scale.Y, m.Y.Mul(-1)
	}
	if p.scale.X > 0 && p.scale.Y != 0 {
		p.skew = collision.Atan2(-m.X.Dot(m.Y), m.X.Cross(m.Y))
	}
	return p
}

func (p transformParts) affine() importers.Affine {
	turn, up := importers.Turn(level.DegreesOf(p.turn)), importers.Turn(level.DegreesOf(p.turn+p.skew))
	return tidied(importers.Affine{X: turn.X.Mul(p.scale.X), Y: up.Y.Mul(p.scale.Y), At: p.at})
}

// follow returns the transform of a PathFollow2D in its Path2D. Godot clamps a saved progress to the path and ignores a
// saved ratio. If animations set them later, the ratio counts, and the progress wraps around if the node loops.
func (im *sceneImport) follow(n *node, t object) (m importers.Affine, why string) {
	m = t.transform()
	if n.parent == nil || n.parent.class != "Path2D" {
		return m, ""
	}
	c, err := im.curveOf(n.parent)
	if err != nil {
		return m, fmt.Sprintf("it keeps its saved position, as its path cannot be read: %v", err)
	}
	length := c.length()
	if length == 0 {
		return m, ""
	}
	along := t.number("progress", 0)
	isRatio := n.isAnimated("progress_ratio")
	if isRatio {
		along = float64(t.number("progress_ratio", 0) * length)
	}
	if (isRatio || n.isAnimated("progress")) && t.bool("loop", true) && (along < 0 || along > length) {
		if along = math.Mod(along, length); along <= 0 {
			along += length
		}
	}
	at, direction := c.sample(along, t.bool("cubic_interp", true))
	parts, by := partsOf(m), level.Vec{X: t.number("h_offset", 0), Y: t.number("v_offset", 0)}
	if t.bool("rotates", true) {
		parts.turn = collision.Atan2(direction.Y, direction.X)
		by = importers.Affine{X: direction, Y: level.Vec{X: -direction.Y, Y: direction.X}}.Linear(by)
	}
	parts.at = at.Add(by)
	return parts.affine(), ""
}

// curve is a Curve2D as Godot bakes it: points at most an interval apart, as far as bakeDepth allows.
type curve struct {
	points, directions []level.Vec
	along              []float64 // the distance of each point from the first one, along straight lines
}

// Limits on baking.
const (
	bakeDepth = 10      // halvings of a piece, as in Godot
	maxBaked  = 1 << 20 // points of all curves
)

// curveOf reads the curve of a Path2D once.
func (im *sceneImport) curveOf(path *node) (*curve, error) {
	t := im.object(path, path.name)
	r, err := t.resource("curve")
	if err != nil {
		return nil, err
	}
	if r == nil {
		return &curve{}, nil
	}
	if c := im.curves[r.s]; c != nil {
		return c, nil
	}
	c := &curve{}
	t = im.resourceObject(r, t.path)
	d, _ := t.value("_data").(dictionary)
	if v, has := d.get("points"); has {
		points, ok := pointsOf(v)
		if !ok || len(points)%3 != 0 {
			return nil, fmt.Errorf("the points of a %s are invalid", r.class)
		}
		for i := 0; i+3 < len(points); i += 3 { // per point: the handle before it, the handle after it and its position
			from, to := points[i+2], points[i+5]
			c.bake([4]level.Vec{from, from.Add(points[i+1]), to.Add(points[i+3]), to}, t.number("bake_interval", 5))
			if im.baked+len(c.points) > maxBaked {
				return nil, fmt.Errorf("more than %d baked points", maxBaked)
			}
		}
	}
	im.baked += len(c.points)
	im.curves[r.s] = c
	return c, nil
}

// bake adds a cubic piece, which begins where the previous one ends.
func (c *curve) bake(piece [4]level.Vec, interval float64) {
	add := func(t float64) {
		at, direction := bezier(piece, t)
		along := c.length()
		if n := len(c.points); n > 0 {
			along += at.Dist(c.points[n-1])
		}
		c.points, c.directions, c.along = append(c.points, at), append(c.directions, direction), append(c.along, along)
	}
	var split func(from, to float64, depth int)
	split = func(from, to float64, depth int) {
		a, _ := bezier(piece, from)
		b, _ := bezier(piece, to)
		if depth < bakeDepth && a.Dist(b) > interval {
			middle := float64((from + to) / 2)
			split(from, middle, depth+1)
			add(middle)
			split(middle, to, depth+1)
		}
	}
	if len(c.points) == 0 {
		add(0)
	}
	split(0, 1, 0)
	add(1)
}

// bezier returns a point of a cubic curve and the unit direction there; t runs from 0 to 1.
func bezier(p [4]level.Vec, t float64) (at, direction level.Vec) {
	a, b, c := p[0].Lerp(p[1], t), p[1].Lerp(p[2], t), p[2].Lerp(p[3], t)
	a, b = a.Lerp(b, t), b.Lerp(c, t)
	if at, direction = a.Lerp(b, t), b.Sub(a).Unit(); direction != (level.Vec{}) {
		return at, direction
	}
	if t > 0.5 { // an end without a handle
		return at, p[3].Sub(p[1]).Unit()
	}
	return at, p[2].Sub(p[0]).Unit()
}

func (c *curve) length() float64 {
	if len(c.along) == 0 {
		return 0
	}
	return c.along[len(c.along)-1]
}

// sample returns the point at a distance along the curve, and the unit direction there. A cubic sample interpolates
// between four baked points. The curve's length must not be 0.
func (c *curve) sample(along float64, cubic bool) (at, direction level.Vec) {
	along = min(max(along, 0), c.length())
	i, _ := slices.BinarySearch(c.along, along)
	i = max(i-1, 0)
	part := 0.5
	if step := c.along[i+1] - c.along[i]; step > 0 {
		part = (along - c.along[i]) / step
	}
	a, b, turn := c.points[i], c.points[i+1], c.directions[i]
	if turn == (level.Vec{}) {
		turn = c.directions[i+1]
	}
	by := collision.Atan2(turn.Cross(c.directions[i+1]), turn.Dot(c.directions[i+1]))
	direction = importers.Turn(level.DegreesOf(float64(by * part))).Linear(turn)
	if !cubic {
		return a.Lerp(b, part), direction
	}
	before, after := c.points[max(i-1, 0)], c.points[min(i+2, len(c.points)-1)]
	const handle = 1.0 / 6 // of the vector between a point's neighbours, as in a Catmull-Rom curve
	at, _ = bezier([4]level.Vec{a, a.MulAdd(b.Sub(before), handle), b.MulAdd(after.Sub(a), -handle), b}, part)
	return at, direction
}

// control returns a control's transform to its parent, and its size. area is the parent's size.
func (im *sceneImport) control(n *node, t object, area level.Vec) (m importers.Affine, size level.Vec, why string) {
	isTop := n.parent == nil || isPlain(n.parent.class) // anchored to the window
	if t.bool("top_level", false) {
		isTop, area = true, im.window
	}
	side := func(name string, of float64) float64 {
		anchor := t.number("anchor_"+name, 0)
		if anchor != 0 && isTop {
			why = fmt.Sprintf("its position depends on the window's size, which is %g by %g pixels here", im.window.X,
				im.window.Y)
		}
		return float64(anchor*of) + t.number("offset_"+name, 0)
	}
	at := level.Vec{X: side("left", area.X), Y: side("top", area.Y)}
	size = level.Vec{X: side("right", area.X), Y: side("bottom", area.Y)}.Sub(at)
	least := t.vec("custom_minimum_size", level.Vec{})
	grow := func(key string, at, size *float64, least float64) {
		if short := max(least, 0) - *size; short > 0 {
			*at -= float64(short * [...]float64{1, 0, 0.5}[t.choiceOr(key, 2, 1)])
			*size += short
		}
	}
	grow("grow_horizontal", &at.X, &size.X, least.X)
	grow("grow_vertical", &at.Y, &size.Y, least.Y)
	if n.parent != nil && strings.HasSuffix(n.parent.class, "Container") {
		why = "it is placed by its offsets; in Godot a " + n.parent.class + " arranges it"
	}
	ratio, scale := t.vec("pivot_offset_ratio", level.Vec{}), t.vec("scale", level.Vec{X: 1, Y: 1})
	pivot := t.vec("pivot_offset", level.Vec{}).Add(level.Vec{
		X: float64(ratio.X * size.X),
		Y: float64(ratio.Y * size.Y),
	})
	m = importers.Turn(t.turn(t.last(turnKeys...), 0))
	m.X, m.Y = m.X.Mul(scale.X), m.Y.Mul(scale.Y)
	return importers.MoveBy(at.Add(pivot)).After(m).After(importers.MoveBy(pivot.Neg())), size, why
}

// isPlain reports whether a class is known to have no 2D transform: its children start at the origin again.
func isPlain(class string) bool {
	switch class {
	case "Node", "CanvasLayer", "ParallaxBackground", "AnimationPlayer", "AnimationTree", "Timer", "AudioStreamPlayer",
		"NavigationAgent2D", "WorldEnvironment", "HTTPRequest", "ResourcePreloader", "MultiplayerSpawner",
		"MultiplayerSynchronizer", "StatusIndicator", "ShaderGlobalsOverride":
		return true
	}
	return isViewport(class) || strings.HasSuffix(class, "3D")
}

// isViewport reports whether a class draws its children on a canvas of their own, in a physics space of their own.
func isViewport(class string) bool {
	switch class {
	case "Viewport", "SubViewport", "Window", "Popup", "PopupMenu", "PopupPanel", "AcceptDialog",
		"ConfirmationDialog", "FileDialog":
		return true
	}
	return false
}

// findSpaces records which viewports at or below n contain bodies, each with a physics space of its own. The level is
// the scene's own space, or else the first one with bodies. in is the viewport that contains n, or nil.
func (im *sceneImport) findSpaces(n, in *node) {
	if isViewport(n.class) {
		in = n
	}
	if bodyTypes[n.class] != 0 || n.class == "TileMapLayer" || n.class == "TileMap" {
		if in == nil || len(im.spaces) == 0 {
			im.space = in
		}
		im.spaces[in] = true
	}
	for _, c := range n.children {
		im.findSpaces(c, in)
	}
}

// isControl reports whether a class belongs to the user interface.
func isControl(class string) bool {
	switch class {
	case "Control", "Label", "Button", "Panel", "ColorRect", "TextureRect", "NinePatchRect", "RichTextLabel",
		"LineEdit", "TextEdit", "ItemList", "Tree", "ReferenceRect",
		"TextureButton", "CheckBox", "CheckButton", "OptionButton", "ProgressBar", "TextureProgressBar",
		"VideoStreamPlayer", "HSlider", "VSlider", "HSeparator", "VSeparator",
		"TabBar", "SpinBox", "LinkButton", "MenuButton", "MenuBar", "ColorPickerButton", "ColorPicker", "CodeEdit",
		"HScrollBar", "VScrollBar", "GraphEdit":
		return true
	}
	return strings.HasSuffix(class, "Container")
}
