package ui

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// importDialog asks which levels of a foreign file to import and what its values and entities become, and shows at once
// what comes of it.
type importDialog struct {
	w      *imports
	path   string
	again  *level.Import // of this level, which the file is imported for again; nil for a new one
	title  string        // of the format
	levels []importers.LevelInfo
	picked []bool

	mode   importers.Mode
	rules  []importers.Rule       // what was chosen here, for one value each
	kinds  []importers.EntityRule // and for one kind of entity each
	loaded importers.Mapping      // the rules behind those

	result   *importers.Result // of the last import for the picture
	failed   error
	rows     []*mappingRow
	chosen   string // the key of the chosen row
	cancel   context.CancelFunc
	stopWait func()        // the work that waits for the choices to settle
	delay    time.Duration // gathers what is chosen in quick succession
	dialog   dialog.Dialog
	list     *fyne.Container
	form     *fyne.Container
	view     *canvas.Picture
	sub      *kit.TippedText // below the picture
	start    *kit.TextButton
	building bool
}

var modeWords = []struct {
	mode importers.Mode
	word string
	full string
}{
	{importers.Merged, "Outlines", "Merged outlines with holes"},
	{importers.Rects, "Boxes", "Fewest boxes"},
	{importers.Cells, "Cells", "One box a cell"},
	{importers.Chains, "Chains", "Edge chains, solid on one side"},
}

// importDialog opens the dialog for a file, or imports a level of Fillet's own as it is.
func (v *imports) importDialog(path string) {
	var again *level.Import
	if abs, err := filepath.Abs(path); err == nil {
		for _, m := range v.session.Document().Settings().Imports {
			if m.File == filepath.ToSlash(abs) {
				again = m
			}
		}
	}
	v.openImportDialog(path, again)
}

// importSettings opens the dialog for the file that the level was imported from.
func (v *imports) importSettings() {
	list := v.session.Document().Settings().Imports
	if len(list) == 0 {
		v.tell("This level was not imported from another editor's file")
		return
	}
	v.openImportDialog(filepath.FromSlash(list[len(list)-1].File), list[len(list)-1])
}

func (v *imports) openImportDialog(path string, again *level.Import) {
	v.working("Reading "+filepath.Base(path), func(ctx context.Context) (func(), error) {
		src, im, closer, err := v.files.ImportersFor(path).Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = closer.Close() }() // nothing was written
		if im == nil {
			return func() { v.importWith(path, importers.Options{}) }, nil
		}
		levels, err := im.Levels(ctx, src)
		if err != nil {
			return nil, err
		}
		d := &importDialog{w: v, path: path, title: im.Title(), levels: levels, again: again, mode: importers.Merged, delay: 60 * time.Millisecond}
		if err := d.takeSettings(); err != nil {
			return nil, err
		}
		return d.open, nil
	}, "This file cannot be imported")
}

// takeSettings begins with how the file was imported before.
func (v *importDialog) takeSettings() error {
	v.picked = make([]bool, len(v.levels))
	var opts importers.Options
	if v.again != nil {
		var err error
		if opts, err = importers.OptionsOf(v.again); err != nil {
			return err
		}
	}
	if opts.Mode != "" {
		v.mode = opts.Mode
	}
	if opts.Mapping != nil {
		v.loaded = *opts.Mapping
	}
	for i, l := range v.levels {
		v.picked[i] = len(opts.Levels) == 0 || slices.Contains(opts.Levels, l.Name) || l.ID != "" && slices.Contains(opts.Levels, l.ID)
	}
	return nil
}

// options is what is chosen.
func (v *importDialog) options() importers.Options {
	opts := importers.Options{Mode: v.mode}
	if slices.Contains(v.picked, false) {
		for i, l := range v.levels {
			if !v.picked[i] {
				continue
			}
			name := l.Name
			if l.ID != "" && slices.ContainsFunc(v.levels, func(o importers.LevelInfo) bool { return o.Name == l.Name && o.ID != l.ID }) {
				name = l.ID
			}
			opts.Levels = append(opts.Levels, name)
		}
	}
	m := v.mapping()
	if len(m.Rules)+len(m.Entities) > 0 {
		opts.Mapping = m
	}
	return opts
}

func (v *importDialog) mapping() *importers.Mapping {
	return &importers.Mapping{Rules: slices.Concat(v.rules, v.loaded.Rules), Entities: slices.Concat(v.kinds, v.loaded.Entities)}
}

func (v *importDialog) open() {
	w, p := v.w, v.w.look.Colors()
	v.list, v.form = container.NewVBox(), container.NewVBox()
	v.view = canvas.NewPicture(w.look, v.w.canvas.Renderer, fyne.NewSize(420, 240), v.scene)
	v.sub = kit.CutLine(w.look, "", p.Quiet, kit.SmallText)
	words := make([]string, len(modeWords))
	for i, m := range modeWords {
		words[i] = m.full
	}
	mode := kit.NewSelectBox(v.w.look, words, func(word string) {
		v.mode = modeWords[max(slices.Index(words, word), 0)].mode
		v.update()
	})
	v.building = true
	mode.SetSelectedIndex(slices.IndexFunc(modeWords, func(m struct {
		mode importers.Mode
		word string
		full string
	},
	) bool {
		return m.mode == v.mode
	}))
	v.building = false
	left := container.NewBorder(
		container.NewVBox(kit.Text(v.title+" · "+kit.Count(len(v.levels), "level"), p.Quiet, kit.TextSize),
			container.New(kit.Labelled{Width: 96}, kit.Text("Cells become", p.Quiet, kit.TextSize), mode), v.levelChecks(),
			kit.Pad(0, 6, 0, 2, kit.Text("Values and entities", p.Quiet, kit.SmallText))),
		nil, nil, nil, container.NewVScroll(v.list))
	right := container.NewBorder(nil, container.NewVBox(kit.Pad(0, 2, 0, 2, v.sub), v.form), nil, nil, v.view)
	cancel := kit.NewTextButton(w.look, "Cancel", false, func() { v.close() })
	label := "Import"
	if v.again != nil {
		label = "Re-import"
	}
	v.start = kit.NewTextButton(w.look, label, true, v.accept)
	load := kit.NewTextButton(w.look, "Load rules…", false, v.load)
	save := kit.NewTextButton(w.look, "Save rules…", false, v.save)
	foot := container.New(kit.Row{Gap: kit.Gap, Grow: 2}, load, save, kit.NewSpace(), cancel, v.start)
	body := container.NewBorder(nil, kit.Pad(0, 12, 0, 0, foot), container.New(kit.Fixed{W: 350, H: 0}, left), nil, kit.Pad(14, 0, 0, 0, right))
	size := w.win.Canvas().Size()
	v.dialog = w.dialog("Import "+filepath.Base(v.path), body, fyne.NewSize(min(1120, size.Width-40), min(720, size.Height-40)))
	w.open(v.dialog, v.accept)
	v.update()
}

// levelChecks is a check for each level, where there are several.
func (v *importDialog) levelChecks() fyne.CanvasObject {
	if len(v.levels) < 2 {
		return container.NewVBox()
	}
	var checks []*widget.Check
	box := container.NewVBox()
	for i, l := range v.levels {
		c := widget.NewCheck(kit.Cut(kit.Beginning(l.Name), 290), nil)
		c.Checked = v.picked[i]
		c.OnChanged = kit.Guarded(v.w.look, func(on bool) {
			v.picked[i] = on
			v.update()
		})
		checks = append(checks, c)
		box.Add(kit.Ticked(c))
	}
	set := func(on bool) func() {
		return func() {
			for _, c := range checks {
				c.SetChecked(on)
			}
		}
	}
	all, none := kit.NewTextButton(v.w.look, "All", false, set(true)), kit.NewTextButton(v.w.look, "None", false, set(false))
	all.Small, none.Small = true, true
	head := container.New(kit.Row{Gap: kit.Gap, Grow: 1}, kit.Text("Levels", v.w.look.Colors().Quiet, kit.SmallText), kit.NewSpace(), all, none)
	const most = 4
	height := float32(min(len(v.levels), most)) * 34
	return container.NewVBox(kit.Pad(0, 6, 0, 2, head), container.New(kit.Fixed{W: 0, H: height}, container.NewVScroll(box)))
}

// update imports anew for the picture, once nothing has been chosen for a moment.
func (v *importDialog) update() {
	if v.building {
		return
	}
	if v.cancel != nil {
		v.cancel()
	}
	if v.stopWait != nil {
		v.stopWait()
	}
	if !slices.Contains(v.picked, true) {
		v.result, v.failed = nil, errors.New("no level is chosen")
		v.show()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	opts := v.options()
	work := func() {
		r, _, err := v.w.files.ImportersFor(v.path).Load(ctx, v.path, opts)
		v.w.look.Post(func() {
			if ctx.Err() != nil {
				return // a later one is on its way
			}
			v.result, v.failed = r, err
			v.show()
		})
	}
	if v.result == nil {
		v.w.spawn(work)
		return
	}
	v.stopWait = v.w.look.Later(v.delay, func() { v.w.spawn(work) })
}

// show shows what the last import came to.
func (v *importDialog) show() {
	v.start.SetOff(v.failed != nil || v.result == nil)
	p := v.w.look.Colors()
	sub, ink := "", p.Quiet
	switch {
	case v.failed != nil:
		sub, ink = v.failed.Error(), p.Danger
	case v.result != nil:
		doc := v.result.Document
		sub = fmt.Sprintf("%s on %s", kit.Count(doc.Len(), "collider"), kit.Count(len(doc.Layers()), "layer"))
		worst := slices.DeleteFunc(slices.Clone(v.result.Issues), func(i importers.Issue) bool { return i.Severity == importers.Note })
		if len(worst) > 0 {
			if len(worst) > 1 {
				sub += fmt.Sprintf(" · 1 of %d issues", len(worst))
			}
			sub, ink = sub+" · "+worst[0].Message, p.Warn
		}
		v.showRows()
	}
	v.sub.Shown.Color = ink
	v.sub.Set(kit.AtMost(sub, kit.MostProse))
	v.sub.Shown.Refresh()
	v.view.Redraw()
}

func (v *importDialog) showRows() {
	found := v.result.Found
	var rows []*mappingRow
	for _, f := range found.Values {
		rows = append(rows, v.valueRow(f))
	}
	for _, f := range found.Entities {
		rows = append(rows, v.entityRow(f))
	}
	isThere := func(r *mappingRow) bool { return r.key == v.chosen }
	fresh := !slices.ContainsFunc(rows, isThere)
	if fresh && len(rows) > 0 {
		v.chosen = rows[0].key
	}
	v.rows = rows
	v.list.Objects = nil
	for _, r := range rows {
		r.set(r.key == v.chosen)
		v.list.Add(r)
	}
	v.list.Refresh()
	if fresh {
		v.showForm()
	}
}

func (v *importDialog) choose(key string) {
	if v.chosen == key {
		return
	}
	v.chosen = key
	for _, r := range v.rows {
		r.set(r.key == key)
	}
	v.showForm()
	v.view.Redraw()
}

// scene is what would be imported, with what the chosen row makes of it marked.
func (v *importDialog) scene(w, h int, scale float64) *render.Scene {
	theme := canvas.Theme(v.w.look)
	empty := &render.Scene{Camera: render.Camera{Zoom: 1, Width: w, Height: h}, Scale: scale, Theme: theme}
	if v.result == nil {
		return empty
	}
	snap := v.result.Document.Snapshot()
	box := render.LevelBounds(snap)
	if box.IsEmpty() {
		return empty
	}
	s := render.LevelScene(snap, empty.Camera.Framing(box, 10*scale), theme)
	s.Scale = scale
	var chosen *mappingRow
	for _, r := range v.rows {
		if r.key == v.chosen {
			chosen = r
		}
	}
	for i := range s.Items {
		it := &s.Items[i]
		it.Selected = chosen != nil && chosen.is(it.Collider)
	}
	return s
}

func (v *importDialog) close() {
	if v.cancel != nil {
		v.cancel()
	}
	if v.stopWait != nil {
		v.stopWait()
	}
	v.dialog.Hide()
}

func (v *importDialog) accept() {
	if v.start.IsOff {
		return
	}
	opts := v.options()
	v.close()
	if v.again != nil && slices.Contains(v.w.session.Document().Settings().Imports, v.again) {
		v.w.with(v.again, opts)
		return
	}
	v.w.importWith(v.path, opts)
}

// load puts the rules of a mapping file in the place of those that were chosen.
func (v *importDialog) load() {
	v.w.chooseOpen("Load rules", []string{".yaml", ".yml"}, func(path string) {
		f, err := disk.OpenRegular(path)
		if err != nil {
			v.w.failDialog("The rules cannot be read", err)
			return
		}
		defer func() { _ = f.Close() }() // nothing was written
		m, err := importers.ReadMapping(f, path)
		if err != nil {
			v.w.failDialog("The rules cannot be read", err)
			return
		}
		v.rules, v.kinds, v.loaded, v.chosen = nil, nil, *m, ""
		v.update()
	})
}

// save writes the rules as a mapping file.
func (v *importDialog) save() {
	name := strings.TrimSuffix(filepath.Base(v.path), filepath.Ext(v.path)) + ".map.yaml"
	v.w.chooseSave("Save the rules", filepath.Join(filepath.Dir(v.path), name), []string{".yaml"}, func(path string) {
		if err := disk.WriteFile(path, []byte(v.mapping().String())); err != nil {
			v.w.failDialog("The rules were not saved", err)
		}
	})
}

// with imports a file of the level again, with other options.
func (v *imports) with(m *level.Import, opts importers.Options) {
	v.allowed[m.File] = true
	v.working("Importing "+filepath.Base(m.File), func(ctx context.Context) (func(), error) {
		r, _, err := v.files.Read(ctx, filepath.FromSlash(m.File), opts)
		if err != nil {
			return nil, err
		}
		return func() { v.offer(m, r, true) }, nil
	}, "This file cannot be imported")
}

// ruleColor is what a role is drawn in.
func (v *importDialog) ruleColor(role level.Role, ignored bool) color.Color {
	t, p := canvas.Theme(v.w.look), v.w.look.Colors()
	switch {
	case ignored:
		return p.Line
	case role == level.Trigger:
		return t.Trigger
	case role == level.OneWay:
		return t.OneWay
	}
	return t.Solid
}

// valueOfCollider reports whether a collider came from a value.
func isOfValue(c *level.Collider, layer string, value int) bool {
	return c.Source != nil && c.Source.Layer == layer && c.Source.Value == value && c.Source.ID == ""
}

func (v *imports) importFile() {
	v.chooseOpen("Import a level", v.foreignExtensions(), v.importDialog)
}

func (v *imports) importWith(path string, opts importers.Options) {
	v.working("Importing "+filepath.Base(path), func(ctx context.Context) (func(), error) {
		r, _, err := v.files.Read(ctx, path, opts)
		if err != nil {
			return nil, err
		}
		return func() {
			v.tools.Cancel()
			v.allow(path)
			if err := v.files.Import(path, r); err != nil {
				v.failDialog("This file cannot be imported", err)
				return
			}
			v.canvas.ZoomFit()
			v.tell("Imported %s: %s in %s", filepath.Base(path), kit.Count(r.Document.Len(), "collider"), kit.Count(len(r.Document.Layers()), "layer"))
			again := func() {
				if list := v.session.Document().Settings().Imports; len(list) > 0 {
					v.again(list[len(list)-1], true)
				}
			}
			if !v.askBeyond(path, r, again) {
				v.showIssues(filepath.Base(path), r.Issues)
			}
		}, nil
	}, "This file cannot be imported")
}
