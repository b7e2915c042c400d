package strictyaml

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What follows writes scalars so that this reader, and every other reader of YAML, reads the same values.

// AppendNumber appends the shortest decimal that reads back as the same number, without an exponent where that stays
// short. Files of one level are the same byte for byte, so every writer uses it; -0 is written 0.
func AppendNumber(b []byte, x float64) []byte {
	if x == 0 {
		return append(b, '0')
	}
	a := math.Abs(x)
	if a < 1e9 {
		// A decimal of at most 15 digits that reads as a number is the shortest that does: no other one does that has as few.
		if n := uint64(float64(a*1000) + 0.5); float64(n)/1000 == a {
			return appendThousandths(b, x < 0, n)
		}
	}
	if a >= 1e-6 && a < 1e15 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(b, x, 'e', -1, 64)
}

// AppendYAMLNumber is AppendNumber for YAML, in which a number with an exponent has a point as well: many readers (YAML 1.1)
// take 1e-08 for text, and 1.0e-08 for the number.
func AppendYAMLNumber(b []byte, x float64) []byte {
	from := len(b)
	b = AppendNumber(b, x)
	if a := math.Abs(x); a >= 1e-6 && a < 1e15 || x == 0 {
		return b // without an exponent
	}
	if at := bytes.IndexByte(b[from:], 'e'); at >= 0 && bytes.IndexByte(b[from:], '.') < 0 {
		b = slices.Insert(b, from+at, '.', '0')
	}
	return b
}

// appendThousandths appends n/1000 without zeros at its end.
func appendThousandths(b []byte, negative bool, n uint64) []byte {
	if negative {
		b = append(b, '-')
	}
	b = strconv.AppendUint(b, n/1000, 10)
	rest := n % 1000
	if rest == 0 {
		return b
	}
	b = append(b, '.', byte('0'+rest/100))
	if rest%100 != 0 {
		b = append(b, byte('0'+rest/10%10))
	}
	if rest%10 != 0 {
		b = append(b, byte('0'+rest%10))
	}
	return b
}

// AppendQuoted appends a text in double quotes, on one line, with escapes for what cannot be shown.
func AppendQuoted(b []byte, s string) []byte { return appendQuoted(b, s, false) }

// AppendQuotedJSON is AppendQuoted for JSON, which has no escape for what lies beyond 16 bits.
func AppendQuotedJSON(b []byte, s string) []byte { return appendQuoted(b, s, true) }

func appendQuoted(b []byte, s string, json bool) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case unicode.IsPrint(r) || json && r > 0xffff:
			b = utf8.AppendRune(b, r)
		case r > 0xffff:
			b = fmt.Appendf(b, `\U%08x`, r)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
	}
	return append(b, '"')
}

// reserved lists words that some YAML reader takes for something other than text.
var reserved = []string{"true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"}

// IsReserved reports whether a word needs quotes.
func IsReserved(s string) bool { return len(s) <= 5 && slices.Contains(reserved, strings.ToLower(s)) }
