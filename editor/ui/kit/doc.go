// Package kit is what the window is made of and what knows nothing of levels: colours and sizes, icons, plates, buttons,
// fields, sliders, lists, layouts, splitters, tooltips, the focus, and the guard of the window's thread.
package kit
