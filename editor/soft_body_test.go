package editor_test

import (
	"math"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/play"
)

func floorSession(t *testing.T, colliders string) *editor.Session {
	t.Helper()
	doc, err := level.Parse([]byte("fillet: 2\nname: x\nlayers:\n  - id: l1\n    name: x\n    colliders:\n      - "+
		"{id: c1, name: floor, kind: box, size: [2000, 100], position: [0, 350]}\n"+colliders), "x")
	if err != nil {
		t.Fatal(err)
	}
	return editor.NewSession(doc)
}

// A soft body made without a selection, or from a circle, a box or a triangle, comes to rest after a fall of 200
// pixels, keeps its area and gains no energy.
func TestSoftBody(t *testing.T) {
	for _, tt := range []struct{ name, shape string }{
		{"nothing", ""},
		{"a circle", "      - {id: c2, kind: circle, radius: 40, position: [0, 60]}\n"},
		{"a box", "      - {id: c2, kind: box, size: [120, 80], position: [0, 60], angle: 20}\n"},
		{"a triangle", "      - {id: c2, kind: polygon, points: [[-60, 40], [60, 40], [0, -60]], position: [0, 60]}\n"},
	} {
		s := floorSession(t, tt.shape)
		if tt.shape != "" {
			s.Selection().Set(2)
		}
		steps := s.History().Done()
		if err := editor.SoftBody(s, level.Vec{Y: 52}); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		doc := s.Document()
		if s.History().Done() != steps+1 || len(s.Groups().Selected()) != 1 || doc.Collider(2) != nil &&
			tt.shape != "" {
			t.Errorf("%s: no step, the group is not selected, or the shape still exists", tt.name)
		}
		if err := doc.Validate(); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if n := s.Live().Counts().Overlaps; n != 0 {
			t.Errorf("%s: %d of its circles overlap", tt.name, n)
		}
		r := play.NewRun(doc.Snapshot(), play.DefaultSettings(), level.Vec{X: -5000})
		mass := map[level.ID]float64{}
		ring := s.Selection().IDs()
		for _, id := range ring {
			b := doc.Baked(id).Mass()
			mass[id] = b.Area * doc.Collider(id).Density
		}
		measure := func() (area, energy, speed float64, low float64) {
			at := map[level.ID]play.BodyState{}
			for _, b := range r.Bodies() {
				at[b.ID] = b
			}
			low = -1e9
			for k, id := range ring {
				b, next := at[id], at[ring[(k+1)%len(ring)]]
				radius := doc.Collider(id).Shape.Radius
				area += b.Transform.P.Cross(next.Transform.P) / 2
				energy += mass[id] * (b.Velocity.Dot(b.Velocity)/2 + radius*radius/4*b.Spin*b.Spin -
					play.DefaultSettings().Gravity*b.Transform.P.Y)
				speed = max(speed, b.Velocity.Len())
				low = max(low, b.Transform.P.Y+radius)
			}
			return math.Abs(area), energy, speed, low
		}
		area, energy, _, low := measure()
		all := 0.0
		for _, m := range mass {
			all += m
		}
		least, largest := area, area
		for range 60 * 20 {
			r.Step(play.Input{})
			now, e, _, _ := measure()
			least, largest = min(least, now), max(largest, now)
			if e > energy+all*play.DefaultSettings().Gravity*0.5 {
				t.Fatalf("%s: the body gained %g of energy, had %g", tt.name, e-energy, energy)
			}
		}
		if least < 0.7*area || largest > 1.3*area {
			t.Errorf("%s: its area goes from %.0f %% to %.0f %%", tt.name, 100*least/area, 100*largest/area)
		}
		_, _, speed, low2 := measure()
		if speed > 0.1 || low2 < 298 || low2 > 301 || low > 120 {
			t.Errorf("%s: after 20 s it moves by %g px/s, its lowest is at %g", tt.name, speed, low2)
		}
		t.Logf("%s: %d circles, %d springs, area %.0f %% to %.0f %%, %.3f px/s", tt.name, len(ring),
			len(doc.Settings().Joints), 100*least/area, 100*largest/area, speed)
		s.Undo()
		if len(doc.Settings().Joints) != 0 || len(doc.Groups()) != 0 {
			t.Errorf("%s: undo does not remove it completely", tt.name)
		}
	}
	s := floorSession(t, "      - {id: c2, kind: box, size: [120, 4], position: [0, 60]}\n")
	s.Selection().Set(2)
	if err := editor.SoftBody(s, level.Vec{}); err == nil {
		t.Error("a plank of 4 pixels can become a soft body")
	}
}
