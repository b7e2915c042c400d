package export

import "fillet/export/colliders"

// rubeJoint is a joint of Box2D: "revolute", "distance" (a spring or a rod) or "rope".
type rubeJoint struct {
	Type    string  `json:"type"`
	Name    string  `json:"name"`
	BodyA   int     `json:"bodyA"` // index in the list of bodies
	BodyB   int     `json:"bodyB"`
	AnchorA rubeVec `json:"anchorA"` // in the bodies' frames
	AnchorB rubeVec `json:"anchorB"`
	Collide bool    `json:"collideConnected"`

	*rubeRevolute
	*rubeDistance
	MaxLength *float64 `json:"maxLength,omitempty"` // of a rope

	Properties []rubeProperty `json:"customProperties"`
}

type rubeRevolute struct {
	RefAngle    float64 `json:"refAngle"`
	EnableLimit bool    `json:"enableLimit"`
	Lower       float64 `json:"lowerLimit"`
	Upper       float64 `json:"upperLimit"`
	EnableMotor bool    `json:"enableMotor"`
	Speed       float64 `json:"motorSpeed"`
	Torque      float64 `json:"maxMotorTorque"`
	JointSpeed  float64 `json:"jointSpeed"`
}

type rubeDistance struct {
	Length    float64 `json:"length"`
	Frequency float64 `json:"frequency"`
	Damping   float64 `json:"dampingRatio"`
}

// rubeJoints returns the joints, and whether any is attached to the level. places maps colliders to their bodies'
// indices, and level is the index of the body for the level.
func (t *target) rubeJoints(places []int, level int) (out []rubeJoint, onLevel bool) {
	for _, j := range t.bodyJoints() {
		if !j.works { // Box2D has no joint between bodies that never move
			t.loseLoose(&j)
			continue
		}
		r := rubeJoint{
			Name: j.label, Collide: j.Collide,
			Properties: []rubeProperty{{Name: "fillet_id", String: &j.ID}},
		}
		turned := [2]float64{}
		for side, i := range j.sides {
			place, at := level, j.at[side]
			if i >= 0 {
				first := &t.Colliders[t.firstOf(i)]
				place, at, turned[side] = places[i], first.Transform().ApplyInv(at), first.Angle
			} else {
				onLevel = true
			}
			if side == 0 {
				r.BodyA, r.AnchorA = place, t.metres(tidy(at))
			} else {
				r.BodyB, r.AnchorB = place, t.metres(tidy(at))
			}
		}
		length := j.Length / t.Level.PixelsPerMetre
		switch {
		case j.Kind == colliders.Hinge: // y points up there, so angles are negated
			r.Type = "revolute"
			r.rubeRevolute = &rubeRevolute{
				RefAngle: radians(turned[0]-turned[1]) + 0, EnableLimit: j.HasLimit, Lower: -radians(j.Upper) + 0,
				Upper:       -radians(j.Lower) + 0,
				EnableMotor: j.Torque > 0, Speed: -radians(j.Speed) + 0, Torque: j.Torque,
			}
		case j.PullsOnly:
			if j.Frequency > 0 {
				t.lose(nil, LossJoints, "the rope %s does not stretch: Box2D has no elastic ropes", j.label)
			}
			r.Type, r.MaxLength = "rope", &length
		default:
			r.Type, r.rubeDistance = "distance", &rubeDistance{length, j.Frequency, j.Damping}
		}
		out = append(out, r)
	}
	return out, onLevel
}
