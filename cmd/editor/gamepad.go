//go:build cgo && (linux || darwin || windows)

package main

import (
	"github.com/go-gl/glfw/v3.4/glfw"

	"fillet/editor/ui/kit"
)

// readGamepads reads what is held of all gamepads. It is called on the window's thread, between frames, where the library that the
// toolkit opens windows with may be asked; the toolkit itself knows nothing of gamepads.
func readGamepads() kit.Gamepad {
	var held kit.Gamepad
	for pad := glfw.Joystick1; pad <= glfw.JoystickLast; pad++ {
		if !pad.Present() { // quick, and without an allocation
			continue
		}
		if state := pad.GetGamepadState(); state != nil { // nil: a device whose buttons nobody has named, such as a wheel
			held = held.With(heldOf(state))
		}
	}
	return held
}

// heldOf is what one gamepad's state says.
func heldOf(s *glfw.GamepadState) kit.Gamepad {
	is := func(b glfw.GamepadButton) bool { return s.Buttons[b] == glfw.Press }
	return kit.Gamepad{
		X: float64(s.Axes[glfw.AxisLeftX]), Y: float64(s.Axes[glfw.AxisLeftY]),
		Left: is(glfw.ButtonDpadLeft), Right: is(glfw.ButtonDpadRight), Up: is(glfw.ButtonDpadUp), Down: is(glfw.ButtonDpadDown),
		A: is(glfw.ButtonA), B: is(glfw.ButtonB), Back: is(glfw.ButtonBack), Start: is(glfw.ButtonStart),
		Bumper: is(glfw.ButtonLeftBumper) || is(glfw.ButtonRightBumper),
	}
}
