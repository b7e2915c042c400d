package level_test

import (
	"fmt"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// A shape that belongs to no level is read along with the keys of its file, written without defaults, and checked.
func TestParts(t *testing.T) {
	const box = "kind: box\nsize: [4, 2]\n"
	for text, wrong := range map[string]string{
		box: "", "kind: box\nsize: [4, 2]\nradius: 9\n": "radius", "kind: circle\nradius: -1\n": "radius",
		"kind: polygon\npoints: [[0, 0], [9, 9], [9, 0], [0, 9]]\n":         "cross",
		box + "categories: [player, wall]\ncollides_with: []\n":             "",
		box + "categories: [\"\"]\n":                                        "not valid text",
		box + "collides_with: [\"" + strings.Repeat("x", 1<<20+1) + "\"]\n": "not valid text",
	} {
		var n yaml.Node
		if err := yaml.Unmarshal([]byte("use: here\n"+text), &n); err != nil {
			t.Fatal(err)
		}
		use := ""
		part, err := level.ReadPart(&strictyaml.Reader{}, n.Content[0], []string{"use"},
			func(key string, v *yaml.Node) error {
				use += key + " " + v.Value
				return nil
			})
		if err == nil {
			err = level.CheckPart(part)
		}
		if use != "use here" || (err == nil) != (wrong == "") || err != nil && !strings.Contains(err.Error(), wrong) {
			t.Errorf("%.200s: with %q as its own key: %v, want an error with %q", text, use, err, wrong)
		}
	}
	own := fmt.Errorf("not here")
	var n yaml.Node
	if err := yaml.Unmarshal([]byte("use: here\n"+box), &n); err != nil {
		t.Fatal(err)
	}
	if _, err := level.ReadPart(&strictyaml.Reader{}, n.Content[0], []string{"use"}, func(string, *yaml.Node) error {
		return own
	}); err == nil {
		t.Error("an error of the file's own key is lost")
	}
	if _, err := level.ReadPart(&strictyaml.Reader{}, n.Content[0], nil, nil); err == nil ||
		!strings.Contains(err.Error(), "use") {
		t.Errorf("an unknown key: %v", err)
	}

	part := level.NewCollider(0, 0, "", level.Shape{Kind: level.Circle, Radius: 3}, level.Vec{})
	if got := string(level.AppendPart([]byte("-\n"), 2, part, true)); got != "-\n  kind: circle\n  radius: 3\n" {
		t.Errorf("a circle is written as\n%s", got)
	}
	part.Name, part.Position, part.Angle, part.Tags = "lamp", level.Vec{X: 1, Y: 2}, 30, []string{"light"}
	if got := string(level.AppendPart(nil, 0, part, true)); got !=
		"name: lamp\nkind: circle\nradius: 3\nposition: [1, 2]\nangle: 30\ntags: [light]\n" {
		t.Errorf("a circle with more is written as\n%s", got)
	}
	if got := string(level.AppendPart(nil, 0, part, false)); got != "name: lamp\ntags: [light]\n" {
		t.Errorf("without its shape, it is written as\n%s", got)
	}
}
