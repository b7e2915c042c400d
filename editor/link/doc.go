// Package link serves levels to running games while they are edited. docs/LINK.md describes the protocol.
//
// A [Server] listens on a loopback address. Each [Level] that it offers has a worker, which encodes what has changed
// (export.Live) for each form that clients ask for. Nothing waits for a client: a client compares the newest state with
// the one that it was sent last, whenever it can take more, so that there are no queues.
//
// The owner of a level, such as the window, calls [Level.Changed] after each change on the level's own goroutine. This
// takes a snapshot only if clients follow the level and the worker is idle; the rest happens in the background.
package link
