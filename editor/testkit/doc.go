// Package testkit holds helpers for tests of several packages: the test that every importer passes, allocation counts,
// golden pictures, documents and shapes, and level files that are extremely slow to read if time or memory grows with
// the square of a count. Only tests import it.
package testkit
