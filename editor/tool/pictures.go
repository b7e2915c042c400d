package tool

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// PictureRequest is a command that the picture tool's strip asks the window to run.
type PictureRequest uint8

// The picture requests.
const (
	AddPicture    PictureRequest = iota // choose a file to add
	TracePicture                        // trace the chosen picture
	LocatePicture                       // find the missing file of the chosen picture
)

// PictureTool edits the level's own pictures; it never picks shapes.
type PictureTool struct {
	c      *Controller
	chosen string                                 // name of the selected picture
	size   func(file string) (level.Vec, bool)    // returns an image's size in its own pixels; false if missing
	ask    func(do PictureRequest, chosen string) // sends a request to the window
}

const picturesHint = "Click a picture to move, scale or rotate it; Ctrl+Shift+I adds one"

func newPictureTool(c *Controller) *PictureTool {
	return &PictureTool{c: c, size: func(string) (level.Vec, bool) {
		return level.Vec{}, false
	}, ask: func(PictureRequest, string) {}}
}

// Pictures returns the tool for the level's own pictures.
func (c *Controller) Pictures() *PictureTool { return c.pictures }

// Use sets the functions that look up the size of an image file and that run requests in the window.
func (t *PictureTool) Use(size func(file string) (level.Vec, bool), ask func(do PictureRequest, chosen string)) {
	t.size, t.ask = size, ask
}

// Changed rebuilds the overlays after images have changed.
func (t *PictureTool) Changed() { t.c.shown = nil }

// Choose selects a picture and switches to the tool.
func (t *PictureTool) Choose(name string) {
	t.c.act(func() {
		t.c.Switch(Pictures)
		t.chosen = name
	})
}

// Chosen returns the selected picture, or false if there is none.
func (t *PictureTool) Chosen() (level.Picture, bool) {
	if t.c.active != Pictures {
		return level.Picture{}, false
	}
	return t.picture()
}

func (t *PictureTool) picture() (level.Picture, bool) {
	return t.c.session.Document().Settings().Picture(t.chosen)
}

// frame returns the frame of a picture, with its handles.
func (t *PictureTool) frame(p level.Picture) frame {
	half := p.Size.Mul(0.5)
	return overlay.NewFrame(collision.AABB{Min: half.Mul(-1), Max: half},
		collision.NewTransform(p.Position, p.Angle.Radians()), t.c.unit)
}

// all returns the commands for the level's own pictures.
func (t *PictureTool) all() editor.Pictures { return t.c.session.Pictures() }

// press begins to drag a handle, the selected picture, or another picture, which it selects.
func (t *PictureTool) press(e Event) gesture {
	if p, ok := t.picture(); ok && !p.Locked && !p.Hidden {
		f := t.frame(p)
		if g, turns, d := f.Handle(e.Pos); d <= t.c.reach() && turns {
			return drag{&pictureTurn{t.hold("Rotate", p), overlay.Direction(p.Position, e.Pos)}}
		} else if d <= t.c.reach() {
			return drag{&pictureScale{
				t.hold("Scale", p), f, g, f.At.Apply(g.On(f.Box)).Sub(e.Pos),
				t.c.session.Snapper(nil),
			}}
		}
		if p.Contains(e.Pos) && !t.isUnder(p, e.Pos) {
			return t.move(p, e)
		}
	}
	p, ok := t.all().At(e.Pos)
	t.chosen = p.Name
	if !ok {
		return nil
	}
	return t.move(p, e)
}

// isUnder reports whether another clickable picture covers this one at a point.
func (t *PictureTool) isUnder(p level.Picture, at level.Vec) bool {
	top, ok := t.all().At(at)
	return ok && top.Name != p.Name
}

func (t *PictureTool) key(name string, m Mods) bool {
	p, ok := t.picture()
	if !ok {
		return false
	}
	switch {
	case name == "Delete" || name == "Backspace":
		t.c.report(t.all().Delete(p.Name))
		return true
	case name == "H" && !p.Locked:
		t.commands(p)["Flip"]()
		return true
	case isArrow(name) && !p.Locked:
		dx, dy := t.c.step(name, m)
		t.c.nudge(func() error {
			return t.all().Edit("Nudge", p.Name, func(p *level.Picture) {
				p.Position = p.Position.Add(level.Vec{X: dx, Y: dy})
			})
		})
		return true
	case isArrow(name):
		return true
	}
	return false
}

func (t *PictureTool) leave() {}

// escape deselects the picture. It returns false if none is selected.
func (t *PictureTool) escape() bool {
	if _, ok := t.picture(); !ok {
		return false
	}
	t.chosen = ""
	return true
}

func (t *PictureTool) show(v *view) {
	v.hint = picturesHint
	for _, p := range t.all().List() {
		if _, there := t.size(p.File); !there && !p.Hidden {
			v.add(missingPicture(p)...)
		}
	}
	p, ok := t.picture()
	if !ok || p.Hidden {
		t.showUnder(v, "")
		return
	}
	f := t.frame(p)
	if p.Locked {
		v.add(overlay.Line{Closed: true, Dashed: true, Ink: overlay.Accent, Points: p.Outline()})
		v.hint = p.Label() + " is locked"
		t.showUnder(v, p.Name)
		return
	}
	if t.c.gesture != nil {
		return // the gesture shows the frame itself
	}
	v.add(f.Items(t.c.last.Pos, t.c.reach())...)
	v.hint = "Drag to move " + p.Label() + ", a handle to scale or rotate it; Delete removes it"
	if !t.c.inside {
		return
	}
	if g, turns, d := f.Handle(t.c.last.Pos); d <= t.c.reach() && turns {
		v.cursor = CursorRotate
	} else if d <= t.c.reach() {
		v.cursor = f.Cursor(g)
	} else {
		t.showUnder(v, p.Name)
	}
}

// showUnder outlines the picture that a click would select, unless its name is but.
func (t *PictureTool) showUnder(v *view, but string) {
	if t.c.gesture != nil || !t.c.inside {
		return
	}
	p, ok := t.all().At(t.c.last.Pos)
	if !ok {
		return
	}
	v.cursor = CursorMove
	if p.Name == but {
		return
	}
	v.add(overlay.Line{Closed: true, Ink: overlay.Accent, Points: p.Outline()})
}

// missingPicture returns the placeholder for a picture with a missing image.
func missingPicture(p level.Picture) []overlay.Item {
	of := p.Outline()
	line := func(from, to level.Vec) overlay.Line {
		return overlay.Line{Points: []level.Vec{from, to}, Ink: overlay.Muted, Width: 1, Dashed: true}
	}
	return []overlay.Item{
		overlay.Line{Closed: true, Dashed: true, Ink: overlay.Muted, Points: of},
		line(of[0], of[2]), line(of[1], of[3]),
		overlay.Label{At: p.Position, Text: p.FileName() + " is missing", Ink: overlay.Bright},
	}
}

// pictureHold is a gesture's change to a picture.
type pictureHold struct {
	step
	t      *PictureTool
	start  level.Picture
	guides []overlay.Item
	text   string // shown beside the pointer
}

func (t *PictureTool) hold(verb string, p level.Picture) *pictureHold {
	return &pictureHold{step: step{t.c, t.c.session.BeginExclusive(verb + " picture " + p.Label())}, t: t, start: p}
}

// set replaces the picture in the document.
func (h *pictureHold) set(p level.Picture) {
	if !h.gesture.Open() {
		return
	}
	if was, ok := h.t.c.session.Document().Settings().Picture(p.Name); ok && was != p {
		h.t.c.apply(h.gesture, h.t.all().Edited(p))
	}
}

func (h *pictureHold) show(v *view) {
	p, ok := h.t.c.session.Document().Settings().Picture(h.start.Name)
	if !ok {
		return
	}
	v.add(h.t.frame(p).Items(level.Vec{X: math.Inf(1)}, 0)...)
	v.add(h.guides...)
	if h.text != "" {
		v.add(overlay.Label{At: h.t.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: h.text, Ink: overlay.Accent})
		v.hint = h.text
	}
}

// pictureMove drags a picture. Its top left corner snaps.
type pictureMove struct {
	*pictureHold
	from    level.Vec
	snapper *editor.Snapper
	begun   bool
}

func (t *PictureTool) move(p level.Picture, e Event) gesture {
	return drag{&pictureMove{pictureHold: t.hold("Move", p), from: e.Pos, snapper: t.c.session.Snapper(nil)}}
}

func (m *pictureMove) drag(e Event) {
	by := e.Pos.Sub(m.from)
	if !m.begun && by.Len() < dragUnits*m.t.c.unit {
		return
	}
	m.begun = true
	if e.Mods.Shift {
		if math.Abs(by.X) > math.Abs(by.Y) {
			by.Y = 0
		} else {
			by.X = 0
		}
	}
	p := m.start
	corner := m.t.frame(p).At.Apply(p.Size.Mul(-0.5)) // top left corner
	snap := m.snapper.Snap(corner.Add(by), m.t.c.reach(), e.Mods.Ctrl)
	m.guides = snap.Guides
	p.Position = tidy(p.Position.Add(snap.Point.Sub(corner)))
	m.text = vecText(p.Position)
	m.set(p)
}

func (m *pictureMove) show(v *view) {
	m.pictureHold.show(v)
	v.cursor = CursorMove
	if m.begun {
		v.hint, v.keys = m.text, []string{"Shift one axis", snapKey}
	}
}

// pictureTurn rotates a picture about its centre.
type pictureTurn struct {
	*pictureHold
	from float64 // initial direction of the pointer, in radians
}

func (r *pictureTurn) drag(e Event) {
	step := level.Degrees(0.5)
	if e.Mods.Shift {
		step = overlay.RotateStep
	}
	p := r.start
	to := p.Angle + level.DegreesOf(overlay.Direction(p.Position, e.Pos)-r.from)
	p.Angle = level.Degrees(math.Round(float64(to/step)) * float64(step)).Normalized()
	r.text = number(float64(p.Angle)) + "°"
	r.set(p)
}

func (r *pictureTurn) show(v *view) {
	r.pictureHold.show(v)
	v.cursor, v.hint = CursorRotate, r.text+"; Shift: steps of 15°"
}

// pictureScale drags a handle of a picture. A corner keeps the aspect ratio. If the image is tiled, the handles set the
// tiled area instead.
type pictureScale struct {
	*pictureHold
	frame   frame // initial frame
	grip    grip
	offset  level.Vec // from the pointer to the corner of the box
	snapper *editor.Snapper
}

func (s *pictureScale) drag(e Event) {
	snap := s.snapper.Snap(e.Pos.Add(s.offset), s.t.c.reach(), e.Mods.Ctrl)
	s.guides = snap.Guides
	to := s.frame.At.ApplyInv(snap.Point)
	box := s.frame.Stretched(s.grip, to, e.Mods.Alt)
	if keeps := !s.start.Tiles(); s.grip.X != 0 && s.grip.Y != 0 && keeps != e.Mods.Shift {
		box = s.frame.KeepingRatio(s.grip, to, e.Mods.Alt)
	}
	p := s.start
	p.Size = tidy(box.Size()).Max(level.Vec{X: level.MinExtent, Y: level.MinExtent})
	anchor := s.grip.Opposite() // this point stays in place
	fixed := anchor.On(s.frame.Box)
	half := p.Size.Mul(0.5)
	p.Position = s.frame.At.Apply(level.Vec{
		X: fixed.X - float64(anchor.X*half.X),
		Y: fixed.Y - float64(anchor.Y*half.Y),
	})
	if anchor.X == 0 {
		p.Position = s.along(p.Position, level.Vec{Y: 1})
	}
	if anchor.Y == 0 {
		p.Position = s.along(p.Position, level.Vec{X: 1})
	}
	p.Position = tidy(p.Position)
	s.text = fmt.Sprintf("%s × %s", number(p.Size.X), number(p.Size.Y))
	if scale, ok := s.t.scaleOf(p); ok {
		s.text += fmt.Sprintf(" · %s %%", number(float64(scale*100)))
	}
	s.set(p)
}

// along projects a point onto the line through the initial centre along one of the picture's own axes. The handles in
// the middle of a side move on this line.
func (s *pictureScale) along(at, way level.Vec) level.Vec {
	d := s.frame.At.Q.Apply(way)
	return s.start.Position.Add(d.Mul(at.Sub(s.start.Position).Dot(d)))
}

func (s *pictureScale) show(v *view) {
	s.pictureHold.show(v)
	v.cursor = s.frame.Cursor(s.grip)
	v.hint = s.text
	v.keys = []string{
		"Shift " + editor.Either(s.start.Tiles(), "keep", "free") + " ratio", "Alt from the middle", snapKey,
	}
}

// scaleOf returns the width of an image pixel in level pixels, or false if the image is missing.
func (t *PictureTool) scaleOf(p level.Picture) (float64, bool) {
	size, ok := t.size(p.File)
	if !ok || size.X == 0 {
		return 0, false
	}
	if p.Tiles() {
		return p.Tile.X / size.X, true
	}
	return p.Size.X / size.X, true
}

// setScale sets the size of an image pixel in level pixels.
func (t *PictureTool) setScale(p *level.Picture, scale float64) {
	size, ok := t.size(p.File)
	switch {
	case !ok || !(scale > 0):
	case p.Tiles():
		p.Tile = size.Mul(scale)
	default:
		p.Size = size.Mul(scale)
	}
}

// strip returns the strip above the canvas, with facts about the selected picture and its settings.
func (t *PictureTool) strip(*view) *Strip {
	s := &Strip{Title: "Pictures", Chapter: "drawing", Close: func() { t.c.Switch(Select) }}
	const add = "Add…"
	list := t.all().List()
	if len(list) == 0 {
		s.Lines = []StripLine{{Text: "Pictures are drawn below the shapes, for tracing. They never collide and are " +
			"not exported."}}
		s.Choices = []StripChoice{{Name: add, Tip: "Add a picture from a file: Ctrl+Shift+I", Do: func() {
			t.ask(AddPicture, "")
		}}}
		return s
	}
	s.Title = ""
	words := []string{"none"}
	for _, p := range slices.Backward(list) {
		words = append(words, p.Label())
	}
	at := 0
	for i, p := range list {
		if p.Name == t.chosen {
			at = len(list) - i
		}
	}
	s.Choices = append(s.Choices, StripChoice{
		Tip: "Picture to edit", Words: append(words, add), At: at, Listed: true,
		Pick: func(i int) {
			switch {
			case i == len(words):
				t.ask(AddPicture, "")
			case i > 0 && i < len(words):
				t.chosen = list[len(list)-i].Name
			default:
				t.chosen = ""
			}
		},
	})
	p, ok := t.picture()
	if !ok {
		return s
	}
	s.Lines = []StripLine{t.facts(p)}
	s.Choices = append(s.Choices, t.choices(p)...)
	return s
}

// facts describes a picture's image.
func (t *PictureTool) facts(p level.Picture) StripLine {
	size, ok := t.size(p.File)
	if !ok {
		return StripLine{Text: p.FileName() + " is missing, unreadable, or outside the allowed folders", Bad: true}
	}
	return StripLine{Text: fmt.Sprintf("%s, %s × %s pixels", p.FileName(), number(size.X), number(size.Y))}
}

// choices returns the settings of a picture.
func (t *PictureTool) choices(p level.Picture) []StripChoice {
	edit := func(verb string, f func(*level.Picture)) {
		t.c.report(t.all().Edit(verb, p.Name, f))
	}
	num := func(name, unit, verb, tip string, value float64, set func(p *level.Picture, v float64)) StripChoice {
		return StripChoice{Name: name, Unit: unit, Tip: tip, Number: true, Value: value, Set: func(v float64) {
			edit(verb, func(p *level.Picture) { set(p, v) })
		}}
	}
	commands := t.commands(p)
	button := func(name, tip string, on bool) StripChoice {
		return StripChoice{Name: name, Tip: tip, On: on, Do: commands[name]}
	}
	out := []StripChoice{
		{
			Tip: "Show the image once, or repeat it", Words: []string{"once", "tiled"},
			At: editor.Either(p.Tiles(), 1, 0),
			Pick: func(i int) {
				edit("Tile", func(p *level.Picture) {
					if p.Tile = (level.Vec{}); i == 1 {
						p.Tile = p.Size
					}
				})
			},
		},
		button("Lock", "A locked picture cannot be clicked", p.Locked), button("Hide", "", p.Hidden),
	}
	if _, ok := t.size(p.File); ok {
		out = append(out, button("Trace…", "Trace outlines from the picture, in place", false))
	} else {
		out = append(out, button("Locate…", "Choose the picture's file", false))
	}
	corner := p.Position.Sub(p.Size.Mul(0.5))
	x := num("X", "", "Move", "Left edge", tidyNumber(corner.X), func(p *level.Picture, v float64) {
		p.Position.X = v + float64(p.Size.X/2)
	})
	x.Row = true
	out = append(out, x, num("Y", "", "Move", "Top edge", tidyNumber(corner.Y), func(p *level.Picture, v float64) {
		p.Position.Y = v + float64(p.Size.Y/2)
	}))
	if scale, ok := t.scaleOf(p); ok {
		out = append(out, num("Scale", "%", "Scale", "Level pixels per image pixel", tidyNumber(float64(scale*100)),
			func(p *level.Picture, v float64) {
				t.setScale(p, v/100)
			}))
	}
	return append(out,
		num("Angle", "°", "Rotate", "", tidyNumber(float64(p.Angle)), func(p *level.Picture, v float64) {
			p.Angle = level.Degrees(v).Normalized()
		}),
		num("Opacity", "%", "Fade", "", tidyNumber(float64(p.Opacity*100)), func(p *level.Picture, v float64) {
			p.Opacity = v / 100
		}))
}

// commands returns the commands for a picture, by button label.
func (t *PictureTool) commands(p level.Picture) map[string]func() {
	of := t.all()
	edit := func(verb string, f func(*level.Picture)) func() {
		return func() { t.c.report(of.Edit(verb, p.Name, f)) }
	}
	return map[string]func(){
		"Lock":  edit("Lock", func(p *level.Picture) { p.Locked = !p.Locked }),
		"Hide":  edit("Hide", func(p *level.Picture) { p.Hidden = !p.Hidden }),
		"Flip":  edit("Flip", func(p *level.Picture) { p.Flip = !p.Flip }),
		"Raise": func() { t.c.report(of.Raise(p.Name, true)) }, "Lower": func() { t.c.report(of.Raise(p.Name, false)) },
		"Duplicate": func() {
			name, err := of.Duplicate(p.Name)
			if err != nil {
				t.c.report(err)
				return
			}
			t.chosen = name
		},
		"Delete":  func() { t.c.report(of.Delete(p.Name)) },
		"Trace…":  func() { t.ask(TracePicture, p.Name) },
		"Locate…": func() { t.ask(LocatePicture, p.Name) },
	}
}

// Actions returns the commands for the selected picture, for use in menus.
func (t *PictureTool) Actions() []Action {
	p, ok := t.Chosen()
	if !ok {
		return nil
	}
	commands := t.commands(p)
	lock, hide := editor.Either(p.Locked, "Unlock", "Lock"), editor.Either(p.Hidden, "Show", "Hide")
	_, found := t.size(p.File)
	last := editor.Either(found, "Trace…", "Locate…")
	var out []Action
	for _, o := range [][2]string{
		{"Duplicate", "Duplicate picture"},
		{"Flip", "Flip picture left to right"},
		{"Raise", "Raise picture"},
		{"Lower", "Lower picture"},
		{"Lock", lock + " picture"},
		{"Hide", hide + " picture"},
		{last, strings.TrimSuffix(last, "…") + " this picture…"},
		{"Delete", "Delete picture"},
	} {
		do := commands[o[0]]
		out = append(out, actionOf(t.c, o[1], do))
	}
	return out
}
