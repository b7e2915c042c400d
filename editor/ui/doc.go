// Package ui is Fillet's window. It wires widgets to an [editor.Session] and a [tool.Controller], and holds no level
// state. The playtest (play_*.go) turns keys and frames into a run's inputs and steps. Tile shapes (tile_*.go) are
// edited on the tileset's grid with the level's tools.
//
// # Open levels
//
// A [workspace.OpenLevel] is a session with its file and recovery copy, and is independent of any window. A
// [dialog.Parent] is an open level in the window, with canvas and tools. Background work keeps its Parent, so its
// result reaches the right level even if another tab is shown. A tab adds panels, imports, exports and the playtest;
// its widgets are made when it is first shown, and then kept. [Window] embeds the tab that is shown and holds
// everything that belongs to the whole window. The menus are rebuilt when the tab changes, because their items belong
// to its level.
//
// tabs.show is the only way from one tab to another. tab.leave ends what is in progress: typed values are applied, a
// drag is rolled back, a playtest pauses. tab.enter shows what changed meanwhile. A hidden level has no timers and
// draws nothing.
//
// A prefab that is edited in place is an open level without a tab. The canvas draws the level around it dimmed.
//
// # Adding a command
//
//  1. Write what it does as a method in editor/commands*.go that makes a [level.Diff] and names the undo step.
//  2. Add a line to one of the menus in menu.go: label, key, modifier, function. A label that opens a dialog ends in
//     "…". Errors go to [dialog.Parent.Fail].
//  3. State its conditions, such as a selection: .When(w.aPick). Conditions are in needs.go, or beside the command;
//     each returns the reason why it is not met.
//  4. If it has a new key, add it to docs/guide/panels-and-keys.md.
//
// The menus, the palette, the key list and the shortcut then have it. To offer it in a context menu, name it in
//
// # Adding a panel
//
//  1. Write panel/NAME.go: a type with Content and Refresh. Its constructor gets the session and callbacks to the
//     window, never the window itself. Panels are rebuilt when the theme changes, so state that must survive is kept
//     outside.
//  2. Place it: on the left as another dockPart in buildDock (panels.go); on the right as another entry of LowerPanels
//     (panel/tabs.go), with its content in panels[1], and its name in bringToFront and showProblems.
//  3. Refresh it in tab.refresh (tab.go) for the changes that concern it.
//  4. Describe it in docs/guide/panels-and-keys.md.
package ui
