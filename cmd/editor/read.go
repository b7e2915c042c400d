package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
	"fillet/importers"
)

// read reads a level, or imports a foreign one, and reports what the import has to say. losses is how much of that is
// lost.
func (a *app) read(ctx context.Context, path string, opts importers.Options) (res *importers.Result, losses int, err error) {
	res, _, err = a.importers.Load(ctx, path, opts)
	if err != nil {
		return nil, 0, unreadable(rooted(err))
	}
	a.report(pointed(path, res))
	p, lacks := a.inProject(path)
	if p != nil {
		if err := res.Document.Apply(p.Resolve(res.Document.Snapshot())); err != nil {
			return nil, 0, unreadable(fmt.Errorf("%s: %w", path, err))
		}
	}
	return res, res.Losses() + lacks, nil
}

// report tells what an import has to say, but for its notes.
func (a *app) report(issues []importers.Issue) {
	for _, i := range issues {
		switch {
		case i.Severity == importers.Loss && a.losses != nil:
			a.losses.addImport(i)
		case i.Severity != importers.Note:
			tell(a.stderr, "%v", i)
		}
	}
}

// write writes an output: a file in one step, or standard output for the name -.
func (a *app) write(path string, data []byte) error {
	if path == "-" {
		_, err := a.stdout.Write(data)
		return unreadable(err)
	}
	return unreadable(disk.WriteFile(path, data))
}

// writeReport is write for what a command has found out or drawn, which is never meant to take the place of a level.
func (a *app) writeReport(path string, data []byte) error {
	if err := refuseLevel(path); err != nil {
		return err
	}
	return a.write(path, data)
}

// streamReport is writeReport for what is not held in memory.
func (a *app) streamReport(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(a.stdout)
	}
	if err := refuseLevel(path); err != nil {
		return err
	}
	return disk.WriteFileFrom(path, write)
}

// refuseLevel is an error where a report would take the place of a level.
func refuseLevel(path string) error {
	if path == "-" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // it is not there, or writing will say what is wrong
	}
	defer func() { _ = f.Close() }() // nothing was written
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	head, err := io.ReadAll(io.LimitReader(f, 64<<10))
	if err == nil && level.Sniff(head) {
		return &codeError{exitUsage, fmt.Errorf("%s is a level: no report is written over it", path)}
	}
	return nil
}

// writeLevel writes a level file, as writeTo does.
func (a *app) writeLevel(in *export.Place, path string, doc *level.Document) error {
	data, err := level.Marshal(doc)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", path, err))
	}
	return a.writeTo(in, path, data)
}

// writeJSON writes a value to standard output.
func (a *app) writeJSON(v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return a.write("-", append(data, '\n'))
}

// writeTo is write for a file that the user has not named; a nil place is for one that the user has.
func (a *app) writeTo(in *export.Place, path string, data []byte) error {
	if in == nil {
		return a.write(path, data)
	}
	return unreadable(hinted(in.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})))
}

// colliderFiles reads exported collider files back, so that they can stand wherever a level does.
type colliderFiles struct{}

func (colliderFiles) Name() string         { return "colliders" }
func (colliderFiles) Title() string        { return "Fillet colliders, YAML or JSON" }
func (colliderFiles) Extensions() []string { return []string{".colliders.yaml", ".colliders.json"} }

func (colliderFiles) Sniff(_ string, head []byte) bool { return colliders.Sniff(head) }

// Levels lists the one level that a collider file holds.
func (colliderFiles) Levels(_ context.Context, src *importers.Source) ([]importers.LevelInfo, error) {
	f, err := colliders.Load(bytes.NewReader(src.Data))
	if err != nil {
		return nil, colliderFileError(src, err)
	}
	l := f.Level
	return []importers.LevelInfo{{Name: l.Name, X: l.Origin.X, Y: l.Origin.Y, Width: l.Size.X, Height: l.Size.Y}}, nil
}

// Import makes a level of the file. Its colliders keep their ids and their sources.
func (colliderFiles) Import(ctx context.Context, src *importers.Source, opts importers.Options) (*importers.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := colliders.Load(bytes.NewReader(src.Data))
	if err != nil {
		return nil, colliderFileError(src, err)
	}
	if len(opts.Levels) > 0 && !slices.Contains(opts.Levels, f.Level.Name) {
		return nil, &importers.Error{File: src.Path, Path: "level.name", Err: fmt.Errorf("the file holds the level %q only", f.Level.Name)}
	}
	doc, err := export.Document(f)
	if err == nil && src.Path != "-" {
		err = doc.MapSources(func(file string) string { return level.ImportedSource(file, src.Path) })
	}
	if err != nil {
		return nil, colliderFileError(src, err)
	}
	var issues importers.Issues
	for _, key := range f.Ignored {
		issues.Add(importers.Issue{Severity: importers.Note, File: src.Path, Path: key, Message: "an earlier release wrote this; it is left out"})
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
