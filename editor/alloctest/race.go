//go:build race

package alloctest

// The race detector allocates as well.
const counts = false
