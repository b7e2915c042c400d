package dialog

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"fillet/assets"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
)

// Start is the start page, which the window shows while no level is open.
type Start struct {
	*Front
	docs    *Documents
	Content *fyne.Container
	Scroll  *container.Scroll
	Actions *fyne.Container
	Recent  *fyne.Container
	Cards   *fyne.Container
	flow    *kit.Flow // layout of the cards
	columns *kit.Flow // layout of the actions and the cards, which are below them in a narrow window
}

const (
	startSide  = 330 // width of the actions and recent files
	cardWidth  = 214
	cardHeight = 178
	cardGap    = 14
	thumbRatio = 0.5 // height of a sample's picture relative to its width
	startEdge  = 28  // left and right margin
	startGap   = 44  // between the actions and the samples
)

func NewStart(w *Front, docs *Documents, chooseImport, newProject func()) *Start {
	s := &Start{Front: w, docs: docs}
	p := w.Look.Colors()
	logo := fynecanvas.NewImageFromResource(fyne.NewStaticResource("fillet.svg", assets.Icon("fillet")))
	logo.FillMode = fynecanvas.ImageFillContain
	logo.SetMinSize(fyne.NewSize(40, 40))
	title := container.New(kit.Row{Gap: 12, Grow: -1}, logo, container.NewVBox(
		kit.Bold("Fillet", p.Text, 24), kit.Text("Collision shapes for 2D levels", p.Quiet, kit.TextSize)))
	newKey := "Ctrl+N"
	if w.Page != nil {
		newKey = "Alt+Shift+N" // as in the menu: browsers reserve Ctrl+N
	}
	s.Actions = container.NewVBox(
		newStartRow(w.Look, "plus", "New level", "", newKey, docs.NewLevel, nil),
		newStartRow(w.Look, "plus", "New project…", "", "", newProject, nil),
		newStartRow(w.Look, "folder", "Open…", "", "Ctrl+O", docs.ChooseLevel, nil),
		newStartRow(w.Look, "import", "Import…", "", "Ctrl+I", chooseImport, nil),
		newStartRow(w.Look, "file", "User guide", "", "Shift+F1", func() { w.ShowGuide() }, nil),
	)
	if w.Page != nil {
		const afterOpen = 3
		s.Actions.Objects = slices.Insert(s.Actions.Objects, afterOpen,
			fyne.CanvasObject(newStartRow(w.Look, "folder", "Open folder…", "", "", docs.ChooseFolder, nil)))
	}
	s.Recent = container.NewVBox()
	left := container.New(kit.Fixed{W: startSide, H: 0}, container.NewVBox(title, kit.VerticalGap(18),
		s.heading("Start"), s.Actions, kit.VerticalGap(14), s.heading("Recent"), s.Recent))
	s.flow = &kit.Flow{Gap: cardGap, Width: cardsWidth(maxCards)}
	s.columns = &kit.Flow{Gap: startGap, Down: 20, Width: columnsWidth(maxCards)}
	s.Cards = container.New(s.flow)
	for _, l := range Lessons() {
		s.Cards.Add(newSampleCard(w.Look, l, func() { docs.OpenSample(l.File) }))
	}
	right := container.NewVBox(s.heading("Samples: each with things to try"), kit.VerticalGap(4), s.Cards)
	foot := kit.NewCutText(p.Quiet)
	foot.Shown.TextSize, foot.Shown.Alignment = kit.SmallText+1, fyne.TextAlignCenter
	foot.Set("F1 lists all keys · " + w.CommandsKey + " finds every command · drop a file here to open or import it")
	s.Scroll = container.NewScroll(container.New(kit.Middle{}, kit.Pad(startEdge, 34, startEdge, 20,
		container.New(s.columns, left, right))))
	s.Content = container.NewStack(kit.Ground(w.Look, p.Window), container.NewBorder(nil, kit.Pad(0, 6, 0, 10, foot),
		nil, nil, container.New(startLayout{s}, s.Scroll)))
	s.Content.Hide()
	s.Refresh()
	return s
}

const maxCards = 3

// cardsWidth returns the width of n samples side by side.
func cardsWidth(n int) float32 { return float32(n)*(cardWidth+cardGap) - cardGap + 1 }

// columnsWidth returns the width of the actions with n samples beside them, or below them for 0.
func columnsWidth(n int) float32 {
	if n == 0 {
		return startSide
	}
	return startSide + startGap + cardsWidth(n)
}

// startLayout is the layout of the page, with as many samples side by side as fit.
type startLayout struct{ page *Start }

func (startLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (l startLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	n := maxCards
	for n > 0 && startEdge+columnsWidth(n)+startEdge > size.Width {
		n--
	}
	changed := l.page.columns.Width != columnsWidth(n)
	l.page.flow.Width, l.page.columns.Width = cardsWidth(max(n, 1)), columnsWidth(n)
	kit.Put(o[0], 0, 0, size.Width, size.Height)
	if changed {
		l.page.Scroll.Refresh()
	}
}

// IsOpen reports whether the start page is shown. A nil page is not shown.
func (s *Start) IsOpen() bool { return s != nil && s.Content.Visible() }

func (s *Start) heading(label string) fyne.CanvasObject {
	return kit.Pad(0, 2, 0, 4, kit.Bold(label, s.Look.Colors().Quiet, kit.TextSize-1))
}

func (s *Start) Refresh() {
	if s == nil {
		return
	}
	w := s.Front
	s.Recent.Objects = nil
	for _, f := range RecentFiles(w.App.Preferences()) {
		s.Recent.Add(newStartRow(w.Look, "file", filepath.Base(f.Path), w.FolderOf(f.Path), ago(f.Opened, time.Now()),
			func() { s.OpenRecent(f.Path) }, func() { s.docs.forget(f.Path) }))
	}
	if len(s.Recent.Objects) == 0 {
		s.Recent.Add(kit.Text("Levels you open appear here.", w.Look.Colors().Quiet, kit.TextSize))
	}
	s.Recent.Refresh()
}

// OpenRecent opens a recent file, or offers to remove it from the list if it no longer exists.
func (s *Start) OpenRecent(path string) {
	if _, err := os.Stat(path); err != nil {
		s.Ask("File not found", path+" no longer exists.", Choice{"Remove from list", func() { s.docs.forget(path) }})
		return
	}
	s.docs.OpenFile(path)
}

// tidyDir returns a file's folder, with ~ for the home folder.
func tidyDir(path string) string {
	dir := filepath.Dir(path)
	if home, err := os.UserHomeDir(); err == nil {
		if rel, err := filepath.Rel(home, dir); err == nil && filepath.IsLocal(rel) {
			return filepath.Join("~", rel)
		}
	}
	return dir
}

// startRow is a clickable row of the start page: an action or a recent file.
type startRow struct {
	kit.PressTile
	look     *kit.Look
	onForget func() // nil: cannot be removed
}

// newStartRow returns a row. place is its second line, or empty; detail is shown on the right.
func newStartRow(l *kit.Look, icon, label, place, detail string, onTap, onForget func()) *startRow {
	r := &startRow{look: l, onForget: onForget}
	p, height := l.Colors(), float32(34)
	name := kit.NewCutText(p.Text)
	name.Shown.TextSize = kit.TextSize + 1
	words := container.New(kit.Lines(1), name)
	if place != "" {
		name.Shown.TextSize = kit.TextSize
		folder := kit.NewCutText(p.Quiet)
		folder.Left, folder.Shown.TextSize = true, kit.SmallText
		folder.Set(place)
		words.Add(folder)
		height = 44
	}
	name.Set(label)
	line := container.New(kit.Row{Gap: 10 - kit.FieldInset, Grow: 1}, l.Icons.Image(icon, p.Accent), words,
		kit.Text(detail, p.Quiet, kit.SmallText+1))
	r.InitPress(r, l, kit.FieldRadius+1, fyne.NewSize(startSide, height), kit.Pad(8, 0, 10, 0, line), onTap,
		func() { r.Lit(r.Plate, r.Over) }, func() string { return strings.TrimSpace(label + " " + place) }, nil)
	return r
}

// TypedKey implements fyne.Focusable. Delete removes a recent file from the list.
func (r *startRow) TypedKey(e *fyne.KeyEvent) {
	defer r.look.Catch()
	if r.onForget != nil && e.Name == fyne.KeyDelete {
		r.look.Focus()
		r.onForget()
		return
	}
	r.Pressable.TypedKey(e)
}

func (r *startRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

// sampleCard shows a sample level on the start page: picture, title and summary.
type sampleCard struct {
	kit.PressTile
	look    *kit.Look
	lesson  Lesson
	raster  *fynecanvas.Raster
	doc     *level.Document
	picture *image.RGBA
}

func newSampleCard(look *kit.Look, l Lesson, onTap func()) *sampleCard {
	c := &sampleCard{look: look, lesson: l}
	c.raster = look.Raster(c.draw)
	words := container.NewBorder(kit.Pad(4, 0, 4, 0, kit.Bold(l.Title, look.Colors().Text, kit.TextSize)), nil, nil,
		nil,
		kit.NewQuietProse(l.Summary, theme.SizeNameCaptionText))
	content := kit.Pad(2, 2, 2, 2, container.New(kit.Arranged{Least: fyne.NewSize(80, 80), Place: pictureAbove},
		c.raster, kit.Pad(4, 5, 4, 0, words)))
	c.InitPress(c, look, 7, fyne.NewSize(cardWidth, cardHeight), content, onTap, c.update,
		func() string { return l.Title + ": " + l.Summary }, nil)
	c.update()
	return c
}

func pictureAbove(o []fyne.CanvasObject, size fyne.Size) {
	h := size.Width * thumbRatio
	kit.Put(o[0], 0, 0, size.Width, h)
	kit.Put(o[1], 0, h, size.Width, size.Height-h)
}

func (c *sampleCard) update() {
	p := c.look.Colors()
	c.Plate.FillColor, c.Plate.StrokeColor, c.Plate.StrokeWidth = p.Panel, p.Line, 1
	if c.Over {
		c.Plate.FillColor, c.Plate.StrokeColor = p.Hover, p.Accent
	}
	c.Ring(c.Plate)
	c.Plate.Refresh()
}

// draw renders the raster: the level in the theme's colours.
func (c *sampleCard) draw(w, h int) image.Image {
	was := c.picture
	if c.picture = canvas.Sized(was, w, h); c.picture == was {
		return was
	}
	if c.doc == nil {
		var err error
		if c.doc, err = c.lesson.picture(); err != nil {
			return c.picture // opening the sample reports the error
		}
	}
	snap := c.doc.Snapshot()
	scale := float64(w) / float64(max(c.raster.Size().Width, 1))
	camera := render.Camera{Width: w, Height: h, Zoom: 1}.Framing(render.LevelBounds(snap), 4*scale)
	scene := render.LevelScene(snap, camera, canvas.Theme(c.look))
	scene.Scale, scene.Show.Labels = scale, false
	render.NewRenderer().Draw(c.picture, scene)
	return c.picture
}

func (c *sampleCard) Cursor() desktop.Cursor { return desktop.PointerCursor }

type RecentFile struct {
	Path   string // absolute
	Opened time.Time
}

const maxRecent = 10

// RecentFiles returns the recent files, latest first.
func RecentFiles(p fyne.Preferences) []RecentFile {
	var out []RecentFile
	for _, line := range p.StringList(prefRecent) {
		when, path, ok := strings.Cut(line, " ")
		opened, err := time.Parse(time.RFC3339, when)
		if !ok || err != nil {
			path, opened = line, time.Time{} // an entry without a time
		}
		out = append(out, RecentFile{path, opened})
	}
	return out
}

// restores reports whether a start without arguments reopens the levels of the last session.
func restores(p fyne.Preferences) bool { return p.BoolWithFallback(prefRestore, true) }

// LastLevels returns the files of the levels that were open when the program ended, and which of them was shown. It
// returns none if the user does not want to reopen them.
func LastLevels(p fyne.Preferences) (paths []string, shown string) {
	if !restores(p) {
		return nil, ""
	}
	return p.StringList(prefLevels), p.String(prefLevel)
}

func StoreLevels(p fyne.Preferences, paths []string, shown string) {
	if !slices.Equal(p.StringList(prefLevels), paths) {
		p.SetStringList(prefLevels, paths)
	}
	if p.String(prefLevel) != shown {
		p.SetString(prefLevel, shown)
	}
}

// ago formats a time relative to now: "5 minutes ago", "yesterday 14:02", "3 March".
func ago(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t, now = t.Local(), now.Local()
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch d := now.Sub(t); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return quote.Count(int(d.Minutes()), "minute") + " ago"
	case !t.Before(midnight):
		return "today " + t.Format("15:04")
	case !t.Before(midnight.AddDate(0, 0, -1)):
		return "yesterday " + t.Format("15:04")
	case t.Year() == now.Year():
		return fmt.Sprint(t.Day()) + " " + t.Month().String()
	}
	return fmt.Sprint(t.Day()) + " " + t.Month().String() + " " + fmt.Sprint(t.Year())
}
