// Package ways shows what a survey of a level has found: stretches of ground, and the ways that the character can go between
// them, as overlays, as what is under the pointer, and in words.
package ways
