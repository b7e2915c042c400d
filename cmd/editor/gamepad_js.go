package main

import (
	"syscall/js"

	"fillet/editor/ui/kit"
)

// readGamepads reads what is held of all gamepads of which the browser knows the places of the buttons. A browser shows a page no gamepad
// before one of its buttons is pressed.
func readGamepads() kit.Gamepad {
	var held kit.Gamepad
	navigator := js.Global().Get("navigator")
	if navigator.Get("getGamepads").Type() != js.TypeFunction {
		return held
	}
	pads := navigator.Call("getGamepads")
	for i := range pads.Length() {
		if pad := pads.Index(i); pad.Truthy() && pad.Get("connected").Bool() && pad.Get("mapping").String() == "standard" {
			held = held.With(heldOf(pad))
		}
	}
	return held
}

// heldOf is what one gamepad's state says, in the standard's order of buttons and axes (https://www.w3.org/TR/gamepad/#remapping).
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
		X: axis(0), Y: axis(1),
		A: is(0), B: is(1), Bumper: is(4) || is(5), Back: is(8), Start: is(9),
		Up: is(12), Down: is(13), Left: is(14), Right: is(15),
	}
}
