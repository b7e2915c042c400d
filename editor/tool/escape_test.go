package tool_test

import (
	"slices"
	"testing"

	"fillet/editor/level"
	"fillet/editor/tool"
)

// Ending any gesture in the middle, in any way, restores the document, the selection and the history.
func TestEscape(t *testing.T) {
	t.Parallel()
	start := func() []*level.Collider {
		return []*level.Collider{
			polygon("p", 0, 0, -50, -50, 50, -50, 50, 50, -50, 50), box("b", 200, 0, 80, 80),
			circle("c", 300, 0, 30), capsule("k", 400, 0, -30, 0, 30, 0, 20),
		}
	}
	for _, script := range []string{
		"down 0,0; move 30,30",
		"select 1 2; down 0,0; move 30,30; move 60,90",
		"down 500,500; move -500,-500",
		"select 1; down 50,50; move 90,90",
		"select 1 3; down 330,50; move 390,90",
		"select 1; down 0,-76; move 76,0",
		"select 1; down 39.39,-39.39; move 10,-10",
		"select 3; down 330,0; move 350,0",
		"tool nodes; select 1; down 50,50; move 90,90; move -90,-20",
		"tool nodes; select 2; down 240,40; move 290,90",
		"tool nodes; select 3; down 330,0; move 350,0",
		"tool nodes; select 4; down 400,-20; move 400,-40",
		"tool nodes; select 1; down 500,500; move -500,-500",
		"tool polygon; click 0,0; click 90,0; click 90,90; move 10,80",
		"tool chain; click 0,0; click 90,0; down 90,90; move 95,95",
		"tool box; down 0,0; move 90,80",
		"tool circle; down 0,0; move 90,80",
		"tool capsule; down 0,0; move 90,80",
		"tool trigger; down 0,0; move 90,80",
		"tool trigger; click 0,0; click 90,80",
		"tool point; down 0,0; move 90,80",
	} {
		for _, way := range []string{"escape", "undo", "switch", "command", "replace"} {
			t.Run(script+" "+way, func(t *testing.T) {
				r := newRig(t, start()...)
				i := len(script)
				for ; i > 0 && script[i-1] != ';' || i > 0 && !isPress(script[i:]); i-- {
				}
				r.run(script[:i])
				for r.c.Busy() { // drop the earlier clicks of a path
					r.c.Cancel()
				}
				before, selected := r.text(), slices.Clone(r.s.Selection().IDs())
				r = newRig(t, start()...)
				r.run(script)
				r.draw()
				switch way {
				case "escape":
					if !r.c.Key("Escape", tool.Mods{}) {
						t.Error("Escape was not used")
					}
				case "undo":
					for n := 0; r.c.Busy() && n < 9; n++ {
						r.s.Undo()
					}
				case "switch":
					r.c.Switch(tool.Capsule)
				case "command":
					if err := r.s.Rename([]level.ID{1}, "q"); err != nil {
						t.Fatal(err)
					}
					r.c.Cancel() // the command may not have interrupted the gesture
					r.s.Undo()
				case "replace":
					doc := r.s.Document()
					r.s.Replace(newRig(t).s.Document())
					if r.c.Busy() || r.s.Document().Len() != 0 {
						t.Error("the gesture outlived its document")
					}
					r.s.Replace(doc)
					r.s.Selection().Set(selected...)
				}
				if r.c.Busy() || r.s.History().InTransaction() {
					t.Error("the gesture is still open")
				}
				if got := r.text(); got != before {
					t.Errorf("the document is\n%s\nwant\n%s", got, before)
				}
				if got := r.s.Selection().IDs(); way == "escape" && !isPointing(script) &&
					!slices.Equal(got, selected) {
					t.Errorf("selected = %v, want %v", got, selected)
				}
				if label, ok := r.s.History().CanUndo(); ok {
					t.Errorf("there is a step %q to undo", label)
				}
				r.check()
				r.draw()
			})
		}
	}
}

// Escape switches an idle tool to the select tool.
func TestEscapeLeavesTools(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, info := range r.c.Tools() {
		r.c.Switch(info.ID)
		if r.run("key Escape"); r.c.Active() != tool.Select {
			t.Errorf("%s stays active", info.ID)
		}
	}
}

// isPress reports whether the rest of a script starts with the press that begins its gesture.
func isPress(rest string) bool {
	rest = trimSpace(rest)
	return len(rest) > 5 && (rest[:5] == "down " || rest[:5] == "click")
}

func trimSpace(s string) string {
	for len(s) > 0 && s[0] == ' ' {
		s = s[1:]
	}
	return s
}

// isPointing reports whether a script's press selects a shape. Escape keeps that selection.
func isPointing(script string) bool { return script[:5] == "down " && script[:9] == "down 0,0;" }

// draw computes everything that the canvas shows.
func (r *rig) draw() {
	r.c.Overlays()
	r.c.Contacts()
	r.c.Moving()
	r.c.Hover()
	r.c.Cursor()
	r.c.Hint()
	r.c.Problem()
	r.c.Strip()
	r.c.MeasureText()
	_, _ = r.c.RayHits()
}
