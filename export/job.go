package export

import (
	"context"
	"path/filepath"

	"fillet/editor/level"
)

// Job is a file to export.
type Job struct {
	Preset   string // the preset that requested it; may be empty
	Exporter Exporter
	Options  Options
	Path     string
	Place    *Place // nil if the user named the file, which may then be anywhere
	Notes    []Loss // notes to add to the report
}

// Name returns the job's display name: its preset or its file.
func (j Job) Name() string {
	if j.Preset != "" {
		return j.Preset
	}
	return filepath.Base(j.Path)
}

// Result is the outcome of a job.
type Result struct {
	Job    Job
	Report *Report // nil if there is an error
	Err    error
}

// Run runs jobs in order with ToFile or ToPlace. A failed job does not stop the others. Once ctx ends, the remaining
// jobs get its error. progress, which may be nil, receives the progress of all jobs together.
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
	var report *Report
	var err error
	if j.Place != nil {
		report, err = ToPlace(ctx, j.Exporter, snap, j.Options, j.Path, j.Place)
	} else {
		report, err = ToFile(ctx, j.Exporter, snap, j.Options, j.Path)
	}
	if err == nil {
		report.Losses = append(report.Losses, j.Notes...)
	}
	return report, err
}
