// Package kit has the parts of the window that know nothing of levels: colours and sizes, icons, plates, buttons,
// fields, sliders, lists, layouts, splitters, tooltips, the focus, and the guard of the window's thread.
package kit
