package svg

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/importers"
)

// Styles decide where and how elements are drawn.
func TestCSS(t *testing.T) {
	t.Parallel()
	const box = `<rect x="10" y="10" width="40" height="40"/>`
	files := fstest.MapFS{
		"ext.css":  {Data: []byte(".hid{display:none} @import 'more.css';")},
		"more.css": {Data: []byte("@import 'ext.css'; .gone{display:none}")},
	}
	for _, tt := range []struct{ name, data, want, warning string }{
		{"geometry", drawingOf(`<style>.r{x:20px;y:30px;width:40px;height:10px;rx:0}</style><rect class="r" x="1" y="1" width="2" height="2"/>`), "box 40,10 at 40,35", ""},
		{
			"a length without a unit is none",
			drawingOf(`<rect style="x:20;width:30px" x="1" y="1" width="2" height="2"/>`), "box 30,2 at 16,2", "",
		},
		{
			"a transform without units is none",
			drawingOf(`<rect style="transform:translate(20,0)" width="10" height="10"/>` +
				`<rect style="transform:rotate(90)" x="30" width="20" height="10"/>` +
				`<rect style="transform:translate(0 0) scale(2) matrix(1,0,0,1,10,0)" x="50" width="20" height="10"/>` +
				`<rect style="transform:translate(20,0)" transform="translate(7,0)" width="8" height="10"/>`),
			"box 10,10 at 5,5\nbox 20,10 at 40,5\nbox 40,20 at 140,10\nbox 8,10 at 11,5", "",
		},
		{
			"a colour that does not exist",
			drawingOf(`<g fill="none"><rect fill="blu" width="9" height="9"/><rect fill="#12" width="9" height="9"/>` +
				`<rect style="fill:blu" fill="Red" width="10" height="10"/>` +
				`<rect fill="#ABC" x="30" width="10" height="10"/>` +
				`<rect fill="RebeccaPurple" x="60" width="10" height="10"/></g>` +
				`<rect stroke="blu" fill="none" width="9" height="9"/>` +
				`<linearGradient id="g"><stop stop-color="blu"/></linearGradient>` +
				`<rect fill="url(#g)" x="90" width="10" height="10"/>`),
			"box 10,10 at 5,5\nbox 10,10 at 35,5\nbox 10,10 at 65,5\nbox 10,10 at 95,5", "",
		},
		{
			"an inner drawing with an empty box",
			drawingOf(`<svg viewBox="0 0 0 9" width="9" height="9"><rect width="9" height="9"/></svg>` +
				`<rect width="10" height="10"/>`),
			"box 10,10 at 5,5", "",
		},
		{
			"a circle", drawingOf(`<style>circle{cx:20px;cy:25%;r:5px}</style><circle r="1"/>`), "circle at 20,25 r 5",
			"",
		},
		{
			"a path", drawingOf(`<style>#p{d:path("M10 10H30V30H10Z")}</style><path id="p" d="M0 0H5V5H0Z"/>`),
			"polygon at 10,10 0,0 20,0 20,20 0,20", "",
		},
		{"the drawing's size", `<svg xmlns="http://www.w3.org/2000/svg" style="width:100px;height:100px" viewBox="0 0 50 50"><rect x="10" y="10" width="10" height="10"/></svg>`, "box 20,20 at 30,30", ""},
		{"moved, turned and scaled", drawingOf(
			`<rect style="translate:10px 5px;scale:2" width="10" height="10"/><rect style="rotate:90deg" x="10" width="20" height="10"/>`), "box 20,20 at 20,15\nbox 10,20 at -5,20", ""},
		{
			"invalid sizes and places",
			drawingOf(`<style>rect{width:;fill:;transform:;display:foo;x:auto;height:10bar;y:0px}</style>` +
				`<rect style="width:" width="10" height="10"/>` +
				`<rect style="width:-5px;height:10" width="20" height="10"/>` +
				`<rect style="width:30px;width:bad" width="10" height="10"/>` +
				`<rect style="rx:-4px;ry:bad" rx="5" width="40" height="10"/>` +
				`<path style="d:foo" d="M0 0H9V9"/>`),
			"box 10,10 at 5,5\nbox 20,10 at 10,5\nbox 30,10 at 15,5\ncapsule at 20,5 r 5 15,0 -15,0\n" +
				"polygon at 0,0 0,0 9,0 9,9", "",
		},
		{
			"invalid looks",
			drawingOf(`<g fill="none"><rect style="fill:;color:" fill="red" width="10" height="10"/>` +
				`<rect style="fill:foo(3);fill:'red'" fill="red" width="20" height="10"/></g>` +
				`<g display="none" style="display:foo;all:bar"><rect width="9" height="9"/></g>` +
				`<rect opacity="0" style="opacity:1px;opacity:abc" width="9" height="9"/>` +
				`<g style="font-size:10px;font:serif;font-size:5em em"><rect width="3em" height="1em"/></g>`),
			"box 10,10 at 5,5\nbox 20,10 at 10,5\nbox 30,10 at 15,5", "",
		},
		{
			"invalid clips and transforms",
			drawingOf(`<clipPath id="c"><rect width="5" height="5"/></clipPath>` +
				`<rect clip-path="url(#c)" style="clip-path:;clip-path:foo;clip-path:bar(3px)" width="9" height="9"/>` +
				`<rect transform="translate(30 30)" style="transform:foo(3);transform:none 3;rotate:90;translate:5 5;` +
				`transform:scale(2px);transform:rotate(90px)" width="10" height="10"/>` +
				`<rect transform="scale(2)" style="transform-origin:10;transform-origin:a b" width="10" height="10"/>`),
			"polygon at 0,0 0,0 5,0 5,5 0,5\nbox 10,10 at 35,35\nbox 20,20 at 10,10", "",
		},
		{
			"values that are valid, but not supported",
			drawingOf(`<rect style="width:30vw" width="10" height="10"/>` +
				`<rect style="rotate:z 90deg;transform:rotate3d(0, 0, 1, 90deg)" width="10" height="10"/>` +
				`<rect style="transform:translate(50%)" width="10" height="10"/>`),
			"box 10,10 at 5,5\nbox 10,10 at 5,5", "not understood",
		},
		{
			"a sheet in a comment", drawingOf(`<style>&lt;!-- rect{width:20px} --></style><rect width="9" height="10"/>`),
			"box 20,10 at 10,5", "",
		},
		{"a variable", drawingOf(`<style>:root{--c:none} .a{fill:var(--c)} .b{fill:var(--zz, red)}</style><rect class="a" width="10" height="10"/><rect class="b" x="30" width="10" height="10"/>`), "box 10,10 at 35,5", ""},
		{"a variable of a group", drawingOf(
			`<g style="--w: 30px"><rect style="width:var(--w)" width="1" height="10"/></g>`), "box 30,10 at 15,5", ""},
		{
			"variables of each other", drawingOf(`<style>:root{--a:var(--b,red);--b:var(--c,red);--c:var(--a,red);` +
				`--d:var(--a,none);--e:var(--e)} .a{fill:var(--a,none)} .b{fill:var(--d)} .c{fill:var(--e,none)}</style>` +
				`<rect class="a" width="9" height="9"/><rect class="b" width="9" height="9"/>` +
				`<rect class="c" width="9" height="9"/><rect style="--a:10px;width:var(--a)" height="10"/>`),
			"box 10,10 at 5,5", "",
		},
		{
			"a variable without a value",
			drawingOf(`<g style="--a:var(--zz);--b:1px" fill="none"><rect style="fill:var(--a, red)" width="10" height="10"/>` +
				`<rect style="--b:initial;fill:var(--b, red)" x="30" width="10" height="10"/>` +
				`<rect style="fill:var(--a)" fill="red" width="9" height="9"/></g>`),
			"box 10,10 at 5,5\nbox 10,10 at 35,5", "",
		},
		{
			"a variable of a variable", drawingOf(`<g style="--a:20px;--b:var(--a)"><g style="--a:40px;--b:inherit">` +
				`<rect style="width:var(--b)" height="10"/></g></g>`), "box 20,10 at 10,5", "",
		},
		{
			"variables of a use",
			drawingOf(`<defs><g id="g" style="--h:var(--w)"><rect id="r" style="fill:var(--c,none);width:var(--w,` +
				`10px);` +
				`height:var(--h)" height="10"/></g><path id="p" style="d:var(--d)"/></defs><use href="#g"/>` +
				`<use href="#r" style="--c:red;height:9px"/><g style="--c:red;--w:20px"><use href="#g" x="40"/>` +
				`<use href="#g" x="80" style="--w:30px"/></g><use href="#p" style="--d:path('M0 0H9V9')"/>` +
				`<use href="#p" style="--d:path('M0 0H8V8')"/>`),
			"box 20,20 at 50,10\nbox 30,30 at 95,15\npolygon at 0,0 0,0 9,0 9,9\npolygon at 0,0 0,0 8,0 8,8", "",
		},
		{
			"variables of an element and of its use",
			drawingOf(`<g style="--w:10px"><rect id="r" style="width:var(--w)" height="10"/></g>` +
				`<use href="#r" x="30" style="--w:20px"/><g style="--w:40px"><use href="#r" x="60"/></g>`),
			"box 10,10 at 5,5\nbox 20,10 at 40,5\nbox 40,10 at 80,5", "",
		},
		{
			"rules of one class around another's", drawingOf(`<style>.a{fill:red} .b{fill:none} .a{x:20px}</style>` +
				`<rect class="a b" width="9" height="9"/><rect class="a" width="10" height="10"/>`),
			"box 10,10 at 25,5", "",
		},
		{"a paint that is gone", drawingOf(
			`<rect fill="url(#gone) none" width="10" height="10"/><rect fill="url(#gone) red" x="30" width="10" height="10"/><rect fill="url(#gone)" x="60" width="10" height="10"/>`), "box 10,10 at 35,5", ""},
		{
			"a paint of its own",
			drawingOf(`<linearGradient id="g"><stop/></linearGradient><rect fill="url(#g) none" width="10" height="10"/>`),
			"box 10,10 at 5,5", "",
		},
		{"a clear paint", drawingOf(`<rect fill="rgb(0 0 0 / 0)" width="10" height="10"/><rect fill="hsl(0 0% 0% / 50%)" x="30" width="10" height="10"/>`), "box 10,10 at 35,5", ""},
		{
			"other clear paints",
			drawingOf(`<rect fill="oklch(0.5 0.1 20 / 0)" width="10" height="10"/>` +
				`<rect fill="color(srgb 1 0 0 / none)" width="10" height="10"/>` +
				`<rect fill="LAB(50 0 0 / .1)" x="30" width="10" height="10"/>`),
			"box 10,10 at 35,5", "",
		},
		{
			"the current colour",
			drawingOf(`<g color="rgba(0,0,0,0)"><rect fill="currentColor" width="10" height="10"/>` +
				`<rect fill="currentColor" style="color:red" x="30" width="10" height="10"/>` +
				`<path fill="none" stroke="currentcolor" d="M0 0H9"/></g>`),
			"box 10,10 at 35,5", "",
		},
		{
			"the current colour of a group",
			drawingOf(`<g fill="currentColor" color="red"><rect color="transparent" width="10" height="10"/>` +
				`<rect color="currentColor" x="30" width="10" height="10"/></g>`),
			"box 10,10 at 35,5", "",
		},
		{
			"the paint of a use",
			drawingOf(`<defs><rect id="r" fill="context-fill" stroke="context-stroke" width="10" height="10"/></defs>` +
				`<use href="#r" fill="none"/><use href="#r" x="30" fill="red"/>` +
				`<rect fill="context-fill" width="10" height="10"/>`),
			"box 10,10 at 35,5", "",
		},
		{
			"a gradient without stops",
			drawingOf(`<linearGradient id="g"/><rect fill="url(#g) red" width="10" height="10"/>`),
			"", "",
		},
		{
			"gradients of clear stops",
			drawingOf(`<radialGradient id="g"><stop stop-opacity="0"/><stop style="stop-color:transparent"/>` +
				`</radialGradient><linearGradient id="h" color="transparent"><stop stop-color="currentColor"/>` +
				`</linearGradient><rect fill="url(#g)" width="10" height="10"/>` +
				`<rect fill="url(#h)" width="10" height="10"/>`),
			"", "",
		},
		{
			"a gradient of a rule",
			drawingOf(`<style>.s{stop-opacity:0}</style><linearGradient id="g"><stop class="s"/></linearGradient>` +
				`<rect fill="url(#g)" width="10" height="10"/>`),
			"", "",
		},
		{
			"a gradient with the stops of another",
			drawingOf(`<linearGradient id="a"><stop/><stop stop-opacity="0"/></linearGradient>` +
				`<linearGradient id="b" xlink:href="#a"/><radialGradient id="c" href="#c"/>` +
				`<rect fill="url(#b)" width="10" height="10"/><rect fill="url(#c)" x="30" width="10" height="10"/>`),
			"box 10,10 at 5,5", "",
		},
		{
			"patterns of nothing",
			drawingOf(`<pattern id="a" width="5" height="5"/><pattern id="b" width="5" height="5"><g opacity="0">` +
				`<rect width="5" height="5"/></g><rect fill="url(#b)" width="5" height="5"/></pattern>` +
				`<pattern id="c"><rect width="5" height="5"/></pattern>` +
				`<rect fill="url(#a)" width="10" height="10"/><rect fill="url(#b)" width="10" height="10"/>` +
				`<rect fill="url(#c)" width="10" height="10"/>`),
			"", "",
		},
		{
			"patterns",
			drawingOf(`<pattern id="a" width="5" height="5"><g fill="red"><rect width="5" height="5"/></g></pattern>` +
				`<pattern id="b" width="5" height="5" href="#a"/><rect fill="url(#a)" width="10" height="10"/>` +
				`<rect fill="url(#b)" x="30" width="10" height="10"/>`),
			"box 10,10 at 5,5\nbox 10,10 at 35,5", "",
		},
		{
			"a paint that is a shape",
			drawingOf(`<rect id="r" fill="url(#r) none" width="10" height="10"/>` +
				`<rect fill="url(#r) red" x="30" width="10" height="10"/>`),
			"box 10,10 at 35,5", "",
		},
		{
			"a clear filter",
			drawingOf(`<rect style="filter:blur(2px) opacity(0)" width="10" height="10"/>` +
				`<rect style="filter:opacity(50%)" x="30" width="10" height="10"/>`),
			"box 10,10 at 35,5", "",
		},
		{
			"lengths set back",
			drawingOf(`<style>.a{width:auto} .i{x:initial;rx:auto} .l{width:revert-layer}</style>` +
				`<rect class="a" width="10" height="10"/><rect class="i" x="9" width="10" height="10"/>` +
				`<rect class="l" x="30" width="10" height="10"/>`),
			"box 10,10 at 5,5\nbox 10,10 at 35,5", "",
		},
		{
			"a length of the parent",
			drawingOf(`<rect style="x:inherit" x="9" width="10" height="10"/>`),
			"box 10,10 at 5,5", "not understood",
		},
		{
			"a symbol that is not shown",
			drawingOf(`<symbol id="s" display="none"><rect width="10" height="10"/></symbol><use href="#s"/>`),
			"box 10,10 at 5,5", "",
		},
		{
			"shapes, groups and stops with other displays",
			drawingOf(`<style>.c{display:contents}</style><rect class="c" width="9" height="9"/>` +
				`<g class="c"><rect id="r" width="10" height="10"/></g><use class="c" href="#r" x="30"/>` +
				`<svg class="c" x="60"><rect width="10" height="10"/></svg>` +
				`<clipPath id="p"><rect class="c" width="9" height="9"/></clipPath>` +
				`<rect clip-path="url(#p)" width="9" height="9"/>` +
				`<pattern id="q" width="9" height="9"><rect class="c" width="9" height="9"/></pattern>` +
				`<rect fill="url(#q)" width="9" height="9"/>` +
				`<linearGradient id="l"><stop display="none"/></linearGradient>` +
				`<rect fill="url(#l)" x="90" width="10" height="10"/>`),
			"box 10,10 at 5,5\nbox 10,10 at 35,5\nbox 10,10 at 65,5\nbox 10,10 at 95,5", "",
		},
		{
			"a group without a box",
			drawingOf(`<g style="display:contents;opacity:0;transform:translate(9px);clip-path:circle(1px)" ` +
				`fill="none">` +
				`<rect fill="red" width="10" height="10"/><rect width="10" height="10"/></g>`),
			"box 10,10 at 5,5", "",
		},
		{
			"keywords in capitals",
			drawingOf(`<rect style="DISPLAY: None" width="9" height="9"/><path style="fill-rule:EvenOdd" ` +
				`d="M0 0H30V30H0zM10 10H20V20H10z"/><rect visibility="HIDDEN" width="9" height="9"/>` +
				`<g style="--A: None"><rect style="fill:var(--A)" width="9" height="9"/></g>`),
			"polygon at 0,0 0,0 30,0 30,30 0,30 without 4", "",
		},
		{
			"keywords that do not exist",
			drawingOf(`<g visibility="hidden"><rect style="visibility:shown" width="9" height="9"/>` +
				`<rect style="visibility:inherit" width="9" height="9"/></g><path fill-rule="evenodd" ` +
				`style="fill-rule:odd;--r:odd" d="M0 0H30V30H0zM10 10H20V20H10z"/>` +
				`<g fill-rule="evenodd"><path style="--r:odd;fill-rule:var(--r)" d="M40 0H70V30H40zM50 ` +
				`10H60V20H50z"/></g>`),
			"polygon at 0,0 0,0 30,0 30,30 0,30 without 4\npolygon at 40,0 0,0 30,0 30,30 0,30 without 4", "",
		},
		{
			"properties of WebKit",
			drawingOf(`<rect style="-webkit-transform:translate(30px)" width="10" height="10"/>` +
				`<rect style="-webkit-filter:opacity(0)" width="10" height="10"/>`),
			"box 10,10 at 35,5", "",
		},
		{"a mask of WebKit", drawingOf(`<rect style="-webkit-mask:url(#m)" width="10" ` +
			`height="10"/>`), "box 10,10 at 5,5", "masking"},
		{
			"rules in rules",
			drawingOf(`<style>.a{fill:none;.b{x:50px} &amp;:hover{fill:red} stroke:none} .c{fill:none}</style>` +
				`<g class="a">` +
				`<rect class="b" fill="red" width="10" height="10"/><rect width="9" height="9"/></g>` +
				`<rect class="c" width="9" height="9"/>`),
			"box 10,10 at 5,5", "2 style rules",
		},
		{"a sheet in another language", drawingOf(`<style ` +
			`type="text/less">rect{fill:none}</style>` + box), "box 40,40 at 30,30", ""},
		{
			"a registered variable", drawingOf(`<style>@property --w{initial-value:9px} rect{width:var(--w)}</style>` +
				`<rect x="1" height="9"/><path d="M0 0H9V9"/>`), "polygon at 0,0 0,0 9,0 9,9", "1 style rule ",
		},
		{"a computed opacity", drawingOf(`<rect style="fill-opacity:calc(0)" width="10" ` +
			`height="10"/>`), "box 10,10 at 5,5", "not understood"},
		{"comments in a style", drawingOf(`<rect style="/* a; b */fill:none" width="9" height="9"/>`), "", ""},
		{
			"a width of strokes in percent",
			drawingOf(`<g fill="none" stroke="red" stroke-linecap="round" stroke-width="10%"><path d="M10 10H50"/>` +
				`<svg viewBox="0 0 20 20" width="40" height="40" overflow="visible"><path d="M30 10H50"/></svg></g>` +
				`<path fill="none" stroke="red" stroke-width="0%" d="M10 10H50"/>`),
			"capsule at 30,10 r 7.906 -20,0 20,0\ncapsule at 80,20 r 2 -20,0 20,0", "",
		},
		{
			"dashes without a length",
			drawingOf(`<g fill="none" stroke="red"><path stroke-dasharray="0%" d="M0 0H9"/>` +
				`<path style="stroke-dasharray:0px, 0" d="M20 0H29"/><path stroke-dasharray="none" d="M40 0H49"/></g>`),
			"chain at 0,0 0,0 9,0\nchain at 20,0 0,0 9,0\nchain at 40,0 0,0 9,0", "",
		},
		{
			"dashes in percent", drawingOf(`<path fill="none" stroke="red" stroke-dasharray="0 5%" d="M0 0H9"/>`),
			"chain at 0,0 0,0 9,0", "dashes on 1 line",
		},
		{
			"origins of transforms",
			drawingOf(`<g transform="translate(100 50)"><rect style="transform-origin:bottom;transform:scale(2)" ` +
				`width="10" height="10"/>` +
				`<rect transform-origin="10" transform="scale(2)" width="10" height="10"/>` +
				`<rect style="transform-origin:top right;scale:200%" width="10" height="10"/></g>` +
				`<rect style="transform-box:fill-box;transform-origin:center;rotate:90deg" x="20" y="30" width="40" ` +
				`height="20"/>` +
				`<rect style="transform-box:fill-box;transform:rotateZ(90deg) translate3d(0,0,0)" x="20" y="30" ` +
				`width="40" height="20"/>`),
			"box 20,20 at 10,-40\nbox 20,20 at 100,10\nbox 20,20 at -90,60\nbox 20,40 at 40,40\nbox 20,40 at 10,50", "",
		},
		{
			"the box of a group", drawingOf(`<g style="transform-box:fill-box;transform:scale(2)">` + box + `</g>`),
			"box 80,80 at 60,60", "not understood",
		},
		{
			"a transform of the parent", drawingOf(`<g transform="translate(5)">` +
				`<rect style="transform:inherit" width="10" ` +
				`height="10"/></g>`), "box 10,10 at 10,5", "not understood",
		},
		{
			"the shorthand of a motion path", drawingOf(`<rect style="offset:path('M0 0H9') 50%" width="40" ` +
				`height="40"/>`),
			"box 40,40 at 20,20", "not understood",
		},
		{
			"a radius below 0", drawingOf(`<rect rx="-5" ry="5" width="10" height="10"/>`), "circle at 5,5 r 5", "",
		},
		{
			"drawings without a size", drawingOf(`<svg width="0" height="9"><rect width="9" height="9"/></svg>` +
				`<svg width="9" height="-9"><rect width="9" height="9"/></svg><symbol id="s">` +
				`<rect width="9" height="9"/></symbol>` +
				`<use href="#s" x="50" width="9" height="0%"/>`), "box 9,9 at 4.5,4.5", "",
		},
		{
			"a clip path of a part of a clip path",
			drawingOf(`<clipPath id="b"><rect width="2" height="2"/></clipPath><clipPath id="a">` +
				`<rect clip-path="url(#b)" width="5" height="5"/></clipPath>` +
				`<rect clip-path="url(#a)" width="10" height="10"/>`),
			"polygon at 0,0 0,0 5,0 5,5 0,5", "has a clip path",
		},
		{
			"a part of a clip path about its own origin",
			drawingOf(`<clipPath id="a"><rect style="transform-origin:10px 10px;scale:0.5" width="10" height="10"/>` +
				`</clipPath>` +
				`<rect clip-path="url(#a)" width="10" height="10"/>`),
			"polygon at 5,5 0,0 5,0 5,5 0,5", "",
		},
		{
			"readers of no language",
			drawingOf(`<switch><rect systemLanguage="" width="9" height="9"/>` +
				`<rect requiredExtensions="" width="9" height="9"/>` +
				`<rect width="10" height="10"/></switch>`), "box 10,10 at 5,5", "",
		},
		{
			"sheets of XHTML",
			drawingOf(`<h:link xmlns:h="http://www.w3.org/1999/xhtml" rel="stylesheet" href="ext.css"/>` +
				`<style xmlns="http://www.w3.org/1999/xhtml">.x{fill:none}</style>` +
				`<rect class="x" width="9" height="9"/>` +
				`<rect class="hid" width="9" height="9"/><rect width="10" height="10"/>`), "box 10,10 at 5,5", "",
		},
		{
			"a hidden part of a clip path",
			drawingOf(`<clipPath id="c" style="transform:translate(5px)"><rect width="10" height="10"/>` +
				`<rect visibility="hidden" width="40" height="40"/><use href="#u" display="none"/></clipPath><defs>` +
				`<rect id="u" width="40" height="40"/></defs><rect clip-path="url(#c)" width="40" height="40"/>`),
			"polygon at 5,0 0,0 10,0 10,10 0,10", "",
		},
		{"the initial paint", drawingOf(`<g fill="none"><rect style="fill:initial" width="10" height="10"/><rect style="fill:unset" width="10" height="10"/></g>`), "box 10,10 at 5,5", ""},
		{
			"everything set back",
			drawingOf(`<style>.a{display:none;all:unset;width:10px;height:10px}</style><g fill="none">` +
				`<rect class="a" fill="red"/><rect class="a" style="all:revert;width:10px;height:10px" fill="red"/>` +
				`<rect class="a" style="all:initial;width:10px;height:10px" opacity="0"/>` +
				`<rect class="a" style="fill:red;x:30px"/></g>` +
				`<path style="all:unset" d="M0 0H9V9"/>` +
				`<svg width="5" height="5" style="all:unset"><rect x="60" width="10" height="10"/></svg>`),
			"box 10,10 at 5,5\nbox 10,10 at 35,5\nbox 10,10 at 65,5", "",
		},
		{
			"everything of the parent", drawingOf(`<g style="all:inherit"><rect width="10" height="10"/></g>`),
			"box 10,10 at 5,5", "not understood",
		},
		{
			"an important length without a unit",
			drawingOf(`<rect style="width:20 !important" width="10" height="10"/>`), "box 10,10 at 5,5", "",
		},
		{
			"sizes of the font",
			drawingOf(`<style>.t{font:bold 8px/2 serif}</style><g font-size="20"><rect width="2em" height="1em"/>` +
				`<rect font-size="150%" x="50" width="1em" height="2ex"/>` +
				`<rect style="font-size:larger" x="4em" width="1em" height="1rem"/></g>` +
				`<rect style="width:2em;height:10px;font-size:20" x="110"/>` +
				`<g class="t"><rect y="50" width="2em" height="1em"/>` +
				`<rect font-size="x-large" style="x:1em;translate:1em;transform:translate(2em)" y="50" width="1em" ` +
				`height="10"/></g>`),
			"box 40,20 at 20,10\nbox 30,30 at 65,15\nbox 24,16 at 108,8\nbox 32,10 at 126,5\nbox 16,8 at 8,54\n" +
				"box 24,10 at 108,55", "",
		},
		{
			"sizes of the font of the root",
			`<svg xmlns="http://www.w3.org/2000/svg" style="font-size:1.5rem" width="5em" height="2rem">` +
				`<rect font-size="0.5rem" width="2rem" height="1em"/>` +
				`<rect style="font-size:initial;all:unset;width:1em;height:1rem;font-size:smaller"/></svg>`,
			"box 48,12 at 24,6\nbox 20,24 at 10,12", "",
		},
		{
			"sizes of the font of a use",
			drawingOf(`<defs><rect id="r" width="2em" height="1em"/></defs><use font-size="20" href="#r"/>` +
				`<use font-size="10" href="#r" x="5em"/><path style="font-size:10px;stroke-width:1em;stroke:red;fill:none;` +
				`stroke-linecap:round" d="M0 50H40"/>`),
			"box 40,20 at 20,10\nbox 20,10 at 60,5\ncapsule at 20,50 r 5 -20,0 20,0", "",
		},
		{
			"sizes of the font of a clip path",
			drawingOf(`<clipPath id="c" font-size="10" clip-rule="evenodd"><rect width="1em" height="1em"/>` +
				`<path d="M20 0H60V40H20zM30 10H50V30H30z"/></clipPath><rect clip-path="url(#c)" width="99" height="99"/>` +
				`<rect style="font-size:10px;clip-path:inset(1em)" x="100" width="40" height="40"/>`),
			"polygon at 0,0 0,0 10,0 10,10 0,10\npolygon at 20,0 0,0 40,0 40,40 0,40 without 4\n" +
				"polygon at 110,10 0,0 20,0 20,20 0,20", "",
		},
		{
			"a computed size of the font",
			drawingOf(`<g style="font:calc(1px + 2px) serif"><rect width="1em" height="10"/></g>`), "box 16,10 at 8,5",
			"not understood",
		},
		{
			"clipped by an inset", drawingOf(
				`<g style="clip-path:none"><rect style="clip-path:inset(5px)" x="10" y="10" width="40" height="40"/></g>`),
			"polygon at 15,15 0,0 30,0 30,30 0,30", "",
		},
		{
			"by a part of its width and height",
			drawingOf(`<rect style="clip-path:inset(10%)" width="50" height="20"/>`),
			"polygon at 5,2 0,0 40,0 40,16 0,16", "",
		},
		{
			"by nothing of it", drawingOf(`<rect style="clip-path:inset(50%)" x="10" y="10" width="40" height="40"/>`), "",
			"",
		},
		{
			"by a polygon", drawingOf(`<rect style="clip-path:polygon(0 0, 10px 0, 10px 10px)" width="40" height="40"/>`),
			"polygon at 0,0 0,0 10,0 10,10", "",
		},
		{
			"by a circle", drawingOf(`<rect style="clip-path:circle(10px at 50% 20px)" width="40" height="40"/>`),
			"polygon at 10.219,10.055 of 15", "",
		},
		{"by the viewport", drawingOf(`<rect style="clip-path:inset(0 150px 50px 0) view-box" width="400" height="400"/>`), "polygon at 0,0 0,0 50,0 50,50 0,50", ""},
		{
			"by what is not known", drawingOf(
				`<rect style="clip-path:shape(from 0 0, hline to 5px)" width="40" height="40"/>`), "box 40,40 at 20,20",
			"not understood",
		},
		{
			"a computed length", drawingOf(`<rect style="width:calc(100% - 5px)" width="40" height="40"/>`), "",
			"not understood",
		},
		{
			"a computed attribute", drawingOf(`<rect x="min(4px, 5px)" width="40" height="40"/>`), "box 40,40 at 20,20",
			"not understood",
		},
		{
			"moved along a path", drawingOf(`<rect style="offset-path:path('M0 0H9')" width="40" height="40"/>`),
			"box 40,40 at 20,20", "not understood",
		},
		{"sheets beside it", `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="ext.css"?>` +
			drawingOf(`<rect class="hid" width="10" height="10"/><rect class="gone" width="10" height="10"/><rect x="30" width="10" height="10"/>`), "box 10,10 at 35,5", ""},
		{"an import", drawingOf(`<style>@import url("ext.css");</style><rect class="hid" width="10" height="10"/><rect x="30" width="10" height="10"/>`), "box 10,10 at 35,5", ""},
		{
			"an import for printers", drawingOf(
				`<style>@import url("ext.css") print;</style><rect class="hid" width="10" height="10"/>`),
			"box 10,10 at 5,5", "1 style rule ",
		},
		{
			"an import that is not there", drawingOf(`<style>@import "no.css";</style>` + box), "box 40,40 at 30,30",
			`"no.css" was not applied`,
		},
		{
			"a sheet of another host", `<?xml-stylesheet href='https://example.org/a.css'?>` + drawingOf(box),
			"box 40,40 at 30,30", "was not applied",
		},
		{
			"a sheet for printers", drawingOf(`<style media="print">rect{display:none}</style>` + box),
			"box 40,40 at 30,30", "1 style rule ",
		},
		{
			"a layer of rules", drawingOf(`<style>@layer a{rect{display:none}}</style>` + box), "box 40,40 at 30,30",
			"1 style rule ",
		},
		{
			"fonts are no rules", drawingOf(`<style>@font-face{font-family:x} @keyframes k{from{x:0}}</style>` + box),
			"box 40,40 at 30,30", "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := imported(tt.data, files, importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := shapes(res.Document); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if tt.warning != "" && !hasIssue(res, importers.Warning, tt.warning) || tt.warning == "" && tt.want != "" &&
				hasIssue(res, importers.Warning, "") {
				t.Errorf("issues %v, want %q", res.Issues, tt.warning)
			}
		})
	}
}

// Nested patterns are followed only to a limited depth.
func TestPatternsInPatterns(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{3: 0, maxUses + 8: 1} {
		body := fmt.Sprintf(`<pattern id="p%d"/><rect fill="url(#p0)" width="9" height="9"/>`, n)
		for i := range n {
			body += fmt.Sprintf(`<pattern id="p%d" width="9" height="9"><path fill="url(#p%d)"/></pattern>`, i, i+1)
		}
		res, err := imported(drawingOf(body), nil, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Document.Len(); got != want {
			t.Errorf("through %d patterns there are %d colliders, want %d", n, got, want)
		}
	}
}

// A drawing from which nothing is imported is reported.
func TestEmptyImports(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"scenery", `<g id="background"><path id="floor1" d="M0 60H200V100H0Z"/><path id="ledge" d="M50 30H120V40H50Z"/></g>`, `the rule {layer: "background", role: solid} under entities`},
		{"hidden", `<rect width="10" height="10" display="none"/>`, "the notes say why"},
		{"texts", `<text>a</text>`, "the notes say why"},
		{"nothing", ``, "the drawing shows no shapes"},
		{"definitions", `<defs><rect id="a" width="9" height="9"/></defs>`, "the drawing shows no shapes"},
		{
			"something", `<rect width="10" height="10"/><g id="background"><path id="ledge" d="M50 30H120V40H50Z"/></g>`,
			"",
		},
	} {
		res, err := imported(drawingOf(tt.body), nil, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if found := hasIssue(res, importers.Warning, "nothing was imported"); found != (tt.want != "") ||
			tt.want != "" && !hasIssue(res, importers.Warning, tt.want) {
			t.Errorf("%s: issues %v, want %q", tt.name, res.Issues, tt.want)
		}
	}
	rule, err := importers.ReadMapping(strings.NewReader(`entities: [{layer: "background", role: solid}]`), "m.yaml")
	if err != nil {
		t.Fatal(err)
	}
	res, err := imported(drawingOf(`<g id="background"><path id="ledge" d="M50 30H120V40H50Z"/></g>`), nil,
		importers.Options{Mapping: rule})
	if err != nil || res.Document.Len() != 1 {
		t.Errorf("with the suggested rule: %v, %v", res, err)
	}
}
