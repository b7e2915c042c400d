package export

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// Bounds limits what the presets of a level may do without asking the user.
type Bounds struct {
	Root      disk.Root // the folder for files and templates; the zero value allows none
	Overwrite bool      // whether files that Fillet did not write may be replaced
	Record    *Record

	// Asked is called with the path of each template in the root, and of each file that a template includes, before it
	// is read. It may be nil.
	Asked func(path string)
}

// Plan describes what a preset will do, and what the user must approve first.
type Plan struct {
	Preset   level.ExportPreset
	File     string // the file to write, absolute and with links resolved
	Template string // the template to read, in the same form; empty if the preset has a format

	Exists          bool // whether something exists at the file's path
	Foreign         bool // whether Fillet did not write that file
	Outside         bool // whether the file is outside the root
	TemplateOutside bool // whether the template is outside the root and is not read yet

	job      Job
	place    string // the file to write, with a link as its last element
	template readTemplate
}

// readTemplate is the location of a template and the hash of the texts of the template and the files that it includes.
type readTemplate struct {
	root  disk.Root
	rel   string
	asked func(path string) // see [Bounds.Asked]
	sum   [sha256.Size]byte
}

// Plans returns what the presets of a level file will do: all presets, or the named ones in the given order. It reads
// only templates in the root. It returns an error for anything that no user can approve: a path that leads into a
// hidden folder or, through a link, out of the root; a file that would overwrite the level or its template, or that two
// presets write.
func (r *Registry) Plans(s *level.Settings, levelPath string, b Bounds, names ...string) ([]*Plan, error) {
	if len(s.Exports) == 0 {
		return nil, errors.New("the level has no export presets")
	}
	chosen := s.Exports
	if len(names) > 0 {
		chosen = nil
	}
	for _, name := range names {
		p, ok := s.Preset(name)
		if !ok {
			return nil, fmt.Errorf("the level has no export preset %q; it has %s", quote.Excerpt(name), presetNames(s))
		}
		chosen = append(chosen, p)
	}
	var plans []*Plan
	for _, preset := range chosen {
		p, err := r.plan(preset, levelPath, b)
		if err != nil {
			return nil, fmt.Errorf("export preset %q: %w", quote.Excerpt(preset.Name), err)
		}
		for _, earlier := range plans {
			if samePath(earlier.File, p.File) {
				return nil, fmt.Errorf("export presets %q and %q would both write %s",
					quote.Excerpt(earlier.Preset.Name), quote.Excerpt(preset.Name), quote.ShortPath(p.job.Path))
			}
		}
		plans = append(plans, p)
	}
	return plans, nil
}

func presetNames(s *level.Settings) string {
	names := make([]string, len(s.Exports))
	for i, p := range s.Exports {
		names[i] = quote.Excerpt(p.Name)
	}
	return quoted(names)
}

// Presets returns the jobs of presets, for callers that cannot ask the user. It works like [Registry.Plans], but
// returns [disk.ErrOutside] for files outside the root.
func (r *Registry) Presets(s *level.Settings, levelPath string, b Bounds, names ...string) ([]Job, error) {
	plans, err := r.Plans(s, levelPath, b, names...)
	if err != nil {
		return nil, err
	}
	jobs := make([]Job, len(plans))
	for i, p := range plans {
		switch {
		case p.Outside:
			return nil, fmt.Errorf("export preset %q: %s: %w, %s", quote.Excerpt(p.Preset.Name),
				quote.ShortPath(p.job.Path), disk.ErrOutside, quote.ShortPath(b.Root.Dir()))
		case p.TemplateOutside:
			return nil, fmt.Errorf("export preset %q: the template %s: %w, %s", quote.Excerpt(p.Preset.Name),
				quote.ShortPath(p.Template), disk.ErrOutside, quote.ShortPath(b.Root.Dir()))
		}
		jobs[i] = p.job
	}
	return jobs, nil
}

// plan returns the plan of a preset.
func (r *Registry) plan(preset level.ExportPreset, levelPath string, b Bounds) (*Plan, error) {
	dir := disk.RealPath(filepath.Dir(levelPath))
	at := filepath.Join(dir, filepath.Base(levelPath))
	p := &Plan{Preset: preset}
	p.job = Job{Preset: preset.Name, Options: Options{Level: at, Tolerance: preset.Tolerance, Form: preset.Form}}
	if preset.Tree {
		p.job.Notes = []Loss{{
			Kind:    LossTree,
			Message: "broad-phase trees are no longer written: a game builds its own while adding the shapes",
		}}
	}
	p.job.Place = &Place{Root: b.Root, IsNamed: true, Overwrite: b.Overwrite, Record: b.Record}
	rel, err := b.Root.Named(preset.Path(at))
	if errors.Is(err, disk.ErrOutside) {
		p.Outside = true
		p.job.Place.Root, rel, err = outside(preset.Path(at), dir)
	}
	if err == nil {
		err = p.inspect(rel)
	}
	if err != nil {
		return nil, err
	}
	if p.job.Path = preset.Path(levelPath); disk.RealPath(filepath.Dir(p.job.Path)) != filepath.Dir(preset.Path(at)) {
		p.job.Path = preset.Path(at) // a link is on the way, so the given name does not show where the file is
	}
	if err := p.choose(r, at, b); err != nil {
		return nil, err
	}
	if samePath(p.File, at) {
		return nil, fmt.Errorf("%s would overwrite the level", quote.ShortPath(p.job.Path))
	}
	if p.Template != "" && samePath(p.File, p.Template) {
		return nil, fmt.Errorf("%s would overwrite its template", quote.ShortPath(p.job.Path))
	}
	return p, nil
}

// inspect records what exists at the file's path.
func (p *Plan) inspect(rel string) error {
	place := p.job.Place
	p.File = filepath.Join(place.Root.Dir(), rel)
	p.place = p.File
	f, where, err := place.Root.Open(rel)
	if where != "" {
		p.File = filepath.Join(place.Root.Dir(), where)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, disk.ErrOutside), errors.Is(err, disk.ErrHidden), errors.Is(err, disk.ErrProject):
		return fmt.Errorf("%s: %w", quote.ShortPath(p.File), err)
	}
	p.Exists = true
	if err != nil {
		return nil //nolint:nilerr // writing it reports the problem
	}
	defer func() { _ = f.Close() }() // nothing was written
	own, err := place.isOwn(p.place, f)
	p.Foreign = err != nil || !own
	return nil
}

// choose finds the preset's format or reads its template.
func (p *Plan) choose(r *Registry, levelPath string, b Bounds) (err error) {
	if p.Preset.Template == "" {
		if p.job.Exporter, err = r.Get(p.Preset.Format); err == nil {
			err = CheckForm(p.job.Exporter, p.Preset.Form)
		}
		return err
	}
	p.Template = p.Preset.TemplatePath(levelPath)
	t := &p.template
	t.root = b.Root
	t.rel, err = b.Root.Named(p.Template)
	if errors.Is(err, disk.ErrOutside) {
		p.TemplateOutside = true
		t.root, t.rel, err = outside(p.Template, filepath.Dir(levelPath))
		return err
	}
	if err != nil {
		return err
	}
	if t.asked = b.Asked; t.asked != nil {
		t.asked(filepath.Join(t.root.Dir(), t.rel))
	}
	return p.readTemplate()
}

func (p *Plan) readTemplate() error {
	t := &p.template
	text, err := t.root.ReadFile(t.rel, maxTemplate)
	if err != nil {
		return &fs.PathError{Op: "reading the template", Path: quote.ShortPath(p.Template), Err: err}
	}
	in := &includes{root: t.root, dir: filepath.Dir(t.rel), asked: t.asked}
	if p.job.Exporter, err = newTemplate(p.Template, string(text), in); err == nil {
		err = CheckForm(p.job.Exporter, p.Preset.Form)
	}
	t.sum = in.sum()
	return err
}

// ReadTemplate reads the template if it was not read before because it is outside the root.
func (p *Plan) ReadTemplate() error {
	if p.job.Exporter != nil {
		return nil
	}
	if err := p.readTemplate(); err != nil {
		return fmt.Errorf("export preset %q: %w", quote.Excerpt(p.Preset.Name), err)
	}
	return nil
}

// Approve returns the job of a plan that the user has approved. The job may do only what the plan's flags announce.
func (p *Plan) Approve() (Job, error) {
	if err := p.ReadTemplate(); err != nil {
		return Job{}, err
	}
	place := *p.job.Place
	if p.Foreign {
		place.replaces = p.place
	}
	j := p.job
	j.Place = &place
	return j, nil
}

// Sum returns a hash of everything that plans read and write for the level file at levelPath, including the text of
// templates and of the files that they include. A template outside the root counts once it is read.
func Sum(levelPath string, plans []*Plan) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%q", disk.RealPath(levelPath)) // a hash never fails
	for _, p := range plans {
		// A hash never fails.
		_, _ = fmt.Fprintf(h, " %#v %q %q %q %v %v %x", p.Preset, p.File, p.job.Place.Root.Dir(), p.Template, p.Outside,
			p.TemplateOutside, p.template.sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// samePath reports whether two paths lead to the same file, which need not exist.
func samePath(a, b string) bool {
	if infoA, err := os.Stat(a); err == nil {
		infoB, err := os.Stat(b)
		return err == nil && os.SameFile(infoA, infoB)
	}
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}
