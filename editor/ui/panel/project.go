package panel

import (
	"fmt"
	"image"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// ProjectState is a window's project. All tabs of the window share it.
type ProjectState struct {
	Dir      string           // empty: no project
	Project  *project.Project // nil if its file has an error
	Err      error            // error of the project file or of listing its files
	List     *project.Listing // nil until listed
	Search   string           // search text for names
	Glimpses *Glimpses
}

// Name returns the project's name, or else its folder's.
func (s *ProjectState) Name() string {
	if s.Project != nil && s.Project.Name != "" {
		return s.Project.Name
	}
	return path.Base(strings.ReplaceAll(s.Dir, `\`, "/"))
}

// Summary returns the project's name and counts, or an empty text without a project.
func (s *ProjectState) Summary() string {
	if s.Dir == "" {
		return ""
	}
	if s.List == nil {
		return quote.Excerpt(s.Name())
	}
	parts := []string{quote.Count(len(s.List.Of(project.Level)), "level")}
	if n := len(s.List.Of(project.Prefab)); n > 0 {
		parts = append(parts, quote.Count(n, "prefab"))
	}
	if n := len(s.List.Of(project.Tiles)); n > 0 {
		parts = append(parts, quote.Count(n, "tileset"))
	}
	return quote.Excerpt(s.Name()) + " · " + strings.Join(parts, ", ")
}

// Of returns the project if it contains a file, or nil.
func (s *ProjectState) Of(file string) *project.Project {
	if s == nil || s.Project == nil || !s.holds(file) {
		return nil
	}
	return s.Project
}

// ErrorOf returns why the project that contains a file cannot be read, or nil.
func (s *ProjectState) ErrorOf(file string) error {
	if s == nil || s.Project != nil || !s.holds(file) {
		return nil
	}
	return s.Err
}

// holds reports whether a file belongs to the project.
func (s *ProjectState) holds(file string) bool {
	within := func(dir string) bool {
		rel, err := filepath.Rel(dir, file)
		return err == nil && filepath.IsLocal(rel)
	}
	return s.Dir != "" && file != "" && within(s.Dir) && (s.List == nil || !slices.ContainsFunc(s.List.Nested, within))
}

type ProjectLinks struct {
	IsShown func() bool // reports whether the panel is visible: hidden rows request no thumbnails
	Open    func(project.Entry)
	New     func(project.Kind)
	Menu    func(e project.Entry, at fyne.Position)
	Marks   func(path string) (shown, unsaved bool)
}

// Project is the panel of the levels, prefabs and tilesets of the window's project.
type Project struct {
	Content fyne.CanvasObject
	List    *kit.KeyList
	Field   *kit.SearchField
	look    *kit.Look
	state   *ProjectState
	links   ProjectLinks
	Rows    []projectItem
	empty   *kit.QuietProse
	Trouble *kit.QuietProse // the error above the list
	above   *fyne.Container // container of Trouble
	foot    *fynecanvas.Text
}

// projectItem is a row: the heading of a kind, or a file.
type projectItem struct {
	Kind  project.Kind
	Count int // files below a heading
	Entry *project.Entry
}

// maxTrouble limits the error above the list, in characters.
const maxTrouble = 240

const (
	projectHead = 28
	projectRow  = 50
)

func NewProject(l *kit.Look, s *ProjectState, links ProjectLinks) *Project {
	v := &Project{look: l, state: s, links: links}
	p := l.Colors()
	v.List = kit.NewKeyList(l, func() int { return len(v.Rows) }, func() *projectRowItem { return newProjectRow(v) },
		func(r *projectRowItem, i int) { r.show(v.Rows[i]) }, v.enter)
	v.List.OnMenu = func(i int, at fyne.Position) {
		if e := v.Rows[i].Entry; e != nil {
			v.links.Menu(*e, at)
		}
	}
	v.Field = newListSearch(l, "Search levels, prefabs, tilesets", &s.Search, v.Refresh, func() {
		for i := range v.Rows {
			if v.Rows[i].Entry != nil {
				v.enter(i)
				return
			}
		}
	})
	v.empty, v.Trouble = kit.NewQuietProse("", ""), kit.NewQuietProse("", theme.SizeNameCaptionText)
	v.Trouble.Segment.Style.ColorName = theme.ColorNameError
	v.above = kit.Pad(4, 0, 4, 0, v.Trouble)
	v.above.Hide()
	search := kit.Pad(kit.Edge, kit.BarPadding, kit.Edge, kit.BarPadding, v.Field)
	v.foot = kit.Text("", p.Quiet, kit.SmallText+1)
	v.Content = container.NewBorder(container.NewVBox(search, v.above), kit.Pad(kit.Edge, 5, kit.Edge, 7, v.foot), nil,
		nil,
		container.NewStack(v.List, kit.Pad(kit.Edge, 10, kit.Edge, 0, container.NewVBox(v.empty))))
	v.Refresh()
	return v
}

func (v *Project) enter(i int) {
	if i < len(v.Rows) && v.Rows[i].Entry != nil {
		v.links.Open(*v.Rows[i].Entry)
	}
}

func (v *Project) Refresh() {
	v.Rows = v.Rows[:0]
	s := v.state
	why, trouble := "", ""
	switch {
	case s.Dir == "":
		why = "This level is not in a project. Levels in a project share categories, materials and exports. Choose " +
			"File › Project › New project…, or add a fillet.project.yaml to this folder or one above it."
	case s.Err != nil && s.List != nil: // keep the list
		trouble = kit.Sentence(quote.ShortError(s.Err).Error())
	case s.Err != nil:
		why = kit.Sentence(quote.ShortError(s.Err).Error())
	}
	v.Trouble.SetText(kit.AtMost(trouble, maxTrouble))
	if v.above.Visible() != (trouble != "") {
		kit.SetVisible(v.above, trouble != "")
		v.Content.Refresh()
	}
	v.empty.SetText(why)
	kit.SetVisible(v.empty, why != "")
	if s.List != nil && s.Dir != "" {
		v.list(s)
	}
	v.List.Refresh()
	for i, r := range v.Rows {
		h := float32(projectRow)
		if r.Entry == nil {
			h = projectHead
		}
		v.List.SetItemHeight(i, h)
	}
	foot := ""
	if s.Dir != "" && s.Project != nil && len(s.Project.Categories) > 0 {
		foot = quote.Count(len(s.Project.Categories), "category")
		if n := len(s.Project.Materials); n > 0 {
			foot += ", " + quote.Count(n, "material")
		}
	}
	kit.SetText(v.foot, foot)
}

// list builds the rows that match the search.
func (v *Project) list(s *ProjectState) {
	wanted := strings.Fields(strings.ToLower(s.Search))
	for _, kind := range []project.Kind{project.Level, project.Prefab, project.Tiles} {
		head := len(v.Rows)
		v.Rows = append(v.Rows, projectItem{Kind: kind})
		for i := range s.List.Entries {
			e := &s.List.Entries[i]
			if e.Kind == kind && kit.HoldsAll(strings.ToLower(e.Rel), wanted) {
				v.Rows = append(v.Rows, projectItem{Kind: kind, Entry: e})
			}
		}
		n := len(v.Rows) - head - 1
		v.Rows[head].Count = n
		if n == 0 && (kind == project.Tiles || len(wanted) > 0) {
			v.Rows = v.Rows[:head]
		}
	}
	if len(v.Rows) == 0 {
		v.empty.SetText(fmt.Sprintf("Nothing in the project matches “%s”.", quote.Excerpt(s.Search)))
		kit.SetVisible(v.empty, true)
	}
}

// newListSearch returns the field above a list that stores its text in search. changed is called after each change, and
// entered for Enter.
func newListSearch(l *kit.Look, hint string, search *string, changed, entered func()) *kit.SearchField {
	var f *kit.SearchField
	f = kit.NewSearchField(l, func(int) {}, func() {
		f.SetText("")
		l.Focus()
	})
	f.PlaceHolder = hint
	f.SetText(*search)
	f.OnChanged = kit.Guarded(l, func(text string) {
		*search = text
		changed()
	})
	f.OnSubmitted = kit.Guarded(l, func(string) { entered() })
	return f
}

// fileCells holds the parts of a file's row: thumbnail, name, facts, and the mark of unsaved changes.
type fileCells struct {
	colors      *kit.Colors
	picture     *fynecanvas.Image
	name, about *kit.CutText
	dot         *fynecanvas.Circle
}

func newFileCells(l *kit.Look) fileCells {
	p := l.Colors()
	c := fileCells{
		colors: p, name: kit.NewCutText(p.Text), about: kit.NewCutText(p.Quiet), dot: fynecanvas.NewCircle(p.Accent),
		picture: &fynecanvas.Image{FillMode: fynecanvas.ImageFillContain, ScaleMode: fynecanvas.ImageScaleSmooth},
	}
	c.about.Shown.TextSize = kit.SmallText + 1
	return c
}

// line arranges the parts, with other objects before the mark.
func (c *fileCells) line(gap float32, others ...fyne.CanvasObject) *fyne.Container {
	frame := fynecanvas.NewRectangle(kit.NoColor)
	frame.StrokeColor, frame.StrokeWidth = c.colors.Line, 1
	line := container.New(kit.Row{Gap: gap, Grow: 1},
		container.New(kit.Exact{W: glimpseWidth, H: glimpseHeight}, container.NewStack(c.picture, frame)),
		container.New(kit.Lines(1), c.name, c.about))
	line.Objects = append(append(line.Objects, others...), container.New(kit.Exact{W: 8, H: 8}, c.dot))
	return kit.Pad(kit.Edge, 4, kit.Edge, 4, line)
}

// fill shows a file with its glimpse, which may be nil.
func (c *fileCells) fill(e project.Entry, about string, g *Glimpse) {
	c.name.Set(quote.Printable(e.Stem()))
	c.about.Set(about)
	var picture image.Image
	ink := c.colors.Quiet
	if g != nil {
		if picture = g.Picture; g.Err != nil {
			ink = c.colors.Danger
		}
	}
	c.about.SetInk(ink)
	if c.picture.Image != picture {
		c.picture.Image = picture
		c.picture.Refresh()
	}
}

// mark shows whether the file has unsaved changes.
func (c *fileCells) mark(unsaved bool) {
	c.dot.FillColor = kit.NoColor
	if unsaved {
		c.dot.FillColor = c.colors.Accent
	}
	c.dot.Refresh()
}

type projectRowItem struct {
	kit.ListRow
	panel *Project
	item  projectItem

	head         *fyne.Container
	title, count *fynecanvas.Text
	add          *kit.IconButton
	file         *fyne.Container
	fileCells
}

func newProjectRow(v *Project) *projectRowItem {
	p := v.look.Colors()
	r := &projectRowItem{
		panel: v, title: kit.Bold("", p.Text, kit.TextSize), count: kit.Text("", p.Quiet, kit.SmallText+1),
		fileCells: newFileCells(v.look),
	}
	r.add = kit.NewIconButton(v.look, "plus", "", "", func() { v.links.New(r.item.Kind) })
	r.add.Side, r.add.InRow = 22, true
	r.head = kit.Pad(kit.Edge, 0, kit.Edge-4, 0, container.New(kit.RowOf(2), r.title, r.count, kit.NewSpace(), r.add))
	r.file = r.line(6)
	r.InitRow(r, v.List, projectHead, container.NewStack(r.head, r.file), r.update, r.tip)
	enter := r.OnTap
	r.OnTap = func() {
		if r.item.Entry != nil {
			enter()
		}
	}
	return r
}

func (r *projectRowItem) show(item projectItem) {
	r.item = item
	kit.SetVisible(r.head, item.Entry == nil)
	kit.SetVisible(r.file, item.Entry != nil)
	if item.Entry == nil {
		titles := map[project.Kind]string{project.Level: "Levels", project.Prefab: "Prefabs", project.Tiles: "Tilesets"}
		kit.SetText(r.title, titles[item.Kind])
		kit.SetText(r.count, fmt.Sprint(item.Count))
		r.add.SetTip("New " + item.Kind.String())
		kit.SetVisible(r.add, item.Kind != project.Tiles)
		r.update()
		return
	}
	e := *item.Entry
	g, about := r.panel.state.Glimpses.ifShown(r.panel.links.IsShown, e), ""
	if of := r.panel.state.Project; of != nil {
		about = quote.Printable(of.Folder(e))
	}
	if g != nil {
		about = g.Facts(e.Kind) + strings.TrimSuffix(" · "+about, " · ")
	}
	r.fill(e, about, g)
	r.update()
}

func (r *projectRowItem) update() {
	if r.item.Entry == nil {
		r.Plate.Fill(kit.NoColor)
		return
	}
	shown, unsaved := r.panel.links.Marks(r.item.Entry.Path)
	r.Plate.Fill(r.colors.Row(shown, r.Over))
	r.mark(unsaved)
}

// tip returns the full path, and why a file cannot be read.
func (r *projectRowItem) tip() (text, key string) {
	e := r.item.Entry
	if e == nil {
		return "", ""
	}
	text = quote.Printable(e.Rel)
	if g := r.panel.state.Glimpses.ifShown(r.panel.links.IsShown, *e); g != nil && g.Err != nil {
		text += "\n" + quote.ShortError(g.Err).Error()
	}
	return text, ""
}
