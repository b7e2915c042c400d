package importers

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Mapping defines what the values of grid layers and the entities become. The first rule that matches applies.
type Mapping struct {
	Rules    []Rule
	Entities []EntityRule
	// Tiles names files of tile shapes, relative to the imported file's folder, with slashes. A file applies to a
	// tileset if it names the tileset's picture or has the tileset's name. It takes precedence over files next to the
	// tileset.
	Tiles []string

	usedRules, usedEntities []bool // which rules have matched something; nil if matches are not counted
}

// HasRules reports whether the mapping has a rule, or was given but is empty. A mapping that only names files of tile
// shapes has no rules.
func (m *Mapping) HasRules() bool {
	return m != nil && (len(m.Rules) > 0 || len(m.Entities) > 0 || len(m.Tiles) == 0)
}

// counted returns a copy of the mapping that records which of its rules match something.
func (m *Mapping) counted() *Mapping {
	if m == nil {
		return nil
	}
	return &Mapping{m.Rules, m.Entities, m.Tiles, make([]bool, len(m.Rules)), make([]bool, len(m.Entities))}
}

// unused lists the rules that never applied, because nothing matched them or an earlier rule did first.
func (m *Mapping) unused() []string {
	var out []string
	if m == nil {
		return nil
	}
	for i, used := range m.usedRules {
		if !used {
			out = append(out, fmt.Sprintf("rule %d (%s)", i+1, matcher(&m.Rules[i])))
		}
	}
	for i, used := range m.usedEntities {
		if !used {
			out = append(out, fmt.Sprintf("entity rule %d (%s)", i+1, matcher(&m.Entities[i])))
		}
	}
	return out
}

// Rule defines what matching values become. A zero field keeps the default: merged, solid, no rounding.
type Rule struct {
	// Conditions. All that are set must hold; a rule without conditions matches every value.
	Layer      string // the foreign layer's name
	Value      *int   // the value
	Name       string // the value's name
	Field      string // the name of one of the tile's fields: a property in Tiled, an enum tag in LDtk
	FieldValue any    // the field's value, as in EntityRule

	Mode  Mode
	Slope string // the part of a cell that it fills; see [ParseSlope]. "" reads its name, NoSlope fills all
	Merge string // values of a layer with the same word here merge into colliders with that name
	Effect

	isDefault bool // a default from a tile's names and fields
	isScenery bool // left out by default because of its name
}

// Effect holds what a rule sets on the colliders that it matches.
type Effect struct {
	Ignore       bool // not imported
	Role         level.Role
	OneWay       level.Vec // for the role one-way: the direction that its solid side faces; zero is up
	Categories   []string
	CollidesWith []string
	Radius       float64 // the corner radius, in pixels; for chains, half the thickness
	Rounding     level.Rounding
	Tags         []string // for an entity, added to its own tags
}

// round gives a shape the effect's radius and, if it has corners, its rounding. It reports whether the radius did not
// fit and was reduced.
func (e *Effect) round(s *level.Shape) (isReduced bool) {
	s.Radius = e.Radius
	if !s.HasCorners() {
		return false
	}
	if e.Rounding != 0 {
		s.Rounding = e.Rounding
	}
	if s.Radius > 0 {
		if fit := s.Clamped(); fit.Radius < s.Radius {
			*s = fit
			return true
		}
	}
	return false
}

// candidate is a value or a tile to match against the rules for cells.
type candidate struct {
	layer  string
	value  int
	name   string
	fields level.Properties
	isTile bool // a tile is only a picture unless a rule names its layer or one of its fields
}

// find returns the rule for a value or a tile.
func (m *Mapping) find(t candidate) (Rule, bool) {
	if m == nil {
		return Rule{}, false
	}
	return firstMatch(m.Rules, m.usedRules, func(r Rule) bool { return r.matches(t) })
}

// firstMatch returns the first rule that matches. It counts the rule as used, unless used is nil.
func firstMatch[R any](rules []R, used []bool, matches func(R) bool) (rule R, ok bool) {
	i := slices.IndexFunc(rules, matches)
	if i < 0 {
		return rule, false
	}
	if used != nil {
		used[i] = true
	}
	return rules[i], true
}

func (r Rule) matches(t candidate) bool {
	switch {
	case r.Layer != "" && r.Layer != t.layer, r.Layer == "" && r.Field == "" && t.isTile:
		return false
	case r.Value != nil && *r.Value != t.value, r.Name != "" && r.Name != t.name:
		return false
	}
	return r.Field == "" || fieldIs(t.fields, r.Field, r.FieldValue)
}

// fieldIs reports whether a field has the given value; nil matches every value except false, 0 and "".
func fieldIs(fields level.Properties, name string, value any) bool {
	v, ok := fields[name]
	if value == nil {
		return ok && v != false && v != 0.0 && v != ""
	}
	return ok && v == value
}

// NamesLayer reports whether a rule names the layer and does not ignore it. The tiles of a picture layer become
// colliders only then.
func (m *Mapping) NamesLayer(layer string) bool {
	return m != nil && slices.ContainsFunc(m.Rules, func(r Rule) bool { return r.Layer == layer && !r.Ignore })
}

// EntityRule defines what matching entities become. A zero field keeps the default; see [Builder.Entity].
type EntityRule struct {
	// Conditions. All that are set must hold; a rule without conditions matches every entity.
	Layer      string // the foreign layer's name
	Name       string // the entity's name, type or class; * matches any text, as in Enemy*
	Tag        string
	Field      string // the name of one of its fields
	FieldValue any    // the field's value: a string, a float64 or a bool; nil matches all but false, 0 and ""

	Body  level.BodyType
	Slope string // the part of its box that it fills; see [ParseSlope]
	Mode  Mode   // for collision shapes of tiles: Merged, or Cells to keep each separate; empty uses the import's mode
	Effect
}

// FindEntity returns the rule for an entity.
func (m *Mapping) FindEntity(e Entity) (EntityRule, bool) {
	if m == nil {
		return EntityRule{}, false
	}
	return firstMatch(m.Entities, m.usedEntities, func(r EntityRule) bool { return r.matches(e) })
}

func (r EntityRule) matches(e Entity) bool {
	if r.Layer != "" && r.Layer != e.Source.Layer || r.Tag != "" && !slices.Contains(e.Tags, r.Tag) {
		return false
	}
	called := func(name string) bool { return wildcard(r.Name, name) }
	if r.Name != "" && !called(e.Name) && !slices.ContainsFunc(e.Kinds, called) {
		return false
	}
	if r.Field == "" {
		return true
	}
	return fieldIs(e.Fields, r.Field, r.FieldValue)
}

// wildcard reports whether a name matches a pattern, in which * matches any text.
func wildcard(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	rest, ok := strings.CutPrefix(name, parts[0])
	if !ok {
		return false
	}
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, p)
		if i < 0 {
			return false
		}
		rest = rest[i+len(p):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

// categoryNames lists the categories that the rules name, in order of appearance.
func (m *Mapping) categoryNames() []string {
	var out []string
	if m == nil {
		return nil
	}
	for _, r := range m.Rules {
		out = AppendNew(out, slices.Concat(r.Categories, r.CollidesWith)...)
	}
	for _, r := range m.Entities {
		out = AppendNew(out, slices.Concat(r.Categories, r.CollidesWith)...)
	}
	return out
}

// Check reports the first fault of a mapping that was built in code. ReadMapping returns only valid mappings.
func (m *Mapping) Check() error {
	if m == nil {
		return nil
	}
	for i, r := range m.Rules {
		if err := r.check(); err != nil {
			return fmt.Errorf("rule %d: %w", i+1, err)
		}
		for k, o := range m.Rules[:i] {
			if r.Merge != "" && o.Merge == r.Merge && !r.LooksLike(o) {
				return fmt.Errorf("rules %d and %d merge into %q but have different effects", k+1, i+1,
					quote.Excerpt(r.Merge))
			}
		}
	}
	for i, r := range m.Entities {
		if err := r.check(); err != nil {
			return fmt.Errorf("entity rule %d: %w", i+1, err)
		}
	}
	if n := len(m.categoryNames()); n > level.MaxCategories-1 {
		return fmt.Errorf("the rules name %d categories; a level has room for %d besides its default", n,
			level.MaxCategories-1)
	}
	return nil
}

func (r Rule) check() error {
	if r.Mode != "" && !slices.Contains(Modes, r.Mode) {
		return fmt.Errorf("unknown mode %q; use %s", quote.Excerpt(string(r.Mode)), modeNames())
	}
	if err := errors.Join(checkSlope(r.Slope), checkIs(r.Field, r.FieldValue)); err != nil {
		return err
	}
	return r.Effect.check()
}

// SameMatch reports whether two rules have the same conditions.
func (r Rule) SameMatch(o Rule) bool {
	sameValue := r.Value == o.Value || r.Value != nil && o.Value != nil && *r.Value == *o.Value
	return sameValue && r.Layer == o.Layer && r.Name == o.Name && r.Field == o.Field && r.FieldValue == o.FieldValue
}

// LooksLike reports whether two rules have the same effect on colliders.
func (r Rule) LooksLike(o Rule) bool {
	return r.Mode == o.Mode && r.Ignore == o.Ignore && r.Role == o.Role && r.OneWay == o.OneWay &&
		r.Radius == o.Radius && r.Rounding == o.Rounding &&
		slices.Equal(r.Categories, o.Categories) && slices.Equal(r.CollidesWith, o.CollidesWith) &&
		(r.CollidesWith == nil) == (o.CollidesWith == nil) && slices.Equal(r.Tags, o.Tags)
}

func (r EntityRule) check() error {
	switch r.Body {
	case 0, level.Static, level.Dynamic, level.Kinematic:
	default:
		return fmt.Errorf("unknown body %q; use static, dynamic or kinematic", r.Body)
	}
	if r.Mode != "" && r.Mode != Merged && r.Mode != Cells {
		return fmt.Errorf("the mode of collision shapes must be %s or %s, not %q", Merged, Cells,
			quote.Excerpt(string(r.Mode)))
	}
	if err := errors.Join(checkSlope(r.Slope), checkIs(r.Field, r.FieldValue)); err != nil {
		return err
	}
	return r.Effect.check()
}

// checkIs validates a rule's condition on a field.
func checkIs(field string, value any) error {
	switch v := value.(type) {
	case nil, bool, string:
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%g is not a valid field value", v)
		}
	default:
		return fmt.Errorf("a field's value must be a string, a number or a bool, not a %T", value)
	}
	if value != nil && field == "" {
		return errors.New(`"is" needs the name of a field`)
	}
	return nil
}

func (e Effect) check() error {
	switch e.Role {
	case 0, level.Solid, level.Trigger:
		if e.OneWay != (level.Vec{}) {
			return errors.New("a one-way direction needs the role one-way")
		}
	case level.OneWay:
		if e.OneWay != (level.Vec{}) && math.Abs(e.OneWay.Len()-1) > 1e-6 {
			return fmt.Errorf("the one-way direction (%g, %g) does not have length 1", e.OneWay.X, e.OneWay.Y)
		}
	default:
		return fmt.Errorf("unknown role %q; use solid, trigger or one-way", e.Role)
	}
	if !(e.Radius >= 0 && e.Radius <= level.MaxCoordinate) {
		return fmt.Errorf("radius %g is not a number from 0 to %g", e.Radius, float64(level.MaxCoordinate))
	}
	if e.Rounding != 0 && e.Rounding != level.Inset && e.Rounding != level.Outset {
		return fmt.Errorf("unknown rounding %q; use inset or outset", e.Rounding)
	}
	for _, list := range [][]string{e.Categories, e.CollidesWith, e.Tags} {
		for i, s := range list {
			if s == "" || slices.Contains(list[:i], s) {
				return fmt.Errorf("a list has an empty or repeated entry: %q", quote.Excerpt(s))
			}
		}
	}
	return nil
}

// maxMapping limits the size of a mapping file, in bytes.
const maxMapping = 1 << 20

// ReadMapping reads a mapping file:
//
//	rules:
//	  - name: ladder # or layer: Collisions, value: 2
//	    role: trigger
//	    mode: rects
//	    tags: [climb]
//	  - layer: Background
//	    ignore: true
//	  - radius: 4
//	    rounding: inset
//	    categories: [terrain]
//	    collides_with: [player]
//	  - value: 3
//	    role: one-way
//	    one_way: [0, -1]
//	  - name: hill
//	    slope: 45 floor right
//	    merge: terrain
//	  - field: collides # a property of a tile in Tiled, or an enum tag in LDtk
//	entities:
//	  - name: Enemy* # or tag: foe, layer: Things, field: hp, is: 3
//	    role: trigger
//	    body: kinematic
//	  - name: Ramp
//	    slope: 45 floor left
//	  - tag: decoration
//	    ignore: true
//	tiles: [art/terrain.tiles.yaml]
//
// It is strict: an unknown key, a repeated key or a malformed value is an error of the form name:line:column: message.
func ReadMapping(r io.Reader, name string) (*Mapping, error) {
	data, err := readLimited(r, maxMapping)
	if errors.Is(err, ErrTooLarge) {
		err = fmt.Errorf("the mapping has more than %d MB", maxMapping>>20)
	}
	if err != nil {
		return nil, &Error{File: name, Err: err}
	}
	m, err := readMapping(&strictyaml.Reader{File: name, What: "a mapping"}, data)
	if err == nil {
		err = m.Check()
	}
	var e *strictyaml.Error
	switch {
	case errors.As(err, &e):
		return nil, &Error{File: name, Line: e.Line, Column: e.Column, Err: e.Err}
	case err != nil:
		return nil, &Error{File: name, Err: err}
	}
	return m, nil
}

// readMapping reads nodes strictly; its errors include the file, line and column.
func readMapping(y *strictyaml.Reader, data []byte) (*Mapping, error) {
	m := &Mapping{}
	root, err := y.Read(data)
	if errors.Is(err, strictyaml.ErrEmpty) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	return m, y.Mapping(root, []string{"rules", "entities", "tiles"}, func(key string, v *yaml.Node) error {
		if key == "tiles" {
			return y.Words(v, &m.Tiles)
		}
		return y.Sequence(v, func(_ int, n *yaml.Node) error {
			if key == "rules" {
				m.Rules = append(m.Rules, Rule{})
				return readRule(y, n, &m.Rules[len(m.Rules)-1])
			}
			m.Entities = append(m.Entities, EntityRule{})
			return readRule(y, n, &m.Entities[len(m.Entities)-1])
		})
	})
}

// keyed is a rule of either kind.
type keyed interface {
	// keys returns the keys of the rule's conditions and of its effect, in the order in which they are written.
	keys() (match, give []ruleKey)
	check() error
}

// ruleKey is a key of a rule in a mapping file.
type ruleKey struct {
	name  string
	read  func(y *strictyaml.Reader, v *yaml.Node) error
	write func() string // returns the value as YAML, or "" for the default
}

func (r *Rule) keys() (match, give []ruleKey) {
	match = []ruleKey{
		textKey("layer", &r.Layer),
		{"value", func(y *strictyaml.Reader, v *yaml.Node) error {
			r.Value = new(int)
			return y.Int(v, r.Value)
		}, func() string {
			if r.Value == nil {
				return ""
			}
			return strconv.Itoa(*r.Value)
		}},
		textKey("name", &r.Name),
		textKey("field", &r.Field),
		isKey(&r.FieldValue),
	}
	give = []ruleKey{
		ignoreKey(&r.Ignore), textKey("mode", (*string)(&r.Mode)), textKey("slope", &r.Slope),
		textKey("merge", &r.Merge),
	}
	return match, append(give, r.Effect.keys()...)
}

func (r *EntityRule) keys() (match, give []ruleKey) {
	match = []ruleKey{
		textKey("layer", &r.Layer), textKey("name", &r.Name), textKey("tag", &r.Tag), textKey("field", &r.Field),
		isKey(&r.FieldValue),
	}
	give = []ruleKey{
		ignoreKey(&r.Ignore), wordKey("body", &r.Body, level.Static, level.Dynamic, level.Kinematic),
		textKey("slope", &r.Slope), textKey("mode", (*string)(&r.Mode)),
	}
	return match, append(give, r.Effect.keys()...)
}

// keys returns the keys of an effect except ignore, which is written before all others.
func (e *Effect) keys() []ruleKey {
	number := func(x float64) string { return string(strictyaml.AppendNumber(nil, x)) }
	return []ruleKey{
		wordKey("role", &e.Role, level.Solid, level.Trigger, level.OneWay),
		{"one_way", func(y *strictyaml.Reader, v *yaml.Node) error {
			return y.Numbers(v, "a direction such as [0, -1]", &e.OneWay.X, &e.OneWay.Y)
		}, func() string {
			return textIf(e.OneWay != level.Vec{}, "["+number(e.OneWay.X)+", "+number(e.OneWay.Y)+"]")
		}},
		wordsKey("categories", &e.Categories),
		{"collides_with", func(y *strictyaml.Reader, v *yaml.Node) error {
			e.CollidesWith = []string{} // an empty list is not the same as a missing one
			return y.Words(v, &e.CollidesWith)
		}, func() string { return textIf(e.CollidesWith != nil, scalars(e.CollidesWith)) }},
		{"radius", func(y *strictyaml.Reader, v *yaml.Node) error {
			return y.Number(v, &e.Radius)
		}, func() string { return textIf(e.Radius != 0, number(e.Radius)) }},
		wordKey("rounding", &e.Rounding, level.Inset, level.Outset),
		wordsKey("tags", &e.Tags),
	}
}

// textIf returns a text if a condition holds, else "".
func textIf(is bool, text string) string {
	if !is {
		return ""
	}
	return text
}

func textKey(name string, to *string) ruleKey {
	return ruleKey{
		name, func(y *strictyaml.Reader, v *yaml.Node) error { return y.Text(v, to) },
		func() string { return textIf(*to != "", scalar(*to)) },
	}
}

func wordKey[T fmt.Stringer](name string, to *T, words ...T) ruleKey {
	return ruleKey{
		name, func(y *strictyaml.Reader, v *yaml.Node) error { return strictyaml.OneOf(y, v, to, words...) },
		func() string { return (*to).String() },
	}
}

func wordsKey(name string, to *[]string) ruleKey {
	return ruleKey{
		name, func(y *strictyaml.Reader, v *yaml.Node) error { return y.Words(v, to) },
		func() string { return textIf(len(*to) > 0, scalars(*to)) },
	}
}

func ignoreKey(to *bool) ruleKey {
	return ruleKey{
		"ignore", func(y *strictyaml.Reader, v *yaml.Node) error { return y.Bool(v, to) },
		func() string { return textIf(*to, "true") },
	}
}

// isKey returns the key of the condition on a field's value.
func isKey(to *any) ruleKey {
	return ruleKey{"is", func(y *strictyaml.Reader, v *yaml.Node) (err error) {
		*to, err = y.Plain(v)
		return err
	}, func() string {
		switch v := (*to).(type) {
		case string:
			return string(strictyaml.AppendQuoted(nil, v))
		case float64:
			return string(strictyaml.AppendNumber(nil, v))
		case bool:
			return strconv.FormatBool(v)
		}
		return ""
	}}
}

func readRule(y *strictyaml.Reader, n *yaml.Node, r keyed) error {
	match, give := r.keys()
	keys := append(match, give...)
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	err := y.Mapping(n, names, func(key string, v *yaml.Node) error {
		return keys[slices.Index(names, key)].read(y, v)
	})
	if err == nil {
		if err = r.check(); err != nil {
			err = y.Wrap(n, err)
		}
	}
	return err
}

// String returns the mapping as the text of a mapping file with one rule per line; [ReadMapping] reads it back
// unchanged. An empty mapping gives an empty text.
func (m *Mapping) String() string {
	if m == nil {
		return ""
	}
	var b strings.Builder
	write := func(key string, i int, r keyed) {
		if i == 0 {
			b.WriteString(key + ":\n")
		}
		b.WriteString("  - " + ruleText(r) + "\n")
	}
	for i := range m.Rules {
		write("rules", i, &m.Rules[i])
	}
	for i := range m.Entities {
		write("entities", i, &m.Entities[i])
	}
	if len(m.Tiles) > 0 {
		b.WriteString("tiles: " + scalars(m.Tiles) + "\n")
	}
	return b.String()
}

// ruleText returns a rule as a YAML mapping on one line.
func ruleText(r keyed) string {
	match, give := r.keys()
	return "{" + keyText(append(match, give...)) + "}"
}

// keyText returns the keys that are set as YAML on one line.
func keyText(keys []ruleKey) string {
	var parts []string
	for _, k := range keys {
		if v := k.write(); v != "" {
			parts = append(parts, k.name+": "+v)
		}
	}
	return strings.Join(parts, ", ")
}

// matcher returns the conditions of a rule as text for messages.
func matcher(r keyed) string {
	match, _ := r.keys()
	return cmp.Or(keyText(match), "for everything")
}

// String returns the conditions of the rule as they appear in a mapping file.
func (r Rule) String() string { return matcher(&r) }

// scalars returns strings as a YAML list.
func scalars(texts []string) string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = scalar(s)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// scalar returns a string as YAML: plain if every reader would read it back as the same text, else in double quotes.
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
