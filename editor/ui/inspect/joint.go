package inspect

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2/container"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/rigid"
	"fillet/editor/ui/kit"
)

// JointSection is the heading of the joints of what is selected.
const JointSection = "Joints"

// mostShownJoints is how many joints of what is selected are shown.
const mostShownJoints = 4

// joints are those of what is selected.
func (v *Panel) joints() []level.Joint {
	if len(v.session.Document().Settings().Joints) == 0 || len(v.ids()) > mostShownJoints {
		return nil
	}
	return rigid.JointsOf(v.session).Of(v.ids())
}

// jointSign is what of the joints the rows depend on.
func (v *Panel) jointSign() string {
	sign := ""
	for _, j := range v.joints() {
		sign += signOfJoint(j)
	}
	return sign
}

func signOfJoint(j level.Joint) string {
	return fmt.Sprint(j.ID, j.Kind, j.Limited, j.PullsOnly, j.A, j.B, j.Name)
}

// jointWord is what a joint is by.
func (v *Panel) jointWord(j level.Joint) string {
	if j.PullsOnly {
		return "rope"
	}
	return j.Kind.String()
}

// buildPickedJoint adds the joint that is selected: what it joins and where, and its numbers.
func (v *Panel) buildPickedJoint(of level.Joint) {
	for _, side := range [2]struct {
		label string
		id    level.ID
		at    func(*level.Joint) *level.Vec
	}{{"From", of.A, func(j *level.Joint) *level.Vec { return &j.AnchorA }}, {"To", of.B, func(j *level.Joint) *level.Vec { return &j.AnchorB }}} {
		text := "the level"
		if c := v.session.Document().Collider(side.id); c != nil {
			text = v.session.Document().Title(c)
		} else if side.id != 0 {
			text = "missing"
		}
		v.row(side.label, kit.NewTippedText(v.Look, kit.Text(text, v.Look.Colors().Text, kit.TextSize)))
		number := func(of func(*level.Vec) *float64) *kit.NumberField {
			return v.number("", func() (float64, bool) {
				j, ok := v.session.Selection().Joint()
				if !ok {
					return 0, false
				}
				a, b, _ := level.JointEnds(v.session.Document(), j)
				if side.label == "From" {
					return *of(&a), false
				}
				return *of(&b), false
			}, func(x float64) {
				j, ok := v.session.Selection().Joint()
				if !ok {
					return
				}
				xf := collision.Identity()
				if c := v.session.Document().Collider(side.id); c != nil {
					xf = c.Transform()
				}
				at := xf.Apply(*side.at(&j))
				*of(&at) = x
				*side.at(&j) = xf.ApplyInv(at)
				v.fail(rigid.JointsOf(v.session).Set(j))
			})
		}
		v.pair("Anchor", number(func(p *level.Vec) *float64 { return &p.X }), number(func(p *level.Vec) *float64 { return &p.Y }), "X", "Y")
	}
	v.buildJoint(of.ID)
}

// buildJoints adds the joints of what is selected, each with its numbers.
func (v *Panel) buildJoints() {
	all := v.joints()
	if len(all) == 0 || !v.section(JointSection, func() string { return count(len(v.joints())) }, nil) {
		return
	}
	for _, j := range all[:min(len(all), mostShownJoints)] {
		v.buildJoint(j.ID)
	}
	if n := len(all) - mostShownJoints; n > 0 {
		v.row("", kit.NewTippedText(v.Look, kit.Text(fmt.Sprintf("and %d more", n), v.Look.Colors().Quiet, kit.TextSize)))
	}
}

// buildJoint adds one joint.
func (v *Panel) buildJoint(id level.JointID) {
	now := func() (level.Joint, bool) {
		list := v.session.Document().Settings().Joints
		i := slices.IndexFunc(list, func(j level.Joint) bool { return j.ID == id })
		if i < 0 {
			return level.Joint{}, false
		}
		return list[i], true
	}
	set := func(change func(*level.Joint)) {
		if j, ok := now(); ok {
			change(&j)
			v.fail(rigid.JointsOf(v.session).Set(j))
		}
	}
	number := func(unit string, of func(*level.Joint) *float64) *kit.NumberField {
		return v.number(unit, func() (float64, bool) {
			j, _ := now()
			return *of(&j), false
		}, func(x float64) { set(func(j *level.Joint) { *of(j) = x }) })
	}
	choice := func(label string, words []string, get func(*level.Joint) bool, put func(*level.Joint, bool)) {
		seg := kit.NewSegmented(v.Look, words, func(i int) { set(func(j *level.Joint) { put(j, i == 1) }) })
		v.updates = append(v.updates, func() {
			j, _ := now()
			seg.Choose(kit.BoolInt(get(&j)))
		})
		v.row(label, seg)
	}
	j, _ := now()
	name := kit.NewField(v.Look, func(s string) { set(func(j *level.Joint) { j.Name = s }) })
	v.updates = append(v.updates, func() {
		j, _ := now()
		name.SetHint(j.ID.String())
		name.Display(j.Name)
	})
	remove := kit.NewTextButton(v.Look, "Remove", false, func() {
		v.Look.Focus()
		v.fail(rigid.JointsOf(v.session).Remove(id))
	})
	remove.Small = true
	v.row(kit.Sentence(j.Kind.String()), container.New(kit.Row{Gap: kit.Gap, Grow: 0}, name, remove))
	if j.Kind == level.Hinge {
		choice("Turns", []string{"freely", "within limits"}, func(j *level.Joint) bool { return j.Limited }, func(j *level.Joint, on bool) {
			if j.Limited = on; on && j.Lower == 0 && j.Upper == 0 {
				j.Lower, j.Upper = -45, 45
			}
		})
		if j.Limited {
			v.pair("Limits", number("°", func(j *level.Joint) *float64 { return (*float64)(&j.Lower) }), number("°", func(j *level.Joint) *float64 { return (*float64)(&j.Upper) }), "≥", "≤")
		}
		v.row("Motor speed", number("°/s", func(j *level.Joint) *float64 { return (*float64)(&j.Speed) }))
		v.row("Motor torque", number(" N m", func(j *level.Joint) *float64 { return &j.Torque }))
	} else {
		choice("Works", []string{"as a spring", "as a rope"}, func(j *level.Joint) bool { return j.PullsOnly }, func(j *level.Joint, on bool) { j.PullsOnly = on })
		v.row("Length", number("", func(j *level.Joint) *float64 { return &j.Length }))
		v.row("Frequency", number(" Hz", func(j *level.Joint) *float64 { return &j.Frequency }))
		damping := number("", func(j *level.Joint) *float64 { return &j.Damping })
		damping.Step = 0.01
		v.row("Damping", damping)
	}
	choice("Joined ones", []string{"pass", "collide"}, func(j *level.Joint) bool { return j.Collide }, func(j *level.Joint, on bool) { j.Collide = on })
}
