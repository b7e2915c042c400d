// Package dialog implements the window's dialogs: [Parent], which all of them share, questions, file dialogs, and the
// progress of long tasks. It also has the parts of the window that consist mostly of dialogs: opening and saving,
// importing, exporting, tracing, recovery, preferences, help and the start page.
//
// # Adding a dialog
//
//  1. Write a method of [Parent], such as AskName in frame.go: f := w.NewFrame(width of the labels), controls for the
//     values with the methods of [kit.Form], such as f.Row("Name", f.Text("", kit.At(&name))), then the buttons with
//     f.Cancel and f.Primary, which Enter presses too, and f.Open. The dialog closes when its level is replaced; a
//     dialog that is not about a level uses f.OpenLasting. For a question, use [Parent.Ask].
//  2. State that outlives the dialog belongs to a type over *Parent that newTab makes, or over *[Front] if it belongs
//     to the window.
//  3. [ui.Window] embeds *Parent, so a command in menu.go opens the dialog as w.ShowNAME.
package dialog
