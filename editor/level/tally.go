package level

import "fmt"

// Tally is how many things there are to who looks at a level: an instance of a prefab is one, whatever it consists of.
type Tally struct {
	Shapes    int // colliders that are no parts
	Instances int // with or without parts
	Parts     int // of instances that are not counted as a whole
}

// Len is how many things these are in all.
func (t Tally) Len() int { return t.Shapes + t.Instances + t.Parts }

// String says what these are: "3 shapes, 1 instance".
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

// TallyOf counts colliders, and instances without parts besides. An instance of which all parts are among the colliders is one thing; of
// others each part is.
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
