//go:build (cgo || js) && !(linux || darwin || windows)

package main

import "fillet/editor/ui/kit"

func readGamepads() kit.Gamepad { return kit.Gamepad{} }
