//go:build cgo && (linux || darwin || windows)

package main

import (
	"github.com/go-gl/glfw/v3.4/glfw"

	"fillet/editor/ui/kit"
)

// readGamepads returns the combined state of all gamepads. It must be called on the UI thread between frames,
// where GLFW may be used; the toolkit itself has no gamepad support.
func readGamepads() kit.Gamepad {
	var held kit.Gamepad
	for pad := glfw.Joystick1; pad <= glfw.JoystickLast; pad++ {
		if !pad.Present() { // cheap, and allocates nothing
			continue
		}
		if state := pad.GetGamepadState(); state != nil { // nil: a device without a button mapping, such as a wheel
			held = held.With(heldOf(state))
		}
	}
	return held
}

// heldOf converts the state of one gamepad.
func heldOf(s *glfw.GamepadState) kit.Gamepad {
	pressed := func(b glfw.GamepadButton) bool { return s.Buttons[b] == glfw.Press }
	return kit.Gamepad{
		X: float64(s.Axes[glfw.AxisLeftX]), Y: float64(s.Axes[glfw.AxisLeftY]),
		Left: pressed(glfw.ButtonDpadLeft), Right: pressed(glfw.ButtonDpadRight), Up: pressed(glfw.ButtonDpadUp),
		Down: pressed(glfw.ButtonDpadDown), A: pressed(glfw.ButtonA), B: pressed(glfw.ButtonB),
		Back: pressed(glfw.ButtonBack), Start: pressed(glfw.ButtonStart),
		Bumper: pressed(glfw.ButtonLeftBumper) || pressed(glfw.ButtonRightBumper),
	}
}
