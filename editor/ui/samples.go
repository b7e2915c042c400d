package ui

// samplesItem is the submenu of the levels that ship inside the program.
func (w *commands) samplesItem() *command {
	var items []*command
	for _, l := range lessons() {
		items = append(items, item(l.title, "", 0, func() { w.docs.guarded(func() { w.docs.OpenSample(l.file) }) }))
	}
	return submenu("Open a sample", these(items...))
}
