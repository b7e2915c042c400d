//go:build !js

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/export"
	"fillet/importers"
)

// read reads a level, or imports a foreign file, and reports the issues of the import. losses counts what was lost.
func (a *app) read(
	ctx context.Context, path string, opts importers.Options,
) (res *importers.Result, losses int, err error) {
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

// report reports the issues of an import, except notes.
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

// write writes an output: a file in one step, or standard output if path is "-".
func (a *app) write(path string, data []byte) error {
	if path == "-" {
		_, err := a.stdout.Write(data)
		return unreadable(err)
	}
	return unreadable(disk.WriteFile(path, data))
}

// writeReport writes a report or picture, which must never replace a level.
func (a *app) writeReport(path string, data []byte) error {
	if err := refuseLevel(path); err != nil {
		return err
	}
	return a.write(path, data)
}

// streamReport works like writeReport, for output that is not held in memory.
func (a *app) streamReport(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(a.stdout)
	}
	if err := refuseLevel(path); err != nil {
		return err
	}
	return disk.WriteFileFrom(path, write)
}

// refuseLevel returns an error if path is a level.
func refuseLevel(path string) error {
	if path == "-" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // it does not exist, or writing will report the problem
	}
	defer func() { _ = f.Close() }() // nothing was written
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	head, err := io.ReadAll(io.LimitReader(f, 64<<10))
	if err == nil && level.Sniff(head) {
		return &codeError{exitUsage, fmt.Errorf("%s is a level: a report must not overwrite it", path)}
	}
	return nil
}

// writeLevel writes a level file with writeTo.
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

// writeTo writes a file that the user may not have named; a nil place means that the user has.
func (a *app) writeTo(in *export.Place, path string, data []byte) error {
	if in == nil {
		return a.write(path, data)
	}
	return unreadable(hinted(in.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})))
}
