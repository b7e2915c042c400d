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

// FontSet finds the fonts of scripts that the program's own font lacks, in files beside the page that are loaded once a text needs
// them. A list says which file has which characters. Any goroutine can ask it.
type FontSet struct {
	// List reads the list of files, and Load one of them. They wait for the network.
	List func() ([]byte, error)
	Load func(name string) ([]byte, error)
	// Go does work that waits.
	Go func(func())
	// Changed is told, on some goroutine, that more characters have a font than before.
	Changed func()
	// Wait waits before something that failed is tried again.
	Wait func(time.Duration)

	own     FontLanguage // of whoever reads, as the browser says; empty where that is none that writes Han characters
	version atomic.Uint64

	mu      sync.Mutex
	list    []*fontFile // nil until it is there
	listing bool
	asked   map[rune]bool // before the list was there
	of      map[rune]fontChoice
	seen    FontLanguage // of the texts, as far as they tell
	loads   int          // files that are being loaded just now
	news    bool         // there are fonts that nobody has been told of
	telling bool         // somebody will be told of them soon
}

// fontFile is a piece and how far it is loaded.
type fontFile struct {
	*FontPiece
	loading bool
	font    *Font
}

// fontChoice holds the files that have a character, the one for the wanted language first.
type fontChoice struct {
	files  []*fontFile
	wanted FontLanguage
}

// Font is a loaded font, which the toolkit takes as a resource.
type Font struct {
	Face *font.Face
	name string
	data []byte
}

// Name returns the name of the file.
func (f *Font) Name() string { return f.name }

// Content returns the bytes of the file.
func (f *Font) Content() []byte { return f.data }

// NewFontSet returns a set for a reader of these languages, as browsers name them, most preferred first. Fill in its
// fields before use.
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

// languageOf is the way of writing Han characters that belongs to a language as browsers name it, such as "zh-TW".
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

// language is the one whose forms are wanted: the reader's, else that which the texts tell of.
func (s *FontSet) language() FontLanguage {
	switch {
	case s.own != "":
		return s.own
	case s.seen != "":
		return s.seen
	}
	return Simplified
}

// Version is another number whenever more characters have a font.
func (s *FontSet) Version() uint64 { return s.version.Load() }

// mostAsked is how many different characters are remembered. Beyond them none is looked for.
const mostAsked = 1 << 17

// Font is the font of a character, nil where there is none or none yet. It does not wait: what is not loaded is loaded, and Changed is told then.
func (s *FontSet) Font(r rune) *Font {
	if r < 0x80 || unicode.Is(unicode.Co, r) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hear(r)
	if s.list == nil {
		if len(s.asked) < mostAsked {
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

// hear takes from a character what language the texts are in. Korean is written without Han characters mostly, so any other language among
// them counts more.
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

// find is the font of a character, or has it loaded.
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
		if len(s.of) < mostAsked {
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
	for _, f := range c.files { // until the best one is there, another one does
		if f.font != nil {
			return f.font
		}
	}
	return nil
}

// again does something until it goes well, with pauses that grow: a page that is offline does not ask all the time.
func (s *FontSet) again(do func() error) {
	const first, most, growth = 10 * time.Second, time.Hour, 3
	for pause := first; do() != nil; pause = min(pause*growth, most) {
		s.Wait(pause)
	}
}

// loadList loads the list, and then what was asked for before it was there.
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

// fontsToldAfter is how long fonts that are there wait for others, so that all is drawn again once.
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

// tell tells of what is new, now or soon.
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
			is := s.news
			s.news, s.telling = false, false
			s.mu.Unlock()
			if is {
				s.Changed()
			}
		})
	}
}
