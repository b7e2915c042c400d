//go:build !linux && !darwin

package disk

func bootID() string { return "" }
