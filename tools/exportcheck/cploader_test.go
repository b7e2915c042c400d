package exportcheck

import (
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cploader "fillet/assets/loaders/cp"
	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"

	"github.com/jakecoffman/cp/v2"
)

// fileOf returns a level as a collider file of a form.
func fileOf(t *testing.T, doc *level.Document, form export.Form) *colliders.File {
	t.Helper()
	file, err := colliders.Load(bytes.NewReader(formed(t, doc, form)))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// inSpace loads a file into a new space.
func inSpace(t *testing.T, file *colliders.File) (*cp.Space, *cploader.Level) {
	t.Helper()
	space := cp.NewSpace()
	l, err := cploader.Load(file, space)
	if err != nil {
		t.Fatal(err)
	}
	return space, l
}

// tracksInCP runs a file in Chipmunk for Go and returns the tracks of its bodies, in pixels with y down.
func tracksInCP(t *testing.T, file *colliders.File, steps int) (map[string]track, *cploader.Level) {
	t.Helper()
	space, l := inSpace(t, file)
	pixels, up := 1.0, 1.0
	if file.Level.Units == colliders.Metres {
		pixels = file.Level.PixelsPerMetre
	}
	if file.Level.Y == colliders.Up {
		up = -1
	}
	out := map[string]track{}
	for frame := range motionFrames + 1 {
		for range min(frame, 1) * steps {
			dt := 1.0 / 60 / float64(steps)
			l.Step(dt)
			space.Step(dt)
		}
		for id, body := range l.Bodies {
			if first := body.UserData.(*colliders.Collider); first.ID == id && body.GetType() != cp.BODY_STATIC {
				at, turn := body.Position(), body.Angle()-first.Angle*(math.Pi/180)
				out[id] = append(out[id], [3]float64{at.X * pixels, at.Y * pixels * up, turn * up})
			}
		}
	}
	return out, l
}

// Bodies move in Chipmunk for Go as in the playtest with the loader, but for pairs of different restitutions.
func TestCPLoaderMotion(t *testing.T) {
	doc, _ := motionLevel(t)
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			got, l := tracksInCP(t, fileOf(t, doc, form), 4)
			if len(l.Losses) != 1 || !strings.Contains(l.Losses[0], "restitution") {
				t.Errorf("losses: %q", l.Losses)
			}
			sameMotion(t, "Chipmunk for Go", export.CP(), got, "bounce")
		})
	}
}

// The loader lists rolling resistance, and paths without keys.
func TestCPLoaderLosses(t *testing.T) {
	file, err := colliders.Load(bytes.NewReader(lossy(t)))
	if err != nil {
		t.Fatal(err)
	}
	if _, l := inSpace(t, file); !slices.Equal(l.Losses, []string{noRolling, noKeys}) {
		t.Errorf("losses: %q", l.Losses)
	}
}

// The machinery moves in Chipmunk for Go as in the playtest.
func TestCPLoaderJoints(t *testing.T) {
	doc := machinery(t)
	space, l := inSpace(t, nativeFile(t, doc))
	space.Iterations = 40
	const rate = 1920
	for range int(seconds * rate) {
		l.Step(1.0 / rate)
		space.Step(1.0 / rate)
	}
	got, want := map[string]collision.Transform{}, played(t, doc)
	delete(want, "c14") // a part of the hammer
	for id := range want {
		position, angle := l.Frame(id)
		got[id] = collision.NewTransform(level.Vec(position), angle)
	}
	holdMotion(t, "Chipmunk for Go", got, want)
}

// Samples come to rest in Chipmunk for Go as in the playtest, and platforms are where their paths are, also of files in
// the compact form.
func TestCPLoaderSamples(t *testing.T) {
	for _, name := range []string{"platformer", "machines"} {
		doc, err := level.Open(filepath.Join("..", "..", "assets", "samples", name+".level.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		compact, err := colliders.LoadFile(fcolFile(t, doc, export.Form{}))
		if err != nil {
			t.Fatal(err)
		}
		file := nativeFile(t, doc)
		for _, f := range []*colliders.File{file, compact} {
			got, l := tracksInCP(t, f, 4)
			sameEnds(t, name, file, got, tracksOf(t, doc))
			for _, loss := range l.Losses {
				if !strings.Contains(loss, "restitution") {
					t.Errorf("%s: %s", name, loss)
				}
			}
		}
	}
}

// The loader gives roles, filters, one-way sides, paths and forces their effects.
func TestCPLoader(t *testing.T) {
	doc, err := level.Parse([]byte(checkLevel), "checks")
	if err != nil {
		t.Fatal(err)
	}
	space, l := inSpace(t, nativeFile(t, doc))
	if l.Find("nothing") != "" || len(l.Tagged("ground")) != 2 || l.Bodies[l.Find("spawn")] != nil {
		t.Errorf("find and tagged return %q, %q", l.Find("nothing"), l.Tagged("ground"))
	}
	if l.Bodies[l.Find("head")] != l.Bodies[l.Find("shaft")] || len(l.Joints["j1"]) == 0 || len(l.Joints["j2"]) > 0 {
		t.Error("the hammer is not one body, or the wrong joints act")
	}
	at := func(name string) cp.Vector { return l.Bodies[l.Find(name)].Position() }
	highest, deepest := math.Inf(1), math.Inf(1)
	for range 720 {
		l.Step(1.0 / 240)
		space.Step(1.0 / 240)
		highest, deepest = min(highest, at("below").Y), min(deepest, at("stops").Y)
	}
	for name, want := range map[string]cp.Vector{
		"falls": {X: 0, Y: 280}, "plus": {X: 160, Y: 280}, "visitor": {X: 300, Y: 280}, "above": {X: 450, Y: 184},
		"below": {X: 500, Y: 184}, "stops": {X: 550, Y: 280}, "fast": {X: 400, Y: 184}, "on-lid": {X: 700, Y: 190},
		"through-lid": {X: 900, Y: 280}, "on-line": {X: 1100, Y: 190}, "on-loop": {X: 1250, Y: 165},
		"lift": {X: 1560, Y: 200}, "rider": {X: 1560, Y: 184}, "jumps": {X: 2232, Y: 100}, "still": {X: 2600, Y: 100},
		"hangs": {X: 2700, Y: 150}, "kept": {X: 3200, Y: 184},
		"on-thick": {X: 3360, Y: 185}, "below-thick": {X: 3440, Y: 185}, "stops-thick": {X: 3400, Y: 280},
	} {
		if got := at(name); math.Abs(got.X-want.X) > 3 || math.Abs(got.Y-want.Y) > 1 {
			t.Errorf("%s is at %.2f, want %.2f", name, got, want)
		}
	}
	if highest > 180 || deepest > 206 || deepest < 190 {
		t.Errorf("bodies enter the ledge from below up to %.1f and %.1f", highest, deepest)
	}
	if at("ghost").Y < 1000 || at("minus").Y < 1000 || at("balloon").Y > 0 {
		t.Error("a filter or a group stops a body, or the balloon does not rise")
	}
	if turned := l.Bodies[l.Find("turns")].Angle(); math.Abs(turned-1.5*math.Pi) > 0.01 {
		t.Errorf("turns has turned by %.3f", turned)
	}
	if l.Destroy(); countIn(space) != 0 || len(l.Bodies) != 0 {
		t.Errorf("%d things are left in the space", countIn(space))
	}
}

// countIn returns the number of bodies, shapes and joints in a space.
func countIn(space *cp.Space) (n int) {
	space.EachBody(func(*cp.Body) { n++ })
	space.EachShape(func(*cp.Shape) { n++ })
	space.EachConstraint(func(*cp.Constraint) { n++ })
	return n
}

// A new version of a level replaces what has changed. All other bodies stay where the game has moved them. The new
// version is another file, or the same one after a change, as in a game that follows the editor.
func TestCPLoaderApply(t *testing.T) {
	t.Run("another file", func(t *testing.T) {
		applyInCP(t, func(_, next *colliders.File) *colliders.File { return next })
	})
	t.Run("the same file", func(t *testing.T) {
		applyInCP(t, func(file, next *colliders.File) *colliders.File {
			if err := file.Apply(colliders.Diff(file, next), nil); err != nil {
				t.Fatal(err)
			}
			return file
		})
	})
}

func applyInCP(t *testing.T, changedFile func(file, next *colliders.File) *colliders.File) {
	t.Helper()
	doc, err := level.Parse([]byte(checkLevel), "checks")
	if err != nil {
		t.Fatal(err)
	}
	file := nativeFile(t, doc)
	space, l := inSpace(t, file)
	for range 20 {
		l.Step(1.0 / 60)
		space.Step(1.0 / 60)
	}
	falling, hanging, pin := l.Bodies[l.Find("ghost")], l.Bodies[l.Find("hangs")], l.Joints["j1"][0]
	position, velocity := falling.Position(), falling.Velocity()
	changed := checkLevel
	for from, to := range map[string]string{
		"size: [6000, 20], position: [1400, 300]":         "size: [6000, 20], position: [1400, 320]",
		"name: hangs, kind: box, size: [20, 20]":          "name: hangs, kind: box, size: [20, 30]",
		"      - {id: c26, name: still":                   "      - {id: c40, name: new",
		"{id: c2, name: falls, kind: box, size: [20, 20]": "{id: c2, name: falls, kind: box, size: [20, 22]",
		"{id: j2, name: own, kind: hinge, a: c31, b: c32": "{id: j3, name: other, kind: hinge, b: c31",
		"at_a: [0, 0], at_b: [0, -40]":                    "at_a: [3000, 90], at_b: [0, 0]",
		"playtest: {gravity: 800":                         "playtest: {gravity: 400",
	} {
		changed = strings.ReplaceAll(changed, from, to)
	}
	next, err := level.Parse([]byte(changed), "checks")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Apply(changedFile(file, nativeFile(t, next))); err != nil {
		t.Fatal(err)
	}
	if l.Bodies[l.Find("ghost")] != falling || falling.Position() != position || falling.Velocity() != velocity {
		t.Error("a body that has not changed was made anew or moved")
	}
	if at := l.Bodies["c1"].Position(); at.Y != 320 {
		t.Errorf("the floor is at %v", at)
	}
	if l.Bodies["c30"] == hanging || l.Joints["j1"] == nil || l.Joints["j1"][0] == pin {
		t.Error("a changed body or its joint was not made anew")
	}
	if l.Find("still") != "" || l.Bodies["c26"] != nil || l.Bodies["c40"] == nil || len(l.Joints["j3"]) == 0 {
		t.Error("something was not added or removed")
	}
	if g := space.Gravity(); g.Y != 400 {
		t.Errorf("the gravity is %v", g)
	}
	want, fresh := inSpace(t, nativeFile(t, next))
	if got := countIn(space); got != countIn(want) || len(fresh.Bodies) != len(l.Bodies) {
		t.Errorf("the space holds %d things, want %d", got, countIn(want))
	}
	for range 60 {
		l.Step(1.0 / 60)
		space.Step(1.0 / 60)
	}
	loose := nativeFile(t, next)
	loose.Joints = nil
	if err := l.Apply(changedFile(l.File, loose)); err != nil || len(l.Joints) > 0 {
		t.Errorf("%d joints are left: %v", len(l.Joints), err)
	}
}

// Files that Chipmunk cannot take are refused, and leave the space empty or the level as it is.
func TestCPLoaderRefuses(t *testing.T) {
	doc, err := level.Parse([]byte(checkLevel), "checks")
	if err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(*colliders.File){
		"version 1": func(f *colliders.File) { f.Version = 1 },
		"version 3": func(f *colliders.File) { f.Version = 3 },
		"c1":        func(f *colliders.File) { f.Colliders[1].ID = "c1" },
		"c2":        func(f *colliders.File) { f.Colliders[1].Pieces[0].Radius = math.NaN() },
		"c3":        func(f *colliders.File) { f.Colliders[2].Pieces[0].Vertices = nil },
		"j1":        func(f *colliders.File) { f.Joints[1].ID = "j1" },
	} {
		file := nativeFile(t, doc)
		damage(file)
		space := cp.NewSpace()
		if _, err := cploader.Load(file, space); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		if n := countIn(space); n != 0 {
			t.Errorf("%s: %d things are in the space", name, n)
		}
		whole, l := inSpace(t, nativeFile(t, doc))
		before := countIn(whole)
		if err := l.Apply(file); err == nil || countIn(whole) != before || l.File == file {
			t.Errorf("%s was applied: %v", name, err)
		}
	}
}

// Levels on which exports have failed move in Chipmunk as in the playtest, in Go and in C, but for bodies that tumble
// over corners.
func TestChipmunkLoaderFaults(t *testing.T) {
	files, err := filepath.Glob("../../../shared/faults/level/*.level.yaml")
	if err != nil || len(files) == 0 {
		t.Skip("../shared/faults is missing")
	}
	tumbles := map[string]string{"features.level.yaml": "c16 c17 c18", "noside.level.yaml": "c16 c17 c18"}
	chipmunk := chipmunkC(t)
	program := chipmunk.compiled(t, "run.c")
	compared := 0
	for _, path := range files {
		doc, err := level.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		name, want := filepath.Base(path), tracksOf(t, doc)
		inGo, l := tracksInCP(t, nativeFile(t, doc), 8)
		inC, losses := chipmunk.tracksIn(t, program, doc, export.Form{})
		if len(losses) > 0 || len(inC) != len(inGo) {
			t.Errorf("%s has %d bodies in C and %d in Go, and loses %q", name, len(inC), len(inGo), losses)
		}
		if len(l.Losses) == 0 { // it is about bodies that bounce
			compared += sameFrames(t, name+" in Go", inGo, want, tumbles[name])
		}
		compared += sameFrames(t, name+" in C", inC, want, tumbles[name])
	}
	if compared < 20 {
		t.Errorf("only %d bodies were compared", compared)
	}
}

// sameFrames compares where bodies are in the end with the playtest, and returns how many it has compared.
func sameFrames(t *testing.T, name string, got, want map[string]track, tumbling string) (n int) {
	t.Helper()
	for id, k := range got {
		w := want[id]
		if w == nil || strings.Contains(tumbling, id) {
			continue
		}
		n++
		way := w.at(motionFrames).Dist(w.at(0))
		if off := k.at(motionFrames).Dist(w.at(motionFrames)); off > 3+0.03*way {
			t.Errorf("%s: %s is at %.1f, want %.1f", name, id, k.at(motionFrames), w.at(motionFrames))
		}
	}
	return n
}
