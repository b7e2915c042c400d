package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
	"fillet/importers"
)

// colliderFiles imports exported collider files, so that commands accept them in place of a level.
type colliderFiles struct{}

func (colliderFiles) Name() string         { return "colliders" }
func (colliderFiles) Title() string        { return "Fillet colliders, YAML or JSON" }
func (colliderFiles) Extensions() []string { return []string{".colliders.yaml", ".colliders.json"} }

func (colliderFiles) Sniff(_ string, head []byte) bool { return colliders.Sniff(head) }

// Levels lists the only level of a collider file.
func (colliderFiles) Levels(_ context.Context, src *importers.Source) ([]importers.LevelInfo, error) {
	f, err := colliders.Load(bytes.NewReader(src.Data))
	if err != nil {
		return nil, colliderFileError(src, err)
	}
	l := f.Level
	return []importers.LevelInfo{{Name: l.Name, X: l.Origin.X, Y: l.Origin.Y, Width: l.Size.X, Height: l.Size.Y}}, nil
}

// Import converts the file into a level. Its colliders keep their ids and sources.
func (colliderFiles) Import(
	ctx context.Context, src *importers.Source, opts importers.Options,
) (*importers.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := colliders.Load(bytes.NewReader(src.Data))
	if err != nil {
		return nil, colliderFileError(src, err)
	}
	if len(opts.Levels) > 0 && !slices.Contains(opts.Levels, f.Level.Name) {
		return nil, &importers.Error{
			File: src.Path, Path: "level.name", Err: fmt.Errorf("the file only holds the level %q", f.Level.Name),
		}
	}
	var issues importers.Issues
	doc, err := export.Document(f, func(place, what string) {
		issues.Add(importers.Issue{Severity: importers.Loss, File: src.Path, Path: place, Message: what})
	})
	if err == nil && src.Path != "-" {
		err = doc.MapSources(func(file string) string { return level.ImportedSource(file, src.Path) })
	}
	if err != nil {
		return nil, colliderFileError(src, err)
	}
	for _, key := range f.Ignored {
		issues.Add(importers.Issue{
			Severity: importers.Note, File: src.Path, Path: key, Message: "written by an earlier release; ignored",
		})
	}
	return &importers.Result{Document: doc, Issues: issues.All(src.Path)}, nil
}

func colliderFileError(src *importers.Source, err error) error {
	var e *colliders.Error
	if errors.As(err, &e) {
		return &importers.Error{File: src.Path, Path: e.Path, Line: e.Line, Column: e.Column, Err: e.Err}
	}
	return &importers.Error{File: src.Path, Err: err}
}
