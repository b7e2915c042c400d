package dialog

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/ui/kit"
)

// KeyLine is a key, or several related keys, with its effect.
type KeyLine struct{ Group, Keys, Does string }

// KeysDialog lists the keys and filters them as the user types.
func (w *Parent) KeysDialog(all []KeyLine) {
	p := w.Look.Colors()
	columns := &keyColumns{}
	body := container.New(columns)
	none := kit.Text("No matching key. "+w.CommandsKey+" searches every command.", p.Quiet, kit.TextSize)
	fill := func(query string) {
		words := strings.Fields(strings.ToLower(query))
		found := slices.DeleteFunc(slices.Clone(all), func(k KeyLine) bool {
			return !holdsAll(strings.ToLower(k.Group+" "+k.Keys+" "+k.Does), words)
		})
		body.Objects, columns.headings = nil, map[fyne.CanvasObject]bool{}
		group := ""
		for _, k := range found {
			if k.Group != group {
				group = k.Group
				heading := kit.Pad(0, 10, 0, 3, kit.Bold(group, p.Accent, kit.TextSize-1))
				columns.headings[heading] = true
				body.Objects = append(body.Objects, heading)
			}
			body.Objects = append(body.Objects, container.New(kit.Labelled{Width: 160},
				kit.Text(k.Keys, p.Text, kit.TextSize-1), kit.Text(k.Does, p.Quiet, kit.TextSize-1)))
		}
		none.Hidden = len(found) > 0
		none.Refresh()
		body.Refresh()
	}
	f := w.NewFrame(0)
	scroll := container.NewVScroll(body)
	query := kit.NewSearchField(w.Look, func(step int) {
		const line = 60
		scroll.Offset.Y = max(scroll.Offset.Y+float32(step)*line, 0)
		scroll.Refresh()
	}, func() { f.Close(); w.Look.Focus() })
	query.PlaceHolder = "Search keys and actions"
	query.OnChanged = kit.Guarded(w.Look, func(s string) {
		fill(s)
		scroll.ScrollToTop()
		scroll.Refresh()
	})
	query.OnSubmitted = kit.Guarded(w.Look, func(string) { f.Close() })
	fill("")
	size := w.Win.Canvas().Size()
	f.Head = query
	f.Answer("User guide", w.ShowGuide)
	f.Primary("Close", f.Close)
	f.OpenLasting("Keyboard shortcuts", fyne.NewSize(min(980, size.Width-60), min(640, size.Height-60)),
		container.NewStack(scroll, container.NewCenter(none)))
	w.Win.Canvas().Focus(query)
}

// keyColumns arranges lines in two columns of similar height. A heading stays with its lines.
type keyColumns struct{ headings map[fyne.CanvasObject]bool }

const keyLineHeight = 22

func (k *keyColumns) height(o fyne.CanvasObject) float32 {
	if k.headings[o] {
		return 32
	}
	return keyLineHeight
}

// turn returns the index at which the second column starts.
func (k *keyColumns) turn(objects []fyne.CanvasObject) int {
	var total, y float32
	for _, o := range objects {
		total += k.height(o)
	}
	const few = 14 * keyLineHeight // fits in one column
	if total <= few {
		return len(objects)
	}
	for i, o := range objects {
		if y >= total/2 || k.headings[o] && y+k.height(o)+keyLineHeight*3 > total/2 && i > 0 {
			return i
		}
		y += k.height(o)
	}
	return len(objects)
}

func (k *keyColumns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	turn := k.turn(objects)
	var largest float32
	for _, half := range [][]fyne.CanvasObject{objects[:turn], objects[turn:]} {
		var y float32
		for _, o := range half {
			y += k.height(o)
		}
		largest = max(largest, y)
	}
	return fyne.NewSize(600, largest+10)
}

func (k *keyColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const between = 28
	width := (size.Width - between) / 2
	turn := k.turn(objects)
	var x, y float32
	for i, o := range objects {
		if i == turn {
			x, y = width+between, 0
		}
		kit.Put(o, x, y, width, k.height(o))
		y += k.height(o)
	}
}

// ToolKeys returns the keys that no menu entry shows.
func ToolKeys() []KeyLine { return keyTable }

// keyTable holds the keys that no menu entry shows: keys of the tools, the pointer and the fields.
var keyTable = []KeyLine{
	{"Drawing", "U, Shift+U", "More shapes: next, previous"},
	{"Drawing", "Enter", "Finish the outline or the chain"},
	{"Drawing", "Esc", "Cancel; then deselect"},
	{"Drawing", "Backspace", "Remove the last point"},
	{"Drawing", "Shift while drawing", "Keep proportions, rotate in 15° steps"},
	{"Selecting and moving", "Click, click again", "Select; select the shape below"},
	{"Selecting and moving", "Shift+click, Ctrl+click", "Add to the selection, toggle"},
	{"Selecting and moving", "Drag on empty canvas", "Select everything a box touches"},
	{"Selecting and moving", "Double-click", "Edit the shape's nodes"},
	{"Selecting and moving", "Arrows", "Move by a pixel"},
	{"Selecting and moving", "Shift+arrows", "Move by a grid cell"},
	{"Selecting and moving", ". and ,", "Select the next, previous shape"},
	{"Selecting and moving", "Shift while dragging", "Scale proportionally, rotate in 15° steps"},
	{"Selecting and moving", "Ctrl while dragging", "Toggle snapping"},
	{"Nodes", "Double-click an edge", "Insert a vertex"},
	{"Nodes", "Drag the amber handle", "Round the corners"},
	{"Measuring and explaining", "M: click, click", "Distance between two shapes"},
	{"Measuring and explaining", "M: Ctrl+C", "Copy the measurement"},
	{"Measuring and explaining", "Y, then Y again", "Cast a ray, a circle, the selected shape"},
	{"Measuring and explaining", "Y: A", "All hits along the ray"},
	{"Measuring and explaining", "W: PgUp, PgDn", "Previous, next pair of pieces"},
	{"Measuring and explaining", "W: Shift+W", "Show all axes"},
	{"View", "Wheel, Ctrl+wheel", "Zoom at the pointer"},
	{"View", "Shift+wheel, two fingers", "Pan sideways, pan"},
	{"View", "Middle double-click", "Frame what is under the pointer"},
	{"View", "Space+drag, middle drag", "Pan"},
	{"In a playtest", "Arrows, Space", "Walk; jump or fly"},
	{"In a playtest", "Down+Space", "Drop through a one-way platform"},
	{"In a playtest", "C, T, J", "Follow, path taken, jump reach"},
	{"In a playtest", "K, N", "Contact points, forces"},
	{"In a playtest", "Drag", "Pull a body"},
	{"Keyboard", "F6, Shift+F6", "Next, previous panel"},
	{"Keyboard", "Tab, Shift+Tab", "Next, previous control"},
	{"Keyboard", "Space, Enter", "Press the focused control"},
	{"Keyboard", "F10, then arrows", "Open the menus"},
	{"Keyboard", "Alt+F, Alt+E, …", "Open the menu with that letter"},
	{"Keyboard", "Shift+F10, Menu", "Context menu of the selection"},
	{"Fields", "16*3, 100/2+4", "Calculate the result"},
	{"Fields", "x2, /2, +16, -=16", "Change the current value, or each of several"},
	{"Fields", "Up, Down; with Shift", "Change by one; by ten"},
	{"Fields", "Enter, Esc", "Apply; restore the old value"},
}
