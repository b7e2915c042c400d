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
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// View is the widget that draws the level and turns pointer input into tool events.
type View struct {
	widget.BaseWidget
	kit.Tracker
	Session  *editor.Session
	tools    *tool.Controller
	look     *kit.Look
	OnFrame  func(took time.Duration) // called after every frame
	OnCursor func(at level.Vec)       // called when the pointer moves over the level
	OnView   func()                   // called when the camera changes
	OnMenu   func(at fyne.Position)   // called when the right button is pressed
	OnPress  func()                   // called when any button is pressed
	OnMoved  func()                   // called after a move of the pointer or view was fully processed

	MenuAt     *level.Vec    // where the menu of the current command was opened; nil: no menu
	Camera     render.Camera // Width and Height are the last frame's, in pixels
	Scale      float64       // picture pixels per Fyne unit
	WantFit    bool          // frame the level in the next picture
	moved      bool          // the user has chosen the view, so resizing keeps it
	raster     *canvas.Raster
	Renderer   *render.Renderer
	picture    *image.RGBA
	base       basePicture
	stage      stage
	dimOthers  bool // dim all layers but the active one
	toolsShown      // as of the last picture
	preview    render.Preview
	pairs      []contacts.Pair
	last       render.Scene // the last scene; its lists are reused
	hotCluster int          // cluster whose pin is hovered in the last picture, -1 for none
	pinPressed bool         // the last press was on a pin
	Pointed    [2]level.ID  // pair hovered in a list; zero for none

	run      Run // the current playtest; nil: the document is shown
	runScene render.Scene
	grid     render.Grid   // the grid of the last scene
	before   render.Camera // the view to restore after the playtest
	wasMoved bool
	Fits     fitView
	Over     Over                  // overlay on the document; may be nil
	Reported func() []overlay.Item // what running games report; may be nil

	Shows    render.Show
	ShowTree bool
	Grid     bool
	Pictures *render.Pictures // from imported files; may be nil
	own      ownPictures      // the level's own
	Bare     bool             // hides both kinds of pictures
	Apart    bool             // hides contacts
	Mark     *level.Vec       // marked place in level space; nil for none
	proposed *editor.Proposal // the proposal in the last picture; may be nil

	Pointer   fyne.Position // last position, in units
	Inside    bool
	panning   bool
	panFrom   fyne.Position
	SpaceDown bool
	solidDown bool                // X: dragged shapes stop at obstacles
	button    desktop.MouseButton // the pressed button that was passed on to the tools
	clicks    clickCounter
	middle    clickCounter // of the middle button
	Glides    bool         // zooming is animated
	glide     glide
	WheelPans bool // the wheel pans; with Ctrl it always zooms
	cursors   CursorSet
	following bool          // the next follow is scheduled
	late      bool          // the last motion has not reached the tools yet
	Took      time.Duration // time of the last frame
	moveTook  time.Duration // time of the last step of pointer motion
	untold    bool          // the pointer's position has not been reported yet
}

const (
	DoubleClick = 400 * time.Millisecond // DoubleClick is the longest time between the two clicks.
	ZoomStep    = 1.1                    // ZoomStep is the factor of one step of the wheel.
	fitMargin   = 32                     // units
)

// New makes a canvas for a session. spawn runs long work off the UI thread; fail reports an error.
func New(s *editor.Session, t *tool.Controller, l *kit.Look, spawn func(func()), fail func(error)) *View {
	c := &View{
		Session: s, tools: t, look: l, Renderer: render.NewRenderer(), Scale: 1, WantFit: true, Grid: true,
		Camera:  render.Camera{Zoom: 1},
		Shows:   render.Show{ContactPoints: true, Normals: true, Labels: true},
		OnFrame: func(time.Duration) {}, OnCursor: func(level.Vec) {}, OnView: func() {},
		OnMenu: func(fyne.Position) {}, OnPress: func() {}, OnMoved: func() {},
	}
	c.hotCluster, c.Tracker = -1, kit.Tracker{Look: l, Moved: c.hovered}
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
		c.preview.WaysInMotion = 1 // without threads, four times slower
	}
	c.preview.KnowsExit = func(id level.ID) bool { return id != 0 && c.Session.Live().KnowsExit(id) }
	c.preview.Full = func(a, b level.ID) bool {
		return c.Pointed == [2]level.ID{a, b} || c.Pointed == [2]level.ID{b, a} || c.Session.Selection().IsPair(a, b)
	}
	c.Fits = fitView{Spawn: spawn, post: l.Post, done: c.Redraw, fail: fail}
	c.raster = l.Raster(c.Draw)
	c.raster.ScaleMode = canvas.ImageScalePixels // the picture matches the screen's pixels
	c.ExtendBaseWidget(c)
	return c
}

func (c *View) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.raster) }
func (c *View) MinSize() fyne.Size                  { return fyne.NewSize(160, 120) }

// AccessibilityLabel implements fyne.Accessible with a summary of the picture.
func (c *View) AccessibilityLabel() string {
	n := c.Session.Live().Counts()
	return fmt.Sprintf("Level with %s, %d selected, %s", c.Session.Document().Tally(),
		c.Session.Selection().Tally().Len(), quote.Count(n.Overlaps, "overlap"))
}

func (c *View) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// Redraw requests a new picture. Calls before the next frame are merged.
func (c *View) Redraw() { c.raster.Refresh() }

// Draw generates the raster's image of w by h pixels, on the main thread.
func (c *View) Draw(w, h int) image.Image {
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
	if resized || c.Scale != was {
		c.look.Post(c.OnView)
	}
	c.Took = time.Since(start)
	c.OnFrame(c.Took)
	return c.picture
}

// Sleep releases the pictures of a hidden canvas; they are redrawn when it is shown again. It cancels a drag in
// progress.
func (c *View) Sleep() {
	if c.button != 0 {
		c.tools.Cancel()
		c.button = 0
	}
	c.panning, c.SpaceDown, c.solidDown, c.Inside, c.late = false, false, false, false, false
	c.look.Release(c.raster)
	c.picture, c.base, c.Mark, c.Pointed = nil, basePicture{}, nil, [2]level.ID{}
	c.Renderer.Rest()
}

// Forget drops everything that the canvas has computed for its level.
func (c *View) Forget() {
	c.stage, c.preview, c.last, c.pairs, c.Pictures, c.own = stage{}, render.Preview{}, render.Scene{}, nil, nil,
		ownPictures{}
	c.Fits.space, c.Fits.region = nil, nil
}

// Sized returns an image of w by h pixels, reusing m if it has that size.
func Sized(m *image.RGBA, w, h int) *image.RGBA {
	if m == nil || m.Rect.Dx() != w || m.Rect.Dy() != h {
		return image.NewRGBA(image.Rect(0, 0, w, h))
	}
	return m
}

// IsBehind reports whether the tools would draw something different from the last picture. Most pointer moves change
// nothing, and frames of a large window are expensive.
func (c *View) IsBehind() bool {
	now := c.toolsShow()
	return c.proposed != c.Session.Proposal() || c.hover != now.hover || c.pointedCluster(&c.last) != c.hotCluster ||
		!reflect.DeepEqual(c.overlays, now.overlays) || !slices.Equal(c.moving, now.moving) ||
		len(c.drawn) > 0 || len(now.drawn) > 0
}

// toolsShown holds what the tools add to a picture.
type toolsShown struct {
	hover    level.ID
	overlays []overlay.Item
	moving   []level.ID
	drawn    []contacts.Pair // contacts of the draft shape
}

func (c *View) toolsShow() toolsShown {
	return toolsShown{c.tools.Hover(), c.tools.Overlays(), c.tools.Moving(), c.tools.Contacts()}
}

// markSize is the radius of the ring around a marked place, in window units.
const markSize = 18

// Scene returns the canvas's current scene.
func (c *View) Scene() *render.Scene {
	scene := &render.Scene{Show: c.Shows, Overlays: slices.Clip(c.tools.Overlays())}
	c.ground(scene, c.Session.Document(), nil)
	if c.Inside && !c.tools.Busy() {
		scene.Overlays = append(scene.Overlays, c.Fits.Under(c.ToLevel(c.Pointer))...)
	}
	scene.Overlays = c.instances(c.ghosts(scene.Overlays))
	if c.Over != nil {
		scene.Overlays = append(scene.Overlays, c.Over.Overlays()...)
	}
	if c.Reported != nil {
		scene.Overlays = append(scene.Overlays, c.Reported()...)
	}
	if c.proposed != nil { // the proposal's arrows show where overlapping shapes go
		scene.Show.ContactPoints, scene.Show.Normals, scene.Show.Depths = false, false, false
	}
	if c.Mark != nil {
		at, r := *c.Mark, markSize*c.Scale/c.Camera.Zoom
		scene.Overlays = append(scene.Overlays,
			overlay.Ring{Center: at, Radius: r, Ink: overlay.Bright},
			overlay.Ring{Center: at, Radius: r / 4, Ink: overlay.Bright})
	}
	movers := c.tools.Moving()
	live := c.Session.Live()
	alone := level.LayerID(0)
	if c.dimOthers {
		alone = c.Session.ActiveLayer()
	}
	if c.stage.alone != alone {
		c.stage.alone, c.stage.layers = alone, nil // rebuild every item
	}
	c.stage.sync(c.Session, c.tools.Hover(), movers)
	c.toolsShown = c.toolsShow()
	cut := c.showContacts(scene, movers)
	scene.Items = c.stage.visible(c.Camera, c.Scale)
	if cut { // never truncate silently
		n := live.Counts()
		scene.Overlays = append(scene.Overlays, overlay.Label{
			At:   c.Camera.ToLevel(render.Vec{X: 12 * c.Scale, Y: float64(c.Camera.Height) - 24*c.Scale}),
			Text: fmt.Sprintf("Showing %d of %d contacts", MaxContacts, n.Overlaps+n.Touching+n.Triggers),
			Ink:  overlay.Bright,
		})
	}
	if c.ShowTree {
		for _, box := range live.World().TreeBoxes() {
			scene.Show.Tree = append(scene.Show.Tree, box)
		}
	}
	return scene
}

// ground sets everything of a scene except its colliders. run is nil outside a playtest.
func (c *View) ground(s *render.Scene, doc *level.Document, run Run) {
	set := doc.Settings()
	s.Camera, s.Scale, s.Theme = c.Camera, c.Scale, Theme(c.look)
	s.Frame = collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	s.Region = c.Fits.area(doc, run)
	s.Pictures, s.Own, s.Grid = nil, nil, nil
	if !c.Bare {
		s.Pictures, s.PictureAlpha, s.Own = c.Pictures, render.PictureStrength, c.OwnPictures()
	}
	if c.Grid {
		c.grid = render.Grid{
			Size: set.Grid.Size, Offset: set.Grid.Offset, Subdivisions: set.Grid.Subdivisions,
			Major: render.DefaultMajor,
		}
		s.Grid = &c.grid
	}
}

const (
	maxEmphasised = 20     // limit of colliders whose contacts are emphasised
	MaxContacts   = 20_000 // drawn in one picture
)

// showContacts adds the contacts to a scene and marks the intruders. cut reports that some contacts are left out.
func (c *View) showContacts(scene *render.Scene, movers []level.ID) (cut bool) {
	if c.Apart {
		return false
	}
	pairs, cut := c.gatherPairs()
	if sel := c.Session.Selection(); sel.Isolated() > 0 {
		pairs = slices.DeleteFunc(slices.Clone(pairs), func(p contacts.Pair) bool {
			return sel.IsDimmed(p.A) && sel.IsDimmed(p.B)
		})
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
	fewMove, fewSelected := len(movers) <= maxEmphasised, selection.Len() <= maxEmphasised
	scene.Contacts, scene.Exits, scene.Clusters = c.last.Contacts, c.last.Exits, c.last.Clusters
	c.preview.Show(scene, pairs, func(id level.ID) render.Subject {
		k, ok := 0, false
		if id != 0 {
			k, ok = c.stage.at(id)
		}
		if !ok && id >= firstAround && c.stage.around != nil {
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
			Placed: contacts.Placed{Baked: it.Baked, At: it.At},
			Moving: it.Moving,
			// for a selected pair, only its own contact is emphasised
			Emphasis: it.Hovered || it.Moving && fewMove || it.Selected && fewSelected && !looked,
		}
	})
	if c.preview.Unfinished {
		c.look.Post(c.Redraw)
	}
	c.last = *scene
	if c.hotCluster = c.pointedCluster(scene); c.hotCluster >= 0 {
		scene.Clusters[c.hotCluster].Hot = true
	}
	c.stage.markIntruders(scene, &c.preview)
	return cut
}

// draft returns the shape under construction, or placed by a stamp, as one side of a pair.
func (c *View) draft(id level.ID) render.Subject {
	drawn, baked := c.tools.DraftOf(id)
	if drawn == nil {
		return render.Subject{}
	}
	return render.Subject{
		Side: contacts.Side{Collider: drawn, Held: true}, Placed: contacts.PlacedAt(drawn, baked), Moving: true,
		Emphasis: true,
	}
}

// gatherPairs collects the pairs to draw. If there are too many, it takes the pairs in the view, at most [MaxContacts];
// cut reports that some are left out.
func (c *View) gatherPairs() (pairs []contacts.Pair, cut bool) {
	live, doc := c.Session.Live(), c.Session.Document()
	if all := live.Contacts(); len(all) <= MaxContacts {
		return all, false
	}
	c.pairs = c.pairs[:0]
	view := c.Camera.Visible()
	for _, key := range live.World().QueryBox(view, collision.Query{Triggers: true}) {
		id := doc.At(key).ID
		for p := range live.EachContact(id) {
			if p.A != id && level.DrawnBounds(doc.Collider(p.A)).Overlaps(view) {
				continue // counted with the other collider
			}
			if len(c.pairs) == MaxContacts {
				return c.pairs, true
			}
			if p.State != contacts.Expected {
				c.pairs = append(c.pairs, p)
			}
		}
	}
	return c.pairs, false
}

// LevelBounds returns the union of the level's frame and its colliders.
func (c *View) LevelBounds() collision.AABB {
	s := c.Session.Document().Settings()
	b := collision.AABB{Min: s.Origin, Max: s.Origin.Add(s.Size)}
	if w := c.Session.Live().World(); w.Len() > 0 {
		b = b.Union(w.Bounds())
	}
	return b
}

// zoomAt zooms by a factor, with the level point under a pixel fixed, but not out until the level shrinks to a dot.
func (c *View) zoomAt(at render.Vec, factor float64) {
	cam := c.aim().ZoomedAt(at, factor)
	least := 24 * c.Scale / cam.Zoom
	frame := c.Session.Document().Settings().Size
	if max(frame.X, frame.Y) < least { // otherwise avoids computing all bounds at each wheel step
		size := c.LevelBounds().Size()
		if limit := max(size.X, size.Y); limit > 0 && limit < least {
			cam = cam.ZoomedAt(at, least/limit)
		}
	}
	c.glideTo(cam)
}

// ViewChanged passes a new camera on to the tools and to OnView, and redraws.
func (c *View) ViewChanged() {
	c.moved = true
	c.tools.SetView(c.Camera.Zoom, c.Scale)
	c.OnView()
	c.Redraw()
}

func (c *View) Frame(box collision.AABB) {
	c.Camera = c.Camera.Framing(box, fitMargin*c.Scale)
	c.ViewChanged()
	c.rest()
}

// rest sends a pointer motion after the level has moved below a resting pointer. While a button is down it sends none,
// because the press would become a drag across half the level.
func (c *View) rest() {
	if c.Inside && c.button == 0 && !c.panning {
		c.motion(c.Pointer)
	}
}

func (c *View) ZoomFit() { c.ShowBox(c.LevelBounds(), 0) }

// ShowBox brings a whole box into view, at a zoom of at most limit screen units per level pixel; 0 means no limit.
func (c *View) ShowBox(box collision.AABB, limit float64) {
	to := c.Camera.Framing(box, fitMargin*c.Scale)
	if limit *= c.Scale; limit > 0 && to.Zoom > limit {
		to.Zoom = limit
	}
	c.glideTo(to)
	c.rest()
}

func (c *View) ZoomSelection() {
	if b, ok := c.Session.Selection().Bounds(); ok {
		c.ShowBox(b, 0)
	}
}

// ZoomBy zooms around the pointer, or around the middle if the pointer is outside the canvas.
func (c *View) ZoomBy(factor float64) {
	at := render.Vec{X: float64(c.Camera.Width) / 2, Y: float64(c.Camera.Height) / 2}
	if c.Inside {
		at = c.pixel(c.Pointer)
	}
	c.zoomAt(at, factor)
	c.rest()
}

// ZoomTo sets the zoom in screen units per level pixel, around the same point as [View.ZoomBy].
func (c *View) ZoomTo(zoom float64) { c.ZoomBy(zoom * c.Scale / c.aim().Zoom) }

func (c *View) pixel(p fyne.Position) render.Vec {
	return render.Vec{X: float64(p.X) * c.Scale, Y: float64(p.Y) * c.Scale}
}

// ToLevel converts a position of the widget to the level.
func (c *View) ToLevel(p fyne.Position) level.Vec { return c.Camera.ToLevel(c.pixel(p)) }

// PointerInLevel returns the level point under the pointer, or the middle of the view if the pointer is outside the
// canvas.
func (c *View) PointerInLevel() level.Vec {
	if c.MenuAt != nil {
		return *c.MenuAt
	}
	if c.Inside {
		return c.ToLevel(c.Pointer)
	}
	return c.Camera.Center
}

// LevelNear converts a window position to the level. Positions outside the canvas become the middle of the view.
func (c *View) LevelNear(at fyne.Position) level.Vec {
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(c))
	if at.X < 0 || at.Y < 0 || at.X > c.Size().Width || at.Y > c.Size().Height {
		return c.Camera.Center
	}
	return c.ToLevel(at)
}

// MenuPlace returns the window position for a menu opened by key: the pointer, or else the middle.
func (c *View) MenuPlace() fyne.Position {
	at := fyne.NewPos(c.Size().Width/2, c.Size().Height/2)
	if c.Inside {
		at = c.Pointer
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(c).Add(at)
}

// Modifiers returns the pressed modifier keys.
func (c *View) Modifiers() tool.Mods {
	shift, ctrl := kit.HeldKeys()
	return tool.Mods{Shift: shift, Ctrl: ctrl, Alt: kit.HeldAlt(), Solid: c.solidDown}
}

// Hold handles the press or release of a key that has an effect while it is held.
func (c *View) Hold(key fyne.KeyName, down bool) {
	switch key {
	case fyne.KeySpace:
		c.SpaceDown = down
	case fyne.KeyX:
		c.solidDown = down
	}
}

func (c *View) MouseDown(e *desktop.MouseEvent) {
	defer c.look.Catch()
	c.look.Focus()
	c.look.Tips.Hide(c.look.Tips.Owner)
	c.OnPress()
	c.moveTo(e.Position)
	switch {
	case e.Button == desktop.MouseButtonTertiary && c.middle.press(e.Position)%2 == 0:
		c.zoomToPointed()
		return
	case e.Button == desktop.MouseButtonTertiary, e.Button == desktop.MouseButtonPrimary && c.SpaceDown:
		c.panning, c.panFrom = true, e.Position
		return
	case e.Button == desktop.MouseButtonSecondary:
		if c.button == 0 && c.run == nil {
			c.Send(tool.Down, e.Position, tool.Secondary)
			c.Send(tool.Up, e.Position, tool.Secondary)
			c.OnMenu(e.AbsolutePosition)
		}
		return
	case e.Button != desktop.MouseButtonPrimary || c.button != 0:
		return
	}
	c.clicks.press(e.Position)
	c.button, c.moveTook = e.Button, 0
	c.Send(tool.Down, e.Position, tool.Primary)
}

// clickCounter counts the presses of a button in quick succession at the same position.
type clickCounter struct {
	n    int
	last time.Time
	at   fyne.Position
}

// press counts a press and returns the count.
func (k *clickCounter) press(p fyne.Position) int {
	const near = 4 // units
	now := time.Now()
	if now.Sub(k.last) > DoubleClick || abs(p.X-k.at.X) > near || abs(p.Y-k.at.Y) > near {
		k.n = 0
	}
	k.n, k.last, k.at = k.n+1, now, p
	return k.n
}

// zoomToPointed frames the shape under the pointer, or the level if there is none.
func (c *View) zoomToPointed() {
	box := collision.EmptyAABB()
	if ids := c.Session.Picking().Below(c.ToLevel(c.Pointer), 4*c.Scale/c.Camera.Zoom); len(ids) > 0 && c.run == nil {
		for _, id := range c.Session.Selection().Expand(ids[0]) {
			box = box.Union(level.DrawnBounds(c.Session.Document().Collider(id)))
		}
	}
	if box.IsEmpty() {
		box = c.LevelBounds()
	}
	c.ShowBox(box, 0)
}

// MouseUp implements desktop.Mouseable. After a press on the canvas, Fyne calls it wherever the button is released over
// a widget that handles buttons.
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

func (c *View) lift(p fyne.Position) {
	if c.panning = false; c.button == 0 {
		return
	}
	c.catchUp()
	c.button = 0
	c.Send(tool.Up, p, tool.Primary)
}

// hovered handles motion over the canvas. If the pressed button is no longer down, it was released over a widget that
// does not handle buttons.
func (c *View) hovered(e *desktop.MouseEvent) {
	if c.Inside = true; e.Button == 0 {
		c.lift(c.Pointer)
	}
	c.motion(e.Position)
}

func (c *View) MouseOut() {
	defer c.look.Catch()
	c.Inside = false
	if c.button == 0 {
		c.Send(tool.Leave, c.Pointer, tool.Primary)
	}
}

// Dragged implements fyne.Draggable. It handles motion with a button down, also outside the canvas.
func (c *View) Dragged(e *fyne.DragEvent) {
	defer c.look.Catch()
	c.motion(e.Position)
}

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
	if c.run == nil && c.moveTook > slowMove {
		if !c.late {
			c.late = true
			c.look.Post(c.catchUp)
		}
		return
	}
	c.drag()
}

// slowMove is the duration of a step of pointer motion above which the next step waits for all pending motion. A frame
// may have ten motion events, and processing each of them would block drawing.
const slowMove = 3 * time.Millisecond

// catchUp passes postponed motion on to the tools.
func (c *View) catchUp() {
	if c.late {
		c.late = false
		c.drag()
	}
}

// drag passes the pointer's position on to the tools.
func (c *View) drag() {
	start := time.Now()
	c.Send(tool.Move, c.Pointer, tool.Primary)
	c.moveTook = time.Since(start)
	c.follow()
}

// moveTo stores the pointer's position. The ruler marks move later, together with the result of the motion, to avoid an
// extra frame.
func (c *View) moveTo(p fyne.Position) {
	c.Pointer = p
	if !c.untold {
		c.untold = true
		c.look.Post(c.tellCursor)
	}
}

// tellCursor reports the pointer's position together with the results of the motion. The window may be painted between
// any two posted functions, so reporting separately would cost an extra frame.
func (c *View) tellCursor() {
	c.untold = false
	c.catchUp()
	c.OnCursor(c.ToLevel(c.Pointer))
	c.OnMoved()
}

// Send passes a pointer event to the playtest, or else to the tools. p is in the widget's units.
func (c *View) Send(kind tool.EventKind, p fyne.Position, button tool.Button) {
	if c.run != nil {
		c.run.Pointer(kind, button)
		return
	}
	if kind != tool.Move {
		c.catchUp()
	}
	if c.Fits.IsOn {
		c.Redraw() // the character is drawn at the pointer
	}
	e := tool.Event{Kind: kind, Pos: c.ToLevel(p), Button: button, Mods: c.Modifiers(), Clicks: c.clicks.n}
	if c.Over != nil && !c.tools.Busy() && c.Over.Pointer(e) {
		return
	}
	c.tools.Guarded(fmt.Sprintf("after pointer event %d", kind), func() {
		c.Session.Batch(func() {
			if !c.sendToPin(e) {
				c.tools.Pointer(e)
			}
		})
	})
}

// notch is the scroll distance that the toolkit reports for one notch of a wheel. Smaller distances, or both directions
// at once, come from a touchpad. (With Shift, browsers report the wheel as horizontal.)
const notch = 25

// Scrolled implements fyne.Scrollable. The wheel zooms at the pointer and pans sideways with Shift. Two fingers on a
// touchpad pan, as does the wheel if the user prefers that. With Ctrl both zoom, which is also how many systems report
// a pinch.
func (c *View) Scrolled(e *fyne.ScrollEvent) {
	defer c.look.Catch()
	shift, ctrl := kit.HeldKeys()
	dx, dy := float64(e.Scrolled.DX), float64(e.Scrolled.DY)
	isSmooth := dx != 0 && dy != 0 || math.Mod(dx+dy, notch) != 0
	pan, zoom := 4*c.Scale/c.Camera.Zoom, 0.0 // zoom is in steps
	if isSmooth {
		pan /= 8
	}
	switch {
	case dx == 0 && dy == 0:
		return
	case ctrl:
		if dy == 0 {
			return
		}
		if zoom = min(max(dy/notch, -4), 4); !isSmooth {
			zoom = math.Copysign(1, dy)
		}
	case shift:
		c.Camera.Center.X -= (dx + dy) * pan
	case isSmooth || dx != 0 || c.WheelPans:
		c.Camera.Center.X -= dx * pan
		c.Camera.Center.Y -= dy * pan
	default:
		zoom = math.Copysign(1, dy)
	}
	if zoom != 0 {
		c.zoomAt(c.pixel(e.Position), math.Pow(ZoomStep, zoom))
	} else {
		c.ViewChanged()
	}
	c.untold = true // the results appear in the frame of the wheel step
	c.motion(e.Position)
	c.tellCursor()
}

// Cursor implements desktop.Cursorable. The cursor shows what a click would do.
func (c *View) Cursor() desktop.Cursor {
	wanted := c.tools.Cursor()
	switch {
	case c.panning:
		wanted = tool.CursorGrabbing
	case c.run != nil:
		wanted = c.run.Cursor()
	case c.SpaceDown:
		wanted = tool.CursorGrab
	case c.Over != nil && c.Over.IsPointed(), c.hotCluster >= 0:
		wanted = tool.CursorDefault
	}
	return c.cursors.Of(wanted, c.Scale)
}

func abs[T int | float32](x T) T { return max(x, -x) }

// PrefView is the prefix of the preference keys for what the canvas shows.
const PrefView = "view."

// Switch is a view option of the canvas.
type Switch struct {
	Key, Label string
	On         *bool
	Debug      bool // an overlay for debugging
}

// Switches lists the view options in the order of the View menu.
func (c *View) Switches() []Switch {
	return []Switch{
		{"points", "Contact points", &c.Shows.ContactPoints, true},
		{"normals", "Normals", &c.Shows.Normals, true},
		{"depths", "Depths", &c.Shows.Depths, true},
		{"features", "Contact features", &c.Shows.Features, true},
		{"bounds", "Bounding boxes", &c.Shows.Bounds, true},
		{"tree", "Broad-phase tree", &c.ShowTree, true},
		{"inner", "Inner polygons and corner circles", &c.Shows.Inner, true},
		{"pieces", "Convex pieces", &c.Shows.Pieces, true},
		{"centroids", "Centres of mass", &c.Shows.Centroids, true},
		{"names", "Names", &c.Shows.Labels, false},
		{"dim", "Dim other layers", &c.dimOthers, false},
	}
}

// LoadSwitches restores options from the last session.
func LoadSwitches(p fyne.Preferences, list []Switch) {
	for _, s := range list {
		*s.On = p.BoolWithFallback(PrefView+s.Key, *s.On)
	}
}
