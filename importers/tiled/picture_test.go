package tiled

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/importers"
)

// embeddedPicture returns a plain picture in base64.
func embeddedPicture(w, h int) string { return base64.StdEncoding.EncodeToString(plainPicture(w, h)) }

// shown lists a map's pictures: the image's name, the region, the position and sides, and other fields that are not
// zero.
func shown(t *testing.T, text string) []string {
	t.Helper()
	files := fstest.MapFS{"tiles.png": {Data: formTiles()}, "small.png": {Data: plainPicture(14, 10)}}
	res, err := New().Import(context.Background(), importers.NewSource("m.tmx", []byte(text), files),
		importers.Options{Pictures: true})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, p := range res.Pictures {
		name := "plain"
		if p.Image != importers.Plain {
			name = res.Images[p.Image].Name
			if c := res.Images[p.Image].Clear; c != (color.NRGBA{}) {
				name += fmt.Sprintf(" without %v", c)
			}
		}
		s := fmt.Sprintf("%s %d,%d %dx%d at %v", name, p.X, p.Y, p.W, p.H, p.At)
		if p.U.Y != 0 || p.V.X != 0 || p.U.X != float64(p.W) || p.V.Y != float64(p.H) {
			s += fmt.Sprintf(" along %v and %v", p.U, p.V)
		}
		if p.Alpha != 1 {
			s += fmt.Sprintf(" alpha %.2g", p.Alpha)
		}
		if p.Color != (color.NRGBA{}) {
			s += fmt.Sprintf(" color %v", p.Color)
		}
		if p.Wraps {
			s += " wraps"
		}
		list = append(list, s)
	}
	return list
}

func TestPictures(t *testing.T) {
	t.Parallel()
	const set = `<tileset firstgid="1" name="t" tilewidth="32" tileheight="40" tilecount="4" columns="4"><image source="tiles.png" width="128" height="40"/><tile id="0"><animation><frame tileid="2" duration="9"/><frame tileid="0" duration="9"/></animation></tile></tileset>`
	wholeMap := func(attributes, body string) string {
		return `<map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16" ` + attributes + `>` +
			body + `</map>`
	}
	cells := func(attributes, list string) string {
		return `<layer id="1" name="a" width="2" height="2" ` + attributes + `><data encoding="csv">` + list +
			`</data></layer>`
	}
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"the colour behind a map": {
			wholeMap(`backgroundcolor="#102030"`, ""),
			[]string{"plain 0,0 1x1 at (0, 0) along (32, 0) and (0, 32) color {16 32 48 255}"},
		},
		"one that is half clear": {
			wholeMap(`backgroundcolor="#80102030"`, ""),
			[]string{"plain 0,0 1x1 at (0, 0) along (32, 0) and (0, 32) color {16 32 48 128}"},
		},
		"tints multiply": {wholeMap("", set+`<group id="9" tintcolor="#ff8000">`+cells(`tintcolor="#80ffffff"`,
			"0,0,2,0")+`</group>`), []string{"tiles.png 32,0 32x40 at (0, -8) color {255 128 0 128}"}},
		"the first frame of an animation, in the tile's own size": {
			wholeMap("", set+cells("", "0,0,1,0")),
			[]string{"tiles.png 64,0 32x40 at (0, -8)"},
		},
		"large tiles in the order in which they are drawn": {wholeMap(`renderorder="right-down"`,
			set+cells("", "2,3,0,4")), []string{
			"tiles.png 32,0 32x40 at (0, -24)", "tiles.png 64,0 32x40 at (16, -24)",
			"tiles.png 96,0 32x40 at (16, -8)",
		}},
		"from the lower right corner": {
			wholeMap(`renderorder="left-up"`, set+cells("", "2,3,0,4")),
			[]string{
				"tiles.png 96,0 32x40 at (16, -8)", "tiles.png 64,0 32x40 at (16, -24)",
				"tiles.png 32,0 32x40 at (0, -24)",
			},
		},
		"an image layer": {wholeMap("",
			`<imagelayer id="1" name="i" offsetx="5" offsety="-3" opacity="0.5"><image source="small.png"/></imagelayer>`), []string{"small.png 0,0 14x10 at (5, -3) alpha 0.5 wraps"}},
		"one that repeats across": {wholeMap("",
			`<imagelayer id="1" name="i" offsetx="5" offsety="-3" repeatx="1"><image source="small.png"/></imagelayer>`), []string{"small.png -5,0 32x10 at (0, -3) wraps"}},
		"and down": {wholeMap("",
			`<imagelayer id="1" name="i" offsetx="5" offsety="-3" repeatx="1" repeaty="1"><image source="small.png"/></imagelayer>`), []string{"small.png -5,3 32x32 at (0, 0) wraps"}},
		"a hidden one": {wholeMap("",
			`<imagelayer id="1" name="i" repeatx="1" visible="0"><image source="small.png"/></imagelayer>`), nil},
		"a colour that is clear": {
			wholeMap("",
				`<imagelayer id="1" name="i"><image source="small.png" trans="ff00ff"/></imagelayer>`),
			[]string{"small.png without {255 0 255 255} 0,0 14x10 at (0, 0) wraps"},
		},
		"a colour that is clear in an embedded one": {
			wholeMap("", `<imagelayer id="1" name="i"><image trans="ff00ff"><data encoding="base64">`+embeddedPicture(3,
				2)+`</data></image></imagelayer>`),
			[]string{"embedded picture 1 without {255 0 255 255} 0,0 3x2 at (0, 0) wraps"},
		},
		"a tile that is a part of its picture": {
			wholeMap("", `<tileset firstgid="1" name="c" tilewidth="9" tileheight="9" columns="0"><tile id="0" x="3" y="4" width="6" height="5"><image source="small.png" width="14" height="10"/></tile></tileset>`+cells("", "0,0,1,0")),
			[]string{"small.png 3,4 6x5 at (0, 27)"},
		},
		"pictures that the map holds": {
			wholeMap("", `<tileset firstgid="1" name="c" tilewidth="7" tileheight="5" columns="2"><image format="png"><data encoding="base64">`+"\n"+embeddedPicture(14, 10)+"\n"+`</data></image></tileset>`+
				`<imagelayer id="9" name="i"><image format="png"><data encoding="base64">`+embeddedPicture(3, 2)+
				`</data></image></imagelayer>`+
				`<imagelayer id="8" name="bad"><image format="png"><data encoding="base64">?</data></image></imagelayer>`+cells("", "0,0,2,4")),
			[]string{
				"embedded picture 1 0,0 3x2 at (0, 0) wraps", "embedded picture 3 7,0 7x5 at (0, 27)",
				"embedded picture 3 7,5 7x5 at (16, 27)",
			},
		},
		"hidden and faint objects": {
			wholeMap("", set+`<objectgroup id="2" name="o"><object id="1" gid="2" x="0" y="40" width="32" height="40" visible="0"/><object id="2" gid="2" x="1" y="40" width="32" height="40" opacity="0.25"/></objectgroup>`),
			[]string{"tiles.png 32,0 32x40 at (1, 0) alpha 0.25"},
		},
		"tiles in the size of the cells": {
			wholeMap("", strings.Replace(set, `name="t"`,
				`name="t" tilerendersize="grid"`, 1)+cells("", "0,0,2,0")),
			[]string{"tiles.png 32,0 32x40 at (0, 16) along (16, 0) and (0, 16)"},
		},
		"that keep their proportions": {
			wholeMap("", strings.Replace(set, `name="t"`,
				`name="t" tilerendersize="grid" fillmode="preserve-aspect-fit"`, 1)+cells("", "0,0,2,0")),
			[]string{"tiles.png 32,0 32x40 at (1.6, 16) along (12.8, 0) and (0, 16)"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := shown(t, test.text); !slices.Equal(got, test.want) {
				t.Errorf("shown\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestBlendingModesAreNoted(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]bool{"": false, "normal": false, "multiply": true} {
		text := mapOf(`<imagelayer id="1" name="i" mode="` + mode + `"><image source="small.png"/></imagelayer>`)
		res, err := New().Import(context.Background(), importers.NewSource("m.tmx", []byte(text),
			fstest.MapFS{"small.png": {Data: plainPicture(14, 10)}}), importers.Options{Pictures: true})
		if err != nil || hasIssue(res, importers.Note, "blending mode of 1 layer:") != want {
			t.Errorf("mode %q: %v", mode, err)
		}
	}
}

// JSON gives the same result as XML.
func TestPicturesInJSON(t *testing.T) {
	t.Parallel()
	got := shown(t, `{"type": "map", "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 32, "tileheight": 40, "backgroundcolor": "#010203",
"tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 32, "tileheight": 40, "columns": 4, "image": "tiles.png", "imagewidth": 128, "imageheight": 40, "transparentcolor": "#000102",
 "tiles": [{"id": 1, "animation": [{"duration": 9, "tileid": 3}, {"duration": 9, "tileid": 1}]}]}],
"layers": [{"type": "imagelayer", "id": 1, "name": "i", "image": "small.png", "repeatx": true, "opacity": 1},
 {"type": "tilelayer", "id": 2, "name": "l", "width": 1, "height": 1, "opacity": 1, "tintcolor": "#00ff00", "data": [2]}]}`)
	want := []string{
		"plain 0,0 1x1 at (0, 0) along (32, 0) and (0, 40) color {1 2 3 255}", "small.png 0,0 32x10 at (0, 0) wraps",
		"tiles.png without {0 1 2 255} 96,0 32x40 at (0, 0) color {0 255 0 255}",
	}
	if !slices.Equal(got, want) {
		t.Errorf("shown\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Only opaque pixels of the transparent colour become transparent.
func TestClearColorOfAPicture(t *testing.T) {
	t.Parallel()
	m := image.NewNRGBA(image.Rect(0, 0, 3, 1))
	m.SetNRGBA(0, 0, color.NRGBA{R: 255, B: 255, A: 255})
	m.SetNRGBA(1, 0, color.NRGBA{R: 255, B: 255, A: 100})
	m.SetNRGBA(2, 0, color.NRGBA{R: 254, B: 255, A: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	i := importers.Image{Data: b.Bytes(), Clear: color.NRGBA{R: 255, B: 255, A: 255}}
	got, err := i.Decode()
	if err != nil {
		t.Fatal(err)
	}
	m.SetNRGBA(0, 0, color.NRGBA{})
	for x := range 3 {
		if got.At(x, 0) != m.At(x, 0) {
			t.Errorf("pixel %d = %v, want %v", x, got.At(x, 0), m.At(x, 0))
		}
	}
}
