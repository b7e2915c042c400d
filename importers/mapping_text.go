package importers

import (
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
)

// String is the mapping as the text of a mapping file, one rule a line, which [ReadMapping] reads back as the same. It is
// empty where there is no rule.
func (m *Mapping) String() string {
	if m == nil {
		return ""
	}
	var b strings.Builder
	for i, r := range m.Rules {
		if i == 0 {
			b.WriteString("rules:\n")
		}
		f := flow{}
		r.match(&f)
		r.give(&f)
		b.WriteString("  - " + f.String() + "\n")
	}
	for i, r := range m.Entities {
		if i == 0 {
			b.WriteString("entities:\n")
		}
		f := flow{}
		r.match(&f)
		r.give(&f)
		b.WriteString("  - " + f.String() + "\n")
	}
	return b.String()
}

// matcher says what a rule matches, for people.
func (r Rule) matcher() string       { f := flow{}; r.match(&f); return f.words() }
func (r EntityRule) matcher() string { f := flow{}; r.match(&f); return f.words() } //nolint:revive // see Rule.matcher

func (r Rule) match(f *flow) {
	f.text("layer", r.Layer)
	if r.Value != nil {
		f.add("value", strconv.Itoa(*r.Value))
	}
	f.text("name", r.Name)
}

func (r Rule) give(f *flow) {
	f.flag("ignore", r.Ignore)
	f.text("mode", string(r.Mode))
	f.text("slope", r.Slope)
	f.text("merge", r.Merge)
	f.look(r.Role, r.OneWay, r.Categories, r.CollidesWith, r.Radius, r.Rounding, r.Tags)
}

func (r EntityRule) match(f *flow) {
	f.text("layer", r.Layer)
	f.text("name", r.Name)
	f.text("tag", r.Tag)
	f.text("field", r.Field)
	switch v := r.Is.(type) {
	case string:
		f.add("is", strconv.Quote(v))
	case float64:
		f.add("is", string(level.AppendNumber(nil, v)))
	case bool:
		f.add("is", strconv.FormatBool(v))
	}
}

func (r EntityRule) give(f *flow) {
	f.flag("ignore", r.Ignore)
	f.text("body", r.Body.String())
	f.look(r.Role, r.OneWay, r.Categories, r.CollidesWith, r.Radius, r.Rounding, r.Tags)
}

// flow is a YAML mapping on one line, in the making.
type flow struct{ keys, values []string }

func (f *flow) add(key, value string) {
	f.keys, f.values = append(f.keys, key), append(f.values, value)
}

func (f *flow) text(key, s string) {
	if s != "" {
		f.add(key, scalar(s))
	}
}

func (f *flow) flag(key string, on bool) {
	if on {
		f.add(key, "true")
	}
}

func (f *flow) list(key string, names []string) {
	quoted := make([]string, len(names))
	for i, s := range names {
		quoted[i] = scalar(s)
	}
	f.add(key, "["+strings.Join(quoted, ", ")+"]")
}

func (f *flow) look(role level.Role, oneWay level.Vec, categories, collidesWith []string, radius float64, rounding level.Rounding, tags []string) {
	f.text("role", role.String())
	if oneWay != (level.Vec{}) {
		f.add("one_way", "["+string(level.AppendNumber(nil, oneWay.X))+", "+string(level.AppendNumber(nil, oneWay.Y))+"]")
	}
	if len(categories) > 0 {
		f.list("categories", categories)
	}
	if collidesWith != nil {
		f.list("collides_with", collidesWith)
	}
	if radius != 0 {
		f.add("radius", string(level.AppendNumber(nil, radius)))
	}
	f.text("rounding", rounding.String())
	if len(tags) > 0 {
		f.list("tags", tags)
	}
}

func (f *flow) String() string {
	parts := make([]string, len(f.keys))
	for i, key := range f.keys {
		parts[i] = key + ": " + f.values[i]
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// words is the mapping without its braces.
func (f *flow) words() string {
	if len(f.keys) == 0 {
		return "for everything"
	}
	s := f.String()
	return s[1 : len(s)-1]
}

// scalar is a text as YAML: plain where every reader takes it for the same text, else in double quotes.
func scalar(s string) string {
	reserved := []string{"true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"}
	for i, r := range s {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', r == '_':
		case i > 0 && ('0' <= r && r <= '9' || r == '-'):
		default:
			return strconv.Quote(s)
		}
	}
	if slices.Contains(reserved, strings.ToLower(s)) {
		return strconv.Quote(s)
	}
	return s
}
