package canvas

import (
	"image"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// Minimap shows the whole level in a corner of the canvas, with a frame around the visible part. A click or a drag
// moves the view there. The map moves to a corner where it covers no shapes, if there is one, or stays where the user
// put it. It is hidden while the whole level is visible.
type Minimap struct {
	widget.BaseWidget
	look    *kit.Look
	session *editor.Session
	canvas  *View
	raster  *canvas.Raster
	view    *fyne.Container
	picture *image.RGBA
	camera  render.Camera
	stale   bool
	waiting bool // a redraw of a large level is pending
	changed bool // the level has changed while waiting

	renderer *render.Renderer
	items    []render.Item

	// Place is the position chosen by the user; see [MapPlaces].
	Place    MapPlace
	OnMenu   func(at fyne.Position) // opens the menu of positions
	Cards    *fyne.Container        // cards over the canvas that the map must not cover; may be nil
	corner   MapPlace               // the current corner
	area     [2]fyne.Position       // the canvas, from corner to corner
	settling bool                   // choosing the corner again is pending
	bounds   collision.AABB         // bounds of the level
	known    bool                   // bounds is up to date
}

// MapPlace is the position of the minimap.
type MapPlace string

// The positions of the minimap.
const (
	MapAuto        MapPlace = "auto" // the corner where the map covers least
	MapNowhere     MapPlace = "hidden"
	mapBottomRight MapPlace = "bottom-right"
	mapBottomLeft  MapPlace = "bottom-left"
	mapTopRight    MapPlace = "top-right"
	mapTopLeft     MapPlace = "top-left"
)

// NamedMapPlace is a position with its label.
type NamedMapPlace struct {
	Place MapPlace
	Label string
}

// PrefMap is the preference key of the minimap's position.
const PrefMap = PrefView + "minimap"

// MapPlaces returns the selectable positions with their labels.
func MapPlaces() []NamedMapPlace {
	return []NamedMapPlace{
		{MapAuto, "Automatic"},
		{mapBottomRight, "Lower right"},
		{mapBottomLeft, "Lower left"},
		{mapTopRight, "Upper right"},
		{mapTopLeft, "Upper left"},
		{MapNowhere, "Hidden"},
	}
}

// mapCorners lists the corners in order of preference.
var mapCorners = []MapPlace{mapBottomRight, mapBottomLeft, mapTopRight, mapTopLeft}

const (
	minimapWidth  = 132
	minimapHeight = 80
)

func NewMinimap(l *kit.Look, s *editor.Session, c *View) *Minimap {
	m := &Minimap{
		look: l, session: s, canvas: c, stale: true, renderer: render.NewRenderer(), Place: MapAuto,
		corner: mapBottomRight, OnMenu: func(fyne.Position) {},
	}
	m.raster = l.Raster(m.Draw)
	m.view = kit.Outlined(l.Colors().Accent, 1)
	m.ExtendBaseWidget(m)
	return m
}

func (m *Minimap) CreateRenderer() fyne.WidgetRenderer {
	frame := kit.Framed(m.look, kit.NoColor, m.look.Colors().Line, 0).Picture
	return widget.NewSimpleRenderer(container.NewStack(m.raster, container.NewWithoutLayout(m.view), frame))
}

func (m *Minimap) MinSize() fyne.Size { return fyne.NewSize(minimapWidth, minimapHeight) }

// The map of a large level is redrawn when the level stops changing, or after at most mapPatience delays.
const (
	LargeLevel  = 5000 // colliders
	mapDelay    = 300 * time.Millisecond
	mapPatience = 8 // maximum number of delays
)

// Update redraws the level.
func (m *Minimap) Update() {
	m.stale = true
	if m.session.Document().Len() < LargeLevel {
		m.known = false
	}
	if m.session.Document().Len() < LargeLevel || m.picture == nil {
		m.raster.Refresh()
		m.RefreshView()
		return
	}
	m.changed = true
	if !m.waiting {
		m.waiting = true
		m.await(mapPatience)
	}
}

// await redraws the map after a delay without changes, or after at most patience delays. It waits for the end of
// a drag, because redrawing would make the drag stutter.
func (m *Minimap) await(patience int) {
	m.changed = false
	m.look.Later(mapDelay, func() {
		if dragged := m.canvas.button != 0; dragged || m.changed && patience > 1 {
			m.await(max(patience-1, 1))
			return
		}
		m.waiting = false
		m.raster.Refresh()
		m.RefreshView()
	})
}

// Draw generates the raster's image. Shapes are drawn without contacts or states.
func (m *Minimap) Draw(w, h int) image.Image {
	was := m.picture
	if m.picture = Sized(was, w, h); (!m.stale || m.waiting) && m.picture == was {
		return was
	}
	m.stale = false
	m.bounds, m.known = m.canvas.LevelBounds(), true
	m.camera = m.cameraOf(w, h)
	theme := *Theme(m.look)
	theme.Canvas = m.look.Colors().Window
	m.items = m.items[:0]
	doc := m.session.Document()
	for c := range doc.Colliders() {
		if doc.Visible(c) {
			m.items = append(m.items, itemOf(doc, c))
		}
	}
	// Half as many pixels per unit make lines thinner and signs smaller.
	scene := &render.Scene{Camera: m.camera, Scale: m.canvas.Scale / 2, Theme: &theme, Items: m.items}
	m.renderer.Draw(m.picture, scene)
	if len(m.items) > LargeLevel { // free the memory of a large level
		m.items, scene.Items = nil, nil
	}
	return m.picture
}

// Sleep releases the picture until the map is shown again.
func (m *Minimap) Sleep() {
	m.look.Release(m.raster)
	m.picture, m.items, m.stale = nil, nil, true
	m.renderer.Rest()
}

// cameraOf returns a camera that shows the whole level in an image of w by h pixels.
func (m *Minimap) cameraOf(w, h int) render.Camera {
	return render.Camera{Width: w, Height: h, Zoom: 1}.Framing(m.bounds, 4*m.canvas.Scale)
}

// settleDelay is how long the view must stay unchanged before the map moves to another corner.
const settleDelay = 400 * time.Millisecond

// settle chooses the corner again once the view is at rest.
func (m *Minimap) settle() {
	// Before the first frame the width is 0. The first frame chooses the corner.
	if m.settling || m.Place != MapAuto || m.canvas.Camera.Width == 0 {
		return
	}
	m.settling = true
	m.look.Later(settleDelay, func() {
		m.settling = false
		if m.canvas.button != 0 || m.canvas.panning {
			m.settle()
			return
		}
		m.choose()
	})
}

// choose moves the map to the corner where it covers least. If no corner is better, the map stays in place.
func (m *Minimap) choose() {
	best := m.Place
	if m.Place == MapAuto {
		best = m.corner
		least := m.covers(best)
		for _, c := range mapCorners {
			if least == 0 {
				break
			}
			if n := m.covers(c); n < least {
				best, least = c, n
			}
		}
	}
	if best != m.corner && best != MapNowhere {
		m.corner = best
		m.put()
	}
}

// covers returns the number of shapes that the map would cover in a corner. A card outweighs any number of shapes.
func (m *Minimap) covers(c MapPlace) int {
	at := m.at(c).Subtract(m.area[0])
	if m.coversCard(at) {
		return math.MaxInt
	}
	scale := m.canvas.Scale
	toLevel := func(x, y float32) collision.Vec {
		return m.canvas.Camera.ToLevel(render.Vec{X: float64(x) * scale, Y: float64(y) * scale})
	}
	const around = 6
	size := m.size()
	box := collision.AABB{
		Min: toLevel(at.X-around, at.Y-around),
		Max: toLevel(at.X+size.Width+around, at.Y+size.Height+around),
	}
	return len(m.canvas.Session.Live().World().QueryBox(box, collision.Query{Triggers: true}))
}

// coversCard reports whether the map would cover a card at a position of the canvas.
func (m *Minimap) coversCard(at fyne.Position) bool {
	if m.Cards == nil || !m.Cards.Visible() {
		return false
	}
	end := at.Add(m.size())
	return slices.ContainsFunc(m.Cards.Objects, func(o fyne.CanvasObject) bool {
		from := o.Position()
		to := from.Add(o.Size())
		return o.Visible() && from.X < end.X && at.X < to.X && from.Y < end.Y && at.Y < to.Y
	})
}

// size returns the map's size: the level's aspect ratio, within limits.
func (m *Minimap) size() fyne.Size {
	const least, largest = 40, 96
	of := m.bounds.Size()
	if !(of.X > 0 && of.Y > 0) {
		return fyne.NewSize(minimapWidth, minimapHeight)
	}
	if high := minimapWidth * float32(of.Y/of.X); high <= largest {
		return fyne.NewSize(minimapWidth, max(high, least))
	}
	return fyne.NewSize(max(largest*float32(of.X/of.Y), least), largest)
}

func (m *Minimap) at(c MapPlace) fyne.Position {
	const margin = 12
	size := m.size()
	p := m.area[1].SubtractXY(size.Width+margin, size.Height+margin)
	if c == mapBottomLeft || c == mapTopLeft {
		p.X = m.area[0].X + margin
	}
	if c == mapTopRight || c == mapTopLeft {
		p.Y = m.area[0].Y + margin
	}
	return p
}

func (m *Minimap) put() {
	at := m.at(m.corner)
	if size := m.size(); m.Position() != at || m.Size() != size {
		kit.Put(m, at.X, at.Y, size.Width, size.Height)
	}
}

func (m *Minimap) SetPlace(p MapPlace) {
	if !slices.Contains(append(mapCorners, MapAuto, MapNowhere), p) {
		p = MapAuto // the preference may be invalid
	}
	m.Place = p
	m.choose()
	m.RefreshView()
}

// IsAtBottomRight reports whether the map is visible at the lower right, where other widgets make room for it.
func (m *Minimap) IsAtBottomRight() bool { return m.Visible() && m.corner == mapBottomRight }

// show hides the map while it is not useful, and shows it again.
func (m *Minimap) show() {
	if !m.known {
		m.bounds, m.known = m.canvas.LevelBounds(), true
	}
	on := m.Place != MapNowhere && !m.canvas.Camera.Visible().ContainsBox(m.bounds)
	if on != m.Visible() {
		if on {
			m.choose()
		}
		kit.SetVisible(m, on)
	}
	if on {
		m.put() // the level's aspect ratio may have changed
		m.settle()
	}
}

// RefreshView moves the frame around the visible part.
func (m *Minimap) RefreshView() {
	m.show()
	if !m.Visible() || m.raster.Size().Width == 0 {
		return
	}
	if m.camera.Width == 0 { // not drawn yet
		m.camera = m.cameraOf(int(float64(m.raster.Size().Width)*m.canvas.Scale),
			int(float64(m.raster.Size().Height)*m.canvas.Scale))
	}
	scale := float64(m.camera.Width) / float64(m.raster.Size().Width)
	v := m.canvas.Camera.Visible()
	lo, hi := m.camera.ToScreen(v.Min), m.camera.ToScreen(v.Max)
	clampX := func(x float64) float32 { return float32(min(max(x/scale, 0), float64(m.raster.Size().Width))) }
	clampY := func(y float64) float32 { return float32(min(max(y/scale, 0), float64(m.raster.Size().Height))) }
	across, down := float64(m.camera.Width), float64(m.camera.Height)
	for i, shown := range [...]bool{lo.Y > 0, hi.Y < down, lo.X > 0, hi.X < across} { // hide the bars outside the map
		kit.SetVisible(m.view.Objects[i], shown)
	}
	kit.Put(m.view, clampX(lo.X), clampY(lo.Y), clampX(hi.X)-clampX(lo.X), clampY(hi.Y)-clampY(lo.Y))
}

func (m *Minimap) goTo(p fyne.Position) {
	if m.raster.Size().Width == 0 {
		return
	}
	scale := float64(m.camera.Width) / float64(m.raster.Size().Width)
	m.canvas.Camera.Center = m.camera.ToLevel(render.Vec{X: float64(p.X) * scale, Y: float64(p.Y) * scale})
	m.canvas.ViewChanged()
}

func (m *Minimap) MouseDown(e *desktop.MouseEvent) {
	defer m.look.Catch()
	if e.Button == desktop.MouseButtonPrimary {
		m.goTo(e.Position)
	}
}

func (m *Minimap) TappedSecondary(e *fyne.PointEvent) {
	defer m.look.Catch()
	m.OnMenu(e.AbsolutePosition)
}

func (m *Minimap) MouseUp(*desktop.MouseEvent) {}

func (m *Minimap) Dragged(e *fyne.DragEvent) {
	defer m.look.Catch()
	m.goTo(e.Position)
}

func (m *Minimap) DragEnd() {}
