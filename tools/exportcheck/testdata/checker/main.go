// Command checker runs Go packages that Fillet generated in their engines and prints the results as JSON. The tests
// copy it into a module with these packages. Its argument is the time, in seconds, that the machinery runs.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"

	"fillet/tools/exportcheck/cpground"
	"fillet/tools/exportcheck/cpjoints"
	"fillet/tools/exportcheck/cplevels"
	"fillet/tools/exportcheck/cpmotion"
	"fillet/tools/exportcheck/cpstage"
	"fillet/tools/exportcheck/goground"
	"fillet/tools/exportcheck/golevels"
	"fillet/tools/exportcheck/report"
	"fillet/tools/exportcheck/resolvground"
	"fillet/tools/exportcheck/resolvlevels"

	"github.com/jakecoffman/cp/v2"
	"github.com/solarlune/resolv"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "checker:", err)
		os.Exit(1)
	}
}

func run(duration string) error {
	seconds, err := strconv.ParseFloat(duration, 64)
	if err != nil {
		return err
	}
	r := report.Report{
		Chipmunk: chipmunk(),
		Resolv:   resolvGround(),
		Joints:   joints(seconds),
		Motion:   motion(),
		Falls:    []report.Fall{fall(cpstage.Add), fall(cplevels.Stage.Add), fall(cplevels.StageWindows.Add)},
		Bodies:   len(cplevels.Empty.Add(cp.NewSpace())),
		Tagged:   tagged(resolvlevels.Stage, resolvlevels.StageWindows, resolvlevels.Empty),
	}
	if r.Contacts, err = contacts(); err != nil {
		return err
	}
	for _, l := range []*golevels.Level{golevels.Stage, golevels.StageWindows} {
		colliders, err := l.Colliders()
		if err != nil {
			return err
		}
		w := golevels.NewWorld(colliders)
		w.Update()
		counts := report.World{Colliders: len(colliders)}
		for range w.Contacts() {
			counts.Contacts++
		}
		r.Worlds = append(r.Worlds, counts)
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

func contacts() (all []report.Contact, err error) {
	colliders, err := goground.Colliders()
	if err != nil {
		return nil, err
	}
	w := goground.NewWorld(colliders)
	w.Update()
	for c := range w.Contacts() {
		all = append(all, report.Contact{A: int(c.A), B: int(c.B), Trigger: c.Trigger, Depth: c.Depth()})
	}
	return all, nil
}

func chipmunk() report.Chipmunk {
	r := report.Chipmunk{Shapes: map[string]int{}, Bodies: map[string]report.Body{}}
	space := cp.NewSpace()
	bodies := cpground.Add(space)
	shapes := map[string][]*cp.Shape{}
	space.EachShape(func(s *cp.Shape) {
		id := s.UserData.(*cpground.Collider).ID
		shapes[id] = append(shapes[id], s)
		r.Shapes[id]++
	})
	for i, a := range cpground.Colliders {
		if b := bodies[i]; b != nil && !math.IsInf(b.Mass(), 0) {
			r.Bodies[a.ID] = report.Body{Mass: b.Mass(), Moment: b.Moment(), Position: point(b.Position())}
		}
		for _, b := range cpground.Colliders[i+1:] {
			as, bs, pair := shapes[a.ID], shapes[b.ID], [2]string{a.ID, b.ID}
			if len(as) == 0 || len(bs) == 0 {
				continue
			}
			if as[0].Filter.Reject(bs[0].Filter) {
				r.Filtered = append(r.Filtered, pair)
			}
			if depth, ok := deepest(as, bs); ok {
				r.Touching = append(r.Touching, report.Touch{Pair: pair, Depth: depth})
			}
		}
	}
	return r
}

// deepest returns the depth of the deepest contact point of two colliders, and false if there is none.
func deepest(as, bs []*cp.Shape) (depth float64, ok bool) {
	for _, p := range as {
		for _, q := range bs {
			if !p.BB().Intersects(q.BB()) {
				continue // Chipmunk's spatial index checks this first
			}
			set := cp.ShapesCollide(p, q)
			for _, c := range set.Points[:set.Count] {
				// The point's Distance has the wrong sign if Chipmunk swapped the shapes.
				depth, ok = max(depth, c.PointA.Sub(c.PointB).Dot(set.Normal)), true
			}
		}
	}
	return depth, ok
}

// fall simulates two boxes: one falls onto the ledge from above, one moves through it from below.
func fall(add func(*cp.Space) []*cp.Body) report.Fall {
	space := cp.NewSpace()
	space.SetGravity(cp.Vector{Y: 500})
	bodies := add(space)
	above, below := bodies[2], bodies[3]
	below.SetPosition(cp.Vector{X: 100, Y: 250}) // under the ledge
	below.SetVelocity(0, -450)
	above.SetPosition(cp.Vector{X: 70, Y: 150})
	highest := 250.0
	for range 300 {
		space.Step(1.0 / 120)
		highest = min(highest, below.Position().Y)
	}
	return report.Fall{Above: above.Position().Y, Below: below.Position().Y, Highest: highest}
}

// joints runs the machinery in small steps.
func joints(seconds float64) (all []report.Jointed) {
	space := cp.NewSpace()
	space.SetGravity(cp.Vector{Y: 320})
	space.Iterations = 40
	bodies := cpjoints.Add(space)
	const rate = 1920
	for range int(seconds * rate) {
		space.Step(1.0 / rate)
	}
	for i, c := range cpjoints.Colliders {
		b := bodies[i]
		all = append(all, report.Jointed{
			ID: c.ID, Of: c.Of, Static: b == space.StaticBody, Centre: c.Centre, Position: c.Position, Angle: c.Angle,
			BodyPosition: point(b.Position()), BodyAngle: b.Angle(),
		})
	}
	return all
}

// motion returns the motion of every body for three seconds, in sixtieths of a second of four steps each.
func motion() map[string][][3]float64 {
	space := cp.NewSpace()
	space.SetGravity(cp.Vector{Y: cpmotion.Gravity})
	space.SetDamping(cpmotion.Damping)
	bodies := cpmotion.Add(space)
	out := map[string][][3]float64{}
	for frame := range 181 {
		for range min(frame, 1) * 4 {
			space.Step(1.0 / 240)
		}
		for i, c := range cpmotion.Colliders {
			if b := bodies[i]; b != space.StaticBody {
				out[c.ID] = append(out[c.ID], [3]float64{b.Position().X, b.Position().Y, b.Angle() - c.Angle})
			}
		}
	}
	return out
}

func point(v cp.Vector) [2]float64 { return [2]float64{v.X, v.Y} }

func resolvGround() report.Resolv {
	shapes, tags := resolvground.New(nil)
	space := resolv.NewSpace(800, 800, 32, 32)
	for _, list := range shapes {
		space.Add(list...)
	}
	r := marks(shapes, tags, func(i int) (id, role string, data any) {
		c := &resolvground.Colliders[i]
		return c.ID, c.Role, c
	})
	for i, as := range shapes {
		for j, bs := range shapes[i+1:] {
			if intersect(as, bs) {
				a, b := resolvground.Colliders[i], resolvground.Colliders[i+1+j]
				r.Intersecting = append(r.Intersecting, [2]string{a.ID, b.ID})
			}
		}
	}
	return r
}

func intersect(as, bs []resolv.IShape) bool {
	for _, p := range as {
		for _, q := range bs {
			if p.IsIntersecting(q) || q.IsIntersecting(p) {
				return true
			}
		}
	}
	return false
}

// tagged creates levels one after the other, each with the tags of the previous ones.
func tagged(levels ...*resolvlevels.Level) (all []report.Resolv) {
	var shapes [][]resolv.IShape
	var tags map[string]resolv.Tags
	for _, l := range levels {
		shapes, tags = l.New(tags)
		all = append(all, marks(shapes, tags, func(i int) (id, role string, data any) {
			c := &l.Colliders[i]
			return c.ID, c.Role, c
		}))
	}
	return all
}

// marks returns the tags by name, and the colliders whose shapes lack their role's tag or their data.
func marks(shapes [][]resolv.IShape, tags map[string]resolv.Tags,
	collider func(i int) (id, role string, data any),
) report.Resolv {
	r := report.Resolv{Tags: map[string]uint64{}}
	for name, tag := range tags {
		r.Tags[name] = uint64(tag)
	}
	for i, list := range shapes {
		id, role, data := collider(i)
		marked := len(list) > 0
		for _, s := range list {
			marked = marked && s.Tags().Has(tags[role]) && s.Data() == data
		}
		if !marked {
			r.Unmarked = append(r.Unmarked, id)
		}
	}
	return r
}
