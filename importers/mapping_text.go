package importers

import (
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/strictyaml"
)

// String returns the mapping as the text of a mapping file, one rule per line, which [ReadMapping] reads back as the
// same. It is empty for an empty mapping.
func (m *Mapping) String() string {
	if m == nil {
		return ""
	}
	var b strings.Builder
	writeRules(&b, "rules", m.Rules)
	writeRules(&b, "entities", m.Entities)
	if len(m.Tiles) > 0 {
		names := make([]string, len(m.Tiles))
		for i, name := range m.Tiles {
			names[i] = scalar(name)
		}
		b.WriteString("tiles: [" + strings.Join(names, ", ") + "]\n")
	}
	return b.String()
}

// flowing is a rule of either kind that can be written as YAML.
type flowing interface {
	match(f *flow)
	give(f *flow)
}

func writeRules[R flowing](b *strings.Builder, key string, rules []R) {
	if len(rules) > 0 {
		b.WriteString(key + ":\n")
	}
	for _, r := range rules {
		var f flow
		r.match(&f)
		r.give(&f)
		b.WriteString("  - " + f.String() + "\n")
	}
}

// matcher returns the conditions of a rule as text for messages.
func matcher(r flowing) string {
	var f flow
	r.match(&f)
	return f.words()
}

// String returns the conditions of the rule as in a mapping file.
func (r Rule) String() string { return matcher(r) }

func (r Rule) match(f *flow) {
	f.text("layer", r.Layer)
	if r.Value != nil {
		f.add("value", strconv.Itoa(*r.Value))
	}
	f.text("name", r.Name)
	f.text("field", r.Field)
	f.is(r.Is)
}

func (r Rule) give(f *flow) {
	f.flag("ignore", r.Ignore)
	f.text("mode", string(r.Mode))
	f.text("slope", r.Slope)
	f.text("merge", r.Merge)
	f.effect(&r.Effect)
}

func (r EntityRule) match(f *flow) {
	f.text("layer", r.Layer)
	f.text("name", r.Name)
	f.text("tag", r.Tag)
	f.text("field", r.Field)
	f.is(r.Is)
}

func (r EntityRule) give(f *flow) {
	f.flag("ignore", r.Ignore)
	f.text("body", r.Body.String())
	f.text("slope", r.Slope)
	f.text("mode", string(r.Mode))
	f.effect(&r.Effect)
}

// flow is a YAML mapping on one line under construction.
type flow struct{ keys, values []string }

func (f *flow) add(key, value string) {
	f.keys, f.values = append(f.keys, key), append(f.values, value)
}

func (f *flow) text(key, s string) {
	if s != "" {
		f.add(key, scalar(s))
	}
}

// is adds the value of a field.
func (f *flow) is(v any) {
	switch v := v.(type) {
	case string:
		f.add("is", string(strictyaml.AppendQuoted(nil, v)))
	case float64:
		f.add("is", string(strictyaml.AppendNumber(nil, v)))
	case bool:
		f.add("is", strconv.FormatBool(v))
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

// effect adds the effect of a rule, apart from ignore, which is written before the rest.
func (f *flow) effect(e *Effect) {
	f.text("role", e.Role.String())
	if e.OneWay != (level.Vec{}) {
		f.add("one_way", "["+string(strictyaml.AppendNumber(nil, e.OneWay.X))+", "+
			string(strictyaml.AppendNumber(nil, e.OneWay.Y))+"]")
	}
	if len(e.Categories) > 0 {
		f.list("categories", e.Categories)
	}
	if e.CollidesWith != nil {
		f.list("collides_with", e.CollidesWith)
	}
	if e.Radius != 0 {
		f.add("radius", string(strictyaml.AppendNumber(nil, e.Radius)))
	}
	f.text("rounding", e.Rounding.String())
	if len(e.Tags) > 0 {
		f.list("tags", e.Tags)
	}
}

func (f *flow) String() string {
	parts := make([]string, len(f.keys))
	for i, key := range f.keys {
		parts[i] = key + ": " + f.values[i]
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// words returns the mapping without its braces.
func (f *flow) words() string {
	if len(f.keys) == 0 {
		return "for everything"
	}
	s := f.String()
	return s[1 : len(s)-1]
}

// scalar returns a text as YAML: plain if every reader takes it for the same text, else in double quotes.
func scalar(s string) string {
	for i, r := range s {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', r == '_':
		case i > 0 && ('0' <= r && r <= '9' || r == '-'):
		default:
			return string(strictyaml.AppendQuoted(nil, s))
		}
	}
	if s == "" || strictyaml.IsReserved(s) {
		return string(strictyaml.AppendQuoted(nil, s))
	}
	return s
}
