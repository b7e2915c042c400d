package exportcheck

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// loveLoader is the loader's folder.
const loveLoader = "../../assets/loaders/love/fillet"

// loveGame returns a folder with a LÖVE game that has the loader and the given files, or skips the test if LÖVE is
// missing.
func loveGame(t *testing.T, files map[string][]byte) string {
	t.Helper()
	if _, err := exec.LookPath("love"); err != nil {
		t.Skip("LÖVE is missing: ", err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "fillet"), os.DirFS(loveLoader)); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("love", "loader"))); err != nil {
		t.Fatal(err)
	}
	conf, err := os.ReadFile(filepath.Join("love", "conf.lua"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "conf.lua"), conf, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// inLoveGame runs a game and returns what it prints.
func inLoveGame(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("love", append([]string{dir}, args...)...)
	cmd.Env = append(os.Environ(), "SDL_VIDEODRIVER=dummy", "XDG_DATA_HOME="+t.TempDir())
	var problems bytes.Buffer
	cmd.Stderr = &problems
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("LÖVE: %v\n%.4000s", err, problems.String())
	}
	return string(text)
}

// loveRun holds the motion of a level in LÖVE.
type loveRun struct {
	frames map[string]track // positions and angles of the bodies' frames
	tracks map[string]track // their centres of mass, and their turns
	losses []string
}

// loadedInLove runs a level in LÖVE with some steps per sixtieth of a second.
func loadedInLove(t *testing.T, file []byte, steps, frames int) loveRun {
	t.Helper()
	dir := loveGame(t, map[string][]byte{"level.colliders.json": file})
	out := loveRun{frames: map[string]track{}, tracks: map[string]track{}}
	text := inLoveGame(t, dir, "move", "level.colliders.json", fmt.Sprint(steps), fmt.Sprint(frames))
	for line := range strings.Lines(text) {
		if loss, ok := strings.CutPrefix(line, "loss\t"); ok {
			out.losses = append(out.losses, strings.TrimSpace(loss))
			continue
		}
		var id string
		var x, y, angle, cx, cy float64
		if _, err := fmt.Sscan(line, &id, &x, &y, &angle, &cx, &cy); err != nil {
			t.Fatalf("LÖVE prints %q: %v", line, err)
		}
		out.frames[id] = append(out.frames[id], [3]float64{x, y, angle})
		turn := angle - out.frames[id][0][2]
		out.tracks[id] = append(out.tracks[id], [3]float64{cx, cy, turn})
	}
	return out
}

// Bodies move in LÖVE as in the playtest, in every form of the file.
func TestLoveLoaderMotion(t *testing.T) {
	doc, _ := motionLevel(t)
	for name, form := range map[string]export.Form{
		"pixels": {}, "metres": {Metres: true}, "y up": {YUp: true}, "radii": {KeepRadius: true},
		"all": {Metres: true, YUp: true, KeepRadius: true, Polygons: 5},
	} {
		t.Run(name, func(t *testing.T) {
			got := loadedInLove(t, formed(t, doc, form), 4, motionFrames)
			if len(got.losses) > 0 {
				t.Errorf("losses: %q", got.losses)
			}
			if form.YUp {
				for _, k := range got.tracks {
					for i := range k {
						k[i][1], k[i][2] = -k[i][1], -k[i][2]
					}
				}
			}
			sameMotion(t, "LÖVE", export.JSON(), got.tracks) // the loader loses nothing
		})
	}
}

// The machinery moves in LÖVE as in the playtest.
func TestLoveLoaderJoints(t *testing.T) {
	doc := machinery(t)
	run := loadedInLove(t, formed(t, doc, export.Form{}), 64, int(seconds*60))
	got := map[string]collision.Transform{}
	for id, k := range run.frames {
		end := k[len(k)-1]
		got[id] = frameOf([2]float64{end[0], end[1]}, end[2])
	}
	head, shaft := doc.Collider(13).Transform(), doc.Collider(14).Transform()
	got["c14"] = got["c13"].Mul(head.Inv().Mul(shaft)) // it belongs to the head's body
	holdMotion(t, "LÖVE", got, played(t, doc))
	if len(run.losses) > 0 {
		t.Errorf("losses: %q", run.losses)
	}
}

// lossesOf returns the losses of a sample in an engine without rolling resistance.
func lossesOf(doc *level.Document) []string {
	if doc.Settings().Playtest.RollingResistance > 0 {
		return []string{"no rolling resistance: round bodies roll farther"}
	}
	return nil
}

// Platforms are where their paths lead, at any time, in every sample. Everything stays where it can be.
func TestLoveLoaderSamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(files) < 7 {
		t.Fatalf("the samples are %v, %v", files, err)
	}
	bodies := 0
	for _, name := range files {
		doc, err := level.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		data := formed(t, doc, export.Form{})
		run := loadedInLove(t, data, 1, motionFrames)
		if !slices.Equal(run.losses, lossesOf(doc)) {
			t.Errorf("%s: losses: %q", filepath.Base(name), run.losses)
		}
		bodies += holdsPlaces(t, filepath.Base(name), data, run.frames)
	}
	if bodies < 200 {
		t.Errorf("only %d bodies", bodies)
	}
}

// holdsPlaces checks that every collider with a shape has a body, and that what no force moves is where it is drawn or
// where its path leads, in each frame. It returns the number of bodies.
func holdsPlaces(t *testing.T, name string, data []byte, frames map[string]track) (bodies int) {
	t.Helper()
	file, err := colliders.Load(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for i := range file.Colliders {
		c := &file.Colliders[i]
		k := frames[c.ID]
		if (len(k) == motionFrames+1) != (len(c.Pieces) > 0) {
			t.Errorf("%s: %s has %d frames", name, c.ID, len(k))
			continue
		}
		bodies++
		path, err := c.Moving()
		if err != nil {
			t.Fatal(err)
		}
		for frame, at := range k {
			want := c.Transform()
			if path != nil {
				want = path.At(float64(frame) / 60).Transform
			}
			turn := want.Q.Inv().Mul(collision.NewRot(at[2])).Angle()
			off := want.P.Dist(collision.Vec{X: at[0], Y: at[1]})
			if c.Body != colliders.Dynamic && (off > 0.15 || math.Abs(turn) > 0.005) {
				t.Errorf("%s: %s is off by %.3f px and %.4f in frame %d", name, c.ID, off, turn, frame)
				break
			}
		}
	}
	return bodies
}

// The levels that once showed faults of exports behave in LÖVE as in the playtest.
func TestLoveLoaderFaults(t *testing.T) {
	holdsFaults(t, func(file []byte) (map[string]track, []string) {
		run := loadedInLove(t, file, 4, motionFrames)
		return run.tracks, run.losses
	})
}

// holdsFaults runs the levels that once showed faults of exports. After three seconds, bodies must be where they are in
// the playtest, up to a part of their way.
func holdsFaults(t *testing.T, load func(file []byte) (tracks map[string]track, losses []string)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "faults", "level", "*.level.yaml"))
	if err != nil || len(files) == 0 {
		t.Skip("the levels are missing: ", err)
	}
	bodies := 0
	for _, path := range files {
		name := filepath.Base(path)
		doc, err := level.Open(path)
		if err != nil {
			t.Logf("%s is no valid level: %v", name, err)
			continue
		}
		tracks, losses := load(formed(t, doc, export.Form{}))
		shared := doc.Snapshot().Bodies()
		for id, want := range tracksOf(t, doc) {
			number, err := level.ParseID(id)
			if err != nil {
				t.Fatal(err)
			}
			if shared[number] != "" { // its centre is not the body's
				continue
			}
			got := tracks[id]
			if len(got) != len(want) {
				t.Errorf("%s: %s has %d frames", name, id, len(got))
				continue
			}
			bodies++
			way := 0.0
			for i := range want {
				way = max(way, want.at(i).Dist(want.at(0)))
			}
			if a, b := got.at(motionFrames), want.at(motionFrames); a.Dist(b) > 2+0.06*way {
				t.Errorf("%s: %s is at %.2f, want %.2f", name, id, a, b)
			}
		}
		if len(losses) > 0 {
			t.Errorf("%s: losses: %q", name, losses)
		}
	}
	t.Logf("%d bodies of %d levels", bodies, len(files))
}

// Roles, filters, bodies, paths, joints, changes and errors are as the contract of the loaders says; see checks.lua.
func TestLoveLoaderChecks(t *testing.T) {
	doc, err := level.Open(filepath.Join("testdata", "loader.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, form := range map[string]export.Form{"pixels": {}, "metres": {Metres: true}} {
		t.Run(name, func(t *testing.T) {
			dir := loveGame(t, map[string][]byte{"checks.colliders.json": formed(t, doc, form)})
			inLoveGame(t, dir, "check")
		})
	}
}

// LÖVE takes tiny shapes and the proving ground. Everything that is left out is listed.
func TestLoveLoaderAcceptsTinyShapes(t *testing.T) {
	for name, doc := range map[string]*level.Document{"tiny": tinyShapes(t), "ground": ground(t)} {
		for _, form := range []export.Form{{}, {KeepRadius: true, YUp: true}} {
			run := loadedInLove(t, formed(t, doc, form), 1, 1)
			for id, k := range run.frames {
				if end := k[len(k)-1]; math.IsNaN(end[0]) || math.IsNaN(end[2]) || math.Abs(end[1]-k[0][1]) > 1000 {
					t.Errorf("%s: %s is at %v after a frame", name, id, end)
				}
			}
			if len(run.frames) != doc.Len() || name == "tiny" != (len(run.losses) > 0) {
				t.Errorf("%s: %d of %d bodies, %d losses", name, len(run.frames), doc.Len(), len(run.losses))
			}
			t.Logf("%s: %d bodies, %d losses", name, len(run.frames), len(run.losses))
		}
	}
}

// Balls slide over the seams of chains in LÖVE without being stopped.
func TestLoveLoaderSeams(t *testing.T) {
	doc, balls, along, way := slope(t)
	const earth, frames = 9.81 * 32, 120
	way *= doc.Settings().Playtest.Gravity / earth * (frames * frames) / (240 * 240)
	for name, form := range map[string]export.Form{"pixels": {}, "metres": {Metres: true}} {
		t.Run(name, func(t *testing.T) {
			run := loadedInLove(t, formed(t, doc, form), 1, frames)
			holdSlides(t, "LÖVE", balls, along, way, func(id string) collision.Vec { return run.frames[id].at(frames) })
		})
	}
}
