// Package a has examples.
package a

// good returns "two words".
func good() string { return "two words" }

// bad is the number of shapes. // want `bad is: the comment of a function must continue with a verb`
func bad() int { return 2 }

// thing is what a shape is. // want `"is .hat": name the thing` `thing is: the comment of a type`
type thing struct{}

// holder holds shapes.
type holder struct{}

// list is a list of shapes.
type list []holder

var split = "this stands for that" // want `"stands .or": "represents", "means"`

// no more than two, and no more // want `"no .ore /": "no longer"`
var words = "stands_for"
