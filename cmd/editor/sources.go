//go:build !js

package main

import (
	"fmt"
	"path/filepath"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/importers"
)

// relateSources makes the files that colliders were imported from relative to the output's folder. In an imported
// document they are the path of the input itself; in a level file they are relative to the input's folder. They are
// unchanged if either side is a standard stream, which has no folder.
func relateSources(doc *level.Document, in, out string) error {
	if in == "-" || out == "-" {
		return nil
	}
	return doc.MapSources(func(file string) string { return level.RelativeSource(level.AbsoluteSource(file, in), out) })
}

// prefabNames returns a function that converts prefab names relative to one file into names relative to another.
func prefabNames(in, out string) func(name string) string {
	return func(name string) string {
		if to, err := project.PrefabPath(out, filepath.Join(filepath.Dir(in), filepath.FromSlash(name))); err == nil {
			return to
		}
		return name
	}
}

// relatePrefabs makes the prefab names of a level that was read from in relative to out, and lists the instances that
// lose their parts because of it.
func (a *app) relatePrefabs(doc *level.Document, in, out string) ([]importers.Issue, error) {
	if in == "-" || out == "-" || len(doc.Instances()) == 0 {
		return nil, nil
	}
	names := prefabNames(in, out)
	var d level.Diff
	had := map[level.InstanceID]bool{}
	for _, i := range doc.Instances() {
		had[i.ID] = doc.InstanceProblem(i.ID) == nil
		if to := names(i.Prefab); to != i.Prefab {
			after := *i
			after.Prefab = to
			d.Instances = append(d.Instances, level.Changed(i, &after))
		}
	}
	doc.UsePrefabs(a.importers.Prefabs(out).For(out))
	if err := doc.Apply(d); err != nil {
		return nil, err
	}
	var issues importers.Issues
	for _, i := range doc.Instances() {
		if err := doc.InstanceProblem(i.ID); err != nil && had[i.ID] {
			issues.Add(importers.Issue{
				Severity: importers.Loss, File: out, Path: fmt.Sprintf("instance %v", i.ID),
				Message: fmt.Sprintf("%s: it has no parts there: %v", quote.Excerpt(i.Prefab), err),
			})
		}
	}
	return issues.All(out), nil
}
