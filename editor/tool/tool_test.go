package tool_test

import (
	"strings"
	"testing"

	"fillet/editor/level"
)

// TestTools runs scripts of events and compares the document and the selection. It then undoes everything, compares
// with the start, redoes everything and compares with the end.
func TestTools(t *testing.T) {
	t.Parallel()
	two := func() []*level.Collider { return []*level.Collider{box("a", 0, 0, 40, 40), box("b", 100, 0, 40, 40)} }
	stack := func() []*level.Collider { return []*level.Collider{box("a", 0, 0, 80, 80), box("b", 5, 5, 60, 60)} }
	square := func() []*level.Collider {
		return []*level.Collider{polygon("p", 0, 0, -50, -50, 50, -50, 50, 50, -50, 50)}
	}

	for _, tt := range []struct {
		name   string
		start  []*level.Collider
		script string
		want   string
		steps  int // number of undo steps, including steps with an empty name
	}{
		{
			"box by drag", nil, "tool box; drag 10,20 74,52",
			lines("box 1 at 42,36 size 64,32", "selected box 1"), 1,
		},
		{
			"box dragged up and to the left", nil, "tool box; drag 74,52 10,20",
			lines("box 1 at 42,36 size 64,32", "selected box 1"), 1,
		},
		{
			"box with Shift is a square", nil, "tool box; drag 0,0 40,-10 shift",
			lines("box 1 at 20,-20 size 40,40", "selected box 1"), 1,
		},
		{
			"a click with the box tool draws nothing", nil, "tool box; click 10,10",
			"selected", 0,
		},
		{
			"Alt on a selected shape drags a copy", two(), "snap grid; click 0,0; drag 0,0 0,80 alt",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "a 2 at 4,84 size 40,40", "selected a 2"), 1,
		},
		{
			"Ctrl pressed later suspends snapping", two(),
			"snap; click 0,0; down 0,0; move 0,40; move 0,83 ctrl; up 0,83 ctrl",
			lines("a at 4,84 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"Alt on another shape drags a copy of it", two(), "snap; click 100,0; drag 0,0 0,80 alt",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "a 2 at 0,80 size 40,40", "selected a 2"), 1,
		},
		{
			"Alt pressed during the drag copies", two(),
			"snap grid; down 0,0; move 0,40; move 0,80 alt; up 0,80 alt",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "a 2 at 4,84 size 40,40", "selected a 2"), 1,
		},
		{
			"Alt released during the drag moves", two(), "snap; down 0,0 alt; move 0,40 alt; move 0,80; up 0,80",
			lines("a at 0,80 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"Ctrl suspends snapping from the press on", two(), "snap grid; click 0,0; drag 0,0 0,83 ctrl",
			lines("a at 0,83 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"Ctrl+drag moves a shape that was not selected", two(), "snap grid; click 100,0; drag 0,0 0,83 ctrl",
			lines("a at 0,83 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"Ctrl copies if it is swapped with Alt", two(),
			"swap; snap grid; down 100,0 ctrl; move 100,40 ctrl; move 100,80 ctrl; up 100,80 ctrl",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "b 2 at 100,84 size 40,40", "selected b 2"), 1,
		},
		{
			"Alt suspends snapping if it is swapped with Ctrl", two(), "swap; snap grid; drag 0,0 0,83 alt",
			lines("a at 0,83 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"a click keeps its keys if Alt and Ctrl are swapped", two(), "swap; click 0,0; click 100,0 ctrl; click 0,0 ctrl",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected b"), 0,
		},
		{
			"a copy that is not moved is dropped", two(),
			"click 0,0; down 0,0 alt; move 0,80 alt; move 0,0 alt; up 0,0 alt",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected a"), 0,
		},
		{
			"Escape drops the copy", two(), "click 0,0; down 0,0 alt; move 0,80 alt; key Escape",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected a"), 0,
		},
		{
			"the knife cuts the selection", two(), "click 0,0; tool knife; drag -60,0 160,0",
			lines("a at 0,10 size 40,20", "b at 100,0 size 40,40", "a 2 at 0,-10 size 40,20", "selected a a 2"), 1,
		},
		{
			"the knife cuts every shape that it crosses", two(), "tool knife; drag -60,0 160,0",
			lines("a at 0,10 size 40,20", "b at 100,10 size 40,20", "a 2 at 0,-10 size 40,20",
				"b 2 at 100,-10 size 40,20", "selected a a 2 b b 2"), 1,
		},
		{
			"Shift limits the knife to steps of 15 degrees", two(), "tool knife; drag 0,-60 3,60 shift",
			lines("a at -10,0 size 20,40", "b at 100,0 size 40,40", "a 2 at 10,0 size 20,40", "selected a a 2"), 1,
		},
		{
			"a knife line that ends in a shape cuts nothing", two(), "tool knife; drag 0,-60 0,0",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected"), 0,
		},
		{
			"an ellipse with Shift is a circle", nil, "tool shape; drag 0,0 40,20 shift",
			lines("circle 1 at 20,20 r 20", "selected circle 1"), 1,
		},
		{
			"a regular polygon from its centre", nil, "tool shape; key U; drag 50,50 70,50",
			lines("polygon 1 at 50,50 points 20,0 10,17.3205 -10,17.3205 -20,0 -10,-17.3205 10,-17.3205",
				"selected polygon 1"), 1,
		},
		{
			"a click draws a ramp of the last size", nil, "tool shape; key U; key U; drag 0,0 40,-20; click 100,0",
			lines("ramp 1 at 20,-10 points -20,10 20,-10 20,10", "ramp 2 at 120,-10 points -20,10 20,-10 20,10",
				"selected ramp 2"), 2,
		},
		{
			"Shift limits a ramp to steps of 15 degrees", nil, "tool shape; key U; key U; drag 0,0 40,-38 shift",
			lines("ramp 1 at 19.5,-19.5 points -19.5,19.5 19.5,-19.5 19.5,19.5", "selected ramp 1"), 1,
		},
		{
			"stairs down to the right", nil, "tool shape; key U; key U; key U; drag 0,0 60,30",
			lines("stairs 1 at 30,15 points -30,15 -30,-15 -20,-15 -20,-10 -10,-10 -10,-5 0,-5 0,0 10,0 10,5 20,5 "+
				"20,10 30,10 30,15", "selected stairs 1"), 1,
		},
		{
			"a drag without a height draws no ramp", nil, "tool shape; key U; key U; drag 0,0 40,0",
			"selected", 0,
		},
		{
			"Escape drops the ramp", nil, "tool shape; key U; key U; down 0,0; move 40,-20; key Escape; up 40,-20",
			"selected", 0,
		},
		{
			"a freehand line becomes a chain", nil,
			"key L; down 0,0; move 10,0; move 20,0; move 30,0; move 40,0; up 40,0",
			lines("chain 1 at 20,0 points -20,0 20,0", "selected chain 1"), 1,
		},
		{
			"a freehand line is straight with Shift", nil,
			"key L; down 0,0; move 10,3 shift; move 20,-4 shift; move 40,1 shift; up 40,1 shift",
			lines("chain 1 at 20,0 points -20,0 20,0", "selected chain 1"), 1,
		},
		{
			"a freehand line that is too short is dropped", nil, "key L; down 0,0; up 0,0",
			"selected", 0,
		},
		{
			"box snaps to the grid", nil, "snap grid; tool box; drag 15,17 66,30",
			lines("box 1 at 40,24 size 48,16", "selected box 1"), 1,
		},
		{
			"Ctrl suspends snapping", nil, "snap grid; tool box; drag 15,17 65,27 ctrl",
			lines("box 1 at 40,22 size 50,10", "selected box 1"), 1,
		},
		{
			"new names are numbered", nil, "tool box; drag 0,0 8,8; drag 20,0 28,8; tool circle; drag 50,50 55,50",
			lines("box 1 at 4,4 size 8,8", "box 2 at 24,4 size 8,8", "circle 1 at 52.5,52.5 r 2.5", "selected circle 1"), 3,
		},
		{
			"circle from corner to corner", nil, "tool circle; drag 10,10 50,-20",
			lines("circle 1 at 30,-10 r 20", "selected circle 1"), 1,
		},
		{
			"circle from its centre, with Alt", nil, "tool circle; drag 10,10 50,-20 alt",
			lines("circle 1 at 10,10 r 40", "selected circle 1"), 1,
		},
		{
			"circle on the grid", nil, "snap grid; tool circle; drag 3,-2 71,47 ",
			lines("circle 1 at 32,32 r 32", "selected circle 1"), 1,
		},
		{
			"box from its middle, with Alt pressed during the drag", nil,
			"tool box; down 10,10; move 20,20; move 50,30 alt; up 50,30 alt",
			lines("box 1 at 10,10 size 80,40", "selected box 1"), 1,
		},
		{
			"a click on another shape selects it, and the tool stays for the next drag", two(),
			"tool box; drag 0,100 30,130; click 100,0; drag 200,100 230,130",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "box 1 at 15,115 size 30,30",
				"box 2 at 215,115 size 30,30", "selected box 2"), 2,
		},
		{
			"a click with a drawing tool only selects", two(), "tool circle; click 100,0",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected b"), 0,
		},
		{
			"Shift+click with a drawing tool adds", two(), "tool capsule; click 100,0; click 0,0 shift",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected b a"), 0,
		},
		{
			"the handles of the shape drawn last work", nil, "tool box; drag 0,0 100,100; drag 104,104 154,124",
			lines("box 1 at 75,60 size 150,120", "selected box 1"), 2,
		},
		{
			"a scale that keeps the ratio ends on the grid",
			[]*level.Collider{box("a", 48, 24, 96, 48)},
			"snap grid; click 48,24; drag 100,52 117,61 shift",
			lines("a at 64,32 size 128,64", "selected a"), 1,
		},
		{
			"scaling from the middle, with Alt",
			[]*level.Collider{box("a", 48, 24, 96, 48)},
			"snap; click 48,24; drag 100,52 110,62 alt",
			lines("a at 48,24 size 116,68", "selected a"), 1,
		},
		{
			"horizontal capsule", nil, "tool capsule; drag 0,0 60,20",
			lines("capsule 1 at 30,10 points -20,0 20,0 r 10", "selected capsule 1"), 1,
		},
		{
			"vertical capsule", nil, "tool capsule; drag 0,0 20,60",
			lines("capsule 1 at 10,30 points 0,-20 0,20 r 10", "selected capsule 1"), 1,
		},
		{
			"capsule from end to end", nil, "tool capsule; drag 0,0 60,80 shift",
			lines("capsule 1 at 30,40 points -30,-40 30,40 r 8", "selected capsule 1"), 1,
		},
		{
			"trigger by drag", nil, "tool trigger; drag 0,0 40,20",
			lines("trigger 1 at 20,10 size 40,20 trigger", "selected trigger 1"), 1,
		},
		{
			"trigger by clicks", nil, "tool trigger; click 0,0; click 40,0; click 0,40; key Enter",
			lines("trigger 1 at 20,20 points -20,-20 20,-20 -20,20 trigger", "selected trigger 1"), 1,
		},
		{
			"point", nil, "tool point; click 12,34",
			lines("point 1 at 12,34", "selected point 1"), 1,
		},
		{
			"polygon finished with Enter", nil, "tool polygon; click 0,0; click 40,0; click 40,40; key Enter",
			lines("polygon 1 at 20,20 points -20,-20 20,-20 20,20", "selected polygon 1"), 1,
		},
		{
			"polygon closed on its first point", nil, "tool polygon; click 0,0; click 40,0; click 40,40; click 2,1",
			lines("polygon 1 at 20,20 points -20,-20 20,-20 20,20", "selected polygon 1"), 1,
		},
		{
			"polygon finished with a double click", nil, "tool polygon; click 0,0; click 40,0; double 40,40",
			lines("polygon 1 at 20,20 points -20,-20 20,-20 20,20", "selected polygon 1"), 1,
		},
		{
			"polygon finished with the right button", nil,
			"tool polygon; click 0,0; click 40,0; click 40,40; down 90,90 right",
			lines("polygon 1 at 20,20 points -20,-20 20,-20 20,20", "selected polygon 1"), 1,
		},
		{
			"Backspace drops the last point", nil,
			"tool polygon; click 0,0; click 40,0; click 99,99; key Backspace; click 40,40; key Enter",
			lines("polygon 1 at 20,20 points -20,-20 20,-20 20,20", "selected polygon 1"), 1,
		},
		{
			"undo while drawing drops the last point", nil,
			"tool polygon; click 0,0; click 40,0; click 99,99; undo; click 40,40; key Enter",
			lines("polygon 1 at 20,20 points -20,-20 20,-20 20,20", "selected polygon 1"), 1,
		},
		{
			"a crossing outline cannot be finished", nil,
			"tool polygon; click 0,0; click 40,40; click 40,0; click 0,40; key Enter; key Escape",
			"selected", 0,
		},
		{
			"two points make no polygon", nil, "tool polygon; click 0,0; click 40,0; key Enter; key Escape",
			"selected", 0,
		},
		{
			"a press with a tiny drag adds a corner", nil,
			"tool polygon; click 0,0; click 40,0; drag 40,40 43,44; key Enter",
			lines("polygon 1 at 20,20 points -20,-20 20,-20 20,20", "selected polygon 1"), 1,
		},
		{
			"a drag pulls control points", nil,
			"tool chain; click 0,0; drag 40,0 60,0; click 80,40; key Enter",
			lines("chain 1 at 40,20 points -40,-20 0,-20 40,20 curve 0 -40,-20 -20,-20 curve 1 20,-20 40,20",
				"selected chain 1"), 1,
		},
		{
			"Shift limits control points to steps of 15 degrees", nil,
			"tool polygon; click 0,0; drag 40,0 60,1 shift; click 80,40; key Enter",
			lines("polygon 1 at 40,20 points -40,-20 0,-20 40,20 curve 0 -40,-20 -20,-20 curve 1 20,-20 40,20",
				"selected polygon 1"), 1,
		},
		{
			"Backspace drops a point with its control points", nil,
			"tool chain; click 0,0; drag 40,0 60,0; key Backspace; click 80,40; key Enter",
			lines("chain 1 at 40,20 points -40,-20 40,20", "selected chain 1"), 1,
		},
		{
			"Shift limits edges to steps of 15 degrees", nil,
			"tool polygon; click 0,0; click 40,1 shift; click 40,40; key Enter",
			lines("polygon 1 at 20,20 points -20,-20 20,-20 20,20", "selected polygon 1"), 1,
		},
		{
			"open chain", nil, "tool chain; click 0,0; click 40,0; click 40,40; key Enter",
			lines("chain 1 at 20,20 points -20,-20 20,-20 20,20", "selected chain 1"), 1,
		},
		{
			"closed chain", nil, "tool chain; click 0,0; click 40,0; click 40,40; click 0,0",
			lines("chain 1 at 20,20 points -20,-20 20,-20 20,20 closed", "selected chain 1"), 1,
		},

		{"click selects", two(), "click 0,0", lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected a"), 0},
		{
			"a click on empty canvas deselects", two(), "click 0,0; click 50,50",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected"), 0,
		},
		{"Shift adds", two(), "click 0,0; click 100,0 shift", lines("a at 0,0 size 40,40", "b at 100,0 size 40,40",
			"selected a b"), 0},
		{
			"Shift on a selected shape keeps it selected", two(), "click 0,0; click 100,0 shift; click 0,0 shift",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected a b"), 0,
		},
		{
			"Ctrl toggles", two(), "click 0,0; click 100,0 ctrl; click 0,0 ctrl",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected b"), 0,
		},
		{"box select", two(), "drag -40,-40 130,40", lines("a at 0,0 size 40,40", "b at 100,0 size 40,40",
			"selected a b"), 0},
		{"Escape deselects", two(), "click 0,0; key Escape", lines("a at 0,0 size 40,40", "b at 100,0 size 40,40",
			"selected"), 0},
		{"click selects the topmost shape", stack(), "click 0,0", lines("a at 0,0 size 80,80", "b at 5,5 size 60,60",
			"selected b"), 0},
		{
			"a second click selects the next shape below", stack(), "click 0,0; click 0,0",
			lines("a at 0,0 size 80,80", "b at 5,5 size 60,60", "selected a"), 0,
		},
		{
			"clicks cycle back to the topmost shape", stack(), "click 0,0; click 0,0; click 0,0",
			lines("a at 0,0 size 80,80", "b at 5,5 size 60,60", "selected b"), 0,
		},
		{
			"move", two(), "drag 0,0 7,9",
			lines("a at 7,9 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"a move below the drag threshold is a click", two(), "drag 0,0 2,0",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected a"), 0,
		},
		{
			"move several", two(), "click 0,0; click 100,0 shift; drag 100,0 110,5",
			lines("a at 10,5 size 40,40", "b at 110,5 size 40,40", "selected a b"), 1,
		},
		{
			"move along an axis", two(), "down 0,0; move 20,5 shift; up 20,5 shift",
			lines("a at 20,0 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"a move snaps the corner to the grid", two(), "snap grid; drag 0,0 13,0",
			lines("a at 20,4 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"a move snaps to a guide", two(), "snap guides; drag 0,0 57,3",
			lines("a at 60,0 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"a move snaps corner to corner", two(), "snap vertices grid; drag 0,0 57,43",
			lines("a at 60,40 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"a selected shape below is dragged", stack(), "select 1; drag 0,0 10,0",
			lines("a at 10,0 size 80,80", "b at 5,5 size 60,60", "selected a"), 1,
		},
		{
			"scale by a corner", two(), "click 0,0; drag 20,20 40,30",
			lines("a at 10,5 size 60,50", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"scale by a side", two(), "click 0,0; drag 20,0 40,9",
			lines("a at 10,0 size 60,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"scale keeping the ratio", two(), "click 0,0; drag 20,20 40,40 shift",
			lines("a at 10,10 size 60,60", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"scaling stops at a pixel", two(), "click 0,0; drag 20,20 -90,-90",
			lines("a at -19.5,-19.5 size 1,1", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"scale several", two(), "click 0,0; click 100,0 shift; drag 120,20 190,60",
			lines("a at 10,20 size 60,80", "b at 160,20 size 60,80", "selected a b"), 1,
		},
		{
			"scaling a circle keeps it round",
			[]*level.Collider{circle("c", 0, 0, 20)},
			"click 0,0; drag 20,0 30,0",
			lines("c at 5,0 r 25", "selected c"), 1,
		},
		{
			"scaling a capsule along keeps its radius",
			[]*level.Collider{capsule("k", 0, 0, -30, 0, 30, 0, 20)},
			"click 0,0; drag 50,0 70,0",
			lines("k at 10,0 points -40,0 40,0 r 20", "selected k"), 1,
		},
		{
			"scaling a capsule across changes it",
			[]*level.Collider{capsule("k", 0, 0, -30, 0, 30, 0, 20)},
			"click 0,0; drag 0,20 0,10",
			lines("k at 0,-5 points -35,0 35,0 r 15", "selected k"), 1,
		},
		{
			"a rotated box is scaled along its own sides",
			[]*level.Collider{turned(box("a", 0, 0, 80, 40), 90)},
			"click 0,0; drag 0,40 0,60",
			lines("a at 0,10 turned 90 size 100,40", "selected a"), 1,
		},
		{
			"a side of a turned box moves by steps of the grid",
			[]*level.Collider{turned(box("a", 3, 0, 80, 40), 30)},
			"snap grid; click 3,0; drag 37.641,20 50,26",
			lines("a at 9.9282,4 turned 30 size 96,40", "selected a"), 1,
		},
		{
			"rotate", two(), "click 0,0; drag 0,-46 46,0",
			lines("a at 0,0 turned 90 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"rotate in steps", two(), "click 0,0; drag 0,-46 46,-5 shift",
			lines("a at 0,0 turned 90 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"rotate several", two(), "click 0,0; click 100,0 shift; drag 50,-46 90,0",
			lines("a at 50,-50 turned 90 size 40,40", "b at 50,50 turned 90 size 40,40", "selected a b"), 1,
		},
		{
			"round by the handle", square(), "click 0,0; drag 39.39,-39.39 25,-25",
			lines("p at 0,0 points -50,-50 50,-50 50,50 -50,50 r 18.5", "selected p"), 1,
		},
		{
			"rounding stops at the largest radius", square(), "click 0,0; drag 39.39,-39.39 -90,90",
			lines("p at 0,0 points -50,-50 50,-50 50,50 -50,50 r 50", "selected p"), 1,
		},
		{
			"resizing reduces the radius",
			[]*level.Collider{rounded(box("a", 0, 0, 80, 80), 30)},
			"click 0,0; drag 0,40 0,0",
			lines("a at 0,-20 size 80,40 r 20", "selected a"), 1,
		},

		{"delete", two(), "click 0,0; key Delete", lines("b at 100,0 size 40,40", "selected"), 1},
		{
			"nudges in quick succession", two(), "click 0,0; key Right; key Right quick; key Down quick",
			lines("a at 2,1 size 40,40", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"nudges of different shapes", two(), "click 0,0; key Right; select 2; key Right quick",
			lines("a at 1,0 size 40,40", "b at 101,0 size 40,40", "selected b"), 2,
		},
		{
			"drop",
			[]*level.Collider{box("a", 0, 0, 40, 40), box("b", 10, 100, 40, 40)},
			"click 0,0; key D",
			lines("a at 0,60 size 40,40", "b at 10,100 size 40,40", "selected a"), 1,
		},
		{
			"drop up",
			[]*level.Collider{box("a", 0, 0, 40, 40), box("b", 10, 100, 40, 40)},
			"select 2; key D shift",
			lines("a at 0,0 size 40,40", "b at 10,40 size 40,40", "selected b"), 1,
		},
		{"nudge", two(), "click 0,0; key Right; key Down shift", lines("a at 1,16 size 40,40", "b at 100,0 size 40,40",
			"selected a"), 2},
		{"rotate by keys", two(), "click 0,0; key ]", lines("a at 0,0 turned 15 size 40,40", "b at 100,0 size 40,40",
			"selected a"), 1},
		{
			"flip",
			[]*level.Collider{polygon("p", 0, 0, 0, 0, 40, 0, 0, 40)},
			"click 5,5; key H",
			lines("p at 40,0 points 0,0 0,40 -40,0", "selected p"), 1,
		},

		{
			"double click enters nodes, where a vertex is dragged", square(), "double 0,0; drag 50,50 60,70",
			lines("p at 0,0 points -50,-50 50,-50 60,70 -50,50", "selected p"), 1,
		},
		{
			"a vertex stops before edges cross", square(),
			"tool nodes; select 1; down 50,50; move 60,60; move -90,-20; up -90,-20",
			lines("p at 0,0 points -50,-50 50,-50 60,60 -50,50", "selected p"), 1,
		},
		{
			"the first of two equally near vertices is dragged",
			[]*level.Collider{polygon("p", 0, 0, -50, -50, 50, -50, 4, 50, -4, 50)},
			"tool nodes; select 1; drag 0,50 0,70",
			lines("p at 0,0 points -50,-50 50,-50 4,70 -4,50", "selected p"), 1,
		},
		{
			"another shape is clicked", two(), "tool nodes; select 1; click 96,0",
			lines("a at 0,0 size 40,40", "b at 100,0 size 40,40", "selected b"), 0,
		},
		{
			"vertices in a box", square(), "tool nodes; select 1; drag 30,-80 80,80; drag 50,50 70,50",
			lines("p at 0,0 points -50,-50 70,-50 70,50 -50,50", "selected p"), 1,
		},
		{
			"vertices added with Shift", square(),
			"tool nodes; select 1; click 50,50; click -50,50 shift; drag 50,50 50,70",
			lines("p at 0,0 points -50,-50 50,-50 50,70 -50,70", "selected p"), 1,
		},
		{
			"insert a vertex", square(), "tool nodes; select 1; double 0,-50; drag 0,-50 0,-90",
			lines("p at 0,0 points -50,-50 0,-90 50,-50 50,50 -50,50", "selected p"), 2,
		},
		{
			"insert a vertex near the edge", square(), "tool nodes; select 1; double 0,-56",
			lines("p at 0,0 points -50,-50 0,-50 50,-50 50,50 -50,50", "selected p"), 1,
		},
		{
			"remove a vertex", square(), "tool nodes; select 1; click 50,50; key Delete",
			lines("p at 0,0 points -50,-50 50,-50 -50,50", "selected p"), 1,
		},
		{
			"a triangle keeps its vertices",
			[]*level.Collider{polygon("p", 0, 0, 0, 0, 90, 0, 0, 90)},
			"tool nodes; select 1; click 90,0; key Delete",
			lines("p at 0,0 points 0,0 90,0 0,90", "selected p"), 0,
		},
		{
			"a side is dragged", square(), "tool nodes; select 1; drag 0,50 10,70",
			lines("p at 0,0 points -50,-50 50,-50 60,70 -40,70", "selected p"), 1,
		},
		{
			"a side of a box moves only perpendicularly", two(), "tool nodes; select 1; drag 3,20 33,30",
			lines("a at 0,5 size 40,50", "b at 100,0 size 40,40", "selected a"), 1,
		},
		{
			"a click on a side selects both its ends", square(), "tool nodes; select 1; click 0,50; key Down; key Down",
			lines("p at 0,0 points -50,-50 50,-50 50,52 -50,52", "selected p"), 2,
		},
		{
			"a cancelled drag of a side", square(),
			"tool nodes; select 1; down 0,50; move 0,90; key Escape; up 0,90",
			lines("p at 0,0 points -50,-50 50,-50 50,50 -50,50", "selected p"), 0,
		},
		{
			"a vertex snaps into line with others of its shape",
			[]*level.Collider{polygon("p", 0, 0, 0, 0, 90, 0, 90, 40, 40, 40, 40, 90, 0, 90)},
			"snap guides; tool nodes; select 1; drag 0,90 3,43",
			lines("p at 0,0 points 0,0 90,0 90,40 40,40 40,90 0,40", "selected p"), 1,
		},
		{
			"nudge a vertex", square(), "tool nodes; select 1; click 50,50; key Right",
			lines("p at 0,0 points -50,-50 50,-50 51,50 -50,50", "selected p"), 1,
		},
		{
			"nodes of a rotated shape",
			[]*level.Collider{turned(square()[0], 90)},
			"tool nodes; select 1; drag 50,50 60,70",
			lines("p at 0,0 turned 90 points -50,-50 70,-60 50,50 -50,50", "selected p"), 1,
		},
		{
			"a capsule's end",
			[]*level.Collider{capsule("k", 0, 0, -30, 0, 30, 0, 20)},
			"tool nodes; select 1; drag 30,0 40,30",
			lines("k at 0,0 points -30,0 40,30 r 20", "selected k"), 1,
		},
		{
			"a capsule's radius",
			[]*level.Collider{capsule("k", 0, 0, -30, 0, 30, 0, 20)},
			"tool nodes; select 1; drag 0,-20 0,-31",
			lines("k at 0,0 points -30,0 30,0 r 31", "selected k"), 1,
		},
		{
			"a circle's radius",
			[]*level.Collider{circle("c", 0, 0, 20)},
			"tool nodes; select 1; drag 20,0 33,0",
			lines("c at 0,0 r 33", "selected c"), 1,
		},
		{
			"a box's corner keeps the box",
			[]*level.Collider{box("a", 0, 0, 80, 80)},
			"tool nodes; select 1; drag 40,40 60,80",
			lines("a at 10,20 size 100,120", "selected a"), 1,
		},
		{
			"a vertex snaps to another shape's", append(square(), box("b", 100, 0, 40, 40)),
			"snap vertices; tool nodes; select 1; drag 50,50 78,22",
			lines("p at 0,0 points -50,-50 50,-50 80,20 -50,50", "b at 100,0 size 40,40", "selected p"), 1,
		},
		{
			"locked shapes stay",
			[]*level.Collider{locked(box("a", 0, 0, 40, 40))},
			"drag 0,0 30,30; select 1; key Delete; key Right; key H",
			lines("a at 0,0 size 40,40", "selected a"), 0,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, tt.start...)
			before := r.text()
			r.run(tt.script)
			if got := r.state(); got != tt.want {
				t.Fatalf("after %q\n%s\nwant\n%s", tt.script, got, tt.want)
			}
			r.check()
			after, steps := r.text(), 0
			r.c.Cancel()
			for _, ok := r.s.Undo(); ok; _, ok = r.s.Undo() {
				steps++
			}
			if steps != tt.steps {
				t.Errorf("%d undo steps, want %d", steps, tt.steps)
			}
			if got := r.text(); got != before {
				t.Errorf("after undoing all\n%s\nwant\n%s", got, before)
			}
			r.check()
			for _, ok := r.s.Redo(); ok; _, ok = r.s.Redo() {
			}
			if got := r.text(); got != after {
				t.Errorf("after redoing all\n%s\nwant\n%s", got, after)
			}
			r.check()
		})
	}
}

// check validates the document and the collision world.
func (r *rig) check() {
	r.t.Helper()
	if err := r.s.Document().Validate(); err != nil {
		r.t.Fatal(err)
	}
	if err := r.s.Live().Validate(); err != nil {
		r.t.Fatal(err)
	}
}

func turned(c *level.Collider, by level.Degrees) *level.Collider {
	c.Angle = by
	return c
}

func rounded(c *level.Collider, radius float64) *level.Collider {
	c.Shape.Radius = radius
	return c
}

func locked(c *level.Collider) *level.Collider {
	c.Locked = true
	return c
}

// TestKeysOfDrags names the keys that change a drag, with those that are held.
func TestKeysOfDrags(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, script, want string }{
		{"nothing is dragged", "click 0,0", ""},
		{"a move", "down 0,0; move 0,40", "Alt copy, Shift one axis, Ctrl no snapping, X solid"},
		{"a copy along an axis", "down 0,0; move 0,40 alt shift", "[Alt copy], [Shift one axis], Ctrl no snapping, X solid"},
		{"without snapping", "down 0,0; move 0,40 ctrl", "Alt copy, Shift one axis, [Ctrl no snapping], X solid"},
		{"swapped", "swap; down 0,0; move 0,40 ctrl", "[Ctrl copy], Shift one axis, Alt no snapping, X solid"},
		{"all snapping is off", "snap; down 0,0; move 0,40", "Alt copy, Shift one axis, Ctrl snapping, X solid"},
		{
			"a resize", "click 0,0; down 20,20; move 40,40 alt",
			"Shift keep ratio, [Alt from the middle], Ctrl no snapping",
		},
		{"a box", "tool box; down 90,90; move 140,140 shift", "[Shift constrain], Ctrl no snapping, Alt from the middle"},
		{"a rotation", "click 0,0; down 0,-46; move 46,0", "Shift 15° steps"},
	} {
		r := newRig(t, box("a", 0, 0, 40, 40), box("b", 100, 0, 40, 40))
		r.run("snap grid; " + tt.script)
		var words []string
		for _, k := range r.c.Keys() {
			word := k.Name + " " + k.Effect
			if k.Held {
				word = "[" + word + "]"
			}
			words = append(words, word)
		}
		if got := strings.Join(words, ", "); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
