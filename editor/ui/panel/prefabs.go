package panel

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
)

// PrefabState holds the prefabs that the shown level can place. All tabs of a window share it.
type PrefabState struct {
	Entries  []project.Entry
	Search   string // search text for names
	Current  string // path of the prefab clicked last
	Glimpses *Glimpses
}

func (s *PrefabState) find(path string) *project.Entry {
	if i := slices.IndexFunc(s.Entries, func(e project.Entry) bool { return e.Path == path }); i >= 0 {
		return &s.Entries[i]
	}
	return nil
}

type PrefabListLinks struct {
	IsShown func() bool // reports whether the panel is visible: hidden rows request no thumbnails
	// returns a file's path as stored in the level; empty if the level cannot refer to the file
	Name      func(path string) string
	Stamp     func(project.Entry)                // starts stamping the prefab
	SelectAll func(project.Entry)                // selects the prefab's instances
	Replace   func(project.Entry)                // replaces the selected instances with the prefab
	Menu      func(project.Entry, fyne.Position) // opens the prefab's menu at a position in the window
	Make      func()                             // makes a prefab from the selection
	Drag      func(project.Entry, fyne.Position) // drags the prefab to a position in the window
	DragEnd   func()
	Marks     func(path string) (shown, unsaved bool)
	Missing   func() // called if the level has instances of unlisted files
}

// Prefabs is the panel of the prefabs that can be placed in the level, with thumbnails and instance counts.
type Prefabs struct {
	Content fyne.CanvasObject
	List    *kit.KeyList
	Field   *kit.SearchField

	PrefabListLinks
	look    *kit.Look
	session *editor.Session
	state   *PrefabState
	Rows    []project.Entry
	Counts  map[string]int // instances in the level, by path
	empty   *kit.QuietProse
	foot    *fynecanvas.Text
	buttons [3]*kit.TextButton
	add     *kit.IconButton
	asked   string // the unlisted files when Missing was last called
}

func NewPrefabs(l *kit.Look, s *editor.Session, state *PrefabState, links PrefabListLinks) *Prefabs {
	v := &Prefabs{look: l, session: s, state: state, PrefabListLinks: links}
	p := l.Colors()
	v.List = kit.NewKeyList(l, func() int { return len(v.Rows) }, func() *prefabRow { return newPrefabRow(v) },
		func(r *prefabRow, i int) { r.show(v.Rows[i]) }, v.enter)
	v.List.OnMenu = func(i int, at fyne.Position) { v.Menu(v.Rows[i], at) }
	v.Field = newListSearch(l, "Search prefabs", &state.Search, v.Refresh, func() { v.enter(0) })
	v.add = kit.NewIconButton(l, "plus", "Make a prefab from the selection", "", links.Make)
	v.add.Side = 24
	v.empty = kit.NewQuietProse("", "")
	v.foot = kit.Text("", p.Quiet, kit.SmallText+1)
	for i, b := range []struct {
		label string
		do    func(project.Entry)
	}{{"Stamp", links.Stamp}, {"Select all", links.SelectAll}, {"Replace", links.Replace}} {
		v.buttons[i] = kit.NewTextButton(l, b.label, false, func() {
			if e := state.find(state.Current); e != nil {
				b.do(*e)
			}
		})
		v.buttons[i].Small = true
	}
	head := kit.Pad(kit.Edge, kit.BarPadding, kit.Edge-kit.ButtonInset, kit.BarPadding,
		container.New(kit.Row{Gap: 4, Grow: 0}, v.Field, v.add))
	foot := kit.Pad(kit.Edge, 4, kit.Edge, 7, container.New(kit.Lines(5),
		container.New(kit.Shared(4), v.buttons[0], v.buttons[1], v.buttons[2]), v.foot))
	v.Content = container.NewBorder(head, foot, nil, nil, container.NewStack(v.List,
		kit.Pad(kit.Edge, 10, kit.Edge, 0, container.NewVBox(v.empty))))
	v.Refresh()
	return v
}

// enter starts stamping the prefab of a row.
func (v *Prefabs) enter(i int) {
	if i < len(v.Rows) {
		v.choose(v.Rows[i])
		v.Stamp(v.Rows[i])
	}
}

// choose makes a prefab the target of the buttons.
func (v *Prefabs) choose(e project.Entry) {
	v.state.Current = e.Path
	v.update()
}

func (v *Prefabs) Refresh() {
	wanted := strings.Fields(strings.ToLower(v.state.Search))
	v.Rows = v.Rows[:0]
	for _, e := range v.state.Entries {
		if kit.HoldsAll(strings.ToLower(e.Rel), wanted) {
			v.Rows = append(v.Rows, e)
		}
	}
	v.count()
	why := ""
	switch {
	case len(v.state.Entries) == 0 && v.Name("x") == "":
		why = "Prefabs are level files that are placed in other levels. Save this level first: prefab paths are " +
			"relative to its file."
	case len(v.state.Entries) == 0:
		why = "No prefabs yet. Select shapes, then choose Shape › Make prefab…"
	case len(v.Rows) == 0:
		why = fmt.Sprintf("No prefab named “%s”.", quote.Excerpt(v.state.Search))
	}
	v.empty.SetText(why)
	kit.SetVisible(v.empty, why != "")
	v.List.Refresh()
	v.update()
}

// Changed updates the counts and buttons after a change to the level.
func (v *Prefabs) Changed() {
	v.count()
	v.update()
}

func (v *Prefabs) count() {
	byName := map[string]int{}
	for _, i := range v.session.Document().Instances() {
		byName[i.Prefab]++
	}
	v.Counts = make(map[string]int, len(v.state.Entries))
	for _, e := range v.state.Entries {
		if name := v.Name(e.Path); name != "" && byName[name] > 0 {
			v.Counts[e.Path] = byName[name]
			delete(byName, name)
		}
	}
	if len(byName) == 0 {
		v.asked = ""
		return
	}
	if asked := fmt.Sprint(slices.Sorted(maps.Keys(byName))); v.asked != asked {
		v.asked = asked
		v.Missing()
	}
}

// update shows which actions the current prefab allows.
func (v *Prefabs) update() {
	e := v.state.find(v.state.Current)
	instances := v.session.Instances().Selected()
	v.buttons[0].SetOff(e == nil)
	v.buttons[1].SetOff(e == nil || v.Counts[v.state.Current] == 0)
	v.buttons[2].SetOff(e == nil || len(instances) == 0)
	n := len(v.session.Document().Instances())
	text := ""
	if len(v.state.Entries) > 0 {
		text = quote.Count(len(v.state.Entries), "prefab") + ", " + quote.Count(n, "instance") + " here"
	}
	kit.SetText(v.foot, text)
	v.List.Update()
}

type prefabRow struct {
	kit.Tile
	kit.Hover
	panel *Prefabs
	entry project.Entry

	fileCells
	count    *fynecanvas.Text
	lastTap  time.Time
	dragging bool
}

func newPrefabRow(v *Prefabs) *prefabRow {
	r := &prefabRow{
		panel: v, count: kit.Text("", v.look.Colors().Quiet, kit.SmallText+1), fileCells: newFileCells(v.look),
	}
	r.Hover = kit.NewHover(v.look, r, r.update, r.tip)
	r.Init(r, v.look, 0, fyne.NewSize(120, projectRow), r.line(7, r.count), r.tap)
	return r
}

func (r *prefabRow) show(e project.Entry) {
	r.entry = e
	g, about := r.panel.state.Glimpses.ifShown(r.panel.IsShown, r.entry), ""
	if g != nil {
		about = g.Facts(project.Prefab)
	}
	r.fill(e, about, g)
	text := ""
	if n := r.panel.Counts[e.Path]; n > 0 {
		text = fmt.Sprintf("×%d", n)
	}
	kit.SetText(r.count, text)
	r.update()
}

func (r *prefabRow) update() {
	_, unsaved := r.panel.Marks(r.entry.Path)
	r.Plate.Fill(r.panel.look.Colors().Row(r.entry.Path == r.panel.state.Current, r.Over))
	r.mark(unsaved)
}

// tip returns the full path, and either the mouse actions or why the file cannot be read.
func (r *prefabRow) tip() (text, key string) {
	text = quote.Printable(r.entry.Rel)
	if g := r.panel.state.Glimpses.ifShown(r.panel.IsShown, r.entry); g != nil && g.Err != nil {
		return text + "\n" + quote.ShortError(g.Err).Error(), ""
	}
	return text + "\nDrag it onto the canvas, or double-click to stamp it", ""
}

func (r *prefabRow) tap() {
	again := time.Since(r.lastTap) < canvas.DoubleClick
	r.lastTap = time.Now()
	r.panel.List.Take(r)
	r.panel.choose(r.entry)
	if again {
		r.panel.look.Focus() // for the stamp's shortcuts
		r.panel.Stamp(r.entry)
	}
}

func (r *prefabRow) TappedSecondary(e *fyne.PointEvent) {
	defer r.panel.look.Catch()
	r.panel.choose(r.entry)
	r.panel.Menu(r.entry, e.AbsolutePosition)
}

func (r *prefabRow) Dragged(e *fyne.DragEvent) {
	defer r.panel.look.Catch()
	if !r.dragging {
		r.dragging = true
		r.panel.look.Tips.Hide(r)
		r.panel.look.Focus() // so that Escape reaches the canvas
		r.panel.choose(r.entry)
	}
	r.panel.Drag(r.entry, e.AbsolutePosition)
}

func (r *prefabRow) DragEnd() {
	defer r.panel.look.Catch()
	if r.dragging {
		r.dragging = false
		r.panel.DragEnd()
	}
}
