package svg

import (
	"math"
	"strconv"
	"strings"
)

// scanner reads numbers as in SVG, with or without separators.
type scanner struct {
	text string
	at   int
}

func (s *scanner) atEnd() bool { return s.at >= len(s.text) }

func (s *scanner) peek() byte {
	if s.atEnd() {
		return 0
	}
	return s.text[s.at]
}

func (s *scanner) skip() {
	for !s.atEnd() && strings.IndexByte(blanks+",", s.text[s.at]) >= 0 {
		s.at++
	}
}

// comma skips white space with at most one comma, and reports whether there was one.
func (s *scanner) comma() (found bool) {
	for strings.IndexByte(blanks+",", s.peek()) >= 0 && !(found && s.peek() == ',') {
		found = found || s.peek() == ','
		s.at++
	}
	return found
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func (s *scanner) number() (x float64, ok bool) {
	from := s.at
	if b := s.peek(); b == '+' || b == '-' {
		s.at++
	}
	digits := s.digits()
	if s.peek() == '.' {
		s.at++
		digits += s.digits()
	}
	if digits == 0 {
		s.at = from
		return 0, false
	}
	if s.peek()|0x20 == 'e' { // an exponent as in 1e3, but not the unit in 1em
		mark := s.at
		s.at++
		if b := s.peek(); b == '+' || b == '-' {
			s.at++
		}
		if s.digits() == 0 {
			s.at = mark
		}
	}
	x, err := strconv.ParseFloat(s.text[from:s.at], 64)
	if err != nil || math.IsInf(x, 0) {
		s.at = from
		return 0, false
	}
	return x + 0, true // + 0 turns -0 into 0
}

// numbers reads numbers, each after white space and commas.
func (s *scanner) numbers(to ...*float64) bool {
	for _, p := range to {
		s.skip()
		x, ok := s.number()
		if !ok {
			return false
		}
		*p = x
	}
	return true
}

func (s *scanner) digits() int {
	from := s.at
	for s.peek() >= '0' && s.peek() <= '9' {
		s.at++
	}
	return s.at - from
}

// word reads a unit, which is letters or a percent sign.
func (s *scanner) word() string {
	if s.peek() == '%' {
		s.at++
		return "%"
	}
	from := s.at
	for isLetter(s.peek()) {
		s.at++
	}
	return strings.ToLower(s.text[from:s.at])
}

// unitSizes maps units of length to pixels. Percentages and font units depend on the context.
var unitSizes = map[string]float64{
	"": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6,
}

// unit returns the size of a unit of length in pixels.
func (l look) unit(name string) (size float64, ok bool) {
	switch name {
	case "em":
		return l.em, true
	case "ex":
		return float64(l.em / 2), true
	case "rem":
		if l.rem >= 0 {
			return l.rem, true
		}
		return l.em, true
	}
	size, ok = unitSizes[name]
	return size, ok
}

// length parses a length in the default font. Percentages are relative to 1.
func length(text string) (x float64, ok bool) { return defaultLook.length(text, 1) }

// length parses a length in pixels. Percentages are relative to base.
func (l look) length(text string, base float64) (x float64, ok bool) {
	s := scanner{text: strings.TrimSpace(text)}
	x, ok = s.number()
	if !ok {
		return 0, false
	}
	unit := s.word()
	if !s.atEnd() {
		return 0, false
	}
	if unit == "%" {
		return x * base / 100, true
	}
	size, ok := l.unit(unit)
	return float64(x * size), ok
}
