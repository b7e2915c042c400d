package export_test

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/export"
	"fillet/export/colliders"
)

const pathLevel = `fillet: 2
name: paths
size: [400, 300]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: rail, kind: chain, points: [[0, 0], [100, 0], [100, 80]], curves: [{edge: 0, arc: 20}, {edge: 1, cubic: [[140, 20], [60, 60]]}], position: [50.1, 50.7], angle: 12}
      - {id: c2, name: trolley, kind: box, size: [30, 8], position: [50, 50], angle: 33, body: kinematic, path: {chain: c1, speed: 60, loop: back-and-forth, stops: points, follow: true}}
      - {id: c3, name: lift, kind: box, size: [40, 8], position: [200, 250], angle: 7, body: kinematic, path: {points: [[0, 0], [0, -150], [80, -150.5]], time: 4, ease: smooth, loop: loop, phase: 0.25, wait: 0.5}}
      - {id: c4, name: wheel, kind: box, size: [60, 6], position: [320, 100], body: kinematic, path: {turn: -45}}
      - {id: c5, name: gate, kind: box, size: [6, 60], position: [360, 250], body: kinematic, path: {points: [[0, 0], [0, -60]], loop: once}}
`

// In a game that loads the collider file, platforms are where the playtest has them, to the last bit.
func TestPlatformsMoveAsInThePlaytest(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(pathLevel), "paths.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"json", "yaml"} {
		var b bytes.Buffer
		to, err := export.NewRegistry(export.JSON(), export.YAML()).Get(format)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
			t.Fatal(err)
		}
		f, err := colliders.Load(&b)
		if err != nil {
			t.Fatal(err)
		}
		moves := play.MovesOf(doc.Snapshot())
		if len(moves.IDs) != 4 {
			t.Fatalf("%v move", moves.IDs)
		}
		for i, id := range moves.IDs {
			var own *colliders.Collider
			for k := range f.Colliders {
				if f.Colliders[k].ID == id.String() {
					own = &f.Colliders[k]
				}
			}
			p, err := own.Moving()
			if err != nil || p == nil {
				t.Fatalf("%s: %v: %v", format, id, err)
			}
			for step := range 1200 {
				seconds := float64(step) / 60
				if got, want := p.At(seconds).Transform, moves.At(i, seconds); got != want {
					t.Fatalf("%s: after %v s %s is at %v, in the playtest at %v", format, seconds, own.Name, got, want)
				}
			}
		}
	}
}

func TestPathsInFilesAreChecked(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(pathLevel), "paths.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := export.JSON().Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		`"ease": "smooth"`: `"ease": "wild"`, `"turn": -45`: `"turn": "fast"`,
		`"time": 4`: `"time": -4`, `"loop": "once"`: `"hoop": "once"`,
	} {
		if !strings.Contains(b.String(), from) {
			t.Fatalf("there is no %s in\n%s", from, b.String())
		}
		if _, err := colliders.Load(strings.NewReader(strings.Replace(b.String(), from, to, 1))); err == nil {
			t.Errorf("%s gives no error", to)
		}
	}
}

var (
	godotAnimation = regexp.MustCompile(`\[sub_resource type="Animation" id="([^"]+)"\]\n(?s:.*?)length = (\S+)\nloop_mode = (\d)\n(?s:.*?)NodePath\(".:(\w+)"\)(?s:.*?)"times": PackedFloat32Array\(([^)]*)\)(?s:.*?)"values": \[([^\]]*)\]`)
	godotLibrary   = regexp.MustCompile(`\[sub_resource type="AnimationLibrary" id="([^"]+)"\]\n_data = \{\n"path": SubResource\("([^"]+)"\)`)
	godotPlayer    = regexp.MustCompile(`\[node name="\w+" type="AnimationPlayer" parent="things/(\w+)"\](?s:.*?)"": SubResource\("([^"]+)"\)`)
	godotNumber    = regexp.MustCompile(`-?[0-9][0-9.e-]*`)
)

// animated is a scene's animation of a node's position, or of its angle in radians.
type animated struct {
	loops         bool
	length        float64
	times, values []float64 // a position has two values per key
}

func (a *animated) at(seconds float64) (out [2]float64) {
	if a.loops {
		seconds = math.Mod(seconds, a.length)
	}
	n := len(a.values) / len(a.times)
	i := 0
	for i < len(a.times)-2 && a.times[i+1] <= seconds {
		i++
	}
	part := 0.0
	if i+1 < len(a.times) {
		part = min((seconds-a.times[i])/(a.times[i+1]-a.times[i]), 1)
	}
	for k := range n {
		from := a.values[i*n+k]
		out[k] = from
		if part > 0 {
			out[k] += (a.values[(i+1)*n+k] - from) * part
		}
	}
	return out
}

// Godot's animations move platforms like the playtest, within 0.1 px, and need few keys on straight lines.
func TestGodotPlatformsMoveAsInThePlaytest(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(pathLevel), "paths.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	report, err := export.Godot().Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
	if err != nil || report.Count(export.SeverityLoss) > 0 {
		t.Fatal(err, report.Losses)
	}
	scene := b.String()
	animations, libraries, of := map[string]*animated{}, map[string]string{}, map[string]map[string]*animated{}
	properties := map[string]string{}
	numbers := func(s string) (out []float64) {
		for _, w := range godotNumber.FindAllString(strings.ReplaceAll(s, "Vector2", ""), -1) {
			x, err := strconv.ParseFloat(w, 64)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, x)
		}
		return out
	}
	for _, m := range godotAnimation.FindAllStringSubmatch(scene, -1) {
		animations[m[1]] = &animated{m[3] == "1", numbers(m[2])[0], numbers(m[5]), numbers(m[6])}
		properties[m[1]] = m[4]
	}
	for _, m := range godotLibrary.FindAllStringSubmatch(scene, -1) {
		libraries[m[1]] = m[2]
	}
	for _, m := range godotPlayer.FindAllStringSubmatch(scene, -1) {
		if of[m[1]] == nil {
			of[m[1]] = map[string]*animated{}
		}
		id := libraries[m[2]]
		of[m[1]][properties[id]] = animations[id]
	}
	moves := play.MovesOf(doc.Snapshot())
	for i, id := range moves.IDs {
		c := doc.Collider(id)
		if len(of[c.Name]) == 0 {
			t.Errorf("%s has no animation", c.Name)
			continue
		}
		for step := range 1200 {
			seconds := float64(step) / 61
			want := moves.At(i, seconds)
			at, turned := want.P, c.Transform().Q
			if a := of[c.Name]["position"]; a != nil {
				got := a.at(seconds)
				at = export.Vec{X: got[0], Y: got[1]}
			}
			if a := of[c.Name]["rotation"]; a != nil {
				turned = collision.NewRot(a.at(seconds)[0])
			}
			if off := at.Dist(want.P); off > 0.1 {
				t.Fatalf("after %v s %s is at %v, in the playtest at %v", seconds, c.Name, at, want.P)
			}
			if off := math.Abs(want.Q.Inv().Mul(turned).Angle()); off > 0.01 {
				t.Fatalf("after %v s %s is turned by %v, in the playtest by %v", seconds, c.Name, turned.Angle(),
					want.Q.Angle())
			}
		}
	}
	if n := len(of["gate"]["position"].times); n != 2 {
		t.Errorf("a straight path has %d keys", n)
	}
	if n := len(of["lift"]["position"].times); n > 100 {
		t.Errorf("a smooth path of four seconds has %d keys", n)
	}
}
