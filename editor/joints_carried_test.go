package editor_test

import (
	"math"
	"testing"

	"fillet/editor"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// In any command on two bodies, the anchors of their joint move like points of the bodies and mirroring also mirrors
// the joint's direction. Undo restores the joint exactly.
func TestAnchorsAreCarried(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := func(name string, limit int) float64 { return float64(rapid.IntRange(-limit, limit).Draw(t, name)) }
		at := func(name string, limit int) level.Vec { return level.Vec{X: n(name, limit), Y: n(name, limit)} }
		doc, err := level.Parse([]byte("fillet: 1\nname: x\nlayers:\n  - {id: l1, name: x, colliders: []}\n"), "x")
		if err != nil {
			t.Fatal(err)
		}
		s := editor.NewSession(doc)
		var ids []level.ID
		for range 3 {
			c := *level.NewCollider(0, 0, "", level.Shape{}, at("place", 300))
			c.Angle, c.Body = level.Degrees(n("angle", 180)), level.Dynamic
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				c.Shape = level.Shape{Kind: level.Box, Rounding: level.Inset, Size: level.Vec{X: 40, Y: 20}}
			case 1:
				c.Shape = level.Shape{Kind: level.Circle, Radius: 12}
			case 2:
				c.Shape = level.Shape{
					Kind: level.Polygon, Rounding: level.Inset,
					Points: []level.Vec{{X: -20, Y: -10}, {X: 20, Y: -10}, {X: 5, Y: 15}},
				}
			default:
				c.Shape = level.Shape{
					Kind: level.Capsule, Radius: 6,
					Points: []level.Vec{{X: -15, Y: 0}, {X: 15, Y: 0}},
				}
			}
			id, err := s.Add(c)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		j := level.Joint{
			ID: 1, Kind: level.Spring, A: ids[0], B: ids[1], AnchorA: at("anchor", 30), AnchorB: at("anchor", 30),
			Length: 50, Frequency: 2, Lower: -10, Upper: 35, Limited: true, Speed: 7,
		}
		if err := s.EditSettings("join", func(set *level.Settings) { set.Joints = []level.Joint{j} }); err != nil {
			t.Fatal(err)
		}
		a, b, _ := level.JointEnds(doc, j)
		picked := ids[:rapid.IntRange(2, 3).Draw(t, "selected")]
		s.Selection().Set(picked...)
		box, _ := s.Selection().Bounds()
		mid := box.Center()
		pivot := editor.PivotMiddle
		mirrored, length := false, j.Length
		var to func(level.Vec) level.Vec
		switch rapid.IntRange(0, 5).Draw(t, "what") {
		case 0:
			h := rapid.Bool().Draw(t, "horizontal")
			mirrored = true
			to = func(p level.Vec) level.Vec { return mid.Add(level.MirroredPoint(p.Sub(mid), h)) }
			err = s.Flip(h)
		case 1:
			by := level.Degrees(n("turn", 180))
			to = func(p level.Vec) level.Vec { return mid.Add(by.Rotation().Apply(p.Sub(mid))) }
			err = s.Transform(pivot).Turn(by)
		case 2:
			k := rapid.Float64Range(0.3, 3).Draw(t, "scale")
			length *= k
			to = func(p level.Vec) level.Vec { return mid.Add(p.Sub(mid).Mul(k)) }
			err = s.Transform(pivot).Scale(k)
		case 3:
			kx, ky := rapid.Float64Range(0.5, 2).Draw(t, "x"), rapid.Float64Range(0.5, 2).Draw(t, "y")
			to = func(p level.Vec) level.Vec {
				d := p.Sub(mid)
				return mid.Add(level.Vec{X: d.X * kx, Y: d.Y * ky})
			}
			if was := a.Dist(b); was > 1e-9 {
				length *= to(a).Dist(to(b)) / was
			}
			size := box.Size()
			err = s.Transform(pivot).SetSize(level.Vec{X: size.X * kx, Y: size.Y * ky})
		case 4:
			by := at("move", 90)
			to = func(p level.Vec) level.Vec { return p.Add(by) }
			err = s.Nudge(by.X, by.Y)
		default:
			by := at("move", 90)
			to = func(p level.Vec) level.Vec { return p.Add(by) }
			err = s.Transform(pivot).MoveTo(mid.Add(by))
		}
		if err != nil {
			t.Fatal(err)
		}
		got := doc.Settings().Joints[0]
		a2, b2, ok := level.JointEnds(doc, got)
		if want := to(a); !ok || a2.Dist(want) > 1e-6 {
			t.Fatalf("the anchor %v is at %v, want %v", a, a2, want)
		}
		if want := to(b); b2.Dist(want) > 1e-6 {
			t.Fatalf("the anchor %v is at %v, want %v", b, b2, want)
		}
		if math.Abs(got.Length-length) > 1e-6*length && a.Dist(b) > 1e-6 {
			t.Fatalf("length %v, want %v", got.Length, length)
		}
		if mirrored != (got.Lower == -j.Upper && got.Upper == -j.Lower && got.Speed == -j.Speed) {
			t.Fatalf("mirrored: %v, limits %v to %v, speed %v", mirrored, got.Lower, got.Upper, got.Speed)
		}
		if label, _ := s.History().CanUndo(); label == "join" {
			return // the command changed nothing
		}
		s.Undo()
		if doc.Settings().Joints[0] != j {
			t.Fatalf("after undo: %+v", doc.Settings().Joints[0])
		}
	})
}
