// Package exportcheck checks exported files, and the loaders of assets/loaders, with the engines that read them.
// Contacts, masses and materials must agree with package collision, and motion with the playtest.
//
//   - Go code is compiled with Chipmunk and resolv in a temporary module, where testdata/checker runs it, as is the
//     loader for Chipmunk in Go.
//   - Phaser's own parser and planck (Box2D) load the JSON, and node runs the loaders in JavaScript.
//   - Godot 4 loads the scenes and saves them again, and runs its loader. Scenes that Godot created are imported.
//   - LÖVE runs the template, its loader, and Defold's editor script with stubs of the editor.
//   - Python runs the loader for pymunk with Chipmunk itself behind pymunk's interface.
//   - The C loaders are compiled with Chipmunk, and with stubs of Box2D v3 or its sources in $BOX2D.
//   - Mono and rustc compile the loaders for Unity, Aether and Rapier with stubs of the engines, which record what they
//     are given.
//
// Godot and the JavaScript engines need node and the packages in node_modules, which make exportcheck installs. Tests
// whose engine or compiler is missing are skipped.
package exportcheck

import (
	_ "github.com/jakecoffman/cp/v2" // requirements of the temporary module
	_ "github.com/solarlune/resolv"
)
