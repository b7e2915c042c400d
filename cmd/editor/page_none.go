//go:build cgo && !js

package main

import "fillet/editor/ui"

// servePage is for browsers.
func servePage(*ui.Window) {}
