// Package outliner lists what is in a level as the rows of a tree: the layers, the topmost first, and below each what is in it. It has
// the folding, the filter and the rules of where dragged rows land, and knows no window.
//
// A [Tree] follows its document. The rows of a layer are the document's own list, read from its end, until a filter is set or
// something in the layer is grouped; so an edit that moves nothing in the list costs nothing, however many rows there are.
package outliner
