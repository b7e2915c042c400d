package dialog

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fillet/editor/quote"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// chooser is a file dialog for systems without one. It has a list of a folder's files and a field, and can be used by
// keyboard alone. Typing filters the list; a typed or pasted path opens that folder.
type chooser struct {
	w          *Parent
	frame      *Frame
	save       bool
	suggestion string   // default name of the file to save
	extensions []string // with dots; none: every file
	all        bool     // whether to list files with other extensions too
	then       func(path string)

	dir    string
	files  []fs.DirEntry // in the folder, folders first
	shown  []fs.DirEntry // the files that pass the filter and the typed name
	marked int           // -1: none
	name   *kit.SearchField
	list   *widget.List
	where  *kit.TippedText
	none   *fynecanvas.Text
}

// chooseFile opens the dialog. name is the default name of a file to save; it is empty when opening a file.
func (w *Parent) chooseFile(title, dir, name string, extensions []string, save bool, then func(path string)) {
	p := w.Look.Colors()
	c := &chooser{
		w: w, frame: w.NewFrame(0), save: save, suggestion: name, extensions: extensions, then: then, marked: -1,
	}
	c.where, c.none = kit.NewTippedText(w.Look, kit.Text("", p.Quiet, kit.TextSize)),
		kit.Text("", p.Quiet, kit.TextSize)
	c.where.Left = true
	c.list = kit.NewList(w.Look, func() int { return len(c.shown) }, func() *fileRow { return newFileRow(c) },
		(*fileRow).show)
	c.list.HideSeparators = true
	c.name = kit.NewSearchField(w.Look, c.step, c.frame.Close)
	c.name.PlaceHolder = "Type to filter, or enter a path"
	c.name.SetText(name)
	c.name.OnChanged = kit.Guarded(w.Look, func(string) {
		c.marked = -1
		c.narrow()
	})
	c.name.OnSubmitted = kit.Guarded(w.Look, func(string) { c.enter() })
	up := kit.NewIconButton(w.Look, "up", "Parent folder", "", func() { c.goTo(filepath.Dir(c.dir)) })
	home := kit.NewTextButton(w.Look, "Home", false, func() {
		if dir, err := os.UserHomeDir(); err == nil {
			c.goTo(dir)
		}
	})
	home.Small = true
	c.frame.Head = container.NewVBox(container.New(kit.RowOf(2), up, home, c.where), kit.Pad(0, 2, 0, 4, c.name))
	label := "Open"
	if save {
		label = "Save"
	}
	c.frame.Cancel("Cancel")
	c.frame.Primary(label, c.enter)
	if len(extensions) > 0 {
		var every *kit.TextButton
		every = kit.NewTextButton(w.Look, "All files", false, func() {
			c.all = !c.all
			every.SetLit(c.all)
			c.narrow()
		})
		every.Small = true
		c.frame.Left(every)
	}
	size := w.Win.Canvas().Size()
	c.frame.Open(title, fyne.NewSize(min(720, size.Width-40), min(520, size.Height-40)),
		container.NewStack(c.list, container.NewCenter(c.none)))
	c.goTo(dir)
	w.Win.Canvas().Focus(c.name)
	if save {
		c.name.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// goTo lists another folder, or keeps the list if that folder cannot be read.
func (c *chooser) goTo(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		c.w.Fail(err)
		c.say(err.Error(), true)
		return
	}
	c.dir, c.marked = dir, -1
	c.files = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") })
	slices.SortStableFunc(c.files, func(a, b fs.DirEntry) int {
		return cmp.Or(kit.BoolInt(c.isDir(b))-kit.BoolInt(c.isDir(a)),
			quote.Natural(strings.ToLower(a.Name()), strings.ToLower(b.Name())))
	})
	c.where.Set(dir)
	if !c.save {
		c.name.SetText("")
	}
	c.narrow()
	c.list.ScrollToTop()
}

// isDir reports whether an entry is a folder or a link to one.
func (c *chooser) isDir(e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(c.dir, e.Name()))
	return err == nil && info.IsDir()
}

// narrow lists the files that pass the filter and contain the typed text. When saving, the typed name does not filter
// the list.
func (c *chooser) narrow() {
	typed := strings.ToLower(c.name.Text)
	if c.save || strings.ContainsRune(typed, filepath.Separator) {
		typed = ""
	}
	c.shown = nil
	for _, e := range c.files {
		if !strings.Contains(strings.ToLower(e.Name()), typed) || !c.isDir(e) && !c.fits(e.Name()) {
			continue
		}
		c.shown = append(c.shown, e)
	}
	if !c.save && typed != "" && len(c.shown) > 0 {
		c.marked = max(c.marked, 0)
	}
	none := "No files to open here."
	if c.save {
		none = "This folder is empty."
	}
	c.say(none, len(c.shown) == 0)
	c.list.Refresh()
}

func (c *chooser) say(text string, show bool) {
	c.none.Text, c.none.Hidden = text, !show
	c.none.Refresh()
}

func (c *chooser) fits(name string) bool {
	return c.all || len(c.extensions) == 0 || slices.ContainsFunc(c.extensions, func(e string) bool {
		return strings.HasSuffix(strings.ToLower(name), strings.ToLower(e))
	})
}

func (c *chooser) step(by int) {
	if len(c.shown) == 0 {
		return
	}
	c.mark(min(max(c.marked+by, 0), len(c.shown)-1))
	c.list.ScrollTo(c.marked)
}

func (c *chooser) mark(i int) {
	c.marked = i
	if e := c.shown[i]; c.save && !c.isDir(e) {
		typed := c.name.OnChanged
		c.name.OnChanged = nil
		c.name.SetText(e.Name())
		c.name.OnChanged = typed
	}
	c.list.Refresh()
}

// enter opens the marked folder, or chooses the marked or typed file.
func (c *chooser) enter() {
	typed := strings.TrimSpace(c.name.Text)
	switch {
	case strings.HasPrefix(typed, "~") || strings.ContainsRune(typed, filepath.Separator):
		c.enterPath(c.absolute(typed))
	case c.marked >= 0 && c.marked < len(c.shown) && (!c.save || c.isDir(c.shown[c.marked])):
		c.enterPath(filepath.Join(c.dir, c.shown[c.marked].Name()))
	case typed != "":
		c.enterPath(filepath.Join(c.dir, typed))
	}
}

func (c *chooser) absolute(typed string) string {
	if rest, ok := strings.CutPrefix(typed, "~"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(typed) {
		return filepath.Clean(typed)
	}
	return filepath.Join(c.dir, typed)
}

func (c *chooser) enterPath(path string) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		if c.save {
			c.name.SetText(c.suggestion)
		}
		c.goTo(path)
		return
	case !c.save && err != nil:
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there is no file %s", path)
		}
		c.w.Fail(err)
		c.say(err.Error(), len(c.shown) == 0)
		return
	}
	if c.save {
		path = withExtension(path, c.extensions)
		if _, err := os.Stat(path); err == nil {
			c.w.AskReplace(path, func() {
				c.frame.Close()
				c.then(path)
			})
			return
		}
	}
	c.frame.Close()
	c.then(path)
}

type fileRow struct {
	kit.Tile
	chooser *chooser
	index   int
	icon    *fynecanvas.Image
	name    *kit.CutText
	size    *fynecanvas.Text
	when    *fynecanvas.Text
	tapped  time.Time
}

func newFileRow(c *chooser) *fileRow {
	p := c.w.Look.Colors()
	r := &fileRow{
		chooser: c, icon: c.w.Look.Icons.Image("file", p.Quiet), name: kit.NewCutText(p.Text),
		size: kit.Text("", p.Quiet, kit.SmallText+1), when: kit.Text("", p.Quiet, kit.SmallText+1),
	}
	r.size.Alignment, r.when.Alignment = fyne.TextAlignTrailing, fyne.TextAlignTrailing
	line := container.New(kit.Row{Gap: 8, Grow: 1}, r.icon, r.name,
		container.New(kit.Exact{W: 70, H: 24}, r.size), container.New(kit.Exact{W: 120, H: 24}, r.when))
	r.Init(r, c.w.Look, kit.FieldRadius, fyne.NewSize(200, kit.RowHeight-4), kit.Pad(8, 0, 10, 0, line), r.tap)
	return r
}

func (r *fileRow) show(i int) {
	r.index = i
	p, e := r.chooser.w.Look.Colors(), r.chooser.shown[i]
	icon, ink := "file", p.Quiet
	r.size.Text, r.when.Text = "", ""
	if r.chooser.isDir(e) {
		icon, ink = "folder", p.Accent
	} else if info, err := e.Info(); err == nil {
		r.size.Text, r.when.Text = fileSize(info.Size()), ago(info.ModTime(), time.Now())
	}
	r.icon.Resource = r.chooser.w.Look.Icons.Resource(icon, ink)
	r.name.Set(e.Name())
	r.Plate.Fill(p.Row(i == r.chooser.marked, false))
	r.Refresh()
}

func fileSize(n int64) string {
	const k = 1024
	switch {
	case n < k:
		return fmt.Sprintf("%d B", n)
	case n < k*k:
		return fmt.Sprintf("%.0f kB", float64(n)/k)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/k/k)
}

// tap marks the row and opens it on a double click. A folder opens at once.
func (r *fileRow) tap() {
	c := r.chooser
	if r.index >= len(c.shown) {
		return
	}
	again := c.marked == r.index && time.Since(r.tapped) < canvas.DoubleClick
	r.tapped = time.Now()
	if e := c.shown[r.index]; c.isDir(e) {
		c.goTo(filepath.Join(c.dir, e.Name()))
		c.w.Win.Canvas().Focus(c.name)
		return
	}
	c.mark(r.index)
	c.w.Win.Canvas().Focus(c.name)
	if again {
		c.enter()
	}
}

func (r *fileRow) Cursor() desktop.Cursor { return desktop.PointerCursor }
