package export_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/export"
	"fillet/export/colliders"

	"pgregory.net/rapid"
)

// A level with detailed corners and curved edges comes back unchanged from a collider file.
func TestColliderFileKeepsCornersAndCurves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		doc := testkit.NewLevel(t)
		var d level.Diff
		for range 3 {
			c := level.NewCollider(doc.NewID(), doc.Layers()[0].ID, "shape", testkit.DrawShape(rt),
				level.Vec{X: 3, Y: 5})
			c.Angle = 30
			d.Colliders = append(d.Colliders, level.Added(c))
		}
		if err := doc.Apply(d); err != nil {
			rt.Fatal(err)
		}
		for _, e := range []export.Exporter{export.JSON(), export.YAML()} {
			var b bytes.Buffer
			if _, err := e.Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
				rt.Fatal(err)
			}
			f, err := colliders.Load(&b)
			if err != nil {
				rt.Fatalf("%v", err)
			}
			back, err := export.Document(f, nil)
			if err != nil {
				rt.Fatal(err)
			}
			for i := range d.Colliders {
				was, got := d.Colliders[i].After, back.Collider(d.Colliders[i].After.ID)
				if got == nil || !got.Shape.Equal(was.Shape) {
					rt.Fatalf("%+v (%+v) comes back as %+v (%+v)", was.Shape, was.Shape.Details(), got.Shape,
						got.Shape.Details())
				}
			}
		}
	})
}

// Every other format reports that curves become lines, except for SVG, which has arcs and cubics.
func TestLostCurvesAreReported(t *testing.T) {
	t.Parallel()
	doc := testkit.EmptyLevel(t)
	arch := level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: []level.Vec{
		{},
		{X: 40},
		{X: 40, Y: 20},
		{Y: 20},
	}}.
		WithCurve(level.Curve{Edge: 0, Arc: 8}).WithCurve(level.Curve{
		Edge:  2,
		Cubic: [2]level.Vec{{X: 30, Y: 30}, {X: 10, Y: 30}},
	}).WithCornerRadius(2, 3)
	line := level.Shape{Kind: level.Chain, Points: []level.Vec{
		{},
		{X: 40},
		{X: 60, Y: 20},
	}}.WithCurve(level.Curve{Edge: 1, Arc: -5})
	var d level.Diff
	for _, s := range []level.Shape{arch, line} {
		d.Colliders = append(d.Colliders, level.Added(level.NewCollider(doc.NewID(), doc.Layers()[0].ID, "shape", s,
			level.Vec{X: 64, Y: 64})))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	for _, e := range targets() {
		var b bytes.Buffer
		report, err := e.Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
		if err != nil {
			t.Errorf("%s: %v", e.Name(), err)
			continue
		}
		reported := false
		for _, l := range report.Losses {
			reported = reported || l.Kind == export.LossArcs && strings.Contains(l.Message,
				"corner radii, chamfers and curves") && len(l.Colliders) == 2
		}
		if isSVG := e.Name() == "svg"; reported == isSVG {
			t.Errorf("%s: curves reported as lost: %v", e.Name(), reported)
		} else if isSVG && (!strings.Contains(b.String(), "C") || !strings.Contains(b.String(), "A")) {
			t.Errorf("no arcs and cubics in\n%s", b.String())
		}
	}
}

// An SVG path is closed by its last command, without a line back to the start before it.
func TestPathsAreClosedOnce(t *testing.T) {
	t.Parallel()
	doc := testkit.EmptyLevel(t)
	house := level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: []level.Vec{
		{}, {X: 40}, {X: 40, Y: 20}, {Y: 20},
	}}.WithCurve(level.Curve{Edge: 0, Arc: 8})
	if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{
		level.Added(level.NewCollider(doc.NewID(), doc.Layers()[0].ID, "house", house, level.Vec{})),
	}}); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := export.SVG().Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
		t.Fatal(err)
	}
	if want := " 40 0L40 20L0 20Z"; !strings.Contains(b.String(), want) {
		t.Errorf("no %q in\n%s", want, b.String())
	}
}
