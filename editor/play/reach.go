package play

// reachSteps limits how long a jump is followed: two seconds.
const reachSteps = 2 * Rate

// reachWays is the number of stick directions tried for a jump's reach.
const reachWays = 9

// AppendJumpReach returns where a jump could take the character from its position: one path per stick direction, from
// left to right, each until it lands. The level stops it as in the run, while bodies and platforms stay where they are.
// It is empty in the air, and if the character can neither jump nor fly. It does not change the run. It reuses the
// given paths, so that no frame allocates.
func (r *Run) AppendJumpReach(paths [][]Vec) [][]Vec {
	s := &r.settings
	if !r.walker.Ground.On || s.Mode == TopDown || s.JumpHeight == 0 && !s.Jetpack {
		return paths[:0]
	}
	r.moveSolids(everywhere)
	r.trying = true
	old := paths[:cap(paths)]
	paths = paths[:0]
	for k := range reachWays {
		var path []Vec
		if k < len(old) {
			path = old[k][:0]
		}
		paths = append(paths, r.tryJump(float64(2*float64(k)/(reachWays-1))-1, path))
	}
	r.trying = false
	return paths
}

// tryJump follows one jump with a copy of the character at full speed.
func (r *Run) tryJump(x float64, path []Vec) []Vec {
	w := &r.trial
	*w = r.walker
	s := &r.settings
	w.Velocity = w.along().Mul(float64(x * s.Speed))
	path = append(path, w.Position)
	before := Input{}
	for range reachSteps {
		in := Input{X: x, Jump: true}
		w.control(in, before)
		w.Step(&r.world, w.acc, stepTime)
		before = in
		path = append(path, w.Position)
		if w.Ground.On {
			break
		}
	}
	return path
}
