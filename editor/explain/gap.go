package explain

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/overlay"
)

// Gap is how far apart two things are that somebody measures.
type Gap struct {
	collision.Separation
	From, To string // what is measured, in words
	IsPoint  bool   // one of them is a point, so that an overlap means that it lies inside
}

// touchingGap is how small a gap, or an overlap, is shown as none, in level pixels.
const touchingGap = 1e-6

// Touches reports whether there is neither a gap nor an overlap.
func (g *Gap) Touches() bool { return math.Abs(g.Distance) <= touchingGap }

// Overlaps reports whether two shapes overlap.
func (g *Gap) Overlaps() bool { return g.Distance < -touchingGap && !g.IsPoint }

// Label is the gap beside its line.
func (g *Gap) Label() string {
	switch d := g.Distance; {
	case g.Touches():
		return "0 px"
	case d < 0 && g.IsPoint:
		return overlay.Fine(-d) + " px inside"
	case d < 0:
		return "overlap " + overlay.Fine(-d) + " px"
	default:
		return overlay.Fine(d) + " px"
	}
}

// Text is the gap as the clipboard gets it.
func (g *Gap) Text() string {
	d := g.OnB.Sub(g.OnA)
	return fmt.Sprintf("%s, dx %s, dy %s", g.Label(), overlay.Fine(math.Abs(d.X)), overlay.Fine(math.Abs(d.Y)))
}

// Sentence is the gap in the status bar.
func (g *Gap) Sentence() string {
	if g.From == g.To {
		return "Between two points: " + g.Text()
	}
	return "From " + g.From + " to " + g.To + ": " + g.Text()
}
