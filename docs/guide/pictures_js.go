package guide

// Picture returns nil, because in a browser the pictures are files next to the page.
func Picture(string) []byte { return nil }
