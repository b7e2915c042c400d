// Package testkit holds helpers for tests of several packages: the test that every importer passes, allocation counts,
// golden pictures, documents and shapes, and level files that expose quadratic time or memory. Only tests import it.
package testkit
