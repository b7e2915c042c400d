package ui

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
)

// commandForTest returns the menu command with the label.
func (w *Window) commandForTest(t *testing.T, label string) *kit.Command {
	t.Helper()
	var find func(items []*kit.Command) *kit.Command
	find = func(items []*kit.Command) *kit.Command {
		for _, c := range items {
			if c.Label == label {
				return c
			}
			if found := find(c.Below()); found != nil {
				return found
			}
		}
		return nil
	}
	for _, m := range w.commands.menus.Bar {
		if c := find(m.Items); c != nil {
			return c
		}
	}
	t.Fatalf("no menu has %q", label)
	return nil
}

// hand operates the menus of a window by pointer and keys, without delays.
type hand struct {
	t     *testing.T
	w     *Window
	heard map[string]func(fyne.Shortcut) // the canvas's handlers of keys that fields do not use
}

func newHand(t *testing.T) *hand {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.Look.Later = func(_ time.Duration, do func()) func() {
		do()
		return func() {}
	}
	h := &hand{t, w, map[string]func(fyne.Shortcut){}}
	w.commands.menus.ListenToShortcuts(func(s fyne.Shortcut, do func(fyne.Shortcut)) { h.heard[s.ShortcutName()] = do })
	return h
}

func mouseAt(at fyne.Position, b desktop.MouseButton) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at, AbsolutePosition: at}, Button: b}
}

func (h *hand) title(i int) fyne.Position {
	x, width := h.w.commands.menus.Widget.Span(i)
	return fyne.NewPos(x+width/2, kit.MenuBarHeight/2)
}

// row returns the centre of an item of an open menu.
func (h *hand) row(label string) fyne.Position {
	h.t.Helper()
	for _, p := range h.w.commands.menus.Open.Panels {
		for i, r := range p.Rows {
			if r.FullLabel == label && i >= p.First && i < p.First+p.Shown {
				return p.At.AddXY(p.Size.Width/2, r.Y+kit.MenuRowHeight/2)
			}
		}
	}
	h.t.Fatalf("no open menu shows %q", label)
	return fyne.Position{}
}

func (h *hand) press(at fyne.Position) {
	if o := h.w.commands.menus.Open; o != nil {
		o.MouseDown(mouseAt(at, desktop.MouseButtonPrimary))
	} else {
		h.w.commands.menus.Widget.MouseDown(mouseAt(at, desktop.MouseButtonPrimary))
	}
}

func (h *hand) letGo(at fyne.Position) {
	if o := h.w.commands.menus.Open; o != nil {
		o.MouseUp(mouseAt(at, desktop.MouseButtonPrimary))
	}
}

func (h *hand) click(at fyne.Position) {
	h.press(at)
	h.letGo(at)
}

func (h *hand) move(at fyne.Position) {
	h.w.commands.menus.Open.MouseMoved(mouseAt(at, 0))
}

func (h *hand) key(names ...fyne.KeyName) {
	for _, n := range names {
		if f := h.w.Win.Canvas().Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: n})
		} else {
			h.w.typedKey(&fyne.KeyEvent{Name: n})
		}
	}
}

// path returns the marked items of the open menus, starting with the bar's title.
func (h *hand) path() string {
	o := h.w.commands.menus.Open
	if o == nil {
		return ""
	}
	var words []string
	if o.Bar != nil {
		words = append(words, o.Bar.Menus[o.Title].Label)
	}
	for _, p := range o.Panels {
		word := "-"
		if p.Marked >= 0 {
			word = p.Rows[p.Marked].FullLabel
		}
		words = append(words, word)
	}
	return strings.Join(words, " › ")
}

func (h *hand) want(what, path string) {
	h.t.Helper()
	if got := h.path(); got != path {
		h.t.Errorf("%s: menus at %q, want %q", what, got, path)
	}
}

// tip returns the text of the tip beside the menus.
func (h *hand) tip() string {
	var words []string
	if o := h.w.commands.menus.Open; o != nil {
		for _, l := range o.Tips.Layer.Objects {
			words = append(words, textsOf(l)...)
		}
	}
	return strings.Join(words, " ")
}

// textsOf returns the strings in an object.
func textsOf(o fyne.CanvasObject) []string {
	var words []string
	if t, ok := o.(*canvas.Text); ok {
		words = append(words, t.Text)
	}
	for _, below := range kit.ChildrenOf(o) {
		words = append(words, textsOf(below)...)
	}
	return words
}

func TestMenuBarByPointer(t *testing.T) {
	h := newHand(t)
	h.click(h.title(1))
	h.want("a click on Edit", "Edit › -")
	h.move(h.title(2))
	h.want("the pointer on View", "View › -")
	h.move(h.row("Snap to"))
	h.want("resting on a submenu", "View › Snap to › -")
	h.move(h.row("Edges"))
	h.want("in the submenu", "View › Snap to › Edges")
	h.move(h.row("Names"))
	h.want("back in the menu", "View › Names")
	h.move(h.row("Panels"))
	h.want("on another submenu", "View › Panels › -")
	h.click(h.title(2))
	h.want("a click on the title of the open menu", "")
	if h.w.commands.menus.Widget.Lit != -1 || h.w.IsModal() {
		t.Error("the closed menu's title is highlighted, or an overlay remains")
	}

	h.click(h.title(2))
	h.press(fyne.NewPos(900, 500))
	h.want("a press beside the menu", "")

	names := h.w.Canvas.Shows.Labels
	h.click(h.title(2))
	h.click(h.row("Names"))
	if h.want("a click on an item", ""); h.w.Canvas.Shows.Labels == names {
		t.Error("the item does nothing")
	}
	h.press(h.title(2))
	h.move(h.row("Names"))
	h.letGo(h.row("Names"))
	if h.want("press on the title, release on the item", ""); h.w.Canvas.Shows.Labels != names {
		t.Error("the item does nothing")
	}

	h.click(h.title(2))
	h.w.commands.menus.Open.FocusLost()
	h.want("another window gets the focus", "")
}

func TestMenuBarByKeys(t *testing.T) {
	h := newHand(t)
	h.key(fyne.KeyF10)
	h.want("F10", "File › New")
	h.key(fyne.KeyDown)
	h.want("down", "File › Open…")
	h.key(fyne.KeyUp, fyne.KeyUp)
	h.want("up from the first", "File › Quit")
	h.key(fyne.KeyHome)
	h.want("Home", "File › New")
	h.key(fyne.KeyEnd)
	h.want("End", "File › Quit")
	h.key(fyne.KeyLeft)
	h.want("left of the first menu", "Help › User guide")
	h.key(fyne.KeyRight, fyne.KeyRight, fyne.KeyRight)
	h.want("right", "View › Zoom in")
	h.w.commands.menus.Open.TypedRune('s')
	h.want("a letter", "View › Show grid")
	h.w.commands.menus.Open.TypedRune('s')
	h.want("the letter again", "View › Show pictures")
	h.w.commands.menus.Open.TypedRune('s')
	h.want("and again", "View › Snap to")
	h.key(fyne.KeyRight)
	h.want("right on a submenu", "View › Snap to › Grid")
	h.key(fyne.KeyDown, fyne.KeyLeft)
	h.want("left in a submenu", "View › Snap to")
	h.key(fyne.KeyReturn, fyne.KeyEscape)
	h.want("Escape in a submenu", "View › Snap to")
	h.key(fyne.KeyEscape)
	h.want("Escape", "")

	grid := h.w.Canvas.Grid
	h.key(fyne.KeyF10, fyne.KeyRight, fyne.KeyRight)
	h.w.commands.menus.Open.TypedRune('s')
	h.key(fyne.KeyReturn)
	if h.want("Enter", ""); h.w.Canvas.Grid == grid {
		t.Error("Enter does not perform the item")
	}
	h.key(fyne.KeyF10, fyne.KeyF10)
	h.want("F10 again", "")
	if h.w.Win.Canvas().Focused() != nil {
		t.Error("the closed menu has the focus")
	}
}

// In every menu and every state of the window, an unavailable item is disabled and does nothing. The reason is shown
// beside the item when the pointer or the keys mark it.
func TestDisabledItemsSayWhy(t *testing.T) {
	for name, c := range map[string]struct {
		set     func(h *hand)
		reasons map[string]string // by label; "" means enabled
	}{
		"start page": {func(h *hand) { h.w.ShowStart() }, map[string]string{
			"New": "", "Save": "No level is open", "Export…": "No level is open", "Undo": "No level is open",
			"Zoom in": "No level is open", "Dark": "", "Playtest": "No level is open",
		}},
		"empty level": {func(*hand) {}, map[string]string{
			"Save": "", "Undo": "Nothing to undo", "Redo": "Nothing to redo", "Cut": "Nothing is selected",
			"Paste": "The clipboard is empty", "Select all": "The level has no shapes yet",
			"Left edges": "Nothing is selected", "Fit selection": "Nothing is selected",
			"Next overlap": "Nothing overlaps", "Open recent": "No level has been opened or saved yet",
			"Pause": "No playtest is running. F5 starts one", "Dark": "",
			"Re-import":   "This level was not imported",
			"Raise layer": "This is the top layer",
		}},
		"text copied": {func(h *hand) {
			h.w.App.Clipboard().SetContent("a shopping list")
		}, map[string]string{"Paste": "The clipboard holds no shapes"}},
		"one box": {func(h *hand) { h.box() }, map[string]string{
			"Undo": "", "Cut": "", "Left edges": "Select at least two objects, or align to something other than the " +
				"selection", "Horizontally": "Select at least three objects", "Round inset": "", "Fit selection": "",
		}},
		"copied box": {func(h *hand) { h.box(); h.w.commands.copy() }, map[string]string{"Paste": ""}},
		"circle": {func(h *hand) {
			h.w.typedKey(&fyne.KeyEvent{Name: fyne.KeyC})
			h.w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(260, 240))
		}, map[string]string{"Round inset": "The selection has no corners"}},
		"locked": {func(h *hand) {
			h.box()
			id := h.w.Session.Selection().IDs()
			if err := h.w.Session.Shapes(id).SetLocked(true); err != nil {
				h.t.Fatal(err)
			}
			h.w.Session.Selection().Set(id...)
		}, map[string]string{"Delete": "The selection is locked", "Copy": ""}},
		"playtest": {func(h *hand) { h.w.play.Start() }, map[string]string{
			"Undo": "A playtest is running. Esc stops it", "Pause": "", "Replay run": "Nothing has been played yet",
			"New": "",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHand(t)
			h.w.App.Clipboard().SetContent("")
			c.set(h)
			for label, want := range c.reasons {
				if _, got := h.w.commandForTest(t, label).Enabled(); got != want {
					t.Errorf("reason of %s = %q, want %q", label, got, want)
				}
			}
			for i, m := range h.w.commands.menus.Bar {
				h.click(h.title(i))
				seen := 0
				for _, r := range h.w.commands.menus.Open.Panels[0].Rows {
					if r.C.Line {
						continue
					}
					seen++
					if r.Ok != (r.Reason == "") {
						t.Errorf("%s › %s: enabled %t, reason %q", m.Label, r.FullLabel, r.Ok, r.Reason)
					}
					h.key(fyne.KeyDown)
					if got := h.tip(); got != r.Reason {
						t.Errorf("tip at %s = %q, want %q", h.path(), got, r.Reason)
					}
					if path := h.path(); !r.Ok {
						h.key(fyne.KeyReturn)
						h.want("Enter on a disabled item", path)
						h.click(h.row(r.FullLabel))
						h.want("a click on it", path)
					}
				}
				if seen == 0 {
					t.Errorf("%s is empty", m.Label)
				}
				h.w.commands.menus.CloseMenus()
			}
		})
	}
}

// box draws a box, which is then selected.
func (h *hand) box() {
	h.w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	h.w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(260, 240), fyne.NewPos(360, 300))
	h.w.typedKey(&fyne.KeyEvent{Name: fyne.KeyV})
}

// The reason also appears when the pointer rests on the item.
func TestDisabledItemSaysWhyToThePointer(t *testing.T) {
	h := newHand(t)
	h.click(h.title(1))
	h.move(h.row("Delete"))
	if got := h.tip(); got != "Nothing is selected" {
		t.Errorf("tip = %q", got)
	}
	o := h.w.commands.menus.Open
	tip, menu := o.Tips.Layer.Objects[0], o.Panels[0]
	if tip.Position().X < menu.At.X+menu.Size.Width {
		t.Error("the tip covers the menu")
	}
	h.move(h.row("Select all"))
	h.move(h.row("Preferences…"))
	if got := h.tip(); got != "" {
		t.Errorf("tip of an available item = %q", got)
	}
}

// The key of an unavailable command shows the reason.
func TestShortcutSaysWhy(t *testing.T) {
	h := newHand(t)
	h.w.App.Clipboard().SetContent("")
	for _, c := range []struct {
		key    fyne.Shortcut
		notice string
	}{
		{&fyne.ShortcutUndo{}, "Nothing to undo"},
		{&fyne.ShortcutPaste{}, "The clipboard is empty"},
		{&desktop.CustomShortcut{KeyName: fyne.KeyD, Modifier: kit.Ctrl}, "Nothing is selected"},
	} {
		h.shortcut(c.key)
		if got := h.w.status.Notice; got != c.notice {
			t.Errorf("reason of %s = %q, want %q", c.key.ShortcutName(), got, c.notice)
		}
	}
}

// shortcut types a key with modifiers, as the driver does.
func (h *hand) shortcut(s fyne.Shortcut) {
	if f, ok := h.w.Win.Canvas().Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(s)
		return
	}
	if do := h.heard[s.ShortcutName()]; do != nil {
		do(s)
	}
}

// Every key that a menu shows works on the canvas and in a focused field.
func TestMenuKeysWork(t *testing.T) {
	h := newHand(t)
	h.box()
	done := map[string]int{}
	n := 0
	for name, c := range h.w.commands.menus.ByKey {
		n++
		c.Do = func() { done[name]++ }
		c.Needs, c.Within = nil, nil
	}
	const least = 15
	if n < least {
		t.Fatalf("there are %d shortcuts", n)
	}
	for _, c := range h.w.commands.menus.ByKey {
		h.shortcut(c.Key)
	}
	for name := range h.w.commands.menus.ByKey {
		if done[name] != 1 {
			t.Errorf("on the canvas %s runs %d times", name, done[name])
		}
	}
	x := firstNumberForTest(h.w.side.inspector, "X")
	for name, c := range h.w.commands.menus.ByKey {
		x.SetText(x.Shown)
		h.w.Win.Canvas().Focus(x)
		was := done[name]
		h.shortcut(c.Key)
		const writes = fyne.KeyModifierControl | fyne.KeyModifierAlt // types a letter on many keyboards
		own, custom := c.Key.(*desktop.CustomShortcut)
		words := custom && (own.KeyName == fyne.KeyLeft || own.KeyName == fyne.KeyRight) // moves by words
		if want := was + 1; c.Typed && !kit.IsUndo(c.Key) || custom && own.Modifier&writes == writes || words {
			if done[name] != was {
				t.Errorf("in a field %s changes the level", name)
			}
		} else if done[name] != want {
			t.Errorf("in a field %s does nothing", name)
		}
	}
	for i, letter := range []fyne.KeyName{
		fyne.KeyF, fyne.KeyE, fyne.KeyV, fyne.KeyS, fyne.KeyC, fyne.KeyL, fyne.KeyP, fyne.KeyH,
	} {
		h.w.Look.Focus()
		h.shortcut(&desktop.CustomShortcut{KeyName: letter, Modifier: fyne.KeyModifierAlt})
		h.want("Alt+"+string(letter), h.w.commands.menus.Bar[i].Label+" › "+h.w.commands.menus.Bar[i].Items[0].Name())
		h.w.commands.menus.CloseMenus()
	}
}

// Menus stay inside the window even if it is small. Scrolling reaches the items that do not fit.
func TestMenusFitTheWindow(t *testing.T) {
	for _, size := range []fyne.Size{
		fyne.NewSize(1440, 900), fyne.NewSize(1024, 640), fyne.NewSize(720, 480),
		fyne.NewSize(512, 320),
	} {
		h := newHand(t)
		h.w.Win.Resize(size)
		check := func(what string) {
			t.Helper()
			window := h.w.Win.Canvas().Size()
			for _, p := range h.w.commands.menus.Open.Panels {
				end := p.At.Add(p.Size)
				if p.At.X < 0 || p.At.Y < 0 || end.X > window.Width || end.Y > window.Height {
					t.Errorf("%v: %s is at %v to %v", window, what, p.At, end)
				}
				for _, r := range p.Rows[p.First : p.First+p.Shown] {
					if r.Text != nil && r.Text.Position().X+r.Text.MinSize().Width > p.Size.Width {
						t.Errorf("%v: %s: %q extends past its menu", window, what, r.Label)
					}
				}
			}
		}
		for i, m := range h.w.commands.menus.Bar {
			h.click(h.title(i))
			check(m.Label)
			p := h.w.commands.menus.Open.Panels[0]
			if p.First != 0 {
				t.Errorf("%v: %s opens scrolled to row %d", size, m.Label, p.First)
			}
			for k, r := range p.Rows {
				if r.C.Line {
					continue
				}
				h.w.commands.menus.Open.Truncate(1)
				h.w.commands.menus.Open.Mark(p, k)
				if r.Text == nil {
					t.Fatalf("%v: %s cannot be reached", size, r.FullLabel)
				}
				if r.Ok && r.C.Items != nil && h.w.commands.menus.Open.Open(0) {
					check(r.FullLabel)
				}
			}
			h.w.commands.menus.Open.Truncate(1)
			for h.w.commands.menus.Open.Scroll(p, -1) {
			}
			if p.First != 0 {
				t.Errorf("%v: %s does not scroll back", size, m.Label)
			}
			for h.w.commands.menus.Open.Scroll(p, 1) {
			}
			if p.First+p.Shown != len(p.Rows) {
				t.Errorf("%v: %s does not scroll to its end", size, m.Label)
			}
			h.w.commands.menus.CloseMenus()
		}
		window := h.w.Win.Canvas().Size()
		for _, at := range []fyne.Position{{}, {X: window.Width - 1, Y: window.Height - 1}} {
			h.w.commands.canvasMenu(at)
			check("the canvas's menu")
			h.w.commands.layerMenu(h.w.Session.ActiveLayer(), at)
			h.w.commands.menus.CloseMenus()
			h.w.commands.layerMenu(h.w.Session.ActiveLayer(), at)
			h.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyRight)
			if len(h.w.commands.menus.Open.Panels) != 2 {
				t.Fatal("the colours do not open")
			}
			check("the colours of a layer")
			h.w.commands.menus.CloseMenus()
		}
	}
}

// Commands of the canvas menu act where the menu was opened, not at the pointer.
func TestCanvasMenuActsWhereItWasOpened(t *testing.T) {
	h := newHand(t)
	h.w.Canvas.MouseMoved(mouseAt(fyne.NewPos(240, 260), 0))
	want := h.w.Canvas.PointerInLevel()
	h.w.Canvas.MouseDown(mouseAt(fyne.NewPos(240, 260), desktop.MouseButtonSecondary))
	if h.w.commands.menus.Open == nil {
		t.Fatal("no menu opens")
	}
	h.w.Canvas.MouseOut() // onto the menu
	h.click(h.row("Set spawn here"))
	for c := range h.w.Session.Document().Colliders() {
		if c.Position.Dist(want) > 1 {
			t.Errorf("spawn at %v, want %v", c.Position, want)
		}
	}
	if h.w.Session.Document().Len() != 1 {
		t.Error("there is no spawn")
	}
	if h.w.Canvas.MenuAt != nil {
		t.Error("later commands act there too")
	}
}

// Another right click moves the canvas menu there.
func TestCanvasMenuFollowsTheRightButton(t *testing.T) {
	h := newHand(t)
	h.w.commands.canvasMenu(fyne.NewPos(300, 200))
	h.w.commands.menus.Open.MouseDown(mouseAt(fyne.NewPos(700, 78), desktop.MouseButtonSecondary))
	if o := h.w.commands.menus.Open; o == nil || o.Panels[0].At != fyne.NewPos(700, 78) {
		t.Errorf("the menu does not follow: it is at %v", o.Panels[0].At)
	}
	h.w.commands.menus.Open.MouseUp(mouseAt(fyne.NewPos(700, 78), desktop.MouseButtonSecondary))
	h.want("releasing the button that opened the menu", "-")
}

// Labels, keys and unavailable items have enough contrast in both themes, in marked and unmarked rows.
func TestMenuContrast(t *testing.T) {
	for _, m := range []kit.Mode{kit.ModeDark, kit.ModeLight} {
		h := newHand(t)
		h.w.commands.setTheme(m)
		h.w.rebuild()
		colors := h.w.Look.Colors()
		for _, ok := range []bool{true, false} {
			for _, marked := range []bool{true, false} {
				on := colors.Panel
				if marked {
					on = colors.MenuGround(ok)
				}
				label, keys := colors.MenuInk(ok, marked)
				for what, ink := range map[string]color.Color{"label": label, "keys": keys} {
					if got := contrast(ink, on); got < 4.5 {
						t.Errorf("%s, enabled %t, marked %t: the %s have a contrast of %.2f", m, ok, marked, what, got)
					}
				}
			}
		}
		// Check the painted pixels too.
		h.click(h.title(0))
		img := h.w.Win.Canvas().Capture()
		p := h.w.commands.menus.Open.Panels[0]
		for _, r := range p.Rows {
			if r.Right == nil {
				continue
			}
			at, size := p.At.Add(r.Right.Position()), r.Right.Size()
			best := 0.0
			for y := at.Y; y < at.Y+size.Height; y++ {
				for x := at.X; x < at.X+size.Width; x++ {
					best = max(best, contrast(img.At(int(x), int(y)), colors.Panel))
				}
			}
			if best < 4.5 {
				t.Errorf("%s: no pixel of %s has a contrast above %.2f", m, r.Keys, best)
			}
		}
	}
}

// contrast returns the contrast ratio as defined by the Web Content Accessibility Guidelines, from 1 to 21.
func contrast(a, b color.Color) float64 {
	light := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		linear := func(v uint32) float64 {
			x := float64(v) / 0xffff
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// The system's menu bar gets the same labels, keys, check marks and availability.
func TestNativeMenu(t *testing.T) {
	kit.SystemShowsMenus = true
	t.Cleanup(func() { kit.SystemShowsMenus = false })
	h := newHand(t)
	if h.w.commands.menus.Widget != nil {
		t.Error("the window has a bar as well")
	}
	find := func(label string) *fyne.MenuItem {
		t.Helper()
		var walk func(items []*fyne.MenuItem) *fyne.MenuItem
		walk = func(items []*fyne.MenuItem) *fyne.MenuItem {
			for _, i := range items {
				if strings.HasPrefix(i.Label, label) {
					return i
				}
				if i.ChildMenu != nil {
					if found := walk(i.ChildMenu.Items); found != nil {
						return found
					}
				}
			}
			return nil
		}
		for _, m := range h.w.commands.menus.Native.Main.Items {
			if i := walk(m.Items); i != nil {
				return i
			}
		}
		t.Fatalf("the system's menu has no %q", label)
		return nil
	}
	if !find("Undo").Disabled || !find("Cut").Disabled || find("Save").Disabled || !find("Edges").Checked ||
		find("Undo").Shortcut == nil || !find("Quit").IsQuit {
		t.Error("the items do not match an empty level")
	}
	h.box()
	h.w.catchUp()
	if i := find("Undo"); i.Disabled || !strings.Contains(i.Label, "box 1") || find("Cut").Disabled {
		t.Errorf("after a box was drawn the item is %q, disabled: %t", i.Label, i.Disabled)
	}
	find("Undo").Action()
	if h.w.Session.Document().Len() != 0 {
		t.Error("the item does nothing")
	}
	h.w.docs.Remember("a.level.yaml")
	if find("Open recent").Disabled || !slices.ContainsFunc(find("Open recent").ChildMenu.Items,
		func(i *fyne.MenuItem) bool {
			return strings.HasPrefix(i.Label, "a.level.yaml")
		}) {
		t.Error("the system's menu lacks a new recent file")
	}
	h.w.commands.canvasMenu(fyne.NewPos(200, 200)) // drawn by the window
	if h.w.commands.menus.Open == nil {
		t.Error("the canvas has no menu")
	}
}

// A label of any length is truncated before it is measured.
func TestMenuCutsLabels(t *testing.T) {
	h := newHand(t)
	long := strings.Repeat("a very long name ", 1<<19)
	h.w.commands.menus.PopUp([]*kit.Command{kit.MenuItem(long, "", 0, func() {})}, fyne.NewPos(10, 10), false)
	if r := h.w.commands.menus.Open.Panels[0].Rows[0]; !strings.HasSuffix(r.Label, "…") ||
		len(r.Label) > 4*kit.MaxShown {
		t.Errorf("label = %.60q", r.Label)
	}
	h.key(fyne.KeyDown)
	if !strings.HasPrefix(h.tip(), "a very long name a very") {
		t.Errorf("tip = %.60q", h.tip())
	}
}

// Context menus consist of commands of the bar. They offer only the available ones, with their current keys.
func TestContextMenuCommands(t *testing.T) {
	w := messyWindow(t)
	m := w.commands.menus
	for _, part := range [][]string{
		overlapItems, ignoreItems, editItems, reshapeItems, gameItems, viewItems, whyItems, pairItems,
		pictureItems,
	} {
		if got := m.Named(part...); len(got) != len(part) {
			t.Errorf("the bar has %d commands %q", len(got), part)
		}
	}
	for _, a := range otherKeys {
		if m.Command(a.Label) == nil {
			t.Errorf("an additional key belongs to %q, which no menu has", a.Label)
		}
	}
	m.SetKeys(map[string]string{"Collision › Drop › With gravity": "Ctrl+Alt+Y"})
	w.Session.Selection().Set(5)
	w.commands.canvasMenu(fyne.NewPos(200, 200))
	found := false
	for _, r := range m.Open.Panels[0].Rows {
		if !r.Ok && !r.C.Line {
			t.Errorf("%q is offered, but: %s", r.Label, r.Reason)
		}
		if r.Label == "Drop" {
			found = r.Keys == "Ctrl+Alt+Y"
		}
	}
	if !found {
		t.Error("the menu lacks Drop with its new key")
	}
}

// Collision settings have a menu of their own, and debug overlays a submenu.
func TestMenusAreSorted(t *testing.T) {
	w := newWindow(t)
	for menu, labels := range map[string][]string{
		"Shape": {"Group", "Flip horizontally", "Rotate 15° left", "Order", "Align", "Distribute", "Combine", "Convert to"},
		"Collision": {
			"Role", "Body", "Categories", "Gameplay", "Join", "Separate", "Drop", "Path", "Separate all…", "Next overlap",
		},
		"View": {"Debug overlays › Normals", "Debug overlays › Show forces", "Dim other layers"},
	} {
		for _, label := range labels {
			if c := w.commands.menus.Command(label); c == nil || !c.IsIn(menu) {
				t.Errorf("%s lacks %s", menu, label)
			}
		}
	}
}

// Every menu and submenu is shown as a whole on a screen of 720 pixels with a title bar and a task bar.
func TestMenusFitLowScreens(t *testing.T) {
	const bars = 60
	w := messyWindow(t)
	w.Win.Resize(fyne.NewSize(1280, 720-bars))
	drawForTest(w.Win.Canvas())
	w.Session.Selection().Set(5)
	m := w.commands.menus
	isWhole := func(name string) {
		t.Helper()
		p := m.Open.Panels[len(m.Open.Panels)-1]
		if p.Shown < len(p.Rows) {
			t.Errorf("%s shows %d of %d rows", name, p.Shown, len(p.Rows))
		}
	}
	for i, top := range m.Bar {
		m.OpenMenu(i)
		isWhole(top.Label)
		m.CloseMenus()
	}
	for path, c := range m.All() {
		if c.Items != nil {
			m.PopUp(c.Below(), fyne.NewPos(10, 10), false)
			if m.Open != nil {
				isWhole(path + " › " + c.Label)
			}
			m.CloseMenus()
		}
	}
	w.commands.canvasMenu(fyne.NewPos(300, 10))
	isWhole("the canvas menu of a shape")
}

// The context menu of empty ground has only what applies there.
func TestMenuOfEmptyGround(t *testing.T) {
	w := newWindow(t)
	w.App.Clipboard().SetContent("")
	drawForTest(w.Win.Canvas())
	w.commands.canvasMenu(fyne.NewPos(600, 300))
	var labels []string
	for _, r := range w.commands.menus.Open.Panels[0].Rows {
		labels = append(labels, r.FullLabel)
		if !r.Ok && !r.C.Line {
			t.Errorf("%q is offered, but: %s", r.FullLabel, r.Reason)
		}
	}
	if want := []string{"Playtest from here", "Set spawn here"}; !slices.Equal(labels, want) {
		t.Errorf("menu = %q, want %q", labels, want)
	}
}
