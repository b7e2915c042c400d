package main

import (
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"
)

func appendVec(b []byte, v collision.Vec) []byte {
	b = append(b, '[')
	b = strictyaml.AppendNumber(b, v.X)
	b = append(b, ", "...)
	b = strictyaml.AppendNumber(b, v.Y)
	return append(b, ']')
}

// named returns a collider's id and name, for people.
func named(c *level.Collider) string {
	if c.Name == "" {
		return c.IDText()
	}
	return c.IDText() + " " + strconv.QuoteToGraphic(quote.Excerpt(c.Name))
}

// short formats a number with at most three decimals.
func short(x float64) string {
	s := strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 3, 64), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
