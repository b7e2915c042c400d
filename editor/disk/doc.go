// Package disk reads and writes files. Writes are atomic and survive a crash, opening never waits, and a [Root] keeps all
// that a level names inside its project's folder. In a browser the files are those that the page keeps.
package disk
