package level

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// ExportForm is the form of files in Fillet's own formats: their version and units, and how they describe shapes for
// engines. The zero value is the default: the newest version, in pixels with y down.
type ExportForm struct {
	Version    int  // 1 for files without anything that version 2 added
	Polygons   int  // the most vertices of a polygon, at least 3; 0 is DefaultPolygons
	KeepRadius bool // whether polygons keep their radius instead of getting vertices for it
	InLevel    bool // whether outlines and polygons are in level space instead of their body's frame
	Metres     bool // whether lengths are in metres instead of pixels
	YUp        bool // whether y points up; level space is mirrored at its x axis
	Chunks     Vec  // the size of regions in level pixels, each a file of its own; 0, 0 for one file
}

// Limits of a form.
const (
	FormVersion     = 2 // the newest version
	DefaultPolygons = 8 // the default of the most vertices of a polygon: the limit of Box2D
	minChunk        = 16
)

// FormOption is an option of [ExportForm]: a key of an export preset and a flag of the command line. FormOptions lists
// them all. To add one, add it there, use it in package export, and describe its flag in docs/EXPORT.md.
type FormOption struct {
	Field[ExportForm]
	Doc  string // what it does, for both
	Type string // the type of the flag's value; empty for a switch

	get func(*ExportForm) string
	set func(*ExportForm, string) error
}

// FormOptions lists the options.
var FormOptions = []FormOption{
	wholeOption("version", func(f *ExportForm) *int { return &f.Version }, 1, FormVersion,
		"the version of the format to write, 1 or 2"),
	wholeOption("polygons", func(f *ExportForm) *int { return &f.Polygons }, 3, DefaultPolygons,
		"the most vertices of a polygon, at least 3"),
	switchOption("keep_radius", func(f *ExportForm) *bool { return &f.KeepRadius },
		"give polygons radii instead of more vertices"),
	wordOption("frame", func(f *ExportForm) *bool { return &f.InLevel }, "body", "level",
		"the frame of outlines and polygons: body or level"),
	wordOption("units", func(f *ExportForm) *bool { return &f.Metres }, "px", "m", "the unit of lengths: px or m"),
	wordOption("y", func(f *ExportForm) *bool { return &f.YUp }, "down", "up", "where the y axis points: down or up"),
	sizeOption("chunks", func(f *ExportForm) *Vec { return &f.Chunks },
		"write a file per region of this size in pixels, and an index of them"),
}

// Flag returns the name of the option's flag.
func (o FormOption) Flag() string { return strings.ReplaceAll(o.Key, "_", "-") }

// Get returns the value of the option as the flag takes it.
func (o FormOption) Get(f *ExportForm) string { return o.get(f) }

// Set sets the option to a value as the flag takes it.
func (o FormOption) Set(f *ExportForm, text string) error { return o.set(f, text) }

func wholeOption(key string, at func(*ExportForm) *int, least, usual int, doc string) FormOption {
	f := form[int]{wholes.write, func(d *decoder, n *yaml.Node, v *int) error {
		if err := d.Int(n, v); err != nil {
			return err
		}
		if *v < least {
			return d.Errorf(n, "%s must be at least %d, not %d", key, least, *v)
		}
		return nil
	}, wholes.json}
	r := row(key, at, f, 0, nil).otherwise(strconv.Itoa(usual)).limited(fmt.Sprintf(`"minimum": %d`, least))
	return FormOption{
		Field: r.means(doc), Doc: doc, Type: "number",
		get: func(f *ExportForm) string {
			if *at(f) == 0 {
				return strconv.Itoa(usual)
			}
			return strconv.Itoa(*at(f))
		},
		set: func(f *ExportForm, text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < least {
				return fmt.Errorf("must be a whole number of at least %d, not %q", least, quote.Excerpt(text))
			}
			if n == usual {
				n = 0
			}
			*at(f) = n
			return nil
		},
	}
}

func switchOption(key string, at func(*ExportForm) *bool, doc string) FormOption {
	return FormOption{
		Field: row(key, at, switches, false, nil).means(doc), Doc: doc,
		get: func(f *ExportForm) string { return strconv.FormatBool(*at(f)) },
		set: func(f *ExportForm, text string) error {
			on, err := strconv.ParseBool(text)
			if err != nil {
				return fmt.Errorf("must be true or false, not %q", quote.Excerpt(text))
			}
			*at(f) = on
			return nil
		},
	}
}

// wordOption returns an option of two words, of which the first is the default.
func wordOption(key string, at func(*ExportForm) *bool, usual, other, doc string) FormOption {
	get := func(f *ExportForm) string {
		if *at(f) {
			return other
		}
		return usual
	}
	set := func(f *ExportForm, text string) error {
		if text != usual && text != other {
			return fmt.Errorf("must be one of %s, %s, not %q", usual, other, quote.Excerpt(text))
		}
		*at(f) = text == other
		return nil
	}
	r := Field[ExportForm]{
		Key:     key,
		Same:    func(a, b *ExportForm) bool { return *at(a) == *at(b) },
		Copy:    func(to, from *ExportForm) { *at(to) = *at(from) },
		text:    func(e *encoder, f *ExportForm) { e.text(get(f)) },
		read:    func(d *decoder, n *yaml.Node, f *ExportForm) error { return d.Wrap(n, set(f, n.Value)) },
		isUsual: func(f *ExportForm) bool { return !*at(f) },
		json:    fmt.Sprintf(`"enum": [%q, %q]`, usual, other), unset: usual,
	}
	return FormOption{Field: r.means(doc), Doc: doc, Type: usual + "|" + other, get: get, set: set}
}

func sizeOption(key string, at func(*ExportForm) *Vec, doc string) FormOption {
	return FormOption{
		Field: row(key, at, vectors, Vec{}, nil).otherwise("one file").means(doc + ": `[w, h]`"), Doc: doc, Type: "WxH",
		get: func(f *ExportForm) string {
			if *at(f) == (Vec{}) {
				return ""
			}
			return fmt.Sprintf("%gx%g", at(f).X, at(f).Y)
		},
		set: func(f *ExportForm, text string) error {
			w, h, _ := strings.Cut(text, "x")
			x, errX := strconv.ParseFloat(w, 64)
			y, errY := strconv.ParseFloat(h, 64)
			if errX != nil || errY != nil {
				return fmt.Errorf("must be a size, such as 512x512, not %q", quote.Excerpt(text))
			}
			*at(f) = Vec{X: x, Y: y}
			return nil
		},
	}
}

// Check returns an error for a form that does not exist.
func (f ExportForm) Check() error {
	only := f
	only.Version = 0
	isSize := func(x float64) bool { return x >= minChunk && x <= MaxCoordinate && !math.IsNaN(x) }
	switch {
	case f.Version < 0 || f.Version > FormVersion:
		return fmt.Errorf("version must be from 1 to %d, not %d", FormVersion, f.Version)
	case f.Version == 1 && only != ExportForm{}:
		return errors.New("files of version 1 have one form: pixels with y down, without polygons and regions")
	case f.Polygons != 0 && f.Polygons < 3:
		return fmt.Errorf("polygons must be at least 3, not %d", f.Polygons)
	case f.Chunks != (Vec{}) && !(isSize(f.Chunks.X) && isSize(f.Chunks.Y)):
		return fmt.Errorf("chunks must be at least %dx%[1]d pixels, not %gx%g", minChunk, f.Chunks.X, f.Chunks.Y)
	}
	return nil
}

// formRows returns the keys of the options.
func formRows() []Field[ExportForm] {
	var rows []Field[ExportForm]
	for _, o := range FormOptions {
		rows = append(rows, o.Field)
	}
	return rows
}
