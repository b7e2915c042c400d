//go:build !js

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"

	"github.com/spf13/cobra"
)

// buildCall holds the flags of the build command.
type buildCall struct {
	losses    lossFlags
	jobs      int
	watch     bool
	force     bool
	overwrite bool
}

func (a *app) buildCommand() *cobra.Command {
	var call buildCall
	cmd := &cobra.Command{
		Use:   "build [PROJECT]",
		Short: "Export the project's changed levels",
		Long: `Export every level of a project with the exports in its fillet.project.yaml and the levels' own export
presets. PROJECT is the project's folder, its project file, or a file inside the project; the default is the current
folder.

A build is incremental: it exports a level again if the level, a prefab or tileset that it uses, a template, an export
of the project or an exported file has changed. It compares contents, not modification times. The state of the last
build is in .fillet/build.json in the project's folder; without that file everything is built.

Losses are reported at every build, also for levels that are up to date. A level that cannot be read does not stop the
others. Files that Fillet did not write are not replaced without --overwrite.

--watch keeps running until it is interrupted, and builds again whatever is changed, added, removed or renamed,
including the project's folder itself. A failing level is reported once, and again if it has changed and still fails.

Exit codes: 0 done; 1 done with losses that change how a game plays; 2 usage error; 3 a file could not be read or
written, the others are done.`,
		Example: `  fillet build
  fillet build game -j 4
  fillet build game --watch
  fillet build game --losses json | jq '.losses | length'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("unexpected argument %q: the command takes one PROJECT", args[1])
			}
			return nil
		},
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atLeastOneJob(call.jobs); err != nil {
				return err
			}
			dir, err := projectAt(append(args, ".")[0])
			if err != nil {
				return err
			}
			a.tellLosses(call.losses)
			if call.watch {
				return a.buildWatching(cmd.Context(), dir, call)
			}
			b, err := a.build(cmd.Context(), dir, call)
			if err != nil {
				return a.listed(err)
			}
			a.tellOutcomes(b.outcomes)
			a.note("%s", b.summary())
			return worst(b.outcomes)
		},
	}
	f := cmd.Flags()
	f.IntVarP(&call.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "number of levels at a time")
	f.BoolVar(&call.watch, "watch", false, "keep running and rebuild what changes")
	f.BoolVar(&call.force, "force", false, "build everything, even if unchanged")
	f.BoolVar(&call.overwrite, "overwrite", false, "also replace files that Fillet did not write")
	addLossFlags(cmd, &call.losses)
	return cmd
}

// built is the result of a build.
type built struct {
	project  *project.Project
	listing  *project.Listing
	levels   []project.Entry
	stamps   []*Stamp // of the levels; nil if not started
	inputs   []string // absolute paths of the files that went into the levels
	outcomes []outcome
	done     []bool // which levels were built rather than skipped as unchanged
	gone     []string
}

// summary returns a one-line summary of the build.
func (b *built) summary() string {
	n, failed := 0, 0
	for i, d := range b.done {
		switch {
		case !d:
		case b.outcomes[i].failed():
			failed++
		default:
			n++
		}
	}
	levels := len(b.done)
	switch {
	case levels == 0:
		return fmt.Sprintf("%s: it has no levels", projectName(b.project))
	case failed > 0:
		return fmt.Sprintf("%s: %d of %s built, %d failed", projectName(b.project), n, quote.Count(levels, "level"),
			failed)
	case n == 0:
		return fmt.Sprintf("%s: %s up to date", projectName(b.project), quote.Count(levels, "level"))
	}
	return fmt.Sprintf("%s: %d of %s built", projectName(b.project), n, quote.Count(levels, "level"))
}

// why returns the failure of a level with the inputs it had, so that a repeated failure can be recognised.
func (b *built) why(i int) string {
	why := string(b.outcomes[i].said)
	if s := b.stamps[i]; s != nil {
		why += fmt.Sprint(s.Inputs)
	}
	return why
}

// projectName returns the project's name, or its folder's name.
func projectName(p *project.Project) string {
	if p.Name != "" {
		return p.Name
	}
	return filepath.Base(p.Dir)
}

// build builds a project. It fails only if the build cannot start; problems with levels are in the outcomes.
func (a *app) build(ctx context.Context, dir string, call buildCall) (*built, error) {
	p, err := project.Open(dir)
	if err != nil {
		return nil, unreadable(err)
	}
	list, err := p.List(ctx)
	if err != nil {
		return nil, unreadable(err)
	}
	a.projects = &projects{known: map[string]knownProject{p.Dir: {of: p}}, told: map[string]bool{}}
	shown := func(e project.Entry) string { return filepath.Join(dir, filepath.FromSlash(e.Rel)) }
	stamps := Read(p, BuildFile)
	levels := list.Of(project.Level)
	now := make([]*Stamp, len(levels))
	b := &built{project: p, listing: list, levels: levels, stamps: now, done: make([]bool, len(levels))}
	taken := NewClaims()
	for _, e := range list.Entries {
		taken.Keep(e.Path)
	}
	clashes := taken.Exports(p, levels, shown)
	keys := make([]string, len(levels))
	isFresh := make([]bool, len(levels))
	sums := NewSums()
	inParallel(len(levels), call.jobs, func(i int) {
		keys[i] = a.stampKey(p, levels[i].Path, call)
		was := stamps[Name(levels[i].Rel)]
		isFresh[i] = clashes[i] == nil && was != nil && !call.force && (was.Code == exitOK || was.Code == exitLoss) &&
			was.IsFresh(p, keys[i], sums)
	})
	for i, e := range levels {
		if isFresh[i] { // no other level may write its outputs
			for _, f := range stamps[Name(e.Rel)].Outputs {
				taken.Hold(f.Path(p), shown(e))
			}
		}
	}
	one := func(own *app, i int) error {
		e := levels[i]
		if isFresh[i] {
			now[i] = stamps[Name(e.Rel)]
			return own.repeat(now[i])
		}
		b.done[i] = true
		if clashes[i] != nil {
			return &codeError{exitUsage, clashes[i]}
		}
		return own.buildLevel(ctx, p, shown(e), keys[i], call, taken, &now[i])
	}
	b.outcomes = a.sideBySide(ctx, len(levels), call.jobs, "building", one, nil)
	for i, s := range now {
		if s != nil && b.done[i] {
			s.Code, s.Said, s.Losses = b.outcomes[i].code, string(b.outcomes[i].said), b.outcomes[i].losses
		}
	}
	for _, err := range list.Problems {
		b.outcomes = append(b.outcomes, outcome{said: fmt.Appendf(nil, "%s: %v\n", a.name, err), code: exitUnreadable})
	}
	for _, f := range p.Levels {
		if at := filepath.Join(p.Dir, filepath.FromSlash(f)); !IsFolder(at) {
			said := fmt.Appendf(nil, "warning: %s: levels names the folder %q, which does not exist\n",
				filepath.Join(dir, disk.ProjectFile), quote.Excerpt(f))
			b.outcomes = append(b.outcomes, outcome{said: said})
		}
	}
	fresh := map[string]*Stamp{}
	for i, s := range now {
		if s != nil {
			fresh[Name(levels[i].Rel)] = s
			b.inputs = append(b.inputs, s.Paths(p)...)
		}
	}
	slices.Sort(b.inputs)
	b.inputs = slices.Compact(b.inputs)
	there := make(map[string]bool, len(levels))
	for _, e := range levels {
		there[Name(e.Rel)] = true
	}
	for name := range stamps {
		if !there[name] {
			b.gone = append(b.gone, name)
		}
	}
	slices.Sort(b.gone)
	if err := Write(p, BuildFile, fresh, stamps); err != nil {
		a.note("%v", err)
	}
	return b, nil
}

// stampKey returns a hash of everything except files that affects a level's exports.
func (a *app) stampKey(p *project.Project, path string, call buildCall) string {
	h := sha256.New()
	// Hashing never fails.
	_, _ = fmt.Fprintf(h, "%s %#v %#v %v", version(), p.ExportsOf(path, nil), p.Materials, call.losses)
	return hex.EncodeToString(h.Sum(nil))
}

// repeat reports the messages and losses of the level's last build again.
func (a *app) repeat(s *Stamp) error {
	_, _ = io.WriteString(a.stderr, s.Said) // stderr is a buffer here
	if a.losses != nil {
		a.losses.records = append(a.losses.records, s.Losses...)
	}
	if s.Code != exitOK {
		return &codeError{s.Code, errReported}
	}
	return nil
}

// buildLevel exports one level and records its inputs and outputs.
func (a *app) buildLevel(
	ctx context.Context, p *project.Project, path, key string, call buildCall, taken *Claims, to **Stamp,
) error {
	return a.stamped(p, path, key, to, func() error {
		err := a.exportPresets(ctx, path, targetFlags{overwrite: call.overwrite, allPresets: true, inProject: true},
			taken)
		if errors.Is(err, errNoPresets) {
			return nil
		}
		return err
	})
}

// stamped runs do for one level and records its inputs and outputs.
func (a *app) stamped(p *project.Project, path, key string, to **Stamp, do func() error) error {
	s, start := &Stamp{Key: key}, time.Now()
	var mu sync.Mutex
	note := func(list *[]string) func(string) {
		return func(path string) {
			mu.Lock()
			defer mu.Unlock()
			*list = append(*list, disk.RealPath(path))
		}
	}
	inputs, outputs := []string{disk.RealPath(path)}, []string(nil)
	// Inputs are hashed before they are read, so that a change in between is noticed next time.
	before := NewSums()
	before.Of(path)
	asked := note(&inputs)
	a.asked = func(path string) {
		asked(path)
		before.Of(path)
	}
	a.importers = a.importers.Telling(a.asked)
	a.wrote = note(&outputs)
	err := do()
	var marked *codeError
	if err != nil && (!errors.As(err, &marked) || marked.code != exitLoss) {
		// A failed level is tried again next time; a watch needs its inputs.
		s.Key = ""
	}
	slices.Sort(inputs)
	slices.Sort(outputs)
	before.Doubt(start)
	s.Inputs, s.Outputs = SumsOf(p, slices.Compact(inputs), before), SumsOf(p, slices.Compact(outputs), NewSums())
	*to = s
	return err
}

// buildWatch rebuilds a project as files change, appear and disappear. Each turn is an incremental build.
type buildWatch struct {
	app     *app
	dir     string // with links resolved
	shown   string // for messages
	call    buildCall
	w       *Watcher
	inputs  map[string]bool   // the folders of the levels' inputs
	last    string            // the error of the last turn
	gone    map[string]bool   // deleted levels that were reported
	failing map[string]string // why levels failed in the last turn
}

// buildWatching builds the project and rebuilds it on changes until the context ends.
func (a *app) buildWatching(ctx context.Context, dir string, call buildCall) error {
	files, err := New()
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	w := &buildWatch{
		app: a, dir: disk.RealPath(dir), shown: dir, call: call, w: files, gone: map[string]bool{},
		failing: map[string]string{},
	}
	// The parent folder reports when the project's folder disappears and comes back.
	if _, err := files.Follow([]string{filepath.Dir(w.dir), w.dir}, false); err != nil {
		return unreadable(err)
	}
	w.turn(ctx, true)
	a.note("watching for changes")
	return unreadable(files.Run(ctx, w.hear, func(bool) { w.turn(ctx, false) }))
}

// hear reports whether a change may affect the build. Unrelated changes in the parent folders do not.
func (w *buildWatch) hear(path string) Meaning {
	isAbove := isBelow(w.dir, path) // or the folder itself
	isInside := isBelow(path, w.dir) || w.inputs[path] || w.inputs[filepath.Dir(path)]
	if isAbove || isInside && !disk.IsHidden(filepath.Base(path)) {
		return watchedInput
	}
	return Nothing
}

// isBelow reports whether path is dir or below it.
func isBelow(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+
		string(filepath.Separator))
}

// turn builds what has changed and watches the inputs. Folders created in the meantime may hold levels, so it repeats
// until there are none.
func (w *buildWatch) turn(ctx context.Context, first bool) {
	for range 10 {
		b, err := w.app.build(ctx, w.dir, w.call)
		if ctx.Err() != nil {
			return
		}
		var folders []string
		if err != nil {
			w.complain(err)
			folders = append([]string{w.dir}, FoldersOf(w.dir)...)
		} else {
			w.last = ""
			w.tell(b, first)
			first = false
			w.inputs = map[string]bool{}
			for _, path := range b.inputs {
				for _, f := range FoldersOf(path) {
					w.inputs[f] = true
					folders = append(folders, f)
				}
			}
			folders = append(append(folders, filepath.Dir(w.dir)), b.listing.Folders...)
		}
		more, err := w.w.Follow(folders, true)
		if err != nil {
			tell(w.app.stderr, "%s: %v", w.app.name, err)
		}
		if !more {
			return
		}
	}
}

// complain reports once why nothing can be built.
func (w *buildWatch) complain(err error) {
	if _, gone := os.Stat(w.dir); errors.Is(gone, fs.ErrNotExist) {
		err = fmt.Errorf("%s was removed: the build resumes when it is back", w.shown)
		w.failing = nil
	}
	if w.last != err.Error() {
		tell(w.app.stderr, "%s: %v", w.app.name, err)
	}
	w.last = err.Error()
}

// tell reports what was built. Unchanged levels are reported in the first turn only.
func (w *buildWatch) tell(b *built, first bool) {
	var news []outcome
	failing := map[string]string{}
	for i, o := range b.outcomes {
		isNew := first
		if i < len(b.done) && b.done[i] {
			name, why := b.levels[i].Rel, ""
			if o.failed() {
				why = b.why(i)
				failing[name] = why
			}
			isNew = first || why == "" || w.failing[name] != why
		}
		if isNew {
			news = append(news, o)
		}
	}
	w.failing = failing
	if len(news) > 0 {
		w.app.tellOutcomes(news)
	}
	if len(news) > 0 || first {
		w.app.note("%s", b.summary())
	}
	for _, name := range b.gone {
		if !w.gone[name] {
			w.gone[name] = true
			w.app.note("%s was removed; its exports stay", name)
		}
	}
	for name := range w.gone {
		if !slices.Contains(b.gone, name) {
			delete(w.gone, name)
		}
	}
}
