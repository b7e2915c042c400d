package main

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
	"math/rand/v2"

	"fillet/editor/level"
	"fillet/editor/strictyaml"
)

// cell is the distance between neighbouring colliders, in level pixels.
const cell = 48

// Generate returns a level of n polygons of three to eight corners, some concave, on a square grid 48 pixels apart,
// spread over four layers. One in twelve is large enough to overlap a neighbour, and one in eight is dynamic.
func Generate(n int, seed uint64) (*level.Document, error) {
	if n < 1 || n > 1_000_000 {
		return nil, fmt.Errorf("%d colliders: the number must be between 1 and 1,000,000", n)
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	side := int(math.Ceil(math.Sqrt(float64(n))))
	s := level.DefaultSettings()
	s.Name = fmt.Sprintf("Generated, %d colliders", n)
	s.Size = level.Vec{X: float64(side * cell), Y: float64((n + side - 1) / side * cell)}
	doc, err := level.NewDocument(s)
	if err != nil {
		return nil, err
	}
	var d level.Diff
	layers := []string{"Terrain", "Props", "Platforms", "Hazards"}
	for i, name := range layers {
		d.Layers = append(d.Layers, level.Added(&level.Layer{
			ID: level.LayerID(i + 1), Name: name, Order: float64(i + 1),
		}))
	}
	for i := range n {
		at := level.Vec{X: float64(i%side*cell) + cell/2, Y: float64(i/side*cell) + cell/2}
		size := 12 + 9*random.Float64()
		if random.IntN(12) == 0 {
			size *= 1.6
		}
		shape := level.Shape{Kind: level.Polygon, Points: polygon(random, size), Rounding: level.Inset}
		layer := level.LayerID(i/side*len(layers)/side + 1) // bands from top to bottom
		c := level.NewCollider(level.ID(i+1), layer, fmt.Sprintf("shape %d", i+1), shape, at)
		if random.IntN(8) == 0 {
			c.Body = level.Dynamic
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	return doc, doc.Apply(d)
}

// polygon returns a star-shaped outline around the origin, rounded to hundredths as in levels made by hand.
func polygon(random *rand.Rand, size float64) []level.Vec {
	corners := 3 + random.IntN(6)
	start := random.Float64() * 2 * math.Pi
	points := make([]level.Vec, corners)
	for i := range points {
		r := size * (0.65 + 0.35*random.Float64())
		if corners >= 6 && i%3 == 1 {
			r *= 0.7 // a dent
		}
		sin, cos := math.Sincos(start + float64(i)*2*math.Pi/float64(corners))
		points[i] = level.Vec{X: math.Round(r*cos*100) / 100, Y: math.Round(r*sin*100) / 100}
	}
	return points
}

// WriteTiled writes a level's polygons as the objects of a Tiled map, with one object layer per layer.
func WriteTiled(w io.Writer, s level.Snapshot) error {
	const tile = 16
	width, height := int(s.Settings.Size.X)/tile, int(s.Settings.Size.Y)/tile
	b := bufio.NewWriter(w)
	total := 0
	for _, l := range s.Layers {
		total += len(l.Colliders)
	}
	fmt.Fprintf(b, `<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" tiledversion="1.8.0" orientation="orthogonal" renderorder="right-down" width="%d" height="%d" tilewidth="%d" tileheight="%d" infinite="0" nextlayerid="%d" nextobjectid="%d">
`, width, height, tile, tile, len(s.Layers)+1, total+1)
	for i, l := range s.Layers {
		fmt.Fprintf(b, " <objectgroup id=\"%d\" name=\"%s\">\n", i+1, html.EscapeString(l.Layer.Name))
		for _, c := range l.Colliders {
			fmt.Fprintf(b, "  <object id=\"%d\" name=\"%s\" x=\"%s\" y=\"%s\">\n   <polygon points=\"",
				c.ID, html.EscapeString(c.Name), number(c.Position.X), number(c.Position.Y))
			for j, p := range c.Shape.Points {
				if j > 0 {
					_ = b.WriteByte(' ') // Flush reports the error
				}
				_, _ = b.WriteString(number(p.X) + "," + number(p.Y)) // Flush reports the error
			}
			_, _ = b.WriteString("\"/>\n  </object>\n") // Flush reports the error
		}
		_, _ = b.WriteString(" </objectgroup>\n") // Flush reports the error
	}
	_, _ = b.WriteString("</map>\n") // Flush reports the error
	return b.Flush()
}

func number(x float64) string { return string(strictyaml.AppendNumber(nil, x)) }
