package exportcheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
)

// python runs a script of the folder pymunk with the loader and returns what it prints. The module pymunk there has
// pymunk's interface over Debian's Chipmunk. The script "-c" is the first argument itself. It skips the test if Python or
// Chipmunk is missing.
func python(t *testing.T, version, script string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("Python is missing: ", err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("pymunk")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"fillet_pymunk.py", "fillet_file.py"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "assets", "loaders", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if script != "-c" {
		script = filepath.Join(dir, script)
	}
	cmd := exec.Command("python3", append([]string{script}, args...)...)
	cmd.Env = append(os.Environ(), "PYMUNK="+version, "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH="+dir)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	text, err := cmd.Output()
	if strings.HasPrefix(problems.String(), "Chipmunk is missing") {
		t.Skip("Chipmunk is missing")
	}
	if err != nil || problems.Len() > 0 {
		t.Fatalf("python3: %v\n%.4000s", err, problems.String())
	}
	return text
}

// inPymunk runs a level in the stand-in of a version of pymunk, with some steps per sixtieth of a second.
func inPymunk(t *testing.T, version string, file []byte, steps, frames int) (run struct {
	Losses         []string
	Frames, Tracks map[string]track
},
) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "level.colliders.json")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	text := python(t, version, "move.py", path, fmt.Sprint(steps), fmt.Sprint(frames))
	text = text[max(bytes.Index(text, []byte("{")), 0):] // Chipmunk prints its version
	if err := json.Unmarshal(text, &run); err != nil {
		t.Fatal(err)
	}
	return run
}

// Bodies move as in the playtest with pymunk's interface, in every form of the file.
func TestPymunkLoaderMotion(t *testing.T) {
	doc, _ := motionLevel(t)
	for name, form := range map[string]export.Form{
		"7": {}, "6 with y up in metres": {Metres: true, YUp: true, KeepRadius: true},
	} {
		t.Run(name, func(t *testing.T) {
			run := inPymunk(t, name[:1], formed(t, doc, form), 8, motionFrames)
			if len(run.Losses) > 0 {
				t.Errorf("losses: %q", run.Losses)
			}
			if form.YUp {
				for _, k := range run.Tracks {
					for i := range k {
						k[i][1], k[i][2] = -k[i][1], -k[i][2]
					}
				}
			}
			sameMotion(t, "pymunk", export.JSON(), run.Tracks)
		})
	}
}

// The machinery moves as in the playtest with pymunk's interface.
func TestPymunkLoaderJoints(t *testing.T) {
	doc := machinery(t)
	run := inPymunk(t, "7", formed(t, doc, export.Form{}), 64, int(seconds*60))
	got := map[string]collision.Transform{}
	for id, k := range run.Frames {
		end := k[len(k)-1]
		got[id] = frameOf([2]float64{end[0], end[1]}, end[2])
	}
	head, shaft := doc.Collider(13).Transform(), doc.Collider(14).Transform()
	got["c14"] = got["c13"].Mul(head.Inv().Mul(shaft)) // it belongs to the head's body
	holdMotion(t, "pymunk", got, played(t, doc))
}

// Platforms are where their paths lead, and everything else stays where it can be, in the samples.
func TestPymunkLoaderSamples(t *testing.T) {
	for _, name := range []string{"platformer", "machines", "jetpack", "one-way"} {
		doc, err := level.Open(filepath.Join("..", "..", "assets", "samples", name+".level.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		data := formed(t, doc, export.Form{})
		run := inPymunk(t, "7", data, 1, motionFrames)
		if len(run.Losses) > 0 {
			t.Errorf("%s: losses: %q", name, run.Losses)
		}
		if n := holdsPlaces(t, name, data, run.Frames); n == 0 {
			t.Errorf("%s has no bodies", name)
		}
	}
}

// The levels that once showed faults of exports behave as in the playtest with pymunk's interface.
func TestPymunkLoaderFaults(t *testing.T) {
	holdsFaults(t, func(file []byte) (map[string]track, []string) {
		run := inPymunk(t, "7", file, 4, motionFrames)
		return run.Tracks, run.Losses
	})
}

// Roles, filters, bodies, paths, joints, changes and errors are as the contract of the loaders says; see checks.py.
func TestPymunkLoaderChecks(t *testing.T) {
	doc, err := level.Open(filepath.Join("testdata", "loader.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for version, form := range map[string]export.Form{"7": {}, "6": {Metres: true}} {
		t.Run(version, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "checks.colliders.json")
			if err := os.WriteFile(path, formed(t, doc, form), 0o600); err != nil {
				t.Fatal(err)
			}
			python(t, version, "checks.py", path)
		})
	}
}

// The first example of the page for pymunk runs.
func TestPymunkPage(t *testing.T) {
	doc, err := level.Open("../../assets/samples/platformer.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/engines/pymunk.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(page)
	if block == nil {
		t.Fatal("the page has no example")
	}
	path := filepath.Join(t.TempDir(), "level.colliders.json")
	if err := os.WriteFile(path, formed(t, doc, export.Form{}), 0o600); err != nil {
		t.Fatal(err)
	}
	code := strings.Replace(string(block[1]), "level.colliders.json", path, 1)
	python(t, "7", "-c", code+"assert len(space.bodies) > 10\n")
}
