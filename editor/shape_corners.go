package editor

import (
	"slices"

	"fillet/collision/polygon"
	"fillet/editor/level"
)

// mostCompared limits the comparisons of a result's vertices with corners of the operands.
const mostCompared = 1_000_000

// ownCorner is a rounded or chamfered corner of an operand, in the frame of the first one.
type ownCorner struct {
	at              level.Vec
	radius, chamfer float64
}

// cornersOfOperand returns the rounded and chamfered corners of an operand. It returns false for shapes that have
// curves or grow outward.
func cornersOfOperand(o operand) (out []ownCorner, ok bool) {
	s := o.shape
	d := s.Details()
	if !s.HasCorners() || len(d.Curves) > 0 || s.Radius == 0 && s.Detail == nil || s.Rounding == level.Outset &&
		s.Radius > 0 {
		return nil, false
	}
	own := ownRadii(s)
	i := 0
	for _, loop := range s.Loops() {
		for _, p := range loop {
			c := ownCorner{o.from.Apply(p), own.Radii[i], own.Chamfers[i]}
			if i++; c.radius > 0 || c.chamfer > 0 {
				out = append(out, c)
			}
		}
	}
	return out, true
}

// cornered performs the operation on outlines with sharp corners, and copies rounding and chamfers from the operands'
// corners to matching corners of the results. Results that then cover a different area are rejected later.
func cornered(operands []operand, do func([]polygon.Region) (polygon.Region, error)) ([]candidate, error) {
	var corners []ownCorner
	areas := make([]polygon.Region, len(operands))
	for i, o := range operands {
		areas[i] = o.area
		own, ok := cornersOfOperand(o)
		if !ok {
			continue
		}
		sharp, err := polygon.Fill(polygon.NonZero, wound(o.shape.Loops())...)
		if err != nil {
			return nil, err
		}
		if areas[i] = sharp; i > 0 {
			areas[i] = sharp.Placed(o.from)
		}
		corners = append(corners, own...)
	}
	if len(corners) == 0 {
		return nil, nil
	}
	outlines, err := do(areas)
	if err == nil {
		outlines, err = polygon.Detach(outlines)
	}
	if err != nil {
		return nil, err
	}
	var out []candidate
	for _, outline := range outlines {
		s := polygonOf(outline)
		if s.NumberOfCorners()*len(corners) > mostCompared {
			continue
		}
		var d level.Detail
		found := false
		for _, p := range slices.Concat(s.Loops()...) {
			c := ownCorner{radius: level.AsShape}
			for _, o := range corners {
				if o.at.Dist(p) <= convertTolerance {
					c, found = o, true
					break
				}
			}
			d.Radii, d.Chamfers = append(d.Radii, c.radius), append(d.Chamfers, c.chamfer)
		}
		if !found {
			continue
		}
		s = s.WithDetail(d)
		if covered, err := shapeArea(s); err == nil {
			out = append(out, candidate{s, covered})
		}
	}
	return out, nil
}
