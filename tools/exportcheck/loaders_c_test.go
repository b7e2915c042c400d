package exportcheck

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// loadersC is the folder of the C loaders.
const loadersC = "../../assets/loaders"

// engineC is an engine that a C loader is for.
type engineC struct {
	name  string
	flags []string // how to compile and link with it
	steps int      // per sixtieth of a second in comparisons of motion
}

// The C loaders compile as C99 and as C++17 without warnings, also both in one program. The declarations of Box2D in
// export/testdata are enough for that.
func TestLoadersCompile(t *testing.T) {
	source := filepath.Join(t.TempDir(), "both.c")
	text := "#define FILLET_IMPLEMENTATION\n#include \"fillet_box2d.h\"\n"
	if _, err := os.Stat("/usr/include/chipmunk/chipmunk.h"); err == nil {
		text += "#include \"fillet_chipmunk.h\"\n"
	}
	if err := os.WriteFile(source, []byte(text+"int main(void) { return 0; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, language := range [][]string{{"cc", "-std=c99"}, {"c++", "-x", "c++", "-std=c++17"}} {
		if _, err := exec.LookPath(language[0]); err != nil {
			t.Skip("a compiler is missing: ", err)
		}
		args := append(language[1:], "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2", "-c", "-o", os.DevNull,
			"-I"+loadersC, "-I../../export/testdata/box2d", source)
		if out, err := exec.Command(language[0], args...).CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", language, err, out)
		}
	}
}

// chipmunkC returns Chipmunk, or skips the test if its library is missing.
func chipmunkC(t *testing.T) engineC {
	t.Helper()
	if _, err := os.Stat("/usr/include/chipmunk/chipmunk.h"); err != nil {
		t.Skip("Chipmunk is missing: install libchipmunk-dev")
	}
	return engineC{"chipmunk", []string{"-lchipmunk", "-lm", "-lpthread"}, 8}
}

// box2dObjects is where Box2D's sources are compiled.
var box2dObjects struct {
	once sync.Once
	dir  string
	err  error
}

// box2dC returns Box2D v3.1, or skips the test if BOX2D does not name its sources. It compiles them once.
func box2dC(t *testing.T) engineC {
	t.Helper()
	sources := os.Getenv("BOX2D")
	if sources == "" {
		t.Skip("BOX2D does not name the sources of Box2D v3.1")
	}
	files, err := filepath.Glob(filepath.Join(sources, "src", "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no sources: %v", sources, err)
	}
	include := "-I" + filepath.Join(sources, "include")
	o := &box2dObjects
	o.once.Do(func() {
		if o.dir, o.err = os.MkdirTemp("", "box2d"); o.err != nil {
			return
		}
		flags := []string{"-std=gnu17", "-O2", "-DBOX2D_DISABLE_SIMD", "-c", include}
		cmd := exec.Command("cc", append(flags, files...)...)
		cmd.Dir = o.dir
		var out []byte
		if out, o.err = cmd.CombinedOutput(); o.err != nil {
			o.err = fmt.Errorf("%w\n%s", o.err, out)
		}
	})
	objects, err := filepath.Glob(filepath.Join(o.dir, "*.o"))
	if err = errors.Join(o.err, err); err != nil {
		t.Fatal(err)
	}
	return engineC{"box2d", append([]string{"-std=gnu17", include}, append(objects, "-lm", "-lpthread")...), 4}
}

// TestMain removes the objects of Box2D.
func TestMain(m *testing.M) {
	code := m.Run()
	if box2dObjects.dir != "" {
		_ = os.RemoveAll(box2dObjects.dir)
	}
	os.Exit(code)
}

// compiled compiles a program of the folder loaders with an engine, and returns its path.
func (e engineC) compiled(t *testing.T, source string, more ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	args := append([]string{
		"-O2", "-I" + loadersC, "-Iloaders", "-DENGINE=\"engine_" + e.name + ".h\"", "-o", program,
		filepath.Join("loaders", source),
	}, more...)
	if out, err := exec.Command("cc", append(args, e.flags...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// fcolFile writes a level as an .fcol file.
func fcolFile(t *testing.T, doc *level.Document, form export.Form) string {
	t.Helper()
	var b bytes.Buffer
	o := export.Options{Base: "level", Tolerance: tolerance, Form: form}
	if _, err := export.FCOL().Export(t.Context(), doc.Snapshot(), o, &b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "level.fcol")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// printed runs a program and returns what it prints.
func printed(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%v\n%s%s", err, out, exit.Stderr)
		}
		t.Fatal(err)
	}
	return string(out)
}

// tracksIn runs a level in an engine and returns the tracks of its bodies, and the losses that the loader lists.
func (e engineC) tracksIn(t *testing.T, program string, doc *level.Document, form export.Form) (map[string]track,
	[]string,
) {
	t.Helper()
	got, losses := map[string]track{}, []string(nil)
	out := printed(t, program, fcolFile(t, doc, form), fmt.Sprint(motionFrames), fmt.Sprint(e.steps))
	for line := range strings.Lines(out) {
		if loss, ok := strings.CutPrefix(line, "loss "); ok {
			losses = append(losses, strings.TrimSpace(loss))
			continue
		}
		line, ok := strings.CutPrefix(line, "body ")
		if !ok {
			continue // a message of the engine
		}
		var id string
		var at [3]float64
		if _, err := fmt.Sscan(line, &id, &at[0], &at[1], &at[2]); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		got[id] = append(got[id], at)
	}
	return got, losses
}

// forms are the forms of a file that give the same motion.
var forms = map[string]export.Form{
	"pixels": {}, "metres": {Metres: true}, "y up": {YUp: true}, "radii": {KeepRadius: true},
	"all": {Metres: true, YUp: true, KeepRadius: true},
}

// motionIn compares the motion of bodies in an engine with the playtest, for every form of the file.
func (e engineC) motionIn(t *testing.T) {
	program := e.compiled(t, "run.c")
	doc, _ := motionLevel(t)
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			got, losses := e.tracksIn(t, program, doc, form)
			if len(losses) > 0 {
				t.Errorf("losses: %q", losses)
			}
			sameMotion(t, e.name, export.FCOL(), got)
		})
	}
}

// Bodies move in Chipmunk as in the playtest with fillet_chipmunk.h.
func TestChipmunkLoaderMotion(t *testing.T) { chipmunkC(t).motionIn(t) }

// Bodies move in Box2D as in the playtest with fillet_box2d.h.
func TestBox2DLoaderMotion(t *testing.T) { box2dC(t).motionIn(t) }

// machineryIn compares the machinery's motion in an engine with the playtest.
func (e engineC) machineryIn(t *testing.T) {
	doc := machinery(t)
	e.steps = 32
	got, losses := e.tracksIn(t, e.compiled(t, "run.c"), doc, export.Form{})
	if len(losses) > 0 {
		t.Errorf("losses: %q", losses)
	}
	ends, want := map[string]collision.Transform{}, played(t, doc)
	for id, k := range got { // from the centre of mass to the frame of the body
		c := colliderOf(t, doc, id)
		centre, at := doc.Baked(c.ID).Mass().Centroid, k[int(seconds*60)]
		if id == "c13" { // the hammer's centre
			centre = c.Transform().ApplyInv(level.Vec{X: k[0][0], Y: k[0][1]})
		}
		q := collision.NewRot(at[2]).Mul(c.Transform().Q)
		ends[id] = collision.Transform{P: level.Vec{X: at[0], Y: at[1]}.Sub(q.Apply(centre)), Q: q}
	}
	delete(want, "c14") // a part of the hammer
	holdMotion(t, e.name, ends, want)
}

func TestChipmunkLoaderJoints(t *testing.T) { chipmunkC(t).machineryIn(t) }
func TestBox2DLoaderJoints(t *testing.T)    { box2dC(t).machineryIn(t) }

// colliderOf returns the collider with an id.
func colliderOf(t *testing.T, doc *level.Document, id string) *level.Collider {
	t.Helper()
	n, err := level.ParseID(id)
	if err != nil || doc.Collider(n) == nil {
		t.Fatalf("there is no collider %s: %v", id, err)
	}
	return doc.Collider(n)
}

// samplesIn runs samples in an engine for three seconds. Platforms are where their paths are, and no body gets lost.
func (e engineC) samplesIn(t *testing.T) {
	program := e.compiled(t, "run.c")
	for _, name := range []string{"platformer", "machines"} {
		doc, err := level.Open(filepath.Join("..", "..", "assets", "samples", name+".level.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		file := nativeFile(t, doc)
		got, losses := e.tracksIn(t, program, doc, export.Form{})
		sameEnds(t, name, file, got, tracksOf(t, doc))
		if len(got) < 2 || len(losses) > 0 {
			t.Errorf("%s: %d bodies, losses %q", name, len(got), losses)
		}
	}
}

// sameEnds compares where the bodies of a sample are in the end with the playtest.
func sameEnds(t *testing.T, name string, file *colliders.File, got, want map[string]track) {
	t.Helper()
	for id, k := range got {
		c := file.Find(id)
		path, err := c.Moving()
		if err != nil {
			t.Fatal(err)
		}
		end := level.Vec{X: k[motionFrames][0], Y: k[motionFrames][1]}
		if path != nil {
			if at := path.At(motionFrames / 60.0); at.P.Dist(end) > 0.3 {
				t.Errorf("%s: the platform %s is at %.2f, want %.2f", name, id, end, at.P)
			}
			continue
		}
		w := level.Vec{X: want[id][motionFrames][0], Y: want[id][motionFrames][1]}
		if name == "machines" && c.Name == "crate" {
			w = level.Vec{X: 416, Y: 262} // its belt and its platform are objects of the playtest
		}
		if w.Dist(end) > 2 {
			t.Errorf("%s: %s (%s) comes to rest at %.2f, want %.2f", name, id, c.Name, end, w)
		}
	}
}

func TestChipmunkLoaderSamples(t *testing.T) { chipmunkC(t).samplesIn(t) }
func TestBox2DLoaderSamples(t *testing.T)    { box2dC(t).samplesIn(t) }

// checkLevel is the level that loaders/check.c expects.
const checkLevel = `fillet: 2
name: checks
size: [5000, 400]
categories: [default, a, b]
playtest: {gravity: 800, damping: 0, spin_damping: 0}
groups:
  - {id: g1, name: hammer, layer: l1, body: true}
joints:
  - {id: j1, name: pin, kind: hinge, b: c30, at_a: [2700, 150], at_b: [0, 0]}
  - {id: j2, name: own, kind: hinge, a: c31, b: c32, at_a: [0, 0], at_b: [0, -40]}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: floor, kind: box, size: [6000, 20], position: [1400, 300], group: -1, tags: [ground]}
      - {id: c2, name: falls, kind: box, size: [20, 20], position: [0, 200], body: dynamic}
      - {id: c3, name: ghost, kind: box, size: [20, 20], position: [60, 200], body: dynamic, categories: [a],
          collides_with: [b]}
      - {id: c4, name: minus, kind: box, size: [20, 20], position: [110, 200], body: dynamic, group: -1}
      - {id: c5, name: plus, kind: box, size: [20, 20], position: [160, 200], body: dynamic, group: 3}
      - {id: c6, name: zone, kind: box, size: [60, 60], position: [300, 220], role: trigger}
      - {id: c7, name: visitor, kind: box, size: [20, 20], position: [300, 100], body: dynamic}
      - {id: c8, name: ledge, kind: box, size: [250, 12], position: [475, 200], role: one-way, tags: [ground]}
      - {id: c9, name: above, kind: box, size: [20, 20], position: [450, 150], body: dynamic}
      - {id: c10, name: below, kind: box, size: [20, 20], position: [500, 260], body: dynamic, velocity: [0, -500]}
      - {id: c11, name: stops, kind: box, size: [20, 20], position: [550, 270], body: dynamic, velocity: [0, -339]}
      - {id: c12, name: fast, kind: box, size: [20, 20], position: [400, -600], body: dynamic}
      - {id: c13, name: lid, kind: chain, points: [[-50, 0], [50, 0]], one_sided: true, position: [700, 200]}
      - {id: c14, name: on-lid, kind: box, size: [20, 20], position: [700, 150], body: dynamic}
      - {id: c15, name: flap, kind: chain, points: [[50, 0], [-50, 0]], one_sided: true, position: [900, 200]}
      - {id: c16, name: through-lid, kind: box, size: [20, 20], position: [900, 150], body: dynamic}
      - {id: c17, name: line, kind: chain, points: [[50, 0], [0, 0], [-50, 0]], position: [1100, 200]}
      - {id: c18, name: on-line, kind: box, size: [20, 20], position: [1100, 150], body: dynamic}
      - {id: c19, name: loop, kind: chain, points: [[-50, -45], [50, -45], [50, 45], [-50, 45]], closed: true,
          position: [1250, 220]}
      - {id: c20, name: on-loop, kind: box, size: [20, 20], position: [1250, 120], body: dynamic}
      - {id: c21, name: lift, kind: box, size: [80, 12], position: [1500, 200], body: kinematic,
          path: {points: [[0, 0], [60, 0]], speed: 20, loop: once}}
      - {id: c22, name: rider, kind: box, size: [20, 20], position: [1500, 184], body: dynamic}
      - {id: c23, name: turns, kind: box, size: [40, 12], position: [1700, 100], body: kinematic, path: {turn: 90}}
      - {id: c24, name: jumps, kind: box, size: [40, 12], position: [2200, 100], body: kinematic,
          path: {points: [[0, 0], [80, 0]], speed: 64, loop: loop}}
      - {id: c25, name: balloon, kind: circle, radius: 10, position: [2400, 200], body: dynamic, force: [0, -10]}
      - {id: c26, name: still, kind: box, size: [20, 20], position: [2600, 100], body: dynamic, role: trigger}
      - {id: c27, name: spawn, kind: point, position: [50, 50], tags: [spawn],
          properties: {toll: 2.5, sign: exit, open: true}}
      - {id: c30, name: hangs, kind: box, size: [20, 20], position: [2700, 150], body: dynamic}
      - {id: c28, name: shelf, kind: box, size: [60, 12], position: [3200, 200], categories: [a],
          collides_with: [b], group: 7}
      - {id: c29, name: kept, kind: box, size: [20, 20], position: [3200, 150], body: dynamic, categories: [a],
          collides_with: [b], group: 7}
      - {id: c33, name: thick, kind: chain, points: [[-80, 0], [80, 0]], one_sided: true, radius: 5,
          position: [3400, 200]}
      - {id: c34, name: on-thick, kind: box, size: [20, 20], position: [3360, 150], body: dynamic}
      - {id: c35, name: below-thick, kind: box, size: [20, 20], position: [3440, 260], body: dynamic,
          velocity: [0, -500]}
      - {id: c36, name: stops-thick, kind: box, size: [20, 20], position: [3400, 270], body: dynamic,
          velocity: [0, -339]}
      - {id: c31, group_of: g1, name: head, kind: box, size: [32, 16], position: [3000, 100], body: dynamic}
      - {id: c32, group_of: g1, name: shaft, kind: box, size: [8, 64], position: [3000, 140], body: dynamic}
`

// checkedIn runs loaders/check.c, and loaders/fuzz.c with sanitizers.
func (e engineC) checkedIn(t *testing.T) {
	doc, err := level.Parse([]byte(checkLevel), "checks")
	if err != nil {
		t.Fatal(err)
	}
	program := e.compiled(t, "check.c")
	for name, form := range map[string]export.Form{"pixels": {}, "metres": {Metres: true}} {
		t.Run(name, func(t *testing.T) {
			if out, err := exec.Command(program, fcolFile(t, doc, form)).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	t.Run("damaged", func(t *testing.T) {
		fuzz := e.compiled(t, "fuzz.c", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")
		out, err := exec.Command(fuzz, fcolFile(t, doc, export.Form{}), "3000").CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if t.Log(lines[len(lines)-1]); err != nil {
			t.Errorf("%v\n%.5000s", err, out)
		}
	})
}

// Files that Chipmunk cannot take are refused with a reason.
func TestChipmunkLoaderRefuses(t *testing.T) {
	program := chipmunkC(t).compiled(t, "run.c")
	many := strings.Replace(checkLevel, "[default, a, b]", "[default, a, b"+strings.Repeat(", x%", 30)+"]", 1)
	for i := range 30 {
		many = strings.Replace(many, "x%", fmt.Sprint("x", i), 1)
	}
	for want, damage := range map[string]func(path string) string{
		"This is no .fcol file":           func(path string) string { return changed(t, path, 0, 'X') },
		"missing or empty":                func(path string) string { return cut(t, path, 0) },
		"truncated or damaged: 3000 of 5": func(path string) string { return cut(t, path, 3000) },
		"version 2":                       func(path string) string { return changed(t, path, 4, 2) },
		"truncated":                       func(path string) string { return changed(t, path, 8, 1) },
		"settings":                        func(path string) string { return changed(t, path, 112, 9) },
		"33 categories; the engine has 32": func(string) string {
			doc, err := level.Parse([]byte(many), "many")
			if err != nil {
				t.Fatal(err)
			}
			return fcolFile(t, doc, export.Form{})
		},
	} {
		doc, err := level.Parse([]byte(checkLevel), "checks")
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(program, damage(fcolFile(t, doc, export.Form{})), "1", "1").CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("want %q: %v, %s", want, err, out)
		}
	}
}

// cut truncates a file and returns its path.
func cut(t *testing.T, path string, size int64) string {
	t.Helper()
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	return path
}

// changed changes a byte of a file and returns its path.
func changed(t *testing.T, path string, at int, to byte) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[at] = to
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestChipmunkLoader(t *testing.T) { chipmunkC(t).checkedIn(t) }
func TestBox2DLoader(t *testing.T)    { box2dC(t).checkedIn(t) }

// nativeFile returns a level as a collider file.
func nativeFile(t *testing.T, doc *level.Document) *colliders.File {
	t.Helper()
	file, err := colliders.Load(bytes.NewReader(exported(t, export.JSON(), doc, "level")))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// pageIn compiles and runs the program of a page in docs/engines.
func (e engineC) pageIn(t *testing.T, page, want string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "engines", page))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := level.Open("../../assets/samples/platformer.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := fcolFile(t, doc, export.Form{})
	dir := filepath.Dir(file)
	_, code, _ := strings.Cut(string(text), "```c\n")
	code, _, _ = strings.Cut(code, "```")
	if err := errors.Join(os.Rename(file, filepath.Join(dir, "platformer.fcol")),
		os.WriteFile(filepath.Join(dir, "game.c"), []byte(code), 0o600)); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "game")
	args := append([]string{"-I" + loadersC, "-o", program, program + ".c"}, e.flags...)
	if out, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(program)
	cmd.Dir = dir
	if out, err := cmd.Output(); err != nil || !strings.HasSuffix(string(out), want+"\n") {
		t.Errorf("the program of %s prints %q, want %q: %v", page, out, want, err)
	}
}

func TestChipmunkPage(t *testing.T) { chipmunkC(t).pageIn(t, "chipmunk.md", "the ball is at 193") }
func TestBox2DPage(t *testing.T)    { box2dC(t).pageIn(t, "box2d.md", "the ball is at 6.03 m") }
