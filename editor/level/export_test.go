package level

// IsReadQuickly reports whether a file is read without a YAML tree.
func IsReadQuickly(data []byte) bool {
	_, _, ok := readQuickly(data, false)
	return ok
}

// SizeInFile is how much room Marshal makes.
func SizeInFile(s Snapshot) int { return s.sizeInFile() }
