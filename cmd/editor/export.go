//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/export"
	"fillet/importers"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) exportCommand() *cobra.Command {
	var call exportCall
	cmd := &cobra.Command{
		Use:     "export LEVEL|FOLDER|PROJECT… (-f FORMAT [-o OUT] | --preset NAME | --all-presets)",
		Aliases: []string{"convert", "build"},
		Short:   "Write the collider files that a game loads",
		Long: `Write the collider files that a game loads. "fillet formats" lists the formats. Without -f, the
extension of the output selects the format. --template uses a text template as a custom format: see
docs/TEMPLATES.md. The format "level" writes Fillet levels. An existing file stays intact until the new one is complete.

One level is written to the file -o, or to standard output with -o -. For several inputs, a folder, or an existing
folder as -o, each output is named after its input, with the extension of the format. It goes into the folder -o, which
is created if needed, or next to its input without -o. A folder means all levels in it and in its subfolders, which the
outputs keep. Exported files, hidden files, links and the folder -o are skipped. A foreign level is skipped if a level
imported from it is next to it. If two inputs have the same output, nothing is written. * and ? are expanded if the
shell has not done so. A file that cannot be read does not stop the others.

Export presets are part of a level, made in the window or by hand (docs/LEVEL-FILE.md). --preset runs the named ones,
--all-presets all of them; the files written are listed on standard output. In a project (docs/PROJECTS.md) they also
run the project's exports. Given a project without -f and presets, the command runs all exports of the project and all
presets of its levels. In a project, a level is skipped if the contents of its inputs and outputs have not changed since
the last export; its losses are listed again. The state is in .fillet/build.json in the project's folder. --force writes
everything.

Levels can come from anyone, so presets read templates and write files only in the folder of the level's project: the
nearest folder above the level with a fillet.project.yaml or a .git, or else the level's own folder. --root names
another folder that contains the level. Names that begin with a dot are never read or written. Files that Fillet did not
write, including exported levels that were edited since, are only replaced with --overwrite. The file that you name with
-o is always replaced and can be anywhere.

Go source (cp, resolv, go) of one level is a single file, a complete package. With --package, or for several levels, all
levels in a folder share a package, named by --package (default "levels"): each file holds one *Level, named after the
file, and a file that begins with fillet_levels holds the shared code. All levels in a folder must use the same format.

What a format cannot represent is listed on standard error, in file order. Losses change how a game plays, such as a
one-way side, a filter or a part that is left out; they set exit code 1, as do losses when a foreign level is imported.
Everything else, such as arcs that become vertices within the tolerance, is a note and sets exit code 1 only with
--strict. --losses json lists all of it on standard output, one entry per collider: severity, kind, collider, message,
target (the file written) and source. docs/EXPORT.md lists the kinds.

--watch keeps running until you interrupt it. It exports a level again when the level or a file that it references
changes (a tileset, a template, a prefab, a project). It also exports new files in the given folders and patterns; put
patterns in quotes, so that the shell does not expand them. Files that are removed or cannot be read do not stop it, and
it reports each problem once.

"convert" and "build" are aliases. With convert, -o is always a folder. build exports the project in the named folder or
the current one.

Exit codes: 0 exported; 1 exported with losses; 2 usage error; 3 a file could not be read or written, the others are
exported.`,
		Example: `  fillet export cavern.level.yaml -f json -o cavern.colliders.json
  fillet export world.ldtk -f resolv -o world_resolv_collision.go --tolerance 0.1
  fillet export world.ldtk --template examples/templates/colliders.lua.tmpl -o world.lua
  fillet export cavern.level.yaml --preset game --preset web
  fillet export levels/*.ldtk -f json -o build/colliders -j 4
  fillet export levels -f cp -o game/levels --package levels
  fillet export maps/*.ldtk -f level -o levels
  fillet export game
  fillet export game --watch
  fillet export game --losses json | jq '.losses[] | select(.severity == "loss")'
  cat cavern.level.yaml | fillet export - -f json -o - | jq '.colliders | length'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.CalledAs() != "build" {
				return atLeastOne("LEVEL")(cmd, args)
			}
			if len(args) > 1 {
				return fmt.Errorf("unexpected argument %q: the command takes one PROJECT", args[1])
			}
			return nil
		},
		ValidArgsFunction: completeFiles(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if call.out == "" && cmd.Flags().Changed("output") {
				return errors.New("--output is empty: name a file or a folder")
			}
			call.args, call.isConvert = args, cmd.CalledAs() == "convert"
			if cmd.CalledAs() == "build" {
				dir, err := projectAt(append(args, ".")[0])
				if err != nil {
					return err
				}
				call.args = []string{dir}
			}
			a.importers.Root = call.root
			a.tellLosses(call.losses)
			return a.export(cmd.Context(), call)
		},
	}
	a.addTargetFlags(cmd, &call.targetFlags)
	f := cmd.Flags()
	f.StringVarP(&call.out, "output", "o", "", "the `file` or folder to write, or - for standard output")
	f.IntVarP(&call.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "number of files exported in parallel")
	f.BoolVar(&call.watch, "watch", false, "keep running and export what changes")
	f.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "out" {
			name = "output"
		}
		return pflag.NormalizedName(name)
	})
	for _, flag := range append([]string{"output", "format", "template", "tolerance", "package"}, formNames()...) {
		cmd.MarkFlagsMutuallyExclusive("preset", flag)
		cmd.MarkFlagsMutuallyExclusive("all-presets", flag)
	}
	return cmd
}

// exportCall holds the arguments of a call of export.
type exportCall struct {
	targetFlags
	args      []string
	out       string
	jobs      int
	watch     bool
	isConvert bool // out is a folder
	isFile    bool // out is the file to write for the only input
}

// namesFile reports whether out is the file to write for the only input. A watch calls it only once, because inputs and
// folders come and go.
func (c *exportCall) namesFile() bool {
	return len(c.args) == 1 && !c.isConvert && c.out != "" && !isMany(c.args[0]) && !IsFolder(c.out) &&
		!os.IsPathSeparator(c.out[len(c.out)-1])
}

// isMany reports whether an argument may mean several files: a folder, a project or a pattern.
func isMany(arg string) bool {
	return IsMany(arg) || strings.ContainsAny(arg, "*?") && !isNamed(arg)
}

// export exports one level to the named file, or all levels that the arguments name.
func (a *app) export(ctx context.Context, call exportCall) error {
	arg := call.args[0]
	call.isFile = call.namesFile()
	isProject := !slices.ContainsFunc(call.args, func(arg string) bool { return !project.IsProject(folderOf(arg)) })
	chooses := call.hasPresets() || call.format != "" || call.template != ""
	switch {
	case call.jobs < 1:
		return fmt.Errorf("-j must be at least 1, not %d", call.jobs)
	case isProject && !chooses && call.out == "":
		call.allPresets, call.inProject = true, true
	case slices.Contains(call.args, "-") && call.hasPresets():
		return errors.New("export presets write next to the level file, and standard input has no folder")
	case slices.Contains(call.args, "-") && (call.watch || call.out != "-" && !call.isFile):
		return errors.New("standard input has no name and no folder: name one file with -o, or - for standard output")
	case call.out == "-" && (len(call.args) > 1 || isMany(arg) || call.isConvert || call.watch):
		return errors.New("standard output is for one level: name the output folder with -o")
	case !chooses && IsMany(arg):
		return fmt.Errorf("%s is a folder: name the format with -f, or use --all-presets", arg)
	case !chooses && IsFolder(call.out):
		return fmt.Errorf("%s is a folder: name the format with -f, or a file in it", call.out)
	case !chooses && call.out == "" && !call.isConvert:
		return errors.New("no output: name the file with -o, or run the level's export presets with --preset or " +
			"--all-presets")
	case call.out == "-" && a.losses != nil:
		return errListAndLevel
	}
	if !call.isFile || call.watch || call.format == levelFormat {
		return a.exportMany(ctx, call)
	}
	e, err := a.target(call.targetFlags, call.out)
	if err != nil {
		return a.listed(err)
	}
	return a.listed(a.exportLevel(ctx, arg, e, call.options(), call.out, nil))
}

// targetFlags selects the export target and how its losses are reported.
type targetFlags struct {
	losses           lossFlags
	format, template string
	tolerance        float64
	pkg              string // the package that all levels share in Go targets
	form             export.Form
	presets          []string
	allPresets       bool
	root             string // folder that contains all files a level refers to; empty: see [disk.FindRoot]
	overwrite        bool   // replace files that Fillet did not write
	inProject        bool   // skip levels without presets
	force            bool   // in project folders, also export levels that have not changed
}

func (a *app) addTargetFlags(cmd *cobra.Command, t *targetFlags) {
	names := append([]string{levelFormat}, a.exporters.Names()...)
	f := cmd.Flags()
	f.StringVarP(&t.format, "format", "f", "", "the format: "+strings.Join(names, ", "))
	f.StringVar(&t.template, "template", "", "a text template `file` that defines a format")
	f.BoolVar(&t.force, "force", false, "in projects, export unchanged levels too")
	addTolerance(cmd, &t.tolerance)
	addFormFlags(cmd, &t.form, "yaml, json and fcol: ", level.FormOptions)
	f.StringVar(&t.pkg, "package", "", "the `name` of a Go package that several levels share, for cp, resolv and go")
	f.StringArrayVar(&t.presets, "preset", nil, "run the level's export preset with this `name`; may be repeated")
	f.BoolVar(&t.allPresets, "all-presets", false, "run all of the level's export presets")
	f.StringVar(&t.root, "root", "",
		"the `folder` in which presets and foreign levels may use files (default: the level's project, or its own "+
			"folder)")
	f.BoolVar(&t.overwrite, "overwrite", false, "replace files that Fillet did not write, even without -o")
	addLossFlags(cmd, &t.losses)
	must(cmd.MarkFlagDirname("root"))
	cmd.MarkFlagsMutuallyExclusive("format", "template")
	cmd.MarkFlagsMutuallyExclusive("preset", "all-presets")
	completeWords(cmd, "format", names...)
	completePresets(cmd)
}

func (t targetFlags) options() export.Options {
	return export.Options{Tolerance: t.tolerance, Package: t.pkg, Form: t.form}
}

// formFlag is the flag of an option of the form of native files.
type formFlag struct {
	level.FormOption
	form *export.Form
}

func (f formFlag) String() string {
	if f.form == nil { // a zero flag, which pflag makes for comparison
		return ""
	}
	return f.Get(f.form)
}

func (f formFlag) Set(text string) error { return f.FormOption.Set(f.form, text) }
func (f formFlag) Type() string          { return f.FormOption.Type }

func addTolerance(cmd *cobra.Command, to *float64) {
	cmd.Flags().Float64Var(to, "tolerance", export.DefaultTolerance,
		"maximum distance in `pixels` between an arc and the vertices that replace it")
}

// addFormFlags adds a flag for each option. about precedes their descriptions.
func addFormFlags(cmd *cobra.Command, form *export.Form, about string, options []level.FormOption) {
	for _, o := range options {
		flag := cmd.Flags().VarPF(formFlag{o, form}, o.Flag(), "", about+o.Doc)
		if o.Type == "" {
			flag.NoOptDefVal = "true"
		}
		if words := strings.Split(o.Type, "|"); len(words) > 1 {
			completeWords(cmd, o.Flag(), words...)
		}
	}
}

// formNames returns the names of the flags.
func formNames() (names []string) {
	for _, o := range level.FormOptions {
		names = append(names, o.Flag())
	}
	return names
}

func (t targetFlags) hasPresets() bool { return t.allPresets || len(t.presets) > 0 }

// target returns the exporter that the flags name, or the one that matches the output's name.
func (a *app) target(t targetFlags, out string) (export.Exporter, error) {
	if err := t.checkTolerance(); err != nil {
		return nil, err
	}
	if t.template != "" {
		e, err := export.OpenTemplate(t.template, a.asked)
		if err != nil {
			return nil, unreadable(err)
		}
		return e, t.check(e)
	}
	e, err := a.exporter(t.format, out)
	if err == nil {
		err = t.check(e)
	}
	return e, err
}

// checkTolerance rejects a tolerance that no export supports.
func (t targetFlags) checkTolerance() error {
	if t.tolerance >= export.MinTolerance && t.tolerance <= level.MaxCoordinate {
		return nil
	}
	return fmt.Errorf("--tolerance takes a number of pixels from %g to %.0f, not %g", export.MinTolerance,
		float64(level.MaxCoordinate), t.tolerance)
}

// check rejects an invalid package name, and a package or a form for a format that has none.
func (t targetFlags) check(e export.Exporter) error {
	if err := export.CheckForm(e, t.form); err != nil {
		return &codeError{exitUsage, err}
	}
	switch {
	case t.pkg == "":
		return nil
	case !export.IsGo(e):
		return &codeError{exitUsage, fmt.Errorf("the format %s has no packages: --package is for Go source", e.Name())}
	}
	if err := export.CheckPackage(t.pkg); err != nil {
		return &codeError{exitUsage, err}
	}
	return nil
}

// exporter returns the format with the given name, or the one that matches the output's name if the name is empty.
func (a *app) exporter(name, out string) (export.Exporter, error) {
	if name != "" {
		return a.exporters.Get(name)
	}
	if e, ok := a.exporters.ForFile(out); ok {
		return e, nil
	}
	// The native format also has short extensions.
	switch strings.ToLower(filepath.Ext(out)) {
	case ".json":
		return a.exporters.Get("json")
	case ".yaml", ".yml":
		return a.exporters.Get("yaml")
	}
	return nil, fmt.Errorf("cannot tell the format from the output's name: choose one with -f: %s",
		strings.Join(a.exporters.Names(), ", "))
}

// exportLevel exports to a file, or to standard output if out is "-". in is nil for a file that the user named.
func (a *app) exportLevel(
	ctx context.Context, src string, e export.Exporter, opts export.Options, out string, in *export.Place,
) error {
	defer sparing(src)()
	res, losses, err := a.read(ctx, src, false)
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
	if a.wrote != nil {
		for _, f := range report.Files {
			a.wrote(filepath.Join(filepath.Dir(out), f.Name))
		}
	}
	a.warnOfGo(out)
	return lost(losses + a.reportLosses(src, out, report))
}

// warnOfGo warns about a Go file whose name restricts when the go tool compiles it.
func (a *app) warnOfGo(out string) {
	if why := export.GoFileProblem(out); why != "" && out != "-" {
		tell(a.stderr, "warning: %s: %s: use another name, such as *_collision.go", out, why)
	}
}

// snapshotOf returns the snapshot to export, with absolute paths of the files that its colliders were imported from.
// For standard input, which has no folder, the paths are unchanged.
func snapshotOf(res *importers.Result, src string) level.Snapshot {
	snap := res.Document.Snapshot().WithoutImports()
	if src == "-" {
		return snap
	}
	return snap.MapSources(func(file string) string { return level.AbsoluteSource(file, src) })
}

// errNoPresets reports that no export preset applies to a level in a project.
var errNoPresets = errors.New("no export preset applies to this level")

// exportPresets runs the named presets of the level, or all of them if none are named. A failed preset does not stop
// the others.
func (a *app) exportPresets(ctx context.Context, src string, target targetFlags, taken *Claims) error {
	defer sparing(src)()
	res, losses, err := a.read(ctx, src, false)
	if err != nil {
		return err
	}
	root, err := target.rootOf(src)
	if err != nil {
		return &codeError{exitUsage, hinted(err)}
	}
	bounds := export.Bounds{Root: root, Overwrite: target.overwrite, Record: a.record, Asked: a.asked}
	settings := res.Document.Settings()
	if p, err := a.projectOf(src); err == nil && p != nil {
		settings = p.WithExports(src, settings)
	}
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
			a.wrote(r.Job.Path) // a change to this file makes the watch try again
			continue
		}
		if a.losses == nil { // otherwise standard output is for the list of losses
			tell(a.stdout, "%s: %s", quote.Printable(r.Job.Preset), out)
		} else {
			a.note("%s: %s", quote.Printable(r.Job.Preset), out)
		}
		a.wrote(r.Job.Path)
		for _, f := range r.Report.Files {
			a.wrote(filepath.Join(filepath.Dir(r.Job.Path), f.Name))
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

// hinted adds the flag that would help to an error about a file's location.
func hinted(err error) error {
	switch {
	case errors.Is(err, export.ErrForeign):
		return fmt.Errorf("%w; use --overwrite to replace it", err)
	case errors.Is(err, disk.ErrOutside), errors.Is(err, disk.ErrHome):
		return fmt.Errorf("%w; use --root to allow another folder", err)
	}
	return err
}

// badPreset returns the error for presets that cannot run, because a file such as a template is unreadable or an
// argument is wrong.
func badPreset(src string, err error) error {
	err = fmt.Errorf("%s: %w", src, err)
	var file *fs.PathError
	if errors.As(err, &file) {
		return unreadable(err)
	}
	return &codeError{exitUsage, err}
}

func (a *app) exportToStdout(
	ctx context.Context, e export.Exporter, opts export.Options, snap level.Snapshot,
) (*export.Report, error) {
	var b bytes.Buffer
	report, err := e.Export(ctx, opts.Sourced(snap), opts, &b)
	if err != nil {
		return nil, err
	}
	if len(report.Files) > 0 {
		return nil, fmt.Errorf("%s writes %s and cannot go to standard output", e.Name(),
			quote.Count(len(report.Files), "additional file"))
	}
	return report, a.write("-", b.Bytes())
}

// lossFlags selects how losses are reported and which of them affect the exit code.
type lossFlags struct {
	format string
	strict bool
}

func addLossFlags(cmd *cobra.Command, l *lossFlags) {
	l.format = "text"
	wordFlag(cmd, &l.format, "losses", "",
		"how losses are listed: as `text` on standard error, or as json on standard output", "text", "json")
	cmd.Flags().BoolVar(&l.strict, "strict", false, "exit with 1 for notes too")
}

// lossImport is the kind of a loss on import.
const lossImport export.LossKind = "import"

// lossList collects the losses of a command that lists them as JSON. It is nil if losses are reported as text.
type lossList struct{ records []export.LossRecord }

func (l *lossList) addImport(i importers.Issue) {
	message, severity := i.Message, export.SeverityNote
	if i.Path != "" {
		message = i.Path + ": " + message
	}
	if i.Severity == importers.Loss {
		severity = export.SeverityLoss
	}
	l.records = append(l.records, export.LossRecord{
		Severity: severity, Kind: lossImport, Message: message, Source: i.File,
	})
}

// tellLosses sets how losses are reported, from the flags.
func (a *app) tellLosses(flags lossFlags) {
	a.strict = flags.strict
	if flags.format == "json" {
		a.losses = &lossList{}
	}
}

// listed writes the list of losses if the user wants JSON, and returns the command's error. The list is also written
// after a failure, unless the arguments were wrong.
func (a *app) listed(err error) error {
	var marked *codeError
	if a.losses == nil || err != nil && (!errors.As(err, &marked) || marked.code == exitUsage) {
		return err
	}
	if failed := a.writeLosses(); failed != nil {
		return failed
	}
	return err
}

// writeLosses writes the list to standard output as JSON, one loss per line, and clears it: a watching command writes
// one list per turn.
func (a *app) writeLosses() error {
	b := []byte("{\"losses\": [")
	for i, r := range a.losses.records {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		b = append(appendLine(b, i), line...)
	}
	a.losses.records = nil
	return a.write("-", append(b, "]}\n"...))
}

// reportImport reports the issues of an import and counts its losses, which include notes with --strict.
func (a *app) reportImport(issues []importers.Issue) int {
	count := 0
	for _, i := range issues {
		if i.Severity == importers.Loss || a.strict {
			count++
		}
		if a.losses != nil {
			a.losses.addImport(i)
		}
		switch {
		case a.losses != nil && i.Severity != importers.Warning:
		case i.Severity == importers.Note && !a.strict:
			a.note("%v", i)
		default:
			tell(a.stderr, "%v", i)
		}
	}
	return count
}

// reportLosses reports the losses of an export and returns their number, with --strict including notes.
func (a *app) reportLosses(src, out string, report *export.Report) int {
	count := report.Count(export.SeverityLoss)
	if a.strict {
		count = len(report.Losses)
	}
	for _, l := range report.Losses {
		switch {
		case a.losses != nil:
			a.losses.records = append(a.losses.records, l.Records(src, out)...)
		case l.Severity() == export.SeverityNote && !a.strict:
			a.note("note: %s: %v", out, l)
		default:
			tell(a.stderr, "%s: %s: %v", l.Severity(), out, l)
		}
	}
	return count
}
