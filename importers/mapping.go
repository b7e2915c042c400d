package importers

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"fillet/editor/level"

	"gopkg.in/yaml.v3"
)

// Mapping says what the values of grid layers become. Of its rules the first that matches a value holds.
type Mapping struct {
	Rules []Rule
}

// Rule is what the matching values become. A field left out leaves the default: merged, solid, no rounding.
type Rule struct {
	// What it matches. Each that is given must match; a rule with none matches every value.
	Layer string // the foreign layer's name
	Value *int   // the value
	Name  string // the value's name

	Ignore       bool // not imported
	Mode         Mode
	Role         level.Role
	OneWay       level.Vec // for the role one-way: where its solid side faces; zero is up
	Categories   []string
	CollidesWith []string
	Radius       float64 // the corner radius, in pixels; for chains half the thickness
	Rounding     level.Rounding
	Tags         []string
}

// Find is the rule for a value of a layer, or the zero Rule.
func (m *Mapping) Find(layer string, value int, name string) Rule {
	if m == nil {
		return Rule{}
	}
	for _, r := range m.Rules {
		if (r.Layer == "" || r.Layer == layer) && (r.Value == nil || *r.Value == value) && (r.Name == "" || r.Name == name) {
			return r
		}
	}
	return Rule{}
}

// CategoryNames lists the categories that the rules name, in order of appearance.
func (m *Mapping) CategoryNames() []string {
	var out []string
	if m == nil {
		return nil
	}
	for _, r := range m.Rules {
		for _, name := range slices.Concat(r.Categories, r.CollidesWith) {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// Check reports the first thing that a mapping made in code says wrongly. ReadMapping returns none such.
func (m *Mapping) Check() error {
	if m == nil {
		return nil
	}
	for i, r := range m.Rules {
		if err := r.check(); err != nil {
			return fmt.Errorf("rule %d: %w", i+1, err)
		}
	}
	if n := len(m.CategoryNames()); n > level.MaxCategories-1 {
		return fmt.Errorf("%d categories; a level has room for %d beside its default", n, level.MaxCategories-1)
	}
	return nil
}

func (r Rule) check() error {
	if r.Mode != "" && !slices.Contains(Modes, r.Mode) {
		return fmt.Errorf("unknown mode %q; there are %s", r.Mode, modeNames())
	}
	switch r.Role {
	case "", level.Solid, level.Trigger:
		if r.OneWay != (level.Vec{}) {
			return errors.New("a one-way direction needs the role one-way")
		}
	case level.OneWay:
		if r.OneWay != (level.Vec{}) && math.Abs(r.OneWay.Len()-1) > 1e-6 {
			return fmt.Errorf("the one-way direction (%g, %g) is not of length 1", r.OneWay.X, r.OneWay.Y)
		}
	default:
		return fmt.Errorf("unknown role %q; there are solid, trigger, one-way", r.Role)
	}
	if !(r.Radius >= 0 && r.Radius <= level.MaxCoordinate) {
		return fmt.Errorf("radius %g is not a number from 0 to %g", r.Radius, float64(level.MaxCoordinate))
	}
	if r.Rounding != "" && r.Rounding != level.Inset && r.Rounding != level.Outset {
		return fmt.Errorf("unknown rounding %q; there are inset, outset", r.Rounding)
	}
	for _, list := range [][]string{r.Categories, r.CollidesWith, r.Tags} {
		for i, s := range list {
			if s == "" || slices.Contains(list[:i], s) {
				return fmt.Errorf("%q is empty or stands twice in %q", s, list)
			}
		}
	}
	return nil
}

// maxMapping is the largest mapping file, in bytes.
const maxMapping = 1 << 20

// ReadMapping reads a mapping file:
//
//	rules:
//	  - name: ladder          # or layer: Collisions, value: 2
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
//
// It is strict: an unknown or repeated key and a value of the wrong form are each an error of the form
// name:line:column: what.
func ReadMapping(r io.Reader, name string) (m *Mapping, err error) {
	defer func() {
		if p := recover(); p != nil { // a fault of the YAML package
			m, err = nil, &Error{File: name, Err: fmt.Errorf("the YAML cannot be read: %v", p)}
		}
	}()
	data, err := readLimited(r, maxMapping)
	if errors.Is(err, ErrTooLarge) {
		err = fmt.Errorf("a mapping of more than %d MB", maxMapping>>20)
	}
	if err != nil {
		return nil, &Error{File: name, Err: err}
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return nil, &Error{File: name, Err: err}
	}
	y := yamlReader{file: name}
	m = &Mapping{}
	if len(root.Content) == 0 {
		return m, nil
	}
	err = y.keys(root.Content[0], func(key string, v *yaml.Node) error {
		if key != "rules" {
			return errUnknownKey
		}
		return y.list(v, func(n *yaml.Node) error {
			rule, err := y.rule(n)
			m.Rules = append(m.Rules, rule)
			return err
		})
	})
	if err == nil {
		if err = m.Check(); err != nil {
			err = &Error{File: name, Err: err}
		}
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

var errUnknownKey = errors.New("unknown key")

// yamlReader reads nodes strictly; its errors carry file, line and column.
type yamlReader struct{ file string }

func (y yamlReader) fail(n *yaml.Node, format string, args ...any) error {
	return &Error{File: y.file, Line: n.Line, Column: n.Column, Err: fmt.Errorf(format, args...)}
}

func (y yamlReader) rule(n *yaml.Node) (Rule, error) {
	var r Rule
	err := y.keys(n, func(key string, v *yaml.Node) error {
		switch key {
		case "layer":
			return y.decode(v, "a name", &r.Layer)
		case "value":
			r.Value = new(int)
			if v.Tag != "!!int" { // the YAML package would cut a fraction off
				return y.fail(v, "%q is not a whole number", short(v.Value))
			}
			return y.decode(v, "a whole number", r.Value)
		case "name":
			return y.decode(v, "a name", &r.Name)
		case "ignore":
			return y.decode(v, "true or false", &r.Ignore)
		case "mode":
			return y.decode(v, "one of "+modeNames(), (*string)(&r.Mode))
		case "role":
			return y.decode(v, "solid, trigger or one-way", (*string)(&r.Role))
		case "one_way":
			var d []float64
			if err := y.decode(v, "a direction such as [0, -1]", &d); err != nil || len(d) != 2 {
				return y.fail(v, "one_way is not a direction such as [0, -1]")
			}
			r.OneWay = level.Vec{X: d[0], Y: d[1]}
		case "categories":
			return y.decode(v, "a list of names", &r.Categories)
		case "collides_with":
			err := y.decode(v, "a list of names", &r.CollidesWith)
			if err == nil && r.CollidesWith == nil {
				r.CollidesWith = []string{}
			}
			return err
		case "radius":
			return y.decode(v, "a number", &r.Radius)
		case "rounding":
			return y.decode(v, "inset or outset", (*string)(&r.Rounding))
		case "tags":
			return y.decode(v, "a list of names", &r.Tags)
		default:
			return errUnknownKey
		}
		return nil
	})
	if err == nil {
		if err = r.check(); err != nil {
			err = y.fail(n, "%w", err)
		}
	}
	return r, err
}

func (y yamlReader) decode(n *yaml.Node, what string, into any) error {
	if err := y.plain(n); err != nil {
		return err
	}
	if n.Tag == "!!null" || n.Decode(into) != nil {
		return y.fail(n, "%q is not %s", short(n.Value), what)
	}
	return nil
}

// plain refuses anchors and aliases: a mapping needs none, and they can make a small file large.
func (y yamlReader) plain(n *yaml.Node) error {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return y.fail(n, "anchors and aliases are not taken here")
	}
	for _, c := range n.Content {
		if err := y.plain(c); err != nil {
			return err
		}
	}
	return nil
}

func (y yamlReader) keys(n *yaml.Node, each func(key string, v *yaml.Node) error) error {
	if err := y.plain(n); err != nil {
		return err
	}
	if n.Kind != yaml.MappingNode {
		return y.fail(n, "keys and values are wanted here")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if seen[k.Value] {
			return y.fail(k, "key %q stands twice", short(k.Value))
		}
		seen[k.Value] = true
		if err := each(k.Value, v); err == errUnknownKey { //nolint:errorlint // of this very key, not one that a key within wraps
			return y.fail(k, "%w %q", errUnknownKey, short(k.Value))
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (y yamlReader) list(n *yaml.Node, each func(*yaml.Node) error) error {
	if n.Kind != yaml.SequenceNode {
		return y.fail(n, "a list is wanted here")
	}
	for _, c := range n.Content {
		if err := each(c); err != nil {
			return err
		}
	}
	return nil
}

func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
