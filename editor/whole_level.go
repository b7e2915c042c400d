package editor

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"fillet/collision"
	"fillet/editor/level"
)

// ErrNoShapes is the error of a frame around nothing.
var ErrNoShapes = errors.New("the level has no shapes yet")

// ErrNoScale is the error of scaling by what is no factor.
var ErrNoScale = errors.New("a scale is more than 0 % and at most 10000 %")

// mostGhosts is of how many shapes a proposal about a whole level shows ghosts.
const mostGhosts = 4000

// ScaleLevel proposes to make the whole level larger or smaller: everything in it, hidden and locked things too, and its frame; as the
// other of two options its measures as well, which are the grid, the character and the pixels of a metre.
func ScaleLevel(s *Session) error {
	percent := ProposalNumber{Name: "scale", Unit: " %", Value: 200}
	measures := false
	s.settle()
	var show func() error
	show = func() error {
		factor := percent.Value / 100
		d := Scaled(s.Document(), factor, measures)
		p := Proposal{
			Title: "Scale the level", Step: "Scale the level", Chapter: "placing", Diff: d,
			Options: []string{"what is in it", "with grid and character"}, Plain: s.Document().Len() > mostGhosts,
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
		p.Note = fmt.Sprintf("the frame becomes %s × %s px", plain(size.X), plain(size.Y))
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

// FlipLevel mirrors the whole level in its frame: left to right, or with horizontal false upside down. note says what is not mirrored.
func FlipLevel(s *Session, horizontal bool) (note string, err error) {
	verb := "Flip the level upside down"
	if horizontal {
		verb = "Flip the level"
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

// FitFrame makes the level's frame the box around all that is in the level, grown to whole cells of the grid.
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
	return s.EditSettings("Fit the frame to the shapes", func(set *level.Settings) {
		lo, hi := gridOut(box.Min, set.Grid, math.Floor), gridOut(box.Max, set.Grid, math.Ceil)
		set.Origin, set.Size = lo, hi.Sub(lo)
	})
}

// gridOut is the corner of a grid's cell next to a point.
func gridOut(p level.Vec, g level.Grid, next func(float64) float64) level.Vec {
	line := func(x, size, offset float64) float64 {
		if !(size > 0) {
			return x
		}
		return offset + float64(next((x-offset)/size)*size)
	}
	return level.Vec{X: line(p.X, g.Size.X, g.Offset.X), Y: line(p.Y, g.Size.Y, g.Offset.Y)}
}

// picturesStay says that the pictures of imported files stay where those files have them.
func picturesStay(s *Session) []string {
	for _, i := range s.Document().Settings().Imports {
		if i.Pictures {
			return []string{"The pictures of the imported file stay as they are: they are drawn as the file has them"}
		}
	}
	return nil
}

// plain is a length in pixels for a text.
func plain(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
