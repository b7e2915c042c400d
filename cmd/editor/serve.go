//go:build !js

package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/link"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/export"

	"github.com/spf13/cobra"
)

func (a *app) serveCommand() *cobra.Command {
	call := serveCall{targetFlags: targetFlags{format: "json"}}
	cmd := &cobra.Command{
		Use:   "serve LEVEL|PROJECT",
		Short: "Let a running game follow a level's file",
		Long: `Let a running game follow a level's file: the game gets the level, and then each change as soon as the file is
saved. A project or a folder offers every level in it, under its path. docs/LINK.md describes how a game connects, and
the loaders that do it.

The address for the game is printed on standard output. It contains a random token: whoever has it can read the levels.
Only programs on this machine can connect. The flags set the form of the records for games that ask for none. A level
that cannot be read is reported, and games keep its last state. The command runs until you interrupt it.

In the window, Play > Link running game does the same with unsaved edits.`,
		Example: `  fillet serve cavern.level.yaml
  fillet serve game --listen 127.0.0.1:4000
  fillet serve cavern.level.yaml --units m --y up`,
		Args:              exactly("LEVEL"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" {
				return fmt.Errorf("standard input cannot be followed: name a file or a folder")
			}
			if err := call.checkTolerance(); err != nil {
				return err
			}
			if err := call.form.Check(); err != nil {
				return err
			}
			return a.serve(cmd.Context(), args[0], call)
		},
	}
	cmd.Flags().StringVar(&call.listen, "listen", "127.0.0.1:0", "the loopback `address` and port; port 0 is any free one")
	addTolerance(cmd, &call.tolerance)
	addFormFlags(cmd, &call.form, "", link.FormOptions())
	return cmd
}

// serveCall holds the flags of a call of serve.
type serveCall struct {
	targetFlags
	listen string
}

// serving offers levels and follows their files. Its own goroutine watches; workers of the server read levels.
type serving struct {
	*app
	arg    string
	server *link.Server
	files  *Watcher
	levels map[string]*servedLevel // by path, as the user would write it

	met     chan struct{} // holds a value if clients may have come or gone
	clients []string      // that were reported

	mu       sync.Mutex      // guards reported, and standard error
	reported map[string]bool // problems
}

// servedLevel is a level whose file is served.
type servedLevel struct {
	*link.Level
	of   *serving
	path string

	mu      sync.Mutex
	isRead  bool // the snapshot shows the current files
	snap    level.Snapshot
	err     error
	inputs  map[string]bool // keys of the files that were read for it
	folders []string        // that contain them
}

func (a *app) serve(ctx context.Context, arg string, call serveCall) error {
	s := &serving{
		app: a, arg: arg, levels: map[string]*servedLevel{}, reported: map[string]bool{}, met: make(chan struct{}, 1),
	}
	var err error
	if s.files, err = New(); err != nil {
		return unreadable(err)
	}
	defer func() { _ = s.files.Close() }() // nothing was written
	s.server, err = link.Listen(link.Config{
		Address: call.listen, Form: export.Options{Tolerance: call.tolerance, Form: call.form},
		Changed: func() {
			select {
			case s.met <- struct{}{}:
			default: // it is not told yet
			}
		},
	})
	if err != nil {
		return &codeError{exitUsage, err}
	}
	defer s.server.Wait()
	defer s.server.Close("fillet serve has ended.")
	if err := s.find(); err != nil {
		return err
	}
	if err := s.follow(); err != nil {
		return unreadable(err)
	}
	if err := a.write("-", []byte(s.server.Address()+"\n")); err != nil {
		return err
	}
	s.say("offering %s", s.offered())
	go s.tellClients(ctx)
	changed := map[string]bool{}
	return unreadable(s.files.Run(ctx, func(path string) Meaning {
		if disk.IsHidden(filepath.Base(path)) {
			return Nothing
		}
		changed[Keys{}.Of(path)] = true
		return watchedInput
	}, func(lost bool) {
		s.turn(changed, lost)
		changed = map[string]bool{}
	}))
}

// offered describes the levels.
func (s *serving) offered() string {
	if len(s.levels) == 1 {
		return slices.Collect(maps.Keys(s.levels))[0]
	}
	paths := make([]string, 0, len(s.levels))
	for _, l := range s.levels {
		paths = append(paths, l.Path())
	}
	slices.Sort(paths)
	const most = 10
	text := strings.Join(paths[:min(len(paths), most)], ", ")
	if more := len(paths) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s: %s", quote.Count(len(paths), "level"), text)
}

// find offers levels that have appeared, and closes those that are gone. Only without any level it fails.
func (s *serving) find() error {
	found, err := s.many(s.arg, "served", false)
	if err != nil {
		return err
	}
	for _, err := range found.Problems {
		s.problem(err)
	}
	if _, err := s.files.Follow(append(found.Folders, FoldersOf(s.arg)...), true); err != nil {
		s.problem(err)
	}
	isThere, isFirst := map[string]bool{}, len(s.levels) == 0
	for _, in := range found.Files {
		isThere[in.Path] = exists(in.Path)
		if s.levels[in.Path] != nil || !isThere[in.Path] && !isFirst {
			continue
		}
		l := &servedLevel{of: s, path: in.Path}
		file, err := filepath.Abs(in.Path)
		if err != nil {
			return err
		}
		l.read()
		if l.err != nil && isFirst && len(found.Files) == 1 {
			return l.err
		}
		if l.err != nil {
			s.problem(l.err)
		}
		l.Level = s.server.Offer(link.Offer{
			Path: filepath.ToSlash(in.Below()), File: file, Snapshot: l.snapshot, Post: func(f func()) { f() },
		})
		s.levels[in.Path] = l
	}
	for path, l := range s.levels {
		if !isThere[path] && !exists(path) {
			l.Close("The file of the level was removed.")
			delete(s.levels, path)
			s.say("%s was removed", path)
		}
	}
	return nil
}

// follow watches the folders of all files that were read.
func (s *serving) follow() error {
	var all []string
	for _, l := range s.levels {
		l.mu.Lock()
		all = append(all, l.folders...)
		l.mu.Unlock()
	}
	_, err := s.files.Follow(all, true)
	return err
}

// turn tells the server which levels have changed. If changes were lost, all may have.
func (s *serving) turn(changed map[string]bool, lost bool) {
	if err := s.find(); err != nil { // there may be levels again later
		s.problem(err)
	}
	for _, l := range s.levels {
		if l.readsAny(changed) || lost {
			l.Changed()
		}
	}
	if err := s.follow(); err != nil {
		s.problem(err)
	}
}

// readsAny reports whether any of these files was read for a level, and then has it read again.
func (l *servedLevel) readsAny(keys map[string]bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key := range keys {
		if l.inputs[key] {
			l.isRead = false
			return true
		}
	}
	return false
}

// snapshot returns the current state of the level.
func (l *servedLevel) snapshot() (level.Snapshot, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isRead {
		if l.read(); l.err != nil {
			l.of.problem(l.err)
		}
	}
	return l.snap, l.err
}

// read reads the level.
func (l *servedLevel) read() {
	own := *l.of.app
	notes := &messages{}
	own.stderr = notes
	own.projects = &projects{known: map[string]knownProject{}, reported: map[string]bool{}}
	l.isRead, l.inputs = true, map[string]bool{}
	keys := Keys{}
	var asked []string
	own.importers = own.importers.Telling(func(path string) { asked = append(asked, path) })
	res, _, err := own.read(context.Background(), l.path, false)
	if dir, ok := project.Find(l.path); ok {
		asked = append(asked, filepath.Join(dir, disk.ProjectFile))
	}
	folders := map[string]bool{}
	for _, path := range append(asked, l.path) {
		for _, key := range keys.Both(path) {
			l.inputs[key] = true
		}
		for _, dir := range FoldersOf(path) {
			folders[disk.RealPath(dir)] = true
		}
	}
	l.folders = slices.Collect(maps.Keys(folders))
	if l.err = err; err != nil {
		return
	}
	for _, m := range *notes {
		l.of.problem(fmt.Errorf("%s", strings.TrimSuffix(m.Text, "\n")))
	}
	l.snap = snapshotOf(res, l.path)
}

// problem reports an error once.
func (s *serving) problem(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.reported[err.Error()] {
		s.reported[err.Error()] = true
		tell(s.stderr, "%s: %v", s.name, err)
	}
}

// say prints a note. Several goroutines may do so.
func (s *serving) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(format, args...)
}

// tellClients reports clients that have come and gone until the context ends.
func (s *serving) tellClients(ctx context.Context) {
	for {
		select {
		case <-s.met:
		case <-ctx.Done():
			return
		}
		var now []string
		for _, c := range s.server.Clients() {
			now = append(now, cmp.Or(c.Name, "A game")+" follows "+c.Level)
		}
		for _, text := range now {
			if !slices.Contains(s.clients, text) {
				s.say("%s", text)
			}
		}
		for _, text := range s.clients {
			if !slices.Contains(now, text) {
				s.say("%s", strings.Replace(text, " follows ", " no longer follows ", 1))
			}
		}
		s.clients = now
	}
}
