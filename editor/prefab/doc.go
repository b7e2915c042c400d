// Package prefab works out what the instances of a level consist of: it reads the level files that are placed in it, places their
// colliders, and keeps what is otherwise in one instance. It is the [level.Expander] of the documents that it is given.
package prefab
