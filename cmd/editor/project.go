//go:build !js

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/strictyaml"
	"fillet/importers"
)

// projects are the projects that levels of a command belong to, each read once. Any goroutine can ask.
type projects struct {
	mu    sync.Mutex
	known map[string]knownProject // by folder
	told  map[string]bool         // what was said of those that cannot be read
}

// knownProject is a project that was looked at, and why it cannot be read.
type knownProject struct {
	of  *project.Project
	err error
}

// projectOf is the project of a level; nil where it has none. One that cannot be read is an error, and the level is as in none.
func (a *app) projectOf(path string) (*project.Project, error) {
	if path == "-" {
		return nil, nil //nolint:nilnil // there is none
	}
	dir, ok := project.Find(path)
	a.projects.mu.Lock()
	defer a.projects.mu.Unlock()
	if !ok {
		file, err := disk.NoProject(path)
		if err != nil {
			err = fmt.Errorf("%s: %w", shown(file), err)
		}
		return nil, err
	}
	p, ok := a.projects.known[dir]
	if !ok {
		p.of, p.err = project.Open(dir)
		var e *strictyaml.Error
		if errors.As(p.err, &e) {
			e.File = shown(e.File)
		}
		a.projects.known[dir] = p
	}
	return p.of, p.err
}

// inProject is projectOf, and counts a project that cannot be read as a loss, which is told of once: its materials, categories, rules and
// exports do not hold.
func (a *app) inProject(path string) (p *project.Project, losses int) {
	p, err := a.projectOf(path)
	if err == nil {
		return p, 0
	}
	a.projects.mu.Lock()
	told := a.projects.told[err.Error()]
	a.projects.told[err.Error()] = true
	a.projects.mu.Unlock()
	if !told {
		a.report([]importers.Issue{{Severity: importers.Loss, Message: fmt.Sprintf("%v: %s is read as if it were in no project", err, filepath.Base(path))}})
	}
	return nil, 1
}

// settingsIn are a level's settings with the exports that run for it in its project.
func (a *app) settingsIn(path string, s *level.Settings) *level.Settings {
	if p, err := a.projectOf(path); err == nil && p != nil {
		return p.WithExports(path, s)
	}
	return s
}

// projectAt is the folder of the project that an argument names: its folder, its file, or something in it.
func projectAt(arg string) (string, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return "", unreadable(fmt.Errorf("%s: %w", arg, disk.WithoutPath(err)))
	}
	in := arg
	if info.IsDir() {
		if project.IsProject(arg) {
			return arg, nil
		}
		in = filepath.Join(arg, "x")
	}
	dir, ok := project.Find(in)
	if !ok {
		if file, err := disk.NoProject(in); err != nil {
			return "", unreadable(fmt.Errorf("%s: %w", shown(file), err))
		}
		return "", &codeError{exitUsage, fmt.Errorf("%s: there is no %s in it or above it; %q makes a project", arg, disk.ProjectFile, "new")}
	}
	return shown(dir), nil
}

// shown is a path as people would write it from where they are.
func shown(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(disk.RealPath(wd), path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return rel
}
