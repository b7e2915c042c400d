package tool

import (
	"math"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// minTime and maxTime limit the end of the time slider, in seconds.
const (
	minTime  = 4
	maxTime  = 60
	timeStep = 1.0 / 60
)

// IsTimed reports whether the time preview is on.
func (t *PathTool) IsTimed() bool { return t.isOn }

// ToggleTime starts the time preview at 0, or stops it. The preview shows the level's platforms at a point in time and
// does not change the document.
func (t *PathTool) ToggleTime() {
	t.c.act(func() {
		t.isOn, t.at = !t.isOn, 0
		t.c.shown = nil
	})
}

// ToggleAll shows or hides faint paths of all moving shapes.
func (t *PathTool) ToggleAll() {
	t.All = !t.All
	t.c.shown = nil
}

// SetTime sets the previewed time, in seconds.
func (t *PathTool) SetTime(seconds float64) {
	t.at = min(max(seconds, 0), maxTime)
	if math.IsNaN(t.at) {
		t.at = 0
	}
	t.c.shown = nil
}

// span returns the end of the time slider: a full period of the slowest platform, rounded up and limited.
func (t *PathTool) span() float64 {
	largest := float64(minTime)
	doc := t.c.session.Document()
	for c := range doc.Colliders() {
		if m := t.c.session.Paths().Motion(c); m != nil {
			largest = max(largest, m.Period())
		}
	}
	return min(math.Ceil(largest), maxTime)
}

// timeStrip returns the strip with the time slider, or nil while the time preview is off.
func (t *PathTool) timeStrip() *Strip {
	if !t.isOn {
		return nil
	}
	s := &Strip{Title: "Platforms", Chapter: "playing", Close: func() { t.isOn, t.at = false, 0; t.c.shown = nil }}
	s.Choices = []StripChoice{
		{
			Name: "at", Tip: "Preview the platforms at this time", Slider: true, Max: t.span(), Step: timeStep,
			Value: t.at, Set: t.SetTime,
		},
		{Name: "", Tip: "Seconds from the start", Number: true, Unit: "s", Value: tidyNumber(t.at), Set: t.SetTime},
	}
	if !t.c.session.Paths().Moves() {
		s.Lines = []StripLine{{Text: "Nothing in this level moves along a path. Draw one with the Path tool (A)."}}
	}
	return s
}

// timeKey handles the keys of the time preview: Shift+T toggles it, PageUp and PageDown or Shift with comma and full
// stop step the time, and Escape returns to 0, then closes it.
func (t *PathTool) timeKey(name string, m Mods) bool {
	switch {
	case name == "T" && m.Shift && t.drawn == nil:
		t.ToggleTime()
	case !t.isOn:
		return false
	case name == "Escape" && t.at > 0 && t.drawn == nil:
		t.SetTime(0)
	case name == "Escape" && t.drawn == nil:
		t.isOn = false
		t.c.shown = nil
	case (name == "," || name == "<") && m.Shift, name == "PageUp":
		t.SetTime(float64((math.Round(t.at/timeStep) - 1) * timeStep))
	case (name == "." || name == ">") && m.Shift, name == "PageDown":
		t.SetTime(float64((math.Round(t.at/timeStep) + 1) * timeStep))
	default:
		return false
	}
	return true
}

// timed returns the platforms at the previewed time. Platforms that overlap static ground have the danger colour.
func (t *PathTool) timed() (out []overlay.Item) {
	doc := t.c.session.Document()
	shown := 0
	for c := range doc.Colliders() {
		m := t.c.session.Paths().Motion(c)
		if m == nil || !doc.Visible(c) {
			continue
		}
		if shown++; shown > maxFaint {
			break
		}
		b := doc.Baked(c.ID)
		if c.Shape.Kind == level.Point || b == nil {
			continue
		}
		at, ink := m.At(t.at).Transform, overlay.Accent
		if deep := t.deepest(c, at); deep > collision.DefaultSlop {
			ink = overlay.Danger
			out = append(out, overlay.Label{
				At: at.P, Offset: level.Vec{X: 10, Y: -12},
				Text: number(math.Round(deep*10)/10) + " px into the ground", Ink: ink,
			})
		}
		out = append(out, overlay.Outline{Boundary: b.Boundary(), At: at, Ink: ink, Width: 1.75, Fill: true})
	}
	return out
}

// deepest returns the depth of a platform at its previewed position in solid static ground, as the live contacts report
// it.
func (t *PathTool) deepest(c *level.Collider, at collision.Transform) (deep float64) {
	doc := t.c.session.Document()
	b := doc.Baked(c.ID)
	if c.Role != level.Solid || b == nil {
		return 0
	}
	moved := *c
	moved.Position, moved.Angle = at.P, level.DegreesOf(at.Q.Angle())
	for _, p := range t.c.session.Live().ProbeBaked(&moved, b) {
		for _, id := range []level.ID{p.A, p.B} {
			if o := doc.Collider(id); o != nil && id != c.ID && o.Body == level.Static &&
				p.State == contacts.Overlapping {
				deep = max(deep, p.Depth)
			}
		}
	}
	return deep
}
