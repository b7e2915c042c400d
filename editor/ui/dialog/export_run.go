package dialog

import (
	"context"
	"path/filepath"
	"slices"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
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

// Run exports the level by presets.
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
	r.w.WorkBeside(r.title(), func(ctx context.Context, progress Progress) (func(), error) {
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

// key identifies plans in the list of approved ones, separately for exports on save.
func (r *exportRun) key(plans []*export.Plan) string {
	if r.onSave {
		return "save " + export.Sum(r.path, plans)
	}
	return "export " + export.Sum(r.path, plans)
}

// isTrusted reports whether plans need no question. It reads templates outside the root only if they were approved;
// their text must be unchanged.
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

// agreed exports approved plans and remembers the approval.
func (r *exportRun) agreed(plans []*export.Plan) {
	r.w.WorkBeside(r.title(), func(ctx context.Context, progress Progress) (func(), error) {
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

// do exports plans that are trusted or approved.
func (r *exportRun) do(ctx context.Context, plans []*export.Plan, progress Progress) (func(), error) {
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
	keys := []string{saving.key(plans)}
	for _, p := range plans {
		if p.ReadTemplate() != nil {
			return nil
		}
	}
	return append(keys, saving.key(plans))
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
	return err == nil && slices.Contains(r.trusted, saving.key(plans))
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
