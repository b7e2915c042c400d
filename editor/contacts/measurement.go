package contacts

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/overlay"
)

// Measurement is the distance between two shapes or points.
type Measurement struct {
	collision.Separation
	From, To string // names of the measured objects
	IsPoint  bool   // one of them is a point: an overlap means that the point is inside
}

// touchingGap is the largest gap or overlap that counts as touching, in level pixels.
const touchingGap = 1e-6

// Touches reports whether there is neither a gap nor an overlap.
func (m *Measurement) Touches() bool { return math.Abs(m.Distance) <= touchingGap }

// Overlaps reports whether two shapes overlap.
func (m *Measurement) Overlaps() bool { return m.Distance < -touchingGap && !m.IsPoint }

// Label returns the text at the line across the gap.
func (m *Measurement) Label() string {
	switch d := m.Distance; {
	case m.Touches():
		return "0 px"
	case d < 0 && m.IsPoint:
		return overlay.Fine(-d) + " px inside"
	case d < 0:
		return "overlap " + overlay.Fine(-d) + " px"
	default:
		return overlay.Fine(d) + " px"
	}
}

// Text returns the text for the clipboard.
func (m *Measurement) Text() string {
	d := m.OnB.Sub(m.OnA)
	return fmt.Sprintf("%s, dx %s, dy %s", m.Label(), overlay.Fine(math.Abs(d.X)), overlay.Fine(math.Abs(d.Y)))
}

// Sentence returns the text for the status bar.
func (m *Measurement) Sentence() string {
	if m.From == m.To {
		return "Between two points: " + m.Text()
	}
	return "From " + m.From + " to " + m.To + ": " + m.Text()
}
