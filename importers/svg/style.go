package svg

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/image/colornames"

	"fillet/editor/level"
	"fillet/importers"
)

// properties lists the presentation attributes that affect what is drawn, and where.
var properties = []string{
	"display", "visibility", "opacity", "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke", "stroke-opacity",
	"stroke-width", "stroke-linejoin", "stroke-linecap", "vector-effect", "transform", "transform-origin", "clip-path",
	"mask", "overflow", "color", "stop-color", "stop-opacity", "flood-opacity", "filter", "marker-start", "marker-mid",
	"marker-end", "stroke-dasharray", "font-size",
}

// styled lists the properties that are only read from styles. lengths lists the ones that need a unit there.
var (
	lengths = []string{"x", "y", "width", "height", "rx", "ry", "r", "cx", "cy"}
	styled  = append([]string{
		"d", "translate", "rotate", "scale", "transform-box", "offset-path", "zoom", "animation", "animation-name",
		"mask-image", "mask-border", "mask-border-source", "mask-box-image", "all",
	}, lengths...)
)

// initials holds the initial values of inherited properties.
var initials = map[string]string{
	"fill": "black", "stroke": "none", "fill-opacity": "1", "stroke-opacity": "1", "stroke-width": "1",
	"stroke-linejoin": "miter",
	"stroke-linecap":  "butt", "fill-rule": "nonzero", "clip-rule": "nonzero", "visibility": "visible",
	"color": "black", "marker-start": "none", "marker-mid": "none", "marker-end": "none", "stroke-dasharray": "none",
	"font-size": "medium",
}

// normal normalizes a property's value to lower case, except for functions and custom properties. ok is false if the
// value is invalid, in a style or as an attribute.
func normal(name, value string, inStyle bool) (_ string, ok bool) {
	if strings.HasPrefix(name, "--") {
		return value, true
	}
	if !strings.ContainsAny(value, "('\"") {
		value = strings.ToLower(value)
	}
	switch check := checks[name]; {
	case value == "":
		return "", false
	case check == nil, isForAll(value), strings.Contains(value, "(") && computedValue.MatchString(value):
		return value, true
	default:
		return value, check(value, inStyle)
	}
}

// isForAll reports whether a value is a keyword that every property accepts.
func isForAll(value string) bool {
	return slices.Contains([]string{"inherit", "initial", "unset", "revert", "revert-layer"}, value)
}

// computedValue matches the functions that most properties accept.
var computedValue = regexp.MustCompile(`(?i)\b(?:var|env|attr|if|calc|min|max|clamp|round|mod|rem|a?(?:sin|cos|tan)|` +
	`atan2|pow|sqrt|hypot|log|exp|abs|sign)\(`)

// check reports whether a property accepts a value, in a style or as an attribute.
type check func(value string, inStyle bool) bool

// checks maps properties to the checks of their values. Invalid values are ignored.
var checks = map[string]check{
	"fill": isPaintValue, "stroke": isPaintValue, "color": isPaintValue, "stop-color": isPaintValue,
	"opacity": isFraction, "fill-opacity": isFraction, "stroke-opacity": isFraction, "stop-opacity": isFraction,
	"flood-opacity": isFraction,
	"visibility":    oneOf("visible hidden collapse"),
	"fill-rule":     oneOf("nonzero evenodd"), "clip-rule": oneOf("nonzero evenodd"),
	"stroke-linejoin": oneOf("miter miter-clip round bevel arcs"),
	"stroke-linecap":  oneOf("butt round square"),
	"vector-effect":   oneOf("none non-scaling-stroke non-scaling-size non-rotation fixed-position"),
	"overflow":        listOf(oneOf("visible hidden scroll auto clip overlay")),
	"display": listOf(oneOf("none contents block inline inline-block flow flow-root list-item flex inline-flex grid " +
		"inline-grid -webkit-box -webkit-inline-box table inline-table table-row-group table-header-group " +
		"table-footer-group table-row table-cell table-column-group table-column table-caption ruby ruby-text math")),
	"clip-path": oneOf("none " + boxes + " url( inset( circle( ellipse( polygon( path( rect( xywh( shape("),
	"filter": oneOf("none url( blur( brightness( contrast( drop-shadow( grayscale( hue-rotate( invert( opacity( " +
		"saturate( sepia("),
	"marker": oneOf("none url("), "marker-start": oneOf("none url("), "marker-mid": oneOf("none url("),
	"marker-end": oneOf("none url("), "d": oneOf("none path("), "transform-box": oneOf(boxes), "all": oneOf(""),
	"x": isLength, "y": isLength, "cx": isLength, "cy": isLength, "r": isSize,
	"width": orWord(isSize, sizeWords), "height": orWord(isSize, sizeWords),
	"rx": orWord(isSize, "auto"), "ry": orWord(isSize, "auto"),
	"stroke-width":     func(value string, _ bool) bool { return isSize(value, false) },
	"stroke-dasharray": orWord(listOf(func(value string, _ bool) bool { return isSize(value, false) }), "none"),
	"font-size": orWord(isSize, "smaller larger xx-small x-small small medium large x-large xx-large "+
		"xxx-large"),
	"transform": isTransform, "translate": isTransformOf("translate"), "scale": isTransformOf("scale"),
	"rotate": func(value string, _ bool) bool {
		return len(strings.Fields(value)) > 1 || isTransformOf("rotate")(value, true) // about an axis
	},
	"transform-origin": listOf(orWord(isLength, "left right top bottom center")),
}

const (
	boxes     = "content-box padding-box border-box margin-box fill-box stroke-box view-box"
	sizeWords = "auto min-content max-content fit-content stretch"
	// otherUnits lists CSS length units that are not supported.
	otherUnits = "% vw vh vi vb vmin vmax svw svh svi svb svmin svmax lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb " +
		"dvmin dvmax cqw cqh cqi cqb cqmin cqmax ch rch ic ric cap rcap lh rlh rex"
)

// oneOf accepts the given words. A word that ends in a bracket accepts any value that calls the function.
func oneOf(words string) check {
	list := strings.Fields(words)
	return func(value string, _ bool) bool {
		return slices.ContainsFunc(list, func(word string) bool {
			return value == word || strings.HasSuffix(word, "(") && strings.Contains(strings.ToLower(value), word)
		})
	}
}

func orWord(accepts check, words string) check {
	isWord := oneOf(words)
	return func(value string, inStyle bool) bool { return isWord(value, inStyle) || accepts(value, inStyle) }
}

func listOf(accepts check) check {
	return func(value string, inStyle bool) bool {
		return !slices.ContainsFunc(strings.FieldsFunc(value, isSeparator), func(value string) bool {
			return !accepts(value, inStyle)
		})
	}
}

// isLength reports whether a string is a length. In styles, only 0 may lack a unit.
func isLength(text string, inStyle bool) bool {
	s := scanner{text: text}
	x, ok := s.number()
	unit := s.word()
	_, isKnown := unitSizes[unit]
	isKnown = isKnown || slices.Contains([]string{"em", "ex", "rem"}, unit) ||
		slices.Contains(strings.Fields(otherUnits), unit)
	return ok && s.atEnd() && isKnown && !(inStyle && unit == "" && x != 0)
}

// isSize reports whether a string is a non-negative length.
func isSize(text string, inStyle bool) bool {
	return isLength(text, inStyle) && !strings.HasPrefix(text, "-")
}

// isFraction reports whether a string is a number or a percentage.
func isFraction(text string, _ bool) bool {
	s := scanner{text: text}
	_, ok := s.number()
	unit := s.word()
	return ok && s.atEnd() && (unit == "" || unit == "%")
}

// isPaintValue reports whether a string is a colour, or another paint.
func isPaintValue(text string, _ bool) bool {
	if strings.Contains(text, "(") {
		return isPaintFunction(text, true)
	}
	if hex, ok := strings.CutPrefix(text, "#"); ok {
		return slices.Contains([]int{3, 4, 6, 8}, len(hex)) && strings.Trim(hex, "0123456789abcdef") == ""
	}
	_, ok := colornames.Map[text]
	return ok || slices.Contains(paintWords, text)
}

var isPaintFunction = oneOf("url( rgb( rgba( hsl( hsla( hwb( lab( lch( color( color-mix( light-dark( device-cmyk(")

// paintWords lists the keywords for paints besides SVG 1.1's colour names.
var paintWords = []string{
	"none", "transparent", currentColor, "context-fill", "context-stroke", "rebeccapurple", "canvas", "canvastext",
	"linktext", "visitedtext", "activetext", "buttonface", "buttontext", "buttonborder", "field", "fieldtext",
	"highlight", "highlighttext", "selecteditem", "selecteditemtext", "mark", "marktext", "graytext", "accentcolor",
	"accentcolortext", "windowtext", "window", "menutext", "menu",
}

// isProperty reports whether a property is also a presentation attribute.
func isProperty(name string) bool { return slices.Contains(properties, name) }

// declarations holds values of properties; important ones take precedence.
type declarations struct{ normal, important map[string]string }

func (d *declarations) set(name, value string) {
	if name = strings.TrimSpace(name); !strings.HasPrefix(name, "--") {
		name = strings.TrimPrefix(strings.ToLower(name), "-webkit-")
	}
	value = strings.TrimSpace(value)
	to := &d.normal
	if at := strings.LastIndexByte(value, '!'); at >= 0 && strings.EqualFold(strings.TrimSpace(value[at+1:]),
		"important") {
		to, value = &d.important, strings.TrimSpace(value[:at])
	}
	if name == "font" {
		name, value = "font-size", sizeIn(value)
	}
	value, ok := normal(name, value, true)
	if !ok {
		return
	}
	names := []string{name}
	switch {
	case name == "offset":
		names = []string{"offset-path"}
	case name == "marker":
		names = markerNames
	case name == "all" && slices.Contains([]string{"initial", "unset", "revert"}, value):
		names = slices.Concat(properties, styled)
	case !isProperty(name) && !slices.Contains(styled, name) && !strings.HasPrefix(name, "--"):
		return
	}
	if *to == nil {
		*to = map[string]string{}
	}
	for _, name := range names {
		(*to)[name] = value
	}
}

// sizeIn returns the size in a font value such as "bold 20px/1.5 serif", or the whole value if it has none.
func sizeIn(font string) string {
	for field := range strings.FieldsSeq(font) {
		size, _, _ := strings.Cut(field, "/")
		if size = strings.ToLower(size); checks["font-size"](size, true) {
			return size
		}
	}
	return font
}

// hasBareLength reports whether a function of a transform has a length or an angle without a unit, which in styles only
// 0 may.
func hasBareLength(transform string) bool {
	for function := range strings.SplitSeq(strings.ToLower(transform), ")") {
		name, args, _ := strings.Cut(strings.TrimLeft(function, blanks+","), "(")
		switch strings.TrimSpace(name) {
		case "translate", "translatex", "translatey", "translate3d", "rotate", "rotatez", "skew", "skewx", "skewy":
			for _, arg := range strings.FieldsFunc(args, isSeparator) {
				if x, err := strconv.ParseFloat(arg, 64); err == nil && x != 0 {
					return true
				}
			}
		}
	}
	return false
}

func parseDeclarations(text string) declarations {
	var d declarations
	for part := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(part, ":"); ok {
			d.set(name, value)
		}
	}
	return d
}

type rule struct {
	selector
	declarations
	order int
}

// Limits on style sheets. Rules with a one-word selector are looked up; all others are tried on every element.
const (
	maxCompound = 2000
	maxClasses  = 64      // per element
	maxTries    = 1 << 24 // attempts to match parts of selectors
)

type sheet struct {
	simple   map[string][]*rule // by .class, #id, element or *
	compound []*rule
	parents  map[*importers.XMLNode]*importers.XMLNode // parents of all elements; see noteParents
	tries    int
	count    int
	skipped  int // unsupported selectors
	dropped  int // selectors beyond maxCompound

	root *importers.XMLNode
	// declared holds the styles of elements that have custom properties or refer to them.
	declared map[*importers.XMLNode]map[string]string
	vars     map[*importers.XMLNode]*vars // custom properties of elements, including inherited ones
	load     func(name string)            // reads another style sheet
}

// markup removes the delimiters of HTML comments, which style sheets may contain.
var markup = strings.NewReplacer("<!--", " ", "-->", " ")

func (s *sheet) parse(text string) {
	text = plainCSS(markup.Replace(text))
	for {
		head, rest, ok := strings.Cut(text, "{")
		for at := strings.IndexByte(head, ';'); at >= 0; at = strings.IndexByte(head, ';') {
			s.statement(strings.TrimSpace(head[:at]))
			head = head[at+1:]
		}
		if !ok {
			return
		}
		head = strings.TrimSpace(head)
		if strings.HasPrefix(head, "@") {
			text = behindBlock(rest)
			if word := strings.Fields(head + " ")[0]; !slices.Contains(otherBlocks, word) {
				s.skipped++
			}
			continue
		}
		text = behindBlock(rest)
		d := parseDeclarations(s.withoutRules(strings.TrimSuffix(rest[:len(rest)-len(text)], "}")))
		if d.normal == nil && d.important == nil {
			continue // no supported property, such as only a font
		}
		for _, one := range selectorList(head) {
			s.add(one, d)
		}
	}
}

// withoutRules returns a block without nested rules, which are not supported.
func (s *sheet) withoutRules(block string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(block, "{")
		if !ok {
			b.WriteString(before)
			return b.String()
		}
		s.skipped++
		b.WriteString(before[:strings.LastIndexByte(before, ';')+1])
		block = behindBlock(rest)
	}
}

// otherBlocks lists the at-rules that contain no rules for elements.
var otherBlocks = []string{
	"@font-face", "@keyframes", "@-webkit-keyframes", "@page", "@counter-style", "@font-feature-values",
}

// statement handles a statement without a block: @import loads another sheet, unless it is limited to some media.
func (s *sheet) statement(text string) {
	rest, ok := strings.CutPrefix(text, "@import")
	if !ok {
		return // @charset, @namespace
	}
	rest = strings.TrimSpace(rest)
	end := strings.IndexByte(rest, ')') + 1
	if !strings.HasPrefix(rest, "url(") {
		end = 1 + strings.IndexAny(rest[min(1, len(rest)):], `"'`) + 1
	}
	name, media := rest[:min(max(end, 0), len(rest))], strings.TrimSpace(rest[min(max(end, 0), len(rest)):])
	name = strings.Trim(strings.TrimSuffix(strings.TrimPrefix(name, "url("), ")"), blanks+`"'`)
	if name == "" || !isForScreens(media) {
		s.skipped++
		return
	}
	s.load(restored(name))
}

// isForScreens reports whether a media query is known to include screens.
func isForScreens(media string) bool { return media == "" || media == "all" || media == "screen" }

// behindBlock returns the text after a block, which may contain other blocks.
func behindBlock(text string) string { return text[min(closing(text, '{', '}')+1, len(text)):] }

// plainCSS returns a style sheet, or a style attribute, without comments and escapes. It replaces escaped characters,
// and delimiters in strings and URLs, with private characters. restored maps them back.
func plainCSS(text string) string {
	if !strings.ContainsAny(text, "\\/\"'") && !strings.Contains(text, "url(") {
		return text
	}
	var b strings.Builder
	var end byte // of the string or the URL
	for i := 0; i < len(text); i++ {
		c, rest := text[i], text[i+1:]
		switch {
		case c == '\\':
			r, size := unescaped(rest)
			b.WriteString(r)
			i += size
		case end == 0 && c == '/' && strings.HasPrefix(rest, "*"):
			if size := strings.Index(rest[1:], "*/"); size >= 0 {
				i += size + 3
			} else {
				i = len(text)
			}
		case end == 0 && c == '(' && strings.HasSuffix(text[:i], "url"):
			end = ')'
			b.WriteByte(c)
		case (end == 0 || end == ')') && (c == '"' || c == '\''):
			end = c
			b.WriteByte(c)
		case c == end, c == '\n' && end != ')': // a string cannot extend past its line
			end = 0
			b.WriteByte(c)
		case end != 0 && strings.IndexByte("{}()[];,\"'", c) >= 0:
			b.WriteRune(private + rune(c))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// private is the first of the private characters that replace ASCII characters.
const private = 0xF700

// unescaped returns the character that an escape sequence represents, and the number of bytes after the backslash.
func unescaped(text string) (r string, size int) {
	for size < min(6, len(text)) && strings.IndexByte("0123456789abcdefABCDEF", text[size]) >= 0 {
		size++
	}
	code, err := strconv.ParseUint(text[:size], 16, 32)
	switch {
	case err == nil:
		if size < len(text) && strings.IndexByte(blanks, text[size]) >= 0 {
			size++
		}
	case text == "":
		return "", 0
	case text[0] == '\n':
		return "", 1 // the string continues on the next line
	default:
		c, n := utf8.DecodeRuneInString(text)
		code, size = uint64(c), n
	}
	if code < utf8.RuneSelf && !isWordByte(byte(code)) {
		code += private
	}
	return string(rune(code)), size
}

func isWordByte(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// restored returns a name or a URL from plain CSS as written in the file.
func restored(word string) string {
	return strings.Map(func(r rune) rune {
		if private <= r && r < private+utf8.RuneSelf {
			return r - private
		}
		return r
	}, word)
}

// add adds a rule for one selector.
func (s *sheet) add(text string, d declarations) {
	isRoot := text == ":root"
	if isRoot {
		text = "*"
	}
	one, ok := parseSelector(text)
	if !ok {
		s.skipped++
		return
	}
	s.count++
	key := ""
	switch {
	case isRoot:
		key, one.isRoot = text+":root", true
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
			s.dropped++
			return
		}
		s.compound = append(s.compound, &rule{one, d, s.count})
		return
	}
	if s.simple == nil {
		s.simple = map[string][]*rule{}
	}
	list := s.simple[key]
	if len(list) <= maxPerSelector {
		r := &rule{one, declarations{map[string]string{}, map[string]string{}}, 0}
		list = append(list, r)
		s.simple[key] = list
	}
	r := list[len(list)-1]
	r.order = s.count
	maps.Copy(r.normal, d.normal)
	maps.Copy(r.important, d.important)
}

// maxPerSelector limits the separate rules for one simple selector. Further rules are merged into one, which loses
// their order among other rules.
const maxPerSelector = 64

// of returns an element's properties from its attributes, the matching rules and its style.
func (s *sheet) of(n *importers.XMLNode) map[string]string {
	var out map[string]string
	setAll := func(values map[string]string) {
		if out == nil && len(values) > 0 {
			out = map[string]string{}
		}
		maps.Copy(out, values)
	}
	for _, a := range n.Attrs {
		if a.Space == "" && isProperty(a.Name) {
			if v, ok := normal(a.Name, strings.TrimSpace(a.Value), false); ok {
				if out == nil {
					out = map[string]string{}
				}
				out[a.Name] = v
			}
		}
	}
	var rules []*rule
	if s.count > 0 {
		classes := classesOf(n)
		take := func(key string) { rules = append(rules, s.simple[key]...) }
		take("*")
		take(n.Name)
		if n == s.root {
			take("*:root")
		}
		for _, c := range classes {
			take("." + c)
		}
		if id := n.Attr("id"); id != "" {
			take("#" + id)
		}
		for _, r := range s.compound {
			if r.matches(n, classes) && s.isBelow(n, r.above) {
				rules = append(rules, r)
			}
		}
		slices.SortStableFunc(rules, func(a, b *rule) int {
			return cmp.Or(cmp.Compare(a.weight(), b.weight()), cmp.Compare(a.order, b.order))
		})
	}
	own := parseDeclarations(plainCSS(n.Attr("style")))
	rules = append(rules, &rule{declarations: own})
	for _, r := range rules {
		setAll(r.normal)
	}
	for _, r := range rules {
		setAll(r.important)
	}
	for name, v := range out {
		if strings.HasPrefix(name, "--") || strings.Contains(v, "var(") {
			if s.declared == nil {
				s.declared = map[*importers.XMLNode]map[string]string{}
			}
			s.declared[n] = out
			return resolved(out, s.varsOf(n))
		}
	}
	return out
}

// resolved returns a style with the values of custom properties.
func resolved(style map[string]string, vars *vars) map[string]string {
	out := map[string]string{}
	for name, v := range style {
		if strings.HasPrefix(name, "--") {
			continue
		}
		if strings.Contains(v, "var(") {
			ok := false
			v, ok = substituted(v, vars.value, 0)
			if ok {
				v, ok = normal(name, v, true)
			}
			if !ok {
				v = "unset"
			}
		}
		out[name] = v
	}
	return out
}

// varsOf returns the custom properties of an element, including inherited ones.
func (s *sheet) varsOf(n *importers.XMLNode) *vars {
	if n == nil {
		return nil
	}
	if known, ok := s.vars[n]; ok {
		return known
	}
	if s.vars == nil {
		s.vars = map[*importers.XMLNode]*vars{}
		s.noteParents()
	}
	s.vars[n] = nil // breaks cycles
	if s.declared[n] == nil {
		s.of(n)
	}
	s.vars[n] = computed(s.varsOf(s.parents[n]), s.declared[n])
	return s.vars[n]
}

// vars holds the custom properties that an element declares; the element inherits the others.
type vars struct {
	inherited *vars
	own       map[string]string // without the properties that have no value
	missing   map[string]bool   // properties that have no value, even if one is inherited
}

// value returns the value of a custom property; ok is false if it has none.
func (v *vars) value(name string) (_ string, ok bool) {
	for ; v != nil && !v.missing[name]; v = v.inherited {
		if text, ok := v.own[name]; ok {
			return text, true
		}
	}
	return "", false
}

// computed returns the inherited custom properties, overridden by the properties that an element's style declares.
// Properties that refer to each other in a cycle have no value.
func computed(inherited *vars, style map[string]string) *vars {
	declared := map[string]string{}
	for name, v := range style {
		if strings.HasPrefix(name, "--") {
			declared[name] = v
		}
	}
	if len(declared) == 0 {
		return inherited
	}
	out := &vars{inherited, map[string]string{}, map[string]bool{}}
	var open []string // properties being resolved, each of which refers to the next
	isCyclic := map[string]bool{}
	var valueOf func(name string) (v string, ok bool)
	valueOf = func(name string) (v string, ok bool) {
		if at := slices.Index(open, name); at >= 0 {
			for _, name := range open[at:] {
				isCyclic[name] = true
			}
			return "", false
		}
		text, isNew := declared[name]
		delete(declared, name)
		switch {
		case !isNew, slices.Contains([]string{"inherit", "unset", "revert", "revert-layer"}, text):
		case text == "initial":
			out.missing[name] = true
		default:
			open = append(open, name)
			v, ok = substituted(text, valueOf, len(open))
			open = open[:len(open)-1]
			if !ok || isCyclic[name] {
				out.missing[name] = true
			} else {
				out.own[name] = v
			}
		}
		return out.value(name)
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		valueOf(name)
	}
	return out
}

// substituted replaces var() by custom properties or fallbacks; ok is false if a property has neither.
func substituted(value string, valueOf func(name string) (string, bool), depth int) (_ string, ok bool) {
	const limit, longest = 64, 1 << 16 // nesting, bytes
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(value, "var(")
		b.WriteString(before)
		if !found || depth >= limit || b.Len() > longest {
			return b.String(), !found
		}
		end := closing(rest, '(', ')')
		name, fallback, hasFallback := strings.Cut(rest[:end], ",")
		v, ok := valueOf(strings.TrimSpace(name))
		if !ok && hasFallback {
			v, ok = substituted(strings.TrimSpace(fallback), valueOf, depth+1)
		}
		if !ok {
			return "", false
		}
		b.WriteString(v)
		value = rest[min(end+1, len(rest)):]
	}
}

// closing returns the index of the bracket that matches an opening one before the text, or the length of the text.
func closing(text string, open, end byte) int {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

func classesOf(n *importers.XMLNode) []string {
	classes := strings.Fields(n.Attr("class"))
	return classes[:min(len(classes), maxClasses)]
}

// look holds the inherited properties that determine how an element is imported.
type look struct {
	fill, stroke, color        string
	contextFill, contextStroke string // paints of the enclosing use
	fillOpacity, strokeOpacity float64
	strokeWidth                float64
	isRelative                 bool // strokeWidth is a percentage of the viewport
	roundJoins, roundCaps      bool
	evenOdd, clipEvenOdd       bool
	isInvisible                bool // visibility
	isDashed                   bool
	markers                    [3]bool // at the start, in the middle, at the end
	em, rem                    float64 // font sizes of the element and the root; rem is negative before the root
}

var defaultLook = look{
	fill: "black", stroke: "none", color: "black", contextFill: "none", contextStroke: "none",
	fillOpacity: 1, strokeOpacity: 1, strokeWidth: 1, em: 16, rem: -1,
}

// fontSizes maps the names of font sizes to pixels.
var fontSizes = map[string]float64{
	"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
	"xxx-large": 48,
}

// fontSize parses the font size of an element whose parent has the look l.
func (l look) fontSize(text string) (x float64, ok bool) {
	switch text {
	case "inherit", "unset", "revert", "revert-layer", "":
		return l.em, true
	case "initial":
		text = initials["font-size"]
	case "smaller":
		return float64(l.em / 1.2), true
	case "larger":
		return float64(l.em * 1.2), true
	}
	if x, ok = fontSizes[text]; !ok {
		x, ok = l.length(text, l.em)
	}
	return min(x, level.MaxCoordinate), ok && x >= 0
}

var markerNames = []string{"marker-start", "marker-mid", "marker-end"}

// with applies an element's own style to the inherited look.
func (l look) with(style map[string]string) look {
	if x, ok := l.fontSize(style["font-size"]); ok {
		l.em = x
	}
	if l.rem < 0 {
		l.rem = l.em
	}
	for name, value := range style {
		switch value {
		case "inherit", "unset", "revert", "revert-layer", "":
			continue
		case "initial":
			value = initials[name]
		}
		switch name {
		case "fill":
			l.fill = l.inContext(value)
		case "stroke":
			l.stroke = l.inContext(value)
		case "color":
			if !strings.EqualFold(value, currentColor) {
				l.color = value
			}
		case "marker-start", "marker-mid", "marker-end":
			l.markers[slices.Index(markerNames, name)] = value != "none"
		case "stroke-dasharray":
			l.isDashed = value != "none" && !allZero(strings.FieldsFunc(value, isSeparator))
		case "fill-opacity":
			l.fillOpacity = opacity(value)
		case "stroke-opacity":
			l.strokeOpacity = opacity(value)
		case "stroke-width":
			if w, ok := l.length(value, 100); ok && w >= 0 {
				l.strokeWidth, l.isRelative = w, strings.HasSuffix(value, "%")
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

const currentColor = "currentcolor"

// inContext resolves context-fill and context-stroke to the paints of the enclosing use.
func (l look) inContext(paint string) string {
	switch strings.ToLower(paint) {
	case "context-fill":
		return l.contextFill
	case "context-stroke":
		return l.contextStroke
	}
	return paint
}

// used resolves currentcolor to the element's colour.
func (l look) used(paint string) string {
	if strings.EqualFold(strings.TrimSpace(paint), currentColor) {
		return l.color
	}
	return paint
}

func opacity(text string) float64 {
	if x, ok := length(text); ok {
		return min(max(x, 0), 1)
	}
	return 1
}

// isPaint reports whether a paint draws anything.
func isPaint(paint string) bool {
	p := strings.ToLower(strings.TrimSpace(paint))
	if strings.HasPrefix(p, "url(") {
		return true
	}
	if p == "none" || p == "transparent" {
		return false
	}
	name, args, _ := strings.Cut(p, "(")
	switch name {
	case "hwb", "lab", "lch", "oklab", "oklch", "color", "rgb", "rgba", "hsl", "hsla":
		if _, alpha, ok := strings.Cut(strings.TrimSuffix(args, ")"), "/"); ok {
			return strings.TrimSpace(alpha) != "none" && opacity(alpha) > 0
		}
		list := strings.FieldsFunc(strings.TrimSuffix(args, ")"), isSeparator)
		return len(list) != 4 || name == "color" || opacity(list[3]) > 0
	}
	if strings.HasPrefix(p, "#") && (len(p) == 9 && strings.HasSuffix(p, "00") ||
		len(p) == 5 && strings.HasSuffix(p, "0")) {
		return false
	}
	return true
}

func (l look) isFilled() bool { return l.fillOpacity > 0 && isPaint(l.used(l.fill)) }

func (l look) isStroked() bool {
	return l.strokeOpacity > 0 && l.strokeWidth > 0 && isPaint(l.used(l.stroke))
}
