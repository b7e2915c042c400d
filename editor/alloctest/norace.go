//go:build !race

package alloctest

const counts = true
