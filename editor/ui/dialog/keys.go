package dialog

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/ui/kit"
)

type KeyLine struct{ Group, Keys, Does string }

// KeysDialog lists the keys and filters them as the user types.
func (w *Parent) KeysDialog(all []KeyLine) {
	p := w.Look.Colors()
	columns := container.New(kit.Equal{Gap: 28}, container.New(kit.Lines(0)), container.New(kit.Lines(0)))
	none := kit.Text("No matching key. "+w.CommandsKey+" searches every command.", p.Quiet, kit.TextSize)
	fill := func(query string) {
		words := strings.Fields(strings.ToLower(query))
		found := slices.DeleteFunc(slices.Clone(all), func(k KeyLine) bool {
			return !kit.HoldsAll(strings.ToLower(k.Group+" "+k.Keys+" "+k.Does), words)
		})
		var rows keyRows
		group := ""
		for _, k := range found {
			if k.Group != group {
				group = k.Group
				rows.add(keyHeadHeight, kit.Pad(0, 10, 0, 3, kit.Bold(group, p.Accent, kit.TextSize-1)))
			}
			rows.add(keyLineHeight, container.New(kit.Labelled{Width: 160},
				kit.Text(k.Keys, p.Text, kit.TextSize-1), kit.Text(k.Does, p.Quiet, kit.TextSize-1)))
		}
		turn := rows.turn()
		for i, column := range [][]fyne.CanvasObject{rows.objects[:turn], rows.objects[turn:]} {
			columns.Objects[i].(*fyne.Container).Objects = column
		}
		none.Hidden = len(found) > 0
		none.Refresh()
		columns.Refresh()
	}
	f := w.NewFrame(0)
	scroll := container.NewVScroll(kit.Pad(0, 0, 0, 10, columns))
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

// keyRows collects headings and lines for two columns of similar height.
type keyRows struct {
	objects []fyne.CanvasObject
	heights []float32
	total   float32
}

const (
	keyHeadHeight = 32
	keyLineHeight = 22
)

func (r *keyRows) add(height float32, o fyne.CanvasObject) {
	r.objects = append(r.objects, container.New(kit.Exact{W: 286, H: height}, o))
	r.heights = append(r.heights, height)
	r.total += height
}

// turn returns the index at which the second column starts. A heading stays with its lines.
func (r *keyRows) turn() int {
	const few = 14 * keyLineHeight // fits in one column
	if r.total <= few {
		return len(r.objects)
	}
	var y float32
	for i, height := range r.heights {
		if y >= r.total/2 || height == keyHeadHeight && y+height+keyLineHeight*3 > r.total/2 && i > 0 {
			return i
		}
		y += height
	}
	return len(r.objects)
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
	{"Drawing", "Alt while drawing", "Draw from the middle"},
	{"Drawing", "Click on a shape", "Select it; the tool stays"},
	{"Selecting and moving", "Click, click again", "Select; select the shape below"},
	{"Selecting and moving", "Shift+click, Ctrl+click", "Add to the selection, toggle"},
	{"Selecting and moving", "Drag on empty canvas", "Select everything a box touches"},
	{"Selecting and moving", "Double-click", "Edit the shape's nodes"},
	{"Selecting and moving", "Arrows", "Move by a pixel"},
	{"Selecting and moving", "Shift+arrows", "Move by a grid cell"},
	{"Selecting and moving", ". and ,", "Select the next, previous shape"},
	{"Selecting and moving", "Shift while dragging", "Scale proportionally, rotate in 15° steps"},
	{"Selecting and moving", "Alt while dragging", "Copy; scale from the middle"},
	{"Selecting and moving", "Ctrl while dragging", "Suspend snapping"},
	{"Selecting and moving", "X while dragging", "Stop at solid shapes"},
	{"Nodes", "Double-click an edge", "Insert a vertex"},
	{"Nodes", "Drag the amber handle", "Round the corners"},
	{"Nodes", "Alt+drag an edge", "Bend it"},
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

// KeyQuestion describes a dialog that asks for a command's shortcut.
type KeyQuestion struct {
	Title, Now, Default string
	Label               func(fyne.Shortcut) string // formats a shortcut
	// returns a message about a key, and whether it can be assigned
	Check func(key string) (message string, isOK bool)
	Set   func(key string) // assigns a key; empty for none
}

// keyCatcher receives the keyboard input while the dialog asks for a key.
type keyCatcher struct {
	widget.BaseWidget
	look  *kit.Look
	shown *kit.Plate
	text  fyne.CanvasObject
	typed func(e *fyne.KeyEvent)
	combo func(s fyne.Shortcut)
}

func (k *keyCatcher) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(k.shown.Picture, container.NewCenter(k.text)))
}

func (k *keyCatcher) MinSize() fyne.Size { return fyne.NewSize(240, 56) }
func (k *keyCatcher) FocusGained()       {}
func (k *keyCatcher) FocusLost()         {}

// TypedRune implements fyne.Focusable. Characters also arrive as keys.
func (k *keyCatcher) TypedRune(rune) {}

func (k *keyCatcher) TypedKey(e *fyne.KeyEvent) {
	defer k.look.Catch()
	k.typed(e)
}

func (k *keyCatcher) TypedShortcut(s fyne.Shortcut) {
	defer k.look.Catch()
	k.combo(s)
}

// AskKey asks for a key. It shows each pressed key with a message about it; Enter assigns the last one.
func (w *Parent) AskKey(q KeyQuestion) {
	p := w.Look.Colors()
	f := w.NewFrame(0)
	f.Gap = 0
	key := ""
	shown := kit.Bold("Press the new key", p.Text, kit.TextSize+2)
	message := kit.NewQuietProse("Current: "+cmp.Or(q.Now, "none"), theme.SizeNameCaptionText)
	f.Cancel("Cancel")
	f.Answer("No key", func() { q.Set("") })
	if q.Now != q.Default {
		f.Answer("Default: "+cmp.Or(q.Default, "none"), func() { q.Set(q.Default) })
	}
	take := f.Primary("Assign  Enter", func() {
		f.Close()
		q.Set(key)
	})
	take.IsOff = true
	show := func(label string) {
		key = label
		word, ok := q.Check(label)
		kit.SetText(shown, label)
		ink := theme.ColorNamePlaceHolder
		if !ok {
			ink = theme.ColorNameError
		}
		message.Say(word, ink)
		take.SetOff(!ok)
	}
	catcher := &keyCatcher{
		look: w.Look, shown: kit.Framed(w.Look, p.Field, p.Accent, kit.FieldRadius), text: shown,
		typed: func(e *fyne.KeyEvent) {
			switch e.Name {
			case fyne.KeyEscape:
				f.Close()
			case fyne.KeyReturn, fyne.KeyEnter:
				f.Accept()
			case "": // unknown key
			default:
				label := string(e.Name)
				if w.Canvas.Modifiers().Shift {
					label = "Shift+" + label
				}
				show(label)
			}
		}, combo: func(s fyne.Shortcut) {
			if label := q.Label(s); label != "" {
				show(label)
			}
		},
	}
	catcher.ExtendBaseWidget(catcher)
	f.OpenLasting(q.Title, fyne.NewSize(520, 210), container.New(kit.Lines(6), catcher, message))
	w.Win.Canvas().Focus(catcher)
}
