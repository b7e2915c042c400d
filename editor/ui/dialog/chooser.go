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
	"unicode/utf8"

	"fillet/editor/quote"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/export"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
)

// chooser is a file dialog for systems without one. It has a list of a folder's files and a field, and can be used by
// keyboard alone. Typing filters the list; a typed path lists its folder, and Tab completes it.
type chooser struct {
	w          *Parent
	frame      *Frame
	save       bool
	suggestion string   // default name of the file to save
	extensions []string // with dots; none: every file
	all        bool     // whether to list files with other extensions too
	then       func(path string)

	base      string // the folder that typed names are relative to
	dir       string // the listed folder: base, or a typed one
	files     []chooserFile
	shown     []chooserFile // the files that pass the filter and the typed name
	marked    int           // -1: none
	isChosen  bool          // the user marked the file, by an arrow key or a click
	isRecent  bool          // recent files are listed instead of a folder
	name      *kit.SearchField
	list      *kit.PlainList
	where     *kit.TippedText
	none      *fynecanvas.Text
	problem   *kit.TippedText
	recentKey *kit.TextButton
}

// chooserFile is a file or folder in a [chooser].
type chooserFile struct {
	path, name string
	isDir      bool
	rank       fileRank
	opened     time.Time // of a recent file; zero for others
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
		c.marked, c.isChosen = -1, false
		c.narrow()
	})
	c.name.Complete = c.complete
	c.name.OnSubmitted = kit.Guarded(w.Look, func(string) { c.enter() })
	up := kit.NewIconButton(w.Look, "up", "Parent folder", "", func() { c.goTo(filepath.Dir(c.dir)) })
	home := kit.NewTextButton(w.Look, "Home", false, func() {
		if dir, err := os.UserHomeDir(); err == nil {
			c.goTo(dir)
		}
	})
	c.recentKey = kit.NewTextButton(w.Look, "Recent", false, func() { c.showRecent(!c.isRecent) })
	home.Small, c.recentKey.Small = true, true
	c.frame.Head = container.NewVBox(container.New(kit.RowOf(3), up, home, c.recentKey, c.where),
		kit.Pad(0, 2, 0, 4, c.name))
	c.problem = kit.CutLine(w.Look, "", p.Danger, kit.SmallText+1)
	c.frame.Fill = c.problem
	label := "Open"
	if save {
		label = "Save"
		folder := kit.NewTextButton(w.Look, "New folder…", false, c.makeFolder)
		folder.Small = true
		c.frame.Left(folder)
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
	files, err := c.read(dir)
	if err != nil {
		c.fail(err)
		return
	}
	c.base, c.dir, c.files, c.marked = dir, dir, files, -1
	c.setRecent(false)
	if folder, name := c.split(); !c.save {
		c.name.SetText("")
	} else if folder != "" {
		c.name.SetText(cmp.Or(name, c.suggestion))
	}
	c.narrow()
	c.list.ScrollToTop()
}

// read returns the files of a folder: folders first, then levels, and exported files last.
func (c *chooser) read(dir string) ([]chooserFile, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no folder %s", dir)
	}
	if err != nil {
		return nil, err
	}
	exporters := c.w.Files.Exporters().All()
	var files []chooserFile
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		f := chooserFile{path: filepath.Join(dir, e.Name()), name: e.Name(), isDir: e.IsDir()}
		if e.Type()&fs.ModeSymlink != 0 {
			info, err := os.Stat(f.path)
			f.isDir = err == nil && info.IsDir()
		}
		f.rank = rankOf(f, exporters)
		files = append(files, f)
	}
	slices.SortStableFunc(files, func(a, b chooserFile) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank),
			quote.Natural(strings.ToLower(a.name), strings.ToLower(b.name)))
	})
	return files, nil
}

// fileRank is the place of a kind of file in the list.
type fileRank uint8

const (
	folderRank fileRank = iota
	levelRank
	otherRank
	exportRank
)

func rankOf(f chooserFile, exporters []export.Exporter) fileRank {
	name := strings.ToLower(f.name)
	switch {
	case f.isDir:
		return folderRank
	case strings.HasSuffix(name, workspace.Extension):
		return levelRank
	case slices.ContainsFunc(exporters, func(e export.Exporter) bool {
		return strings.Count(e.Extension(), ".") > 1 && strings.HasSuffix(name, e.Extension())
	}):
		return exportRank
	}
	return otherRank
}

func (c *chooser) setRecent(on bool) {
	c.isRecent = on
	c.recentKey.SetLit(on)
}

// showRecent lists the recent files, or their folders to save a file in.
func (c *chooser) showRecent(on bool) {
	if !on {
		c.goTo(c.base)
		return
	}
	c.files, c.marked = nil, -1
	for _, r := range RecentFiles(c.w.App.Preferences()) {
		f := chooserFile{path: r.Path, name: filepath.Base(r.Path) + " · " + filepath.Dir(r.Path), opened: r.Opened}
		if c.save {
			dir := filepath.Dir(r.Path)
			f = chooserFile{path: dir, name: dir, isDir: true}
		} else if !c.fits(r.Path) {
			continue
		}
		if !slices.ContainsFunc(c.files, func(o chooserFile) bool { return o.path == f.path }) {
			c.files = append(c.files, f)
		}
	}
	c.setRecent(true)
	c.narrow()
	c.w.Win.Canvas().Focus(c.name)
}

// makeFolder asks for the name of a new folder and opens it.
func (c *chooser) makeFolder() {
	c.w.AskName("New folder", "", "Create", func(name string) error {
		if name == "" || name != filepath.Base(name) {
			return errors.New("enter a name without folders")
		}
		path := filepath.Join(c.dir, name)
		if err := os.Mkdir(path, 0o777); errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists", name)
		} else if err != nil {
			return err
		}
		c.goTo(path)
		return nil
	})
}

func isSeparator(r rune) bool { return r < 0x80 && os.IsPathSeparator(byte(r)) }

// split returns the typed folder as it was typed, and the name after it.
func (c *chooser) split() (folder, name string) {
	typed := c.name.Text
	if typed == "~" {
		return typed, ""
	}
	i := strings.LastIndexFunc(typed, isSeparator) + 1
	return typed[:i], typed[i:]
}

// narrow lists the files that pass the filter and match the typed text, in the typed folder if there is one. When
// saving, the typed name does not filter the list.
func (c *chooser) narrow() {
	c.problem.Set("")
	folder, name := c.split()
	dir := c.base
	if folder != "" {
		dir = c.absolute(folder)
		c.setRecent(false)
	}
	if dir != c.dir && !c.isRecent {
		files, err := c.read(dir)
		if err != nil {
			c.fail(err)
		}
		c.dir, c.files = dir, files
	}
	c.where.Set(c.dir)
	if c.isRecent {
		c.where.Set("Recent files")
	}
	c.shown = nil
	for _, f := range c.files {
		if c.matches(f, strings.ToLower(name), folder != "") {
			c.shown = append(c.shown, f)
		}
	}
	if !c.save && name != "" && len(c.shown) > 0 {
		c.marked = max(c.marked, 0)
	}
	none := "No files to open here."
	switch {
	case c.isRecent:
		none = "No recent files."
	case c.save:
		none = "This folder is empty."
	}
	c.say(none, len(c.shown) == 0)
	c.list.Refresh()
}

// matches reports whether a file is listed for a typed name, whose beginning counts if a folder was typed as well.
func (c *chooser) matches(f chooserFile, name string, isBeginning bool) bool {
	switch has := strings.ToLower(f.name); {
	case !f.isDir && !c.isRecent && !c.fits(f.name):
		return false
	case c.save:
		return true
	case isBeginning:
		return strings.HasPrefix(has, name)
	default:
		return strings.Contains(has, name)
	}
}

// complete returns the typed text with what all listed files that begin with it have in common.
func (c *chooser) complete() (text string, ok bool) {
	folder, name := c.split()
	if folder == "~" {
		return "~" + string(filepath.Separator), true
	}
	var found []chooserFile
	for _, f := range c.shown {
		if len(f.name) >= len(name) && strings.EqualFold(f.name[:len(name)], name) {
			found = append(found, f)
		}
	}
	if len(found) == 0 || c.isRecent || folder+name == "" {
		return "", false
	}
	common := found[0].name
	for _, f := range found {
		for !strings.HasPrefix(f.name, common) {
			_, size := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-size]
		}
	}
	if len(found) == 1 && found[0].isDir {
		common += string(filepath.Separator)
	}
	return folder + common, len(common) > len(name)
}

// fail shows an error below the list.
func (c *chooser) fail(err error) { c.problem.Set(kit.Sentence(c.w.Page.shown(err.Error()))) }

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
	c.marked, c.isChosen = i, true
	if f := c.shown[i]; c.save && !f.isDir {
		folder, _ := c.split()
		typed := c.name.OnChanged
		c.name.OnChanged = nil
		c.name.SetText(folder + f.name)
		c.name.OnChanged = typed
	}
	c.list.Refresh()
}

// enter opens the marked folder, or chooses the marked or typed file.
func (c *chooser) enter() {
	typed := strings.TrimSpace(c.name.Text)
	isMarked := c.marked >= 0 && c.marked < len(c.shown) && (!c.save || c.shown[c.marked].isDir)
	if isMarked && !c.isChosen && typed != "" { // a file with exactly the typed name comes first
		_, err := os.Stat(c.absolute(typed))
		isMarked = err != nil
	}
	switch {
	case isMarked:
		c.enterPath(c.shown[c.marked].path)
	case typed != "":
		c.enterPath(c.absolute(typed))
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
	return filepath.Join(c.base, typed)
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
		c.fail(err)
		return
	case c.save:
		if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
			c.fail(fmt.Errorf("there is no folder %s", filepath.Dir(path)))
			return
		}
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
	p, f := r.chooser.w.Look.Colors(), r.chooser.shown[i]
	icon, ink := "file", p.Quiet
	r.size.Text, r.when.Text = "", ""
	if f.isDir {
		icon, ink = "folder", p.Accent
	} else if !f.opened.IsZero() {
		r.when.Text = ago(f.opened, time.Now())
	} else if info, err := os.Lstat(f.path); err == nil {
		r.size.Text, r.when.Text = fileSize(info.Size()), ago(info.ModTime(), time.Now())
	}
	r.icon.Resource = r.chooser.w.Look.Icons.Resource(icon, ink)
	r.name.Set(f.name)
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
	if f := c.shown[r.index]; f.isDir {
		c.goTo(f.path)
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
