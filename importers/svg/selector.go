package svg

import (
	"slices"
	"strings"

	"fillet/importers"
)

// compound holds a selector's conditions for one element: its name, id, classes and attributes. All conditions that are
// set must match.
type compound struct {
	element, id string
	classes     []string
	attributes  []attribute
	isParent    bool // for ancestors: a child combinator follows, so it must match the direct parent
}

// selector is a compound with the compounds for its ancestors, nearest first.
type selector struct {
	compound
	above  []compound
	isRoot bool // :root
}

// attribute is the condition of a selector for one attribute.
type attribute struct {
	name, value string
	how         byte // 0: is set; '=' value, '~' word, '|' up to a hyphen, '^' beginning, '$' end, '*' any part
}

func (a *attribute) matches(n *importers.XMLNode) bool {
	if !n.Has(a.name) {
		return false
	}
	v := n.Attr(a.name)
	switch a.how {
	case '=':
		return v == a.value
	case '~':
		return slices.Contains(strings.Fields(v), a.value)
	case '|':
		return v == a.value || strings.HasPrefix(v, a.value+"-")
	case '^':
		return a.value != "" && strings.HasPrefix(v, a.value)
	case '$':
		return a.value != "" && strings.HasSuffix(v, a.value)
	case '*':
		return a.value != "" && strings.Contains(v, a.value)
	}
	return true
}

func (c *compound) matches(n *importers.XMLNode, classes []string) bool {
	if c.element != "" && c.element != n.Name || c.id != "" && c.id != n.Attr("id") {
		return false
	}
	for _, class := range c.classes {
		if !slices.Contains(classes, class) {
			return false
		}
	}
	for i := range c.attributes {
		if !c.attributes[i].matches(n) {
			return false
		}
	}
	return true
}

func (s *selector) weight() int {
	n := s.compound.weight()
	if s.isRoot {
		n += 10
	}
	for i := range s.above {
		n += s.above[i].weight()
	}
	return n
}

func (c *compound) weight() int {
	n := 10 * (len(c.classes) + len(c.attributes))
	if c.element != "" {
		n++
	}
	if c.id != "" {
		n += 10000
	}
	return n
}

// isBelow reports whether an element has ancestors that match the compounds, nearest first.
func (s *sheet) isBelow(n *importers.XMLNode, above []compound) bool {
	if len(above) == 0 {
		return true
	}
	s.noteParents()
	for n = s.parents[n]; n != nil; n = s.parents[n] {
		if s.tries++; s.tries > maxTries {
			return false
		}
		if above[0].matches(n, classesOf(n)) && s.isBelow(n, above[1:]) {
			return true
		}
		if above[0].isParent {
			return false
		}
	}
	return false
}

// noteParents records the parent of each element on first use.
func (s *sheet) noteParents() {
	if s.parents != nil {
		return
	}
	s.parents = map[*importers.XMLNode]*importers.XMLNode{}
	var walk func(n *importers.XMLNode)
	walk = func(n *importers.XMLNode) {
		for _, c := range n.Children {
			s.parents[c] = n
			walk(c)
		}
	}
	walk(s.root)
}

// selectorList splits a list of selectors at commas outside brackets.
func selectorList(text string) (list []string) {
	from, depth := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			depth--
		case c == ',' && depth <= 0:
			list = append(list, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(list, strings.TrimSpace(text[from:]))
}

const blanks = " \t\r\n\f"

// parseSelector parses a selector. Siblings, states and namespaces are not supported.
func parseSelector(text string) (s selector, ok bool) {
	const limit = 200 // maximum number of ancestors in a selector
	if text == "" {
		return s, false
	}
	for {
		var c compound
		if c, text, ok = parseCompound(text); !ok {
			return s, false
		}
		s.compound = c
		rest := strings.TrimLeft(text, blanks)
		if rest == "" {
			return s, true
		}
		if rest[0] == '>' {
			c.isParent = true
			rest = strings.TrimLeft(rest[1:], blanks)
		} else if len(rest) == len(text) {
			return s, false
		}
		if len(s.above) == limit {
			return s, false
		}
		s.above = slices.Insert(s.above, 0, c)
		text = rest
	}
}

// parseCompound parses the conditions for one element, up to a blank or a combinator.
func parseCompound(text string) (c compound, rest string, ok bool) {
	const stops = ".#[>+~:]()|&,*" + blanks
	for text != "" && !strings.ContainsRune(blanks+">", rune(text[0])) {
		first := text[0]
		if first == '[' {
			var a attribute
			if a, text, ok = parseAttribute(text[1:]); !ok || len(c.attributes) == maxClasses {
				return c, "", false
			}
			c.attributes = append(c.attributes, a)
			continue
		}
		if first == '*' {
			if ok {
				return c, "", false
			}
			text, ok = text[1:], true
			continue
		}
		if first == '.' || first == '#' {
			text = text[1:]
		} else if ok {
			return c, "", false // a name must come first
		}
		end := strings.IndexAny(text, stops)
		if end < 0 {
			end = len(text)
		}
		word := restored(text[:end])
		switch {
		case word == "":
			return c, "", false
		case first == '.' && len(c.classes) < maxClasses:
			c.classes = append(c.classes, word)
		case first == '#' && c.id == "":
			c.id = word
		case first == '.' || first == '#':
			return c, "", false
		default:
			c.element = word
		}
		text, ok = text[end:], true
	}
	return c, text, ok
}

// parseAttribute parses an attribute condition after its opening bracket.
func parseAttribute(text string) (a attribute, rest string, ok bool) {
	end := strings.IndexAny(text, "=~|^$*]")
	if end < 0 {
		return a, "", false
	}
	if a.name = restored(strings.Trim(text[:end], blanks)); a.name == "" || strings.ContainsAny(a.name, blanks+"\"'") {
		return a, "", false
	}
	if a.how, text = text[end], text[end+1:]; a.how == ']' {
		a.how = 0
		return a, text, true
	}
	if a.how != '=' {
		if text, ok = strings.CutPrefix(text, "="); !ok {
			return a, "", false
		}
	}
	if text = strings.TrimLeft(text, blanks); text == "" {
		return a, "", false
	}
	if q := text[0]; q == '"' || q == '\'' {
		if a.value, text, ok = strings.Cut(text[1:], string(q)); !ok {
			return a, "", false
		}
		a.value = restored(a.value)
		text, ok = strings.CutPrefix(strings.TrimLeft(text, blanks), "]")
		return a, text, ok
	}
	a.value, text, ok = strings.Cut(text, "]")
	value := strings.TrimRight(a.value, blanks)
	a.value = restored(value)
	return a, text, ok && value != "" && !strings.ContainsAny(value, blanks)
}
