//go:build cgo && (linux || darwin || windows)

package main

import (
	"testing"

	"github.com/go-gl/glfw/v3.4/glfw"

	"fillet/editor/ui/kit"
)

// Mapped buttons and the left stick set their fields; other inputs set none.
func TestGamepadStateIsRead(t *testing.T) {
	for b, want := range map[glfw.GamepadButton]kit.Gamepad{
		glfw.ButtonDpadLeft: {Left: true}, glfw.ButtonDpadRight: {Right: true}, glfw.ButtonDpadUp: {Up: true},
		glfw.ButtonDpadDown: {Down: true},
		glfw.ButtonA:        {A: true}, glfw.ButtonB: {B: true}, glfw.ButtonBack: {Back: true},
		glfw.ButtonStart:      {Start: true},
		glfw.ButtonLeftBumper: {Bumper: true}, glfw.ButtonRightBumper: {Bumper: true}, glfw.ButtonX: {},
		glfw.ButtonGuide: {},
	} {
		var s glfw.GamepadState
		s.Buttons[b] = glfw.Press
		if got := heldOf(&s); got != want {
			t.Errorf("button %d reads as %+v, want %+v", b, got, want)
		}
	}
	var s glfw.GamepadState
	s.Axes[glfw.AxisLeftX], s.Axes[glfw.AxisLeftY], s.Axes[glfw.AxisRightX] = -0.5, 0.25, 1
	if got, want := heldOf(&s), (kit.Gamepad{X: -0.5, Y: 0.25}); got != want {
		t.Errorf("the sticks read as %+v, want %+v", got, want)
	}
}
