package tool

import "time"

// SetClock replaces the clock.
func (c *Controller) SetClock(now func() time.Time) { c.now = now }
