//go:build !js

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"fillet/collision/polygon"
	"fillet/editor/check"
	"fillet/editor/level"

	"github.com/spf13/cobra"
)

// checkCall holds the flags of the check command.
type checkCall struct {
	format, failOn, out, character string
	fix, showIgnored               bool
	jobs                           int
	steps                          int
	options                        check.Options
}

func (a *app) checkCommand() *cobra.Command {
	var call checkCall
	cmd := &cobra.Command{
		Use:   "check LEVEL|FOLDER…",
		Short: "Find overlaps, seams, gaps, slivers and other problems",
		Long: `Find problems in valid levels: overlapping solids, duplicates, seams that a character trips over, cracks,
gaps that the character nearly fits through, slivers, tiny colliders, very short edges, triggers that cannot fire,
places that cannot be reached from the spawn, colliders outside the level, unused categories. docs/CHECKS.md explains
each rule.

Notes do not change how the level plays: for example, two overlapping static solids, or two surfaces that miss each
other by at most 0.05 pixels, which the playtest ignores but another engine may not. Overlaps of static solids on two
layers or in two categories are one note per pair; if the two are never active together, give them categories that do
not collide. Gaps are checked only if the level has a character: a spawn, its own playtest settings, or --character.
Top-down levels have none.

For a folder, the levels in it and below are checked, as for export; --fix then takes Fillet levels only. A level that
cannot be read does not stop the others. In a project (docs/PROJECTS.md) the categories must be the project's. * and ?
are expanded if the shell has not done so.

--fix applies all safe fixes and writes each level file in one step: it removes exact duplicates, and snaps away
overlaps, cracks and steps of up to half a pixel. Then it separates the remaining overlaps, like Separate in the window:
static and large shapes stay, locked ones never move, and shapes without room are left and reported.

Ignored findings are not reported; --show-ignored lists them.

Exit codes: 0 no findings at or above --fail-on; 1 findings; 2 usage error; 3 a file could not be read.`,
		Example: `  fillet check cavern.level.yaml
  fillet check levels/*.level.yaml -f json -o check.json --fail-on error
  fillet check levels
  fillet check cavern.level.yaml --fix --character 16x32`,
		Args:              atLeastOne("LEVEL"),
		ValidArgsFunction: completeFiles(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.check(cmd.Context(), args, call)
		},
	}
	f := cmd.Flags()
	call.failOn = string(check.Warning)
	formatFlag(cmd, &call.format)
	outputFlag(cmd, &call.out)
	wordFlag(cmd, &call.failOn, "fail-on", "", "the lowest `severity` that sets exit code 1: error, warning or note",
		string(check.Error), string(check.Warning), string(check.Note))
	f.BoolVar(&call.fix, "fix", false, "apply safe fixes and separate overlaps in the level files")
	f.BoolVar(&call.showIgnored, "show-ignored", false, "also list ignored findings")
	f.IntVarP(&call.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "number of files checked in parallel")
	f.StringVar(&call.character, "character", "",
		"the character's box in pixels as `WxH`, such as 16x32 (default: the level's own; without one, gaps are "+
			"not checked)")
	f.IntVar(&call.steps, "steps", check.DefaultOptions().Steps,
		"try up to `n` playtest steps to find what the character can reach; 0 for none")
	before(cmd, call.parseCharacter)
	before(cmd, func() error {
		call.options.Steps = cmp.Or(call.steps, -1)
		switch {
		case call.steps < 0:
			return fmt.Errorf("--steps is %d; it must be at least 0", call.steps)
		case call.jobs < 1:
			return fmt.Errorf("-j must be at least 1, not %d", call.jobs)
		}
		return nil
	})
	a.rootFlag(cmd, "a foreign LEVEL")
	return cmd
}

func (c *checkCall) parseCharacter() error {
	if c.character == "" {
		return nil
	}
	w, h, ok := strings.Cut(c.character, "x")
	x, errX := parseNumber(w)
	y, errY := parseNumber(h)
	isSize := func(v float64) bool { return v >= 0.01 && v <= level.MaxCoordinate }
	if !ok || errX != nil || errY != nil || !isSize(x) || !isSize(y) {
		return fmt.Errorf("--character takes a width and a height in pixels, such as 16x32, each from 0.01 to "+
			"%.0f, not %q", float64(level.MaxCoordinate), c.character)
	}
	c.options.Character = level.Vec{X: x, Y: y}
	return nil
}

func (a *app) check(ctx context.Context, args []string, call checkCall) error {
	in, err := a.find(args, Search{What: "checked", Levels: call.fix, Prefabs: true})
	switch {
	case err != nil:
		return err
	case len(in.Files) == 0 && len(in.Problems) == 0:
		return fmt.Errorf("nothing to check: %s", strings.Join(in.Notes, "; "))
	}
	for _, n := range in.Notes {
		a.note("%s", n)
	}
	all := make([]*check.Report, len(in.Files))
	outcomes := a.parallel(ctx, len(in.Files), call.jobs, "checking", func(own *app, i int) error {
		r, err := own.checkFile(ctx, in.Files[i].Path, call)
		if err != nil {
			return unreadable(err)
		}
		r.ShowIgnored = call.showIgnored
		all[i] = r
		return nil
	})
	var reports []check.Report
	for _, r := range all {
		if r == nil {
			continue
		}
		r.Trim()
		reports = append(reports, *r)
	}
	failed := worst(ctx, a.addProblems(outcomes, in.Problems))
	if len(reports) == 0 {
		return failed
	}
	data := check.Text(reports)
	if call.format == "json" {
		if data, err = check.JSON(reports); err != nil {
			return err
		}
	}
	if err := a.writeReport(call.out, data); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	for s, n := range check.Count(reports) {
		if n > 0 && s.AtLeast(check.Severity(call.failOn)) {
			return &codeError{exitLoss, errReported}
		}
	}
	return nil
}

func (a *app) checkFile(ctx context.Context, file string, call checkCall) (*check.Report, error) {
	defer sparing(file)()
	r := &check.Report{File: file, Labels: map[level.ID]string{}}
	doc, isForeign, err := a.checked(ctx, file, r)
	if f, at, ok := invalidOutline(err); ok {
		r.Findings, r.Where = []check.Finding{f}, map[int]level.FilePosition{0: at}
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	for c := range doc.Colliders() {
		r.Labels[c.ID] = c.Label()
		if c.Part != nil {
			if r.Parts == nil {
				r.Parts = map[level.ID]string{}
			}
			r.Parts[c.ID] = c.Part.String()
		}
	}
	call.options.Project, call.options.ProjectError = a.projectOf(file)
	repeated, where := check.RepeatedIDs(doc)
	if !call.fix {
		found, err := check.Find(ctx, doc.Snapshot(), call.options)
		found = repeated.Before(found)
		r.SetFindings(found.First(check.MaxFindings))
		r.Where = where
		return r, err
	}
	if isForeign || file == "-" {
		return nil, &codeError{exitUsage, fmt.Errorf("%s: --fix changes level files only: import it first", file)}
	}
	fixed, left, err := check.Repair(ctx, doc, call.options)
	fixed = repeated.Before(fixed) // writing the file makes these fixes
	fixed = fixed.First(check.MaxFindings)
	r.Fixed, r.AlsoDone = fixed.List, fixed.Unlisted()
	r.SetFindings(left)
	if err != nil || len(r.Fixed) == 0 {
		return r, err
	}
	data, err := level.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := a.write(file, data); err != nil {
		return nil, err
	}
	_, at, err := level.ParsePlaced(data, file)
	r.At(at)
	placeParts(doc, at)
	return r, err
}

// checked reads a level for checking and stores the file positions of its colliders in the report.
func (a *app) checked(
	ctx context.Context, file string, r *check.Report,
) (doc *level.Document, isForeign bool, err error) {
	src, imp, closer, err := a.importers.Open(file)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = closer.Close() }() // nothing was written
	if imp != nil {
		p, _ := a.projectOf(file) // a check rule reports what is wrong
		opts, err := a.importRules(p, file, "")
		if err != nil {
			return nil, true, err
		}
		res, err := imp.Import(ctx, src, opts)
		if err != nil {
			return nil, true, rooted(err)
		}
		a.report(pointed(file, res))
		return res.Document, true, nil
	}
	if file == "-" {
		if doc, err = level.Parse(src.Data, file); err == nil {
			a.importers.Expand(doc, file) // a check rule reports instances without parts
		}
		return doc, false, err
	}
	doc, at, err := level.ParsePlaced(src.Data, file)
	r.At(at)
	if err == nil {
		a.importers.Expand(doc, file) // a check rule reports instances without parts
		placeParts(doc, at)
	}
	return doc, false, err
}

// placeParts gives the parts of instances the file positions of their instances.
func placeParts(doc *level.Document, at level.Places) {
	for _, i := range doc.Instances() {
		for _, c := range doc.Parts(i.ID) {
			at.Colliders[c.ID] = at.Instances[i.ID]
		}
	}
}

// invalidOutline returns the finding for a level that cannot be opened because of an invalid outline.
func invalidOutline(err error) (check.Finding, level.FilePosition, bool) {
	var read *level.ReadError
	var outline *polygon.Error
	if !errors.As(err, &read) || !errors.As(err, &outline) {
		return check.Finding{}, level.FilePosition{}, false
	}
	f := check.Finding{Rule: check.RuleInvalidOutline, Severity: check.Error, Message: read.Err.Error()}
	return f, level.FilePosition{Line: read.Line, Column: read.Column}, true
}
