package kit

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// Visual puts the parts of a string in the order in which they appear on the screen from left to right. The toolkit
// shapes each right-to-left run on its own but leaves the runs in typed order, which would put a number after a Hebrew
// name at the wrong end. The text as a whole reads from left to right.
func Visual(s string) string {
	from := strings.IndexFunc(s, isRightToLeft)
	if from < 0 {
		return s
	}
	var out strings.Builder
	runes := []rune(s[from:])
	if strings.IndexFunc(s[:from], func(r rune) bool {
		return class(r) == bidi.L
	}) < 0 && slices.ContainsFunc(runes, func(r rune) bool { return class(r) == bidi.L }) {
		out.WriteString(leftToRight) // the toolkit takes the direction of the text from its first letter
	}
	out.WriteString(s[:from])
	for i := 0; i < len(runes); {
		if !isRightToLeft(runes[i]) {
			out.WriteRune(runes[i])
			i++
			continue
		}
		to := i + 1 // end of the right-to-left run
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

// leftToRight is the left-to-right mark, which has no width.
const leftToRight = "\u200e"

// turned returns a right-to-left run with its words and numbers in left-to-right order.
func turned(runes []rune) string {
	number := func(r rune) bool { c := class(r); return c == bidi.EN || c == bidi.AN }
	var parts []string // words with their separators, numbers, and the separators in between
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
			out.WriteString(leftToRight) // keeps separators between words and numbers in place
		}
	}
	return out.String()
}

// within reports whether a character between two digits belongs to the number.
func within(r rune) bool { c := class(r); return c == bidi.CS || c == bidi.ES }

// isRightToLeft reports whether a character is a right-to-left letter.
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
