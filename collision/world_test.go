package collision

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// drawBody draws a body in a crowded place.
func drawBody(t *rapid.T) Body {
	b := Body{
		Transform: drawPose(t, "pose", 8),
		Static:    rapid.Bool().Draw(t, "static"),
		Trigger:   rapid.IntRange(0, 4).Draw(t, "trigger") == 0,
		Filter: Filter{
			Category: rapid.SampledFrom([]uint64{0, 1, 2}).Draw(t, "category"),
			Mask:     rapid.SampledFrom([]uint64{0, 1, 3}).Draw(t, "mask"),
			Group:    rapid.SampledFrom([]int32{0, 0, 0, 1, -1}).Draw(t, "group"),
		},
	}
	if rapid.IntRange(0, 4).Draw(t, "one-way") == 0 {
		b.OneWay = Vec{X: 0, Y: -1}
	}
	if rapid.IntRange(0, 3).Draw(t, "compound") == 0 {
		x := 0.0
		for range rapid.IntRange(2, 5).Draw(t, "pieces") {
			w := rapid.SampledFrom([]float64{0.5, 1, 2}).Draw(t, "width")
			s, _ := NewShape(rect(x, 0, x+w, 1), 0.25)
			b.Shapes = append(b.Shapes, s)
			x += w
		}
		return b
	}
	b.Shapes = []Shape{drawShape(t, "shape")}
	return b
}

// bruteForce returns the touching pairs of single-shape bodies.
func bruteForce(bodies map[Key]Body, slop float64, skipStatic bool) map[[2]Key]Manifold {
	out := map[[2]Key]Manifold{}
	for i, a := range bodies {
		for j, b := range bodies {
			if i >= j || skipStatic && a.Static && b.Static || !a.Filter.Accepts(b.Filter) ||
				len(a.Shapes) != 1 || len(b.Shapes) != 1 {
				continue
			}
			if m, hit := Collide(a.Shapes[0], a.Transform, b.Shapes[0], b.Transform, slop); hit {
				out[[2]Key{i, j}] = m
			}
		}
	}
	return out
}

func TestWorldEqualsBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := NewWorld()
		bodies := map[Key]Body{}
		kept := map[[2]Key][]Manifold{} // contacts as the events describe them
		key := rapid.Uint64Range(1, 12)
		for range rapid.IntRange(1, 12).Draw(t, "rounds") {
			for range rapid.IntRange(0, 6).Draw(t, "changes") {
				k := Key(key.Draw(t, "key"))
				_, there := bodies[k]
				switch rapid.IntRange(0, 5).Draw(t, "change") {
				case 0, 1:
					b := drawBody(t)
					if rapid.IntRange(0, 7).Draw(t, "one-sided") == 0 {
						b.Shapes, _ = chainOf([]Vec{{X: -2, Y: 0}, {X: 0, Y: 0}, {X: 1, Y: 1}, {X: 3, Y: 0}}, 0.1,
							rapid.Bool().Draw(t, "closed"))
						b.OneSided = true
					}
					w.Put(k, b)
					bodies[k] = b
				case 2, 3:
					xf := drawPose(t, "to", 8)
					if w.Move(k, xf) != there {
						t.Fatalf("Move(%d) = %v", k, !there)
					}
					if b, ok := bodies[k]; ok {
						b.Transform = xf
						bodies[k] = b
					}
				case 4:
					if w.Remove(k) != there {
						t.Fatalf("Remove(%d) = %v", k, !there)
					}
					delete(bodies, k)
				case 5: // a query between changes
					w.QueryPoint(drawVec(t, "p", 8, true), Query{})
				}
			}
			if rapid.IntRange(0, 9).Draw(t, "settings") == 0 {
				w.SkipStaticPairs = !w.SkipStaticPairs
			}
			checkEvents(t, kept, w.Update())
			if w.Len() != len(bodies) {
				t.Fatalf("Len = %d, want %d", w.Len(), len(bodies))
			}
			if err := w.Validate(); err != nil {
				t.Fatal(err)
			}
			want := bruteForce(bodies, w.Slop, w.SkipStaticPairs)
			last := [2]Key{}
			count := 0
			for c := range w.Contacts() {
				id := [2]Key{c.A, c.B}
				if c.A >= c.B || slices.Compare(last[:], id[:]) >= 0 {
					t.Fatalf("contact %v after %v", id, last)
				}
				last = id
				if !slices.Equal(kept[id], c.Manifolds) {
					t.Fatalf("contact %v differs from the events", id)
				}
				if len(bodies[c.A].Shapes) != 1 || len(bodies[c.B].Shapes) != 1 {
					continue
				}
				count++
				if m, ok := want[id]; !ok || len(c.Manifolds) != 1 || c.Manifolds[0] != m {
					t.Fatalf("contact %v: %+v, want %+v", id, c.Manifolds, m)
				}
			}
			if count != len(want) {
				t.Fatalf("%d contacts, want %d", count, len(want))
			}
			if n := len(w.Update()); n != 0 {
				t.Fatalf("%d events without a change", n)
			}
		}
	})
}

// checkEvents applies events to a copy of the contacts.
func checkEvents(t *rapid.T, kept map[[2]Key][]Manifold, events []Event) {
	last := [2]Key{}
	for _, e := range events {
		id := [2]Key{e.Contact.A, e.Contact.B}
		if slices.Compare(last[:], id[:]) >= 0 {
			t.Fatalf("event %v after %v", id, last)
		}
		last = id
		_, there := kept[id]
		if there != (e.Kind != Begin) {
			t.Fatalf("%v of %v, known before: %v", e.Kind, id, there)
		}
		if len(e.Contact.Manifolds) == 0 {
			t.Fatalf("%v of %v without manifolds", e.Kind, id)
		}
		if e.Kind == End {
			delete(kept, id)
			continue
		}
		kept[id] = slices.Clone(e.Contact.Manifolds)
	}
}

func TestProbeEqualsPut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := NewWorld()
		for k := range rapid.IntRange(0, 10).Draw(t, "bodies") {
			w.Put(Key(k+1), drawBody(t))
		}
		b := drawBody(t)
		contacts := w.Probe(b)
		w.Put(0, b)
		w.Update()
		var want []Contact
		for c := range w.ContactsOf(0) {
			want = append(want, c)
		}
		if len(contacts) != len(want) {
			t.Fatalf("Probe gives %d contacts, Put %d", len(contacts), len(want))
		}
		for i, c := range contacts {
			if c.A != 0 || c.B != want[i].B || !c.sameKind(&want[i]) || !slices.Equal(c.Manifolds, want[i].Manifolds) {
				t.Fatalf("Probe gives %+v, Put %+v", c, want[i])
			}
		}
	})
}

func mustCircle(p Vec) Shape {
	s, err := Circle(p, 0)
	if err != nil {
		panic(err)
	}
	return s
}

func TestWorldKindsOfContact(t *testing.T) {
	t.Parallel()
	box := mustBox(t, 1, 1, 0)
	w := NewWorld()
	w.Put(1, Body{Shapes: []Shape{box}, Transform: at(0, 0), Static: true, OneWay: Vec{X: 0, Y: -2}})
	w.Put(2, Body{Shapes: []Shape{box}, Transform: at(0, -1.9), Trigger: true})
	w.Put(3, Body{Shapes: []Shape{box}, Transform: at(1.8, 0)})
	w.Put(4, Body{Shapes: []Shape{box}, Transform: at(0, 2.004)})
	w.Put(5, Body{Shapes: []Shape{box}, Transform: Transform{P: Vec{X: math.NaN(), Y: 0}}})
	w.Put(6, Body{})
	w.Put(7, Body{Transform: Identity()})
	w.Update()
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	c, ok := w.Contact(2, 1)
	if !ok || !c.Trigger || !c.OneWay || c.OneWayA != (Vec{X: 0, Y: -1}) || c.OneWayB != (Vec{}) ||
		c.Blocks(&c.Manifolds[0]) {
		t.Errorf("one-way and trigger: %+v %v", c, ok)
	}
	c, ok = w.Contact(1, 3)
	if !ok || c.Trigger || !c.OneWay || c.Blocks(&c.Manifolds[0]) {
		t.Errorf("the side of a one-way body blocks: %+v %v", c, ok)
	}
	c, ok = w.Contact(1, 4)
	if !ok || !c.Touching(w.Slop) || c.Blocks(&c.Manifolds[0]) {
		t.Errorf("the underside of a one-way body blocks: %+v %v", c, ok)
	}
	w.Put(2, Body{Shapes: []Shape{box}, Transform: at(0, -1.9)})
	events := w.Update()
	if len(events) != 2 || events[0].Kind != Change || events[0].Contact.Trigger ||
		!events[0].Contact.Blocks(&events[0].Contact.Manifolds[0]) {
		t.Errorf("a trigger that becomes solid: %+v", events)
	}
}

// Two one-way bodies stop each other where each meets the other's solid side, whichever of them is A.
func TestOneWayBodiesMeet(t *testing.T) {
	t.Parallel()
	box := mustBox(t, 1, 1, 0)
	up, down := Vec{X: 0, Y: -1}, Vec{X: 0, Y: 1}
	for _, c := range []struct {
		upper, lower Vec // the directions of two bodies; the upper one stands on the lower one
		want         bool
	}{
		{down, up, true},
		{up, up, false},
		{down, down, false},
		{up, down, false},
		{Vec{}, up, true},
		{down, Vec{}, true},
	} {
		for _, keys := range [][2]Key{{1, 2}, {2, 1}} {
			w := NewWorld()
			w.Put(keys[0], Body{Shapes: []Shape{box}, Transform: at(0, -1.9), OneWay: c.upper})
			w.Put(keys[1], Body{Shapes: []Shape{box}, Transform: at(0, 0), OneWay: c.lower})
			w.Update()
			met, ok := w.Contact(1, 2)
			if !ok || met.Blocks(&met.Manifolds[0]) != c.want {
				t.Errorf("upper %v on lower %v, keys %v: blocks %v, want %v", c.upper, c.lower, keys, !c.want, c.want)
			}
		}
	}
}

func TestOneMoveTouchesOnlyItsPairs(t *testing.T) {
	t.Parallel()
	w, _ := Crowd(t, 400)
	w.Update()
	var ids []Key
	for k := Key(1); k <= 400; k++ {
		ids = append(ids, k)
	}
	for _, k := range ids {
		b, _ := w.Body(k)
		before := map[Key]bool{}
		for c := range w.ContactsOf(k) {
			before[c.A+c.B-k] = true
		}
		w.Move(k, moved(b.Transform, Vec{X: 0.01, Y: 0}))
		for _, e := range w.Update() {
			if e.Contact.A != k && e.Contact.B != k {
				t.Fatalf("moving %d gives an event for %d and %d", k, e.Contact.A, e.Contact.B)
			}
		}
	}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
}

// Crowd returns a world of n bodies that touch one other body on average.
func Crowd(t testing.TB, n int) (*World, *rand.Rand) {
	rng := rand.New(rand.NewPCG(1, 2))
	w := NewWorld()
	shapes := []Shape{
		mustBox(t, 0.5, 0.5, 0), mustBox(t, 0.4, 0.6, 0.2), capsule(t, Vec{X: -0.5, Y: 0}, Vec{X: 0.5, Y: 0}, 0.3),
		circle(t, Vec{}, 0.5), polygon(t, 8, 0.5, 0.1), polygon(t, 3, 0.7, 0), polygon(t, 5, 0.5, 0.05),
	}
	side := math.Sqrt(float64(n)) * 1.6
	for k := range n {
		w.Put(Key(k+1), Body{
			Shapes:    []Shape{shapes[k%len(shapes)]},
			Transform: NewTransform(Vec{X: rng.Float64() * side, Y: rng.Float64() * side}, rng.Float64()*6),
		})
	}
	return w, rng
}

func TestQuietAndMovingWorldsDoNotAllocate(t *testing.T) {
	w, rng := Crowd(t, 500)
	w.Update()
	if n := testing.AllocsPerRun(100, func() { w.Update() }); n != 0 {
		t.Errorf("Update of a quiet world allocates %v times", n)
	}
	step := func() {
		k := Key(rng.IntN(500) + 1)
		xf := NewTransform(Vec{X: rng.Float64() * 35, Y: rng.Float64() * 35}, rng.Float64())
		w.Move(k, xf)
		w.Update()
	}
	for range 20000 {
		step()
	}
	if n := testing.AllocsPerRun(2000, step); n != 0 {
		t.Errorf("Update of a moving world allocates %v times", n)
	}
}

func TestLargeUpdatesAreTheSameOnAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	run := func(cores int) (uint64, int) {
		w, rng := Crowd(t, 6000)
		w.Workers = cores
		for k := range 60 {
			w.Put(Key(10000+k), Body{
				Shapes:    []Shape{mustNew(t, rect(0, 0, 3, 1), 0.25), mustNew(t, rect(3, 0, 6, 1), 0.25)},
				Transform: NewTransform(Vec{X: rng.Float64() * 120, Y: rng.Float64() * 120}, rng.Float64()*6),
			})
		}
		h := fnv.New64a()
		count := 0
		// Move all at once, then a part whose bodies are searched one by one, then all again.
		for _, moves := range []int{0, 1000, 6000, 900} {
			for range moves {
				w.Move(Key(rng.IntN(6000)+1), NewTransform(Vec{X: rng.Float64() * 120, Y: rng.Float64() * 120},
					rng.Float64()*6))
			}
			for _, e := range w.Update() {
				count++
				for _, v := range []any{uint64(e.Kind), uint64(e.Contact.A), uint64(e.Contact.B)} {
					if err := binary.Write(h, binary.LittleEndian, v); err != nil {
						t.Fatal(err)
					}
				}
				for _, m := range e.Contact.Manifolds {
					for _, v := range []any{m.Normal, m.Points[0], m.Points[1], int64(m.Count)} {
						if err := binary.Write(h, binary.LittleEndian, v); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		return h.Sum64(), count
	}
	want, count := run(1)
	if count < 10000 {
		t.Errorf("only %d events", count)
	}
	for _, cores := range []int{2, 3, 5, 16} {
		if got, _ := run(cores); got != want {
			t.Errorf("%d cores: hash %#x, one core %#x", cores, got, want)
		}
	}
}

// Moving one body among many contacts costs only that body's contacts: an Update does not sort, copy or visit a list of
// all contacts.
func TestOneMoveCostsNothingOfTheOthers(t *testing.T) {
	n := 100000
	if testing.Short() {
		n = 10000
	}
	w, _ := Crowd(t, n)
	w.Update()
	b, _ := w.Body(1)
	there := moved(b.Transform, Vec{X: 0.1, Y: 0})
	away := false
	step := func() {
		away = !away
		to := b.Transform
		if away {
			to = there
		}
		w.Move(1, to)
		if events := w.Update(); len(events) > 20 {
			t.Errorf("%d events of one move", len(events))
		}
	}
	step()
	w.order = w.order[:0] // code that sorts or lists all contacts must fill it again
	if allocs := testing.AllocsPerRun(200, step); allocs != 0 {
		t.Errorf("one move among %d bodies allocates %v times", n, allocs)
	}
	if len(w.order) != 0 {
		t.Error("one move listed all contacts")
	}
	if allocs := testing.AllocsPerRun(200, func() {
		if len(w.Update()) != 0 {
			t.Error("events without a move")
		}
	}); allocs != 0 {
		t.Errorf("Update of a quiet world allocates %v times", allocs)
	}
}

// answers holds the results of a round of queries, with reused buffers.
type answers struct {
	keys     []Key
	contacts []Contact
	placed   Placed
	all      []BodyHit
	count    [6]int
	hits     [2]BodyHit
	maxKey   Key // a key without a body
}

// Queries of a world reuse its workspace, and may run concurrently.
func TestQueriesDoNotAllocate(t *testing.T) {
	w, _ := Crowd(t, 2000)
	chain, err := Chain([]Vec{{X: -9, Y: 0}, {X: 0, Y: 1}, {X: 9, Y: 0}}, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	w.Put(5000, Body{Shapes: chain, Transform: at(30, 30), OneSided: true, Filter: Filter{Category: 2}})
	w.Update()
	box := mustBox(t, 2, 1, 0.5)
	body := Body{Shapes: []Shape{box}, Transform: NewTransform(Vec{X: 30, Y: 30}, 0.4), Filter: Filter{Mask: 3}}
	round := func(a *answers) {
		a.keys = w.AppendPoint(a.keys[:0], Vec{X: 30, Y: 30}, Query{})
		a.count[0] = len(a.keys)
		a.keys = w.AppendBox(a.keys[:0], AABB{Min: Vec{X: 29, Y: 29}, Max: Vec{X: 32, Y: 31}}, Query{})
		a.count[1] = len(a.keys)
		a.contacts = w.AppendProbe(a.contacts[:0], body)
		a.count[2] = len(a.contacts)
		a.hits[0], _ = w.Raycast(Ray{Origin: Vec{X: -50, Y: 30}, Dir: Vec{X: 1, Y: 0.01}, Max: 99, Radius: 0.1},
			Query{Exclude: []Key{Key(a.count[0] + 7000)}, Predicate: func(k Key) bool {
				return k != a.maxKey
			}})
		a.hits[1], _ = w.Cast(box, at(30, -20), Vec{X: 0, Y: 90}, Query{Filter: Filter{Mask: 2}})
		a.all = w.AppendRaycast(a.all[:0], Ray{Origin: Vec{X: -50, Y: 30}, Dir: Vec{X: 1, Y: 0.01}, Max: 99}, Query{})
		a.count[3] = len(a.all)
		a.all = w.AppendCast(a.all[:0], box, at(30, -20), Vec{X: 0, Y: 90}, Query{Triggers: true})
		a.count[4] = len(a.all)
		a.keys = w.AppendShape(a.keys[:0], box, at(30, 30), Query{Exclude: []Key{1, 2}})
		a.count[5] = len(a.keys)
		box.PlaceInto(&a.placed, at(1, 2))
	}
	first := answers{maxKey: 9999}
	round(&first)
	if first.count[1] < 3 || first.count[2] < 3 || first.hits[0].Key == 0 || first.hits[1].Key == 0 ||
		first.count[3] < 3 || first.count[4] < 3 || first.count[5] < 1 {
		t.Fatalf("%+v: too few results for a meaningful test", first)
	}
	if n := testing.AllocsPerRun(100, func() { round(&first) }); n != 0 {
		t.Errorf("a round of queries allocates %v times", n)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			own := answers{maxKey: 9999}
			for range 50 {
				if round(&own); own.count != first.count || own.hits != first.hits {
					t.Errorf("concurrently: %+v, want %+v", own, first)
				}
			}
		})
	}
	wait.Wait()
}

// A compound body and a chain are dragged through a world. A probe returns the same contacts after another probe as
// with a fresh workspace.
func TestDraggedProbe(t *testing.T) {
	w, _ := Crowd(t, 2000)
	chain, err := Chain([]Vec{{X: -9, Y: 0}, {X: 0, Y: 1}, {X: 9, Y: 0}}, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	var out []Contact
	for _, b := range []Body{
		{Shapes: []Shape{mustBox(t, 2, 1, 0), mustNew(t, []Vec{{X: 2, Y: -1}, {X: 2, Y: 1}, {X: 4, Y: 0}}, 0)}},
		{Shapes: chain, OneSided: true},
		{Shapes: chain},
	} {
		drag := func(each func(Contact)) {
			for i := range 20 {
				b.Transform = NewTransform(Vec{X: float64(3 * i), Y: 30}, 0.3*float64(i))
				out = w.AppendProbe(out[:0], b)
				for _, c := range out {
					each(c)
				}
			}
		}
		var dragged []Contact
		drag(func(c Contact) {
			c.Manifolds = slices.Clone(c.Manifolds)
			dragged = append(dragged, c)
		})
		if n := testing.AllocsPerRun(20, func() { drag(func(Contact) {}) }); n != 0 {
			t.Errorf("a drag allocates %v times", n)
		}
		for i := range 20 {
			b.Transform = NewTransform(Vec{X: float64(3 * i), Y: 30}, 0.3*float64(i))
			w.done(&probe{}) // an empty workspace
			for _, c := range w.Probe(b) {
				d := dragged[0]
				dragged = dragged[1:]
				if c.B != d.B || !c.sameKind(&d) || !slices.Equal(c.Manifolds, d.Manifolds) {
					t.Fatalf("at %v: fresh %+v, dragged %+v", b.Transform.P, c, d)
				}
				met++
			}
		}
	}
	if met < 60 {
		t.Fatalf("%d contacts: too few for a meaningful test", met)
	}
}

func TestHotPathsDoNotAllocate(t *testing.T) {
	for _, n := range []int{1, 2, 4, 8, 40} {
		a, b := polygon(t, max(n, 3), 1, 0.2), polygon(t, 6, 1, 0)
		if n < 3 {
			a = mustNew(t, []Vec{{X: 0, Y: 0}, {X: 1, Y: 0}}[:n], 0.5)
		}
		xa, xb := NewTransform(Vec{X: 0.1, Y: 0.2}, 0.3), NewTransform(Vec{X: 1.3, Y: 0.4}, 2)
		far := NewTransform(Vec{X: 9, Y: 9}, 1)
		pa, pb := a.Place(xa), b.Place(xb)
		var m Manifold
		for name, f := range map[string]func(){
			"Collide":  func() { Collide(a, xa, b, xb, 0) },
			"Overlap":  func() { Overlap(a, xa, b, xb) },
			"Distance": func() { Distance(a, xa, b, far) },
			"Raycast": func() {
				a.Raycast(xa, Ray{Origin: Vec{X: 5, Y: 0.5}, Dir: Vec{X: -1, Y: 0}, Max: 9, Radius: 0.1})
			},
			"Cast":           func() { Cast(a, xa, Vec{X: -9, Y: -9}, b, far) },
			"Closest":        func() { a.Closest(xa, Vec{X: 3, Y: 3}) },
			"Contains":       func() { a.Contains(xa, Vec{X: 0.2, Y: 0.2}) },
			"Bounds":         func() { a.Bounds(xa) },
			"Mass":           func() { a.Mass(1) },
			"Placed.Collide": func() { pa.CollideInto(&pb, 0, &m) },
		} {
			if n2 := testing.AllocsPerRun(100, f); n2 != 0 {
				t.Errorf("%s of %d vertices allocates %v times", name, n, n2)
			}
		}
	}
}

// goldenHash is the hash of all events of a thousand steps. It changes only if a result changes in its last bit, or an
// order changes.
const goldenHash = 0xb12f5f192b78feb2

func TestThousandStepsGolden(t *testing.T) {
	t.Parallel()
	w, rng := Crowd(t, 200)
	h := fnv.New64a()
	put := func(v any) {
		if err := binary.Write(h, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	for step := range 1000 {
		for range 5 {
			k := Key(rng.IntN(200) + 1)
			if b, ok := w.Body(k); ok && step%50 == 49 {
				w.Remove(k)
				w.Put(k+1000, b)
			} else {
				w.Move(k, NewTransform(Vec{X: rng.Float64() * 22, Y: rng.Float64() * 22}, rng.Float64()*6))
			}
		}
		for _, e := range w.Update() {
			put(uint64(e.Kind))
			put(uint64(e.Contact.A))
			put(uint64(e.Contact.B))
			for _, m := range e.Contact.Manifolds {
				put(int64(m.Count))
				put(m.Normal)
				for _, p := range m.Points[:m.Count] {
					put(p)
				}
			}
		}
	}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	if got := h.Sum64(); got != goldenHash {
		t.Errorf("hash %#x, want %#x", got, uint64(goldenHash))
	}
}

type wireScene struct {
	N                       int
	AabbPairs, OverlapPairs int
	Shapes                  []wireShape
	Poses                   []wirePose
	Moves1                  []wireMove
	Moves1pct               [][]wireMove
}

type wireMove struct {
	I    int
	Pose wirePose
}

func loadScene(t testing.TB, n int) *wireScene {
	t.Helper()
	var s wireScene
	d := json.NewDecoder(bytes.NewReader(sharedFile(t, fmt.Sprintf("scene_%d.json.gz", n))))
	if err := d.Decode(&s); err != nil {
		t.Fatal(err)
	}
	return &s
}

func (s *wireScene) bodies(t testing.TB) []Body {
	out := make([]Body, len(s.Shapes))
	for i := range s.Shapes {
		out[i] = Body{Shapes: []Shape{s.Shapes[i].shape(t)}, Transform: s.Poses[i].transform()}
	}
	return out
}

func TestScenes(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1000, 10000} {
		s := loadScene(t, n)
		w := NewWorld()
		w.Slop = 0
		for i, b := range s.bodies(t) {
			w.Put(Key(i+1), b)
		}
		if got := len(w.Update()); got != s.OverlapPairs {
			t.Errorf("scene of %d: %d contacts, want %d", n, got, s.OverlapPairs)
		}
		for _, m := range s.Moves1 {
			w.Move(Key(m.I+1), m.Pose.transform())
			w.Update()
		}
		for _, round := range s.Moves1pct {
			for _, m := range round {
				w.Move(Key(m.I+1), m.Pose.transform())
			}
			w.Update()
		}
		if err := w.Validate(); err != nil {
			t.Errorf("scene of %d: %v", n, err)
		}
	}
}

// New bodies reuse the memory of removed ones. A key that is put again behaves like any other, even after a query of
// its old place, which updates the tree.
func TestRemovedBodiesAreForgotten(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	box := mustBox(t, 1, 1, 0)
	body := func(x float64) Body { return Body{Shapes: []Shape{box}, Transform: at(x, 0)} }
	w.Put(1, body(0))
	for k := Key(2); k < 1000; k++ {
		w.Put(k, body(1))
		w.Update()
		w.Remove(k)
		if k%2 == 0 {
			w.QueryPoint(Vec{}, Query{})
		}
		w.Update()
	}
	if len(w.bodies) > 4 || w.Len() != 1 {
		t.Errorf("%d slots for %d bodies", len(w.bodies), w.Len())
	}
	w.Put(2, body(1))
	w.Update()
	w.Remove(2)
	if got := w.QueryPoint(Vec{X: 1.5, Y: 0}, Query{}); len(got) > 0 {
		t.Errorf("a removed body is found: %v", got)
	}
	w.Put(2, body(1.5))
	w.Update()
	if c, ok := w.Contact(1, 2); !ok || !near(c.Depth(), 0.5, 1e-12) {
		t.Errorf("the body that was put again has the contact %v, %t", c, ok)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}
