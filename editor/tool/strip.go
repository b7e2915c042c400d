package tool

import "fillet/editor/overlay"

// Aliases of the strip's types in package overlay.
type (
	Strip       = overlay.Strip
	StripLine   = overlay.StripLine
	StripChoice = overlay.StripChoice
)

// stripper is a tool that has a strip.
type stripper interface{ strip(v *view) *Strip }

// Strip returns the strip above the canvas, or nil.
func (c *Controller) Strip() *Strip {
	if s := c.paths.timeStrip(); s != nil {
		return c.acting(s)
	}
	v := c.frame()
	if t, ok := c.tools[c.active].(stripper); ok {
		return c.acting(t.strip(v))
	}
	if c.why.isOn {
		return c.acting(explaining{c}.whyStrip(v.explained))
	}
	return nil
}

// acting wraps each of a strip's choices in a single action.
func (c *Controller) acting(s *Strip) *Strip {
	if s == nil {
		return nil
	}
	for i := range s.Choices {
		o := &s.Choices[i]
		if pick := o.Pick; pick != nil {
			o.Pick = func(i int) { c.act(func() { pick(i) }) }
		}
		if set := o.Set; set != nil {
			o.Set = func(v float64) { c.act(func() { set(v) }) }
		}
		if do := o.Do; do != nil {
			o.Do = func() { c.act(do) }
		}
	}
	if end := s.Close; end != nil {
		s.Close = func() { c.act(end) }
	}
	return s
}
