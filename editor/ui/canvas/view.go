package canvas

import (
	"fmt"
	"image"
	"math"
	"reflect"
	"runtime"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// View shows the level in one raster and turns what the pointer does into events of the tools.
type View struct {
	widget.BaseWidget
	Session  *editor.Session
	tools    *tool.Controller
	look     *kit.Look
	OnFrame  func(took time.Duration) // after every picture
	OnCursor func(at level.Vec)       // the pointer moved over the level
	OnView   func()                   // the camera changed
	OnMenu   func(at fyne.Position)   // the right button was pressed
	OnPress  func()                   // a button of the pointer goes down over it
	OnMoved  func()                   // the pointer or the view was moved, and all that follows from it is known

	MenuAt     *level.Vec    // where a menu was opened that a command is chosen from; nil: none is
	Camera     render.Camera // Width and Height are those of the last picture, in its pixels
	Scale      float64       // picture pixels to one of Fyne's units
	WantFit    bool          // frame the level with the next picture
	moved      bool          // somebody has chosen the view: a new size leaves it
	raster     *canvas.Raster
	Renderer   *render.Renderer
	picture    *image.RGBA
	base       basePicture
	stage      stage
	dimOthers  bool // layers that are not the active one
	toolsShown      // in the last picture
	preview    render.Preview
	pairs      []contacts.Pair
	last       render.Scene // its lists are used again
	hotBadge   int          // in the last picture: the badge that is pointed at, -1 for none
	Pointed    [2]level.ID  // a pair that is pointed at in a list; zero for none

	run      Run // the playtest that the canvas shows; nil: the document
	runScene render.Scene
	runGrid  render.Grid
	before   render.Camera // the view to come back to after it
	wasMoved bool
	Fits     fitView
	Over     Over // what lies over the document; nil: nothing

	Shows    render.Show
	ShowTree bool
	Grid     bool
	Pictures *render.Pictures // of the files that the level was imported from; nil: none
	own      ownPictures      // of the level
	Bare     bool             // neither are shown
	Apart    bool             // what touches what is not shown
	Mark     *level.Vec       // a place that is pointed out, in level space; nil for none
	proposed *editor.Proposal // that the last picture shows; nil: none

	Pointer    fyne.Position // where the pointer was last, in units
	Inside     bool
	panning    bool
	resting    bool // the canvas is not shown
	panFrom    fyne.Position
	SpaceDown  bool
	solidDown  bool                // X: what is dragged cannot enter what it collides with
	button     desktop.MouseButton // the one that is down, of those the tools hear of
	lastDown   time.Time
	lastAt     fyne.Position
	clicks     int
	middleDown time.Time // of the middle button
	middleAt   fyne.Position
	Glides     bool // a zoom takes some pictures
	glide      glide
	WheelPans  bool // the wheel moves the view; with Ctrl it zooms either way
	cursors    CursorSet
	following  bool          // follow will come again
	late       bool          // the tools have not heard of the last motion
	Took       time.Duration // the last picture
	moveTook   time.Duration // the last step of a drag
	untold     bool          // where the pointer is has yet to be said
}

const (
	DoubleClick     = 400 * time.Millisecond // DoubleClick is the longest time between the two clicks.
	doubleClickNear = 4                      // units
	ZoomStep        = 1.1                    // ZoomStep is the factor of one step of the wheel.
	fitMargin       = 32                     // units
)

// New makes a canvas of a session. spawn runs long work off the window's thread; fail tells of an error.
func New(s *editor.Session, t *tool.Controller, l *kit.Look, spawn func(func()), fail func(error)) *View {
	c := &View{
		Session: s, tools: t, look: l, Renderer: render.NewRenderer(), Scale: 1, WantFit: true, Grid: true,
		Camera: render.Camera{Zoom: 1},
		Shows:  render.Show{ContactPoints: true, Normals: true, Labels: true},
	}
	c.hotBadge = -1
	c.preview.Exit = func(id level.ID) (contacts.Exit, bool) {
		if drawn, baked := c.tools.DraftOf(id); drawn != nil {
			return c.Session.Live().ExitOf(drawn, baked)
		}
		if a := c.stage.around; a != nil && c.Session.Live().State(id) != contacts.Overlapping {
			return a.exit(id)
		}
		if id != 0 {
			return c.Session.Live().Exit(id)
		}
		return contacts.Exit{}, false
	}
	if runtime.GOOS == "js" {
		c.preview.WaysInMotion = 1 // the program has one thread there, and takes four times as long
	}
	c.preview.KnowsExit = func(id level.ID) bool { return id != 0 && c.Session.Live().KnowsExit(id) }
	c.preview.Full = func(a, b level.ID) bool {
		return c.Pointed == [2]level.ID{a, b} || c.Pointed == [2]level.ID{b, a} || c.Session.Selection().IsPair(a, b)
	}
	c.Fits = fitView{Spawn: spawn, post: l.Post, done: c.Redraw, fail: fail}
	c.raster = l.Raster(c.Draw)
	c.raster.ScaleMode = canvas.ImageScalePixels // the picture has the very pixels of the screen
	c.ExtendBaseWidget(c)
	return c
}

func (c *View) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.raster) }
func (c *View) MinSize() fyne.Size                  { return fyne.NewSize(160, 120) }

// AccessibilityLabel implements fyne.Accessible: a picture says nothing, so its summary does.
func (c *View) AccessibilityLabel() string {
	n := c.Session.Live().Counts()
	return fmt.Sprintf("Level with %s, %d selected, %s", c.Session.Document().Tally(), c.Session.Selection().Tally().Len(), kit.Count(n.Overlaps, "overlap"))
}

// AccessibilityRole implements fyne.Accessible.
func (c *View) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// Redraw asks for a new picture; many calls before it is drawn make one.
func (c *View) Redraw() { c.raster.Refresh() }

// Draw is the raster's generator: it is asked for w by h pixels, on the main thread.
func (c *View) Draw(w, h int) image.Image {
	if c.resting {
		return image.Transparent
	}
	start := time.Now()
	c.picture = Sized(c.picture, w, h)
	was := c.Scale
	if width := c.Size().Width; width > 0 {
		c.Scale = float64(w) / float64(width)
	}
	resized := c.Camera.Width != w || c.Camera.Height != h
	c.Camera.Width, c.Camera.Height = w, h
	if (c.WantFit || resized && !c.moved) && w > 1 && h > 1 {
		c.WantFit, c.moved = false, false
		c.Camera = c.Camera.Framing(c.LevelBounds(), fitMargin*c.Scale)
		resized = true
	}
	c.tools.SetView(c.Camera.Zoom, c.Scale)
	if c.run != nil {
		c.DrawRun()
	} else {
		scene := c.Scene()
		c.base.draw(c.Renderer, c.picture, scene, &c.stage)
	}
	if (resized || c.Scale != was) && c.OnView != nil {
		c.look.Post(c.OnView)
	}
	c.Took = time.Since(start)
	if c.OnFrame != nil {
		c.OnFrame(c.Took)
	}
	return c.picture
}

// Sleep gives up the pictures of a canvas that is not shown for a while; they are drawn anew once it is. What the tools have under
// way with a button held down is taken back.
func (c *View) Sleep() {
	if c.button != 0 {
		c.tools.Cancel()
		c.button = 0
	}
	c.panning, c.SpaceDown, c.solidDown, c.Inside, c.late = false, false, false, false, false
	c.resting = true
	c.raster.Generator(1, 1) // it keeps the last picture
	c.resting = false
	c.raster.Refresh() // the toolkit keeps it too, for a minute, in the memory of the graphics
	c.picture, c.base, c.Mark, c.Pointed = nil, basePicture{}, nil, [2]level.ID{}
	c.Renderer.Rest()
}

// Forget gives up all that the canvas has worked out of its level.
func (c *View) Forget() {
	c.stage, c.preview, c.last, c.pairs, c.Pictures, c.own = stage{}, render.Preview{}, render.Scene{}, nil, nil, ownPictures{}
	c.Fits.space, c.Fits.region = nil, nil
}

// Sized is a picture of w by h pixels: the one that was there where it is of that size.
func Sized(m *image.RGBA, w, h int) *image.RGBA {
	if m == nil || m.Rect.Dx() != w || m.Rect.Dy() != h {
		return image.NewRGBA(image.Rect(0, 0, w, h))
	}
	return m
}

// IsBehind reports whether the tools show something else than the last picture does. The pointer moves far more often than
// that changes, and a picture costs the more the larger the window is.
func (c *View) IsBehind() bool {
	is := c.toolsShow()
	return c.proposed != c.Session.Proposal() || c.hover != is.hover || c.pointedBadge(&c.last) != c.hotBadge || !reflect.DeepEqual(c.overlays, is.overlays) || !slices.Equal(c.moving, is.moving) ||
		len(c.drawn) > 0 || len(is.drawn) > 0
}

// toolsShown holds what the tools add to a picture.
type toolsShown struct {
	hover    level.ID
	overlays []overlay.Item
	moving   []level.ID
	drawn    []contacts.Pair // of the shape under construction
}

func (c *View) toolsShow() toolsShown {
	return toolsShown{c.tools.Hover(), c.tools.Overlays(), c.tools.Moving(), c.tools.Contacts()}
}

// markSize is the radius of the ring around a place that is pointed out, in units of the window.
const markSize = 18

// Scene returns what the canvas shows now.
func (c *View) Scene() *render.Scene {
	scene := &render.Scene{Show: c.Shows, Overlays: c.tools.Overlays()}
	c.ground(scene, c.Session.Document(), &render.Grid{}, nil)
	if c.Inside && !c.tools.Busy() {
		scene.Overlays = append(scene.Overlays, c.Fits.Under(c.ToLevel(c.Pointer))...)
	}
	scene.Overlays = c.instances(c.ghosts(scene.Overlays))
	if c.Over != nil {
		scene.Overlays = append(scene.Overlays[:len(scene.Overlays):len(scene.Overlays)], c.Over.Overlays()...)
	}
	if c.proposed != nil { // its arrows say where what overlaps goes
		scene.Show.ContactPoints, scene.Show.Normals, scene.Show.Depths = false, false, false
	}
	if c.Mark != nil {
		at, r := *c.Mark, markSize*c.Scale/c.Camera.Zoom
		scene.Overlays = append(scene.Overlays[:len(scene.Overlays):len(scene.Overlays)],
			overlay.Ring{Center: at, Radius: r, Ink: overlay.Bright}, overlay.Ring{Center: at, Radius: r / 4, Ink: overlay.Bright})
	}
	movers := c.tools.Moving()
	live, selection, hover := c.Session.Live(), c.Session.Selection(), c.tools.Hover()
	alone := level.LayerID(0)
	if c.dimOthers {
		alone = c.Session.ActiveLayer()
	}
	c.stage.dimAllBut(alone)
	c.stage.sync(c.Session, hover, movers)
	c.toolsShown = c.toolsShow()
	cut := c.showContacts(scene, few(len(movers)), few(selection.Len()))
	scene.Items = c.stage.visible(c.Camera, c.Scale)
	if cut { // never silently
		n := live.Counts()
		scene.Overlays = append(scene.Overlays[:len(scene.Overlays):len(scene.Overlays)], overlay.Label{
			At:   c.Camera.ToLevel(render.Vec{X: 12 * c.Scale, Y: float64(c.Camera.Height) - 24*c.Scale}),
			Text: fmt.Sprintf("%d of the level's %d contacts are drawn", MostContacts, n.Overlaps+n.Touching+n.Triggers), Ink: overlay.Bright,
		})
	}
	if c.ShowTree {
		for _, box := range live.World().TreeBoxes() {
			scene.Show.Tree = append(scene.Show.Tree, box)
		}
	}
	return scene
}

// ground sets what a scene of a document shows besides its colliders, that of a run unless it is nil, with the grid in a place of the caller's.
func (c *View) ground(s *render.Scene, doc *level.Document, grid *render.Grid, run Run) {
	set := doc.Settings()
	s.Camera, s.Scale, s.Theme = c.Camera, c.Scale, Theme(c.look)
	s.Frame = collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	s.Region = c.Fits.area(doc, run)
	s.Pictures, s.Own, s.Grid = nil, nil, nil
	if !c.Bare {
		s.Pictures, s.PictureAlpha, s.Own = c.Pictures, render.PictureStrength, c.OwnPictures()
	}
	if c.Grid {
		*grid = render.Grid{Size: set.Grid.Size, Offset: set.Grid.Offset, Subdivisions: set.Grid.Subdivisions, Major: render.DefaultMajor}
		s.Grid = grid
	}
}

const (
	mostEmphasised = 20     // colliders whose contacts are drawn stronger than the others
	MostContacts   = 20_000 // drawn in one picture
)

func few(n int) bool { return n <= mostEmphasised }

// showContacts adds to a scene what touches what, and marks the intruders. fewMove and fewSelected say whether the contacts of
// what moves, and of what is selected, have emphasis. cut reports that some contacts are left out.
func (c *View) showContacts(scene *render.Scene, fewMove, fewSelected bool) (cut bool) {
	if c.Apart {
		return false
	}
	pairs, cut := c.gatherPairs()
	if sel := c.Session.Selection(); sel.Isolated() > 0 {
		pairs = slices.DeleteFunc(slices.Clone(pairs), func(p contacts.Pair) bool { return sel.IsAside(p.A) && sel.IsAside(p.B) })
	}
	drafts := c.tools.Contacts()
	if len(drafts) > 0 {
		pairs = append(slices.Clip(pairs), drafts...)
	}
	if a := c.stage.around; a != nil {
		pairs = append(slices.Clip(pairs), a.touching()...)
	}
	doc, selection := c.Session.Document(), c.Session.Selection()
	_, _, looked := selection.Pair()
	scene.Contacts, scene.Exits, scene.Badges = c.last.Contacts, c.last.Exits, c.last.Badges
	c.preview.Show(scene, pairs, func(id level.ID) render.Subject {
		k, ok := 0, false
		if id != 0 {
			k, ok = c.stage.at(id)
		}
		if !ok && id >= firstBeside && c.stage.around != nil {
			if around := c.stage.around.subject(id); around.Collider != nil {
				return around
			}
		}
		if !ok {
			return c.draft(id)
		}
		it := &c.stage.items[k]
		if it.Collider == nil {
			return render.Subject{}
		}
		return render.Subject{
			Side: contacts.Side{
				Collider: it.Collider, Layer: float64(k), Size: contacts.SizeOf(it.Collider, it.Baked),
				Locked: doc.Locked(it.Collider), Held: it.Moving || it.Selected && selection.IsInHand(id),
			},
			Placed:   contacts.Placed{Baked: it.Baked, At: it.At},
			Moving:   it.Moving,
			Emphasis: it.Hovered || it.Moving && fewMove || it.Selected && fewSelected && !looked, // of a pair that is looked at it is that pair alone
		}
	})
	if c.preview.Unfinished {
		c.look.Post(c.Redraw)
	}
	c.last = *scene
	if c.hotBadge = c.pointedBadge(scene); c.hotBadge >= 0 {
		scene.PointAtBadge(c.hotBadge)
	}
	c.stage.markIntruders(scene, &c.preview)
	return cut
}

// draft is a shape under construction, or that a stamp would place, as one side of a pair.
func (c *View) draft(id level.ID) render.Subject {
	drawn, baked := c.tools.DraftOf(id)
	if drawn == nil {
		return render.Subject{}
	}
	return render.Subject{
		Side: contacts.Side{Collider: drawn, Held: true}, Placed: contacts.PlacedAt(drawn, baked), Moving: true, Emphasis: true,
	}
}

// pointedBadge is the place among a scene's badges of the one under the pointer, -1 for none.
func (c *View) pointedBadge(scene *render.Scene) int {
	if !c.Inside || c.tools.Busy() || len(scene.Badges) == 0 {
		return -1
	}
	return scene.BadgeAt(c.pixel(c.Pointer))
}

// gatherPairs collects the pairs that are to be drawn. Where those are more than a picture can take, it is what is in view, and
// no more than [MostContacts] of it; cut reports that some are left out.
func (c *View) gatherPairs() (pairs []contacts.Pair, cut bool) {
	live, doc := c.Session.Live(), c.Session.Document()
	if all := live.Contacts(); len(all) <= MostContacts {
		return all, false
	}
	c.pairs = c.pairs[:0]
	view := c.Camera.Visible()
	for _, key := range live.World().QueryBox(view, collision.Query{Triggers: true}) {
		id := doc.At(key).ID
		for p := range live.EachContact(id) {
			if p.A != id && level.DrawnBounds(doc.Collider(p.A)).Overlaps(view) {
				continue // it comes with the other one
			}
			if len(c.pairs) == MostContacts {
				return c.pairs, true
			}
			if p.State != contacts.Expected {
				c.pairs = append(c.pairs, p)
			}
		}
	}
	return c.pairs, false
}

// LevelBounds is the level's frame and all that stands outside it.
func (c *View) LevelBounds() collision.AABB {
	s := c.Session.Document().Settings()
	b := collision.AABB{Min: s.Origin, Max: s.Origin.Add(s.Size)}
	if w := c.Session.Live().World(); w.Len() > 0 {
		b = b.Union(w.Bounds())
	}
	return b
}

// bounded keeps the whole level from shrinking to a dot.
func (c *View) bounded(cam render.Camera, at render.Vec) render.Camera {
	least := 24 * c.Scale / cam.Zoom
	if frame := c.Session.Document().Settings().Size; max(frame.X, frame.Y) >= least {
		return cam // without asking for the bounds of every collider at each step of the wheel
	}
	size := c.LevelBounds().Size()
	if most := max(size.X, size.Y); most > 0 && most < least {
		return cam.ZoomedAt(at, least/most)
	}
	return cam
}

// ViewChanged passes a new camera on to the tools and to OnView, and draws the view anew.
func (c *View) ViewChanged() {
	c.moved = true
	c.tools.SetView(c.Camera.Zoom, c.Scale)
	if c.OnView != nil {
		c.OnView()
	}
	c.Redraw()
}

// Frame shows the whole box.
func (c *View) Frame(box collision.AABB) {
	c.Camera = c.Camera.Framing(box, fitMargin*c.Scale)
	c.ViewChanged()
	c.rest()
}

// rest tells of a pointer that has stayed where it is while the level has moved below it. With a button down it waits for the
// pointer: a press that has not moved yet would become a drag across half the level.
func (c *View) rest() {
	if c.Inside && c.button == 0 && !c.panning {
		c.motion(c.Pointer)
	}
}

// ZoomFit shows the whole level.
func (c *View) ZoomFit() { c.ShowBox(c.LevelBounds(), 0) }

// ShowBox goes to where the whole box is seen, at a zoom of so much at most, in units of the screen for a level pixel; 0 is any.
func (c *View) ShowBox(box collision.AABB, most float64) {
	to := c.Camera.Framing(box, fitMargin*c.Scale)
	if most *= c.Scale; most > 0 && to.Zoom > most {
		to.Zoom = most
	}
	c.glideTo(to)
	c.rest()
}

// ZoomSelection shows all that is selected.
func (c *View) ZoomSelection() {
	if b, ok := c.Session.Selection().Bounds(); ok {
		c.ShowBox(b, 0)
	}
}

// ZoomBy zooms at the pointer, or at the middle when the pointer is elsewhere.
func (c *View) ZoomBy(factor float64) {
	at := render.Vec{X: float64(c.Camera.Width) / 2, Y: float64(c.Camera.Height) / 2}
	if c.Inside {
		at = c.pixel(c.Pointer)
	}
	c.glideTo(c.bounded(c.aim().ZoomedAt(at, factor), at))
	c.rest()
}

// ZoomTo sets the zoom: 1 is one screen unit a level pixel. It keeps the point that [View.ZoomBy] keeps.
func (c *View) ZoomTo(zoom float64) { c.ZoomBy(zoom * c.Scale / c.aim().Zoom) }

func (c *View) pixel(p fyne.Position) render.Vec {
	return render.Vec{X: float64(p.X) * c.Scale, Y: float64(p.Y) * c.Scale}
}

// ToLevel is the point of the level under a position of the widget.
func (c *View) ToLevel(p fyne.Position) level.Vec { return c.Camera.ToLevel(c.pixel(p)) }

// PointerInLevel is the point of the level under the pointer, or the middle of the view when the pointer is elsewhere.
func (c *View) PointerInLevel() level.Vec {
	if c.MenuAt != nil {
		return *c.MenuAt
	}
	if c.Inside {
		return c.ToLevel(c.Pointer)
	}
	return c.Camera.Center
}

// LevelNear is the place in the level that lies at one of the window's, or in the middle of the canvas where that is beside it.
func (c *View) LevelNear(at fyne.Position) level.Vec {
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(c))
	if at.X < 0 || at.Y < 0 || at.X > c.Size().Width || at.Y > c.Size().Height {
		return c.Camera.Center
	}
	return c.ToLevel(at)
}

// MenuPlace is the place of the window where a key opens the canvas's menu: at the pointer, else in the middle.
func (c *View) MenuPlace() fyne.Position {
	at := fyne.NewPos(c.Size().Width/2, c.Size().Height/2)
	if c.Inside {
		at = c.Pointer
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(c).Add(at)
}

// Modifiers reads which modifier keys are down.
func (c *View) Modifiers() tool.Mods {
	m := modifiers()
	return tool.Mods{Shift: m&fyne.KeyModifierShift != 0, Ctrl: m&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0, Solid: c.solidDown}
}

// Hold tells the canvas of a key that is pressed or let go and that means something while it is down.
func (c *View) Hold(key fyne.KeyName, down bool) {
	switch key {
	case fyne.KeySpace:
		c.SpaceDown = down
	case fyne.KeyX:
		c.solidDown = down
	}
}

// modifiers is which modifier keys are down: motion and scroll events do not say.
func modifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// MouseDown implements desktop.Mouseable.
func (c *View) MouseDown(e *desktop.MouseEvent) {
	defer c.look.Catch()
	c.look.Focus()
	c.look.Tips.Hide(c.look.Tips.Owner)
	if c.OnPress != nil {
		c.OnPress()
	}
	c.moveTo(e.Position)
	switch {
	case e.Button == desktop.MouseButtonTertiary && c.isMiddleAgain(e.Position):
		c.zoomToPointed()
		return
	case e.Button == desktop.MouseButtonTertiary, e.Button == desktop.MouseButtonPrimary && c.SpaceDown:
		c.panning, c.panFrom = true, e.Position
		return
	case e.Button == desktop.MouseButtonSecondary:
		if c.button == 0 && c.run == nil {
			c.Send(tool.Down, e.Position, tool.Secondary)
			c.Send(tool.Up, e.Position, tool.Secondary)
			if c.OnMenu != nil {
				c.OnMenu(e.AbsolutePosition)
			}
		}
		return
	case e.Button != desktop.MouseButtonPrimary || c.button != 0:
		return
	}
	near := abs(e.Position.X-c.lastAt.X) <= doubleClickNear && abs(e.Position.Y-c.lastAt.Y) <= doubleClickNear
	if now := time.Now(); near && now.Sub(c.lastDown) <= DoubleClick {
		c.clicks++
		c.lastDown = now
	} else {
		c.clicks, c.lastDown = 1, now
	}
	c.lastAt = e.Position
	c.button, c.moveTook = e.Button, 0
	c.Send(tool.Down, e.Position, tool.Primary)
}

// isMiddleAgain reports whether a press of the middle button is the second of a double click.
func (c *View) isMiddleAgain(p fyne.Position) bool {
	now := time.Now()
	again := now.Sub(c.middleDown) <= DoubleClick && abs(p.X-c.middleAt.X) <= doubleClickNear && abs(p.Y-c.middleAt.Y) <= doubleClickNear
	if c.middleDown, c.middleAt = now, p; again {
		c.middleDown = time.Time{}
	}
	return again
}

// zoomToPointed shows all of what is under the pointer, or of the level where nothing is.
func (c *View) zoomToPointed() {
	box := collision.EmptyAABB()
	if ids := c.Session.Picking().Below(c.ToLevel(c.Pointer), 4*c.Scale/c.Camera.Zoom); len(ids) > 0 && c.run == nil {
		for _, id := range c.Session.Selection().Whole(ids[0]) {
			box = box.Union(level.DrawnBounds(c.Session.Document().Collider(id)))
		}
	}
	if box.IsEmpty() {
		box = c.LevelBounds()
	}
	c.ShowBox(box, 0)
}

// MouseUp implements desktop.Mouseable. It comes for a button that went down here, if the pointer is over a widget that
// handles buttons.
func (c *View) MouseUp(e *desktop.MouseEvent) {
	defer c.look.Catch()
	if c.panning && e.Button != desktop.MouseButtonSecondary {
		c.panning = false
		return
	}
	if e.Button == c.button {
		c.lift(e.Position)
	}
}

// lift ends a press.
func (c *View) lift(p fyne.Position) {
	if c.panning = false; c.button == 0 {
		return
	}
	c.catchUp()
	c.button = 0
	c.Send(tool.Up, p, tool.Primary)
}

// MouseIn implements desktop.Hoverable.
func (c *View) MouseIn(e *desktop.MouseEvent) {
	defer c.look.Catch()
	c.hovered(e)
}

// MouseMoved implements desktop.Hoverable.
func (c *View) MouseMoved(e *desktop.MouseEvent) {
	defer c.look.Catch()
	c.hovered(e)
}

// hovered is motion over the canvas itself. A button that is up by then went up over a widget that does not handle buttons.
func (c *View) hovered(e *desktop.MouseEvent) {
	if c.Inside = true; e.Button == 0 {
		c.lift(c.Pointer)
	}
	c.motion(e.Position)
}

// MouseOut implements desktop.Hoverable.
func (c *View) MouseOut() {
	defer c.look.Catch()
	c.Inside = false
	if c.button == 0 {
		c.Send(tool.Leave, c.Pointer, tool.Primary)
	}
}

// Dragged implements fyne.Draggable: motion with a button down, also outside the canvas.
func (c *View) Dragged(e *fyne.DragEvent) {
	defer c.look.Catch()
	c.motion(e.Position)
}

// DragEnd implements fyne.Draggable.
func (c *View) DragEnd() {
	defer c.look.Catch()
	c.lift(c.Pointer)
}

func (c *View) motion(p fyne.Position) {
	if c.panning {
		c.Camera.Center.X -= float64(p.X-c.panFrom.X) * c.Scale / c.Camera.Zoom
		c.Camera.Center.Y -= float64(p.Y-c.panFrom.Y) * c.Scale / c.Camera.Zoom
		c.panFrom = p
		if c.run != nil {
			c.run.Panned()
		}
		c.Pointer = p
		c.tellCursor()
		c.ViewChanged()
		return
	}
	c.moveTo(p)
	if c.button != 0 && c.run == nil && c.moveTook > slowMove {
		c.putOff()
		return
	}
	c.drag()
}

// slowMove is how long a step of a drag takes for which the next one waits until all motion that is known of has come: there
// may be ten of them to a picture, and pictures would come no more.
const slowMove = 3 * time.Millisecond

// putOff has the tools hear of the motion soon, once for all that has come until then.
func (c *View) putOff() {
	if c.late {
		return
	}
	c.late = true
	c.look.Post(c.catchUp)
}

// catchUp has the tools hear of motion that was put off.
func (c *View) catchUp() {
	if c.late {
		c.late = false
		c.drag()
	}
}

// drag tells the tools where the pointer is now.
func (c *View) drag() {
	start := time.Now()
	c.Send(tool.Move, c.Pointer, tool.Primary)
	c.moveTook = time.Since(start)
	c.follow()
}

// moveTo notes where the pointer is. Its marks move with what the motion does to the level, which is shown soon too: at once
// they would be a picture of their own.
func (c *View) moveTo(p fyne.Position) {
	c.Pointer = p
	if !c.untold {
		c.untold = true
		c.look.Post(c.tellCursor)
	}
}

// tellCursor says over which place of the level the pointer is, together with all else that follows from the motion: the
// window may be painted between any two pieces of work that wait for its thread, and each would be painted alone.
func (c *View) tellCursor() {
	c.untold = false
	c.catchUp()
	if c.OnCursor != nil {
		c.OnCursor(c.ToLevel(c.Pointer))
	}
	if c.OnMoved != nil {
		c.OnMoved()
	}
}

// Send passes a pointer event to the playtest, or to the tools where none runs. p is in the widget's units.
func (c *View) Send(kind tool.EventKind, p fyne.Position, button tool.Button) {
	if c.run != nil {
		c.run.Pointer(kind, button)
		return
	}
	if kind != tool.Move {
		c.catchUp()
	}
	if c.Fits.IsOn {
		c.Redraw() // the character is shown where the pointer is
	}
	e := tool.Event{Kind: kind, Pos: c.ToLevel(p), Button: button, Mods: c.Modifiers(), Clicks: c.clicks}
	if c.Over != nil && !c.tools.Busy() && c.Over.Pointer(e) {
		return
	}
	c.tools.Guarded(whileOf(kind), func() { c.Session.Batch(func() { c.tools.Pointer(e) }) })
}

func whileOf(k tool.EventKind) string { return fmt.Sprintf("after pointer event %d", k) }

// notch is what the toolkit tells of one notch of a wheel. What tells of less at a time, or of both directions, is a touchpad. (With
// Shift a browser tells of the wheel as if it were turned sideways.)
const notch = 25

// Scrolled implements fyne.Scrollable: the wheel zooms at the pointer, with Shift it pans sideways. Two fingers on a touchpad pan, and so
// does the wheel where that is preferred; with Ctrl both zoom, which is also how many systems tell of a pinch.
func (c *View) Scrolled(e *fyne.ScrollEvent) {
	defer c.look.Catch()
	mods := modifiers()
	dx, dy := float64(e.Scrolled.DX), float64(e.Scrolled.DY)
	isSmooth := dx != 0 && dy != 0 || math.Mod(dx+dy, notch) != 0
	pan, zoomed := 4*c.Scale/c.Camera.Zoom, false
	if isSmooth {
		pan /= 8
	}
	switch {
	case dx == 0 && dy == 0:
		return
	case mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		if dy == 0 {
			return
		}
		steps := min(max(dy/notch, -4), 4)
		if !isSmooth {
			steps = math.Copysign(1, dy)
		}
		c.glideTo(c.bounded(c.aim().ZoomedAt(c.pixel(e.Position), math.Pow(ZoomStep, steps)), c.pixel(e.Position)))
		zoomed = true
	case mods&fyne.KeyModifierShift != 0:
		c.Camera.Center.X -= (dx + dy) * pan
	case isSmooth || dx != 0 || c.WheelPans:
		c.Camera.Center.X -= dx * pan
		c.Camera.Center.Y -= dy * pan
	default:
		factor := ZoomStep
		if dy < 0 {
			factor = 1 / ZoomStep
		}
		c.glideTo(c.bounded(c.aim().ZoomedAt(c.pixel(e.Position), factor), c.pixel(e.Position)))
		zoomed = true
	}
	if !zoomed {
		c.ViewChanged()
	}
	c.untold = true // what follows from a step of the wheel is in its picture
	c.motion(e.Position)
	c.tellCursor()
}

// Cursor implements desktop.Cursorable: it says what a click would do.
func (c *View) Cursor() desktop.Cursor {
	wanted := c.tools.Cursor()
	switch {
	case c.panning:
		wanted = tool.CursorGrabbing
	case c.run != nil:
		wanted = c.run.Cursor()
	case c.SpaceDown:
		wanted = tool.CursorGrab
	case c.Over != nil && c.Over.IsPointed():
		wanted = tool.CursorDefault
	}
	return c.cursors.Of(wanted, c.Scale)
}

// abs returns the absolute value.
func abs[T int | float32](x T) T { return max(x, -x) }
