package svg

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"
)

var update = flag.Bool("update", false, "write the golden files")

const samples = "testdata/samples"

var sampleFiles = []string{"inkscape.svg", "illustrator.svg", "figma.svg"}

func TestFormat(t *testing.T) {
	t.Parallel()
	var list []testkit.Sample
	for _, name := range sampleFiles {
		list = append(list, testkit.Sample{Name: name, Path: name, Files: os.DirFS(samples)})
	}
	testkit.RunSamples(t, New(), list)
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range sampleFiles {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(samples, name))
			if err != nil {
				t.Fatal(err)
			}
			res, err := New().Import(context.Background(), importers.NewSource(name, data, os.DirFS(samples)),
				importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			testkit.CompareGolden(t, filepath.Join("testdata", name+".golden"), testkit.DumpImport(res), *update)
		})
	}
}

func imported(data string, files fs.FS, opts importers.Options) (*importers.Result, error) {
	return New().Import(context.Background(), importers.NewSource("m.svg", []byte(data), files), opts)
}

// drawingOf returns a drawing of 200 by 100 pixels.
func drawingOf(body string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100" viewBox="0 0 200 100">` + body + `</svg>`
}

func hasIssue(res *importers.Result, severity importers.Severity, part string) bool {
	return slices.ContainsFunc(res.Issues, func(i importers.Issue) bool {
		return i.Severity == severity && strings.Contains(i.String(), part)
	})
}

// shapes lists a drawing's colliders, one per line, with positions and lengths to a thousandth.
func shapes(doc *level.Document) string {
	var b strings.Builder
	number := func(x float64) string { return fmt.Sprintf("%g", math.Round(x*1000)/1000+0) }
	point := func(p level.Vec) string { return number(p.X) + "," + number(p.Y) }
	for c := range doc.Colliders() {
		s := &c.Shape
		fmt.Fprintf(&b, "%v", s.Kind)
		if s.Kind == level.Box {
			fmt.Fprintf(&b, " %s", point(s.Size))
		}
		fmt.Fprintf(&b, " at %s", point(c.Position))
		if c.Angle != 0 {
			fmt.Fprintf(&b, " by %s", number(float64(c.Angle)))
		}
		if s.Radius != 0 {
			fmt.Fprintf(&b, " r %s", number(s.Radius))
		}
		if s.Closed {
			b.WriteString(" closed")
		}
		switch n := len(s.Points); {
		case n > 8:
			fmt.Fprintf(&b, " of %d", n)
		case n > 0:
			for _, p := range s.Points {
				b.WriteString(" " + point(p))
			}
		}
		for _, h := range s.Holes {
			fmt.Fprintf(&b, " without %d", len(h))
		}
		if n := len(s.Details().Curves); n > 0 {
			fmt.Fprintf(&b, " with %d curves", n)
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Elements become shapes. The output has no names, ids or layers.
func TestShapes(t *testing.T) {
	t.Parallel()
	const filled, lined = `fill="#000"`, `fill="none" stroke="#000"`
	for _, tt := range []struct{ name, body, want string }{
		{"a rectangle", `<rect x="10" y="20" width="30" height="40"/>`, "box 30,40 at 25,40"},
		{"a rounded rectangle", `<rect width="30" height="40" rx="5"/>`, "box 30,40 at 15,20 r 5"},
		{"its radius by the other name", `<rect width="30" height="40" ry="5"/>`, "box 30,40 at 15,20 r 5"},
		{
			"its radius is cut to half", `<rect width="30" height="40" rx="100" ry="100"/>`,
			"polygon at 0,0 15,0 30,20 15,40 0,20 with 4 curves",
		},
		{"a pill", `<rect width="80" height="40" rx="20"/>`, "capsule at 40,20 r 20 20,0 -20,0"},
		{"a round rectangle is a circle", `<rect width="40" height="40" rx="20"/>`, "circle at 20,20 r 20"},
		{
			"elliptical corners", `<rect width="60" height="40" rx="20" ry="10"/>`,
			"polygon at 0,0 20,0 40,0 60,10 60,30 40,40 20,40 0,30 0,10 with 4 curves",
		},
		{
			"a turned rectangle", `<rect width="30" height="40" rx="5" transform="rotate(30)"/>`,
			"box 30,40 at 2.99,24.821 by 30 r 5",
		},
		{
			"a turned one that stands", `<rect width="30" height="40" transform="translate(50) rotate(80)"/>`,
			"box 40,30 at 32.909,18.245 by -10",
		},
		{
			"a scaled rounded rectangle", `<rect width="30" height="40" rx="5" transform="scale(2)"/>`,
			"box 60,80 at 30,40 r 10",
		},
		{"a mirrored one", `<rect width="30" height="40" rx="5" transform="scale(-1,1)"/>`, "box 30,40 at -15,20 r 5"},
		{"a stretched one", `<rect width="30" height="40" transform="scale(2,1)"/>`, "box 60,40 at 30,20"},
		{
			"a slanted one", `<rect width="30" height="40" transform="skewX(45)"/>`,
			"polygon at 0,0 0,0 30,0 70,40 40,40",
		},
		{"a circle", `<circle cx="50" cy="40" r="10"/>`, "circle at 50,40 r 10"},
		{
			"a stretched circle", `<circle cx="50" cy="40" r="10" transform="scale(2,1)"/>`,
			"polygon at 80,30 40,10 20,20 0,10 20,0 with 4 curves",
		},
		{
			"an ellipse", `<ellipse cx="50" cy="40" rx="20" ry="10"/>`,
			"polygon at 30,30 40,10 20,20 0,10 20,0 with 4 curves",
		},
		{"an ellipse of one radius", `<ellipse cx="50" cy="40" rx="20"/>`, "circle at 50,40 r 20"},
		{"a polygon", `<polygon points="10,10 50 10,50-5.5"/>`, "polygon at 10,-5.5 0,15.5 40,0 40,15.5"},
		{"a polygon that repeats its first point", `<polygon points="0,0 9,0 9,9 0,0"/>`, "polygon at 0,0 0,0 9,0 9,9"},
		{
			"a path of each kind of line", `<path d="M10 10H30V30h-10v-10L15 20l-5 0z"/>`,
			"polygon at 10,10 0,0 20,0 20,20 10,20 10,10 0,10",
		},
		{
			"numbers without separators", `<path d="M.5.5l10-.5.5 1e1-10.5.5z"/>`,
			"polygon at 0.5,0 0,0.5 10,0 10.5,10 0,10.5",
		},
		{"flags without separators", `<path d="M40 50a10 10 0 1120 0a10 10 0 11-20 0"/>`, "circle at 50,50 r 10"},
		{"a circle of curves", `<path d="M60 50c0 5.523-4.477 10-10 10s-10-4.477-10-10s4.477-10 10-10s10 4.477 10 10z"/>`, "circle at 50,50 r 10"},
		{
			"a capsule of arcs", `<path d="M20 10H60A10 10 0 0 1 60 30H20A10 10 0 0 1 20 10z"/>`,
			"capsule at 40,20 r 10 20,0 -20,0",
		},
		{
			"a capsule with a dent of an ellipse",
			`<path d="M20 10H35A5 8 0 0 0 45 10H60A10 10 0 0 1 60 30H20A10 10 0 0 1 20 10z"/>`,
			"polygon at 10,10 10,0 25,0 30,8 35,0 50,0 50,20 10,20 with 4 curves",
		},
		{
			"a polygon with rounded corners",
			`<path d="M10 0H40A10 10 0 0 1 50 10V20A10 10 0 0 1 40 30H10A10 10 0 0 1 0 20V10A10 10 0 0 1 10 0z"/>`,
			"polygon at 0,0 r 10 50,0 50,30 0,30 0,0",
		},
		{
			"as Figma writes it", `<path d="M0 4C0 1.79086 1.79086 0 4 0H46C48.2091 0 50 1.79086 50 4V26C50 28.2091 48.2091 30 46 30H4C1.79086 30 0 28.2091 0 26V4Z"/>`,
			"polygon at 0,0 r 4 0,0 50,0 50,30 0,30",
		},
		{
			"a dented one, whose dent is sharp",
			`<path d="M5 0H20V10H30V0H45A5 5 0 0 1 50 5V25A5 5 0 0 1 45 30H5A5 5 0 0 1 0 25V5A5 5 0 0 1 5 0z"/>`,
			"polygon at 0,0 of 12 with 4 curves", // the edges of the dent have sharp convex corners
		},
		{
			"an L", `<path d="M5 0H15A5 5 0 0 1 20 5V30H45A5 5 0 0 1 50 35V45A5 5 0 0 1 45 50H5A5 5 0 0 1 0 45V5A5 5 0 0 1 5 0z"/>`,
			"polygon at 0,0 r 5 20,0 20,30 50,30 50,50 0,50 0,0",
		},
		{
			"a tab, with half a circle at its end", `<path d="M0 0H40A10 10 0 0 1 40 20H0Z"/>`,
			"polygon at 0,0 0,0 40,0 40,20 0,20 with 1 curves",
		},
		{
			"corners of two radii", `<path d="M10 0H40A10 10 0 0 1 50 10V25A5 5 0 0 1 45 30H10A10 10 0 0 1 0 20V10A10 10 0 0 1 10 0z"/>`,
			"polygon at 0,0 10,0 40,0 50,10 50,25 45,30 10,30 0,20 0,10 with 4 curves",
		},
		{
			"a small hand-drawn blob is no circle", `<path d="M0 1C0 .2 .3 0 1 0S2 .4 2 1S1.6 2 1 2S0 1.5 0 1z"/>`,
			"polygon at 0,0 0,1 1,0 2,1 1,2 with 4 curves",
		},
		{
			"holes by evenodd", `<path fill-rule="evenodd" d="M0 0H50V50H0zM10 10H40V40H10z"/>`,
			"polygon at 0,0 0,0 50,0 50,50 0,50 without 4",
		},
		{"no hole by nonzero", `<path d="M0 0H50V50H0zM10 10H40V40H10z"/>`, "polygon at 0,0 0,0 50,0 50,50 0,50"},
		{
			"a hole by nonzero, turned round", `<path d="M0 0H50V50H0zM10 10V40H40V10z"/>`,
			"polygon at 0,0 0,0 50,0 50,50 0,50 without 4",
		},
		{
			"a rounded polygon with a round hole",
			`<path fill-rule="evenodd" d="M10 0H90A10 10 0 0 1 100 10V90A10 10 0 0 1 90 100H10A10 10 0 0 1 0 90V10A10 10 0 0 1 10 0zM40 50a10 10 0 1 0 20 0a10 10 0 1 0-20 0z"/>`,
			"polygon at 0,0 r 10 100,0 100,100 0,100 0,0 without 4 with 4 curves",
		},
		{
			"two outlines in one path", `<path d="M0 0h9v9h-9zm20 0h9v9h-9z"/>`,
			"polygon at 0,0 0,0 9,0 9,9 0,9\npolygon at 20,0 0,0 9,0 9,9 0,9",
		},
		{
			"a bow tie is two triangles", `<path d="M0 0L20 20V0L0 20z"/>`,
			"polygon at 0,0 0,0 10,10 0,20\npolygon at 10,0 0,10 10,0 10,20",
		},
		{"a quadratic curve", `<path d="M0 20Q20 0 40 20z"/>`, "polygon at 0,10 0,10 20,0 40,10 with 2 curves"},
		{
			"smooth ones", `<path d="M0 20Q5 15 10 20T20 20T30 20V30H0z"/>`,
			"polygon at 0,17.5 0,2.5 10,2.5 20,2.5 30,2.5 30,12.5 0,12.5 with 3 curves",
		},
		{"an open filled path is closed", `<path d="M0 0H20V20"/>`, "polygon at 0,0 0,0 20,0 20,20"},
		{"a line", `<line x1="10" y1="10" x2="60" y2="10" ` + lined + `/>`, "chain at 10,10 0,0 50,0"},
		{"a polyline", `<polyline points="0 0 10 0 10 10" ` + lined + `/>`, "chain at 0,0 0,0 10,0 10,10"},
		{"a closed line", `<path d="M0 0H10V10Z" ` + lined + `/>`, "chain at 0,0 closed 0,0 10,0 10,10"},
		{
			"a line with round joins and ends",
			`<path d="M0 0H10V10" stroke-width="4" stroke-linejoin="round" stroke-linecap="round" ` + lined + `/>`,
			"chain at 0,0 r 2 0,0 10,0 10,10",
		},
		{"its transform widens it", `<path transform="scale(3)" d="M0 0H10V10" stroke-width="4" stroke-linejoin="round" stroke-linecap="round" ` + lined + `/>`, "chain at 0,0 r 6 0,0 30,0 30,30"},
		{"but not with that effect", `<path transform="scale(3)" style="vector-effect:non-scaling-stroke" d="M0 0H10V10" stroke-width="4" stroke-linejoin="round" stroke-linecap="round" ` + lined + `/>`, "chain at 0,0 r 2 0,0 30,0 30,30"},
		{"a closed one needs round joins only", `<path d="M0 0H10V10z" stroke-width="4" stroke-linejoin="round" ` +
			lined + `/>`, "chain at 0,0 r 2 closed 0,0 10,0 10,10"},
		{"a line there and back has corners for ends", `<path d="M0 30H60z" stroke-width="10" stroke-linecap="round" ` +
			lined + `/>`, "chain at 0,30 0,0 60,0"},
		{
			"which may be round", `<path d="M0 30H60z" stroke-width="10" stroke-linejoin="round" ` + lined + `/>`,
			"capsule at 30,30 r 5 -30,0 30,0",
		},
		{"a line with round ends is a capsule", `<line x2="60" stroke-width="10" stroke-linecap="round" ` + lined +
			`/>`, "capsule at 30,0 r 5 -30,0 30,0"},
		{
			"two lines of one path", `<path d="M0 0H10M0 5H10" ` + lined + `/>`,
			"chain at 0,0 0,0 10,0\nchain at 0,5 0,0 10,0",
		},
		{
			"fill decides before stroke", `<rect width="10" height="10" ` + filled + ` stroke="red" stroke-width="8"/>`,
			"box 10,10 at 5,5",
		},
		{"a line that encloses nothing", `<path d="M0 0H10" stroke="red"/>`, "chain at 0,0 0,0 10,0"},
		{"a clip path that cuts", `<clipPath id="c"><rect width="50" height="50"/></clipPath><rect x="40" width="20" height="20" clip-path="url(#c)"/>`, "polygon at 40,0 0,0 10,0 10,20 0,20"},
		{
			"a clip path in parts of the shape's box",
			`<clipPath id="c" clipPathUnits="objectBoundingBox"><rect x=".25" width=".5" height="1"/></clipPath><rect x="40" y="10" width="20" height="20" clip-path="url(#c)"/>`, "polygon at 45,10 0,0 10,0 10,20 0,20",
		},
		{"one that cuts nothing", `<clipPath id="c"><rect width="50" height="50"/></clipPath><circle cx="25" cy="25" r="20" clip-path="url(#c)"/>`, "circle at 25,25 r 20"},
		{
			"a clip path of a group, by a use",
			`<circle id="a" r="20" cx="20" cy="20" fill="none"/><clipPath id="c"><use xlink:href="#a"/></clipPath><g clip-path="url(#c)" transform="translate(10)"><rect x="15" y="15" width="10" height="10"/></g>`, "box 10,10 at 30,20",
		},
		{"a drawing within", `<svg x="10" y="20" width="50" height="50" viewBox="0 0 10 10"><rect x="1" y="1" width="2" height="2"/></svg>`, "box 10,10 at 20,30"},
		{"it cuts what is beyond", `<svg x="10" y="20" width="50" height="50"><rect x="40" width="20" height="20"/></svg>`, "polygon at 50,20 0,0 10,0 10,20 0,20"},
		{"a symbol", `<symbol id="s" viewBox="0 0 10 10"><rect width="5" height="5"/></symbol><use href="#s" x="100" width="20" height="20"/>`, "box 10,10 at 105,5"},
		{"uses within uses", `<defs><rect id="a" width="10" height="10"/><g id="b"><use href="#a" x="20"/><use href="#a" x="40"/></g></defs><use href="#b" y="5" transform="scale(2)"/>`, "box 20,20 at 50,20\nbox 20,20 at 90,20"},
		{"a transform of styles", `<rect width="10" height="10" style="transform: translate(10px, 20px) rotate(90deg)"/>`, "box 10,10 at 5,25"},
		{"with an origin", `<rect width="10" height="10" style="transform: rotate(90deg); transform-origin: 10px 10px"/>`, "box 10,10 at 15,5"},
		{"every transform", `<g transform="matrix(2 0 0 2 10 10),translate(5) scale(.5) rotate(90,5,5)"><rect x="0" y="0" width="10" height="20"/></g>`, "box 20,10 at 20,15"},
		{"lengths with units", `<rect x="1in" width="25.4mm" height="72pt"/>`, "box 96,96 at 144,48"},
		{"percentages", `<rect x="10%" y="10%" width="50%" height="50%"/>`, "box 100,50 at 70,35"},
		{
			"a style before an attribute",
			`<style>.a{fill:none}</style><rect class="a" fill="red" width="9" height="9"/><rect class="a" style="fill:red" width="9" height="9"/>`, "box 9,9 at 4.5,4.5",
		},
		{
			"an id before a class before an element",
			`<style>#x{fill:red}.a{fill:none}rect{fill:red}</style><rect class="a" width="9" height="9"/><rect class="a" id="x" x="20" width="9" height="9"/>`, "box 9,9 at 24.5,4.5",
		},
		{"what is important", `<style>rect{fill:none !important}</style><rect style="fill:red" width="9" height="9"/><circle r="9"/>`, "circle at 0,0 r 9"},
		{
			"a rule of several selectors",
			`<style>/* a */ .a, circle.b { fill : none } @font-face{src:url(x)} </style><rect class="a" width="9" height="9"/><rect class="b" width="9" height="9"/><circle class="b" r="3"/>`, "box 9,9 at 4.5,4.5",
		},
		{"what is inherited", `<g fill="none" stroke="red"><path d="M0 0H9"/><g fill="red"><rect width="9" height="9"/></g></g>`, "chain at 0,0 0,0 9,0\nbox 9,9 at 4.5,4.5"},
		{"hidden elements", `<g display="none"><rect width="9" height="9"/></g><rect visibility="hidden" width="9" height="9"/><g visibility="hidden"><circle r="5" visibility="visible"/></g><circle r="3" opacity="0"/>`, "circle at 0,0 r 5"},
		{"unpainted ones", `<rect fill="none" width="9" height="9"/><rect fill="transparent" width="9" height="9"/><rect fill="#ff000000" width="9" height="9"/><rect fill="rgba(1, 2, 3, 0)" width="9" height="9"/><rect fill-opacity="0" width="9" height="9"/><path stroke="red" stroke-width="0" d="M0 0H9"/>`, ""},
		{"a switch", `<switch><g requiredExtensions="x"><rect width="9" height="9"/></g><circle r="5"/><circle r="6"/></switch>`, "circle at 0,0 r 5"},
		{
			"other languages and extensions",
			`<rect systemLanguage="de" width="9" height="9"/><g requiredExtensions="x"><circle r="4"/></g><circle systemLanguage="de, en-GB" r="5"/><switch><circle systemLanguage="enm" r="6"/><circle r="7"/></switch>`, "circle at 0,0 r 5\ncircle at 0,0 r 7",
		},
		{
			"the clip path of a use",
			`<clipPath id="c"><rect width="20" height="20"/></clipPath><defs><rect id="r" width="50" height="50"/></defs>` +
				`<use href="#r" x="100" y="50" clip-path="url(#c)"/>` +
				`<use href="#r" transform="scale(2)" x="10" style="clip-path:inset(0 90% 90% 0) view-box"/>`,
			"polygon at 100,50 0,0 20,0 20,20 0,20\npolygon at 20,0 0,0 40,0 40,20 0,20",
		},
		{
			"the clip paths of a drawing and of a symbol",
			`<clipPath id="c"><rect width="5" height="5"/></clipPath><symbol id="s" viewBox="0 0 10 10" ` +
				`clip-path="url(#c)"><rect width="8" height="8"/></symbol><use href="#s" width="100" height="100"/>` +
				`<svg x="50" y="60" width="100" height="100" viewBox="0 0 10 10" clip-path="url(#c)">` +
				`<rect width="8" height="8"/></svg>`,
			"polygon at 0,0 0,0 50,0 50,50 0,50\npolygon at 50,60 0,0 50,0 50,50 0,50",
		},
		{
			"invalid transforms",
			`<rect transform="translate(5,5,5)" width="1" height="9"/><rect transform="rotate(10 20)" width="2" height="9"/>` +
				`<rect transform="translate(5px)" width="3" height="9"/><rect transform="Scale(2)" width="4" height="9"/>` +
				`<rect transform=",scale(2)" width="5" height="9"/><rect transform="scale(2)," width="6" height="9"/>` +
				`<rect transform="translate(5,,5)" width="7" height="9"/><rect transform="scale(2) x" width="8" height="9"/>` +
				`<rect transform=" translate ( 9-2 ) , scale(1e0)" width="9" height="9"/><rect transform="none" width="9" height="8"/>`,
			"box 1,9 at 0.5,4.5\nbox 2,9 at 1,4.5\nbox 3,9 at 1.5,4.5\nbox 4,9 at 2,4.5\nbox 5,9 at 2.5,4.5\n" +
				"box 6,9 at 3,4.5\nbox 7,9 at 3.5,4.5\nbox 8,9 at 4,4.5\nbox 9,9 at 13.5,2.5\nbox 9,8 at 4.5,4",
		},
		{
			"the place of a symbol",
			`<symbol id="s" x="20" style="y:30px" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>` +
				`<use href="#s" x="10" y="10" width="50" height="80"/>`,
			"box 50,50 at 55,80",
		},
		{
			"uses of elements around them",
			`<g id="a"><rect width="9" height="9"/><use href="#a" x="9"/></g><g id="b"><use href="#c" x="20"/></g>` +
				`<g id="c"><rect width="9" height="9"/><use href="#b"/></g><use id="u" href="#v"/><use id="v" href="#u"/>` +
				`<use id="w" href="#w"/>`,
			"box 9,9 at 4.5,4.5\nbox 9,9 at 24.5,4.5\nbox 9,9 at 4.5,4.5",
		},
		{
			"dots",
			`<g stroke="red" stroke-width="4" stroke-linecap="round"><path d="M8 9h0"/><line x1="20" x2="20"/>` +
				`<polyline points="30 0 30 0"/><path transform="scale(2)" d="M20 0L20 0Z"/><path d="M50 0"/></g>` +
				`<path stroke="red" d="M9 9h0"/>`,
			"circle at 8,9 r 2\ncircle at 20,0 r 2\ncircle at 30,0 r 2\ncircle at 40,0 r 4",
		},
		{"a marked place", `<circle id="spawn" cx="20" cy="30"/>`, "point at 20,30"},
		{"a prefix", `<s:rect xmlns:s="http://www.w3.org/2000/svg" width="9" height="9"/><x:rect xmlns:x="http://x" width="9" height="9"/>`, "box 9,9 at 4.5,4.5"},
		{"rest of a damaged path", `<path d="M0 0H20V20H0z M5 5 L ?"/>`, "polygon at 0,0 0,0 20,0 20,20 0,20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := imported(drawingOf(tt.body), nil, importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := shapes(res.Document); got != tt.want {
				t.Errorf("%s is\n%s\nwant\n%s\nissues %v", tt.body, got, tt.want, res.Issues)
			}
		})
	}
}
