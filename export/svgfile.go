package export

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export/colliders"
)

// SVG returns the format of SVG drawings with the level's outlines as paths with exact arcs.
func SVG() Exporter {
	return &format{
		name: "svg", title: "SVG outlines with exact arcs", extension: ".svg", hasArcs: true,
		keeps: keepsCurves | keepsVelocities | keepsForces, write: writeSVG,
		own: `^<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="[^"]*" width="[^"]*" height="[^"]*">\n<title>[^<]*</title>\n<style>path\{fill:#8899aa66;`,
	}
}

// inkscapeSpace is the namespace of Inkscape's layers and object names.
const inkscapeSpace = "http://www.inkscape.org/namespaces/inkscape"

// writeSVG writes a group for each layer and a path for each collider, in pixels, y down: the outline with its arcs, or
// the stroked line of a thick chain. Other values go into data attributes, which importers/svg reads back.
func writeSVG(ctx context.Context, t *target) ([]byte, error) {
	l := t.Level
	var b []byte
	b = fmt.Appendf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%s %s %s %s\" width=\"%s\" "+
		"height=\"%s\">\n",
		num(l.Origin.X), num(l.Origin.Y), num(l.Size.X), num(l.Size.Y), num(l.Size.X), num(l.Size.Y))
	b = fmt.Appendf(b, "<title>%s</title>\n", escapeXML(l.Name))
	b = append(b, "<style>path{fill:#8899aa66;fill-rule:evenodd;"+
		"stroke:#334455;stroke-width:1;vector-effect:non-scaling-stroke}"+
		" .trigger{fill:#44aa8844} .one-way{fill:#5588dd66} .line{fill:none}"+
		" .thick{fill:none;stroke:#8899aa66;stroke-linejoin:round;stroke-linecap:round;vector-effect:none}"+
		" .thick.trigger{stroke:#44aa8844} .thick.one-way{stroke:#5588dd66}</style>\n"...)
	b = fmt.Appendf(b, "<metadata data-level=\"%s\" data-pixels-per-metre=\"%s\"", escapeXML(l.Name),
		num(l.PixelsPerMetre))
	if names := t.Categories; len(names) > 0 {
		b = appendJSON(b, "categories", names)
	}
	b = append(b, "/>\n"...)
	i := 0
	for _, layer := range t.snap.Layers {
		b = fmt.Appendf(b, "<g id=\"%v\" data-name=\"%[2]s\" xmlns:inkscape=\"%s\" inkscape:groupmode=\"layer\" "+
			"inkscape:label=\"%[2]s\">\n",
			layer.Layer.ID, escapeXML(layer.Layer.Name), inkscapeSpace)
		for _, c := range layer.Colliders {
			if err := t.step(ctx, i); err != nil {
				return nil, err
			}
			b = t.svgCollider(b, i, c.Collider)
			i++
		}
		b = append(b, "</g>\n"...)
	}
	b = append(b, "</svg>\n"...)
	return b, nil
}

func (t *target) svgCollider(b []byte, i int, drawn *level.Collider) []byte {
	c := &t.Colliders[i]
	class := c.Role.String()
	isChain := c.Shape.Kind == colliders.Chain
	if isChain {
		class += " line"
		if c.Shape.Radius > 0 {
			class += " thick"
		}
	}
	b = fmt.Appendf(b, "<path id=\"%s\" class=\"%s\" data-name=\"%[3]s\" inkscape:label=\"%[3]s\" data-kind=\"%v\" "+
		"data-body=\"%s\" data-category=\"%d\" data-mask=\"%d\"",
		escapeXML(c.ID), class, escapeXML(c.Name), c.Shape.Kind, c.Body, c.Category, c.Mask)
	if c.Shape.Radius > 0 && c.Shape.Rounding == colliders.Outset {
		b = append(b, " data-rounding=\"outset\""...)
	}
	if c.Shape.OneSided {
		b = append(b, " data-one-sided=\"true\""...)
	}
	if len(drawn.Categories) > 0 {
		b = appendJSON(b, "categories", drawn.Categories)
	}
	if drawn.CollidesWith != nil {
		b = appendJSON(b, "collides-with", drawn.CollidesWith)
	}
	if slices.ContainsFunc(c.Tags, func(tag string) bool {
		return strings.Contains(tag, ",") || strings.HasPrefix(tag, "[")
	}) {
		b = appendJSON(b, "tags", c.Tags)
	} else if len(c.Tags) > 0 {
		b = fmt.Appendf(b, " data-tags=\"%s\"", escapeXML(strings.Join(c.Tags, ",")))
	}
	vec := func(name string, v Vec) {
		if v != (Vec{}) {
			b = fmt.Appendf(b, " data-%s=\"%s %s\"", name, num(v.X), num(v.Y))
		}
	}
	number := func(name string, x, usual float64) {
		if x != usual {
			b = fmt.Appendf(b, " data-%s=\"%s\"", name, num(x))
		}
	}
	if c.OneWay != nil {
		vec("one-way", *c.OneWay)
	}
	if c.Group != 0 {
		b = fmt.Appendf(b, " data-group=\"%d\"", c.Group)
	}
	number("friction", c.Friction, colliders.DefaultFriction)
	number("restitution", c.Restitution, 0)
	number("density", c.Density, colliders.DefaultDensity)
	vec("velocity", c.Velocity)
	number("spin", c.Spin, 0)
	vec("force", c.Force)
	if len(c.Properties) > 0 {
		b = appendJSON(b, "properties", c.Properties)
	}
	b = append(b, ` d="`...)
	at := c.Transform()
	switch {
	case len(c.Pieces) == 0: // drawn as a cross
		b = fmt.Appendf(b, "M%s %sh8m-4 -4v8", num(at.P.X-4), num(at.P.Y))
	case isChain:
		b = svgLine(b, c, t.source[i].Shape, at)
		if c.Shape.Radius > 0 {
			return fmt.Appendf(b, "\" style=\"stroke-width:%s\"/>\n", num(float64(2*c.Shape.Radius)))
		}
	case len(t.source[i].Baked.Boundary()) == 0:
		for _, p := range c.Pieces {
			if s, err := p.Shape(); err == nil { // a snapshot's pieces are shapes
				b = svgContours(b, s.Boundary(), collision.Identity())
			}
		}
	case isDetailed(&c.Shape) && (c.Shape.Radius == 0 || c.Shape.Rounding == colliders.Inset):
		for _, loop := range t.source[i].Shape.DrawnParts() {
			b = svgParts(b, loop, true, at)
		}
	default:
		b = svgContours(b, t.source[i].Baked.Boundary(), at)
	}
	return append(b, "\"/>\n"...)
}

// appendJSON writes a data attribute with a JSON value.
func appendJSON(b []byte, name string, value any) []byte {
	data, err := json.Marshal(value)
	if err != nil { // impossible for strings, numbers and bools
		return b
	}
	for _, r := range []string{"\ufffe", "\uffff"} { // XML does not allow these characters
		data = bytes.ReplaceAll(data, []byte(r), fmt.Appendf(nil, "\\u%04x", []rune(r)[0]))
	}
	return fmt.Appendf(b, " data-%s=\"%s\"", name, escapeXML(string(data)))
}

func svgLine(b []byte, c *colliders.Collider, drawn level.Shape, at collision.Transform) []byte {
	if isDetailed(&c.Shape) {
		for _, line := range drawn.DrawnParts() {
			b = svgParts(b, line, c.Shape.Closed, at)
		}
		return b
	}
	for j, v := range c.Shape.Points {
		b = append(b, "ML"[min(j, 1)])
		b = svgPoint(b, at.Apply(v))
	}
	if c.Shape.Closed {
		b = append(b, 'Z')
	}
	return b
}

func svgPoint(b []byte, v Vec) []byte {
	v = tidy(v)
	b = appendNum(b, v.X)
	b = append(b, ' ')
	return appendNum(b, v.Y)
}

// svgParts writes an outline or line with chamfers, curves, or radii of single corners.
func svgParts(b []byte, parts []level.DrawnPart, closed bool, at collision.Transform) []byte {
	for j, p := range parts {
		if j == 0 {
			b = svgPoint(append(b, 'M'), at.Apply(p.From))
		}
		switch {
		case p.IsCubic:
			b = svgPoint(append(b, 'C'), at.Apply(p.C1))
			b = svgPoint(append(b, ' '), at.Apply(p.C2))
			b = svgPoint(append(b, ' '), at.Apply(p.To))
		case p.Radius > 0:
			b = svgArc(b, p.Segment, at)
		case !closed || j < len(parts)-1:
			b = svgPoint(append(b, 'L'), at.Apply(p.To))
		}
	}
	if closed {
		b = append(b, 'Z')
	}
	return b
}

func svgArc(b []byte, s collision.Segment, at collision.Transform) []byte {
	large, sweep := 0, 1 // y points down, so a positive angle is clockwise on the screen, which SVG calls 1
	if math.Abs(s.Sweep()) > math.Pi {
		large = 1
	}
	if s.Clockwise {
		sweep = 0
	}
	b = fmt.Appendf(b, "A%s %s 0 %d %d ", num(s.Radius), num(s.Radius), large, sweep)
	return svgPoint(b, at.Apply(s.To))
}

func svgContours(b []byte, contours []collision.Contour, at collision.Transform) []byte {
	for _, contour := range contours {
		for j, s := range contour {
			if j == 0 {
				b = append(b, 'M')
				b = svgPoint(b, at.Apply(s.From))
			}
			if s.Radius == 0 {
				if j < len(contour)-1 {
					b = append(b, 'L')
					b = svgPoint(b, at.Apply(s.To))
				}
				continue
			}
			b = svgArc(b, s, at)
		}
		b = append(b, 'Z')
	}
	return b
}

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // writing to memory never fails
	return b.String()
}
