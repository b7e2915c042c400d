//go:build !js

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/export"
	"fillet/importers"

	"github.com/spf13/cobra"
)

func (a *app) exportCommand() *cobra.Command {
	var target targetFlags
	var out string
	cmd := &cobra.Command{
		Use:   "export LEVEL|FOLDER (-o OUT [-f FORMAT] | --preset NAME | --all-presets)",
		Short: "Write the collider file that a game loads",
		Long: `Write the collider file that a game loads. "fillet formats" lists the formats; without -f the output's name says
which. --template names a text template that makes a format of your own: docs/TEMPLATES.md says how. The old file stays
whole until the new one is complete.

A level can hold export presets, made in the window or by hand (docs/LEVEL-FILE.md): --preset runs those that it names,
--all-presets all of them, and lists the files on standard output. Folders that are missing are made.

A level can come from anybody, so what its presets write, and the templates that they read, lie in the folder of its
project: the nearest one above the level with a fillet.project.yaml or a .git in it, or else the level's own. --root names
another folder, in which the level lies. Nothing is read or written below a name that begins with a dot. A file that
Fillet did not write is left as it is, unless --overwrite is said. What you name yourself with -o can lie anywhere.

Go source is a package of its own for each level, in one file. With --package several levels share a package: each file
then holds one *Level, named after the file, and what they share stands beside them in a file that begins with
fillet_levels. One folder holds one format. Of a file that the go tool would leave out for its name (*_windows.go,
*_test.go) a warning says so.

A folder, or a project (docs/PROJECTS.md), stands for the levels in it, several at a time: -o is then a folder, in which they
keep theirs. In a project --preset and --all-presets run the exports of the project as well, and a level is left as it is, and
its files are not listed, where neither what it is made of nor what was written has changed since the last time; --force writes
all. Go source is always written.

What a format cannot carry is listed on standard error. What changes how a game plays, such as a one-way side, a filter
or a part that is left out, is a loss, and the exit code is then 1; so it is with what a foreign level lost on its way in.
What does not, such as arcs that become vertices within the tolerance, is a note, and the exit code stays 0, unless
--strict is said. --losses json lists all of it on standard output, each collider's by itself: severity, kind, collider,
message, target (the file written) and source. docs/EXPORT.md lists the kinds.`,
		Example: `  fillet export cavern.level.yaml -f json -o cavern.colliders.json
  fillet export world.ldtk -o world.colliders.yaml
  fillet export world.ldtk -f resolv -o world_resolv_collision.go --tolerance 0.1
  fillet export world.ldtk -f cp -o levels/world_cp_collision.go --package levels
  fillet export world.ldtk --template examples/templates/colliders.lua.tmpl -o world.lua
  fillet export cavern.level.yaml --preset game --preset web
  fillet export cavern.level.yaml --all-presets
  fillet export levels/cavern.level.yaml --all-presets --root .
  fillet export world.ldtk -f godot -o world.tscn --losses json | jq '.losses[] | select(.severity == "loss")'
  cat cavern.level.yaml | fillet export - -f json -o - | jq '.colliders | length'`,
		Args:              exactly("LEVEL"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.importers.Root = target.root
			a.tellLosses(target.losses)
			return a.listed(a.export(cmd.Context(), args[0], target, out))
		},
	}
	a.addTargetFlags(cmd, &target)
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the `file` to write, or - for standard output")
	for _, flag := range []string{"output", "format", "template", "tolerance", "package"} {
		cmd.MarkFlagsMutuallyExclusive("preset", flag)
		cmd.MarkFlagsMutuallyExclusive("all-presets", flag)
	}
	return cmd
}

// export runs the level's presets if the flags name any, and otherwise exports to a file.
func (a *app) export(ctx context.Context, src string, target targetFlags, out string) error {
	switch {
	case IsMany(src):
		return a.exportMany(ctx, src, target, out)
	case target.hasPresets():
		return a.exportPresets(ctx, src, target, NewClaims())
	case out == "":
		return errors.New("where to? name the file with -o, or run the level's export presets with --preset or --all-presets")
	case out == "-" && a.losses != nil:
		return errListAndLevel
	}
	e, err := a.target(target, out)
	if err != nil {
		return err
	}
	return a.exportLevel(ctx, src, e, target.options(), out, nil)
}

// targetFlags selects the export target and how its losses are reported.
type targetFlags struct {
	losses           lossFlags
	format, template string
	tolerance        float64
	pkg              string // Go targets: the package that several levels share
	presets          []string
	allPresets       bool
	root             string // folder that holds all files a level references; empty: see [disk.FindRoot]
	overwrite        bool   // replace files that Fillet did not write
	inProject        bool   // skip levels without presets
	force            bool   // in project folders, also write what has not changed
}

// addTargetFlags adds the flags; more lists formats that the command supports besides the registry's.
func (a *app) addTargetFlags(cmd *cobra.Command, t *targetFlags, more ...string) {
	names := slices.Concat(more, a.exporters.Names())
	f := cmd.Flags()
	f.StringVarP(&t.format, "format", "f", "", "the format: "+strings.Join(names, ", "))
	f.StringVar(&t.template, "template", "", "a text template `file` that makes a format of its own")
	f.BoolVar(&t.force, "force", false, "of folders in a project write also what has not changed since the last time")
	f.Float64Var(&t.tolerance, "tolerance", export.DefaultTolerance, "how many `pixels` vertices may be off the arcs that they stand for, in formats without radii")
	f.StringVar(&t.pkg, "package", "", "the `name` of the Go package that several levels share: cp, resolv and go")
	f.StringArrayVar(&t.presets, "preset", nil, "run the level's export preset of this `name`; may be repeated")
	f.BoolVar(&t.allPresets, "all-presets", false, "run all of the level's export presets")
	f.StringVar(&t.root, "root", "", "the `folder` in which the files lie that presets and foreign levels name (default: that of the level's project, or its own)")
	f.BoolVar(&t.overwrite, "overwrite", false, "replace files that Fillet did not write as well, where you have not named them with -o")
	addLossFlags(cmd, &t.losses)
	must(cmd.MarkFlagDirname("root"))
	cmd.MarkFlagsMutuallyExclusive("format", "template")
	cmd.MarkFlagsMutuallyExclusive("preset", "all-presets")
	completeWords(cmd, "format", names...)
	completePresets(cmd)
}

func (t targetFlags) options() export.Options {
	return export.Options{Tolerance: t.tolerance, Package: t.pkg}
}

func (t targetFlags) hasPresets() bool { return t.allPresets || len(t.presets) > 0 }

// target returns the exporter that the flags name, or the one that matches the output's name.
func (a *app) target(t targetFlags, out string) (export.Exporter, error) {
	if err := t.checkTolerance(); err != nil {
		return nil, err
	}
	if t.template != "" {
		e, err := export.OpenTemplate(t.template)
		if err != nil {
			return nil, unreadable(err)
		}
		return e, t.checkPackage(e)
	}
	e, err := a.exporter(t.format, out)
	if err == nil {
		err = t.checkPackage(e)
	}
	return e, err
}

// checkTolerance rejects a tolerance that no export supports.
func (t targetFlags) checkTolerance() error {
	if t.tolerance >= export.LeastTolerance && t.tolerance <= level.MaxCoordinate {
		return nil
	}
	return fmt.Errorf("--tolerance is a number of pixels from %g to %.0f, not %g", export.LeastTolerance, float64(level.MaxCoordinate), t.tolerance)
}

// checkPackage rejects an invalid package name, or a package for a format that has none.
func (t targetFlags) checkPackage(e export.Exporter) error {
	switch {
	case t.pkg == "":
		return nil
	case !export.IsGo(e):
		return &codeError{exitUsage, fmt.Errorf("the format %s has no packages: --package is for those that are Go source", e.Name())}
	}
	if err := export.CheckPackage(t.pkg); err != nil {
		return &codeError{exitUsage, err}
	}
	return nil
}

// exporter returns the format with the given name or, if that is empty, the one that matches the output's name.
func (a *app) exporter(name, out string) (export.Exporter, error) {
	if name != "" {
		return a.exporters.Get(name)
	}
	if e, ok := a.exporters.ForFile(out); ok {
		return e, nil
	}
	if info, err := os.Stat(out); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: name the file in it", out)
	}
	// The native format also has short extensions.
	switch strings.ToLower(filepath.Ext(out)) {
	case ".json":
		return a.exporters.Get("json")
	case ".yaml", ".yml":
		return a.exporters.Get("yaml")
	}
	return nil, fmt.Errorf("which format? say it with -f: %s", strings.Join(a.exporters.Names(), ", "))
}

// exportLevel exports to a file, or to standard output if out is "-". in is nil for a file that the user named.
func (a *app) exportLevel(ctx context.Context, src string, e export.Exporter, opts export.Options, out string, in *export.Place) error {
	defer sparing(src)()
	res, losses, err := a.read(ctx, src, importers.Options{})
	if err != nil {
		return err
	}
	if src != "-" {
		opts.Level = src
	}
	var report *export.Report
	switch {
	case out == "-":
		report, err = a.exportToStdout(ctx, e, opts, snapshotOf(res, src))
	case in != nil:
		report, err = export.ToPlace(ctx, e, snapshotOf(res, src), opts, out, in)
	default:
		report, err = export.ToFile(ctx, e, snapshotOf(res, src), opts, out)
	}
	if err != nil {
		return unreadable(hinted(err))
	}
	a.warnOfGo(out)
	return lost(losses + a.reportLosses(src, out, report))
}

// warnOfGo warns about a Go file whose name restricts when the go tool compiles it.
func (a *app) warnOfGo(out string) {
	if why := export.GoFileProblem(out); why != "" && out != "-" {
		tell(a.stderr, "warning: %s: %s: call it otherwise, such as *_collision.go", out, why)
	}
}

// snapshotOf returns the snapshot to export, with absolute paths of the files that its colliders were imported from.
// For standard input, which has no folder, they stay as they are.
func snapshotOf(res *importers.Result, src string) level.Snapshot {
	snap := res.Document.Snapshot().WithoutImports()
	if src == "-" {
		return snap
	}
	return snap.MapSources(func(file string) string { return level.AbsoluteSource(file, src) })
}

// errNoPresets reports that no export preset applies to a level of a project.
var errNoPresets = errors.New("no export preset runs for it")

// exportPresets runs the named presets of the level, or all of them if none are named. A failed preset does not stop
// the others.
func (a *app) exportPresets(ctx context.Context, src string, target targetFlags, taken *Claims) error {
	if src == "-" {
		return errors.New("export presets write beside the level file, and standard input has no folder")
	}
	defer sparing(src)()
	res, losses, err := a.read(ctx, src, importers.Options{})
	if err != nil {
		return err
	}
	root, err := target.rootOf(src)
	if err != nil {
		return &codeError{exitUsage, hinted(err)}
	}
	bounds := export.Bounds{Root: root, Overwrite: target.overwrite, Record: a.record, Asked: a.asked}
	settings := a.settingsIn(src, res.Document.Settings())
	if len(settings.Exports) == 0 && len(target.presets) == 0 && target.inProject {
		return errNoPresets
	}
	jobs, err := a.exporters.Presets(settings, src, bounds, target.presets...)
	if err != nil {
		return badPreset(src, hinted(err))
	}
	for _, j := range jobs {
		if err := taken.Claim(j.Path, src); err != nil {
			return &codeError{exitUsage, err}
		}
	}
	failed := false
	for _, r := range export.Run(ctx, snapshotOf(res, src), jobs, nil) {
		out := r.Job.Path
		if filepath.IsAbs(out) && !filepath.IsAbs(src) {
			out = shown(out)
		}
		if r.Err != nil {
			tell(a.stderr, "%s: %s: export preset %q: %v", a.name, src, r.Job.Preset, hinted(r.Err))
			failed = true
			continue
		}
		if a.losses == nil { // otherwise standard output is for the list of losses
			tell(a.stdout, "%s: %s", quote.Printable(r.Job.Preset), out)
		} else {
			a.note("%s: %s", quote.Printable(r.Job.Preset), out)
		}
		if a.wrote != nil {
			a.wrote(r.Job.Path)
			for _, f := range r.Report.Files {
				a.wrote(filepath.Join(filepath.Dir(r.Job.Path), f.Name))
			}
		}
		a.warnOfGo(r.Job.Path)
		losses += a.reportLosses(src, r.Job.Path, r.Report)
	}
	if failed {
		return &codeError{exitUnreadable, errReported}
	}
	return lost(losses)
}

// rootOf returns the folder in which a level's presets may name files.
func (t targetFlags) rootOf(src string) (disk.Root, error) {
	if t.root != "" {
		return disk.OpenRoot(t.root)
	}
	return disk.FindRoot(src)
}

// hinted adds the flag that helps to an error about a file's location.
func hinted(err error) error {
	switch {
	case errors.Is(err, export.ErrForeign):
		return fmt.Errorf("%w: --overwrite replaces it", err)
	case errors.Is(err, disk.ErrOutside), errors.Is(err, disk.ErrHome):
		return fmt.Errorf("%w: --root names another folder", err)
	}
	return err
}

// badPreset returns the error for presets that cannot run: a file that cannot be read, such as a template, or a wrong
// call.
func badPreset(src string, err error) error {
	err = fmt.Errorf("%s: %w", src, err)
	var file *fs.PathError
	if errors.As(err, &file) {
		return unreadable(err)
	}
	return &codeError{exitUsage, err}
}

func (a *app) exportToStdout(ctx context.Context, e export.Exporter, opts export.Options, snap level.Snapshot) (*export.Report, error) {
	var b bytes.Buffer
	report, err := e.Export(ctx, opts.Sourced(snap), opts, &b)
	if err != nil {
		return nil, err
	}
	if len(report.Files) > 0 {
		return nil, fmt.Errorf("%s writes %d files beside the main one: it cannot go to standard output", e.Name(), len(report.Files))
	}
	return report, a.write("-", b.Bytes())
}
