package exportcheck

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/export"
	"fillet/export/colliders"
)

// loaderEngine is an engine with a loader in assets/loaders.
type loaderEngine struct {
	name  string   // of the loader: fillet-NAME.js
	pkg   string   // in node_modules
	limit int      // most categories
	lost  []string // kinds of scenes of the motion level that the loader lists as lost
	rate  int      // steps per second in comparisons with the playtest
}

var loaderEngines = []loaderEngine{
	{name: "planck", pkg: "planck", limit: 32, rate: 240},
	{name: "box2d", pkg: "box2d3-wasm", limit: 53, rate: 240},
	{name: "rapier", pkg: "@dimforge/rapier2d-compat", limit: 32, rate: 240},
}

// loaderJob is the input of loaders.mjs.
type loaderJob struct {
	Engine  string          `json:"engine"`
	File    json.RawMessage `json:"file"`
	Options map[string]any  `json:"options,omitempty"`
	Rate    int             `json:"rate"`
	Frames  int             `json:"frames"`
	Actions []loaderAction  `json:"actions,omitempty"`
}

// loaderAction is done at the start of a frame.
type loaderAction struct {
	Frame    int                   `json:"frame"`
	Apply    any                   `json:"apply,omitempty"`
	Velocity map[string][2]float64 `json:"velocity,omitempty"`
}

// loaderRun is the output of loaders.mjs, in the file's lengths.
type loaderRun struct {
	Error  string
	Losses []string
	Joints []string
	Bodies map[string]struct {
		Mass, Inertia float64    // in kilograms times square metres
		Center        [2]float64 // in the body's frame
	}
	Tracks  map[string]track // poses of the bodies' frames
	Spins   map[string]track // velocities of their centres of mass, and spins
	Touched []string         // pairs of ids, in both orders
	Found   map[string]*string
	Tagged  map[string][]string
	Size    [2]int // bodies and joints after loading
	Left    [2]int // the same after destroy
	Actions []struct {
		Error                  string
		SameBodies, SameJoints []string
		Size                   [2]int
	}
}

// loadersDir returns the folder of the loaders.
func loadersDir() string { return filepath.Join("..", "..", "assets", "loaders") }

// eachLoader runs a test for every engine that is installed.
func eachLoader(t *testing.T, test func(*testing.T, loaderEngine)) {
	t.Helper()
	for _, e := range loaderEngines {
		t.Run(e.name, func(t *testing.T) { test(t, e) })
	}
}

// run runs a job with the engine's loader.
func (e loaderEngine) run(t *testing.T, job loaderJob) loaderRun {
	t.Helper()
	job.Engine = e.name
	if job.Rate == 0 {
		job.Rate = e.rate
	}
	data, err := json.Marshal(job)
	if err != nil {
		t.Fatal(err)
	}
	var out loaderRun
	node(t, e.pkg, "loaders.mjs", data, &out)
	return out
}

// loads is run for a file that must load, and whose bodies must be gone after destroy.
func (e loaderEngine) loads(t *testing.T, job loaderJob) loaderRun {
	t.Helper()
	out := e.run(t, job)
	if out.Error != "" {
		t.Fatalf("%s: %s", e.name, out.Error)
	}
	if out.Left != [2]int{} {
		t.Errorf("%s: %d bodies and %d joints are left after destroy", e.name, out.Left[0], out.Left[1])
	}
	return out
}

// formed returns a level in a form of the native format.
func formed(t *testing.T, doc *level.Document, form export.Form) []byte {
	t.Helper()
	var b bytes.Buffer
	o := export.Options{Tolerance: tolerance, Form: form}
	if _, err := export.JSON().Export(context.Background(), doc.Snapshot(), o, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pixels converts a pose or a velocity from a form to pixels with y down.
func pixels(form export.Form, metre float64, v [3]float64) [3]float64 {
	if form.Metres {
		v[0], v[1] = v[0]*metre, v[1]*metre
	}
	if form.YUp {
		v[1], v[2] = -v[1], -v[2]
	}
	return v
}

// frames returns the poses of colliders in each frame of a run, in pixels with y down.
func (r *loaderRun) frames(doc *level.Document, form export.Form) map[string][]collision.Transform {
	firsts, frames := map[string]*level.Collider{}, map[string][]collision.Transform{}
	names := doc.Snapshot().Bodies()
	for c := range doc.Colliders() {
		first := c
		if name := names[c.ID]; name != "" {
			if firsts[name] == nil {
				firsts[name] = c
			}
			first = firsts[name]
		}
		at := first.Transform().Inv().Mul(c.Transform())
		for _, p := range r.Tracks[c.ID.String()] {
			p = pixels(form, doc.Settings().PixelsPerMetre, p)
			frames[c.ID.String()] = append(frames[c.ID.String()],
				collision.NewTransform(collision.Vec{X: p[0], Y: p[1]}, p[2]).Mul(at))
		}
	}
	return frames
}

// centres returns the tracks of the centres of mass of bodies of one collider.
func (r *loaderRun) centres(doc *level.Document, form export.Form) map[string]track {
	out := map[string]track{}
	for c := range doc.Colliders() {
		id := c.ID.String()
		centre := doc.Baked(c.ID).Mass().Centroid
		for _, p := range r.Tracks[id] {
			p = pixels(form, doc.Settings().PixelsPerMetre, p)
			at := collision.NewTransform(collision.Vec{X: p[0], Y: p[1]}, p[2]).Apply(centre)
			out[id] = append(out[id], [3]float64{at.X, at.Y, p[2] - c.Angle.Radians()})
		}
	}
	return out
}

// hasLoss reports whether a collider or a joint with this name is in the losses.
func (r *loaderRun) hasLoss(name string) bool {
	return slices.ContainsFunc(r.Losses, func(l string) bool { return strings.Contains(l, "("+name+"):") })
}

// Bodies move as in the playtest, in every form of the file.
func TestLoaderMotion(t *testing.T) {
	eachLoader(t, func(t *testing.T, e loaderEngine) {
		doc, scenes := motionLevel(t)
		var first map[string]track
		for _, f := range []struct {
			name string
			form export.Form
		}{
			{"pixels", export.Form{}},
			{"metres", export.Form{Metres: true}},
			{"up", export.Form{YUp: true}},
			{"radii", export.Form{KeepRadius: true, Polygons: 12, Metres: true, YUp: true}},
		} {
			run := e.loads(t, loaderJob{File: formed(t, doc, f.form), Frames: motionFrames})
			got := run.centres(doc, f.form)
			isLost := func(s scene) bool { return run.hasLoss(s.name) || slices.Contains(e.lost, s.kind) }
			sameTracks(t, e.name+" with "+f.name, got, isLost, e.lost...)
			if first == nil {
				first = got
				e.masses(t, doc, run)
			}
			for _, s := range scenes {
				if part, what := difference(s.kind, got[s.id], first[s.id]); !(part <= 1) {
					t.Errorf("%s with %s: %s %s", e.name, f.name, s.name, what)
				}
			}
		}
	})
}

// masses compares the masses, the inertias and the centres of mass of bodies of one collider.
func (e loaderEngine) masses(t *testing.T, doc *level.Document, run loaderRun) {
	t.Helper()
	metre := doc.Settings().PixelsPerMetre
	for c := range doc.Colliders() {
		b, want := run.Bodies[c.ID.String()], doc.Baked(c.ID).Mass()
		if c.Body != level.Dynamic {
			continue
		}
		mass, inertia := want.Mass*c.Density/(metre*metre), want.Inertia*c.Density/(metre*metre*metre*metre)
		off := collision.Vec{X: b.Center[0], Y: b.Center[1]}.Dist(want.Centroid)
		if math.Abs(b.Mass/mass-1) > 1e-3 || math.Abs(b.Inertia/inertia-1) > 1e-3 || off > 1e-3 {
			t.Errorf("%s: %v has the mass %v, the inertia %v and a centre off by %v px, want %v and %v", e.name, c.ID,
				b.Mass, b.Inertia, off, mass, inertia)
		}
	}
}

// playedFrames returns the poses of colliders in each frame of the playtest.
func playedFrames(t *testing.T, doc *level.Document, frames int) map[string][]collision.Transform {
	t.Helper()
	settings, _, err := play.SettingsOf(doc.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	run := play.NewRun(doc.Snapshot(), settings, level.Vec{X: -9000, Y: -9000})
	out := map[string][]collision.Transform{}
	for i := range frames + 1 {
		if i > 0 {
			run.Step(play.Input{})
		}
		for _, b := range run.Bodies() {
			out[b.ID.String()] = append(out[b.ID.String()], b.Transform)
		}
	}
	return out
}

// samePlace compares where colliders are at the end of a run with the playtest. It leaves out those with a loss.
func (e loaderEngine) samePlace(t *testing.T, doc *level.Document, run loaderRun, frames int, room float64) {
	t.Helper()
	got, want := run.frames(doc, export.Form{}), playedFrames(t, doc, frames)
	worst, compared := 0.0, 0
	for c := range doc.Colliders() {
		id := c.ID.String()
		if len(want[id]) == 0 || run.hasLoss(c.Name) {
			continue
		}
		if len(got[id]) != frames+1 {
			t.Errorf("%s: %s (%s) has %d frames", e.name, id, c.Name, len(got[id]))
			continue
		}
		centre := doc.Baked(c.ID).Mass().Centroid
		a, b := got[id][frames].Apply(centre), want[id][frames].Apply(centre)
		compared++
		worst = max(worst, a.Dist(b))
		if off := a.Dist(b); !(off <= room) {
			t.Errorf("%s: %s (%s) is at %.2f after %d frames, want %.2f, off by %.2f px", e.name, id, c.Name, a, frames,
				b, off)
		}
	}
	t.Logf("%s: %d colliders are at most %.2f px off after %d frames", e.name, compared, worst, frames)
}

// The samples run: platforms are where the Go loader says, and bodies come to rest where the playtest has them.
func TestLoaderSamples(t *testing.T) {
	eachLoader(t, func(t *testing.T, e loaderEngine) {
		for _, name := range []string{"platformer", "machines"} {
			doc := sample(t, name)
			data := formed(t, doc, export.Form{})
			run := e.loads(t, loaderJob{File: data, Frames: motionFrames, Rate: 60})
			if len(run.Losses) > 0 {
				t.Errorf("%s: %s has losses: %q", e.name, name, run.Losses)
			}
			e.followPaths(t, name, data, run)
			if name == "machines" {
				continue // its crate is on a conveyor belt, which only the playtest has
			}
			got, want := run.frames(doc, export.Form{}), playedFrames(t, doc, motionFrames)
			for id, track := range want {
				a, b := got[id][motionFrames].P, track[motionFrames].P
				if off := math.Abs(a.Y - b.Y); !(off <= 3) { // a ball rolls, and may roll farther
					t.Errorf("%s: %s of %s is at %.2f at the end, want %.2f", e.name, id, name, a, b)
				}
			}
		}
	})
}

// The machinery moves as in the playtest.
func TestLoaderMachinery(t *testing.T) {
	eachLoader(t, func(t *testing.T, e loaderEngine) {
		doc := machinery(t)
		frames := int(seconds * 60)
		run := e.loads(t, loaderJob{File: formed(t, doc, export.Form{}), Frames: frames, Rate: 3840})
		got, want := map[string]collision.Transform{}, played(t, doc)
		for id, track := range run.frames(doc, export.Form{}) {
			got[id] = track[len(track)-1]
		}
		if run.hasLoss("bungee") {
			delete(want, "c9")
		}
		holdMotion(t, e.name, got, want)
	})
}

// followPaths compares the poses of platforms in pixels with their paths.
func (e loaderEngine) followPaths(t *testing.T, name string, data []byte, run loaderRun) {
	t.Helper()
	file, err := colliders.Load(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for i := range file.Colliders {
		c := &file.Colliders[i]
		path, err := c.Moving()
		if err != nil {
			t.Fatal(err)
		}
		if path == nil || c.Body != colliders.Kinematic {
			continue
		}
		for frame, p := range run.Tracks[c.ID] {
			want := path.At(float64(frame) / 60)
			off := want.P.Dist(collision.Vec{X: p[0], Y: p[1]})
			turn := math.Abs(want.Q.Inv().Mul(collision.NewRot(p[2])).Angle())
			worst = max(worst, off)
			if off > 0.15 || turn > 0.005 {
				t.Fatalf("%s: %s of %s is at %.2f, %.3f after %d frames, want %.2f, %.3f", e.name, c.ID, name, p[:2], p[2],
					frame, want.P, want.Q.Angle())
			}
		}
	}
	t.Logf("%s: platforms of %s are at most %.3f px off", e.name, name, worst)
}

// sample returns a sample level.
func sample(t *testing.T, name string) *level.Document {
	t.Helper()
	return levelAt(t, filepath.Join("..", "..", "assets", "samples", name+".level.yaml"))
}

// levelAt returns the level in a file.
func levelAt(t *testing.T, path string) *level.Document {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := level.Parse(text, filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// parsed returns a level of colliders in one layer, which are given as lines of YAML.
func parsed(t *testing.T, head string, lines ...string) *level.Document {
	t.Helper()
	doc, err := level.Parse([]byte("fillet: 2\nname: test\nsize: [4000, 1000]\nplaytest: {gravity: 800}\n"+head+
		"layers:\n  - id: l1\n    name: things\n    colliders:\n      - {"+strings.Join(lines, "}\n      - {")+"}\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}
