package render

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// meet computes the builder's contacts and shows them.
func (b *builder) meet() *Scene {
	b.world.Update()
	b.scene.Meet(b.pairs(), b.exit())
	return b.scene
}

func cameraOf(w, h int) Camera { return Camera{Zoom: 1, Width: w, Height: h} }

// Of two overlapping colliders, the intruder is the selected one, otherwise the more mobile, the smaller or the one
// drawn later. A locked collider is never the intruder.
func TestIntruders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		a, b     func(*level.Collider)
		sizes    [2]float64
		selected int // 0: none, 1: a, 2: b
		want     string
	}{
		"drawn later": {want: "b"},
		"dynamic":     {a: func(c *level.Collider) { c.Body = level.Dynamic }, want: "a"},
		"kinematic":   {a: func(c *level.Collider) { c.Body = level.Kinematic }, want: "a"},
		"dynamic over kinematic": {
			a: func(c *level.Collider) {
				c.Body = level.Dynamic
			}, b: func(c *level.Collider) { c.Body = level.Kinematic }, want: "a",
		},
		"smaller":               {sizes: [2]float64{15, 40}, want: "a"},
		"selected over dynamic": {b: func(c *level.Collider) { c.Body = level.Dynamic }, selected: 1, want: "a"},
		"unlocked over locked":  {b: func(c *level.Collider) { c.Locked = true }, want: "a"},
		"none if the dynamic collider is locked": {b: func(c *level.Collider) {
			c.Locked, c.Body = true, level.Dynamic
		}, want: ""},
		"unlocked over selected": {a: func(c *level.Collider) { c.Locked = true }, selected: 1, want: "b"},
		"none if both are locked": {
			a: func(c *level.Collider) { c.Locked = true }, b: func(c *level.Collider) { c.Locked = true }, want: "",
		},
	} {
		b := newBuilder(t, cameraOf(100, 100))
		for i := range c.sizes {
			if c.sizes[i] == 0 {
				c.sizes[i] = 20
			}
		}
		b.add("a", box(c.sizes[0], c.sizes[0], 0), Vec{}, c.a)
		b.add("b", box(c.sizes[1], c.sizes[1], 0), Vec{X: 12}, c.b)
		b.add("far", box(20, 20, 0), Vec{X: 80}, nil)
		if c.selected > 0 {
			b.scene.Items[c.selected-1].Selected = true
		}
		b.meet()
		for _, item := range []string{"a", "b", "far"} {
			if got := b.item(item).Intruder; got != (item == c.want) {
				t.Errorf("%s: %s is the intruder: %v", name, item, got)
			}
		}
	}
}

// Moving an intruder along its way out leaves it touching the colliders that it overlapped, and no shorter move along
// the same line separates them.
func TestExitsEndTouching(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		b := newBuilder(t, cameraOf(400, 300))
		number := func(name string, from, to float64) float64 { return rapid.Float64Range(from, to).Draw(rt, name) }
		b.add("floor", polygon(4, -200, 40, -60, 40, -40, 90, 40, 90, 60, 40, 200, 40, 200, 140, -200, 140), Vec{}, nil)
		b.add("pipe", chain(5, false, -150, -60, -20, -90, 90, -60), Vec{}, nil)
		for i := range rapid.IntRange(1, 3).Draw(rt, "intruders") {
			shape := rapid.SampledFrom([]level.Shape{
				box(40, 30, 0), box(40, 30, 8), circle(17),
				capsule(-15, 0, 15, 5, 8),
			}).Draw(rt, "shape")
			b.add("crate "+strconv.Itoa(i), shape, Vec{X: number("x", -150, 150), Y: number("y", -100, 80)},
				func(c *level.Collider) {
					c.Body, c.Angle = level.Dynamic, level.Degrees(number("angle", -180, 180))
				})
		}
		s := b.meet()
		for i := range s.Exits {
			e := &s.Exits[i]
			if e.Way == (Vec{}) {
				continue
			}
			var left []level.ID
			for k := range s.Contacts {
				if c := &s.Contacts[k]; c.State == contacts.Overlapping && c.Intruder == e.Of {
					left = append(left, c.A+c.B-e.Of)
				}
			}
			deepest := func(part float64) float64 {
				depth := 0.0
				own := b.scene.Items[e.Of-1]
				own.At.P = own.At.P.MulAdd(e.Way, part)
				for _, id := range left {
					obstacle := b.scene.Items[id-1]
					for _, p := range own.Baked.Pieces {
						for _, q := range obstacle.Baked.Pieces {
							if m, hit := collision.Collide(p, own.At, q, obstacle.At, 0); hit {
								depth = max(depth, m.Depth())
							}
						}
					}
				}
				return depth
			}
			if d := deepest(1); d > 2e-6 {
				rt.Fatalf("collider %d still overlaps by %v after its way out %v", e.Of, d, e.Way)
			}
			if d := deepest(1 - 1e-3/e.Way.Len()); e.Way.Len() > 0.01 && !(d > 0) {
				rt.Fatalf("collider %d is free before the end of its way out %v", e.Of, e.Way)
			}
		}
	})
}

// planks returns a row of n overlapping planks at the given distance.
func planks(t testing.TB, n int, apart float64) *Scene {
	b := newBuilder(t, cameraOf(1440, 400))
	for i := range n {
		b.add("plank "+strconv.Itoa(i), box(apart+10, 14, 0), Vec{X: (float64(i) - float64(n-1)/2) * apart}, nil)
	}
	b.scene.Show = Show{ContactPoints: true, Normals: true}
	return b.meet()
}

// A pin replaces more than three overlaps that are each within 72 pixels of the next.
func TestClusters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		planks int
		apart  float64
		want   []int
	}{
		{4, 60, nil}, {5, 60, []int{4}}, {5, 72, nil}, {6, 45, []int{5}}, {5, 72.5, nil}, {9, 60, []int{4, 4}}, {2, 60, nil},
	} {
		s := planks(t, c.planks, c.apart)
		var got []int
		for i := range s.Clusters {
			got = append(got, s.Clusters[i].Pairs)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d planks %g apart have clusters of %v, want %v", c.planks, c.apart, got, c.want)
		}
		for i := range s.Items {
			if want := i > 0 && c.want == nil; s.Items[i].Intruder != want {
				t.Errorf("%d planks %g apart: plank %d is drawn as an intruder: %v", c.planks, c.apart, i,
					s.Items[i].Intruder)
			}
		}
	}
	// A long row has several clusters, each near its pin.
	s := planks(t, 50, 40)
	total := 0
	for i := range s.Clusters {
		b := &s.Clusters[i]
		if total += b.Pairs; b.Box.Size().X > widestCluster+10 || !b.Box.Contains(b.Foot) {
			t.Errorf("a pin of %d at %v replaces the overlaps in %v", b.Pairs, b.Foot, b.Box)
		}
	}
	if len(s.Clusters) < 10 || total < 45 {
		t.Errorf("%d clusters for %d overlaps of a row", len(s.Clusters), total)
	}
	box := s.Clusters[0].plate(&s.Camera, 1)
	at := s.ClusterAt(Vec{X: (box.x0 + box.x1) / 2, Y: (box.y0 + box.y1) / 2})
	if at != 0 || s.ClusterAt(Vec{X: 3, Y: 3}) != -1 {
		t.Fatalf("ClusterAt over the first pin = %d", at)
	}
	if n := len(s.ClusterMembers(0)); n != s.Clusters[0].Pairs {
		t.Errorf("the first cluster of %d overlaps has %d members", s.Clusters[0].Pairs, n)
	}
}

// A pin replaces every mark of its overlaps. With the pointer on it, only a frame around them is added.
func TestPinReplacesMarks(t *testing.T) {
	t.Parallel()
	s := planks(t, 5, 60)
	if len(s.Clusters) != 1 {
		t.Fatalf("%d clusters", len(s.Clusters))
	}
	red, plain := s.Theme.Overlap, Picture(s)
	pin := s.Clusters[0].plate(&s.Camera, 1)
	foot := s.Camera.ToScreen(s.Clusters[0].Foot)
	for y := range plain.Rect.Dy() {
		for x := range plain.Rect.Dx() {
			isPin := float64(x) > pin.x0-2 && float64(x) < pin.x1+2 && float64(y) > pin.y0-2 && float64(y) < foot.Y+2
			c := plain.RGBAAt(x, y)
			if !isPin && int(c.R) > int(c.G)+60 && int(c.R) > int(c.B)+60 {
				t.Fatalf("a red mark at %d, %d beside the pin %v, in place of %v", x, y, pin, red)
			}
		}
	}
	s.Clusters[0].Hot = true
	hot := Picture(s)
	min, max := s.Camera.ToScreen(s.Clusters[0].Box.Min), s.Camera.ToScreen(s.Clusters[0].Box.Max)
	const margin = 12
	changed := false
	for y := range plain.Rect.Dy() {
		for x := range plain.Rect.Dx() {
			if plain.RGBAAt(x, y) == hot.RGBAAt(x, y) {
				continue
			}
			changed = true
			px, py := float64(x), float64(y)
			isPin := px > pin.x0-3 && px < pin.x1+3 && py > pin.y0-3 && py < foot.Y+3
			isOutside := px < min.X-margin || px > max.X+margin || py < min.Y-margin || py > max.Y+margin
			isInside := px > min.X && px < max.X && py > min.Y && py < max.Y
			if !isPin && (isOutside || isInside) {
				t.Fatalf("pointing at the pin changes %d, %d, not only the frame around %v", x, y, s.Clusters[0].Box)
			}
		}
	}
	if !changed {
		t.Error("pointing at the pin shows no frame")
	}
}

// Showing unchanged contacts again recomputes and allocates nothing.
func TestPreviewCachesUnchangedContacts(t *testing.T) {
	b := newBuilder(t, cameraOf(800, 600))
	b.add("floor", box(600, 60, 0), Vec{Y: 200}, nil)
	for i := range 12 {
		b.add("crate "+strconv.Itoa(i), box(40, 40, 4), Vec{X: float64(i-6) * 45, Y: 155}, func(c *level.Collider) {
			c.Body = level.Dynamic
		})
	}
	b.world.Update()
	pairs := slices.Collect(b.pairs())
	subject := func(id level.ID) Subject {
		it := &b.scene.Items[id-1]
		return Subject{
			Side:   contacts.Side{Collider: it.Collider, Layer: float64(id), Size: it.Baked.Mass().Area},
			Placed: contacts.Placed{Baked: it.Baked, At: it.At},
		}
	}
	exit := b.exit()
	known := map[level.ID]contacts.Exit{}
	v := Preview{Exit: func(id level.ID) (contacts.Exit, bool) {
		e, ok := known[id]
		if !ok {
			e, ok = exit(id)
			known[id] = e
		}
		return e, ok
	}}
	v.Show(b.scene, pairs, subject)
	first := slices.Clone(b.scene.Contacts)
	v.Show(b.scene, pairs, subject)
	for i := range first {
		if first[i].area != b.scene.Contacts[i].area {
			t.Errorf("contact %d is recomputed", i)
		}
	}
	if len(v.Changed()) != 0 {
		t.Errorf("%v is reported as changed", v.Changed())
	}
	if n := testing.AllocsPerRun(50, func() { v.Show(b.scene, pairs, subject) }); n > 0 {
		t.Errorf("showing an unchanged scene allocates %v times", n)
	}
	b.scene.Items[3].At.P.Y -= 3
	b.world.Move(4, b.scene.Items[3].At)
	clear(known)
	exit = b.exit()
	v.Show(b.scene, pairs, subject)
	at := b.scene.Items[3].At.P
	if changed := v.Changed(); len(changed) == 0 || !slices.ContainsFunc(changed, func(b collision.AABB) bool {
		return b.Grow(1).Contains(Vec{X: at.X, Y: 170})
	}) {
		t.Errorf("after a crate moved at %v, %v is reported as changed", at, changed)
	}
}

// Red only appears where colliders overlap, on an intruder's outline and on marks, and amber only where colliders
// touch, for any layer colour and opacity. Pixels where a tinted line blends with the line of a trigger or an overlap
// are exempt.
func TestRedAndAmberAreReserved(t *testing.T) {
	t.Parallel()
	for name, theme := range map[string]*Theme{"dark": Dark(), "light": Light()} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				b := newBuilder(t, cameraOf(320, 240))
				b.scene.Theme = theme
				number := func(name string, from, to float64) float64 {
					return rapid.Float64Range(from, to).Draw(rt, name)
				}
				floor := polygon(3, -170, 40, 170, 40, 170, 130, -170, 130)
				if rapid.Bool().Draw(rt, "is terrain") { // concave, with a hole
					floor = polygon(3, -170, 40, -100, 20, -40, 60, 10, 30, 60, 55, 170, 40, 170, 130, -170, 130)
					floor.Holes = [][]Vec{{{X: -130, Y: 70}, {X: -60, Y: 75}, {X: -70, Y: 110}, {X: -120, Y: 100}}}
				}
				tint := rapid.SampledFrom([]color.NRGBA{
					{},
					{},
					theme.Overlap, theme.Touching, rgb(0xff8000),
					rgb(0x800000), rgb(uint32(rapid.IntRange(0, 0xffffff).Draw(rt, "rgb"))),
				}).Draw(rt, "tint")
				alpha := rapid.SampledFrom([]float64{0, 0, level.MinOpacity, 0.4}).Draw(rt, "opacity")
				style := func(it *Item) { it.Tint, it.Alpha = tint, alpha }
				mixes := func(at Vec) bool { return tint.A != 0 && (b.isRedPlace(at) || b.isOnTrigger(at)) }
				style(b.add("floor", floor, Vec{}, nil))
				shapes := []level.Shape{
					box(30, 30, 0), box(30, 30, 5), box(100, 60, 8), circle(45), capsule(-30, 0, 30, 10, 12),
					polygon(4, -50, -30, 60, -12, 25, 30, 0, 0, -40, 38),
				}
				for i := range rapid.IntRange(1, 8).Draw(rt, "crates") {
					y := rapid.SampledFrom([]float64{25, 25, 20, 32, -40, 60, 85}).Draw(rt, "y")
					it := b.add("crate "+strconv.Itoa(i), rapid.SampledFrom(shapes).Draw(rt, "shape"),
						Vec{X: number("x", -150, 150), Y: y}, func(c *level.Collider) {
							c.Body = rapid.SampledFrom([]level.BodyType{
								level.Static, level.Dynamic,
								level.Kinematic,
							}).Draw(rt, "body")
							c.Role = rapid.SampledFrom([]level.Role{level.Solid, level.Solid, level.Trigger}).Draw(rt,
								"role")
						})
					style(it)
				}
				b.scene.Show = Show{ContactPoints: true, Normals: true, Labels: true}
				s := b.meet()
				for i := range s.Contacts {
					if c := &s.Contacts[i]; c.area != nil && len(c.area.parts) > 0 &&
						!c.area.has(c.area.foot(c.Manifolds)) {
						rt.Fatalf("the arrow of contact %d starts outside the overlap", i)
					}
				}
				m := Picture(s)
				for y := range m.Rect.Dy() {
					for x := range m.Rect.Dx() {
						p, at := m.RGBAAt(x, y), s.Camera.ToLevel(Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5})
						// Amber over a trigger's violet looks reddish.
						if looksLike(p, theme.Overlap, 0.12) && !b.isRedPlace(at) && !b.isAmberPlace(at) && !mixes(at) {
							rt.Fatalf("%v at %v is red", p, at)
						}
						if looksLike(p, theme.Touching, 0.3) && !b.isAmberPlace(at) && !mixes(at) {
							rt.Fatalf("%v at %v is amber", p, at)
						}
					}
				}
			})
		})
	}
}

// looksLike reports whether a colour deviates from grey toward the hue of ink, by at least the given part of ink's own
// deviation.
func looksLike(p color.RGBA, ink color.NRGBA, part float64) bool {
	lean := func(r, g, b uint8) (Vec, float64) {
		v := Vec{X: float64(r) - float64(g), Y: float64(g) - float64(b)}
		return v, v.Len()
	}
	v, n := lean(p.R, p.G, p.B)
	w, k := lean(ink.R, ink.G, ink.B)
	return n > part*k && v.Dot(w) > 0.93*n*k
}

const soft = 2.5 // pixels: half a line's width and its antialiased edge

func (b *builder) isRedPlace(at Vec) bool {
	s := b.scene
	for i := range s.Contacts {
		c := &s.Contacts[i]
		if c.area == nil {
			continue
		}
		if size := c.area.bounds.Size(); (min(size.X, size.Y) < 6) && c.area.bounds.Grow(minMark+soft).Contains(at) {
			return true // a mark
		}
		if c.area.has(at) {
			return true
		}
		if p := c.area.parts; c.area.width < 2.5 && len(p) > 0 && len(p[0]) > 2 &&
			at.Dist(p[0][0].Lerp(p[0][len(p[0])/2], 0.5)) < minMark+soft {
			return true // a sliver's mark
		}
		for _, part := range c.area.parts {
			for i, v := range part {
				// Lines between contact points are in the area, but extend past its edge by half their width.
				if collision.SegmentDistance(at, v, part[(i+1)%len(part)]) < soft+2 {
					return true
				}
			}
		}
	}
	for i := range s.Items {
		if it := &s.Items[i]; it.Intruder {
			for _, p := range it.Baked.Pieces {
				if _, d := p.Closest(it.At, at); math.Abs(d) < soft {
					return true
				}
			}
		}
	}
	for i := range s.Clusters {
		box := s.Clusters[i].plate(&s.Camera, 1)
		x0, y0, x1, y1 := box.x0, box.y0, box.x1, box.y1
		foot := s.Camera.ToScreen(s.Clusters[i].Foot)
		p := s.Camera.ToScreen(at)
		if p.X > x0-soft && p.X < x1+soft && p.Y > y0-soft && p.Y < y1+soft ||
			math.Abs(p.X-(x0+x1)/2) < soft+math.Abs(foot.X-(x0+x1)/2) && p.Y > y0 && p.Y < foot.Y+soft {
			return true
		}
	}
	return false
}

// isOnTrigger reports whether a point is in a trigger or on its outline, or on the outline of a collider in a trigger,
// which has the trigger's colour.
func (b *builder) isOnTrigger(at Vec) bool {
	for i := range b.scene.Items {
		it := &b.scene.Items[i]
		isTrigger := it.Collider.Role == level.Trigger
		if !isTrigger && it.State != contacts.Triggered {
			continue
		}
		for _, p := range it.Baked.Pieces {
			if _, d := p.Closest(it.At, at); isTrigger && d < soft || math.Abs(d) < soft {
				return true
			}
		}
	}
	return false
}

func (b *builder) isAmberPlace(at Vec) bool {
	for i := range b.scene.Contacts {
		c := &b.scene.Contacts[i]
		for k := range c.Manifolds {
			m := &c.Manifolds[k]
			if c.State == contacts.Touching && collision.SegmentDistance(at, m.Points[0].Point,
				m.Points[max(min(m.Count, 2), 1)-1].Point) < 5 {
				return true
			}
		}
	}
	return false
}

// A base with the moving part drawn over it equals the whole picture, including contacts.
func TestContactsOverTheBase(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		b := newBuilder(t, cameraOf(320, 240))
		b.add("floor", polygon(3, -170, 40, 170, 40, 170, 130, -170, 130), Vec{}, nil)
		n := rapid.IntRange(2, 9).Draw(rt, "crates")
		moving := rapid.IntRange(0, n-1).Draw(rt, "moving")
		for i := range n {
			x := rapid.Float64Range(-150, 150).Draw(rt, "x")
			if i == moving {
				x += 400 // elsewhere, because moving items are drawn over the contacts of static ones
			}
			it := b.add("crate "+strconv.Itoa(i), box(30, 30, 4),
				Vec{X: x, Y: rapid.SampledFrom([]float64{25, 32, 60}).Draw(rt, "y")}, func(c *level.Collider) {
					c.Body = level.Dynamic
				})
			it.Moving = i == moving
		}
		b.scene.Show = Show{ContactPoints: true, Normals: true}
		s := b.meet()
		want := Picture(s)
		r := NewRenderer()
		base, got := image.NewRGBA(want.Rect), image.NewRGBA(want.Rect)
		r.DrawBase(base, s)
		r.DrawTop(got, base, s)
		if !slices.Equal(got.Pix, want.Pix) {
			rt.Fatal("a base with its top differs from the whole picture")
		}
	})
}

// With manyTouch contacts or more, each is drawn in less detail. Crossing that limit in either direction redraws the
// whole picture.
func TestCrowdedContactsAreDrawnSimply(t *testing.T) {
	t.Parallel()
	b := newBuilder(t, cameraOf(800, 600))
	const n = manyTouch + 1
	for i := range n {
		b.add("", box(10, 10, 0), Vec{X: float64(i%40) * 25, Y: float64(i/40) * 40}, func(c *level.Collider) {
			c.Body = level.Dynamic
		})
		b.add("", box(10, 10, 0), Vec{X: float64(i%40)*25 + 10, Y: float64(i/40) * 40}, nil)
	}
	b.world.Update()
	pairs := slices.Collect(b.pairs())
	if len(pairs) != n {
		t.Fatalf("%d pairs touch", len(pairs))
	}
	b.scene.Show.ContactPoints = true
	subject := func(id level.ID) Subject {
		it := &b.scene.Items[id-1]
		return Subject{Side: contacts.Side{Collider: it.Collider}, Placed: contacts.Placed{Baked: it.Baked, At: it.At}}
	}
	var v Preview
	v.Show(b.scene, pairs[2:], subject)
	few := Picture(b.scene)
	for _, c := range []struct {
		pairs []contacts.Pair
		want  bool
	}{{pairs, true}, {pairs[2:], true}, {pairs[2:], false}} {
		v.Show(b.scene, c.pairs, subject)
		redrawsAll := slices.ContainsFunc(v.Changed(), func(b collision.AABB) bool { return b.Size().X > 1e6 })
		if redrawsAll != c.want {
			t.Errorf("%d contacts redraw the whole picture: %v", len(c.pairs), redrawsAll)
		}
	}
	v.Show(b.scene, pairs, subject)
	many := Picture(b.scene)
	amber := func(m *image.RGBA) (n int) {
		for i := 0; i < len(m.Pix); i += 4 {
			if looksLike(color.RGBA{R: m.Pix[i], G: m.Pix[i+1], B: m.Pix[i+2]}, b.scene.theme().Touching, 0.5) {
				n++
			}
		}
		return n
	}
	if a, z := amber(few), amber(many); z*2 > a || z == 0 {
		t.Errorf("%d pixels are amber below the limit, %d above", a, z)
	}
}

// Slow ways out are computed over several frames, or all at once if Unlimited is set.
func TestWaysOverSeveralFrames(t *testing.T) {
	t.Parallel()
	b := newBuilder(t, cameraOf(800, 600))
	const n = maxWays + 7
	for i := range n {
		at := Vec{X: float64(i) * 200}
		b.add("", polygon(0, -30, -30, 30, -30, 30, -10, -10, -10, -10, 30, -30, 30), at, nil)
		b.add("", box(20, 20, 0), at.Add(Vec{X: -20}), func(c *level.Collider) { c.Body = level.Dynamic })
	}
	b.world.Update()
	pairs := slices.Collect(b.pairs())
	subject := func(id level.ID) Subject {
		it := &b.scene.Items[id-1]
		return Subject{Side: contacts.Side{Collider: it.Collider}, Placed: contacts.Placed{Baked: it.Baked, At: it.At}}
	}
	ways := func() (n int) {
		for i := range b.scene.Exits {
			if b.scene.Exits[i].Way != (Vec{}) {
				n++
			}
		}
		return n
	}
	known := map[level.ID]bool{}
	exit := func(id level.ID) (contacts.Exit, bool) {
		known[id] = true
		return b.exit()(id)
	}
	v := Preview{Exit: exit, KnowsExit: func(id level.ID) bool { return known[id] }}
	for call, want := range []int{maxWays, n, n} {
		v.Show(b.scene, pairs, subject)
		if got := ways(); got != want || v.Unfinished != (want < n) {
			t.Errorf("call %d: %d of %d ways are known, unfinished: %v", call, got, n, v.Unfinished)
		}
	}
	clear(known)
	v = Preview{KnowsExit: v.KnowsExit, Exit: func(id level.ID) (e contacts.Exit, ok bool) {
		e, ok = exit(id)
		e.Cost = (maxWays*quickWays - 1) * costlyPairs
		return e, ok
	}}
	if v.Show(b.scene, pairs, subject); ways() != 2 || !v.Unfinished {
		t.Errorf("a frame computes %d costly ways, want 2", ways())
	}
	v = Preview{Unlimited: true, Exit: exit}
	if v.Show(b.scene, pairs, subject); ways() != n || v.Unfinished {
		t.Errorf("a preview without a limit computes %d of %d ways", ways(), n)
	}
	// While the last box is dragged, each frame computes that box's way first, then a few others.
	const few = 3
	moving := b.scene.Items[2*n-1].Collider.ID
	calm := subject
	subject = func(id level.ID) Subject {
		s := calm(id)
		s.Moving = id == moving
		return s
	}
	clear(known)
	v = Preview{WaysInMotion: few, Exit: exit, KnowsExit: func(id level.ID) bool { return known[id] }}
	if v.Show(b.scene, pairs, subject); ways() != few || !v.Unfinished || !known[moving] {
		t.Errorf("%d of %d ways are known in a drag, want %d; the dragged one's: %v", ways(), n, few, known[moving])
	}
	if v.Show(b.scene, pairs, calm); ways() < few+maxWays {
		t.Errorf("%d of %d ways are known in the first frame after the drag", ways(), n)
	}
}

// Contact points are drawn inside the overlap of two shapes, even where the shapes overlap so deeply that the points
// themselves are outside.
func TestPointsAreInsideTheOverlap(t *testing.T) {
	t.Parallel()
	outside := 0
	rapid.Check(t, func(rt *rapid.T) {
		shape := func() contacts.Placed {
			s := rapid.SampledFrom([]level.Shape{
				box(40, 40, 0), box(80, 20, 6), circle(30), capsule(-30, 0, 30, 10, 12),
				polygon(0, -30, -30, 30, -20, 0, 40),
			}).Draw(rt, "shape")
			baked, err := s.Bake()
			if err != nil {
				rt.Fatal(err)
			}
			number := rapid.Float64Range(-25, 25)
			at := Vec{X: number.Draw(rt, "x"), Y: number.Draw(rt, "y")}
			return contacts.Placed{Baked: baked, At: collision.NewTransform(at, number.Draw(rt, "angle"))}
		}
		a, b := shape(), shape()
		c := Contact{area: newOverlapArea(a, b, 0.01)}
		m, hit := collision.Collide(a.Baked.Pieces[0], a.At, b.Baked.Pieces[0], b.At, 0)
		if !hit || m.Depth() < 0.1 {
			return
		}
		for k := range m.Count {
			at, off := c.point(&m, k), 0.0
			for _, p := range []contacts.Placed{a, b} {
				_, d := p.Baked.Pieces[0].Closest(p.At, at)
				_, was := p.Baked.Pieces[0].Closest(p.At, m.Points[k].Point)
				if off = max(off, was); d > 0.02 {
					rt.Errorf("the point %v of %v is drawn %g px outside a shape", at, m.Points[k].Point, d)
				}
			}
			if moved := at.Dist(m.Points[k].Point); off > 0.02 {
				outside++
			} else if moved > 0.02 {
				rt.Errorf("the point %v in both shapes is drawn at %v", m.Points[k].Point, at)
			}
		}
	})
	if outside == 0 {
		t.Error("no point was outside a shape")
	}
}

// An area holds a line only if all of the line is inside. A line across a notch is not, even if its ends and its middle
// are inside.
func TestAreaHoldsLines(t *testing.T) {
	t.Parallel()
	// A comb with three teeth, open to the top.
	comb := []Vec{
		{Y: 10},
		{X: 50, Y: 10},
		{X: 50},
		{X: 40},
		{X: 40, Y: 8},
		{X: 30, Y: 8},
		{X: 30},
		{X: 20},
		{X: 20, Y: 8},
		{X: 10, Y: 8},
		{X: 10},
		{},
	}
	k := overlapArea{parts: [][]Vec{comb, {{X: 50}, {X: 60}, {X: 60, Y: 10}, {X: 50, Y: 10}}}, tolerance: 0.01}
	for _, c := range []struct {
		a, b Vec
		want bool
	}{
		{Vec{X: 5, Y: 2}, Vec{X: 45, Y: 2}, false},
		{Vec{X: 5, Y: 9}, Vec{X: 45, Y: 9}, true},
		{Vec{X: 5, Y: 2}, Vec{X: 5, Y: 9}, true},
		{Vec{X: 42, Y: 2}, Vec{X: 58, Y: 4}, true}, // from one part to the other
		{Vec{X: 42, Y: 2}, Vec{X: 68, Y: 4}, false},
		{Vec{X: 25, Y: 5}, Vec{X: 25, Y: 5}, true},
		{Vec{X: 35, Y: 5}, Vec{X: 35, Y: 5}, false},
		{Vec{X: 5, Y: 9}, Vec{X: 25, Y: 3}, false},
	} {
		if got := k.holds(c.a, c.b); got != c.want || k.holds(c.b, c.a) != c.want {
			t.Errorf("the line from %v to %v is in the area: %v", c.a, c.b, got)
		}
	}
}
