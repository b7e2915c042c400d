package level

import "fmt"

// Tally counts a level's contents as the user sees them: an instance of a prefab is one, whatever it consists of.
type Tally struct {
	Shapes    int // colliders that are not parts
	Instances int // with or without parts
	Parts     int // of instances that do not count as a whole
}

// Len returns the total.
func (t Tally) Len() int { return t.Shapes + t.Instances + t.Parts }

// String returns the counts in words: "3 shapes, 1 instance".
func (t Tally) String() string {
	text := ""
	for _, of := range []struct {
		n    int
		what string
	}{{t.Shapes, "shape"}, {t.Instances, "instance"}, {t.Parts, "part"}} {
		if of.n == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%d %s", of.n, of.what)
		if of.n != 1 {
			text += "s"
		}
	}
	if text == "" {
		return "0 shapes"
	}
	return text
}

// Tally counts what is in the level.
func (d *Document) Tally() Tally {
	return Tally{Shapes: d.Len() - d.parts, Instances: len(d.instances)}
}

// TallyOf counts colliders, and instances without parts. An instance whose parts are all among the colliders counts as
// one; otherwise each of its parts counts.
func (d *Document) TallyOf(ids []ID, bare ...InstanceID) Tally {
	t := Tally{Instances: len(bare)}
	if d.parts == 0 {
		t.Shapes = len(ids)
		return t
	}
	of := map[InstanceID]int{}
	for _, id := range ids {
		if c := d.Collider(id); c != nil && d.isPart(c) {
			of[c.Part.Instance]++
		} else {
			t.Shapes++
		}
	}
	for id, n := range of {
		if n == len(d.instances[id].parts) {
			t.Instances++
		} else {
			t.Parts += n
		}
	}
	return t
}
