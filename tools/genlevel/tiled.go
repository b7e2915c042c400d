package main

import (
	"bufio"
	"fmt"
	"html"
	"io"

	"fillet/editor/level"
	"fillet/editor/strictyaml"
)

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
