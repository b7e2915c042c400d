package exportcheck

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"
)

const loveTemplate = "../../examples/templates/colliders.lua.tmpl"

// loveBody is a line that love/main.lua prints.
type loveBody struct {
	shapes        int
	mass, area    float64
	before, after collision.Vec
}

// inLove exports levels with the template for LÖVE, and lets LÖVE create their bodies and simulate their worlds. It
// skips the test if LÖVE is missing.
func inLove(t *testing.T, docs map[string]*level.Document) map[string]map[string]loveBody {
	t.Helper()
	if _, err := exec.LookPath("love"); err != nil {
		t.Skip("LÖVE is missing: ", err)
	}
	dir := t.TempDir()
	for _, name := range []string{"conf.lua", "main.lua"} {
		data, err := os.ReadFile(filepath.Join("love", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := export.OpenTemplate(loveTemplate, nil)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{dir}
	for name, doc := range docs {
		if err := os.WriteFile(filepath.Join(dir, name+".lua"), exported(t, e, doc, name), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	cmd := exec.Command("love", args...)
	cmd.Env = append(os.Environ(), "SDL_VIDEODRIVER=dummy", "XDG_DATA_HOME="+t.TempDir())
	var problems bytes.Buffer
	cmd.Stderr = &problems
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("LÖVE: %v\n%.2000s", err, problems.String())
	}
	out := map[string]map[string]loveBody{}
	for line := range strings.Lines(string(text)) {
		var name, id string
		var b loveBody
		if _, err := fmt.Sscan(line, &name, &id, &b.shapes, &b.mass, &b.area, &b.before.X, &b.before.Y, &b.after.X,
			&b.after.Y); err != nil {
			t.Fatalf("LÖVE prints %q: %v", line, err)
		}
		if out[name] == nil {
			out[name] = map[string]loveBody{}
		}
		out[name][id] = b
	}
	return out
}

// LÖVE 11 creates the bodies of every sample and of the proving ground with the template's own code, and simulates them
// for a second. Their number, masses and areas agree with the level.
func TestLove(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(files) < 7 {
		t.Fatalf("the samples are %v, %v", files, err)
	}
	docs := map[string]*level.Document{"ground": ground(t)}
	for _, f := range files {
		if docs[strings.TrimSuffix(filepath.Base(f), ".level.yaml")], err = level.Open(f); err != nil {
			t.Fatal(err)
		}
	}
	got := inLove(t, docs)
	bodies, moved := 0, 0
	for name, doc := range docs {
		metre := doc.Settings().PixelsPerMetre
		for c := range doc.Colliders() {
			baked := doc.Baked(c.ID)
			b, ok := got[name][c.ID.String()]
			if ok != (len(baked.Pieces) > 0) {
				t.Errorf("%s: %v is in LÖVE: %v, and has %d pieces", name, c.ID, ok, len(baked.Pieces))
			}
			if !ok {
				continue
			}
			bodies++
			area, slack, lines := 0.0, 0.0, 0
			for _, p := range baked.Pieces {
				area += p.Mass(1).Area
				if box := p.Bounds(collision.Identity()).Size(); p.Radius() > 0 && p.Len() > 1 {
					slack += 2 * (box.X + box.Y) * tolerance // its arcs, which become vertices
				}
				if p.Len() == 2 && p.Radius() == 0 {
					lines++
				}
			}
			if math.Abs(b.area-area) > slack+1e-4*area {
				t.Errorf("%s: the shapes of %v have %v square pixels in LÖVE, want %v", name, c.ID, b.area, area)
			}
			if b.shapes < len(baked.Pieces) && lines == 0 {
				t.Errorf("%s: %v has %d shapes in LÖVE, and %d pieces", name, c.ID, b.shapes, len(baked.Pieces))
			}
			if c.Body == level.Dynamic {
				if want := c.Density * baked.Mass().Area / (metre * metre); math.Abs(b.mass-want) > 1e-6*want {
					t.Errorf("%s: %v has the mass %v in LÖVE, want %v", name, c.ID, b.mass, want)
				}
			}
			if b.before.Dist(c.Position) > 1e-3 {
				t.Errorf("%s: %v is at %v in LÖVE, want %v", name, c.ID, b.before, c.Position)
			}
			switch d := b.after.Dist(b.before); {
			case !(d < 1e4):
				t.Errorf("%s: %v is at %v after a second in LÖVE", name, c.ID, b.after)
			case c.Body != level.Dynamic && d > 0:
				t.Errorf("%s: %v is %v, and went from %v to %v", name, c.ID, c.Body, b.before, b.after)
			case d > 0:
				moved++
			}
		}
	}
	if moved < 100 {
		t.Errorf("only %d bodies moved, which is too few", moved)
	}
	t.Logf("%d bodies of %d levels; %d of them moved", bodies, len(docs), moved)
}

// tinyShapes returns a level with shapes down to a thousandth of a pixel, with thin shapes and with many corners.
func tinyShapes(t *testing.T) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})}}
	add := func(s level.Shape) {
		id := level.ID(len(diff.Colliders) + 1)
		c := level.NewCollider(id, 1, "", s, level.Vec{X: float64(id) * 50})
		c.Body = []level.BodyType{level.Static, level.Dynamic}[id%2]
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		s := shape(r)
		kx := math.Pow(10, r.Float64()*5-4)
		ky := kx * math.Pow(10, r.Float64()*2-1)
		for i, p := range s.Points {
			s.Points[i] = level.Vec{X: p.X * kx, Y: p.Y * ky}
		}
		s.Size = level.Vec{X: s.Size.X * kx, Y: s.Size.Y * ky}
		if s.Radius *= min(kx, ky); s.Kind == level.Box {
			s.Radius = 0
		}
		add(s)
	}
	for range 60 { // with up to 60 corners, and chains
		n := 3 + r.IntN(58)
		size := math.Pow(10, r.Float64()*4-2)
		var ps []level.Vec
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			ps = append(ps, level.Vec{X: size * cos, Y: size * sin * 0.7})
		}
		add(level.Shape{
			Kind: level.Polygon, Points: ps, Rounding: level.Outset,
			Radius: float64(r.IntN(2)) * size / 50,
		})
		add(level.Shape{Kind: level.Chain, Points: ps, Closed: r.IntN(2) == 0})
	}
	diff.Colliders = slices.DeleteFunc(diff.Colliders, func(c level.Change[level.Collider]) bool {
		_, err := c.After.Shape.Bake() // a few are too small to be valid shapes
		return err != nil
	})
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

// LÖVE accepts bodies with tiny shapes. Everything that is left out is listed.
func TestLoveAcceptsTinyShapes(t *testing.T) {
	doc := tinyShapes(t)
	e, err := export.OpenTemplate(loveTemplate, nil)
	if err != nil {
		t.Fatal(err)
	}
	report, err := e.Export(context.Background(), doc.Snapshot(), export.Options{Tolerance: tolerance}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	lost := map[level.ID]bool{}
	for _, l := range report.Losses {
		for _, id := range l.Colliders {
			lost[id] = lost[id] || l.Kind == export.LossShape
		}
	}
	got := inLove(t, map[string]*level.Document{"tiny": doc})["tiny"]
	for c := range doc.Colliders() {
		if _, ok := got[c.ID.String()]; !ok && !lost[c.ID] {
			t.Errorf("%v, a %v, is not in LÖVE, and no loss reports it", c.ID, c.Shape.Kind)
		}
	}
	if len(got) < 250 || len(got) == doc.Len() {
		t.Errorf("only %d of %d are in LÖVE, which is too few", len(got), doc.Len())
	}
	t.Logf("%d of %d are in LÖVE", len(got), doc.Len())
}

// LÖVE reads a level with more colliders than a Lua function can have constants.
func TestLoveReadsLargeLevels(t *testing.T) {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	const many = 70_000
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})}}
	for i := range many {
		at := level.Vec{X: float64(i%300)*40 + 0.5, Y: float64(i/300)*40 + 0.25}
		diff.Colliders = append(diff.Colliders, level.Added(level.NewCollider(level.ID(i+1), 1, "",
			level.Shape{Kind: level.Circle, Radius: 4 + float64(i)/many}, at)))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	if got := inLove(t, map[string]*level.Document{"large": doc})["large"]; len(got) != many {
		t.Errorf("%d bodies are in LÖVE, want %d", len(got), many)
	}
}

// A box lands on a one-way ledge from above, and another jumps through it from below and lands on it.
func TestLoveOneWay(t *testing.T) {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	box := func(id level.ID, name string, w, h, x, y float64) *level.Collider {
		return level.NewCollider(id, 1, name, level.Shape{
			Kind: level.Box, Size: level.Vec{X: w, Y: h},
			Rounding: level.Inset,
		}, level.Vec{X: x, Y: y})
	}
	ledge := box(2, "ledge", 200, 10, 100, 200)
	ledge.Role, ledge.OneWay = level.OneWay, level.Up
	falls, jumps := box(3, "falls", 16, 16, 60, 150), box(4, "jumps", 16, 16, 140, 292)
	falls.Body, jumps.Body = level.Dynamic, level.Dynamic
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Order: 1})}}
	for _, c := range []*level.Collider{box(1, "floor", 400, 20, 200, 310), ledge, falls, jumps} {
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	got := inLove(t, map[string]*level.Document{"ledge": doc})["ledge"]
	for _, id := range []string{"c3", "c4"} {
		if y := got[id].after.Y; math.Abs(y-(200-5-8)) > 1 {
			t.Errorf("%s ends at %v, want it on the ledge at %v", id, y, 187)
		}
	}
}
