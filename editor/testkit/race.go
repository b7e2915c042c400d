//go:build race

package testkit

// The race detector allocates as well.
const countsBytes = false
