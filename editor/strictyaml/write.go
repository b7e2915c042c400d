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

// The functions below write scalars that every YAML reader, including this one, reads as the same values.

// AppendNumber appends the shortest decimal that reads back as the same number, without an exponent if the result is
// short. It writes -0 as 0. All writers use it, so that the same level always gives the same bytes.
func AppendNumber(b []byte, x float64) []byte {
	if x == 0 {
		return append(b, '0')
	}
	a := math.Abs(x)
	if a < 1e9 {
		// A decimal of at most 15 digits that reads back as the number is the shortest, since no other one with so few
		// digits does.
		if n := uint64(float64(a*1000) + 0.5); float64(n)/1000 == a {
			return appendThousandths(b, x < 0, n)
		}
	}
	if a >= 1e-6 && a < 1e15 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(b, x, 'e', -1, 64)
}

// AppendYAMLNumber works like [AppendNumber] for YAML, where an exponent needs a point too: YAML 1.1 readers read 1e-08
// as text and 1.0e-08 as a number.
func AppendYAMLNumber(b []byte, x float64) []byte {
	from := len(b)
	b = AppendNumber(b, x)
	if a := math.Abs(x); a >= 1e-6 && a < 1e15 || x == 0 {
		return b // the number has no exponent
	}
	if at := bytes.IndexByte(b[from:], 'e'); at >= 0 && bytes.IndexByte(b[from:], '.') < 0 {
		b = slices.Insert(b, from+at, '.', '0')
	}
	return b
}

// appendThousandths appends n/1000 without trailing zeros.
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

// AppendQuoted appends a string in double quotes, on one line, with unprintable characters escaped.
func AppendQuoted(b []byte, s string) []byte { return appendQuoted(b, s, false) }

// AppendQuotedJSON works like [AppendQuoted] for JSON, which has no escape for characters beyond 16 bits.
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

// reserved lists words that some YAML readers do not read as text.
var reserved = []string{"true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"}

// IsReserved reports whether some YAML readers read a word as text only if it has quotes.
func IsReserved(s string) bool { return len(s) <= 5 && slices.Contains(reserved, strings.ToLower(s)) }
