package export_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/export"
)

// presetLevel returns a level with export presets, and a path for its file in the folder of a project.
func presetLevel(t *testing.T, presets ...level.ExportPreset) (level.Snapshot, string) {
	t.Helper()
	snap := someLevel(t).Snapshot()
	settings := *snap.Settings
	settings.Exports = presets
	snap.Settings = &settings
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, disk.ProjectFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return snap, filepath.Join(dir, "levels", "cavern.level.yaml")
}

// bounds returns the default bounds of a level's presets.
func bounds(t *testing.T, levelPath string) export.Bounds {
	t.Helper()
	root, err := disk.FindRoot(levelPath)
	if err != nil {
		t.Fatal(err)
	}
	return export.Bounds{Root: root}
}

func registry() *export.Registry {
	return export.NewRegistry(append(targets(), syntaxes()...)...)
}

func TestPresetsWriteTheirFiles(t *testing.T) {
	t.Parallel()
	snap, path := presetLevel(
		t,
		level.ExportPreset{Name: "game", Format: "json", File: "../build/{level}.colliders.json"},
		level.ExportPreset{Name: "scene", Format: "godot", File: "{level}.tscn", Tolerance: 2},
		level.ExportPreset{Name: "table", Template: "../boxes.csv.tmpl", File: "{level}.csv"},
	)
	root := filepath.Dir(filepath.Dir(path))
	data, err := os.ReadFile(filepath.Join("..", "examples", "templates", "boxes.csv.tmpl"))
	if err == nil {
		err = os.WriteFile(filepath.Join(root, "boxes.csv.tmpl"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := registry().Presets(snap.Settings, path, bounds(t, path))
	if err != nil {
		t.Fatal(err)
	}
	last, calls := 0, 0
	results := export.Run(t.Context(), snap, jobs, func(done, total int) {
		if total != 3*snap.Len() || done < last || done > total {
			t.Errorf("progress is %d of %d after %d", done, total, last)
		}
		last = done
		calls++
	})
	if calls < 3 || last != 3*snap.Len() {
		t.Errorf("%d calls of progress, the last %d", calls, last)
	}
	want := []string{
		filepath.Join(root, "build", "cavern.colliders.json"),
		filepath.Join(root, "levels", "cavern.tscn"), filepath.Join(root, "levels", "cavern.csv"),
	}
	for i, r := range results {
		if r.Err != nil || r.Job.Path != want[i] {
			t.Fatalf("%s is written to %s with %v, want %s", r.Job.Preset, r.Job.Path, r.Err, want[i])
		}
		var direct strings.Builder
		opts := r.Job.Options
		opts.Base = "cavern"
		if _, err := r.Job.Exporter.Export(t.Context(), snap, opts, &direct); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(want[i]); err != nil || string(got) != direct.String() {
			t.Errorf("%s differs from the export itself (%v)", want[i], err)
		}
	}
	if len(results[1].Report.Losses) == 0 || !strings.Contains(results[1].Report.Losses[0].Message, "at most 2 px") {
		t.Errorf("the scene's losses are %v, want its tolerance of 2 in them", results[1].Report.Losses)
	}
	named, err := registry().Presets(snap.Settings, path, bounds(t, path), "table", "game")
	if err != nil || len(named) != 2 || named[0].Preset != "table" || named[1].Preset != "game" {
		t.Errorf("the presets table and game are %v, %v", named, err)
	}
}

func TestPresetErrors(t *testing.T) {
	t.Parallel()
	json := level.ExportPreset{Name: "game", Format: "json", File: "{level}.json"}
	with := func(change func(*level.ExportPreset)) level.ExportPreset {
		p := json
		change(&p)
		return p
	}
	for _, tt := range []struct {
		presets []level.ExportPreset
		names   []string
		want    string
	}{
		{nil, nil, "the level has no export presets"},
		{[]level.ExportPreset{json}, []string{"other"}, `the level has no export preset "other"; it has "game"`},
		{
			[]level.ExportPreset{json, with(func(p *level.ExportPreset) {
				p.Name, p.File = "two", "b.json"
			}), with(func(p *level.ExportPreset) { p.Name, p.File = "three", "c.json" })},
			[]string{"two", "other"},
			`the level has no export preset "other"; it has "game", "two", "three"`,
		},
		{[]level.ExportPreset{with(func(p *level.ExportPreset) {
			p.Format = "xml"
		})}, nil, `export preset "game": unknown export format "xml"; the formats are`},
		{[]level.ExportPreset{with(func(p *level.ExportPreset) {
			p.File = "{level}.level.yaml"
		})}, nil, "would overwrite the level"},
		{[]level.ExportPreset{with(func(p *level.ExportPreset) {
			p.Format, p.Template = "", "none.tmpl"
		})}, nil, "none.tmpl: no such file"},
		{[]level.ExportPreset{json, with(func(p *level.ExportPreset) {
			p.Name, p.File = "again", "./cavern.json"
		})}, nil, `export presets "game" and "again" would both write`},
	} {
		snap, path := presetLevel(t, tt.presets...)
		if _, err := registry().Presets(snap.Settings, path, bounds(t, path), tt.names...); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.presets, err, tt.want)
		}
	}
}

// A failed job does not stop the next one, and no job leaves a partial file.
func TestRunContinuesAfterFailure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	snap := someLevel(t).Snapshot()
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	good := filepath.Join(dir, "a.json")
	results := export.Run(t.Context(), snap, []export.Job{
		{Preset: "blocked", Exporter: export.JSON(), Path: filepath.Join(blocked, "a.json")},
		{Exporter: failing{export.JSON()}, Path: filepath.Join(dir, "failed.json")},
		{Exporter: export.JSON(), Path: good},
	}, nil)
	if results[0].Err == nil || results[1].Err == nil || results[2].Err != nil {
		t.Errorf("the errors are %v, %v, %v; want the first two", results[0].Err, results[1].Err, results[2].Err)
	}
	if got := results[0].Job.Name() + " " + results[2].Job.Name(); got != "blocked a.json" {
		t.Errorf("job names %q", got)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("the folder holds %v (%v), want the file in the way and a.json", entries, err)
	}
}

// A job that is cancelled midway writes nothing, and neither do the jobs after it.
func TestRunIsCancelled(t *testing.T) {
	t.Parallel()
	snap := manyColliders(t, 1000).Snapshot()
	for _, e := range registry().All() {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		results := export.Run(ctx, snap, []export.Job{
			{Exporter: e, Path: filepath.Join(dir, "a")}, {Exporter: e, Path: filepath.Join(dir, "b")},
		}, func(done, total int) {
			if done > total/4 {
				cancel()
			}
		})
		cancel()
		for _, r := range results {
			if !errors.Is(r.Err, context.Canceled) {
				t.Errorf("%s: %s has the error %v, want context.Canceled", e.Name(), r.Job.Path, r.Err)
			}
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("%s: a cancelled export leaves %v (%v)", e.Name(), entries, err)
		}
	}
}
