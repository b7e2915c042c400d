package level

import (
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// The path of a kinematic collider: the key path, on one line.

var pathKeys = []string{"points", "chain", "speed", "time", "ease", "loop", "phase", "wait", "stops", "turn", "follow"}

// travel reads a path.
func (d *decoder) travel(n *yaml.Node, c *Collider) error {
	p := &Path{}
	err := d.Mapping(n, pathKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "points":
			if d.Len(v) > MaxPathPoints {
				return d.Errorf(v, "the path has more than %d points", MaxPathPoints)
			}
			return d.points(v, &p.Points)
		case "chain":
			return readColliderID(d, v, &p.Chain)
		case "ease":
			return strictyaml.OneOf(d.Reader, v, &p.Ease, LinearEase, SmoothEase)
		case "loop":
			return strictyaml.OneOf(d.Reader, v, &p.Loop, LoopBackAndForth, LoopAround, LoopOnce)
		case "stops":
			return strictyaml.OneOf(d.Reader, v, &p.Stops, StopAtEnds, StopAtPoints)
		case "follow":
			return d.Bool(v, &p.Follow)
		}
		return d.pathNumber(key, v, p)
	})
	if err != nil {
		return err
	}
	if err := p.Check(); err != nil {
		return d.Wrap(n, err)
	}
	c.Path = p
	return nil
}

func (d *decoder) pathNumber(key string, v *yaml.Node, p *Path) error {
	for _, n := range PathNumbers {
		if n.Key != key {
			continue
		}
		to := n.Of(p)
		if err := d.Number(v, to); err != nil {
			return err
		}
		if err := n.Check(*to); err != nil {
			return d.Wrap(v, err)
		}
	}
	return nil
}

// travel writes the value of a path.
func (e *encoder) travel(p *Path) {
	first := true
	key := func(name string) {
		if !first {
			e.text(", ")
		}
		first = false
		e.text(name)
		e.text(": ")
	}
	e.text("{")
	if len(p.Points) > 0 {
		key("points")
		e.value(p.Points)
	}
	if p.Chain != 0 {
		key("chain")
		e.text(p.Chain.String())
	}
	number := func(i int) {
		if x := *PathNumbers[i].Of(p); x != 0 {
			key(PathNumbers[i].Key)
			e.value(x)
		}
	}
	number(0)
	number(1)
	if p.Ease != LinearEase {
		key("ease")
		e.text(p.Ease.String())
	}
	if p.Loop != LoopAsDrawn {
		key("loop")
		e.text(p.Loop.String())
	}
	number(2)
	number(3)
	if p.Stops != StopAtEnds {
		key("stops")
		e.text(p.Stops.String())
	}
	number(4)
	if p.Follow {
		key("follow")
		e.value(true)
	}
	e.text("}")
}
