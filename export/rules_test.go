package export_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/export"
)

// laws returns a level with playtest settings in which balls of several materials fall onto a floor.
func laws(t *testing.T, playtest string) *level.Document {
	t.Helper()
	doc, err := level.Parse([]byte(`fillet: 2
name: laws
size: [640, 360]
pixels_per_metre: 32
playtest: {`+playtest+`}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 20], position: [320, 350], friction: 0.5}
      - {id: c2, name: same, kind: box, size: [20, 20], position: [100, 100], body: dynamic, friction: 0.5}
      - {id: c3, name: slick, kind: box, size: [20, 20], position: [200, 100], body: dynamic, friction: 0.2}
      - {id: c4, name: bouncy, kind: circle, radius: 10, position: [300, 100], body: dynamic, friction: 0.5, restitution: 0.64, group: -1}
      - {id: c5, name: bouncier, kind: circle, radius: 10, position: [400, 100], body: dynamic, friction: 0.5, restitution: 0.81, group: -1}
      - {id: c6, name: alone, kind: polygon, points: [[0, 0], [64, 0], [64, 16], [0, 16]], position: [500, 100], body: dynamic, friction: 0.9, collides_with: []}
`), "laws.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Colliders are listed if an engine combines their friction or restitution with another's differently than the level.
func TestMixesThatEnginesDoNotHave(t *testing.T) {
	const geometric, product = "gravity: 600", "friction_mix: product, restitution_mix: product"
	for _, test := range []struct {
		e        export.Exporter
		playtest string
		slides   []string
		bounces  []string
	}{
		{export.Rube(), geometric, nil, nil},
		{export.Rube(), product, []string{"c2", "c3", "c4", "c5"}, []string{"c2", "c3", "c4", "c5"}},
		{export.CP(), geometric, nil, []string{"c2", "c3", "c4", "c5"}},
		{export.CP(), product, nil, nil},
		// The two bouncy balls pass each other, so nothing adds up in Godot.
		{export.Godot(), geometric, []string{"c2", "c3", "c4", "c5"}, nil},
		{export.Godot(), "friction_mix: minimum", nil, nil},
		{export.Matter(), geometric, []string{"c2", "c3", "c4", "c5"}, nil},
		{export.Matter(), "friction_mix: minimum, restitution_mix: average", nil, []string{"c2", "c3", "c4", "c5"}},
	} {
		_, report := exportedTo(t, test.e, laws(t, test.playtest), export.Options{})
		found := map[string][]string{}
		for _, l := range report.Losses {
			if verb := strings.Fields(l.Message)[max(0, slices.Index(strings.Fields(l.Message), "it")+1)]; l.Kind ==
				export.LossMaterial {
				for _, id := range l.Colliders {
					found[verb] = append(found[verb], id.String())
				}
			}
		}
		if !slices.Equal(found["slides"], test.slides) || !slices.Equal(found["bounces"], test.bounces) {
			t.Errorf("%s, %s: %v slide and %v bounce differently, want %v and %v", test.e.Name(), test.playtest,
				found["slides"], found["bounces"], test.slides, test.bounces)
		}
	}
}

// Gravity and damping are in the files or, with the way to set them, among the notes.
func TestGravityAndDamping(t *testing.T) {
	doc := laws(t, "gravity: 640, damping: 0.5, spin_damping: 0.25")
	text, _ := exportedTo(t, export.Rube(), doc, export.Options{})
	var scene struct {
		Gravity struct{ X, Y float64 }
		Body    []struct{ LinearDamping, AngularDamping float64 }
	}
	if err := json.Unmarshal(text, &scene); err != nil {
		t.Fatal(err)
	}
	if scene.Gravity.Y != -20 || scene.Body[1].LinearDamping != 0.5 || scene.Body[1].AngularDamping != 0.25 {
		t.Errorf("R.U.B.E. has %+v", scene)
	}
	for _, test := range []struct {
		e           export.Exporter
		inFile, say []string
	}{
		{export.CP(), []string{"const Gravity, Damping = 640, 0.606"}, []string{"spin is damped like velocity"}},
		{export.Matter(), []string{`"frictionAir":0.0082`}, []string{"engine.gravity.y to 0.64", "spin is damped"}},
		{export.Godot(), []string{
			"linear_damp_mode = 1\nlinear_damp = 0.497", "angular_damp_mode = 1\nangular_damp = 0.249",
			"\ncenter_of_mass_mode = 1\ncenter_of_mass = Vector2(32, 8)\n",
		}, []string{"default_gravity to 640"}},
	} {
		text, report := exportedTo(t, test.e, doc, export.Options{})
		for _, want := range test.inFile {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s has no %q", test.e.Name(), want)
			}
		}
		for _, want := range test.say {
			if !slices.ContainsFunc(report.Losses, func(l export.Loss) bool { return strings.Contains(l.Message, want) }) {
				t.Errorf("%s lists %v, want %q", test.e.Name(), report.Losses, want)
			}
		}
	}
	for playtest, want := range map[string]float64{"mode: top-down": 0, "reversed: true": 25, "gravity: 0": 0} {
		text, _ := exportedTo(t, export.Rube(), laws(t, playtest), export.Options{})
		if err := json.Unmarshal(text, &scene); err != nil || scene.Gravity.Y != want {
			t.Errorf("%s: R.U.B.E. has the gravity %v, want %v", playtest, scene.Gravity.Y, want)
		}
	}
}
