// Package disk reads and writes files. Writes are atomic and survive a crash, opening never blocks, and a [Root] keeps
// everything that a level names inside its project's folder. In a browser, the page stores the files.
package disk
