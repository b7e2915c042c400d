package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// loadedFonts returns the names of the font files that the page has loaded, without version and number.
func (p *tab) loadedFonts() []string {
	p.t.Helper()
	var names []string
	p.do(chromedp.Evaluate(`performance.getEntriesByType("resource").map((e) => e.name).filter((name) => name.includes("/fonts/"))`, &names))
	for i, n := range names {
		n = n[strings.LastIndex(n, "/")+1:]
		names[i] = strings.TrimRight(n[:strings.LastIndex(n, "-")], "-0123456789")
	}
	slices.Sort(names)
	return names
}

// needsFonts skips a test if the page has no fonts.
func needsFonts(t *testing.T) {
	t.Helper()
	if lists, err := filepath.Glob(filepath.Join(os.Getenv("FILLET_WEB"), "fonts", "list-*.txt")); err != nil ||
		len(lists) == 0 {
		t.Skip("the page was built without fonts")
	}
}

// named returns the address of a level with a column of triggers with the given names.
func named(t testing.TB, names ...string) string {
	var b strings.Builder
	b.WriteString("fillet: 1\nname: named\nsize: [300, 700]\nlayers:\n  - id: l1\n    name: things\n    colliders:\n")
	for i, n := range names {
		fmt.Fprintf(&b, "      - {id: c%d, name: %q, kind: box, role: trigger, position: [150, %d], size: [250, 80]}\n",
			i+1, n, 60+110*i)
	}
	return "#level=" + held(t, b.String()) + "&name=named"
}

func (p *tab) screen() image.Image {
	p.t.Helper()
	var data []byte
	p.do(chromedp.CaptureScreenshot(&data))
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

// ink holds the pixels that text covers: the pixels in an area of a picture that differ much from the background.
type ink map[image.Point]bool

func inkOf(m image.Image, part image.Rectangle) ink {
	is := ink{}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y < 0xa0 {
				is[image.Pt(x-part.Min.X, y-part.Min.Y)] = true
			}
		}
	}
	return is
}

// differs returns the fraction of the ink of two strings that is not common to both at their best alignment.
func (a ink) differs(b ink) float64 {
	best := 1.0
	for dy := -1; dy <= 1; dy++ {
		n := len(a) + len(b)
		for p := range a {
			if b[p.Add(image.Pt(0, dy))] {
				n -= 2
			}
		}
		best = min(best, float64(n)/float64(max(len(a)+len(b), 1)))
	}
	return best
}

// texts returns the names in a level of [named] as drawn in the outline and on the canvas.
func (p *tab) texts(n int) (rows, labels []ink) {
	p.t.Helper()
	m := p.screen()
	for i := range n {
		y := 157 + 24*i
		rows = append(rows, inkOf(m, image.Rect(102, y, 124, y+21)))
		y = 131 + 926*i/10
		labels = append(labels, inkOf(m, image.Rect(620, y, 637, y+16)))
	}
	return rows, labels
}

// same reports whether no two strings differ, different whether all do.
func same(texts []ink) bool { return differences(texts, func(d float64) bool { return d < 0.15 }) }

func different(texts []ink) bool { return differences(texts, func(d float64) bool { return d > 0.3 }) }

func differences(texts []ink, are func(d float64) bool) bool {
	for i, a := range texts {
		for _, b := range texts[:i] {
			if len(a) == 0 || !are(a.differs(b)) {
				return false
			}
		}
	}
	return true
}

// shows waits until the outline and the canvas show strings of some kind.
func (p *tab) shows(what string, n int, are func([]ink) bool) {
	p.t.Helper()
	wait(p.t, what+" in the outline and on the canvas", func() bool {
		rows, labels := p.texts(n)
		return are(rows) && are(labels)
	})
}

// offline is a script that blocks the page's requests for fonts, and counts them, until window.offline is false.
const offline = `
	window.offline = true; window.asks = 0;
	const real = window.fetch;
	window.fetch = (what, ...more) => {
		if (!window.offline || !String(what).includes("fonts/")) return real(what, ...more);
		window.asks++;
		return Promise.reject(new TypeError("offline"));
	};`

// scriptNames holds two characters each of several scripts.
var scriptNames = []string{"森口", "שב", "नग", "مع", "กข", "숲문"}

func (p *tab) openNamed(names ...string) {
	p.t.Helper()
	p.do(chromedp.Evaluate("location.hash = "+strconv.Quote(named(p.t, names...)), nil))
	p.waitFor("the level", `document.title.includes("named")`)
}

// Characters of scripts that the program's own font lacks are boxes while the page is offline, and letters once it is
// online, in the outline and on the canvas. Only the font files that they need are loaded.
func TestFontsAreLoadedWhenNeeded(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	needsFonts(t)
	p := newTab(t, "", offline)
	p.openNamed(scriptNames...)
	p.waitFor("the list of fonts", `window.asks > 0`)
	p.shows("boxes", len(scriptNames), same)
	p.waitFor("another attempt", `window.asks > 1`)
	if got := p.loadedFonts(); len(got) > 0 {
		t.Errorf("%q is loaded", got)
	}
	p.do(chromedp.Evaluate(`window.offline = false`, nil))
	p.shows("letters", len(scriptNames), different)
	if got, want := p.loadedFonts(),
		strings.Fields("Arabic Devanagari Hebrew Thai hangul hangul ko ko list"); !slices.Equal(got, want) {
		t.Errorf("%q is loaded, want %q", got, want)
	}
	p.openNamed("森の", "のの")
	p.shows("letters", 2, different)
	if got, want := p.loadedFonts(),
		strings.Fields("Arabic Devanagari Hebrew Thai hangul hangul ja kana ko ko list"); !slices.Equal(got, want) {
		t.Errorf("with Japanese, %q is loaded, want %q", got, want)
	}
}

// Neither fonts nor their list are loaded until they are needed. A text field keeps the focus when a font arrives.
func TestFontsDoNotDisturb(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	needsFonts(t)
	p := newTab(t, "", "")
	p.openNamed("ground", "Größe 1½ ×2", "жωế")
	p.shows("letters", 3, different)
	if got := p.loadedFonts(); len(got) > 0 {
		t.Errorf("%q is loaded without need", got)
	}
	p.drag(150, 108, 150, 108) // the outline's filter
	p.do(input.InsertText("ב"))
	p.waitFor("the font", `performance.getEntriesByType("resource").some((e) => e.name.includes("/fonts/Hebrew"))`)
	p.press("\b")
	p.do(input.InsertText("gro"))
	p.waitForRows(1)
}

// waitForRows waits until the outline lists n shapes.
func (p *tab) waitForRows(n int) {
	p.t.Helper()
	wait(p.t, fmt.Sprintf("an outline of %d rows", n), func() bool {
		rows, _ := p.texts(n + 1)
		return len(rows[n-1]) > 0 && len(rows[n]) == 0
	})
}

// A page that is hosted without the fonts works and shows boxes.
func TestPageWithoutItsFonts(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	if chromium == nil {
		t.Skip(missing)
	}
	folder := os.Getenv("FILLET_WEB")
	without := t.TempDir()
	files, err := filepath.Glob(filepath.Join(folder, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := os.Symlink(f, filepath.Join(without, filepath.Base(f))); err != nil {
			t.Fatal(err)
		}
	}
	html, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	entry := regexp.MustCompile(`&#34;fonts/list.txt&#34;:&#34;[^&]*&#34;,`)
	if err := errors.Join(os.Remove(filepath.Join(without, "index.html")),
		os.WriteFile(filepath.Join(without, "index.html"), entry.ReplaceAll(html, nil), 0o644)); err != nil {
		t.Fatal(err)
	}
	p := openAt(t, func(http.Handler) http.Handler { return handler(without) }, "", "", network.Enable())
	p.openNamed(scriptNames...)
	p.shows("boxes", len(scriptNames), same)
	if got := p.loadedFonts(); len(got) > 0 {
		t.Errorf("%q is loaded", got)
	}
}
