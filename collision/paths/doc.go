// Package paths moves a body along a way of lines and arcs: where it is after some seconds, how it is turned, and how fast it is.
// Package collision gives its types their names for games.
package paths
