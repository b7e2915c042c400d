package level_test

import (
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// drawPresets returns random valid export presets.
func drawPresets(t *rapid.T) []level.ExportPreset {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("ab {}:#,'\"[]&*!%@`\\/-.é世\n\t1")), 1, 12, 40)
	path := rapid.StringOfN(rapid.RuneFrom([]rune("ab {}:#,'\"[]&*!%@`\\/-.é世1")), 1, 12, 40)
	var out []level.ExportPreset
	for _, name := range rapid.SliceOfNDistinct(word, 0, 3, rapid.ID[string]).Draw(t, "presets") {
		p := level.ExportPreset{
			Name: name, File: path.Draw(t, "file"), Tree: rapid.Bool().Draw(t, "tree"),
			OnSave:    rapid.Bool().Draw(t, "on save"),
			Tolerance: rapid.SampledFrom([]float64{0, 0.1, 2, 1e6}).Draw(t, "tolerance"),
		}
		if rapid.Bool().Draw(t, "templated") {
			p.Template = path.Draw(t, "template")
		} else {
			p.Format = word.Draw(t, "format")
		}
		out = append(out, p)
	}
	return out
}

const presetLevel = `fillet: 1
name: Cavern
size: [512, 256]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [terrain]
exports:
  - {name: game, format: json, file: "build/{level}.colliders.json", tree: true, on_save: true}
  - {name: lua, template: colliders.lua.tmpl, file: "{level}.lua", tolerance: 0.1}
layers: []
`

func TestPresetsRoundTrip(t *testing.T) {
	doc, err := level.Read(strings.NewReader(presetLevel), "cavern.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	game, ok := doc.Settings().Preset("game")
	if want := (level.ExportPreset{
		Name: "game", Format: "json", File: "build/{level}.colliders.json", Tree: true,
		OnSave: true,
	}); !ok || game != want {
		t.Errorf("preset = %+v, want %+v", game, want)
	}
	if _, ok := doc.Settings().Preset("other"); ok {
		t.Error("a preset with another name is found")
	}
	if data, err := level.Marshal(doc); err != nil || string(data) != presetLevel {
		t.Errorf("written again, it is\n%s(%v)", data, err)
	}
}

func TestPresetPaths(t *testing.T) {
	t.Parallel()
	abs := filepath.Join(t.TempDir(), "out.json")
	for _, tt := range []struct{ file, level, want string }{
		{"{level}.json", "levels/cavern.level.yaml", "levels/cavern.json"},
		{"../build/{level}/{level}.tscn", "levels/cavern.level.yml", "build/cavern/cavern.tscn"},
		{"a.json", "cavern.yaml", "a.json"},
		{"{level}.json", ".level.yaml", ".level.json"},
		{filepath.ToSlash(abs), "levels/cavern.level.yaml", abs},
	} {
		p := level.ExportPreset{File: tt.file, Template: tt.file}
		if got := p.Path(filepath.FromSlash(tt.level)); got != filepath.FromSlash(tt.want) {
			t.Errorf("%s of %s is written to %s, want %s", tt.file, tt.level, got, tt.want)
		}
	}
	p := level.ExportPreset{Template: "../colliders.lua.tmpl"}
	if got, want := p.TemplatePath(filepath.Join("levels", "a.level.yaml")), "colliders.lua.tmpl"; got != want {
		t.Errorf("template = %s, want %s", got, want)
	}
	if got := (level.ExportPreset{}).TemplatePath("a.level.yaml"); got != "" {
		t.Errorf("without a template, it is %q", got)
	}
}

func TestPresetErrors(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"tree: true", "tre: true", `8:70: unknown key "tre" (did you mean "tree"?)`},
		{"tree: true", "tree: 1", `8:76: expected true or false here, not "1"`},
		{"tolerance: 0.1", "tolerance: much", `expected a number here, not "much"`},
		{"tolerance: 0.1", "tolerance: -1", `9:5: export preset "lua": a tolerance of -1 is not a number of pixels`},
		{"format: json", "format: json, template: a.tmpl", `8:5: export preset "game": it has a format and a template`},
		{"format: json, ", "", `8:5: export preset "game": it has no format and no template`},
		{"name: lua, ", "", `9:5: export preset "": it has no name`},
		{"name: lua", "name: game", `level: export preset "game" appears twice`},
		{`, file: "{level}.lua"`, "", `9:5: export preset "lua": it has no file to write`},
		{`file: "{level}.lua"`, `file: "a.lua\nb.lua"`, `9:53: the path "a.lua\nb.lua" contains a control character`},
		{`file: "{level}.lua"`, `file: "a\u202Elua.b"`, `9:53: the path "a\u202elua.b" contains a control character`},
		{"colliders.lua.tmpl", `"\e[2J.tmpl"`, `9:27: the path "\x1b[2J.tmpl" contains a control character`},
		{"  - {name: lua", "  - lua\n  - {name: other", `9:5: expected keys and values here, not "lua"`},
	} {
		_, err := level.Read(strings.NewReader(strings.Replace(presetLevel, tt.old, tt.new, 1)), "cavern.level.yaml")
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("with %q the error is %v, want %q", tt.new, err, tt.want)
		}
	}
}
