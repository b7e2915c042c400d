package play

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/level"
)

var update = flag.Bool("update", false, "rewrite the inputs of the samples")

func sample(t testing.TB, name string) level.Snapshot {
	t.Helper()
	doc, err := level.Open(filepath.Join("..", "..", "assets", "samples", name+".level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Snapshot()
}

// waypoint is a pilot's next destination.
type waypoint struct {
	at    Vec
	near  float64 // distance at which it counts as reached
	rest  bool    // stand there until the fuel is full
	wait  float64 // or wait there for this many seconds
	climb bool    // climb a ladder
}

// pilot moves a character along waypoints with three keys.
type pilot struct {
	way   []waypoint
	wait  float64
	jumps bool // the key is held until the jump is over
}

func (p *pilot) input(r *Run) Input {
	c := r.Character()
	if len(p.way) == 0 {
		return Input{}
	}
	w := p.way[0]
	if c.Position.Dist(w.at) < w.near && (!w.rest || c.Grounded && c.Fuel == 1) {
		if p.wait += stepTime; p.wait > w.wait {
			p.way, p.wait = p.way[1:], 0
		}
	}
	in := Input{}
	if d := w.at.X - c.Position.X - c.Velocity.X*0.12; math.Abs(d) > 3 {
		in.X = math.Copysign(1, d)
	}
	if r.settings.Jetpack {
		in.Jump = c.Position.Y+c.Velocity.Y*0.22 > w.at.Y && !(w.rest && c.Grounded)
	} else {
		p.jumps = w.at.Y < c.Position.Y-8 && c.Grounded || p.jumps && !c.Grounded && c.Velocity.Y < 0
		in.Jump = p.jumps
	}
	if w.climb {
		in.Y, in.Jump = -1, false
	}
	return in
}

// fly makes a pilot play a sample.
func fly(t *testing.T, name string, way []waypoint) *Run {
	snap := sample(t, name)
	s, start, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(snap, s, start)
	p := pilot{way: way}
	for r.Steps() < 60*Rate && !r.Finished() {
		r.Step(p.input(r))
	}
	if !r.Finished() {
		t.Errorf("%s: the goal is not reached: at %v, moving to %v, log = %v", name, r.Character().Position, p.way,
			r.Log())
	}
	return r
}

// The samples' goals can be reached, and their recorded inputs reach them.
func TestSamplesCanBePlayed(t *testing.T) {
	t.Parallel()
	ways := map[string][]waypoint{
		"jetpack": {
			{at: Vec{X: 150, Y: 360}, near: 20},
			{at: Vec{X: 230, Y: 392}, near: 14},
			{at: Vec{X: 300, Y: 314}, near: 10, rest: true},
			{at: Vec{X: 366, Y: 110}, near: 16},
			{at: Vec{X: 418, Y: 66}, near: 14},
			{at: Vec{X: 520, Y: 144}, near: 12, rest: true},
			{at: Vec{X: 561, Y: 390}, near: 20},
			{at: Vec{X: 640, Y: 400}, near: 12},
			{at: Vec{X: 664, Y: 334}, near: 10, rest: true},
			{at: Vec{X: 712, Y: 100}, near: 16},
			{at: Vec{X: 758, Y: 60}, near: 14},
			{at: Vec{X: 800, Y: 140}, near: 12},
			{at: Vec{X: 802, Y: 300}, near: 20},
			{at: Vec{X: 856, Y: 400}, near: 4},
		},
		"platformer": {
			{at: Vec{X: 326, Y: 330}, near: 8, wait: 3.3}, // until the ferry is at the far side
			{at: Vec{X: 420, Y: 296}, near: 40},
			{at: Vec{X: 490, Y: 316}, near: 20},
			{at: Vec{X: 520, Y: 330}, near: 12},
			{at: Vec{X: 640, Y: 280}, near: 12},
			{at: Vec{X: 760, Y: 340}, near: 12},
			{at: Vec{X: 1080, Y: 316}, near: 12},
			{at: Vec{X: 1132, Y: 267}, near: 12, wait: 0.5},
			{at: Vec{X: 1132, Y: 215}, near: 12, wait: 0.5},
			{at: Vec{X: 1200, Y: 164}, near: 12},
			{at: Vec{X: 1240, Y: 160}, near: 4},
		},
		"machines": {
			{at: Vec{X: 188, Y: 388}, near: 8},
			{at: Vec{X: 290, Y: 350}, near: 30},
			{at: Vec{X: 318, Y: 388}, near: 8},
			{at: Vec{X: 344, Y: 366}, near: 14},
			{at: Vec{X: 344, Y: 250}, near: 24},
			{at: Vec{X: 410, Y: 240}, near: 24},
			{at: Vec{X: 506, Y: 260}, near: 10},
			{at: Vec{X: 572, Y: 240}, near: 20},
			{at: Vec{X: 640, Y: 240}, near: 20},
			{at: Vec{X: 744, Y: 240}, near: 20},
			{at: Vec{X: 776, Y: 260}, near: 8, wait: 0.3},
			{at: Vec{X: 850, Y: 220}, near: 30},
			{at: Vec{X: 960, Y: 388}, near: 30},
			{at: Vec{X: 780, Y: 382}, near: 10},
			{at: Vec{X: 736, Y: 388}, near: 10},
			{at: Vec{X: 1010, Y: 388}, near: 10},
			{at: Vec{X: 1106, Y: 388}, near: 6},
			{at: Vec{X: 1144, Y: 346}, near: 12},
			{at: Vec{X: 1157, Y: 240}, near: 10, climb: true},
			{at: Vec{X: 1244, Y: 240}, near: 4},
		},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("..", "..", "assets", "samples", name+".inputs")
			r := fly(t, name, way)
			if *update && r.Finished() {
				rec := r.Recording()
				var b bytes.Buffer
				if _, err := rec.WriteTo(&b); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := ReadRecording(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			again := NewRun(sample(t, name), r.Settings(), rec.Start)
			again.replay(&rec)
			if !again.Finished() {
				t.Errorf("the inputs in %s no longer reach the goal: at %v", path, again.Character().Position)
			}
			t.Logf("%s: %.2f s, %d lines of inputs", name, again.Time(), len(rec.Held))
		})
	}
}

func TestPileSampleRests(t *testing.T) {
	t.Parallel()
	snap := sample(t, "pile")
	s, start, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(snap, s, start)
	steps(r, 8*Rate, Input{})
	awake := 0
	for _, b := range r.Bodies() {
		if !b.Asleep && b.Transform.P.Y < 592 { // where it lands, the character pushes one or the other away
			awake++
		}
	}
	if awake > 0 {
		t.Errorf("after 8 s, %d stones are awake", awake)
	}
}
