package render_test

import (
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"
)

// The picture of a level shows an instance without its prefab as a box with the name of its file, unless the instance
// is hidden.
func TestMarksAreInThePicture(t *testing.T) {
	t.Parallel()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	at := level.Vec{X: -500, Y: 40}
	lost := level.Instance{ID: 1, Prefab: "gone.level.yaml", Layer: 1, Position: at}
	if err := doc.Apply(level.Diff{
		Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "x", Order: 1})},
		Instances: []level.Change[level.Instance]{level.Added(&lost)},
	}); err != nil {
		t.Fatal(err)
	}
	snap := doc.Snapshot()
	if b := render.LevelBounds(snap); !b.Contains(at) {
		t.Errorf("the picture shows %v, the instance is at %v", b, at)
	}
	count := func(snap level.Snapshot) (boxes, labels int) {
		for _, o := range render.LevelScene(snap, render.Camera{Zoom: 1, Width: 10, Height: 10}, nil).Overlays {
			switch o := o.(type) {
			case overlay.Box:
				boxes++
				if !o.Dashed || !o.Bounds.Contains(at) {
					t.Errorf("the box is %+v", o)
				}
			case overlay.Label:
				labels++
				if o.Text != "gone.level.yaml" {
					t.Errorf("its label is %q", o.Text)
				}
			}
		}
		return boxes, labels
	}
	if boxes, labels := count(snap); boxes != 1 || labels != 1 {
		t.Errorf("%d boxes and %d labels are drawn", boxes, labels)
	}
	hidden := lost
	hidden.Hidden = true
	if err := doc.Apply(level.Diff{Instances: []level.Change[level.Instance]{level.Changed(doc.Instance(1),
		&hidden)}}); err != nil {
		t.Fatal(err)
	}
	if boxes, _ := count(doc.Snapshot()); boxes != 0 {
		t.Error("a hidden instance is drawn")
	}
}
