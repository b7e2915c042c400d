// Package bulk changes many colliders of a level at once: it numbers their names and replaces text in names and tags.
// Each change is planned first, so that it can be previewed, and becomes one diff of the document.
package bulk
