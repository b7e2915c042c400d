package play

import (
	"math/rand/v2"
	"testing"
)

// seeded returns dice with a seed, which give the same values on every processor.
func seeded(seed uint64) dice {
	rng := rand.New(rand.NewPCG(seed, 20))
	return dice{
		func(_ string, least, limit float64) float64 { return least + float64((limit-least)*rng.Float64()) },
		func(_ string, n int) int { return rng.IntN(n) },
	}
}

// roomsHash is the hash of the runs in TestSameOnEveryProcessor.
const roomsHash = 0x3adf5ede1234ca96

// TestSameOnEveryProcessor plays rooms with joints, bodies of several shapes, paths and gameplay objects, with a
// restless character that has all abilities. TestProcessorsPackages in cmd/editor builds this test for several
// processors.
func TestSameOnEveryProcessor(t *testing.T) {
	t.Parallel()
	got := hash(1)
	var with struct{ joints, welds, paths, objects, belts, motions int }
	for seed := range uint64(40) {
		d := seeded(seed)
		snap := roomOf(d, t, true)
		s := DefaultSettings()
		for i, x := range s.Switches() {
			*x.On = seed>>(i%6)&1 == 0
		}
		s.AirJumps = 2
		if seed%8 == 7 {
			s.Mode = TopDown
		}
		r := NewRun(snap, s, Vec{X: 200, Y: 130})
		rec := someInputs(300, seed)
		for in := range rec.Steps() {
			r.Step(in)
		}
		got.add(r.Hash())
		with.joints += len(r.space.Joints)
		with.paths += len(r.ways)
		with.objects += len(r.objects.list) - 1
		if r.objects.belts {
			with.belts++
		}
		for i := range r.space.Bodies {
			if r.entities[i].weld != nil {
				with.welds++
			}
			if r.space.Bodies[i].Pull != (Vec{}) {
				with.motions++
			}
		}
	}
	if with.joints < 20 || with.welds < 20 || with.paths < 20 || with.objects < 60 || with.belts < 5 ||
		with.motions < 20 {
		t.Errorf("too few features take part: %+v", with)
	}
	if uint64(got) != roomsHash {
		t.Errorf("the hash is %#x, want %#x: the runs have changed; if that is intended, change roomsHash", uint64(got),
			uint64(roomsHash))
	}
}
