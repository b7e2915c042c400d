package canvas_test

import (
	"math"
	"testing"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// Parts edited in place have contacts with the surrounding level and snap to it, at every placement of the instance.
// The contacts equal the level's own after the prefab's change.
func TestPrefabContactsWithLevel(t *testing.T) {
	for _, stands := range []string{"angle: 0", "angle: 30", "flip: true", "angle: -75, flip: true"} {
		t.Run(stands, func(t *testing.T) {
			p := openPlaced(t, "  - {id: i1, prefab: crate.level.yaml, layer: l1, position: [262, 176], "+stands+"}\n"+
				"  - {id: i2, prefab: crate.level.yaml, layer: l1, position: [700, 220]}\n")
			v := p.aroundIt(t, 1)
			v.Camera.Width, v.Camera.Height, v.Camera.Zoom = 1200, 900, 1
			v.Camera.Center = v.Around().Inward(level.Vec{X: 262, Y: 176})
			outer := p.outer.Session
			compare := func(what string) (n int) {
				t.Helper()
				want := map[string]float64{}
				for c := range outer.Document().Colliders() {
					if c.Part != nil && c.Part.Instance == 1 {
						if pair, ok := outer.Live().Contact(c.ID, 1); ok && pair.State == contacts.Overlapping {
							want[c.Part.Path] = pair.Depth
						}
					}
				}
				got := map[string]float64{}
				for _, c := range v.Scene().Contacts {
					if c.State == contacts.Overlapping && c.B > 1<<60 {
						got[c.A.String()] = c.Depth
					}
				}
				if len(got) != len(want) {
					t.Errorf("%s: the canvas shows %v, the level has %v", what, got, want)
				}
				for path, depth := range want {
					if d, ok := got[path]; !ok || math.Abs(d-depth) > 1e-6 {
						t.Errorf("%s: depth of %s = %v in the level, %v on the canvas", what, path, depth, d)
					}
				}
				return len(want)
			}
			if compare("opened") == 0 {
				t.Error("nothing overlaps: the test checks nothing")
			}
			p.move(t, level.Vec{X: 3, Y: -7})
			compare("a part moved")
			p.move(t, level.Vec{X: -400})
			compare("a part moved away")
			d := level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(outer.Document().Collider(1),
				func() *level.Collider {
					c := *outer.Document().Collider(1)
					c.Position.X -= 12
					return &c
				}())}}
			if err := outer.Do("Move", d); err != nil {
				t.Fatal(err)
			}
			compare("the level moved")
			around := p.inner.Session.Surroundings()
			if around == nil || around.Document().Len() != 1 {
				t.Fatalf("surroundings = %v, want one collider", around)
			}
			snap := p.inner.Session.Snapping()
			snap.Grid = false
			p.inner.Session.SetSnapping(snap)
			corner := v.Around().Inward(outer.Document().Collider(1).Transform().Apply(level.Vec{X: 90}))
			if got := p.inner.Session.Snapper(nil).Snap(corner.Add(level.Vec{X: 1, Y: 1}), 4, false); got.What !=
				"vertex" || got.Point.Dist(corner) > 1e-9 {
				t.Errorf("snap near the level's corner %v = %+v", corner, got)
			}
			v.SetAround(nil)
			if p.inner.Session.Surroundings() != nil {
				t.Error("the surroundings remain after in-place editing has ended")
			}
			if got := p.inner.Session.Snapper(nil).Snap(corner.Add(level.Vec{X: 1, Y: 1}), 4, false); got.What ==
				"vertex" {
				t.Errorf("snap after in-place editing has ended = %+v", got)
			}
		})
	}
}

// A part dragged near a shape of the level snaps to touch it.
func TestPartSnapsToLevel(t *testing.T) {
	p := openPlaced(t, "  - {id: i1, prefab: crate.level.yaml, layer: l1, position: [600, 600]}\n")
	floor := level.NewCollider(50, 1, "floor", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 300, Y: 20},
		Rounding: level.Inset,
	}, level.Vec{X: 640, Y: 660})
	if err := p.outer.Session.Do("Floor",
		level.Diff{Colliders: []level.Change[level.Collider]{level.Added(floor)}}); err != nil {
		t.Fatal(err)
	}
	v := p.aroundIt(t, 1)
	v.Camera.Width, v.Camera.Height, v.Camera.Zoom = 1200, 900, 1
	v.Scene()
	s := p.inner.Session
	snap := editor.SnapSettings{Contact: true}
	s.SetSnapping(snap)
	c := tool.NewController(s)
	c.SetView(1, 1)
	at := s.Document().Collider(4).Position // a circle of radius 2
	surface := v.Around().Inward(level.Vec{X: 600, Y: 650}).Y
	event := func(kind tool.EventKind, p level.Vec) tool.Event {
		return tool.Event{Kind: kind, Button: tool.Primary, Pos: p, Clicks: 1}
	}
	c.Pointer(event(tool.Move, at))
	c.Pointer(event(tool.Down, at))
	c.Pointer(event(tool.Move, at.Add(level.Vec{Y: 10})))
	c.Pointer(event(tool.Move, level.Vec{X: at.X, Y: surface - 5}))
	if hint := c.Hint(); s.Document().Collider(4).Position.Y != surface-2 {
		t.Errorf("dragged above the floor it is at %v, want %v: %s", s.Document().Collider(4).Position.Y, surface-2,
			hint)
	}
	c.Pointer(event(tool.Up, level.Vec{X: at.X, Y: surface - 5}))
}
