package exportcheck

import (
	"math"
	"testing"

	"fillet/editor/level"
	"fillet/tools/exportcheck/cpground"
	"fillet/tools/exportcheck/cplevels"
	"fillet/tools/exportcheck/cpstage"
	"fillet/tools/exportcheck/goground"
	"fillet/tools/exportcheck/golevels"
	"fillet/tools/exportcheck/resolvground"
	"fillet/tools/exportcheck/resolvlevels"

	"github.com/jakecoffman/cp/v2"
	"github.com/solarlune/resolv"
)

// TestGo holds the contacts of the plain Go package against the level's: they are the same, number for number but for
// rounding.
func TestGo(t *testing.T) {
	doc := ground(t)
	colliders, err := goground.Colliders()
	if err != nil {
		t.Fatal(err)
	}
	got := goground.NewWorld(colliders)
	want, _ := level.NewWorld(doc.Snapshot())
	got.Update()
	want.Update()
	n := 0
	for c := range want.Contacts() {
		n++
		o, ok := got.Contact(c.A, c.B) // both are numbered in drawing order
		if !ok || o.Trigger != c.Trigger || math.Abs(o.Depth()-c.Depth()) > 1e-6 {
			t.Errorf("c%d and c%d: depth %v of trigger %v, want %v of %v (%v)", c.A, c.B, o.Depth(), o.Trigger, c.Depth(), c.Trigger, ok)
		}
	}
	for range got.Contacts() {
		n--
	}
	if n != 0 {
		t.Errorf("there are %d contacts fewer than in the level", n)
	}
}

// TestChipmunk holds Chipmunk's contacts against ours: the same pairs of shapes collide, as deep, and the same filters.
func TestChipmunk(t *testing.T) {
	doc := ground(t)
	space := cp.NewSpace()
	bodies := cpground.Add(space)
	shapes := map[string][]*cp.Shape{}
	space.EachShape(func(s *cp.Shape) {
		id := s.UserData.(*cpground.Collider).ID
		shapes[id] = append(shapes[id], s)
	})
	touching, filtered, shifted := 0, 0, 0
	worst := 0.0
	pairs(doc, func(i, j int, a, b *level.Collider) {
		as, bs := shapes[a.ID.String()], shapes[b.ID.String()]
		if len(as) != len(doc.Baked(a.ID).Pieces) {
			t.Fatalf("%v has %d shapes in Chipmunk, want %d", a.ID, len(as), len(doc.Baked(a.ID).Pieces))
		}
		if got := !as[0].Filter.Reject(bs[0].Filter); got != accepts(doc, a, b) {
			t.Errorf("%v and %v: Chipmunk lets them collide: %v", a.ID, b.ID, got)
		} else if !got {
			filtered++
		}
		d := apart(doc, a, b)
		deepest, any := 0.0, false
		for _, p := range as {
			for _, q := range bs {
				if !p.BB().Intersects(q.BB()) {
					continue // Chipmunk's spatial index asks this first
				}
				set := cp.ShapesCollide(p, q)
				for k := range set.Count {
					any = true
					// Its Distance has the wrong sign where Chipmunk has put the shapes in another order.
					deepest = max(deepest, set.Points[k].PointA.Sub(set.Points[k].PointB).Dot(set.Normal))
				}
			}
		}
		switch {
		case d < -1e-3 && !any:
			t.Errorf("%v and %v overlap by %v, and do not collide in Chipmunk", a.ID, b.ID, -d)
		case d > 1e-3 && any:
			t.Errorf("%v and %v are %v apart, and collide in Chipmunk by %v", a.ID, b.ID, d, deepest)
		case any:
			touching++
			want := -d
			if (a.Shape.Kind == level.Circle) != (b.Shape.Kind == level.Circle) {
				// CircleToPoly adds the polygon's radius to the wrong side of its contact.
				if r := polygonRadius(doc, a) + polygonRadius(doc, b); r > 0 {
					want = max(-d-2*r, 0)
					shifted++
				}
			}
			worst = max(worst, math.Abs(deepest-want))
			if math.Abs(deepest-want) > 1e-2 {
				t.Errorf("%v and %v overlap by %v, in Chipmunk by %v", a.ID, b.ID, want, deepest)
			}
		}
	})
	if touching < 200 || filtered < 200 {
		t.Errorf("only %d pairs touch and %d are filtered: the check is worth little", touching, filtered)
	}
	t.Logf("%d pairs collide in both, %d are filtered in both; depths differ by at most %.2g px (%d circles with rounded polygons less Chipmunk's slip of twice the radius)",
		touching, filtered, worst, shifted)

	for i, c := range cpground.Colliders {
		id, _ := level.ParseID(c.ID)
		record := doc.Collider(id)
		if record.Body != level.Dynamic {
			continue
		}
		m := doc.Baked(id).Mass()
		k := record.Density / (32 * 32)
		if got := bodies[i]; math.Abs(got.Mass()-m.Area*k) > 1e-6 || math.Abs(got.Moment()/(m.Inertia*k)-1) > 1e-6 {
			t.Errorf("%s has mass %v and moment %v in Chipmunk, want %v and %v", c.ID, got.Mass(), got.Moment(), m.Area*k, m.Inertia*k)
		}
		if at, want := bodies[i].Position(), record.Transform().Apply(m.Centroid); math.Hypot(at.X-want.X, at.Y-want.Y) > 1e-6 {
			t.Errorf("%s has its centre at %v in Chipmunk, want %v", c.ID, at, want)
		}
	}
}

// polygonRadius is the radius of a collider's rounded polygons, 0 for what has none.
func polygonRadius(doc *level.Document, c *level.Collider) float64 {
	if p := doc.Baked(c.ID).Pieces[0]; p.Len() > 2 {
		return p.Radius()
	}
	return 0
}

// TestChipmunkOneWay lets things fall in Chipmunk: onto the ledge from above, and through it from below.
func TestChipmunkOneWay(t *testing.T) {
	fallInChipmunk(t, cpstage.Add)
}

func fallInChipmunk(t *testing.T, add func(*cp.Space) []*cp.Body) {
	t.Helper()
	space := cp.NewSpace()
	space.SetGravity(cp.Vector{Y: 500})
	bodies := add(space)
	above, below := bodies[2], bodies[3]
	below.SetPosition(cp.Vector{X: 100, Y: 250}) // under the ledge
	below.SetVelocity(0, -450)
	above.SetPosition(cp.Vector{X: 70, Y: 150})
	highest := 250.0
	for range 300 {
		space.Step(1.0 / 120)
		highest = min(highest, below.Position().Y)
	}
	// The ledge's top is at 195, and a box of 16 stands on it at 187.
	if y := above.Position().Y; math.Abs(y-187) > 0.5 {
		t.Errorf("what fell from above is at %v, want 187: on the ledge", y)
	}
	if highest > 180 {
		t.Errorf("what came from below rose to %v: the ledge stopped it", highest)
	}
	if y := below.Position().Y; math.Abs(y-187) > 0.5 {
		t.Errorf("what came from below is at %v, want 187: on the ledge, from above", y)
	}
}

// TestResolv holds resolv's intersections against ours. It has no radii, so what is within the tolerance may differ.
func TestResolv(t *testing.T) {
	doc := ground(t)
	shapes, tags := resolvground.New(nil)
	space := resolv.NewSpace(800, 800, 32, 32)
	for _, list := range shapes {
		space.Add(list...)
	}
	touching, ghosts := 0, 0
	pairs(doc, func(i, j int, a, b *level.Collider) {
		d, any := apart(doc, a, b), false
		for _, p := range shapes[i] {
			for _, q := range shapes[j] {
				any = any || p.IsIntersecting(q) || q.IsIntersecting(p)
			}
		}
		switch {
		case d < -2*tolerance && !any && !swallowed(doc, a, b):
			t.Errorf("%v and %v overlap by %v, and not in resolv", a.ID, b.ID, -d)
		case d > 1e-6 && any && d < 5:
			ghosts++ // resolv finds a few intersections that are not there, all of them close by
		case d > 1e-6 && any:
			t.Errorf("%v and %v are %v apart, and intersect in resolv: %+v at %v, %v, and %+v at %v, %v", a.ID, b.ID, d, a.Shape, a.Position, a.Angle, b.Shape, b.Position, b.Angle)
		case any:
			touching++
		}
	})
	if touching < 200 || ghosts > 5 {
		t.Errorf("%d pairs touch in both, %d in resolv only", touching, ghosts)
	}
	t.Logf("%d pairs intersect in both, %d in resolv only", touching, ghosts)
	for i, c := range resolvground.Colliders {
		for _, s := range shapes[i] {
			if !s.Tags().Has(tags[c.Role]) || s.Data() != any(&resolvground.Colliders[i]) {
				t.Fatalf("%s lacks its role's tag or its data", c.ID)
			}
		}
	}
}

// swallowed reports whether a piece of one collider lies wholly within a piece of the other: resolv compares outlines.
func swallowed(doc *level.Document, a, b *level.Collider) bool {
	within := func(a, b *level.Collider) bool {
		for _, p := range doc.Baked(a.ID).Pieces {
			for _, q := range doc.Baked(b.ID).Pieces {
				in := true
				for _, v := range p.Vertices() {
					_, d := q.Closest(b.Transform(), a.Transform().Apply(v))
					in = in && d <= -p.Radius()+2*tolerance
				}
				if in {
					return true
				}
			}
		}
		return false
	}
	return within(a, b) || within(b, a)
}

// TestLevelsOfOnePackage holds the levels of a package against the same level alone, and against the document.
func TestLevelsOfOnePackage(t *testing.T) {
	for _, l := range []*cplevels.Level{cplevels.Stage, cplevels.StageWindows} {
		fallInChipmunk(t, l.Add)
	}
	if bodies := cplevels.Empty.Add(cp.NewSpace()); len(bodies) != 0 {
		t.Errorf("an empty level has %d bodies", len(bodies))
	}

	want, _ := level.NewWorld(stage(t).Snapshot())
	want.Update()
	contacts := 0
	for range want.Contacts() {
		contacts++
	}
	for _, l := range []*golevels.Level{golevels.Stage, golevels.StageWindows} {
		colliders, err := l.Colliders()
		if err != nil {
			t.Fatal(err)
		}
		w := golevels.NewWorld(colliders)
		w.Update()
		n := 0
		for range w.Contacts() {
			n++
		}
		if len(colliders) != 4 || n != contacts {
			t.Errorf("%d colliders have %d contacts, want 4 with %d", len(colliders), n, contacts)
		}
	}

	var tags map[string]resolv.Tags
	for _, l := range []*resolvlevels.Level{resolvlevels.Stage, resolvlevels.StageWindows, resolvlevels.Empty} {
		shapes, now := l.New(tags)
		for name, tag := range tags {
			if now[name] != tag {
				t.Errorf("the tag %s of one level is not that of the next", name)
			}
		}
		for i, c := range l.Colliders {
			if len(shapes[i]) == 0 || !shapes[i][0].Tags().Has(now[c.Role]) || shapes[i][0].Data() != any(&l.Colliders[i]) {
				t.Errorf("%s lacks its shapes, its role's tag or its data", c.Name)
			}
		}
		tags = now
	}
}
