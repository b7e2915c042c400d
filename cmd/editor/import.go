//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"fillet/editor/disk"
	"fillet/export"
	"fillet/importers"

	"github.com/spf13/cobra"
)

func (a *app) importCommand() *cobra.Command {
	var out, mode, mapping string
	var levels, shapes []string
	var losses lossFlags
	cmd := &cobra.Command{
		Use:   "import SRC -o LEVEL.yaml",
		Short: "Import a file of another editor",
		Long: `Convert a file of another editor, or an exported collider file, to a Fillet level.

Every level of the file becomes part of the new level, at its place in the world; --level selects some of them. --mode
sets what the cells of a grid become: one outline with holes around touching cells of a value (merged), the fewest
boxes (rects), a box per cell (cells), or chains of edges (chains). --map names a YAML file with rules for single
layers and values.

A file may reference others: tilesets, templates, levels, pictures. They are read only inside the nearest folder, from
the file's own upwards, that has a project or a git repository, or inside the file's own folder if there is none.
--root names another folder that contains the file.

--tiles names a tile shape file, which gives the tiles of a tileset their collision shapes. A tile shape file beside
the tileset's picture, and with its name (terrain.tiles.yaml), is found without it.

Without a rule, names and properties decide what cells, tiles and entities become; the guide to importing lists the
words. A file without anything solid causes a warning with the rule that would make its walls.

In a project (docs/PROJECTS.md) its import rules apply unless --mode or --map is given.

Losses are listed on standard error and set exit code 1. Notes are listed there too, unless -q is given. --losses json
lists both on standard output: severity, kind, message and source, as in "fillet export --help". With --strict, notes
and warnings count for the exit code.`,
		Example: `  fillet import world.ldtk -o world.level.yaml
  fillet import world.ldtk -o cave.level.yaml --level Cave_1 --level Cave_2 --mode rects
  fillet import world.ldtk -o world.level.yaml --map rules.yaml`,
		Args:              exactly("SRC"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errNoOutput
			}
			m, err := importers.ParseMode(mode)
			if err != nil {
				return err
			}
			a.tellLosses(losses)
			in, lacks := a.inProject(out)
			if in == nil && lacks == 0 {
				in, lacks = a.inProject(args[0])
			}
			if in != nil && mapping == "" && in.Import.Mapping != "" {
				mapping = filepath.Join(in.Dir, filepath.FromSlash(in.Import.Mapping))
			}
			if in != nil && mode == "" && in.Import.Mode != "" {
				m = importers.Mode(in.Import.Mode)
			}
			opts := importers.Options{Levels: levels, Mode: m}
			if out == "-" && a.losses != nil {
				return errListAndLevel
			}
			if mapping != "" {
				if opts.Mapping, err = a.readMapping(mapping); err != nil {
					return err
				}
			}
			if len(shapes) > 0 {
				if opts.Mapping, err = withTiles(opts.Mapping, args[0], shapes); err != nil {
					return err
				}
			}
			if err = a.importLevel(cmd.Context(), args[0], out, opts, nil); err == nil {
				err = lost(lacks)
			}
			return a.listed(err)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the level `file` to write, or - for standard output")
	f.StringArrayVar(&levels, "level", nil, "import only the level with this `name` or id; may be repeated")
	f.StringVar(&mode, "mode", "", "what cells become, the `mode`: merged, rects, cells or chains (default merged)")
	f.StringVar(&mapping, "map", "", "a YAML `file` with rules for layers and values")
	f.StringArrayVar(&shapes, "tiles", nil,
		"a `file` of tile shapes for the tileset whose picture it names; may be repeated")
	a.rootFlag(cmd, "SRC names")
	addLossFlags(cmd, &losses)
	completeWords(cmd, "mode", string(importers.Merged), string(importers.Rects), string(importers.Cells),
		string(importers.Chains))
	return cmd
}

// withTiles returns the mapping with files of tile shapes added, relative to the imported file's folder.
func withTiles(m *importers.Mapping, src string, files []string) (*importers.Mapping, error) {
	if src == "-" {
		return nil, errors.New("--tiles names files relative to the imported file's folder, and standard " +
			"input has none")
	}
	out := importers.Mapping{}
	if m != nil {
		out = *m
	}
	out.Tiles = slices.Clone(out.Tiles)
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return nil, unreadable(fmt.Errorf("%s: %w", file, disk.WithoutPath(err)))
		}
		if name := fromFolder(src, file); !slices.Contains(out.Tiles, name) {
			out.Tiles = append(out.Tiles, name)
		}
	}
	return &out, nil
}

// errListAndLevel reports that a call would write two things to standard output.
var errListAndLevel = errors.New("--losses json and -o - both write to standard output: name a file")

// importLevel writes a level file, or writes to standard output if out is "-". in is nil for a file that the user
// named.
func (a *app) importLevel(ctx context.Context, src, out string, opts importers.Options, in *export.Place) error {
	opts.Pictures = true // the level refers to them, and a missing one is reported here
	res, isForeign, err := a.importers.Load(ctx, src, opts)
	if err != nil {
		return unreadable(rooted(err))
	}
	losses := a.reportImport(pointed(src, res))
	switch {
	case isForeign && samePath(src, out):
		return &codeError{exitUsage, fmt.Errorf("the output would overwrite the input %s", src)}
	case !isForeign && (len(opts.Levels) > 0 || opts.Mode != "" && opts.Mode != importers.Merged ||
		opts.Mapping != nil):
		return &codeError{exitUsage, fmt.Errorf("%s is already a Fillet level: --level, --mode, --map and --tiles "+
			"are for other editors' files", src)}
	}
	if err := relateSources(res.Document, src, out); err != nil {
		return fmt.Errorf("%s: %w", src, err)
	}
	lacks, err := a.relatePrefabs(res.Document, src, out)
	if err != nil {
		return fmt.Errorf("%s: %w", src, err)
	}
	if err := a.writeLevel(in, out, res.Document); err != nil {
		return err
	}
	return lost(losses + a.reportImport(lacks))
}

func (a *app) readMapping(path string) (*importers.Mapping, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, unreadable(fmt.Errorf("%s: %w", path, disk.WithoutPath(err)))
	}
	defer func() { _ = f.Close() }() // nothing was written
	m, err := importers.ReadMapping(f, path)
	return m, unreadable(err)
}
