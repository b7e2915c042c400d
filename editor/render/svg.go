package render

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
)

// WriteSVG writes a scene as an SVG file of the camera's size that looks like the picture of Draw. Arcs remain arcs and
// text remains text. Anything out of view is omitted. It returns the writer's errors.
func WriteSVG(w io.Writer, scene *Scene) error {
	out := &svg{to: bufio.NewWriter(w), letters: newTypesetter(), scale: scene.scale(), patterns: map[svgPattern]int{}}
	width, height := max(scene.Camera.Width, 0), max(scene.Camera.Height, 0)
	out.print(`<svg xmlns="http://www.w3.org/2000/svg" width="`, width, `" height="`, height,
		`" viewBox="0 0 `, width, ` `, height, `" font-family="Go, Inter, sans-serif">`, "\n")
	p := &painter{}
	p.aim(out, scene)
	p.svgBackdrop(out, width, height)
	out.svgPictures(scene.Pictures, scene.PictureAlpha, scene.Camera, width, height)
	out.svgPictures(scene.Own, 1, scene.Camera, width, height)
	paintUnder(p)
	for i := range scene.Items {
		p.item(&scene.Items[i])
	}
	paintOver(p)
	out.print("</svg>\n")
	if out.err == nil {
		out.err = out.to.Flush()
	}
	if out.err != nil {
		return fmt.Errorf("writing the SVG file: %w", out.err)
	}
	return nil
}

// svg is a canvas that writes elements. It keeps the first error.
type svg struct {
	to       *bufio.Writer
	letters  *typesetter
	scale    float64
	patterns map[svgPattern]int // the number of each defined pattern
	masks    int
	err      error
	buf      bytes.Buffer
}

type svgPattern struct {
	pattern pattern
	color   color.NRGBA
	dx, dy  int32
}

// print writes strings verbatim, and floats with up to two decimals.
func (s *svg) print(parts ...any) {
	if s.err != nil {
		return
	}
	s.buf.Reset()
	for _, part := range parts {
		switch v := part.(type) {
		case string:
			s.buf.WriteString(v)
		case int:
			s.buf.WriteString(strconv.Itoa(v))
		case float64:
			s.buf.Write(appendNumber(nil, v))
		}
	}
	_, s.err = s.to.Write(s.buf.Bytes())
}

// appendNumber writes a length with up to two decimals. It is clamped, because viewers fail on large coordinates, NaN
// and infinity.
func appendNumber(b []byte, v float64) []byte {
	const limit = 1e7
	if !(v == v) {
		v = 0
	}
	return strconv.AppendFloat(b, math.Round(min(max(v, -limit), limit)*100)/100+0, 'f', -1, 64)
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func opacity(name string, c color.NRGBA) string {
	if c.A == 255 {
		return ""
	}
	return ` ` + name + `="` + strconv.FormatFloat(math.Round(float64(c.A)/255*1000)/1000, 'f', -1, 64) + `"`
}

func (s *svg) fill(p *path, f paint) {
	if len(p.steps) == 0 || f.color.A == 0 {
		return
	}
	value := hex(f.color)
	if f.pattern != plain {
		value = "url(#p" + strconv.Itoa(s.define(f)) + ")"
		s.print(`<path d="`, s.data(p), `" fill="`, value, `"/>`, "\n")
		return
	}
	s.print(`<path d="`, s.data(p), `" fill="`, value, `"`, opacity("fill-opacity", f.color), "/>\n")
}

func (s *svg) area(p *path, f paint, k stroke) {
	s.fill(p, f)
	s.stroke(p, k)
}

// define writes a pattern's definition, once per colour and offset, and returns its number.
func (s *svg) define(f paint) int {
	p, n := &patterns[f.pattern], tileSize(f.pattern, s.scale)
	key := svgPattern{f.pattern, f.color, phase(f.anchor.X, n), phase(f.anchor.Y, n)}
	if id, ok := s.patterns[key]; ok {
		return id
	}
	id := len(s.patterns) + 1
	s.patterns[key] = id
	alpha := float64(f.color.A) / 255
	side := float64(n)
	s.print(`<defs><pattern id="p`, id, `" width="`, n, `" height="`, n,
		`" patternUnits="userSpaceOnUse" patternTransform="translate(`,
		int(key.dx), ` `, int(key.dy), `)">`)
	part := func(a float64) string {
		c := f.color
		c.A = uint8(math.Round(255 * min(a*alpha, 1)))
		return `fill="` + hex(c) + `"` + opacity("fill-opacity", c)
	}
	if p.base > 0 {
		s.print(`<rect width="`, n, `" height="`, n, `" `, part(p.base), `/>`)
	}
	mark := part((p.mark - p.base) / (1 - p.base))
	if f.pattern == dots {
		s.print(`<circle cx="`, float64(side/2), `" cy="`, float64(side/2), `" r="`, float64(p.size*s.scale), `" `, mark,
			`/>`)
	} else {
		half := p.size * s.scale / math.Sqrt2 // along x
		// Stripes are where x + y is 0.5 or 1.5 periods. The neighbouring tiles continue them beyond the pattern's
		// sides.
		for _, mid := range [2]float64{float64(side / 2), float64(side * 1.5)} {
			lo, hi := mid-half, mid+half
			s.print(`<path d="M`, lo, ` 0L`, hi, ` 0L`, hi-float64(2*side), ` `, float64(2*side), `L`,
				lo-float64(2*side), ` `, float64(2*side), `Z" `, mark, `/>`)
		}
	}
	s.print(`</pattern></defs>`, "\n")
	return id
}

func (s *svg) stroke(p *path, k stroke) {
	if len(p.steps) == 0 || !(k.width > 0) {
		return
	}
	dashes := ""
	if k.dash.on > 0 {
		dashes = ` stroke-dasharray="` + strconv.FormatFloat(k.dash.on, 'g', 6, 64) + ` ` +
			strconv.FormatFloat(k.dash.off, 'g', 6, 64) + `"`
	}
	ends := ""
	if k.round {
		ends = ` stroke-linecap="round"`
	}
	s.print(`<path d="`, s.data(p), `" fill="none" stroke="`, hex(k.color), `"`, opacity("stroke-opacity", k.color),
		` stroke-width="`, k.width, `" stroke-linejoin="round"`, ends, dashes, "/>\n")
}

func (s *svg) hollow(p *path, thickness, line float64, k stroke) {
	if len(p.steps) == 0 {
		return
	}
	s.masks++
	d := s.data(p)
	const round = `fill="none" stroke-linejoin="round" stroke-linecap="round" `
	s.print(`<mask id="m`, s.masks,
		`" maskUnits="userSpaceOnUse" x="-10%" y="-10%" width="120%" height="120%"><path d="`, d, `" `, round,
		`stroke="#fff" stroke-width="`, thickness+line, `"/>`)
	if inner := thickness - line; inner > 0 {
		s.print(`<path d="`, d, `" `, round, `stroke="#000" stroke-width="`, inner, `"/>`)
	}
	s.print(`</mask><path d="`, d, `" `, round, `stroke="`, hex(k.color), `"`, opacity("stroke-opacity", k.color),
		` stroke-width="`, thickness+line, `" mask="url(#m`, s.masks, ")\"/>\n")
}

func (s *svg) box(x0, y0, x1, y1 float64, c color.NRGBA) {
	if x0 < x1 && y0 < y1 {
		s.print(`<rect x="`, x0, `" y="`, y0, `" width="`, x1-x0, `" height="`, y1-y0, `" fill="`, hex(c), `"`,
			opacity("fill-opacity", c), "/>\n")
	}
}

func (s *svg) text(at Vec, t []byte, size float64, c color.NRGBA) {
	var escaped bytes.Buffer
	if err := xml.EscapeText(&escaped, t); err != nil {
		return
	}
	s.print(`<text x="`, at.X, `" y="`, at.Y, `" font-size="`, size, `" fill="`, hex(c), `"`,
		opacity("fill-opacity", c), ` textLength="`,
		s.measure(t, size), `" lengthAdjust="spacingAndGlyphs">`, escaped.String(), "</text>\n")
}

func (s *svg) measure(t []byte, size float64) float64 { return s.letters.face(size).width(t) }

// data returns a path's d attribute.
func (s *svg) data(p *path) string {
	var b []byte
	number := func(v float64) {
		if n := len(b); n > 0 && b[n-1] >= '0' && b[n-1] <= '9' {
			b = append(b, ' ')
		}
		b = appendNumber(b, v)
	}
	point := func(command byte, v Vec) {
		b = append(b, command)
		number(v.X)
		number(v.Y)
	}
	for i := range p.contours {
		c := &p.contours[i]
		point('M', c.from)
		for _, st := range p.of(i) {
			if st.radius > 0 {
				b = appendArc(b, &st)
				number(st.to.X)
				number(st.to.Y)
				continue
			}
			point('L', st.to)
		}
		if c.closed {
			b = append(b, 'Z')
		}
	}
	return string(b)
}

// appendArc writes an arc up to its end point. A full turn is written as two halves.
func appendArc(b []byte, st *step) []byte {
	arc := func(sweep float64) {
		b = append(b, 'A')
		b = append(appendNumber(b, st.radius), ' ')
		b = appendNumber(b, st.radius)
		flags := " 0 0 0 "
		switch {
		case math.Abs(sweep) > math.Pi && sweep > 0:
			flags = " 0 1 1 "
		case math.Abs(sweep) > math.Pi:
			flags = " 0 1 0 "
		case sweep > 0:
			flags = " 0 0 1 "
		}
		b = append(b, flags...)
	}
	if math.Abs(st.sweep) > 1.99*math.Pi {
		arc(float64(st.sweep / 2))
		far := st.center.MulAdd(st.to.Sub(st.center), -1)
		b = appendNumber(b, far.X)
		b = append(b, ' ')
		b = appendNumber(b, far.Y)
		arc(float64(st.sweep / 2))
		return b
	}
	arc(st.sweep)
	return b
}

// svgBackdrop paints the backdrop from its template rows and lines.
func (p *painter) svgBackdrop(s *svg, w, h int) {
	if w == 0 || h == 0 {
		return
	}
	var b backdrop
	b.prepare(p.scene, w, h)
	at := func(row []byte, x int) color.NRGBA {
		return color.NRGBA{R: row[4*x], G: row[4*x+1], B: row[4*x+2], A: 255}
	}
	// Runs of one colour in a template row become rectangles.
	columns := func(row []byte, y0, y1 int) {
		if y0 >= y1 {
			return
		}
		for x := 0; x < w; {
			c, from := at(row, x), x
			for x < w && at(row, x) == c {
				x++
			}
			s.box(float64(from), float64(y0), float64(x), float64(y1), c)
		}
	}
	columns(b.outside, 0, b.y0)
	columns(b.inside, b.y0, b.y1)
	columns(b.outside, b.y1, h)
	for y := range h {
		b.line(y, func(x0, x1 int, k *ink) {
			c := color.NRGBA{R: uint8(k.lanes), G: uint8(k.high), B: uint8(k.lanes >> 16), A: uint8(min(k.alpha, 255))}
			s.box(float64(x0), float64(y), float64(x1), float64(y+1), c)
		})
	}
}
