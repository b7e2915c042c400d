package svg

import (
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
)

// Elements give their colliders names, layers, tags, roles and properties.
func TestNames(t *testing.T) {
	t.Parallel()
	const spaces = `xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:serif="http://www.serif.com/"`
	const size = ` width="9" height="9"/>`
	for _, tt := range []struct{ name, body, want string }{
		{"an id", `<rect id="floor"` + size, `Shapes/floor solid`},
		{"a label before an id", `<rect id="rect1" inkscape:label="Floor"` + size, `Shapes/Floor solid`},
		{"Affinity's name", `<rect id="Big-door" serif:id="Big door"` + size, `Shapes/Big door solid`},
		{"Illustrator's name", `<rect id="Big_x20_door"` + size, `Shapes/Big door solid`},
		{"a title", `<rect id="rect1" width="9" height="9"><title>crate</title></rect>`, `Shapes/crate solid`},
		{"a group's name", `<g id="a"><g id="door"><rect id="rect1"` + size + `</g></g><circle/>`, `a/door solid`},
		{"nothing", `<rect` + size, `Shapes/rect solid`},
		{
			"two groups are two layers", `<g id="a"><rect id="x"` + size + `</g><g id="b"><rect id="y"` + size + `</g>`,
			`a/x solid, b/y solid`,
		},
		{
			"nested Inkscape layers",
			`<g inkscape:groupmode="layer" inkscape:label="A"><g id="no"><g inkscape:groupmode="layer" inkscape:label="B"><rect id="x"` + size + `</g></g><rect id="y"` + size + `</g>`, `A/B/x solid, A/y solid`,
		},
		{"a shape outside Inkscape's layers", `<g inkscape:groupmode="layer" id="l"/><g id="b"><rect id="rect1"` +
			size + `</g>`, `Shapes/b solid`},
		{
			"layers with the same name", `<g id="1" inkscape:label="A" inkscape:groupmode="layer"><rect id="x"` + size +
				`</g><g id="2" inkscape:label="A" inkscape:groupmode="layer"><rect id="y"` + size + `</g>`,
			`A (2)/y solid, A/x solid`,
		},
		{"classes are tags", `<rect id="x" class="ice st0 cls-1 slow"` + size, `Shapes/x solid [ice slow]`},
		{"a trigger by its name", `<rect id="exit-trigger"` + size, `Shapes/exit-trigger trigger`},
		{"a trigger by its class", `<rect id="x" class="trigger"` + size, `Shapes/x trigger [trigger]`},
		{"a trigger by its layer", `<g id="Triggers"><rect id="x"` + size + `</g><circle/>`, `Triggers/x trigger`},
		{"a one-way platform", `<rect id="oneWay"` + size, `Shapes/oneWay one-way`},
		{
			"lava by its layer", `<g id="Lava"><rect id="x"` + size + `</g><circle/>`,
			`Lava/x trigger [lava]`,
		},
		{"scenery, by its own name", `<rect id="deco 1"` + size, ``},
		{"scenery by its layer", `<g id="Background"><rect id="x"` + size + `</g><rect id="y"` + size, `Shapes/y solid`},
		{
			"a shape exported by Fillet", `<rect id="c1" data-name="deco" data-kind="box" data-body="static" data-category="1"` + size,
			`Shapes/deco solid`,
		},
		{
			"a solid shape in a scenery layer", `<g id="Background"><rect id="solid rock"` + size + `</g><circle/>`,
			`Background/solid rock solid`,
		},
		{
			"data attributes", `<rect id="x" data-hp="3" data-to="a b" data-zero="007" data-solid="false"` + size,
			`Shapes/x trigger map[hp:3 solid:false to:a b zero:007]`,
		},
		{"a duplicate id", `<rect id="x"` + size + `<rect id="x"` + size, `Shapes/x solid, Shapes/x solid`},
		{"a use", `<rect id="x" fill="none"` + size +
			`<g id="a"><use id="door" href="#x"/><use id="use3" href="#x" fill="red"/></g>`, ``},
		{
			"a use's label", `<rect id="door"` + size + `<use inkscape:label="lava" href="#door"/>`,
			`Shapes/door solid, Shapes/lava trigger [lava]`,
		},
		{
			"a use with a label without a role", `<defs><rect id="lava"` + size + `</defs><use inkscape:label="pool" href="#lava"/>`,
			`Shapes/pool trigger [lava]`,
		},
		{
			"a use with a label of a different role", `<defs><rect id="lava"` + size + `<rect id="deco"` + size +
				`</defs><use inkscape:label="wall" href="#lava"/><use inkscape:label="block" href="#deco"/>`,
			`Shapes/block solid, Shapes/wall solid`,
		},
		{
			"a use's id", `<rect id="rect1"` + size + `<use id="exit_trigger" href="#rect1"/>`,
			`Shapes/exit_trigger trigger, Shapes/rect1 solid`,
		},
		{
			"the class and data of a use", `<defs><rect id="x" class="slow" data-hp="1" data-a="2"` + size +
				`</defs><use class="sensor fast cls-1" data-hp="3" href="#x"/>`,
			`Shapes/x trigger [slow sensor fast] map[a:2 hp:3]`,
		},
		{"scenery that is a group", `<defs><g id="lava"><rect id="rect1"` + size +
			`</g></defs><use inkscape:label="deco bush" href="#lava"/>`, ``},
		{
			"a group's class", `<g id="g7" class="trigger"><rect id="x"` + size + `</g><rect id="y"` + size,
			`Shapes/y solid, g7/x trigger`,
		},
		{
			"uses", `<defs><rect id="rect1"` + size +
				`</defs><use id="door" href="#rect1"/><use id="use3" href="#rect1"/>`,
			`Shapes/door solid, Shapes/rect1 solid`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := imported(strings.Replace(drawingOf(tt.body), "<svg ", "<svg "+spaces+" ", 1), nil,
				importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var list []string
			for _, l := range res.Document.Layers() {
				for _, c := range res.Document.InLayer(l.ID) {
					s := l.Name + "/" + c.Name + " " + c.Role.String()
					if len(c.Tags) > 0 {
						s += " " + fmt.Sprint(c.Tags)
					}
					if len(c.Properties) > 0 {
						s += " " + fmt.Sprint(c.Properties)
					}
					list = append(list, s)
				}
			}
			slices.Sort(list)
			if got := strings.Join(list, ", "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// The page begins at the origin of its viewBox.
func TestPageBeginsAtTheViewBox(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"10 20", "-5 40", "30 -7"} {
		x, y, _ := strings.Cut(at, " ")
		res, err := imported(strings.Replace(drawingOf(`<rect x="`+x+`" y="`+y+`" width="200" height="100"/>`+
			`<rect id="a" x="9" y="9" width="9" height="9"/>`), `viewBox="0 0`, `viewBox="`+at, 1), nil, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Document.Len() != 1 {
			t.Errorf("at %s there are %d colliders, want 1: %v", at, res.Document.Len(), res.Issues)
		}
	}
}

// A rectangle of the page's size below everything else is the background unless something gives it a role.
func TestPage(t *testing.T) {
	t.Parallel()
	const box = ` x="9" y="9" width="9" height="9"/>`
	for _, tt := range []struct{ body, left, want string }{
		{`<rect width="200" height="100" fill="white"/><rect id="a"` + box, "rect", "a"},
		{`<g id="Level"><rect width="200" height="100"/><g id="Boxes"><rect id="a"` + box + `</g></g>`, "Level", "a"},
		{`<rect id="Desktop - 1" width="200" height="100.2"/><rect id="a"` + box, "Desktop - 1", "a"},
		{`<path d="M0 0H200V100H0Z"/><rect id="a"` + box, "path", "a"},
		{`<rect id="a"` + box + `<rect id="b" width="200" height="100"/>`, "", "a b"},
		{`<rect id="b" width="200" height="98"/><rect id="a"` + box, "", "a b"},
		{`<ellipse id="b" cx="100" cy="50" rx="100" ry="50"/><rect id="a"` + box, "", "a b"},
		{`<rect id="b wall" width="200" height="100"/><rect id="a"` + box, "", "a b wall"},
		{`<rect id="b" class="ground" width="200" height="100"/><rect id="a"` + box, "", "a b"},
		{`<rect id="lava" width="200" height="100"/><rect id="a"` + box, "", "a lava"},
		{`<rect id="b" data-hp="3" width="200" height="100"/><rect id="a"` + box, "", "a b"},
		{`<rect id="b" width="200" height="100"/>`, "", "b"},
	} {
		res, err := imported(drawingOf(tt.body), nil, importers.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.body, err)
			continue
		}
		var names []string
		for c := range res.Document.Colliders() {
			names = append(names, c.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.body, got, tt.want)
		}
		if hasIssue(res, importers.Note, fmt.Sprintf("%q covers the whole page", tt.left)) != (tt.left != "") {
			t.Errorf("%s: issues %v, page note %q", tt.body, res.Issues, tt.left)
		}
	}
	m, err := importers.ReadMapping(strings.NewReader("entities:\n  - {name: room, radius: 2}\n"), "rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	res, err := imported(drawingOf(`<rect id="room" width="200" height="100"/><rect id="a"`+box), nil,
		importers.Options{Mapping: m})
	if err != nil || res.Document.Len() != 2 {
		t.Errorf("with a rule: %v, %v", res, err)
	}
}

// Mapping rules match shapes by name, class and layer.
func TestRules(t *testing.T) {
	t.Parallel()
	m, err := importers.ReadMapping(strings.NewReader("entities:\n  - {name: ice, role: one-way}\n  - {layer: Notes, "+
		"ignore: true}\n  - {name: bg, role: trigger}\n  - {name: Wall*, radius: 2}\n"), "rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	res, err := imported(drawingOf(`<g id="Notes"><rect width="9" height="9"/></g><g id="a"><rect id="x" class="ice" width="9" height="9"/><rect id="Wall 1" width="9" height="9"/><rect id="bg" width="9" height="9"/></g>`), nil, importers.Options{Mapping: m})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for c := range res.Document.Colliders() {
		got = append(got, fmt.Sprint(c.Name, " ", c.Role, " ", c.Shape.Radius))
	}
	if d := cmp.Diff([]string{"x one-way 0", "Wall 1 solid 2", "bg trigger 0"}, got); d != "" {
		t.Error(d)
	}
}

// The size and units of the drawing determine the level's frame.
func TestFrames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ head, want string }{
		{`width="200" height="100"`, "(0, 0) (200, 100): box 10,10 at 5,5"},
		{`width="200px" height="100" viewBox="0 0 100 50"`, "(0, 0) (200, 100): box 20,20 at 10,10"},
		{`width="200px" height="100" viewBox="0 0 100 50 1"`, "(0, 0) (200, 100): box 10,10 at 5,5"},
		{`viewBox="-20 -10 100 50"`, "(-20, -10) (100, 50): box 10,10 at 5,5"},
		{`width="100%" height="100%" viewBox="0 0 100 50"`, "(0, 0) (100, 50): box 10,10 at 5,5"},
		{`width="1in" viewBox="0 0 48 24"`, "(0, 0) (96, 48): box 20,20 at 10,10"},
		{`width="200" height="200" viewBox="0 0 100 50"`, "(0, -50) (200, 200): box 20,20 at 10,10"},
		{
			`width="200" height="200" viewBox="0 0 100 50" preserveAspectRatio="xMinYMin"`,
			"(0, 0) (200, 200): box 20,20 at 10,10",
		},
		{
			`width="200" height="200" viewBox="0 0 100 50" preserveAspectRatio="none"`,
			"(0, 0) (200, 200): box 20,40 at 10,20",
		},
		{
			`width="200" height="200" viewBox="0 0 100 50" preserveAspectRatio="xMaxYMax slice"`,
			"(200, 0) (200, 200): box 40,40 at 20,20",
		},
		{
			`width="200" height="200" viewBox="0 0 100 50" preserveAspectRatio="xminymin slice"`,
			"(0, -50) (200, 200): box 20,20 at 10,10",
		},
		{
			`width="210mm" height="297mm" viewBox="0 0 210 297"`,
			"(0, 0) (793.701, 1122.52): box 37.795,37.795 at 18.898,18.898",
		},
		{``, "(0, 0) (10, 10): box 10,10 at 5,5"},
		{`width="0" height="-3"`, "(0, 0) (10, 10): box 10,10 at 5,5"},
	} {
		res, err := imported(`<svg xmlns="http://www.w3.org/2000/svg" `+tt.head+`><rect width="10" height="10"/></svg>`,
			nil, importers.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.head, err)
			continue
		}
		s := res.Document.Settings()
		if got := fmt.Sprintf("%v %v: %s", s.Origin, s.Size, shapes(res.Document)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.head, got, tt.want)
		}
	}
}

// Files that are not drawings, or that exceed the limits, are rejected.
func TestBadFiles(t *testing.T) {
	t.Parallel()
	var bomb strings.Builder
	bomb.WriteString(`<g id="a0"><rect id="r" width="9" height="9"/></g>`)
	for i := range 30 {
		fmt.Fprintf(&bomb, `<g id="a%d"><use href="#a%d"/><use href="#a%d"/></g>`, i+1, i, i)
	}
	long := "M0 0" + strings.Repeat("L9 9", 100000)
	for _, tt := range []struct{ name, data, want string }{
		{"nothing", ``, "XML"},
		{"cut short", "<svg>\n<g>", "m.svg:2"},
		{"other XML", `<html><svg/></html>`, "not an SVG drawing"},
		{"a bomb of uses", drawingOf(bomb.String()), "exceeds the limit"},
		{"a bomb of a long path", drawingOf(`<defs><path id="p" fill="none" stroke="red" d="` + long + `"/></defs>` +
			strings.Repeat(`<use href="#p"/>`, 1000)), "exceeds the limit"},
		{"nested entities", `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><svg>&c;</svg>`, "not supported"},
		{"external entities", `<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]><svg>&a;</svg>`, "not supported"},
		{"a large entity", `<!DOCTYPE svg [<!ENTITY a "` + strings.Repeat("x", 100000) + `">]><svg>` +
			strings.Repeat("&a;", 1000) + `</svg>`, "entities expand to"},
		{"deep groups", strings.Repeat("<g>", 300), "deep"},
		{"a huge drawing", `<svg width="1e9" height="10" viewBox="0 0 10 10"/>`, "the limit"},
		{"an empty viewBox", `<svg width="5" height="5" viewBox="0 0 0 0"/>`, "viewBox"},
		{"an odd viewBox", `<svg width="5" height="5" preserveAspectRatio="none" viewBox="0 0 1e-300 1"/>`, "viewBox"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := imported(tt.data, nil, importers.Options{})
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "m.svg") {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// scribble returns path data with random lines.
func scribble(points int) string {
	r := rand.New(rand.NewPCG(1, 2))
	d := "M"
	for range points {
		d += fmt.Sprintf("%d,%d ", r.IntN(1000), r.IntN(1000))
	}
	return d
}

// Small files with too many crossing edges are rejected, or their elements are left out, before the crossings are
// computed.
func TestCrossings(t *testing.T) {
	t.Parallel()
	res, err := imported(drawingOf("\n"+`<path id="p" d="`+scribble(2500)+`"/>`), nil, importers.Options{})
	if err != nil || !hasIssue(res, importers.Loss, "line 2, path p: it was left out: its edges cross too often") {
		t.Errorf("a scribble: %v, %v", res, err)
	}
	some, uses, scaled := `<path id="p" d="`+scribble(300)+`"/>`, "", ""
	for i := range 400 {
		uses += fmt.Sprintf(`<use href="#p" x="%d"/>`, i)
		scaled += fmt.Sprintf(`<use href="#p" transform="scale(1,0.%d)"/>`, 1000+i)
	}
	for body, want := range map[string]string{some + uses: "points of colliders", some + scaled: "exceeds the limit"} {
		if _, err := imported(drawingOf(body), nil, importers.Options{}); err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "m.svg:1") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	small := `<clipPath id="c"><rect width="200" height="100"/></clipPath><path id="p" d="` + scribble(12) + `"/>`
	for _, use := range []string{`<use href="#p" x="%d"/>`, `<use href="#p" transform="translate(%d)"/>`} {
		twice, err := imported(drawingOf(`<g>`+small+`</g>`+fmt.Sprintf(use, 50)+fmt.Sprintf(use, 70)), nil,
			importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		once, err := imported(drawingOf(`<defs>`+small+`</defs>`+fmt.Sprintf(use, 70)), nil, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := shapes(twice.Document), shapes(once.Document); !strings.HasSuffix(got, want) || got == want {
			t.Errorf("used again:\n%s\nwant at the end\n%s", got, want)
		}
	}
}

// Issues are reported with their line.
func TestIssues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		body, want string
		severity   importers.Severity
	}{
		{"\n<text>a</text>", "line 2, text: left out 1 text element", importers.Note},
		{`<g id="a" display="none"/>`, "line 1, g a: left out 1 hidden element", importers.Note},
		{`<image href="a.png"/>`, "left out 1 image:", importers.Note},
		{`<foreignObject/>`, "left out 1 embedded element", importers.Loss},
		{`<rect mask="url(#m)" width="9" height="9"/>`, "masking on 1 element:", importers.Warning},
		{`<use href="#a"/>`, `it uses "#a", which is not in the file`, importers.Loss},
		{`<use href="b.svg#a"/>`, `it uses "b.svg#a", which is not in the file`, importers.Loss},
		{`<g id="a"><use href="#a"/></g>`, "uses in a cycle", importers.Warning},
		{`<path id="x" d="M0 0H20V20Lx"/>`, `line 1, path x: its path data is invalid from "Lx" on`, importers.Warning},
		{`<polygon points="0 0 9 0 9 9 x"/>`, "some of its points are invalid", importers.Warning},
		{
			`<rect width="9" height="9" transform="spin(3)"/>`, `the transform cannot be read: "spin(3)"`,
			importers.Warning,
		},
		{`<rect width="9" height="9" transform="scale(0)"/>`, "makes it empty", importers.Loss},
		{`<rect width="9" height="9" transform="translate(1e9)"/>`, "too large", importers.Loss},
		{`<rect width="9" height="9" x="5e6"/>`, "beyond the limit", importers.Loss},
		{
			`<path fill="none" stroke="red" stroke-width="0" d="M0 0H9"/>`, "left out 1 shape with no fill or stroke",
			importers.Note,
		},
		{
			`<line x2="9"/><line stroke="red" stroke-width="0" x2="9"/><line stroke="context-stroke" x2="9"/>` +
				`<path style="d:none" d="M0 0H9V9"/><path/><rect width="9"/><circle r="0"/><polygon points="1,2"/>`,
			"left out 8 shapes with no fill or stroke, or with no outline", importers.Note,
		},
		{`<path d="M0 0H9"/>`, "it has no area", importers.Loss},
		{`<path stroke="red" d="M9 9h0"/>`, "it has no area", importers.Loss},
		{`<path d="?"/>`, "it has no area", importers.Loss},
		{`<rect width="calc(9px)" height="9"/>`, "it has no area", importers.Loss},
		{
			`<rect id="bg" width="9" height="9"/>`,
			"line 1, rect bg: left out 1 shape named like scenery", importers.Note,
		},
		{
			`<style>g rect{fill:none} a:hover{fill:red} rect+g{fill:red} @media print{*{fill:red}}</style>`,
			"3 style rules based on states, neighbours or conditions", importers.Warning,
		},
		{
			`<clipPath id="c" clipPathUnits="objectBoundingBox"/><g clip-path="url(#c)"><rect width="9" height="9"/></g>`,
			"relative to the box of a group", importers.Warning,
		},
		{`<clipPath id="c"><rect width="5" height="5"/></clipPath><path clip-path="url(#c)" fill="none" stroke="red" d="M0 0H9"/>`, "clipping on 1 line:", importers.Warning},
		{
			"<rect width='9' height='9'>\n<set id=\"s\" attributeName='display' to='none'/></rect>",
			"line 2, set s: ignored 1 animation:", importers.Warning,
		},
		{
			`<animateMotion path="M0 0H9"/><animateTransform attributeName="transform"/>` +
				`<animate attributeName="fill-opacity"/>`,
			"3 animations", importers.Warning,
		},
		{
			`<style>#a{animation:spin 2s}</style><g id="a"/><g style="animation-name:b"/>`,
			"line 1, g a; line 1, g: ignored 2 animations", importers.Warning,
		},
		{
			`<filter id="f"><feOffset dx="50"/></filter><rect id="a" filter="url(#f)" width="9" height="9"/>`,
			"line 1, rect a: ignored filters that move or hide 1 element:", importers.Warning,
		},
		{
			`<rect style="-webkit-mask-image:url(#m)" width="9" height="9"/>`,
			"masking on 1 element:", importers.Warning,
		},
		{
			`<g marker-end="url(#m)"><path id="a" d="M0 0H9"/><rect width="9" height="9"/></g>`,
			"line 1, path a: left out markers, such as arrowheads, on 1 line", importers.Note,
		},
		{
			`<g marker-end="url(#m)"><path id="a" style="marker:none" d="M0 0H9"/><path id="b" d="M0 0H9"/></g>`,
			"line 1, path b: left out markers, such as arrowheads, on 1 line", importers.Note,
		},
		{
			`<path id="a" style="marker-end:none;marker:url(#m)" d="M0 0H9"/>` +
				`<path id="b" style="marker:url(#m);all:initial" d="M0 0H9"/>`,
			"line 1, path a: left out markers, such as arrowheads, on 1 line", importers.Note,
		},
		{
			`<path id="a" stroke="red" fill="none" stroke-dasharray="3" d="M0 0H9"/>`,
			"line 1, path a: ignored dashes on 1 line:", importers.Warning,
		},
		{
			`<svg id="a" width="0" height="9" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>`,
			"line 1, svg a: left out 1 hidden element", importers.Note,
		},
		{
			`<clipPath id="c" clip-path="url(#d)"><rect width="9" height="9"/></clipPath>` +
				`<rect id="a" clip-path="url(#c)" width="9" height="9"/>`,
			"line 1, rect a: its clip path has a clip path", importers.Warning,
		},
	} {
		res, err := imported(drawingOf(tt.body), nil, importers.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.body, err)
		} else if !hasIssue(res, tt.severity, tt.want) {
			t.Errorf("%s: issues %v, want a %s: %s", tt.body, res.Issues, tt.severity, tt.want)
		}
	}
}

// A filter is reported if it does not show the element in its place.
func TestFilters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		primitives string
		isKept     bool
	}{
		{``, false},
		{`<feGaussianBlur/>`, true},
		{`<feOffset/>`, true},
		{`<feOffset dy="1"/>`, false},
		{`<feOffset dx="5" result="o"/><feBlend in="SourceGraphic" in2="o"/>`, true},
		{`<feOffset dx="5" result="o"/><feBlend in="o" in2="BackgroundImage"/>`, false},
		{
			`<feOffset dx="5" result="o"/><feMerge><feMergeNode in="o"/><feMergeNode in="SourceGraphic"/>` +
				`</feMerge>`,
			true,
		},
		{`<feOffset dx="5"/><feMerge><feMergeNode/></feMerge>`, false},
		{`<feFlood flood-opacity="0" result="f"/><feBlend in="SourceGraphic" in2="f"/>`, true},
		{`<feFlood/><feComposite in2="SourceAlpha" operator="in"/>`, true},
		{`<feFlood style="flood-opacity:0"/><feComposite in2="SourceAlpha" operator="in"/>`, false},
		{`<feComposite in2="SourceAlpha" operator="out"/>`, false},
		{`<feColorMatrix values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0"/>`, true},
		{`<feColorMatrix values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 0"/>`, false},
		{`<feColorMatrix type="saturate" values="0"/>`, true},
		{`<feComponentTransfer><feFuncA type="linear" slope=".5"/></feComponentTransfer>`, true},
		{`<feComponentTransfer><feFuncA type="linear" slope="0"/></feComponentTransfer>`, false},
		{`<feComponentTransfer><feFuncA type="table" tableValues="0 0"/></feComponentTransfer>`, false},
		{`<feDisplacementMap in2="SourceGraphic" scale="9"/>`, false},
		{`<feImage href="a.png"/>`, true},
	} {
		body := `<filter id="f">` + tt.primitives + `</filter><rect filter="url(#f)" width="9" height="9"/>`
		res, err := imported(drawingOf(body), nil, importers.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.primitives, err)
		} else if got := !hasIssue(res, importers.Warning, "filters that move or hide"); got != tt.isKept {
			t.Errorf("%s: kept = %v, want %v; issues %v", tt.primitives, got, tt.isKept, res.Issues)
		}
	}
}

// An outline with too many points for one polygon becomes several polygons with the same total area.
func TestManyPoints(t *testing.T) {
	t.Parallel()
	var d strings.Builder
	d.WriteString("M0 100")
	for i := range 9000 {
		fmt.Fprintf(&d, "L%g %d", float64(i)/50, 20+40*(i%2))
	}
	d.WriteString("L180 100z")
	res, err := imported(drawingOf(`<path id="p" d="`+d.String()+`"/>`), nil, importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	total, n := 0.0, 0
	ids := map[string]bool{}
	for c := range res.Document.Colliders() {
		total += res.Document.Baked(c.ID).Mass().Area
		n++
		ids[c.Source.ID] = true
		if len(c.Shape.Points) > importers.MaxOutline {
			t.Errorf("a polygon has %d points", len(c.Shape.Points))
		}
	}
	if n < 5 || len(ids) != n || math.Abs(total-180*60) > 5 || !hasIssue(res, importers.Note,
		"points into several colliders") {
		t.Errorf("%d colliders with a total area of %g, %d ids, issues %v", n, total, len(ids), res.Issues)
	}
}

// A mirrored one-sided chain is solid on its mirrored side: to the left of its direction on the screen.
func TestMirroredChainsKeepTheirSide(t *testing.T) {
	t.Parallel()
	for transform, want := range map[string]string{
		"": "chain at 10,0 0,0 20,0", "scale(-1 1)": "chain at -10,0 -20,0 0,0", "rotate(180)": "chain at -10,0 0,0 -20,0",
	} {
		res, err := imported(drawingOf(`<g transform="`+transform+`"><path data-kind="chain" data-body="static" `+
			`data-category="1" data-one-sided="true" d="M10 0H30" fill="none" stroke="red"/></g>`), nil,
			importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := shapes(res.Document); got != want {
			t.Errorf("%q: %s, want %s", transform, got, want)
		}
	}
}

// The motion of an exported collider is restored; numbers beyond the limits are ignored.
func TestMotionComesBack(t *testing.T) {
	t.Parallel()
	for attributes, want := range map[string]level.Motion{
		``: {},
		`data-velocity="3 -4" data-spin="-90" data-force="1.5,2"`: {
			Velocity: level.Vec{X: 3, Y: -4}, Spin: -90, Force: level.Vec{X: 1.5, Y: 2},
		},
		`data-velocity="1e99 1" data-spin="fast" data-force=""`: {},
	} {
		rect := `<rect width="9" height="9" data-kind="box" data-body="dynamic" data-category="1" ` + attributes + `/>`
		res, err := imported(drawingOf(rect), nil, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for c := range res.Document.Colliders() {
			if got := c.Started(); got != want {
				t.Errorf("%s: %+v, want %+v", attributes, got, want)
			}
		}
	}
}

// Images become pictures under the level, from files in the root and from embedded data.
func TestPictures(t *testing.T) {
	t.Parallel()
	const dot = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8DwHwyBNAAt7wX7gOVd3AAAAABJRU5ErkJggg=="
	png, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"a b.png": {Data: png}}
	res, err := imported(drawingOf(`<g opacity=".5"><image x="10" y="20" width="40" height="40" href="a%20b.png"/></g>
		<image transform="rotate(90)" width="40" height="20" xlink:href="data:image/png;base64,`+dot+`"/>
		<image width="20" height="20" preserveAspectRatio="xMinYMin slice" href="a b.png"/>
		<image href="../x.png"/><rect width="9" height="9"/>`), files, importers.Options{Pictures: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range res.Pictures {
		got = append(got, fmt.Sprint(p.Image, " ", p.X, p.Y, p.W, p.H, " ", p.At, p.U, p.V, " ", p.Alpha))
	}
	want := []string{
		"0 0 0 2 1 (10, 30) (40, 0) (0, 20) 0.5", "1 0 0 2 1 (0, 0) (0, 40) (-20, 0) 1",
		"0 0 0 1 1 (0, 0) (20, 0) (0, 20) 1",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if !hasIssue(res, importers.Warning, `the picture "../x.png" is not shown`) {
		t.Errorf("issues %v", res.Issues)
	}
}

// Drawings are decoded from the encoding that they declare.
func TestCharacterSets(t *testing.T) {
	t.Parallel()
	body := `<?xml version="1.0" encoding="ISO-8859-1"?>` + drawingOf(`<rect id="W`+"\xe4"+
		`nde" width="9" height="9"/>`)
	if !New().Sniff("m.svg", []byte(body)) {
		t.Error("the drawing is not recognized")
	}
	res, err := imported(body, nil, importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for c := range res.Document.Colliders() {
		if c.Name != "Wände" {
			t.Errorf("a collider is %q", c.Name)
		}
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	for _, yes := range []string{
		`<svg>`, "\n <svg width='1'/>",
		"\ufeff<?xml version='1.0'?><!-- a > b --><!DOCTYPE svg PUBLIC 'x' 'y'><svg xmlns='x'>", `<s:svg xmlns:s="x">`,
		"<!DOCTYPE svg [<!ENTITY a 'b'>\n]>\n<svg\n>",
	} {
		if !New().Sniff("a.svg", []byte(yes)) {
			t.Errorf("%q is not recognized", yes)
		}
	}
	for _, no := range []string{
		``, `svg`, `<html><svg/>`, `<svgs/>`, `<map tilewidth="1"><svg/></map>`, `{"svg": 1}`,
		`<!-- <svg/> -->`,
	} {
		if New().Sniff("a.svg", []byte(no)) {
			t.Errorf("%q is recognized as a drawing", no)
		}
	}
}

func FuzzImport(f *testing.F) {
	for _, name := range sampleFiles {
		data, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, body := range []string{
		`<style>.a,rect.b#c{fill:none}</style><rect class="a"/><use href="#x"/><clipPath id="x"><circle r="9"/></clipPath><g clip-path="url(#x)" transform="skewX(3)"><path d="M0 0a1 2 3 014 5.5.5S1 2 3 4T1 1Q1 2 3 4H3V4l1-1z"/></g>`,
		`<symbol id="s" viewBox="0 0 1 1"/><use href="#s" width="3"/><svg viewBox="0 0 9 9"><image href="data:,x"/></svg>`,
		`<path id="c1" class="one-way thick" data-kind="chain" data-body="static" data-category="1" data-one-way="0 -1" data-properties="{&quot;a&quot;:1}" data-categories="[&quot;a&quot;]" d="M0 0L9 9" style="stroke:red;fill:none"/>`,
	} {
		f.Add([]byte(drawingOf(body)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src := importers.NewSource("m.svg", data, fstest.MapFS{})
		New().Sniff("m.svg", data)
		res, err := New().Import(context.Background(), src, importers.Options{Pictures: true})
		if err != nil {
			return
		}
		if err := res.Document.Validate(); err != nil {
			t.Fatal(err)
		}
	})
}
