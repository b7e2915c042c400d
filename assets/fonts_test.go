package assets

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font/gofont/goregular"
)

func TestListIsReadAsWritten(t *testing.T) {
	pieces := []*FontPiece{
		NewFontPiece("fonts/Hebrew.ttf", "", []rune("אבגדת")),
		NewFontPiece("fonts/ja-1.otf", Japanese, []rune{0x4e00, 0x4e01, 0x4e03, 0x20000, 0x4e01, 0x10ffff}),
	}
	text := WriteFontList(pieces)
	got, err := ReadFontList(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[1].Name != "fonts/ja-1.otf" || got[0].Language != "" || got[1].Language != Japanese {
		t.Fatalf("the list is read as %+v", got)
	}
	for i, p := range got {
		if !slices.Equal(p.runes, pieces[i].runes) {
			t.Errorf("%s has %v, want %v", p.Name, p.runes, pieces[i].runes)
		}
	}
	for r, want := range map[rune]bool{
		'א': true, 'ד': true, 'ה': false, 'ת': true, 'a': false, 0x4e00: false,
		-1: false,
	} {
		if got[0].Has(r) != want {
			t.Errorf("%U: %t, want %t", r, !want, want)
		}
	}
	for r, want := range map[rune]bool{
		0x4dff: false, 0x4e00: true, 0x4e01: true, 0x4e02: false, 0x4e03: true,
		0x4e04: false, 0x20000: true, 0x10ffff: true,
	} {
		if got[1].Has(r) != want {
			t.Errorf("%U: %t, want %t", r, !want, want)
		}
	}
}

func TestBrokenListsAreRefused(t *testing.T) {
	for _, text := range []string{
		"", "a", "a -", "a - 1", "a - 1 2 3", " - 1 2", "a xx 1 2", "a - 1 0", "a - -1 2",
		"a - 1 !", "a - zzzzz zzzzz", "a - 1 2\n\nb - 1 2", "<!DOCTYPE html>",
	} {
		if p, err := ReadFontList([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, p)
		}
	}
	if _, err := ReadFontList([]byte("a - 1 2\na - 1 !")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("the error does not name line 2: %v", err)
	}
}

func FuzzReadFontList(f *testing.F) {
	f.Add([]byte("fonts/a.ttf - 14w 2s a 1\nfonts/b.otf ja 4e00 1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		pieces, err := ReadFontList(text)
		if err != nil {
			return
		}
		again, err := ReadFontList(WriteFontList(pieces))
		if err != nil || len(again) != len(pieces) {
			t.Fatalf("the written list %q is not readable: %v", text, err)
		}
	})
}

// page is a font set whose background work runs only when the test runs it.
type page struct {
	*FontSet
	files   map[string][]byte
	asked   []string
	work    []func()
	changed int
	waited  []time.Duration
	online  func()
}

func newPage(languages ...string) *page {
	p := &page{FontSet: NewFontSet(languages), files: map[string][]byte{}}
	p.Load = func(name string) ([]byte, error) {
		p.asked = append(p.asked, name)
		if data, ok := p.files[name]; ok {
			return data, nil
		}
		return nil, errors.New("404")
	}
	p.List = func() ([]byte, error) { return p.Load(FontListName) }
	p.Go = func(do func()) { p.work = append(p.work, do) }
	p.Changed = func() { p.changed++ }
	p.Wait = func(d time.Duration) {
		p.waited = append(p.waited, d)
		if p.online != nil {
			p.online()
		}
	}
	p.files[FontListName] = WriteFontList([]*FontPiece{
		NewFontPiece("hebrew", "", []rune("אבג")),
		NewFontPiece("kana", "", []rune("あいう")),
		NewFontPiece("hans", Simplified, []rune("一地国")),
		NewFontPiece("ja", Japanese, []rune("一地図")),
		NewFontPiece("ko", Korean, []rune("一")),
	})
	for _, name := range []string{"hebrew", "kana", "hans", "ja", "ko"} {
		p.files[name] = goregular.TTF
	}
	return p
}

// text requests all characters of a string, runs the background work, and returns the files that provide them.
func (p *page) text(s string) (files []string) {
	for _, r := range s {
		p.Font(r)
	}
	for len(p.work) > 0 {
		do := p.work[0]
		p.work = p.work[1:]
		do()
	}
	for _, r := range s {
		name := "-"
		if f := p.Font(r); f != nil {
			name = f.Name()
		}
		files = append(files, name)
	}
	return files
}

// Only files that are needed are loaded, each once, and none for characters of the program's own font.
func TestOnlyWhatIsNeededIsLoaded(t *testing.T) {
	p := newPage("en-GB")
	if got := p.text("abc 123"); len(p.asked) > 0 {
		t.Errorf("plain text loads %q: %q", p.asked, got)
	}
	for range 2 {
		if got, want := p.text("xבא"), []string{"-", "hebrew", "hebrew"}; !slices.Equal(got, want) {
			t.Errorf("the text has fonts %q, want %q", got, want)
		}
	}
	if want := []string{FontListName, "hebrew"}; !slices.Equal(p.asked, want) || p.changed != 1 || p.Version() != 1 {
		t.Errorf("loaded %q, want %q; %d reports", p.asked, want, p.changed)
	}
	if got := p.text("ສ"); got[0] != "-" || len(p.asked) != 2 {
		t.Errorf("a character that no file has gets the font %q, and %q was loaded", got, p.asked)
	}
}

// Fonts that arrive while others are loading are reported together, without waiting long for a slow one.
func TestFontsAreReportedTogether(t *testing.T) {
	p := newPage("ja")
	load := p.Load
	p.Load = func(name string) ([]byte, error) {
		if name == "hebrew" { // requested first, but arrives last
			for len(p.work) > 0 {
				do := p.work[0]
				p.work = p.work[1:]
				do()
			}
		}
		return load(name)
	}
	p.text("い一א")
	if p.changed != 2 || len(p.waited) != 1 || p.waited[0] > time.Second || p.Version() != 3 {
		t.Errorf("%d reports, after waiting for %v; version %d", p.changed, p.waited, p.Version())
	}
}

// Han characters use the forms of the reader's language, else of the text's language, else the simplified forms.
func TestLanguages(t *testing.T) {
	for _, c := range []struct {
		languages, text string
		want            string
	}{
		{"en", "一国", "hans hans"},
		{"en", "一い", "ja kana"},
		{"en-GB ja-JP zh-TW", "一国", "ja hans"},
		{"zh-CN", "一い図", "hans kana ja"},
		{"ko-KR", "一地", "ko hans"},
		{"zh-Hant-HK", "図", "ja"},
		{"en", "한一", "- ko"},
		{"en", "한一い", "- ja kana"},
	} {
		if got := strings.Join(newPage(strings.Fields(c.languages)...).text(c.text), " "); got != c.want {
			t.Errorf("%s, for %s: %s, want %s", c.text, c.languages, got, c.want)
		}
	}
	p := newPage()
	p.text("一")
	if got := p.text("い一"); !slices.Equal(got, []string{"kana", "ja"}) {
		t.Errorf("once the text is known to be Japanese, it has %q", got)
	}
}

// A load that fails, or that returns a broken file, is retried after growing pauses.
func TestLoadingAgain(t *testing.T) {
	p := newPage()
	list := p.files[FontListName]
	p.files[FontListName], p.files["hebrew"] = []byte("<html>the hotel's page"), []byte("<html>")
	p.online = func() {
		if len(p.waited) == 3 {
			p.files[FontListName] = list
		}
		if len(p.waited) == 5 {
			p.files["hebrew"] = goregular.TTF
		}
	}
	if got := p.text("א"); got[0] != "hebrew" {
		t.Errorf("the text has fonts %q in the end", got)
	}
	if len(p.asked) != 7 || len(p.waited) != 5 || p.waited[0] < time.Second || p.waited[2] <= p.waited[1] ||
		p.waited[4] <= p.waited[3] {
		t.Errorf("requested %q, with pauses of %v", p.asked, p.waited)
	}
}
