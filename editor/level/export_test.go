package level

// IsReadQuickly reports whether a file is read without a YAML tree.
func IsReadQuickly(data []byte) bool {
	_, ok := readQuickly(data)
	return ok
}
