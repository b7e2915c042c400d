// Package exportcheck checks exported files with the engines that read them. Contacts, masses and materials must agree
// with package collision.
//
//   - Go code is compiled with Chipmunk and resolv in a temporary module, where testdata/checker runs it.
//   - Phaser's own parser and planck (Box2D) load the JSON.
//   - Godot 4 loads the scenes and saves them again. Scenes that Godot created are imported.
//   - Mono and rustc compile the loaders for Unity, Aether and Rapier with stubs of the engines, which record what they
//     are given.
//   - LÖVE runs the Lua code of the template, and the loader of assets/loaders/love.
//
// Godot and the JavaScript engines need node and the packages in node_modules, which make exportcheck installs. LÖVE is
// the program love. Tests whose engine is missing are skipped.
package exportcheck

import (
	_ "github.com/jakecoffman/cp/v2" // requirements of the temporary module
	_ "github.com/solarlune/resolv"
)
