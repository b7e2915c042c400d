package svg

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// viewport is the size of the area that contains an element, in its own units; percentages refer to it.
type viewport struct{ width, height float64 }

// viewBox is the part of a drawing's own frame that fills its viewport.
type viewBox struct{ x, y, width, height float64 }

// percentBase returns the length that percentages of an attribute are relative to.
func (v viewport) percentBase(name string) float64 {
	switch name {
	case "x", "width", "cx", "rx", "x1", "x2":
		return v.width
	case "y", "height", "cy", "ry", "y1", "y2":
		return v.height
	}
	return math.Sqrt(float64((float64(v.width*v.width) + float64(v.height*v.height)) / 2))
}

func parseViewBox(n *importers.XMLNode) (b viewBox, ok bool) {
	s := scanner{text: n.Attr("viewBox")}
	if !s.numbers(&b.x, &b.y, &b.width, &b.height) || strings.Trim(s.text[s.at:], blanks) != "" {
		return b, false
	}
	return b, importers.InReach(b.x, b.y, b.width, b.height) && b.width >= 0 && b.height >= 0
}

// isEmpty reports whether a box has no area, so that its element is not drawn.
func (b viewBox) isEmpty() bool { return b.width == 0 || b.height == 0 }

// aspectRatio matches the valid values of preserveAspectRatio.
var aspectRatio = regexp.MustCompile(`^\s*(?:defer\s+)?(?:none|xM(?:in|id|ax)YM(?:in|id|ax))(?:\s+(?:meet|slice))?\s*$`)

// fit maps a box to a viewport according to preserveAspectRatio. The default replaces an invalid value.
func (b viewBox) fit(v viewport, how string) importers.Affine {
	if !aspectRatio.MatchString(how) {
		how = ""
	}
	sx, sy := v.width/b.width, v.height/b.height
	fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(how), "defer"))
	align := "xMidYMid"
	if len(fields) > 0 {
		align = fields[0]
	}
	at := level.Vec{}
	if align != "none" {
		k := min(sx, sy)
		if len(fields) > 1 && fields[1] == "slice" {
			k = max(sx, sy)
		}
		sx, sy = k, k
		place := func(name string, room float64) float64 {
			switch {
			case strings.Contains(align, name+"Min"):
				return 0
			case strings.Contains(align, name+"Max"):
				return room
			}
			return float64(room / 2)
		}
		at.X = place("x", v.width-float64(b.width*k))
		at.Y = place("Y", v.height-float64(b.height*k))
	}
	m := scaled(sx, sy)
	m.At = at.Sub(m.Linear(level.Vec{X: b.x, Y: b.y}))
	return m
}

// readFrame determines the size of the drawing in pixels and the scale of its units. The level keeps the drawing's
// origin.
func (im *drawing) readFrame() error {
	n := im.root
	box, hasBox := parseViewBox(n)
	if hasBox && box.isEmpty() {
		return errFrame
	}
	own := defaultLook.with(im.styleOf(n))
	size := func(name string, base float64) (float64, bool) {
		text := im.attr(n, name)
		if text == "" || text == "auto" || strings.HasSuffix(strings.TrimSpace(text), "%") && !hasBox {
			return 0, false
		}
		x, ok := own.length(text, base)
		return x, ok && x > 0
	}
	w, hasW := size("width", box.width)
	h, hasH := size("height", box.height)
	switch {
	case hasW && hasH:
	case !hasBox:
		im.inner, im.matrix = viewport{w, h}, identity
		return nil // the content determines the size
	case hasW:
		h = w * box.height / box.width
	case hasH:
		w = h * box.width / box.height
	default:
		w, h = box.width, box.height
	}
	if w > level.MaxCoordinate || h > level.MaxCoordinate {
		return fmt.Errorf("the drawing is %s by %s, and the limit is %g pixels", quote.Excerpt(n.Attr("width")),
			quote.Excerpt(n.Attr("height")), float64(level.MaxCoordinate))
	}
	im.hasSize, im.size = true, level.Vec{X: w, Y: h}
	im.inner, im.matrix = viewport{w, h}, identity
	if hasBox {
		m := box.fit(viewport{w, h}, n.Attr("preserveAspectRatio"))
		im.inner, im.matrix = viewport{box.width, box.height}, importers.Affine{X: m.X, Y: m.Y}
		im.origin = tidy(m.At.Mul(-1))
	}
	if !isUsable(im.matrix) || !importers.InReach(im.origin.X, im.origin.Y) {
		return errFrame
	}
	return nil
}
