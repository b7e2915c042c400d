package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// A group that is one body stays one body in the native formats, R.U.B.E. and Chipmunk, and becomes one RigidBody2D
// with several shapes in Godot. Other formats report it as lost.
func TestOneBody(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: weld
groups:
  - {id: g1, name: hammer, layer: l1, body: true}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, group_of: g1, name: head, kind: box, size: [32, 16], position: [100, 50], body: dynamic, density: 2}
      - {id: c2, group_of: g1, name: shaft, kind: box, size: [8, 64], position: [100, 90], angle: 90, body: dynamic}
      - {id: c3, group_of: g1, name: floor, kind: box, size: [320, 40], position: [160, 180]}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	write := func(e export.Exporter) (string, *export.Report) {
		var b bytes.Buffer
		r, err := e.Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
		if err != nil {
			t.Fatal(err)
		}
		return b.String(), r
	}
	text, report := write(export.JSON())
	f, err := colliders.Load(strings.NewReader(text))
	if err != nil || len(report.Losses) > 0 {
		t.Fatal(err, report.Losses)
	}
	if a, b, c := f.Colliders[0].OneBody, f.Colliders[1].OneBody, f.Colliders[2].OneBody; a != "g1" || b != "g1" ||
		c != "" {
		t.Errorf("the bodies are %q, %q, %q", a, b, c)
	}
	text, report = write(export.Godot())
	if n := strings.Count(text, `type="RigidBody2D"`); n != 1 || report.Count(export.SeverityLoss) > 0 {
		t.Errorf("Godot has %d rigid bodies, losses %v:\n%s", n, report.Losses, text)
	}
	for _, want := range []string{
		"mass = 1.5\n",
		"[node name=\"Shape2\" type=\"CollisionShape2D\" parent=\"ground/head\"]\nposition = Vector2(0, " +
			"40)\nrotation = 1.570796327\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("Godot's scene has no %q:\n%s", want, text)
		}
	}
	text, report = write(export.Rube())
	var scene struct {
		Body []struct {
			Type    int
			Mass    float64                `json:"massData-mass"`
			Inertia float64                `json:"massData-I"`
			Centre  struct{ X, Y float64 } `json:"massData-center"`
			Fixture []struct {
				Name    string
				Polygon struct{ Vertices struct{ X, Y []float64 } }
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &scene); err != nil || len(scene.Body) != 2 || len(report.Losses) > 0 {
		t.Fatalf("R.U.B.E.: %v, %d bodies, losses %v", err, len(scene.Body), report.Losses)
	}
	// The head has 1 kg at (0, 0), the shaft 0.5 kg at (0, -1.25), in metres with y up.
	b := scene.Body[0]
	inertia := (1*(1+0.25)+0.5*(0.0625+4))/12 + 0.5*1.25*1.25 // about the frame's origin
	if b.Type != 2 || math.Abs(b.Mass-1.5) > 1e-9 || math.Abs(b.Centre.X) > 1e-9 ||
		math.Abs(b.Centre.Y+1.25/3) > 1e-9 || math.Abs(b.Inertia-inertia) > 1e-9 {
		t.Errorf("R.U.B.E. has the body %+v, want an inertia of %v", b, inertia)
	}
	if len(b.Fixture) != 2 || b.Fixture[1].Name != "shaft" || slices.Min(b.Fixture[1].Polygon.Vertices.X) > -1+1e-9 ||
		slices.Max(b.Fixture[1].Polygon.Vertices.Y) > -1.125+1e-9 {
		t.Errorf("R.U.B.E. has the fixtures %+v", b.Fixture)
	}
	text, report = write(export.CP())
	if len(report.Losses) > 0 || !strings.Contains(text, "Mass: 1.5, ") || !strings.Contains(text, ", Of: 1, Shapes:") {
		t.Errorf("Chipmunk loses %v:\n%s", report.Losses, text)
	}
	if _, report = write(export.Matter()); report.Count(export.SeverityLoss) != 1 || report.Losses[0].Kind != export.LossBody ||
		len(report.Losses[0].Colliders) != 2 {
		t.Errorf("Matter.js loses %v", report.Losses)
	}
}
