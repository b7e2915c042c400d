// Package kit holds the parts of the window that are independent of levels: colours and sizes, icons, plates, buttons,
// fields, forms, sliders, lists, layouts, splitters, tooltips, focus handling, panic guards for the UI thread,
// and menus. The menus consist of commands with keys and conditions, the menu bar, menus opened from it or by a right
// click, and the system's menu bar on macOS.
//
// A [Form] makes controls for values. Each value is stored in one place, which its control reads and writes.
//
// # Panics
//
// A panic must not lose work. [Thread] guards every function that the toolkit calls and all background work: it catches
// the panic, rolls the gesture back, recomputes everything derived from the document, saves a recovery copy and shows a
// dialog. Tests have no guard. Fatal errors of the runtime, which cannot be caught, go to a file that the next start
// shows.
//
// In new code:
//
//   - Buttons, fields and menu items of this package are already guarded.
//   - Wrap a callback of a Fyne widget: [Guarded](look, func(x) { … }), or look.Guard without an argument.
//   - Begin an event method of a widget (Tapped, MouseDown and so on) with defer look.Catch().
//   - Use look.Go instead of a go statement. It only computes; look.Post shows the result.
//
// TestEveryCallOfTheToolkitIsGuarded finds unguarded callbacks.
//
// # Why Fillet has its own controls
//
// Fyne's buttons and rows are too tall for an inspector of 30 rows, its rectangles cost three times as much per pixel
// in software OpenGL as the images of plate.go, and its menu bar opens with Alt and shows keys at a contrast of 1.6
// to 1. Fields are Fyne's entries, with arithmetic (16*3) and arrow keys.
package kit
