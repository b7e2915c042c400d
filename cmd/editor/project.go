//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"fillet/assets"
	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// projects caches the projects that a command's levels belong to. It is safe for concurrent use.
type projects struct {
	mu       sync.Mutex
	known    map[string]knownProject // by folder
	reported map[string]bool         // the errors that were already reported
}

// knownProject holds a project, or the reason why it could not be opened.
type knownProject struct {
	of  *project.Project
	err error
}

// projectOf returns the project of a level, or nil if it has none. If the project cannot be read, projectOf returns an
// error and no project.
func (a *app) projectOf(path string) (*project.Project, error) {
	if path == "-" {
		return nil, nil //nolint:nilnil // there is none
	}
	dir, ok := project.Find(path)
	a.projects.mu.Lock()
	defer a.projects.mu.Unlock()
	if !ok {
		file, err := disk.FindBlockedProject(path)
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
	reported := a.projects.reported[err.Error()]
	a.projects.reported[err.Error()] = true
	a.projects.mu.Unlock()
	if !reported {
		a.report([]importers.Issue{{
			Severity: importers.Loss,
			Message:  fmt.Sprintf("%v: reading %s without its project", err, filepath.Base(path)),
		}})
	}
	return nil, 1
}

// projectAt returns the folder of the project that an argument names: the project's folder, its file, or something
// inside it.
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
		if file, err := disk.FindBlockedProject(in); err != nil {
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

func (a *app) newCommand() *cobra.Command {
	var name string
	var sample bool
	cmd := &cobra.Command{
		Use:   "new PROJECT",
		Short: "Create a small working project",
		Long: `Create a project in a new or empty folder: fillet.project.yaml with categories, materials and an export,
and two levels that place a prefab. --sample creates the sample project instead: six levels, twelve prefabs and a
tileset. "fillet export PROJECT" exports the levels.

Exit codes: 0 done; 2 usage error, such as a folder that is not empty; 3 a file could not be written.`,
		Example: `  fillet new game
  fillet new depths --sample
  fillet new game --name "Depths of Ammon"
  fillet export game`,
		Args:              exactly("PROJECT"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.newProject(args[0], name, sample)
		},
	}
	cmd.Flags().BoolVar(&sample, "sample", false, "create the sample project, which shows what a project can have")
	cmd.Flags().StringVar(&name, "name", "", "the name of the project (default: the name of its folder)")
	return cmd
}

func (a *app) newProject(dir, name string, sample bool) error {
	if dir == "" {
		return &codeError{exitUsage, errors.New("PROJECT is empty: name a folder, or . for the current one")}
	}
	if err := project.Free(dir); err != nil {
		return &codeError{exitUsage, err}
	}
	if around, ok := project.Find(filepath.Join(dir, "x")); ok {
		a.note("it is inside the project %s, but not a part of it", shown(around))
	}
	files := assets.Starter()
	if sample {
		files = assets.SampleProject()
	} else if name == "" {
		name = filepath.Base(disk.RealPath(dir))
	}
	p, err := project.Create(files, dir, name)
	if err != nil {
		return unreadable(err)
	}
	list, err := p.List(context.Background())
	if err != nil {
		return unreadable(err)
	}
	a.note("%s: %s, %s; %q opens it, %q exports its levels", dir, quote.Count(len(list.Of(project.Level)), "level"),
		quote.Count(len(list.Of(project.Prefab)), "prefab"), a.name+" "+dir, a.name+" export "+dir)
	return nil
}
