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

// commandForTest is the menus' command of that label.
func (w *Window) commandForTest(t *testing.T, label string) *command {
	t.Helper()
	var find func(items []*command) *command
	find = func(items []*command) *command {
		for _, c := range items {
			if c.label == label {
				return c
			}
			if found := find(c.below()); found != nil {
				return found
			}
		}
		return nil
	}
	for _, m := range w.commands.menus.bar {
		if c := find(m.items); c != nil {
			return c
		}
	}
	t.Fatalf("no menu has %q", label)
	return nil
}

// hand is the pointer and the keys over the menus of a window, whose delays are over at once.
type hand struct {
	t     *testing.T
	w     *Window
	heard map[string]func(fyne.Shortcut) // what the canvas does with keys that no field has a use for
}

func newHand(t *testing.T) *hand {
	w := newWindow(t)
	w.win.Canvas().Capture()
	w.look.Later = func(_ time.Duration, do func()) func() {
		do()
		return func() {}
	}
	h := &hand{t, w, map[string]func(fyne.Shortcut){}}
	w.commands.menus.listenToShortcuts(func(s fyne.Shortcut, do func(fyne.Shortcut)) { h.heard[s.ShortcutName()] = do })
	return h
}

func mouseAt(at fyne.Position, b desktop.MouseButton) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at, AbsolutePosition: at}, Button: b}
}

func (h *hand) title(i int) fyne.Position {
	x, width := h.w.commands.menus.widget.span(i)
	return fyne.NewPos(x+width/2, barHeight/2)
}

// row is the middle of an item of an open menu.
func (h *hand) row(label string) fyne.Position {
	h.t.Helper()
	for _, p := range h.w.commands.menus.open.panels {
		for i, r := range p.rows {
			if r.whole == label && i >= p.first && i < p.first+p.shown {
				return p.at.AddXY(p.size.Width/2, r.y+menuRowHeight/2)
			}
		}
	}
	h.t.Fatalf("no open menu shows %q", label)
	return fyne.Position{}
}

func (h *hand) press(at fyne.Position) {
	if o := h.w.commands.menus.open; o != nil {
		o.MouseDown(mouseAt(at, desktop.MouseButtonPrimary))
	} else {
		h.w.commands.menus.widget.MouseDown(mouseAt(at, desktop.MouseButtonPrimary))
	}
}

func (h *hand) letGo(at fyne.Position) {
	if o := h.w.commands.menus.open; o != nil {
		o.MouseUp(mouseAt(at, desktop.MouseButtonPrimary))
	}
}

func (h *hand) click(at fyne.Position) {
	h.press(at)
	h.letGo(at)
}

func (h *hand) move(at fyne.Position) {
	h.w.commands.menus.open.MouseMoved(mouseAt(at, 0))
}

func (h *hand) key(names ...fyne.KeyName) {
	for _, n := range names {
		if f := h.w.win.Canvas().Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: n})
		} else {
			h.w.typedKey(&fyne.KeyEvent{Name: n})
		}
	}
}

// path is the marked items of the menus that are open, behind the bar's title.
func (h *hand) path() string {
	o := h.w.commands.menus.open
	if o == nil {
		return ""
	}
	var words []string
	if o.bar != nil {
		words = append(words, o.bar.menus[o.title].label)
	}
	for _, p := range o.panels {
		word := "-"
		if p.marked >= 0 {
			word = p.rows[p.marked].whole
		}
		words = append(words, word)
	}
	return strings.Join(words, " › ")
}

func (h *hand) want(what, path string) {
	h.t.Helper()
	if got := h.path(); got != path {
		h.t.Errorf("%s: the menus are at %q, want %q", what, got, path)
	}
}

// tip is what the tip beside the menus says.
func (h *hand) tip() string {
	var words []string
	if o := h.w.commands.menus.open; o != nil {
		for _, l := range o.tips.Layer.Objects {
			words = append(words, textsOf(l)...)
		}
	}
	return strings.Join(words, " ")
}

// textsOf is the texts that stand in an object.
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
	if h.w.commands.menus.widget.lit != -1 || h.w.isModal() {
		t.Error("the closed menu's title is lit, or the window is not free")
	}

	h.click(h.title(2))
	h.press(fyne.NewPos(900, 500))
	h.want("a press beside the menu", "")

	names := h.w.canvas.Shows.Labels
	h.click(h.title(2))
	h.click(h.row("Names"))
	if h.want("a click on an item", ""); h.w.canvas.Shows.Labels == names {
		t.Error("the item does nothing")
	}
	h.press(h.title(2))
	h.move(h.row("Names"))
	h.letGo(h.row("Names"))
	if h.want("a press on the title, let go on the item", ""); h.w.canvas.Shows.Labels != names {
		t.Error("the item does nothing")
	}

	h.click(h.title(2))
	h.w.commands.menus.open.FocusLost()
	h.want("another window with the keys", "")
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
	h.w.commands.menus.open.TypedRune('s')
	h.want("a letter", "View › Show the grid")
	h.w.commands.menus.open.TypedRune('s')
	h.want("the letter again", "View › Snap to")
	h.key(fyne.KeyRight)
	h.want("right on a submenu", "View › Snap to › Grid")
	h.key(fyne.KeyDown, fyne.KeyLeft)
	h.want("left in a submenu", "View › Snap to")
	h.key(fyne.KeyReturn, fyne.KeyEscape)
	h.want("Escape in a submenu", "View › Snap to")
	h.key(fyne.KeyEscape)
	h.want("Escape", "")

	grid := h.w.canvas.Grid
	h.key(fyne.KeyF10, fyne.KeyRight, fyne.KeyRight)
	h.w.commands.menus.open.TypedRune('s')
	h.key(fyne.KeyReturn)
	if h.want("Enter", ""); h.w.canvas.Grid == grid {
		t.Error("Enter does not do the item")
	}
	h.key(fyne.KeyF10, fyne.KeyF10)
	h.want("F10 again", "")
	if h.w.win.Canvas().Focused() != nil {
		t.Error("the closed menu has the keys")
	}
}

// What cannot be done now is disabled with its reason, in every menu, in whatever state the window is; it does nothing, and the
// reason is shown beside it to who points at it or comes to it with the keys.
func TestDisabledItemsSayWhy(t *testing.T) {
	for name, c := range map[string]struct {
		set     func(h *hand)
		reasons map[string]string // of some; "": enabled
	}{
		"start page": {func(h *hand) { h.w.ShowStart() }, map[string]string{
			"New": "", "Save": "No level is open", "Export…": "No level is open", "Undo": "No level is open", "Zoom in": "No level is open", "Dark": "", "Playtest": "No level is open",
		}},
		"empty level": {func(*hand) {}, map[string]string{
			"Save": "", "Undo": "Nothing has been done that could be undone", "Redo": "Nothing has been undone that could be redone", "Cut": "Nothing is selected",
			"Paste": "The clipboard is empty", "Select all": "The level has no shapes yet", "Left edges": "Nothing is selected", "Fit the selection": "Nothing is selected",
			"Next overlap": "Nothing overlaps", "Open recent": "No level has been opened or saved yet", "Pause": "No playtest runs: F5 starts one", "Dark": "",
			"Re-import": "This level was not imported from another editor's file", "Raise the layer": "The layer is the topmost one",
		}},
		"text copied": {func(h *hand) { h.w.app.Clipboard().SetContent("a shopping list") }, map[string]string{"Paste": "The clipboard holds no shapes"}},
		"one box": {func(h *hand) { h.box() }, map[string]string{
			"Undo": "", "Cut": "", "Left edges": "One shape is selected: aligning takes two", "Left to right": "Distributing takes three shapes", "Round inset": "", "Fit the selection": "",
		}},
		"copied box": {func(h *hand) { h.box(); h.w.commands.copy() }, map[string]string{"Paste": ""}},
		"circle": {func(h *hand) {
			h.w.typedKey(&fyne.KeyEvent{Name: fyne.KeyC})
			h.w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(260, 240))
		}, map[string]string{"Round inset": "Nothing that is selected has corners"}},
		"locked": {func(h *hand) {
			h.box()
			id := h.w.session.Selection().IDs()
			if err := h.w.session.SetLocked(id, true); err != nil {
				h.t.Fatal(err)
			}
			h.w.session.Selection().Set(id...)
		}, map[string]string{"Delete": "What is selected is locked", "Copy": ""}},
		"playtest": {func(h *hand) { h.w.play.startPlay() }, map[string]string{
			"Undo": "A playtest runs: Esc leaves it, and the level can be edited then", "Pause": "", "Replay this run": "Nothing has been played yet", "New": "",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHand(t)
			h.w.app.Clipboard().SetContent("")
			c.set(h)
			for label, want := range c.reasons {
				if _, got := h.w.commandForTest(t, label).enabled(); got != want {
					t.Errorf("%s is disabled with %q, want %q", label, got, want)
				}
			}
			for i, m := range h.w.commands.menus.bar {
				h.click(h.title(i))
				seen := 0
				for _, r := range h.w.commands.menus.open.panels[0].rows {
					if r.c.line {
						continue
					}
					seen++
					if r.ok != (r.reason == "") {
						t.Errorf("%s › %s: enabled %t, reason %q", m.label, r.whole, r.ok, r.reason)
					}
					h.key(fyne.KeyDown)
					if got := h.tip(); got != r.reason {
						t.Errorf("at %s the tip says %q, want %q", h.path(), got, r.reason)
					}
					if path := h.path(); !r.ok {
						h.key(fyne.KeyReturn)
						h.want("Enter on a disabled item", path)
						h.click(h.row(r.whole))
						h.want("a click on it", path)
					}
				}
				if seen == 0 {
					t.Errorf("%s is empty", m.label)
				}
				h.w.commands.menus.closeMenus()
			}
		})
	}
}

// box draws one, which is selected then.
func (h *hand) box() {
	h.w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	h.w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(260, 240), fyne.NewPos(360, 300))
	h.w.typedKey(&fyne.KeyEvent{Name: fyne.KeyV})
}

// The tip comes with the resting pointer too.
func TestDisabledItemSaysWhyToThePointer(t *testing.T) {
	h := newHand(t)
	h.click(h.title(1))
	h.move(h.row("Delete"))
	if got := h.tip(); got != "Nothing is selected" {
		t.Errorf("the tip says %q", got)
	}
	o := h.w.commands.menus.open
	tip, menu := o.tips.Layer.Objects[0], o.panels[0]
	if tip.Position().X < menu.at.X+menu.size.Width {
		t.Error("the tip lies over the menu")
	}
	h.move(h.row("Select all"))
	h.move(h.row("Preferences…"))
	if got := h.tip(); got != "" {
		t.Errorf("beside what can be done the tip says %q", got)
	}
}

// A key of something that cannot be done now says why.
func TestShortcutSaysWhy(t *testing.T) {
	h := newHand(t)
	h.w.app.Clipboard().SetContent("")
	for _, c := range []struct {
		key  fyne.Shortcut
		says string
	}{
		{&fyne.ShortcutUndo{}, "Nothing has been done that could be undone"},
		{&fyne.ShortcutPaste{}, "The clipboard is empty"},
		{&desktop.CustomShortcut{KeyName: fyne.KeyD, Modifier: ctrl}, "Nothing is selected"},
	} {
		h.shortcut(c.key)
		if got := h.w.status.notice; got != c.says {
			t.Errorf("%s says %q, want %q", c.key.ShortcutName(), got, c.says)
		}
	}
}

// shortcut types a key with modifiers as the driver does.
func (h *hand) shortcut(s fyne.Shortcut) {
	if f, ok := h.w.win.Canvas().Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(s)
		return
	}
	if do := h.heard[s.ShortcutName()]; do != nil {
		do(s)
	}
}

// Every key that a menu shows works on the canvas, and while a field has the keys.
func TestMenuKeysWork(t *testing.T) {
	h := newHand(t)
	h.box()
	done := map[string]int{}
	n := 0
	for name, c := range h.w.commands.menus.byKey {
		n++
		c.do = func() { done[name]++ }
		c.needs, c.within = nil, nil
	}
	const least = 15
	if n < least {
		t.Fatalf("there are %d", n)
	}
	for _, c := range h.w.commands.menus.byKey {
		h.shortcut(c.key)
	}
	for name := range h.w.commands.menus.byKey {
		if done[name] != 1 {
			t.Errorf("on the canvas %s is done %d times", name, done[name])
		}
	}
	x := h.w.side.inspector.firstNumberForTest("X")
	for name, c := range h.w.commands.menus.byKey {
		x.SetText(x.Shown)
		h.w.win.Canvas().Focus(x)
		was := done[name]
		h.shortcut(c.key)
		if want := was + 1; c.typed && !kit.IsUndo(c.key) {
			if done[name] != was {
				t.Errorf("in a field %s changes the level", name)
			}
		} else if done[name] != want {
			t.Errorf("in a field %s does nothing", name)
		}
	}
	for i, letter := range []fyne.KeyName{fyne.KeyF, fyne.KeyE, fyne.KeyV, fyne.KeyS, fyne.KeyL, fyne.KeyP, fyne.KeyH} {
		h.w.look.Focus()
		h.shortcut(&desktop.CustomShortcut{KeyName: letter, Modifier: fyne.KeyModifierAlt})
		h.want("Alt+"+string(letter), h.w.commands.menus.bar[i].label+" › "+h.w.commands.menus.bar[i].items[0].name())
		h.w.commands.menus.closeMenus()
	}
}

// Menus lie within the window however small it is, and what there is no room for can be scrolled to.
func TestMenusFitTheWindow(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1440, 900), fyne.NewSize(1024, 640), fyne.NewSize(720, 480), fyne.NewSize(512, 320)} {
		h := newHand(t)
		h.w.win.Resize(size)
		check := func(what string) {
			t.Helper()
			window := h.w.win.Canvas().Size()
			for _, p := range h.w.commands.menus.open.panels {
				end := p.at.Add(p.size)
				if p.at.X < 0 || p.at.Y < 0 || end.X > window.Width || end.Y > window.Height {
					t.Errorf("%v: %s lies at %v to %v", window, what, p.at, end)
				}
				for _, r := range p.rows[p.first : p.first+p.shown] {
					if r.text != nil && r.text.Position().X+r.text.MinSize().Width > p.size.Width {
						t.Errorf("%v: %s: %q goes beyond its menu", window, what, r.label)
					}
				}
			}
		}
		for i, m := range h.w.commands.menus.bar {
			h.click(h.title(i))
			check(m.label)
			p := h.w.commands.menus.open.panels[0]
			for k, r := range p.rows {
				if r.c.line {
					continue
				}
				h.w.commands.menus.open.truncate(1)
				h.w.commands.menus.open.mark(p, k)
				if r.text == nil {
					t.Fatalf("%v: %s cannot be reached", size, r.whole)
				}
				if r.ok && r.c.items != nil && h.w.commands.menus.open.open(0) {
					check(r.whole)
				}
			}
			h.w.commands.menus.open.truncate(1)
			for h.w.commands.menus.open.scroll(p, -1) {
			}
			if p.first != 0 {
				t.Errorf("%v: %s does not scroll back", size, m.label)
			}
			for h.w.commands.menus.open.scroll(p, 1) {
			}
			if p.first+p.shown != len(p.rows) {
				t.Errorf("%v: %s does not scroll to its end", size, m.label)
			}
			h.w.commands.menus.closeMenus()
		}
		window := h.w.win.Canvas().Size()
		for _, at := range []fyne.Position{{}, {X: window.Width - 1, Y: window.Height - 1}} {
			h.w.commands.canvasMenu(at)
			check("the canvas's menu")
			h.w.commands.layerMenu(h.w.session.ActiveLayer(), at)
			h.w.commands.menus.closeMenus()
			h.w.commands.layerMenu(h.w.session.ActiveLayer(), at)
			h.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyRight)
			if len(h.w.commands.menus.open.panels) != 2 {
				t.Fatal("the colours do not open")
			}
			check("the colours of a layer")
			h.w.commands.menus.closeMenus()
		}
	}
}

// What the canvas's menu does at a place, it does where it was opened, not where the pointer went to choose it.
func TestCanvasMenuActsWhereItWasOpened(t *testing.T) {
	h := newHand(t)
	h.w.canvas.MouseMoved(mouseAt(fyne.NewPos(240, 260), 0))
	want := h.w.canvas.PointerInLevel()
	h.w.canvas.MouseDown(mouseAt(fyne.NewPos(240, 260), desktop.MouseButtonSecondary))
	if h.w.commands.menus.open == nil {
		t.Fatal("no menu opens")
	}
	h.w.canvas.MouseOut() // to the menu
	h.click(h.row("Put the spawn here"))
	for c := range h.w.session.Document().Colliders() {
		if c.Position.Dist(want) > 1 {
			t.Errorf("the spawn is put at %v, want %v", c.Position, want)
		}
	}
	if h.w.session.Document().Len() != 1 {
		t.Error("there is no spawn")
	}
	if h.w.canvas.MenuAt != nil {
		t.Error("what comes after is done there as well")
	}
}

// Another press of the right button moves the canvas's menu there.
func TestCanvasMenuFollowsTheRightButton(t *testing.T) {
	h := newHand(t)
	h.w.commands.canvasMenu(fyne.NewPos(300, 200))
	h.w.commands.menus.open.MouseDown(mouseAt(fyne.NewPos(700, 300), desktop.MouseButtonSecondary))
	if o := h.w.commands.menus.open; o == nil || o.panels[0].at != fyne.NewPos(700, 300) {
		t.Error("the menu does not follow")
	}
	h.w.commands.menus.open.MouseUp(mouseAt(fyne.NewPos(700, 300), desktop.MouseButtonSecondary))
	h.want("letting go of the button that opened it", "-")
}

// Labels, keys and what cannot be done now are read easily in both themes, whichever row is marked.
func TestMenuContrast(t *testing.T) {
	for name, p := range map[string]*kit.Colors{"dark": kit.DarkPalette, "light": kit.LightPalette} {
		for _, ok := range []bool{true, false} {
			for _, marked := range []bool{true, false} {
				on := p.Panel
				if marked {
					on = p.MenuGround(ok)
				}
				label, keys := p.MenuInk(ok, marked)
				for what, ink := range map[string]color.Color{"label": label, "keys": keys} {
					if got := contrast(ink, on); got < 4.5 {
						t.Errorf("%s, enabled %t, marked %t: the %s have a contrast of %.2f", name, ok, marked, what, got)
					}
				}
			}
		}
	}
	// and as it is painted
	for _, m := range []kit.Mode{kit.ModeDark, kit.ModeLight} {
		h := newHand(t)
		h.w.commands.setTheme(m)
		h.w.rebuild()
		h.click(h.title(0))
		img := h.w.win.Canvas().Capture()
		p := h.w.commands.menus.open.panels[0]
		for _, r := range p.rows {
			if r.right == nil {
				continue
			}
			at, size := p.at.Add(r.right.Position()), r.right.Size()
			best := 0.0
			for y := at.Y; y < at.Y+size.Height; y++ {
				for x := at.X; x < at.X+size.Width; x++ {
					best = max(best, contrast(img.At(int(x), int(y)), h.w.look.Colors().Panel))
				}
			}
			if best < 4.5 {
				t.Errorf("%s: of the pixels of %s none has a contrast of more than %.2f", m, r.keys, best)
			}
		}
	}
}

// contrast is that of the Web Content Accessibility Guidelines, from 1 to 21.
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

// Where the system shows the menus it is told the same: labels, keys, marks, and what can be done.
func TestNativeMenu(t *testing.T) {
	systemShowsMenus = true
	t.Cleanup(func() { systemShowsMenus = false })
	h := newHand(t)
	if h.w.commands.menus.widget != nil {
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
		for _, m := range h.w.commands.menus.native.main.Items {
			if i := walk(m.Items); i != nil {
				return i
			}
		}
		t.Fatalf("the system is not told of %q", label)
		return nil
	}
	if !find("Undo").Disabled || !find("Cut").Disabled || find("Save").Disabled || !find("Edges").Checked || find("Undo").Shortcut == nil || !find("Quit").IsQuit {
		t.Error("the items are not as things are in an empty level")
	}
	h.box()
	h.w.catchUp()
	if i := find("Undo"); i.Disabled || !strings.Contains(i.Label, "box 1") || find("Cut").Disabled {
		t.Errorf("after a box was drawn there is %q, disabled: %t", i.Label, i.Disabled)
	}
	find("Undo").Action()
	if h.w.session.Document().Len() != 0 {
		t.Error("the item does nothing")
	}
	h.w.docs.remember("a.level.yaml")
	if find("Open recent").Disabled || !slices.ContainsFunc(find("Open recent").ChildMenu.Items, func(i *fyne.MenuItem) bool { return strings.HasPrefix(i.Label, "a.level.yaml") }) {
		t.Error("the system is not told of a new recent file")
	}
	h.w.commands.canvasMenu(fyne.NewPos(200, 200)) // still the window's own
	if h.w.commands.menus.open == nil {
		t.Error("the canvas has no menu")
	}
}

// A label of whatever length is cut before it is measured.
func TestMenuCutsLabels(t *testing.T) {
	h := newHand(t)
	long := strings.Repeat("a very long name ", 1<<19)
	h.w.commands.menus.popUp([]*command{item(long, "", 0, func() {})}, fyne.NewPos(10, 10), false)
	if r := h.w.commands.menus.open.panels[0].rows[0]; !strings.HasSuffix(r.label, "…") || len(r.label) > 4*kit.MostShown {
		t.Errorf("the label is %.60q", r.label)
	}
	h.key(fyne.KeyDown)
	if !strings.HasPrefix(h.tip(), "a very long name a very") {
		t.Errorf("the tip says %.60q", h.tip())
	}
}
