package panel

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2/container"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

const JointSection = "Joints"

// maxShownJoints limits the listed joints of the selection, and maxPlacedJoints the listed joints that instances get
// from their prefabs.
const (
	maxShownJoints  = 4
	maxPlacedJoints = 6
)

func (v *Inspector) joints() []level.Joint {
	if len(v.session.Document().Settings().Joints) == 0 || len(v.ids()) > maxShownJoints {
		return nil
	}
	return v.session.Joints().Of(v.ids())
}

// placedJoints returns the joints that the selected instance, or its selected parts, get from its prefab.
func (v *Inspector) placedJoints() []level.Joint {
	if v.wholeInstance() == nil && len(v.ids()) > maxShownJoints {
		return nil
	}
	return v.session.Joints().Placed(v.ids())
}

// jointSign returns a key for everything about the joints that the rows depend on.
func (v *Inspector) jointSign() string {
	sign := ""
	for _, j := range v.joints() {
		sign += signOfJoint(j)
	}
	for _, j := range v.placedJoints() {
		sign += v.placedText(j)
	}
	return sign
}

func signOfJoint(j level.Joint) string {
	return fmt.Sprint(j.ID, j.Kind, j.Limited, j.PullsOnly, j.A, j.B, j.Name)
}

func (v *Inspector) jointWord(j level.Joint) string {
	if j.PullsOnly {
		return "rope"
	}
	return j.Kind.String()
}

// jointWords names the common type of several joints, or returns "mixed".
func (v *Inspector) jointWords(list []level.Joint) string {
	for _, j := range list[1:] {
		if v.jointWord(j) != v.jointWord(list[0]) {
			return "mixed"
		}
	}
	return v.jointWord(list[0])
}

// buildPickedJoint adds the selected joint: its ends, anchors and parameters.
func (v *Inspector) buildPickedJoint(of level.Joint) {
	for k, side := range [2]struct {
		label string
		id    level.ID
		at    func(*level.Joint) *level.Vec
	}{
		{"From", of.A, func(j *level.Joint) *level.Vec { return &j.AnchorA }},
		{"To", of.B, func(j *level.Joint) *level.Vec { return &j.AnchorB }},
	} {
		text := "the level"
		if c := v.session.Document().Collider(side.id); c != nil {
			text = v.session.Document().Title(c)
		} else if side.id != 0 {
			text = "missing"
		}
		v.textRow(side.label, text, v.Look.Colors().Text)
		x, y := v.vector(func() level.Vec {
			j, ok := v.session.Selection().Joint()
			if !ok {
				return level.Vec{}
			}
			a, b, _ := level.JointEnds(v.session.Document(), j)
			return [2]level.Vec{a, b}[k]
		}, func(change func(*level.Vec)) {
			j, ok := v.session.Selection().Joint()
			if !ok {
				return
			}
			xf := collision.Identity()
			if c := v.session.Document().Collider(side.id); c != nil {
				xf = c.Transform()
			}
			at := xf.Apply(*side.at(&j))
			change(&at)
			*side.at(&j) = xf.ApplyInv(at)
			v.fail(v.session.Joints().Set(j))
		})
		v.pair("Anchor", x, y, "X", "Y")
	}
	v.buildJoint(of)
}

// buildJoints adds the joints of the selection with their parameters. Joints from a prefab are read-only.
func (v *Inspector) buildJoints() {
	all, placed := v.joints(), v.placedJoints()
	if len(all)+len(placed) == 0 || !v.section(JointSection, func() string {
		return count(len(v.joints()) + len(v.placedJoints()))
	}, nil) {
		return
	}
	p := v.Look.Colors()
	for _, j := range all[:min(len(all), maxShownJoints)] {
		v.buildJoint(j)
	}
	more := max(len(all)-maxShownJoints, 0)
	for _, j := range placed[:min(len(placed), maxPlacedJoints)] {
		v.textRow(kit.Sentence(v.jointWord(j)), v.placedText(j), p.Text)
	}
	if more += max(len(placed)-maxPlacedJoints, 0); more > 0 {
		v.textRow("", fmt.Sprintf("and %d more", more), p.Quiet)
	}
	if len(placed) > 0 {
		v.textRow("", "from the prefab: edit it to change these", p.Quiet)
	}
}

// placedText describes a joint from a prefab: its ends and parameters.
func (v *Inspector) placedText(j level.Joint) string {
	doc := v.session.Document()
	label := func(id level.ID) string {
		if c := doc.Collider(id); c != nil {
			return c.Label()
		}
		return "the level"
	}
	text := label(j.A) + " – " + label(j.B)
	switch {
	case j.Kind == level.Hinge && j.Torque > 0:
		text += fmt.Sprintf(" · %g°/s", float64(j.Speed))
	case j.Kind == level.Hinge && j.Limited:
		text += fmt.Sprintf(" · %g° to %g°", float64(j.Lower), float64(j.Upper))
	case j.PullsOnly:
		text += fmt.Sprintf(" · %.4g px", j.Length)
	case j.Kind == level.Spring:
		text += fmt.Sprintf(" · %.4g px, %g Hz", j.Length, j.Frequency)
	}
	return quote.Excerpt(text)
}

// buildPickedJoints adds the common parameters of several selected joints.
func (v *Inspector) buildPickedJoints(list []level.Joint) {
	remove := v.removeJoints(func() []level.JointID { return idsOf(v.session.Selection().Joints()) })
	v.row("", container.New(kit.RowOf(0), kit.NewSpace(), remove))
	hinges, springs, limited := jointKinds(list)
	v.jointRows(v.session.Selection().Joints, hinges, springs, limited)
}

// jointKinds reports whether all joints are hinges, all are springs, and all have limits.
func jointKinds(list []level.Joint) (hinges, springs, limited bool) {
	hinges, springs, limited = true, true, true
	for _, j := range list {
		hinges, springs, limited = hinges && j.Kind == level.Hinge, springs && j.Kind == level.Spring,
			limited && j.Limited
	}
	return hinges, springs, limited
}

func idsOf(list []level.Joint) (out []level.JointID) {
	for _, j := range list {
		out = append(out, j.ID)
	}
	return out
}

func (v *Inspector) removeJoints(ids func() []level.JointID) *kit.TextButton {
	return v.small("Remove", func() { v.fail(v.session.Joints().Remove(ids()...)) })
}

func (v *Inspector) buildJoint(j level.Joint) {
	ids := []level.JointID{j.ID}
	now := func() []level.Joint {
		all := v.session.Document().Settings().Joints
		i := slices.IndexFunc(all, func(o level.Joint) bool { return o.ID == j.ID })
		return all[max(i, 0) : i+1] // none if the joint is gone
	}
	name := kit.NewField(v.Look, func(s string) {
		v.fail(v.session.Joints().Change(ids, func(j *level.Joint) { j.Name = s }))
	})
	v.updates = append(v.updates, func() {
		for _, j := range now() {
			name.SetHint(j.ID.String())
			name.Display(j.Name)
		}
	})
	v.row(kit.Sentence(j.Kind.String()), container.New(kit.RowOf(0), name,
		v.removeJoints(func() []level.JointID { return ids })))
	v.jointRows(now, j.Kind == level.Hinge, j.Kind == level.Spring, j.Limited)
}

// jointRows adds the parameters of joints of one type, or the parameters that all types share.
func (v *Inspector) jointRows(now func() []level.Joint, hinges, springs, limited bool) {
	set := func(change func(*level.Joint)) { v.fail(v.session.Joints().Change(idsOf(now()), change)) }
	number := func(key string, of func(*level.Joint) *float64) *kit.NumberField {
		get := func() (x float64, mixed bool) {
			for i, j := range now() {
				if y := *of(&j); i == 0 {
					x = y
				} else if y != x {
					return x, true
				}
			}
			return x, false
		}
		put := func(x float64) { set(func(j *level.Joint) { *of(j) = x }) }
		field, _ := level.JointField(key)
		f := v.number(field.Unit, get, put)
		each := func(to func(float64) float64) { set(func(j *level.Joint) { *of(j) = to(*of(j)) }) }
		f.TakeEach(each)
		f.OnDrag = v.drag(get, put, each)
		return f
	}
	row := func(key string, of func(*level.Joint) *float64) *kit.NumberField {
		field, _ := level.JointField(key)
		f := number(key, of)
		v.row(field.Title, f)
		return f
	}
	choice := func(label string, words []string, get func(*level.Joint) bool, put func(*level.Joint, bool)) {
		v.choice(label, words, func() int {
			at := -1
			for i, j := range now() {
				if on := kit.BoolInt(get(&j)); i == 0 {
					at = on
				} else if on != at {
					return -1
				}
			}
			return at
		}, func(i int) { set(func(j *level.Joint) { put(j, i == 1) }) })
	}
	if hinges {
		choice("Rotation", []string{"free", "limited"}, func(j *level.Joint) bool {
			return j.Limited
		}, func(j *level.Joint, on bool) {
			if j.Limited = on; on && j.Lower == 0 && j.Upper == 0 {
				j.Lower, j.Upper = -45, 45
			}
		})
		if limited {
			field, _ := level.JointField("limits")
			v.pair(field.Title, number("limits", func(j *level.Joint) *float64 {
				return (*float64)(&j.Lower)
			}), number("limits", func(j *level.Joint) *float64 { return (*float64)(&j.Upper) }), "≥", "≤")
		}
		row("speed", func(j *level.Joint) *float64 { return (*float64)(&j.Speed) })
		row("torque", func(j *level.Joint) *float64 { return &j.Torque })
	}
	if springs {
		choice("Type", []string{"spring", "rope"}, func(j *level.Joint) bool {
			return j.PullsOnly
		}, func(j *level.Joint, on bool) { j.PullsOnly = on })
		row("length", func(j *level.Joint) *float64 { return &j.Length })
		row("frequency", func(j *level.Joint) *float64 { return &j.Frequency })
		row("damping", func(j *level.Joint) *float64 { return &j.Damping }).Step = 0.01
	}
	choice("Collision", []string{"off", "on"}, func(j *level.Joint) bool {
		return j.Collide
	}, func(j *level.Joint, on bool) { j.Collide = on })
}
