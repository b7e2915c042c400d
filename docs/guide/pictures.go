//go:build !js

package guide

import "embed"

//go:embed *.png
var pictures embed.FS

// Picture returns a picture that a chapter shows, or nil if there is none.
func Picture(name string) []byte { return read(pictures, name) }
