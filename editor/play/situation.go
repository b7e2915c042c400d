package play

import (
	"fillet/editor/level"
)

// Situation is what tells apart two moments of a run for whoever searches for a way through the level: what the character can still do,
// beside where it is and how fast.
type Situation struct {
	Position, Velocity Vec // as the level sees it
	Grounded           bool
	Ground             level.ID // what it stands on; 0 in the air
	Held               Input    // in the last step
	Fuel               float64  // in seconds
	AirJumps           int
	Wall               bool // it can jump off one
	Climbing, Crouched bool
	Under              float64
	Down               Vec
	Progress           uint64 // differs where other doors are open, or other things taken or gone
	LastCheckpoint     int32  // 0 is none
}

// SituationOf returns the situation after the last step. It allocates nothing.
func SituationOf(r *Run) Situation {
	w := &r.walker
	s := Situation{
		Position: w.Position, Velocity: w.Velocity.Add(w.GroundVelocity()), Held: r.input, Fuel: w.fuel, AirJumps: w.airJumps,
		Wall: w.wallTime > 0 && r.settings.WallJump, Climbing: w.climbing, Crouched: w.crouched, Under: w.under, Down: r.down,
	}
	if w.Ground.On {
		s.Grounded, s.Ground = true, r.idOf(w.ground())
	}
	s.LastCheckpoint = r.homeOf
	if len(r.fates) > 1 {
		h := hash(14695981039346656037)
		for i := range r.fates {
			if f := &r.fates[i]; f.gone {
				h.add(uint64(2*i + 1))
			} else if f.on {
				h.add(uint64(2 * i))
			}
		}
		s.Progress = uint64(h)
	}
	return s
}

// AppendEntered appends the triggers in which the character is, in drawing order.
func AppendEntered(out []level.ID, r *Run) []level.ID {
	for i := range r.inside {
		if r.inside[i].order[1] == 0 {
			out = append(out, r.inside[i].trigger)
		}
	}
	return out
}

// AppendLeft appends the collectables that have not been taken, in drawing order.
func AppendLeft(out []level.ID, r *Run) []level.ID {
	for k := range r.things.list {
		if x := &r.things.list[k]; x.is.Has(level.CollectableObject) && !r.fates[k].gone {
			out = append(out, x.id)
		}
	}
	return out
}

// AppendNear appends a number for each body within a distance of the character, in drawing order: where it is, in squares of a size, and
// which way a platform goes. It leaves out triggers that do nothing in the game. Where nothing near has moved out of its square the numbers are the same.
func AppendNear(out []uint64, r *Run, distance, size float64) []uint64 {
	p := r.walker.Position
	for i := 1; i < len(r.bodies); i++ {
		b := &r.bodies[i]
		if b.trigger && b.thing == 0 || !b.moves() || !b.box.Grow(distance).Contains(p) {
			continue
		}
		h := hash(14695981039346656037)
		h.add(uint64(i))
		h.add(uint64(int64(b.p.X / size)))
		h.add(uint64(int64(b.p.Y / size)))
		h.add(uint64(int64(b.q.C * 4)))
		h.add(uint64(int64(b.q.S * 4)))
		if b.role == kinematic && b.v.X < 0 {
			h.add(1)
		}
		if b.role == kinematic && b.v.Y < 0 {
			h.add(2)
		}
		out = append(out, uint64(h))
	}
	return out
}
