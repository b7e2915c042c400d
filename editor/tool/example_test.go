package tool_test

import (
	"fmt"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// A box that is drawn over another one shows its contact before the button is released.
func Example() {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		fmt.Println(err)
		return
	}
	s := editor.NewSession(doc)
	c := tool.NewController(s)
	drag := func(from, to level.Vec) {
		c.Pointer(tool.Event{Kind: tool.Down, Pos: from})
		c.Pointer(tool.Event{Kind: tool.Move, Pos: to})
		for _, contact := range c.Contacts() {
			fmt.Printf("would be %g px deep in %s\n", contact.Depth, doc.Collider(contact.B).Name)
		}
		c.Pointer(tool.Event{Kind: tool.Up, Pos: to})
	}
	c.Switch(tool.Box)
	drag(level.Vec{}, level.Vec{X: 64, Y: 64})
	drag(level.Vec{X: 48}, level.Vec{X: 128, Y: 48})
	fmt.Println(s.Live().Counts().Overlaps, "overlap")
	label, _ := s.Undo()
	fmt.Println("undid:", label)
	// Output:
	// would be 16 px deep in box 1
	// 1 overlap
	// undid: Draw box 2
}
