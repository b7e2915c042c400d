package ui

import (
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"weak"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
)

// levelFiles writes n levels; level i has i+1 boxes.
func levelFiles(t testing.TB, n int) []string {
	t.Helper()
	dir := t.TempDir()
	paths := make([]string, n)
	for i := range paths {
		text := fmt.Sprintf("fillet: 1\nname: L%d\nlayers:\n  - id: l1\n    name: Ground\n    colliders:\n", i)
		for c := range i%7 + 1 {
			text += fmt.Sprintf("      - {id: c%d, kind: box, size: [32, 16], position: [%d, 24]}\n", c+1, 40*c+16)
		}
		paths[i] = filepath.Join(dir, fmt.Sprintf("%c%d.level.yaml", 'a'+i%26, i))
		if err := os.WriteFile(paths[i], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// openAll opens files and shows each of them.
func openAll(w *Window, paths []string) {
	for _, path := range paths {
		w.OpenFile(path)
	}
}

func TestFilesOpenInTabs(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 3)
	openAll(w, paths)
	if len(w.tabs.list) != 3 || w.Files.Path() != paths[2] {
		t.Fatalf("%d tabs, %s is shown", len(w.tabs.list), w.Files.Path())
	}
	for i, tab := range w.tabs.list {
		if tab.Files.Path() != paths[i] || tab.Session.Document().Len() != i+1 {
			t.Errorf("tab %d has %s with %d colliders", i, tab.Files.Path(), tab.Session.Document().Len())
		}
	}
	link := filepath.Join(t.TempDir(), "link.level.yaml")
	if err := os.Symlink(paths[0], link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{link, paths[0], paths[1]} {
		w.OpenFile(path)
		if len(w.tabs.list) != 3 {
			t.Errorf("%s is already open, but opens in another tab", path)
		}
	}
	if w.Files.Path() != paths[1] {
		t.Errorf("%s is shown, want the file that was requested last", w.Files.Path())
	}
}

// Each level keeps its own changes and undo steps while other tabs are shown, opened and closed.
func TestTabsKeepApart(t *testing.T) {
	seeds, steps := uint64(8), 200
	if testing.Short() {
		seeds, steps = 1, 120
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { keepApart(t, rand.New(rand.NewPCG(seed, 1)), steps) })
	}
}

func keepApart(t *testing.T, r *rand.Rand, steps int) {
	w := newWindow(t)
	paths := levelFiles(t, 12)
	model := map[*tab]*modelOfLevel{}
	check := func() {
		t.Helper()
		if len(model) != len(w.tabs.list) || !w.Shown {
			t.Fatalf("%d tabs, want %d", len(w.tabs.list), len(model))
		}
		for _, tab := range w.tabs.list {
			m := model[tab]
			if m == nil {
				t.Fatalf("a tab of %s that was not opened", tab.Files.Name())
			}
			if got := tab.Session.Document().Len(); got != m.counts[m.at] {
				t.Fatalf("%s has %d colliders, want %d", tab.Files.Name(), got, m.counts[m.at])
			}
			if tab.Shown != (tab == w.tab) || tab.Files.Unsaved() != (m.at != m.saved) {
				t.Fatalf("%s: shown %v, unsaved %v; %+v", tab.Files.Name(), tab.Shown, tab.Files.Unsaved(), m)
			}
		}
	}
	opened := func() {
		if m := model[w.tab]; m == nil || m.path != w.Files.Path() {
			model[w.tab] = &modelOfLevel{path: w.Files.Path(), counts: []int{w.Session.Document().Len()}}
		}
		for tab := range model {
			if tab.Gone {
				delete(model, tab)
			}
		}
	}
	opened()
	for range steps {
		m := model[w.tab]
		switch r.IntN(7) {
		case 0:
			w.OpenFile(paths[r.IntN(len(paths))])
			opened()
		case 1:
			w.docs.NewLevel()
			opened()
		case 2, 3:
			w.tabs.show(w.tabs.list[r.IntN(len(w.tabs.list))])
		case 4:
			if _, err := w.Session.Add(level.Collider{
				Layer: w.Session.ActiveLayer(), Role: level.Solid,
				Body: level.Static, Shape: level.Shape{Kind: level.Circle, Radius: 5},
			}); err != nil {
				t.Fatal(err)
			}
			m.counts = append(m.counts[:m.at+1], w.Session.Document().Len())
			if m.saved > m.at {
				m.saved = -1
			}
			m.at++
		case 5:
			if w.commands.undo(); m.at > 0 {
				m.at--
			}
		case 6:
			if r.IntN(3) > 0 {
				if w.commands.redo(); m.at < len(m.counts)-1 {
					m.at++
				}
				break
			}
			w.docs.CloseLevel()
			if w.IsModal() { // the level has unsaved work: Cancel keeps it, the last answer discards it
				w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
				break
			}
			opened()
		}
		check()
	}
}

// modelOfLevel records a level's collider count after each step, and which step the level and its file are at.
type modelOfLevel struct {
	path      string
	counts    []int
	at, saved int
}

// drawCircle adds a circle to the shown level.
func drawCircle(t testing.TB, w *Window) {
	t.Helper()
	if _, err := w.Session.Add(level.Collider{
		Layer: w.Session.ActiveLayer(), Role: level.Solid, Body: level.Static,
		Shape: level.Shape{Kind: level.Circle, Radius: 5},
	}); err != nil {
		t.Fatal(err)
	}
}

// namesForTest returns the names of the tabs from left to right.
func (w *Window) namesForTest() string { return strings.Join(w.tabs.bar.Names(), "; ") }

// Pointer and keys show, close and reorder tabs. The bar shows the current tab and which tabs have unsaved work.
func TestTabBar(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 4)
	openAll(w, paths)
	bar := w.tabs.bar
	bar.Resize(fyne.NewSize(1280, kit.TabBarHeight))
	at := func(i int) fyne.Position { // position of the i-th tab's name: tabs with short names have equal widths
		return fyne.NewPos(bar.Left+float32(i)*92+20, 15)
	}
	click := func(p fyne.Position, b desktop.MouseButton) {
		bar.MouseMoved(mouseAt(p, 0))
		bar.MouseDown(mouseAt(p, b))
		bar.MouseUp(mouseAt(p, b))
	}
	want := func(what, names string) {
		t.Helper()
		if got := w.namesForTest(); got != names {
			t.Errorf("%s: tabs = %q, want %q", what, got, names)
		}
	}
	want("opened", "a0; b1; c2; d3, shown")
	click(at(1), desktop.MouseButtonPrimary)
	want("clicked", "a0; b1, shown; c2; d3")
	drawCircle(t, w)
	drawForTest(w.Win.Canvas())
	want("changed", "a0; b1, not saved, shown; c2; d3")
	click(at(3), desktop.MouseButtonTertiary)
	want("middle click", "a0; b1, not saved, shown; c2")
	click(at(0).AddXY(62, 0), desktop.MouseButtonPrimary)
	want("cross", "b1, not saved, shown; c2")
	click(at(0).AddXY(62, 0), desktop.MouseButtonPrimary)
	if !w.IsModal() {
		t.Fatal("closing a tab with unsaved work does not ask")
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	want("cross and Escape", "b1, not saved, shown; c2")
	bar.MouseDown(mouseAt(at(1), desktop.MouseButtonPrimary))
	bar.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(1).AddXY(-20, 0)}})
	want("dragged a little", "b1, not saved; c2, shown")
	bar.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(1).AddXY(-60, 0)}})
	want("dragged", "c2, shown; b1, not saved")
	bar.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(5000, 15)}})
	want("dragged beyond the end", "b1, not saved; c2, shown")
	bar.MouseUp(mouseAt(fyne.NewPos(5000, 15), desktop.MouseButtonPrimary))
	bar.DragEnd()
	heard := map[string]func(fyne.Shortcut){}
	w.commands.menus.ListenToShortcuts(func(s fyne.Shortcut, do func(fyne.Shortcut)) { heard[s.ShortcutName()] = do })
	key := func(name fyne.KeyName, mod fyne.KeyModifier) {
		s := &desktop.CustomShortcut{KeyName: name, Modifier: mod}
		do := heard[s.ShortcutName()]
		if do == nil {
			t.Fatalf("no handler for %s", s.ShortcutName())
		}
		do(s)
	}
	w.docs.NewLevel()
	want("new", "b1, not saved; c2; untitled, shown")
	key(fyne.KeyTab, fyne.KeyModifierControl)
	want("Ctrl+Tab at the last", "b1, not saved, shown; c2; untitled")
	key(fyne.KeyTab, fyne.KeyModifierControl|fyne.KeyModifierShift)
	key(fyne.KeyPageUp, fyne.KeyModifierControl)
	want("two back", "b1, not saved; c2, shown; untitled")
	key(fyne.KeyPageDown, fyne.KeyModifierControl)
	want("Ctrl+Page down", "b1, not saved; c2; untitled, shown")
	key(fyne.KeyW, fyne.KeyModifierControl)
	want("Ctrl+W", "b1, not saved; c2, shown")
	items := w.commands.tabItems(w.tab)
	items[1].Do() // Close others
	press(t, w, "Don't save")
	want("close the others", "c2, shown")
	key(fyne.KeyW, fyne.KeyModifierControl)
	if !w.start.IsOpen() || len(w.tabs.list) != 1 || len(w.docs.Levels.All()) != 1 {
		t.Errorf("after the last tab was closed: start page %v, %d tabs", w.start.IsOpen(), len(w.tabs.list))
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF6})
	if o, ok := w.Win.Canvas().Focused().(fyne.CanvasObject); !ok || !kit.Holds(w.start.Actions, o) {
		t.Errorf("F6 on the start page focuses %T", w.Win.Canvas().Focused())
	}
}

func TestTabNames(t *testing.T) {
	path := func(dir, name string) openName { return openName{filepath.FromSlash(dir + "/" + name), name} }
	for _, c := range []struct {
		levels []openName
		want   string
	}{
		{[]openName{path("/a", "x.level.yaml"), path("/a", "y.level.yaml")}, "x|y"},
		{[]openName{path("/a", "x.level.yaml"), path("/b", "x.level.yaml")}, "x a|x b"},
		{
			[]openName{path("/a/c", "x.level.yaml"), path("/b/c", "x.level.yaml"), path("/b/d", "x.level.yaml")},
			"x a/c|x b/c|x d",
		},
		{[]openName{path("/c", "x.level.yaml"), path("/b/c", "x.level.yaml")}, "x /c|x b/c"},
		{
			[]openName{{"", "untitled.level.yaml"}, path("/a", "untitled.level.yaml"), {"", "untitled.level.yaml"}},
			"untitled|untitled a|untitled 2",
		},
		{[]openName{path("/ä/日本", "höhle.level.yaml"), path("/ä/café", "höhle.level.yaml")}, "höhle 日本|höhle café"},
		{[]openName{path("/a", "x.yml")}, "x.yml"},
	} {
		var got []string
		for _, n := range tellApart(c.levels) {
			got = append(got, strings.TrimSpace(n.name+" "+filepath.ToSlash(n.where)))
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("tellApart(%v) = %q, want %q", c.levels, s, c.want)
		}
	}
}

// Closing the window lists all unsaved work and applies the choice for each level.
func TestQuittingAsksAboutEveryLevel(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 4)
	openAll(w, paths)
	for _, tab := range w.tabs.list[:3] {
		w.tabs.show(tab)
		drawCircle(t, w)
	}
	lens := func() (out []int) {
		for _, p := range paths {
			doc, err := level.Open(p)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, doc.Len())
		}
		return out
	}
	w.close()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.IsModal() || !slices.Equal(lens(), []int{1, 2, 3, 4}) || len(w.docs.Levels.Unsaved()) != 3 {
		t.Fatalf("Cancel: the files have %v, %d are not saved", lens(), len(w.docs.Levels.Unsaved()))
	}
	w.docs.AskToSaveAll(func() {})
	choice, ok := find(w, func(s *kit.Segmented) bool { return true })
	if !ok {
		t.Fatal("the dialog has no check boxes")
	}
	choice.OnPick(1)
	press(t, w, "Save 2 of 3")
	if got := lens(); !slices.Equal(got, []int{1, 3, 4, 4}) {
		t.Errorf("with the first left out the files have %v", got)
	}
	for _, tab := range w.tabs.list[1:3] {
		w.tabs.show(tab)
		drawCircle(t, w)
	}
	went := false
	w.docs.AskToSaveAll(func() { went = true })
	press(t, w, "Save all")
	if got := lens(); !went || !slices.Equal(got, []int{2, 4, 5, 4}) {
		t.Errorf("Save all: continued %v, the files have %v", went, got)
	}
}

// The result of work that ends after a tab switch goes to the level that started it.
func TestLateWorkStaysInItsLevel(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 2)
	openAll(w, paths)
	a, b := w.tabs.list[0], w.tabs.list[1]
	w.tabs.show(a)
	drawCircle(t, w)
	var late []func()
	w.Spawn = func(work func()) { late = append(late, work) }
	a.file.Save(nil)
	w.Spawn = func(work func()) { work() }
	w.tabs.show(b)
	drawCircle(t, w)
	for _, work := range late {
		work()
	}
	if a.Files.Unsaved() || !b.Files.Unsaved() {
		t.Errorf("a level was saved while another one was shown: unsaved are %v and %v", a.Files.Unsaved(),
			b.Files.Unsaved())
	}
	if doc, err := level.Open(paths[0]); err != nil || doc.Len() != 2 {
		t.Errorf("its file: %v", err)
	}
	// Switching tabs cancels a drag but keeps an unfinished path.
	w.tabs.show(a)
	drawForTest(w.Win.Canvas())
	before := marshalled(t, w)
	w.Session.Selection().All()
	c := w.Session.Document().Collider(w.Session.Selection().IDs()[0])
	at := w.Canvas.Camera.ToScreen(c.Position)
	from := fyne.NewPos(float32(at.X/w.Canvas.Scale), float32(at.Y/w.Canvas.Scale))
	w.Canvas.MouseDown(&desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: from},
		Button:     desktop.MouseButtonPrimary,
	})
	w.Canvas.MouseMoved(&desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: from.AddXY(40, 30)},
		Button:     desktop.MouseButtonPrimary,
	})
	if !w.Tools.Busy() || marshalled(t, w) == before {
		t.Fatal("nothing is dragged")
	}
	w.tabs.show(b)
	w.tabs.show(a)
	if w.Tools.Busy() || marshalled(t, w) != before {
		t.Error("a drag continues or keeps its change after a tab switch")
	}
	w.Tools.Switch(tool.Polygon)
	drawForTest(w.Win.Canvas())
	for _, p := range []fyne.Position{{X: 300, Y: 300}, {X: 400, Y: 300}} {
		w.Canvas.MouseDown(&desktop.MouseEvent{
			PointEvent: fyne.PointEvent{Position: p},
			Button:     desktop.MouseButtonPrimary,
		})
		w.Canvas.MouseUp(&desktop.MouseEvent{
			PointEvent: fyne.PointEvent{Position: p},
			Button:     desktop.MouseButtonPrimary,
		})
	}
	w.tabs.show(b)
	if w.Tools.Active() == tool.Polygon || w.Tools.Busy() {
		t.Error("the tool of one level is active in another")
	}
	w.tabs.show(a)
	if w.Tools.Active() != tool.Polygon || !w.Tools.Busy() {
		t.Error("a tab switch drops an unfinished path")
	}
}

// A playtest pauses while another level is shown.
func TestHiddenPlaytestPauses(t *testing.T) {
	w := newWindow(t)
	openAll(w, levelFiles(t, 2))
	a, b := w.tabs.list[0], w.tabs.list[1]
	w.tabs.show(a)
	drawForTest(w.Win.Canvas())
	ticking := 0
	a.play.Frames = func(func(time.Time)) func() {
		ticking++
		return func() { ticking-- }
	}
	w.play.Start()
	if !a.play.IsOn() || ticking != 1 {
		t.Fatalf("playing %v, %d ticking", a.play.IsOn(), ticking)
	}
	w.tabs.show(b)
	if !a.play.IsOn() || ticking != 0 || w.play.IsOn() {
		t.Errorf("hidden: on %v, %d ticking; the other one plays: %v", a.play.IsOn(), ticking,
			w.play.IsOn())
	}
	if ok, why := w.commandForTest(t, "Add layer").Enabled(); !ok {
		t.Errorf("the other level cannot be edited: %s", why)
	}
	w.tabs.show(a)
	if !w.play.IsOn() || ticking != 1 {
		t.Errorf("shown again: on %v, %d ticking", w.play.IsOn(), ticking)
	}
	w.docs.CloseLevel()
	if ticking != 0 {
		t.Error("the playtest of a closed level continues")
	}
}

// After a crash with three changed levels, recovery offers all three and opens each in its own tab. Unsaved work of all
// levels also survives a signal.
func TestRecoveryOfSeveralLevels(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 3)
	openAll(w, paths)
	for _, tab := range w.tabs.list {
		w.tabs.show(tab)
		drawCircle(t, w)
	}
	w.docs.NewLevel()
	drawCircle(t, w)
	w.End() // as for a signal
	var lost []workspace.Lost
	copies, err := filepath.Glob(filepath.Join(dialog.RecoveryFolder(), "*"+workspace.Extension))
	if err != nil || len(copies) != 4 {
		t.Fatalf("%d copies, %v", len(copies), err)
	}
	for _, c := range copies {
		doc, err := level.Open(c)
		if err != nil {
			t.Fatal(err)
		}
		l := workspace.Lost{File: c, Name: "untitled.level.yaml"}
		if n := doc.Settings().Name; len(n) == 2 {
			i := int(n[1] - '0')
			l.Path, l.Name = paths[i], filepath.Base(paths[i])
		}
		lost = append(lost, l)
	}
	next := newWindow(t)      // has other folders
	next.OpenFiles(paths[:2]) // the second is not read yet
	next.rescue.OfferLost(lost)
	press(t, next, "Recover all")
	if len(next.tabs.list) != 4 || next.IsModal() {
		t.Fatalf("%d tabs: %s", len(next.tabs.list), next.namesForTest())
	}
	for _, tab := range next.tabs.list {
		if !tab.Files.Unsaved() || tab.Recovery == nil {
			t.Errorf("%s is not recovered", tab.Files.Name())
		}
	}
	for i, p := range paths {
		if l := next.docs.Levels.Find(p); l == nil || l.Session.Document().Len() != i+2 {
			t.Errorf("%s is not recovered", p)
		}
	}
	// Recovered work opens beside a level that has unsaved changes.
	again := lost[slices.IndexFunc(lost, func(l workspace.Lost) bool { return l.Path == paths[0] })]
	again.File = filepath.Join(t.TempDir(), "copy.level.yaml")
	if err := os.WriteFile(again.File, []byte(marshalled(t, next)), 0o644); err != nil {
		t.Fatal(err)
	}
	next.rescue.OfferLost([]workspace.Lost{again})
	press(t, next, "Recover")
	if len(next.tabs.list) != 5 || next.Files.Path() != "" || !next.Files.Unsaved() || next.Files.Name() != again.Name {
		t.Errorf("recovery beside unsaved work: %d tabs, %q", len(next.tabs.list), next.Files.Path())
	}
	for _, c := range copies {
		if _, err := os.Stat(c); err == nil {
			t.Errorf("the copy %s was not removed after recovery", c)
		}
	}
}

// The next start reopens the levels of the last session, and reads each when it is shown.
func TestLastLevelsReopen(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 4)
	p := w.App.Preferences()
	w.Restore()
	if !w.start.IsOpen() {
		t.Fatal("there is no start page although no levels were open")
	}
	openAll(w, paths)
	w.docs.NewLevel() // it has no file to reopen
	w.tabs.show(w.tabs.list[2])
	if err := os.Remove(paths[0]); err != nil {
		t.Fatal(err)
	}
	again := func() *Window {
		next, err := New(w.App, importers.NewRegistry(), export.NewRegistry(export.YAML()), "")
		if err != nil {
			t.Fatal(err)
		}
		next.Native = false
		next.inStep()
		next.Win.Show()
		t.Cleanup(func() { close(next.Closed) })
		next.Restore()
		return next
	}
	next := again()
	if got := next.namesForTest(); got != "b1; c2, shown; d3" || next.start.IsOpen() ||
		next.Session.Document().Len() != 3 {
		t.Fatalf("restored: %s, start page %v", got, next.start.IsOpen())
	}
	if first := next.tabs.list[0]; first.desk != nil || !first.Files.Pristine() {
		t.Error("a level was read before it was shown")
	}
	next.OpenFile(paths[1])
	if got := next.namesForTest(); got != "b1, shown; c2; d3" || next.Session.Document().Len() != 2 {
		t.Errorf("opening a file that is unread in a tab shows %s", got)
	}
	if err := os.WriteFile(paths[3], []byte("fillet: 1\ncolour: red\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	next.tabs.step(-1)
	if !next.IsModal() {
		t.Error("a level that can no longer be read is not reported")
	}
	next.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if got := next.namesForTest(); got != "b1; c2, shown" {
		t.Errorf("after a level that cannot be read: %s", got)
	}
	p.SetBool("levels.restore", false)
	if last := again(); !last.start.IsOpen() || len(last.tabs.list) != 1 {
		t.Error("levels are reopened although that is switched off")
	}
}

// A closed level leaves no goroutine, recovery copy or document behind.
func TestClosedTabsAreForgotten(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 4)
	var opened []weak.Pointer[level.Document]
	round := func() {
		openAll(w, paths)
		for _, tab := range w.tabs.list {
			w.tabs.show(tab)
			w.Canvas.Draw(400, 300)
			drawCircle(t, w)
			opened = append(opened, weak.Make(tab.Session.Document()))
		}
		if err := w.Recovery.KeepNow(); err != nil {
			t.Fatal(err)
		}
		w.tabs.Close(filesOf(w.tabs.list)...)
	}
	round()
	goroutines := runtime.NumGoroutine()
	for len(opened) < 12 {
		round()
	}
	for range 12_000 { // wait until the last goroutines have ended
		if runtime.NumGoroutine() > goroutines {
			time.Sleep(10 * time.Millisecond)
		}
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
	alive := 0
	runtime.GC()
	runtime.GC()
	for _, doc := range opened {
		if doc.Value() != nil {
			alive++
		}
	}
	if alive > 0 {
		t.Errorf("%d of %d closed documents are still in memory", alive, len(opened))
	}
	if len(w.tabs.list) != 1 || len(w.docs.Levels.All()) != 1 || len(w.Modals) != 0 {
		t.Errorf("%d tabs, %d levels, %d dialogs", len(w.tabs.list), len(w.docs.Levels.All()), len(w.Modals))
	}
	if copies, err := filepath.Glob(filepath.Join(dialog.RecoveryFolder(), "*")); err != nil || len(copies) > 0 {
		t.Errorf("%d copies remain (%v)", len(copies), err)
	}
}

// A hidden or closed level keeps no image of the canvas, the minimap or the rulers. They are redrawn when the level is
// shown again.
func TestHiddenTabsKeepNoPictures(t *testing.T) {
	w := newWindow(t)
	openAll(w, levelFiles(t, 3))
	var drawn []weak.Pointer[image.RGBA]
	draw := func() {
		for _, m := range []image.Image{w.Canvas.Draw(400, 300), w.minimap.Draw(90, 60)} {
			drawn = append(drawn, weak.Make(m.(*image.RGBA)))
		}
		for _, axis := range []*fyne.Container{w.rulers.Top, w.rulers.Side} {
			for _, o := range axis.Objects {
				if r, ok := o.(*fynecanvas.Raster); ok {
					drawn = append(drawn, weak.Make(r.Generator(300, 20).(*image.RGBA)))
				}
			}
		}
	}
	for _, tab := range w.tabs.list {
		w.tabs.show(tab)
		draw()
	}
	if len(drawn) != 4*3 {
		t.Fatalf("%d images were drawn", len(drawn))
	}
	alive := func(list []weak.Pointer[image.RGBA]) (n int) {
		runtime.GC()
		runtime.GC()
		for _, p := range list {
			if p.Value() != nil {
				n++
			}
		}
		return n
	}
	if n := alive(drawn[:8]); n > 0 {
		t.Errorf("%d of the 8 images of two hidden levels are still in memory", n)
	}
	w.tabs.show(w.tabs.list[0])
	if m := w.minimap.Draw(90, 60); m.Bounds().Dx() != 90 {
		t.Errorf("shown again, the minimap is %v", m.Bounds())
	}
	draw()
	w.tabs.Close(filesOf(w.tabs.list)...)
	if n := alive(drawn); n > 0 {
		t.Errorf("of the %d images of closed levels %d are still in memory", len(drawn), n)
	}
}

// BenchmarkSwitch alternates between two levels and draws the first frame of each.
func BenchmarkSwitch(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := benchWindow(b, n, func(i int) level.Vec {
				return level.Vec{X: float64(i%100) * 16, Y: float64(i/100) * 18}
			})
			first := w.tab
			drawCircle(b, w)
			drawForTest(w.Win.Canvas())
			if _, err := w.tabs.Add(); err != nil {
				b.Fatal(err)
			}
			drawForTest(w.Win.Canvas())
			second := w.tab
			for b.Loop() {
				w.tabs.show(first)
				w.Canvas.Draw(1280, 720)
				b.StopTimer()
				w.tabs.show(second)
				b.StartTimer()
			}
		})
	}
}

// When several files are opened, the first is shown and read; the others are read when they are shown.
func TestOpenFilesReadsOne(t *testing.T) {
	w := newWindow(t)
	paths := levelFiles(t, 4)
	w.OpenFiles(append([]string{filepath.Join(t.TempDir(), "gone.level.yaml")}, append(paths, paths[1])...))
	if !w.IsModal() {
		t.Error("a missing file is not reported")
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if got := w.namesForTest(); got != "a0, shown; b1; c2; d3" || w.Session.Document().Len() != 1 ||
		w.tabs.list[2].Session.Document().Len() != 0 {
		t.Fatalf("the tabs are %s, with %d and %d colliders", got, w.Session.Document().Len(),
			w.tabs.list[2].Session.Document().Len())
	}
	w.tabs.step(2)
	if w.Session.Document().Len() != 3 || w.Files.Path() != paths[2] {
		t.Errorf("shown, %s has %d colliders", w.Files.Path(), w.Session.Document().Len())
	}
}
