package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/ui/kit"
)

// pairRows shows how the surfaces of a pair in contact move relative to each other during a run.
type pairRows struct {
	content *fyne.Container
	names   *canvas.Text
	lines   [maxPairLines]*canvas.Text
}

// maxPairLines limits the lines about a pair: one per normal and one per point.
const maxPairLines = 6

func newPairRows(l *kit.Look) *pairRows {
	p := l.Colors()
	r := &pairRows{names: kit.Bold("", p.Text, kit.TextSize-1)}
	r.content = container.New(kit.Lines(2), kit.Pad(0, 6, 0, 0, kit.Rule(l)), r.names)
	for i := range r.lines {
		r.lines[i] = kit.Text("", p.Quiet, kit.TextSize)
		r.content.Add(r.lines[i])
	}
	r.content.Hide()
	return r
}

// refreshPair shows the contact of the pair chosen in the contacts panel, if the run has one.
func (v *playPanel) refreshPair(run *play.Run) {
	var pair [2]level.ID
	if v.w.Pair != nil {
		pair = v.w.Pair()
	}
	if v.setVisible(v.pair.content, pair[0] != 0); pair[0] == 0 {
		return
	}
	kit.SetText(v.pair.names, kit.Shorten(v.name(pair[0])+" × "+v.name(pair[1]), 40))
	n := 0
	say := func(text string) {
		if n < len(v.pair.lines) {
			kit.SetText(v.pair.lines[n], text)
			n++
		}
	}
	for _, c := range run.Contacts() {
		if c.Solid && (c.A == pair[0] && c.B == pair[1] || c.A == pair[1] && c.B == pair[0]) {
			say(normalText(&c, pair[0]))
			for i := range c.Points {
				say(relativeText(&c, &c.Points[i]))
			}
		}
	}
	if n == 0 {
		say("apart, or both at rest")
	}
	for ; n < len(v.pair.lines); n++ {
		kit.SetText(v.pair.lines[n], "")
	}
}

// normalText returns a contact's depth and the direction in which it pushes, away from the collider named first.
func normalText(c *play.Contact, first level.ID) string {
	depth, n := 0.0, c.Normal
	if c.A != first {
		n = n.Neg()
	}
	for i := range c.Points {
		depth = max(depth, -c.Points[i].Separation)
	}
	return fmt.Sprintf("normal %.2f, %.2f  ·  %.2f px deep", n.X+0, n.Y+0, depth)
}

// relativeText returns how fast two surfaces approach or separate at a point, and how fast they slide.
func relativeText(c *play.Contact, p *play.ContactPoint) string {
	along := p.Relative.Dot(c.Normal)
	slide := p.Relative.Sub(c.Normal.Mul(along)).Len()
	how := "parts"
	if along < 0 {
		how, along = "closes", -along
	}
	return fmt.Sprintf("%.0f, %.0f:  %s %.1f, slides %.1f px/s", p.Point.X, p.Point.Y, how, along+0, slide)
}
