package main

import (
	"syscall/js"

	"fillet/editor/ui/kit"
)

// readGamepads returns the combined state of all gamepads whose button layout the browser knows. Browsers hide a
// gamepad from a page until one of its buttons is pressed.
func readGamepads() kit.Gamepad {
	var held kit.Gamepad
	navigator := js.Global().Get("navigator")
	if navigator.Get("getGamepads").Type() != js.TypeFunction {
		return held
	}
	pads := navigator.Call("getGamepads")
	for i := range pads.Length() {
		if pad := pads.Index(i); pad.Truthy() && pad.Get("connected").Bool() &&
			pad.Get("mapping").String() == "standard" {
			held = held.With(heldOf(pad))
		}
	}
	return held
}

// heldOf converts the state of one gamepad with the standard layout (https://www.w3.org/TR/gamepad/#remapping).
func heldOf(pad js.Value) kit.Gamepad {
	buttons, axes := pad.Get("buttons"), pad.Get("axes")
	is := func(i int) bool { return i < buttons.Length() && buttons.Index(i).Get("pressed").Bool() }
	axis := func(i int) float64 {
		if i >= axes.Length() {
			return 0
		}
		return axes.Index(i).Float()
	}
	return kit.Gamepad{
		X: axis(0), Y: axis(1), A: is(0), B: is(1), Bumper: is(4) || is(5), Back: is(8), Start: is(9),
		Up: is(12), Down: is(13), Left: is(14), Right: is(15),
	}
}
