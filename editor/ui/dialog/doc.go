// Package dialog implements the window's dialogs: [Parent], which they share, questions, file dialogs, the progress of
// long tasks, and the parts of the window that consist mostly of dialogs: opening and saving, importing, exporting,
// tracing, recovery, preferences, help and the start page.
package dialog
