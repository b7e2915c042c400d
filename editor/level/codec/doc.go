// Package codec reads and writes the level file.
//
// [Write] writes it by hand (write.go). [Parse] reads what Write wrote without a tree of nodes (quick.go), and everything else, with the
// places of all errors, through one (read.go). It knows no document: whoever reads says what becomes of the records ([Build]).
//
// A [Field] is one thing of a record that is compared, merged and settled by itself; its value has a text, as it stands in a file. The
// conflicts of merges and the changes of instances' parts are kept as such texts, so what is valid in them is said here ([CheckSettings],
// [CheckInstance]).
package codec
