package export

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"fillet/collision"
	"fillet/export/colliders"
)

// templateFuncs returns the functions of a template that writes a target to out. Without a target, they only serve for
// parsing.
func templateFuncs(ctx context.Context, t *target, out *output) template.FuncMap {
	funcs := template.FuncMap{
		aliveFunc: func() (string, error) { return "", ctx.Err() },
		"file":    func(name string) (string, error) { return out.start(name) },
		"lose": func(kind, message string, c ...colliders.Collider) (string, error) {
			return t.loseByTemplate(kind, message, c)
		},
		// Text. Functions that lengthen it are bounded.
		"json":     jsonText,
		"lua":      func(s string) (string, error) { return bounded(luaString(s)) },
		"cstring":  func(s string) (string, error) { return bounded(cString(s)) },
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
		"add":     arithmetic((*big.Int).Add, func(a, b float64) float64 { return a + b }),
		"sub":     arithmetic((*big.Int).Sub, func(a, b float64) float64 { return a - b }),
		"mul":     arithmetic((*big.Int).Mul, func(a, b float64) float64 { return float64(a * b) }),
		"div":     divide,
		"mod":     remainder,
		"neg":     func(x float64) float64 { return -x + 0 },
		"float":   func(x float64) float64 { return x },
		"int":     truncated,
		"inc":     func(i int) int { return i + 1 },
		"radians": radians,
		"sin": func(radians float64) float64 {
			sin, _ := collision.Sincos(radians)
			return sin
		},
		"cos":    collision.Cos,
		"rotate": func(radians float64, v Vec) Vec { return tidy(collision.NewRot(radians).Apply(v)) },
		"metres": func(x float64) float64 { return x / t.Level.PixelsPerMetre },
		// Lists.
		"last": func(i int, list any) (bool, error) {
			v := reflect.ValueOf(list)
			if v.Kind() != reflect.Slice {
				return false, fmt.Errorf("last takes a list, not a %T", list)
			}
			return i == v.Len()-1, nil
		},
		"has":    slices.Contains[[]string, string],
		"chunks": chunks,
		// Colliders.
		"pieces":   pieces,
		"polygons": func(c colliders.Collider) [][]Vec { return t.polygons(c) },
		"outline":  func(c colliders.Collider) [][]Vec { return t.outline(c) },
		"local":    func(c colliders.Collider) []colliders.Piece { return local(&c) },
		"mass":     func(c colliders.Collider) TemplateMass { return t.massOf(c) },
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
	for name, f := range funcs {
		funcs[name] = lenient(f)
	}
	return funcs
}

// lenient lets a function of a template take any type of number or string where it takes a float64, an int or a string.
func lenient(f any) any {
	switch f := f.(type) { // the most common ones, without the cost of reflection
	case func(float64) float64:
		return unary(number, func(x float64) (float64, error) { return f(x), nil })
	case func(float64) string:
		return unary(number, func(x float64) (string, error) { return f(x), nil })
	case func(string) string:
		return unary(str, func(s string) (string, error) { return f(s), nil })
	case func(string) (string, error):
		return unary(str, f)
	}
	fn := reflect.ValueOf(f)
	t := fn.Type()
	in, isChanged := make([]reflect.Type, t.NumIn()), false
	for i := range in {
		switch in[i] = t.In(i); in[i] {
		case reflect.TypeFor[float64](), reflect.TypeFor[int](), reflect.TypeFor[string]():
			in[i], isChanged = reflect.TypeFor[reflect.Value](), true
		}
	}
	if !isChanged {
		return f
	}
	out := []reflect.Type{t.Out(0), reflect.TypeFor[error]()}
	return reflect.MakeFunc(reflect.FuncOf(in, out, t.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		for i, arg := range args {
			if in[i] == t.In(i) {
				continue
			}
			var err error
			if args[i], err = converted(arg.Interface().(reflect.Value), t.In(i)); err != nil {
				return []reflect.Value{reflect.Zero(out[0]), reflect.ValueOf(&err).Elem()}
			}
		}
		call := fn.Call
		if t.IsVariadic() {
			call = fn.CallSlice
		}
		results := call(args)
		if len(results) < len(out) {
			results = append(results, reflect.Zero(out[1]))
		}
		return results
	}).Interface()
}

// unary returns a function that converts its argument and calls f.
func unary[A, R any](convert func(reflect.Value) (A, error), f func(A) (R, error)) func(reflect.Value) (R, error) {
	return func(v reflect.Value) (r R, err error) {
		a, err := convert(v)
		if err != nil {
			return r, err
		}
		return f(a)
	}
}

// converted returns an argument of a template's function as a float64, an int or a string.
func converted(v reflect.Value, to reflect.Type) (reflect.Value, error) {
	switch to.Kind() {
	case reflect.Float64:
		x, err := number(v)
		return reflect.ValueOf(x), err
	case reflect.String:
		s, err := str(v)
		return reflect.ValueOf(s), err
	}
	v = pointee(v)
	if i, ok := integer(v); ok {
		if n, ok := small(i); ok {
			return reflect.ValueOf(n), nil
		}
	}
	if _, err := number(v); err != nil {
		return v, err
	}
	return v, fmt.Errorf("it takes an integer, not %v", v)
}

// pointee returns the value that an interface or a pointer holds.
func pointee(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

func number(v reflect.Value) (float64, error) {
	switch v = pointee(v); {
	case v.CanFloat():
		return v.Float(), nil
	case v.CanInt():
		return float64(v.Int()), nil
	case v.CanUint():
		return float64(v.Uint()), nil
	}
	return 0, wrongType("a number", v)
}

func str(v reflect.Value) (string, error) {
	if v = pointee(v); v.Kind() == reflect.String {
		return v.String(), nil
	}
	return "", wrongType("a string", v)
}

func wrongType(wanted string, v reflect.Value) error {
	if !v.IsValid() {
		return fmt.Errorf("it takes %s, not nil", wanted)
	}
	return fmt.Errorf("it takes %s, not a value of type %v", wanted, v.Type())
}

// integer returns a number as an integer, or false if it is none.
func integer(v reflect.Value) (*big.Int, bool) {
	switch {
	case v.CanInt():
		return big.NewInt(v.Int()), true
	case v.CanUint():
		return new(big.Int).SetUint64(v.Uint()), true
	case !v.CanFloat() || math.Trunc(v.Float()) != v.Float() || math.IsInf(v.Float(), 0):
		return nil, false
	}
	i, _ := big.NewFloat(v.Float()).Int(nil)
	return i, true
}

// small returns a number as an int, or false if it does not fit.
func small(i *big.Int) (n int, ok bool) {
	n = int(i.Int64())
	return n, i.IsInt64() && int64(n) == i.Int64()
}

// arithmetic returns a function of two numbers. For two values of integer types, its result is an integer.
func arithmetic(
	ofIntegers func(z, a, b *big.Int) *big.Int, of func(a, b float64) float64,
) func(a, b reflect.Value) (any, error) {
	return func(a, b reflect.Value) (any, error) {
		x, errX := number(a)
		y, errY := number(b)
		if err := cmp.Or(errX, errY); err != nil {
			return nil, err
		}
		a, b = pointee(a), pointee(b)
		if a.CanFloat() || b.CanFloat() {
			return of(x, y), nil
		}
		i, _ := integer(a)
		j, _ := integer(b)
		if n, ok := small(ofIntegers(i, i, j)); ok {
			return n, nil
		}
		return nil, errors.New("the result does not fit in an integer")
	}
}

func divide(a, b float64) (float64, error) {
	if b == 0 || math.IsNaN(b) {
		return 0, errors.New("division by zero")
	}
	return a / b, nil
}

// remainder returns the remainder of an integer division, with the sign of a.
func remainder(a, b int) (int, error) {
	if b == 0 {
		return 0, errors.New("division by zero")
	}
	return a % b, nil
}

// truncated rounds a number toward zero.
func truncated(x float64) (int, error) {
	const limit = 1 << 53 // larger numbers have no fractions
	if !(math.Abs(x) <= limit) {
		return 0, fmt.Errorf("int takes a number of at most 2^53, not %v", x)
	}
	return int(x), nil
}

// loseByTemplate records a loss that a template reports for colliders, or for the level if there are none.
func (t *target) loseByTemplate(kind, message string, of []colliders.Collider) (string, error) {
	if indexOfKind(LossKind(kind)) < 0 || message == "" {
		return "", fmt.Errorf("lose takes a kind of loss and a message, not %q and %q", kind, message)
	}
	if len(of) == 0 {
		t.lose(nil, LossKind(kind), "%s", message)
	}
	for i := range of {
		t.lose(&t.Colliders[t.indexOf(of[i].ID)], LossKind(kind), "%s", message)
	}
	return "", nil
}

// pieces returns the convex pieces of a collider with at most n vertices each, in level space.
func pieces(n int, c colliders.Collider) ([]colliders.Piece, error) {
	if n < 3 {
		return nil, fmt.Errorf("pieces takes a number of at least 3 vertices, not %d", n)
	}
	var out []colliders.Piece
	for _, p := range c.Pieces {
		for _, part := range atMost(n, p.Vertices) {
			out = append(out, colliders.Piece{Vertices: part, Radius: p.Radius})
		}
	}
	return out, nil
}

// outline returns the outlines of a collider in level space, with arcs as vertices: the outer ones, turning +x toward
// +y, then the holes, turning the other way. A chain has a line, without its thickness, and a point has none.
func (t *target) outline(c colliders.Collider) [][]Vec {
	i, at := t.indexOf(c.ID), c.Transform()
	var outer, holes [][]Vec
	if c.Shape.Kind == colliders.Chain {
		outer = [][]Vec{slices.Clone(t.line(i))}
	} else {
		for _, contour := range boundaryOf(t.source[i].Baked) {
			if slices.ContainsFunc(contour, func(s collision.Segment) bool { return s.Radius > 0 }) {
				t.loseArcs(&t.Colliders[i])
			}
			if loop := flattenContour(contour, t.tolerance, nil); isHole(loop) {
				holes = append(holes, loop)
			} else {
				outer = append(outer, loop)
			}
		}
	}
	loops := append(outer, holes...)
	for _, loop := range loops {
		for k, v := range loop {
			loop[k] = at.Apply(v)
		}
	}
	return loops
}

// isHole reports whether an outline turns from +y toward +x.
func isHole(loop []Vec) bool {
	area := 0.0
	for i := range loop {
		area += loop[i].Sub(loop[0]).Cross(loop[(i+1)%len(loop)].Sub(loop[0]))
	}
	return area < 0
}

// TemplateMass is the result of the template function mass.
type TemplateMass struct {
	Mass    float64 // in kilograms
	Inertia float64 // about the centre of mass, in kilograms times square metres
	Centre  Vec     // in level space
}

// massOf returns the mass of a collider's body.
func (t *target) massOf(c colliders.Collider) (m TemplateMass) {
	m.Mass, m.Inertia, m.Centre = t.rigid(t.indexOf(c.ID))
	return m
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

// cString quotes a string for any version of C. It escapes question marks, because two of them start a trigraph.
func cString(s string) string {
	b := []byte{'"'}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n':
			b = append(b, '\\', 'n')
		case c < ' ':
			b = fmt.Appendf(b, "\\%03o", c)
		case c == '"', c == '\\', c == '?':
			b = append(b, '\\', c)
		default:
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
