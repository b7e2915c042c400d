package svg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// XML namespaces of the elements and attributes that the import reads.
const (
	svgSpace      = "http://www.w3.org/2000/svg"
	xlinkSpace    = "http://www.w3.org/1999/xlink"
	htmlSpace     = "http://www.w3.org/1999/xhtml"
	inkscapeSpace = "http://www.inkscape.org/namespaces/inkscape"
	serifSpace    = "http://www.serif.com/"
)

var (
	errNoDrawing = errors.New("this is XML, but not an SVG drawing")
	errFrame     = errors.New("the drawing's viewBox has no usable size")
	errPoints    = errors.New("some of its points are invalid")
	errSheets    = errors.New("there are too many")
	errTooMuch   = errors.New("the drawing, with all its uses, exceeds the limit")
)

// Limits that keep small files from causing much work.
const (
	maxVisits = 1 << 18 // visited elements
	maxPoints = 1 << 24 // computed points, drawn or not
	maxUses   = 32      // nested uses
)

// drawing holds a file during the import.
type drawing struct {
	ctx    context.Context
	src    *importers.Source
	name   string
	root   *importers.XMLNode
	ids    map[string]*importers.XMLNode
	sheet  sheet
	sheets []string // names of style sheets in other files
	styles map[*importers.XMLNode]map[string]string
	paths  map[*importers.XMLNode]pathData
	open   map[*importers.XMLNode]bool // the elements around the current element, also through uses

	servers map[*importers.XMLNode]bool // whether each gradient or pattern paints anything
	filters map[*importers.XMLNode]bool // whether each filter keeps elements in place
	// serverDepth counts the nested patterns around the current element.
	serverDepth int

	hasSize      bool
	size, origin level.Vec // of the level
	inner        viewport  // of the content
	matrix       importers.Affine

	isIllustrator bool
	keepsCurves   bool               // curves become curved edges
	hasLayers     bool               // whether there are Inkscape layers
	top           *importers.XMLNode // the element whose groups are layers if there are no Inkscape layers
	layers        []*layer
	byKey         map[string]*layer
	pictures      []picture

	visits, points int
	crossings      int // edge crossings beyond the usual few per edge
	drawn          int // points of filled colliders
	filled         map[filledKey]filled
	clipper        polygon.Clipper
	items          int            // in all layers
	known          map[string]int // items per id
	issues         importers.Issues
	leftOut        bool               // whether something was not imported as drawn
	counts         map[tally]int      // for notes about several elements
	places         map[tally][]string // the first places of each note
	order          []tally            // the notes in order of appearance
}

// pathData holds the parsed data of a path, and the error if it could not be read to the end.
type pathData struct {
	list []subpath
	err  error
}

// layer is a layer of the level.
type layer struct {
	name, id string
	items    []item
}

// item is a shape with the entity made from it.
type item struct {
	entity importers.Entity
	node   *importers.XMLNode
	own    *importers.XMLNode // the element if Fillet exported it

	isScenery bool   // by its names; imported only if a rule matches
	behind    string // the name of the element that a labelled use refers to; applies if the label means nothing
	isPage    bool   // a rectangle of the page's size below all other shapes
}

// scope holds what an element inherits.
type scope struct {
	matrix importers.Affine
	look   look
	view   viewport
	layer  *layer
	path   string               // names of the enclosing Inkscape layers
	names  []string             // names of the enclosing groups in the layer, outermost first
	words  []string             // classes of the enclosing groups
	clones []*importers.XMLNode // enclosing use elements, outermost first
	called string               // label of the use that draws the element directly
	within string               // prefix of ids within a use
	clip   *clip
	alpha  float64
	vars   *vars
}

func newDrawing(ctx context.Context, src *importers.Source, root *importers.XMLNode, keepsCurves bool) *drawing {
	im := &drawing{
		ctx: ctx, src: src, name: src.Title("drawing"), root: root,
		ids: map[string]*importers.XMLNode{}, styles: map[*importers.XMLNode]map[string]string{},
		byKey: map[string]*layer{}, known: map[string]int{},
		paths: map[*importers.XMLNode]pathData{}, open: map[*importers.XMLNode]bool{}, filled: map[filledKey]filled{},
		servers: map[*importers.XMLNode]bool{}, filters: map[*importers.XMLNode]bool{},
		counts: map[tally]int{}, places: map[tally][]string{},
		keepsCurves:   keepsCurves,
		isIllustrator: strings.Contains(string(src.Data[:min(len(src.Data), 4096)]), "Adobe Illustrator"),
	}
	im.sheet.root, im.sheet.load = root, im.loadSheet
	for _, m := range sheetNames.FindAllStringSubmatch(string(src.Data[:min(len(src.Data), 4096)]), -1) {
		im.loadSheet(m[1] + m[2])
	}
	im.index(root)
	im.top = topOf(root)
	return im
}

// index collects the ids and style sheets of an element and its descendants.
func (im *drawing) index(n *importers.XMLNode) {
	if id := n.Attr("id"); id != "" && im.ids[id] == nil {
		im.ids[id] = n
	}
	if n.Name == "link" && n.Space == htmlSpace && n.Attr("rel") == "stylesheet" && isForScreens(n.Attr("media")) {
		im.loadSheet(n.Attr("href"))
	}
	kind := strings.ToLower(n.Attr("type"))
	if n.Name == "style" && (isDrawn(n) || n.Space == htmlSpace) && (kind == "" || kind == "text/css") {
		if isForScreens(strings.TrimSpace(n.Attr("media"))) {
			im.sheet.parse(n.Text)
		} else {
			im.sheet.skipped++
		}
	}
	if isLayer(n) {
		im.hasLayers = true
	}
	if isDrawn(n) && isAnimation(n) {
		im.count(n, animated)
	}
	for _, c := range n.Children {
		im.index(c)
	}
}

// sheetNames matches the style sheets that are declared before the drawing.
var sheetNames = regexp.MustCompile(`<\?xml-stylesheet\s[^>]*href\s*=\s*(?:"([^"]*)"|'([^']*)')`)

// loadSheet reads a style sheet next to the drawing.
func (im *drawing) loadSheet(name string) {
	const limit = 16
	if slices.Contains(im.sheets, name) {
		return
	}
	im.sheets = append(im.sheets, name)
	var data []byte
	err := errSheets
	if len(im.sheets) <= limit {
		data, err = im.src.ReadNeighbour(path.Clean(name))
	}
	if err != nil {
		im.issue(importers.Warning, im.root, "the style sheet %q was not applied: %v", name, err)
		return
	}
	im.sheet.parse(string(data))
}

// isDrawn reports whether an element is in the SVG namespace.
func isDrawn(n *importers.XMLNode) bool { return n.Space == svgSpace || n.Space == "" }

// isAnimation reports whether an element moves, shows, hides or reshapes another element.
func isAnimation(n *importers.XMLNode) bool {
	switch n.Name {
	case "animateMotion", "animateTransform", "discard":
		return true
	case "set", "animate", "animateColor":
		name := n.Attr("attributeName")
		shaping := []string{"d", "points", "x1", "y1", "x2", "y2", "viewBox", "class", "href", "xlink:href"}
		return isProperty(name) || slices.Contains(lengths, name) || slices.Contains(shaping, name)
	}
	return false
}

func isLayer(n *importers.XMLNode) bool { return n.AttrIn(inkscapeSpace, "groupmode") == "layer" }

// topOf returns the element whose groups are layers: the drawing, or its only group if that group contains named
// groups, like Figma's frames and the group that Illustrator puts around its layers.
func topOf(n *importers.XMLNode) *importers.XMLNode {
	var only *importers.XMLNode
	for _, c := range n.Children {
		switch {
		case !isDrawn(c):
		case c.Name == "g" || c.Name == "switch" || c.Name == "a":
			if only != nil {
				return n
			}
			only = c
		case isShape(c.Name) || c.Name == "use" || c.Name == "image" || c.Name == "svg":
			return n
		}
	}
	if only == nil {
		return n
	}
	if top := topOf(only); slices.ContainsFunc(top.Children, func(c *importers.XMLNode) bool {
		return c.Name == "g" && isDrawn(c) && c.Attr("id") != ""
	}) {
		return top
	}
	return n
}

func isShape(name string) bool {
	switch name {
	case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
		return true
	}
	return false
}

func (im *drawing) fail(n *importers.XMLNode, err error) error {
	return &importers.Error{File: im.src.Path, Line: n.Line, Err: err}
}

// place describes an element's location for issues.
func place(n *importers.XMLNode) string {
	s := fmt.Sprintf("line %d, %s", n.Line, quote.Printable(n.Name))
	if id := n.Attr("id"); id != "" {
		s += " " + quote.Printable(id)
	}
	return s
}

func (im *drawing) issue(s importers.Severity, n *importers.XMLNode, format string, args ...any) {
	im.issues.Add(importers.NewIssue(s, im.src.Path, place(n), format, args...))
}

// count adds an element to a note that covers several elements.
func (im *drawing) count(n *importers.XMLNode, message tally) {
	const limit = 3 // maximum number of places to list
	if im.counts[message]++; im.counts[message] == 1 {
		im.order = append(im.order, message)
	}
	if len(im.places[message]) < limit {
		im.places[message] = append(im.places[message], place(n))
	}
}

// tally is a message that covers several elements; %s in format becomes their number with the noun.
type tally struct{ noun, format string }

func (t tally) text(n int) string { return fmt.Sprintf(t.format, quote.Count(n, t.noun)) }

var (
	hidden      = tally{"hidden element", "left out %s and everything inside"}
	unpainted   = tally{"shape", "left out %s with no fill or stroke, or with no outline"}
	texts       = tally{"text element", "left out %s; text converted to paths is imported"}
	images      = tally{"image", "left out %s: pictures have no collision shapes"}
	foreign     = tally{"embedded element", "left out %s (HTML, video or similar)"}
	masked      = tally{"element", "ignored masking on %s: shapes are imported whole"}
	animated    = tally{"animation", "ignored %s: elements are imported without their animations"}
	filtering   = tally{"element", "ignored filters that move or hide %s: shapes are imported unfiltered"}
	marked      = tally{"line", "left out markers, such as arrowheads, on %s"}
	dashed      = tally{"line", "ignored dashes on %s: dashed lines are imported unbroken"}
	clippedLine = tally{"line", "ignored clipping on %s: lines are imported whole"}
	clippedAway = tally{"shape", "left out %s entirely hidden by clipping"}
	sceneries   = tally{"shape", "left out %s named like scenery; a rule that names a shape imports it"}
	curves      = tally{"curved outline", "approximated %s with straight edges, within a quarter of a pixel"}
	unread      = tally{"element", "style or size values on %s are not understood and were ignored"}
	cut         = tally{"outline", "cut %s with more than 2048 points into several colliders"}
)

func (im *drawing) sayCounts() {
	for _, message := range im.order {
		severity := importers.Note
		switch message {
		case masked, clippedLine, unread, animated, filtering, dashed:
			severity = importers.Warning
		case foreign:
			severity = importers.Loss
		}
		where := strings.Join(im.places[message], "; ")
		if im.counts[message] > len(im.places[message]) {
			where += "; …"
		}
		im.issues.Add(importers.Issue{
			Severity: severity, File: im.src.Path, Path: where, Message: message.text(im.counts[message]),
		})
	}
	im.counts, im.places, im.order = map[tally]int{}, map[tally][]string{}, nil
}

func (im *drawing) info() importers.LevelInfo {
	return importers.LevelInfo{Name: im.name, X: im.origin.X, Y: im.origin.Y, Width: im.size.X, Height: im.size.Y}
}

func (im *drawing) draw() error {
	if err := im.readFrame(); err != nil {
		return im.fail(im.root, err)
	}
	s := scope{matrix: im.matrix, look: defaultLook, view: im.inner, alpha: 1}
	s, ok := im.enter(im.root, s)
	if ok {
		if err := im.children(im.root, s); err != nil {
			return err
		}
	}
	if im.sheet.skipped > 0 {
		im.issue(importers.Warning, im.root, "ignored %s based on states, neighbours or conditions",
			quote.Count(im.sheet.skipped, "style rule"))
	}
	if im.sheet.dropped > 0 {
		im.issue(importers.Warning, im.root, "ignored %s: only %d can have several conditions",
			quote.Count(im.sheet.dropped, "style rule"), maxCompound)
	}
	if im.sheet.tries > maxTries {
		im.issue(importers.Warning, im.root, "its style rules are too complex; some were not applied")
	}
	im.leftOut = im.counts[hidden]+im.counts[unpainted]+im.counts[texts]+im.counts[foreign]+im.counts[clippedAway] > 0
	im.sayCounts()
	if !im.hasSize {
		im.measure()
	}
	return nil
}

// measure derives the size of a drawing from its content if the file does not give one.
func (im *drawing) measure() {
	box := collision.EmptyAABB()
	for _, l := range im.layers {
		for i := range l.items {
			e := &l.items[i].entity
			box = box.Union(drawnBounds(placed{shape: e.Shape, at: e.At, angle: e.Angle}))
		}
	}
	if box.IsEmpty() {
		box = collision.AABB{}
	}
	lo := level.Vec{X: min(math.Floor(box.Min.X), 0), Y: min(math.Floor(box.Min.Y), 0)}
	im.origin = lo
	im.size = level.Vec{X: max(math.Ceil(box.Max.X)-lo.X, 1), Y: max(math.Ceil(box.Max.Y)-lo.Y, 1)}
}

func (im *drawing) children(n *importers.XMLNode, s scope) error {
	im.open[n] = true
	defer delete(im.open, n)
	isSwitch := n.Name == "switch" && isDrawn(n)
	for _, c := range n.Children {
		if isSwitch && !isChosen(c) {
			continue
		}
		if err := im.visit(c, s); err != nil || isSwitch {
			return err
		}
	}
	return nil
}

// isChosen reports whether the conditions of an element in a switch hold for an English reader without extensions. A
// switch draws the first such child.
func isChosen(n *importers.XMLNode) bool {
	if !isDrawn(n) || n.Has("requiredExtensions") {
		return false
	}
	for lang := range strings.SplitSeq(n.Attr("systemLanguage"), ",") {
		if lang, _, _ = strings.Cut(strings.TrimSpace(lang), "-"); strings.EqualFold(lang, "en") {
			return true
		}
	}
	return !n.Has("systemLanguage")
}

// enter returns the scope inside an element; ok is false if the element is not drawn.
func (im *drawing) enter(n *importers.XMLNode, s scope) (inner scope, ok bool) {
	style := im.styleIn(n, &s)
	s.look = s.look.with(style)
	s.look.fill, s.look.stroke = im.paint(s.look.fill), im.paint(s.look.stroke)
	_, hasFont := s.look.fontSize(style["font-size"])
	if !hasFont || isMoved(style) || isOdd(style["all"]) || style["all"] == "inherit" ||
		slices.ContainsFunc(numbers, func(name string) bool {
			_, ok := length(style[name])
			return !ok && isOdd(style[name])
		}) {
		im.count(n, unread)
	}
	if n.Name == "g" && style["display"] == "contents" {
		return s, true // the element has no box, only children
	}
	if a := style["opacity"]; a != "" {
		s.alpha = float64(s.alpha * opacity(a))
	}
	isHidden, isMovedByFilter := im.filtered(style["filter"])
	if isMovedByFilter {
		im.count(n, filtering)
	}
	if isAny(style, "animation", "animation-name") {
		im.count(n, animated)
	}
	if isUndisplayed(n, style) || s.alpha == 0 || isHidden {
		im.count(n, hidden)
		return s, false
	}
	s.matrix = s.matrix.After(im.transform(n, s))
	if !isUsable(s.matrix) {
		im.issue(importers.Loss, n, "its transform makes it empty or too large; it was left out")
		return s, false
	}
	if isAny(style, "mask", "mask-image", "mask-border", "mask-border-source", "mask-box-image") {
		im.count(n, masked)
	}
	switch n.Name {
	case "use", "symbol": // their coordinates begin at their x and y, or follow their viewBox
	case "svg":
		if n == im.root {
			s.clip = im.clipBy(n, s)
		}
	default:
		s.clip = im.clipBy(n, s)
	}
	return s, true
}

// clipBy returns the clip of an element with its own clip path.
func (im *drawing) clipBy(n *importers.XMLNode, s scope) *clip {
	text := im.styleOf(n)["clip-path"]
	if ref, ok := urlOf(text); ok {
		return im.clipped(n, ref, s)
	}
	if !isOdd(text) || text == "none" {
		return s.clip
	}
	list, evenOdd, ok := im.clipShape(n, text, s)
	if !ok {
		im.count(n, unread)
		return s.clip
	}
	area, ok := im.areaOf(n, list, s.matrix, evenOdd)
	if !ok {
		return s.clip
	}
	return s.clip.within(im, n, area)
}

// isUndisplayed reports whether the display property hides an element. With the value contents, a container's children
// are still shown.
func isUndisplayed(n *importers.XMLNode, style map[string]string) bool {
	switch n.Name {
	case "symbol", "stop":
		return false
	case "g", "svg", "use":
		return style["display"] == "none"
	}
	return style["display"] == "none" || style["display"] == "contents"
}

// styleOf returns the style of an element, computed once.
func (im *drawing) styleOf(n *importers.XMLNode) map[string]string {
	style, known := im.styles[n]
	if !known {
		style = im.sheet.of(n)
		im.styles[n] = style
	}
	return style
}

// styleIn returns the style of an element in a scope, and adds the element's custom properties to the scope. The
// scope's custom properties may differ from the properties at the element's place in the file.
func (im *drawing) styleIn(n *importers.XMLNode, s *scope) map[string]string {
	style := im.styleOf(n)
	declared, hasVars := im.sheet.declared[n]
	if !hasVars {
		return style
	}
	s.vars = computed(s.vars, declared)
	style = resolved(declared, s.vars)
	im.styles[n] = style
	delete(im.paths, n)
	return style
}

// attr returns an attribute of an element, or the style property that overrides it.
func (im *drawing) attr(n *importers.XMLNode, name string) string {
	v, isSet := im.styleOf(n)[name]
	switch {
	case !isSet || v == "revert-layer":
		return n.Attr(name)
	case isOdd(v) || v == "inherit":
		return v
	}
	return "" // the initial value
}

// number returns a length of an element in a scope. An invalid length is 0 and counted.
func (im *drawing) number(n *importers.XMLNode, name string, s scope) (x float64, ok bool) {
	text := im.attr(n, name)
	if x, ok = s.look.length(text, s.view.percentBase(name)); !ok && (isOdd(text) || text == "inherit") {
		im.count(n, unread)
	}
	return x, ok
}

// vec returns two lengths of an element in a scope as a vector.
func (im *drawing) vec(n *importers.XMLNode, nameX, nameY string, s scope) level.Vec {
	x, _ := im.number(n, nameX, s)
	y, _ := im.number(n, nameY, s)
	return level.Vec{X: x, Y: y}
}

// isOdd reports whether a value is not one of the keywords that every property accepts.
func isOdd(value string) bool {
	return !slices.Contains([]string{"", "auto", "inherit", "initial", "unset", "revert", "revert-layer"}, value)
}

// isAny reports whether any of the properties has a value other than none.
func isAny(style map[string]string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return isOdd(style[name]) && style[name] != "none" })
}

// numbers lists properties whose values are numbers.
var numbers = []string{"opacity", "fill-opacity", "stroke-opacity", "stroke-width"}

// isMoved reports whether a style moves or scales an element in an unsupported way.
func isMoved(style map[string]string) bool {
	isSet := func(name string, plain ...string) bool {
		return isOdd(style[name]) && !slices.Contains(plain, style[name])
	}
	return isSet("offset-path", "none") || isSet("zoom", "1", "normal", "100%") ||
		slices.ContainsFunc(notInherited, func(name string) bool { return style[name] == "inherit" })
}

// notInherited lists the properties that are not inherited, for which the keyword inherit is not supported.
var notInherited = []string{
	"transform", "translate", "rotate", "scale", "transform-origin", "clip-path", "mask", "filter",
}

// transformOf returns an element's translate, rotate, scale and transform properties as one list of functions.
func transformOf(style map[string]string) string {
	out := ""
	for _, name := range []string{"translate", "rotate", "scale"} {
		if v := style[name]; isOdd(v) && v != "none" {
			out += name + "(" + v + ") "
		}
	}
	if t := style["transform"]; isOdd(t) {
		out += t
	}
	return out
}

func (im *drawing) transform(n *importers.XMLNode, s scope) importers.Affine {
	style := im.styleOf(n)
	if t := strings.TrimSpace(n.Attr("transform")); t != "" && style["transform"] == "" {
		im.issue(importers.Warning, n, "%v: %q", errTransform, t)
	}
	text := transformOf(style)
	if text == "" {
		return identity
	}
	m, err := s.look.parseTransform(text)
	if err != nil {
		im.issue(importers.Warning, n, "%v", err)
	}
	at := im.transformOrigin(n, style, s)
	return moved(at.X, at.Y).After(m).After(moved(-at.X, -at.Y))
}

// transformOrigin returns the point that an element's transform keeps in place.
func (im *drawing) transformOrigin(n *importers.XMLNode, style map[string]string, s scope) level.Vec {
	box := collision.AABB{Max: level.Vec{X: s.view.width, Y: s.view.height}}
	switch of := style["transform-box"]; {
	case of == "fill-box" || of == "content-box":
		own, ok := im.boxOf(n, s)
		if !ok {
			im.count(n, unread)
			break
		}
		box = own
	case isOdd(of) && of != "view-box":
		im.count(n, unread)
	}
	text := style["transform-origin"]
	if !isOdd(text) {
		return box.Min
	}
	fields := append(strings.Fields(text), "center")
	if slices.Contains([]string{"top", "bottom"}, fields[0]) || slices.Contains([]string{"left", "right"}, fields[1]) {
		fields[0], fields[1] = fields[1], fields[0]
	}
	sides := map[string]string{"left": "0", "top": "0", "center": "50%", "right": "100%", "bottom": "100%"}
	x, okX := s.look.length(cmp.Or(sides[fields[0]], fields[0]), box.Max.X-box.Min.X)
	y, okY := s.look.length(cmp.Or(sides[fields[1]], fields[1]), box.Max.Y-box.Min.Y)
	if !okX || !okY {
		im.issue(importers.Warning, n, "the transform-origin %q cannot be read; its transform uses the origin", text)
		return box.Min
	}
	return box.Min.Add(level.Vec{X: x, Y: y})
}

// urlOf returns the id in url(#id).
func urlOf(text string) (id string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "url(")
	if !ok {
		return "", false
	}
	rest, _, _ = strings.Cut(rest, ")")
	return strings.CutPrefix(restored(strings.Trim(strings.TrimSpace(rest), `"'`)), "#")
}

// countVisit returns an error if too many elements are visited.
func (im *drawing) countVisit(n *importers.XMLNode) error {
	if im.visits++; im.visits > maxVisits {
		return im.fail(n, fmt.Errorf("%w of %d elements", errTooMuch, maxVisits))
	}
	return nil
}

func (im *drawing) visit(n *importers.XMLNode, s scope) error {
	if !isDrawn(n) {
		return nil
	}
	if err := cmp.Or(im.countVisit(n), im.checkCrossings(n)); err != nil {
		return err
	}
	if im.visits%256 == 0 && im.ctx.Err() != nil {
		return im.ctx.Err()
	}
	switch n.Name {
	case "g", "a", "switch", "svg", "use", "image":
	case "text", "flowRoot":
		im.count(n, texts)
		return nil
	case "foreignObject", "video", "canvas", "iframe", "mesh":
		if isChosen(n) {
			im.count(n, foreign)
		}
		return nil
	default:
		if !isShape(n.Name) {
			return nil // definitions, descriptions and animations
		}
	}
	if !isChosen(n) {
		im.count(n, hidden)
		return nil
	}
	s, ok := im.enter(n, s)
	if !ok {
		return nil
	}
	switch n.Name {
	case "use":
		return im.use(n, s)
	case "image":
		im.picture(n, s)
		return nil
	case "svg":
		s, ok := im.nested(n, n, s)
		if !ok {
			return nil
		}
		return im.children(n, s)
	case "g", "a", "switch":
		return im.children(n, im.group(n, s))
	}
	return im.shape(n, s)
}

// group returns the scope inside a group, which may be a layer.
func (im *drawing) group(n *importers.XMLNode, s scope) scope {
	name := im.label(n)
	s.words, s.called = append(slices.Clip(s.words), givenClasses(n)...), ""
	switch {
	case s.within != "": // groups inside a use are not layers
	case isLayer(n):
		if s.path != "" {
			s.path += "/"
		}
		s.path += cmp.Or(name, n.Attr("id"), "Layer")
		s.layer, s.names = im.layerOf(s.path, n.Attr("id")), nil
		return s
	case !im.hasLayers && s.layer == nil && name != "" && slices.Contains(im.top.Children, n):
		s.layer, s.names = im.layerOf(name, n.Attr("id")), nil
		return s
	}
	if name != "" && !isGenerated(name) {
		s.names = append(slices.Clip(s.names), name)
	}
	return s
}

// layerOf returns the layer with the given id or name, creating it on first use.
func (im *drawing) layerOf(name, id string) *layer {
	key := cmp.Or(id, "name "+name)
	if im.byKey[key] == nil {
		im.byKey[key] = &layer{name: name, id: id}
		im.layers = append(im.layers, im.byKey[key])
	}
	return im.byKey[key]
}

func hrefOf(n *importers.XMLNode) string { return cmp.Or(n.Attr("href"), n.AttrIn(xlinkSpace, "href")) }

// looseName is the name of the layer for shapes outside all layers.
const looseName = "Shapes"

// use draws the element that a use refers to.
func (im *drawing) use(n *importers.XMLNode, s scope) error {
	href := hrefOf(n)
	id, isOwn := strings.CutPrefix(href, "#")
	to := im.ids[id]
	if !isOwn || to == nil {
		im.issue(importers.Loss, n, "it uses %q, which is not in the file", href)
		return nil
	}
	if to == n || im.open[to] || slices.Contains(s.clones, to) || len(s.clones) == maxUses {
		im.issue(importers.Warning, n, "uses in a cycle, or nested more than %d deep, were left out: %q", maxUses, href)
		return nil
	}
	s.look.contextFill, s.look.contextStroke = s.look.used(s.look.fill), s.look.used(s.look.stroke)
	s.matrix = s.matrix.After(importers.MoveBy(im.vec(n, "x", "y", s)))
	s.clip = im.clipBy(n, s)
	if name := im.label(n); name != "" && !isGenerated(name) {
		s.names = append(slices.Clip(s.names), name)
		s.called = cmp.Or(s.called, name)
	}
	s.clones = append(slices.Clip(s.clones), n)
	if s.within == "" {
		s.within = cmp.Or(n.Attr("id"), "use")
	} else {
		s.within += "." + cmp.Or(n.Attr("id"), "use")
	}
	const maxLetters = 400 // of nested ids
	s.within = s.within[:min(len(s.within), maxLetters)]
	s.within = strings.ToValidUTF8(s.within, "")
	if to.Name == "symbol" || to.Name == "svg" {
		if err := im.countVisit(n); err != nil {
			return err
		}
		s, ok := im.enter(to, s)
		if !ok {
			return nil
		}
		if s, ok = im.nested(to, n, s); !ok {
			return nil
		}
		s.called = ""
		return im.children(to, s)
	}
	return im.visit(to, s)
}

// nested returns the scope inside an element with its own viewport. The element sized may override the viewport's size.
func (im *drawing) nested(n, sized *importers.XMLNode, s scope) (inner scope, ok bool) {
	isEmpty := false
	size := func(name string) float64 {
		for _, from := range []*importers.XMLNode{sized, n} {
			if x, ok := im.number(from, name, s); ok && x >= 0 {
				isEmpty = isEmpty || x == 0 && s.view.percentBase(name) > 0 // otherwise the size may be in percent
				return x
			}
		}
		return s.view.percentBase(name)
	}
	s.matrix = s.matrix.After(importers.MoveBy(im.vec(n, "x", "y", s)))
	v := viewport{size("width"), size("height")}
	if isEmpty {
		im.count(n, hidden)
		return s, false
	}
	box, hasBox := parseViewBox(n)
	if hasBox && (v.width == 0 && v.height == 0) {
		v = viewport{box.width, box.height}
	}
	isOpen := slices.Contains([]string{"visible", "auto", "initial", "unset"}, im.styleOf(n)["overflow"])
	if v.width > 0 && v.height > 0 && !isOpen {
		box := collision.AABB{Max: level.Vec{X: v.width, Y: v.height}}
		if area, ok := im.areaOf(n, []subpath{pathThrough(box.Corners(), true)}, s.matrix, false); ok {
			s.clip = s.clip.within(im, n, area)
		}
	}
	if hasBox {
		if !(v.width > 0 && v.height > 0) || box.isEmpty() {
			im.count(n, hidden)
			return s, false
		}
		s.matrix = s.matrix.After(box.fit(v, n.Attr("preserveAspectRatio")))
		v = viewport{box.width, box.height}
	}
	if !isUsable(s.matrix) {
		im.issue(importers.Loss, n, "its viewBox makes it too small or too large; it was left out")
		return s, false
	}
	s.clip = im.clipBy(n, s)
	s.view = v
	return s, true
}

func (im *drawing) spend(n *importers.XMLNode, points int) error {
	if im.points += points + 1; im.points > maxPoints {
		return im.fail(n, fmt.Errorf("%w of %d points", errTooMuch, maxPoints))
	}
	return nil
}

func (im *drawing) shape(n *importers.XMLNode, s scope) error {
	filled, stroked := s.look.isFilled() && n.Name != "line", s.look.isStroked()
	if s.look.isInvisible {
		im.count(n, hidden)
		return nil
	}
	own := isOwn(n)
	hasMarkers := slices.Contains([]string{"path", "line", "polyline", "polygon"}, n.Name)
	if hasMarkers && slices.Contains(s.look.markers[:], true) {
		im.count(n, marked)
	}
	if !filled && !stroked && !own {
		im.count(n, unpainted)
		return nil
	}
	misread := im.counts[unread]
	drawn, _, warning := im.outlineOf(n, s)
	if warning != nil {
		im.issue(importers.Warning, n, "%v", warning)
	}
	var list []subpath
	for _, p := range drawn {
		if err := im.spend(n, len(p.segments)); err != nil {
			return err
		}
		if p = p.mapped(s.matrix); len(p.segments) > 0 {
			list = append(list, p)
		}
	}
	if slices.ContainsFunc(list, func(p subpath) bool { return !p.isInReach() }) {
		im.issue(importers.Loss, n, "it reaches beyond the limit of %d pixels and was left out",
			polygon.MaxRegionCoordinate)
		return nil
	}
	if at, ok := im.pointOf(n, s); ok {
		im.add(n, s, placed{shape: level.Shape{Kind: level.Point}, at: at}, 1)
		return nil
	}
	if len(list) == 0 && !own && warning == nil && im.counts[unread] == misread {
		im.count(n, unpainted)
		return nil
	}
	made := 0
	add := func(p placed) {
		if made++; p.shape.Kind != 0 {
			im.add(n, s, p, made)
		}
	}
	if own && n.Attr("data-kind") == level.Point.String() && len(list) > 0 {
		add(placed{shape: level.Shape{Kind: level.Point}, at: centerOf(list)})
		return nil
	}
	if filled {
		if err := im.fill(n, s, list, add); err != nil || made > 0 {
			return err
		}
	}
	if stroked {
		if err := im.stroke(n, s, list, add); err != nil || made > 0 {
			return err
		}
	}
	if made == 0 {
		im.issue(importers.Loss, n, "it has no area and was left out")
	}
	return nil
}

func (p subpath) isCurved() bool {
	return slices.ContainsFunc(p.segments, func(s segment) bool { return s.kind != line })
}

func (p subpath) isInReach() bool {
	isIn := func(v level.Vec) bool {
		return math.Abs(v.X) <= polygon.MaxRegionCoordinate && math.Abs(v.Y) <= polygon.MaxRegionCoordinate
	}
	for i := range p.segments {
		s := &p.segments[i]
		if !isIn(s.from) || !isIn(s.to) || !isIn(s.c1) || !isIn(s.c2) || !isIn(s.center) || !isIn(s.u) || !isIn(s.v) {
			return false
		}
	}
	return true
}

// pointOf returns the position of a named circle or ellipse of size 0, which represents a point.
func (im *drawing) pointOf(n *importers.XMLNode, s scope) (at level.Vec, ok bool) {
	if n.Name != "circle" && n.Name != "ellipse" {
		return at, false
	}
	for _, name := range []string{"r", "rx", "ry"} {
		if x, ok := im.number(n, name, s); ok && x != 0 {
			return at, false
		}
	}
	if name := im.label(n); name == "" || isGenerated(name) {
		return at, false
	}
	at = s.matrix.Apply(im.vec(n, "cx", "cy", s))
	return at, importers.InReach(at.X, at.Y)
}

func centerOf(list []subpath) level.Vec {
	box := collision.EmptyAABB()
	for _, p := range list {
		for _, s := range p.segments {
			box = box.Union(spanOf(s.from, s.to))
		}
	}
	return middle(box.Min, box.Max)
}

func (im *drawing) fill(n *importers.XMLNode, s scope, list []subpath, add func(placed)) error {
	var loops []loop
	var outlines [][]level.Vec
	for _, p := range list {
		l, ok := loopOf(p)
		if err := im.spend(n, len(l.points)); err != nil {
			return err
		}
		if ok {
			loops = append(loops, l)
			outlines = append(outlines, l.points)
		}
	}
	if len(outlines) == 0 {
		return nil
	}
	region, err := im.enclosed(n, s, outlines)
	if im.ctx.Err() != nil {
		return im.ctx.Err()
	}
	if err := im.checkCrossings(n); err != nil {
		return err
	}
	if err != nil {
		im.issue(importers.Loss, n, "it was left out: %v", err)
		add(placed{})
		return nil
	}
	if len(region) == 0 {
		return nil
	}
	region, err = s.clip.applied(im, n, region)
	if err != nil {
		return err
	}
	if len(region) == 0 {
		im.count(n, clippedAway)
		add(placed{})
		return nil
	}
	for _, outline := range region {
		for _, l := range outline {
			im.drawn += len(l)
		}
	}
	if limit := maxDrawn + len(im.src.Data); im.drawn > limit {
		return im.fail(n, fmt.Errorf("%w of %d points of colliders", errTooMuch, limit))
	}
	slices.SortFunc(loops, func(a, b loop) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) }) // for loopFor
	isBox := n.Name == "rect" || n.Attr("data-kind") == level.Box.String()
	flattened := false
	for _, outline := range region {
		p := shapeOf(outline, loops, isBox, im.keepsCurves)
		if n.Attr("data-rounding") == level.Outset.String() {
			p = outset(p)
			p.baked = false
		}
		if p.exact && len(p.shape.Points) <= importers.MaxOutline {
			im.addValid(n, p, add)
			continue
		}
		flattened = true
		parts, err := pieces(outline)
		if err != nil {
			im.issue(importers.Loss, n, "a part of it was left out: %v", err)
			continue
		}
		if len(parts) > 1 {
			im.count(n, cut)
		}
		for _, o := range parts {
			im.addValid(n, plain(o, false), add)
		}
	}
	if flattened && slices.ContainsFunc(list, subpath.isCurved) {
		im.count(n, curves)
	}
	return nil
}

// addValid adds a shape if it is valid, else it reports a loss.
func (im *drawing) addValid(n *importers.XMLNode, p placed, add func(placed)) {
	if p.baked {
		add(p)
		return
	}
	if _, err := p.shape.Bake(); err != nil {
		im.issue(importers.Loss, n, "a part of it was left out: %v", err)
		add(placed{})
		return
	}
	add(p)
}

// stroke turns the lines of a path into chains. Chains keep the line width if all ends and corners are round.
func (im *drawing) stroke(n *importers.XMLNode, s scope, list []subpath, add func(placed)) error {
	if s.look.isDashed {
		im.count(n, dashed)
	}
	for _, p := range list {
		if err := s.clip.looksAt(im, n, p); err != nil {
			return err
		}
		points := p.flat()
		if err := im.spend(n, len(points)); err != nil {
			return err
		}
		closed := p.closed
		shape, at, _, ok := importers.Path(points, closed)
		radius, width := 0.0, s.look.strokeWidth
		if s.look.isRelative {
			width = float64(width / 100 * s.view.percentBase("stroke-width"))
		}
		if k, isSimilar := s.matrix.Scale(); isSimilar && (s.look.roundCaps || closed && ok) &&
			(s.look.roundJoins || !ok || !closed && len(shape.Points) == 2) {
			if radius = float64(width * k / 2); im.styles[n]["vector-effect"] == "non-scaling-stroke" {
				radius = float64(width / 2)
			}
		}
		if !ok {
			if radius > 0 { // a dot
				im.addValid(n, placed{shape: level.Shape{Kind: level.Circle, Radius: radius}, at: points[0]}, add)
			}
			continue
		}
		if radius > 0 && len(shape.Points) == 2 && n.Attr("data-kind") != level.Chain.String() {
			im.addValid(n, capsule(at.Add(shape.Points[0]), at.Add(shape.Points[1]), radius), add)
			continue
		}
		shape.Radius = radius
		shape.OneSided = isOwn(n) && n.Attr("data-one-sided") == "true"
		if p.isCurved() {
			isBent := false
			if im.keepsCurves {
				shape, isBent = bentChain(p, shape, at)
			}
			if !isBent {
				im.count(n, curves)
			}
		}
		if shape.OneSided && s.matrix.X.Cross(s.matrix.Y) < 0 {
			shape = shape.Reversed() // so that the solid side is mirrored too
		}
		im.addValid(n, placed{shape: shape, at: at}, add)
	}
	return nil
}
