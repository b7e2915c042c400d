package level

import (
	"slices"

	"gopkg.in/yaml.v3"
)

// pathSchema holds the keys of the path of a kinematic collider: the key path, on one line.
var pathSchema = newSchema(slices.Concat([]Field[Path]{
	{
		Key:     "points",
		isUsual: func(p *Path) bool { return len(p.Points) == 0 },
		text:    func(e *encoder, p *Path) { e.value(p.Points) },
		read: func(d *decoder, n *yaml.Node, p *Path) error {
			if d.Len(n) > MaxPathPoints {
				return d.Errorf(n, "the path has more than %d points", MaxPathPoints)
			}
			return d.points(n, &p.Points)
		},
	},
	row("chain", func(p *Path) *ID { return &p.Chain }, idForm(ColliderLetter, ParseID), 0, nil),
}, pathNumbers("speed", "time"), []Field[Path]{
	row("ease", func(p *Path) *Ease { return &p.Ease }, oneOf(LinearEase, SmoothEase), LinearEase, nil),
	row("loop", func(p *Path) *Loop { return &p.Loop }, oneOf(LoopBackAndForth, LoopAround, LoopOnce), LoopAsDrawn,
		nil),
}, pathNumbers("phase", "wait"), []Field[Path]{
	row("stops", func(p *Path) *Stops { return &p.Stops }, oneOf(StopAtEnds, StopAtPoints), StopAtEnds, nil),
}, pathNumbers("turn"), []Field[Path]{
	row("follow", func(p *Path) *bool { return &p.Follow }, switches, false, nil),
})...)

// pathNumbers returns the rows of numbers of a path.
func pathNumbers(keys ...string) (rows []Field[Path]) {
	for _, x := range PathNumbers {
		if !slices.Contains(keys, x.Key) {
			continue
		}
		f := row(x.Key, x.Of, numbers, 0, nil)
		f.read = func(d *decoder, n *yaml.Node, p *Path) error {
			if err := d.Number(n, x.Of(p)); err != nil {
				return err
			}
			if err := x.Check(*x.Of(p)); err != nil {
				return d.Wrap(n, err)
			}
			return nil
		}
		rows = append(rows, f)
	}
	return rows
}

// travel reads a path.
func (d *decoder) travel(n *yaml.Node, c *Collider) error {
	p := &Path{}
	if err := pathSchema.read(d, n, p); err != nil {
		return err
	}
	if err := p.Check(); err != nil {
		return d.Wrap(n, err)
	}
	c.Path = p
	return nil
}
