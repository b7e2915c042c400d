package level_test

import (
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
)

// referring returns a level with joints and instances.
func referring(t *testing.T, joints, instances string, colliders ...string) *level.Document {
	t.Helper()
	s := "fillet: 2\n" + strings.SplitN(head, "\n", 2)[1]
	if joints != "" {
		s += "joints:\n  - " + joints + "\n"
	}
	if instances != "" {
		s += "instances:\n  - " + instances + "\n"
	}
	return parseText(t, s+"layers:\n"+layerText("l1", colliders...))
}

// broken lists the references of a level to missing records.
func broken(doc *level.Document) (out []string) {
	missing := func(id level.ID, part string) bool {
		if of, _, err := level.ParsePart(part); err == nil {
			return doc.Instance(of) == nil
		}
		return id != 0 && doc.Collider(id) == nil
	}
	for _, j := range doc.Settings().Joints {
		if missing(j.A, j.PartA) || missing(j.B, j.PartB) {
			out = append(out, "joint "+j.ID.String())
		}
	}
	for c := range doc.Colliders() {
		if chain := c.FollowedChain(); missing(chain, "") {
			out = append(out, "path of "+c.ID.String())
		}
	}
	return out
}

const (
	chainLine = "c9 kind: chain, points: [[0, 0], [64, 0]], position: [0, 64]"
	follower  = "c5 kind: box, size: [16, 16], position: [0, 64], body: kinematic, path: {chain: c9, speed: 20}"
	crate     = "{id: i3, prefab: crate.level.yaml, layer: l1, position: [0, 0]}"
)

// If one side deleted a record while the other side added a reference to it, that is a conflict. Every way of resolving
// it leaves no reference to a missing record.
func TestMergeDeletedWhileReferredTo(t *testing.T) {
	t.Parallel()
	a, b := boxLine("c1", 0, ", body: dynamic"), boxLine("c2", 40, "")
	const joint = "{id: j1, kind: hinge, a: c1, b: c2, at_a: [0, 0], at_b: [0, 0]}"
	for name, c := range map[string]struct {
		base, deleted, referred *level.Document
		conflicts               []string // ids and keys
	}{
		"a new joint": {
			referring(t, "", "", a, b), referring(t, "", "", a), referring(t, joint, "", a, b), []string{"c2 collider"},
		},
		"a changed joint": {
			referring(t, joint, "", a, b), referring(t, "", "", a),
			referring(t, strings.Replace(joint, "hinge,", "hinge, speed: 5,", 1), "", a, b),
			[]string{"c2 collider", "level joints.j1"},
		},
		"a joint to another collider": {
			referring(t, joint, "", a, b, boxLine("c3", 9, "")), referring(t, joint, "", a, b),
			referring(t, strings.Replace(joint, "c2", "c3", 1), "", a, b, boxLine("c3", 9, "")),
			[]string{"c3 collider"},
		},
		"both of its colliders": {
			referring(t, "", "", a, b), referring(t, "", ""), referring(t, joint, "", a, b),
			[]string{"c1 collider", "c2 collider"},
		},
		"a joint to a part": {
			referring(t, "", crate, a), referring(t, "", "", a),
			referring(t, strings.Replace(joint, "c2", "i3/c7", 1), crate, a),
			[]string{"i3 instance"},
		},
		"a new path": {
			referring(t, "", "", a, chainLine), referring(t, "", "", a), referring(t, "", "", a, chainLine, follower),
			[]string{"c9 collider"},
		},
		"a changed path": {
			referring(t, "", "", chainLine, follower),
			referring(t, "", "", strings.Replace(follower, "chain: c9", "points: [[0, 0], [64, 0]]", 1)),
			referring(t, "", "", chainLine, strings.Replace(follower, "20", "30", 1)),
			[]string{"c5 path", "c9 collider"},
		},
		"an old joint": {referring(t, joint, "", a, b), referring(t, "", "", a), referring(t, joint, "", a, b), nil},
		"an old joint of a changed collider": {
			referring(t, joint, "", a, b), referring(t, "", "", a),
			referring(t, joint, "", a, boxLine("c2", 48, "")),
			[]string{"c2 collider", "level joints.j1"},
		},
		"an old joint to a part of a changed instance": {
			referring(t, strings.Replace(joint, "c2", "i3/c7", 1), crate, a), referring(t, "", "", a),
			referring(t, strings.Replace(joint, "c2", "i3/c7", 1), strings.Replace(crate, "[0, 0]", "[8, 0]", 1), a),
			[]string{"i3 instance", "level joints.j1"},
		},
		"an old path": {
			referring(t, "", "", a, chainLine, follower), referring(t, "", "", a),
			referring(t, "", "", a, chainLine, follower, b), nil,
		},
	} {
		for _, swapped := range []bool{false, true} {
			ours, theirs := c.deleted, c.referred
			if swapped {
				ours, theirs = theirs, ours
			}
			r, err := level.Merge(c.base, ours, theirs)
			check(t, err)
			var got []string
			for _, k := range r.Conflicts {
				got = append(got, k.ID+" "+k.Key)
			}
			if slices.Sort(got); !slices.Equal(got, c.conflicts) {
				t.Errorf("%s, swapped %v: conflicts %q, want %q", name, swapped, got, c.conflicts)
			}
			isNew := !strings.HasPrefix(name, "an old")
			if has := strings.Contains(strings.Join(r.Notes, "\n"), "refers to it"); has != isNew {
				t.Errorf("%s, swapped %v: notes %q", name, swapped, r.Notes)
			}
			for _, side := range []level.Side{level.Ours, level.Theirs} {
				doc := parseText(t, text(t, r.Document))
				var all []level.ConflictChoice
				for i := range doc.Settings().Conflicts {
					all = append(all, level.ConflictChoice{Conflict: i, Side: side})
				}
				s := level.Settle(doc, all)
				check(t, doc.Apply(s.Diff))
				want := theirs
				if side == level.Ours {
					want = ours
				}
				if b := broken(doc); len(b) > 0 || len(s.Left) > 0 {
					t.Errorf("%s, swapped %v, resolved for %d: broken %q, left %q", name, swapped, side, b, s.Left)
				}
				for _, k := range r.Conflicts {
					if id := k.Collider(); id != 0 && (doc.Collider(id) == nil) != (want.Collider(id) == nil) {
						t.Errorf("%s, swapped %v, resolved for %d: %v is %v", name, swapped, side, id, doc.Collider(id))
					}
				}
				parseText(t, text(t, doc))
			}
		}
	}
}

// If a merge breaks references without deleting a record by its id, that is noted.
func TestMergeNotesBrokenReferences(t *testing.T) {
	t.Parallel()
	door := boxLine("c1", 0, ", name: gate, tags: [door]")
	opener := boxLine("c2", 40, `, role: trigger, tags: [switch], properties: {opens: "gate"}`)
	part := "{id: j1, kind: hinge, a: c1, b: i3/c7, at_a: [0, 0], at_b: [0, 0]}"
	for _, c := range []struct {
		base, ours, theirs *level.Document
		note               string
	}{
		{
			referring(t, "", "", door), referring(t, "", "", strings.Replace(door, "gate", "port", 1)),
			referring(t, "", "", door, opener), "opens gate",
		},
		{
			referring(t, "", "", chainLine),
			referring(t, "", "", "c9 kind: box, size: [64, 4], position: [0, 64]"),
			referring(t, "", "", chainLine, follower), "follows c9, which is not a chain",
		},
		{
			referring(t, "", crate, door),
			referring(t, "", strings.TrimSuffix(crate, "}")+", changes: {c7: removed}}", door),
			referring(t, part, crate, door), "refers to i3/c7",
		},
	} {
		for range 2 {
			r, err := level.Merge(c.base, c.ours, c.theirs)
			check(t, err)
			if !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, c.note) }) {
				t.Errorf("notes %q, want one with %q; conflicts %v", r.Notes, c.note, r.Conflicts)
			}
			parseText(t, text(t, r.Document))
			c.ours, c.theirs = c.theirs, c.ours
		}
	}
}

// A path still follows its chain if the merge gives the chain another id.
func TestMergePathOfARenamedChain(t *testing.T) {
	t.Parallel()
	r, err := level.Merge(parse(t), referring(t, "", "", boxLine("c9", 0, "")), referring(t, "", "", chainLine, follower))
	check(t, err)
	chain := r.Document.Collider(r.Document.Collider(5).FollowedChain())
	if chain == nil || chain.Shape.Kind != level.Chain || r.Document.Len() != 3 {
		t.Errorf("the path follows %+v in a level of %d colliders", chain, r.Document.Len())
	}
}

// If one side removes a part of an instance and the other changes it, that is one conflict about the part.
func TestMergeRemovedPart(t *testing.T) {
	t.Parallel()
	with := func(changes string) *level.Document {
		return referring(t, "", strings.Replace(crate, "}", ", changes: {"+changes+"}}", 1), boxLine("c1", 0, ""))
	}
	const conflict = "i3 changes.c1"
	for _, tt := range []struct{ base, ours, theirs, conflict, merged, taken string }{
		{"", "c1: removed", "c1: {tags: [x]}", conflict, "c1: removed", "c1: {tags: [x]}"},
		{"", "c1: {tags: [x]}", "c1: removed", conflict, "c1: {tags: [x]}", "c1: removed"},
		{"c1: {tags: [x]}", "c1: removed", "c1: {tags: [y]}", conflict, "c1: removed", "c1: {tags: [y]}"},
		{"c1: {tags: [x]}", "", "c1: removed", conflict, "", "c1: removed"},
		{"c1: {tags: [x]}", "c1: removed", "", conflict, "c1: removed", ""},
		{"c1: {tags: [x]}", "c1: removed", "c1: {tags: [x]}", "", "c1: removed", ""},
		{"c1: {tags: [x]}", "c1: {tags: [x]}", "c1: removed", "", "c1: removed", ""},
		{"c1: removed", "c1: removed", "c1: {tags: [x]}", "", "c1: {tags: [x]}", ""},
		{"c1: removed", "c1: {name: a}", "c1: {tags: [x]}", conflict, "c1: {name: a}", "c1: {tags: [x]}"},
		{"", "c1: removed", "c1: removed, c2: {tags: [x]}", "", "c1: removed, c2: {tags: [x]}", ""},
		{"", "c1: {name: a}", "c1: {tags: [x]}", "", "c1: {name: a, tags: [x]}", ""},
	} {
		r := mustMerge(t, with(tt.base), with(tt.ours), with(tt.theirs))
		var got []string
		for _, c := range r.Conflicts {
			got = append(got, c.ID+" "+c.Key)
		}
		if strings.Join(got, ", ") != tt.conflict {
			t.Errorf("%+v: conflicts %q", tt, got)
		}
		doc := parseText(t, text(t, r.Document))
		if i, want := doc.Instance(3), with(tt.merged).Instance(3); !slices.Equal(i.Changes, want.Changes) {
			t.Errorf("%+v: merged as %q", tt, i.Changes)
		}
		if tt.conflict == "" {
			continue
		}
		if !slices.Equal(doc.Settings().Conflicts, r.Conflicts) {
			t.Errorf("%+v: conflicts %q, in the file %q", tt, r.Conflicts, doc.Settings().Conflicts)
		}
		check(t, doc.Apply(level.Settle(doc, []level.ConflictChoice{{Conflict: 0, Side: level.Theirs}}).Diff))
		if i, want := doc.Instance(3), with(tt.taken).Instance(3); !slices.Equal(i.Changes, want.Changes) {
			t.Errorf("%+v: theirs taken as %q", tt, i.Changes)
		}
	}

	// A conflict about one key of a removed part, as earlier merges left it.
	doc := parseText(t, text(t, with("c1: removed"))+
		"conflicts:\n  - {id: i3, key: changes.c1.tags, base: [x], ours: null, theirs: [y]}\n")
	check(t, doc.Apply(level.Settle(doc, []level.ConflictChoice{{Conflict: 0, Side: level.Theirs}}).Diff))
	if i, want := doc.Instance(3), with("c1: {tags: [y]}").Instance(3); !slices.Equal(i.Changes, want.Changes) {
		t.Errorf("the key of a removed part is taken as %q", i.Changes)
	}
}
