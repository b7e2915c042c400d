//go:build !js

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/export"
)

// keptConversions holds the stamps of the last conversions in a project.
type keptConversions struct {
	project *project.Project
	before  map[string]*Stamp
}

// keptOf returns the stamps for the folders in args, or nil if the conversion cannot be incremental: if args are not
// all folders of one project, if levels share outputs, or for --force or -f level.
func (a converting) keptOf(args []string, call conversion) *keptConversions {
	if call.target.force || call.target.format == levelFormat {
		return nil
	}
	if !call.target.hasPresets() {
		if e, err := a.target(call.target, ""); err != nil || export.IsGo(e) {
			return nil
		}
	}
	top := ""
	for _, arg := range args {
		if !IsMany(arg) {
			return nil
		}
		in := arg
		if IsFolder(arg) {
			in = filepath.Join(arg, "x")
		}
		dir, ok := project.Find(in)
		if !ok || top != "" && dir != top {
			return nil
		}
		top = dir
	}
	p, err := project.Open(top)
	if err != nil {
		return nil // reading its levels reports it
	}
	return &keptConversions{p, Read(p, ConvertFile)}
}

// runKept works like runJobs, but skips unchanged jobs: if a job's inputs and outputs match its stamp, only its
// messages are repeated.
func (a converting) runKept(ctx context.Context, jobs []job, call conversion, k *keptConversions) []outcome {
	p, sums := k.project, NewSums()
	names, keys, now := make([]string, len(jobs)), make([]string, len(jobs)), make([]*Stamp, len(jobs))
	isFresh := make([]bool, len(jobs))
	clashes := make([]error, len(jobs))
	if call.target.allPresets { // of two levels that would write one file, the later one always fails
		levels := make([]project.Entry, len(jobs))
		shown := make(map[string]string, len(jobs))
		for i, j := range jobs {
			levels[i] = project.Entry{Path: disk.RealPath(j.in)}
			shown[levels[i].Path] = j.in
		}
		clashes = call.taken.Exports(p, levels, func(e project.Entry) string { return shown[e.Path] })
	}
	template := ""
	if call.target.template != "" {
		template = sums.Of(call.target.template)
	}
	inParallel(len(jobs), call.jobs, func(i int) {
		j := jobs[i]
		in, out := disk.RealPath(j.in), ""
		if j.out != "" {
			out = disk.RealPath(j.out)
		}
		names[i] = Name(p.Rel(in)) + " > " + Name(p.Rel(out))
		h := sha256.New()
		// Hashing never fails.
		_, _ = fmt.Fprintf(h, "%s %#v %#v %#v %q %s", version(), call.target, p.ExportsOf(in, nil), p.Materials, out,
			template)
		keys[i] = hex.EncodeToString(h.Sum(nil))
		was := k.before[names[i]]
		isFresh[i] = clashes[i] == nil && was != nil && (was.Code == exitOK || was.Code == exitLoss) &&
			was.IsFresh(p, keys[i], sums)
	})
	left := 0
	for i, j := range jobs {
		if isFresh[i] { // no other level may write its outputs
			left++
			for _, f := range k.before[names[i]].Outputs {
				call.taken.Hold(f.Path(p), j.in)
			}
		}
	}
	outcomes := a.sideBySide(ctx, len(jobs), call.jobs, "converting", func(own *app, i int) error {
		if isFresh[i] {
			now[i] = k.before[names[i]]
			return own.repeat(now[i])
		}
		if clashes[i] != nil {
			return &codeError{exitUsage, clashes[i]}
		}
		return own.stamped(p, jobs[i].in, keys[i], &now[i], func() error {
			err := converting{own}.convertFile(ctx, jobs[i], call)
			if jobs[i].out != "" {
				own.wrote(jobs[i].out)
			}
			return err
		})
	}, nil)
	all := maps.Clone(k.before)
	if all == nil {
		all = map[string]*Stamp{}
	}
	for name, s := range all {
		for _, f := range s.Inputs {
			if _, err := os.Stat(f.Path(p)); err != nil {
				delete(all, name) // an input is gone
			}
		}
	}
	for i, s := range now {
		if s != nil {
			if !isFresh[i] {
				s.Code, s.Said, s.Losses = outcomes[i].code, string(outcomes[i].said), outcomes[i].losses
			}
			all[names[i]] = s
		}
	}
	a.tellOutcomes(outcomes)
	if err := Write(p, ConvertFile, all, k.before); err != nil {
		a.note("%v", err)
	}
	if left > 0 {
		a.note("%s: %d of %s unchanged and not written again", projectName(p), left, quote.Count(len(jobs), "level"))
	}
	return outcomes
}
