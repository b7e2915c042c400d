package play

import (
	"fmt"
)

// Summary returns a line about the chart's content and a line about its reliability.
func (c *Chart) Summary() (what, worth string) {
	there, dead := 0, len(c.survey.DeadEnds())
	for i := range c.ways {
		if c.ways[i].back >= 0 {
			there++
		}
	}
	what = fmt.Sprintf("%s of ground, %s", countText(len(c.grounds), "stretch", "stretches"),
		countText(len(c.ways), "way", "ways"))
	if len(c.ways) > 0 {
		what += fmt.Sprintf(": %d there and back (blue), %d one way only (amber)", there, len(c.ways)-there)
	}
	switch {
	case dead == 1:
		what += " · 1 dead end (red)"
	case dead > 1:
		what += fmt.Sprintf(" · %d dead ends (red)", dead)
	}
	worth = fmt.Sprintf("Ways not shown were not found in this search of %s steps.", thousandsText(c.survey.Steps))
	if c.survey.Complete {
		worth = fmt.Sprintf("The search ended after %s steps. Ways not shown were not found in it.",
			thousandsText(c.survey.Steps))
	}
	return what, worth
}

// Describe describes the pick in one line.
func (c *Chart) Describe(p Pick) string {
	switch p.Kind {
	case PickGround:
		g := &c.grounds[p.Index]
		text := fmt.Sprintf("%s: %s away, %s here", g.name, countText(len(g.out), "way leads", "ways lead"),
			countText(len(g.in), "way leads", "ways lead"))
		switch {
		case !c.survey.Stretches[p.Index].Back:
			text += ". A dead end: no way to the start or the goal was found"
		case p.Index == 0:
			text += ". The character starts here"
		}
		return text
	case PickWay:
		w := &c.survey.Ways[p.Index]
		text := fmt.Sprintf("From %s to %s, ", c.grounds[w.From].name, c.grounds[w.To].name)
		if flies := float64(w.Inputs.Len()-w.Leaves) / Rate; flies >= 0.1 {
			text += fmt.Sprintf("%.1f s through the air", flies)
		} else {
			text += "on foot"
		}
		text += fmt.Sprintf(", %.1f s after the start", float64(w.Leaves)/Rate)
		if c.ways[p.Index].back < 0 {
			text += ". No way straight back was found"
		}
		return text
	}
	return ""
}

func countText(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// thousandsText formats n with thousands separators.
func thousandsText(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
