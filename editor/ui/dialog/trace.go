package dialog

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

func (w *Parent) TracePicture() {
	w.ChooseOpen("Trace picture", importers.PictureExtensions(), w.TraceFile)
}

func (w *Parent) TraceFile(path string) {
	w.working("Opening "+filepath.Base(path), func(context.Context) (func(), error) {
		m, err := importers.ReadPicture(path)
		return func() { w.TraceDialog(filepath.Base(path), m, nil) }, err
	}, "This picture cannot be traced")
}

// TraceImported traces the pictures that the level was imported with, in place.
func (w *Parent) TraceImported() {
	pictures := w.Canvas.Pictures
	if pictures == nil || pictures.Len() == 0 {
		w.Fail(errors.New("no pictures: import a file that has some, or trace a picture file"))
		return
	}
	w.traceInPlace("backdrop", pictures, "trace their files")
}

// traceInPlace opens the dialog that traces pictures in place, as displayed. If they are too large, it shows the
// suggestion instead.
func (w *Parent) traceInPlace(name string, pictures *render.Pictures, instead string) {
	const limit = 1 << 24 // pixels: enough for a level of 4096 by 4096
	box := pictures.Bounds()
	box = collision.AABB{
		Min: level.Vec{X: math.Floor(box.Min.X), Y: math.Floor(box.Min.Y)},
		Max: level.Vec{X: math.Ceil(box.Max.X), Y: math.Ceil(box.Max.Y)},
	}
	size := box.Size()
	if size.X*size.Y > limit {
		w.FailDialog("The pictures cannot be traced",
			fmt.Errorf("they cover %g by %g pixels, more than can be traced at once: %s", size.X, size.Y, instead))
		return
	}
	w.working("Gathering the pictures", func(context.Context) (func(), error) {
		m := pictures.Flat(box, 1)
		return func() { w.TraceDialog(name, m, &box) }, nil
	}, "The pictures cannot be traced")
}

// tracing is the dialog that turns a picture into colliders. Its preview follows the sliders.
type tracing struct {
	w       *Parent
	name    string
	place   *collision.AABB // the picture's bounds in the level; nil: centred in the view at the chosen size
	picture image.Image
	frame   *Frame
	preview *tracePreview
	facts   *fynecanvas.Text
	accept  *kit.TextButton

	byColor   bool  // solid are the pixels that differ from the corner's colour, not the opaque pixels
	threshold uint8 // minimum alpha or colour difference of solid pixels
	options   importers.TraceOptions
	zoom      float64 // level pixels per picture pixel

	contour *importers.PixelContour // for the current threshold; nil: not computed
	result  *importers.Traced
	cancel  context.CancelFunc // cancels the running trace
	round   int                // counts changes, so that late results are dropped
}

// TraceDialog opens the dialog for a picture. place is the picture's bounds in the level, or nil.
func (w *Parent) TraceDialog(name string, m image.Image, place *collision.AABB) {
	t := &tracing{
		w: w, name: name, picture: m, place: place, threshold: importers.DefaultTraceThreshold, zoom: 1,
		options: importers.TraceOptions{Tolerance: 1, LeastArea: 8}, cancel: func() {},
	}
	if f, err := importers.AlphaField(m); err != nil {
		w.FailDialog("This picture cannot be traced", err)
		return
	} else if f.IsOpaque() {
		t.byColor, t.threshold = true, 32
	}
	t.frame = w.NewFrame(0)
	t.frame.OnChange = t.update
	t.preview = newTracePreview(w.Look, m)
	t.facts = kit.Text("", w.Look.Colors().Quiet, kit.TextSize)
	t.frame.Left(t.facts)
	t.frame.Cancel("Cancel")
	t.accept = t.frame.Primary("Trace", t.add)
	size := w.Win.Canvas().Size()
	t.frame.Open("Trace "+kit.Shorten(name, 48), fyne.NewSize(min(900, size.Width-60), min(580, size.Height-60)),
		container.NewBorder(nil, nil, nil, kit.Pad(12, 0, 0, 0, container.New(kit.Fixed{W: 250, H: 0}, t.controls())),
			t.preview))
	t.update()
}

func (t *tracing) controls() fyne.CanvasObject {
	l := t.w.Look
	column := container.NewVBox()
	caption := func(s string) *fynecanvas.Text { return kit.Text(s, l.Colors().Quiet, kit.SmallText+1) }
	slider := func(name string, low, high, step, value float64, say func(float64) string, set func(float64)) {
		shown := kit.Text(say(value), l.Colors().Text, kit.TextSize)
		line := container.New(kit.RowOf(1), caption(name), kit.NewSpace(), shown)
		s := kit.NewSlider(l, func(above float64) {
			v := low + above
			shown.Text = say(v)
			line.Refresh() // keep the text right-aligned
			set(v)
			t.update()
		}, func() {})
		s.SetValue(value-low, high-low, step)
		s.SetName(name)
		column.Add(line)
		column.Add(s)
	}
	column.Add(caption("Solid is"))
	column.Add(t.frame.Words([]string{"opaque pixels", "not background"}, kit.Value[int]{
		Get: func() int { return kit.BoolInt(t.byColor) },
		Set: func(i int) { t.byColor, t.contour = i == 1, nil },
	}))
	slider("Tolerance", 0, 10, 0.1, t.options.Tolerance, func(v float64) string {
		return kit.FormatNumber(v) + " px"
	}, func(v float64) { t.options.Tolerance = v })
	slider("Solid from", 1, 255, 1, float64(t.threshold), func(v float64) string {
		return fmt.Sprintf("%.0f %%", v/255*100)
	}, func(v float64) { t.threshold, t.contour = uint8(v), nil })
	// The slider's value is the side of a square of this area, because specks and holes vary widely in size.
	slider("Ignore specks under", 0, 40, 0.5, math.Sqrt(t.options.LeastArea), func(v float64) string {
		return fmt.Sprintf("%.0f px²", v*v)
	}, func(v float64) { t.options.LeastArea = v * v })
	column.Add(kit.Ticked(t.frame.Check("Fill holes", kit.At(&t.options.Solid))))
	if t.place == nil {
		size := t.frame.Number("×", kit.Value[float64]{Get: func() float64 { return t.zoom }, Set: func(v float64) {
			if v > 0 && v <= 1000 {
				t.zoom = v
			}
		}})
		column.Add(container.New(kit.RowOf(0), container.New(kit.Exact{W: 150, H: kit.FieldHeight},
			container.NewBorder(nil, nil, caption("Size in the level"), nil)),
			container.New(kit.Exact{W: 80, H: kit.FieldHeight}, size)))
	}
	return container.NewVScroll(kit.Pad(0, 0, 4, 0, column))
}

// update updates the trace after a change, off the UI thread, and cancels the previous trace.
func (t *tracing) update() {
	t.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	t.cancel = cancel
	t.round++
	round, contour, options, byColor, threshold := t.round, t.contour, t.options, t.byColor, t.threshold
	t.accept.SetOff(true)
	t.w.Spawn(func() {
		defer cancel()
		var err error
		if contour == nil {
			contour, err = contourOf(ctx, t.picture, byColor, threshold)
		}
		var r *importers.Traced
		if err == nil {
			r, err = contour.Outlines(ctx, options)
		}
		t.w.Look.Post(func() {
			if round == t.round {
				t.show(contour, r, err)
				// Fyne does not know the canvas of an object that was never painted, so refresh it through the window.
				for _, o := range []fyne.CanvasObject{t.preview.Raster, t.facts, t.accept} {
					t.w.Win.Canvas().Refresh(o)
				}
			}
		})
	})
}

func contourOf(ctx context.Context, m image.Image, byColor bool, threshold uint8) (*importers.PixelContour, error) {
	var f importers.PixelField
	var err error
	if byColor {
		f, err = importers.UnlikeField(m, m.At(m.Bounds().Min.X, m.Bounds().Min.Y), threshold)
		threshold = importers.DefaultTraceThreshold
	} else {
		f, err = importers.AlphaField(m)
	}
	if err != nil {
		return nil, err
	}
	return importers.PixelContours(ctx, f, threshold)
}

func (t *tracing) show(c *importers.PixelContour, r *importers.Traced, err error) {
	t.result = r
	t.preview.result = r
	t.preview.Raster.Refresh()
	t.facts.Color = t.w.Look.Colors().Quiet
	if err != nil {
		t.facts.Color = t.w.Look.Colors().Danger
		kit.SetText(t.facts, kit.Shorten(err.Error(), 90))
		return
	}
	t.contour = c
	kit.SetText(t.facts, factsOf(r))
	t.accept.SetOff(len(r.Outlines) == 0)
}

func factsOf(r *importers.Traced) string {
	if len(r.Outlines) == 0 {
		if r.Specks > 0 {
			return "Only " + quote.Count(r.Specks, "speck")
		}
		return "Nothing is solid"
	}
	parts := []string{quote.Count(len(r.Outlines), "outline")}
	holes := 0
	for _, o := range r.Outlines {
		holes += len(o.Holes)
	}
	if holes > 0 {
		parts = append(parts, quote.Count(holes, "hole"))
	}
	vertices := "vertices"
	if r.Vertices() == 1 {
		vertices = "vertex"
	}
	parts = append(parts, fmt.Sprintf("%d %s", r.Vertices(), vertices),
		"error up to "+kit.FormatNumber(math.Ceil(r.Deviation*100)/100)+" px")
	if r.Specks > 0 {
		parts = append(parts, quote.Count(r.Specks, "speck")+" left out")
	}
	if r.Filled > 0 {
		parts = append(parts, quote.Count(r.Filled, "hole")+" filled")
	}
	return strings.Join(parts, " · ")
}

// add adds the outlines to the level as one undo step.
func (t *tracing) add() {
	t.frame.Close()
	size := t.picture.Bounds().Size()
	place := collision.AABB{Max: level.Vec{X: float64(size.X) * t.zoom, Y: float64(size.Y) * t.zoom}}
	if t.place != nil {
		place = *t.place
	} else {
		at := t.w.Canvas.Camera.Center.Sub(place.Center())
		at = level.Vec{X: math.Round(at.X), Y: math.Round(at.Y)}
		place.Min, place.Max = place.Min.Add(at), place.Max.Add(at)
	}
	scale := level.Vec{X: place.Size().X / float64(size.X), Y: place.Size().Y / float64(size.Y)}
	colliders := tracedColliders(strings.TrimSuffix(t.name, filepath.Ext(t.name)), t.result.Outlines,
		func(p level.Vec) level.Vec {
			return level.Vec{X: place.Min.X + p.X*scale.X, Y: place.Min.Y + p.Y*scale.Y}
		})
	if err := t.w.Session.AddAll("Trace "+t.name, colliders); err != nil {
		t.w.FailDialog("The outlines cannot be added", err)
		return
	}
	t.w.Tell("Traced %s: %s", t.name, factsOf(t.result))
	if b, ok := t.w.Session.Selection().Bounds(); ok {
		t.w.Bring(b)
	}
}

// tracedColliders returns a polygon for each outline, centred on its bounds.
func tracedColliders(
	name string, outlines []importers.TracedOutline, toLevel func(level.Vec) level.Vec,
) []level.Collider {
	out := make([]level.Collider, len(outlines))
	for i, o := range outlines {
		mid := toLevel(collision.BoundsOf(o.Points).Center())
		loop := func(points []level.Vec) []level.Vec {
			moved := make([]level.Vec, len(points))
			for k, p := range points {
				p = toLevel(p).Sub(mid)
				const digits = 1e3
				moved[k] = level.Vec{X: math.Round(p.X*digits) / digits, Y: math.Round(p.Y*digits) / digits}
			}
			return moved
		}
		s := level.Shape{Kind: level.Polygon, Points: loop(o.Points), Rounding: level.Inset}
		for _, h := range o.Holes {
			s.Holes = append(s.Holes, loop(h))
		}
		out[i] = *level.NewCollider(0, 0, name, s, mid)
	}
	return out
}

// tracePreview is a widget that shows a picture with the outlines over it. A drag pans.
type tracePreview struct {
	canvas.Zoomed
	look     *kit.Look
	result   *importers.Traced
	dragging bool
	cursors  canvas.CursorSet
}

func newTracePreview(l *kit.Look, m image.Image) *tracePreview {
	v := &tracePreview{look: l}
	v.Init(v, l, m, true, v.outlines)
	return v
}

func (v *tracePreview) MinSize() fyne.Size { return fyne.NewSize(240, 180) }

// outlines returns the outlines as lines, with their vertices unless there are too many.
func (v *tracePreview) outlines() []overlay.Item {
	if v.result == nil {
		return nil
	}
	const manyVertices = 1500
	var out []overlay.Item
	var vertices []collision.Vec
	isFew := v.result.Vertices() <= manyVertices
	for _, o := range v.result.Outlines {
		for i, loop := range append([][]collision.Vec{o.Points}, o.Holes...) {
			out = append(out,
				overlay.Line{Points: loop, Closed: true, Ink: overlay.Shadow, Width: 3.5},
				overlay.Line{Points: loop, Closed: true, Ink: overlay.Accent, Width: 1.5, Fill: i == 0})
			if isFew {
				vertices = append(vertices, loop...)
			}
		}
	}
	for _, p := range vertices {
		box := collision.AABB{Min: p, Max: p}.Grow(2.2 * v.Scale / v.Camera.Zoom)
		out = append(out, overlay.Box{Bounds: box, Ink: overlay.Bright, Width: 1, Fill: true})
	}
	return out
}

func (v *tracePreview) Dragged(e *fyne.DragEvent) {
	defer v.look.Catch()
	v.dragging = true
	v.Pan(e.Dragged.DX, e.Dragged.DY)
}

func (v *tracePreview) DragEnd() {
	defer v.look.Catch()
	v.dragging = false
}

func (v *tracePreview) Cursor() desktop.Cursor {
	if v.dragging {
		return v.cursors.Of(tool.CursorGrabbing, v.Scale)
	}
	return v.cursors.Of(tool.CursorGrab, v.Scale)
}
