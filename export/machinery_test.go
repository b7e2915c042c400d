package export_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/export"
	"fillet/export/colliders"

	"pgregory.net/rapid"
)

// anyMachinery draws a level of up to a dozen colliders with joints, some in bodies of several colliders, some on
// paths. Joints may be between parts of one body or attached to triggers, points and bodies that never move, and
// numbers have any size.
func anyMachinery(t *rapid.T) *level.Document {
	doc := anyLevel(t)
	var diff level.Diff
	for _, l := range doc.Layers() {
		diff.Groups = append(diff.Groups, level.Added(&level.Group{
			ID:   level.GroupID(l.ID),
			Name: rapid.String().Draw(t, "group name"), Layer: l.ID, OneBody: true,
		}))
	}
	number := func(limit float64) float64 {
		return rapid.OneOf(rapid.Float64Range(0, limit),
			rapid.SampledFrom([]float64{0, limit, 5e-324, 1e-300, 1e-9, 1})).Draw(t, "number")
	}
	var ids []level.ID
	for c := range doc.Colliders() {
		ids = append(ids, c.ID)
		to := *c
		if rapid.Bool().Draw(t, "in a group") {
			to.GroupOf = level.GroupID(c.Layer)
		}
		to.Density = rapid.OneOf(rapid.Just(1.0), rapid.Just(number(1e308))).Draw(t, "density")
		if c.Body == level.Kinematic && rapid.Bool().Draw(t, "on a path") {
			to.Path = anyPath(t, number)
		}
		diff.Colliders = append(diff.Colliders, level.Changed(c, &to))
	}
	settings := *doc.Settings()
	settings.PixelsPerMetre = rapid.SampledFrom([]float64{32, 32, 1, 1e-300, 1e300}).Draw(t, "pixels per metre")
	for i := range rapid.IntRange(0, 8).Draw(t, "joints") {
		if j, ok := anyJoint(t, append(ids, 0), number); ok {
			j.ID = level.JointID(i + 1)
			settings.Joints = append(settings.Joints, j)
		}
	}
	diff.Settings = level.Changed(doc.Settings(), &settings)
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

func anyPath(t *rapid.T, number func(limit float64) float64) *level.Path {
	p := &level.Path{
		Ease: rapid.SampledFrom([]level.Ease{level.LinearEase, level.SmoothEase}).Draw(t, "ease"), Phase: number(1),
		Wait: number(1e6),
		Loop: rapid.SampledFrom([]level.Loop{
			level.LoopAsDrawn, level.LoopBackAndForth, level.LoopAround,
			level.LoopOnce,
		}).Draw(t, "loop"),
		Stops: rapid.SampledFrom([]level.Stops{level.StopAtEnds, level.StopAtPoints}).Draw(t, "stops"),
	}
	if rapid.Bool().Draw(t, "by time") {
		p.Time = number(1e6)
	} else {
		p.Speed = number(1e6)
	}
	for range rapid.SampledFrom([]int{0, 2, 3, 6}).Draw(t, "points") {
		at := anyVec(t, "point", 500)
		if rapid.Bool().Draw(t, "at the start") {
			at = level.Vec{}
		}
		p.Points = append(p.Points, at)
	}
	if p.Follow = len(p.Points) > 0 && rapid.Bool().Draw(t, "follow"); !p.Follow {
		p.Turn = level.Degrees(max(number(1e6), 5e-324))
	}
	return p
}

func anyJoint(t *rapid.T, ids []level.ID, number func(limit float64) float64) (j level.Joint, ok bool) {
	j = level.Joint{
		Name: rapid.String().Draw(t, "joint name"), Kind: rapid.SampledFrom([]level.JointKind{
			level.Hinge,
			level.Spring,
		}).Draw(t, "joint kind"),
		A: rapid.SampledFrom(ids).Draw(t, "a"), B: rapid.SampledFrom(ids).Draw(t, "b"), AnchorA: anyVec(t, "at a", 500),
		AnchorB: anyVec(t, "at b", 500),
		Collide: rapid.Bool().Draw(t, "collide"),
	}
	if rapid.Bool().Draw(t, "far") {
		j.AnchorA = level.Vec{X: -level.MaxCoordinate, Y: level.MaxCoordinate}
	}
	if j.Kind == level.Hinge {
		if j.Limited = rapid.Bool().Draw(t, "limited"); j.Limited {
			j.Lower, j.Upper = -level.Degrees(number(180)), level.Degrees(number(180))
		}
		j.Speed, j.Torque = level.Degrees(number(1e308)), number(1e308)
	} else {
		j.Length, j.Frequency, j.Damping = number(level.MaxCoordinate), number(level.MaxJointFrequency),
			number(level.MaxJointDamping)
		j.PullsOnly = rapid.Bool().Draw(t, "pulls only")
	}
	return j, j.A != j.B
}

// For any joints, paths and bodies, each format writes valid syntax with finite numbers, and the same bytes every time.
func TestMachineryIsWellFormed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyMachinery(t)
		for _, e := range append(targets(), syntaxes()...) {
			data, _ := exportedTo(t, e, doc, export.Options{Base: "machinery"})
			if again, _ := exportedTo(t, e, doc, export.Options{Base: "machinery"}); !bytes.Equal(data, again) {
				t.Fatal(e.Name(), "two exports of one level differ")
			}
			var err error
			switch e.Name() {
			case "json", "yaml":
				_, err = colliders.Load(bytes.NewReader(data))
			default:
				err = parses(e, data)
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", e.Name(), err, data)
			}
			if export.IsGo(e) {
				if err := compiles(data); err != nil {
					t.Fatalf("%s: %v\n%s", e.Name(), err, data)
				}
				one, report := exportedTo(t, e, doc, export.Options{Base: "machinery", Package: "levels"})
				if err := compiles(one, report.Files[0].Data); err != nil {
					t.Fatalf("%s in a package: %v\n%s", e.Name(), err, one)
				}
			}
			if e.Name() == "rube" {
				holdsRubeJoints(t, doc, data)
			}
		}
	})
}

// noImports makes the type checker treat all imports as unknown.
type noImports struct{}

var errNotThere = errors.New("not there")

func (noImports) Import(string) (*types.Package, error) { return nil, errNotThere }

// compiles type-checks the files of a Go package, ignoring errors about other packages.
func compiles(files ...[]byte) error {
	set := token.NewFileSet()
	var parsed []*ast.File
	for i, data := range files {
		f, err := parser.ParseFile(set, fmt.Sprintf("%d.go", i), data, 0)
		if err != nil {
			return err
		}
		parsed = append(parsed, f)
	}
	var first error
	config := types.Config{Importer: noImports{}, Error: func(err error) {
		// The type checker takes the name of an unknown import from its path, which ends in v2 for package cp.
		if first == nil && !strings.Contains(err.Error(), errNotThere.Error()) &&
			!strings.HasSuffix(err.Error(), "undefined: cp") {
			first = err
		}
	}}
	_, _ = config.Check("levels", set, parsed, nil) // returns the first error, which may be about an import
	return first
}

// holdsRubeJoints checks that a scene's joints are between two of its bodies, at least one of which is dynamic.
func holdsRubeJoints(t *rapid.T, doc *level.Document, data []byte) {
	var scene struct {
		Body  []struct{ Type int }
		Joint []struct {
			Name, Type   string
			BodyA, BodyB int
		}
	}
	if err := json.Unmarshal(data, &scene); err != nil {
		t.Fatal(err)
	}
	for _, j := range scene.Joint {
		if j.BodyA == j.BodyB || min(j.BodyA, j.BodyB) < 0 || max(j.BodyA, j.BodyB) >= len(scene.Body) {
			t.Fatalf("the joint %q is between the bodies %d and %d of %d\n%s", j.Name, j.BodyA, j.BodyB,
				len(scene.Body), data)
		}
		if scene.Body[j.BodyA].Type != 2 && scene.Body[j.BodyB].Type != 2 {
			t.Fatalf("the joint %q is between bodies that never move\n%s", j.Name, data)
		}
	}
	if len(scene.Joint) > len(doc.Settings().Joints) {
		t.Fatalf("%d joints, want at most %d", len(scene.Joint), len(doc.Settings().Joints))
	}
}

// No level of a package gets a name that the shared file declares.
func TestGoNamesDoNotClash(t *testing.T) {
	t.Parallel()
	doc := someLevel(t)
	for _, e := range targets() {
		if !export.IsGo(e) {
			continue
		}
		_, report := exportedTo(t, e, doc, export.Options{Base: "a", Package: "levels"})
		shared := report.Files[0].Data
		f, err := parser.ParseFile(token.NewFileSet(), "shared.go", shared, 0)
		if err != nil {
			t.Fatal(err)
		}
		for name := range f.Scope.Objects { //nolint:staticcheck // a list of names is all that is asked for
			data, _ := exportedTo(t, e, doc, export.Options{Base: strings.ToLower(name), Package: "levels"})
			if err := compiles(shared, data); err != nil {
				t.Errorf("%s: a level of the file %s: %v", e.Name(), strings.ToLower(name), err)
			}
		}
	}
}

const rig = `fillet: 2
name: rig
size: [0, 0]
joints:
  - {id: j1, kind: hinge, a: c1, b: c2, at_a: [0, 8], at_b: [0, -8]}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, kind: box, size: [20, 10], position: [0, 0], body: dynamic}
      - {id: c2, kind: box, size: [20, 10], position: [0, 16], body: dynamic}
      - {id: c3, kind: box, size: [20, 10], position: [40, 20], body: kinematic, path: {points: [[0, 0], [40, 0]]}}
`

// Nodes of unnamed parts of instances are named after the part's id without the slash, which Godot treats as a path.
// Losses name parts as other messages do.
func TestPartsAreNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rig.level.yaml"), []byte(rig), 0o600); err != nil {
		t.Fatal(err)
	}
	doc, err := level.Parse([]byte(`fillet: 2
name: rigs
instances:
  - {id: i1, prefab: rig.level.yaml, layer: l1, position: [100, 100], angle: 45, flip: true}
  - {id: i2, prefab: rig.level.yaml, layer: l1, position: [300, 100], body: true}
layers:
  - {id: l1, name: ground, colliders: []}
`), "rigs")
	if err != nil {
		t.Fatal(err)
	}
	project.AttachPrefabs(doc, filepath.Join(dir, "rigs.level.yaml"), "")
	data, report := exportedTo(t, export.Godot(), doc, export.Options{})
	if _, err := parseScene(string(data)); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	for _, want := range []string{
		`node_a = NodePath("../../ground/i1_c1")`, `node_b = NodePath("../../ground/i1_c2")`,
		`metadata/fillet_id = "i1/c1"`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("there is no %s in\n%s", want, data)
		}
	}
	if len(report.Losses) != 2 || report.Losses[1].Kind != export.LossWorld || report.Losses[0].Kind != export.LossLoose ||
		report.Losses[0].Severity() != export.SeverityNote || !strings.Contains(report.Losses[0].Message, "i2/j1") {
		t.Errorf("Godot loses %v; the instance that is one body has a joint between its parts", report.Losses)
	}
	_, report = exportedTo(t, export.CP(), doc, export.Options{})
	i := slices.IndexFunc(report.Losses, func(l export.Loss) bool { return l.Kind == export.LossMotion })
	if i < 0 || len(report.Losses[i].Colliders) != 2 || !strings.HasPrefix(report.Losses[i].String(),
		"2 colliders (i1/c3, i2/c3): ") {
		t.Fatalf("Chipmunk loses %v", report.Losses)
	}
	if r := report.Losses[i].Records("a", "b"); len(r) != 2 || *r[1].Collider != "i2/c3" {
		t.Errorf("as records: %v", r)
	}
	for _, id := range report.Losses[i].Colliders {
		if doc.Collider(id) == nil {
			t.Errorf("%v is not a collider of the level", id)
		}
	}
}

// Joints without an effect are left out with a note if a format does not support them. A joint to a body without the
// required mass is a loss.
func TestJointsWithoutEffect(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: loose
groups:
  - {id: g1, name: hammer, layer: l1, body: true}
joints:
  - {id: j1, name: inside, kind: spring, a: c1, b: c2, length: 10, frequency: 2}
  - {id: j2, name: still, kind: hinge, a: c3, b: c4}
  - {id: j3, name: weightless, kind: hinge, a: c5, b: c3}
  - {id: j4, name: sound, kind: hinge, a: c2, b: c3}
  - {id: j5, name: lost, kind: hinge, a: c99, b: c3}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, group_of: g1, kind: box, size: [32, 16], position: [100, 50], body: dynamic}
      - {id: c2, group_of: g1, kind: box, size: [8, 64], position: [100, 90], body: dynamic}
      - {id: c3, kind: box, size: [32, 16], position: [200, 50]}
      - {id: c4, kind: box, size: [32, 16], position: [300, 50], body: kinematic}
      - {id: c5, kind: chain, points: [[0, 0], [10, 0]], position: [400, 50], body: dynamic}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	const (
		missing    = "a joint is left out: it joins a collider that is not in the level"
		inside     = "the joint inside is left out: both of its ends are on one body"
		still      = "the joint still is left out: neither of its bodies is dynamic"
		weightless = "the joint weightless is left out: neither of its bodies has a mass"
	)
	for _, tt := range []struct {
		e           export.Exporter
		notes, lost []string
		joints      int
		mark        string
	}{
		{export.CP(), []string{missing, inside, still}, []string{weightless}, 1, "Kind: \"hinge\""},
		{export.Rube(), []string{missing, inside, still}, nil, 2, `"type":"revolute"`},
		{export.Godot(), []string{missing, inside}, nil, 3, "type=\"PinJoint2D\""},
		{export.JSON(), []string{missing}, nil, 4, `"kind": "`},
	} {
		data, report := exportedTo(t, tt.e, doc, export.Options{})
		var notes, lost []string
		for _, l := range report.Losses {
			switch {
			case l.Kind == export.LossLoose:
				notes = append(notes, l.String())
			case l.Kind == export.LossJoints && !strings.Contains(l.Message, "has a single anchor"):
				lost = append(lost, l.String())
			}
		}
		if !slices.Equal(notes, tt.notes) || !slices.Equal(lost, tt.lost) {
			t.Errorf("%s notes %q and loses %q, want %q and %q", tt.e.Name(), notes, lost, tt.notes, tt.lost)
		}
		n := strings.Count(string(data), tt.mark)
		if tt.e.Name() == "json" {
			n -= 5 // the shapes
		}
		if n != tt.joints {
			t.Errorf("%s has %d joints, want %d\n%s", tt.e.Name(), n, tt.joints, data)
		}
	}
}

// Paths that take no time or infinite time give no animation. An animation of a very fast rotation spans several turns.
func TestGodotLeavesOutPathsThatItCannotPlay(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"points: [[0, 0], [50, 0]], time: 1.0e-9":    "takes less than 0.001 seconds",
		"points: [[0, 0], [50, 0]], speed: 1.0e-300": "takes more than 1e+09 seconds",
		"turn: 1.0e-300": "takes more than 1e+09 seconds",
		"points: [[0, 0], [50, 0]], time: 1000, wait: 100000": "",
		"turn: 1000000":                      "",
		"points: [[0, 0], [0, 0]], turn: 90": "",
	} {
		doc, err := level.Parse([]byte("fillet: 2\nname: paths\nlayers:\n  - id: l1\n    name: ground\n    "+
			"colliders:\n      - {id: c1, kind: box, size: [32, 16], position: [9, 9], body: kinematic, path: {"+path+
			"}}\n"), "test")
		if err != nil {
			t.Fatal(err)
		}
		data, report := exportedTo(t, export.Godot(), doc, export.Options{})
		if _, err := parseScene(string(data)); err != nil {
			t.Fatal(err)
		}
		losses := ""
		for _, l := range report.Losses {
			losses += l.String() + "\n"
		}
		if want == "" && losses != "" || !strings.Contains(losses, want) {
			t.Errorf("%s: losses %s, want %s", path, losses, want)
		}
		if n := strings.Count(string(data), `type="AnimationPlayer"`); n != 1 && want == "" || n != 0 && want != "" {
			t.Errorf("%s: %d animations", path, n)
		}
	}
}

// A path with many corners between the samples at 60 per second has a key at each corner.
func TestGodotKeepsEveryCorner(t *testing.T) {
	t.Parallel()
	const corners = 30_000
	s := level.Shape{Kind: level.Chain}
	for i := range corners {
		s.Points = append(s.Points, level.Vec{X: float64(2 * i), Y: float64(i % 2 * 40)})
	}
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	rail := level.NewCollider(1, 1, "rail", s, level.Vec{})
	trolley := level.NewCollider(2, 1, "trolley", level.Shape{Kind: level.Circle, Radius: 4}, level.Vec{})
	trolley.Body, trolley.Path = level.Kinematic, &level.Path{Chain: 1, Speed: 20_000}
	if err := doc.Apply(level.Diff{
		Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "things"})},
		Colliders: []level.Change[level.Collider]{level.Added(rail), level.Added(trolley)},
	}); err != nil {
		t.Fatal(err)
	}
	data, _ := exportedTo(t, export.Godot(), doc, export.Options{})
	m := godotAnimation.FindStringSubmatch(string(data))
	if m == nil {
		t.Fatal("there is no animation")
	}
	if n := strings.Count(m[5], ",") + 1; n < 2*corners-2 || n > 2*corners+2 {
		t.Errorf("%d corners there and back have %d keys", corners, n)
	}
}

// Properties of a body of many colliders are computed only once.
func TestBodyOfManyColliders(t *testing.T) {
	t.Parallel()
	const n = 20_000
	settings := level.DefaultSettings()
	diff := level.Diff{
		Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "things"})},
		Groups: []level.Change[level.Group]{level.Added(&level.Group{ID: 1, Layer: 1, OneBody: true})},
	}
	for i := range n {
		c := level.NewCollider(level.ID(i+1), 1, "", level.Shape{Kind: level.Circle, Radius: 4},
			level.Vec{X: float64(10 * i)})
		c.Body, c.GroupOf = level.Dynamic, 1
		diff.Colliders = append(diff.Colliders, level.Added(c))
		settings.Joints = append(settings.Joints, level.Joint{
			ID: level.JointID(i + 1), Kind: level.Spring, B: c.ID,
			Length: 4, Frequency: 2,
		})
	}
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	for _, e := range []export.Exporter{export.CP(), export.Rube(), export.Godot()} {
		exportedTo(t, e, doc, export.Options{}) // this takes minutes if each collider visits all others
	}
}

// An extreme mass is limited and reported, and all values derived from it are finite.
func TestMassesAreFinite(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: heavy
pixels_per_metre: 1.0e-300
joints:
  - {id: j1, kind: hinge, b: c1, speed: 90, torque: 1.0e+308}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, kind: box, size: [32, 16], position: [100, 50], body: dynamic, density: 1.0e+308}
      - {id: c2, kind: box, size: [32, 16], position: [200, 50], body: dynamic, density: 1.0e-320, force: [10000000, 0]}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	data, report := exportedTo(t, export.CP(), doc, export.Options{})
	if err := compiles(data); err != nil {
		t.Errorf("%v\n%s", err, data)
	}
	var losses []string
	for _, l := range report.Losses {
		losses = append(losses, l.String())
	}
	want := []string{
		"the level has 1e-300 pixels per metre: the format gets 1e-09", "collider c1: its density is limited to 1e+60",
		"collider c1: its mass or inertia is limited to 1e+100",
		"collider c2: a dynamic collider without mass becomes kinematic",
	}
	for _, w := range want {
		if !slices.Contains(losses, w) {
			t.Errorf("losses %q, want %q among them", losses, w)
		}
	}
	data, _ = exportedTo(t, export.Rube(), doc, export.Options{})
	var scene struct {
		Body []struct {
			Mass float64 `json:"massData-mass"`
		}
	}
	if err := json.Unmarshal(data, &scene); err != nil || math.IsInf(scene.Body[0].Mass, 0) ||
		scene.Body[0].Mass < 1e79 {
		t.Errorf("%v: %+v", err, scene)
	}
}

// Joints, paths and bodies of several colliders come back from a collider file for any level, even with values at the
// limits.
func TestMachineryRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := anyMachinery(t)
		data := exported(t, export.JSON(), doc)
		f, err := colliders.Load(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		back, err := export.Document(f, func(place, what string) { t.Fatalf("%s: %s\n%s", place, what, data) })
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		bodies, got := doc.Snapshot().Bodies(), back.Snapshot().Bodies()
		for c := range doc.Colliders() {
			if o := back.Collider(c.ID); got[c.ID] != bodies[c.ID] || c.Body == level.Kinematic &&
				(o.Path == nil) != (c.Path == nil) {
				t.Fatalf("%v comes back in the body %q, on the path %+v; it was in %q, on %+v", c.ID, got[c.ID], o.Path,
					bodies[c.ID], c.Path)
			}
		}
		if len(back.Settings().Joints) != len(doc.Settings().Joints) {
			t.Fatalf("%d joints come back, want %d", len(back.Settings().Joints), len(doc.Settings().Joints))
		}
		for k, j := range doc.Settings().Joints {
			o := back.Settings().Joints[k]
			if o.AnchorA.Dist(j.AnchorA) > 1e-6 || o.AnchorB.Dist(j.AnchorB) > 1e-6 {
				t.Fatalf("%+v comes back as %+v", j, o)
			}
			if o.AnchorA, o.AnchorB = j.AnchorA, j.AnchorB; o != j {
				t.Fatalf("%+v comes back as %+v", j, o)
			}
		}
	})
}

// Data of a collider file that a level cannot represent is left out and reported; the rest is read.
func TestDocumentReports(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: told
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, kind: chain, points: [[0, 0], [50, 0], [50, 50]], position: [0, 100], curves: [{edge: 1, arc: 8}], radii: [~, 4, ~]}
      - {id: c2, kind: box, size: [9, 9], position: [0, 0], body: kinematic, path: {chain: c1, stops: points}}
      - {id: c3, kind: box, size: [9, 9], position: [0, 50], body: kinematic, path: {points: [[0, 0], [10, 0]]}}
      - {id: c4, kind: box, size: [9, 9], position: [0, 50], body: dynamic}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	f, err := colliders.Load(bytes.NewReader(exported(t, export.JSON(), doc)))
	if err != nil {
		t.Fatal(err)
	}
	f.Colliders[1].Path.Stops = []int{1}
	f.Colliders[2].Path.Points = make([]export.Vec, 12_000)
	for i := range f.Colliders[2].Path.Points {
		f.Colliders[2].Path.Points[i].X = float64(i % 2)
	}
	f.Colliders[3].Path = &colliders.Path{Time: 1e300, Turn: 1}
	f.Joints = []colliders.Joint{
		{ID: "a", Kind: colliders.Hinge, A: "c4", B: "nobody"},
		{ID: "b", Kind: colliders.Hinge, A: "c4"},
	}
	f.Colliders[2].OneBody, f.Colliders[3].OneBody, f.Colliders[3].Layer = "i1", "i1", "above"
	var reported []string
	back, err := export.Document(f, func(place, what string) { reported = append(reported, place+": "+what) })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"colliders[1].path: it stops at all points of its path: a level cannot choose the points",
		"colliders[2].path: its path has 12000 points and keeps only some of them: a level's path has at most 10000",
		"colliders[3].path: it does not move: the path's time is 1e+300; it must be from 0 to 1e+06",
		"colliders[3].one_body: it moves on its own: it is in a different layer from the rest of its body",
		"joints[0]: the joint is left out: it joins a collider that is not in the file",
	}
	if !slices.Equal(reported, want) {
		t.Errorf("reported %q, want %q", reported, want)
	}
	if back.Len() != 4 || len(back.Settings().Joints) != 1 {
		t.Errorf("%d colliders and %d joints are read", back.Len(), len(back.Settings().Joints))
	}
}

var resolvPlace = regexp.MustCompile(`\{X: ([0-9]{4}), Y: -(?:2999|3000), Points`)

// The centroid of a shape with almost no area is inside the shape.
func TestThinShapesKeepTheirPlace(t *testing.T) {
	t.Parallel()
	for _, radius := range []float64{1e-9, 1e-160, 1e-300, 5e-324} {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		c := level.NewCollider(1, 1, "", level.Shape{
			Kind: level.Capsule, Points: []level.Vec{{X: -3}, {X: 3, Y: 2}},
			Radius: radius,
		}, level.Vec{X: 4000, Y: -3000})
		if err := doc.Apply(level.Diff{
			Layers:    []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1})},
			Colliders: []level.Change[level.Collider]{level.Added(c)},
		}); err != nil {
			t.Fatal(err)
		}
		for _, e := range []export.Exporter{export.Resolv(), export.Matter()} {
			data, _ := exportedTo(t, e, doc, export.Options{})
			if e.Name() != "resolv" {
				continue
			}
			if m := resolvPlace.FindSubmatch(data); m == nil || string(m[1]) < "3997" || string(m[1]) > "4003" ||
				len(data) > 20_000 {
				t.Errorf("a capsule of radius %g is elsewhere, in %d bytes: %q", radius, len(data), m)
			}
		}
	}
}
