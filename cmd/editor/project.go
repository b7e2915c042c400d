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

// projects caches the projects that a command's levels belong to. It is safe for concurrent use.
type projects struct {
	mu    sync.Mutex
	known map[string]knownProject // by folder
	told  map[string]bool         // the errors that were reported
}

// knownProject is a project that was opened, or why that failed.
type knownProject struct {
	of  *project.Project
	err error
}

// projectOf returns the project of a level, or nil if it has none. If the project cannot be read it returns an error,
// and the level is treated as if it were in none.
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

// inProject works like projectOf, but counts an unreadable project as a loss and reports it once: its materials,
// categories, rules and exports do not apply.
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
		a.report([]importers.Issue{{
			Severity: importers.Loss,
			Message:  fmt.Sprintf("%v: %s is read as if it were in no project", err, filepath.Base(path)),
		}})
	}
	return nil, 1
}

// settingsIn returns a level's settings with the exports of its project.
func (a *app) settingsIn(path string, s *level.Settings) *level.Settings {
	if p, err := a.projectOf(path); err == nil && p != nil {
		return p.WithExports(path, s)
	}
	return s
}

// projectAt returns the folder of the project that an argument names: its folder, its file, or something inside it.
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
		return "", &codeError{exitUsage, fmt.Errorf("%s: no %s in it or above it; %q creates a project", arg,
			disk.ProjectFile, "new")}
	}
	return shown(dir), nil
}

// shown returns a path relative to the working folder if it is below it.
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
