//go:build !linux

package workspace

// machineID returns "": it is unknown on this system.
func machineID() string { return "" }

// processSpace returns "": there is only one.
func processSpace() string { return "" }
