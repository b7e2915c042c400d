package export

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fillet/editor/level"
)

// Job is one file to export.
type Job struct {
	Preset   string // the name of the preset that asks for it; empty for none
	Exporter Exporter
	Options  Options
	Path     string
}

// Name is what people call the job: its preset, or its file.
func (j Job) Name() string {
	if j.Preset != "" {
		return j.Preset
	}
	return filepath.Base(j.Path)
}

// Result is what came of a job.
type Result struct {
	Job    Job
	Report *Report // nil where there is an error
	Err    error
}

// Preset is the job that a preset of the level file at levelPath asks for. It reads the template that the preset names.
// A preset that would write over the level file or the template is refused.
func (r *Registry) Preset(p level.ExportPreset, levelPath string) (Job, error) {
	j := Job{Preset: p.Name, Path: p.Path(levelPath), Options: Options{Tolerance: p.Tolerance, Tree: p.Tree}}
	err := j.choose(r, p, levelPath)
	if err == nil && p.Tree && !HasTree(j.Exporter) {
		err = fmt.Errorf("the format %s has no place for a broad-phase tree", j.Exporter.Name())
	}
	if err == nil {
		err = j.spare("the level itself", levelPath)
	}
	if err == nil && p.Template != "" {
		err = j.spare("its template", p.TemplatePath(levelPath))
	}
	if err != nil {
		return Job{}, fmt.Errorf("export preset %q: %w", level.Excerpt(p.Name), err)
	}
	return j, nil
}

func (j *Job) choose(r *Registry, p level.ExportPreset, levelPath string) (err error) {
	if p.Template == "" {
		j.Exporter, err = r.Get(p.Format)
		return err
	}
	j.Exporter, err = OpenTemplate(p.TemplatePath(levelPath))
	return err
}

// spare refuses to write over a file.
func (j *Job) spare(what, path string) error {
	if samePath(j.Path, path) {
		return fmt.Errorf("%s would be written over %s", level.ShortPath(j.Path), what)
	}
	return nil
}

// samePath reports whether two paths lead to one file, which need not exist.
func samePath(a, b string) bool {
	if infoA, err := os.Stat(a); err == nil {
		infoB, err := os.Stat(b)
		return err == nil && os.SameFile(infoA, infoB)
	}
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}

// Presets is the jobs of a level file's presets: of all of them, or of those named, in the order of the names. Two that
// write one file are refused.
func (r *Registry) Presets(s *level.Settings, levelPath string, names ...string) ([]Job, error) {
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
			return nil, fmt.Errorf("the level has no export preset %q; it has %s", level.Excerpt(name), presetNames(s))
		}
		chosen = append(chosen, p)
	}
	var jobs []Job
	for _, p := range chosen {
		j, err := r.Preset(p, levelPath)
		if err != nil {
			return nil, err
		}
		for _, other := range jobs {
			if samePath(other.Path, j.Path) {
				return nil, fmt.Errorf("export presets %q and %q would both write %s", level.Excerpt(other.Preset), level.Excerpt(j.Preset), level.ShortPath(j.Path))
			}
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

func presetNames(s *level.Settings) string {
	var out []byte
	for i, p := range s.Exports {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = fmt.Appendf(out, "%q", level.Excerpt(p.Name))
	}
	return string(out)
}

// Run does jobs one after the other, each as ToFile does; a preset's folder is made where there is none. One that fails
// does not stop the others. Once ctx ends, those that are left have its error. Progress, where it is not nil, hears how
// much of all the work is done.
func Run(ctx context.Context, snap level.Snapshot, jobs []Job, progress func(done, total int)) []Result {
	results := make([]Result, len(jobs))
	total := snap.Len()
	for i, j := range jobs {
		if progress != nil {
			j.Options.Progress = func(done, _ int) { progress(i*total+done, len(jobs)*total) }
		}
		results[i].Job = jobs[i]
		results[i].Report, results[i].Err = j.run(ctx, snap)
		if j.Options.Progress != nil {
			j.Options.Progress(total, total)
		}
	}
	return results
}

func (j Job) run(ctx context.Context, snap level.Snapshot) (*Report, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if j.Preset != "" {
		if err := os.MkdirAll(filepath.Dir(j.Path), 0o777); err != nil {
			return nil, err
		}
	}
	return ToFile(ctx, j.Exporter, snap, j.Options, j.Path)
}
