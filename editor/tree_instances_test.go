package editor_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/level"
)

// pairPrefab expands each prefab to a box and a lid. A prefab named "missing" has no parts, and a "cart" contains a
// crate that contains another one.
type pairPrefab struct{}

var errMissing = errors.New("it is not there")

func (pairPrefab) Expand(of *level.Instance, _ *level.Settings) ([]level.ColliderSnapshot, error) {
	if strings.Contains(of.Prefab, "missing") {
		return nil, errMissing
	}
	var out []level.ColliderSnapshot
	paths := []string{"c1", "c2"}
	if strings.Contains(of.Prefab, "cart") {
		paths = []string{"c1", "i7/c1", "i7/i8/c1", "i7/c2", "c2"}
	}
	for k, path := range paths {
		name := "box"
		if strings.HasSuffix(path, "c2") {
			name = "lid"
		}
		if _, gone := of.Change(path, level.RemovedKey); gone {
			continue
		}
		shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 8, Y: 8}, Rounding: level.Inset}
		baked, err := shape.Bake()
		if err != nil {
			return nil, err
		}
		c := level.NewCollider(level.PartID(of.ID, path), of.Layer, name, shape,
			of.Position.Add(level.Vec{Y: float64(-8 * k)}))
		c.Part = &level.Part{Instance: of.ID, Path: path, Prefab: of.Prefab}
		c.GroupOf, c.Order, c.Hidden, c.Locked = of.GroupOf, of.Order+float64(k+1)/(1<<24), of.Hidden, of.Locked
		out = append(out, level.ColliderSnapshot{Collider: c, Baked: baked})
	}
	return out, nil
}

func (pairPrefab) Edited(
	of *level.Instance, _ *level.Settings, changes []level.Change[level.Collider],
) *level.Instance {
	out := *of
	for k, c := range changes {
		if c.After == nil {
			out = *out.WithChange(level.PartChange{Part: c.Before.Part.Path, Key: level.RemovedKey, Value: "true"})
			continue
		}
		if out.Layer, out.GroupOf = c.After.Layer, c.After.GroupOf; k == 0 || c.After.Order < out.Order {
			out.Order = c.After.Order
		}
	}
	return &out
}

func (pairPrefab) Nested(_ *level.Instance, path string) *level.Instance {
	if path == "i7" {
		return &level.Instance{ID: 7, Prefab: "crate.level.yaml"}
	}
	return nil
}

func (pairPrefab) Unused(level.InstanceID) []level.UnusedChange { return nil }

func (pairPrefab) HasJoints() bool { return false }

func (pairPrefab) Joints(*level.Instance, func(level.ID) *level.Collider) []level.Joint { return nil }

// withInstances returns a level of two layers with a box each, and instances above the box on the lower layer.
func withInstances(t testing.TB, prefabs ...string) *level.Document {
	t.Helper()
	doc := levelOf(t, 1, 1)
	doc.UsePrefabs(pairPrefab{})
	var d level.Diff
	for k, file := range prefabs {
		d.Instances = append(d.Instances, level.Added(&level.Instance{
			ID: level.InstanceID(k + 1), Prefab: file,
			Layer: 1, Order: float64(k + 2),
		}))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestInstancesAreRows(t *testing.T) {
	t.Parallel()
	doc := withInstances(t, "prefabs/crate.level.yaml", "missing.level.yaml", "barrel.level.yaml")
	s := editor.NewSession(doc)
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	defer tree.Close()
	expect := func(what string, want ...string) {
		t.Helper()
		if got := listed(tree); !slices.Equal(got, want) {
			t.Errorf("%s: rows = %q, want %q", what, got, want)
		}
	}
	expect("folded", "Layer 2", "|box 2", "Layer 1", "|barrel", "|missing", "|crate", "|box 1")
	if got := tree.MatchCountIn(tree.At(2)); got != 4 {
		t.Errorf("layer 1 has %d things, want 4", got)
	}
	if i := tree.Find(level.PartID(1, "c2")); i != -1 {
		t.Errorf("a part of a folded instance has row %d", i)
	}
	if i := tree.Reveal(level.PartID(1, "c2")); i != 6 {
		t.Errorf("after revealing it has row %d", i)
	}
	expect("open", "Layer 2", "|box 2", "Layer 1", "|barrel", "|missing", "|crate", "||lid", "||box", "|box 1")
	if p := tree.Parent(7); p != 5 || !tree.At(7).IsPart() {
		t.Errorf("the parent of a part is row %d", p)
	}
	for row, want := range map[int]string{3: "", 4: "no prefab", 5: ""} {
		if got := tree.Note(tree.At(row)); got != want {
			t.Errorf("row %d says %q, want %q", row, got, want)
		}
	}
	change := func(id level.InstanceID, c level.PartChange) {
		t.Helper()
		if err := s.Do("change", level.Diff{Instances: []level.Change[level.Instance]{level.Changed(doc.Instance(id),
			doc.Instance(id).WithChange(c))}}); err != nil {
			t.Fatal(err)
		}
	}
	change(1, level.PartChange{Part: "c1", Key: "radius", Value: "6"})
	for row, want := range map[int]string{5: "radius 6", 6: "", 7: "radius 6"} {
		if got := tree.Note(tree.At(row)); got != want {
			t.Errorf("with a change row %d says %q, want %q", row, got, want)
		}
	}
	change(1, level.PartChange{Part: "c2", Key: level.RemovedKey, Value: "true"})
	expect("without the lid", "Layer 2", "|box 2", "Layer 1", "|barrel", "|missing", "|crate", "||box", "|box 1")
	if got := tree.Note(tree.At(5)); got != "2 overrides" {
		t.Errorf("with two changes the instance says %q", got)
	}
	if err := s.Instances().Replace("crate.level.yaml", 2); err != nil {
		t.Fatal(err)
	}
	expect("replaced", "Layer 2", "|box 2", "Layer 1", "|barrel", "|crate", "|crate", "||box", "|box 1")
}

func TestFilterKnowsInstances(t *testing.T) {
	t.Parallel()
	doc := withInstances(t, "prefabs/crate.level.yaml", "missing.level.yaml", "barrel.level.yaml")
	changed := *doc.Instance(3).WithChange(level.PartChange{Part: "c1", Key: "radius", Value: "2"})
	changed.Name = "oak"
	stone := *doc.Collider(1)
	stone.Material = "Stone"
	if err := doc.Apply(level.Diff{
		Instances: []level.Change[level.Instance]{level.Changed(doc.Instance(3), &changed)},
		Colliders: []level.Change[level.Collider]{level.Changed(doc.Collider(1), &stone)},
	}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		"prefab:crate":             {"Layer 1", "|crate"},
		"prefab:=crate":            {"Layer 1", "|crate"},
		"prefab:prefabs/":          {"Layer 1", "|crate"},
		"prefab:level":             {"Layer 1", "|oak", "|missing", "|crate"},
		"prefab:=rat":              {},
		"crate":                    {"Layer 1", "|crate"},
		"missing":                  {"Layer 1", "|missing"},
		"has:changes":              {"Layer 1", "|oak"},
		"prefab:level -has:change": {"Layer 1", "|missing", "|crate"},
		"lid":                      {"Layer 1", "|oak", "||lid", "|crate", "||lid"},
		"lid prefab:barrel":        {"Layer 1", "|oak", "||lid"},
		"material:sto":             {"Layer 1", "|box 1"},
		"-prefab:level box":        {"Layer 2", "|box 2", "Layer 1", "|box 1"},
	} {
		tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
		if err := tree.SetFilter(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if got := listed(tree); !slices.Equal(got, want) {
			t.Errorf("%q lists %q, want %q", text, got, want)
		}
		tree.Close()
	}
}

// Nothing can be dropped into an instance, its parts cannot be dragged out, and an instance without parts can be
// dragged.
func TestDropWithInstances(t *testing.T) {
	doc := withInstances(t, "crate.level.yaml", "missing.level.yaml", "barrel.level.yaml")
	s := editor.NewSession(doc)
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	defer tree.Close()
	drag := func(row int, at float64) error {
		r := tree.At(row)
		l := tree.Lift(tree.Colliders(r), r)
		p, err := l.Over(at)
		if err != nil {
			return err
		}
		to := editor.Place{Group: p.Group, Layer: p.Layer, Under: p.Under}
		if l.Alone != 0 {
			return s.Instances().MoveTo(to, l.Alone)
		}
		return s.Groups().Move(to, l.Groups, l.IDs)
	}
	expect := func(what string, want ...string) {
		t.Helper()
		if got := listed(tree); !slices.Equal(got, want) {
			t.Errorf("%s: rows = %q, want %q", what, got, want)
		}
		if err := doc.Validate(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := drag(3, 5.9); err != nil { // move the barrel below the crate
		t.Fatal(err)
	}
	expect("an instance", "Layer 2", "|box 2", "Layer 1", "|missing", "|crate", "|barrel", "|box 1")
	if err := drag(3, 6.9); err != nil {
		t.Fatal(err)
	}
	expect("one without parts", "Layer 2", "|box 2", "Layer 1", "|crate", "|barrel", "|box 1", "|missing")
	tree.Fold(tree.At(3), false)
	if err := drag(1, 4.5); err != nil { // drop onto the crate's lid
		t.Fatal(err)
	}
	expect("a shape on a part", "Layer 2", "Layer 1", "|crate", "||lid", "||box", "|box 2", "|barrel", "|box 1",
		"|missing")
	var rejected *editor.PlaceError
	if err := drag(3, 6.9); !errors.As(err, &rejected) || !strings.Contains(rejected.Reason, "lid is part of crate") {
		t.Errorf("dragging a part out of its instance: %v", err)
	}
}

// After any edits, the rows equal the rows of a new tree.
func TestTreeFollowsInstances(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := withInstances(t, "crate.level.yaml", "missing.level.yaml", "cart.level.yaml")
		s := editor.NewSession(doc)
		tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
		defer tree.Close()
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			instances := doc.Instances()
			var id level.InstanceID
			if len(instances) > 0 {
				id = rapid.SampledFrom(instances).Draw(rt, "instance").ID
			}
			var err error
			switch what := rapid.SampledFrom([]string{
				"place", "delete", "rename", "replace", "move", "group", "fold",
				"filter", "hide", "undo", "redo", "detach",
			}).Draw(rt, "what"); what {
			case "place":
				_, err = s.Instances().Place("crate.level.yaml", level.Vec{})
			case "delete":
				s.Instances().Select(id)
				err = s.DeleteSelection()
			case "rename":
				err = s.Instances().Rename(id, rapid.SampledFrom([]string{"", "crate", "lid"}).Draw(rt, "name"))
			case "replace":
				if i := doc.Instance(id); i != nil {
					after := *i
					after.Prefab = rapid.SampledFrom([]string{"missing.level.yaml", "box.level.yaml"}).Draw(rt,
						"prefab")
					err = s.Do("replace", level.Diff{Instances: []level.Change[level.Instance]{level.Changed(i,
						&after)}})
				}
			case "move":
				if n := tree.Len(); n > 0 && id != 0 {
					r := editor.TreeRow{Kind: editor.InstanceRow, Instance: id}
					l := tree.Lift(tree.Colliders(r), r)
					p, rejected := l.Over(rapid.Float64Range(0, float64(n)).Draw(rt, "at"))
					switch to := (editor.Place{Group: p.Group, Layer: p.Layer, Under: p.Under}); {
					case rejected != nil:
					case l.Alone != 0:
						err = s.Instances().MoveTo(to, l.Alone)
					default:
						err = s.Groups().Move(to, l.Groups, l.IDs)
					}
				}
			case "group":
				s.Instances().Select(id)
				_, err = s.Groups().Group()
			case "fold":
				if n := tree.Len(); n > 0 {
					r := tree.At(rapid.IntRange(0, n-1).Draw(rt, "row"))
					tree.Fold(r, !tree.IsFolded(r))
				}
			case "filter":
				err = tree.SetFilter(rapid.SampledFrom([]string{
					"", "lid", "prefab:crate", "has:changes",
					"crate",
				}).Draw(rt, "filter"))
			case "hide":
				err = s.Instances().SetHidden(rapid.Bool().Draw(rt, "hidden"), id)
			case "undo":
				s.Undo()
			case "redo":
				s.Redo()
			case "detach":
				err = s.Instances().Detach(id)
			}
			_ = err // with nothing to do, the command changes nothing, which is fine here
			fresh := editor.NewLevelTree(doc, editor.FilterFacts{}, tree.Copy())
			got, want := listed(tree), listed(fresh)
			fresh.Close()
			if !slices.Equal(got, want) {
				rt.Fatalf("the rows are %q, a new tree has %q", got, want)
			}
			if n := doc.Tally(); n.Shapes != countOwn(doc) || n.Instances != len(doc.Instances()) {
				rt.Fatalf("members = %v", n)
			}
			if tree.Filter == "" && tree.MatchCount() != doc.Tally().Len() {
				rt.Fatalf("%d things are counted, want %v", tree.MatchCount(), doc.Tally())
			}
			for i := range tree.Len() {
				if at := tree.Row(tree.At(i)); at != i {
					rt.Fatalf("row %d (%+v) is found at %d", i, tree.At(i), at)
				}
			}
		}
	})
}

func countOwn(doc *level.Document) (n int) {
	for c := range doc.Colliders() {
		if c.Part == nil {
			n++
		}
	}
	return n
}

// BenchmarkTreeInstances lists 20,000 instances of two parts each, which happens after placing one.
func BenchmarkTreeInstances(b *testing.B) {
	files := make([]string, 20_000)
	for i := range files {
		files[i] = "crate.level.yaml"
	}
	doc := withInstances(b, files...)
	s := editor.NewSession(doc)
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	tree.FoldAll(false)
	tree.Len()
	b.ResetTimer()
	for range b.N {
		if _, err := s.Instances().Place("crate.level.yaml", level.Vec{}); err != nil {
			b.Fatal(err)
		}
		tree.Len()
	}
}
