//go:build unix && !darwin

package disk

// TopTrash exports topTrash for tests.
var TopTrash = topTrash
