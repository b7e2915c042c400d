package svg

import (
	"fmt"
	"strings"
	"testing"

	"fillet/importers"
)

// Selectors decide whether the rectangle r is drawn; it is in a group with class inner, inside a group with id outer.
func TestSelectors(t *testing.T) {
	t.Parallel()
	const body = `<g id="outer" class="a b"><g class="inner"><rect id="r" class="x y 1g m:x" width="9" height="9" fill="none" data-kind="wall left" lang="en-GB"/></g></g>`
	for _, tt := range []struct {
		rules   string
		isDrawn bool
	}{
		{"", false},
		{"rect { fill: red }", true},
		{"circle { fill: red }", false},
		{"g rect { fill: red }", true},
		{"#outer rect { fill: red }", true},
		{"#outer>rect { fill: red }", false},
		{".inner > rect { fill: red }", true},
		{"#outer > .inner>rect { fill: red }", true},
		{"#outer > #outer rect { fill: red }", false},
		{"svg g g rect { fill: red }", true},
		{"g g g rect { fill: red }", false},
		{"svg > g g > rect.x { fill: red }", true},
		{"g.a.b * { fill: red }", true},
		{".a .b rect { fill: red }", false},
		{"* > * { fill: red }", true},
		{"circle, g   rect, text { fill: red }", true},
		{"circle,text{fill:red}", false},
		{"[fill] { fill: red }", true},
		{`[fill="none"] { fill: red }`, true},
		{"rect[fill=none] { fill: red }", true},
		{`[fill="non"] { fill: red }`, false},
		{`[data-kind~="left"] { fill: red }`, true},
		{`[data-kind~="lef"] { fill: red }`, false},
		{`[data-kind^='wall'] { fill: red }`, true},
		{`[data-kind$=left] { fill: red }`, true},
		{`[data-kind*="ll le"] { fill: red }`, true},
		{`[data-kind*=""] { fill: red }`, false},
		{`[lang|="en"] { fill: red }`, true},
		{`[data-kind="a,b"], [fill] { fill: red }`, true},
		{`g[id="outer"] [class~=y] { fill: red }`, true},
		// Escapes and strings.
		{`.\31 g{fill:red}`, true},
		{`.\31g{fill:red}`, true},
		{`.\000031g{fill:red}`, true},
		{`.m\:x{fill:red}`, true},
		{`.m:x{fill:red}`, false},
		{`r\65 ct{fil\l:r\45 d}`, true},
		{`[class~="m:\78"]{fill:red}`, true},
		{`[class="{;}"], .x{--a:"};{";fill:red}`, true},
		{`rect{font:9px "a;b}";fill:red}`, true},
		{`rect{background:url(data:a;b,});fill:red}`, true},
		{`.x{--a:"/*";fill:red}/*"*/`, true},
		{"rect{fill:red!IMPORTANT}#r{fill:none}", true},
		// The more specific rule wins, then the later one.
		{"g rect { fill: red } rect { fill: none }", true},
		{"rect { fill: none } g rect { fill: red }", true},
		{"g g rect { fill: red } .x { fill: none }", false},
		{".inner rect { fill: red } .x { fill: none }", true},
		{"#r { fill: none } svg g.a .inner rect.x.y { fill: red }", false},
		{"rect { fill: red !important } #r { fill: none }", true},
		{"[fill] { fill: red } .x { fill: none }", false},
		// Unsupported selectors are dropped without affecting others.
		{"g + rect { fill: red }", false},
		{"g ~ rect { fill: red }", false},
		{"rect:hover { fill: red }", false},
		{"rect::before { fill: red }", false},
		{"rect:not(.z) { fill: red }", false},
		{"[x|fill] { fill: red }", false},
		{"> rect { fill: red }", false},
		{"g > { fill: red }", false},
		{"g >> rect { fill: red }", false},
		{"rect..x { fill: red }", false},
		{"rect[ { fill: red }", false},
		{"rect[fill { fill: red }", false},
		{`rect[fill="none { fill: red }`, false},
		{".x rect* { fill: red }", false},
		{"rect:hover, .x { fill: red }", true},
	} {
		res, err := imported(drawingOf("<style>"+strings.ReplaceAll(tt.rules, ">", "&gt;")+"</style>"+body), nil,
			importers.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.rules, err)
		} else if got := res.Document.Len() == 1; got != tt.isDrawn {
			t.Errorf("%s: drawn = %v, want %v; issues %v", tt.rules, got, tt.isDrawn, res.Issues)
		}
	}
}

// Hundreds of rules with compound selectors apply, as does a selector with 40 levels of descendants.
func TestManySelectors(t *testing.T) {
	t.Parallel()
	var rules, shapes strings.Builder
	for i := range 300 {
		fmt.Fprintf(&rules, "rect.c%d{fill:none}", i)
		fmt.Fprintf(&shapes, `<rect class="c%d" width="9" height="9"/>`, i)
	}
	fmt.Fprintf(&rules, "%s circle{fill:none}", strings.Repeat("g ", 40))
	res, err := imported(drawingOf("<style>"+rules.String()+"</style>"+shapes.String()+strings.Repeat("<g>", 40)+
		`<circle r="9"/>`+strings.Repeat("</g>", 40)+`<rect width="5" height="5"/>`), nil, importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Document.Len() != 1 {
		t.Errorf("%d shapes are solid, want 1: %v", res.Document.Len(), res.Issues)
	}
}

// The cost of expensive rules is limited, and exceeding the limit is reported.
func TestCostlySelectors(t *testing.T) {
	const deep = 200
	var rules strings.Builder
	for i := range maxCompound {
		fmt.Fprintf(&rules, "g g g g g g g.no%d * { fill: red }", i)
	}
	res, err := imported(drawingOf("<style>"+rules.String()+"</style>"+strings.Repeat("<g>", deep)+
		strings.Repeat(`<rect width="9" height="9"/>`, 60)+strings.Repeat("</g>", deep)), nil, importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Document.Len() != 60 {
		t.Errorf("%d colliders, want 60", res.Document.Len())
	}
	rules.Reset()
	fmt.Fprint(&rules, ".no g g g g g g g * { fill: red }")
	res, err = imported(drawingOf("<style>"+rules.String()+"</style>"+strings.Repeat("<g>", deep)+
		strings.Repeat(`<rect width="9" height="9"/>`, 60)+strings.Repeat("</g>", deep)), nil, importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !hasIssue(res, importers.Warning, "style rules are too complex") {
		t.Errorf("issues: %v", res.Issues)
	}
}
