// Package editor is the editor without its window: the document, its history, the selection, the contacts, the commands
// that change the document, and operations on shapes. The drawing tools in package tool and the window are built on it;
// it depends on neither.
//
// A [Session] belongs to one goroutine. Every change goes through [level.Document.Apply], so one subscription to the
// document keeps the selection and the collision world up to date. The window subscribes to the session to learn what
// to redraw.
package editor
