package tiled

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

// node is an element of a Tiled file as in XML. JSON is converted to this form.
type node struct {
	name     string
	attrs    []attr
	children []*node
	text     string
	chars    []byte   // of text, while parsing
	gids     []uint32 // of data and chunk, if the file lists the tiles one by one
	line     int      // 0 if unknown
}

type attr struct{ name, value string }

func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

func (n *node) has(name string) bool {
	return slices.ContainsFunc(n.attrs, func(a attr) bool { return a.name == name })
}

func (n *node) set(name, value string) {
	for i, a := range n.attrs {
		if a.name == name {
			n.attrs[i].value = value
			return
		}
	}
	n.attrs = append(n.attrs, attr{name, value})
}

func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// settle keeps the last of repeated child elements that hold one value, and joins lists of properties, as Tiled does.
func (n *node) settle() {
	for _, name := range []string{"properties", "image", "animation", "tileoffset", "grid", "objectgroup"} {
		if name == "objectgroup" && n.name != "tile" {
			continue // a layer
		}
		is := func(c *node) bool { return c.name == name }
		first := slices.IndexFunc(n.children, is)
		if first < 0 || !slices.ContainsFunc(n.children[first+1:], is) {
			continue
		}
		one := &node{name: name}
		for _, c := range n.children[first:] {
			if !is(c) {
				continue
			}
			if name == "properties" {
				c = &node{name: name, children: append(one.children, c.children...)}
			}
			one = c
		}
		n.children = append(slices.DeleteFunc(n.children, is), one)
	}
}

var errNotANumber = errors.New("not a number")

// number returns a finite number, or the default if the attribute is missing. Like Tiled, it accepts white space around
// numbers.
func (n *node) number(name string, or float64) (float64, error) {
	s := strings.TrimSpace(n.attr(name))
	if s == "" {
		return or, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%s %q is %w", name, quote.Excerpt(s), errNotANumber)
	}
	return f, nil
}

// vec returns two finite numbers, or the default for each that is missing.
func (n *node) vec(nameX, nameY string, or float64) (v level.Vec, err error) {
	var errX, errY error
	v.X, errX = n.number(nameX, or)
	v.Y, errY = n.number(nameY, or)
	return v, cmp.Or(errX, errY)
}

// integer returns a whole number within limits, or the default if the attribute is missing.
func (n *node) integer(name string, or, least, limit int) (int, error) {
	s := strings.TrimSpace(n.attr(name))
	if s == "" {
		return or, nil
	}
	i, err := strconv.Atoi(s)
	if err != nil || i < least || i > limit {
		return 0, fmt.Errorf("%s %q is not a whole number from %d to %d", name, quote.Excerpt(s), least, limit)
	}
	return i, nil
}

// maxNesting limits the nesting of elements. Only nested groups go deep.
const maxNesting = 64

// isKnown reports whether an element is kept. Other elements are skipped with their content.
func isKnown(name string) bool {
	switch name {
	case "map", "tileset", "template", "tile", "image", "animation", "frame", "tileoffset", "grid", "layer", "data",
		"chunk", "objectgroup", "imagelayer", "group",
		"object", "ellipse", "capsule", "point", "polygon", "polyline", "text", "properties", "property", "item",
		"objecttype":
		return true
	}
	return false
}

// parseTree parses a file in either syntax.
func parseTree(name string, data []byte) (*node, error) {
	text := importers.InUTF8(data)
	trimmed := bytes.TrimLeft(text, " \t\r\n")
	if bytes.HasPrefix(trimmed, []byte("{")) {
		f, err := importers.ParseJSON(name, data)
		if err != nil {
			return nil, err
		}
		j := jsonTree{f}
		return j.root()
	}
	root, line, err := parseXML(trimmed)
	if err != nil {
		line += bytes.Count(text[:len(text)-len(trimmed)], []byte("\n"))
		e := &importers.Error{File: name, Line: line, Err: fmt.Errorf("not a Tiled file (XML or JSON): %w",
			quote.ShortError(err))}
		return nil, importers.Unreadable(data, e)
	}
	return root, nil
}

// parseXML parses the first element; line locates an error.
func parseXML(data []byte) (root *node, line int, err error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = importers.Charset
	var stack []*node
	for {
		token, err := d.RawToken()
		line, _ := d.InputPos()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, line, err
		}
		switch t := token.(type) {
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
				return nil, line, errors.New("XML entities are not supported")
			}
		case xml.StartElement:
			if err := open(&stack, t, line); err != nil {
				return nil, line, err
			}
		case xml.CharData:
			if len(stack) > 0 {
				switch top := stack[len(stack)-1]; top.name {
				case "data", "chunk", "property", "item":
					top.chars = append(top.chars, t...)
				}
			}
		case xml.EndElement:
			if len(stack) == 0 || stack[len(stack)-1].name != t.Name.Local {
				return nil, line, fmt.Errorf("</%s> closes nothing", quote.Printable(t.Name.Local))
			}
			root = stack[len(stack)-1]
			root.text, root.chars = string(root.chars), nil
			root.settle()
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				return root, line, nil
			}
		}
	}
}

// open pushes an element on the stack and adds it to its parent if it is kept.
func open(stack *[]*node, t xml.StartElement, line int) error {
	n := &node{name: t.Name.Local, line: line}
	if len(*stack) == maxNesting {
		return fmt.Errorf("elements are nested more than %d deep", maxNesting)
	}
	*stack = append(*stack, n)
	if !isKnown(n.name) && len(*stack) > 1 {
		return nil // its children are skipped as well
	}
	for _, a := range t.Attr {
		n.attrs = append(n.attrs, attr{a.Name.Local, strings.ToValidUTF8(a.Value, "\ufffd")})
	}
	if len(*stack) == 1 {
		return nil
	}
	parent := (*stack)[len(*stack)-2]
	if n.name == "tile" && (parent.name == "data" || parent.name == "chunk") {
		text := strings.TrimSpace(n.attr("gid"))
		gid, err := strconv.ParseUint(text, 10, 32)
		if err != nil && text != "" {
			return fmt.Errorf("gid %q is not a tile", quote.Excerpt(text))
		}
		parent.gids = append(parent.gids, uint32(gid))
		return nil
	}
	parent.children = append(parent.children, n)
	return nil
}

// jsonTree converts JSON to the form of XML.
type jsonTree struct{ f *importers.JSONFile }

func (j jsonTree) root() (*node, error) {
	o := importers.JSONMembers(j.f.Root)
	switch kind := o.Text("type"); {
	case kind == "tileset":
		return j.element("tileset", j.f.Root, 0)
	case kind == "template":
		return j.element("template", j.f.Root, 0)
	case kind == "map" || o["layers"].IsArray():
		return j.element("map", j.f.Root, 0)
	case o["tilecount"].Exists():
		return j.element("tileset", j.f.Root, 0)
	}
	return nil, j.f.Fail("type", o["type"], "not a Tiled map, tileset or template")
}

// layerElement returns the XML element for a layer type in JSON, or "".
func layerElement(kind string) string {
	switch kind {
	case "tilelayer":
		return "layer"
	case "objectgroup", "imagelayer", "group":
		return kind
	}
	return ""
}

func (j jsonTree) element(name string, v gjson.Result, depth int) (*node, error) {
	n := &node{name: name, line: j.f.Line(v)}
	if depth > maxNesting {
		return nil, j.f.Fail("", v, "elements are nested more than %d deep", maxNesting)
	}
	o := importers.JSONMembers(v)
	if o == nil {
		return nil, j.f.Fail("", v, "this %s is %s", name, importers.JSONKind(v))
	}
	var err error
	add := func(name string, v gjson.Result) {
		var c *node
		if err == nil {
			if c, err = j.element(name, v, depth+1); err == nil {
				n.children = append(n.children, c)
			}
		}
	}
	isLayer := name == "layer"
	var marks gjson.Result
	v.ForEach(func(key, v gjson.Result) bool {
		k := importers.JSONText(key)
		switch {
		case k == "layers":
			for _, e := range importers.JSONElements(v) {
				if name := layerElement(importers.JSONText(e.Get("type"))); name != "" {
					add(name, e)
				}
			}
		case k == "tilesets", k == "objects", k == "tiles" && v.IsArray():
			for _, e := range importers.JSONElements(v) {
				add(strings.TrimSuffix(k, "s"), e)
			}
		case k == "tiles":
			v.ForEach(func(id, e gjson.Result) bool { // until Tiled 1.1
				add("tile", e)
				if err == nil {
					n.children[len(n.children)-1].set("id", importers.JSONText(id))
				}
				return err == nil
			})
		case k == "animation" && v.IsArray():
			n.children = append(n.children, j.animation(v))
		case k == "objectgroup", k == "tileset", k == "object", k == "tileoffset", k == "grid":
			add(k, v)
		case k == "tileproperties" && name == "tileset":
			marks = v
		case k == "properties":
			n.children = append(n.children, j.properties(v))
		case j.isForm(n, k, v):
		case isLayer && (k == "data" || k == "chunks"):
		case v.IsArray() || v.IsObject() || v.Type == gjson.Null:
		default:
			n.set(k, scalar(v))
		}
		return err == nil
	})
	if isLayer && err == nil {
		err = j.data(n, o)
	}
	if marks.IsObject() {
		j.tileProperties(n, marks)
	}
	return n, err
}

// tileProperties moves the properties of tiles, which were separate until Tiled 1.1, into their tile elements.
func (j jsonTree) tileProperties(tileset *node, of gjson.Result) {
	tiles := map[string]*node{}
	for _, c := range tileset.children {
		if c.name == "tile" {
			tiles[c.attr("id")] = c
		}
	}
	of.ForEach(func(key, v gjson.Result) bool {
		id := importers.JSONText(key)
		t := tiles[id]
		if t == nil {
			t = &node{name: "tile", line: j.f.Line(v), attrs: []attr{{"id", id}}}
			tiles[id], tileset.children = t, append(tileset.children, t)
		}
		t.children = append(t.children, j.properties(v))
		return true
	})
}

// isForm reports whether a key describes the form of an object, and adds its element if so.
func (j jsonTree) isForm(n *node, key string, v gjson.Result) bool {
	switch {
	case key == "ellipse", key == "capsule", key == "point":
		if v.Bool() {
			n.children = append(n.children, &node{name: key})
		}
	case key == "text" && v.IsObject():
		n.children = append(n.children, &node{name: key})
	case (key == "polygon" || key == "polyline") && v.IsArray():
		n.children = append(n.children, &node{name: key, attrs: []attr{{"points", pointList(v)}}})
	default:
		return false
	}
	return true
}

// scalar formats a value as in XML.
func scalar(v gjson.Result) string {
	switch v.Type {
	case gjson.True:
		return "1"
	case gjson.False:
		return "0"
	case gjson.String:
		return importers.JSONText(v)
	case gjson.Number:
		if x := v.Num; x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			return strconv.FormatFloat(x, 'f', -1, 64) // Tiled reads 16.0 where XML needs 16
		}
	}
	return v.Raw
}

// animation returns an element with the first frame of an animated tile, the only frame that is shown.
func (j jsonTree) animation(v gjson.Result) *node {
	n := &node{name: "animation"}
	for _, first := range importers.JSONElements(v) {
		n.children = []*node{{name: "frame", attrs: []attr{{"tileid", scalar(first.Get("tileid"))}}}}
		break
	}
	return n
}

func pointList(v gjson.Result) string {
	var points []string
	for _, p := range importers.JSONElements(v) {
		points = append(points, p.Get("x").Raw+","+p.Get("y").Raw)
	}
	return strings.Join(points, " ")
}

func (j jsonTree) properties(v gjson.Result) *node {
	n := &node{name: "properties"}
	if v.IsObject() { // until Tiled 1.1
		v.ForEach(func(key, v gjson.Result) bool {
			n.children = append(n.children, j.valueOf("property", importers.JSONText(key), "", v, 0))
			return true
		})
	}
	for _, p := range importers.JSONElements(v) {
		n.children = append(n.children, j.typed("property", importers.JSONText(p.Get("name")), p, 0))
	}
	return n
}

// typed returns the element of a value that is stored with its type and, in a project, with its class.
func (j jsonTree) typed(element, name string, p gjson.Result, depth int) *node {
	n := j.valueOf(element, name, importers.JSONText(p.Get("type")), p.Get("value"), depth)
	class := cmp.Or(importers.JSONText(p.Get("propertytype")), importers.JSONText(p.Get("propertyType")))
	if class != "" {
		n.set("propertytype", class)
	}
	return n
}

// valueOf returns the element of a value. Class members become its properties, list entries its items.
func (j jsonTree) valueOf(element, name, kind string, v gjson.Result, depth int) *node {
	n := &node{name: element, line: j.f.Line(v), attrs: []attr{{"name", name}}}
	switch {
	case v.IsObject() && depth < maxNesting:
		inner := &node{name: "properties"}
		v.ForEach(func(key, v gjson.Result) bool {
			inner.children = append(inner.children, j.valueOf("property", importers.JSONText(key), "", v, depth+1))
			return true
		})
		n.children = append(n.children, inner)
		kind = "class"
	case v.IsArray() && depth < maxNesting:
		for _, e := range importers.JSONElements(v) {
			if e.IsObject() && e.Get("value").Exists() {
				n.children = append(n.children, j.typed("item", "", e, depth+1))
			} else {
				n.children = append(n.children, j.valueOf("item", "", "", e, depth+1))
			}
		}
		kind = "list"
	case v.IsBool():
		kind = "bool"
		n.set("value", v.Raw)
	case v.Type == gjson.Number:
		kind = cmp.Or(kind, "float")
		n.set("value", v.Raw)
	case v.Type == gjson.String:
		n.set("value", importers.JSONText(v))
	}
	n.set("type", kind)
	return n
}

func (j jsonTree) data(layer *node, o importers.JSONObject) error {
	data := &node{name: "data", attrs: []attr{
		{"encoding", cmp.Or(layer.attr("encoding"), "csv")},
		{"compression", layer.attr("compression")},
	}}
	fill := func(n *node, v gjson.Result) error {
		if v.Type == gjson.String {
			n.text = v.Str
			return nil
		}
		var err error
		for _, e := range importers.JSONElements(v) {
			x, ok := importers.JSONNumber(e)
			if !ok || x != math.Trunc(x) || x < 0 || x > math.MaxUint32 {
				err = j.f.Fail("data", e, "%s is not a tile", importers.JSONRaw(e))
				break
			}
			n.gids = append(n.gids, uint32(x))
		}
		return err
	}
	for _, c := range importers.JSONElements(o["chunks"]) {
		chunk := &node{name: "chunk", line: j.f.Line(c)}
		for _, key := range []string{"x", "y", "width", "height"} {
			chunk.set(key, scalar(c.Get(key)))
		}
		if err := fill(chunk, c.Get("data")); err != nil {
			return err
		}
		data.children = append(data.children, chunk)
	}
	layer.children = append(layer.children, data)
	return fill(data, o["data"])
}
