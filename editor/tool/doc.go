// Package tool is the drawing tools, without any window: pointer and key events in level space come in, changes of the
// document and overlays go out.
//
// A tool is what its palette entry does while the pointer is up. Pressing the button begins a gesture, a state of its
// own that gets every event until it ends: a press becomes a move once the pointer has gone far enough, an outline takes
// click after click. Each gesture is one undo step, or none; Escape takes all of it back.
package tool
