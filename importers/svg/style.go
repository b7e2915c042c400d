package svg

import (
	"cmp"
	"slices"
	"strings"

	"fillet/importers/xmlfile"
)

// properties are those that decide what is drawn, and where; each is an attribute as well.
var properties = []string{
	"display", "visibility", "opacity", "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke", "stroke-opacity", "stroke-width",
	"stroke-linejoin", "stroke-linecap", "vector-effect", "transform", "transform-origin", "clip-path", "mask", "overflow",
}

// isProperty reports whether a property is one of those.
func isProperty(name string) bool { return slices.Contains(properties, name) }

// declarations are values of properties; the important ones hold against others.
type declarations struct{ normal, important map[string]string }

func (d *declarations) set(name, value string) {
	name = strings.ToLower(strings.TrimSpace(name))
	if !isProperty(name) {
		return
	}
	value = strings.TrimSpace(value)
	to := &d.normal
	if v, ok := strings.CutSuffix(value, "important"); ok {
		if v, ok = strings.CutSuffix(strings.TrimSpace(v), "!"); ok {
			to, value = &d.important, strings.TrimSpace(v)
		}
	}
	if *to == nil {
		*to = map[string]string{}
	}
	(*to)[name] = value
}

// parseDeclarations reads what stands in a style attribute, or between the braces of a rule.
func parseDeclarations(text string) declarations {
	var d declarations
	for part := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(part, ":"); ok {
			d.set(name, value)
		}
	}
	return d
}

// rule is what a selector sets.
type rule struct {
	selector
	declarations
	order int
}

// Limits on style sheets. A rule whose selector is one word is looked up; each of the others is tried on each element.
const (
	maxCompound = 200
	maxClasses  = 64      // of an element
	maxTries    = 1 << 24 // of parts of selectors on elements
)

// sheet is the style rules of a drawing.
type sheet struct {
	simple   map[string]*rule // by .class, #id, element or *
	compound []*rule
	parents  map[*xmlfile.Node]*xmlfile.Node // of all elements, where a rule asks for them
	tries    int
	count    int
	skipped  int // selectors that ask for what is not known, or too many
}

// parse reads the text of a style element.
func (s *sheet) parse(text string) {
	text = withoutComments(text)
	for {
		head, rest, ok := strings.Cut(text, "{")
		if !ok {
			return
		}
		for at := strings.IndexByte(head, ';'); at >= 0; at = strings.IndexByte(head, ';') { // @import and the like
			head = head[at+1:]
		}
		head = strings.TrimSpace(head)
		if strings.HasPrefix(head, "@") {
			text = behindBlock(rest)
			if strings.HasPrefix(head, "@media") || strings.HasPrefix(head, "@supports") {
				s.skipped++
			}
			continue
		}
		block, next, _ := strings.Cut(rest, "}")
		text = next
		d := parseDeclarations(block)
		if d.normal == nil && d.important == nil {
			continue // a font, a gradient's colour
		}
		for _, one := range selectorList(head) {
			s.add(one, d)
		}
	}
}

// behindBlock is what follows a block with others in it.
func behindBlock(text string) string {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[i+1:]
			}
		}
	}
	return ""
}

func withoutComments(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "/*")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, text, _ = strings.Cut(rest, "*/")
	}
}

// add adds a rule for one selector.
func (s *sheet) add(text string, d declarations) {
	one, ok := parseSelector(text)
	if !ok {
		s.skipped++
		return
	}
	s.count++
	key := ""
	switch {
	case len(one.above) > 0 || len(one.attributes) > 0:
	case one.id == "" && len(one.classes) == 0:
		key = cmp.Or(one.element, "*")
	case one.element == "" && one.id == "" && len(one.classes) == 1:
		key = "." + one.classes[0]
	case one.element == "" && one.id != "" && len(one.classes) == 0:
		key = "#" + one.id
	}
	if key == "" {
		if len(s.compound) == maxCompound {
			s.skipped++
			return
		}
		s.compound = append(s.compound, &rule{one, d, s.count})
		return
	}
	if s.simple == nil {
		s.simple = map[string]*rule{}
	}
	r := s.simple[key]
	if r == nil {
		r = &rule{selector: one}
		s.simple[key] = r
	}
	r.order = s.count
	for name, v := range d.normal {
		r.set(name, v)
	}
	for name, v := range d.important {
		r.set(name, v+"!important")
	}
}

// of is what an element's attributes, the rules that match it and its style say, by property.
func (s *sheet) of(n *xmlfile.Node) map[string]string {
	var out map[string]string
	set := func(name, value string) {
		if out == nil {
			out = map[string]string{}
		}
		out[name] = value
	}
	for _, a := range n.Attrs {
		if a.Space == "" && isProperty(a.Name) {
			set(a.Name, strings.TrimSpace(a.Value))
		}
	}
	var rules []*rule
	if s.count > 0 {
		classes := classesOf(n)
		take := func(key string) {
			if r := s.simple[key]; r != nil {
				rules = append(rules, r)
			}
		}
		take("*")
		take(n.Name)
		for _, c := range classes {
			take("." + c)
		}
		if id := n.Attr("id"); id != "" {
			take("#" + id)
		}
		for _, r := range s.compound {
			if s.matches(&r.selector, n, classes) {
				rules = append(rules, r)
			}
		}
		slices.SortStableFunc(rules, func(a, b *rule) int {
			return cmp.Or(cmp.Compare(a.weight(), b.weight()), cmp.Compare(a.order, b.order))
		})
	}
	own := parseDeclarations(n.Attr("style"))
	for _, r := range rules {
		for name, v := range r.normal {
			set(name, v)
		}
	}
	for name, v := range own.normal {
		set(name, v)
	}
	for _, r := range rules {
		for name, v := range r.important {
			set(name, v)
		}
	}
	for name, v := range own.important {
		set(name, v)
	}
	return out
}

func classesOf(n *xmlfile.Node) []string {
	classes := strings.Fields(n.Attr("class"))
	return classes[:min(len(classes), maxClasses)]
}

// look is how an element is drawn, as far as it decides what becomes of it. Elements within it inherit it.
type look struct {
	fill, stroke               string
	fillOpacity, strokeOpacity float64
	strokeWidth                float64
	roundJoins, roundCaps      bool
	evenOdd, clipEvenOdd       bool
	isInvisible                bool // visibility
}

var defaultLook = look{fill: "black", stroke: "none", fillOpacity: 1, strokeOpacity: 1, strokeWidth: 1}

// with is the look with what an element says of its own.
func (l look) with(style map[string]string) look {
	for name, value := range style {
		if value == "inherit" || value == "" {
			continue
		}
		switch name {
		case "fill":
			l.fill = value
		case "stroke":
			l.stroke = value
		case "fill-opacity":
			l.fillOpacity = opacity(value)
		case "stroke-opacity":
			l.strokeOpacity = opacity(value)
		case "stroke-width":
			if w, ok := length(value, 0); ok && w >= 0 {
				l.strokeWidth = w
			}
		case "stroke-linejoin":
			l.roundJoins = value == "round"
		case "stroke-linecap":
			l.roundCaps = value == "round"
		case "fill-rule":
			l.evenOdd = value == "evenodd"
		case "clip-rule":
			l.clipEvenOdd = value == "evenodd"
		case "visibility":
			l.isInvisible = value == "hidden" || value == "collapse"
		}
	}
	return l
}

func opacity(text string) float64 {
	if x, ok := length(text, 1); ok {
		return min(max(x, 0), 1)
	}
	return 1
}

// isPaint reports whether something is drawn with a paint.
func isPaint(paint string) bool {
	p := strings.ToLower(strings.TrimSpace(paint))
	if strings.HasPrefix(p, "url(") { // what comes behind is for where the address leads nowhere
		return true
	}
	if p == "none" || p == "transparent" {
		return false
	}
	if args, ok := strings.CutPrefix(p, "rgba("); ok {
		list := strings.FieldsFunc(strings.TrimSuffix(args, ")"), func(r rune) bool { return strings.ContainsRune(", /\t", r) })
		return len(list) < 4 || opacity(list[3]) > 0
	}
	if strings.HasPrefix(p, "#") && (len(p) == 9 && strings.HasSuffix(p, "00") || len(p) == 5 && strings.HasSuffix(p, "0")) {
		return false
	}
	return true
}

func (l look) isFilled() bool { return l.fillOpacity > 0 && isPaint(l.fill) }

func (l look) isStroked() bool { return l.strokeOpacity > 0 && l.strokeWidth > 0 && isPaint(l.stroke) }
