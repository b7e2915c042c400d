package ui

import (
	"fmt"
	"image"
	"reflect"
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

// levelCanvas shows the level in one raster and turns what the pointer does into events of the tools.
type levelCanvas struct {
	widget.BaseWidget
	session  *editor.Session
	tools    *tool.Controller
	look     *kit.Look
	onFrame  func(took time.Duration) // after every picture
	onCursor func(at level.Vec)       // the pointer moved over the level
	onView   func()                   // the camera changed
	onMenu   func(at fyne.Position)   // the right button was pressed
	onMoved  func()                   // the pointer or the view was moved, and all that follows from it is known

	chosen     *level.Vec    // where a menu was opened that a command is chosen from; nil: none is
	camera     render.Camera // Width and Height are those of the last picture, in its pixels
	scale      float64       // picture pixels to one of Fyne's units
	wantFit    bool          // frame the level with the next picture
	moved      bool          // somebody has chosen the view: a new size leaves it
	raster     *canvas.Raster
	renderer   *render.Renderer
	picture    *image.RGBA
	base       basePicture
	stage      stage
	dimOthers  bool // layers that are not the active one
	toolsShown      // in the last picture
	contacts   []render.Contact

	play *player // the playtest that the canvas shows; nil: the document
	free fitView

	show     render.Show
	showTree bool
	grid     bool
	pictures *render.Pictures // of the files that the level was imported from; nil: none
	bare     bool             // they are not shown
	mark     *level.Vec       // a place that is pointed out, in level space; nil for none

	pointer   fyne.Position // where the pointer was last, in units
	inside    bool
	panning   bool
	panFrom   fyne.Position
	spaceDown bool
	button    desktop.MouseButton // the one that is down, of those the tools hear of
	lastDown  time.Time
	lastAt    fyne.Position
	clicks    int
	cursors   cursorSet
	following bool          // follow will come again
	late      bool          // the tools have not heard of the last motion
	moveTook  time.Duration // the last step of a drag
	untold    bool          // where the pointer is has yet to be said
}

// pictureStrength is how much an imported level's pictures show under its colliders.
const pictureStrength = 0.6

const (
	doubleClick     = 400 * time.Millisecond
	doubleClickNear = 4 // units
	zoomStep        = 1.1
	fitMargin       = 32 // units
)

func newLevelCanvas(s *editor.Session, t *tool.Controller, l *kit.Look) *levelCanvas {
	c := &levelCanvas{
		session: s, tools: t, look: l, renderer: render.NewRenderer(), scale: 1, wantFit: true, grid: true,
		camera: render.Camera{Zoom: 1},
		show:   render.Show{ContactPoints: true, Normals: true, Labels: true},
	}
	c.raster = l.Raster(c.draw)
	c.raster.ScaleMode = canvas.ImageScalePixels // the picture has the very pixels of the screen
	c.ExtendBaseWidget(c)
	return c
}

func (c *levelCanvas) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.raster) }
func (c *levelCanvas) MinSize() fyne.Size                  { return fyne.NewSize(160, 120) }

// AccessibilityLabel implements fyne.Accessible: a picture says nothing, so its summary does.
func (c *levelCanvas) AccessibilityLabel() string {
	n := c.session.Live().Counts()
	return fmt.Sprintf("Level with %s, %d selected, %s", kit.Count(c.session.Document().Len(), "collider"), c.session.Selection().Len(), kit.Count(n.Overlaps, "overlap"))
}

// AccessibilityRole implements fyne.Accessible.
func (c *levelCanvas) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// redraw asks for a new picture; many calls before it is drawn make one.
func (c *levelCanvas) redraw() { c.raster.Refresh() }

// draw is the raster's generator: it is asked for w by h pixels, on the main thread.
func (c *levelCanvas) draw(w, h int) image.Image {
	start := time.Now()
	if c.picture == nil || c.picture.Rect.Dx() != w || c.picture.Rect.Dy() != h {
		c.picture = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	was := c.scale
	if width := c.Size().Width; width > 0 {
		c.scale = float64(w) / float64(width)
	}
	resized := c.camera.Width != w || c.camera.Height != h
	c.camera.Width, c.camera.Height = w, h
	if (c.wantFit || resized && !c.moved) && w > 1 && h > 1 {
		c.wantFit, c.moved = false, false
		c.camera = c.camera.Framing(c.levelBounds(), fitMargin*c.scale)
		resized = true
	}
	c.tools.SetView(c.camera.Zoom, c.scale)
	if c.play != nil {
		c.play.draw(c)
	} else {
		scene := c.scene()
		c.base.draw(c.renderer, c.picture, scene, &c.stage)
	}
	if (resized || c.scale != was) && c.onView != nil {
		c.look.Post(c.onView)
	}
	if c.onFrame != nil {
		c.onFrame(time.Since(start))
	}
	return c.picture
}

// isBehind reports whether the tools show something else than the last picture does. The pointer moves far more often than
// that changes, and a picture costs the more the larger the window is.
func (c *levelCanvas) isBehind() bool {
	is := c.toolsShow()
	return c.hover != is.hover || !reflect.DeepEqual(c.overlays, is.overlays) || !slices.Equal(c.moving, is.moving) ||
		len(c.drawn) > 0 || len(is.drawn) > 0
}

// toolsShown is what the tools add to a picture.
type toolsShown struct {
	hover    level.ID
	overlays []overlay.Item
	moving   []level.ID
	drawn    []contacts.Pair // of the shape under construction
}

func (c *levelCanvas) toolsShow() toolsShown {
	return toolsShown{c.tools.Hover(), c.tools.Overlays(), c.tools.Moving(), c.tools.Contacts()}
}

// markSize is the radius of the ring around a place that is pointed out, in units of the window.
const markSize = 18

// scene is what the canvas shows now.
func (c *levelCanvas) scene() *render.Scene {
	doc := c.session.Document()
	s := doc.Settings()
	scene := &render.Scene{
		Camera: c.camera, Scale: c.scale, Theme: canvasTheme(c.look),
		Frame: collision.AABB{Min: s.Origin, Max: s.Origin.Add(s.Size)},
		Show:  c.show, Overlays: c.tools.Overlays(), Region: c.free.area(doc, false),
	}
	if c.inside && !c.tools.Busy() {
		scene.Overlays = append(scene.Overlays, c.free.under(c.at(c.pointer))...)
	}
	if c.mark != nil {
		at, r := *c.mark, markSize*c.scale/c.camera.Zoom
		scene.Overlays = append(scene.Overlays[:len(scene.Overlays):len(scene.Overlays)],
			overlay.Ring{Center: at, Radius: r, Ink: overlay.Bright}, overlay.Ring{Center: at, Radius: r / 4, Ink: overlay.Bright})
	}
	if !c.bare {
		scene.Pictures, scene.PictureAlpha = c.pictures, pictureStrength
	}
	if c.grid {
		const every = 4
		scene.Grid = &render.Grid{Size: s.Grid.Size, Offset: s.Grid.Offset, Subdivisions: s.Grid.Subdivisions, Major: every}
	}
	movers := c.tools.Moving()
	live, selection, hover := c.session.Live(), c.session.Selection(), c.tools.Hover()
	alone := level.LayerID(0)
	if c.dimOthers {
		alone = c.session.ActiveLayer()
	}
	c.stage.dimAllBut(alone)
	c.stage.sync(c.session, hover, movers)
	c.toolsShown = c.toolsShow()
	moving := map[level.ID]bool{}
	if few(len(movers)) {
		for _, id := range movers {
			moving[id] = true
		}
	}
	emphasis := func(id level.ID) bool {
		return id == hover || moving[id] || few(selection.Len()) && selection.Has(id)
	}
	cut := c.gatherContacts(emphasis)
	for _, p := range c.tools.Contacts() {
		c.contacts = append(c.contacts, render.ContactOf(p, true))
	}
	scene.Contacts = c.contacts
	c.stage.blame(scene)
	scene.Items = c.stage.visible(c.camera, c.scale)
	if cut { // never silently
		n := live.Counts()
		scene.Overlays = append(scene.Overlays[:len(scene.Overlays):len(scene.Overlays)], overlay.Label{
			At:   c.camera.ToLevel(render.Vec{X: 12 * c.scale, Y: float64(c.camera.Height) - 24*c.scale}),
			Text: fmt.Sprintf("%d of the level's %d contacts are drawn", mostContacts, n.Overlaps+n.Touching+n.Triggers), Ink: overlay.Bright,
		})
	}
	if c.showTree {
		for _, box := range live.World().TreeBoxes() {
			scene.Show.Tree = append(scene.Show.Tree, box)
		}
	}
	return scene
}

const (
	mostEmphasised = 20     // colliders whose contacts are drawn stronger than the others
	mostContacts   = 20_000 // drawn in one picture
)

func few(n int) bool { return n <= mostEmphasised }

// gatherContacts collects what is to be drawn of what touches what. Where that is more than a picture can take, it is what
// is in view, and no more than mostContacts of it; cut reports that some are left out.
func (c *levelCanvas) gatherContacts(emphasis func(level.ID) bool) (cut bool) {
	c.contacts = c.contacts[:0]
	live, doc := c.session.Live(), c.session.Document()
	add := func(p contacts.Pair) {
		if p.State != contacts.Expected {
			c.contacts = append(c.contacts, render.ContactOf(p, emphasis(p.A) || emphasis(p.B)))
		}
	}
	if all := live.Contacts(); len(all) <= mostContacts {
		for i := range all {
			add(all[i])
		}
		return false
	}
	view := c.camera.Visible()
	for _, key := range live.World().QueryBox(view, collision.Query{Triggers: true}) {
		id := doc.At(key).ID
		for p := range live.EachContact(id) {
			if p.A != id && level.DrawnBounds(doc.Collider(p.A)).Overlaps(view) {
				continue // it comes with the other one
			}
			if len(c.contacts) == mostContacts {
				return true
			}
			add(p)
		}
	}
	return false
}

// levelBounds is the level's frame and all that stands outside it.
func (c *levelCanvas) levelBounds() collision.AABB {
	s := c.session.Document().Settings()
	b := collision.AABB{Min: s.Origin, Max: s.Origin.Add(s.Size)}
	if w := c.session.Live().World(); w.Len() > 0 {
		b = b.Union(w.Bounds())
	}
	return b
}

// bounded keeps the whole level from shrinking to a dot.
func (c *levelCanvas) bounded(cam render.Camera, at render.Vec) render.Camera {
	least := 24 * c.scale / cam.Zoom
	if frame := c.session.Document().Settings().Size; max(frame.X, frame.Y) >= least {
		return cam // without asking for the bounds of every collider at each step of the wheel
	}
	size := c.levelBounds().Size()
	if most := max(size.X, size.Y); most > 0 && most < least {
		return cam.ZoomedAt(at, least/most)
	}
	return cam
}

func (c *levelCanvas) viewChanged() {
	c.moved = true
	c.tools.SetView(c.camera.Zoom, c.scale)
	if c.onView != nil {
		c.onView()
	}
	c.redraw()
}

// frame shows the whole box.
func (c *levelCanvas) frame(box collision.AABB) {
	c.camera = c.camera.Framing(box, fitMargin*c.scale)
	c.viewChanged()
	c.rest()
}

// rest tells of a pointer that has stayed where it is while the level has moved below it. With a button down it waits for the
// pointer: a press that has not moved yet would become a drag across half the level.
func (c *levelCanvas) rest() {
	if c.inside && c.button == 0 && !c.panning {
		c.motion(c.pointer)
	}
}

func (c *levelCanvas) zoomFit() { c.frame(c.levelBounds()) }

func (c *levelCanvas) zoomSelection() {
	if b, ok := c.session.Selection().Bounds(); ok {
		c.frame(b)
	}
}

// zoomBy zooms at the pointer, or at the middle when the pointer is elsewhere.
func (c *levelCanvas) zoomBy(factor float64) {
	at := render.Vec{X: float64(c.camera.Width) / 2, Y: float64(c.camera.Height) / 2}
	if c.inside {
		at = c.pixel(c.pointer)
	}
	c.camera = c.bounded(c.camera.ZoomedAt(at, factor), at)
	c.viewChanged()
	c.rest()
}

func (c *levelCanvas) zoomTo(zoom float64) { c.zoomBy(zoom * c.scale / c.camera.Zoom) }

func (c *levelCanvas) pixel(p fyne.Position) render.Vec {
	return render.Vec{X: float64(p.X) * c.scale, Y: float64(p.Y) * c.scale}
}

// at is the point of the level under a position of the widget.
func (c *levelCanvas) at(p fyne.Position) level.Vec { return c.camera.ToLevel(c.pixel(p)) }

// cursorAt is the point of the level under the pointer, or the middle of the view when the pointer is elsewhere.
func (c *levelCanvas) cursorAt() level.Vec {
	if c.chosen != nil {
		return *c.chosen
	}
	if c.inside {
		return c.at(c.pointer)
	}
	return c.camera.Center
}

// menuPlace is the place of the window where a key opens the canvas's menu: at the pointer, else in the middle.
func (c *levelCanvas) menuPlace() fyne.Position {
	at := fyne.NewPos(c.Size().Width/2, c.Size().Height/2)
	if c.inside {
		at = c.pointer
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(c).Add(at)
}

func (c *levelCanvas) mods() tool.Mods {
	m := modifiers()
	return tool.Mods{Shift: m&fyne.KeyModifierShift != 0, Ctrl: m&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0}
}

// modifiers is which modifier keys are down: motion and scroll events do not say.
func modifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// MouseDown implements desktop.Mouseable.
func (c *levelCanvas) MouseDown(e *desktop.MouseEvent) {
	defer c.look.Catch()
	c.look.Focus()
	c.look.Tips.Hide(c.look.Tips.Owner)
	c.moveTo(e.Position)
	switch {
	case e.Button == desktop.MouseButtonTertiary, e.Button == desktop.MouseButtonPrimary && c.spaceDown:
		c.panning, c.panFrom = true, e.Position
		return
	case e.Button == desktop.MouseButtonSecondary:
		if c.button == 0 && c.play == nil {
			c.send(tool.Down, e.Position, tool.Secondary)
			c.send(tool.Up, e.Position, tool.Secondary)
			if c.onMenu != nil {
				c.onMenu(e.AbsolutePosition)
			}
		}
		return
	case e.Button != desktop.MouseButtonPrimary || c.button != 0:
		return
	}
	near := abs(e.Position.X-c.lastAt.X) <= doubleClickNear && abs(e.Position.Y-c.lastAt.Y) <= doubleClickNear
	if now := time.Now(); near && now.Sub(c.lastDown) <= doubleClick {
		c.clicks++
		c.lastDown = now
	} else {
		c.clicks, c.lastDown = 1, now
	}
	c.lastAt = e.Position
	c.button, c.moveTook = e.Button, 0
	c.send(tool.Down, e.Position, tool.Primary)
}

// MouseUp implements desktop.Mouseable. It comes for a button that went down here, wherever the pointer is now.
func (c *levelCanvas) MouseUp(e *desktop.MouseEvent) {
	defer c.look.Catch()
	if c.panning && e.Button != desktop.MouseButtonSecondary {
		c.panning = false
		return
	}
	if e.Button == c.button {
		c.catchUp()
		c.button = 0
		c.send(tool.Up, e.Position, tool.Primary)
	}
}

// MouseIn implements desktop.Hoverable.
func (c *levelCanvas) MouseIn(e *desktop.MouseEvent) {
	defer c.look.Catch()
	c.inside = true
	c.motion(e.Position)
}

// MouseMoved implements desktop.Hoverable.
func (c *levelCanvas) MouseMoved(e *desktop.MouseEvent) {
	defer c.look.Catch()
	c.inside = true
	c.motion(e.Position)
}

// MouseOut implements desktop.Hoverable.
func (c *levelCanvas) MouseOut() {
	defer c.look.Catch()
	c.inside = false
	if c.button == 0 {
		c.send(tool.Leave, c.pointer, tool.Primary)
	}
}

// Dragged implements fyne.Draggable: motion with a button down, also outside the canvas.
func (c *levelCanvas) Dragged(e *fyne.DragEvent) {
	defer c.look.Catch()
	c.motion(e.Position)
}

// DragEnd implements fyne.Draggable. MouseUp has come before it.
func (c *levelCanvas) DragEnd() {}

func (c *levelCanvas) motion(p fyne.Position) {
	if c.panning {
		c.camera.Center.X -= float64(p.X-c.panFrom.X) * c.scale / c.camera.Zoom
		c.camera.Center.Y -= float64(p.Y-c.panFrom.Y) * c.scale / c.camera.Zoom
		c.panFrom = p
		if c.play != nil && c.play.w.playShow.follow {
			c.play.toggle(&c.play.w.playShow.follow)
		}
		c.pointer = p
		c.tellCursor()
		c.viewChanged()
		return
	}
	c.moveTo(p)
	if c.button != 0 && c.play == nil && c.moveTook > slowMove {
		c.putOff()
		return
	}
	c.drag()
}

// slowMove is how long a step of a drag takes for which the next one waits until all motion that is known of has come: there
// may be ten of them to a picture, and pictures would come no more.
const slowMove = 3 * time.Millisecond

// putOff has the tools hear of the motion soon, once for all that has come until then.
func (c *levelCanvas) putOff() {
	if c.late {
		return
	}
	c.late = true
	c.look.Post(c.catchUp)
}

// catchUp has the tools hear of motion that was put off.
func (c *levelCanvas) catchUp() {
	if c.late {
		c.late = false
		c.drag()
	}
}

// drag tells the tools where the pointer is now.
func (c *levelCanvas) drag() {
	start := time.Now()
	c.send(tool.Move, c.pointer, tool.Primary)
	c.moveTook = time.Since(start)
	c.follow()
}

// moveTo notes where the pointer is. Its marks move with what the motion does to the level, which is shown soon too: at once
// they would be a picture of their own.
func (c *levelCanvas) moveTo(p fyne.Position) {
	c.pointer = p
	if !c.untold {
		c.untold = true
		c.look.Post(c.tellCursor)
	}
}

// tellCursor says over which place of the level the pointer is, together with all else that follows from the motion: the
// window may be painted between any two pieces of work that wait for its thread, and each would be painted alone.
func (c *levelCanvas) tellCursor() {
	c.untold = false
	c.catchUp()
	if c.onCursor != nil {
		c.onCursor(c.at(c.pointer))
	}
	if c.onMoved != nil {
		c.onMoved()
	}
}

func (c *levelCanvas) send(kind tool.EventKind, p fyne.Position, button tool.Button) {
	if c.play != nil {
		c.play.pointer(kind, button)
		return
	}
	if kind != tool.Move {
		c.catchUp()
	}
	if c.free.on {
		c.redraw() // the character is shown where the pointer is
	}
	e := tool.Event{Kind: kind, Pos: c.at(p), Button: button, Mods: c.mods(), Clicks: c.clicks}
	c.tools.Guarded(whileOf(kind), func() { c.session.Batch(func() { c.tools.Pointer(e) }) })
}

func whileOf(k tool.EventKind) string { return fmt.Sprintf("after pointer event %d", k) }

// Scrolled implements fyne.Scrollable: the wheel zooms at the pointer, with Shift it pans sideways.
func (c *levelCanvas) Scrolled(e *fyne.ScrollEvent) {
	defer c.look.Catch()
	switch {
	case modifiers()&fyne.KeyModifierShift != 0:
		c.camera.Center.X -= float64(e.Scrolled.DX+e.Scrolled.DY) * 4 * c.scale / c.camera.Zoom
	case e.Scrolled.DY != 0:
		factor := zoomStep
		if e.Scrolled.DY < 0 {
			factor = 1 / zoomStep
		}
		c.camera = c.bounded(c.camera.ZoomedAt(c.pixel(e.Position), factor), c.pixel(e.Position))
	default:
		return
	}
	c.viewChanged()
	c.untold = true // what follows from a step of the wheel is in its picture
	c.motion(e.Position)
	c.tellCursor()
}

// Cursor implements desktop.Cursorable: it says what a click would do.
func (c *levelCanvas) Cursor() desktop.Cursor {
	wanted := c.tools.Cursor()
	switch {
	case c.panning:
		wanted = tool.CursorGrabbing
	case c.play != nil:
		wanted = c.play.cursor()
	case c.spaceDown:
		wanted = tool.CursorGrab
	}
	return c.cursors.of(wanted, c.scale)
}

func abs[T int | float32](x T) T { return max(x, -x) }
