package kit

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"fillet/assets"
)

// iconCache caches a resource for each icon and colour, since Fyne caches pictures by resource name.
type iconCache struct {
	mu    sync.Mutex
	made  map[string]fyne.Resource
	Scale float64 // pixels per unit; 0 means 1
}

// drawn scales the strokes of an SVG. The toolkit scales an image's geometry but not its stroke widths and dashes,
// which would stay in pixels.
func (ic *iconCache) drawn(svg string) string {
	if ic.Scale == 0 || ic.Scale == 1 {
		return svg
	}
	for _, attribute := range []string{` stroke-width="`, ` stroke-dasharray="`} {
		parts := strings.Split(svg, attribute)
		for i, part := range parts[1:] {
			value, rest, _ := strings.Cut(part, `"`)
			lengths := strings.Fields(value)
			for k, length := range lengths {
				if v, err := strconv.ParseFloat(length, 64); err == nil {
					lengths[k] = strconv.FormatFloat(v*ic.Scale, 'f', -1, 64)
				}
			}
			parts[1+i] = strings.Join(lengths, " ") + `"` + rest
		}
		svg = strings.Join(parts, attribute)
	}
	return svg
}

// resource returns the cached image of a name and colour, and calls svg to make a missing one.
func (ic *iconCache) resource(name string, c color.NRGBA, svg func(css string) string) fyne.Resource {
	css := (&Colors{}).HexOf(c)
	key := name + css + "-" + strconv.FormatFloat(ic.Scale, 'f', -1, 64) + ".svg" // the toolkit's cache key
	ic.mu.Lock()
	defer ic.mu.Unlock()
	if ic.made == nil {
		ic.made = map[string]fyne.Resource{}
	}
	if ic.made[key] == nil {
		ic.made[key] = fyne.NewStaticResource(key, []byte(ic.drawn(svg(css))))
	}
	return ic.made[key]
}

// Resource returns the named icon in a colour.
func (ic *iconCache) Resource(name string, c color.NRGBA) fyne.Resource {
	return ic.resource(name, c, func(css string) string {
		svg := assets.Icon(name)
		if svg == nil {
			panic("there is no icon " + name) // names are hard-coded
		}
		return strings.ReplaceAll(string(svg), "currentColor", css)
	})
}

// Show shows the named icon in an image if it differs, because every refresh repaints the window.
func (ic *iconCache) Show(img *canvas.Image, name string, c color.NRGBA) {
	if resource := ic.Resource(name, c); img.Resource != resource {
		img.Resource = resource
		img.Refresh()
	}
}

// prefixes holds the strokes of the letters on the left of number fields.
var prefixes = map[string]string{
	"X": `<path d="M5.8 5.2 11.4 12.6M11.4 5.2 5.8 12.6"/>`,
	"Y": `<path d="M5.6 5.2 8.8 9.2M12 5.2 8.8 9.2V12.6"/>`,
	"W": `<path d="M4.2 5.2 6.4 12.6 8.8 5.6 11.2 12.6 13.4 5.2"/>`,
	"R": `<path d="M6.4 12.6V5.2h3.1a2.1 2.1 0 0 1 0 4.2H6.4M9.2 9.4l2.7 3.2"/>`,
	"C": `<path d="M12 6.7A3.8 3.8 0 1 0 12 11.100"/>`,
	"H": `<path d="M6 5.2v7.4M12 5.2v7.4M6 8.9h6"/>`,
	"×": `<path d="M6 6.4l5.200 5.200M11.200 6.4 6 11.600"/>`,
}

// Prefix returns a letter as an icon for the left of a number field.
func (ic *iconCache) Prefix(letter string, c color.NRGBA) fyne.Resource {
	return ic.resource("letter-"+letter, c, func(css string) string {
		return `<svg xmlns="http://www.w3.org/2000/svg" width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="` + css +
			`" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">` + prefixes[letter] + `</svg>`
	})
}

// Image returns an icon as an object of the default size.
func (ic *iconCache) Image(name string, c color.NRGBA) *canvas.Image {
	img := canvas.NewImageFromResource(ic.Resource(name, c))
	img.FillMode = canvas.ImageFillContain
	img.SetMinSize(fyne.NewSize(IconSize, IconSize))
	return img
}

// SurfaceWidth is the width of a surface icon, at the default icon height.
const SurfaceWidth = 50

// Surface returns an icon that illustrates a surface: on the left the steepest slope on which a block holds, at the
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
