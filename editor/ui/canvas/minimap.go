package canvas

import (
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// Minimap is the whole level in a corner of the canvas, with the part in view framed. A click or a drag goes there.
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
}

const (
	minimapWidth  = 132
	minimapHeight = 80
)

// NewMinimap makes the map of a canvas's level, with a frame around what the canvas shows.
func NewMinimap(l *kit.Look, s *editor.Session, c *View) *Minimap {
	m := &Minimap{look: l, session: s, canvas: c, stale: true, renderer: render.NewRenderer()}
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
	m.camera = render.Camera{Width: w, Height: h, Zoom: 1}.Framing(m.canvas.LevelBounds(), 4*m.canvas.Scale)
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

// RefreshView moves the frame of the part in view.
func (m *Minimap) RefreshView() {
	if m.camera.Width == 0 || m.raster.Size().Width == 0 {
		return
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
	m.goTo(e.Position)
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
