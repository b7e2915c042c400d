package exportcheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// rapierLevel holds what the loader for Rapier builds, in metres, with points in the world.
type rapierLevel struct {
	Bodies map[string]struct {
		Type                                             string
		At, Center, Velocity, Force                      point
		Angle, Mass, Inertia, Spin, Damping, SpinDamping float64
	}
	Joints map[string]struct {
		Type, On, To               string
		Anchor, Other              point
		Collide, Acts              bool
		Limits, Motor              *point
		Length, Frequency, Damping float64
	}
	Shapes []struct {
		Of, Type, Rules                        string
		Points                                 []point
		Radius, Friction, Restitution, Density float64
		Trigger                                bool
		Category, Mask                         uint64
	}
	Losses  []string
	Gravity point
	Objects int
}

// withRust compiles crates of testdata/rust, a program that uses them, and returns the program's path. It skips the test
// if rustc is missing or too old.
func withRust(t *testing.T, program string, crates ...string) string {
	t.Helper()
	version, minor := []byte(nil), 0
	if _, err := exec.LookPath("rustc"); err == nil {
		version, _ = exec.Command("rustc", "--version").Output()
	}
	if _, err := fmt.Sscanf(string(version), "rustc 1.%d", &minor); err != nil || minor < 86 {
		t.Skipf("the Rust loaders need rustc 1.86, as Rapier does; this is %q", version)
	}
	dir := t.TempDir()
	common := []string{"--edition", "2021", "-A", "dead_code", "-D", "warnings", "-L", dir, "--out-dir", dir}
	compile := func(args ...string) {
		t.Helper()
		if text, err := exec.Command("rustc", append(slices.Clone(common), args...)...).CombinedOutput(); err != nil {
			t.Fatalf("rustc: %v\n%s", err, text)
		}
	}
	var known []string
	for _, crate := range crates {
		kind, library := "rlib", "lib"+crate+".rlib"
		if strings.HasSuffix(crate, "_derive") {
			kind, library = "proc-macro", "lib"+crate+".so"
		}
		compile(append(known, "--crate-type", kind, "--crate-name", crate, filepath.Join("testdata", "rust", crate+".rs"))...)
		known = append(known, "--extern", crate+"="+filepath.Join(dir, library))
	}
	compile(append(known, "--crate-name", "main", program)...)
	return filepath.Join(dir, "main")
}

// inRapier compiles the loader for Rapier, and returns a function that runs it and returns the lines it prints.
func inRapier(t *testing.T) func(args ...string) []json.RawMessage {
	t.Helper()
	program := withRust(t, "testdata/rust/main.rs", "rapier2d")
	return func(args ...string) (lines []json.RawMessage) {
		t.Helper()
		cmd := exec.Command(program, args...)
		var problems bytes.Buffer
		cmd.Stderr = &problems
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%.2000s", err, problems.String())
		}
		for line := range strings.Lines(string(text)) {
			lines = append(lines, json.RawMessage(line))
		}
		return lines
	}
}

// The loader for Rapier builds each level as it is in the file, whatever the file's form, with y down or up.
func TestRapier(t *testing.T) {
	run := inRapier(t)
	shapes := map[string]int{}
	for name, doc := range unityDocs(t) {
		file, err := colliders.LoadFile(monoFile(t, doc, export.Form{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, up := range []bool{false, true} {
			var args []string
			sign := 1.0
			if up {
				args, sign = append(args, "up"), -1
			}
			for _, form := range monoForms {
				args = append(args, "load", monoFile(t, doc, form), "dump", "step", "150", "dump", "destroy", "dump")
			}
			for i, line := range run(args...) {
				if problem := monoError(t, line); problem != "" {
					t.Fatalf("%s: %s", name, problem)
				}
				got := monoLine[rapierLevel](t, line)
				switch i % 3 {
				case 0:
					sameInRapier(t, name, file, &got, sign, monoForms[i/3])
					for _, s := range got.Shapes {
						shapes[s.Type]++
					}
				case 1:
					movedInRapier(t, name, file, &got, sign, 150./60)
				default:
					if got.Objects != 0 {
						t.Errorf("%s: %d objects are left", name, got.Objects)
					}
				}
			}
		}
	}
	for _, kind := range []string{"polygon", "ball", "capsule", "polyline", "oriented polyline"} {
		if shapes[kind] == 0 {
			t.Errorf("no %s was compared", kind)
		}
	}
	t.Logf("compared %v", shapes)
}

// rustPage writes the Rust program of an engine's page, and the loader's files beside it, and returns its path.
func rustPage(t *testing.T, page string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "src")
	sources, err := filepath.Glob(filepath.Join(loaders, "rust", "*.rs"))
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		pageCode(t, page, "rust"):                                "main.rs",
		monoFile(t, machinery(t), export.Form{KeepRadius: true}): "../platformer.colliders.json",
	} {
		if err := os.Rename(from, filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(source)), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "main.rs")
}

// The program of Rapier's page loads a level.
func TestRapierPage(t *testing.T) {
	program := withRust(t, rustPage(t, "rapier-rust.md"), "rapier2d")
	if text, err := exec.Command(program).CombinedOutput(); err != nil || !strings.Contains(string(text), `"c14"`) {
		t.Errorf("it prints %s: %v", text, err)
	}
}

// The program of Bevy's page compiles with the loader for Avian.
func TestBevyPage(t *testing.T) {
	withRust(t, rustPage(t, "bevy.md"), "bevy_derive", "bevy", "avian2d")
}

// sameInRapier compares what the loader builds with a file in pixels with y down. The sign is -1 for y up.
func sameInRapier(
	t *testing.T, name string, file *colliders.File, got *rapierLevel, sign float64, form export.Form,
) {
	t.Helper()
	metre := file.Level.PixelsPerMetre
	at := func(v collision.Vec) point { return point{v.X / metre, sign * v.Y / metre} }
	angle := func(degrees float64) float64 { return sign * degrees * math.Pi / 180 }
	if !isPoint(got.Gravity, at(file.Level.Gravity)) {
		t.Errorf("%s: the gravity is %v", name, got.Gravity)
	}
	rules := map[dynamics.Mix]string{
		"geometric": "GeometricMean", "minimum": "Min", "maximum": "Max", "average": "Average", "product": "Multiply",
	}
	for i := range file.Colliders {
		c := &file.Colliders[i]
		b, ok := got.Bodies[c.ID]
		if ok != (len(c.Pieces) > 0) {
			t.Errorf("%s: %s has a body: %v", name, c.ID, ok)
		}
		path, err := c.Moving()
		if !ok || err != nil {
			continue
		}
		members := membersOf(file, c)
		first := members[0]
		kind := string(c.Body)
		if c.Role == colliders.Trigger && c.Body == colliders.Dynamic {
			kind = "kinematic"
		}
		if !strings.EqualFold(b.Type, kind) || path == nil && (!isPoint(b.At, at(first.Position)) ||
			!isFloat(b.Angle, angle(first.Angle))) {
			t.Errorf("%s: %s is %s at %v, %v", name, c.ID, b.Type, b.At, b.Angle)
		}
		if !isFloat(b.Damping, file.Level.Damping) || !isFloat(b.SpinDamping, file.Level.SpinDamping) {
			t.Errorf("%s: %s is damped by %v and %v", name, c.ID, b.Damping, b.SpinDamping)
		}
		if first.Mass > 0 && (!isFloat(b.Mass/first.Mass, 1) || !isPoint(b.Center, at(*first.Center)) ||
			!isFloat(b.Inertia/first.Inertia, 1)) {
			t.Errorf("%s: %s has the mass %v, %v, %v", name, c.ID, b.Mass, b.Inertia, b.Center)
		}
		for _, m := range members {
			if m.Velocity != (level.Vec{}) && (!isPoint(b.Velocity, at(m.Velocity)) || !isFloat(b.Spin, angle(m.Spin))) {
				t.Errorf("%s: %s moves at %v, %v", name, c.ID, b.Velocity, b.Spin)
			}
		}
		area, count := 0.0, 0
		vertices := map[point]float64{} // radii
		for _, s := range got.Shapes {
			if s.Of != c.ID {
				continue
			}
			count++
			for _, v := range s.Points {
				vertices[v] = s.Radius
			}
			if s.Type == "polygon" {
				part := areaOf(s.Points)
				if part <= 0 {
					t.Errorf("%s: %s has a polygon that turns the wrong way", name, c.ID)
				}
				area += part
			}
			if s.Trigger != (c.Role == colliders.Trigger) || !isFloat(s.Friction, c.Friction) || s.Density != 0 ||
				!isFloat(s.Restitution, c.Restitution) ||
				s.Rules != rules[file.Level.FrictionMix]+" "+rules[file.Level.RestitutionMix] {
				t.Errorf("%s: %s is %+v", name, c.ID, s)
			}
			if len(members) == 1 && (s.Category != c.Category || s.Mask != c.Mask&math.MaxUint32) {
				t.Errorf("%s: %s has the filter %v, %v", name, c.ID, s.Category, s.Mask)
			}
		}
		isSimple := !slices.ContainsFunc(c.Pieces, func(p colliders.Piece) bool { return len(p.Vertices) > 2 })
		switch {
		case isSimple && path == nil:
			for _, p := range c.Pieces {
				for _, v := range p.Vertices {
					found := false
					for q, radius := range vertices {
						found = found || isPoint(q, at(v)) && isFloat(radius, p.Radius/metre)
					}
					if !found {
						t.Errorf("%s: %s has no vertex at %v", name, c.ID, at(v))
					}
				}
			}
		case !isSimple && form == export.Form{}:
			want := 0.0
			for _, p := range c.Polygons {
				var points []point
				for _, v := range p {
					points = append(points, point{v.X / metre, v.Y / metre})
				}
				want += areaOf(points)
			}
			if count != len(c.Polygons) || math.Abs(area-want) > 2e-3*want {
				t.Errorf("%s: %s has %d shapes with the area %v, want %d, %v", name, c.ID, count, area, len(c.Polygons),
					want)
			}
		}
	}
	jointsInRapier(t, name, file, got, sign)
}

func jointsInRapier(t *testing.T, name string, file *colliders.File, got *rapierLevel, sign float64) {
	t.Helper()
	metre := file.Level.PixelsPerMetre
	at := func(v collision.Vec) point { return point{v.X / metre, sign * v.Y / metre} }
	for _, j := range file.Joints {
		g, ok := got.Joints[j.ID]
		if !ok {
			if !strings.Contains(strings.Join(got.Losses, "\n"), j.ID+" ") {
				t.Errorf("%s: the joint %s is neither built nor lost", name, j.ID)
			}
			continue
		}
		side := func(id string, anchor, local collision.Vec) (string, point) {
			if c := file.Find(id); c != nil && c.Role != colliders.Trigger && len(c.Pieces) > 0 {
				return membersOf(file, c)[0].ID, at(local)
			}
			return "", at(anchor)
		}
		a, atA := side(j.A, j.AnchorA, *j.LocalA)
		b, atB := side(j.B, j.AnchorB, *j.LocalB)
		if g.On != a || g.To != b || !isPoint(g.Anchor, atA) || !isPoint(g.Other, atB) || g.Collide != j.Collide {
			t.Errorf("%s: the joint %s is %+v", name, j.ID, g)
		}
		radians := sign * math.Pi / 180
		low, high := j.Lower*radians, j.Upper*radians
		isHinge := j.Kind == colliders.Hinge
		frequency, damping := j.Frequency, j.Damping
		if frequency == 0 {
			frequency, damping = 30, 1 // a rod
		}
		switch {
		case isHinge && (j.HasLimit != (g.Limits != nil) ||
			j.HasLimit && !isPoint(*g.Limits, point{min(low, high), max(low, high)})),
			isHinge && ((j.Torque > 0) != (g.Motor != nil) ||
				j.Torque > 0 && !isPoint(*g.Motor, point{j.Speed * radians, j.Torque})),
			!isHinge && !isFloat(g.Length, j.Length/metre),
			isHinge != (g.Type == "RevoluteJoint"), j.PullsOnly != (g.Type == "RopeJoint"),
			g.Type == "SpringJoint" && (!isFloat(g.Frequency, frequency) || !isFloat(g.Damping, damping) || !g.Acts):
			t.Errorf("%s: the joint %s is %+v, want %+v", name, j.ID, g, j)
		}
	}
}

// movedInRapier compares where kinematic bodies are after some seconds, and the forces on dynamic ones.
func movedInRapier(
	t *testing.T, name string, file *colliders.File, got *rapierLevel, sign, seconds float64,
) {
	t.Helper()
	metre := file.Level.PixelsPerMetre
	for i := range file.Colliders {
		c := &file.Colliders[i]
		b := got.Bodies[c.ID]
		if c.Force != (level.Vec{}) && !isPoint(b.Force, point{c.Force.X, sign * c.Force.Y}) {
			t.Errorf("%s: %s is pushed by %v, want %v", name, c.ID, b.Force, c.Force)
		}
		path, err := c.Moving()
		if err != nil || path == nil {
			continue
		}
		want := path.At(seconds)
		off := math.Hypot(b.At[0]*metre-want.P.X, sign*b.At[1]*metre-want.P.Y)
		if turn := math.Remainder(sign*b.Angle-want.Q.Angle(), 2*math.Pi); off > 0.1 || math.Abs(turn) > 0.004 {
			t.Errorf("%s: %s is at %v, %v, off by %v px", name, c.ID, b.At, b.Angle, off)
		}
	}
}

// The loader's hooks allow contacts on the solid side, in the frame of the first collider, and part negative groups.
// Files that it cannot take give an error and create nothing, and a change replaces only what it touches.
func TestRapierHooksErrorsAndChanges(t *testing.T) {
	run := inRapier(t)
	type hook struct {
		Allowed *[3]float64
		Meets   bool
	}
	text, err := os.ReadFile(monoFile(t, layered(t), export.Form{}))
	if err != nil {
		t.Fatal(err)
	}
	grouped := strings.ReplaceAll(string(text), `"mask": `, `"group": -2, "mask": `)
	path := monoWrite(t, "level.colliders.json", grouped)
	lines := run("load", path, "side", "c3", "c5", "side", "c5", "c3", "side", "c2", "c5", "side", "c1", "c5")
	near := func(got *[3]float64, x, y float64) bool {
		return got != nil && isFloat(got[0], x) && isFloat(got[1], y) && isFloat(got[2], math.Pi/3)
	}
	for i, want := range [][2]float64{{0, -1}, {0, 1}, {0.6, -0.8}} {
		if got := monoLine[hook](t, lines[i]); !near(got.Allowed, want[0], want[1]) || got.Meets {
			t.Errorf("contact %d: the hook allows %v, want %v, and lets them meet: %v", i, got.Allowed, want, got.Meets)
		}
	}
	if got := monoLine[hook](t, lines[3]); got.Allowed != nil {
		t.Errorf("the hook changes the contacts of a floor: %v", got.Allowed)
	}
	good, err := os.ReadFile(monoFile(t, machinery(t), export.Form{}))
	if err != nil {
		t.Fatal(err)
	}
	broken := monoBroken(t)
	far := strings.Replace(string(good), `"category": 1,`, `"category": 4294967296,`, 1)
	broken["c1 (bar): Rapier has 32 groups"] = far
	for want, text := range broken {
		lines := run("load", monoWrite(t, "level.colliders.json", text), "dump")
		if got := monoError(t, lines[0]); !strings.Contains(got, want) {
			t.Errorf("the error is %q, want %q", got, want)
		}
		if got := monoLine[rapierLevel](t, lines[1]); got.Objects != 0 {
			t.Errorf("%q: %d objects are left", want, got.Objects)
		}
	}
	change := monoWrite(t, "change.json", `{"removed": ["c9", "c4"], "joints": {"removed": ["j1"]}}`)
	lines = run("load", monoWrite(t, "level.colliders.json", string(good)), "dump", "apply", change, "dump", "find", "bob",
		"tagged", "none")
	before, after := monoLine[rapierLevel](t, lines[0]), monoLine[rapierLevel](t, lines[1])
	if len(before.Bodies)-len(after.Bodies) != 2 || len(before.Joints)-len(after.Joints) != 3 ||
		before.Objects-after.Objects != 7 {
		t.Errorf("%d bodies and %d joints became %d and %d", len(before.Bodies), len(before.Joints), len(after.Bodies),
			len(after.Joints))
	}
	if got := string(lines[2]) + string(lines[3]); got != "Some(\"c5\")\n[]\n" {
		t.Errorf("found %s", got)
	}
}
