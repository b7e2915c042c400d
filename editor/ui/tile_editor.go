package ui

import (
	"context"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynedialog "fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// tileEditor is the dialog that edits the shapes of a tileset's tiles.
type tileEditor struct {
	w       *dialog.Parent
	path    string // the file, which may not exist yet
	Model   *tileShapes
	sheet   *tileSheet
	large   *largeTile
	preview *tilesInLevel
	dialog  fynedialog.Dialog
	save    *kit.TextButton
	facts   *fynecanvas.Text
	title   *fynecanvas.Text // the chosen tile, or the number of chosen tiles

	presets  map[string]*presetButton
	tools    map[tool.ID]*kit.IconButton
	role     *kit.Segmented
	side     *kit.Segmented
	tags     *kit.Field
	name     *kit.Field
	material *kit.Field
	numbers  map[string]*kit.NumberField
	saved    func() // called on closing if something was saved
	isSaved  bool
}

// showTileEditor opens the dialog for a set, its image and the path of its file. saved, which may be nil, is called
// when the dialog closes if the set was saved.
func showTileEditor(
	w *dialog.Parent, path string, set *importers.TileSet, picture image.Image, saved func(),
) (*tileEditor, error) {
	size := picture.Bounds().Size()
	columns := set.Columns(size.X)
	count := columns * set.Rows(size.Y)
	if count == 0 {
		return nil, fmt.Errorf("the picture is %d by %d pixels, too small for a tile of %d by %d", size.X, size.Y,
			set.Width, set.Height)
	}
	v := &tileEditor{
		w: w, path: path, Model: newTileShapes(set, columns, count), presets: map[string]*presetButton{},
		tools: map[tool.ID]*kit.IconButton{}, numbers: map[string]*kit.NumberField{}, saved: saved,
	}
	v.sheet = newTileSheet(w.Look, v.Model, picture)
	var err error
	if v.large, err = newLargeTile(w.Look, v.Model, picture, func(work func()) { w.Spawn(work) }, v.fail); err != nil {
		return nil, err
	}
	v.large.view.Renderer.LikeGlyphs(w.Canvas.Renderer)
	v.preview = newTilesInLevel(w, path, v.Model)
	v.Model.OnChange = v.refresh
	v.build()
	w.OpenKeyed(v.dialog, dialog.Keys{Typed: v.typed, Shortcut: v.shortcut, Leave: v.leave})
	v.refresh()
	return v, nil
}

func (v *tileEditor) fail(err error) {
	if err != nil {
		v.facts.Color = v.w.Look.Colors().Danger
		kit.SetText(v.facts, kit.Shorten(err.Error(), 110))
	}
}

func (v *tileEditor) build() {
	l := v.w.Look
	v.facts = kit.Text("", l.Colors().Quiet, kit.TextSize)
	v.title = kit.Text("", l.Colors().Quiet, kit.SmallText+1)
	v.save = kit.NewTextButton(l, "Save", true, func() { v.Save(nil) })
	closing := kit.NewTextButton(l, "Close", false, v.close)
	foot := container.New(kit.RowOf(1), v.facts, kit.NewSpace(), closing, v.save)
	all := kit.NewTextButton(l, "All", false, v.Model.ChooseAll)
	head := container.New(kit.RowOf(1), v.title, kit.NewSpace(), all)
	left := container.NewBorder(kit.Pad(0, 0, 0, 6, head), nil, nil, nil, v.sheet)
	right := container.NewBorder(kit.Pad(0, 0, 0, 6, v.toolRow()), nil, nil, nil, v.large.view)
	views := container.New(kit.Equal{Gap: 12}, left, right)
	const bar = 10                                                    // width of the scroll bar
	column := container.NewVScroll(kit.Pad(0, 0, bar, 0, v.column())) // scrolls in a low window
	body := container.NewBorder(nil, kit.Pad(0, 10, 0, 0, foot), nil,
		kit.Pad(12, 0, -bar, 0, container.New(kit.Exact{W: 268 + bar, H: 0}, column)), views)
	size := v.w.Win.Canvas().Size()
	v.dialog = v.w.Dialog("Tile shapes: "+kit.Shorten(filepath.Base(v.path), 60), body,
		fyne.NewSize(size.Width-48, size.Height-48))
}

func (v *tileEditor) toolRow() fyne.CanvasObject {
	row := container.New(kit.Row{Gap: 2, Grow: -1})
	for _, info := range v.large.tools.Tools() {
		switch info.ID {
		case tool.Select, tool.Nodes, tool.Polygon, tool.Box, tool.Circle, tool.Capsule, tool.Chain:
			b := kit.NewIconButton(v.w.Look, string(info.ID), info.Name, info.Key, func() { v.use(info.ID) })
			v.tools[info.ID] = b
			row.Add(b)
		}
	}
	return row
}

func (v *tileEditor) use(id tool.ID) {
	v.large.tools.Switch(id)
	v.w.Look.Focus()
	v.showTools()
	v.large.view.Redraw()
}

func (v *tileEditor) showTools() {
	for id, b := range v.tools {
		b.SetOn(v.large.tools.Active() == id)
	}
}

// column returns the presets, the tile commands, and the properties of the chosen tiles.
func (v *tileEditor) column() fyne.CanvasObject {
	l := v.w.Look
	caption := func(s string) *fynecanvas.Text { return kit.Text(s, l.Colors().Quiet, kit.SmallText+1) }
	box := container.New(kit.Lines(5))
	box.Add(caption("Presets · Shift: ceiling, or add"))
	const inRow = 6
	var row []fyne.CanvasObject
	grid := container.New(kit.Lines(3))
	flush := func() {
		if len(row) > 0 {
			for len(row) < inRow {
				row = append(row, kit.NewSpace())
			}
			grid.Add(container.New(kit.Equal{Gap: 3}, row...))
			row = nil
		}
	}
	angle := "" // of the last slope
	for _, p := range importers.TilePresets {
		if strings.HasPrefix(p.Name, "ceiling") {
			continue // Shift with the floor's button places the ceiling
		}
		if slope, ok := strings.CutPrefix(p.Name, "slope-"); ok && slope[:2] != angle {
			if angle = slope[:2]; angle != "45" && angle != "63" { // those continue a row
				flush()
			}
		}
		b := newPresetButton(l, p, func(add bool) { v.put(p.Name, add) })
		v.presets[p.Name] = b
		row = append(row, b)
		if len(row) == inRow {
			flush()
		}
	}
	flush()
	box.Add(grid)
	act := func(label string, do func()) fyne.CanvasObject { return kit.NewTextButton(l, label, false, do) }
	pair := func(a, b fyne.CanvasObject) { box.Add(container.New(kit.Equal{Gap: 3}, a, b)) }
	pair(act("Flip horizontally", func() { v.fail(v.Model.Mirror(true)) }),
		act("Flip vertically", func() { v.fail(v.Model.Mirror(false)) }))
	pair(act("Rotate 90°", func() { v.fail(v.Model.Turn()) }), act("Trace", v.trace))
	pair(act("Clear", func() { v.fail(v.Model.Clear(false)) }), act("No shape", func() { v.fail(v.Model.Clear(true)) }))
	line := func(name string, o fyne.CanvasObject) {
		box.Add(container.New(kit.RowOf(1), container.New(kit.Exact{W: 62, H: kit.FieldHeight}, caption(name)), o))
	}
	v.role = kit.NewSegmented(l, []string{"solid", "trigger", "one-way"}, nil)
	v.role.SetName("role")
	v.role.OnPick = func(i int) {
		v.dress(func(c *level.Collider) {
			c.Role = []level.Role{level.Solid, level.Trigger, level.OneWay}[i]
			if c.Role != level.OneWay {
				c.OneWay = level.Vec{}
			} else if c.OneWay == (level.Vec{}) {
				c.OneWay = level.Up
			}
		})
	}
	line("Role", v.role)
	v.side = kit.NewSegmented(l, []string{"up", "down", "left", "right"}, nil)
	v.side.SetName("solid side")
	v.side.OnPick = func(i int) { v.dress(func(c *level.Collider) { c.Role, c.OneWay = level.OneWay, sides[i] }) }
	line("Solid side", v.side)
	v.name = kit.NewField(l, func(s string) { v.dress(func(c *level.Collider) { c.Name = strings.TrimSpace(s) }) })
	line("Name", v.name)
	v.tags = kit.NewField(l, func(s string) { v.dress(func(c *level.Collider) { c.Tags = kit.Words(s) }) })
	v.tags.SetHint("water, ice")
	line("Tags", v.tags)
	v.material = kit.NewField(l, func(s string) {
		v.dress(func(c *level.Collider) { c.Material = strings.TrimSpace(s) })
	})
	line("Material", v.material)
	number := func(key string, of func(c *level.Collider) *float64) {
		f, _ := level.ColliderField(key)
		n := kit.NewNumberField(l, "", func(x float64) { v.dress(func(c *level.Collider) { *of(c) = x }) }, v.fail)
		v.numbers[key] = n
		line(f.Title, n)
	}
	number("friction", func(c *level.Collider) *float64 { return &c.Friction })
	number("restitution", func(c *level.Collider) *float64 { return &c.Restitution })
	return container.NewBorder(box, nil, nil, nil, kit.Pad(0, 8, 0, 0, v.preview.content))
}

var sides = []level.Vec{{Y: -1}, {Y: 1}, {X: -1}, {X: 1}}

// dress changes the properties of the shapes selected in the large view, or of all shapes of the chosen tiles.
func (v *tileEditor) dress(change func(c *level.Collider)) {
	ids := v.large.session.Selection().IDs()
	if len(ids) == 0 || len(v.Model.Chosen()) > 1 {
		v.fail(v.Model.Dress(change))
		v.refresh()
		return
	}
	list := slices.Clone(v.Model.Shapes(v.Model.current))
	for i := range list {
		if slices.ContainsFunc(ids, func(id level.ID) bool {
			was, ok := v.large.ids[id]
			return ok && was.Equal(list[i])
		}) {
			c := list[i].Part
			change(&c)
			list[i].Part = c
		}
	}
	v.fail(v.Model.SetShapes(v.Model.current, list))
	v.refresh()
}

// put applies a preset to the chosen tiles.
func (v *tileEditor) put(name string, add bool) {
	v.facts.Color = v.w.Look.Colors().Quiet
	v.fail(v.Model.Put(name, add))
	v.w.Look.Focus()
}

// trace outlines the pixels of each chosen tile.
func (v *tileEditor) trace() {
	v.fail(v.Model.Each(func(id int) ([]importers.TileSetShape, error) {
		f, err := importers.AlphaField(v.large.pixels(id))
		if err != nil {
			return nil, err
		}
		if f.IsOpaque() {
			full, _ := v.Model.set.Of("full")
			return []importers.TileSetShape{full}, nil
		}
		contour, err := importers.PixelContours(context.Background(), f, importers.DefaultTraceThreshold)
		if err != nil {
			return nil, err
		}
		r, err := contour.Outlines(context.Background(), importers.TraceOptions{Tolerance: 0.75, LeastArea: 4})
		if err != nil {
			return nil, err
		}
		var out []importers.TileSetShape
		for _, o := range r.Outlines {
			c := level.NewCollider(0, 0, "", level.Shape{
				Kind: level.Polygon, Points: o.Points, Holes: o.Holes,
				Rounding: level.Inset,
			}, level.Vec{})
			out = append(out, v.Model.set.Recognized(importers.TileSetShape{Part: *c}))
		}
		return out, nil
	}))
}

func (v *tileEditor) refresh() {
	v.large.show()
	v.sheet.Raster.Refresh()
	v.showTools()
	chosen := v.Model.Chosen()
	what := fmt.Sprintf("Tile %d", v.Model.current)
	if len(chosen) > 1 {
		what = quote.Count(len(chosen), "tile") + " chosen"
	}
	kit.SetText(v.title, what)
	v.save.SetOff(!v.Model.Unsaved())
	v.facts.Color = v.w.Look.Colors().Quiet
	with := 0
	for _, list := range v.Model.set.Shapes {
		with += kit.BoolInt(len(list) > 0)
	}
	state := "saved"
	if v.Model.Unsaved() {
		state = "not saved"
	}
	kit.SetText(v.facts, fmt.Sprintf("%d of %d tiles have shapes · %s", with, v.Model.count, state))
	v.showManner(chosen)
	v.preview.follow()
}

// showManner shows the properties that the chosen tiles' shapes have in common.
func (v *tileEditor) showManner(chosen []int) {
	var all []*level.Collider
	common := map[string]int{}
	for _, id := range chosen {
		list := v.Model.Shapes(id)
		for i := range list {
			all = append(all, &list[i].Part)
			if list[i].Preset != "" {
				common[list[i].Preset]++
			}
		}
	}
	for name, b := range v.presets {
		b.Switch(&b.isOn, len(all) > 0 && common[name] == len(chosen))
	}
	role, _ := commonOf(all, func(c *level.Collider) level.Role { return c.Role })
	oneWay, _ := commonOf(all, func(c *level.Collider) level.Vec { return c.OneWay })
	tags, _ := commonOf(all, func(c *level.Collider) string { return strings.Join(c.Tags, ", ") })
	name, _ := commonOf(all, func(c *level.Collider) string { return c.Name })
	material, _ := commonOf(all, func(c *level.Collider) string { return c.Material })
	friction, sameFriction := commonOf(all, func(c *level.Collider) float64 { return c.Friction })
	bounce, sameBounce := commonOf(all, func(c *level.Collider) float64 { return c.Restitution })
	if !sameFriction {
		friction = level.DefaultFriction
	}
	v.role.Choose(slices.Index([]level.Role{level.Solid, level.Trigger, level.OneWay}, role)) // -1 where they differ
	v.side.Choose(slices.Index(sides, oneWay))
	v.tags.Display(tags)
	v.name.Display(name)
	v.material.Display(material)
	v.numbers["friction"].SetNumber(friction, len(all) > 0 && !sameFriction)
	v.numbers["restitution"].SetNumber(bounce, len(all) > 0 && !sameBounce)
}

// commonOf returns the value that all shapes have in common, or false if they differ or there are none.
func commonOf[T comparable](all []*level.Collider, of func(*level.Collider) T) (value T, ok bool) {
	if len(all) == 0 || slices.ContainsFunc(all, func(c *level.Collider) bool { return of(c) != of(all[0]) }) {
		return value, false
	}
	return of(all[0]), true
}

// typed handles a key, and reports whether it is used.
func (v *tileEditor) typed(key fyne.KeyName) bool {
	mods := v.large.view.Modifiers()
	if mods.Ctrl {
		return true
	}
	defer func() {
		v.showTools()
		v.large.view.Redraw()
	}()
	if v.large.tools.Busy() && v.large.tools.Key(string(key), mods) {
		return true
	}
	if name, add, ok := presetOfKey(string(key), mods.Shift); ok {
		v.put(name, add)
		return true
	}
	for _, info := range v.large.tools.Tools() {
		if _, ok := v.tools[info.ID]; ok && info.Key == string(key) {
			v.use(info.ID)
			return true
		}
	}
	switch key {
	case fyne.KeyH:
		v.fail(v.Model.Mirror(!mods.Shift))
	case fyne.KeyRightBracket:
		v.fail(v.Model.Turn())
	case fyne.KeyDelete, fyne.KeyBackspace:
		if len(v.large.session.Selection().IDs()) == 0 || !v.large.tools.Key(string(key), mods) {
			v.fail(v.Model.Clear(false))
		}
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown:
		if len(v.large.session.Selection().IDs()) > 0 && v.large.tools.Key(string(key), mods) {
			return true
		}
		v.Model.Step(kit.BoolInt(key == fyne.KeyRight)-kit.BoolInt(key == fyne.KeyLeft),
			kit.BoolInt(key == fyne.KeyDown)-kit.BoolInt(key == fyne.KeyUp), mods.Shift)
	case fyne.KeyEqual, fyne.KeyPlus:
		v.sheet.Zoom(true, fyne.NewPos(v.sheet.Size().Width/2, v.sheet.Size().Height/2))
	case fyne.KeyMinus:
		v.sheet.Zoom(false, fyne.NewPos(v.sheet.Size().Width/2, v.sheet.Size().Height/2))
	case fyne.KeyEscape:
		switch {
		case v.large.tools.Active() != tool.Select:
			v.use(tool.Select)
		case len(v.large.session.Selection().IDs()) > 0:
			v.large.session.Selection().Clear()
		default:
			v.close()
		}
	case fyne.KeyReturn, fyne.KeyEnter:
	default:
		return v.large.tools.Key(string(key), mods)
	}
	return true
}

func (v *tileEditor) shortcut(s fyne.Shortcut) {
	custom, _ := s.(*desktop.CustomShortcut)
	matches := func(key fyne.KeyName, mods fyne.KeyModifier) bool {
		return custom != nil && custom.KeyName == key && custom.Modifier == mods
	}
	ctrl := fyne.KeyModifierShortcutDefault
	switch s.(type) {
	case *fyne.ShortcutUndo:
		if !v.large.tools.StepBack() {
			v.Model.Undo()
		}
	case *fyne.ShortcutRedo:
		v.Model.Redo()
	case *fyne.ShortcutCopy:
		v.Model.Copy()
	case *fyne.ShortcutPaste:
		v.fail(v.Model.Paste())
	case *fyne.ShortcutSelectAll:
		v.Model.ChooseAll()
	default:
		switch {
		case matches(fyne.KeyS, ctrl):
			v.Save(nil)
		case matches(fyne.KeyZ, ctrl|fyne.KeyModifierShift):
			v.Model.Redo()
		case matches(fyne.KeyW, ctrl):
			v.close()
		}
	}
}

// Save writes the file, then calls then unless it is nil.
func (v *tileEditor) Save(then func()) {
	if err := v.Model.set.Write(v.path); err != nil {
		v.w.FailDialog("The tile shapes cannot be saved", err)
		return
	}
	v.Model.Saved()
	v.isSaved = true
	v.refresh()
	if then != nil {
		then()
	}
}

// close closes the dialog after asking about unsaved changes.
func (v *tileEditor) close() { v.leave(func() {}) }

// leave works like close but calls then afterwards.
func (v *tileEditor) leave(then func()) {
	v.large.tools.Cancel()
	gone := func() {
		v.preview.close()
		v.dialog.Hide()
		if v.isSaved && v.saved != nil {
			v.saved()
		}
		then()
	}
	switch last := len(v.w.Modals) - 1; {
	case last >= 0 && v.w.Modals[last].Dialog != v.dialog: // already asking
	case !v.Model.Unsaved():
		gone()
	default:
		v.w.Ask("Save the tile shapes?", filepath.Base(v.path)+" has unsaved changes.",
			dialog.Choice{Label: "Save", Do: func() { v.Save(gone) }}, dialog.Choice{Label: "Discard", Do: gone})
	}
}
