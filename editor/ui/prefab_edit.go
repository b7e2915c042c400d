package ui

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// place is a prefab edited in place. The window shows the tab of the prefab's own document, drawn inside the level,
// instead of the level's tab.
type place struct {
	tab     *tab // the level's tab
	of      level.InstanceID
	around  *canvas.Around
	follow  int // number of instances of the prefab in the level, including the edited one
	center  level.Vec
	zoom    float64 // with center, the previous view of the prefab's tab
	hadView bool
}

func (w *tab) prefabFile() (file string, of *level.Instance, err error) {
	ids := w.Session.Instances().Selected()
	if len(ids) == 0 {
		return "", nil, errors.New("no prefab instance is selected")
	}
	of = w.Session.Document().Instance(ids[0])
	if file = w.Files.PrefabFile(of.Prefab); file == "" {
		return "", nil, errors.New("save the level before editing its prefabs")
	}
	return file, of, nil
}

// withPrefab opens a prefab's file without adding it to the tab bar, unless it is already open, and passes its tab to
// then.
func (w *tabs) withPrefab(file string, then func(t *tab)) {
	goOn := func(t *tab) {
		if t.unread == "" {
			then(t)
			return
		}
		t.file.LoadAside(t.unread, func() { then(t) }, func() {})
	}
	if l := w.Find(file); l != nil {
		goOn(w.of(l))
		return
	}
	find := w.levels.Looking(file)
	w.Spawn(func() {
		l := find() // the file may be open under another path
		w.Look.Post(func() {
			if l == nil {
				l = w.Find(file) // the file was opened meanwhile
			}
			if l != nil && w.of(l) != nil {
				goOn(w.of(l))
				return
			}
			l, err := w.levels.New(w.newSettings())
			if err != nil {
				w.Fail(err)
				return
			}
			t := newTab(w.Window, l)
			w.untabbed = append(w.untabbed, t)
			t.file.LoadAside(file, func() { then(t) }, func() { w.dropAside(t) })
		})
	})
}

// all lists all tabs, including those that are not in the tab bar.
func (w *tabs) all() []*tab { return slices.Concat(w.list, w.untabbed) }

// giveTab adds a level that is open without a tab to the tab bar, after the current tab.
func (w *tabs) giveTab(t *tab) {
	i := slices.Index(w.untabbed, t)
	if i < 0 {
		return
	}
	w.untabbed = slices.Delete(w.untabbed, i, i+1)
	w.list = slices.Insert(w.list, slices.Index(w.list, w.inBar())+1, t)
}

// dropAside closes a level that is open without a tab.
func (w *tabs) dropAside(t *tab) {
	if i := slices.Index(w.untabbed, t); i >= 0 {
		w.untabbed = slices.Delete(w.untabbed, i, i+1)
		w.letGo([]*tab{t})
	}
}

// letGo closes levels that no longer have a tab. It notifies subscribers first, while the documents are unchanged.
func (w *tabs) letGo(closed []*tab) {
	for _, t := range closed {
		w.levels.Close(t.OpenLevel)
		t.close()
	}
}

// HasTab implements [dialog.Tabs].
func (w *tabs) HasTab(l *workspace.OpenLevel) bool {
	return slices.ContainsFunc(w.list, func(t *tab) bool { return t.OpenLevel == l })
}

// Along implements [dialog.Tabs].
func (w *tabs) Along(list []*dialog.File) []*dialog.File {
	var out []*dialog.File
	for _, t := range w.untabbed {
		needed := slices.Contains(list, t.file) || w.tab == t && !slices.Contains(list, w.inBar().file)
		for _, l := range w.levels.Users(t.OpenLevel) {
			user := w.of(l)
			needed = needed || w.HasTab(l) && !slices.Contains(list, user.file)
		}
		if !needed {
			out = append(out, t.file)
		}
	}
	return out
}

func (w *tabs) editInPlace() {
	file, of, err := w.prefabFile()
	if err != nil {
		w.Fail(err)
		return
	}
	outer := w.tab
	w.withPrefab(file, func(t *tab) {
		if now := outer.Session.Document().Instance(of.ID); now == nil || now.Prefab != of.Prefab || w.tab != outer ||
			t == outer {
			return // the level has changed meanwhile
		}
		w.enterPlace(outer, t, of.ID, file)
	})
}

func (w *tabs) enterPlace(outer, t *tab, id level.InstanceID, file string) {
	doc := outer.Session.Document()
	of := doc.Instance(id)
	p := &place{tab: outer, of: id, around: canvas.NewAround(outer.Session, of, t.Session, t.Files.Path())}
	if t.Files.Path() == "" {
		p.around = canvas.NewAround(outer.Session, of, t.Session, file)
	}
	made := project.InstancesOf(doc, t.Files.Path())
	for _, i := range doc.Instances() {
		if made(i) {
			p.follow++
		}
	}
	view, own := outer.Canvas.Camera, t.Canvas.Camera
	p.center, p.zoom, p.hadView = own.Center, own.Zoom, !t.Canvas.WantFit && own.Width > 1
	w.leave()
	t.within = p
	t.Canvas.SetAround(p.around)
	w.bring(t)
	t.Canvas.LookFrom(p.around.Inward(view.Center), view.Zoom)
	t.Tell("Editing %s and all its instances", quote.Excerpt(filepath.Base(file)))
}

// endPlace returns from a prefab that is edited in place to its level, and keeps the view's position.
func (w *tabs) endPlace() {
	t := w.tab
	p := t.within
	if p == nil {
		return
	}
	view := t.Canvas.Camera
	w.leave()
	t.leavePlace()
	w.bring(p.tab)
	p.tab.Canvas.LookFrom(p.around.Outward(view.Center), view.Zoom)
	if p.tab.Session.Document().Instance(p.of) != nil {
		p.tab.Session.Instances().Select(p.of)
	}
	if t.Files.Unsaved() {
		w.Tell("%s has unsaved changes. File › Save all saves it with the level", quote.Excerpt(t.Files.Name()))
	} else if t.Session.History().Len() == 0 {
		w.dropAside(t) // the prefab has no undo steps
	}
	p.tab.file.OfferReload()
}

// leavePlace shows a prefab on its own again.
func (w *tab) leavePlace() {
	p := w.within
	if p == nil {
		return
	}
	w.within = nil
	w.Canvas.SetAround(nil)
	if p.hadView {
		w.Canvas.LookFrom(p.center, p.zoom)
	} else {
		w.Canvas.WantFit = true
	}
}

// tellUnsaved reports after a save which related files are unsaved: a level and its prefabs are separate files.
func (w *tabs) tellUnsaved(t *tab) {
	var names []string
	if t.within != nil && t.within.tab.Files.Unsaved() {
		names = append(names, quote.Excerpt(t.within.tab.Files.Name()))
	}
	for _, l := range w.levels.UnsavedPrefabs(t.OpenLevel) {
		names = append(names, quote.Excerpt(l.Files.Name()))
	}
	const limit = 3
	if n := len(names); n > limit {
		names = append(names[:limit], fmt.Sprintf("and %d more", n-limit))
	}
	if len(names) > 0 {
		w.Tell("Saved %s. Unsaved: %s (File › Save all)", quote.Excerpt(t.Files.Name()), strings.Join(names, ", "))
	}
}

// push applies overrides of an instance to its prefab.
func (w *tabs) push(which func(level.PartChange) bool) {
	file, of, err := w.prefabFile()
	if err != nil {
		w.Fail(err)
		return
	}
	outer := w.tab
	w.withPrefab(file, func(t *tab) {
		if outer.Gone || t == outer {
			return
		}
		t.Tools.Cancel()
		outer.Tools.Cancel()
		there, here, err := outer.Session.Instances().Push(t.Session.Document(), of.ID, which)
		name := quote.Excerpt(t.Files.Name())
		if err == nil {
			err = t.Session.Do("Push from "+quote.Excerpt(outer.Files.Name()), there)
		}
		if err == nil {
			err = outer.Session.Do("Push to "+name, here)
		}
		if err != nil {
			w.Fail(fmt.Errorf("cannot push to %s: %w", name, err))
			if t != w.tab && !t.Files.Unsaved() && t.Session.History().Len() == 0 {
				w.dropAside(t) // it was not changed
			}
			return
		}
		outer.Tell("Pushed to %s and all its instances. File › Save all saves it", name)
	})
}

// nothingToLeave reports whether Escape has nothing to cancel on the canvas.
func (w *Window) nothingToLeave() bool {
	s := w.Session.Selection()
	return w.Tools.Active() == tool.Select && !w.Tools.Busy() && s.Len() == 0 && len(s.Bare()) == 0 && s.Entered() == 0
}

func (w *commands) prefabItems() []*kit.Command {
	return []*kit.Command{
		kit.MenuItem("Edit in place", fyne.KeyF4, 0, w.tabs.editInPlace).When(w.aLevel, w.editing, w.anInstance),
		kit.MenuItem("Edit in tab", fyne.KeyF4, fyne.KeyModifierShift, func() {
			if file, _, err := w.prefabFile(); err != nil {
				w.Fail(err)
			} else {
				w.docs.OpenFile(file)
			}
		}).When(w.aLevel, w.editing, w.anInstance),
		kit.Item("Push part overrides to prefab", func() {
			parts := w.changedParts()
			w.tabs.push(func(c level.PartChange) bool {
				return slices.ContainsFunc(parts, func(p *level.Part) bool { return p.Path == c.Part })
			})
		}).When(w.anInstance, w.oneInstance, w.aChangedPart),
		kit.Item("Push all overrides to prefab", func() {
			w.tabs.push(func(level.PartChange) bool { return true })
		}).When(w.anInstance, w.oneInstance, w.aChangedInstance),
	}
}

// oneInstance requires a selection in a single instance, because the overrides of several instances could conflict.
func (w needs) oneInstance() string {
	return unless(len(w.Session.Instances().Selected()) == 1, "Select a single instance")
}

func (w needs) changedParts() (out []*level.Part) {
	doc := w.Session.Document()
	for _, id := range w.Session.Selection().IDs() {
		c := doc.Collider(id)
		if c == nil || c.Part == nil {
			continue
		}
		changes := doc.Instance(c.Part.Instance).Changes
		if slices.ContainsFunc(changes, func(p level.PartChange) bool { return p.Part == c.Part.Path }) {
			out = append(out, c.Part)
		}
	}
	return out
}

func (w needs) aChangedPart() string {
	return unless(len(w.changedParts()) > 0, "The selection has no overrides")
}

// placeBar is a bar over the canvas that names the prefab edited in place.
type placeBar struct {
	w          *tab
	Content    *fyne.Container
	title, sub *fynecanvas.Text
	done       *kit.TextButton
}

func newPlaceBar(w *tab) *placeBar {
	b := &placeBar{w: w}
	p := w.Look.Colors()
	b.title, b.sub = kit.Bold("", p.Text, kit.TextSize), kit.Text("", p.Quiet, kit.SmallText)
	b.done = kit.NewTextButton(w.Look, "Close prefab", true, func() { w.win.tabs.endPlace() })
	apart := kit.NewTextButton(w.Look, "Edit in tab", false, func() { w.win.tabs.Show(w.OpenLevel) })
	plate := kit.Framed(w.Look, p.Panel, p.Accent, 8)
	row := container.New(kit.Row{Gap: 14, Grow: 0}, container.New(kit.Lines(0), b.title, b.sub),
		container.New(kit.Exact{W: 84, H: kit.FieldHeight}, apart), container.New(kit.Exact{W: 100, H: kit.FieldHeight},
			b.done))
	b.Content = container.NewStack(kit.Outlined(p.Accent, 2), container.New(atTop(10),
		container.NewStack(plate.Picture, kit.Pad(14, 6, 8, 6, row))))
	b.refresh()
	return b
}

func (b *placeBar) refresh() {
	p := b.w.within
	kit.SetVisible(b.Content, p != nil && !b.w.play.IsOn())
	if p == nil {
		return
	}
	title := "Prefab " + quote.Excerpt(b.w.Files.Name())
	if b.w.Files.Unsaved() {
		title = "● " + title
	}
	verb := "follow"
	if p.follow == 1 {
		verb = "follows"
	}
	sub := "in " + quote.Excerpt(p.tab.Files.Name()) + " · " + quote.Count(p.follow, "instance") + " here " + verb +
		" · Esc closes"
	if of := p.around.Of; of.Flip || of.Angle != 0 {
		sub = "shown upright, as in its file · " + sub
	}
	if b.title.Text == title && b.sub.Text == sub {
		return
	}
	b.title.Text, b.sub.Text = title, sub
	b.Content.Refresh()
}
