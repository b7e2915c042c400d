package play

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// notState lists the fields of a run that a State leaves out, with the reason.
var notState = map[string]string{
	"Paused": "the player's", "Speed": "the player's", "quiet": "who made the run decides",
	"settings": "of the level", "snapshot": "of the level", "Statics": "of the level", "Ground": "of the level",
	"fixed":       "stands still",
	"GroundIndex": "of the level", "zones": "of the level", "zoneIndex": "of the level", "byID": "of the level",
	"low": "of the level", "standing": "of the level", "linked": "of the level", "Settings": "of the level; gravity follows Run.down", "GrabTarget": "of the input",
	"solids": "of the level", "ways": "of the level", "objects": "of the level",
	"world": "follows movingEntity.placed, see State.placeBodies",

	// A step or a call fills these before it reads them.
	"report": "of the level, and room", "trying": "room", "unmet": "of the level", "wet": "room",
	"Flooded": "of the level", "dt": "constant", "substep": "constant", "indexed": "of the level", "connected": "of the level", "floats": "room", "loads": "room", "probe": "room", "trial": "room", "before": "room",
	"candidate": "room", "platforms": "room", "sortedBefore": "room",
	"order": "room", "apart": "room", "deep": "room", "island": "room", "calm": "room", "energies": "room",
	"held": "room", "found": "room",
	"hiders": "room", "surfaces": "room", "contactsFelt": "room", "insideNow": "room", "views": "room",
	"insideIDs": "room", "contactViews": "room",
}

// sharedParts lists the types to which values of a State may point, because their contents never change.
var sharedParts = []string{
	"collision.Shape", "collision.form", "func(", "collision.moverRoom", "polygon.Path",
	"play.weld", "dynamics.Material", "dynamics.chain", "play.Run",
}

// inner returns a field so that it can be read and set even if it is unexported.
func inner(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// fill changes every number of a value. An empty list gets an element.
func fill(v reflect.Value, seed int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(seed%2 == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(seed))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(seed))
	case reflect.Float64:
		v.SetFloat(float64(seed) + 0.5)
	case reflect.String:
		v.SetString(fmt.Sprint("text", seed))
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if (v.Type() == reflect.TypeFor[entity]() || v.Type() == reflect.TypeFor[movingEntity]()) && (name == "id" || name == "key" || name == "keys") {
				continue // a State identifies its level by them
			}
			if name == "Exclude" {
				continue // a list in the mover's query, which is empty here, and is replaced but never changed
			}
			fill(inner(v, i), seed)
		}
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice && v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		for i := range v.Len() {
			fill(v.Index(i), seed)
		}
	}
}

// text writes every number of a value.
func text(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			text(b, v.Field(i))
		}
	case reflect.Array, reflect.Slice:
		fmt.Fprint(b, "[", v.Len())
		for i := range v.Len() {
			text(b, v.Index(i))
		}
	case reflect.Float64:
		fmt.Fprintf(b, " %x", math.Float64bits(v.Float()))
	case reflect.Func, reflect.Pointer, reflect.Map, reflect.Interface:
	default:
		fmt.Fprint(b, " ", v)
	}
}

// eachOfState calls f with each field of a run that belongs to its state.
func eachOfState(t testing.TB, r *Run, f func(name string, v reflect.Value)) {
	seen := map[string]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			field := v.Type().Field(i)
			switch {
			case field.Name == "space" || field.Name == "State" || field.Name == "runState":
				walk(inner(v, i))
			case notState[field.Name] != "":
				seen[field.Name] = true
			default:
				f(field.Name, inner(v, i))
			}
		}
	}
	walk(reflect.ValueOf(r).Elem())
	for name := range notState {
		if !seen[name] {
			t.Errorf("a run no longer has the field %s", name)
		}
	}
}

// stateOf returns the whole state of a run as text.
func stateOf(t testing.TB, r *Run) string {
	var b strings.Builder
	eachOfState(t, r, func(name string, v reflect.Value) {
		fmt.Fprint(&b, "\n", name, ":")
		text(&b, v)
	})
	return b.String()
}

// Restoring a State restores every field of a run. A new field of Run, or of anything in it, must be copied by
// runState.assign, or listed in notState with a reason.
func TestStateHasEveryField(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -200, 40, 400, 20)
	y.box("crate", 60, 0, 20, 20, isDynamic)
	snap := y.snapshot()
	eachOfState(t, NewRun(snap, DefaultSettings(), Vec{}), func(name string, v reflect.Value) {
		t.Run(name, func(t *testing.T) {
			mayPoint(t, v.Type(), v.Type().String())
			r := NewRun(snap, DefaultSettings(), Vec{})
			eachOfState(t, r, func(field string, v reflect.Value) {
				if field != name {
					return
				}
				now := func() string {
					var b strings.Builder
					text(&b, v)
					return b.String()
				}
				fill(v, 3)
				want := now()
				var s State
				s.Save(r)
				if fill(v, 6); now() == want {
					t.Errorf("the test cannot change Run.%s", name)
				}
				if !s.Restore(r) {
					t.Error("the state is not restored")
				}
				if got := now(); got != want {
					t.Errorf("Run.%s differs from when the state was saved: runState.assign does not copy all "+
						"of it, or shares it\ngot  %.300s\nwant %.300s", name, got, want)
				}
			})
		})
	})
}

// mayPoint reports types through which a copy of a value would share contents with it.
func mayPoint(t *testing.T, of reflect.Type, path string) {
	for _, s := range sharedParts {
		if strings.HasPrefix(strings.TrimLeft(of.String(), "[]*"), s) {
			return
		}
	}
	switch of.Kind() {
	case reflect.Struct:
		for i := range of.NumField() {
			f := of.Field(i)
			if f.Name == "Exclude" {
				continue
			}
			if f.Type.Kind() == reflect.Slice && !strings.HasSuffix(f.Type.String(), "collision.Shape") &&
				path != "play.Recording" {
				t.Errorf("%s.%s is a list in a copied value: both copies would share it", path, f.Name)
			}
			mayPoint(t, f.Type, path+"."+f.Name)
		}
	case reflect.Slice, reflect.Array:
		mayPoint(t, of.Elem(), path+"[]")
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Interface:
		t.Errorf("%s is a %v: both copies would point to the same value", path, of)
	}
}

// inputsOf returns a random input for some steps.
func inputsOf(rt *rapid.T, r *Run) Input {
	in := Input{
		X:    rapid.SampledFrom([]float64{-1, -0.3, 0, 1}).Draw(rt, "in x"),
		Y:    rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "in y"),
		Jump: rapid.Bool().Draw(rt, "in jump"), Reverse: rapid.IntRange(0, 20).Draw(rt, "in reverse") == 0,
	}
	if bodies := r.Bodies(); len(bodies) > 0 && rapid.IntRange(0, 8).Draw(rt, "grabs") == 0 {
		in.Grab = bodies[rapid.IntRange(0, len(bodies)-1).Draw(rt, "what")].ID
		in.Target = Vec{X: rapid.Float64Range(0, 400).Draw(rt, "to x"), Y: rapid.Float64Range(0, 300).Draw(rt, "to y")}
	}
	return in
}

// abilityRoom returns a room with ladders, water, platforms that move and turn, and triggers.
func abilityRoom(rt *rapid.T, tb testing.TB) level.Snapshot {
	y := newLevelBuilder(tb)
	y.add("room", level.Shape{Kind: level.Chain, Closed: true, Points: []Vec{{}, {X: 400}, {X: 400, Y: 300}, {Y: 300}}},
		Vec{})
	kinds := []func(*level.Collider){
		func(*level.Collider) {}, isOneWay, isDynamic,
		func(c *level.Collider) { isTrigger(c); c.Tags = []string{LadderTag} },
		func(c *level.Collider) { isTrigger(c); c.Tags = []string{WaterTag} },
		func(c *level.Collider) {
			isTrigger(c)
			isKinematic(c)
			c.Properties = level.Properties{"move_x": 60.0, "move_time": 2.0}
		},
		func(c *level.Collider) {
			isKinematic(c)
			c.Properties = level.Properties{"move_y": 40.0, "move_time": 1.5, "turn": 30.0}
		},
		func(c *level.Collider) { isKinematic(c); isOneWay(c); c.Properties = level.Properties{"turn": 90.0} },
		func(c *level.Collider) {
			isKinematic(c)
			c.Properties = level.Properties{"move_x": 90.0, "move_time": 1.0}
		},
	}
	for range rapid.IntRange(0, 14).Draw(rt, "boxes") {
		kind := rapid.SampledFrom(kinds).Draw(rt, "kind")
		size := rapid.Float64Range(6, 80)
		y.box("box", rapid.Float64Range(0, 380).Draw(rt, "x"), rapid.Float64Range(0, 280).Draw(rt, "y"),
			size.Draw(rt, "w"), size.Draw(rt, "h"), kind)
	}
	return y.snapshot()
}

// checkContinuation saves a run, continues it, restores it into the same run and into another one, continues both, and
// compares.
func checkContinuation(rt *rapid.T, t testing.TB, snap level.Snapshot, s Settings, start Vec) {
	r, second := NewRun(snap, s, start), NewRun(snap, s, start)
	play := func(r *Run, spans []Held) {
		for _, h := range spans {
			for range h.Steps {
				r.Step(h.Input)
			}
		}
	}
	draw := func(name string, limit int) (spans []Held) {
		for range rapid.IntRange(0, limit).Draw(rt, name) {
			spans = append(spans, Held{inputsOf(rt, r), rapid.IntRange(1, 12).Draw(rt, "steps")})
		}
		return spans
	}
	play(r, draw("before", 16))
	var kept State
	kept.Save(r)
	was := stateOf(t, r)
	spans := draw("after", 10)
	play(r, spans)
	want, hash := stateOf(t, r), r.Hash()
	play(second, draw("elsewhere", 10))
	quiet := NewRun(snap, s, start)
	Quiet(quiet)
	play(quiet, r.tape.Held)
	if quiet.walker.Position != r.walker.Position || quiet.space.Steps != r.space.Steps || quiet.ended != r.ended {
		rt.Fatalf("a quiet run is at %v after %d steps, want %v after %d", quiet.walker.Position, quiet.space.Steps,
			r.walker.Position, r.space.Steps)
	}
	for name, again := range map[string]*Run{"itself": r, "another": second} {
		if !kept.Restore(again) {
			rt.Fatalf("%s: the state is not restored", name)
		}
		if got := stateOf(t, again); got != was {
			rt.Fatalf("%s: after the restore, it differs: %s", name, firstDifference(got, was))
		}
		play(again, spans)
		if got := stateOf(t, again); got != want || again.Hash() != hash {
			rt.Fatalf("%s: after continuing, it differs: %s", name, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			k := 0
			for k < min(len(a[i]), len(b[i])) && a[i][k] == b[i][k] {
				k++
			}
			return fmt.Sprintf("at %d of %.200s\nwant %.200s", k, a[i], b[i])
		}
	}
	return "in its length"
}

// A restored run continues as before.
func TestRestoredRunContinues(t *testing.T) {
	t.Parallel()
	makers := map[string]func(*rapid.T, testing.TB) level.Snapshot{
		"room": randomRoom, "wild": wildRoom, "abilities": abilityRoom, "objects": objectsRoom,
	}
	for name, make := range makers {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				s := DefaultSettings()
				for _, x := range s.Switches() {
					*x.On = rapid.Bool().Draw(rt, x.Key)
				}
				s.Mode = rapid.SampledFrom([]level.PlayMode{Platformer, Platformer, TopDown}).Draw(rt, "mode")
				s.AirJumps = 2
				checkContinuation(rt, t, make(rt, t), s, Vec{X: 200, Y: 20})
			})
		})
	}
}

// A restored run continues as before in the samples too.
func TestStateOfSamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".level.yaml")
		snap := sample(t, name)
		s, start, err := SettingsOf(snap)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			checks, largest := 0, 6 // runs of large levels are slow
			if testing.Short() {
				largest = 3
			}
			rapid.Check(t, func(rt *rapid.T) {
				if checks++; checks > largest {
					return
				}
				checkContinuation(rt, t, snap, s, start)
			})
		})
	}
}

func TestStateOfAnotherLevel(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -200, 40, 400, 20)
	bare := y.snapshot()
	y = newLevelBuilder(t)
	y.box("floor", -200, 40, 400, 20)
	y.box("crate", 60, 0, 20, 20, isDynamic)
	r := NewRun(bare, DefaultSettings(), Vec{})
	steps(r, 30, Input{X: 1})
	hash := r.Hash()
	var s State
	if s.Restore(r) {
		t.Error("an empty state is restored")
	}
	s.Save(NewRun(y.snapshot(), DefaultSettings(), Vec{}))
	if s.Restore(r) || r.Hash() != hash {
		t.Error("a state of another level is restored")
	}
}

// stackedRows returns a level of static colliders in rows, with bodies above them.
func stackedRows(tb testing.TB, statics, bodies int) level.Snapshot {
	y := newLevelBuilder(tb)
	for i := range statics {
		y.box("tile", float64(i%200)*16, 400+float64(i/200)*32, 16, 16)
	}
	for i := range bodies {
		y.box("crate", 20+float64(i%100)*30, 300-float64(i/100)*40, 20, 20, isDynamic)
	}
	return y.snapshot()
}

func TestStateAllocatesNothing(t *testing.T) {
	r := NewRun(stackedRows(t, 400, 40), DefaultSettings(), Vec{X: 5, Y: 380})
	steps(r, 60, Input{X: 1})
	var a, b State
	a.Save(r)
	steps(r, 10, Input{X: 1})
	b.Save(r)
	a.Save(r)
	if n := testing.AllocsPerRun(100, func() {
		a.Restore(r)
		b.Save(r)
		b.Restore(r)
		a.Save(r)
	}); n > 0 {
		t.Errorf("saving and restoring allocate %g times", n)
	}
}

func BenchmarkState(b *testing.B) {
	for _, c := range []struct {
		name            string
		statics, bodies int
		quiet           bool
	}{{"10,000 static, a character", 10_000, 0, false}, {"10,000 static, a character, quiet", 10_000, 0, true}, {"200 bodies", 200, 200, false}, {"200 bodies, quiet", 200, 200, true}} {
		r := NewRun(stackedRows(b, c.statics, c.bodies), DefaultSettings(), Vec{X: 5, Y: 380})
		if c.quiet {
			Quiet(r)
		}
		steps(r, 120, Input{X: 0.5})
		var s, t State
		s.Save(r)
		steps(r, 10, Input{X: 1})
		t.Save(r)
		b.Run("save/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				t.Save(r)
			}
			b.ReportMetric(float64(t.Bytes()), "bytes")
		})
		b.Run("restore/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Restore(r)
				t.Restore(r)
			}
		})
	}
}
