package editor

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"fillet/collision"
	"fillet/editor/level"
)

// ErrNoShapes reports fitting the frame of a level without shapes.
var ErrNoShapes = errors.New("the level has no shapes yet")

// ErrNoScale reports a scale outside (0 %, 10000 %].
var ErrNoScale = errors.New("the scale must be more than 0 % and at most 10,000 %")

// mostGhosts limits the number of shapes that a level-wide preview draws.
const mostGhosts = 4000

// ScaleLevel proposes scaling the whole level and its frame, including hidden and locked shapes. The second of its two
// options also scales the grid, the character and the pixels per metre.
func ScaleLevel(s *Session) error {
	percent := ProposalNumber{Name: "scale", Unit: " %", Value: 200}
	measures := false
	s.settle()
	var show func() error
	show = func() error {
		factor := percent.Value / 100
		d := Scaled(s.Document(), factor, measures)
		p := Proposal{
			Title: "Scale level", Step: "Scale level", Chapter: "placing", Diff: d,
			Options: []string{"contents only", "with grid and character"}, Plain: s.Document().Len() > mostGhosts,
		}
		if measures {
			p.At = 1
		}
		p.Choose = func(i int) {
			was := measures
			if measures = i == 1; show() != nil {
				measures = was
			}
		}
		n := percent
		n.Set = func(v float64) error {
			if !(v > 0 && v <= 10_000) {
				return ErrNoScale
			}
			was := percent.Value
			percent.Value = v
			if err := show(); err != nil {
				percent.Value = was
				return err
			}
			return nil
		}
		p.Numbers = []ProposalNumber{n}
		size := s.Document().Settings().Size.Mul(factor)
		p.Note = fmt.Sprintf("new frame: %s × %s px", plain(size.X), plain(size.Y))
		p.Left = picturesStay(s)
		if !p.Plain {
			for c := range s.Document().Colliders() {
				if c.Part == nil {
					continue
				}
				after := level.Magnified(c, level.Vec{}, factor)
				if baked, err := after.Shape.Bake(); err == nil {
					p.Parts = append(p.Parts, Ghost{Before: c, After: after, Baked: baked})
				}
			}
		}
		return s.Propose(p)
	}
	return show()
}

// FlipLevel mirrors the whole level within its frame: horizontally, or vertically if horizontal is false. note lists
// what is not mirrored.
func FlipLevel(s *Session, horizontal bool) (note string, err error) {
	verb := "Flip level vertically"
	if horizontal {
		verb = "Flip level horizontally"
	}
	s.settle()
	if err := s.Do(verb, Mirrored(s.Document(), horizontal)); err != nil {
		return "", err
	}
	for _, line := range picturesStay(s) {
		note = line
	}
	return note, nil
}

// FitFrame fits the level's frame to everything in the level, rounded out to whole grid cells.
func FitFrame(s *Session) error {
	s.settle()
	box := collision.EmptyAABB()
	doc := s.Document()
	for c := range doc.Colliders() {
		box = box.Union(level.DrawnBounds(c))
	}
	for _, i := range doc.Bare() {
		m, _ := doc.MarkOf(i.ID)
		box = box.Union(m.Bounds)
	}
	if box.IsEmpty() {
		return ErrNoShapes
	}
	return s.EditSettings("Fit frame to shapes", func(set *level.Settings) {
		lo, hi := gridOut(box.Min, set.Grid, math.Floor), gridOut(box.Max, set.Grid, math.Ceil)
		set.Origin, set.Size = lo, hi.Sub(lo)
	})
}

// gridOut returns the grid corner next to a point, rounding with next.
func gridOut(p level.Vec, g level.Grid, next func(float64) float64) level.Vec {
	line := func(x, size, offset float64) float64 {
		if !(size > 0) {
			return x
		}
		return offset + float64(next((x-offset)/size)*size)
	}
	return level.Vec{X: line(p.X, g.Size.X, g.Offset.X), Y: line(p.Y, g.Size.Y, g.Offset.Y)}
}

// picturesStay returns a note if the pictures of imported files do not change with the level.
func picturesStay(s *Session) []string {
	for _, i := range s.Document().Settings().Imports {
		if i.Pictures {
			return []string{"Pictures of the imported file stay unchanged"}
		}
	}
	return nil
}

// plain formats a length in pixels.
func plain(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
