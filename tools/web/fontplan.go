package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"fillet/assets"
)

// source is a set of characters of a font, which is cut into pieces.
type source struct {
	name     string
	from     fontFile
	language assets.FontLanguage
	runes    []rune // nil means all characters of the font
	each     int    // characters per piece; 0 puts all into one piece, with the tables that join and place letters
}

// Characters per piece for scripts with thousands of characters. Text needs many pieces with common characters, but few
// with rare ones.
const (
	usual = 128
	rare  = 512
)

// Indices of the fonts in the file for Chinese, Japanese and Korean.
const (
	cjkFile         = "NotoSansCJK-Regular"
	faceJapanese    = 0
	faceKorean      = 1
	faceSimplified  = 2
	faceTraditional = 3
)

// emojiFile is the emoji font, whose characters are pictures. Characters that are also symbols are not taken from it.
const (
	emojiFile = "NotoColorEmoji"
	emojiEach = 32
)

// picked lists fonts whose letters do not join, and from which text needs only a few characters.
var picked = []string{"Cuneiform", "EgyptianHieroglyphs", "AnatolianHieroglyphs", "Yi", "Bamum", "Nushu", "Tangut"}

// fontSources returns the sources in the available fonts, in order of precedence: later sources skip the characters of
// earlier ones.
func fontSources(all map[string]string) []source {
	var list []source
	cjk, hasCJK := all[cjkFile]
	if hasCJK {
		list = append(list, cjkSources(cjk)...)
	}
	for _, family := range []string{"NotoSans", "NotoSerif", "NotoMusic"} {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			script, ok := strings.CutPrefix(strings.TrimSuffix(name, "-Regular"), family)
			if !ok || notPlain.MatchString(name) || strings.HasPrefix(script, "CJK") ||
				strings.HasPrefix(script, "Symbols") || script == "Math" {
				continue
			}
			if _, sans := all["NotoSans"+script+"-Regular"]; sans && family == "NotoSerif" {
				continue
			}
			s := source{name: script, from: fontFile{path: all[name]}}
			if script == "" {
				s.name = strings.TrimPrefix(family, "Noto")
			}
			if script == "" || slices.Contains(picked, script) {
				s.each = 2 * usual
			}
			list = append(list, s)
		}
	}
	for _, script := range []string{"Symbols", "Symbols2", "Math"} {
		if path, ok := all["NotoSans"+script+"-Regular"]; ok {
			list = append(list, source{name: script, from: fontFile{path: path}, each: usual})
		}
	}
	if path, ok := all[emojiFile]; ok {
		list = append(list, source{name: "emoji", from: fontFile{path: path}, each: emojiEach})
	}
	if hasCJK {
		list = append(list, source{name: "cjk-other", from: fontFile{cjk, faceSimplified}, each: rare})
	}
	return list
}

// cjkSources returns the sources for Chinese, Japanese and Korean. Each language has the characters of its old
// standard, whose first level holds the common ones.
func cjkSources(path string) []source {
	list := []source{
		{name: "kana", from: fontFile{path, faceJapanese}, runes: between(0x3000, 0x30ff, 0x31f0, 0x31ff, 0xff00,
			0xffef), each: rare},
		{
			name: "bopomofo", from: fontFile{path, faceTraditional}, runes: between(0x3100, 0x312f, 0x31a0, 0x31bf),
			each: rare,
		},
		{name: "hangul", from: fontFile{path, faceKorean}, runes: decoded(korean.EUCKR, 0xb0, 0xc8), each: usual},
		{name: "hangul-rare", from: fontFile{path, faceKorean}, runes: between(0xac00, 0xd7a3), each: rare},
		{name: "jamo", from: fontFile{path, faceKorean}, runes: between(0x1100, 0x11ff, 0x3130, 0x318f, 0xa960, 0xa97f,
			0xd7b0, 0xd7ff)},
	}
	for _, s := range []struct {
		name     string
		face     int
		language assets.FontLanguage
		standard encoding.Encoding
		rows     [3]byte // first row of common characters, first of rare ones, last of all
	}{
		{"zh-hans", faceSimplified, assets.Simplified, simplifiedchinese.GBK, [3]byte{0xb0, 0xd8, 0xf7}},
		{"zh-hant", faceTraditional, assets.Traditional, traditionalchinese.Big5, [3]byte{0xa4, 0xc9, 0xf9}},
		{"ja", faceJapanese, assets.Japanese, japanese.EUCJP, [3]byte{0xb0, 0xd0, 0xf4}},
		{"ko", faceKorean, assets.Korean, korean.EUCKR, [3]byte{0xca, 0xfe, 0xfd}},
	} {
		from := fontFile{path, s.face}
		list = append(list, source{
			name: s.name, from: from, language: s.language,
			runes: decoded(s.standard, s.rows[0], s.rows[1]-1), each: usual,
		})
		if s.rows[1] <= s.rows[2] {
			list = append(list, source{
				name: s.name + "-rare", from: from, language: s.language,
				runes: decoded(s.standard, s.rows[1], s.rows[2]), each: rare,
			})
		}
	}
	return list
}

// between returns all characters in ranges, each given by its first and last character.
func between(ends ...rune) []rune {
	var runes []rune
	for i := 0; i < len(ends); i += 2 {
		for r := ends[i]; r <= ends[i+1]; r++ {
			runes = append(runes, r)
		}
	}
	return runes
}

// decoded returns the Han and Hangul characters in the rows of a two-byte standard with first bytes in the given range.
func decoded(standard encoding.Encoding, from, to byte) []rune {
	var runes []rune
	for row := int(from); row <= int(to); row++ {
		for cell := 0x40; cell < 0xff; cell++ {
			if (standard == korean.EUCKR || standard == simplifiedchinese.GBK || standard == japanese.EUCJP) &&
				cell < 0xa1 {
				continue // the character is from a later standard
			}
			text, err := standard.NewDecoder().Bytes([]byte{byte(row), byte(cell)})
			if err != nil {
				continue
			}
			if r := []rune(string(text)); len(r) == 1 && unicode.In(r[0], unicode.Han, unicode.Hangul) {
				runes = append(runes, r[0])
			}
		}
	}
	return runes
}

// planFonts returns the pieces. Each character that the program's own font lacks is in one piece, or in one piece for
// each language with its own form.
func planFonts(sources []source, own []rune) ([]*cut, error) {
	bits := map[assets.FontLanguage]uint8{
		assets.Simplified: 1, assets.Traditional: 2, assets.Japanese: 4,
		assets.Korean: 8, "": 15,
	}
	taken := map[rune]uint8{} // set of languages by character
	for _, r := range own {
		taken[r] = bits[""]
	}
	had := map[fontFile][]rune{}
	var cuts []*cut
	for _, s := range sources {
		if had[s.from] == nil {
			runes, err := s.from.runes()
			if err != nil {
				return nil, err
			}
			slices.Sort(runes)
			had[s.from] = slices.Compact(runes)
		}
		left := slices.Clone(had[s.from])
		if s.runes != nil {
			chosen := map[rune]bool{}
			for _, r := range s.runes {
				chosen[r] = true
			}
			left = slices.DeleteFunc(left, func(r rune) bool { return !chosen[r] })
		}
		left = slices.DeleteFunc(left, func(r rune) bool { return !wanted(r) || taken[r]&bits[s.language] != 0 })
		for _, r := range left {
			taken[r] |= bits[s.language]
		}
		cuts = append(cuts, s.cut(left)...)
	}
	return cuts, nil
}

// cut divides characters of a source into pieces.
func (s source) cut(runes []rune) []*cut {
	if len(runes) == 0 {
		return nil
	}
	if s.each == 0 || len(runes) <= s.each {
		return []*cut{{
			name: s.name, from: s.from, language: s.language, runes: runes, shaped: s.each == 0,
			whole: s.each == 0 && s.runes == nil,
		}}
	}
	var cuts []*cut
	for part := range slices.Chunk(runes, s.each) {
		cuts = append(cuts, &cut{
			name: fmt.Sprintf("%s-%d", s.name, len(cuts)+1), from: s.from, language: s.language, runes: part,
		})
	}
	return cuts
}

// wanted reports whether the plan should include a character.
func wanted(r rune) bool {
	return r >= 0x80 && !unicode.In(r, unicode.Co, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Z)
}
