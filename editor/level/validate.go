package level

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"fillet/editor/quote"
)

// MaxCoordinate is the largest coordinate, size or radius in a level, in pixels. At that size a float64 still resolves
// a millionth of a pixel, which the tolerances of the collision core need.
const MaxCoordinate = 1e7

// ColliderError is an error in one collider.
type ColliderError struct {
	ID    ID
	Label string
	Err   error
}

func (e *ColliderError) Error() string {
	if e.Label == "" || e.Label == e.ID.String() {
		return fmt.Sprintf("collider %v: %v", e.ID, e.Err)
	}
	return fmt.Sprintf("collider %v (%s): %v", e.ID, quote.Printable(e.Label), e.Err)
}

func (e *ColliderError) Unwrap() error { return e.Err }

var colorForm = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// SettingError is an error in one of the level's settings. It carries the setting's key in the file.
type SettingError struct {
	Key string
	Err error
}

func (e *SettingError) Error() string { return "level: " + e.Err.Error() }

func (e *SettingError) Unwrap() error { return e.Err }

// Check validates the settings, except for the keys and values of conflicts. The error is a [*SettingError].
func (s *Settings) Check() error {
	if s == nil {
		return errors.New("a level needs settings")
	}
	for _, f := range settingsSchema.rows {
		if err := f.Check(s); err != nil {
			return &SettingError{f.Key, err}
		}
	}
	return nil
}

func (s *Settings) checkSize() error {
	if s.Size.X < 0 || s.Size.Y < 0 {
		return fmt.Errorf("a size of %g by %g is negative", s.Size.X, s.Size.Y)
	}
	return checkVec("size", s.Size)
}

func (s *Settings) checkScale() error {
	if s.PixelsPerMetre <= 0 {
		return fmt.Errorf("pixels per metre are %g; they must be more than 0", s.PixelsPerMetre)
	}
	return checkNumber("pixels per metre", s.PixelsPerMetre)
}

// Check validates the grid.
func (g Grid) Check() error {
	switch {
	case g.Size.X <= 0 || g.Size.Y <= 0:
		return fmt.Errorf("the grid is %g by %g; both must be more than 0", g.Size.X, g.Size.Y)
	case g.Subdivisions < 1 || g.Subdivisions > maxSubdivisions:
		return fmt.Errorf("grid subdivisions are %d; they must be from 1 to %d", g.Subdivisions, maxSubdivisions)
	}
	return cmp.Or(checkVec("grid size", g.Size), checkVec("grid offset", g.Offset))
}

const maxSubdivisions = 64

// CheckCategories validates the names of the categories.
func (s *Settings) CheckCategories() error {
	if len(s.Categories) > MaxCategories {
		return fmt.Errorf("%d categories; a collision filter has room for %d", len(s.Categories), MaxCategories)
	}
	for i, name := range s.Categories {
		if name == "" || !isText(name) {
			return fmt.Errorf("category %d has no name", i)
		}
		if slices.Contains(s.Categories[:i], name) {
			return fmt.Errorf("category %q appears twice", quote.Excerpt(name))
		}
	}
	return nil
}

// Check validates the record.
func (l *Layer) Check() error {
	switch {
	case !isID(uint64(l.ID)):
		return fmt.Errorf("layer %q has no valid id", quote.Excerpt(l.Name))
	case !isFinite(l.Order):
		return fmt.Errorf("layer %v: its order is not a number", l.ID)
	}
	if err := layerSchema.check(l); err != nil {
		return fmt.Errorf("layer %v: %w", l.ID, err)
	}
	return nil
}

func checkColor(_, color string) error {
	if color != "" && !colorForm.MatchString(color) {
		return fmt.Errorf("colour %q is not of the form #rrggbb", quote.Excerpt(color))
	}
	return nil
}

func (l *Layer) checkOpacity() error {
	if l.Opacity != 0 && !(l.Opacity >= MinOpacity && l.Opacity < 1) {
		return fmt.Errorf("opacity %g must be from %g to 1", l.Opacity, MinOpacity)
	}
	return nil
}

// Validate validates the record in a level with these settings. The error is a [*ColliderError].
func (c *Collider) Validate(s *Settings) error {
	return c.wrap(cmp.Or(c.Check(), c.checkCategories(s)))
}

// wrap returns an error as a [*ColliderError], or nil for nil.
func (c *Collider) wrap(err error) error {
	if err == nil {
		return nil
	}
	return &ColliderError{c.ID, c.Label(), err}
}

func (c *Collider) checkCategories(s *Settings) error {
	for _, list := range [][]string{c.Categories, c.CollidesWith} {
		for i, name := range list {
			if !slices.Contains(s.Categories, name) {
				return fmt.Errorf("the level has no category %q", quote.Excerpt(name))
			}
			if slices.Contains(list[:i], name) {
				return fmt.Errorf("category %q appears twice", quote.Excerpt(name))
			}
		}
	}
	return nil
}

// MaxMaterialName limits the name of a material, in bytes, because it is a key in a project file.
const MaxMaterialName = 200

// IsMaterialName reports whether a material can have the name.
func IsMaterialName(name string) bool {
	return name != "" && len(name) <= MaxMaterialName && utf8.ValidString(name) &&
		!strings.ContainsAny(name, "\x00\n\r")
}

// CheckProperty validates the name and the value of a property.
func CheckProperty(name string, v any) error {
	if name == "" || !isText(name) {
		return fmt.Errorf("property name %q is not valid text of at most 1 MB", quote.Excerpt(name))
	}
	switch v := v.(type) {
	case bool:
	case string:
		if !isText(v) {
			return fmt.Errorf("property %q is not valid text of at most 1 MB", quote.Excerpt(name))
		}
	case float64:
		if !isFinite(v) {
			return fmt.Errorf("property %q is not a finite number", quote.Excerpt(name))
		}
	default:
		return fmt.Errorf("property %q is a %T; it must be a string, a number or a bool", quote.Excerpt(name), v)
	}
	return nil
}

// Check validates the shape, except for whether its outline can be baked.
func (s *Shape) Check() error {
	for i, p := range s.Points {
		if !isWithin(p) {
			return checkVec(fmt.Sprintf("point %d", i), p)
		}
	}
	for h, hole := range s.Holes {
		for i, p := range hole {
			if !isWithin(p) {
				return checkVec(fmt.Sprintf("point %d of hole %d", i, h), p)
			}
		}
	}
	if err := checkVec("size", s.Size); err != nil {
		return err
	}
	if err := checkAtLeast0("radius", s.Radius); err != nil {
		return err
	}
	if s.Radius > MaxCoordinate {
		return fmt.Errorf("radius %g is more than %g", s.Radius, float64(MaxCoordinate))
	}
	if s.HasCorners() {
		if s.Rounding != Inset && s.Rounding != Outset {
			return fmt.Errorf("unknown rounding %q", s.Rounding)
		}
	} else if s.Rounding != 0 {
		return fmt.Errorf("a %s has no corners to round", s.Kind)
	}
	if err := s.checkDetail(); err != nil {
		return err
	}
	return s.checkUnused()
}

// checkUnused returns an error for a value that the shape's kind does not use, because the file would lose it.
func (s *Shape) checkUnused() error {
	for i := range shapeSchema.rows {
		r := &shapeSchema.rows[i]
		switch {
		case r.kinds == nil || slices.Contains(r.kinds, s.Kind) || r.isUsual(s):
		case r.json == switches.json:
			return fmt.Errorf("a %s cannot be %s", s.Kind, strings.ReplaceAll(r.Key, "_", "-"))
		default:
			return fmt.Errorf("a %s has no %s", s.Kind, r.Key)
		}
	}
	if s.Kind == Circle && s.Radius == 0 {
		return errors.New("a circle of radius 0 is a point")
	}
	return nil
}

// isWithin reports whether checkVec would accept a point. It is for long lists, whose points need names only if one is
// invalid.
func isWithin(v Vec) bool { return math.Abs(v.X) <= MaxCoordinate && math.Abs(v.Y) <= MaxCoordinate }

func checkVec(what string, v Vec) error {
	if !isFinite(v.X) || !isFinite(v.Y) {
		return fmt.Errorf("%s (%g, %g) is not finite", what, v.X, v.Y)
	}
	if math.Abs(v.X) > MaxCoordinate || math.Abs(v.Y) > MaxCoordinate {
		return fmt.Errorf("%s (%g, %g) is beyond the limit of %g", what, v.X, v.Y, float64(MaxCoordinate))
	}
	return nil
}

func checkText(what, s string) error {
	if !isText(s) {
		return fmt.Errorf("the %s is not valid text of at most 1 MB", what)
	}
	return nil
}

func checkNumber(what string, x float64) error {
	if !isFinite(x) {
		return fmt.Errorf("%s is not a finite number", what)
	}
	return nil
}

func checkAngle(what string, a Degrees) error { return checkNumber(what, float64(a)) }

func checkAtLeast0(what string, x float64) error {
	if !isFinite(x) || x < 0 {
		return fmt.Errorf("%s is %g; it must be 0 or more", what, x)
	}
	return nil
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// MaxText limits names and other strings in a level, in bytes.
const MaxText = 1 << 20

func isText(s string) bool { return len(s) <= MaxText && utf8.ValidString(s) }
