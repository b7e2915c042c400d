//go:build race

package testkit

// The race detector allocates memory itself.
const countsBytes = false
