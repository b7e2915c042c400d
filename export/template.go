package export

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"
	"unicode"

	"fillet/editor/disk"
	"fillet/editor/quote"
	"fillet/export/colliders"
)

// NewTemplate returns a format defined by a text/template and named after the template's file: "colliders.lua.tmpl"
// writes "*.lua". The data is a [TemplateData]; docs/TEMPLATES.md lists its fields and the functions. Errors name the
// line in the template.
func NewTemplate(name, text string) (Exporter, error) {
	base := filepath.Base(name)
	t, err := template.New(base).Option("missingkey=error").Funcs(templateFuncs(context.Background(), nil)).Parse(text)
	if err == nil {
		err = interruptible(t)
	}
	if err != nil {
		return nil, quote.ShortError(err)
	}
	ext := cmp.Or(filepath.Ext(strings.TrimSuffix(base, filepath.Ext(base))), ".txt")
	write := func(ctx context.Context, target *target) ([]byte, error) { return runTemplate(ctx, t, target) }
	return &format{
		name: base, title: "the template " + base, extension: ext, write: write,
		keeps: keepsAll &^ (keepsLevel | keepsCurves),
	}, nil
}

// OpenTemplate works like NewTemplate, for a file.
func OpenTemplate(path string) (Exporter, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	text, err := io.ReadAll(io.LimitReader(f, maxTemplate+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxTemplate:
		return nil, fmt.Errorf("%s: the template is larger than the limit of %d MB", quote.ShortPath(path),
			maxTemplate>>20)
	}
	return NewTemplate(path, string(text))
}

// TemplateData is the data of a template: the fields of [colliders.File], such as .Level.Name, .Categories and
// .Colliders, and the fields below.
type TemplateData struct {
	*colliders.File
	Base      string  // the output's name without folder and extension
	Tolerance float64 // tolerance of the function polygons, in pixels
}

// runTemplate runs a template on a level. The author chooses what a template leaves out, so it records only notes about
// rounded corners, and only if the template asks for polygons without them.
func runTemplate(ctx context.Context, t *template.Template, target *target) ([]byte, error) {
	run, err := t.Clone()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	data := TemplateData{File: target.File, Base: target.base, Tolerance: target.tolerance}
	if err := run.Funcs(templateFuncs(ctx, target)).Execute(&limited{Buffer: &b, ctx: ctx}, data); err != nil {
		return nil, quote.ShortError(err)
	}
	return b.Bytes(), nil
}

// Limits of templates, in bytes: far more than any level needs, but less than a runaway template would use.
const (
	maxTemplate       = 4 << 20  // text of the template
	maxTemplateText   = 32 << 20 // result of a function call
	maxTemplateOutput = 1 << 30
)

// aliveFunc is the function that loops and named templates call on every run, so that an endless one can be cancelled.
const aliveFunc = "_alive"

// interruptible makes the template's loops and named templates call aliveFunc first.
func interruptible(t *template.Template) error {
	probe, err := template.New("").Funcs(template.FuncMap{aliveFunc: func() string {
		return ""
	}}).Parse("{{" + aliveFunc + "}}")
	if err != nil {
		return err
	}
	call := probe.Root.Nodes[0]
	for _, part := range t.Templates() {
		if part.Tree != nil && part.Root != nil {
			interrupt(part.Root, call)
			part.Root.Nodes = slices.Insert(part.Root.Nodes, 0, call)
		}
	}
	return nil
}

func interrupt(n parse.Node, call parse.Node) {
	branch := func(b *parse.BranchNode) {
		interrupt(b.List, call)
		if b.ElseList != nil {
			interrupt(b.ElseList, call)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			interrupt(child, call)
		}
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
		n.List.Nodes = slices.Insert(n.List.Nodes, 0, call)
	}
}

// bounded returns the text from a template function, or an error if it is too long.
func bounded(s string) (string, error) {
	if len(s) > maxTemplateText {
		return "", fmt.Errorf("a string exceeds %d MB", maxTemplateText>>20)
	}
	return s, nil
}

type limited struct {
	*bytes.Buffer
	ctx context.Context
}

func (l *limited) Write(p []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	if l.Len()+len(p) > maxTemplateOutput {
		return 0, errors.New("the output exceeds 1 GB")
	}
	return l.Buffer.Write(p)
}

// templateFuncs returns the functions of a template. Without a target, they only serve for parsing.
func templateFuncs(ctx context.Context, t *target) template.FuncMap {
	return template.FuncMap{
		aliveFunc: func() (string, error) { return "", ctx.Err() },
		// Text. Functions that lengthen it are bounded.
		"json":     jsonText,
		"lua":      func(s string) (string, error) { return bounded(luaString(s)) },
		"quote":    func(s string) (string, error) { return bounded(strconv.Quote(s)) },
		"xml":      func(s string) (string, error) { return bounded(escapeXML(s)) },
		"csv":      func(s string) (string, error) { return bounded(csvField(s)) },
		"ident":    identifier,
		"upper":    strings.ToUpper,
		"lower":    strings.ToLower,
		"join":     joined,
		"print":    func(v ...any) (string, error) { return bounded(fmt.Sprint(v...)) },
		"printf":   func(format string, v ...any) (string, error) { return bounded(fmt.Sprintf(format, v...)) },
		"println":  func(v ...any) (string, error) { return bounded(fmt.Sprintln(v...)) },
		"html":     func(v ...any) (string, error) { return bounded(template.HTMLEscaper(v...)) },
		"js":       func(v ...any) (string, error) { return bounded(template.JSEscaper(v...)) },
		"urlquery": func(v ...any) (string, error) { return bounded(template.URLQueryEscaper(v...)) },
		// Numbers.
		"num": num,
		"fixed": func(digits int, x float64) string {
			return strconv.FormatFloat(x, 'f', min(max(digits, 0), 20), 64)
		},
		"add":     func(a, b float64) float64 { return a + b },
		"sub":     func(a, b float64) float64 { return a - b },
		"mul":     func(a, b float64) float64 { return float64(a * b) },
		"div":     divide,
		"neg":     func(x float64) float64 { return -x + 0 },
		"float":   func(i int) float64 { return float64(i) },
		"inc":     func(i int) int { return i + 1 },
		"radians": radians,
		"metres":  func(x float64) float64 { return x / t.Level.PixelsPerMetre },
		// Lists.
		"last": func(i int, list any) (bool, error) {
			v := reflect.ValueOf(list)
			if v.Kind() != reflect.Slice {
				return false, fmt.Errorf("last takes a list, not a %T", list)
			}
			return i == v.Len()-1, nil
		},
		"has":    slices.Contains[[]string],
		"chunks": chunks,
		// Colliders.
		"polygons": func(c colliders.Collider) [][]Vec { return t.polygons(c) },
		"local":    func(c colliders.Collider) []colliders.Piece { return local(&c) },
		"box2d":    func(c colliders.Collider) Box2DBody { return t.box2dBody(t.indexOf(c.ID)) },
		"categories": func(c colliders.Collider) []string {
			names, _ := categoryNames(t.Categories, c.Category)
			return names
		},
		"collides": func(c colliders.Collider) []string {
			names, _ := categoryNames(t.Categories, c.Mask)
			return names
		},
		"property": func(c colliders.Collider, name string, otherwise any) any {
			if v, ok := c.Properties[name]; ok {
				return v
			}
			return otherwise
		},
	}
}

// chunks splits a list of colliders into lists of at most n.
func chunks(n int, list []colliders.Collider) ([][]colliders.Collider, error) {
	if n < 1 {
		return nil, fmt.Errorf("chunks takes a number of at least 1, not %d", n)
	}
	return slices.Collect(slices.Chunk(list, n)), nil
}

func joined(sep string, list []string) (string, error) {
	if len(sep)*len(list) > maxTemplateText {
		return "", fmt.Errorf("a string exceeds %d MB", maxTemplateText>>20)
	}
	return bounded(strings.Join(list, sep))
}

func divide(a, b float64) (float64, error) {
	if b == 0 || math.IsNaN(b) {
		return 0, errors.New("division by zero")
	}
	return a / b, nil
}

// polygons returns a collider's pieces without radii: convex, in level space, turning +x toward +y. A line has two
// points.
func (t *target) polygons(c colliders.Collider) [][]Vec {
	out := make([][]Vec, len(c.Pieces))
	for i, p := range c.Pieces {
		out[i] = t.flat(&t.Colliders[t.indexOf(c.ID)], p) // templates only have copies of colliders
	}
	return out
}

// indexOf returns the index of the collider with the given id.
func (t *target) indexOf(id string) int {
	if t.ids == nil {
		t.ids = make(map[string]int, len(t.Colliders))
		for i := range t.Colliders {
			t.ids[t.Colliders[i].ID] = i
		}
	}
	return t.ids[id]
}

func jsonText(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	if b.Len() > maxTemplateOutput/2 { // the buffer may hold the whole level
		return "", fmt.Errorf("a string exceeds %d MB", maxTemplateOutput>>21)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// luaString quotes a string for any version of Lua.
func luaString(s string) string {
	b := []byte{'"'}
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			b = fmt.Appendf(b, "\\%03d", c)
		} else {
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// csvField encodes a value of a CSV file (RFC 4180), quoted if necessary. A string that a spreadsheet would treat as a
// formula gets an apostrophe in front, because names may come from strangers and formulas can read files.
func csvField(s string) string {
	if _, err := strconv.ParseFloat(s, 64); err != nil && s != "" && strings.IndexByte("=+-@\t\r", s[0]) >= 0 {
		s = "'" + s
	}
	if !strings.ContainsAny(s, "\",\r\n") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// identifier converts a string to an identifier of ASCII letters, digits and underscores that does not begin with a
// digit.
func identifier(s string) string {
	var b strings.Builder
	for _, r := range s {
		ok := r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))
		switch {
		case !ok:
			b.WriteByte('_')
		case unicode.IsDigit(r) && b.Len() == 0:
			b.WriteByte('_')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return "_"
	}
	return b.String()
}
