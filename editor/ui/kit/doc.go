// Package kit holds the parts of the window that are independent of levels: colours and sizes, icons, plates, buttons,
// fields, sliders, lists, layouts, splitters, tooltips, focus handling, panic guards for the window's thread, and
// menus. The menus consist of commands with keys and conditions, the menu bar, menus opened from it or by a right
// click, and the system's menu bar on macOS.
package kit
