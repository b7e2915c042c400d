// Package testkit holds what the tests of several packages share: allocation counts, golden pictures, documents and
// shapes, and level files that are valid but ruinous for a reader that takes time or memory with the square of a count.
// Only tests import it.
package testkit
