//go:build !js

package main

import (
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/merge"
	"fillet/editor/overlay"
	"fillet/editor/render"
)

// differencePicture draws both levels: unchanged colliders dimmed, and the differences on top.
func differencePicture(d *merge.Difference, a, b *level.Document, opts pictureOptions) (*render.Scene, error) {
	after := b.Snapshot()
	scene, err := sceneWithin(after, render.LevelBounds(a.Snapshot()).Union(render.LevelBounds(after)), opts)
	if err != nil {
		return nil, err
	}
	differs := map[level.ID]bool{}
	all := slices.Concat(d.Colliders, merge.CompareParts(a, b))
	for i := range all {
		if c := all[i].After; c != nil {
			differs[c.ID] = true
		}
	}
	scene.Items = slices.DeleteFunc(scene.Items, func(i render.Item) bool { return differs[i.Collider.ID] })
	for i := range scene.Items {
		scene.Items[i].Dimmed = true
	}
	drawn := map[string]bool{}
	for i := range all {
		r := &all[i]
		switch {
		case r.Is(merge.Removed):
			drawn["removed"] = true
			outline(scene, a, r.Before, overlay.Danger, true)
		case r.Is(merge.Added):
			drawn["added"] = true
			outline(scene, b, r.After, overlay.OneWay, false)
		case r.Is(merge.Moved) || r.Is(merge.Reshaped):
			drawn["moved"] = true
			outline(scene, b, r.After, overlay.Warn, false)
			outline(scene, a, r.Before, overlay.Bright, true)
			if from, to := middle(a, r.Before), middle(b, r.After); from.Dist(to)*scene.Camera.Zoom > 24 {
				scene.Overlays = append(scene.Overlays, overlay.Arrow{
					From: from, To: to, Ink: overlay.Warn,
					Width: 1.5,
				})
			}
		default:
			drawn["changed"] = true
			outline(scene, b, r.After, overlay.Accent, false)
		}
	}
	for i := range d.Instances {
		markInstance(scene, &d.Instances[i], a, b, drawn)
	}
	legend(scene, drawn)
	return scene, nil
}

// markInstance marks a changed instance that has no parts to draw.
func markInstance(scene *render.Scene, r *merge.RecordChange, a, b *level.Document, drawn map[string]bool) {
	id, err := level.ParseInstanceID(r.ID)
	if err != nil || len(a.Parts(id))+len(b.Parts(id)) > 0 {
		return
	}
	mark := func(doc *level.Document, key string, ink overlay.Ink) {
		if i := doc.Instance(id); i != nil {
			drawn[key] = true
			scene.Overlays = append(scene.Overlays, overlay.Handle{At: i.Position, Form: overlay.CrossHandle, Ink: ink})
		}
	}
	switch {
	case r.Is(merge.Removed):
		mark(a, "removed", overlay.Danger)
	case r.Is(merge.Added):
		mark(b, "added", overlay.OneWay)
	case r.Is(merge.Moved):
		mark(a, "moved", overlay.Bright)
		mark(b, "moved", overlay.Warn)
	default:
		mark(b, "changed", overlay.Accent)
	}
}

// outline draws the outline of a collider, or a marker if it has none.
func outline(scene *render.Scene, doc *level.Document, c *level.Collider, ink overlay.Ink, dashed bool) {
	if c.Shape.Kind == level.Point {
		scene.Overlays = append(scene.Overlays, overlay.Handle{At: c.Position, Form: overlay.CrossHandle, Ink: ink})
		return
	}
	scene.Overlays = append(scene.Overlays, overlay.Outline{
		Boundary: doc.Baked(c.ID).Boundary(), At: c.Transform(),
		Ink: ink, Width: 2, Dashed: dashed, Fill: !dashed,
	})
}

func middle(doc *level.Document, c *level.Collider) level.Vec {
	if c.Shape.Kind == level.Point {
		return c.Position
	}
	return c.Transform().Apply(doc.Baked(c.ID).Bounds.Center())
}

// legend explains the colours in use, in the upper left corner.
func legend(scene *render.Scene, drawn map[string]bool) {
	const line = 22 // pixels
	at := func(x, y float64) level.Vec { return scene.Camera.ToLevel(level.Vec{X: x, Y: y}) }
	y := 16.0
	add := func(text string, ink overlay.Ink, dashed bool) {
		scene.Overlays = append(scene.Overlays,
			overlay.Box{
				Bounds: collision.AABB{Min: at(12, y-6), Max: at(32, y+6)}, Ink: ink, Width: 2, Dashed: dashed,
				Fill: !dashed,
			},
			overlay.Label{At: at(40, y), Text: text, Ink: ink})
		y += line
	}
	for _, e := range []struct {
		key, text string
		ink       overlay.Ink
		dashed    bool
	}{
		{"added", "added", overlay.OneWay, false},
		{"removed", "removed", overlay.Danger, true},
		{"moved", "moved or reshaped", overlay.Warn, false},
		{"moved", "as it was", overlay.Bright, true},
		{"changed", "changed otherwise", overlay.Accent, false},
	} {
		if drawn[e.key] {
			add(e.text, e.ink, e.dashed)
		}
	}
	if len(drawn) == 0 {
		add("no shape differs", overlay.Muted, true)
	}
}
