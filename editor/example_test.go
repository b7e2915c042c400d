package editor_test

import (
	"fmt"

	"fillet/editor"
	"fillet/editor/level"
)

// Two crates overlap, and the selected one is moved out of the other.
func Example() {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		fmt.Println(err)
		return
	}
	s := editor.NewSession(doc)
	crate := level.Shape{Kind: level.Box, Size: level.Vec{X: 32, Y: 32}, Rounding: level.Inset}
	a, _ := s.Add(*level.NewCollider(0, 0, "", crate, level.Vec{}))
	b, _ := s.Add(*level.NewCollider(0, 0, "", crate, level.Vec{X: 20}))
	for _, p := range s.Live().Contacts() {
		fmt.Printf("%s and %s overlap by %g\n", doc.Collider(p.A).Label(), doc.Collider(p.B).Label(), p.Depth)
	}
	if err := editor.SeparatingIn(s).Pair(a, b); err != nil {
		fmt.Println(err)
	}
	label, _ := s.History().CanUndo()
	fmt.Println(label, "to", doc.Collider(b).Position.X)
	// Output:
	// box 1 and box 2 overlap by 12
	// Separate box 2 to 32
}
