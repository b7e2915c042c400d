// Package canvas shows the level: the view that turns what the pointer does into events of the tools, the rulers and the
// minimap around it, and the pictures of levels in dialogs.
package canvas
