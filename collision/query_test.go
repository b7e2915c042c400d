package collision

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawQuery draws a query about bodies with keys 1 to 10.
func drawQuery(t *rapid.T) Query {
	q := Query{
		Filter: rapid.SampledFrom([]Filter{{}, {}, {Category: 1, Mask: 3}, {Mask: 2}, {Group: -1}}).Draw(t, "filter"),
		Exclude: rapid.SliceOfN(rapid.Map(rapid.IntRange(1, 11), func(i int) Key { return Key(i) }), 0, 3).
			Draw(t, "exclude"),
		Triggers: rapid.Bool().Draw(t, "triggers"),
	}
	if odd := rapid.IntRange(0, 3).Draw(t, "predicate"); odd < 2 {
		q.Predicate = func(k Key) bool { return k%2 == Key(odd) }
	}
	return q
}

// bruteQuery answers queries by testing every body.
type bruteQuery struct {
	bodies map[Key]Body
	q      Query
}

func (b *bruteQuery) about(k Key) bool {
	body, there := b.bodies[k]
	return there && (b.q.Triggers || !body.Trigger) && b.q.Filter.Accepts(body.Filter) &&
		!slices.Contains(b.q.Exclude, k) && (b.q.Predicate == nil || b.q.Predicate(k))
}

func (b *bruteQuery) overlaps(hit func(Shape, Transform) bool) []Key {
	var out []Key
	for k := Key(1); k <= 10; k++ {
		if !b.about(k) {
			continue
		}
		for _, s := range b.bodies[k].Shapes {
			if hit(s, b.bodies[k].Transform) {
				out = append(out, k)
				break
			}
		}
	}
	return out
}

// hits returns the hits of a motion. depth returns how deep in a shape the motion starts.
func (b *bruteQuery) hits(
	motion Vec, meet func(Shape, Transform) (Hit, bool), depth func(Shape, Transform) float64,
) []BodyHit {
	var out []BodyHit
	for k := Key(1); k <= 10; k++ {
		if !b.about(k) {
			continue
		}
		body, best, found := b.bodies[k], BodyHit{}, false
		for i, s := range body.Shapes {
			h, ok := meet(s, body.Transform)
			if dir := body.OneWay.Unit(); ok && dir != (Vec{}) {
				ok = IsSolidSide(dir, h.Normal) && motion.Dot(h.Normal) < 0 &&
					(h.T > 0 || depth(s, body.Transform) <= DefaultSlop)
			}
			if ok && (!found || h.T < best.T) {
				best, found = BodyHit{k, i, h}, true
			}
		}
		if found {
			out = append(out, best)
		}
	}
	slices.SortFunc(out, func(a, b BodyHit) int { return cmp.Or(cmp.Compare(a.T, b.T), cmp.Compare(a.Key, b.Key)) })
	return out
}

// castAsWorld works like Cast, but as a World casts: a disc as a ray, which differs in the last bits.
func castAsWorld(a Shape, xa Transform, motion Vec, b Shape, xb Transform) (Hit, bool) {
	var bufA, bufB [largeHull]edge
	ha, hb := a.place(&xa, bufA[:]), b.place(&xb, bufB[:])
	p, ok := motionOf(&ha, motion)
	if !ok {
		return Hit{}, false
	}
	return p.meetHull(&ha, &hb, false)
}

func TestQueriesEqualBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := NewWorld()
		brute := bruteQuery{map[Key]Body{}, drawQuery(t)}
		for i := range rapid.IntRange(0, 10).Draw(t, "bodies") {
			b := drawBody(t)
			if b.OneWay != (Vec{}) {
				b.Shapes = b.Shapes[:1] // inner edges are not sides of a body: see TestOneWayBodiesOfManyShapes
			}
			brute.bodies[Key(i+1)] = b
			w.Put(Key(i+1), b)
		}
		p := drawVec(t, "p", 9, rapid.Bool().Draw(t, "p on a grid"))
		o := drawVec(t, "q", 9, true)
		// NewShape turns a box thinner than its tolerance into a segment. QueryBox uses another tolerance.
		if math.Abs(p.X-o.X) < 1e-9 {
			p.X = o.X
		}
		if math.Abs(p.Y-o.Y) < 1e-9 {
			p.Y = o.Y
		}
		box := AABB{Min: p.Min(o), Max: p.Max(o)}
		boxShape, _ := NewShape([]Vec{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}, 0)
		ray := Ray{
			Origin: p, Dir: drawVec(t, "dir", 2, true), Max: rapid.SampledFrom([]float64{1, 5, math.Inf(1)}).Draw(t,
				"max"),
			Radius: rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "r"),
		}
		probe, motion := drawShape(t, "probe"), drawVec(t, "motion", 10, true)

		dot, q := mustCircle(p), brute.q
		for name, c := range map[string][2][]Key{
			"QueryPoint": {w.QueryPoint(p, q), brute.overlaps(func(s Shape, xf Transform) bool {
				return Overlap(s, xf, dot, Identity())
			})},
			"QueryBox": {w.QueryBox(box, q), brute.overlaps(func(s Shape, xf Transform) bool {
				return Overlap(boxShape, Identity(), s, xf)
			})},
			"QueryShape": {w.QueryShape(probe, at(p.X, p.Y), q), brute.overlaps(func(s Shape, xf Transform) bool {
				return Overlap(probe, at(p.X, p.Y), s, xf)
			})},
		} {
			if !slices.Equal(c[0], c[1]) {
				t.Fatalf("%s = %v, want %v", name, c[0], c[1])
			}
		}
		check := func(name string, want, all []BodyHit, first BodyHit, any bool) {
			if !slices.Equal(all, want) {
				t.Fatalf("%sAll = %+v, want %+v", name, all, want)
			}
			if any != (len(want) > 0) || any && first != want[0] {
				t.Fatalf("%s = %+v %v, want the first of %+v", name, first, any, want)
			}
		}
		want := brute.hits(ray.Dir, func(s Shape, xf Transform) (Hit, bool) { return s.Raycast(xf, ray) },
			func(s Shape, xf Transform) float64 { _, d := s.Closest(xf, ray.Origin); return ray.Radius - d })
		first, ok := w.Raycast(ray, q)
		check("Raycast", want, w.RaycastAll(ray, q), first, ok)
		want = brute.hits(motion, func(s Shape, xf Transform) (Hit, bool) {
			return castAsWorld(probe, at(p.X, p.Y), motion, s, xf)
		},
			func(s Shape, xf Transform) float64 { return -Distance(probe, at(p.X, p.Y), s, xf).Distance })
		first, ok = w.Cast(probe, at(p.X, p.Y), motion, q)
		check("Cast", want, w.CastAll(probe, at(p.X, p.Y), motion, q), first, ok)
	})
}

// A box without height, width or both is a line or a point, and finds the bodies that this touches.
func TestQueryOfFlatBoxes(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	const r = 2
	w.Put(1, Body{Shapes: []Shape{mustCircle(Vec{})}, Transform: Identity()})
	disc, err := NewShape([]Vec{{}}, r)
	if err != nil {
		t.Fatal(err)
	}
	w.Put(2, Body{Shapes: []Shape{disc}, Transform: Identity()})
	for i := -12; i <= 12; i++ {
		for j := -12; j <= 12; j++ {
			x, y := float64(i)/4, float64(j)/4
			for _, size := range []Vec{{}, {X: 3}, {Y: 3}} {
				box := AABB{Min: Vec{X: x, Y: y}, Max: Vec{X: x, Y: y}.Add(size)}
				near := Vec{}.Max(box.Min).Min(box.Max) // the box's point nearest to the middle of both
				var want []Key
				if near == (Vec{}) {
					want = append(want, 1)
				}
				if near.Len() <= r {
					want = append(want, 2)
				}
				if got := w.QueryBox(box, Query{}); !slices.Equal(got, want) {
					t.Errorf("%v: %v, want %v", box, got, want)
				}
			}
		}
	}
}

// Long rays and casts among thousands of bodies, in a tree of several levels, agree with a test of every body.
func TestQueriesOfACrowd(t *testing.T) {
	t.Parallel()
	w, rng := Crowd(t, 3000)
	probe := mustBox(t, 0.4, 0.2, 0.1)
	met := 0
	for i := range 300 {
		from := Vec{X: rng.Float64()*90 - 5, Y: rng.Float64()*90 - 5}
		motion := NewRot(rng.Float64() * 7).Apply(Vec{X: 30, Y: 0})
		if i%4 == 0 {
			motion = Vec{X: float64(i%8)*8 - 16, Y: 0}
		}
		ray := Ray{Origin: from, Dir: motion, Max: 2, Radius: float64(i%3) * 0.2}
		var rays, casts []BodyHit
		for k, b := range w.Bodies() {
			if h, ok := b.Shapes[0].Raycast(b.Transform, ray); ok {
				rays = append(rays, BodyHit{k, 0, h})
			}
			if h, ok := castAsWorld(probe, at(from.X, from.Y), motion, b.Shapes[0], b.Transform); ok {
				casts = append(casts, BodyHit{k, 0, h})
			}
		}
		for j, want := range [][]BodyHit{rays, casts} {
			slices.SortFunc(want, func(a, b BodyHit) int {
				return cmp.Or(cmp.Compare(a.T, b.T), cmp.Compare(a.Key, b.Key))
			})
			all := w.RaycastAll(ray, Query{})
			first, ok := w.Raycast(ray, Query{})
			if j == 1 {
				all = w.CastAll(probe, at(from.X, from.Y), motion, Query{})
				first, ok = w.Cast(probe, at(from.X, from.Y), motion, Query{})
			}
			if !slices.Equal(all, want) || ok != (len(want) > 0) || ok && first != want[0] {
				t.Fatalf("from %v along %v: %d hits, want %d; first %+v", from, motion, len(all), len(want), first)
			}
			met += len(want)
		}
	}
	if met < 3000 {
		t.Errorf("%d hits: too few for a meaningful test", met)
	}
}

// oneOf returns a world with one body.
func oneOf(b Body) *World {
	w := NewWorld()
	w.Put(1, b)
	return w
}

func TestOneWayBodiesAreMetFromTheirSolidSide(t *testing.T) {
	t.Parallel()
	w := oneOf(Body{
		Shapes: []Shape{mustBox(t, 10, 1, 0)}, Transform: Identity(), OneWay: Vec{X: 0, Y: -1},
		Static: true,
	})
	w.Update()
	for _, c := range []struct {
		name   string
		from   Vec // the start of a ray, of a disc of radius 1, and of a box of half size 1
		motion Vec
		ray    float64 // T of the ray; -1 misses
		moved  float64 // T of the disc and the box
	}{
		{"from above", Vec{X: 0, Y: -6}, Vec{X: 0, Y: 10}, 0.5, 0.4},
		{"from below", Vec{X: 0, Y: 6}, Vec{X: 0, Y: -10}, -1, -1},
		{"from the side", Vec{X: -20, Y: 0.5}, Vec{X: 20, Y: 0}, -1, -1},
		{"from within, down", Vec{X: 0, Y: 0.25}, Vec{X: 0, Y: 10}, -1, -1},
		{"from within, up", Vec{X: 0, Y: -0.25}, Vec{X: 0, Y: -10}, -1, -1},
		{"standing on it, down", Vec{X: 0, Y: -1.999}, Vec{X: 0, Y: 1.998}, 0.5, 0},
		{"standing on it, up", Vec{X: 0, Y: -2}, Vec{X: 0, Y: -5}, -1, -1},
		{"standing on it, along", Vec{X: 0, Y: -2}, Vec{X: 5, Y: 0}, -1, -1},
		{"starting on its surface", Vec{X: 0, Y: -1}, Vec{X: 0, Y: 5}, 0, -1},
	} {
		hit, ok := w.Raycast(Ray{Origin: c.from, Dir: c.motion, Max: 1}, Query{})
		if ok != (c.ray >= 0) || ok && !near(hit.T, c.ray, 1e-3) {
			t.Errorf("%s: a ray meets %v %+v, want T %v", c.name, ok, hit, c.ray)
		}
		for _, s := range []Shape{circle(t, Vec{}, 1), mustBox(t, 1, 1, 0)} {
			hit, ok = w.Cast(s, at(c.from.X, c.from.Y), c.motion, Query{})
			if ok != (c.moved >= 0) || ok && !near(hit.T, c.moved, 1e-3) {
				t.Errorf("%s: a cast of %d vertices meets %v %+v, want T %v", c.name, s.Len(), ok, hit, c.moved)
			}
		}
	}
	if got := w.QueryPoint(Vec{}, Query{}); !slices.Equal(got, []Key{1}) {
		t.Errorf("QueryPoint = %v, want the one-way body", got)
	}
}

// A motion that starts in one shape of a one-way body passes through the edge shared with the other shape, which is not
// a side of the body.
func TestOneWayBodiesOfManyShapes(t *testing.T) {
	t.Parallel()
	lower, upper := mustNew(t, rect(-10, 0, 10, 4), 0), mustNew(t, rect(-10, -4, 10, 0), 0)
	w := oneOf(Body{Shapes: []Shape{upper, lower}, Transform: Identity(), OneWay: Vec{X: 0, Y: -1}})
	if hit, ok := w.Raycast(Ray{Origin: Vec{X: 0, Y: -2}, Dir: Vec{X: 0, Y: 10}, Max: 1}, Query{}); ok {
		t.Errorf("a ray from inside meets %+v", hit)
	}
	if hit, ok := w.Cast(circle(t, Vec{}, 0.5), at(0, -2), Vec{X: 0, Y: 10}, Query{}); ok {
		t.Errorf("a disc from inside meets %+v", hit)
	}
	hit, ok := w.Raycast(Ray{Origin: Vec{X: 0, Y: -9}, Dir: Vec{X: 0, Y: 10}, Max: 1}, Query{})
	if !ok || hit.T != 0.5 || hit.Shape != 0 {
		t.Errorf("a ray from above meets %v %+v", ok, hit)
	}
}

func TestQuerySelection(t *testing.T) {
	t.Parallel()
	box := []Shape{mustBox(t, 1, 1, 0)}
	w := NewWorld()
	w.Put(1, Body{Shapes: box, Transform: at(0, 0)})
	w.Put(2, Body{Shapes: box, Transform: at(4, 0), Trigger: true})
	w.Put(3, Body{Shapes: box, Transform: at(8, 0), Filter: Filter{Category: 2, Mask: 1}})
	w.Put(4, Body{Shapes: []Shape{box[0], mustNew(t, rect(-5, 5, 5, 6), 0)}, Transform: at(12, 0)})
	ray := Ray{Origin: Vec{X: 0, Y: 0}, Dir: Vec{X: 20, Y: 0}, Max: 1}
	for name, c := range map[string]struct {
		q    Query
		want []Key
	}{
		"zero":            {Query{}, []Key{1, 3, 4}},
		"triggers":        {Query{Triggers: true}, []Key{1, 2, 3, 4}},
		"the caster":      {Query{Exclude: []Key{1}}, []Key{3, 4}},
		"two":             {Query{Exclude: []Key{4, 1}, Triggers: true}, []Key{2, 3}},
		"unknown":         {Query{Exclude: []Key{77}}, []Key{1, 3, 4}},
		"a mask":          {Query{Filter: Filter{Category: 4, Mask: 4}}, []Key{1, 4}},
		"both categories": {Query{Filter: Filter{Category: 1, Mask: 2}}, []Key{1, 3, 4}},
		"a predicate":     {Query{Predicate: func(k Key) bool { return k > 2 }}, []Key{3, 4}},
	} {
		var rays, casts []Key
		for _, h := range w.RaycastAll(ray, c.q) {
			rays = append(rays, h.Key)
		}
		for _, h := range w.CastAll(box[0], at(0, 0), Vec{X: 20, Y: 0}, c.q) {
			casts = append(casts, h.Key)
		}
		first, _ := w.Raycast(ray, c.q)
		cast, _ := w.Cast(box[0], at(0, 0), Vec{X: 20, Y: 0}, c.q)
		boxes := w.QueryBox(AABB{Min: Vec{X: 0, Y: 0}, Max: Vec{X: 20, Y: 0}}, c.q)
		shapes := w.QueryShape(mustNew(t, []Vec{{}, {X: 20, Y: 0}}, 0), Identity(), c.q)
		if !slices.Equal(rays, c.want) || !slices.Equal(casts, c.want) || !slices.Equal(boxes, c.want) ||
			!slices.Equal(shapes, c.want) {
			t.Errorf("%s: rays %v, casts %v, boxes %v, shapes %v; want %v", name, rays, casts, boxes, shapes, c.want)
		}
		if first.Key != c.want[0] || cast.Key != c.want[0] {
			t.Errorf("%s: a ray meets %d and a cast %d first, want %d", name, first.Key, cast.Key, c.want[0])
		}
	}
	// The hit names the body's shape.
	if hit, ok := w.Raycast(Ray{Origin: Vec{X: 12, Y: 20}, Dir: Vec{X: 0, Y: -1}, Max: 100}, Query{}); !ok ||
		hit.Key != 4 || hit.Shape != 1 || hit.T != 14 {
		t.Errorf("from below: %v %+v", ok, hit)
	}
}

// Ties go to the smallest key, whatever order the same bodies are added in.
func TestTiesGoByKey(t *testing.T) {
	t.Parallel()
	box := []Shape{mustBox(t, 1, 1, 0), mustBox(t, 1, 1, 0)}
	for seed := range Key(5) {
		w := NewWorld()
		for i := range Key(40) {
			w.Put((i*7+seed*11)%40+3, Body{Shapes: box, Transform: at(10, 0)})
		}
		hit, ok := w.Raycast(Ray{Dir: Vec{X: 20, Y: 0}, Max: 1}, Query{Exclude: []Key{3}})
		cast, met := w.Cast(box[0], Identity(), Vec{X: 20, Y: 0}, Query{Predicate: func(k Key) bool { return k != 3 }})
		if !ok || !met || hit.Key != 4 || cast.Key != 4 || hit.Shape != 0 || hit.T != 0.45 {
			t.Fatalf("ray %+v, cast %+v", hit, cast)
		}
		for i, h := range w.RaycastAll(Ray{Dir: Vec{X: 20, Y: 0}, Max: 1}, Query{}) {
			if h.Key != Key(i+3) || h.Shape != 0 {
				t.Fatalf("hit %d is %+v", i, h)
			}
		}
	}
}

// Max and T are both multiples of Dir.
func TestRaysAreMeasuredInMultiplesOfDir(t *testing.T) {
	t.Parallel()
	s := mustBox(t, 1, 1, 0)
	for _, c := range []struct {
		dir  Vec
		max  float64
		want float64 // -1: no hit
	}{
		{Vec{X: 10, Y: 0}, 1, 0.9},
		{Vec{X: 10, Y: 0}, 0.89, -1},
		{Vec{X: 1, Y: 0}, 10, 9},
		{Vec{X: 1, Y: 0}, 8.9, -1},
		{Vec{X: 0.5, Y: 0}, math.Inf(1), 18},
		{Vec{X: 1e-3, Y: 0}, 9001, 9000},
		{Vec{X: 1e-160, Y: 0}, math.Inf(1), -1},
		{Vec{X: 1, Y: 0}, -1, -1},
	} {
		h, ok := s.Raycast(Identity(), Ray{Origin: Vec{X: -10, Y: 0}, Dir: c.dir, Max: c.max})
		if ok != (c.want >= 0) || ok && !near(h.T, c.want, 1e-9*c.want) {
			t.Errorf("along %v up to %v: %v %+v, want %v", c.dir, c.max, ok, h, c.want)
		}
	}
}

func TestBodiesAreSortedByKey(t *testing.T) {
	w := NewWorld()
	box := []Shape{mustBox(t, 1, 1, 0)}
	want := []Key{0, 3, 5, 70, 1 << 40, 1<<64 - 2, 1<<64 - 1}
	for i := range want {
		w.Put(want[(i*4+2)%len(want)], Body{Shapes: box, Transform: at(float64(i), 0)})
	}
	w.Put(4, Body{Shapes: box, Transform: Identity()})
	w.Remove(4)
	var got []Key
	for k, b := range w.Bodies() {
		if known, ok := w.Body(k); !ok || known.Transform != b.Transform {
			t.Fatalf("body %d = %+v, want %+v", k, b, known)
		}
		got = append(got, k)
	}
	if !slices.Equal(got, want) {
		t.Errorf("keys %v, want %v", got, want)
	}
	for k := range w.Bodies() {
		w.Remove(k)
		if k == 70 {
			break
		}
	}
	if w.Len() != 3 {
		t.Errorf("%d bodies are left, want 3", w.Len())
	}
	small, _ := Crowd(t, 100)
	if n := testing.AllocsPerRun(10, func() {
		for k := range small.Bodies() {
			_ = k
		}
	}); n != 0 {
		t.Errorf("iteration allocates %v times", n)
	}
}

// Bodies yields every body once, sorted by key, whatever mix of small and large keys there is.
func TestBodiesAreYieldedOnce(t *testing.T) {
	t.Parallel()
	box := []Shape{mustBox(t, 1, 1, 0)}
	rapid.Check(t, func(t *rapid.T) {
		w := NewWorld()
		want := map[Key]bool{}
		for range rapid.IntRange(1, 6).Draw(t, "bodies") {
			k := Key(rapid.IntRange(0, 64).Draw(t, "key"))
			w.Put(k, Body{Shapes: box, Transform: Identity()})
			want[k] = true
		}
		last := -1
		for k := range w.Bodies() {
			if int(k) <= last || !want[k] {
				t.Fatalf("key %d was yielded after %d, keys left: %v", k, last, want)
			}
			last = int(k)
			delete(want, k)
		}
		if len(want) > 0 {
			t.Fatalf("bodies %v are not yielded", want)
		}
	})
}

// The zero World answers every query while it is empty, and can then be used.
func TestZeroWorld(t *testing.T) {
	t.Parallel()
	var asked, w World
	askEverything(&asked, Vec{X: 1, Y: 2}, Vec{X: 3, Y: 4}, 1, 5)
	w.QueryPoint(Vec{}, Query{})
	w.QueryBox(AABB{}, Query{})
	w.Raycast(Ray{Dir: Vec{X: 1, Y: 0}, Max: 1}, Query{})
	w.Cast(Shape{}, Identity(), Vec{X: 1, Y: 0}, Query{})
	w.Probe(Body{Shapes: []Shape{{}}, Transform: Identity()})
	w.Move(1, Identity())
	w.Remove(1)
	if err := w.Validate(); err != nil || w.Len() != 0 || w.Bounds() != EmptyAABB() || len(w.Update()) != 0 {
		t.Errorf("an empty world: %v", err)
	}
	box := mustBox(t, 1, 1, 0)
	w.Put(1, Body{Shapes: []Shape{box}, Transform: at(0, 0)})
	w.Put(2, Body{Shapes: []Shape{box}, Transform: at(1, 0)})
	if n := len(w.Update()); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
	hit, ok := w.Raycast(Ray{Origin: Vec{X: 9, Y: 0}, Dir: Vec{X: -10, Y: 0}, Max: 1}, Query{})
	if !ok || hit.Key != 2 {
		t.Errorf("a ray meets %v %+v", ok, hit)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
	// Many bodies at once are placed in bulk.
	var many World
	for i := range Key(3000) {
		many.Put(i, Body{Shapes: []Shape{box}, Transform: at(float64(i), 0)})
	}
	many.Update()
	if err := many.Validate(); err != nil {
		t.Error(err)
	}
}

// askEverything calls every method of a World with the numbers. No call may panic, and every result is finite.
func askEverything(w *World, p, d Vec, x float64, k Key) (hits []BodyHit) {
	s, err := NewShape([]Vec{p, d, {X: 0, Y: 0}}, x)
	if err != nil {
		s = Shape{}
	}
	xf := Transform{P: p, Q: Rot{C: d.X, S: d.Y}}
	body := Body{Shapes: []Shape{s, {}}, Transform: xf, OneWay: d, Filter: Filter{Group: int32(k)}}
	for _, q := range []Query{{}, {
		Exclude: []Key{k}, Triggers: true, Filter: Filter{1, 2, 3},
		Predicate: func(Key) bool {
			return true
		},
	}} {
		ray := Ray{Origin: p, Dir: d, Max: x, Radius: x}
		w.QueryPoint(p, q)
		w.QueryBox(AABB{Min: p, Max: d}, q)
		w.QueryShape(s, xf, q)
		for _, r := range []Ray{ray, {Origin: p, Dir: d, Max: math.Inf(1)}} {
			hits = w.AppendRaycast(hits, r, q)
			if h, ok := w.Raycast(r, q); ok {
				hits = append(hits, h)
			}
		}
		hits = w.AppendCast(hits, s, xf, d, q)
		if h, ok := w.Cast(s, xf, d, q); ok {
			hits = append(hits, h)
		}
	}
	w.Probe(body)
	w.Body(k)
	w.Move(k+1, xf)
	w.Remove(k)
	w.Put(k, body)
	for range w.Contacts() {
	}
	for range w.ContactsOf(k) {
	}
	for range w.Bodies() {
	}
	for range w.TreeBoxes() {
	}
	w.Bounds()
	return hits
}

// A World does not panic on numbers that no sane game passes.
func TestNothingPanics(t *testing.T) {
	t.Parallel()
	numbers := []float64{
		0, math.Copysign(0, -1), 1, -3, 5e-324, 1e-160, 1e-9, 1e8, 1e9, -1.1e9, 1e100, -1e200,
		math.MaxFloat64, math.NaN(), math.Inf(1), math.Inf(-1),
	}
	keys := []Key{0, 1, 2, 9, 1 << 31, 1 << 32, 1<<63 + 5, 1<<64 - 1}
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string) float64 { return rapid.SampledFrom(numbers).Draw(t, name) }
		var w World
		w.Slop, w.Workers = number("slop"), rapid.IntRange(-1, 40).Draw(t, "workers")
		for i := range rapid.IntRange(0, 4).Draw(t, "bodies") {
			w.Put(Key(i), drawBody(t))
		}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			p, d := Vec{X: number("px"), Y: number("py")}, Vec{X: number("dx"), Y: number("dy")}
			for _, h := range askEverything(&w, p, d, number("x"), rapid.SampledFrom(keys).Draw(t, "key")) {
				if !finite(h.T) || h.T < 0 || !h.Point.IsFinite() || !near(h.Normal.Len(), 1, 1e-9) {
					t.Fatalf("from %v along %v: %+v", p, d, h)
				}
			}
			w.Update()
		}
	})
}

// A normal has length 1 however close to a point the hit is.
func TestNormalsOfTinyDistances(t *testing.T) {
	t.Parallel()
	point := circle(t, Vec{}, 0)
	for _, y := range []float64{1e-100, 1e-149, 1e-151, 1e-160, 1e-200, 5e-324} {
		_, d := point.Closest(Identity(), Vec{X: 0, Y: y})
		hit, ok := point.Raycast(Identity(), Ray{Origin: Vec{X: 0, Y: y}, Radius: 2 * y})
		if !ok || !near(hit.Normal.Len(), 1, 1e-9) || !(d >= 0) {
			t.Errorf("from %v: %+v, distance %v", y, hit, d)
		}
	}
}

// An Update of a large world with one worker starts no goroutine.
func TestOneWorkerStartsNoGoroutine(t *testing.T) {
	t.Parallel()
	for workers, want := range map[int]bool{0: false, 1: false, 3: true} {
		w, _ := Crowd(t, 5000)
		w.Workers = workers
		w.Update()
		more := w.crew.isHere()
		if started := len(w.workers) > 1; started != want || more && !want {
			t.Errorf("%d workers: other goroutines took part: %v", workers, started)
		}
	}
}
