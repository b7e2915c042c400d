package kit

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// Visual is a text in the order in which its parts stand on the screen from left to right. The toolkit shapes each part that is written from
// right to left by itself, but leaves the parts in the order in which they are typed: a number behind a Hebrew name would stand at its wrong end. The
// text as a whole reads from left to right.
func Visual(s string) string {
	from := strings.IndexFunc(s, isRightToLeft)
	if from < 0 {
		return s
	}
	var out strings.Builder
	runes := []rune(s[from:])
	if strings.IndexFunc(s[:from], func(r rune) bool { return class(r) == bidi.L }) < 0 && slices.ContainsFunc(runes, func(r rune) bool { return class(r) == bidi.L }) {
		out.WriteString(leftToRight) // the toolkit takes the direction of the first letter for that of the whole
	}
	out.WriteString(s[:from])
	for i := 0; i < len(runes); {
		if !isRightToLeft(runes[i]) {
			out.WriteRune(runes[i])
			i++
			continue
		}
		to := i + 1 // behind the last letter or number that belongs to what is written from right to left
		for k := to; k < len(runes) && class(runes[k]) != bidi.L && class(runes[k]) != bidi.B; k++ {
			if c := class(runes[k]); isRightToLeft(runes[k]) || c == bidi.EN || c == bidi.AN {
				to = k + 1
			}
		}
		out.WriteString(turned(runes[i:to]))
		i = to
	}
	return out.String()
}

// leftToRight is a mark without width.
const leftToRight = "\u200e"

// turned is what is written from right to left, with its words and numbers in the order from left to right.
func turned(runes []rune) string {
	number := func(r rune) bool { c := class(r); return c == bidi.EN || c == bidi.AN }
	var parts []string // words with what is between them, numbers, and what is between those
	for i := 0; i < len(runes); {
		k := i + 1
		switch {
		case number(runes[i]):
			for k < len(runes) && (number(runes[k]) || k+1 < len(runes) && within(runes[k]) && number(runes[k+1])) {
				k++
			}
		case isRightToLeft(runes[i]):
			for n := k; n < len(runes) && !number(runes[n]); n++ {
				if isRightToLeft(runes[n]) || class(runes[n]) == bidi.NSM && n == k {
					k = n + 1
				}
			}
		default:
			for k < len(runes) && !number(runes[k]) && !isRightToLeft(runes[k]) {
				k++
			}
		}
		parts = append(parts, string(runes[i:k]))
		i = k
	}
	if len(parts) == 1 {
		return parts[0]
	}
	var out strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		out.WriteString(parts[i])
		if i > 0 && isRightToLeft([]rune(parts[i])[0]) {
			out.WriteString(leftToRight) // what is between words and numbers stays there
		}
	}
	return out.String()
}

// within reports whether a character between two digits belongs to a number.
func within(r rune) bool { c := class(r); return c == bidi.CS || c == bidi.ES }

// isRightToLeft reports whether a character is a letter that is written from right to left.
func isRightToLeft(r rune) bool {
	if r < 0x590 {
		return false
	}
	c := class(r)
	return c == bidi.R || c == bidi.AL
}

func class(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}
