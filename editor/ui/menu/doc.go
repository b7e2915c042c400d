// Package menu is the menus of a window: commands with their keys and what they need, the bar, the menus that open from it or
// under the right button, and on macOS the system's own bar.
package menu
