package editor

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fillet/editor/level"
)

// FilterFacts holds filter tests that need more than the document. A nil test never matches.
type FilterFacts struct {
	Overlaps   func(level.ID) bool // the collider overlaps something
	HasFinding func(level.ID) bool // the collider has a finding
}

// TreeFilter is a parsed filter: a list of terms that must all match.
type TreeFilter struct{ terms []filterTerm }

// filterTerm is a single condition of a filter.
type filterTerm struct {
	key   string // empty for free text
	by    *filterKey
	value string // in lower case
	exact bool   // match the whole text
	not   bool
}

// filterKey is a key of the filter language.
type filterKey struct {
	name   string
	values []string // allowed values; nil for any text
	match  func(t *filterTerm, c *level.Collider, m *filterMatcher) bool
}

// filterKeys holds the keys in the order in which messages list them.
var filterKeys = []filterKey{
	{name: "name", match: func(t *filterTerm, c *level.Collider, _ *filterMatcher) bool { return t.holds(c.Name) }},
	{name: "tag", match: func(t *filterTerm, c *level.Collider, _ *filterMatcher) bool {
		return slices.ContainsFunc(c.Tags, t.begins)
	}},
	{name: "kind", values: filterKindWords(), match: func(t *filterTerm, c *level.Collider, _ *filterMatcher) bool {
		return t.begins(c.Shape.Kind.String())
	}},
	{
		name: "role", values: []string{level.Solid.String(), level.Trigger.String(), level.OneWay.String()},
		match: func(t *filterTerm, c *level.Collider, _ *filterMatcher) bool { return t.begins(c.Role.String()) },
	},
	{
		name: "body", values: []string{level.Static.String(), level.Dynamic.String(), level.Kinematic.String()},
		match: func(t *filterTerm, c *level.Collider, _ *filterMatcher) bool { return t.begins(c.Body.String()) },
	},
	{name: "category", match: func(t *filterTerm, c *level.Collider, m *filterMatcher) bool {
		if len(c.Categories) == 0 {
			return t.begins(m.firstCategory)
		}
		return slices.ContainsFunc(c.Categories, t.begins)
	}},
	{name: "group", match: func(t *filterTerm, c *level.Collider, m *filterMatcher) bool {
		for g := m.doc.Group(c.GroupOf); g != nil; g = m.doc.Group(g.Parent) {
			if t.holds(g.Name) {
				return true
			}
		}
		return false
	}},
	{name: "prefab", match: func(t *filterTerm, c *level.Collider, _ *filterMatcher) bool {
		return c.Part != nil && t.isPrefab(c.Part.Prefab)
	}},
	{name: "material", match: func(t *filterTerm, c *level.Collider, _ *filterMatcher) bool {
		return t.begins(c.Material)
	}},
	{name: "layer", match: func(t *filterTerm, _ *level.Collider, m *filterMatcher) bool {
		return t.holds(m.layer.Name)
	}},
	{
		name: "has", values: []string{"overlap", "finding", "tag", "property", "name", "changes"},
		match: func(t *filterTerm, c *level.Collider, m *filterMatcher) bool {
			return t.has(c, m)
		},
	},
	{
		name: "is", values: []string{"hidden", "locked", "imported"},
		match: func(t *filterTerm, c *level.Collider, m *filterMatcher) bool {
			switch t.value {
			case "hidden":
				return !m.doc.Visible(c)
			case "locked":
				return m.doc.Locked(c)
			}
			return c.Source != nil
		},
	},
	{name: "id", match: func(t *filterTerm, c *level.Collider, _ *filterMatcher) bool {
		return strings.EqualFold(c.ID.String(), t.value)
	}},
}

func filterKindWords() []string {
	var words []string
	for _, k := range level.Kinds {
		words = append(words, k.String())
	}
	return words
}

// filterKeyOf returns the key with the given name, or nil.
func filterKeyOf(name string) *filterKey {
	for i := range filterKeys {
		if filterKeys[i].name == name {
			return &filterKeys[i]
		}
	}
	return nil
}

// ParseFilter parses a filter: words that a name must contain and conditions such as tag:coin, kind:box or has:overlap,
// separated by spaces. A leading minus negates a term, quotes keep spaces together, and an equals sign before a value
// asks for an exact match: tag:=coin. The error names the unknown key or value and lists the valid ones.
func ParseFilter(text string) (*TreeFilter, error) {
	f := &TreeFilter{}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		var t filterTerm
		t, text = nextFilterTerm(text)
		if t.key == "" && t.value == "" {
			continue // a lone minus sign or quote: the user is still typing
		}
		if t.key != "" {
			k := filterKeyOf(t.key)
			if t.by = k; k == nil {
				return nil, fmt.Errorf("unknown filter %s: use %s", quotedWord(t.key+":"),
					listedWords(filterKeyNames()))
			}
			if t.value == "" && !t.exact {
				continue // the user is still typing
			}
			if k.values != nil {
				index := slices.IndexFunc(k.values, func(v string) bool { return strings.HasPrefix(v, t.value) })
				if index < 0 {
					return nil, fmt.Errorf("%s: must be %s, not %s", t.key, listedWords(k.values), quotedWord(t.value))
				}
				t.value = k.values[index]
			}
		}
		f.terms = append(f.terms, t)
	}
	return f, nil
}

// quotedWord quotes user input for a message.
func quotedWord(s string) string {
	const limit = 30
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit]) + "…"
	}
	return "“" + s + "”"
}

func filterKeyNames() []string {
	var out []string
	for _, k := range filterKeys {
		out = append(out, k.name+":")
	}
	return out
}

func listedWords(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// nextFilterTerm splits the first term off a string.
func nextFilterTerm(text string) (t filterTerm, rest string) {
	if after, ok := strings.CutPrefix(text, "-"); ok {
		t.not, text = true, after
	}
	word, rest := nextFilterWord(text, ":")
	if strings.HasPrefix(rest, ":") && word != "" && !strings.HasPrefix(text, `"`) && isFilterKey(word) {
		t.key = strings.ToLower(word)
		text = rest[1:]
		if after, ok := strings.CutPrefix(text, "="); ok {
			t.exact, text = true, after
		}
		word, rest = nextFilterWord(text, "")
	} else if strings.HasPrefix(rest, ":") { // part of a name
		word, rest = nextFilterWord(text, "")
	}
	t.value = strings.ToLower(word)
	return t, rest
}

// isFilterKey reports whether a word could be a key: whether it has only letters.
func isFilterKey(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// nextFilterWord splits a string before the next space or stop character. Quoted text stays together.
func nextFilterWord(text, stops string) (word, rest string) {
	var b strings.Builder
	inQuotes := false
	for i, r := range text {
		switch {
		case r == '"':
			inQuotes = !inQuotes
		case !inQuotes && (unicode.IsSpace(r) || strings.ContainsRune(stops, r)):
			return b.String(), text[i:]
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), ""
}

// IsEmpty reports whether the filter matches everything.
func (f *TreeFilter) IsEmpty() bool { return len(f.terms) == 0 }

// Split separates the required free words from all other terms, for callers that also search for the words elsewhere.
func (f *TreeFilter) Split() (words []string, others *TreeFilter) {
	others = &TreeFilter{}
	for _, t := range f.terms {
		if t.key == "" && !t.not {
			words = append(words, t.value)
		} else {
			others.terms = append(others.terms, t)
		}
	}
	return words, others
}

// asks reports whether the filter contains the term has:value.
func (f *TreeFilter) asks(value string) bool {
	return slices.ContainsFunc(f.terms, func(t filterTerm) bool { return t.key == "has" && t.value == value })
}

// filterMatcher matches the contents of one layer.
type filterMatcher struct {
	filter        *TreeFilter
	doc           *level.Document
	layer         *level.Layer
	facts         FilterFacts
	firstCategory string // the category of colliders without one
	never         bool   // nothing in the layer can match

	of      level.InstanceID // the last instance that was tested
	isWhole bool             // that instance matches as a whole
}

// within returns a matcher for the contents of a layer.
func (f *TreeFilter) within(doc *level.Document, l *level.Layer, facts FilterFacts) *filterMatcher {
	m := &filterMatcher{filter: f, doc: doc, layer: l, facts: facts}
	if c := doc.Settings().Categories; len(c) > 0 {
		m.firstCategory = c[0]
	}
	for i := range f.terms {
		if t := &f.terms[i]; t.key == "layer" && t.holds(l.Name) == t.not {
			m.never = true
		}
	}
	return m
}

// Matches reports whether a collider of a document matches.
func (f *TreeFilter) Matches(doc *level.Document, c *level.Collider, facts FilterFacts) bool {
	return f.within(doc, doc.Layer(c.Layer), facts).matches(c)
}

func (m *filterMatcher) matches(c *level.Collider) bool {
	if c.Part != nil && m.wholly(c.Part.Instance) {
		return true
	}
	for i := range m.filter.terms {
		t := &m.filter.terms[i]
		matched := false
		if t.by == nil {
			// Unnamed colliders have the layer's name in their title.
			matched = t.holds(c.Name) || c.Name == "" && t.holds(m.layer.Name)
		} else {
			matched = t.by.match(t, c, m)
		}
		if matched == t.not {
			return false
		}
	}
	return true
}

// wholly reports whether an instance matches as a whole, and with it all of its parts. At least one term must match a
// property of the instance positively.
func (m *filterMatcher) wholly(id level.InstanceID) bool {
	if m.of == id {
		return m.isWhole
	}
	m.of, m.isWhole = id, m.passes(m.doc.Instance(id))
	return m.isWhole
}

func (m *filterMatcher) passes(i *level.Instance) bool {
	if i == nil || m.never {
		return false
	}
	asked := false
	for k := range m.filter.terms {
		t := &m.filter.terms[k]
		matched := false
		switch {
		case t.key == "" || t.key == "name":
			matched = t.holds(i.Label())
		case t.key == "prefab":
			matched = t.isPrefab(i.Prefab)
		case t.key == "has" && t.value == "changes":
			matched = len(i.Changes) > 0
		case t.key == "has" && t.value == "name":
			matched = i.Name != ""
		case t.key == "is" && t.value == "hidden":
			matched = i.Hidden
		case t.key == "is" && t.value == "locked":
			matched = i.Locked
		case t.key == "id":
			matched = strings.EqualFold(i.ID.String(), t.value)
		case t.key == "layer":
			continue // tested already
		case t.key == "group":
			matched = t.by.match(t, &level.Collider{GroupOf: i.GroupOf}, m)
		default:
			return false
		}
		if matched == t.not {
			return false
		}
		asked = asked || !t.not
	}
	return asked
}

// isPrefab reports whether a prefab's file matches the term: part of its path or, for an exact term, its whole name or
// path.
func (t *filterTerm) isPrefab(file string) bool {
	name := (&level.Instance{Prefab: file}).Label()
	if t.exact {
		return equalFold(name, t.value) || equalFold(file, t.value)
	}
	return containsFold(file, t.value)
}

// MatchesLayer reports whether a layer's own row matches, regardless of its contents: all terms must apply to layers.
func (f *TreeFilter) MatchesLayer(l *level.Layer) bool {
	return f.matchesName(l.Name, l.Hidden, l.Locked)
}

// matchesName reports whether a row that has only a name and flags matches. At least one term must match positively.
func (f *TreeFilter) matchesName(name string, hidden, locked bool) bool {
	asked := false
	for i := range f.terms {
		t := &f.terms[i]
		matched := false
		switch {
		case t.key == "" || t.key == "name":
			matched = t.holds(name)
		case t.key == "is" && t.value == "hidden":
			matched = hidden
		case t.key == "is" && t.value == "locked":
			matched = locked
		default:
			return false
		}
		if matched == t.not {
			return false
		}
		asked = asked || !t.not
	}
	return asked
}

// holds reports whether a string equals or contains the term's value.
func (t *filterTerm) holds(s string) bool {
	if t.exact {
		return equalFold(s, t.value)
	}
	return containsFold(s, t.value)
}

// begins reports whether a word equals or starts with the term's value.
func (t *filterTerm) begins(s string) bool {
	if t.exact {
		return equalFold(s, t.value)
	}
	return hasPrefixFold(s, t.value)
}

func (t *filterTerm) has(c *level.Collider, m *filterMatcher) bool {
	switch t.value {
	case "overlap":
		return m.facts.Overlaps != nil && m.facts.Overlaps(c.ID)
	case "finding":
		return m.facts.HasFinding != nil && m.facts.HasFinding(c.ID)
	case "tag":
		return len(c.Tags) > 0
	case "property":
		return len(c.Properties) > 0
	case "changes":
		if c.Part == nil {
			return false
		}
		i := m.doc.Instance(c.Part.Instance)
		return i != nil && len(i.Changes) > 0
	}
	return c.Name != ""
}

// sameToFilters reports whether no filter can tell two records of a collider apart.
func sameToFilters(a, b *level.Collider) bool {
	return a.Name == b.Name && a.Shape.Kind == b.Shape.Kind && a.Role == b.Role && a.Body == b.Body &&
		a.Hidden == b.Hidden &&
		a.Locked == b.Locked && slices.Equal(a.Tags, b.Tags) && slices.Equal(a.Categories, b.Categories) &&
		len(a.Properties) == len(b.Properties) && (a.Source == nil) == (b.Source == nil) && a.Material == b.Material
}

// equalFold reports whether s equals a lower-case text, ignoring case.
func equalFold(s, lower string) bool {
	return len(s) == len(lower) && hasPrefixFold(s, lower) || strings.ToLower(s) == lower
}

// hasPrefixFold reports whether s starts with a lower-case text, ignoring case.
func hasPrefixFold(s, lower string) bool {
	for i := range len(lower) {
		if i >= len(s) {
			return false
		}
		if s[i] >= utf8.RuneSelf || lower[i] >= utf8.RuneSelf {
			return strings.HasPrefix(strings.ToLower(s), lower)
		}
		if lowerByte(s[i]) != lower[i] {
			return false
		}
	}
	return true
}

// containsFold reports whether s contains a lower-case text, ignoring case. It allocates only for non-ASCII text.
func containsFold(s, lower string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.Contains(strings.ToLower(s), lower)
		}
	}
	if lower == "" {
		return true
	}
	for i := 0; i+len(lower) <= len(s); i++ {
		if lowerByte(s[i]) == lower[0] && hasPrefixFold(s[i:], lower) {
			return true
		}
	}
	return false
}

func lowerByte(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
