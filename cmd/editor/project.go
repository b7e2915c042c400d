package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"fillet/editor/folder"
	"fillet/editor/level"
	"fillet/editor/project"
)

// projects are the projects that levels of a command belong to, each read once. Any goroutine can ask.
type projects struct {
	mu    sync.Mutex
	known map[string]*project.Project // by folder; nil: it cannot be read
}

// projectOf is the project of a level; nil where it has none, or one that cannot be read, which is told of once.
func (a *app) projectOf(path string) *project.Project {
	if path == "-" {
		return nil
	}
	dir, ok := project.Find(path)
	a.projects.mu.Lock()
	defer a.projects.mu.Unlock()
	if !ok {
		if file, err := folder.NoProject(path); err != nil {
			if _, told := a.projects.known[file]; !told {
				a.projects.known[file] = nil
				tell(a.stderr, "warning: %s: %v: %s is read as if it were in no project", shown(file), err, filepath.Base(path))
			}
		}
		return nil
	}
	p, ok := a.projects.known[dir]
	if !ok {
		var err error
		if p, err = project.Open(dir); err != nil {
			tell(a.stderr, "warning: %v: %s is read as if it were in no project", err, filepath.Base(path))
		}
		a.projects.known[dir] = p
	}
	return p
}

// settingsIn are a level's settings with the exports that run for it in its project.
func (a *app) settingsIn(path string, s *level.Settings) *level.Settings {
	if p := a.projectOf(path); p != nil {
		return p.WithExports(path, s)
	}
	return s
}

// projectAt is the folder of the project that an argument names: its folder, its file, or something in it.
func projectAt(arg string) (string, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return "", unreadable(fmt.Errorf("%s: %w", arg, cause(err)))
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
		if file, err := folder.NoProject(in); err != nil {
			return "", unreadable(fmt.Errorf("%s: %w", shown(file), err))
		}
		return "", &codeError{exitUsage, fmt.Errorf("%s: there is no %s in it or above it; %q makes a project", arg, folder.ProjectFile, "new")}
	}
	return shown(dir), nil
}

// shown is a path as people would write it from where they are.
func shown(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(folder.RealPath(wd), path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return rel
}
