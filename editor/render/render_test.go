package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"

	"pgregory.net/rapid"
)

func blank(w, h int) *image.RGBA { return image.NewRGBA(image.Rect(0, 0, w, h)) }

func checkOpaque(t rapid.TB, m *image.RGBA) {
	t.Helper()
	for i := 3; i < len(m.Pix); i += 4 {
		if m.Pix[i] != 255 {
			t.Fatalf("alpha of pixel (%d, %d) is %d, want 255", i/4%m.Rect.Dx(), i/4/m.Rect.Dx(), m.Pix[i])
		}
	}
}

func TestPictureDoesNotDependOnBandsOrWorkers(t *testing.T) {
	t.Parallel()
	scenes := map[string]*Scene{
		"cavern": cavern(t, 640, 400, 1), "sampler": sampler(t, Dark(), 1), "crowd": crowd(t, 5000, 900, 600, 0.9),
	}
	for name, s := range scenes {
		want := Picture(s)
		checkOpaque(t, want)
		for _, rows := range []int{1, 7, 64, 333, 5000} {
			for _, workers := range []int{1, 2, 5} {
				r := NewRenderer()
				r.bandRows, r.Workers, r.batch = rows, workers, []int{batchItems, 1300, 100}[workers%3]
				got := blank(s.Camera.Width, s.Camera.Height)
				r.Draw(got, s)
				if !bytes.Equal(got.Pix, want.Pix) {
					t.Errorf("%s in bands of %d rows with %d workers differs", name, rows, workers)
				}
			}
		}
	}
}

func TestTopOverBaseMatchesDraw(t *testing.T) {
	t.Parallel()
	s := cavern(t, 700, 500, 1.5)
	last := len(s.Items) - 1
	s.Items[last].Moving = true
	s.Items[last-1].Moving = true
	s.Show = Show{Bounds: true, Pieces: true, Labels: true, ContactPoints: true}
	r := NewRenderer()
	size := image.Rect(0, 0, s.Camera.Width, s.Camera.Height)
	want, base, got := image.NewRGBA(size), image.NewRGBA(size), image.NewRGBA(size)
	r.Draw(want, s)
	r.DrawBase(base, s)
	r.DrawTop(got, base, s)
	if !bytes.Equal(got.Pix, want.Pix) {
		t.Error("DrawTop over DrawBase differs from Draw")
	}
	again := image.NewRGBA(size)
	r.DrawTop(again, base, s)
	if !bytes.Equal(again.Pix, want.Pix) {
		t.Error("a second DrawTop over the same base differs")
	}
	if r.DrawTop(again, nil, s); !bytes.Equal(again.Pix, want.Pix) {
		t.Error("DrawTop without a base differs")
	}
}

func TestBuffersAreClean(t *testing.T) {
	t.Parallel()
	r := NewRenderer()
	a, b := cavern(t, 500, 300, 1), sampler(t, Light(), 1)
	want := Picture(a)
	got := blank(a.Camera.Width, a.Camera.Height)
	for range 3 {
		again := blank(b.Camera.Width, b.Camera.Height)
		r.Draw(again, b)
		r.Draw(got, a)
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Fatal("a picture depends on earlier pictures")
		}
	}
}

func TestSubImage(t *testing.T) {
	t.Parallel()
	s := cavern(t, 300, 200, 1)
	want := Picture(s)
	big := image.NewRGBA(image.Rect(0, 0, 400, 300))
	part := big.SubImage(image.Rect(20, 30, 320, 230)).(*image.RGBA)
	NewRenderer().Draw(part, s)
	for y := range 200 {
		if !bytes.Equal(part.Pix[y*part.Stride:][:1200], want.Pix[y*1200:][:1200]) {
			t.Fatalf("row %d of a part of the picture differs", y)
		}
	}
	if big.RGBAAt(19, 30) != (color.RGBA{}) || big.RGBAAt(320, 30) != (color.RGBA{}) {
		t.Error("pixels outside of the part were drawn")
	}
}

func TestAreaOfDiscs(t *testing.T) {
	t.Parallel()
	theme := Dark()
	theme.Canvas = color.NRGBA{A: 255}
	for _, radius := range []float64{3, 3.7, 5, 8, 12.3, 50, 180, 399} {
		l := newTestList(900, 900)
		white := paint{color: color.NRGBA{R: 255, G: 255, B: 255, A: 255}}
		l.fill((&path{}).circle(Vec{X: 450.3, Y: 449.6}, radius), white)
		if got, want := inked(l)/255, math.Pi*radius*radius; math.Abs(got/want-1) > 0.005 {
			t.Errorf("a disc of radius %v covers %.2f pixels, want %.2f", radius, got, want)
		}
		l = newTestList(900, 900)
		l.stroke((&path{}).circle(Vec{X: 450.3, Y: 449.6}, radius), stroke{color: white.color, width: 1.5})
		if got, want := inked(l)/255, 2*math.Pi*radius*1.5; math.Abs(got/want-1) > 0.01 {
			t.Errorf("a ring of radius %v covers %.2f pixels, want %.2f", radius, got, want)
		}
	}
}

func newTestList(w, h int) *list {
	l := &list{tiles: &tileSet{}, letters: newTypesetter()}
	l.tiles.prepare(1)
	l.begin(w, h, 64, viewMargin)
	return l
}

// inked returns the sum of the red values of a list drawn on black.
func inked(l *list) float64 {
	pix := drawn(l)
	sum := 0.0
	for i := 0; i < len(pix); i += 4 {
		sum += float64(pix[i])
	}
	return sum
}

func drawn(l *list) []byte {
	pix := make([]byte, 4*l.width*l.height)
	r := &raster{}
	for band := 0; band*l.bandRows < l.height; band++ {
		r.aim(l.width, band*l.bandRows, min((band+1)*l.bandRows, l.height))
		l.draw(r, band, pix)
	}
	return pix
}

// The coverage of any polygon inside the picture adds up to its area, even if the polygon is clipped.
func TestAreaOfPolygons(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const side = 60.0
		coordinate := rapid.Float64Range(-40, 100)
		n := rapid.IntRange(3, 8).Draw(t, "corners")
		hull := make([]Vec, n)
		for i := range hull {
			hull[i] = Vec{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}
		}
		s, err := collision.NewShape(hull, 0)
		if err != nil || s.Len() < 3 {
			return // not a polygon
		}
		points := s.Vertices()
		l := newTestList(side, side)
		l.fill((&path{}).poly(points), paint{color: color.NRGBA{R: 255, G: 255, B: 255, A: 255}})
		want := area(clipped(points, side))
		if got := inked(l) / 255; math.Abs(got-want) > 0.6+want*0.002 {
			t.Fatalf("%v covers %.3f pixels, want %.3f", points, got, want)
		}
	})
}

func area(p []Vec) float64 {
	sum := 0.0
	for i := range p {
		sum += p[i].Cross(p[(i+1)%len(p)])
	}
	return math.Abs(sum) / 2
}

// clipped returns a convex polygon clipped to the square from 0 to side, one side at a time.
func clipped(p []Vec, side float64) []Vec {
	for _, inside := range []func(Vec) float64{
		func(v Vec) float64 { return v.X }, func(v Vec) float64 { return side - v.X },
		func(v Vec) float64 { return v.Y }, func(v Vec) float64 { return side - v.Y },
	} {
		var out []Vec
		for i := range p {
			a, b := p[i], p[(i+1)%len(p)]
			da, db := inside(a), inside(b)
			if da >= 0 {
				out = append(out, a)
			}
			if da*db < 0 {
				out = append(out, a.Lerp(b, da/(da-db)))
			}
		}
		p = out
	}
	return p
}

func TestHolesAndOverlaps(t *testing.T) {
	t.Parallel()
	white := paint{color: color.NRGBA{R: 255, G: 255, B: 255, A: 255}}
	square := func(p *path, x0, y0, x1, y1 float64, back bool) *path {
		points := []Vec{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
		if back {
			points[1], points[3] = points[3], points[1]
		}
		return p.poly(points)
	}
	for _, c := range []struct {
		name string
		path *path
		want float64
	}{
		{"a hole", square(square(&path{}, 10, 10, 50, 50, false), 20, 20, 40, 40, true), 1200},
		{"an overlap", square(square(&path{}, 10, 10, 40, 40, false), 20, 20, 50, 50, false), 900 + 900 - 400},
		{"half pixels", square(&path{}, 10.5, 10.5, 20, 20, false), 9.5 * 9.5},
		{"beyond all sides", square(&path{}, -1e9, -1e9, 1e9, 1e9, false), 3600},
		{"beyond the right", square(&path{}, 50, 10, 1e12, 20, false), 100},
		{"beyond the left", square(&path{}, -1e12, 10, 10, 20, false), 100},
		{"all to the left", square(&path{}, -50, 10, -20, 20, false), 0},
	} {
		l := newTestList(60, 60)
		l.fill(c.path, white)
		if got := inked(l) / 255; math.Abs(got-c.want) > 0.3 {
			t.Errorf("%s covers %.2f pixels, want %.2f", c.name, got, c.want)
		}
	}
}

func TestDashes(t *testing.T) {
	t.Parallel()
	l := newTestList(400, 40)
	s := stroke{color: color.NRGBA{R: 255, G: 255, B: 255, A: 255}, width: 2, dash: dash{6, 4}}
	l.stroke((&path{}).line(Vec{X: 0, Y: 20}, Vec{X: 400, Y: 20}), s)
	if got := inked(l) / 255; math.Abs(got-480) > 2 {
		t.Errorf("40 dashes of 6 by 2 cover %.2f pixels, want 480", got)
	}
	// Far away ends do not move the dashes, and cost no time.
	far := newTestList(400, 40)
	far.stroke((&path{}).line(Vec{X: -1e7, Y: 20}, Vec{X: 1e9, Y: 20}), s)
	if !bytes.Equal(drawn(far), drawn(l)) {
		t.Error("dashes of a line that starts a million periods further left are elsewhere")
	}
}

// TestAnyScene draws random scenes.
func TestAnyScene(t *testing.T) {
	t.Parallel()
	base := cavern(t, 200, 150, 1)
	r := NewRenderer()
	rapid.Check(t, func(t *rapid.T) {
		s := *base
		s.Items = append([]Item(nil), base.Items...)
		number := rapid.OneOf(rapid.Float64Range(-600, 600), rapid.Float64Range(-1e7, 1e7), rapid.Float64())
		place := rapid.Custom(func(t *rapid.T) Vec { return Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")} })
		s.Camera = Camera{
			Center: place.Draw(t, "center"), Width: rapid.IntRange(1, 180).Draw(t, "width"),
			Height: rapid.IntRange(1, 140).Draw(t, "height"),
			Zoom:   math.Exp2(rapid.Float64Range(-10, 9).Draw(t, "zoom")),
		}
		s.Scale = rapid.SampledFrom([]float64{0, 1, 1.25, 2, 3, -1, 1e9}).Draw(t, "scale")
		s.Show = Show{
			ContactPoints: rapid.Bool().Draw(t, "points"), Normals: true, Depths: rapid.Bool().Draw(t, "depths"),
			Features: rapid.Bool().Draw(t, "features"),
			Bounds:   rapid.Bool().Draw(t, "bounds"), Inner: true, Pieces: true, Centroids: true, Labels: true,
			Tree: []collision.AABB{{Min: place.Draw(t, "min"), Max: place.Draw(t, "max")}},
		}
		for i := range s.Items {
			it := &s.Items[i]
			it.State = contacts.State(rapid.IntRange(0, int(contacts.Overlapping)).Draw(t, "state"))
			it.Selected, it.Hovered, it.Dimmed = rapid.Bool().Draw(t, "selected"), rapid.Bool().Draw(t, "hovered"),
				rapid.Bool().Draw(t, "dimmed")
			if rapid.Bool().Draw(t, "elsewhere") {
				it.At = collision.NewTransform(place.Draw(t, "at"), number.Draw(t, "angle"))
			}
		}
		a, b := place.Draw(t, "a"), place.Draw(t, "b")
		ink := overlay.Ink(rapid.IntRange(0, int(overlay.Shadow)+1).Draw(t, "ink"))
		s.Overlays = []overlay.Item{
			overlay.Line{},
			overlay.Line{Points: []Vec{a}},
			overlay.Line{Points: []Vec{a, a}, Dashed: true},
			overlay.Line{Points: []Vec{a, b, base.Camera.Center}, Closed: true, Fill: true, Ink: ink},
			overlay.Box{Bounds: collision.AABB{Min: a, Max: b}, Fill: true, Dashed: true},
			overlay.Ring{Center: a, Radius: b.X, Dashed: true},
			overlay.Ring{Center: b, Radius: 1e7},
			overlay.Outline{
				Boundary: base.Items[8].Baked.Boundary(), At: collision.NewTransform(a, b.X), Hatched: true,
				Dashed: true, Fill: true,
			},
			overlay.Outline{},
			overlay.Handle{At: a, Angle: b.X},
			overlay.Handle{At: b, Form: overlay.DiamondHandle, Hot: true},
			overlay.Handle{At: a, Form: overlay.CrossHandle, Angle: number.Draw(t, "turn")},
			overlay.Arrow{From: a, To: b},
			overlay.Arrow{From: a, To: a},
			overlay.Label{At: a, Text: rapid.String().Draw(t, "text"), Offset: b},
			nil,
		}
		size := image.Rect(0, 0, s.Camera.Width, s.Camera.Height)
		m := image.NewRGBA(size)
		r.Draw(m, &s)
		checkOpaque(t, m)
		if err := WriteSVG(io.Discard, &s); err != nil {
			t.Fatal(err)
		}
	})
}

func TestEmptyScene(t *testing.T) {
	t.Parallel()
	for _, s := range []*Scene{
		{},
		{Camera: Camera{Zoom: 1, Width: 1, Height: 1}},
		{Camera: Camera{Width: 3, Height: 2}},
	} {
		m := Picture(s)
		checkOpaque(t, m)
		one := blank(1, 1)
		NewRenderer().Draw(one, s)
		checkOpaque(t, one)
		var out bytes.Buffer
		if err := WriteSVG(&out, s); err != nil {
			t.Error(err)
		}
	}
	s := cavern(t, 20, 10, 1)
	s.Camera.Zoom, s.Camera.Center = math.NaN(), Vec{X: math.Inf(1)}
	s.Items = append(s.Items, Item{}, Item{Collider: s.Items[0].Collider})
	checkOpaque(t, Picture(s))
}

func TestFrameAllocatesNothing(t *testing.T) {
	s := cavern(t, 640, 400, 1)
	s.Show.Depths, s.Show.Features, s.Show.Pieces, s.Show.Inner, s.Show.Bounds = true, true, true, true, true
	for name, workers := range map[string]int{"one core": 1, "two cores": 2} {
		r := NewRenderer()
		r.Workers = workers
		m := blank(s.Camera.Width, s.Camera.Height)
		r.Draw(m, s)
		if n := testing.AllocsPerRun(20, func() { r.Draw(m, s) }); n > float64(4*workers-3) {
			t.Errorf("on %s a frame allocates %v times", name, n)
		}
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*Scene{"cavern": cavern(t, 1440, 900, 2), "sampler": sampler(t, Light(), 1)} {
		s.Items[0].Collider.Name = `<&"`
		var out bytes.Buffer
		if err := WriteSVG(&out, s); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		counts := map[string]int{}
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if start, ok := token.(xml.StartElement); ok {
				counts[start.Name.Local]++
			}
		}
		if counts["path"] < 20 || counts["pattern"] < 2 || counts["text"] < 1 || !strings.Contains(text, "A") {
			t.Errorf("%s: the elements are %v", name, counts)
		}
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%s: a number is not finite", name)
		}
	}
	if err := WriteSVG(failing{}, cavern(t, 64, 40, 1)); !errors.Is(err, errFull) {
		t.Errorf("on a full disk the error is %v", err)
	}
}

var errFull = errors.New("the disk is full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

// crowd returns a square field of n colliders of every kind, a quarter of them touching or overlapping, at a mean
// distance of 24 level pixels.
func crowd(t testing.TB, n, width, height int, zoom float64) *Scene {
	rng := rand.New(rand.NewPCG(1, 2))
	var shapes []level.Shape
	for range 16 {
		r := 6 + 5*rng.Float64()
		var xy []float64
		k := 3 + rng.IntN(5)
		for i := range k {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(k))
			xy = append(xy, r*cos, r*sin)
		}
		shapes = append(shapes, polygon(r/6, xy...), box(2*r, r, 0), circle(r*0.8), capsule(-r/2, 0, r/2, 0, r/3))
	}
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	side := float64(columns) * 24
	s := &Scene{Scale: 1, Theme: Dark(), Camera: Camera{
		Center: Vec{X: side / 2, Y: side / 2}, Zoom: zoom, Width: width,
		Height: height,
	}}
	s.Frame = collision.AABB{Max: Vec{X: side, Y: side}}
	s.Grid = &Grid{Size: Vec{X: 16, Y: 16}, Major: 4}
	for i := range n {
		shape := shapes[rng.IntN(len(shapes))]
		at := Vec{X: (float64(i%columns) + 0.5) * 24, Y: (float64(i/columns) + 0.5) * 24}
		c := level.NewCollider(level.ID(i+1), 1, "", shape, at)
		c.Angle = level.Degrees(rng.IntN(8) * 45)
		if rng.IntN(10) == 0 {
			c.Role = level.Trigger
		}
		baked, err := shape.Bake()
		if err != nil {
			t.Fatal(err)
		}
		it := Item{Collider: c, Baked: baked, At: c.Transform()}
		if k := rng.IntN(16); k < 4 {
			it.State = contacts.State(1 + k)
		}
		s.Items = append(s.Items, it)
	}
	return s
}

// fit zooms to show the whole crowd.
func fit(s *Scene) { s.Camera = s.Camera.Framing(s.Frame, 10) }

func BenchmarkFrame(b *testing.B) {
	for _, c := range []struct {
		n    int
		zoom float64 // 0: all in view
	}{{1000, 0}, {2000, 0}, {10_000, 0}, {100_000, 0}, {100_000, 2.2}} {
		s := crowd(b, c.n, 1600, 900, c.zoom)
		if c.zoom == 0 {
			fit(s)
		}
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%d of %d in view/%d cores", inView(s), c.n, workers), func(b *testing.B) {
				r := NewRenderer()
				r.Workers = workers
				m := image.NewRGBA(image.Rect(0, 0, 1600, 900))
				r.Draw(m, s)
				b.ReportAllocs()
				for b.Loop() {
					s.Camera.Center.X += 0.37
					r.Draw(m, s)
				}
				s.Camera.Center.X = (s.Frame.Min.X + s.Frame.Max.X) / 2
			})
		}
	}
}

// BenchmarkTop draws a frame of a drag of one item among 2,000 in view, over a base.
func BenchmarkTop(b *testing.B) {
	s := crowd(b, 2000, 1600, 900, 0)
	fit(s)
	s.Items[len(s.Items)-1].Moving = true
	r := NewRenderer()
	size := image.Rect(0, 0, 1600, 900)
	base, m := image.NewRGBA(size), image.NewRGBA(size)
	r.DrawBase(base, s)
	for b.Loop() {
		s.Items[len(s.Items)-1].At.P.X += 0.1
		r.DrawTop(m, base, s)
	}
}

func inView(s *Scene) int {
	v, n := s.Camera.Visible(), 0
	for i := range s.Items {
		if v.Contains(s.Items[i].At.P) {
			n++
		}
	}
	return n
}

// Filling and outlining in one step gives the same picture as in two. Slivers are all outline
// and look better in one step, so only holes count as differences there.
func TestAreaIsFillAndStroke(t *testing.T) {
	t.Parallel()
	f := paint{color: color.NRGBA{R: 200, A: 51}}
	k := stroke{color: color.NRGBA{G: 255, A: 255}, width: 1.5}
	rapid.Check(t, func(t *rapid.T) {
		outline, sliver := &path{}, false
		place := func(lo, hi float64) Vec {
			return Vec{X: rapid.Float64Range(lo, hi).Draw(t, "x"), Y: rapid.Float64Range(lo, hi).Draw(t, "y")}
		}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			outline.circle(place(-10, 70), rapid.Float64Range(1.2, 40).Draw(t, "radius"))
		case 1:
			a, size := place(-20, 60), place(0.01, 40)
			sliver = min(size.X, size.Y) < 2
			outline.plate(a.X, a.Y, a.X+size.X, a.Y+size.Y, rapid.Float64Range(0, 10).Draw(t, "radius"))
		case 2:
			s, err := collision.NewShape([]Vec{place(-20, 80), place(-20, 80), place(-20, 80), place(-20, 80)}, 0)
			if err != nil {
				return // not a polygon
			}
			sliver = true // its sharp corners are slivers
			outline.poly(s.Vertices())
		case 3:
			outline.circle(Vec{X: 30, Y: 30}, 20)
			outline.poly([]Vec{{X: 25, Y: 25}, {X: 25, Y: 35}, {X: 35, Y: 35}, {X: 35, Y: 25}})
		}
		one, two := newTestList(60, 60), newTestList(60, 60)
		one.area(outline, f, k)
		two.fill(outline, f)
		two.stroke(outline, k)
		got, want := drawn(one), drawn(two)
		off := 0
		for i := range got {
			if d := int(want[i]) - int(got[i]); abs(d) > 48 && (!sliver || d > 150) {
				off++
			}
		}
		if off > 6 {
			t.Fatalf("%d channels differ", off)
		}
	})
}

// Huge coordinates, which a tool may compute by mistake, cost little time and memory.
func TestFarOut(t *testing.T) {
	t.Parallel()
	far := []float64{1e7, 1e13, 1e14, 1e200, math.MaxFloat64, math.Inf(1), math.NaN()}
	s := cavern(t, 120, 80, 1)
	s.Overlays = nil
	for _, a := range far {
		for _, b := range far {
			at := Vec{X: a, Y: b}
			s.Overlays = append(s.Overlays, overlay.Ring{Radius: a, Center: Vec{Y: b}, Dashed: true},
				overlay.Ring{Radius: b, Center: at},
				overlay.Line{Points: []Vec{at, {}, at.Neg()}, Dashed: true, Closed: true, Fill: true},
				overlay.Arrow{From: at, To: at.Neg()},
				overlay.Box{Bounds: collision.AABB{Min: at.Neg(), Max: at}, Dashed: true, Fill: true},
				overlay.Label{At: at, Offset: at, Text: "far"},
				overlay.Handle{At: at, Angle: a}, overlay.Outline{
					Boundary: s.Items[8].Baked.Boundary(),
					At:       collision.NewTransform(at, b), Dashed: true, Hatched: true,
				})
			s.Items = append(s.Items, s.Items[7], s.Items[11])
			for i := len(s.Items) - 2; i < len(s.Items); i++ {
				s.Items[i].At = collision.Transform{P: at, Q: collision.Rot{C: b, S: a}}
			}
		}
	}
	for _, zoom := range []float64{minZoom, 1, maxZoom, 1e300} {
		s.Camera.Zoom = zoom
		checkOpaque(t, Picture(s))
		if err := WriteSVG(io.Discard, s); err != nil {
			t.Error(err)
		}
	}
}
