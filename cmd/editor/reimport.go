//go:build !js

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/workspace"
	"fillet/importers"

	"github.com/spf13/cobra"
)

func (a *app) reimportCommand() *cobra.Command {
	var out, take string
	var dry, today bool
	var losses lossFlags
	cmd := &cobra.Command{
		Use:   "reimport LEVEL [-o OUT.yaml]",
		Short: "Update a level from the files that it was imported from",
		Long: `Import the files that a level was imported from again, with the same settings, and merge them into the
level. Changes made only in the file are merged; your own changes and additions are kept. Conflicts are listed on
standard error and keep your version. They are listed again the next time, until --take level or --take file resolves
them.

The exit code is 1 if a conflict is unresolved, or something was lost. With --dry-run nothing is written, and it is also
1 if anything would change. --losses and --strict are the same as for import; conflicts are listed on standard error.

A level remembers what values, tiles and entities became by default when it was imported. --defaults uses the defaults
of a new import instead; the differences count as changes to the file.`,
		Example: `  fillet reimport world.level.yaml
  fillet reimport world.level.yaml --dry-run
  fillet reimport world.level.yaml -o merged.level.yaml --take file`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			side := map[string]workspace.Side{
				"": workspace.Undecided, "level": workspace.TakeLevel,
				"file": workspace.TakeFile,
			}[take]
			a.tellLosses(losses)
			if out == "-" && a.losses != nil && !dry {
				return errListAndLevel
			}
			if out = cmp.Or(out, args[0]); dry {
				out = ""
			}
			return a.listed(a.reimport(cmd.Context(), args[0], out, side, today))
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the level `file` to write (default: LEVEL itself)")
	wordFlag(cmd, &take, "take", "",
		"the `side` that wins conflicts: level or file (default: leave them unresolved)", "level", "file")
	f.BoolVar(&dry, "dry-run", false, "report what would happen, and write nothing")
	f.BoolVar(&today, "defaults", false,
		"use the current import defaults instead of the defaults that the level was imported with")
	a.rootFlag(cmd, "the level and its imported files")
	addLossFlags(cmd, &losses)
	return cmd
}

// reimport updates a level from its imported files and writes it to out, unless out is empty. With today it uses the
// defaults of a new import.
func (a *app) reimport(ctx context.Context, in, out string, take workspace.Side, today bool) error {
	if in == "-" {
		return errors.New("a level on standard input has no folder from which its files could be read")
	}
	doc, err := level.Open(in)
	if err != nil {
		return unreadable(err)
	}
	if err := doc.MapSources(func(file string) string { return level.AbsoluteSource(file, in) }); err != nil {
		return unreadable(fmt.Errorf("%s: %w", in, err))
	}
	if len(doc.Settings().Imports) == 0 {
		return unreadable(fmt.Errorf(
			"%s: it was not imported from another editor's file, or was imported with an older Fillet", in))
	}
	findings, changes := 0, false
	for i := range doc.Settings().Imports {
		m := doc.Settings().Imports[i]
		if disk.IsHiddenFrom(filepath.Dir(in), filepath.FromSlash(m.File)) {
			return unreadable(fmt.Errorf("%s: %s: %w", in, quote.ShortPath(m.File), disk.ErrHidden))
		}
		n, changed, err := a.reimportFile(ctx, doc, m, take, today)
		if err != nil {
			return unreadable(err)
		}
		findings, changes = findings+n, changes || changed
	}
	if out == "" {
		if changes {
			findings++
		}
		return lost(findings)
	}
	var b bytes.Buffer
	if info, err := os.Stat(in); err == nil && info.Mode().IsRegular() {
		// Estimate the size, because the growing buffer would otherwise copy a large level again and again.
		b.Grow(int(info.Size() + info.Size()/8))
	}
	snapshot := doc.Snapshot()
	if out != "-" {
		snapshot = snapshot.MapSources(func(file string) string { return level.RelativeSource(file, out) })
		if filepath.Dir(in) != filepath.Dir(out) {
			snapshot = snapshot.MapPrefabs(prefabNames(in, out))
		}
	}
	if err := level.Write(&b, snapshot); err != nil {
		return unreadable(fmt.Errorf("%s: %w", out, err))
	}
	if err := a.write(out, b.Bytes()); err != nil {
		return err
	}
	return lost(findings)
}

// reimportFile merges one file into the level, counts losses and undecided conflicts, and reports whether the level
// changed.
func (a *app) reimportFile(
	ctx context.Context, doc *level.Document, m *level.Import, take workspace.Side, today bool,
) (findings int, changed bool, err error) {
	opts, err := importers.OptionsOf(m)
	if err != nil {
		return 0, false, err
	}
	opts.Pictures = true
	if today {
		opts.Defaults = importers.NewestDefaults
	}
	res, _, err := a.importers.Load(ctx, filepath.FromSlash(m.File), opts)
	if err != nil {
		return 0, false, rooted(err)
	}
	findings = a.reportImport(pointed(m.File, res))
	plan, err := workspace.PlanReimport(doc, m, res.Document)
	if err != nil {
		return 0, false, err
	}
	for i := range plan.Conflicts {
		c := &plan.Conflicts[i]
		c.Take = take
		tell(a.stderr, "conflict: %s: %v", path.Base(m.File), c)
	}
	for _, n := range plan.Notes {
		if a.strict {
			findings++
			tell(a.stderr, "note: %s: %s", path.Base(m.File), n)
		} else {
			a.note("note: %s: %s", path.Base(m.File), n)
		}
	}
	a.note("%s", plan.Summary())
	if take == workspace.Undecided {
		findings += len(plan.Conflicts)
	}
	diff := plan.Diff()
	return findings, !diff.IsEmpty(), doc.Apply(doc.Completed(diff))
}

// relateSources makes the paths of the files that colliders were imported from relative to the output's folder. In an
// imported document these are the path of the input itself; in a level file they are relative to the input's folder.
// They are unchanged if either side is a standard stream, which has no folder.
func relateSources(doc *level.Document, in, out string) error {
	if in == "-" || out == "-" {
		return nil
	}
	return doc.MapSources(func(file string) string { return level.RelativeSource(level.AbsoluteSource(file, in), out) })
}

// prefabNames returns a function that converts prefab names relative to one file into names relative to another.
func prefabNames(in, out string) func(name string) string {
	return func(name string) string {
		if to, err := project.PrefabPath(out, filepath.Join(filepath.Dir(in), filepath.FromSlash(name))); err == nil {
			return to
		}
		return name
	}
}

// relatePrefabs makes the prefab names of a level that was read from in relative to out, and lists the instances that
// lose their parts because of this.
func (a *app) relatePrefabs(doc *level.Document, in, out string) ([]importers.Issue, error) {
	if in == "-" || out == "-" || len(doc.Instances()) == 0 {
		return nil, nil
	}
	names := prefabNames(in, out)
	var d level.Diff
	had := map[level.InstanceID]bool{}
	for _, i := range doc.Instances() {
		had[i.ID] = doc.InstanceProblem(i.ID) == nil
		if to := names(i.Prefab); to != i.Prefab {
			after := *i
			after.Prefab = to
			d.Instances = append(d.Instances, level.Changed(i, &after))
		}
	}
	doc.UsePrefabs(a.importers.Prefabs(out).For(out))
	if err := doc.Apply(d); err != nil {
		return nil, err
	}
	var issues importers.Issues
	for _, i := range doc.Instances() {
		if err := doc.InstanceProblem(i.ID); err != nil && had[i.ID] {
			issues.Add(importers.Issue{
				Severity: importers.Loss, File: out, Path: fmt.Sprintf("instance %v", i.ID),
				Message: fmt.Sprintf("%s: it has no parts there: %v", quote.Excerpt(i.Prefab), err),
			})
		}
	}
	return issues.All(out), nil
}
