package panel

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
)

// NewLegend shows marks with their meanings, in columns of equal width.
func NewLegend(l *kit.Look, columns int, samples []render.Sample) *fyne.Container {
	cells := container.New(kit.Lines(0))
	var row *fyne.Container
	for i := range samples {
		if i%columns == 0 {
			row = container.New(kit.Equal{Gap: kit.Gap})
			cells.Add(row)
		}
		sample := &samples[i]
		picture := l.Raster(func(w, h int) image.Image { return sample.Picture(canvas.Theme(l), w, h) })
		row.Add(container.New(kit.RowOf(1),
			container.New(kit.Exact{W: render.SampleWidth, H: render.SampleHeight}, picture),
			kit.Text(sample.Text, l.Colors().Quiet, kit.SmallText)))
	}
	return cells
}
