package exportcheck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
)

// godotRun is a line that godot/loader.gd prints.
type godotRun struct {
	File   string
	Tracks map[string]track
	Frames map[string][3]float64 // of bodies after one and a half seconds
	Losses []string
}

// loaded runs files for three seconds in Godot, each with a number of physics steps in a sixtieth of a second.
func loaded(t *testing.T, files map[string][]byte, steps map[string]int) map[string]*godotRun {
	t.Helper()
	dir := t.TempDir()
	copyLoader(t, dir)
	cases, err := json.Marshal(steps)
	if err != nil {
		t.Fatal(err)
	}
	files["cases.json"] = cases
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := map[string]*godotRun{}
	lines := bufio.NewScanner(bytes.NewReader(godotPrints(t, dir, filepath.Join("godot", "loader.gd"))))
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		r := &godotRun{}
		if err := json.Unmarshal(lines.Bytes(), r); err != nil {
			t.Fatalf("%v: %.300s", err, lines.Bytes())
		}
		out[r.File] = r
	}
	if len(out) != len(steps) {
		t.Fatalf("Godot runs %d levels of %d", len(out), len(steps))
	}
	return out
}

// copyLoader copies the loader's scripts into a Godot project, without the addon, which only the editor can run.
func copyLoader(t *testing.T, dir string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "assets", "loaders", "godot", "*.gd"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("scripts %q, %v", paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(path)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// native returns a level in a form of the native format.
func native(t *testing.T, doc *level.Document, form export.Form) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := export.JSON().Export(t.Context(), doc.Snapshot(), export.Options{Tolerance: tolerance, Form: form},
		&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// isIn reports whether the loader lists a loss for the body or the joint of a scene.
func (r *godotRun) isIn(s scene) bool {
	return slices.ContainsFunc(r.Losses, func(loss string) bool { return strings.Contains(loss, "("+s.name+")") })
}

// Bodies that the loader makes move as in the playtest, in every form of the file.
func TestGodotLoaderMotion(t *testing.T) {
	doc, _ := motionLevel(t)
	files, steps := map[string][]byte{}, map[string]int{}
	for name, form := range map[string]export.Form{
		"plain": {}, "metres": {Metres: true}, "up": {Metres: true, YUp: true}, "radii": {KeepRadius: true, Polygons: 4},
	} {
		files[name+".colliders.json"], steps[name+".colliders.json"] = native(t, doc, form), 8
	}
	for file, r := range loaded(t, files, steps) {
		t.Run(strings.TrimSuffix(file, ".colliders.json"), func(t *testing.T) {
			sameTracks(t, "Godot", r.Tracks, func(s scene) bool { return r.isIn(s) }, "rebound")
		})
	}
}

// The machinery moves in Godot as in the playtest, ropes and rods too, which are stiff springs there.
func TestGodotLoaderJoints(t *testing.T) {
	doc := machinery(t)
	const file = "machinery.colliders.json"
	r := loaded(t, map[string][]byte{file: native(t, doc, export.Form{})}, map[string]int{file: 8})[file]
	got := map[string]collision.Transform{}
	for id, f := range r.Frames {
		got[id] = frameOf([2]float64{f[0], f[1]}, f[2])
	}
	head, shaft := doc.Collider(13).Transform(), doc.Collider(14).Transform()
	got["c14"] = got["c14"].Mul(head.Inv().Mul(shaft)) // its body has the head's frame
	holdMotion(t, "Godot", got, played(t, doc))
	if want := []string{"j4 (rope)", "j5 (rod)"}; len(r.Losses) != 2 || !strings.HasPrefix(r.Losses[0], want[0]) ||
		!strings.HasPrefix(r.Losses[1], want[1]) {
		t.Errorf("the losses are %q, want %q", r.Losses, want)
	}
}

// One-way colliders carry bodies that touch them exactly, at the start or after some steps, at Godot's usual rate.
func TestGodotLoaderLedges(t *testing.T) {
	shapes := []string{
		"kind: box, size: [20, 20]", "kind: box, size: [20, 20], radius: 4", "kind: circle, radius: 10",
		"kind: capsule, points: [[-14, 0], [14, 0]], radius: 10",
	}
	ledges := []string{
		"kind: box, size: [84, 6]", "kind: box, size: [84, 6], radius: 3", "kind: chain, points: [[-40, -3], [40, -3]]",
		"kind: capsule, points: [[-40, 0], [40, 0]], radius: 3",
		"kind: polygon, points: [[-40, -3], [40, -3], [40, 20], [20, 0], [-40, 20]]",
	}
	var lines []string
	for i, ledge := range ledges {
		for k, shape := range shapes {
			x := 200 * (i*len(shapes) + k)
			for row, drop := range []int{0, 8} { // 8 px are 8 steps of a fall with 800 px/s²
				lines = append(lines, fmt.Sprintf("id: c%d, %s, position: [%d, %d], role: one-way", len(lines)+1, ledge, x, 240+300*row),
					fmt.Sprintf("id: c%d, %s, position: [%d, %d], body: dynamic", len(lines)+2, shape, x, 227-drop+300*row))
			}
		}
	}
	doc := parsed(t, "", lines...)
	const file = "ledges.colliders.json"
	native := bytes.Replace(native(t, doc, export.Form{}), []byte(`"friction_mix"`), []byte(`"rolling_resistance": 1, "friction_mix"`), 1)
	r := loaded(t, map[string][]byte{file: native}, map[string]int{file: 1})[file]
	for i := 2; i <= len(lines); i += 2 {
		id := fmt.Sprintf("c%d", i)
		if at, want := r.Tracks[id].at(motionFrames), 227+300*float64((i/2-1)%2); math.Abs(at.Y-want) > 0.5 {
			t.Errorf("%s is at %.2f, want y %g: {%s} on {%s}", id, at, want, lines[i-1], lines[i-2])
		}
	}
	if want := "no rolling resistance: round bodies roll farther"; len(r.Losses) != 1 || r.Losses[0] != want {
		t.Errorf("the losses are %q, want %q", r.Losses, want)
	}
}

// Hinges whose anchors start apart pull together, their limits and motors act, and chains hold, as in the playtest.
func TestGodotLoaderHinges(t *testing.T) {
	doc, err := level.Parse([]byte(`fillet: 2
name: hinges
size: [4000, 1000]
playtest: {gravity: 800, spin_damping: 0.5}
joints:
  - {id: j1, name: apart, kind: hinge, b: c1, at_a: [100, 100], at_b: [-40, 0]}
  - {id: j2, name: weak, kind: hinge, b: c2, at_a: [400, 100], at_b: [0, 0], speed: 360, torque: 0.05}
  - {id: j3, name: lift, kind: hinge, b: c3, at_a: [700, 100], at_b: [-40, 0], speed: -90, torque: 100, limits: [-60, 10]}
  - {id: j4, name: knee, kind: hinge, b: c4, at_a: [1000, 100], at_b: [-40, 0], limits: [-10, 40]}
  - {id: j5, name: toe, kind: hinge, a: c4, b: c5, at_a: [40, 0], at_b: [-40, 0], limits: [-20, 20]}
  - {id: j6, name: rotor, kind: hinge, a: c6, b: c7, at_a: [0, 0], at_b: [0, 0], speed: 180, torque: 40}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: swing, kind: box, size: [80, 8], position: [148, 100], body: dynamic}
      - {id: c2, name: slow, kind: box, size: [80, 8], position: [400, 100], body: dynamic}
      - {id: c3, name: arm, kind: box, size: [80, 8], position: [740, 100], body: dynamic}
      - {id: c4, name: thigh, kind: box, size: [80, 8], position: [1040, 100], body: dynamic}
      - {id: c5, name: foot, kind: box, size: [80, 8], position: [1120, 100], body: dynamic}
      - {id: c6, name: carrier, kind: box, size: [20, 20], position: [1500, 100], body: kinematic, path: {turn: 90}}
      - {id: c7, name: blade, kind: box, size: [80, 8], position: [1500, 100], body: dynamic}
`), "hinges")
	if err != nil {
		t.Fatal(err)
	}
	const file = "hinges.colliders.json"
	for steps, room := range map[int]float64{1: 4, 4: 1} {
		r := loaded(t, map[string][]byte{file: native(t, doc, export.Form{Metres: true, YUp: steps == 4})},
			map[string]int{file: steps})[file]
		if len(r.Losses) > 0 {
			t.Errorf("losses: %q", r.Losses)
		}
		for id, want := range tracksOf(t, doc) {
			for _, frame := range []int{60, motionFrames} {
				got, want := r.Tracks[id][frame], want[frame]
				off := math.Hypot(got[0]-want[0], got[1]-want[1])
				if turn := math.Abs(got[2] - want[2]); !(off <= room && turn <= 0.025*room) {
					t.Errorf("%s is at %.3f after %d frames of %d steps, want %.3f", id, got, frame, steps, want)
				}
			}
		}
	}
}

// contract returns a level with a thing for each rule that loaders follow. Crates fall onto pads that they may pass.
func contract(t *testing.T) *level.Document {
	t.Helper()
	pads := ""
	for i, filters := range [][3]string{ // of the pad and the crate, and whether the crate rests
		{"", "", "true"},
		{"collides_with: [c]", "", "false"},
		{"", "collides_with: [c]", "false"},
		{"categories: [b]", "collides_with: [a]", "false"},
		{"categories: [b], collides_with: [c]", "categories: [a, c]", "true"},
		{"group: -3", "group: -3", "false"},
		{"group: 7, collides_with: [c]", "group: 7, collides_with: [b]", "true"},
	} {
		x, comma := 100*(i+1), ", "
		pads += fmt.Sprintf("      - {id: c%d, name: pad %d, kind: box, size: [60, 20], position: [%d, 510]%s}\n", 100+i,
			i+1, x, strings.TrimSuffix(comma+filters[0], comma))
		pads += fmt.Sprintf("      - {id: c%d, name: crate %d, kind: box, size: [20, 20], position: [%d, 450], body: "+
			"dynamic, properties: {rests: %s}%s}\n", 200+i, i+1, x, filters[2], strings.TrimSuffix(comma+filters[1], comma))
	}
	doc, err := level.Parse([]byte(`fillet: 2
name: Contract
size: [3000, 1000]
categories: [a, b, c]
playtest: {gravity: 800}
groups:
  - {id: g1, name: hammer, layer: l1, body: true}
joints:
  - {id: j1, name: hanger, kind: hinge, b: c14, at_a: [1500, 300], at_b: [0, -32]}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: floor, kind: box, size: [200, 20], position: [1000, 510]}
      - {id: c2, name: ball, kind: circle, radius: 10, position: [1000, 400], body: dynamic}
      - {id: c3, name: door, kind: box, size: [40, 20], position: [1000, 460], role: trigger, tags: [loot], properties: {opens: gate, speed: 2.5}}
      - {id: c4, name: pill, kind: capsule, points: [[-10, 0], [10, 0]], radius: 5, position: [1300, 100]}
      - {id: c5, name: stone, kind: polygon, points: [[0, 0], [30, 0], [20, 20]], radius: 4, position: [1300, 200]}
      - {id: c6, name: line, kind: chain, points: [[0, 0], [30, 0], [60, 10]], position: [1300, 300]}
      - {id: c7, name: spawn, kind: point, position: [50, 50], tags: [spawn]}
      - {id: c8, name: ferry, kind: box, size: [100, 10], position: [1000, 700], body: kinematic, path: {points: [[0, 0], [200, 0]], time: 2, ease: smooth}}
      - {id: c9, name: rider, kind: box, size: [20, 20], position: [990, 685], body: dynamic}
      - {id: c10, name: beam, kind: box, size: [10, 10], position: [1000, 900], role: trigger, body: kinematic, path: {points: [[0, 0], [200, 0]], time: 2}}
      - {id: c13, group_of: g1, name: head, kind: box, size: [32, 16], position: [1500, 292], angle: 90, body: dynamic, tags: [loot]}
      - {id: c14, group_of: g1, name: shaft, kind: box, size: [8, 64], position: [1500, 332], body: dynamic}
      - {id: c20, name: rails, kind: chain, one_sided: true, points: [[0, 0], [50, 0], [80, 0], [120, 0], [600, 0]], position: [1700, 500]}
      - {id: c21, name: sled, kind: box, size: [20, 20], position: [1720, 489], body: dynamic, velocity: [400, 0]}
      - {id: c22, name: rocket, kind: box, size: [10, 10], position: [2280, 600], body: dynamic, velocity: [0, -600]}
      - {id: c23, name: upside, kind: chain, one_sided: true, points: [[100, 0], [0, 0]], position: [2400, 500]}
      - {id: c24, name: faller, kind: box, size: [10, 10], position: [2450, 400], body: dynamic}
      - {id: c30, name: awning, kind: polygon, points: [[0, 0], [200, 0], [200, 60], [60, 60], [60, 20], [0, 20]], position: [2600, 500], role: one-way}
      - {id: c31, name: walker, kind: box, size: [20, 20], position: [2630, 489], body: dynamic, velocity: [250, 0]}
      - {id: c32, name: riser, kind: box, size: [20, 20], position: [2760, 650], body: dynamic, velocity: [0, -700]}
      - {id: c33, name: sinker, kind: box, size: [20, 20], position: [2720, 535], body: dynamic}
`+pads), "contract")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The loader follows the rules of all loaders; see godot/loader_checks.gd.
func TestGodotLoader(t *testing.T) {
	dir := t.TempDir()
	copyLoader(t, dir)
	doc := contract(t)
	for name, form := range map[string]export.Form{"contract": {}, "contract-up": {Metres: true, YUp: true, KeepRadius: true}} {
		if err := os.WriteFile(filepath.Join(dir, name+".colliders.json"), native(t, doc, form), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := string(godotPrints(t, dir, filepath.Join("godot", "loader_checks.gd"), "The level ", "The change ",
		"nothing.json", "Parse JSON failed"))
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "checks: ") {
			t.Error(strings.TrimSpace(line))
		}
	}
	t.Log(text)
}

// The client follows a link through changes in pieces, a lost connection and the end, reports, and says why it is
// refused. It uses the web build's network, the fetch function; docs/LINK.md describes the protocol.
func TestGodotLink(t *testing.T) {
	doc := contract(t)
	file := native(t, doc, export.Form{})
	edited := func(changes ...string) []byte {
		return []byte(strings.NewReplacer(changes...).Replace(string(file)))
	}
	oneLine := func(data []byte) string {
		var b bytes.Buffer
		if err := json.Compact(&b, data); err != nil {
			t.Error(err)
		}
		return b.String()
	}
	var whole struct{ Colliders []json.RawMessage }
	renamed := edited(`"name": "ball"`, `"name": "Bällchen"`)
	if err := json.Unmarshal(renamed, &whole); err != nil {
		t.Fatal(err)
	}
	reports := make(chan string, 100)
	streams := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !strings.HasPrefix(r.URL.Path, "/TOKEN/"):
			http.Error(w, "The token is wrong: copy the address again.", http.StatusForbidden)
		case r.Method == http.MethodPost:
			data, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			select {
			case reports <- string(data):
			default:
			}
			w.WriteHeader(http.StatusNoContent)
		default:
			if q := r.URL.Query(); q.Get("level") != "a b" || q.Get("units") != "px" || q.Get("client") == "" {
				t.Errorf("the query is %q", r.URL.RawQuery)
			}
			streams++
			send := func(event, data string) {
				text := fmt.Sprintf(":\nevent: %s\ndata: %s\n\n", event, data)
				for len(text) > 0 { // in pieces that cut words and characters
					n := min(len(text), 1+len(text)/3)
					if _, err := io.WriteString(w, text[:n]); err != nil {
						t.Error(err)
					}
					w.(http.Flusher).Flush()
					text = text[n:]
				}
			}
			if streams == 1 { // the connection breaks after a change and a report
				send("level", oneLine(file))
				send("change", `{"changed": [`+oneLine(whole.Colliders[1])+`]}`)
				first := <-reports
				if !strings.Contains(first, `"player":[12`) || !strings.Contains(first, `"c2":[1000`) {
					t.Errorf("the report is %s", first)
				}
				return
			}
			send("level", oneLine(edited(`"position": [1000, 510]`, `"position": [1000, 530]`)))
			send("closed", `{"reason": "the level was closed"}`)
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	copyLoader(t, dir)
	for name, data := range map[string][]byte{
		"contract.colliders.json": file, "address.txt": []byte(server.URL + "/TOKEN?level=a%20b"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := string(godotPrints(t, dir, filepath.Join("godot", "link.gd"), "is no address of a link"))
	want := `change [] ["c2"] [] 510 Bällchen
change [] ["c1", "c2"] [] 530 ball
closed the level was closed
closed 403: The token is wrong: copy the address again.
open false
`
	if got != want {
		t.Errorf("the game prints\n%s\nwant\n%s", got, want)
	}
}

// The samples, and the levels of old faults, run in Godot as in the playtest, but for listed losses.
func TestGodotLoaderLevels(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "faults", "level", "*.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"platformer", "machines"} {
		paths = append(paths, filepath.Join("..", "..", "assets", "samples", name+".level.yaml"))
	}
	docs, files, steps := map[string]*level.Document{}, map[string][]byte{}, map[string]int{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := level.Parse(data, path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".level.yaml") + ".colliders.json"
		docs[name], files[name], steps[name] = doc, native(t, doc, export.Form{}), 4
	}
	compared := 0
	for name, r := range loaded(t, files, steps) {
		parts := docs[name].Snapshot().Bodies()
		for id, want := range tracksOf(t, docs[name]) {
			n, err := level.ParseID(id)
			if err != nil {
				t.Fatal(err)
			}
			if parts[n] != "" || slices.ContainsFunc(r.Losses, func(loss string) bool {
				return strings.HasPrefix(loss, id+" (")
			}) {
				continue
			}
			compared++
			if got, want := r.Tracks[id].at(motionFrames), want.at(motionFrames); got.Dist(want) > 2 {
				t.Errorf("%s: %s is at %.2f after 3 s, want %.2f", name, id, got, want)
			}
		}
	}
	t.Logf("compared %d bodies of %d levels", compared, len(docs))
	if compared < 8 {
		t.Errorf("only %d bodies move", compared)
	}
}

// The code in docs/engines/godot.md runs with the platformer sample. The global class needs the editor's cache.
func TestGodotPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "engines", "godot.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(page), "```gdscript\n")
	code, _, ok := strings.Cut(code, "```")
	body, isScript := strings.CutPrefix(code, "extends Node2D\n")
	if !ok || !isScript {
		t.Fatalf("the page has no script: %.100q", code)
	}
	script := "extends Node2D\nconst FilletLevel = preload(\"res://fillet_level.gd\")\n" + body + `
	for i in 60:
		await get_tree().physics_frame
	print("FILLET %d bodies, the ball moves up: %s" % [level.bodies.size(), level.bodies[level.find("ball")].position.y < 220])
	get_tree().quit()
`
	data, err := os.ReadFile(filepath.Join("..", "..", "assets", "samples", "platformer.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := level.Parse(data, "platformer")
	if err != nil {
		t.Fatal(err)
	}
	dir, main := t.TempDir(), filepath.Join(t.TempDir(), "main.gd")
	copyLoader(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "level.colliders.json"), native(t, doc, export.Form{}), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(main, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := string(godotPrints(t, dir, main)), "23 bodies, the ball moves up: true\n"; got != want {
		t.Errorf("the page's script prints %q, want %q", got, want)
	}
}
