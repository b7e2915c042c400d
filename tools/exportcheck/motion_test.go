package exportcheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/export"
)

// A track is the motion of a body: its centre of mass in level space and its angle relative to the start, at the start
// and after each sixtieth of a second.
type track [][3]float64

func (k track) at(frame int) collision.Vec { return collision.Vec{X: k[frame][0], Y: k[frame][1]} }

// motionFrames is the number of sixtieths of a second that bodies move.
const motionFrames = 180

// scene is a body that moves in its own part of the level.
type scene struct {
	kind, name string // the kind, and the start of the names of its colliders and joints
	id         string // the body's
}

// motionLevel returns a level of scenes of every kind with random sizes, places, masses and materials.
func motionLevel(t *testing.T) (*level.Document, []scene) {
	t.Helper()
	const variants, cell = 12, 1600
	rng := rand.New(rand.NewPCG(37, 1))
	between := func(low, high float64) float64 { return math.Round((low+rng.Float64()*(high-low))*100) / 100 }
	var scenes []scene
	var bodies, joints strings.Builder
	id, joint := 0, 0
	x, y := 0.0, 0.0
	body := func(name, format string, args ...any) string {
		id++
		fmt.Fprintf(&bodies, "      - {id: c%d, name: %s, position: [%g, %g], %s}\n", id, name, x, y,
			fmt.Sprintf(format, args...))
		return fmt.Sprintf("c%d", id)
	}
	link := func(name, to, format string, args ...any) {
		joint++
		fmt.Fprintf(&joints, "  - {id: j%d, name: %s, b: %s, %s}\n", joint, name, to, fmt.Sprintf(format, args...))
	}
	// at moves to a place in the scene's cell.
	var left, top float64
	at := func(dx, dy float64) { x, y = left+dx, top+dy }
	w, h := 0.0, 0.0
	for _, kind := range []struct {
		name  string
		build func(name string) string
	}{
		{"drop", func(name string) string { // its origin is at a corner
			at(0, 200)
			body(name, "kind: box, size: [400, 20]")
			at(-w/2, between(80, 160)-h)
			return body(name, "kind: polygon, points: [[0, 0], [%g, 0], [%g, %g], [0, %g]], body: dynamic, density: %g",
				w-between(0, w/3), w, h, h, between(0.5, 3))
		}},
		{"plank", func(name string) string { // off its support's middle
			at(w/8, 240)
			body(name, "kind: box, size: [%g, 80]", w/2)
			at(-w/2, 199-h)
			return body(name, "kind: polygon, points: [[0, 0], [%g, 0], [%g, %g], [0, %g]], body: dynamic", w, w, h, h)
		}},
		{"stack", func(name string) string { // the box on top
			at(0, 200)
			body(name, "kind: box, size: [400, 20]")
			count := 3 + rng.IntN(3)
			top := ""
			for i := range count {
				at(between(-4, 4), 190-h*(float64(i)+0.5))
				top = body(name, "kind: box, size: [%g, %g], body: dynamic", w, h)
			}
			return top
		}},
		{"slope", func(name string) string { // friction holds it
			angle := between(5, 20)
			at(0, 200)
			body(name, "kind: box, size: [500, 20], angle: %g", angle)
			s, c := math.Sincos(angle * math.Pi / 180)
			at(s*(10.05+h/2), 200-c*(10.05+h/2)) // Godot may not move a box that touches exactly
			return body(name, "kind: box, size: [%g, %g], angle: %g, body: dynamic", w, h, angle)
		}},
		{"slide", func(name string) string {
			const slick = "friction: 0.12, categories: [slick], collides_with: [slick]"
			angle := between(20, 30)
			at(0, 200)
			body(name, "kind: box, size: [1500, 20], angle: %g, %s", angle, slick)
			s, c := math.Sincos(angle * math.Pi / 180)
			at(s*(10.05+h/2)-c*500, 200-c*(10.05+h/2)-s*500)
			return body(name, "kind: box, size: [%g, %g], angle: %g, body: dynamic, %s", w, h, angle, slick)
		}},
		{"bounce", func(name string) string { // the ball alone bounces
			at(0, 300)
			body(name, "kind: box, size: [300, 20], categories: [pad], collides_with: [ball]")
			at(0, between(0, 100))
			return body(name, "kind: circle, radius: %g, body: dynamic, restitution: 0.7, categories: [ball], "+
				"collides_with: [pad]", h/2)
		}},
		{"rebound", func(name string) string { // ball and floor bounce
			at(0, 300)
			body(name, "kind: box, size: [300, 20], restitution: 0.8, categories: [spring], collides_with: [spring]")
			at(0, between(0, 100))
			return body(name, "kind: circle, radius: %g, body: dynamic, restitution: 0.8, categories: [spring], "+
				"collides_with: [spring]", h/2)
		}},
		{"roll", func(name string) string {
			at(0, 200)
			body(name, "kind: box, size: [1400, 20]")
			at(-600, 190-h)
			return body(name, "kind: circle, radius: %g, body: dynamic, velocity: [%g, 0]", h, between(60, 240))
		}},
		{"pendulum", func(name string) string {
			at(w, 100)
			b := body(name, "kind: polygon, points: [[0, 0], [%g, 0], [%g, %g], [0, %g]], body: dynamic", 2*w, 2*w, h/2,
				h/2)
			link(name, b, "kind: hinge, at_a: [%g, %g], at_b: [0, 0]", x, y)
			return b
		}},
		{"spring", func(name string) string {
			at(0, 200)
			b := body(name, "kind: circle, radius: %g, body: dynamic, density: %g", h, between(0.5, 3))
			link(name, b, "kind: spring, at_a: [%g, %g], at_b: [0, 0], length: %g, frequency: %g, damping: %g", x,
				y-100, between(60, 70), between(1.2, 2), between(0, 0.2))
			return b
		}},
		{"flap", func(name string) string {
			at(w, 100)
			b := body(name, "kind: box, size: [%g, %g], body: dynamic", 2*w, h/2)
			link(name, b, "kind: hinge, at_a: [%g, %g], at_b: [%g, 0], limits: [-30, %g]", x-w, y, -w, between(10, 60))
			return b
		}},
		{"above", func(name string) string {
			at(0, 200)
			body(name, "kind: box, size: [300, 12], role: one-way")
			at(0, between(100, 150))
			return body(name, "kind: box, size: [%g, %g], body: dynamic", w, h)
		}},
		{"below", func(name string) string {
			at(0, 200)
			body(name, "kind: box, size: [300, 12], role: one-way")
			at(0, 260+h)
			return body(name, "kind: box, size: [%g, %g], body: dynamic, velocity: [0, %g]", w, h, -between(500, 600))
		}},
	} {
		for range variants {
			left, top = float64(len(scenes)%variants*cell), float64(len(scenes)/variants*cell)
			w, h = between(30, 60), between(16, 30)
			name := fmt.Sprint(kind.name, "-", len(scenes))
			scenes = append(scenes, scene{kind.name, name, kind.build(name)})
		}
	}
	doc, err := level.Parse([]byte("fillet: 2\nname: motion\nsize: [20000, 20000]\norigin: [-1000, -1000]\n"+
		"categories: [default, slick, ball, pad, spring]\n"+
		"playtest: {gravity: 800, damping: 0.1, spin_damping: 0.1}\njoints:\n"+joints.String()+
		"layers:\n  - id: l1\n    name: things\n    colliders:\n"+bodies.String()), "motion")
	if err != nil {
		t.Fatal(err)
	}
	return doc, scenes
}

// tracksOf returns the tracks of a level's bodies in the playtest.
func tracksOf(t *testing.T, doc *level.Document) map[string]track {
	t.Helper()
	settings, _, err := play.SettingsOf(doc.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	run := play.NewRun(doc.Snapshot(), settings, level.Vec{X: -900, Y: -900})
	out := map[string]track{}
	for frame := range motionFrames + 1 {
		if frame > 0 {
			run.Step(play.Input{})
		}
		for _, b := range run.Bodies() {
			at := b.Transform.Apply(doc.Baked(b.ID).Mass().Centroid)
			turn := doc.Collider(b.ID).Transform().Q.Inv().Mul(b.Transform.Q).Angle()
			if k := out[b.ID.String()]; len(k) > 0 {
				turn = k[len(k)-1][2] + math.Remainder(turn-k[len(k)-1][2], 2*math.Pi)
			}
			out[b.ID.String()] = append(out[b.ID.String()], [3]float64{at.X, at.Y, turn})
		}
	}
	return out
}

// lowest and highest return the frame in a range with the largest or smallest y.
func lowest(k track, from, to int) int {
	best := from
	for i := from; i < to; i++ {
		if k[i][1] > k[best][1] {
			best = i
		}
	}
	return best
}

func highest(k track, from, to int) int {
	best := from
	for i := from; i < to; i++ {
		if k[i][1] < k[best][1] {
			best = i
		}
	}
	return best
}

// turns returns the times, in frames, at which a value turns around.
func turns(k track, axis int) (at []float64) {
	before, since := 0.0, 0 // the last step that moved, and its number
	for i := 1; i < len(k); i++ {
		step := k[i][axis] - k[i-1][axis]
		if step == 0 {
			continue
		}
		if before*step < 0 {
			at = append(at, float64(since)-0.5+float64(i-since)*before/(before-step))
		}
		before, since = step, i
	}
	return at
}

// difference returns how much a track differs from the playtest's, as a fraction of what is allowed, and what differs.
func difference(kind string, got, want track) (part float64, what string) {
	last := motionFrames
	switch kind {
	case "slide", "roll":
		frame := map[string]int{"slide": 60, "roll": last}[kind]
		way := want.at(frame).Dist(want.at(0))
		return got.at(frame).Dist(want.at(frame)) / (2 + 0.02*way),
			fmt.Sprintf("is at %.2f, want %.2f", got.at(frame), want.at(frame))
	case "bounce", "rebound":
		rise := func(k track) float64 {
			hit := 0
			for hit < last && k[hit+1][1] >= k[hit][1] {
				hit++
			}
			return k[lowest(k, 0, hit+1)][1] - k[highest(k, hit, min(hit+90, last))][1]
		}
		a, b := rise(got), rise(want)
		return math.Abs(a-b) / (1 + 0.05*b), fmt.Sprintf("bounces %.2f px high, want %.2f", a, b)
	case "pendulum", "spring":
		axis := map[string]int{"pendulum": 2, "spring": 1}[kind]
		a, b := turns(got, axis), turns(want, axis)
		n := min(len(a), len(b), 4)
		if n == 0 {
			return 10, fmt.Sprintf("turns around %d times, want %d", len(a), len(b))
		}
		p, q := a[n-1]/60, b[n-1]/60
		return math.Abs(p-q) / (0.02 * q), fmt.Sprintf("swings %d times in %.3f s, want %.3f", n, p, q)
	}
	off, room := got.at(last).Dist(want.at(last)), 2.0
	if kind == "stack" {
		room = 5 // Box2D keeps its polygons apart by 0.01 m
	}
	return off / room, fmt.Sprintf("comes to rest at %.2f, want %.2f", got.at(last), want.at(last))
}

// sameMotion compares the tracks of an engine with the playtest's. It leaves out the scenes of which the export lists a
// loss, and fails if it leaves out all of a kind that the engine should know.
func sameMotion(t *testing.T, engine string, e export.Exporter, got map[string]track, unknown ...string) {
	t.Helper()
	doc, _ := motionLevel(t)
	var text strings.Builder
	losses, err := e.Export(t.Context(), doc.Snapshot(), export.Options{Tolerance: tolerance}, &text)
	if err != nil {
		t.Fatal(err)
	}
	sameTracks(t, engine, got, func(s scene) bool {
		return slices.ContainsFunc(losses.Losses, func(l export.Loss) bool {
			if len(l.Colliders) == 0 && strings.Contains(l.Message, "joints are left out") {
				return slices.Contains([]string{"pendulum", "spring", "flap"}, s.kind)
			}
			if strings.Contains(l.Message, "its own friction") {
				return slices.Contains([]string{"slope", "slide", "roll", "bounce", "rebound"}, s.kind)
			}
			isIts := slices.ContainsFunc(l.Colliders, func(id level.ID) bool { return doc.Collider(id).Name == s.name })
			return l.Severity() == export.SeverityLoss && (isIts || strings.Contains(l.Message, s.name+" "))
		})
	}, unknown...)
}

// sameTracks compares the tracks of an engine with the playtest's, except for the scenes that are lost, and fails if all
// of a kind that the engine should know are lost.
func sameTracks(t *testing.T, engine string, got map[string]track, isLost func(scene) bool, unknown ...string) {
	t.Helper()
	doc, scenes := motionLevel(t)
	want := tracksOf(t, doc)
	compared, worst := map[string]int{}, map[string]float64{}
	for _, s := range scenes {
		if isLost(s) {
			continue
		}
		k := got[s.id]
		if len(k) != motionFrames+1 {
			t.Errorf("%s has %d frames in %s", s.name, len(k), engine)
			continue
		}
		if off := k.at(0).Dist(want[s.id].at(0)); off > 0.01 {
			t.Errorf("%s has its centre of mass in %s off by %.3f px", s.name, engine, off)
		}
		compared[s.kind]++
		part, what := difference(s.kind, k, want[s.id])
		worst[s.kind] = max(worst[s.kind], part)
		if !(part <= 1) {
			t.Errorf("%s in %s: %s", s.name, engine, what)
		}
	}
	for _, s := range scenes {
		if compared[s.kind] == 0 && !slices.Contains(unknown, s.kind) {
			t.Errorf("%s: every %s is lost", engine, s.kind)
			unknown = append(unknown, s.kind)
		}
	}
	t.Logf("%s: compared %v, at worst %.2v of what is allowed", engine, compared, worst)
}

// Bodies move in Chipmunk as in the playtest, but for pairs of different restitutions.
func TestChipmunkMotion(t *testing.T) {
	got := map[string]track{}
	for id, path := range engines(t).Motion {
		got[id] = path
	}
	sameMotion(t, "Chipmunk", export.CP(), got, "bounce")
}

// planckMotion is the output of planck_motion.cjs, in metres with y up.
type planckMotion struct {
	Tracks map[string]track
	Ends   map[string]struct{ X, Y, Angle float64 }
}

// Bodies move in Box2D as in the playtest, but for one-way ledges.
func TestPlanckMotion(t *testing.T) {
	doc, _ := motionLevel(t)
	sameMotion(t, "Box2D", export.Rube(), planckTracks(t, doc, exported(t, export.Rube(), doc, "motion")), "above",
		"below")
}

// planckTracks returns the tracks of a level's bodies in planck.
func planckTracks(t *testing.T, doc *level.Document, file []byte) map[string]track {
	t.Helper()
	var got planckMotion
	node(t, "planck", "planck_motion.cjs", file, &got, "3", "240")
	metre := doc.Settings().PixelsPerMetre
	for _, k := range got.Tracks {
		for i := range k {
			k[i] = [3]float64{k[i][0] * metre, -k[i][1] * metre, -k[i][2]}
		}
	}
	return got.Tracks
}

// Bodies come to rest in Matter.js as in the playtest, where its friction and its joints do not matter.
func TestMatterMotion(t *testing.T) {
	doc, _ := motionLevel(t)
	for _, phaser := range []string{"phaser", "phaser4"} {
		t.Run(phaser, func(t *testing.T) {
			var got map[string]track
			node(t, phaser, "phaser_motion.cjs", exported(t, export.Matter(), doc, "motion"), &got, phaser, "0.8")
			sameMotion(t, "Matter.js", export.Matter(), got, "above", "below", "pendulum", "spring", "flap",
				"slope", "slide", "roll", "bounce", "rebound")
		})
	}
}

// Bodies move in Godot as in the playtest, but for limits and added restitutions.
func TestGodotMotion(t *testing.T) {
	doc, _ := motionLevel(t)
	sameMotion(t, "Godot", export.Godot(), godotTracks(t, doc, exported(t, export.Godot(), doc, "motion")), "flap",
		"rebound")
}

// godotTracks returns the tracks of a scene's bodies in Godot.
func godotTracks(t *testing.T, _ *level.Document, scene []byte) (got map[string]track) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "motion.tscn"), scene, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(godotPrints(t, dir, filepath.Join("godot", "motion.gd")), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// Bodies of the samples come to rest on the same supports as in the playtest. Those with a loss, and those that move
// after three seconds, are left out, as is the sample with a gem that balances on its tip.
func TestSamplesComeToRest(t *testing.T) {
	const high, wide = 5, 20 // pixels; Matter.js has its own friction
	for _, engine := range []struct {
		name string
		e    export.Exporter
		run  func(t *testing.T, doc *level.Document, file []byte) map[string]track
	}{
		{"Box2D", export.Rube(), planckTracks},
		{"Godot", export.Godot(), godotTracks},
		{"Matter.js", export.Matter(), func(t *testing.T, _ *level.Document, file []byte) (got map[string]track) {
			node(t, "phaser4", "phaser_motion.cjs", file, &got, "phaser4", "0.8")
			return got
		}},
	} {
		t.Run(engine.name, func(t *testing.T) {
			compared := 0
			for _, name := range []string{"cavern", "jetpack", "machines", "one-way", "platformer", "triggers"} {
				doc := sample(t, name)
				var file bytes.Buffer
				report, err := engine.e.Export(t.Context(), doc.Snapshot(), export.Options{Base: "motion"}, &file)
				if err != nil {
					t.Fatal(err)
				}
				lost := map[level.ID]bool{}
				for _, l := range report.Losses {
					for _, id := range append(l.Colliders, l.Collider) {
						lost[id] = lost[id] || l.Severity() == export.SeverityLoss
					}
				}
				got := engine.run(t, doc, file.Bytes())
				for id, want := range tracksOf(t, doc) {
					c := colliderOf(t, doc, id)
					rests := want.at(motionFrames).Dist(want.at(motionFrames-30)) < 0.5
					if c.Body != level.Dynamic || lost[c.ID] || !rests || len(got[id]) <= motionFrames {
						continue
					}
					compared++
					at, wanted := got[id].at(motionFrames), want.at(motionFrames)
					if off := at.Sub(wanted); !(math.Abs(off.Y) <= high && math.Abs(off.X) <= wide) {
						t.Errorf("%s in %s: %s (%s) rests at %.1f, want %.1f", name, engine.name, id, c.Name, at, wanted)
					}
				}
			}
			if t.Logf("%d bodies rest", compared); compared < 10 {
				t.Error("too few bodies are compared")
			}
		})
	}
}
