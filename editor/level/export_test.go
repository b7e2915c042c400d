package level

// SetMaxBytes bounds the memory of the steps to come in place of MaxBytes.
func (h *History) SetMaxBytes(n int) { h.limit = n }
