package editor_test

import (
	"slices"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"

	"pgregory.net/rapid"
)

// After any drops of shapes, instances and groups below and above others, with undo in between, the drawing order
// matches a reference list, and survives writing and reading the level.
func TestDropsKeepTheirOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, path := withPrefabs(t)
		doc := s.Document()
		var d level.Diff
		for id := level.InstanceID(2); id <= 4; id++ {
			of := *doc.Instance(1)
			of.ID, of.Order = id, float64(id)
			if id == 4 {
				of.Prefab = "gone.level.yaml" // so the instance has no parts
			}
			d.Instances = append(d.Instances, level.Added(&of))
		}
		for id := level.ID(50); id < 53; id++ {
			c := *doc.Collider(1)
			c.ID, c.Order = id, float64(id)
			d.Colliders = append(d.Colliders, level.Added(&c))
		}
		must(t, s.Do("Add", d))
		layer := doc.Collider(1).Layer
		s.Selection().Set(50, 51)
		group, err := s.Groups().Group()
		must(t, err)
		units := func(doc *level.Document) (out []string) {
			for _, c := range doc.InLayer(layer) {
				name := c.ID.String()
				if c.Part != nil {
					name = c.Part.Instance.String()
				}
				if len(out) == 0 || out[len(out)-1] != name {
					out = append(out, name)
				}
			}
			return out
		}
		bare := func(doc *level.Document) string {
			below, _ := doc.Below(doc.Instance(4))
			if below == nil {
				return "nothing"
			}
			return below.ID.String()
		}
		plain := []level.ID{1, 50, 51, 52}
		from := rapid.IntRange(0, 3).Draw(rt, "fixed")
		for range rapid.IntRange(1, 90).Draw(rt, "drops") {
			was, stood := units(doc), bare(doc)
			var moved []string
			var do func(under level.ID) error
			switch k := rapid.IntRange(0, 5).Draw(rt, "kind"); {
			case k < 3: // an instance
				id := level.InstanceID(k%3 + 1)
				moved = []string{id.String()}
				var parts []level.ID
				for _, c := range doc.Parts(id) {
					parts = append(parts, c.ID)
				}
				if rapid.Bool().Draw(rt, "one part only") {
					parts = parts[:1]
				}
				do = func(under level.ID) error {
					return s.Groups().Move(editor.Place{Layer: layer, Under: under}, nil, parts)
				}
			case k == 3: // the group
				for _, c := range doc.Within(group) {
					moved = append(moved, c.ID.String())
				}
				do = func(under level.ID) error {
					return s.Groups().Move(editor.Place{Layer: layer, Under: under}, []level.GroupID{group}, nil)
				}
			case k == 4: // the instance without parts
				do = func(under level.ID) error {
					return s.Instances().MoveTo(editor.Place{Layer: layer, Under: under}, 4)
				}
			default:
				moved = []string{level.ID(52).String()}
				do = func(under level.ID) error {
					return s.Groups().Move(editor.Place{Layer: layer, Under: under}, nil, []level.ID{52})
				}
			}
			under := plain[from] // mostly the same collider, so that the orders run out of room
			if rapid.IntRange(0, 5).Draw(rt, "elsewhere") == 0 {
				parts := doc.Parts(level.InstanceID(rapid.IntRange(1, 3).Draw(rt, "instance")))
				others := append(slices.Clone(plain), 0, parts[0].ID, parts[1].ID)
				under = rapid.SampledFrom(others).Draw(rt, "under")
			}
			name := under.String()
			if c := doc.Collider(under); c != nil && c.Part != nil {
				name = c.Part.Instance.String()
			}
			if slices.Contains(moved, name) {
				continue
			}
			must(t, do(under))
			want := slices.DeleteFunc(slices.Clone(was), func(u string) bool { return slices.Contains(moved, u) })
			at := slices.Index(want, name)
			if under == 0 {
				at = len(want)
			}
			want = slices.Insert(want, at, moved...)
			if got := units(doc); !slices.Equal(got, want) {
				rt.Fatalf("%v under %v: %v, want %v", moved, under, got, want)
			}
			if c := doc.Collider(under); moved == nil && c != nil && c.Part == nil {
				all := doc.InLayer(layer)
				i := slices.IndexFunc(all, func(c *level.Collider) bool { return c.ID == under })
				if at := doc.Instance(4).Order; at >= all[i].Order || i > 0 && at <= all[i-1].Order {
					rt.Fatalf("the instance without parts has order %v, below %v", at, all[i].Order)
				}
			}
			changed := !slices.Equal(units(doc), was) || bare(doc) != stood
			if rapid.IntRange(0, 3).Draw(rt, "undo") == 0 && changed {
				s.Undo()
				if got := units(doc); !slices.Equal(got, was) || bare(doc) != stood {
					rt.Fatalf("after undo: %v, want %v", got, was)
				}
				if rapid.Bool().Draw(rt, "redo") {
					s.Redo()
				}
			}
		}
		text, err := level.Marshal(doc)
		must(t, err)
		again, err := level.Parse(text, path)
		must(t, err)
		project.AttachPrefabs(again, path, "")
		if got, want := units(again), units(doc); !slices.Equal(got, want) || bare(again) != bare(doc) {
			rt.Fatalf("after reading again: %v, want %v", got, want)
		}
	})
}

// The parts of an instance stay together however often instances move forward and backward past each other.
func TestArrangeKeepsInstancesTogether(t *testing.T) {
	t.Parallel()
	s, _ := withPrefabs(t)
	doc := s.Document()
	second := *doc.Instance(1)
	second.ID, second.Order = 2, 2
	must(t, s.Do("Add", level.Diff{Instances: []level.Change[level.Instance]{level.Added(&second)}}))
	layer := doc.Collider(1).Layer
	top := func() (out []string) {
		for _, c := range doc.InLayer(layer) {
			if c.Part == nil {
				out = append(out, c.ID.String())
			} else if name := c.Part.Instance.String(); len(out) == 0 || out[len(out)-1] != name {
				out = append(out, name)
			}
		}
		return out
	}
	pick := func(id level.InstanceID) {
		var parts []level.ID
		for _, c := range doc.Parts(id) {
			parts = append(parts, c.ID)
		}
		s.Selection().Set(parts...)
	}
	want := top()
	for n := range 120 {
		id := level.InstanceID(n%2 + 1)
		i := slices.Index(want, id.String())
		pick(id)
		if n%3 == 0 && i > 0 {
			must(t, s.Arrange().SendBackward())
			want[i], want[i-1] = want[i-1], want[i]
		} else if i+1 < len(want) {
			must(t, s.Arrange().BringForward())
			want[i], want[i+1] = want[i+1], want[i]
		}
		if got := top(); !slices.Equal(got, want) {
			t.Fatalf("after %d steps %v, want %v", n+1, got, want)
		}
	}
}

// Merging a layer keeps an instance with parts and one without.
func TestMergeLayerWithInstances(t *testing.T) {
	t.Parallel()
	s, _ := withPrefabs(t)
	doc := s.Document()
	to, err := s.Layers().Add("Upper")
	must(t, err)
	of := *doc.Instance(1)
	of.ID, of.Prefab, of.Layer = 2, "gone.level.yaml", to
	must(t, s.Do("Add", level.Diff{Instances: []level.Change[level.Instance]{level.Added(&of)}}))
	must(t, s.Instances().MoveTo(editor.Place{Layer: to}, 1))
	must(t, s.Layers().MergeDown(to))
	must(t, doc.Validate())
	below := doc.Collider(1)
	for id := level.InstanceID(1); id <= 2; id++ {
		if i := doc.Instance(id); i.Layer != below.Layer || i.Order <= below.Order {
			t.Errorf("instance %v is in layer %v at %v", id, i.Layer, i.Order)
		}
	}
	if doc.Instance(1).Order <= doc.Instance(2).Order {
		t.Error("the instances have changed their order")
	}
}
