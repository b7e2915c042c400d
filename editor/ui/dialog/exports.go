package dialog

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/export"
	"fillet/importers"
)

// Exports exports the level, with its presets or with the choices in the dialog.
type Exports struct {
	*Parent
	last   []level.ExportPreset // presets of the last export
	lastOf *level.Document      // level of the last export
	lost   []string             // losses that the last export reported
	record *export.Record       // remembers which files Fillet wrote
}

func NewExports(p *Parent) *Exports { return &Exports{Parent: p, record: export.UserRecord()} }

// Again repeats the level's last export, or opens the dialog if there was none.
func (e *Exports) Again() {
	if last := e.ExportedLast(); len(last) > 0 {
		e.Run(last)
		return
	}
	e.OpenForm()
}

// ExportedLast returns the presets of this level's last export, or none if another level was opened since.
func (e *Exports) ExportedLast() []level.ExportPreset {
	if e.lastOf != e.Session.Document() {
		return nil
	}
	return e.last
}

// levelPath returns the file that export presets are relative to: the level's own, or the name that Save would suggest.
func (w *Parent) levelPath() string {
	path := w.Files.Suggestion()
	if !filepath.IsAbs(path) && w.Files.Path() == "" {
		return filepath.Join(w.Folder(), path)
	}
	return absolute(path)
}

// TellExported reports the result of an export: in the status bar if all went well, in a dialog if something failed or
// was lost. It reports whether every file was written.
func (e *Exports) TellExported(results []export.Result) bool {
	var failed []error
	var names []string
	for _, r := range results {
		if r.Err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", r.Job.Name(), r.Err))
		}
		names = append(names, filepath.Base(r.Job.Path))
	}
	if len(failed) > 0 {
		e.FailDialog(fmt.Sprintf("%s of %d not exported", quote.Count(len(failed), "file"), len(results)),
			errors.Join(failed...))
		return false
	}
	switch {
	case len(results) == 1 && e.Page != nil && e.Page.IsDownload(results[0].Job.Path):
		e.Tell("Exported %s to the browser's downloads", names[0])
	case len(results) == 1:
		e.Tell("Exported %s to %s", names[0], kit.ShortenLeft(filepath.Dir(results[0].Job.Path), 50))
	default:
		e.Tell("Exported %s: %s", quote.Count(len(names), "file"), strings.Join(names, ", "))
	}
	e.showLosses(names, results)
	return true
}

// lossIssues returns what the formats could not express: losses, which affect gameplay, and notes, which do not.
// messages holds the same texts, but notes without the colliders that they concern.
func lossIssues(results []export.Result) (losses, notes []importers.Issue, messages []string) {
	for _, r := range results {
		file := filepath.Base(r.Job.Path)
		for _, l := range r.Report.Losses {
			if l.Severity() == export.SeverityNote {
				notes = append(notes, importers.Issue{Severity: importers.Note, Path: file, Message: l.String()})
				messages = append(messages, file+": "+l.Message)
			} else {
				losses = append(losses, importers.Issue{Severity: importers.Loss, Path: file, Message: l.String()})
				messages = append(messages, file+": "+l.String())
			}
		}
	}
	return losses, notes, messages
}

// showLosses lists what the formats could not express, unless the last export had the same messages. A note that now
// concerns another collider is not a new message.
func (e *Exports) showLosses(names []string, results []export.Result) {
	losses, notes, messages := lossIssues(results)
	if len(messages) == 0 || slices.Equal(messages, e.lost) {
		return
	}
	e.lost = messages
	files, formats := strings.Join(names, ", "), "The format cannot"
	if len(names) > 1 {
		formats = "The formats cannot"
	}
	title, head := "Exported with notes",
		fmt.Sprintf("Exported %s. %s express everything in the level, but the game plays the same.", files, formats)
	if n := len(losses); n > 0 {
		title, head = "Exported with losses",
			fmt.Sprintf("Exported %s. %s express everything in the level: %s may change how the game plays.", files,
				formats, quote.Count(n, "loss"))
		if len(notes) > 0 {
			head += fmt.Sprintf(" The list also has %s without effect on the game.", quote.Count(len(notes), "note"))
		}
	}
	e.issueDialog(title, head+" This list is not shown again until it changes.", slices.Concat(losses, notes))
}

// exportForm is the export dialog: a list of targets, and fields for the chosen one. The ticked targets are exported.
type exportForm struct {
	*Frame
	w       *Exports
	path    string // the level's file
	root    disk.Root
	formats []export.Exporter
	targets []*exportTarget
	chosen  int
	rows    *fyne.Container
	empty   *canvas.Text
	where   *kit.TippedText // the path that the chosen target writes
	problem *kit.TippedText
	keep    bool // store the targets in the level
	start   *kit.TextButton
	remove  *kit.TextButton

	file, template      *kit.SearchField
	templateRow, tolRow *fyne.Container
	fields              *fyne.Container
}

// exportTarget is a preset in the dialog and whether it is ticked.
type exportTarget struct {
	level.ExportPreset
	ticked bool
	chosen chosenFiles
}

// OpenForm opens the dialog with the level's export presets.
func (e *Exports) OpenForm() {
	f := &exportForm{Frame: e.NewFrame(82), w: e, path: e.levelPath(), formats: e.Files.Exporters().All()}
	f.keep = len(e.Session.Document().Settings().Exports) > 0
	f.root, _ = disk.FindRoot(f.path) // without a root, every file is outside
	last := e.ExportedLast()
	for _, p := range e.Session.Document().Settings().Exports {
		f.targets = append(f.targets, &exportTarget{
			ExportPreset: p, ticked: len(last) == 0 || slices.Contains(last, p),
		})
	}
	if len(f.targets) == 0 {
		for _, p := range last {
			f.targets = append(f.targets, &exportTarget{ExportPreset: p, ticked: true})
		}
	}
	if len(f.targets) == 0 {
		f.targets = append(f.targets, f.newTarget())
	}
	f.build()
	f.Type(f.file)
}

// newTarget returns a target with an unused name and, if possible, an unused format.
func (f *exportForm) newTarget() *exportTarget {
	p := level.ExportPreset{Format: f.formats[0].Name()}
	for _, e := range f.formats {
		if !slices.ContainsFunc(f.targets, func(t *exportTarget) bool { return t.Format == e.Name() }) {
			p.Format = e.Name()
			break
		}
	}
	p.File = f.suggestedFile(p)
	p.Name = f.freeName(p.Format)
	return &exportTarget{ExportPreset: p, ticked: true, chosen: chosenFiles{file: true, template: true}}
}

func (f *exportForm) freeName(base string) string {
	name := base
	for n := 2; slices.ContainsFunc(f.targets, func(t *exportTarget) bool { return t.Name == name }); n++ {
		name = fmt.Sprintf("%s %d", base, n)
	}
	return name
}

// suggestedFile returns a file next to the level.
func (f *exportForm) suggestedFile(p level.ExportPreset) string {
	return level.LevelPlaceholder + f.extension(p)
}

func (f *exportForm) extension(p level.ExportPreset) string {
	if e := f.exporter(p); e != nil {
		return e.Extension()
	}
	return ".txt"
}

// exporter returns the format of a preset, or nil for a template or an unknown format.
func (f *exportForm) exporter(p level.ExportPreset) export.Exporter {
	for _, e := range f.formats {
		if p.Template == "" && strings.EqualFold(e.Name(), p.Format) {
			return e
		}
	}
	return nil
}

const templateTitle = "Custom template…"

func (f *exportForm) build() {
	w, p := f.w, f.w.Look.Colors()
	f.rows = container.NewVBox()
	f.empty = kit.Text("No targets. Add one.", p.Quiet, kit.TextSize)
	add := kit.NewTextButton(w.Look, "Add target", false, func() {
		f.targets = append(f.targets, f.newTarget())
		f.keep = true // a list of targets is worth storing
		f.choose(len(f.targets) - 1)
	})
	f.remove = kit.NewTextButton(w.Look, "Remove", false, func() {
		f.targets = slices.Delete(f.targets, f.chosen, f.chosen+1)
		f.choose(f.chosen)
	})

	browse := func(text *kit.SearchField, do func()) fyne.CanvasObject {
		return container.NewBorder(nil, nil, nil, kit.Pad(kit.Gap, 0, 0, 0, kit.NewTextButton(w.Look, "Browse…", false,
			do)), text)
	}
	path := func(of func() (path *string, chosen *bool)) *kit.SearchField {
		return f.Text("", kit.Value[string]{
			Get: func() string { path, _ := of(); return *path },
			Set: func(s string) {
				path, chosen := of()
				*path, *chosen = filepath.ToSlash(s), true
			},
		})
	}
	name := f.Text("", kit.In(func() *string { return &f.target().Name }))
	f.file = path(func() (*string, *bool) { return &f.target().File, &f.target().chosen.file })
	f.template = path(func() (*string, *bool) { return &f.target().Template, &f.target().chosen.template })
	titles := make([]string, 0, len(f.formats)+1)
	for _, e := range f.formats {
		titles = append(titles, e.Title())
	}
	tolerance := kit.Value[float64]{
		Get: func() float64 { return cmp.Or(f.target().Tolerance, export.DefaultTolerance) },
		Set: func(x float64) { f.target().Tolerance = x },
	}
	f.where = kit.CutLine(w.Look, "", p.Quiet, kit.SmallText)
	f.where.Left = true
	f.problem = kit.CutLine(w.Look, "", p.Danger, kit.SmallText+1)
	f.templateRow = f.Row("Template", browse(f.template, f.browseTemplate))
	f.tolRow = f.Row("Tolerance", container.NewHBox(container.New(kit.Exact{W: 110, H: kit.FieldHeight},
		f.Number("px", kit.Within(0, level.MaxCoordinate, tolerance)))))
	f.fields = container.NewVBox(f.Row("Name", name),
		f.Row("Format", f.Select(append(titles, templateTitle), kit.Value[int]{Get: f.formatIndex, Set: f.setFormat})),
		f.templateRow, f.Row("File", browse(f.file, f.browse)),
		f.Row("", container.New(kit.Fixed{W: 0, H: 16}, f.where)), f.tolRow,
		f.Row("Export", kit.Ticked(f.Check("On every save", kit.Value[bool]{
			Get: func() bool { return f.target().OnSave },
			Set: func(on bool) {
				f.target().OnSave = on
				f.keep = f.keep || on
			},
		}))))

	f.OnChange = f.update
	f.Left(kit.Ticked(f.Check("Remember these targets", kit.At(&f.keep))))
	f.Cancel("Cancel")
	f.start = f.Primary("Export", f.run)
	list := container.NewBorder(nil, kit.Pad(0, 8, 0, 0, container.New(kit.Equal{Gap: kit.Gap}, add, f.remove)), nil,
		nil,
		container.NewStack(kit.Framed(f.w.Look, p.Field, p.Line, kit.FieldRadius).Picture, container.NewCenter(f.empty),
			container.NewVScroll(kit.Pad(1, 1, 1, 1, f.rows))))
	f.choose(0)
	f.Gap = 0
	f.Open("Export", fyne.NewSize(860, 420), container.NewBorder(nil,
		kit.Pad(0, 10, 0, 0, container.New(kit.Fixed{W: 0, H: 18}, f.problem)), nil, nil,
		container.NewBorder(nil, nil, kit.Pad(0, 0, 14, 0, container.New(kit.Exact{W: 250}, list)), nil, f.fields)))
}

// target returns the chosen target, or an empty one if there is none.
func (f *exportForm) target() *exportTarget {
	if len(f.targets) == 0 {
		return &exportTarget{}
	}
	return f.targets[f.chosen]
}

func (f *exportForm) choose(i int) {
	f.chosen = max(min(i, len(f.targets)-1), 0)
	f.Show()
	f.update()
}

// update updates everything except the fields.
func (f *exportForm) update() {
	f.rows.Objects = nil
	for i, t := range f.targets {
		f.rows.Add(newExportRow(f, i, t))
	}
	f.rows.Refresh()
	none := len(f.targets) == 0
	f.fields.Hidden, f.empty.Hidden = none, !none
	f.remove.SetOff(none)
	if t := f.target(); !none {
		e := f.exporter(t.ExportPreset)
		f.templateRow.Hidden = e != nil
		f.tolRow.Hidden = e != nil && export.HasArcs(e)
		f.fields.Refresh()
		where := "Writes " + plainLine(t.Path(f.path))
		if f.w.Page != nil && f.w.Page.IsDownload(t.Path(f.path)) {
			where = "Downloads " + plainLine(filepath.Base(t.Path(f.path)))
		}
		if _, ok := disk.FindProject(f.path); ok {
			if _, err := f.root.Named(t.Path(f.path)); errors.Is(err, disk.ErrOutside) {
				where += ", outside the project folder"
			}
		}
		f.where.Set(where)
		f.where.Hidden = t.File == ""
	}
	ticked := f.presets(true)
	f.start.Label = "Export"
	if len(ticked) != 1 {
		f.start.Label = "Export " + quote.Count(len(ticked), "file")
	}
	problem := f.check()
	f.start.SetOff(problem != "" || len(ticked) == 0)
	f.start.Refresh()
	f.problem.Set(kit.AtMost(problem, kit.MaxProse))
}

// presets returns the presets of all targets, or only of the ticked ones.
func (f *exportForm) presets(onlyTicked bool) (out []level.ExportPreset) {
	for _, t := range f.targets {
		if t.ticked || !onlyTicked {
			out = append(out, t.ExportPreset)
		}
	}
	return out
}

func (f *exportForm) check() string {
	all := f.presets(false)
	if err := level.CheckPresets(all); err != nil {
		return err.Error()
	}
	seen := map[string]string{}
	for _, p := range all {
		path := p.Path(f.path)
		if path == f.path {
			return fmt.Sprintf("%s would overwrite the level", p.Name)
		}
		if earlier, ok := seen[path]; ok {
			return fmt.Sprintf("%s and %s would both write %s", earlier, p.Name, filepath.Base(path))
		}
		seen[path] = p.Name
	}
	if t := f.target(); len(all) > 0 && disk.IsHiddenFrom(filepath.Dir(f.path), t.Path(f.path)) {
		return fmt.Sprintf("%s would write to a hidden path: a name in it starts with a dot", t.Name)
	}
	return ""
}

// formatIndex returns the index of the chosen target's format, or the number of formats for a template.
func (f *exportForm) formatIndex() int {
	if e := f.exporter(f.target().ExportPreset); e != nil {
		return slices.Index(f.formats, e)
	}
	return len(f.formats)
}

// setFormat changes the chosen target's format and adapts the file's extension.
func (f *exportForm) setFormat(i int) {
	t := f.target()
	before := f.extension(t.ExportPreset)
	wasNamed := t.Name == t.Format || strings.HasPrefix(t.Name, t.Format+" ")
	if i == len(f.formats) {
		t.Format = ""
		return
	}
	t.Format, t.Template = f.formats[i].Name(), ""
	if export.CheckForm(f.formats[i], t.Form) != nil {
		t.Form = level.ExportForm{}
	}
	if stem, ok := strings.CutSuffix(t.File, before); ok || t.File == "" {
		if t.File = stem + f.formats[i].Extension(); stem == "" {
			t.File = f.suggestedFile(t.ExportPreset)
		}
	}
	if wasNamed {
		t.Name = ""
		t.Name = f.freeName(t.Format)
	}
}

func (f *exportForm) browse() {
	t := f.target()
	f.w.ChooseSave("Export the level", t.Path(f.path), []string{f.extension(t.ExportPreset)}, func(path string) {
		f.file.SetText(f.relative(path))
		t.chosen.file, t.chosen.replaces = true, t.Path(f.path) // ChooseSave asked if the file exists
	})
}

func (f *exportForm) browseTemplate() {
	f.w.ChooseOpen("Choose a text template", []string{".tmpl"}, func(path string) {
		f.template.SetText(f.relative(path))
		if e := filepath.Ext(strings.TrimSuffix(path, filepath.Ext(path))); e != "" &&
			strings.HasPrefix(f.target().File, level.LevelPlaceholder) {
			f.file.SetText(level.LevelPlaceholder + e)
		}
	})
}

// relative returns a file's path as presets store it.
func (f *exportForm) relative(path string) string { return relative(filepath.Dir(f.path), path) }

// run exports the ticked targets, and stores all targets in the level if the user asked for that.
func (f *exportForm) run() {
	f.Commit()
	f.Close()
	ticked, all := f.presets(true), f.presets(false)
	w := f.w
	chosen := map[level.ExportPreset]chosenFiles{}
	for _, t := range f.targets {
		chosen[t.ExportPreset] = t.chosen
	}
	if !f.keep {
		r := w.newExportRun(ticked, nil)
		r.chosen = chosen
		r.start()
		return
	}
	before := onSave(w.Session.Document().Settings().Exports)
	if err := w.Session.EditSettings("Change the export targets", func(s *level.Settings) {
		s.Exports = all
	}); err != nil {
		w.FailDialog("The targets cannot be saved", err)
		return
	}
	r := w.newExportRun(ticked, nil)
	r.chosen = chosen
	if r.isSet(before) {
		r.set = onSave(all) // the user has just set it
	}
	r.start()
}

type ExportRow struct {
	kit.Tile
	kit.Hover
	form  *exportForm
	index int
	Tick  *kit.CheckBox
	Name  *kit.CutText
}

func newExportRow(f *exportForm, i int, t *exportTarget) *ExportRow {
	p := f.w.Look.Colors()
	r := &ExportRow{form: f, index: i, Name: kit.NewCutText(p.Text)}
	detail := kit.Text(t.Format, p.Quiet, kit.SmallText)
	r.Name.Set(t.Name)
	r.Tick = kit.NewCheckBox(f.w.Look, "", func(on bool) {
		t.ticked = on
		f.update()
	})
	r.Tick.Checked = t.ticked
	if t.Template != "" || t.Format == "" {
		detail.Text = "template"
	}
	if t.OnSave {
		detail.Text += " · on save"
	}
	r.Hover = kit.NewHover(f.w.Look, r, r.update, nil)
	line := container.New(kit.Row{Gap: 2, Grow: 1}, r.Tick, container.New(kit.Exact{W: 40, H: 28}, r.Name), detail)
	r.Init(r, f.w.Look, kit.FieldRadius-1, fyne.Size{}, kit.Pad(2, 0, 8, 0, line), func() { f.choose(i) })
	r.update()
	return r
}

func (r *ExportRow) update() {
	r.Plate.Fill(r.form.w.Look.Colors().Row(r.index == r.form.chosen, r.Over))
}
