package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"fillet/editor/contacts"
	"fillet/editor/strictyaml"
)

// RayJSON writes one line per hit.
func RayJSON(w io.Writer, hits []contacts.RayHit) error {
	b := []byte(`{"hits": [`)
	for i, h := range hits {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "\n  {\"id\": %q, \"piece\": %d, \"fraction\": ", h.Collider.IDText(), h.Piece)
		b = strictyaml.AppendNumber(b, h.Fraction)
		b = append(b, `, "distance": `...)
		b = strictyaml.AppendNumber(b, h.Distance)
		b = append(b, `, "point": `...)
		b = appendVec(b, h.Point)
		b = append(b, `, "normal": `...)
		b = appendVec(b, h.Normal)
		b = append(b, '}')
	}
	if len(hits) > 0 {
		b = append(b, '\n')
	}
	_, err := w.Write(append(b, "]}\n"...))
	return err
}

// RayText writes a table for people, with rounded numbers.
func RayText(w io.Writer, hits []contacts.RayHit) error {
	if len(hits) == 0 {
		_, err := fmt.Fprintln(w, "no hits")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "COLLIDER\tPIECE\tFRACTION\tDISTANCE\tPOINT\tNORMAL")
	for _, h := range hits {
		where := ""
		switch h.Starts {
		case contacts.StartsIn:
			where = "\tthe ray starts in it"
		case contacts.StartsOn:
			where = "\tthe ray starts on it"
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t(%s, %s)\t(%s, %s)%s\n", named(h.Collider), h.Piece, short(h.Fraction),
			short(h.Distance),
			short(h.Point.X), short(h.Point.Y), short(h.Normal.X), short(h.Normal.Y), where)
	}
	return t.Flush()
}
