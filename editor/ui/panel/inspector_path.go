package panel

import (
	"cmp"
	"fmt"
	"math"

	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// PathSection is the heading of the path of a kinematic collider.
const PathSection = "Path"

// pathSign returns a key for the rows that the section needs.
func (v *Inspector) pathSign() string {
	doc := v.session.Document()
	n, old, first := 0, 0, ""
	for _, id := range v.ids() {
		c := doc.Collider(id)
		if c.Path != nil {
			n++
			first = fmt.Sprint(c.Path.Chain, len(c.Path.Points) > 0)
		} else if p, _ := c.OldPath(); p != nil {
			old++
		}
	}
	return fmt.Sprint(n > 0, old > 0, first)
}

func (v *Inspector) buildPath() {
	s := v.session
	paths := s.Paths()
	if !v.section(PathSection, v.pathCount, nil) {
		return
	}
	_, _, has := editor.CommonPath(paths, v.ids(), func(*level.Path) bool { return true })
	if !has {
		if len(v.ids()) == 1 && v.DrawPath != nil {
			v.row("", v.button("Draw path", v.DrawPath))
		}
		for _, id := range v.ids() {
			if old, _ := s.Document().Collider(id).OldPath(); old != nil {
				v.row("", v.button("Convert properties to path", func() { v.fail(paths.FromProperties(v.ids())) }))
				break
			}
		}
		label, turn := v.pathNumber("turn", "Turn", func(p *level.Path, _ float64) float64 {
			return float64(p.Turn)
		}, nil)
		v.row(label, turn)
		return
	}
	label, speed := v.pathNumber("speed", "Change the speed of", func(p *level.Path, length float64) float64 {
		if p.Time == 0 {
			return cmp.Or(p.Speed, level.DefaultPathSpeed)
		}
		return length * peak(p) / p.Time
	}, func(p *level.Path, x float64) { p.Speed, p.Time = x, 0 })
	_, time := v.pathNumber("time", "Change the time of", func(p *level.Path, length float64) float64 {
		if p.Time != 0 {
			return p.Time
		}
		return length * peak(p) / cmp.Or(p.Speed, level.DefaultPathSpeed)
	}, func(p *level.Path, x float64) { p.Time, p.Speed = x, 0 })
	v.pair(label, speed, time, "V", "T")
	pathChoice(v, "Ease", []string{"linear", "smooth"}, []level.Ease{level.LinearEase, level.SmoothEase},
		func(p *level.Path) level.Ease { return p.Ease }, func(p *level.Path, e level.Ease) { p.Ease = e })
	pathChoice(v, "At the end", []string{"back", "loop", "stay"}, []level.Loop{
		level.LoopBackAndForth, level.LoopAround,
		level.LoopOnce,
	}, v.loopOf, func(p *level.Path, l level.Loop) { p.Loop = l })
	pathChoice(v, "Stops at", []string{"ends", "points"}, []level.Stops{level.StopAtEnds, level.StopAtPoints},
		func(p *level.Path) level.Stops { return p.Stops }, func(p *level.Path, s level.Stops) { p.Stops = s })
	label, wait := v.pathNumber("wait", "Change the wait of", func(p *level.Path, _ float64) float64 {
		return p.Wait
	}, func(p *level.Path, x float64) { p.Wait = x })
	_, phase := v.pathNumber("phase", "Change the phase of", func(p *level.Path, _ float64) float64 {
		return p.Phase
	}, func(p *level.Path, x float64) { p.Phase = x })
	v.pair(label, wait, phase, "W", "φ")
	pathChoice(v, "Orientation", []string{"fixed", "along path"}, []bool{false, true}, func(p *level.Path) bool {
		return p.Follow
	}, func(p *level.Path, on bool) {
		if p.Follow = on; on {
			p.Turn = 0
		}
	})
	label, turn := v.pathNumber("turn", "Turn", func(p *level.Path, _ float64) float64 {
		return float64(p.Turn)
	}, func(p *level.Path, x float64) {
		if p.Turn = level.Degrees(x); x != 0 {
			p.Follow = false
		}
	})
	v.row(label, turn)
	buttons := container.New(kit.Equal{Gap: kit.Gap}, v.button("Remove", func() { v.fail(paths.Remove(v.ids())) }))
	if len(v.ids()) == 1 && v.DrawPath != nil {
		buttons.Objects = append(buttons.Objects, v.button("Redraw", v.DrawPath))
	}
	v.row("", buttons)
}

// pathCount returns a summary of the path for the section heading.
func (v *Inspector) pathCount() string {
	doc := v.session.Document()
	if len(v.ids()) != 1 {
		return ""
	}
	c := doc.Collider(v.ids()[0])
	if c == nil || c.Path == nil {
		return ""
	}
	m := level.PathOf(doc, c)
	switch {
	case m == nil:
		return "chain missing"
	case c.Path.Chain != 0:
		return kit.FormatNumber(math.Round(m.Length())) + " px along a chain"
	case len(c.Path.Points) > 0:
		return fmt.Sprintf("%d points, %s px", len(c.Path.Points), kit.FormatNumber(math.Round(m.Length())))
	}
	return "turns"
}

// loopOf returns how a path loops, resolving the default.
func (v *Inspector) loopOf(p *level.Path) level.Loop {
	if p.Loop != level.LoopAsDrawn {
		return p.Loop
	}
	for _, id := range v.ids() {
		if c := v.session.Document().Collider(id); c != nil && c.Path == p {
			if chain := v.session.Document().Collider(c.FollowedChain()); chain != nil && chain.Shape.Closed {
				return level.LoopAround
			}
		}
	}
	return level.LoopBackAndForth
}

// peak returns the ratio of peak to mean speed of a path's easing.
func peak(p *level.Path) float64 {
	if p.Ease == level.SmoothEase {
		return math.Pi / 2
	}
	return 1
}

// pathNumber returns the label of a path key and a field for its number in all selected paths. get also receives the
// path's length. If set is nil, the field creates a path that only rotates.
func (v *Inspector) pathNumber(
	key, verb string, get func(p *level.Path, length float64) float64, set func(*level.Path, float64),
) (label string, field *kit.NumberField) {
	s := v.session
	f, _ := level.PathField(key)
	return f.Title, v.number(f.Unit, func() (x float64, mixed bool) {
		found := false
		for _, id := range v.ids() {
			c := s.Document().Collider(id)
			if c == nil || c.Path == nil {
				continue
			}
			length := 0.0
			if m := level.PathOf(s.Document(), c); m != nil {
				length = m.Length()
			}
			value := math.Round(get(c.Path, length)*1e6) / 1e6
			if found && value != x {
				return x, true
			}
			x, found = value, true
		}
		return x, false
	}, func(x float64) {
		if set != nil {
			v.fail(s.Paths().Change(verb, v.ids(), func(p *level.Path) { set(p, x) }))
			return
		}
		v.fail(s.Paths().Edit(verb, v.ids(), func(c *level.Collider) (bool, error) {
			if x == 0 {
				return false, nil
			}
			c.Path = &level.Path{Turn: level.Degrees(x)}
			return true, c.Path.Check()
		}))
	})
}

func pathChoice[T comparable](
	v *Inspector, label string, names []string, all []T, get func(*level.Path) T, set func(*level.Path, T),
) {
	paths := v.session.Paths()
	choose(v, label, names, all, func(editor.Common) (T, bool) {
		w, mixed, _ := editor.CommonPath(paths, v.ids(), get)
		return w, mixed
	}, func(_ editor.Shapes, w T) error {
		return paths.Change("Change the path of", v.ids(), func(p *level.Path) { set(p, w) })
	})
}
