package svg

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/importers"
)

// add adds the collider of an element. part counts the element's colliders from 1.
func (im *drawing) add(n *importers.XMLNode, s scope, p placed, part int) {
	l := s.layer
	if l == nil {
		l = im.layerOf(looseName, "")
	}
	name := im.shapeName(n, s)
	behind := ""
	if s.called != "" && !isOwn(n) {
		if name != s.called {
			behind = name
		}
		name = s.called
	}
	classes, fields, called := givenClasses(n), fieldsOf(n), []string(nil)
	for _, use := range slices.Backward(s.clones) {
		classes = importers.AppendNew(classes, givenClasses(use)...)
		maps.Copy(fields, fieldsOf(use))
		if label := im.label(use); label != "" && !isGenerated(label) && s.called == "" {
			called = []string{label} // the outermost label wins
		}
	}
	e := importers.Entity{
		Name: name, Kinds: slices.Concat(classes, called, []string{l.name}), Hints: slices.Concat(s.names, s.words),
		Tags: classes, Fields: fields,
		Shape: p.shape, At: p.at, Angle: p.angle, Source: level.Source{
			Level: im.name, Layer: l.name, ID: im.idOf(n, s, part),
		}, Role: level.Solid,
	}
	// A group's name also applies to its content, unless the content has a name that says otherwise.
	own, around := slices.Concat([]string{name}, classes, called), slices.Concat(s.names, s.words, []string{l.name})
	if isTrigger(own) {
		e.Says = level.Trigger
	} else if isTrigger(around) {
		e.Role = level.Trigger
	}
	it := item{entity: e, node: n, behind: behind, isScenery: importers.IsScenery(own...)}
	if importers.IsScenery(around...) {
		it.isScenery = importers.IsScenery(append(own, around...)...)
	}
	if isOwn(n) {
		it.isScenery, it.entity.IsOwn = false, true
		it.own = n
		it.entity.Tags, it.entity.Kinds = nil, []string{l.name}
	}
	it.isPage = im.items == 0 && it.own == nil && len(e.Fields) == 0 && im.isPage(s, p)
	im.items++
	l.items = append(l.items, it)
}

// isPage reports whether a filled shape is a rectangle that covers exactly the page.
func (im *drawing) isPage(s scope, p placed) bool {
	const near = 0.5 // pixels; pages may be measured in millimetres
	if !im.hasSize || !s.look.isFilled() || p.shape.Kind != level.Box &&
		(p.shape.Kind != level.Polygon || len(p.shape.Points) != 4) {
		return false
	}
	b := drawnBounds(p)
	end := im.origin.Add(im.size)
	if max(math.Abs(b.Min.X-im.origin.X), math.Abs(b.Min.Y-im.origin.Y), math.Abs(b.Max.X-end.X),
		math.Abs(b.Max.Y-end.Y)) > near {
		return false
	}
	if p.shape.Kind == level.Box {
		return math.Mod(float64(p.angle), 90) == 0
	}
	return math.Abs(area(p.shape.Points)) >= float64((im.size.X-2*near)*(im.size.Y-2*near))
}

// givenClasses returns an element's classes without generated ones.
func givenClasses(n *importers.XMLNode) []string {
	var list []string
	for _, c := range classesOf(n) {
		if !generatedClass.MatchString(c) {
			list = importers.AppendNew(list, c)
		}
	}
	return list
}

// useTargetName applies the name of the element that a use refers to, if the use's label and classes mean nothing.
func (it *item) useTargetName(b *importers.Builder) {
	e := &it.entity
	if it.behind == "" || isGenerated(it.behind) || importers.IsScenery(append([]string{e.Name}, e.Tags...)...) ||
		!saysNothing(b, importers.Entity{
			Name: e.Name, Kinds: e.Tags, Fields: e.Fields, Role: level.Solid, Says: e.Says,
		}) {
		return
	}
	e.Kinds = append(e.Kinds, it.behind)
	it.isScenery = it.isScenery || importers.IsScenery(it.behind)
	if isTrigger([]string{it.behind}) {
		e.Says = level.Trigger
	}
}

// idOf returns the id that identifies a collider in later versions of the drawing, or "" if the element has none.
func (im *drawing) idOf(n *importers.XMLNode, s scope, part int) string {
	id := n.Attr("id")
	if s.within != "" {
		id = s.within + "." + id
	}
	if id == "" {
		return ""
	}
	if part > 1 {
		return fmt.Sprintf("%s.part%d", id, part)
	}
	if im.known[id]++; im.known[id] > 1 {
		if im.known[id] == 2 && s.within == "" {
			im.issue(importers.Warning, n, "the id %q is used twice", id)
		}
		id = fmt.Sprintf("%s#%d", id, im.known[id])
	}
	return id
}

// label returns the name that a person gave to an element: Inkscape's label, the original name that Illustrator and
// Affinity store beside an id, or the id.
func (im *drawing) label(n *importers.XMLNode) string {
	name := cmp.Or(n.AttrIn(inkscapeSpace, "label"), n.AttrIn(serifSpace, "id"), n.Attr("data-name"))
	if name == "" {
		name = im.decoded(n.Attr("id"))
	}
	return singleLine(name)
}

// shapeName returns the name of a shape: its own or, if that is generated, its title or its group's name.
func (im *drawing) shapeName(n *importers.XMLNode, s scope) string {
	if isOwn(n) {
		if title, ok := n.Lookup(inkscapeSpace, "label"); ok { // Inkscape can edit it
			return title
		}
		return n.Attr("data-name")
	}
	own := im.label(n)
	if own != "" && !isGenerated(own) {
		return own
	}
	for _, c := range n.Children {
		if t := singleLine(c.Text); c.Name == "title" && t != "" {
			return t
		}
	}
	if k := len(s.names); k > 0 {
		return s.names[k-1]
	}
	return cmp.Or(own, n.Name)
}

// singleLine returns a string as one line of limited length.
func singleLine(s string) string {
	const limit = 200 // characters
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\ufffd"), func(r rune) bool {
		return r <= ' ' || r == 0x7f
	}), " ")
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit])
	}
	return s
}

var (
	escaped  = regexp.MustCompile(`_x([0-9A-Fa-f]{2,5})_`)
	repeated = regexp.MustCompile(`_[0-9]+_$`)
)

// decoded undoes Illustrator's encoding of names in ids: _x20_ is a space, and _1_ at the end makes the id unique.
func (im *drawing) decoded(id string) string {
	if im.isIllustrator {
		id = repeated.ReplaceAllString(id, "")
	}
	return escaped.ReplaceAllStringFunc(id, func(s string) string {
		n, err := strconv.ParseUint(s[2:len(s)-1], 16, 21)
		if err != nil || n < 0x20 {
			return s
		}
		return string(rune(n))
	})
}

// generated matches names that drawing programs assign.
var generated = regexp.MustCompile(`^(?i:path|rect|rectangle|circle|ellipse|oval|polygon|polyline|line|use|g|group|svg|layer|vector|shape|compound path|combined-shape|star|arc|image|XMLID|SVGID|mask|clip)[-_ ]?[0-9._-]*$`)

func isGenerated(name string) bool { return generated.MatchString(name) }

// generatedClass matches classes that only hold styles.
var generatedClass = regexp.MustCompile(`^(?:cls|st|fil|str|fnt|style|s|a|b|c|f)-?[0-9]+$|^(?:cls|st)-[a-z0-9]+$`)

var triggerWords = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:trigger|triggers|sensor|sensors)(?:$|[^a-z])|(?:^|[a-z])(?-i:Trigger|Triggers|Sensor|Sensors)(?:$|[^a-z])`)

// isTrigger reports whether one of the names marks a trigger.
func isTrigger(names []string) bool { return slices.ContainsFunc(names, triggerWords.MatchString) }

// maxFields limits the properties kept per element.
const maxFields = 256

var plainNumber = regexp.MustCompile(`^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$`)

// fieldsOf returns an element's data attributes and its description.
func fieldsOf(n *importers.XMLNode) level.Properties {
	out := level.Properties{}
	for _, a := range n.Attrs {
		name, ok := strings.CutPrefix(a.Name, "data-")
		if !ok || a.Space != "" || name == "" || name == "name" || len(out) == maxFields || isOwn(n) {
			continue
		}
		switch {
		case a.Value == "true" || a.Value == "false":
			out[name] = a.Value == "true"
		case plainNumber.MatchString(a.Value):
			x, err := strconv.ParseFloat(a.Value, 64)
			if err == nil {
				out[name] = x
			}
		default:
			out[name] = a.Value
		}
	}
	for _, c := range n.Children {
		if t := strings.TrimSpace(c.Text); c.Name == "desc" && t != "" {
			out["description"] = t
		}
	}
	return out
}
