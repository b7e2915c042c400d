package dialog

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/export"
)

// exportRun exports the level by presets: it plans, asks if necessary, and writes. Because a level can come from
// anyone, its presets never write outside the project folder, over files that Fillet did not write, or on save until
// the user approves it.
type exportRun struct {
	w         *Exports
	doc       *level.Document // the level to export; snapshot holds its content
	presets   []level.ExportPreset
	path      string // the level's file
	root      disk.Root
	onSave    bool // started by a save, not by the user
	exporters *export.Registry
	snapshot  level.Snapshot
	trusted   []string
	set       []level.ExportPreset // on-save presets just set by the user, which need no question
	chosen    map[level.ExportPreset]chosenFiles
	then      func()
}

func (e *Exports) newExportRun(presets []level.ExportPreset, then func()) *exportRun {
	e.Tools.Cancel()
	path := e.levelPath()
	root, _ := disk.FindRoot(path) // without a root, every file is outside and asked about
	return &exportRun{
		w: e, doc: e.Session.Document(), presets: presets, path: path, root: root, then: then,
		exporters: e.Files.Exporters(), snapshot: e.Session.Document().Snapshot(),
		trusted: e.App.Preferences().StringList(prefTrusted),
	}
}

func (e *Exports) Run(presets []level.ExportPreset) { e.newExportRun(presets, nil).start() }

// exportOnSave runs the on-save presets. It asks before they run for the first time, and again when their content or
// their files have changed. Afterwards it calls then, if not nil.
func (e *Exports) exportOnSave(then func()) {
	if then == nil {
		then = func() {}
	}
	chosen := onSave(e.Session.Document().Settings().Exports)
	if len(chosen) == 0 {
		then()
		return
	}
	r := e.newExportRun(chosen, then)
	r.onSave = true
	r.start()
}

func onSave(presets []level.ExportPreset) []level.ExportPreset {
	return slices.DeleteFunc(slices.Clone(presets), func(p level.ExportPreset) bool { return !p.OnSave })
}

func (r *exportRun) title() string {
	if len(r.presets) == 1 {
		return "Exporting " + plainLine(filepath.Base(r.presets[0].Path(r.path)))
	}
	return "Exporting " + quote.Count(len(r.presets), "file")
}

// start exports, or asks first.
func (r *exportRun) start() {
	r.w.RunInBackground(r.title(), func(ctx context.Context, progress Progress) (func(), error) {
		plans, err := r.plan(r.presets)
		if err != nil {
			return nil, err
		}
		trusted, err := r.isTrusted(plans)
		if err != nil {
			return nil, err
		}
		if !trusted {
			return func() {
				if r.w.Session.Document() == r.doc { // otherwise the level was replaced
					r.ask(plans)
				}
			}, nil
		}
		return r.do(ctx, plans, progress)
	}, "The level was not exported", nil)
}

func (r *exportRun) plan(presets []level.ExportPreset) ([]*export.Plan, error) {
	settings := *r.snapshot.Settings
	settings.Exports = presets
	return r.exporters.Plans(&settings, r.path, export.Bounds{Root: r.root, Record: r.w.record})
}

// chosenFiles tells which files of a preset the user chose in the export dialog.
type chosenFiles struct {
	file, template bool
	replaces       string // the existing file that the user agreed to replace
}

// key identifies a plan in the list of approved ones, separately for exports on save.
func (r *exportRun) key(p *export.Plan) string {
	sum := export.Sum(r.path, []*export.Plan{p})
	if r.onSave {
		return "save " + sum
	}
	return "export " + sum
}

// isTrusted reports whether plans need no question: the user chose their files or approved them before. It reads
// templates outside the root only then; the text of approved ones must be unchanged.
func (r *exportRun) isTrusted(plans []*export.Plan) (bool, error) {
	for _, p := range plans {
		c := r.chosen[p.Preset]
		if p.Foreign && c.replaces != p.Preset.Path(r.path) {
			return false, nil
		}
		if !r.onSave && (c.file || !p.Outside) && (c.template || !p.TemplateOutside) {
			continue
		}
		if !r.isApproved(p) {
			return false, nil
		}
		if err := p.ReadTemplate(); err != nil || !r.isApproved(p) {
			return false, err
		}
	}
	return true, nil
}

func (r *exportRun) isApproved(p *export.Plan) bool { return slices.Contains(r.trusted, r.key(p)) }

// keys reads the templates of plans, and returns the keys to trust: each plan's without and with the template's text.
func (r *exportRun) keys(plans []*export.Plan) (keys []string, err error) {
	for _, p := range plans {
		if !r.onSave && !p.Outside && !p.TemplateOutside {
			continue
		}
		unread := r.key(p)
		if err := p.ReadTemplate(); err != nil {
			return nil, err
		}
		keys = append(keys, unread, r.key(p))
	}
	return keys, nil
}

// agreed exports approved plans.
func (r *exportRun) agreed(plans []*export.Plan) {
	r.w.RunInBackground(r.title(), func(ctx context.Context, progress Progress) (func(), error) {
		return r.do(ctx, plans, progress)
	}, "The level was not exported", nil)
}

// do exports plans that are trusted or approved, and remembers that.
func (r *exportRun) do(ctx context.Context, plans []*export.Plan, progress Progress) (func(), error) {
	keys, err := r.keys(plans)
	if err != nil {
		return nil, err
	}
	jobs := make([]export.Job, len(plans))
	for i, p := range plans {
		if jobs[i], err = p.Approve(); err != nil {
			return nil, err
		}
	}
	results := export.Run(ctx, r.snapshot, jobs, progress)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	keys = append(keys, r.setKeys()...)
	return func() {
		r.w.trust(keys)
		r.w.last, r.w.lastOf = r.presets, r.doc
		if r.w.TellExported(results) && r.then != nil {
			r.then()
		}
	}, nil
}

// setKeys returns the keys to trust for presets that the user has just set. Errors in their file names are reported
// when the presets run.
func (r *exportRun) setKeys() []string {
	if len(r.set) == 0 {
		return nil
	}
	saving := *r
	saving.onSave = true
	plans, err := saving.plan(r.set)
	if err != nil {
		return nil
	}
	keys, err := saving.keys(plans)
	if err != nil {
		return nil
	}
	return keys
}

// isSet reports whether on-save presets need no question: everything that the level had before is trusted, so any new
// preset is the user's own.
func (r *exportRun) isSet(before []level.ExportPreset) bool {
	if len(before) == 0 {
		return true
	}
	saving := *r
	saving.onSave = true
	plans, err := saving.plan(before)
	return err == nil && !slices.ContainsFunc(plans, func(p *export.Plan) bool { return !saving.isApproved(p) })
}

func (e *Exports) trust(keys []string) {
	const limit = 200
	list := e.App.Preferences().StringList(prefTrusted)
	known := len(list)
	for _, k := range keys {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	if len(list) > known {
		e.App.Preferences().SetStringList(prefTrusted, list[max(len(list)-limit, 0):])
	}
}

// ask lists every file that the presets would write, unusual ones first. After a save, Cancel is the primary button
// because the user did not ask for an export.
func (r *exportRun) ask(plans []*export.Plan) {
	w := r.w
	files := r.files(plans)
	var list *kit.PlainList
	list = kit.NewList(w.Look, func() int { return len(files) }, func() *SignRow {
		return newSignRow(w.Look, fyne.TextWrapBreak, kit.NewQuietProse("", theme.SizeNameCaptionText))
	}, func(row *SignRow, i int) {
		file, ink := files[i], theme.ColorNamePlaceHolder
		odd := file.foreign || file.outside
		if odd {
			ink = theme.ColorNameWarning
		}
		list.SetItemHeight(i, row.show(odd, file.name, file.marks, ink, list.Size().Width))
	})
	f := w.NewFrame(0)
	f.Head = wrapped(r.about(files))
	title, agree, label := "Export these files?", func() { r.agreed(plans) }, "Export "+quote.Count(len(files), "file")
	if r.onSave {
		title = "Export with every save?"
		f.PrimaryCancel("Cancel")
		f.Answer("Don't export", r.then)
		f.Answer(label, agree)
	} else {
		f.Cancel("Cancel")
		f.Primary(label, func() {
			f.Close()
			agree()
		})
	}
	room := w.Win.Canvas().Size()
	f.Open(title, fyne.NewSize(min(680, room.Width-40), min(200+float32(len(files))*44, 520, room.Height-40)), list)
}

// about describes the export and counts the unusual files.
func (r *exportRun) about(files []exportFile) string {
	var b strings.Builder
	if r.onSave {
		fmt.Fprintf(&b, "This level is set to export %s with every save. If you agree, every save does so until "+
			"these settings change.", quote.Count(len(files), "file"))
	} else {
		fmt.Fprintf(&b, "This writes %s.", quote.Count(len(files), "file"))
	}
	foreign, outside := 0, 0
	for _, f := range files {
		foreign += kit.BoolInt(f.foreign)
		outside += kit.BoolInt(f.outside)
	}
	_, folder := base(r.path, r.root)
	if foreign > 0 {
		b.WriteString(quote.Plural(foreign, " 1 of them replaces a file not written by Fillet.",
			" %d of them replace files not written by Fillet."))
	}
	if outside > 0 {
		b.WriteString(quote.Plural(outside, " 1 of them writes or reads outside ",
			" %d of them write or read outside ") + folder + ".")
	}
	return b.String()
}

// exportFile is a file in the question: its name, and remarks about it.
type exportFile struct {
	name, marks      string
	foreign, outside bool
}

// files lists the files that plans write: unusual ones first, otherwise in the order of the presets.
func (r *exportRun) files(plans []*export.Plan) []exportFile {
	dir, folder := base(r.path, r.root)
	isOutside := func(path string) bool {
		rel, err := filepath.Rel(dir, path)
		return path != "" && (err != nil || !filepath.IsLocal(rel))
	}
	files := make([]exportFile, len(plans))
	for i, p := range plans {
		f := exportFile{
			name: nameIn(dir, p.File), foreign: p.Foreign, outside: isOutside(p.File) || isOutside(p.Template),
		}
		marks := []string{p.Preset.Format}
		if p.Template != "" {
			marks[0] = "from template " + nameIn(dir, p.Template)
		}
		if isOutside(p.Template) {
			marks[0] += ", outside " + folder
		}
		if p.Exists {
			marks = append(marks, "exists")
		}
		if p.Foreign {
			marks = append(marks, "not written by Fillet")
		}
		if isOutside(p.File) {
			marks = append(marks, "outside "+folder)
		}
		f.marks = plainLine(strings.Join(marks, " · "))
		files[i] = f
	}
	rank := func(f exportFile) int { return 2*kit.BoolInt(f.outside) + kit.BoolInt(f.foreign) }
	slices.SortStableFunc(files, func(a, b exportFile) int { return rank(b) - rank(a) })
	return files
}

// base returns the folder that the files of a level usually stay in, without links, and what to call it.
func base(levelPath string, root disk.Root) (dir, name string) {
	if _, ok := disk.FindProject(levelPath); ok {
		return root.Dir(), "the project folder"
	}
	return disk.RealPath(filepath.Dir(levelPath)), "the level's folder"
}

// nameIn returns a file's path on one line, relative to the folder if the file is inside it.
func nameIn(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	return plainLine(path)
}

// plainLine returns a string on one line with invisible characters escaped, so that no part of it looks like another
// line or like the program's own text. It elides the middle of a long text.
func plainLine(s string) string {
	const limit = 400
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit/2]) + "…" + string(r[len(r)-limit/2:])
	}
	quoted := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}
