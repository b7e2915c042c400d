package kit

import (
	"image/color"
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

// prefixes holds the strokes of the letters at the left of number fields.
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
