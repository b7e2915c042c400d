// Package panel is the panels beside the canvas: tools, inspector, outline, project, prefabs, contacts, problems and the status bar. Each is given
// the session and what it tells the window; none knows the window.
package panel
