package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor/check"
	"fillet/editor/level"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// checkCall is how the check command was called.
type checkCall struct {
	format, failOn, out, character string
	fix                            bool
	options                        check.Options
}

func (a *app) checkCommand() *cobra.Command {
	var call checkCall
	cmd := &cobra.Command{
		Use:   "check LEVEL|FOLDER…",
		Short: "Find overlaps, seams, gaps, slivers and other slips",
		Long: `Find what is wrong with levels although they are valid: solids that overlap, duplicates, seams that a character
trips over, cracks, gaps narrower than the character, slivers, tiny colliders, very short edges, triggers that nothing
can reach, colliders outside the level, unused categories. docs/CHECKS.md explains each rule.

A folder stands for the levels in it and below, as for convert, with --fix for Fillet's own. * and ? are expanded where the
shell has not done so.

--fix mends what can be mended without a designer, and writes the level file in one step: exact duplicates go, and
overlaps, cracks and steps of half a pixel are snapped away.

Exit codes: 0 nothing found that --fail-on names; 1 something found; 2 wrong call; 3 a file could not be read.`,
		Example: `  fillet check cavern.level.yaml
  fillet check levels/*.level.yaml -f sarif -o check.sarif --fail-on error
  fillet check levels
  fillet check cavern.level.yaml --fix --character 16x32`,
		Args:              atLeastOne("LEVEL"),
		ValidArgsFunction: completeFiles(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.check(cmd.Context(), args, call)
		},
	}
	f := cmd.Flags()
	call.format, call.failOn = "text", string(check.Warning)
	wordFlag(cmd, &call.format, "format", "f", "text, json or sarif", "text", "json", "sarif")
	outputFlag(cmd, &call.out)
	wordFlag(cmd, &call.failOn, "fail-on", "", "the least `severity` that makes the exit code 1: error, warning or note",
		string(check.Error), string(check.Warning), string(check.Note))
	f.BoolVar(&call.fix, "fix", false, "mend what is safe to mend, in the level files themselves")
	f.StringVar(&call.character, "character", "", "width and height of the character's box in pixels, such as 16x32: `WxH` (default: the level's own character)")
	before(cmd, call.parseCharacter)
	return cmd
}

func (c *checkCall) parseCharacter() error {
	if c.character == "" {
		return nil
	}
	w, h, ok := strings.Cut(c.character, "x")
	x, errX := strconv.ParseFloat(w, 64)
	y, errY := strconv.ParseFloat(h, 64)
	isSize := func(v float64) bool { return v >= 0.01 && v <= level.MaxCoordinate }
	if !ok || errX != nil || errY != nil || !isSize(x) || !isSize(y) {
		return fmt.Errorf("--character is a width and a height in pixels, such as 16x32, each from 0.01 to %.0f, not %q", float64(level.MaxCoordinate), c.character)
	}
	c.options.Character = level.Vec{X: x, Y: y}
	return nil
}

func (a *app) check(ctx context.Context, args []string, call checkCall) error {
	in, err := a.find(args, &finder{what: "checked", levels: call.fix})
	switch {
	case err != nil:
		return err
	case len(in.problems) > 0:
		return unreadable(in.problems[0])
	case len(in.files) == 0:
		return fmt.Errorf("there is nothing to check: %s", strings.Join(in.notes, "; "))
	}
	for _, n := range in.notes {
		a.note("%s", n)
	}
	var reports []check.Report
	for _, file := range in.files {
		r, err := a.checkFile(ctx, file.path, call)
		if err != nil {
			return unreadable(err)
		}
		r.Trim()
		reports = append(reports, *r)
	}
	var data []byte
	switch call.format {
	case "json":
		data, err = check.JSON(reports)
	case "sarif":
		data, err = check.SARIF(reports, version().version)
	default:
		data = check.Text(reports)
	}
	if err != nil {
		return err
	}
	if err := a.write(call.out, data); err != nil {
		return err
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
	}
	repeated, where := check.RepeatedIDs(doc)
	if !call.fix {
		found, err := check.Find(ctx, doc.Snapshot(), call.options)
		found = repeated.Before(found)
		r.Findings, r.More, r.Where = found.List, found.More, where
		return r, err
	}
	if isForeign || file == "-" {
		return nil, &codeError{exitUsage, fmt.Errorf("%s: --fix changes level files only: import it first", file)}
	}
	fixed, left, err := check.Repair(ctx, doc, call.options)
	fixed = repeated.Before(fixed) // writing the file mends these
	r.Fixed, r.AlsoDone, r.Findings, r.More = fixed.List, fixed.Unlisted(), left.List, left.More
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
	_, r.Places, err = level.ParsePlaced(data, file)
	return r, err
}

// checked reads a level that is to be checked, and has the report say where the colliders of a level file stand.
func (a *app) checked(ctx context.Context, file string, r *check.Report) (doc *level.Document, isForeign bool, err error) {
	src, imp, closer, err := a.importers.Open(file)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = closer.Close() }() // nothing was written
	if imp != nil {
		res, err := imp.Import(ctx, src, importers.Options{})
		if err != nil {
			return nil, true, err
		}
		a.report(res.Issues)
		return res.Document, true, nil
	}
	if file == "-" {
		doc, err = level.Parse(src.Data, file)
		return doc, false, err
	}
	doc, r.Places, err = level.ParsePlaced(src.Data, file)
	return doc, false, err
}

// invalidOutline is the finding of a level that cannot be opened because of an outline.
func invalidOutline(err error) (check.Finding, level.FilePosition, bool) {
	var read *level.ReadError
	var outline *collision.OutlineError
	if !errors.As(err, &read) || !errors.As(err, &outline) {
		return check.Finding{}, level.FilePosition{}, false
	}
	f := check.Finding{Rule: check.RuleInvalidOutline, Severity: check.Error, Message: read.Err.Error()}
	return f, level.FilePosition{Line: read.Line, Column: read.Column}, true
}
