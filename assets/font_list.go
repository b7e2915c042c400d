package assets

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// FontListName is the name of the file that lists the font files.
const FontListName = "fonts/list.txt"

// FontPiece is a font file with some of the characters.
type FontPiece struct {
	Name string // name of the file
	// Language is the language whose glyph forms the file has if languages differ, as for Han characters in Japanese.
	Language FontLanguage
	runes    []runeSpan // ascending
}

// FontLanguage is a language with its own forms of Han characters, as a BCP 47 tag.
type FontLanguage string

// The languages; the first is the default.
const (
	Simplified  FontLanguage = "zh-Hans"
	Traditional FontLanguage = "zh-Hant"
	Japanese    FontLanguage = "ja"
	Korean      FontLanguage = "ko"
)

// runeSpan is a range of characters, including last.
type runeSpan struct{ first, last rune }

// NewFontPiece returns the piece for a file with the given characters.
func NewFontPiece(name string, language FontLanguage, runes []rune) *FontPiece {
	p := &FontPiece{Name: name, Language: language}
	for _, r := range slices.Compact(slices.Sorted(slices.Values(runes))) {
		if n := len(p.runes); n > 0 && p.runes[n-1].last == r-1 {
			p.runes[n-1].last = r
		} else {
			p.runes = append(p.runes, runeSpan{r, r})
		}
	}
	return p
}

// Has reports whether the file contains a character.
func (p *FontPiece) Has(r rune) bool {
	_, ok := slices.BinarySearchFunc(p.runes, r, func(s runeSpan, r rune) int {
		switch {
		case s.last < r:
			return -1
		case s.first > r:
			return 1
		}
		return 0
	})
	return ok
}

// WriteFontList encodes a list: one line per file, with its name, its language or "-", and base-36 numbers that
// alternately count characters to skip and characters that the file has. This keeps the list of 45,000 Han characters
// small.
func WriteFontList(pieces []*FontPiece) []byte {
	var b bytes.Buffer
	for _, p := range pieces {
		b.WriteString(p.Name + " ")
		if p.Language == "" {
			b.WriteString("-")
		}
		b.WriteString(string(p.Language))
		next := rune(0)
		for _, s := range p.runes {
			b.WriteString(" " + strconv.FormatInt(int64(s.first-next), 36) + " " +
				strconv.FormatInt(int64(s.last-s.first+1), 36))
			next = s.last + 1
		}
		b.WriteString("\n")
	}
	return b.Bytes()
}

// ReadFontList decodes the output of [WriteFontList].
func ReadFontList(text []byte) ([]*FontPiece, error) {
	var pieces []*FontPiece
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		p, err := readFontPiece(line)
		if err != nil {
			return nil, fmt.Errorf("font list: line %d: %w", i+1, err)
		}
		pieces = append(pieces, p)
	}
	return pieces, nil
}

func readFontPiece(line string) (*FontPiece, error) {
	words := strings.Split(line, " ")
	if len(words) < 4 || len(words)%2 != 0 || words[0] == "" {
		return nil, errors.New("want a name, a language and pairs of numbers")
	}
	p := &FontPiece{Name: words[0], runes: make([]runeSpan, 0, len(words)/2-1)}
	switch l := FontLanguage(words[1]); l {
	case Simplified, Traditional, Japanese, Korean:
		p.Language = l
	case "-":
	default:
		return nil, fmt.Errorf("unknown language %.20q", words[1])
	}
	next := int64(0)
	for i := 2; i < len(words); i += 2 {
		gap, err := strconv.ParseInt(words[i], 36, 32)
		if err != nil {
			return nil, err
		}
		n, err := strconv.ParseInt(words[i+1], 36, 32)
		if err != nil {
			return nil, err
		}
		first := next + gap
		next = first + n
		if gap < 0 || n < 1 || next > unicode.MaxRune+1 {
			return nil, fmt.Errorf("%.20q and %.20q are not a valid range of characters", words[i], words[i+1])
		}
		p.runes = append(p.runes, runeSpan{rune(first), rune(next - 1)})
	}
	return p, nil
}
