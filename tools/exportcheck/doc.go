// Package exportcheck checks exported files with the engines that read them: the generated Go is compiled with
// Chipmunk and resolv, the JSON is loaded into Matter.js and planck (Box2D), and what touches what there has to agree
// with package collision. The levels are written by go generate, and the test makes sure that they are up to date.
//
// The JavaScript engines need node and an "npm install" in this folder; their tests are skipped where either is absent.
package exportcheck

//go:generate go test -run Generated -update
