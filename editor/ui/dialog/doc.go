// Package dialog has the window's dialogs: the window as its dialogs know it ([Parent]), questions, choosing files, the progress
// of long work, and the parts of the window that are mostly questions: opening and saving, importing, exporting, tracing,
// recovery, preferences, help and the start page.
package dialog
