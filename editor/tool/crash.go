package tool

import (
	"fmt"
	"runtime/debug"
)

// Crash is a mistake in the program that a tool ran into. The gesture that it came up in has been taken back, and the
// controller selects again; it is for the caller to save the work and to say what happened.
type Crash struct {
	Tool  ID     // empty where it was none
	While string // what the controller was doing
	Value any    // what the program panicked with
	Stack []byte
}

// Error is one line about it.
func (c *Crash) Error() string {
	where := c.While
	if c.Tool != "" {
		where = string(c.Tool) + ", " + where
	}
	return fmt.Sprintf("%s: %v", where, c.Value)
}

// Unwrap returns the value of the panic, if that is an error.
func (c *Crash) Unwrap() error {
	err, _ := c.Value.(error)
	return err
}

// OnCrash has report called for every mistake that a tool runs into; without it a panic goes on to the caller.
func (c *Controller) OnCrash(report func(*Crash)) { c.onCrash = report }

// Guarded does f, and reports a mistake that it runs into as one of the tool in use.
func (c *Controller) Guarded(while string, f func()) {
	defer c.guard(func() string { return while })
	f()
}

// guard is deferred by everything that runs a tool.
func (c *Controller) guard(while func() string) {
	if c.onCrash == nil {
		return
	}
	v := recover()
	if v == nil {
		return
	}
	c.contain(&Crash{Tool: c.active, While: while(), Value: v, Stack: debug.Stack()})
}

// Contain takes back what is under way after a mistake that came up elsewhere than in a tool, and reports it.
func (c *Controller) Contain(while string, value any, stack []byte) {
	c.contain(&Crash{While: while, Value: value, Stack: stack})
}

func (c *Controller) contain(crash *Crash) {
	c.gesture, c.shown, c.hovered = nil, &view{}, 0
	c.attempt(c.session.Abandon)
	if c.active != Select {
		c.attempt(c.tools[c.active].leave)
		c.active = Select
	}
	c.attempt(c.session.Mend)
	if c.onCrash != nil {
		c.onCrash(crash)
	}
}

// attempt does what may fail because of the crash that it clears up after.
func (c *Controller) attempt(f func()) {
	defer func() {
		_ = recover() // the first one is reported
	}()
	f()
}
