package godot

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// The getters return a property of a node or resource, or Godot's default if it is not set. They report a value that
// cannot be parsed or has the wrong type as a warning, and treat it as not set.

// object is a node or a resource with its location for messages.
type object struct {
	w    *world
	find func(keys ...string) (*property, *file)
	path string
}

func (w *world) object(n *node, path string) object { return object{w, n.find, path} }

func (w *world) resourceObject(r *resource, path string) object {
	return object{w, func(keys ...string) (*property, *file) { return r.s.find(keys...), r.f }, path}
}

// value returns the value of a property, or nil.
func (t object) value(key string) any {
	p, f := t.find(key)
	if p == nil {
		return nil
	}
	v, err := t.w.valueOf(p)
	if err != nil {
		line := p.line
		if e, ok := err.(*syntaxError); ok { //nolint:errorlint // nothing wraps it
			line = e.line
		}
		t.w.issue(importers.Warning, f, line, t.path, "%s: %v", key, err)
		return nil
	}
	return v
}

// resource returns the resource that a property refers to, or nil if the property is not set.
func (t object) resource(key string) (*resource, error) {
	v := t.value(key)
	if v == nil {
		return nil, nil
	}
	_, f := t.find(key)
	return t.w.resource(f, v)
}

// at returns the line of a property, which must be set, and its file.
func (t object) at(key string) (*file, int) {
	p, f := t.find(key)
	return f, p.line
}

// valueOf parses a property's value. Long values are parsed once, because many instances share them.
func (w *world) valueOf(p *property) (any, error) {
	const long = 256
	if len(p.raw) <= long {
		return p.value()
	}
	v, ok := w.values[p]
	if !ok {
		v.value, v.err = p.value()
		w.values[p] = v
	}
	return v.value, v.err
}

type readValue struct {
	value any
	err   error
}

func (t object) reportType(key, wanted string) {
	p, f := t.find(key)
	t.w.issue(importers.Warning, f, p.line, t.path, "%s is not %s: %s", key, wanted, rest(p.raw))
}

func (t object) number(key string, fallback float64) float64 {
	switch v := t.value(key).(type) {
	case nil:
		return fallback
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return v
		}
	}
	t.reportType(key, "a number")
	return fallback
}

// extent returns a number that Godot does not allow to be negative.
func (t object) extent(key string, fallback float64) float64 {
	x := t.number(key, fallback)
	if x < 0 {
		t.reportInvalid(key)
		return fallback
	}
	return x
}

// reportInvalid reports a value that Godot rejects.
func (t object) reportInvalid(key string) {
	p, f := t.find(key)
	t.w.issue(importers.Warning, f, p.line, t.path, "%s = %s is invalid in Godot", key, rest(p.raw))
}

// choice returns a whole number from 0 to limit, or 0 if it is not set.
func (t object) choice(key string, limit int) int { return t.choiceOr(key, limit, 0) }

func (t object) choiceOr(key string, limit, fallback int) int {
	x := t.number(key, float64(fallback))
	if x != math.Trunc(x) || x < 0 || x > float64(limit) {
		t.reportType(key, "a whole number from 0 to "+strconv.Itoa(limit))
		return fallback
	}
	return int(x)
}

// bits returns a set of physics layers.
func (t object) bits(key string, fallback uint64) uint64 {
	x := t.number(key, float64(fallback))
	if x < 0 {
		x += 1 << layerBits // stored as a signed number
	}
	if x != math.Trunc(x) || x < 0 || x >= 1<<layerBits {
		t.reportType(key, "a set of 32 layers")
		return fallback
	}
	return uint64(x)
}

func (t object) bool(key string, fallback bool) bool {
	switch v := t.value(key).(type) {
	case nil:
		return fallback
	case bool:
		return v
	case float64:
		return v != 0
	}
	t.reportType(key, "true or false")
	return fallback
}

func (t object) text(key string) string {
	switch v := t.value(key).(type) {
	case nil:
		return ""
	case string:
		return v
	}
	t.reportType(key, "a string")
	return ""
}

func (t object) vec(key string, fallback level.Vec) level.Vec {
	switch v := t.value(key).(type) {
	case nil:
		return fallback
	case call:
		if strings.HasPrefix(v.name, "Vector2") && len(v.nums) == 2 && isFinite(v.nums) {
			return level.Vec{X: v.nums[0], Y: v.nums[1]}
		}
	}
	t.reportType(key, "a Vector2")
	return fallback
}

// points returns a PackedVector2Array, or nil.
func (t object) points(key string) []level.Vec {
	v := t.value(key)
	if v == nil {
		return nil
	}
	out, ok := pointsOf(v)
	if !ok {
		t.reportType(key, "a PackedVector2Array")
	}
	return out
}

func pointsOf(v any) ([]level.Vec, bool) {
	c, ok := v.(call)
	if !ok || c.name != "PackedVector2Array" || len(c.nums)%2 != 0 || !isFinite(c.nums) {
		return nil, false
	}
	out := make([]level.Vec, len(c.nums)/2)
	for i := range out {
		out[i] = level.Vec{X: c.nums[2*i], Y: c.nums[2*i+1]}
	}
	return out, true
}

func isFinite(nums []float64) bool {
	return !slices.ContainsFunc(nums, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

// angle returns an angle stored in radians. It rounds an angle close to a whole number of degrees, because Godot writes
// only six or seven digits.
func (t object) angle(key string, fallback float64) level.Degrees {
	d := level.DegreesOf(t.number(key, fallback))
	p, _ := t.find(key)
	const digits = 10
	if near := level.Degrees(math.Round(float64(d))); p != nil && len(p.raw) <= digits &&
		math.Abs(float64(near-d)) < angleTolerance {
		return near
	}
	return d
}

// angleTolerance is the distance from a whole number of degrees within which an angle is rounded, in degrees.
const angleTolerance = 3e-4

// last returns whichever of a property's alternative names is set last, or "".
func (t object) last(names ...string) string {
	if p, _ := t.find(names...); p != nil {
		return p.key
	}
	return ""
}

// turnKeys lists the names of a node's rotation.
var turnKeys = []string{"rotation", "rotation_degrees", "global_rotation", "global_rotation_degrees"}

// turn returns a rotation stored under one of turnKeys. fallback is in radians.
func (t object) turn(key string, fallback float64) level.Degrees {
	if strings.HasSuffix(key, "_degrees") {
		return level.Degrees(t.number(key, 0))
	}
	return t.angle(key, fallback)
}

// transform returns a Node2D's transform to its parent. Later properties override earlier ones, whether they set the
// whole transform or a part of it. Global values count as local values, because Godot sets them before the node has a
// parent.
func (t object) transform() importers.Affine {
	m, isWhole := affineOf(t.value(t.last("transform", "global_transform")))
	last := func(names ...string) string {
		if isWhole {
			names = slices.Concat(names, []string{"transform", "global_transform"})
		}
		key := t.last(names...)
		if strings.HasSuffix(key, "transform") {
			return ""
		}
		return key
	}
	turnKey, scaleKey, skewKey := last(turnKeys...), last("scale", "global_scale"), last("skew", "global_skew")
	m.At = t.vec(last("position", "global_position"), m.At)
	if turnKey+scaleKey+skewKey == "" {
		return tidied(m)
	}
	p := partsOf(m)
	scale, turn, skew := t.vec(scaleKey, p.scale), t.turn(turnKey, p.turn), t.angle(skewKey, p.skew)
	m = importers.MoveBy(m.At).After(importers.Turn(turn))
	if scale != (level.Vec{X: 1, Y: 1}) || skew != 0 {
		m.X = m.X.Mul(scale.X)
		m.Y = importers.Turn(turn + skew).Y.Mul(scale.Y)
	}
	if isWhole {
		m = tidied(m)
	}
	return m
}

// affineOf returns the map of a Transform2D; otherwise the identity and false.
func affineOf(v any) (importers.Affine, bool) {
	c, ok := v.(call)
	if !ok || c.name != "Transform2D" || len(c.nums) != 6 || !isFinite(c.nums) {
		return importers.MoveBy(level.Vec{}), false
	}
	return importers.Affine{
		X: level.Vec{X: c.nums[0], Y: c.nums[1]},
		Y: level.Vec{X: c.nums[2], Y: c.nums[3]}, At: level.Vec{X: c.nums[4], Y: c.nums[5]},
	}, true
}

// tidied undoes single-precision rounding: a map that is nearly a rotation and a scale becomes exactly that.
func tidied(m importers.Affine) importers.Affine {
	const off = 1e-5
	kx, ky := m.X.Len(), m.Y.Len()
	if kx == 0 || ky == 0 || math.Abs(m.X.Dot(m.Y)) > off*kx*ky {
		return m
	}
	for _, k := range []*float64{&kx, &ky} {
		if math.Abs(*k-1) < off {
			*k = 1
		}
	}
	if math.Abs(kx-ky) < off*kx {
		ky = kx
	}
	d := level.DegreesOf(collision.Atan2(m.X.Y, m.X.X))
	if near := level.Degrees(math.Round(float64(d))); math.Abs(float64(near-d)) < angleTolerance {
		d = near
	}
	turn := importers.Turn(d)
	if m.X.Cross(m.Y) < 0 {
		ky = -ky
	}
	return importers.Affine{X: turn.X.Mul(kx), Y: turn.Y.Mul(ky), At: m.At}
}
