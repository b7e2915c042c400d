// Package testkit has what tests of several packages share: the bytes that a function allocates, pictures that are compared with kept
// ones, documents and shapes, and level files that are valid but would cost far more than their size is worth if anything that reads
// them took time or memory with the square of a count. Only tests import it.
package testkit
