package dialog

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
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// ImportDialog asks which levels of a foreign file to import and how to map its values and entities, with a live
// preview.
type ImportDialog struct {
	W      *Imports
	Path   string
	Again  *level.Import // the import to repeat; nil for a new one
	title  string        // the format's title
	Levels []importers.LevelInfo
	Picked []bool

	IntoOpen bool // import into the open level instead of a new one

	Mode        importers.Mode
	rules       []importers.Rule       // chosen here, one per value
	kinds       []importers.EntityRule // chosen here, one per kind of entity
	loaded      importers.Mapping      // rules that apply after the rules chosen here
	chosenTiles map[string]string      // tile shape files chosen here, by tileset
	// defaults is the version of the defaults used when no rule matches. A re-imported level keeps its own.
	defaults int

	Result   *importers.Result // the last preview import
	failed   error
	Rows     []*MappingRow
	Chosen   string // key of the chosen row
	cancel   context.CancelFunc
	stopWait func()        // cancels the delayed preview
	Delay    time.Duration // how long the preview waits for further changes
	frame    *Frame
	hint     *fyne.Container // above the list: what to decide first
	tilesets *fyne.Container
	list     *fyne.Container
	form     *fyne.Container
	view     *canvas.Picture
	sub      *kit.TippedText  // summary below the picture
	reading  *fynecanvas.Text // shown until the first preview
	content  *fyne.Container
	Start    *kit.TextButton
}

// The modes of cells, and their names in the same order.
var (
	modes      = []importers.Mode{importers.Merged, importers.Rects, importers.Cells, importers.Chains}
	modeWords  = []string{"Outlines", "Boxes", "Cells", "Chains"}
	modeTitles = []string{
		"Merged outlines with holes", "Fewest boxes", "One box per cell", "Edge chains, solid on one side",
	}
)

// modeIndex returns the index of a mode, or 0 for an unknown one.
func modeIndex(mode importers.Mode) int { return max(slices.Index(modes, mode), 0) }

// ImportDialog opens the dialog for a file. It imports one of Fillet's own levels directly.
func (v *Imports) ImportDialog(path string) {
	var again *level.Import
	for _, m := range v.Session.Document().Settings().Imports {
		if m.File == absoluteFile(path) {
			again = m
		}
	}
	v.openImportDialog(path, again)
}

// Settings opens the import dialog for the last file that the level was imported from.
func (v *Imports) Settings() {
	list := v.Session.Document().Settings().Imports
	if len(list) == 0 {
		v.Tell("This level was not imported from another editor's file")
		return
	}
	v.openImportDialog(filepath.FromSlash(list[len(list)-1].File), list[len(list)-1])
}

func (v *Imports) openImportDialog(path string, again *level.Import) {
	into := v.Files.Path()
	v.working("Reading "+filepath.Base(path), func(ctx context.Context) (func(), error) {
		src, im, closer, err := v.Files.ImportersFor(path).Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = closer.Close() }() // only read
		if im == nil {
			return func() { v.importInto(path, importers.Options{}) }, nil
		}
		levels, err := im.Levels(ctx, src)
		if err != nil {
			return nil, err
		}
		d := &ImportDialog{
			W: v, Path: path, title: im.Title(), Levels: levels, Again: again, Mode: importers.Merged,
			Delay: 60 * time.Millisecond,
		}
		if err := d.TakeSettings(); err != nil {
			return nil, err
		}
		if again == nil {
			if err := d.takeProject(path, into); err != nil {
				return nil, err
			}
		}
		return d.Open, nil
	}, "This file cannot be imported")
}

// TakeSettings initializes the dialog with the settings of the previous import.
func (v *ImportDialog) TakeSettings() error {
	v.Picked = make([]bool, len(v.Levels))
	var opts importers.Options
	if v.Again != nil {
		var err error
		if opts, err = importers.OptionsOf(v.Again); err != nil {
			return err
		}
	}
	if opts.Mode != "" {
		v.Mode = opts.Mode
	}
	v.defaults = opts.Defaults
	if opts.Mapping != nil {
		v.loaded = *opts.Mapping
	}
	for i, l := range v.Levels {
		v.Picked[i] = len(opts.Levels) == 0 || slices.Contains(opts.Levels, l.Name) ||
			l.ID != "" && slices.Contains(opts.Levels, l.ID)
	}
	return nil
}

// takeProject initializes the dialog with the import rules of the open level's project, or else of the file's project.
// It ignores a project that cannot be read.
func (v *ImportDialog) takeProject(path, into string) error {
	if into == "" {
		into = path
	}
	p, err := project.Of(into)
	if err != nil || p == nil {
		return nil //nolint:nilerr // the window reports the error elsewhere
	}
	if p.Import.Mode != "" {
		v.Mode = importers.Mode(p.Import.Mode)
	}
	if p.Import.Mapping == "" {
		return nil
	}
	m, err := readMapping(filepath.Join(p.Dir, filepath.FromSlash(p.Import.Mapping)))
	if err != nil {
		return fmt.Errorf("the project's import rules: %w", err)
	}
	v.loaded = *m
	return nil
}

func readMapping(file string) (*importers.Mapping, error) {
	f, err := disk.OpenRegular(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	return importers.ReadMapping(f, file)
}

func (v *ImportDialog) options() importers.Options {
	opts := importers.Options{Mode: v.Mode, Defaults: v.defaults}
	if slices.Contains(v.Picked, false) {
		for i, l := range v.Levels {
			if !v.Picked[i] {
				continue
			}
			name := l.Name
			if l.ID != "" && slices.ContainsFunc(v.Levels, func(o importers.LevelInfo) bool {
				return o.Name == l.Name && o.ID != l.ID
			}) {
				name = l.ID
			}
			opts.Levels = append(opts.Levels, name)
		}
	}
	m := v.mapping()
	if len(m.Rules)+len(m.Entities)+len(m.Tiles) > 0 {
		opts.Mapping = m
	}
	return opts
}

func (v *ImportDialog) mapping() *importers.Mapping {
	rules := slices.Clone(v.rules)
	// A rule for a whole layer would hide rules for some of its tiles.
	slices.SortStableFunc(rules, func(a, b importers.Rule) int { return wholeLayer(a) - wholeLayer(b) })
	loaded := slices.DeleteFunc(slices.Clone(v.loaded.Rules), func(r importers.Rule) bool {
		return slices.ContainsFunc(rules, r.SameMatch)
	})
	return &importers.Mapping{
		Rules: slices.Concat(rules, loaded), Entities: slices.Concat(v.kinds, v.loaded.Entities),
		Tiles: v.loaded.Tiles,
	}
}

func (v *ImportDialog) Open() {
	w, p := v.W, v.W.Look.Colors()
	v.hint, v.tilesets, v.list, v.form = container.NewVBox(), container.NewVBox(), container.NewVBox(),
		container.NewVBox()
	v.view = canvas.NewPicture(w.Look, v.W.Canvas.Renderer, fyne.NewSize(420, 240), v.Scene)
	v.sub = kit.CutLine(w.Look, "", p.Quiet, kit.SmallText)
	v.frame = w.NewFrame(96)
	v.frame.OnChange = v.Update
	mode := v.frame.Select(modeTitles, kit.Value[int]{
		Get: func() int { return modeIndex(v.Mode) }, Set: func(i int) { v.Mode = modes[i] },
	})
	left := container.NewBorder(
		container.NewVBox(kit.Text(v.title+" · "+quote.Count(len(v.Levels), "level"), p.Quiet, kit.TextSize),
			v.target(), v.frame.Row("Cells become", mode), v.levelChecks(), v.tilesets, v.hint,
			kit.Pad(0, 6, 0, 2, kit.Text("Values and entities", p.Quiet, kit.SmallText))),
		nil, nil, nil, container.NewVScroll(v.list))
	v.reading = kit.Text("Reading "+kit.Shorten(filepath.Base(v.Path), 40)+"…", p.Quiet, kit.TextSize)
	right := container.NewBorder(nil, container.NewVBox(kit.Pad(0, 2, 0, 2, v.sub), v.form), nil, nil,
		container.NewStack(v.view, container.NewCenter(v.reading)))
	v.content = container.NewBorder(nil, nil, container.New(kit.Fixed{W: 350, H: 0}, left), nil,
		kit.Pad(14, 0, 0, 0, right))
	label := "Import"
	if v.Again != nil {
		label = "Re-import"
	}
	v.frame.Gap = 12
	v.frame.LeftButton("Load rules…", v.load)
	v.frame.LeftButton("Save rules…", v.save)
	v.frame.Cancel("Cancel")
	v.Start = v.frame.Primary(label, v.Accept)
	size := w.Win.Canvas().Size()
	v.frame.Open("Import "+filepath.Base(v.Path), fyne.NewSize(min(1120, size.Width-40), min(720, size.Height-40)),
		v.content)
	v.frame.d.SetOnClosed(w.Look.Guard(v.stop))
	v.Update()
}

// target returns the row for the level to import into, which is empty if there is nothing to choose.
func (v *ImportDialog) target() fyne.CanvasObject {
	if v.Again != nil || v.W.Files.Pristine() {
		return container.NewVBox()
	}
	return v.frame.Row("Into", v.frame.Select([]string{"A new level", kit.Cut(kit.Beginning(v.W.Files.Name()), 190)},
		kit.Of([]bool{false, true}, kit.At(&v.IntoOpen))))
}

// levelChecks returns a checkbox for each level if there are several.
func (v *ImportDialog) levelChecks() fyne.CanvasObject {
	if len(v.Levels) < 2 {
		return container.NewVBox()
	}
	box := container.NewVBox()
	for i, l := range v.Levels {
		box.Add(kit.Ticked(v.frame.Check(kit.Cut(kit.Beginning(l.Name), 290), kit.At(&v.Picked[i]))))
	}
	set := func(on bool) func() {
		return func() {
			for i := range v.Picked {
				v.Picked[i] = on
			}
			v.frame.Show()
			v.Update()
		}
	}
	all, none := kit.NewTextButton(v.W.Look, "All", false, set(true)),
		kit.NewTextButton(v.W.Look, "None", false, set(false))
	all.Small, none.Small = true, true
	head := container.New(kit.RowOf(1), kit.Text("Levels", v.W.Look.Colors().Quiet, kit.SmallText),
		kit.NewSpace(), all, none)
	const limit = 4
	height := float32(min(len(v.Levels), limit)) * 34
	return container.NewVBox(kit.Pad(0, 6, 0, 2, head), container.New(kit.Fixed{W: 0, H: height},
		container.NewVScroll(box)))
}

// Update re-imports for the preview when the user pauses.
func (v *ImportDialog) Update() {
	v.stop()
	if !slices.Contains(v.Picked, true) {
		v.Result, v.failed = nil, errors.New("no level selected")
		v.show()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.cancel = cancel
	opts := v.options()
	work := func() {
		r, _, err := v.W.Files.ImportersFor(v.Path).Load(ctx, v.Path, opts)
		v.W.Look.Post(func() {
			if ctx.Err() != nil {
				return // superseded by a later import
			}
			v.Result, v.failed = r, err
			v.show()
		})
	}
	if v.Result == nil {
		v.show()
		v.W.Spawn(work)
		return
	}
	v.stopWait = v.W.Look.Later(v.Delay, func() { v.W.Spawn(work) })
}

// show shows the result of the last preview import.
func (v *ImportDialog) show() {
	v.Start.SetOff(v.failed != nil || v.Result == nil)
	p := v.W.Look.Colors()
	sub, ink := "", p.Quiet
	switch {
	case v.failed != nil:
		sub, ink = v.failed.Error(), p.Danger
	case v.Result != nil:
		doc := v.Result.Document
		sub = fmt.Sprintf("%s on %s", quote.Count(doc.Len(), "shape"), quote.Count(len(doc.Layers()), "layer"))
		worst := slices.DeleteFunc(slices.Clone(v.Result.Issues), func(i importers.Issue) bool {
			// the hint shows the offer
			return i.Severity == importers.Note || v.Result.Offer != nil && i.Message == v.Result.Offer.String()
		})
		if len(worst) > 0 {
			if len(worst) > 1 {
				sub += fmt.Sprintf(" · 1 of %d issues", len(worst))
			}
			sub, ink = sub+" · "+worst[0].Message, p.Warn
		}
		v.showTilesets()
		v.showHint()
		v.showRows()
	}
	v.sub.SetInk(ink)
	v.sub.Set(kit.AtMost(sub, kit.MaxProse))
	v.reading.Hidden = v.Result != nil || v.failed != nil
	v.content.Refresh() // its parts may have other heights
	v.view.Redraw()
}

// showHint offers a rule if nothing is solid without it, and the current defaults to a level imported with older ones.
func (v *ImportDialog) showHint() {
	v.hint.Objects = nil
	if o := v.Result.Offer; o != nil {
		v.hint.Add(v.offered(fmt.Sprintf("Nothing is solid yet. Make %s solid?", quote.Count(o.Cells, "tile")),
			o.Where(), "Make solid", true, v.TakeOffer))
	}
	if v.defaults != 0 && v.defaults != importers.NewestDefaults {
		v.hint.Add(v.offered("Imported before layer names could mark walls.", "Your changes are kept.",
			"Use layer names", false, v.TakeDefaults))
	}
	v.hint.Refresh()
}

// offered returns a suggestion on a plate, with a button that applies it.
func (v *ImportDialog) offered(what, where, do string, isFirst bool, act func()) fyne.CanvasObject {
	p := v.W.Look.Colors()
	edge := p.Line
	if isFirst {
		edge = p.Warn
	}
	button := kit.NewTextButton(v.W.Look, do, isFirst, act)
	button.Small = true
	line := container.New(kit.RowOf(1), kit.CutLineWithin(v.W.Look, where, p.Quiet, kit.SmallText,
		190), kit.NewSpace(), button)
	return kit.Pad(0, 6, 0, 2, container.NewStack(kit.Framed(v.W.Look, p.Field, edge, kit.FieldRadius).Picture,
		kit.Pad(10, 7, 8, 7, container.NewVBox(kit.CutLine(v.W.Look, what, p.Text, kit.SmallText), line))))
}

func (v *ImportDialog) TakeOffer() {
	if v.Result == nil || v.Result.Offer == nil {
		return
	}
	r := v.Result.Offer.Rule
	v.rules = put(v.rules, r, r.SameMatch)
	v.Chosen = ""
	v.Update()
}

func (v *ImportDialog) TakeDefaults() {
	v.defaults = importers.NewestDefaults
	v.Update()
}

func wholeLayer(r importers.Rule) int {
	return kit.BoolInt(r.Value == nil && r.Name == "" && r.Field == "")
}

func (v *ImportDialog) showRows() {
	found := v.Result.Found
	var rows []*MappingRow
	for _, f := range found.Values {
		rows = append(rows, v.valueRow(f))
	}
	for _, f := range found.Entities {
		rows = append(rows, v.entityRow(f))
	}
	isThere := func(r *MappingRow) bool { return r.Key == v.Chosen }
	fresh := !slices.ContainsFunc(rows, isThere)
	if fresh && len(rows) > 0 {
		v.Chosen = rows[0].Key
	}
	v.Rows = rows
	v.list.Objects = nil
	for _, r := range rows {
		r.set(r.Key == v.Chosen)
		v.list.Add(r)
	}
	v.list.Refresh()
	if fresh {
		v.showForm()
	}
}

func (v *ImportDialog) choose(key string) {
	if v.Chosen == key {
		return
	}
	v.Chosen = key
	for _, r := range v.Rows {
		r.set(r.Key == key)
	}
	v.showForm()
	v.view.Redraw()
}

// Scene draws the preview with the colliders of the chosen row selected.
func (v *ImportDialog) Scene(w, h int, scale float64) *render.Scene {
	theme := canvas.Theme(v.W.Look)
	empty := &render.Scene{Camera: render.Camera{Zoom: 1, Width: w, Height: h}, Scale: scale, Theme: theme}
	if v.Result == nil {
		return empty
	}
	snap := v.Result.Document.Snapshot()
	box := render.LevelBounds(snap)
	if box.IsEmpty() {
		return empty
	}
	s := render.LevelScene(snap, empty.Camera.Framing(box, 10*scale), theme)
	s.Scale = scale
	var chosen *MappingRow
	for _, r := range v.Rows {
		if r.Key == v.Chosen {
			chosen = r
		}
	}
	for i := range s.Items {
		it := &s.Items[i]
		it.Selected = chosen != nil && chosen.matches(it.Collider)
	}
	return s
}

func (v *ImportDialog) stop() {
	if v.cancel != nil {
		v.cancel()
	}
	if v.stopWait != nil {
		v.stopWait()
	}
}

// Accept imports with the chosen options, unless the button is disabled.
func (v *ImportDialog) Accept() {
	if v.Start.IsOff {
		return
	}
	opts := v.options()
	v.frame.Close()
	if v.Again != nil && slices.Contains(v.W.Session.Document().Settings().Imports, v.Again) {
		v.W.with(v.Again, opts)
		return
	}
	if v.IntoOpen {
		v.W.importInto(v.Path, opts)
		return
	}
	v.W.importNew(nil, v.Path, opts)
}

// load replaces the rules with a mapping file's.
func (v *ImportDialog) load() {
	v.W.ChooseOpen("Load rules", []string{".yaml", ".yml"}, func(path string) {
		m, err := readMapping(path)
		if err != nil {
			v.W.FailDialog("The rules cannot be read", err)
			return
		}
		v.rules, v.kinds, v.loaded, v.Chosen = nil, nil, *m, ""
		v.Update()
	})
}

func (v *ImportDialog) save() {
	name := strings.TrimSuffix(filepath.Base(v.Path), filepath.Ext(v.Path)) + ".map.yaml"
	v.W.ChooseSave("Save the rules", filepath.Join(filepath.Dir(v.Path), name), []string{".yaml"}, func(path string) {
		if err := disk.WriteFile(path, []byte(v.mapping().String())); err != nil {
			v.W.FailDialog("The rules were not saved", err)
		}
	})
}

// with re-imports a file of the level with other options.
func (v *Imports) with(m *level.Import, opts importers.Options) {
	v.Allowed[m.File] = true
	v.working("Importing "+filepath.Base(m.File), func(ctx context.Context) (func(), error) {
		r, _, err := v.Files.Read(ctx, filepath.FromSlash(m.File), opts)
		return func() { v.offer(m, r, true) }, err
	}, "This file cannot be imported")
}

func (v *ImportDialog) ruleColor(role level.Role, ignored bool) color.Color {
	t, p := canvas.Theme(v.W.Look), v.W.Look.Colors()
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

// isOfKind reports whether a collider was imported from a kind of entity. It matches by name, by a class that became
// the collider's tag, or by layer, which is the kind of a drawing's shapes without a class.
func isOfKind(c *level.Collider, f *importers.FoundEntity) bool {
	s := c.Source
	return s != nil && (s.ID != "" && (c.Name == f.Name || slices.Contains(c.Tags, f.Name)) ||
		f.Name == f.Layer && s.Layer == f.Layer && len(c.Tags) == 0)
}

// ChooseFile asks for a foreign file and opens the import dialog for it.
func (v *Imports) ChooseFile() {
	v.ChooseOpen("Import a level", v.foreignExtensions(), v.ImportDialog)
}

// importNew imports a file as a new level, in place of the one in f unless it is nil.
func (v *Imports) importNew(f *File, path string, opts importers.Options) {
	v.working("Importing "+filepath.Base(path), func(ctx context.Context) (func(), error) {
		r, _, err := v.Files.Read(ctx, path, opts)
		return func() {
			if f == nil {
				var err error
				if f, err = v.docs.place(); err != nil {
					v.Fail(err)
					return
				}
			}
			f.opened(path, r, true, func() { v.importNew(f, path, opts) })
		}, err
	}, "This file cannot be imported")
}

// importInto imports a file into the open level.
func (v *Imports) importInto(path string, opts importers.Options) {
	v.working("Importing "+filepath.Base(path), func(ctx context.Context) (func(), error) {
		r, _, err := v.Files.Read(ctx, path, opts)
		return func() {
			v.Tools.Cancel()
			v.allow(path)
			if err := v.Files.Import(path, r); err != nil {
				v.FailDialog("This file cannot be imported", err)
				return
			}
			v.Canvas.ZoomFit()
			v.tellImported(path, r.Document)
			again := func() {
				if list := v.Session.Document().Settings().Imports; len(list) > 0 {
					v.again(list[len(list)-1], true)
				}
			}
			if !v.askForFiles(path, r, again) {
				v.showIssues(filepath.Base(path), r.Issues)
			}
		}, err
	}, "This file cannot be imported")
}

func (w *Parent) tellImported(path string, doc *level.Document) {
	w.Tell("Imported %s: %s in %s", filepath.Base(path), quote.Count(doc.Len(), "shape"),
		quote.Count(len(doc.Layers()), "layer"))
}
