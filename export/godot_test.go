package export_test

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"

	"pgregory.net/rapid"
)

// section is a header [tag key=value …] of a Godot scene and the properties under it.
type section struct {
	tag        string
	attributes map[string]any
	properties map[string]any
}

// call is a constructor in a scene's text, such as Vector2(1, 2).
type call struct {
	name string
	args []any
}

// sceneParser reads Godot's text scenes as Godot's documentation describes them ("TSCN file format"): sections of
// attributes and properties, whose values are Variants.
type sceneParser struct {
	s string
	i int
}

func parseScene(s string) ([]section, error) {
	p := &sceneParser{s: s}
	var out []section
	for {
		p.space("\n")
		if p.i == len(p.s) {
			break
		}
		if p.s[p.i] == '[' {
			sec, err := p.header()
			if err != nil {
				return nil, err
			}
			out = append(out, sec)
			continue
		}
		if len(out) == 0 {
			return nil, p.errorf("a property before the first section")
		}
		key := p.word("/")
		p.space("")
		if key == "" || !p.take('=') {
			return nil, p.errorf("want key = value")
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		out[len(out)-1].properties[key] = v
		p.space("")
		if p.i < len(p.s) && !p.take('\n') {
			return nil, p.errorf("unexpected text after a value")
		}
	}
	return out, p.check(out)
}

// check validates the resources and the tree of the scene.
func (p *sceneParser) check(sections []section) error {
	if len(sections) == 0 || sections[0].tag != "gd_scene" || sections[0].attributes["format"] != 3.0 {
		return errors.New("not a scene of format 3")
	}
	resources, nodes := map[any]bool{}, map[string]bool{}
	for _, s := range sections[1:] {
		switch s.tag {
		case "sub_resource":
			if len(nodes) > 0 || resources[s.attributes["id"]] {
				return fmt.Errorf("resource %v is out of order or repeated", s.attributes["id"])
			}
			resources[s.attributes["id"]] = true
		case "node":
			name, _ := s.attributes["name"].(string)
			if name == "" || strings.ContainsAny(name, `.:@/"%`) {
				return fmt.Errorf("invalid node name %q", name)
			}
			path := name
			switch parent, ok := s.attributes["parent"].(string); {
			case !ok && len(nodes) > 0:
				return fmt.Errorf("node %q has no parent", name)
			case ok && parent == ".":
			case ok:
				if !nodes[parent] {
					return fmt.Errorf("node %q has a missing parent, %q", name, parent)
				}
				path = parent + "/" + name
			}
			if nodes[path] && path != name {
				return fmt.Errorf("duplicate node %q", path)
			}
			nodes[path] = true
			for k, v := range s.properties {
				if c, ok := v.(call); ok && c.name == "SubResource" && !resources[c.args[0]] {
					return fmt.Errorf("%s of %q names a missing resource: %v", k, name, c.args)
				}
			}
		}
	}
	if n := sections[0].attributes["load_steps"]; n != float64(len(resources)+1) {
		return fmt.Errorf("load_steps = %v for %d resources", n, len(resources))
	}
	return nil
}

func (p *sceneParser) errorf(f string, args ...any) error {
	line := strings.Count(p.s[:min(p.i, len(p.s))], "\n") + 1
	return fmt.Errorf("line %d: %s", line, fmt.Sprintf(f, args...))
}

func (p *sceneParser) space(more string) {
	for p.i < len(p.s) && strings.IndexByte(" \t"+more, p.s[p.i]) >= 0 {
		p.i++
	}
}

func (p *sceneParser) take(c byte) bool {
	if p.i < len(p.s) && p.s[p.i] == c {
		p.i++
		return true
	}
	return false
}

func (p *sceneParser) word(more string) string {
	from := p.i
	for p.i < len(p.s) {
		c := p.s[p.i]
		if c != '_' && !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') &&
			strings.IndexByte(more, c) < 0 {
			break
		}
		p.i++
	}
	return p.s[from:p.i]
}

func (p *sceneParser) header() (section, error) {
	p.take('[')
	s := section{p.word(""), map[string]any{}, map[string]any{}}
	for {
		p.space("")
		if p.take(']') {
			return s, nil
		}
		key := p.word("")
		if key == "" || !p.take('=') {
			return s, p.errorf("want key=value in a header")
		}
		v, err := p.value()
		if err != nil {
			return s, err
		}
		s.attributes[key] = v
	}
}

func (p *sceneParser) value() (any, error) {
	p.space("\n")
	if p.i == len(p.s) {
		return nil, p.errorf("the value is missing")
	}
	switch c := p.s[p.i]; {
	case c == '"':
		return p.str()
	case c == '[':
		p.i++
		return p.list(']')
	case c == '{':
		p.i++
		return p.dictionary()
	case c == '-' || '0' <= c && c <= '9':
		n := p.word("+-.")
		x, err := strconv.ParseFloat(n, 64)
		if err != nil {
			return nil, p.errorf("%q is not a number", n)
		}
		return x, nil
	}
	w := p.word("")
	switch w {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	if w == "" || !p.take('(') {
		return nil, p.errorf("%q is not a value", w)
	}
	args, err := p.list(')')
	return call{w, args}, err
}

func (p *sceneParser) str() (string, error) {
	p.take('"')
	var b strings.Builder
	for p.i < len(p.s) {
		c := p.s[p.i]
		p.i++
		switch c {
		case '"':
			return b.String(), nil
		case '\\':
			if p.i == len(p.s) || p.s[p.i] != '"' && p.s[p.i] != '\\' {
				return "", p.errorf("an unknown escape")
			}
			b.WriteByte(p.s[p.i])
			p.i++
		default:
			b.WriteByte(c)
		}
	}
	return "", p.errorf("unterminated string")
}

func (p *sceneParser) list(end byte) ([]any, error) {
	var out []any
	for {
		p.space("\n")
		if p.take(end) {
			return out, nil
		}
		if len(out) > 0 && !p.take(',') {
			return nil, p.errorf("want a comma")
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
}

func (p *sceneParser) dictionary() (map[any]any, error) {
	out := map[any]any{}
	for {
		p.space("\n")
		if p.take('}') {
			return out, nil
		}
		if len(out) > 0 && !p.take(',') {
			return nil, p.errorf("want a comma")
		}
		k, err := p.value()
		if err != nil {
			return nil, err
		}
		p.space("")
		if !p.take(':') {
			return nil, p.errorf("want a colon")
		}
		if out[k], err = p.value(); err != nil {
			return nil, err
		}
	}
}

// Shapes that are placed like Godot's nested nodes are the level's shapes.
func TestGodotPlacesShapes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		data, _ := exportedTo(t, export.Godot(), doc, export.Options{Tolerance: 0.01})
		sections, err := parseScene(string(data))
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		resources := map[any]section{}
		got := map[string]collision.AABB{}
		id, body := "", collision.Identity()
		for _, s := range sections {
			if s.tag == "sub_resource" {
				resources[s.attributes["id"]] = s
			}
			if s.tag != "node" {
				continue
			}
			if v, ok := s.properties["metadata/fillet_id"].(string); ok {
				id, body = v, placeOf(s)
				got[id] = collision.EmptyAABB()
				if s.attributes["type"] == "Marker2D" {
					got[id] = collision.AABB{Min: body.P, Max: body.P}
				}
			}
			if s.attributes["type"] == "CollisionShape2D" {
				r := resources[s.properties["shape"].(call).args[0]]
				got[id] = got[id].Union(shapeBounds(t, r, body.Mul(placeOf(s))))
				wantUp(t, doc, id, s, body.Mul(placeOf(s)))
			}
		}
		for c := range doc.Colliders() {
			want := collision.EmptyAABB()
			for _, p := range doc.Baked(c.ID).Pieces {
				want = want.Union(p.Bounds(c.Transform()))
			}
			if c.Shape.Kind == level.Point {
				want = collision.AABB{Min: c.Position, Max: c.Position}
			}
			if c.Role == level.OneWay {
				rise := c.Transform().Q.Apply(c.OneWay.Unit()).Mul(0.013) // see oneWayRise
				want.Min, want.Max = want.Min.Add(rise), want.Max.Add(rise)
			}
			if b := got[c.ID.String()]; !(b.Min.Dist(want.Min) < 0.02 && b.Max.Dist(want.Max) < 0.02) {
				t.Fatalf("%v is at %v in Godot, want %v\n%s", c.ID, b, want, data)
			}
		}
	})
}

// wantUp checks that a one-way shape's own -y is the direction of the collider's solid side.
func wantUp(t *rapid.T, doc *level.Document, id string, s section, at collision.Transform) {
	cid, err := level.ParseID(id)
	if err != nil {
		t.Fatal(err)
	}
	c := doc.Collider(cid)
	if oneWay := s.properties["one_way_collision"] == true; oneWay != (c.Role == level.OneWay) {
		t.Fatalf("%s: one-way is %v", id, oneWay)
	} else if oneWay && at.Q.Apply(level.Up).Dist(c.Transform().Q.Apply(c.OneWay)) > 1e-6 {
		t.Fatalf("%s faces %v, want %v", id, at.Q.Apply(level.Up), c.Transform().Q.Apply(c.OneWay))
	}
}

func placeOf(s section) collision.Transform {
	var p collision.Vec
	if v, ok := s.properties["position"].(call); ok {
		p = collision.Vec{X: v.args[0].(float64), Y: v.args[1].(float64)}
	}
	a, _ := s.properties["rotation"].(float64)
	return collision.NewTransform(p, a)
}

func shapeBounds(t *rapid.T, r section, at collision.Transform) collision.AABB {
	vec := func(v any) collision.Vec {
		c := v.(call)
		return collision.Vec{X: c.args[0].(float64), Y: c.args[1].(float64)}
	}
	var points []collision.Vec
	radius, _ := r.properties["radius"].(float64)
	list := func(v any) {
		args := v.(call).args
		for i := 0; i < len(args); i += 2 {
			points = append(points, collision.Vec{X: args[i].(float64), Y: args[i+1].(float64)})
		}
	}
	switch r.attributes["type"] {
	case "RectangleShape2D":
		h := vec(r.properties["size"]).Mul(0.5)
		points = []collision.Vec{h, h.Neg(), {X: h.X, Y: -h.Y}, {X: -h.X, Y: h.Y}}
	case "CircleShape2D":
		points = []collision.Vec{{}}
	case "CapsuleShape2D":
		half := r.properties["height"].(float64)/2 - radius
		points = []collision.Vec{{Y: half}, {Y: -half}}
	case "SegmentShape2D":
		points = []collision.Vec{vec(r.properties["a"]), vec(r.properties["b"])}
	case "ConcavePolygonShape2D":
		list(r.properties["segments"])
	case "ConvexPolygonShape2D":
		list(r.properties["points"])
	default:
		t.Fatalf("an unknown shape %v", r.attributes)
	}
	b := collision.EmptyAABB()
	for _, p := range points {
		p = at.Apply(p)
		b = b.Union(collision.AABB{Min: p, Max: p}.Grow(radius))
	}
	if math.IsNaN(b.Min.X) {
		t.Fatal("not a number")
	}
	return b
}

// Finding a free name does not get slower as more layers share a name.
func TestManyLayersOfOneName(t *testing.T) {
	const n = 2000
	doc := someLevel(t)
	var diff level.Diff
	for i := range n {
		id := level.LayerID(100 + i)
		diff.Layers = append(diff.Layers, level.Added(&level.Layer{ID: id, Name: "Rock", Order: float64(id)}))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	var data []byte
	allocations := testing.AllocsPerRun(1, func() { data, _ = exportedTo(t, export.Godot(), doc, export.Options{}) })
	for _, name := range []string{`"Rock"`, `"Rock_2"`, fmt.Sprintf(`"Rock_%d"`, n)} {
		if strings.Count(string(data), "name="+name+" ") != 1 {
			t.Errorf("not exactly one layer is called %s", name)
		}
	}
	if allocations > 50*n {
		t.Errorf("%d layers of one name took %.0f allocations", n, allocations)
	}
}
