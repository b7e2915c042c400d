// Package inspect is the inspector: what is selected, field by field, or the level where nothing is.
package inspect
