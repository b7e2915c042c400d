package editor

import (
	"slices"

	"fillet/editor/level"
)

// IsJoint reports whether the row shows a joint or the folder of joints.
func (r TreeRow) IsJoint() bool { return r.Kind == JointsRow || r.Kind == JointRow }

// listJoints builds the rows of the joints: a folder below the layers, which starts folded. Without joints there is no
// folder.
func (t *LevelTree) listJoints() {
	t.joints, t.jointed = nil, 0
	for _, j := range t.doc.Settings().Joints {
		if t.filter != nil && !t.filter.matchesName(j.Label(), false, false) {
			continue
		}
		t.jointed++
		if t.joints == nil {
			t.joints = append(t.joints, TreeRow{Kind: JointsRow})
		}
		if !t.IsFolded(t.joints[0]) {
			t.joints = append(t.joints, TreeRow{Kind: JointRow, Depth: 1, Joint: j.ID})
		}
	}
}

// findJoint returns the index of a joint's row or of the folder; see [LevelTree.Row].
func (t *LevelTree) findJoint(r TreeRow) int {
	n := t.layered()
	if i := slices.IndexFunc(t.joints, r.Same); i >= 0 {
		return n + i
	}
	return -1
}

// RevealJoint unfolds the folder of joints and returns the index of a joint's row, or -1 if the filter hides it.
func (t *LevelTree) RevealJoint(id level.JointID) int {
	t.Fold(TreeRow{Kind: JointsRow}, false)
	return t.Row(TreeRow{Kind: JointRow, Joint: id})
}

// joint returns the joint with that id, or nil.
func (t *LevelTree) joint(id level.JointID) *level.Joint {
	list := t.doc.Settings().Joints
	if i := slices.IndexFunc(list, func(j level.Joint) bool { return j.ID == id }); i >= 0 {
		return &list[i]
	}
	return nil
}

// jointNote names the two sides of a joint.
func (t *LevelTree) jointNote(id level.JointID) string {
	j := t.joint(id)
	if j == nil {
		return ""
	}
	side := func(id level.ID) string {
		if c := t.doc.Collider(id); c != nil {
			return t.doc.Title(c)
		}
		if id != 0 {
			return "missing"
		}
		return "the level"
	}
	return side(j.A) + ", " + side(j.B)
}
