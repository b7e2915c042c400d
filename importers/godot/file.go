package godot

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/quote"
	"fillet/importers"
)

// Limits of a file.
const (
	maxProperties = 1 << 23
	maxSections   = 1 << 22
)

// property is a line of the form key = value. The value is parsed on demand.
type property struct {
	key, raw string
	line     int
}

// section is a header in brackets and the properties below it.
type section struct {
	tag        string
	line       int
	attributes []attribute
	properties []property
	index      map[string]int // index of each key's last property, built on demand
}

type attribute struct {
	key   string
	value any
}

// attr returns a header attribute as a string, or "".
func (s *section) attr(key string) string {
	t, _ := s.attribute(key).(string)
	return t
}

func (s *section) attribute(key string) any {
	for _, a := range s.attributes {
		if a.key == key {
			return a.value
		}
	}
	return nil
}

// find returns the last property with one of the keys, or nil.
func (s *section) find(keys ...string) *property {
	const few = 12
	if len(s.properties) <= few {
		for i := len(s.properties) - 1; i >= 0; i-- {
			if slices.Contains(keys, s.properties[i].key) {
				return &s.properties[i]
			}
		}
		return nil
	}
	if s.index == nil {
		s.index = make(map[string]int, len(s.properties))
		for i, p := range s.properties {
			s.index[p.key] = i
		}
	}
	last := -1
	for _, key := range keys {
		if i, ok := s.index[key]; ok {
			last = max(last, i)
		}
	}
	if last < 0 {
		return nil
	}
	return &s.properties[last]
}

// file is a scene or a resource in Godot's text format.
type file struct {
	name          string // as shown in messages
	path          string // within the root, with slashes; identifies the file
	dir           string // its folder, relative to the imported file's
	isScene       bool
	external      map[string]*section // ext_resource by id
	internal      map[string]*section // sub_resource by id
	resource      *section            // only in a resource file
	resourceClass string              // the class of the resource
	nodes         []*section
}

// parseFile reads the sections of a file. The error is an *importers.Error.
func parseFile(name string, data []byte) (*file, error) {
	f, err := parseSections(name, data)
	if err == nil {
		return f, nil
	}
	located := &importers.Error{File: name, Err: err}
	if e, ok := err.(*syntaxError); ok { //nolint:errorlint // nothing wraps it
		located.Line, located.Err = e.line, e.err
	}
	return nil, importers.Unreadable(data, located)
}

func parseSections(name string, data []byte) (*file, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	r := newReader(string(data), 1)
	f := &file{name: name, external: map[string]*section{}, internal: map[string]*section{}}
	var at *section
	count, sections := 0, 0
	for {
		r.space(true)
		if r.i >= len(r.s) {
			break
		}
		if r.peek() == '[' {
			var err error
			if at, err = r.header(); err != nil {
				return nil, err
			}
			if sections++; sections > maxSections {
				return nil, r.failf("more than %d sections", maxSections)
			}
			if err := f.add(at, sections == 1); err != nil {
				return nil, &syntaxError{at.line, err}
			}
			continue
		}
		if at == nil {
			return nil, r.failf("this is not a Godot scene: it begins with %q", rest(r.s[r.i:]))
		}
		p, err := r.property()
		if err != nil {
			return nil, err
		}
		if count++; count > maxProperties {
			return nil, r.failf("more than %d properties", maxProperties)
		}
		at.properties = append(at.properties, p)
	}
	if at == nil {
		return nil, &syntaxError{1, fmt.Errorf("the file is empty")}
	}
	return f, nil
}

func (f *file) add(s *section, first bool) error {
	if first {
		switch s.tag {
		case "gd_scene":
			f.isScene = true
		case "gd_resource":
			f.resourceClass = s.attr("type")
		default:
			return fmt.Errorf("this is not a Godot scene: it begins with [%s]", quote.Printable(s.tag))
		}
		if v, ok := s.attribute("format").(float64); !ok || v < 3 {
			return fmt.Errorf("this file is from Godot 3 or older (format %v); open it in Godot 4 and save it",
				s.attribute("format"))
		} else if v > 4 {
			return fmt.Errorf("format %g is too new; formats 3 and 4 are supported", v)
		}
		return nil
	}
	switch s.tag {
	case "ext_resource":
		f.external[s.id()] = s
	case "sub_resource":
		f.internal[s.id()] = s
	case "resource":
		f.resource = s
	case "node":
		f.nodes = append(f.nodes, s)
	}
	return nil // connections and editable marks are ignored
}

// id returns a resource's id, which may be a number.
func (s *section) id() string { return idText(s.attribute("id")) }

// uid returns the unique_id of a node's section, or "".
func (s *section) uid() string { return uidText(s.attribute("unique_id")) }

func uidText(v any) string {
	x, ok := v.(float64)
	if !ok || x != math.Trunc(x) || math.Abs(x) >= 1<<53 {
		return ""
	}
	return strconv.FormatInt(int64(x), 10)
}

func idText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return fmt.Sprint(v)
	}
	return ""
}

// header reads [tag key=value …].
func (r *reader) header() (*section, error) {
	s := &section{line: r.line}
	r.i++
	r.space(false)
	if s.tag = r.word(); s.tag == "" {
		return nil, r.failf("a section has no name: %q", rest(r.s[r.i:]))
	}
	for {
		if r.space(true); r.take(']') {
			return s, nil
		}
		key := r.word()
		r.space(true)
		if key == "" || !r.take('=') {
			return nil, r.failf("expected key=value or the end of the section header, not %q", rest(r.s[r.i:]))
		}
		r.items = maxItems
		v, err := r.value(0)
		if err != nil {
			return nil, err
		}
		s.attributes = append(s.attributes, attribute{key, v})
		if len(s.attributes) > 64 {
			return nil, r.failf("the header of a section has more than 64 values")
		}
	}
}

// property reads key = value.
func (r *reader) property() (property, error) {
	p := property{line: r.line}
	if r.peek() == '"' {
		key, err := r.text()
		if err != nil {
			return p, err
		}
		p.key = key
		r.space(false)
	} else {
		from := r.i
		for r.i < len(r.s) && r.s[r.i] != '=' && r.s[r.i] != '\n' {
			r.i++
		}
		p.key = strings.ToValidUTF8(strings.TrimRight(r.s[from:r.i], " \t\r"), "\ufffd")
	}
	if p.key == "" || !r.take('=') {
		return p, &syntaxError{p.line, fmt.Errorf("expected key = value, not %q", quote.Excerpt(p.key))}
	}
	r.space(true)
	p.line = r.line
	var err error
	p.raw, err = r.skip()
	if err == nil && p.raw == "" {
		err = &syntaxError{p.line, fmt.Errorf("%q has no value", quote.Excerpt(p.key))}
	}
	return p, err
}

func (p *property) value() (any, error) { return newReader(p.raw, p.line).singleValue() }

// baseName returns a file's name without folder and extension.
func baseName(name string) string {
	return importers.BaseName(strings.ReplaceAll(name, `\`, "/"))
}
