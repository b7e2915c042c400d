// Package editor is the editor without its window: a document, its history, what is selected, what touches what, the commands
// that change it, and operations on shapes. The drawing tools in package tool and the window use it; it knows neither.
//
// A [Session] belongs to one goroutine. Everything that changes goes through [level.Document.Apply], so one subscription
// to the document keeps the selection and the collision world in step, and one subscription to the session tells the
// window what to draw again.
package editor
