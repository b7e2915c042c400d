// Package exportcheck checks exported files with the engines that read them: the generated Go is compiled with
// Chipmunk and resolv, the JSON is loaded by Phaser's own parser and into planck (Box2D), and what touches what there has
// to agree with package collision, and so have masses and materials. LÖVE runs the Lua of the template for it. Godot 4 loads the
// scenes and saves them again, and says what stands where in scenes that it has made, which are imported. The levels are written by go generate, and the test makes sure that they are up to date.
//
// Godot and the JavaScript engines need node and an "npm install" in this folder, and LÖVE is the program love; their tests are
// skipped where that is absent.
package exportcheck

//go:generate go test -run Generated -update
