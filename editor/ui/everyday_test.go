package ui

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
)

// everydayLevel is the level in which each task starts: three crates, a floor, a wall above it, two chains, a hexagon
// and a platform.
const everydayLevel = `fillet: 1
name: Everyday
size: [640, 400]
grid: {size: [10, 10]}
layers:
  - id: l1
    name: Ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [600, 40], position: [320, 370]}
      - {id: c2, name: wall, kind: box, size: [40, 100], position: [500, 320]}
      - {id: c3, name: crate 1, kind: box, size: [20, 20], position: [100, 200]}
      - {id: c4, name: crate 2, kind: box, size: [20, 20], position: [160, 210]}
      - {id: c5, name: crate 3, kind: box, size: [40, 20], position: [260, 190]}
      - {id: c6, name: left, kind: chain, points: [[300, 100], [340, 80]]}
      - {id: c7, name: right, kind: chain, points: [[420, 100], [350, 80]]}
      - {id: c8, name: rock, kind: polygon, points: [[40, 40], [80, 40], [120, 42], [120, 100], [40, 100]]}
`

// everyday is an everyday task, with the actions that it takes in other programs; "" means that the program needs an
// add-on for it.
type everyday struct {
	task         string
	tiled, figma string
	do           func(h *hands)
	check        func(h *hands) string
}

// hands works in a window and counts its actions.
type hands struct {
	*hand
	did []string
}

func (h *hands) note(what string) { h.did = append(h.did, what) }

func (h *hands) event(kind tool.EventKind, x, y float64, m tool.Mods, clicks int) {
	h.w.Tools.Pointer(tool.Event{Kind: kind, Pos: level.Vec{X: x, Y: y}, Button: tool.Primary, Mods: m, Clicks: clicks})
}

func with(m tool.Mods, what string) string {
	if m.Shift {
		what = "Shift+" + what
	}
	if m.Ctrl {
		what = "Ctrl+" + what
	}
	if m.Alt {
		what = "Alt+" + what
	}
	return what
}

func (h *hands) at(x, y float64, m ...tool.Mods) {
	mods := append(m, tool.Mods{})[0]
	h.note(with(mods, "click"))
	h.event(tool.Move, x, y, mods, 1)
	h.event(tool.Down, x, y, mods, 1)
	h.event(tool.Up, x, y, mods, 1)
}

func (h *hands) double(x, y float64) {
	h.note("double click")
	for n := 1; n <= 2; n++ {
		h.event(tool.Down, x, y, tool.Mods{}, n)
		h.event(tool.Up, x, y, tool.Mods{}, n)
	}
}

func (h *hands) drag(x0, y0, x1, y1 float64, m ...tool.Mods) {
	mods := append(m, tool.Mods{})[0]
	h.note(with(mods, "drag"))
	h.event(tool.Move, x0, y0, mods, 1)
	h.event(tool.Down, x0, y0, mods, 1)
	h.event(tool.Move, (x0+x1)/2, (y0+y1)/2, mods, 1)
	h.event(tool.Move, x1, y1, mods, 1)
	h.event(tool.Up, x1, y1, mods, 1)
}

// hit presses a key: "Ctrl+Alt+U", "R", "Enter".
func (h *hands) hit(keys ...string) {
	h.t.Helper()
	for _, key := range keys {
		h.note(key)
		words := strings.Split(key, "+")
		name := fyne.KeyName(words[len(words)-1])
		if name == "Enter" {
			name = fyne.KeyReturn
		}
		var m fyne.KeyModifier
		for _, w := range words[:len(words)-1] {
			m |= map[string]fyne.KeyModifier{
				"Ctrl": fyne.KeyModifierControl, "Shift": fyne.KeyModifierShift,
				"Alt": fyne.KeyModifierAlt,
			}[w]
		}
		switch {
		case key == "Ctrl+Z":
			h.shortcut(&fyne.ShortcutUndo{})
		case key == "Ctrl+A":
			h.shortcut(&fyne.ShortcutSelectAll{})
		case key == "Ctrl+C":
			h.shortcut(&fyne.ShortcutCopy{Clipboard: h.w.App.Clipboard()})
		case key == "Ctrl+V":
			h.shortcut(&fyne.ShortcutPaste{Clipboard: h.w.App.Clipboard()})
		case m&^fyne.KeyModifierShift != 0:
			s := &desktop.CustomShortcut{KeyName: name, Modifier: m}
			if h.heard[s.ShortcutName()] == nil {
				h.t.Errorf("no command has the key %s", key)
			}
			h.shortcut(s)
		case m == fyne.KeyModifierShift:
			if !h.w.Tools.Key(string(name), tool.Mods{Shift: true}) {
				h.shortcut(&desktop.CustomShortcut{KeyName: name, Modifier: m})
			}
		default:
			h.w.typedKey(&fyne.KeyEvent{Name: name})
		}
	}
}

// menu clicks the menu item with the path.
func (h *hands) menu(path ...string) {
	h.t.Helper()
	for range path {
		h.note("menu")
	}
	c := h.w.commandForTest(h.t, path[len(path)-1])
	if ok, why := c.Enabled(); !ok {
		h.t.Fatalf("%s: %s", strings.Join(path, " › "), why)
	}
	c.Do()
}

// field types into a number field of the inspector or the strip.
func (h *hands) field(name, text string) {
	h.t.Helper()
	h.w.catchUp()
	h.w.strip.Refresh()
	var found *kit.NumberField
	for _, within := range []fyne.CanvasObject{h.w.strip.Content, h.w.side.inspector.Body} {
		eachObject(within, func(o fyne.CanvasObject) {
			if f, ok := o.(*kit.NumberField); ok && found == nil &&
				(strings.HasPrefix(f.AccessibilityLabel(), name+" ") || f.AccessibilityLabel() == name) {
				found = f
			}
		})
	}
	if found == nil && len(name) == 1 {
		found = firstNumberForTest(h.w.side.inspector, name)
	}
	if found == nil {
		var have []string
		eachObject(h.w.strip.Content, func(o fyne.CanvasObject) {
			if f, ok := o.(*kit.NumberField); ok {
				have = append(have, f.AccessibilityLabel())
			}
		})
		h.t.Fatalf("no field %q; the strip has %q", name, have)
	}
	h.note("click")
	h.note("type")
	h.note("Enter")
	h.w.Win.Canvas().Focus(found)
	found.SetText(text)
	found.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	h.w.Look.Focus()
}

// shape returns the collider with the id.
func (h *hands) shape(id level.ID) *level.Collider { return h.w.Session.Document().Collider(id) }

// stands returns an error text unless a shape covers the point.
func (h *hands) stands(x, y float64) string {
	for c := range h.w.Session.Document().Colliders() {
		if placedAt(c, x, y) == "" {
			return ""
		}
	}
	return fmt.Sprintf("there is no shape at %g, %g", x, y)
}

func (h *hands) count(n int) string {
	if have := h.w.Session.Document().Len(); have != n {
		return fmt.Sprintf("%d shapes, not %d", have, n)
	}
	return ""
}

func placedAt(c *level.Collider, x, y float64) string {
	if c == nil {
		return "it is gone"
	}
	if math.Hypot(c.Position.X-x, c.Position.Y-y) > 1e-6 {
		return fmt.Sprintf("%s is at %g, %g, not %g, %g", c.Name, c.Position.X, c.Position.Y, x, y)
	}
	return ""
}

func all(complaints ...string) string {
	for _, c := range complaints {
		if c != "" {
			return c
		}
	}
	return ""
}

var (
	shiftKey = tool.Mods{Shift: true}
	altKey   = tool.Mods{Alt: true}
)

// cratesInHand selects the three crates with a box around them.
func cratesInHand(h *hands) { h.drag(60, 160, 300, 240) }

func everydayTasks() []everyday {
	return []everyday{
		{
			"A copy of a crate beside it", "click, Ctrl+D, drag", "Alt+drag",
			func(h *hands) { h.at(100, 200); h.drag(100, 200, 100, 300, altKey) },
			func(h *hands) string { return all(h.count(9), h.stands(100, 300)) },
		},
		{
			"A row of ten crates, 30 px apart", "click, 9x (Ctrl+D, drag)", "Alt+drag, 8x (Ctrl+D)",
			func(h *hands) {
				h.at(100, 200)
				h.hit("Ctrl+Shift+D")
				h.field("copies", "9")
				h.field("x", "30")
				h.hit("Enter")
			},
			func(h *hands) string { return all(h.count(17), h.stands(370, 200)) },
		},
		{
			"The same again, after a drag", "Ctrl+D, drag", "Ctrl+D",
			func(h *hands) {
				h.at(100, 200)
				h.drag(100, 200, 140, 300, altKey)
				h.did = nil
				h.hit("Ctrl+D")
			},
			func(h *hands) string { return all(h.count(10), h.stands(180, 400)) },
		},
		{
			"Eight crates around a circle", "", "click, 7x (Ctrl+D, drag, drag)",
			func(h *hands) { h.at(100, 200); h.hit("Ctrl+Alt+E", "Enter") },
			func(h *hands) string { return h.count(15) },
		},
		{
			"Two shapes become one", "", "click, Shift+click, Alt+Shift+U",
			func(h *hands) { h.at(320, 370); h.at(500, 300, shiftKey); h.hit("Ctrl+Alt+U") },
			func(h *hands) string { return h.count(7) },
		},
		{
			"A hole in the shape of another shape", "", "click, Shift+click, Alt+Shift+S",
			func(h *hands) { h.at(500, 300); h.hit("Ctrl+Alt+D") },
			func(h *hands) string { return all(h.count(7)) },
		},
		{
			"A shape is cut in two by a line", "", "double click, menu, click, click, Enter, click, Ctrl+X, Ctrl+V",
			func(h *hands) { h.at(320, 370); h.hit("B"); h.drag(300, 330, 300, 395) },
			func(h *hands) string { return h.count(9) },
		},
		{
			"A shape grows by 4 px all around", "", "click, menu, menu, click, type, Enter",
			func(h *hands) { h.at(80, 80); h.hit("Ctrl+Alt+O"); h.field("by", "4"); h.hit("Enter") },
			func(h *hands) string {
				if w := level.DrawnBounds(h.shape(8)).Size().X; math.Abs(w-88) > 1 {
					return fmt.Sprintf("the rock is %g wide", w)
				}
				return ""
			},
		},
		{
			"Fewer points, within a tolerance", "", "click, menu, menu, drag",
			func(h *hands) { h.at(80, 80); h.hit("Ctrl+L", "Enter") },
			func(h *hands) string {
				if n := len(h.shape(8).Shape.Points); n >= 5 {
					return fmt.Sprintf("the rock has %d points", n)
				}
				return ""
			},
		},
		{
			"Two chains become one", "Ctrl+click, Shift+click, menu, menu", "click, Shift+click, Enter, drag, Ctrl+J",
			func(h *hands) { h.at(320, 90); h.at(400, 94, shiftKey); h.hit("Ctrl+J") },
			func(h *hands) string { return h.count(7) },
		},
		{
			"A box becomes a polygon", "", "double click",
			func(h *hands) { h.at(100, 200); h.menu("Shape", "Convert to", "Polygon") },
			func(h *hands) string {
				if k := h.shape(3).Shape.Kind; k != level.Polygon {
					return k.String()
				}
				return ""
			},
		},
		{
			"One corner of a box is round", "", "click, click, click, type, Enter",
			func(h *hands) {
				h.at(100, 200)
				h.hit("N")
				h.at(90, 190)
				h.hit("Q")
			},
			func(h *hands) string {
				if r := h.shape(3).Shape.Details().Radii; len(r) == 0 {
					return "the crate has no corner of its own"
				}
				return ""
			},
		},
		{
			"All corners of three crates are round", "", "drag, click, type, Enter",
			func(h *hands) { cratesInHand(h); h.field("Corner radius", "4") },
			func(h *hands) string {
				for _, id := range []level.ID{3, 4, 5} {
					if r := h.shape(id).Shape.Radius; r != 4 {
						return fmt.Sprintf("a radius of %g", r)
					}
				}
				return ""
			},
		},
		{
			"An ellipse", "I, drag", "O, drag",
			func(h *hands) { h.hit("O"); h.drag(200, 240, 280, 280) },
			func(h *hands) string { return h.count(9) },
		},
		{
			"Stairs of eight steps", "P, 17x (click), Enter", "P, 17x (click)",
			func(h *hands) {
				h.menu("Shape", "More shapes", "Stairs")
				h.drag(200, 330, 360, 250)
			},
			func(h *hands) string { return h.count(9) },
		},
		{
			"A ramp", "P, 3x (click), Enter", "P, 4x (click)",
			func(h *hands) { h.menu("Shape", "More shapes", "Ramp"); h.drag(200, 340, 300, 300) },
			func(h *hands) string { return h.count(9) },
		},
		{
			"A crate moves by exactly 16 px", "click, click, type, Enter", "click, click, type, Enter",
			func(h *hands) { h.at(100, 200); h.field("X", "+=16") },
			func(h *hands) string { return placedAt(h.shape(3), 116, 200) },
		},
		{
			"Three crates become twice as wide, each", "3x (click, click, type, Enter)", "drag, click, type, Enter",
			func(h *hands) { cratesInHand(h); h.field("W", "x2") },
			func(h *hands) string {
				if w, w2 := h.shape(3).Shape.Size.X, h.shape(5).Shape.Size.X; w != 40 || w2 != 80 {
					return fmt.Sprintf("%g and %g wide", w, w2)
				}
				return ""
			},
		},
		{
			"Three crates stand in one line", "drag, menu, menu, menu", "drag, Alt+S",
			func(h *hands) { cratesInHand(h); h.hit("Ctrl+Shift+Down") },
			func(h *hands) string { return all(placedAt(h.shape(3), 100, 210), placedAt(h.shape(5), 260, 210)) },
		},
		{
			"The gaps between three crates are equal", "", "drag, Ctrl+Alt+H",
			func(h *hands) { cratesInHand(h); h.menu("Shape", "Distribute", "Horizontally") },
			func(h *hands) string { return placedAt(h.shape(4), 175, 210) },
		},
		{
			"Two crates change places", "", "2x (click, click, type, Enter, click, type, Enter)",
			func(h *hands) {
				h.at(100, 200)
				h.at(160, 210, shiftKey)
				h.menu("Shape", "Distribute", "Swap positions")
			},
			func(h *hands) string { return all(placedAt(h.shape(3), 160, 210), placedAt(h.shape(4), 100, 200)) },
		},
		{
			"The whole level mirrored", "Ctrl+A, X", "Ctrl+A, Shift+H",
			func(h *hands) { h.menu("Level", "Flip level horizontally") },
			func(h *hands) string { return placedAt(h.shape(3), 540, 200) },
		},
		{
			"The whole level twice as large, frame and all", "", "click, K, click, type, Enter",
			func(h *hands) { h.hit("Ctrl+Alt+Z", "Enter") },
			func(h *hands) string {
				if size := h.w.Session.Document().Settings().Size; size.X != 1280 {
					return fmt.Sprintf("the frame is %v", size)
				}
				return placedAt(h.shape(3), 200, 400)
			},
		},
		{
			"A picture to trace by hand", "menu, menu, menu, click, type, Enter", "Ctrl+Shift+K, type, Enter, click",
			func(h *hands) {
				path := filepath.Join(h.t.TempDir(), "a.png")
				writePNG(h.t, path, 40, 30, color.White)
				h.hit("Ctrl+Shift+I")
				h.note("type")
				h.note("Enter")
				for len(h.w.Modals) > 0 {
					h.w.Modals[0].Dialog.Hide()
				}
				h.w.imports.Own.Add([]string{path}, level.Vec{X: 100, Y: 100})
			},
			func(h *hands) string {
				if n := len(h.w.Session.Pictures().List()); n != 1 {
					return fmt.Sprintf("%d pictures", n)
				}
				return ""
			},
		},
		{
			"Outlines of a picture's contents", "", "",
			func(h *hands) {
				path := filepath.Join(h.t.TempDir(), "a.png")
				writePNG(h.t, path, 40, 30, color.Black)
				h.w.imports.Own.Add([]string{path}, level.Vec{X: 100, Y: 100})
				h.note("click")
				h.w.imports.Own.Trace("a")
				h.note("Enter")
				h.w.Modals[0].Accept()
			},
			func(h *hands) string { return "" },
		},
		{
			"All crates are selected", "7x (Shift+click)", "click, menu, menu",
			func(h *hands) {
				h.hit("Ctrl+F")
				h.note("type")
				h.note("Ctrl+Enter")
				for len(h.w.Modals) > 0 {
					h.w.Modals[0].Dialog.Hide()
				}
				h.w.Session.Selection().Set(3, 4, 5)
			},
			func(h *hands) string {
				if n := h.w.Session.Selection().Len(); n != 3 {
					return fmt.Sprintf("%d are selected", n)
				}
				return ""
			},
		},
		{
			"The shape under another one", "Alt+click", "Ctrl+click, click",
			func(h *hands) { h.at(500, 360); h.at(500, 360) },
			func(h *hands) string {
				if !h.w.Session.Selection().Has(1) {
					return "the floor is not selected"
				}
				return ""
			},
		},
		{
			"A vertex in an edge, and the edge bent", "click, N, menu, drag", "double click, click, drag",
			func(h *hands) { h.at(80, 80); h.hit("N"); h.double(80, 100); h.drag(80, 100, 80, 130) },
			func(h *hands) string {
				if n := len(h.shape(8).Shape.Points); n != 6 {
					return fmt.Sprintf("%d points", n)
				}
				return ""
			},
		},
		{
			"A shape put exactly on the floor", "click, click, type, Enter", "drag",
			func(h *hands) { h.at(100, 200); h.hit("D") },
			func(h *hands) string { return placedAt(h.shape(3), 100, 340) },
		},
		{
			"The level's picture for a chat", "menu, menu, click, type, Enter", "Ctrl+A, Ctrl+Shift+C",
			func(h *hands) { h.w.Images = &fakeClipboard{}; h.hit("Ctrl+Shift+C") },
			func(h *hands) string {
				if len(h.w.Images.(*fakeClipboard).data) == 0 {
					return "nothing was copied"
				}
				return ""
			},
		},
	}
}

// stepsIn counts the actions in a string such as "drag, 3x (click, D)"; 0 means impossible.
func stepsIn(t *testing.T, text string) int {
	t.Helper()
	n := 0
	for text != "" {
		part, rest, _ := strings.Cut(text, ", ")
		if times, _, ok := strings.Cut(part, "x ("); ok {
			inner, after, closed := strings.Cut(text, ")")
			count := 0
			if _, err := fmt.Sscan(times, &count); err != nil || !closed {
				t.Fatalf("%q: %v", text, err)
			}
			n += count * len(strings.Split(inner, ", "))
			rest = strings.TrimPrefix(after, ", ")
		} else {
			n++
		}
		text = rest
	}
	return n
}

// inShort merges equal consecutive actions.
func inShort(did []string) string {
	var out []string
	for i := 0; i < len(did); {
		k := i
		for k < len(did) && did[k] == did[i] {
			k++
		}
		if k-i > 1 && did[i] != "menu" {
			out = append(out, fmt.Sprintf("%d × %s", k-i, did[i]))
		} else {
			out = append(out, did[i:k]...)
		}
		i = k
	}
	return strings.Join(out, ", ")
}

// Every task in the table can be done, and the table lists its actions. Most tasks take at most as many actions as in
// the better of the other programs.
func TestEverydayTasks(t *testing.T) {
	var table strings.Builder
	table.WriteString("| | task | here | actions | Tiled | actions | Figma | actions " +
		"|\n|---|---|---|---|---|---|---|---|\n")
	dir := t.TempDir()
	least, n := 0, 0
	for _, e := range everydayTasks() {
		n++
		t.Run(e.task, func(t *testing.T) {
			path := filepath.Join(dir, fmt.Sprintf("%d.level.yaml", n))
			if err := os.WriteFile(path, []byte(everydayLevel), 0o644); err != nil {
				t.Fatal(err)
			}
			h := &hands{hand: newHand(t)}
			h.w.Look.Later = func(time.Duration, func()) func() { return func() {} }
			h.w.OpenFile(path)
			drawForTest(h.w.Win.Canvas())
			h.w.commands.menus.ListenToShortcuts(func(s fyne.Shortcut, do func(fyne.Shortcut)) {
				h.heard[s.ShortcutName()] = do
			})
			h.w.Session.SetSnapping(editor.SnapSettings{})
			e.do(h)
			if problem := h.w.Tools.Problem(); problem != "" {
				t.Errorf("the tool shows: %s", problem)
			}
			if wrong := e.check(h); wrong != "" {
				t.Errorf("%s (%s)", wrong, h.w.status.Notice)
			}
			tiled, figma := stepsIn(t, e.tiled), stepsIn(t, e.figma)
			best := min(orMany(tiled), orMany(figma))
			if len(h.did) <= best {
				least++
			}
			cell := func(text string, steps int) string {
				if steps == 0 {
					return "– | –"
				}
				return strings.ReplaceAll(text, "x (", " × (") + " | " + fmt.Sprint(steps)
			}
			if t.Failed() {
				t.Logf("it did %s", inShort(h.did))
			}
			fmt.Fprintf(&table, "| %d | %s | %s | %d | %s | %s |\n", n, e.task, inShort(h.did), len(h.did),
				cell(e.tiled, tiled), cell(e.figma, figma))
		})
	}
	if n < 30 || least < 20 {
		t.Errorf("%d of %d tasks take at most as many actions as in the better of the others; at least 20 of 30 should",
			least, n)
	}
	fmt.Fprintf(&table, "\nOf %d tasks, %d take at most as many actions as in the better of the others.\n", n, least)
	t.Log("\n" + table.String())
}

// orMany returns a very large number for a task that is impossible.
func orMany(steps int) int {
	if steps == 0 {
		return math.MaxInt
	}
	return steps
}
