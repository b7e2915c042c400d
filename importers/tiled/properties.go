package tiled

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// maxFields limits the properties kept per object.
const maxFields = 1024

// maxDefaults limits the class defaults per object, including values in lists and inner classes.
const maxDefaults = 4 * maxFields

// Uses of a project's class.
const (
	asProperty = "property"
	asObject   = "object"
	asTile     = "tile"
	asLayer    = "layer"
	asMap      = "map"
)

type class struct {
	name    string
	uses    []string
	members []*node // properties with their default values
	isOpen  bool    // whether its defaults are being read
}

// record holds named values in the order of the file: numbers, bools, strings, lists ([]any) and class members
// (*record).
type record struct {
	class  string
	names  []string
	values map[string]any
}

func (r *record) set(name string, v any) {
	if _, ok := r.values[name]; !ok {
		r.names = append(r.names, name)
	}
	r.values[name] = v
}

// plain converts a value for JSON encoding.
func plain(v any) any {
	switch v := v.(type) {
	case *record:
		out := map[string]any{}
		for name, member := range v.values {
			out[name] = plain(member)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = plain(e)
		}
		return out
	}
	return v
}

// flatten adds the values to properties: class members with a prefix, as in patrol.speed, and lists as JSON. It reports
// whether all values fit.
func (r *record) flatten(to level.Properties, prefix string) bool {
	for _, name := range r.names {
		v := r.values[name]
		name = prefix + name
		if in, ok := v.(*record); ok {
			if len(in.names) > 0 {
				if !in.flatten(to, name+".") {
					return false
				}
				continue
			}
			v = in.class
		}
		if list, ok := v.([]any); ok {
			v, _ = importers.CompactJSON(plain(list)) // cannot fail: all numbers are finite
		}
		if _, twice := to[name]; !twice && len(to) >= maxFields {
			return false
		}
		to[name] = v
	}
	return true
}

// properties reads the properties of elements. Later elements override earlier ones, and both override class defaults.
// place is the location for issues, or nil to suppress issues.
type properties struct {
	*mapImport
	place  *node
	copied int // default values so far
}

// fields returns the properties of elements, over the defaults of the class with the given use.
func (im *mapImport) fields(place *node, class, use string, of ...*node) (level.Properties, error) {
	c := im.class(class, use)
	if c == nil && !slices.ContainsFunc(of, func(n *node) bool { return n.child("properties") != nil }) {
		return level.Properties{}, nil // the usual case
	}
	p := &properties{mapImport: im, place: place}
	r := &record{values: map[string]any{}}
	if err := p.defaults(r, c); err != nil {
		return nil, err
	}
	for _, n := range of {
		if err := p.own(r, nil, n.child("properties")); err != nil {
			return nil, err
		}
	}
	out := level.Properties{}
	if !r.flatten(out, "") || p.copied > maxDefaults {
		p.lose("more than %d properties; the others were left out", maxFields)
	}
	return out, nil
}

// silentFields works like fields without issues, for properties that only affect decisions and are not kept.
func (im *mapImport) silentFields(class, use string, of ...*node) level.Properties {
	out, err := im.fields(nil, class, use, of...)
	if err != nil {
		im.issue(importers.Loss, of[0], "its properties were left out: %v", err)
		out = level.Properties{}
	}
	return out
}

// fieldsOf returns a tile's own properties.
func (im *mapImport) fieldsOf(d *tileDef) level.Properties {
	if d.fields == nil {
		d.fields = im.silentFields(d.class, asTile, d.propertyNodes()...)
	}
	return d.fields
}

// propertyNodes lists the elements that hold a tile's properties.
func (d *tileDef) propertyNodes() []*node {
	if g := d.node.child("objectgroup"); g != nil { // where Tiled stored them until 1.1
		return []*node{g, d.node}
	}
	return []*node{d.node}
}

func (p *properties) lose(format string, args ...any) {
	if p.place != nil {
		p.issue(importers.Loss, p.place, format, args...)
	}
}

// defaults sets the default values of a class, which may be nil.
func (p *properties) defaults(r *record, c *class) error {
	if c == nil {
		return nil
	}
	if c.isOpen {
		p.lose("the class %q is a member of itself; the inner one has no default values", c.name)
		return nil
	}
	c.isOpen = true
	defer func() { c.isOpen = false }()
	for _, m := range c.members {
		if p.copied++; p.copied > maxDefaults {
			return nil
		}
		if p.m.files.copied++; p.m.files.copied > maxCopied {
			return fmt.Errorf("the default values of the project's classes %w: more than %d", errTooMuch, maxCopied)
		}
		if err := p.member(r, m, ""); err != nil {
			return err
		}
	}
	return nil
}

// own sets the properties in a list. The class, which may be nil, declares the classes of its members.
func (p *properties) own(r *record, c *class, list *node) error {
	if list == nil {
		return nil
	}
	for _, n := range list.children {
		name := strings.TrimSpace(n.attr("name"))
		if n.name != "property" || name == "" {
			continue
		}
		declared := ""
		if c != nil {
			if i := slices.IndexFunc(c.members, func(m *node) bool { return m.attr("name") == name }); i >= 0 {
				declared = c.members[i].attr("propertytype")
			}
		}
		if err := p.member(r, n, declared); err != nil {
			return err
		}
	}
	return nil
}

func (p *properties) member(r *record, n *node, declared string) error {
	name := strings.TrimSpace(n.attr("name"))
	v, err := p.value(n, declared)
	if errors.Is(err, errNotANumber) {
		p.lose("property %q: %v", name, err)
		return nil
	}
	if err == nil {
		r.set(name, v)
	}
	return err
}

// value returns the value of a property or list item. declared is the class of a value that does not name its class.
func (p *properties) value(n *node, declared string) (any, error) {
	list := n.child("properties")
	switch kind := n.attr("type"); {
	case kind == "list":
		out := []any{}
		for _, item := range n.children {
			if item.name != "item" {
				continue
			}
			v, err := p.value(item, "")
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return out, nil
	case kind == "class" || list != nil:
		r := &record{class: cmp.Or(n.attr("propertytype"), declared), values: map[string]any{}}
		c := p.class(r.class, asProperty)
		if err := p.defaults(r, c); err != nil {
			return nil, err
		}
		return r, p.own(r, c, list)
	}
	text := n.attr("value")
	if text == "" && strings.TrimSpace(n.text) != "" {
		text = strings.ToValidUTF8(n.text, "\ufffd") // a multi-line string
	}
	switch n.attr("type") {
	case "bool":
		return text == "true" || text == "1", nil
	case "int", "float", "object":
		f, err := strconv.ParseFloat(cmp.Or(text, "0"), 64)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return nil, fmt.Errorf("%q is %w", quote.Excerpt(text), errNotANumber)
		}
		return f, nil
	}
	return text, nil
}

// class returns the project's class with that name and use, or nil.
func (im *mapImport) class(name, use string) *class {
	if name == "" {
		return nil
	}
	f := im.m.files
	if !f.hasClasses {
		f.hasClasses = true
		if err := im.readProject(); err != nil {
			im.issue(importers.Loss, nil, "the Tiled project cannot be read, so its classes have no default values: %v",
				err)
		}
	}
	for _, c := range f.classes[name] {
		if slices.Contains(c.uses, use) {
			return c
		}
	}
	return nil
}

const projectExtension = ".tiled-project"

// readProject reads the classes of the nearest Tiled project, from the source's folder upwards.
func (im *mapImport) readProject() error {
	f := im.m.files
	for _, dir := range im.m.src.Folders() {
		names, err := im.m.src.InRoot(dir, 0, maxListed)
		if err != nil {
			return err
		}
		names = slices.DeleteFunc(names, func(name string) bool {
			return strings.ToLower(path.Ext(name)) != projectExtension
		})
		if len(names) == 0 {
			continue
		}
		if len(names) > 1 {
			im.issue(importers.Warning, nil, "%d Tiled projects are in one folder; the classes come from %q",
				len(names), path.Base(names[0]))
		}
		data, err := im.m.src.ReadInRoot(names[0])
		if err != nil {
			return err
		}
		json, err := importers.ParseJSON(path.Base(names[0]), data)
		if err != nil {
			return err
		}
		f.classes = map[string][]*class{}
		j := jsonTree{json}
		for _, v := range importers.JSONElements(json.Root.Get("propertyTypes")) {
			if importers.JSONText(v.Get("type")) != "class" {
				continue
			}
			// Before Tiled 1.9, classes were only used for properties.
			c := &class{name: importers.JSONText(v.Get("name")), uses: []string{asProperty}}
			if uses := v.Get("useAs"); uses.IsArray() {
				c.uses = importers.JSONTexts(uses)
			}
			for _, m := range importers.JSONElements(v.Get("members")) {
				c.members = append(c.members, j.typed("property", importers.JSONText(m.Get("name")), m, 0))
			}
			f.classes[c.name] = append(f.classes[c.name], c)
		}
		if name := importers.JSONText(json.Root.Get("objectTypesFile")); name != "" {
			if err := im.readObjectTypes(path.Join(dir, slashed(name))); err != nil {
				return fmt.Errorf("its objectTypesFile: %w", err)
			}
		}
		return nil
	}
	return nil
}

// readObjectTypes adds the object and tile types of a project made before Tiled 1.9, which are in a separate XML or
// JSON file. They take precedence over the project's classes.
func (im *mapImport) readObjectTypes(file string) error {
	if !fs.ValidPath(file) || disk.IsHidden(file) {
		return importers.ErrOutside
	}
	data, err := im.m.src.ReadInRoot(file)
	if err != nil {
		return err
	}
	var root *node
	if text := bytes.TrimLeft(data, " \t\r\n"); bytes.HasPrefix(text, []byte("[")) {
		json, err := importers.ParseJSON(path.Base(file), fmt.Appendf(nil, `{"types":%s}`, text))
		if err != nil {
			return err
		}
		root = &node{}
		j := jsonTree{json}
		for _, v := range importers.JSONElements(json.Root.Get("types")) {
			t := j.properties(v.Get("properties"))
			t.name = "objecttype"
			t.set("name", importers.JSONText(v.Get("name")))
			root.children = append(root.children, t)
		}
	} else if root, err = parseTree(path.Base(file), data); err != nil {
		return err
	}
	for _, t := range root.children {
		if t.name != "objecttype" {
			continue
		}
		for _, p := range t.children {
			if p.has("default") {
				p.set("value", p.attr("default"))
			}
		}
		name := t.attr("name")
		c := &class{name: name, uses: []string{asObject, asTile}, members: t.children}
		im.m.files.classes[name] = append([]*class{c}, im.m.files.classes[name]...)
	}
	return nil
}
