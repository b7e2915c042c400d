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

// PictureAction is what the strip of the level's own pictures asks the window for.
type PictureAction uint8

// What it asks for.
const (
	AddPicture   PictureAction = iota // for a file to be chosen
	TracePicture                      // for outlines of the chosen one
	FindPicture                       // for the file of the chosen one, which is missing
)

// PictureTool is the tool of the level's own pictures: it picks them, and never shapes.
type PictureTool struct {
	c      *Controller
	chosen string                                // its name
	size   func(file string) (level.Vec, bool)   // of an image, in its own pixels; false where it is not there
	ask    func(do PictureAction, chosen string) // the window
}

const picturesHint = "pictures: click one to move, scale and turn it; Ctrl+Shift+I adds one"

// Pictures is the tool of the level's own pictures.
func (c *Controller) Pictures() *PictureTool { return c.pictures }

// Use says how large the images of files are, and what does what only the window can.
func (t *PictureTool) Use(size func(file string) (level.Vec, bool), ask func(do PictureAction, chosen string)) {
	t.size, t.ask = size, ask
}

// Changed says that images are others now.
func (t *PictureTool) Changed() { t.c.shown = nil }

// Choose takes a picture in hand, and switches to the tool.
func (t *PictureTool) Choose(name string) {
	t.c.act(func() {
		t.c.Switch(Pictures)
		t.chosen = name
	})
}

// Chosen is the picture in hand; false where there is none.
func (t *PictureTool) Chosen() (level.Picture, bool) {
	if t.c.active != Pictures {
		return level.Picture{}, false
	}
	return t.picture()
}

func (t *PictureTool) picture() (level.Picture, bool) {
	return t.c.session.Document().Settings().Picture(t.chosen)
}

// frame is where the handles of a picture stand.
func (t *PictureTool) frame(p level.Picture) frame {
	half := p.Size.Mul(0.5)
	box := collision.AABB{Min: half.Mul(-1), Max: half}
	least := float64(leastFrame * t.c.unit)
	outer := level.Vec{X: max(half.X, least/2), Y: max(half.Y, least/2)}
	return frame{box, collision.AABB{Min: outer.Mul(-1), Max: outer}, collision.NewTransform(p.Position, p.Angle.Radians()), t.c.unit}
}

// handle is what of a picture's frame is at a place.
func (t *PictureTool) handle(f frame, at level.Vec) (g grip, turns, ok bool) {
	reach := t.c.reach()
	if _, knob := f.rotateHandle(); knob.Dist(at) <= reach {
		return grip{}, true, true
	}
	for _, g := range grips {
		if f.has(g) && f.grip(g).Dist(at) <= reach {
			return g, false, true
		}
	}
	return grip{}, false, false
}

func (t *PictureTool) press(e Event) gesture {
	if p, ok := t.picture(); ok && !p.Locked && !p.Hidden {
		f := t.frame(p)
		if g, turns, on := t.handle(f, e.Pos); turns {
			return drag{&pictureTurn{t.hold("Turn", p), direction(p.Position, e.Pos)}}
		} else if on {
			return drag{&pictureScale{t.hold("Scale", p), f, g, f.at.Apply(g.on(f.box)).Sub(e.Pos)}}
		}
		if p.Contains(e.Pos) && !t.isUnder(p, e.Pos) {
			return drag{&pictureMove{pictureHold: t.hold("Move", p), from: e.Pos, snapper: t.c.session.Snapper(nil)}}
		}
	}
	p, ok := t.c.session.Pictures().At(e.Pos)
	t.chosen = p.Name
	if !ok {
		return nil
	}
	return drag{&pictureMove{pictureHold: t.hold("Move", p), from: e.Pos, snapper: t.c.session.Snapper(nil)}}
}

// isUnder reports whether another picture that can be clicked lies over this one at a place.
func (t *PictureTool) isUnder(p level.Picture, at level.Vec) bool {
	top, ok := t.c.session.Pictures().At(at)
	return ok && top.Name != p.Name
}

func (t *PictureTool) key(name string, m Mods) bool {
	p, ok := t.picture()
	if !ok {
		return false
	}
	switch {
	case name == "Delete" || name == "Backspace":
		t.c.fail(t.c.session.Pictures().Delete(p.Name))
		return true
	case name == "H" && !p.Locked:
		t.deeds(p)["Flip"]()
		return true
	case isArrow(name) && !p.Locked:
		dx, dy := t.c.step(name, m)
		t.c.nudge(func() error {
			return t.c.session.Pictures().Edit("Nudge", p.Name, func(p *level.Picture) { p.Position = p.Position.Add(level.Vec{X: dx, Y: dy}) })
		})
		return true
	case isArrow(name):
		return true
	}
	return false
}

func (t *PictureTool) escape() bool {
	if _, ok := t.picture(); !ok {
		return false
	}
	t.chosen = ""
	return true
}

func (t *PictureTool) leave() {}

func (t *PictureTool) show(v *view) {
	c := t.c
	v.hint = picturesHint
	for _, p := range c.session.Pictures().List() {
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
		at, along, down := p.Corners()
		v.add(overlay.Line{Closed: true, Dashed: true, Ink: overlay.Accent, Points: []level.Vec{at, at.Add(along), at.Add(along).Add(down), at.Add(down)}})
		v.hint = "pictures: " + p.Label() + " is locked"
		t.showUnder(v, p.Name)
		return
	}
	if c.gesture != nil {
		return // which shows it
	}
	f.show(v, c.last.Pos, c.reach())
	v.hint = "Drag to move " + p.Label() + ", its handles scale and turn it; Delete removes it"
	if !c.inside {
		return
	}
	if g, turns, on := t.handle(f, c.last.Pos); turns {
		v.cursor = CursorRotate
	} else if on {
		v.cursor = f.cursor(g)
	} else {
		t.showUnder(v, p.Name)
	}
}

// showUnder shows which picture a click would take in hand, but for the one that is.
func (t *PictureTool) showUnder(v *view, but string) {
	if t.c.gesture != nil || !t.c.inside {
		return
	}
	p, ok := t.c.session.Pictures().At(t.c.last.Pos)
	if !ok {
		return
	}
	v.cursor = CursorMove
	if p.Name == but {
		return
	}
	at, along, down := p.Corners()
	v.add(overlay.Line{Closed: true, Ink: overlay.Accent, Points: []level.Vec{at, at.Add(along), at.Add(along).Add(down), at.Add(down)}})
}

// missingPicture is what shows a picture whose image is not there.
func missingPicture(p level.Picture) []overlay.Item {
	at, along, down := p.Corners()
	line := func(from, to level.Vec) overlay.Line {
		return overlay.Line{Points: []level.Vec{from, to}, Ink: overlay.Muted, Width: 1, Dashed: true}
	}
	b, c, d := at.Add(along), at.Add(along).Add(down), at.Add(down)
	return []overlay.Item{
		overlay.Line{Closed: true, Dashed: true, Ink: overlay.Muted, Points: []level.Vec{at, b, c, d}},
		line(at, c), line(b, d),
		overlay.Label{At: p.Position, Text: p.FileName() + " is not there", Ink: overlay.Bright},
	}
}

// pictureHold is a picture that a gesture changes.
type pictureHold struct {
	t       *PictureTool
	gesture *editor.Gesture
	start   level.Picture
	guides  []overlay.Item
	text    string // beside the pointer
}

func (t *PictureTool) hold(verb string, p level.Picture) *pictureHold {
	return &pictureHold{t: t, gesture: t.c.session.BeginExclusive(verb + " picture " + p.Label()), start: p}
}

// set makes the picture another one.
func (h *pictureHold) set(p level.Picture) {
	if !h.gesture.Open() {
		return
	}
	if was, ok := h.t.c.session.Document().Settings().Picture(p.Name); ok && was != p {
		h.t.c.apply(h.gesture, h.t.c.session.Pictures().Edited(p))
	}
}

func (h *pictureHold) drop(Event) { h.gesture.Commit() }
func (h *pictureHold) cancel()    { h.gesture.Rollback() }

func (h *pictureHold) show(v *view) {
	p, ok := h.t.c.session.Document().Settings().Picture(h.start.Name)
	if !ok {
		return
	}
	h.t.frame(p).show(v, level.Vec{X: math.Inf(1)}, 0)
	v.add(h.guides...)
	if h.text != "" {
		v.add(overlay.Label{At: h.t.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: h.text, Ink: overlay.Accent})
		v.hint = h.text
	}
}

// pictureMove drags a picture. Its corner at the top left snaps.
type pictureMove struct {
	*pictureHold
	from    level.Vec
	snapper *editor.Snapper
	begun   bool
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
	corner := m.t.frame(p).at.Apply(p.Size.Mul(-0.5)) // at the top left
	snap := m.snapper.Snap(corner.Add(by), m.t.c.reach(), e.Mods.Ctrl)
	m.guides = snap.Guides
	p.Position = tidy(p.Position.Add(snap.Point.Sub(corner)))
	m.text = fmt.Sprintf("%s, %s", number(p.Position.X), number(p.Position.Y))
	m.set(p)
}

func (m *pictureMove) show(v *view) {
	m.pictureHold.show(v)
	v.cursor = CursorMove
	if m.begun {
		v.hint = m.text + "; Shift keeps to one axis, Ctrl inverts snapping"
	}
}

// pictureTurn turns a picture about its middle.
type pictureTurn struct {
	*pictureHold
	from float64 // the pointer's direction at the start, in radians
}

func (r *pictureTurn) drag(e Event) {
	step := level.Degrees(0.5)
	if e.Mods.Shift {
		step = rotateStep
	}
	p := r.start
	to := p.Angle + level.DegreesOf(direction(p.Position, e.Pos)-r.from)
	p.Angle = level.Degrees(math.Round(float64(to/step)) * float64(step)).Normalized()
	r.text = number(float64(p.Angle)) + "°"
	r.set(p)
}

func (r *pictureTurn) show(v *view) {
	r.pictureHold.show(v)
	v.cursor, v.hint = CursorRotate, r.text+"; Shift turns in steps of 15°"
}

// pictureScale drags a handle of a picture. A corner keeps the ratio, unless the image is repeated: then the handles say how much
// there is of it.
type pictureScale struct {
	*pictureHold
	frame  frame // at the start
	grip   grip
	offset level.Vec // from the pointer to the box's own corner
}

func (s *pictureScale) drag(e Event) {
	snap := s.t.c.session.Snapper(nil).Snap(e.Pos.Add(s.offset), s.t.c.reach(), e.Mods.Ctrl)
	s.guides = snap.Guides
	to := s.frame.at.ApplyInv(snap.Point)
	k := scaling{grip: s.grip, frame: s.frame}
	box := k.stretched(to)
	if keeps := !s.start.Tiles(); s.grip.x != 0 && s.grip.y != 0 && keeps != e.Mods.Shift {
		box = k.keepingRatio(to)
	}
	p := s.start
	p.Size = tidy(box.Size()).Max(level.Vec{X: level.MinExtent, Y: level.MinExtent})
	anchor := s.grip.opposite() // which stays where it is
	fixed := anchor.on(s.frame.box)
	half := p.Size.Mul(0.5)
	p.Position = s.frame.at.Apply(level.Vec{X: fixed.X - float64(anchor.x*half.X), Y: fixed.Y - float64(anchor.y*half.Y)})
	if anchor.x == 0 {
		p.Position = s.along(p.Position, level.Vec{Y: 1})
	}
	if anchor.y == 0 {
		p.Position = s.along(p.Position, level.Vec{X: 1})
	}
	p.Position = tidy(p.Position)
	s.text = fmt.Sprintf("%s × %s", number(p.Size.X), number(p.Size.Y))
	if scale, ok := s.t.scaleOf(p); ok {
		s.text += fmt.Sprintf(" · %s %%", number(float64(scale*100)))
	}
	s.set(p)
}

// along is a place moved onto the line through the start's middle in a direction of the picture's own: what a handle in the middle of a
// side does.
func (s *pictureScale) along(at, way level.Vec) level.Vec {
	d := s.frame.at.Q.Apply(way)
	return s.start.Position.Add(d.Mul(at.Sub(s.start.Position).Dot(d)))
}

func (s *pictureScale) show(v *view) {
	s.pictureHold.show(v)
	v.cursor = s.frame.cursor(s.grip)
	v.hint = s.text + "; Shift: " + map[bool]string{true: "keeps the ratio", false: "lets the ratio go"}[s.start.Tiles()] + ", Ctrl inverts snapping"
}

// scaleOf is how many level pixels a pixel of the image is wide.
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

// setScale makes a pixel of the image so many level pixels wide and high.
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

func (t *PictureTool) strip(*view) *Strip {
	c := t.c
	s := &Strip{Title: "Pictures", Chapter: "drawing.md", Close: func() { c.Switch(Select) }}
	add := StripChoice{Name: "Add…", Tip: "Add a picture from a file: Ctrl+Shift+I", Do: func() { t.ask(AddPicture, "") }}
	list := c.session.Pictures().List()
	if len(list) == 0 {
		s.Lines = []StripLine{{Text: "Pictures lie under the shapes, to draw after. They collide with nothing, and no export has them."}}
		s.Choices = []StripChoice{add}
		return s
	}
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
	s.Choices = append(s.Choices, StripChoice{Tip: "Which picture", Words: words, At: at, Listed: true, Pick: func(i int) {
		t.chosen = ""
		if i > 0 && i <= len(list) {
			t.chosen = list[len(list)-i].Name
		}
	}})
	p, ok := t.picture()
	if !ok {
		s.Choices = append(s.Choices, add)
		return s
	}
	s.Lines = []StripLine{t.facts(p)}
	s.Choices = append(s.Choices, t.choices(p)...)
	s.Choices = append(s.Choices, add)
	return s
}

// facts says what a picture is of.
func (t *PictureTool) facts(p level.Picture) StripLine {
	size, ok := t.size(p.File)
	if !ok {
		return StripLine{Text: p.FileName() + " is not there, cannot be read, or lies in a folder that is not asked for", Bad: true}
	}
	return StripLine{Text: fmt.Sprintf("%s, %s × %s pixels", p.FileName(), number(size.X), number(size.Y))}
}

// choices are what can be set of a picture.
func (t *PictureTool) choices(p level.Picture) []StripChoice {
	edit := func(verb string, f func(*level.Picture)) {
		t.c.fail(t.c.session.Pictures().Edit(verb, p.Name, f))
	}
	num := func(name, unit, verb, tip string, value float64, set func(p *level.Picture, v float64)) StripChoice {
		return StripChoice{Name: name, Unit: unit, Tip: tip, Number: true, Value: value, Set: func(v float64) {
			edit(verb, func(p *level.Picture) { set(p, v) })
		}}
	}
	deeds := t.deeds(p)
	button := func(name, tip string, on bool) StripChoice {
		return StripChoice{Name: name, Tip: tip, On: on, Do: deeds[name]}
	}
	corner := p.Position.Sub(p.Size.Mul(0.5))
	out := []StripChoice{
		num("X", "", "Move", "The left side", tidyNumber(corner.X), func(p *level.Picture, v float64) { p.Position.X = v + float64(p.Size.X/2) }),
		num("Y", "", "Move", "The upper side", tidyNumber(corner.Y), func(p *level.Picture, v float64) { p.Position.Y = v + float64(p.Size.Y/2) }),
	}
	if scale, ok := t.scaleOf(p); ok {
		out = append(out, num("Scale", "%", "Scale", "Level pixels for a pixel of the image", tidyNumber(float64(scale*100)), func(p *level.Picture, v float64) { t.setScale(p, v/100) }))
	}
	out = append(out,
		num("Angle", "°", "Turn", "", tidyNumber(float64(p.Angle)), func(p *level.Picture, v float64) { p.Angle = level.Degrees(v).Normalized() }),
		num("Opacity", "%", "Fade", "", tidyNumber(float64(p.Opacity*100)), func(p *level.Picture, v float64) { p.Opacity = v / 100 }),
		StripChoice{Tip: "Whether the image is shown once, or repeats", Words: []string{"once", "tiled"}, At: b2i(p.Tiles()), Pick: func(i int) {
			edit("Tile", func(p *level.Picture) {
				if p.Tile = (level.Vec{}); i == 1 {
					p.Tile = p.Size
				}
			})
		}},
		button("Lock", "A locked picture cannot be clicked", p.Locked), button("Hide", "", p.Hidden),
		button("Remove", "Delete", false),
	)
	if _, ok := t.size(p.File); ok {
		return append(out, button("Trace…", "Outlines of what it shows, where it lies", false))
	}
	return append(out, button("Locate…", "Choose its file", false))
}

// deeds are what can be done to a picture, by the words of its buttons.
func (t *PictureTool) deeds(p level.Picture) map[string]func() {
	of := t.c.session.Pictures()
	edit := func(verb string, f func(*level.Picture)) func() {
		return func() { t.c.fail(of.Edit(verb, p.Name, f)) }
	}
	return map[string]func(){
		"Lock":  edit("Lock", func(p *level.Picture) { p.Locked = !p.Locked }),
		"Hide":  edit("Hide", func(p *level.Picture) { p.Hidden = !p.Hidden }),
		"Flip":  edit("Flip", func(p *level.Picture) { p.Flip = !p.Flip }),
		"Raise": func() { t.c.fail(of.Raise(p.Name, true)) }, "Lower": func() { t.c.fail(of.Raise(p.Name, false)) },
		"Duplicate": func() {
			name, err := of.Duplicate(p.Name)
			if err != nil {
				t.c.fail(err)
				return
			}
			t.chosen = name
		},
		"Remove":  func() { t.c.fail(of.Delete(p.Name)) },
		"Trace…":  func() { t.ask(TracePicture, p.Name) },
		"Locate…": func() { t.ask(FindPicture, p.Name) },
	}
}

// Actions lists what can be done to the picture in hand, for menus; none where there is none in hand.
func (t *PictureTool) Actions() []Action {
	p, ok := t.Chosen()
	if !ok {
		return nil
	}
	deeds := t.deeds(p)
	lock, hide, last := "Lock", "Hide", "Trace…"
	if p.Locked {
		lock = "Unlock"
	}
	if p.Hidden {
		hide = "Show"
	}
	if _, ok := t.size(p.File); !ok {
		last = "Locate…"
	}
	var out []Action
	for _, o := range [][2]string{
		{"Duplicate", "Duplicate the picture"},
		{"Flip", "Flip the picture left to right"},
		{"Raise", "Raise the picture"},
		{"Lower", "Lower the picture"},
		{"Lock", lock + " the picture"},
		{"Hide", hide + " the picture"},
		{last, strings.TrimSuffix(last, "…") + " the picture…"},
		{"Remove", "Remove the picture"},
	} {
		do := deeds[o[0]]
		out = append(out, Action{o[1], func() {
			t.c.act(func() {
				t.c.problem = ""
				do()
			})
		}})
	}
	return out
}

func b2i(on bool) int {
	if on {
		return 1
	}
	return 0
}
