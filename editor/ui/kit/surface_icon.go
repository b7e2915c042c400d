package kit

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"fyne.io/fyne/v2"
)

// SurfaceWidth is the width of a surface icon, at the default icon height.
const SurfaceWidth = 50

// Surface returns an icon that illustrates a surface: at the left the steepest slope on which a block holds, at the
// right a bouncing ball.
func (ic *iconCache) Surface(friction, restitution float64, c color.NRGBA) fyne.Resource {
	const steps = 50 // visible steps per unit
	friction, restitution = math.Round(min(max(friction, 0), 1.2)*steps)/steps,
		math.Round(min(max(restitution, 0), 1)*steps)/steps
	return ic.resource(fmt.Sprintf("surface-%g-%g", friction, restitution), c, func(css string) string {
		return `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="18" viewBox="0 0 50 18" fill="none" stroke="` + css +
			`" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">` + slope(friction, css) +
			bounces(restitution, css) + `</svg>`
	})
}

// slope draws a block on the steepest slope on which it holds. The slope's tangent is the friction.
func slope(friction float64, css string) string {
	const left, bottom, wide, high, block = 1.5, 16.0, 18.0, 12.5, 4.4
	run := wide
	if friction*run > high {
		run = high / friction
	}
	rise := friction * run
	length := math.Hypot(run, rise)
	ux, uy := run/length, -rise/length // up the slope
	nx, ny := uy, -ux                  // away from it
	at := func(along, off float64) string {
		return fmt.Sprintf("%.2f %.2f", left+run/2+ux*along+nx*off, bottom-rise/2+uy*along+ny*off)
	}
	return fmt.Sprintf(`<path d="M%.2f %.2fH%.2fV%.2fZ"/>`, left, bottom, left+run, bottom-rise) +
		fmt.Sprintf(`<path d="M%s L%s L%s L%sZ" fill="%s"/>`, at(-block/2, 0.8), at(block/2, 0.8),
			at(block/2, 0.8+block), at(-block/2, 0.8+block), css)
}

// bounces draws the path of a ball that falls from the upper left. Each bounce has the height of the previous one times
// the square of the restitution.
func bounces(restitution float64, css string) string {
	const left, right, bottom, high, wide = 25.0, 48.0, 16.0, 13.0, 10.5
	var b strings.Builder
	fmt.Fprintf(&b, `<path d="M%g %gH%g"/>`, left, bottom+0.6, right)
	x, h := left+1, high
	ground := bottom - 1.4 // the ball's centre
	path := fmt.Sprintf("M%.2f %.2f", x, ground-h)
	half := wide / 2 * math.Sqrt(h/high)
	path += fmt.Sprintf("Q%.2f %.2f %.2f %.2f", x+half*0.5, ground-h, x+half, ground)
	x += half
	for {
		h *= restitution * restitution
		half = wide / 2 * math.Sqrt(h/high)
		if h < 0.8 || x+half > right-1 {
			break
		}
		end, peak := x+2*half, ground-2*h // a quadratic curve goes half as high as its control point
		if end > right-1 {                // only up to the highest point
			path += fmt.Sprintf("Q%.2f %.2f %.2f %.2f", x+half*0.5, ground-h, x+half, ground-h)
			x += half
			ground -= h
			break
		}
		path += fmt.Sprintf("Q%.2f %.2f %.2f %.2f", x+half, peak, end, ground)
		x = end
	}
	fmt.Fprintf(&b, `<path d="%s" stroke-dasharray="1.2 2"/><circle cx="%.2f" cy="%.2f" r="1.6" fill="%s"/>`, path, x,
		ground, css)
	return b.String()
}
