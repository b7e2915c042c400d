package tool

import "time"

// SetClock sets what tells the time.
func (c *Controller) SetClock(now func() time.Time) { c.now = now }
