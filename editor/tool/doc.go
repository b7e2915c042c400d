// Package tool implements the drawing tools independently of any window: it takes pointer and key events in level
// space and produces document changes and overlays.
//
// A tool handles events while no gesture is under way. Pressing the button begins a gesture, a state that receives
// every event until it ends: a press becomes a move once the pointer has gone far enough, an outline takes click
// after click. Each gesture makes one undo step or none; Escape cancels all of it.
package tool
