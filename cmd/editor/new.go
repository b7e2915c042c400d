//go:build !js

package main

import (
	"context"
	"errors"
	"path/filepath"

	"fillet/assets"
	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"

	"github.com/spf13/cobra"
)

func (a *app) newCommand() *cobra.Command {
	var name string
	var sample bool
	cmd := &cobra.Command{
		Use:   "new PROJECT",
		Short: "Create a small working project",
		Long: `Create a project in a new or empty folder: fillet.project.yaml with categories, materials and an export,
and two levels that place a prefab. --sample creates the sample project instead: six levels, twelve prefabs and a
tileset. "fillet build PROJECT" exports the levels.

Exit codes: 0 done; 2 usage error, such as a folder that is not empty; 3 a file could not be written.`,
		Example: `  fillet new game
  fillet new depths --sample
  fillet new game --name "Depths of Ammon"
  fillet build game`,
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
		quote.Count(len(list.Of(project.Prefab)), "prefab"), a.name+" "+dir, a.name+" build "+dir)
	return nil
}
