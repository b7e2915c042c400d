package render

import (
	"image"
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
)

// vision is a matrix that simulates an eye, applied to linear red, green and blue.
type vision [3][3]float64

// The matrices of the three dichromacies are from Machado, Oliveira and Fernandes, "A Physiologically-based Model for
// Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, for severity 1.0. Achromatopsia sees luminance only
// (ITU-R BT.709).
var visions = map[string]vision{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia": {
		{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998},
	},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia": {
		{1.255528, -0.076749, -0.178779},
		{-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900},
	},
	"achromatopsia": {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}},
}

func toLinear(v uint8) float64 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// see returns a picture's luminance as that eye sees it, pixel by pixel, from 0 to 1 in steps that look even (CIE
// lightness).
func (v vision) see(m *image.RGBA) []float64 {
	out := make([]float64, 0, m.Rect.Dx()*m.Rect.Dy())
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			p := m.RGBAAt(x, y)
			in, seen := [3]float64{toLinear(p.R), toLinear(p.G), toLinear(p.B)}, [3]float64{}
			for k, row := range v {
				seen[k] = min(max(row[0]*in[0]+row[1]*in[1]+row[2]*in[2], 0), 1)
			}
			out = append(out, lightness(0.2126*seen[0]+0.7152*seen[1]+0.0722*seen[2]))
		}
	}
	return out
}

func lightness(y float64) float64 {
	if y > 216.0/24389 {
		return 1.16*math.Cbrt(y) - 0.16
	}
	return y * 24389 / 27 / 100
}

// likeness returns how similar the light and dark areas of two pictures are, regardless of brightness and contrast: 1
// for the same pattern, 0 for unrelated patterns.
func likeness(a, b []float64) float64 {
	n := float64(len(a))
	var ma, mb float64
	for i := range a {
		ma, mb = ma+a[i]/n, mb+b[i]/n
	}
	var ab, aa, bb float64
	for i := range a {
		x, y := a[i]-ma, b[i]-mb
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	if aa == 0 || bb == 0 {
		return 1
	}
	return ab / math.Sqrt(aa*bb)
}

// The shapes on which each state must be distinguishable. A chain has no inside.
var signShapes = map[string]level.Shape{
	"box":   box(40, 40, 4),
	"chain": {Kind: level.Chain, Points: []Vec{{X: -20, Y: -10}, {X: -8, Y: 20}, {X: 8, Y: 20}, {X: 20, Y: -10}}},
	"thick chain": {
		Kind: level.Chain, Points: []Vec{{X: -20, Y: -10}, {X: -8, Y: 14}, {X: 8, Y: 14}, {X: 20, Y: -10}},
		Radius: 6,
	},
}

// signs returns pictures of one shape in each of the states that must be distinguishable, with nothing else but its
// contacts.
func signs(t *testing.T, theme *Theme, shape level.Shape, marks bool) map[string]*image.RGBA {
	states := map[string]func(c, floor *level.Collider){
		"clear":       func(_, floor *level.Collider) { floor.Position.Y = 400 },
		"touching":    func(_, floor *level.Collider) { floor.Position.Y = 40 },
		"overlapping": func(_, floor *level.Collider) { floor.Position.Y = 34 },
		"trigger":     func(c, floor *level.Collider) { c.Role, floor.Position.Y = level.Trigger, 400 },
		"triggered": func(c, floor *level.Collider) {
			c.Role, floor.Body, floor.Position.Y = level.Trigger, level.Dynamic, 34
		},
		"one-way": func(c, floor *level.Collider) { c.Role, c.OneWay, floor.Position.Y = level.OneWay, level.Up, 400 },
	}
	out := map[string]*image.RGBA{}
	for name, edit := range states {
		b := newBuilder(t, Camera{Zoom: 2, Width: 140, Height: 140})
		b.scene.Theme = theme
		var floor *level.Collider
		b.add("floor", box(200, 40, 0), Vec{}, func(c *level.Collider) { floor = c })
		b.add("box", shape, Vec{}, func(c *level.Collider) {
			c.Body = level.Dynamic
			edit(c, floor)
		})
		for i := range b.scene.Items { // the floor has been moved since
			it := &b.scene.Items[i]
			it.At = it.Collider.Transform()
			body, _ := level.BodyOf(it.Collider, it.Baked, level.DefaultSettings())
			b.world.Put(collision.Key(it.Collider.ID), body)
		}
		b.world.Update()
		b.scene.Meet(b.pairs(), b.exit())
		b.scene.Items = b.scene.Items[1:]
		b.scene.Show = Show{ContactPoints: marks, Normals: marks}
		out[name] = Picture(b.scene).SubImage(image.Rect(24, 96, 116, 122)).(*image.RGBA)
	}
	return out
}

// Overlapping, touching, trigger, occupied and one-way shapes can be told apart without colour: in pattern or stroke,
// by every eye, in both themes, at the contact. Without the marks of contacts, a touching shape looks like one that
// touches nothing.
func TestStatesDifferWithoutColour(t *testing.T) {
	t.Parallel()
	const limit = 0.92
	for name, theme := range map[string]*Theme{"dark": Dark(), "light": Light()} {
		for kind, shape := range signShapes {
			for _, marks := range []bool{true, false} {
				pictures := signs(t, theme, shape, marks)
				for eye, v := range visions {
					seen := map[string][]float64{}
					for state, picture := range pictures {
						seen[state] = v.see(picture)
					}
					for a, pa := range seen {
						for b, pb := range seen {
							if a >= b || !marks && (a == "touching" || b == "touching") {
								continue
							}
							if l := likeness(pa, pb); l > limit {
								t.Errorf("a %s on the %s theme with marks %v, %s: %s and %s have a likeness of %.2f",
									kind, name, marks, eye, a, b, l)
							}
						}
					}
				}
			}
		}
	}
}

// The same pattern in a different colour counts as the same, so that colours cannot make the test above pass.
func TestLikenessIgnoresColour(t *testing.T) {
	t.Parallel()
	picture := func(tint *Theme) *image.RGBA {
		b := newBuilder(t, Camera{Zoom: 2, Width: 140, Height: 140})
		b.scene.Theme = tint
		b.add("box", box(40, 40, 4), Vec{}, nil)
		return Picture(b.scene)
	}
	red := Dark()
	red.Solid = red.Overlap
	for eye, v := range visions {
		if l := likeness(v.see(picture(Dark())), v.see(picture(red))); l < 0.97 {
			t.Errorf("%s: the likeness of a red box and a grey one is only %.2f", eye, l)
		}
	}
}

// The matrices keep white and black, up to rounding, and greys stay grey.
func TestVisionsKeepGreys(t *testing.T) {
	t.Parallel()
	for eye, v := range visions {
		for _, row := range v {
			if sum := row[0] + row[1] + row[2]; math.Abs(sum-1) > 1e-4 {
				t.Errorf("%s turns white to %g", eye, sum)
			}
		}
	}
}
