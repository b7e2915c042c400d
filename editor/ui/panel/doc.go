// Package panel implements the panels around the canvas: tools, inspector, outline, project, prefabs, contacts,
// problems and the status bar. Each panel gets the session and callbacks to the window; none knows the window itself.
package panel
