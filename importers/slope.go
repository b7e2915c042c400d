package importers

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// NoSlope is the slope of a rule whose values fill their cells, whatever their names.
const NoSlope = "none"

// ParseSlope returns the part of its cell that a value fills, from words such as "45 floor right": an angle, floor or
// ceiling, and the side to which it rises or, for a ceiling, hangs down. The angle is 45, or 22.5 (22, 26) with low or
// high for the half of a rise of 1 in 2 over two cells. The defaults are 45 and floor; the side is needed. bottom and
// top are other words for floor and ceiling; bl, br, tl and tr mean both words.
func ParseSlope(s string) (f TileForm, ok bool) {
	f.Slope = Slope45
	shallow, half, side := false, false, ""
	words := slopeWords(s)
	for i, w := range words {
		switch w {
		case "45":
		case "22", "26":
			shallow = true
			if i+1 < len(words) && words[i+1] == "5" {
				words[i+1] = ""
			}
		case "low":
			f.Slope, half = SlopeLow, true
		case "high":
			f.Slope, half = SlopeHigh, true
		case "floor", "bottom":
			f.Flip &^= FlipY
		case "ceiling", "top":
			f.Flip |= FlipY
		case "left", "right":
			if side != "" && side != w {
				return TileForm{}, false
			}
			side = w
		case "bl", "br", "tl", "tr":
			side = map[byte]string{'l': "left", 'r': "right"}[w[1]]
			if w[0] == 't' {
				f.Flip |= FlipY
			}
		}
	}
	if side == "" || shallow && !half {
		return TileForm{}, false
	}
	if side == "left" {
		f.Flip |= FlipX
	}
	return f, true
}

// slopeOfName returns the form that a value's name asks for: it has the word slope or ramp, and a side.
func slopeOfName(name string) (TileForm, bool) {
	words := slopeWords(name)
	if !slices.Contains(words, "slope") && !slices.Contains(words, "ramp") {
		return TileForm{}, false
	}
	return ParseSlope(name)
}

// slopeWords splits a text into words in lower case: at capitals, between letters and digits, and at everything else.
func slopeWords(s string) []string {
	var b strings.Builder
	var last rune
	for _, r := range s {
		isLetter, isDigit := unicode.IsLetter(r), unicode.IsDigit(r)
		switch {
		case !isLetter && !isDigit:
			b.WriteByte(' ')
		case isLetter != unicode.IsLetter(last), unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte(' ')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return strings.Fields(strings.ToLower(b.String()))
}

// form returns the part of its cell that a value fills.
func (r Rule) form(name string) TileForm {
	switch r.Slope {
	case "":
		f, _ := slopeOfName(name)
		return f
	case NoSlope:
		return TileForm{}
	}
	f, _ := ParseSlope(r.Slope)
	return f
}

func checkSlope(slope string) error {
	if slope == "" || slope == NoSlope {
		return nil
	}
	if _, ok := ParseSlope(slope); !ok {
		return errSlope(slope)
	}
	return nil
}

// sloped returns the part of a box below a slope, as a polygon about the box's centre.
func sloped(box level.Shape, slope string) (level.Shape, bool) {
	f, ok := ParseSlope(slope)
	if !ok || box.Kind != level.Box {
		return box, false
	}
	half := level.Vec{X: float64(box.Size.X / 2), Y: float64(box.Size.Y / 2)}
	return level.Shape{
		Kind: level.Polygon, Points: relative(f.In(box.Size), half), Radius: box.Radius,
		Rounding: box.Rounding,
	}, true
}

type errSlope string

func (e errSlope) Error() string {
	return "slope " + strconv.Quote(quote.Excerpt(string(e))) +
		` is unknown; examples are "45 floor right", "22 low ceiling left" and "none"`
}
