package export

import "fillet/export/colliders"

// rubeJoint is a joint of Box2D: a "revolute" one, a "distance" one, which is a spring or a rod, or a "rope".
type rubeJoint struct {
	Type    string  `json:"type"`
	Name    string  `json:"name"`
	BodyA   int     `json:"bodyA"` // places in the list of bodies
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

// rubeJoints is the joints, between bodies at the places of their colliders' ones, and whether one of them holds on to the level, which is the body
// after the others.
func (t *target) rubeJoints(places []int, level int) (out []rubeJoint, onLevel bool) {
	for _, j := range t.bodyJoints() {
		if !j.works { // Box2D has no joint between what never moves
			t.loseLoose(&j)
			continue
		}
		r := rubeJoint{Name: j.label, Collide: j.Collide, Properties: []rubeProperty{{Name: "fillet_id", String: &j.ID}}}
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
		case j.Kind == colliders.Hinge: // y points up there, so angles are turned around
			r.Type = "revolute"
			r.rubeRevolute = &rubeRevolute{
				RefAngle: radians(turned[0]-turned[1]) + 0, EnableLimit: j.HasLimit, Lower: -radians(j.Upper) + 0, Upper: -radians(j.Lower) + 0,
				EnableMotor: j.Torque > 0, Speed: -radians(j.Speed) + 0, Torque: j.Torque,
			}
		case j.PullsOnly:
			if j.Frequency > 0 {
				t.lose(nil, LossJoints, "the rope %s does not stretch: Box2D has no rope that does", j.label)
			}
			r.Type, r.MaxLength = "rope", &length
		default:
			r.Type, r.rubeDistance = "distance", &rubeDistance{length, j.Frequency, j.Damping}
		}
		out = append(out, r)
	}
	return out, onLevel
}
