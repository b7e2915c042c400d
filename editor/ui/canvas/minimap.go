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

// Minimap is the whole level in a corner of the canvas, with the part in view framed. A click or a drag goes there. It stands where it
// covers no shape, if there is such a corner, or where the user wants it, and is hidden while the whole level is in view.
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
	waiting bool // a picture of a large level will be drawn in a moment
	changed bool // the level has changed meanwhile

	renderer *render.Renderer
	items    []render.Item
	resting  bool // it gives up its picture

	// Place is the corner that the user wants it in; see [MapPlaces].
	Place    MapPlace
	OnMenu   func(at fyne.Position) // opens the choice of a place; nil: there is none
	Cards    *fyne.Container        // what lies over the canvas and is not to be covered; nil: nothing
	corner   MapPlace               // where it stands
	area     [2]fyne.Position       // of the canvas, from corner to corner
	settling bool                   // the corner will be chosen anew in a moment
	bounds   collision.AABB         // of the level
	known    bool                   // they are those of the level as it is
}

// MapPlace says where the minimap stands.
type MapPlace string

// The places of the minimap.
const (
	MapAuto        MapPlace = "auto" // where it covers least
	MapNowhere     MapPlace = "hidden"
	mapBottomRight MapPlace = "bottom-right"
	mapBottomLeft  MapPlace = "bottom-left"
	mapTopRight    MapPlace = "top-right"
	mapTopLeft     MapPlace = "top-left"
)

// PrefMap is the name of the preference that keeps where the minimap stands.
const PrefMap = PrefView + "minimap"

// MapPlaces are the places that can be chosen, with their labels. Of the corners those that come first are taken first.
func MapPlaces() []struct {
	Place MapPlace
	Label string
} {
	return []struct {
		Place MapPlace
		Label string
	}{
		{MapAuto, "Where it covers nothing"},
		{mapBottomRight, "At the lower right"},
		{mapBottomLeft, "At the lower left"},
		{mapTopRight, "At the upper right"},
		{mapTopLeft, "At the upper left"},
		{MapNowhere, "Nowhere"},
	}
}

// mapCorners are the corners, in the order in which they are tried.
var mapCorners = []MapPlace{mapBottomRight, mapBottomLeft, mapTopRight, mapTopLeft}

const (
	minimapWidth  = 132
	minimapHeight = 80
)

// NewMinimap makes the map of a canvas's level, with a frame around what the canvas shows.
func NewMinimap(l *kit.Look, s *editor.Session, c *View) *Minimap {
	m := &Minimap{look: l, session: s, canvas: c, stale: true, renderer: render.NewRenderer(), Place: MapAuto, corner: mapBottomRight}
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

// A large level's map is drawn when the level has come to rest, or every so often while it does not.
const (
	LargeLevel  = 5000 // colliders
	mapDelay    = 300 * time.Millisecond
	mapPatience = 8 // so many delays at most
)

// Update draws the level anew.
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

// await draws the map after a delay in which nothing has changed, or after so many of them, but not while something is
// dragged: the drag would stop for it again and again.
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

// Draw is the raster's generator. Shapes are drawn without contacts or states: the map shows where things are.
func (m *Minimap) Draw(w, h int) image.Image {
	if m.resting {
		return image.NewRGBA(image.Rect(0, 0, 1, 1))
	}
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
	for _, l := range doc.Layers() {
		if l.Hidden {
			continue
		}
		tint := render.LayerTint(l)
		for _, c := range doc.InLayer(l.ID) {
			if doc.Visible(c) {
				m.items = append(m.items, render.Item{Collider: c, Baked: doc.Baked(c.ID), At: c.Transform(), Tint: tint, Alpha: l.Opacity})
			}
		}
	}
	// Lines are thin and signs small, as everything is: so they are in a picture of half as many pixels to the unit.
	scene := &render.Scene{Camera: m.camera, Scale: m.canvas.Scale / 2, Theme: &theme, Items: m.items}
	m.renderer.Draw(m.picture, scene)
	if len(m.items) > LargeLevel { // they take more than the map is worth
		m.items, scene.Items = nil, nil
	}
	return m.picture
}

// Sleep gives up the picture, until the map is shown again.
func (m *Minimap) Sleep() {
	m.resting = true
	m.raster.Generator(1, 1) // it keeps the last picture
	m.resting = false
	m.raster.Refresh()
	m.picture, m.items, m.stale = nil, nil, true
	m.renderer.Rest()
}

// cameraOf shows the whole level in a picture of that size.
func (m *Minimap) cameraOf(w, h int) render.Camera {
	return render.Camera{Width: w, Height: h, Zoom: 1}.Framing(m.bounds, 4*m.canvas.Scale)
}

// settleDelay is how long the view has to stay before the map goes to another corner.
const settleDelay = 400 * time.Millisecond

// settle chooses the corner anew once the view has come to rest.
func (m *Minimap) settle() {
	if m.settling || m.Place != MapAuto || m.canvas.Camera.Width == 0 { // nothing has been drawn yet: it is chosen with the first picture
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

// choose goes to the corner where the map covers least. It stays where it is if that is as good.
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

// covers is how many shapes the map would lie over in a corner. A card counts more than any number of them.
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
	box := collision.AABB{Min: toLevel(at.X-around, at.Y-around), Max: toLevel(at.X+size.Width+around, at.Y+size.Height+around)}
	return len(m.canvas.Session.Live().World().QueryBox(box, collision.Query{Triggers: true}))
}

// coversCard reports whether the map would lie over a card, at a place of the canvas.
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

// size is as wide as the level is for its height, within limits.
func (m *Minimap) size() fyne.Size {
	const least, most = 40, 96
	of := m.bounds.Size()
	if !(of.X > 0 && of.Y > 0) {
		return fyne.NewSize(minimapWidth, minimapHeight)
	}
	if high := minimapWidth * float32(of.Y/of.X); high <= most {
		return fyne.NewSize(minimapWidth, max(high, least))
	}
	return fyne.NewSize(max(most*float32(of.X/of.Y), least), most)
}

// at is the place of a corner.
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

// put moves the map to its corner.
func (m *Minimap) put() {
	at := m.at(m.corner)
	if size := m.size(); m.Position() != at || m.Size() != size {
		kit.Put(m, at.X, at.Y, size.Width, size.Height)
	}
}

// SetPlace has the map stand elsewhere.
func (m *Minimap) SetPlace(p MapPlace) {
	if !slices.Contains(append(mapCorners, MapAuto, MapNowhere), p) {
		p = MapAuto // whatever somebody has written into the preferences
	}
	m.Place = p
	m.choose()
	m.RefreshView()
}

// IsAtBottomRight reports whether the map is shown at the lower right, where others make room for it.
func (m *Minimap) IsAtBottomRight() bool { return m.Visible() && m.corner == mapBottomRight }

// show hides the map while there is no use for it, and shows it again.
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
		m.put() // the level may have another shape
		m.settle()
	}
}

// RefreshView moves the frame of the part in view.
func (m *Minimap) RefreshView() {
	m.show()
	if !m.Visible() || m.raster.Size().Width == 0 {
		return
	}
	if m.camera.Width == 0 { // nothing has been drawn yet
		m.camera = m.cameraOf(int(float64(m.raster.Size().Width)*m.canvas.Scale), int(float64(m.raster.Size().Height)*m.canvas.Scale))
	}
	scale := float64(m.camera.Width) / float64(m.raster.Size().Width)
	v := m.canvas.Camera.Visible()
	lo, hi := m.camera.ToScreen(v.Min), m.camera.ToScreen(v.Max)
	clampX := func(x float64) float32 { return float32(min(max(x/scale, 0), float64(m.raster.Size().Width))) }
	clampY := func(y float64) float32 { return float32(min(max(y/scale, 0), float64(m.raster.Size().Height))) }
	across, down := float64(m.camera.Width), float64(m.camera.Height)
	for i, shown := range [...]bool{lo.Y > 0, hi.Y < down, lo.X > 0, hi.X < across} { // the bars of [kit.Outlined]; what is off the map has none
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

// MouseDown implements desktop.Mouseable.
func (m *Minimap) MouseDown(e *desktop.MouseEvent) {
	defer m.look.Catch()
	if e.Button == desktop.MouseButtonPrimary {
		m.goTo(e.Position)
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (m *Minimap) TappedSecondary(e *fyne.PointEvent) {
	defer m.look.Catch()
	if m.OnMenu != nil {
		m.OnMenu(e.AbsolutePosition)
	}
}

// MouseUp implements desktop.Mouseable.
func (m *Minimap) MouseUp(*desktop.MouseEvent) {}

// Dragged implements fyne.Draggable.
func (m *Minimap) Dragged(e *fyne.DragEvent) {
	defer m.look.Catch()
	m.goTo(e.Position)
}

// DragEnd implements fyne.Draggable.
func (m *Minimap) DragEnd() {}
