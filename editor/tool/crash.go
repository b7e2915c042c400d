package tool

import (
	"fmt"
	"runtime/debug"
)

// Crash is a panic in a tool. When it is reported, the gesture has been rolled back and the select tool is active. The
// caller saves the user's work and reports the crash.
type Crash struct {
	Tool  ID     // empty if no tool was involved
	While string // the controller's activity
	Value any    // the value of the panic
	Stack []byte
}

// Error describes the crash in one line.
func (c *Crash) Error() string {
	where := c.While
	if c.Tool != "" {
		where = string(c.Tool) + ", " + where
	}
	return fmt.Sprintf("%s: %v", where, c.Value)
}

// Unwrap returns the value of the panic if it is an error.
func (c *Crash) Unwrap() error {
	err, _ := c.Value.(error)
	return err
}

// OnCrash sets the function that receives panics in tools. Without one, panics reach the caller.
func (c *Controller) OnCrash(report func(*Crash)) { c.onCrash = report }

// Guarded runs f and reports a panic in it as a crash of the active tool.
func (c *Controller) Guarded(while string, f func()) {
	defer c.guard(func() string { return while })
	f()
}

// guard contains a panic. Every function that runs a tool defers it.
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

// Contain rolls back the gesture in progress after a panic outside the tools, and reports the panic.
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
	c.attempt(c.session.Repair)
	if c.onCrash != nil {
		c.onCrash(crash)
	}
}

// attempt runs cleanup code that may itself panic because of the crash.
func (c *Controller) attempt(f func()) {
	defer func() {
		_ = recover() // only the first panic is reported
	}()
	f()
}
