// Package panel implements the panels around the canvas: tools, inspector, outline, project, prefabs, contacts,
// problems and the status bar. Each panel gets the session and callbacks to the window; none depends on the window.
//
// # Adding a row to the inspector
//
// Add it in the file of its subject (inspector_shape.go, inspector_material.go and so on). v.common makes a field for a
// number of every selected shape, and v.number for any other number; words and choose make choices. v.row adds the
// field with a label. Append to v.updates a function that shows the row's value: rows are rebuilt only when the key
// that sign returns changes. v.section starts a collapsible section. TestPaddingsAreTheSame checks sizes.
package panel
