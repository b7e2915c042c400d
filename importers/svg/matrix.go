package svg

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

var identity = importers.MoveBy(level.Vec{})

// isUsable reports whether the map is invertible and within the coordinate limits.
func isUsable(m importers.Affine) bool {
	det := m.X.Cross(m.Y)
	return det != 0 && !math.IsNaN(det) && !math.IsInf(det, 0) &&
		importers.InReach(m.At.X, m.At.Y, m.X.X, m.X.Y, m.Y.X, m.Y.Y)
}

func moved(x, y float64) importers.Affine { return importers.MoveBy(level.Vec{X: x, Y: y}) }

func scaled(x, y float64) importers.Affine {
	return importers.Affine{X: level.Vec{X: x}, Y: level.Vec{Y: y}}
}

func turned(degrees float64) importers.Affine { return importers.Turn(level.Degrees(degrees)) }

func tan(degrees float64) float64 {
	sin, cos := collision.Sincos(level.Degrees(degrees).Radians())
	return sin / cos
}

var errTransform = errors.New("the transform cannot be read")

// maxFunctions limits the functions in a transform.
const maxFunctions = 1000

// argumentCounts maps the functions of a transform attribute to their possible argument counts.
var argumentCounts = map[string][]int{
	"matrix": {6}, "translate": {1, 2}, "scale": {1, 2}, "rotate": {1, 3}, "skewX": {1}, "skewY": {1},
}

// isTransformList reports whether a string is a valid transform attribute: without units or extra commas.
func isTransformList(text string) bool {
	for rest := text; rest != ""; {
		name, after, _ := strings.Cut(rest, "(")
		args, next, ok := strings.Cut(after, ")")
		count := 0
		for s := (scanner{text: strings.Trim(args, blanks)}); ok && !s.atEnd(); count++ {
			_, ok = s.number()
			ok = ok && (s.atEnd() || !s.comma() || !s.atEnd())
		}
		if !ok || !slices.Contains(argumentCounts[strings.TrimRight(name, blanks)], count) {
			return false
		}
		s := scanner{text: next}
		if s.comma() && s.atEnd() {
			return false
		}
		rest = next[s.at:]
	}
	return true
}

// unsupportedTransform matches CSS functions and units that the import cannot apply.
var unsupportedTransform = regexp.MustCompile(`(?i)(?:3d|perspective|rotate[xy]|scalez|translatez)\(|\d(?:` +
	strings.ReplaceAll(otherUnits, " ", "|") + `)(?:[\s,)]|$)`)

// isTransform reports whether a value is valid for the transform property.
func isTransform(text string, inStyle bool) bool {
	if !inStyle {
		return text == "none" || isTransformList(text)
	}
	_, err := defaultLook.parseTransform(text)
	return (err == nil || unsupportedTransform.MatchString(text)) && !hasBareLength(text)
}

// isTransformOf returns a check that accepts "none" and the arguments of a transform function.
func isTransformOf(function string) check {
	return func(value string, _ bool) bool { return value == "none" || isTransform(function+"("+value+")", true) }
}

// angles maps angle units to degrees.
var angles = map[string]float64{"": 1, "deg": 1, "rad": 180 / math.Pi, "turn": 360, "grad": 0.9}

// parseTransform parses a list of transform functions from an attribute or a style. On an error, it returns the product
// of the functions before the error.
func (l look) parseTransform(text string) (importers.Affine, error) {
	m := identity
	rest := strings.TrimLeft(text, " \t\r\n,")
	for n := 0; rest != "" && rest != "none"; n++ {
		name, after, ok := strings.Cut(rest, "(")
		args, next, closed := strings.Cut(after, ")")
		f, err := l.transformFunction(strings.TrimSpace(name), args)
		if err != nil || !ok || !closed || n == maxFunctions {
			return m, fmt.Errorf("%w: %q", errTransform, quote.Excerpt(rest))
		}
		m = m.After(f)
		rest = strings.TrimLeft(next, " \t\r\n,")
	}
	return m, nil
}

func (l look) transformFunction(name, args string) (importers.Affine, error) {
	var a []float64
	s := scanner{text: args}
	for s.skip(); !s.atEnd(); s.skip() {
		x, ok := s.number()
		if !ok || len(a) == 6 {
			return identity, errTransform
		}
		unit, k := s.word(), 1.0
		switch function := strings.ToLower(name); {
		case strings.HasPrefix(function, "rotate") || strings.HasPrefix(function, "skew"):
			k, ok = angles[unit]
		case strings.HasPrefix(function, "translate"):
			k, ok = l.unit(unit)
		case strings.HasPrefix(function, "scale") && unit == "%":
			k = 1.0 / 100
		default:
			ok = unit == ""
		}
		if x = float64(x * k); !ok {
			return identity, errTransform
		}
		a = append(a, x)
	}
	arg := func(i int, or float64) float64 {
		if i < len(a) {
			return a[i]
		}
		return or
	}
	if len(a) == 0 {
		return identity, errTransform
	}
	switch strings.ToLower(name) {
	case "matrix":
		if len(a) != 6 {
			return identity, errTransform
		}
		return importers.Affine{
			X: level.Vec{X: a[0], Y: a[1]}, Y: level.Vec{X: a[2], Y: a[3]}, At: level.Vec{X: a[4], Y: a[5]},
		}, nil
	case "translate", "translate3d":
		return moved(a[0], arg(1, 0)), nil
	case "translatex":
		return moved(a[0], 0), nil
	case "translatey":
		return moved(0, a[0]), nil
	case "scale":
		return scaled(a[0], arg(1, a[0])), nil
	case "scalex":
		return scaled(a[0], 1), nil
	case "scaley":
		return scaled(1, a[0]), nil
	case "rotate", "rotatez":
		if len(a) == 3 {
			return moved(a[1], a[2]).After(turned(a[0])).After(moved(-a[1], -a[2])), nil
		}
		return turned(a[0]), nil
	case "skewx":
		return importers.Affine{X: identity.X, Y: level.Vec{X: tan(a[0]), Y: 1}}, nil
	case "skewy":
		return importers.Affine{X: level.Vec{X: 1, Y: tan(a[0])}, Y: identity.Y}, nil
	case "skew":
		return importers.Affine{X: level.Vec{X: 1, Y: tan(arg(1, 0))}, Y: level.Vec{X: tan(a[0]), Y: 1}}, nil
	}
	return identity, errTransform
}
