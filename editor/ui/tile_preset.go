package ui

import (
	"image"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/ui/kit"
	"fillet/importers"
)

// presetKeys holds the keys of presets by name. With Shift, a floor's key places the matching ceiling.
var presetKeys = map[string]string{
	"full": "1", "half-bottom": "2", "half-top": "3", "half-left": "4", "half-right": "5",
	"quarter-bottom-left": "6", "quarter-bottom-right": "7", "quarter-top-left": "8", "quarter-top-right": "9",
	"platform":       "0",
	"slope-45-right": "Q", "slope-45-left": "W",
	"slope-22-low-right": "A", "slope-22-high-right": "S", "slope-22-high-left": "D", "slope-22-low-left": "F",
	"slope-18-low-right": "Z", "slope-18-middle-right": "X", "slope-18-high-right": "B",
	"slope-18-high-left": "M", "slope-18-middle-left": ",", "slope-18-low-left": ".",
	"slope-63-low-right": "U", "slope-63-high-right": "O", "slope-63-high-left": "Y", "slope-63-low-left": "J",
}

// ceilingOf returns the ceiling of a floor preset, or "" if there is none.
func ceilingOf(name string) string {
	if slope, ok := strings.CutPrefix(name, "slope"); ok && slope != "" {
		return "ceiling" + slope
	}
	return ""
}

// presetOfKey returns the preset of a key. With Shift, it returns the floor's ceiling, or add to keep the existing
// shapes.
func presetOfKey(key string, shift bool) (name string, add, ok bool) {
	for name, k := range presetKeys {
		if k != key {
			continue
		}
		if ceiling := ceilingOf(name); shift && ceiling != "" {
			return ceiling, false, true
		}
		return name, shift, true
	}
	return "", false, false
}

func presetKey(name string) string {
	if k, ok := presetKeys[name]; ok {
		return k
	}
	for floor, k := range presetKeys {
		if ceilingOf(floor) == name {
			return "Shift+" + k
		}
	}
	return ""
}

// presetButton is a button with a preset's picture and key.
type presetButton struct {
	widget.BaseWidget
	kit.Pressable
	kit.Hover
	look   *kit.Look
	preset importers.TilePreset
	onTap  func(add bool)
	isOn   bool
	plate  *kit.Plate
	raster *fynecanvas.Raster
	add    bool
}

func newPresetButton(l *kit.Look, p importers.TilePreset, onTap func(add bool)) *presetButton {
	b := &presetButton{look: l, preset: p, onTap: onTap}
	b.Pressable = kit.Pressable{Keys: l, Self: b, Press: func() {
		b.onTap(false)
	}, Redraw: b.Refresh, Spoken: func() string { return "preset " + p.Name }}
	b.Hover = kit.NewHover(l, b, b.Refresh, func() (string, string) { return p.Name, presetKey(p.Name) })
	b.ExtendBaseWidget(b)
	return b
}

func (b *presetButton) CreateRenderer() fyne.WidgetRenderer {
	b.plate = kit.NewPlate(b.look, kit.FieldRadius)
	b.raster = b.look.Raster(b.draw)
	letter := kit.Text(presetKeys[b.preset.Name], b.look.Colors().Quiet, 9)
	update := func() { b.Field(b.plate, b.isOn, b.Over) }
	return kit.Drawn(update, container.NewStack(b.plate.Picture, kit.Pad(4, 4, 14, 4, b.raster),
		container.New(kit.Row{Gap: 0, Grow: 0}, kit.NewSpace(), letter,
			container.New(kit.Exact{W: 4, H: 1}, kit.NewSpace()))))
}

func (b *presetButton) MinSize() fyne.Size { return fyne.NewSize(40, 26) }

func (b *presetButton) draw(w, h int) image.Image {
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	p := b.look.Colors()
	side := min(w, h)
	x0, y0 := (w-side)/2, (h-side)/2
	ink := p.Accent
	if b.preset.OneWay {
		ink = p.OK
	}
	faint := color.NRGBA{R: p.Quiet.R, G: p.Quiet.G, B: p.Quiet.B, A: 60}
	for y := range side {
		for x := range side {
			at, c := image.Pt(x0+x, y0+y), color.NRGBA{}
			if x == 0 || y == 0 || x == side-1 || y == side-1 {
				c = faint
			}
			if inOutline(b.preset.Outline, (float64(x)+0.5)*12/float64(side), (float64(y)+0.5)*12/float64(side)) {
				c = ink
			}
			out.SetNRGBA(at.X, at.Y, c)
		}
	}
	return out
}

// inOutline reports whether a point, in twelfths of a tile, is inside a preset.
func inOutline(outline [][2]int, x, y float64) bool {
	in := false
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		ax, ay, bx, by := float64(a[0]), float64(a[1]), float64(b[0]), float64(b[1])
		if (ay > y) != (by > y) && x < ax+(y-ay)*(bx-ax)/(by-ay) {
			in = !in
		}
	}
	return in
}

func (b *presetButton) MouseDown(e *desktop.MouseEvent) {
	defer b.look.Catch()
	b.add = e.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierShortcutDefault) != 0
}

func (b *presetButton) MouseUp(*desktop.MouseEvent) { defer b.look.Catch() }

func (b *presetButton) Tapped(*fyne.PointEvent) {
	defer b.look.Catch()
	b.look.Tips.Hide(b)
	b.onTap(b.add)
}
