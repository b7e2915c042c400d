// Package workspace has everything around an edited document: its file on the disk and the lock beside it, the
// recovery copy, what other programs write meanwhile, and the foreign files that it was imported from: their pictures,
// and what has changed in them since.
package workspace
