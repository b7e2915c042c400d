// Package bulk changes many colliders of a level at once: it numbers their names, replaces text in names and tags, and reads and
// writes them as a table. Each change is planned first, so that it can be looked at, and comes to one diff of the document.
package bulk
