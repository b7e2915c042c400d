package play

import (
	"fillet/editor/level"
)

// Situation is the part of a run's state that a search for ways distinguishes: where the character is, how fast it
// moves, and what it can still do.
type Situation struct {
	Position, Velocity Vec // in level space
	Grounded           bool
	Ground             level.ID // the collider it stands on; 0 in the air
	Held               Input    // input of the last step
	Fuel               float64  // in seconds
	AirJumps           int
	Wall               bool // it can jump off a wall
	Climbing, Crouched bool
	Under              float64
	Down               Vec
	Progress           uint64 // hash of open doors and of objects that are taken or gone
	LastCheckpoint     int32  // 0 means none
}

// SituationOf returns the situation after the last step, without allocating.
func SituationOf(r *Run) Situation {
	w := &r.walker
	s := Situation{
		Position: w.Position, Velocity: w.Velocity.Add(w.GroundVelocity()), Held: r.input, Fuel: w.fuel,
		AirJumps: w.airJumps,
		Wall:     w.wallTime > 0 && r.settings.WallJump, Climbing: w.climbing, Crouched: w.crouched, Under: w.under,
		Down: r.down,
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

// AppendEntered appends the triggers that the character is in, in drawing order.
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

// AppendNear appends a number for each moving body within a distance of the character, in drawing order, hashed from
// its position, in squares of the given size, and from a platform's direction. It leaves out triggers without an effect
// in the game. While nothing nearby leaves its square, the numbers stay the same.
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
