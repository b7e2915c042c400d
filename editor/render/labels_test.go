package render

import (
	"bufio"
	"fmt"
	"io"
	"testing"

	"fillet/editor/level"
)

// The name of a trigger covers neither the trigger's sign nor a point's sign or name.
func TestNamesCoverNoSigns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size Vec
		want bool
	}{{Vec{X: 56, Y: 25}, false}, {Vec{X: 120, Y: 25}, true}, {Vec{X: 120, Y: 80}, true}, {Vec{X: 56, Y: 80}, true}} {
		t.Run(fmt.Sprint(c.size), func(t *testing.T) {
			draw := func(labels bool, tags ...string) (*Scene, []byte) {
				b := newBuilder(t, cameraOf(200, 140))
				b.scene.Show.Labels = labels
				b.add("water", box(c.size.X, c.size.Y, 0), Vec{}, func(c *level.Collider) {
					c.Role, c.Tags = level.Trigger, tags
				})
				return b.scene, Picture(b.scene).Pix
			}
			tag := level.ObjectOf(level.WaterObject).Tag
			_, plain := draw(false, tag)
			s, named := draw(true, tag)
			isNamed := false
			for i := 0; i < len(plain); i += 4 {
				if [3]byte(plain[i:i+3]) == [3]byte(named[i:i+3]) {
					continue
				}
				isNamed = true
				at := s.Camera.ToLevel(Vec{X: float64(i / 4 % 200), Y: float64(i / 4 / 200)})
				if at.Len() < signRadius {
					t.Fatalf("the name covers the sign at %v", at)
				}
			}
			if isNamed != c.want {
				t.Errorf("there is a name: %v", isNamed)
			}
		})
	}
}

// The names of points close to each other do not overlap each other or the points.
func TestNamesOfPointsStayApart(t *testing.T) {
	t.Parallel()
	b := newBuilder(t, cameraOf(300, 200))
	b.scene.Show.Labels = true
	for i := range 3 {
		b.add("point", level.Shape{Kind: level.Point}, Vec{X: float64(30 * (i - 1))}, nil)
	}
	p := painter{}
	p.aim(&svg{to: bufio.NewWriter(io.Discard), letters: newTypesetter(), scale: 1}, b.scene)
	p.allDetails()
	if len(p.signs) < 5 {
		t.Fatalf("%d signs and names", len(p.signs))
	}
	for i, a := range p.signs {
		if !isFreeOf(p.signs[:i], a) {
			t.Errorf("the sign or name at %v covers another one", a)
		}
	}
}
