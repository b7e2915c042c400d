// Package ui is Fillet's window: the only package that imports Fyne. It wires widgets to an [editor.Session] and a
// [tool.Controller], and keeps no state of the level of its own.
package ui
