package level_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/editor/strictyaml"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

// equalDocuments reports the first difference between two documents.
func equalDocuments(a, b *level.Document) error {
	sa, sb := a.Snapshot(), b.Snapshot()
	if fmt.Sprintf("%+v", *sa.Settings) != fmt.Sprintf("%+v", *sb.Settings) {
		return fmt.Errorf("settings %+v and %+v", *sa.Settings, *sb.Settings)
	}
	if len(sa.Layers) != len(sb.Layers) {
		return fmt.Errorf("%d and %d layers", len(sa.Layers), len(sb.Layers))
	}
	for i, la := range sa.Layers {
		lb := sb.Layers[i]
		x, y := *la.Layer, *lb.Layer
		x.Order, y.Order = 0, 0
		if x != y {
			return fmt.Errorf("layer %+v and %+v", x, y)
		}
		if len(la.Colliders) != len(lb.Colliders) {
			return fmt.Errorf("layer %v: %d and %d colliders", x.ID, len(la.Colliders), len(lb.Colliders))
		}
		for j, ca := range la.Colliders {
			x, y := *ca.Collider, *lb.Colliders[j].Collider
			x.Order, y.Order = 0, 0
			if !x.Equal(&y) {
				return fmt.Errorf("collider\n%+v and\n%+v", x, y)
			}
		}
	}
	return nil
}

func TestSaveAndLoadIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := drawDocument(t)
		first, err := level.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		back, err := level.Read(bytes.NewReader(first), "level.yaml")
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		if err := equalDocuments(doc, back); err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		if _, _, ok := level.Stream(first, false); !ok {
			t.Fatalf("the output of Write must be read without a tree, but this is not:\n%s", first)
		}
		second, err := level.Marshal(back)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Fatalf("saved again, it differs:\n%s\n%s", first, second)
		}
	})
}

// drawDocument returns a random valid document that uses every field of every record.
func drawDocument(t *rapid.T) *level.Document {
	number := rapid.Float64Range(-1e6, 1e6)
	positive := rapid.Float64Range(0.01, 1e4)
	word := rapid.StringN(0, 12, 40)
	name := rapid.StringN(1, 8, 40)
	vec := func(label string) level.Vec {
		return level.Vec{X: number.Draw(t, label) + 0, Y: number.Draw(t, label) + 0}
	}
	s := level.DefaultSettings()
	s.Name, s.Origin = word.Draw(t, "name"), vec("origin")
	s.Size = level.Vec{X: positive.Draw(t, "w"), Y: positive.Draw(t, "h")}
	s.PixelsPerMetre = positive.Draw(t, "ppm")
	s.Grid = level.Grid{
		Size:   level.Vec{X: positive.Draw(t, "gx"), Y: positive.Draw(t, "gy")},
		Offset: vec("grid offset"), Subdivisions: rapid.IntRange(1, 8).Draw(t, "sub"),
	}
	s.Categories = rapid.SliceOfNDistinct(name, 1, 5, rapid.ID[string]).Draw(t, "categories")
	s.Playtest = drawPlaytest(t)
	s.Exports = drawPresets(t)
	for range rapid.IntRange(0, 3).Draw(t, "pictures") {
		p := level.Picture{
			Name:     rapid.SampledFrom([]string{"rock", "- {a: 'b'}", "背景"}).Draw(t, "picture"),
			File:     rapid.SampledFrom([]string{"art/rock.png", "../a b#c.png"}).Draw(t, "file"),
			Position: vec("position"), Size: level.Vec{X: positive.Draw(t, "pw"), Y: positive.Draw(t, "ph")},
			Angle:   level.Degrees(number.Draw(t, "angle") + 0),
			Opacity: rapid.SampledFrom([]float64{1, 0.5, 1e-3}).Draw(t, "opacity"),
			Order:   rapid.IntRange(-3, 3).Draw(t, "order"),
			Locked:  rapid.Bool().Draw(t, "locked"), Hidden: rapid.Bool().Draw(t, "hidden"),
			Flip: rapid.Bool().Draw(t, "flip"),
		}
		if rapid.Bool().Draw(t, "tiled") {
			p.Tile = level.Vec{X: p.Size.X / 3, Y: p.Size.Y * 2}
		}
		s.Pictures = s.WithPicture(p)
	}
	doc, err := level.NewDocument(s)
	if err != nil {
		t.Fatal(err)
	}
	subset := func(label string) []string {
		var out []string
		for _, c := range s.Categories {
			if rapid.Bool().Draw(t, label) {
				out = append(out, c)
			}
		}
		return out
	}
	doc.UseIDs(testkit.AnyIDs(t))
	var d level.Diff
	for i := range rapid.IntRange(0, 3).Draw(t, "layers") {
		l := &level.Layer{
			ID: doc.NewLayerID(), Name: word.Draw(t, "layer"), Order: float64(i),
			Locked: rapid.Bool().Draw(t, "locked"), Hidden: rapid.Bool().Draw(t, "hidden"),
			Color:   rapid.SampledFrom([]string{"", "#8fa3bf", "#FF00aa"}).Draw(t, "color"),
			Opacity: rapid.SampledFrom([]float64{0, 0, level.MinOpacity, 0.5, 1.0 / 3}).Draw(t, "opacity"),
		}
		d.Layers = append(d.Layers, level.Added(l))
		for range rapid.IntRange(0, 4).Draw(t, "colliders") {
			c := level.NewCollider(doc.NewID(), l.ID, word.Draw(t, "collider"), testkit.DrawShape(t), vec("position"))
			c.Angle = level.Degrees(rapid.Float64Range(-720, 720).Draw(t, "angle") + 0)
			c.Role = rapid.SampledFrom([]level.Role{level.Solid, level.Trigger, level.OneWay}).Draw(t, "role")
			if c.Role == level.OneWay {
				c.OneWay = rapid.SampledFrom([]level.Vec{level.Up, {X: 1}, {X: 0.6, Y: 0.8}}).Draw(t, "one-way")
			}
			c.Body = rapid.SampledFrom([]level.BodyType{level.Static, level.Dynamic, level.Kinematic}).Draw(t, "body")
			c.Categories = subset("category")
			if rapid.Bool().Draw(t, "masked") {
				c.CollidesWith = append([]string{}, subset("mask")...)
			}
			c.Group = rapid.Int32().Draw(t, "group")
			c.Tags = rapid.SliceOfN(name, 0, 3).Draw(t, "tags")
			c.Properties = rapid.MapOfN(name, rapid.OneOf(rapid.Map(rapid.Bool(), toAny[bool]),
				rapid.Map(word, toAny[string]), rapid.Map(number, func(x float64) any {
					return x + 0
				})), 0, 3).Draw(t, "properties")
			c.Path = drawPath(t)
			c.Friction, c.Restitution, c.Density = positive.Draw(t, "friction"), positive.Draw(t, "restitution"),
				positive.Draw(t, "density")
			if rapid.Bool().Draw(t, "moves") {
				c.Start(level.Motion{
					Velocity: level.Vec{X: positive.Draw(t, "vx")},
					Spin:     level.Degrees(positive.Draw(t, "spin")), Force: level.Vec{Y: -positive.Draw(t, "fy")},
				})
			}
			c.Locked, c.Hidden = rapid.Bool().Draw(t, "locked"), rapid.Bool().Draw(t, "hidden")
			if rapid.Bool().Draw(t, "imported") {
				c.Source = &level.Source{
					File: word.Draw(t, "file"), Level: word.Draw(t, "level"),
					Layer: word.Draw(t, "layer"), Value: rapid.Int().Draw(t, "value"), ID: word.Draw(t, "id"),
				}
			}
			d.Colliders = append(d.Colliders, level.Added(c))
		}
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// drawPlaytest returns a random valid character, with some values at their defaults.
func drawPlaytest(t *rapid.T) level.Playtest {
	p := level.DefaultPlaytest()
	if rapid.Bool().Draw(t, "usual character") {
		return p
	}
	p.Mode = rapid.SampledFrom([]level.PlayMode{level.Platformer, level.TopDown}).Draw(t, "mode")
	p.Form = rapid.SampledFrom([]level.PlayForm{level.BoxForm, level.CapsuleForm, level.CircleForm}).Draw(t, "form")
	side := rapid.Float64Range(0.01, level.MaxPlayLength)
	p.Size = level.Vec{X: side.Draw(t, "width"), Y: side.Draw(t, "height")}
	for _, n := range p.Numbers() {
		if rapid.Bool().Draw(t, n.Key+" differs") {
			*n.Value = rapid.Float64Range(n.Min, n.Max).Draw(t, n.Key) + 0
		}
	}
	for _, x := range p.Switches() {
		*x.On = rapid.Bool().Draw(t, x.Key)
	}
	mix := rapid.SampledFrom(dynamics.Mixes())
	p.FrictionMix, p.RestitutionMix = mix.Draw(t, "friction mix"), mix.Draw(t, "restitution mix")
	return p
}

func toAny[T any](v T) any { return v }

const sample = `fillet: 1
name: Cavern
size: [512, 256]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [terrain, player]
layers:
  - id: l1
    name: Terrain
    colliders:
      - id: c1
        name: floor
        kind: polygon
        points: [[0, 0], [64, 0], [64, 16], [0, 16]]
        radius: 4
        position: [0, 240]
      - id: c2
        kind: circle
        radius: 12.5
        position: [32, 100]
        body: dynamic
`

func TestSampleRoundTrip(t *testing.T) {
	t.Parallel()
	doc, err := level.Read(strings.NewReader(sample), "cavern.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	out, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != sample {
		t.Errorf("written back it is\n%s", out)
	}
	if c := doc.Collider(1); c.Name != "floor" || c.Shape.Radius != 4 || c.Shape.Rounding != level.Inset ||
		len(doc.Baked(1).Pieces) != 1 {
		t.Errorf("floor = %+v", c)
	}
}

// The file holds only the values that differ from the default character, and the character reads back unchanged.
func TestPlaytestInTheFile(t *testing.T) {
	text := strings.Replace(sample, "layers:",
		"playtest:\n  body: box\n  size: [8, 12]\n  jump_height: 80\n  variable_jump: false\n  jetpack: true\nlayers:",
		1)
	doc, err := level.Read(strings.NewReader(text), "f.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := level.DefaultPlaytest()
	want.Form, want.Size, want.JumpHeight, want.VariableJump, want.Jetpack = level.BoxForm, level.Vec{X: 8, Y: 12}, 80,
		false, true
	if got := doc.Settings().Playtest; got != want {
		t.Errorf("read %+v, want %+v", got, want)
	}
	out, err := level.Marshal(doc)
	if err != nil || string(out) != text {
		t.Errorf("%v; written back it is\n%s", err, out)
	}
	settings := *doc.Settings()
	settings.Playtest.TimeToApex = 0
	if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &settings)}); err == nil {
		t.Error("a jump that takes no time was accepted")
	}
}

// Every number of the playtest must be in its range, which includes both ends.
func TestPlaytestRanges(t *testing.T) {
	t.Parallel()
	const step = 1.0 / 60
	want := map[string][2]float64{
		"speed": {0, 1e5}, "acceleration": {0, 1e6}, "air_control": {0, 1e6}, "jump_height": {0, 1e5},
		"time_to_apex": {step, 1e4},
		"coyote_time":  {0, 1e4}, "jump_buffer": {0, 1e4}, "max_fall": {0, 1e5}, "thrust": {0, 1e6}, "burst": {0, 1e5},
		"fuel": {0, 1e4}, "refill": {0, 1e4},
		"max_rise": {0, 1e5}, "max_slope": {0, 89}, "jump_cut": {0, 1}, "corner_reach": {0, 64}, "air_jumps": {0, 100},
		"air_jump_height": {0, 1e5},
		"wall_slide":      {0, 1e5}, "wall_jump_height": {0, 1e5}, "wall_jump_speed": {0, 1e5},
		"crouch_height": {0, 1e5}, "crouch_speed": {0, 1e5},
		"climb_speed": {0, 1e5}, "swim_speed": {0, 1e5}, "buoyancy": {0, 10}, "water_drag": {0, 1000},
		"step_height": {0, 1e5}, "density": {1e-6, 1e6}, "gravity": {0, 1e6},
		"rolling_resistance": {0, 10}, "damping": {0, 1e3}, "spin_damping": {0, 1e3}, "ground_damping": {0, 1e3},
		"max_spin":     {0, 1e5},
		"bounce_speed": {0, 1e5}, "sleep_speed": {0, 1e5}, "sleep_time": {step, 1e4},
	}
	doc := testkit.EmptyLevel(t)
	taken := func(key string, v float64) bool {
		settings := *doc.Settings()
		for _, n := range settings.Playtest.Numbers() {
			if n.Key == key {
				*n.Value = v
			}
		}
		return doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &settings)}) == nil
	}
	p := level.DefaultPlaytest()
	for _, n := range p.Numbers() {
		ends, known := want[n.Key]
		if !known {
			t.Errorf("%s is not in the table", n.Key)
		}
		delete(want, n.Key)
		if v := *n.Value; v < ends[0] || v > ends[1] {
			t.Errorf("%s is %v by default", n.Key, v)
		}
		for v, in := range map[float64]bool{
			ends[0]: true, ends[1]: true, math.Nextafter(ends[0], math.Inf(-1)): false,
			math.Nextafter(ends[1], math.Inf(1)): false, math.NaN(): false, math.Inf(1): false,
		} {
			if taken(n.Key, v) != in {
				t.Errorf("%s accepts %v: %v, want %v", n.Key, v, !in, in)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("numbers %v are missing", want)
	}
}

func TestReadErrorsNameTheirPlace(t *testing.T) {
	replace := func(old, with string) string {
		if !strings.Contains(sample, old) {
			t.Fatalf("the sample has no %q", old)
		}
		return strings.Replace(sample, old, with, 1)
	}
	character := func(line string) string { return replace("layers:", "playtest:\n  "+line+"\nlayers:") }
	for _, test := range []struct{ name, text, want string }{
		{"not a level", "hello: world\n", `f.yaml:1: this is not a Fillet level: a level begins with "fillet: 1"`},
		{"empty", "", `f.yaml:1: this is not a Fillet level: a level begins with "fillet: 1"`},
		{"cut short", "fillet: 1\nname: x\n", `f.yaml:1:1: this level has no "layers": the file may be truncated`},
		{
			"version in quotes", replace("fillet: 1", `fillet: "1"`),
			`f.yaml:1:9: "1" is not a version of the level file`,
		},
		{"UTF-16", "\xff\xfef\x00i\x00", "f.yaml:1: the text is UTF-16; save it as UTF-8"},
		{"not UTF-8", replace("name: floor", "name: fl\xf6r"), "f.yaml:12:17: byte 0xf6 is not UTF-8 text"},
		{
			"category twice", replace("[terrain, player]", "[terrain, terrain]"),
			`f.yaml:6:13: level: category "terrain" appears twice`,
		},
		{
			"no scale", replace("pixels_per_metre: 32", "pixels_per_metre: 0"),
			"f.yaml:4:19: level: pixels per metre are 0; they must be more than 0",
		},
		{
			"newer", replace("fillet: 1", "fillet: 3"),
			"f.yaml:1:9: this level was written by a newer Fillet (level file 3; this one reads up to 2)",
		},
		{
			"unknown key", replace("radius: 4", "raduis: 4"),
			`f.yaml:15:9: unknown key "raduis" (did you mean "radius"?)`,
		},
		{"unknown top key", replace("pixels_per_metre", "ppm"), `f.yaml:4:1: unknown key "ppm"`},
		{"repeated key", replace("radius: 4", "name: wall"), `f.yaml:15:9: key "name" was already set, in line 12`},
		{
			"wrong word", replace("body: dynamic", "body: dynamik"),
			`f.yaml:21:15: expected one of static, dynamic, kinematic here, not "dynamik" (did you mean "dynamic"?)`,
		},
		{"not a number", replace("radius: 12.5", "radius: big"), `f.yaml:19:17: expected a number here, not "big"`},
		{"NaN", replace("radius: 12.5", "radius: .nan"), `f.yaml:19:17: .nan is not a finite number`},
		{"infinite", replace("[32, 100]", "[32, 1e999]"), `f.yaml:20:24: 1e999 is not a finite number`},
		{
			"huge", replace("[32, 100]", "[32, 1e12]"),
			`f.yaml:17:9: collider c2: position (32, 1e+12) is beyond the limit of 1e+07`,
		},
		{"a point of three", replace("[64, 0]", "[64, 0, 1]"), "f.yaml:14:26: expected [x, y] here, not a list of 3"},
		{"bad id", replace("id: c2", "id: two"), `f.yaml:17:13: "two" is not an id such as ck3fw7m2a or c12`},
		{"no kind", replace("kind: circle\n        ", ""), `f.yaml:17:9: collider c2 has no "kind"`},
		{
			"self-crossing", replace("[[0, 0], [64, 0], [64, 16], [0, 16]]", "[[0, 0], [64, 16], [64, 0], [0, 16]]"),
			"f.yaml:14:18: collider c1 (floor): ",
		},
		{"radius too large", replace("radius: 4", "radius: 9"), "f.yaml:14:17: collider c1 (floor): "},
		{
			"no such category", replace("radius: 12.5", "radius: 12.5\n        categories: [ghost]"),
			`f.yaml:17:9: collider c2: the level has no category "ghost"`,
		},
		{"reference", replace("[32, 100]", "*here"), "f.yaml:20: unknown anchor 'here' referenced"},
		{
			"anchored", replace("position: [0, 240]", "position: &p [0, 240]") +
				"      - {id: c3, kind: point, position: *p}\n",
			"f.yaml:22:41: references (*p) are not allowed in a level",
		},
		{"syntax", replace("  - id: l1", "  - id: l1: x"), "f.yaml:8: "},
		{"tab", replace("    name: Terrain", "\tname: Terrain"), "f.yaml:9: found a tab"},
		{
			"second document", sample + "---\nfillet: 1\n",
			"f.yaml:23:1: a level file holds one YAML document, but this file has more",
		},
		{
			"layers of the wrong form", replace("layers:", "layers: 3\nname2:"),
			`f.yaml:7:9: expected a list here, not "3"`,
		},
		{
			"subdivisions", replace("grid: {size: [16, 16]}", "grid: {size: [16, 16], subdivisions: 2.5}"),
			`f.yaml:5:38: expected a whole number here, not "2.5"`,
		},
		{
			"one-way of a solid", replace("body: dynamic", "one_way: [0, -1]"),
			"f.yaml:17:9: collider c2: role solid cannot have a one-way direction",
		},
		{
			"playtest key", character("jump_heigth: 3"),
			`f.yaml:8:3: unknown key "jump_heigth" (did you mean "jump_height"?)`,
		},
		{"playtest word", character("body: star"), `f.yaml:8:9: expected one of box, capsule, circle here, not "star"`},
		{
			"playtest mix", character("friction_mix: mean"),
			`f.yaml:8:17: expected one of geometric, average, minimum, maximum, product here, not "mean"`,
		},
		{"playtest range", character("max_slope: 100"), "f.yaml:8:14: max_slope is 100; it must be from 0 to 89"},
		{"playtest size", character("size: [14, 0]"), "f.yaml:8:9: size is 14 by 0; both must be more than 0"},
		{"playtest switch", character("jetpack: 1"), `f.yaml:8:12: expected true or false here, not "1"`},
		{"playtest number", character("speed: .inf"), `f.yaml:8:10: .inf is not a finite number`},
		{
			"unused field", replace("radius: 12.5", "radius: 12.5\n        size: [3, 4]"),
			"f.yaml:17:9: collider c2: a circle has no size",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := level.Read(strings.NewReader(test.text), "f.yaml")
			if err == nil {
				t.Fatal("the invalid file was read")
			}
			if !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("error\n  %v\nwant\n  %v", err, test.want)
			}
			var re *level.ReadError
			if !errors.As(err, &re) {
				t.Errorf("the error is a %T", err)
			}
		})
	}
}

// Files with sorted keys, or with everything on one line, are read as usual. Formatters may write them.
func TestKeysInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"categories: [a]\nfillet: 1\nlayers: []\nname: x\nsize: [3, 4]\n",
		"---\n# c\nfillet: 1\nsize: [3, 4]\nlayers: []\n", "{fillet: 1, size: [3, 4], layers: []}",
	} {
		doc, err := level.Read(strings.NewReader(text), "f.yaml")
		if err != nil || doc.Settings().Size.Y != 4 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("fillet: 1\nsize: [9, 9]\nlayers: [{id: l1, colliders: [{id: c1, kind: box, size: [1, 2], position: " +
		"[0, 0]}]}]"))
	f.Add([]byte("fillet: 1\nsize: [9, 9]\nlayers: [{id: l1, colliders: [{id: c1, kind: polygon, holes: [[[0,0]]], " +
		"points: [[0,0],[1,1],[1,0]], position: [0, 0]}]}]"))
	f.Add([]byte("fillet: 2\nsize: [9, 9]\nlayers: [{id: l1, colliders: [{id: c1, kind: polygon, points: " +
		"[[0,0],[9,0],[9,9]], radii: [1, ~, 0], chamfers: [~, 2, ~], curves: [{edge: 0, arc: 1}, {edge: 2, cubic: " +
		"[[2, 9], [0, 3]]}], position: [0, 0]}]}]"))
	f.Add([]byte("fillet: 2\nsize: [9, 9]\nlayers: [{id: l1, colliders: [{id: c1, kind: polygon, points: " +
		"[[0,0],[9,0],[9,9]], holes: [[[6,2],[8,2],[8,4]]], radii: [1, ~, 0, ~, 0.5, ~], curves: [{edge: 3, arc: " +
		"-0.5}], position: [0, 0]}]}]"))
	f.Add([]byte("fillet: 2\nsize: [9, 9]\nlayers: [{id: l1, colliders: [{id: c1, kind: box, size: [1, 2], position: " +
		"[0, 0], body: kinematic, path: {points: [[0, 0], [9, 9]], speed: 3, ease: smooth, loop: once, phase: 0.5, " +
		"wait: 1, stops: points, follow: true}}, {id: c2, kind: point, position: [0, 0], path: {chain: c1, time: 2, " +
		"turn: -90, loop: back-and-forth}}]}]"))
	f.Add([]byte("fillet: 1\nsize: [9, 9]\nplaytest: {mode: top-down, body: box, size: [3, 4], speed: 12, max_slope: " +
		"45, jetpack: true}\nlayers: []"))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := level.Read(bytes.NewReader(data), "fuzz.yaml")
		if err != nil {
			return
		}
		if err := doc.Validate(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		out, err := level.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		back, err := level.Read(bytes.NewReader(out), "again.yaml")
		if err != nil {
			t.Fatalf("the written file cannot be read: %v\n%s", err, out)
		}
		if err := equalDocuments(doc, back); err != nil {
			t.Fatal(err)
		}
	})
}

// Shortest decimals equal the standard library's.
func TestNumbersAreTheShortest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(
			rapid.Float64(), rapid.Float64Range(-1e9, 1e9), rapid.Float64Range(-2, 2),
			rapid.Map(rapid.Int64Range(-2e12, 2e12), func(n int64) float64 { return float64(n) / 1000 }),
			rapid.Map(rapid.IntRange(-1e6, 1e6), func(n int) float64 { return float64(n) / 1e4 }),
		).Draw(t, "x")
		for range rapid.IntRange(0, 2).Draw(t, "steps") {
			x = math.Nextafter(x, rapid.SampledFrom([]float64{0, 1e300}).Draw(t, "towards"))
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		form := byte('f')
		if a := math.Abs(x); a < 1e-6 || a >= 1e15 {
			form = 'e'
		}
		want := strconv.FormatFloat(x, form, -1, 64)
		if x == 0 {
			want = "0"
		}
		if got := string(strictyaml.AppendNumber([]byte("x"), x)); got != "x"+want {
			t.Fatalf("%v is written %q, want %q", x, got, want)
		}
	})
}

// Marshal allocates the text's buffer once.
func TestMarshalMakesRoomOnce(t *testing.T) {
	t.Parallel()
	d := testkit.EmptyLevel(t)
	var diff level.Diff
	for i := range 3000 {
		c := level.NewCollider(level.ID(i+1), 1, fmt.Sprintf("shape %d", i),
			level.Shape{Kind: level.Polygon, Rounding: level.Inset}, level.Vec{X: float64(i) + 0.125, Y: 7})
		for j := range 3 + i%9 {
			s, k := math.Sincos(2 * math.Pi * float64(j) / float64(3+i%9))
			c.Shape.Points = append(c.Shape.Points, level.Vec{
				X: math.Round(12345*s) / 1000,
				Y: math.Round(12345*k) / 1000,
			})
		}
		if i%2 == 0 {
			c.Source = &level.Source{File: "../world.ldtk", Level: "Level_0", Layer: "Collisions", Value: 1}
		}
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := d.Apply(diff); err != nil {
		t.Fatal(err)
	}
	data, err := level.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	if n := level.SizeInFile(d.Snapshot()); n < len(data) || n > 2*len(data) {
		t.Errorf("%d bytes are reserved for a file of %d", n, len(data))
	}
}

func BenchmarkMarshal(b *testing.B) {
	data, err := os.ReadFile("../../assets/samples/cavern.level.yaml")
	if err != nil {
		b.Fatal(err)
	}
	doc, err := level.Parse(data, "cavern")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := level.Marshal(doc); err != nil {
			b.Fatal(err)
		}
	}
}

// A file may end with a document end marker, whatever its style and size.
func TestEndOfTheDocument(t *testing.T) {
	var many strings.Builder
	many.WriteString("fillet: 1\nname: many\nsize: [100, 100]\nlayers:\n  - id: l1\n    name: all\n    colliders:\n")
	for i := range 500 {
		fmt.Fprintf(&many, "      - id: c%d\n        kind: circle\n        radius: 5\n        position: [%d, 50]\n",
			i+1, i)
	}
	odd := strings.ReplaceAll(many.String(), "        kind: circle\n        radius: 5\n",
		"        \"kind\": !!str circle\n        radius: &r 5\n")
	flow := "{fillet: 1, name: a, size: [10, 10], layers: []}\n"
	for what, text := range map[string]string{
		"the sample": sample, "many colliders": many.String(),
		"another style": odd, "flow style": flow,
	} {
		want, err := level.Parse([]byte(text), "f.yaml")
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		for _, end := range []string{"...\n", "...", "...\n...\n", "... # the end\n", "...\n\n# the end\n"} {
			got, err := level.Parse([]byte(text+end), "f.yaml")
			if err != nil || got.Len() != want.Len() {
				t.Errorf("%s with %q at its end: %v", what, end, err)
			}
			got, err = level.Parse([]byte("---\n"+text+end), "f.yaml")
			if err != nil || got.Len() != want.Len() {
				t.Errorf("%s with a marker before it and %q at its end: %v", what, end, err)
			}
		}
		if _, err := level.Parse([]byte(text+"...\n---\nfillet: 1\n"), "f.yaml"); err == nil ||
			!strings.Contains(err.Error(), "one YAML document") {
			t.Errorf("%s with another document: %v", what, err)
		}
	}
}
