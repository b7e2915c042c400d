package tiled

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/importers"

	"pgregory.net/rapid"
)

// fullTile returns a tileset with one tile whose collision shape is a box of the tile's size.
func fullTile(w, h int, attributes, offset string) string {
	return fmt.Sprintf(`<tileset firstgid="1" name="t" tilewidth="%d" tileheight="%d" tilecount="1" columns="1" %s>%s<image source="t.png" width="%[1]d" height="%[2]d"/>`+
		`<tile id="0"><objectgroup><object id="1" x="0" y="0" width="%[1]d" height="%[2]d"/></objectgroup></tile></tileset>`, w, h, attributes, offset)
}

// blank returns an empty picture of a size.
func blank(t interface{ Fatal(...any) }, w, h int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// drawn returns the corners of a tile's image that Tiled draws in a frame. The image rotates about its centre, is
// scaled along each of its axes, and keeps its lower left corner at the frame's, which is at.
func drawn(at, offset level.Vec, w, h int, frame level.Vec, fit, hexagonal bool, gid uint32) []level.Vec {
	scale := level.Vec{X: frame.X / float64(w), Y: frame.Y / float64(h)}
	if fit {
		scale.X = min(scale.X, scale.Y)
		scale.Y = scale.X
	}
	middle := at.Add(level.Vec{X: frame.X/2 + offset.X*scale.X, Y: offset.Y*scale.Y - frame.Y/2})
	horizontal, vertical, turn := gid&flippedX != 0, gid&flippedY != 0, 0.0
	switch {
	case hexagonal:
		turn = float64(gid&diagonal/diagonal*60 + gid&hexagonal120/hexagonal120*120)
	case gid&diagonal != 0:
		turn = 90
		horizontal, vertical = vertical, !horizontal
		middle = middle.Add(level.Vec{X: (frame.Y - frame.X) / 2, Y: (frame.Y - frame.X) / 2})
	}
	sin, cos := math.Sincos(turn * math.Pi / 180)
	var out []level.Vec
	for _, p := range []level.Vec{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}} {
		p = level.Vec{X: p.X * float64(w) / 2 * scale.X, Y: p.Y * float64(h) / 2 * scale.Y}
		if horizontal {
			p.X = -p.X
		}
		if vertical {
			p.Y = -p.Y
		}
		out = append(out, middle.Add(level.Vec{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y}))
	}
	return out
}

func cornersOf(p importers.Picture) []level.Vec {
	return []level.Vec{p.At, p.At.Add(p.U), p.At.Add(p.U).Add(p.V), p.At.Add(p.V)}
}

// The collider of a tile whose shape covers the whole tile is the box in which Tiled draws the picture: in layers of
// maps of every form and as an object, for any size, flags, alignment, render size and fill mode.
func TestColliderIsThePicturesBox(t *testing.T) {
	t.Parallel()
	names := make([]string, 0, len(forms)+1)
	for name := range forms {
		names = append(names, name)
	}
	slices.Sort(names)
	alignments := map[string]level.Vec{
		"": {Y: 1}, "topleft": {}, "top": {X: 0.5}, "topright": {X: 1}, "left": {Y: 0.5}, "center": {X: 0.5, Y: 0.5},
		"right":      {X: 1, Y: 0.5},
		"bottomleft": {Y: 1}, "bottom": {X: 0.5, Y: 1}, "bottomright": {X: 1, Y: 1},
	}
	var aligned []string
	for name := range alignments {
		aligned = append(aligned, name)
	}
	slices.Sort(aligned)
	rapid.Check(t, func(t *rapid.T) {
		drawInt := func(name string, lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, name) }
		name := rapid.SampledFrom(names).Draw(t, "form")
		isHexagonal := strings.HasPrefix(name, "hexagonal")
		w, h := drawInt("width", 1, 50), drawInt("height", 1, 50)
		gid := 1 | uint32(drawInt("flags", 0, 15))<<28
		if !isHexagonal {
			gid &^= hexagonal120
		}
		inGrid, fit := rapid.Bool().Draw(t, "size of the grid"), rapid.Bool().Draw(t, "fit")
		alignment := rapid.SampledFrom(aligned).Draw(t, "alignment")
		attributes := fmt.Sprintf(`objectalignment=%q `, alignment)
		if inGrid {
			attributes += `tilerendersize="grid" `
		}
		if fit {
			attributes += `fillmode="preserve-aspect-fit"`
		}
		offset := level.Vec{X: float64(drawInt("offset x", -9, 9)), Y: float64(drawInt("offset y", -9, 9))}
		set := fullTile(w, h, attributes, fmt.Sprintf(`<tileoffset x="%g" y="%g"/>`, offset.X, offset.Y))
		frame, turn := level.Vec{X: float64(w), Y: float64(h)}, 0
		at := level.Vec{X: float64(drawInt("x", 0, 99)), Y: float64(drawInt("y", 0, 99))}
		body, isObject := `<layer id="1" name="L" width="1" height="1"><data encoding="csv">`+fmt.Sprint(gid)+
			`</data></layer>`, rapid.Bool().Draw(t, "object")
		if isObject {
			frame, turn = level.Vec{
				X: float64(drawInt("object width", 1, 70)),
				Y: float64(drawInt("object height", 1, 70)),
			}, drawInt("turn", -180, 180)
			body = fmt.Sprintf(`<objectgroup id="1" name="O"><object id="1" gid="%d" x="%g" y="%g" width="%g" height="%g" rotation="%d"/></objectgroup>`, gid, at.X, at.Y, frame.X, frame.Y, turn)
		}
		form := forms[name]
		if !strings.Contains(form, "tilewidth") {
			form += ` tilewidth="32" tileheight="16"`
		}
		text := `<map ` + form + ` width="1" height="1">` + set + body + `</map>`
		src := importers.NewSource("m.tmx", []byte(text), fstest.MapFS{"t.png": {Data: blank(t, w, h)}})
		res, err := New().Import(t.Context(), src, importers.Options{Pictures: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Pictures) != 1 || res.Document.Len() != 1 {
			t.Fatalf("%d pictures and %d colliders: %v", len(res.Pictures), res.Document.Len(), res.Issues)
		}
		picture := cornersOf(res.Pictures[0])

		m, err := readMap(t.Context(), src)
		if err != nil {
			t.Fatal(err)
		}
		var want []level.Vec
		if isObject {
			anchor := alignments[alignment]
			if alignment == "" && name == "isometric" {
				anchor.X = 0.5
			}
			foot := level.Vec{X: -anchor.X * frame.X, Y: (1 - anchor.Y) * frame.Y}
			sin, cos := math.Sincos(float64(turn) * math.Pi / 180)
			for _, p := range drawn(foot, offset, w, h, frame, fit, isHexagonal, gid) {
				want = append(want, m.project(at).Add(level.Vec{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y}))
			}
		} else {
			if inGrid {
				frame = level.Vec{X: m.tileWidth, Y: m.tileHeight}
			}
			want = drawn(m.lattice.foot(0, 0), offset, w, h, frame, fit, isHexagonal, gid)
		}
		for i := range want {
			if picture[i].Dist(want[i]) > 1e-6 {
				t.Fatalf("%s\nthe picture is at %v, Tiled draws it at %v", text, picture, want)
			}
		}
		for c := range res.Document.Colliders() {
			points := c.Shape.Points
			if c.Shape.Kind == level.Box {
				points = c.Shape.Corners()
			}
			if len(points) != 4 {
				t.Fatalf("the collider is %+v", c.Shape)
			}
			for _, p := range points {
				p = c.Transform().Apply(p)
				if !slices.ContainsFunc(want, func(q level.Vec) bool { return p.Dist(q) < 1e-6 }) {
					t.Fatalf("%s\nthe collider has a corner at %v, the picture has %v", text, p, want)
				}
			}
		}
	})
}

// boundsOf lists the colliders' bounding boxes, rounded to thousandths.
func boundsOf(res *importers.Result) []string {
	var out []string
	for c := range res.Document.Colliders() {
		b := res.Document.Baked(c.ID).Bounds
		if c.Angle != 0 { // bounds are in the shape's own frame
			b.Min, b.Max = level.Vec{X: math.Inf(1), Y: math.Inf(1)}, level.Vec{X: math.Inf(-1), Y: math.Inf(-1)}
			points := c.Shape.Points
			if c.Shape.Kind == level.Box {
				points = c.Shape.Corners()
			}
			for _, p := range points {
				p = c.Transform().Apply(p).Sub(c.Position)
				b.Min = level.Vec{X: min(b.Min.X, p.X), Y: min(b.Min.Y, p.Y)}
				b.Max = level.Vec{X: max(b.Max.X, p.X), Y: max(b.Max.Y, p.Y)}
			}
		}
		lo, hi := c.Position.Add(b.Min), c.Position.Add(b.Max)
		round := func(x float64) float64 { return math.Round(x*1000)/1000 + 0 }
		out = append(out, fmt.Sprintf("%v %v %g..%g x %g..%g", c.Role, c.Shape.Kind, round(lo.X), round(hi.X),
			round(lo.Y), round(hi.Y)))
	}
	return out
}

// Tile shapes are scaled and rotated like their pictures.
func TestTilesInOtherSizes(t *testing.T) {
	t.Parallel()
	const sets = `<tileset firstgid="1" name="x" tilewidth="16" tileheight="16" tilecount="1" columns="1" tilerendersize="grid">
<tile id="0"><objectgroup><object id="1" x="0" y="8" width="8" height="8"/></objectgroup></tile></tileset>
<tileset firstgid="2" name="z" tilewidth="64" tileheight="32" tilecount="1" columns="1" tilerendersize="grid" fillmode="preserve-aspect-fit">
<tile id="0"><objectgroup><object id="1" x="0" y="0" width="64" height="32"/></objectgroup></tile></tileset>
<tileset firstgid="3" name="d" tilewidth="20" tileheight="10" tilecount="2" columns="2">
<tile id="0"><objectgroup><object id="1" x="0" y="0" width="20" height="10"/></objectgroup></tile></tileset>`
	cells := func(list string) string {
		return `<layer id="1" name="L" width="2" height="2"><data encoding="csv">` + list + `</data></layer>`
	}
	for name, test := range map[string]struct {
		body string
		want []string
	}{
		"in the size of the cells": {cells("0,1,2147483649,0"), []string{
			"solid box 32..48 x 16..32",
			"solid box 16..32 x 48..64",
		}},
		"keeping its proportions": {cells("0,2,0,0"), []string{"solid box 32..64 x 8..24"}},
		"an object that keeps its proportions": {
			`<objectgroup id="1" name="O"><object id="1" gid="2" x="0" y="128" width="64" height="64"/></objectgroup>`,
			[]string{"solid box 0..64 x 80..112"},
		},
		"a diagonal object": {
			`<objectgroup id="1" name="O"><object id="1" gid="536870915" x="20" y="100" width="20" height="10"/></objectgroup>`, []string{"solid box 20..30 x 80..100"},
		},
		"a diagonal object without a shape": {
			`<objectgroup id="1" name="O"><object id="1" gid="536870916" x="20" y="100" width="20" height="10"/></objectgroup>`, []string{"trigger box 20..30 x 80..100"},
		},
		"an object without a height": {
			`<objectgroup id="1" name="O"><object id="1" gid="3" x="20" y="100" width="40"/></objectgroup>`,
			[]string{"solid box 20..60 x 90..100"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := imported(`<map width="2" height="2" tilewidth="32" tileheight="32">`+sets+test.body+`</map>`,
				nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := boundsOf(res); !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

// The footprint of a tile with an isometric grid is the diamond of the map's cell if the tile is as wide as the cell.
func TestIsometricFootprintIsTheCell(t *testing.T) {
	t.Parallel()
	for name, grid := range map[string]string{
		"said": `width="64" height="32"`, "a half": `width="64" height="32.5"`, "left out": ``,
		"empty": `width="0" height="0"`,
	} {
		h, foot := 64, 32 // of the tile, and of its footprint
		if name != "said" {
			h, foot = 32, 32
		}
		res, err := imported(fmt.Sprintf(
			`<map orientation="isometric" width="4" height="4" tilewidth="64" tileheight="32">
<tileset firstgid="1" name="x" tilewidth="64" tileheight="%d"><grid orientation="isometric" %s/>
<tile id="0"><objectgroup><object id="1" x="0" y="0" width="%d" height="%[3]d"/></objectgroup></tile></tileset>
<layer id="2" name="T" width="4" height="4"><data encoding="csv">0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0</data></layer></map>`, h, grid, foot), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := boundsOf(res), []string{"solid polygon 96..160 x 32..64"}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// An instance keeps its template's values unless it sets its own, as in Tiled. An empty name, a size with a side of 0
// and the gid 0 do not count as set.
func TestInstanceOverrides(t *testing.T) {
	t.Parallel()
	tileset := func(shape string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(
			`<tileset name="s" tilewidth="20" tileheight="20" tilecount="2" columns="2"><tile id="1"><objectgroup><object id="1" ` + shape + `</object></objectgroup></tile></tileset>`)}
	}
	files := fstest.MapFS{
		"a.tsx":    tileset(`x="0" y="0"><polygon points="0,0 20,20 0,20"/>`),
		"b.tsx":    tileset(`x="5" y="0" width="10" height="20">`),
		"slope.tx": {Data: []byte(`<template><tileset firstgid="1" source="a.tsx"/><object name="Slope" gid="2" width="40" height="20"/></template>`)},
		"turned.tx": {Data: []byte(`<template><object name="Wall" class="stone" width="40" height="20" rotation="90">` +
			`<properties><property name="at" type="class" propertytype="Place"><properties><property name="x" type="int" value="1"/><property name="y" type="int" value="2"/></properties></property></properties></object></template>`)},
	}
	for _, test := range []struct{ xml, json, want string }{
		{`template="slope.tx"`, `"template":"slope.tx"`, "Slope: polygon 100..140 x 80..100"},
		{`template="slope.tx" gid="0"`, `"template":"slope.tx","gid":0`, "Slope: polygon 100..140 x 80..100"},
		{`template="slope.tx" gid="2"`, `"template":"slope.tx","gid":2`, "Slope: box 110..130 x 80..100"},
		{
			`template="slope.tx" name="" width="20"`, `"template":"slope.tx","name":"","width":20`,
			"Slope: polygon 100..140 x 80..100",
		},
		{
			`template="slope.tx" width="20" height="10"`, `"template":"slope.tx","width":20,"height":10`,
			"Slope: polygon 100..120 x 90..100",
		},
		{`template="turned.tx"`, `"template":"turned.tx"`, "Wall: box 80..100 x 100..140 map[at.x:1 at.y:2]"},
		{
			`template="turned.tx" rotation="0"`, `"template":"turned.tx","rotation":0`,
			"Wall: box 100..140 x 100..120 map[at.x:1 at.y:2]",
		},
		{
			`template="turned.tx" rotation=""`, `"template":"turned.tx","rotation":""`,
			"Wall: box 80..100 x 100..140 map[at.x:1 at.y:2]",
		},
		{
			`template="turned.tx" name="" type="ice"`, `"template":"turned.tx","type":"ice"`,
			"Wall (ice): box 80..100 x 100..140 map[at.x:1 at.y:2]",
		},
		{
			`template="turned.tx"><properties><property name="at" type="class" propertytype="Place"><properties><property name="x" type="int" value="5"/></properties></property></properties></object><point`,
			`"template":"turned.tx","properties":[{"name":"at","type":"class","propertytype":"Place","value":{"x":5}}]`,
			"Wall: box 80..100 x 100..140 map[at.x:5]",
		},
	} {
		for file, text := range map[string]string{
			"m.tmx": `<map width="2" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" source="b.tsx"/><objectgroup id="1" name="O"><object id="1" x="100" y="100" ` + test.xml + `/></objectgroup></map>`,
			"m.tmj": `{"type":"map","width":2,"height":2,"tilewidth":16,"tileheight":16,"tilesets":[{"firstgid":1,"source":"b.tsx"}],"layers":[{"type":"objectgroup","id":1,"name":"O","objects":[{"id":1,"x":100,"y":100,` + test.json + `}]}]}`,
		} {
			mapping := &importers.Mapping{Entities: []importers.EntityRule{{
				Name:   "ice",
				Effect: importers.Effect{Tags: []string{"ice"}},
			}}}
			res, err := New().Import(t.Context(), importers.NewSource(file, []byte(text), files),
				importers.Options{Mapping: mapping})
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(boundsOf(res), "; ")
			_, got, _ = strings.Cut(got, " ")
			for c := range res.Document.Colliders() {
				if len(c.Tags) > 0 {
					got = fmt.Sprintf("(%s): %s", c.Tags[0], got)
				} else {
					got = ": " + got
				}
				if got = strings.ReplaceAll(c.Name+got, "(", " ("); len(c.Properties) > 0 {
					got += fmt.Sprint(" ", c.Properties)
				}
			}
			if got != test.want {
				t.Errorf("%s, %s: %s, want %s", file, test.xml, got, test.want)
			}
		}
	}
}
