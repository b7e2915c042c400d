// Package disk has the program's file operations: writing them so that they outlast a crash, opening
// them without ever waiting, and telling whether the program that left one behind is still running.
package disk
