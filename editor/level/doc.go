// Package level is Fillet's document: a level that is being edited, and the only way to change it ([Document.Apply] of a [Diff]).
//
// What a level consists of are the records of package record, and the level file is read and written by package codec. The rest of the
// program uses both by the names that they have here (records.go, fields.go, file.go), and imports this package only.
package level
