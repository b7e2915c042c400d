package dialog

import (
	"context"
	"path/filepath"
	"slices"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/export"
)

// exportRun is an export of the level by presets: it is planned, asked about where there is something to ask, and done. A
// level can come from anybody, so what it says about files is never done beyond the folder of its project, over files that
// Fillet did not write, or with a save, before somebody has seen it.
type exportRun struct {
	w         *Exports
	doc       *level.Document // what is exported, as the snapshot has it
	presets   []level.ExportPreset
	path      string // of the level
	root      disk.Root
	onSave    bool // it comes with a save: nobody has asked for it now
	exporters *export.Registry
	snapshot  level.Snapshot
	trusted   []string
	set       []level.ExportPreset // on-save presets that the user has just set, which need not be asked about then
	then      func()
}

func (e *Exports) newExportRun(presets []level.ExportPreset, then func()) *exportRun {
	e.Tools.Cancel()
	path := e.levelPath()
	root, _ := disk.FindRoot(path) // without one every file is outside, and asked about
	return &exportRun{
		w: e, doc: e.Session.Document(), presets: presets, path: path, root: root, then: then,
		exporters: e.Files.Exporters(), snapshot: e.Session.Document().Snapshot(), trusted: e.App.Preferences().StringList(prefTrusted),
	}
}

// Run exports the level as presets say.
func (e *Exports) Run(presets []level.ExportPreset) {
	e.newExportRun(presets, nil).start()
}

// exportOnSave runs the presets that go with every save. It asks before they run for the first time, and when what they
// write or where has changed since. then, where it is not nil, is what comes after.
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

// onSave is the presets that go with every save.
func onSave(presets []level.ExportPreset) []level.ExportPreset {
	return slices.DeleteFunc(slices.Clone(presets), func(p level.ExportPreset) bool { return !p.OnSave })
}

func (r *exportRun) title() string {
	if len(r.presets) == 1 {
		return "Exporting " + plainLine(filepath.Base(r.presets[0].Path(r.path)))
	}
	return "Exporting " + kit.Count(len(r.presets), "file")
}

// start exports, or asks first.
func (r *exportRun) start() {
	r.w.workingBeside(r.title(), func(ctx context.Context, progress func(done, total int)) (func(), error) {
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
				if r.w.Session.Document() == r.doc { // else nobody asks for it any more
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

// key stands for plans in the list of those that somebody has agreed to: whether they run with a save counts, too.
func (r *exportRun) key(plans []*export.Plan) string {
	if r.onSave {
		return "save " + export.Sum(r.path, plans)
	}
	return "export " + export.Sum(r.path, plans)
}

// isTrusted reports whether plans need no question. Templates outside of the root are read only if they were agreed to, and
// then their texts have to be the same.
func (r *exportRun) isTrusted(plans []*export.Plan) (bool, error) {
	beyond := false
	for _, p := range plans {
		if p.Foreign {
			return false, nil
		}
		beyond = beyond || p.Outside || p.TemplateOutside
	}
	if !r.onSave && !beyond {
		return true, nil
	}
	if !slices.Contains(r.trusted, r.key(plans)) {
		return false, nil
	}
	for _, p := range plans {
		if err := p.ReadTemplate(); err != nil {
			return false, err
		}
	}
	return slices.Contains(r.trusted, r.key(plans)), nil
}

// agreed does what was asked about, and remembers it.
func (r *exportRun) agreed(plans []*export.Plan) {
	r.w.workingBeside(r.title(), func(ctx context.Context, progress func(done, total int)) (func(), error) {
		keys := []string{r.key(plans)}
		for _, p := range plans {
			if err := p.ReadTemplate(); err != nil {
				return nil, err
			}
		}
		keys = append(keys, r.key(plans))
		then, err := r.do(ctx, plans, progress)
		if err != nil {
			return nil, err
		}
		return func() {
			r.w.trust(keys)
			then()
		}, nil
	}, "The level was not exported", nil)
}

// do exports by plans that are trusted or agreed to.
func (r *exportRun) do(ctx context.Context, plans []*export.Plan, progress func(done, total int)) (func(), error) {
	jobs := make([]export.Job, len(plans))
	for i, p := range plans {
		var err error
		if jobs[i], err = p.Approve(); err != nil {
			return nil, err
		}
	}
	results := export.Run(ctx, r.snapshot, jobs, progress)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	keys := r.setKeys()
	return func() {
		r.w.trust(keys)
		r.w.last, r.w.lastOf = r.presets, r.doc
		if r.w.TellExported(results) && r.then != nil {
			r.then()
		}
	}, nil
}

// setKeys is what is to be trusted of presets that the user has set here. What they name wrongly is told when they run.
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
	keys := []string{saving.key(plans)}
	for _, p := range plans {
		if p.ReadTemplate() != nil {
			return nil
		}
	}
	return append(keys, saving.key(plans))
}

// isSet reports whether on-save presets need no question because those that the level had before are trusted, so that the
// user has set what is new.
func (r *exportRun) isSet(before []level.ExportPreset) bool {
	if len(before) == 0 {
		return true
	}
	saving := *r
	saving.onSave = true
	plans, err := saving.plan(before)
	return err == nil && slices.Contains(r.trusted, saving.key(plans))
}

// trust remembers what somebody has agreed to.
func (e *Exports) trust(keys []string) {
	const most = 200
	list := e.App.Preferences().StringList(prefTrusted)
	known := len(list)
	for _, k := range keys {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	if len(list) > known {
		e.App.Preferences().SetStringList(prefTrusted, list[max(len(list)-most, 0):])
	}
}
