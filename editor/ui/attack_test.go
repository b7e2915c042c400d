package ui

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
)

// attacker performs random actions in a window.
type attacker struct {
	t     *testing.T
	w     *Window
	r     *rand.Rand
	dir   string            // of the project
	was   map[string]string // the levels as opened, by file name
	limit int               // maximum number of undo steps
	done  []string          // the last actions
}

// open opens one of the project's levels or prefabs, unless a dialog is open.
func (a *attacker) open() {
	if len(a.w.Modals) > 0 {
		return
	}
	names := []string{"levels/cavern", "levels/tower", "prefabs/crate"}
	name := names[a.r.IntN(len(names))]
	a.w.OpenFile(filepath.Join(a.dir, filepath.FromSlash(name)+".level.yaml"))
	if h := a.w.Session.History(); h.Len() == 0 && !h.InTransaction() { // may have been saved before it was closed
		a.was[filepath.Base(a.w.Files.Path())] = marshalled(a.t, a.w)
	}
}

// oddNames are names that a user may type.
var oddNames = []string{
	"洞窟", "مستوى", "a\nb", strings.Repeat("long ", 60), "", " ", "plat #", "=1+1", "\u202egnp",
	"\t", "\"q\"", "$1", "(", "é", "0",
}

func (a *attacker) mouse(p fyne.Position) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary}
}

func (a *attacker) somewhere() fyne.Position {
	s := a.w.Canvas.Size()
	return fyne.NewPos(a.r.Float32()*s.Width, a.r.Float32()*s.Height)
}

func (a *attacker) word() string { return oddNames[a.r.IntN(len(oddNames))] }

// step performs a random action.
func (a *attacker) step() {
	w, keys := a.w, []fyne.KeyName{
		fyne.KeyV, fyne.KeyN, fyne.KeyP, fyne.KeyR, fyne.KeyEscape, fyne.KeyReturn,
		fyne.KeyDelete, fyne.KeyH, fyne.KeyUp, fyne.KeyD, fyne.KeyF8, fyne.KeyBackspace, fyne.KeyG, fyne.KeyF2,
	}
	acts := []struct {
		name string
		do   func()
	}{
		{"press", func() { w.Canvas.MouseDown(a.mouse(a.somewhere())) }},
		{"move", func() { w.Canvas.MouseMoved(a.mouse(a.somewhere())) }},
		{"move", func() { w.Canvas.MouseMoved(a.mouse(a.somewhere())) }},
		{"release", func() { w.Canvas.MouseUp(a.mouse(a.somewhere())) }},
		{"key", func() { w.typedKey(&fyne.KeyEvent{Name: keys[a.r.IntN(len(keys))]}) }},
		{"undo", w.commands.undo},
		{"redo", w.commands.redo},
		{"jump", func() { w.jump(w.Session.History().Len() - a.r.IntN(4)) }},
		{"pick", func() {
			ids := []level.ID{}
			for c := range w.Session.Document().Colliders() {
				if a.r.IntN(4) == 0 {
					ids = append(ids, c.ID)
				}
			}
			w.Session.Selection().Set(ids...)
		}},
		{"drag", func() {
			w.Canvas.MouseUp(a.mouse(a.somewhere()))
			from := a.somewhere()
			w.Canvas.MouseDown(a.mouse(from))
			w.Canvas.MouseMoved(a.mouse(from.AddXY(a.r.Float32()*40, a.r.Float32()*40)))
		}},
		{"select all", w.Session.Selection().All},
		{"group", w.commands.group},
		{"ungroup", func() { w.Fail(w.Session.Groups().Ungroup()) }},
		{"duplicate", func() { w.Fail(w.Session.Duplicate()) }},
		{"delete", w.commands.deleteSelection},
		{"rename", func() { w.Renumber() }},
		{"name", func() { w.Fail(w.Session.Rename(w.Session.Selection().IDs(), a.word())) }},
		{"history", w.toggleHistory},
		{"dock", func() { w.side.dock.toggle() }},
		{"filter", func() {
			w.side.outline.Filter.SetText([]string{"", "tag:", "has:overlap", "kind:box -tag:x", a.word()}[a.r.IntN(5)])
		}},
		{"new tab", func() {
			if len(w.tabs.list) < 4 {
				w.docs.NewLevel()
			}
		}},
		{"close tab", func() {
			if a.r.IntN(6) == 0 {
				w.docs.CloseLevel()
			}
		}},
		{"open", a.open},
		{"open", a.open},
		{"next tab", func() { w.tabs.step(1) }},
		{"reload", func() { w.tabs.projects.Reload() }},
		{"resize", func() { w.Win.Resize(fyne.NewSize(700+a.r.Float32()*900, 480+a.r.Float32()*500)) }},
		{"picture", func() { w.Canvas.Draw(200, 150) }},
	}
	act := acts[a.r.IntN(len(acts))]
	if a.done = append(a.done, act.name); len(a.done) > 30 {
		a.done = a.done[1:]
	}
	act.do()
	a.limit = max(a.limit, w.Session.History().Len())
	if a.r.IntN(3) == 0 {
		w.catchUp()
	}
	for len(w.Modals) > 0 && a.r.IntN(2) == 0 { // closes dialogs sooner or later
		n := len(w.Modals)
		if w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}); len(w.Modals) == n {
			break
		}
	}
}

// Random actions cause no panic. Afterwards every open level is valid and can be written, and undoing everything
// restores each level.
func TestRandomActions(t *testing.T) {
	seeds, steps := uint64(8), 800
	if testing.Short() {
		seeds, steps = 1, 400
	}
	limit := 0
	for seed := range seeds {
		w := newWindow(t)
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../../assets/samples/depths")); err != nil {
			t.Fatal(err)
		}
		a := &attacker{t: t, w: w, r: rand.New(rand.NewPCG(seed, 77)), dir: dir, was: map[string]string{}}
		a.open()
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Errorf("seed %d, after %s", seed, strings.Join(a.done, ", "))
					panic(v)
				}
			}()
			for range steps {
				a.step()
			}
		}()
		limit = max(limit, a.limit)
		for range 20 { // no level can be shown while a dialog is open
			w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		}
		for _, tab := range w.tabs.list {
			w.tabs.show(tab)
			w.Tools.Cancel()
			if err := w.Session.Document().Validate(); err != nil {
				t.Errorf("seed %d: %v, after %s", seed, err, strings.Join(a.done, ", "))
			}
			marshalled(t, w)
		}
		for _, tab := range w.tabs.list {
			w.tabs.show(tab)
			w.jump(0)
		}
		for _, tab := range w.tabs.list { // all of them, because levels depend on prefabs
			w.tabs.show(tab)
			if want, ok := a.was[filepath.Base(w.Files.Path())]; ok && marshalled(t, w) != want {
				t.Errorf("seed %d: after undo, %s is\n%s\nwant\n%s\nafter %s", seed, w.Files.Path(), marshalled(t, w),
					want, strings.Join(a.done, ", "))
			}
		}
	}
	if limit < steps/80 {
		t.Errorf("no level has more than %d steps", limit)
	}
}
