package svg

import (
	"errors"
	"fmt"
	"math"
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
	return det != 0 && !math.IsNaN(det) && !math.IsInf(det, 0) && inReach(m.At) && inReach(m.X) && inReach(m.Y)
}

func inReach(p level.Vec) bool {
	return math.Abs(p.X) <= level.MaxCoordinate && math.Abs(p.Y) <= level.MaxCoordinate
}

func moved(x, y float64) importers.Affine { return importers.MoveBy(level.Vec{X: x, Y: y}) }

func scaled(x, y float64) importers.Affine {
	return importers.Affine{X: level.Vec{X: x}, Y: level.Vec{Y: y}}
}

func turned(degrees float64) importers.Affine { return importers.Turn(level.Degrees(degrees)) }

// tan returns the tangent of an angle in degrees.
func tan(degrees float64) float64 {
	sin, cos := collision.Sincos(level.Degrees(degrees).Radians())
	return sin / cos
}

var errTransform = errors.New("the transform cannot be read")

// maxFunctions limits the functions in a transform.
const maxFunctions = 1000

// parseTransform parses a list of transform functions, as an attribute or a style property. On an error, it returns the
// functions before the error.
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
		switch unit := s.word(); {
		case unit == "" || unit == "deg" || unit == "px":
		case unit == "%" && strings.HasPrefix(strings.ToLower(name), "scale"):
			x = float64(x / 100)
		case unit == "rad":
			x = float64(x * (180 / math.Pi))
		case unit == "turn":
			x = float64(x * 360)
		case unit == "grad":
			x = float64(x * 0.9)
		default:
			if k, ok := l.unit(unit); ok {
				x = float64(x * k)
				break
			}
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
			X: level.Vec{X: a[0], Y: a[1]}, Y: level.Vec{X: a[2], Y: a[3]},
			At: level.Vec{X: a[4], Y: a[5]},
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
