package godot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
)

// animate applies the first frame of every autoplay animation at or below n, and records the nodes that the animations
// change later.
func (im *sceneImport) animate(n *node) error {
	if n.class == "AnimationPlayer" {
		if err := im.autoplay(n); err != nil {
			return im.failAt(n, err)
		}
	}
	for _, c := range n.children {
		if err := im.animate(c); err != nil {
			return err
		}
	}
	return nil
}

// autoplay applies the first frame of a player's autoplay animation.
func (im *sceneImport) autoplay(player *node) error {
	t := im.object(player, player.name)
	name := t.text("autoplay")
	if name == "" || !t.bool("active", true) {
		return nil
	}
	r := im.animation(t, name)
	root := player.parent
	if t.value("root_node") != nil {
		root = player.to(t, "root_node")
	}
	if r == nil || root == nil {
		return nil
	}
	a := im.resourceObject(r, player.name+": "+name)
	loops := a.choice("loop_mode", 2) != 0
	for i := 0; ; i++ {
		track := "tracks/" + strconv.Itoa(i) + "/"
		kind := a.text(track + "type")
		if kind == "" {
			return nil
		}
		if err := im.take(1); err != nil {
			return err
		}
		path, _ := a.value(track + "path").(nodePath)
		to, property, hasProperty := strings.Cut(string(path), ":")
		n := root.follow(to)
		if n == nil || !hasProperty || !a.bool(track+"enabled", true) {
			continue
		}
		if p, _ := n.find(ownID); p != nil {
			continue // Fillet's exports store the path itself
		}
		keys, _ := a.value(track + "keys").(dictionary)
		var values []any
		var start any
		switch kind {
		case "value":
			values, start = valueTrack(keys, a.number("length", 1), loops && a.bool(track+"loop_wrap", true))
		case "bezier":
			if c := valueIn[call](keys, "points"); len(c.nums) > 0 {
				for k := range slices.Chunk(c.nums, bezierNumbers) {
					values = append(values, k[0])
				}
				start = values[0]
			}
		}
		if err := im.take(len(values)); err != nil {
			return err
		}
		n.set(property, start)
		im.noteAnimated(n, property, name, values)
	}
}

// bezierNumbers is the length of a bezier track's key: its value and two handles.
const bezierNumbers = 5

// animation returns a player's animation, or nil if there is none. Its name is LIBRARY/NAME, or only NAME in the
// unnamed library.
func (im *sceneImport) animation(t object, name string) *resource {
	library, short := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		library, short = name[:i], name[i+1:]
	}
	key := "libraries/" + library
	v := t.value(key)
	if v == nil {
		key = "libraries"
		d, _ := t.value(key).(dictionary)
		v, _ = d.get(library)
	}
	_, f := t.find(key)
	if v == nil || f == nil {
		return nil
	}
	r, err := im.resource(f, v)
	if err != nil {
		return nil
	}
	d, _ := im.resourceObject(r, t.path).value("_data").(dictionary)
	if v, _ = d.get(short); v == nil {
		return nil
	}
	if r, err = im.resource(r.f, v); err != nil || r.class != "Animation" {
		return nil
	}
	return r
}

// valueTrack returns the values of a track's keys and the value at time 0, which is nil if the track sets none then.
func valueTrack(keys dictionary, length float64, wraps bool) (values []any, start any) {
	values = valueIn[[]any](keys, "values")
	times, update := valueIn[call](keys, "times"), valueIn[float64](keys, "update")
	const discrete, capture = 1, 2
	if len(values) == 0 || len(times.nums) != len(values) || update == capture ||
		update == discrete && times.nums[0] > 0 {
		return values, nil
	}
	if wait, last := times.nums[0], len(values)-1; wait > 0 && wraps {
		before := length - times.nums[last]
		return values, mixed(values[last], values[0], before/(before+wait))
	}
	return values, values[0]
}

// mixed interpolates between two values; part runs from 0 to 1. It returns the second one if they are not numeric.
func mixed(from, to any, part float64) any {
	a, b := numbersOf(from), numbersOf(to)
	if len(a) == 0 || len(a) != len(b) {
		return to
	}
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] + float64((b[i]-a[i])*part)
	}
	if c, isCall := to.(call); isCall {
		return call{name: c.name, nums: out}
	}
	return out[0]
}

// numbersOf returns the numbers in a value, or nil if it has none.
func numbersOf(v any) []float64 {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case call:
		return v.nums
	}
	return nil
}

// set overrides what the files say about a property of the node, or about one component such as position:x. It accepts
// only numbers, vectors and booleans, which suffice to move, turn or disable a node.
func (n *node) set(name string, v any) {
	key, part, hasPart := strings.Cut(name, ":")
	numbers := numbersOf(v)
	if _, isBool := v.(bool); !isBool && (len(numbers) == 0 || len(numbers) > 2 || !isFinite(numbers)) {
		return
	}
	if hasPart {
		p, _ := n.find(key)
		vector := []float64{0, 0}
		if key == "scale" {
			vector = []float64{1, 1}
		}
		if p != nil {
			old, _ := p.value()
			if vector = slices.Clone(numbersOf(old)); len(vector) != 2 {
				return
			}
		}
		i := slices.Index([]string{"x", "y"}, part)
		if i < 0 || len(numbers) != 1 {
			return
		}
		vector[i] = numbers[0]
		v = call{name: "Vector2", nums: vector}
	}
	if key == "rotation_degrees" && len(numbers) == 1 {
		key, v = "rotation", level.Degrees(numbers[0]).Radians()
	}
	last := n.sections[len(n.sections)-1]
	line := last.s.line // messages point at the file's last property
	if last.s.tag == animationTag {
		line = last.s.properties[0].line
	} else {
		for _, p := range last.s.properties {
			line = max(line, p.line)
		}
		last.s = &section{tag: animationTag, line: last.s.line}
		n.sections = append(n.sections, last)
	}
	if last.s.index != nil {
		last.s.index[key] = len(last.s.properties)
	}
	last.s.properties = append(last.s.properties, property{key, rawOf(v), line})
}

// animationTag marks sections whose properties are set by animations.
const animationTag = "animation"

// isAnimated reports whether an animation sets a property when the scene starts.
func (n *node) isAnimated(key string) bool {
	last := n.sections[len(n.sections)-1].s
	return last.tag == animationTag && last.find(key) != nil
}

// rawOf formats a value in the scene format's notation.
func rawOf(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case call:
		words := make([]string, len(v.nums))
		for i, x := range v.nums {
			words[i] = rawOf(x)
		}
		return v.name + "(" + strings.Join(words, ", ") + ")"
	}
	return fmt.Sprint(v)
}

// animated lists the properties through which an animation can move, add or remove colliders.
var animated = []string{
	"position", "rotation", "rotation_degrees", "scale", "skew", "transform", "global_position", "progress",
	"progress_ratio", "disabled", "process_mode", "enabled", "polygon",
}

// noteAnimated records that an animation changes a node later, which is reported if the node turns out to have a
// collider.
func (im *sceneImport) noteAnimated(n *node, property, name string, values []any) {
	key, _, _ := strings.Cut(property, ":")
	if !slices.Contains(animated, key) {
		return
	}
	changes := false
	if len(values) > 1 {
		first := rawOf(values[0])
		changes = slices.ContainsFunc(values[1:], func(v any) bool { return rawOf(v) != first })
	}
	if n.class == "CollisionShape2D" || n.class == "CollisionPolygon2D" {
		n = n.parent
	}
	if n != nil && changes && im.moved[n] == "" {
		im.moved[n] = fmt.Sprintf("it has the state in which animation %q starts; later changes were not imported (%s)",
			name, key)
	}
}
