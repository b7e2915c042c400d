package dynamics_test

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"
)

// bouncy is smooth and loses no energy in a collision.
var bouncy = dynamics.Material{Restitution: 1}

// emptySpace returns a space without gravity, closed by walls of a thickness of 40 around a square from the origin to
// size.
func emptySpace(size float64) *dynamics.Space {
	s := dynamics.NewSpace(dynamics.Settings{BounceSpeed: 36})
	for _, w := range []struct{ w, h, x, y float64 }{
		{size + 80, 40, size / 2, -20},
		{size + 80, 40, size / 2, size + 20},
		{40, size, -20, size / 2},
		{40, size, size + 20, size / 2},
	} {
		s.AddStatic(collision.Body{Shapes: box(w.w, w.h), Transform: at(w.x, w.y)}, bouncy)
	}
	return s
}

// chain adds n links of a shape in a row along x from a place, turned by an angle about it, on hinges or on rods of the
// length of a gap between them.
func chain(s *dynamics.Space, link []collision.Shape, n int, width, rod float64, from collision.Vec, angle float64) {
	turn := collision.NewTransform(from, angle)
	last := dynamics.NoBody
	for i := range n {
		x := float64(i) * (width + rod)
		pose := collision.NewTransform(turn.Apply(collision.Vec{X: x}), angle)
		b := s.AddBody(&dynamics.BodyDef{Shapes: link, Pose: pose, Density: 1, Material: bouncy})
		if last != dynamics.NoBody {
			s.AddJoint(
				dynamics.JointSide{Owner: dynamics.Owner(last), At: turn.Apply(collision.Vec{X: x - rod - width/2})},
				dynamics.JointSide{Owner: dynamics.Owner(b), At: turn.Apply(collision.Vec{X: x - width/2})},
				false, &dynamics.JointDef{IsHinge: rod == 0, Length: rod})
		}
		last = b
	}
}

func energyOf(s *dynamics.Space) (sum float64) {
	for i := range s.Bodies {
		sum += s.EnergyOf(&s.Bodies[i])
	}
	return sum
}

// Jointed bodies that bounce with restitution 1 off walls and free bodies keep their energy for 20 seconds, and gain
// none. Rods, and links that hit others of their own chain, may lose some when they turn.
func TestJointedBodiesKeepEnergy(t *testing.T) {
	t.Parallel()
	shapes := map[string][]collision.Shape{"boxes": box(60, 20), "squares": box(60, 60), "balls": disc(30)}
	play := func(name string, n int, rod, angle, way float64, partner, slanted bool) {
		s := emptySpace(1000)
		chain(s, shapes[name], n, 60, rod, collision.Vec{X: 450, Y: 400}, angle)
		sin, cos := math.Sincos(way)
		for i := range s.Bodies[1:] {
			s.Bodies[i+1].Velocity = collision.Vec{X: 300 * cos, Y: 300 * sin}
		}
		if partner {
			s.AddBody(&dynamics.BodyDef{Shapes: box(120, 40), Pose: at(900, 410), Density: 1, Material: bouncy})
		}
		if slanted {
			s.AddStatic(collision.Body{
				Shapes: box(40, 800), Transform: collision.NewTransform(collision.Vec{X: 150, Y: 500}, 0.4),
			}, bouncy)
		}
		begin := energyOf(s)
		for range 20 {
			run(s, 1)
			kept := 100 * energyOf(s) / begin
			isStiff := rod > 0 || n > 2
			if straight := angle == 0 && way == 0 && !partner && !slanted; isStiff && !straight && kept < 110 {
				continue
			}
			if !(kept > 90 && kept < 110) {
				t.Errorf("%d %s, rod %g, angle %g, way %g, partner %v, slanted wall %v: after %d steps %.1f %% of the "+
					"energy is left", n, name, rod, angle, way, partner, slanted, s.Steps, kept)
				return
			}
		}
	}
	for name := range shapes {
		for _, n := range []int{2, 3} {
			for _, rod := range []float64{0, 30} {
				for _, angle := range []float64{0, 0.3, 2.2} {
					for _, way := range []float64{0, 0.4, math.Pi / 2} {
						play(name, n, rod, angle, way, false, false)
						play(name, n, rod, angle, way, true, false)
						play(name, n, rod, angle, way, false, true)
					}
				}
			}
		}
	}
}

// A chain that flies straight into a wall or a free body of its mass bounces as one body would.
func TestJointedBodiesBounceAsOne(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 3} {
		for _, rod := range []float64{0, 30} {
			for _, free := range []bool{false, true} {
				s := emptySpace(1000)
				chain(s, box(60, 20), n, 60, rod, collision.Vec{X: 200, Y: 400}, 0)
				for i := range n {
					s.Bodies[i+1].Velocity.X = 300
				}
				want := -300.0
				if free {
					s.AddBody(&dynamics.BodyDef{
						Shapes: box(60*float64(n), 20), Pose: at(650, 400), Density: 1, Material: bouncy,
					})
					want = 0
				}
				for begin := s.Steps; s.Steps < begin+180 && s.Bodies[1].Velocity.X > 299; {
					s.Step(dynamics.StepTime)
				}
				run(s, 0.1)
				for i := range n {
					if v := s.Bodies[i+1].Velocity; math.Abs(v.X-want) > 3 || math.Abs(v.Y) > 3 {
						t.Errorf("%d boxes, rod %g, free body %v: link %d leaves with %v, want %g", n, rod, free, i, v, want)
					}
				}
			}
		}
	}
}
