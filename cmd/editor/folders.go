//go:build !js

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"fillet/editor/disk"
	"fillet/editor/level"
)

// find finds the files that the arguments name.
func (a *app) find(args []string, s Search) (*Found, error) {
	s.Importers, s.IsOwn = a.importers, a.record.IsOwn
	return s.Find(args)
}

// many returns the levels of a folder or project.
func (a *app) many(arg, what string, onlyOwn bool) (*Found, error) {
	in, err := a.find([]string{arg}, Search{What: what, Levels: onlyOwn})
	switch {
	case err != nil:
		return nil, err
	case len(in.Files) == 0 && len(in.Problems) == 0:
		return nil, fmt.Errorf("no files can be %s: %s", what, in.Notes[0])
	}
	return in, nil
}

// addProblems reports the folders that could not be read and adds an outcome for each.
func (a *app) addProblems(outcomes []outcome, problems []error) []outcome {
	for _, err := range problems {
		tell(a.stderr, "%s: %v", a.name, err)
		outcomes = append(outcomes, outcome{code: exitUnreadable})
	}
	return outcomes
}

// renderMany draws each level of a folder to a picture in the folder out.
func (a *app) renderMany(ctx context.Context, src, out string, opts pictureOptions) error {
	if out == "-" {
		return fmt.Errorf("%s is a folder: name the output folder with -o", src)
	}
	opts.format = cmp.Or(opts.format, "png")
	in, err := a.many(src, "drawn", false)
	if err != nil {
		return err
	}
	from := map[string]string{}
	for _, f := range in.Files {
		to := a.pictureOf(f, out, opts)
		if earlier, ok := from[to]; ok {
			return fmt.Errorf("%s and %s would both become %s", earlier, f.Path, to)
		}
		from[to] = f.Path
	}
	outcomes := a.parallel(ctx, len(in.Files), runtime.GOMAXPROCS(0), "drawing", func(own *app, i int) error {
		to := own.pictureOf(in.Files[i], out, opts)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return unreadable(err)
		}
		return own.renderLevel(ctx, in.Files[i].Path, to, opts)
	})
	return worst(ctx, a.addProblems(outcomes, in.Problems))
}

func (a *app) pictureOf(in Input, out string, opts pictureOptions) string {
	return filepath.Join(out, in.Sub, Stem(a.importers, in.Path)+"."+opts.format)
}

// sides holds each level's file in several folders, by the level's path below them; "" if a folder lacks the level.
type sides map[string][]string

func (a *app) sides(dirs ...string) (sides, error) {
	out := sides{}
	for i, dir := range dirs {
		in, err := a.find([]string{dir}, Search{What: "compared", Levels: true, Prefabs: true})
		if err != nil {
			return nil, err
		}
		if len(in.Problems) > 0 {
			return nil, unreadable(in.Problems[0])
		}
		for _, f := range in.Files {
			if out[f.Below()] == nil {
				out[f.Below()] = make([]string, len(dirs))
			}
			out[f.Below()][i] = f.Path
		}
	}
	return out, nil
}

func (s sides) names() []string { return slices.Sorted(maps.Keys(s)) }

// The JSON form of a difference of folders.
type (
	diffFolders struct {
		Format  string       `json:"format"`
		Version int          `json:"version"`
		A       string       `json:"a"`
		B       string       `json:"b"`
		Same    bool         `json:"same"`
		Levels  []diffFolder `json:"levels"` // only levels that differ
	}
	diffFolder struct {
		Path string          `json:"path"`           // below both folders, slash-separated
		Only string          `json:"only,omitempty"` // "a" or "b" if only that side has the level
		Diff json.RawMessage `json:"diff,omitempty"`
	}
)

// diffMany compares the levels of two folders, paired by their paths below them.
func (a comparing) diffMany(ctx context.Context, old, after string, call diffCall) error {
	if !IsMany(old) || !IsMany(after) {
		return errors.New("a folder can only be compared with a folder")
	}
	isPicture := call.format == "png" || call.format == "svg"
	if isPicture && call.out == "-" {
		return errors.New("name the folder for the pictures with -o")
	}
	both, err := a.sides(old, after)
	if err != nil {
		return err
	}
	names := both.names()
	found := make([]*diffFolder, len(names))
	outcomes := a.parallel(ctx, len(names), runtime.GOMAXPROCS(0), "comparing", func(own *app, i int) error {
		data, err := comparing{own}.diffOf(ctx, names[i], both[names[i]], call)
		found[i] = data
		return unreadable(err)
	})
	list := diffFolders{Format: "fillet-diffs", Version: 1, A: old, B: after, Levels: []diffFolder{}}
	var text bytes.Buffer
	for i, d := range found {
		if d == nil {
			continue
		}
		switch {
		case d.Only != "":
			fmt.Fprintf(&text, "only in %s: %s\n", map[string]string{"a": old, "b": after}[d.Only], d.Path)
		case isPicture:
			to := filepath.Join(call.out, names[i]+"."+call.format)
			if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
				return unreadable(err)
			}
			if err := a.writeReport(to, d.Diff); err != nil {
				return err
			}
			fmt.Fprintf(&text, "%s\n", to)
		default:
			text.Write(d.Diff)
		}
		list.Levels = append(list.Levels, *d)
	}
	list.Same = len(list.Levels) == 0
	data, to := text.Bytes(), call.out
	switch {
	case isPicture:
		to = "-"
	case call.format == "json":
		if data, err = json.MarshalIndent(list, "", "  "); err != nil {
			return err
		}
		data = append(data, '\n')
	}
	if err := a.writeReport(to, data); err != nil {
		return err
	}
	if err := worst(ctx, outcomes); err != nil {
		return err
	}
	return lost(len(list.Levels))
}

// diffOf compares two levels with the same path. It returns nil if they are equal.
func (a comparing) diffOf(ctx context.Context, name string, files []string, call diffCall) (*diffFolder, error) {
	out := &diffFolder{Path: filepath.ToSlash(name)}
	switch {
	case files[1] == "":
		out.Only = "a"
		return out, nil
	case files[0] == "":
		out.Only = "b"
		return out, nil
	}
	x, y, err := a.diffSides(ctx, files[0], files[1])
	if err != nil {
		return nil, err
	}
	d := level.Compare(x, y)
	if d.IsEmpty() {
		return nil, nil //nolint:nilnil // they are the same
	}
	out.Diff, err = a.showDifference(d, x, y, files[0], files[1], call)
	return out, err
}

// mergeMany merges the levels of three folders, paired by their paths below them, into a fourth. A level that one side
// deleted is removed if the other side did not change it; otherwise it stays and counts as a conflict.
func (a merging) mergeMany(ctx context.Context, base, ours, theirs string, call mergeCall) error {
	for _, dir := range []string{base, ours, theirs} {
		if !IsFolder(dir) {
			return fmt.Errorf("%s is not a folder: merge takes three files or three folders", dir)
		}
	}
	if call.out == "-" || call.path != "" {
		return errors.New("folders are merged into a folder: name it with -o, or leave out -o")
	}
	all, err := a.sides(base, ours, theirs)
	if err != nil {
		return err
	}
	out := cmp.Or(call.out, ours)
	var both, others []string // levels that both sides have
	stays := map[string]bool{}
	for _, name := range all.names() {
		if s := all[name]; s[1] != "" && s[2] != "" {
			both = append(both, name)
			stays[filepath.Join(out, name)] = true
		} else {
			others = append(others, name)
		}
	}
	exists := func(path string) bool { return stays[filepath.Clean(path)] || mayExist(path) }
	// First merge the files that decide which prefabs exist.
	outcomes := a.parallel(ctx, 1+len(others), runtime.GOMAXPROCS(0), "merging", func(own *app, i int) error {
		if i == 0 {
			return merging{own}.mergeProjects(base, ours, theirs, out)
		}
		s := all[others[i-1]]
		return merging{own}.keepOrDrop(s[0], s[1], s[2], filepath.Join(out, others[i-1]))
	})
	outcomes = append(outcomes, a.parallel(ctx, len(both), runtime.GOMAXPROCS(0), "merging",
		func(own *app, i int) error {
			s := all[both[i]]
			call := mergeCall{out: filepath.Join(out, both[i]), exists: exists}
			if err := os.MkdirAll(filepath.Dir(call.out), 0o777); err != nil {
				return unreadable(err)
			}
			return merging{own}.merge(ctx, cmp.Or(s[0], os.DevNull), s[1], s[2], call)
		})...)
	outcomes = append(outcomes, a.parallel(ctx, len(others), runtime.GOMAXPROCS(0), "checking",
		func(own *app, i int) error {
			path := filepath.Join(out, others[i])
			if doc, err := level.Open(path); err == nil { // not deleted
				merging{own}.warnMissing(path, doc, prefabsBeside(path, mayExist))
			}
			return nil
		})...)
	return worst(ctx, outcomes)
}

// keepOrDrop copies or removes a level that one of two sides lacks. An empty name means that the folder lacks it.
func (a merging) keepOrDrop(base, ours, theirs, out string) error {
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return unreadable(err)
	}
	switch {
	case ours == "" && theirs == "":
		return nil // both have deleted it
	case base == "": // one side added it
		return a.copyLevel(ours+theirs, out)
	}
	left, who := ours, "theirs" // the side that deleted it
	if ours == "" {
		left, who = theirs, "ours"
	}
	same, err := saysTheSame(base, left)
	switch {
	case err != nil:
		return unreadable(err)
	case same && samePath(left, out):
		return unreadable(os.Remove(out))
	case same:
		return nil
	}
	if err := a.copyLevel(left, out); err != nil {
		return err
	}
	tell(a.stderr, "conflict: %s: %s deleted it, but the other side changed it; it is kept", out, who)
	return lost(1)
}

// saysTheSame reports whether two level files have the same contents.
func saysTheSame(a, b string) (bool, error) {
	var docs [2]*level.Document
	for i, file := range []string{a, b} {
		var err error
		if docs[i], err = level.Open(file); err != nil {
			return false, err
		}
	}
	return level.Compare(docs[0], docs[1]).IsEmpty(), nil
}

// copyLevel copies a file.
func (a merging) copyLevel(from, to string) error {
	if samePath(from, to) {
		return nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return unreadable(err)
	}
	return unreadable(disk.WriteFile(to, data))
}
