// Package kit has the parts of the window that know nothing of levels: colours and sizes, icons, plates, buttons,
// fields, sliders, lists, layouts, splitters, tooltips, the focus, the guard of the window's thread, and menus: commands with their
// keys and needs, the bar, the menus that open from it or under the right button, and on macOS the system's own bar.
package kit
