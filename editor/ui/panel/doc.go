// Package panel implements the panels around the canvas: tools, inspector, outline, project, prefabs, contacts,
// problems and the status bar. Each panel gets the session and callbacks to the window; none knows the window itself.
//
// # Adding a row to the inspector
//
// In the file of its subject (inspector_shape.go, inspector_material.go and so on), v.common makes a field for a
// number that each selected shape has, v.number a field for any other, words and choose make choices. v.row adds it
// below a label. What a row shows is one of v.updates; rows are rebuilt only when sign says that others are needed.
// v.section starts a heading that folds. TestPaddingsAreTheSame checks sizes.
package panel
