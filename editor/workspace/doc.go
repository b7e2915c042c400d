// Package workspace manages what surrounds an edited document: its file on disk and the lock next to it, the recovery
// copy, changes by other programs, and the foreign files that it was imported from, with their pictures and their later
// changes.
package workspace
