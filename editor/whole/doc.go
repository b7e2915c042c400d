// Package whole moves, turns and scales what is selected as one thing, and whole levels: scaled, mirrored, their frames fit to what is in
// them. It takes apart what overlaps in the selection, or in a level. Packages arrange and contacts work out where things come; this one
// makes commands of that for a session.
package whole
