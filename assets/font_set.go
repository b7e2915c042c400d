package assets

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/go-text/typesetting/font"
)

// FontSet provides fonts for scripts that the program's own font lacks. It loads them from files next to the page when
// a text needs them; a list gives the characters of each file. It is safe for concurrent use.
type FontSet struct {
	// List reads the list of files, Load one of the files. Both may wait for the network.
	List func() ([]byte, error)
	Load func(name string) ([]byte, error)
	// Go runs blocking work in the background.
	Go func(func())
	// Changed is called when fonts for more characters are available, on any goroutine.
	Changed func()
	// Wait is called to wait before a failed request is repeated.
	Wait func(time.Duration)

	own     FontLanguage // the reader's language, from the browser; empty if it has no Han characters
	version atomic.Uint64

	mu      sync.Mutex
	list    []*fontFile // nil until loaded
	listing bool
	asked   map[rune]bool // characters requested before the list was loaded
	of      map[rune]fontChoice
	seen    FontLanguage // language of the texts, as far as known
	loads   int          // number of files being loaded
	news    bool         // whether there are fonts that are not reported yet
	telling bool         // whether a report is scheduled
}

// fontFile is a file with a part of a font, and its loading state.
type fontFile struct {
	*FontPiece
	loading bool
	font    *Font
}

// fontChoice holds the files that contain a character, with the file for the wanted language first.
type fontChoice struct {
	files  []*fontFile
	wanted FontLanguage
}

// Font is a loaded font, usable as a resource of the toolkit.
type Font struct {
	Face *font.Face
	name string
	data []byte
}

// Name returns the name of the file.
func (f *Font) Name() string { return f.name }

// Content returns the bytes of the file.
func (f *Font) Content() []byte { return f.data }

// NewFontSet returns a set for a reader of these languages, named as in browsers, most preferred first. Set its
// exported fields before use.
func NewFontSet(languages []string) *FontSet {
	s := &FontSet{Wait: time.Sleep, asked: map[rune]bool{}, of: map[rune]fontChoice{}}
	for _, l := range languages {
		if own := languageOf(l); own != "" {
			s.own = own
			break
		}
	}
	return s
}

// languageOf returns the language whose Han forms a BCP 47 tag such as "zh-TW" uses, or "".
func languageOf(name string) FontLanguage {
	name = strings.ToLower(name)
	base, rest, _ := strings.Cut(name, "-")
	switch base {
	case "ja":
		return Japanese
	case "ko":
		return Korean
	case "zh":
		for _, of := range []string{"hant", "tw", "hk", "mo"} {
			if strings.Contains(rest, of) {
				return Traditional
			}
		}
		return Simplified
	}
	return ""
}

// language returns the language of the preferred forms: the reader's language, else the language of the text.
func (s *FontSet) language() FontLanguage {
	switch {
	case s.own != "":
		return s.own
	case s.seen != "":
		return s.seen
	}
	return Simplified
}

// Version changes when fonts for more characters become available.
func (s *FontSet) Version() uint64 { return s.version.Load() }

// maxAsked limits the distinct characters to remember and look up.
const maxAsked = 1 << 17

// Font returns the font of a character, or nil if there is none or it is not loaded yet. It never blocks: if it has to
// load the font, it calls Changed later.
func (s *FontSet) Font(r rune) *Font {
	if r < 0x80 || unicode.Is(unicode.Co, r) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hear(r)
	if s.list == nil {
		if len(s.asked) < maxAsked {
			s.asked[r] = true
		}
		if !s.listing {
			s.listing = true
			s.Go(s.loadList)
		}
		return nil
	}
	return s.find(r)
}

// hear guesses the language of the text from a character. Korean rarely uses Han characters, so any other language
// takes precedence.
func (s *FontSet) hear(r rune) {
	switch {
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		s.seen = Japanese
	case s.seen != Japanese && unicode.Is(unicode.Bopomofo, r):
		s.seen = Traditional
	case s.seen == "" && unicode.Is(unicode.Hangul, r):
		s.seen = Korean
	}
}

// find returns the font of a character, or starts loading it.
func (s *FontSet) find(r rune) *Font {
	c, known := s.of[r]
	if language := s.language(); !known || c.wanted != language && len(c.files) > 1 {
		c = fontChoice{wanted: language}
		for _, f := range s.list {
			switch {
			case !f.Has(r):
			case f.Language == language:
				c.files = append([]*fontFile{f}, c.files...)
			default:
				c.files = append(c.files, f)
			}
		}
		if len(s.of) < maxAsked {
			s.of[r] = c
		}
	}
	if len(c.files) == 0 {
		return nil
	}
	if f := c.files[0]; f.font == nil && !f.loading {
		f.loading = true
		s.Go(func() { s.loadFile(f) })
	}
	for _, f := range c.files { // use another file until the best one is loaded
		if f.font != nil {
			return f.font
		}
	}
	return nil
}

// again repeats do until it succeeds. Pauses grow, because the page may be offline.
func (s *FontSet) again(do func() error) {
	const first, longest, growth = 10 * time.Second, time.Hour, 3
	for pause := first; do() != nil; pause = min(pause*growth, longest) {
		s.Wait(pause)
	}
}

// loadList loads the list, then looks up the characters that were requested before.
func (s *FontSet) loadList() {
	s.again(func() error {
		text, err := s.List()
		if err != nil {
			return err
		}
		pieces, err := ReadFontList(text)
		if err != nil {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, p := range pieces {
			s.list = append(s.list, &fontFile{FontPiece: p})
		}
		for _, r := range slices.Sorted(maps.Keys(s.asked)) {
			s.find(r)
		}
		s.asked = nil
		return nil
	})
}

// fontsToldAfter is the time to wait for further fonts, so that everything is redrawn only once.
const fontsToldAfter = 300 * time.Millisecond

func (s *FontSet) loadFile(f *fontFile) {
	s.again(func() error {
		s.mu.Lock()
		s.loads++
		s.mu.Unlock()
		data, err := s.Load(f.Name)
		var face *font.Face
		if err == nil {
			face, err = font.ParseTTF(bytes.NewReader(data))
		}
		if err == nil && face.Upem() == 0 {
			err = errors.New("the font has no size")
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.loads--
		if err == nil {
			f.font = &Font{Face: face, name: f.Name, data: data}
			s.news = true
			s.version.Add(1)
		}
		s.tell()
		return err
	})
}

// tell reports new fonts, now or soon.
func (s *FontSet) tell() {
	switch {
	case !s.news:
	case s.loads == 0:
		s.news = false
		s.Go(s.Changed)
	case !s.telling:
		s.telling = true
		s.Go(func() {
			s.Wait(fontsToldAfter)
			s.mu.Lock()
			news := s.news
			s.news, s.telling = false, false
			s.mu.Unlock()
			if news {
				s.Changed()
			}
		})
	}
}
