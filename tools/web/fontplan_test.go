package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"fillet/assets"
)

// plan returns the pieces into which the fonts of this machine are cut.
func plan(t *testing.T) (cuts []*cut, own ownFont) {
	t.Helper()
	t.Chdir("../..")
	sources := fontSources(findFonts(fontFolders))
	if len(sources) == 0 {
		t.Skip("there are no Noto fonts here: sh tools/deps.sh build web")
	}
	own, err := readOwnFont(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if cuts, err = planFonts(sources, own.runes); err != nil {
		t.Fatal(err)
	}
	return cuts, own
}

// Every character is in one piece, or in one for each language with its own form. No character of the program's own
// font is in a piece.
func TestEachCharacterIsInOnePiece(t *testing.T) {
	cuts, own := plan(t)
	of := map[rune][]*cut{}
	names := map[string]bool{}
	for _, c := range cuts {
		if names[c.name] {
			t.Errorf("two pieces are called %s", c.name)
		}
		names[c.name] = true
		for _, r := range c.runes {
			of[r] = append(of[r], c)
		}
	}
	for r, in := range of {
		languages := map[assets.FontLanguage]bool{}
		for _, c := range in {
			if languages[c.language] || languages[""] || c.language == "" && len(in) > 1 {
				t.Fatalf("%U is in %s and in others", r, c.name)
			}
			languages[c.language] = true
		}
	}
	for _, r := range own.runes {
		if of[r] != nil {
			t.Errorf("%U, which the program's own font has, is in %s", r, of[r][0].name)
		}
	}
	script := func(name string) string { return strings.TrimRight(name, "-0123456789") }
	for text, want := range map[string]string{
		"א": "Hebrew", "ب": "Arabic", "न": "Devanagari", "ก": "Thai", "あ": "kana", "、": "kana", "한": "hangul",
		"뷁": "hangul-rare",
		"一": "zh-hans zh-hant ja ko", "窟": "zh-hans zh-hant ja ko", "図": "ja", "国": "zh-hans ja",
		"國": "zh-hant ja-rare ko",
		"𠀋": "cjk-other", "ㄅ": "bopomofo", "ᄀ": "jamo", "ა": "Georgian", "Ա": "Armenian", "አ": "Ethiopic",
		"ཀ": "Tibetan", "★": "Symbols",
		"∮": "Math", "🂡": "Symbols", "😀": "emoji", "☠": "Symbols", "𒀀": "Cuneiform", "a": "", "ж": "", "ω": "", "ế": "",
		"\u200d": "", "\ue000": "",
	} {
		var got []string
		for _, c := range of[[]rune(text)[0]] {
			got = append(got, script(c.name))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is in %q, want %q", text, got, want)
		}
	}
}

// Pieces are small, except for scripts whose letters join.
func TestPiecesAreSmall(t *testing.T) {
	cuts, _ := plan(t)
	for _, c := range cuts {
		if n := len(c.runes); n > rare && !c.shaped || n == 0 || !slices.IsSorted(c.runes) {
			t.Errorf("%s has %d characters", c.name, n)
		}
	}
}

// A piece has its characters, a space and the line height of the toolkit's font, and cutting it again gives the same
// bytes.
func TestPiecesAreFonts(t *testing.T) {
	if _, err := exec.LookPath(subsetter); err != nil {
		t.Skip("there is no " + subsetter + " here")
	}
	cuts, own := plan(t)
	cuts = slices.DeleteFunc(cuts, func(c *cut) bool {
		return !slices.Contains([]string{"Hebrew", "ja-1", "Symbols2-1", "emoji-3"}, c.name)
	})
	if len(cuts) == 0 {
		t.Skip("none of the fonts is here")
	}
	var made [2][]byte
	for i := range made {
		c := cutter{cache: t.TempDir(), lines: own.lines, used: map[string]bool{}}
		if err := os.WriteFile(filepath.Join(c.cache, "old.ttf"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := c.cutAll(context.Background(), cuts); err != nil {
			t.Fatal(err)
		}
		if err := c.forget(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(c.cache, "old.ttf")); err == nil {
			t.Error("an unneeded piece stays in the cache")
		}
		for _, k := range cuts {
			data, err := os.ReadFile(k.made)
			if err != nil {
				t.Fatal(err)
			}
			made[i] = append(made[i], data...)
			has, err := fontFile{path: k.made}.runes()
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range append([]rune{' '}, k.runes...) {
				if !slices.Contains(has, r) {
					t.Errorf("%s lacks %U", k.name, r)
				}
			}
			if !k.whole && len(has) > len(k.runes)+2 {
				t.Errorf("%s has %d characters, not %d", k.name, len(has), len(k.runes))
			}
			if l, err := linesOf(data); err != nil || differs(l.ascent, own.lines.ascent) ||
				differs(l.descent, own.lines.descent) {
				t.Errorf("%s has lines of %v, not %v: %v", k.name, l, own.lines, err)
			}
			if sumOf(data) != 0xb1b0afba {
				t.Errorf("the checksum of %s is wrong", k.name)
			}
			if _, err := os.Stat(k.made + ".br"); (err == nil) != (k.name == "Hebrew" || k.name == "Symbols2-1") {
				t.Errorf("%s, compressed: %v", k.made, err)
			}
		}
	}
	if !bytes.Equal(made[0], made[1]) {
		t.Error("cutting again gives different pieces")
	}
}

func differs(a, b float64) bool { return a-b > 0.001 || b-a > 0.001 }

func TestBrokenFontsAreRejected(t *testing.T) {
	for _, n := range []int{0, 4, 11, 12, 30, 200, 1000} {
		if _, err := withLines(goregular.TTF[:n], lines{1, -0.25}); err == nil {
			t.Errorf("a file truncated to %d bytes is accepted as a font", n)
		}
	}
}

// Without fonts there is no list, and no error.
func TestPageWithoutFonts(t *testing.T) {
	if sources := fontSources(findFonts([]string{t.TempDir(), "missing"})); len(sources) > 0 {
		t.Errorf("sources are %v, want none", sources)
	}
	t.Setenv("PATH", t.TempDir())
	a := placedAssets{}
	if err := a.placeFonts(context.Background(), t.TempDir(), t.TempDir()); err != nil || len(a) > 0 {
		t.Errorf("%v: %v", a, err)
	}
}
