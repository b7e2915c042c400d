//go:build unix && !darwin

package disk

// TopTrash is for tests.
var TopTrash = topTrash
