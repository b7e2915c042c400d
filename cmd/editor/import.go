//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/tiled"

	"github.com/spf13/cobra"
)

func (a *app) importCommand() *cobra.Command {
	var out, mode, mapping string
	var levels, shapes []string
	var losses lossFlags
	cmd := &cobra.Command{
		Use:   "import SRC -o LEVEL.yaml",
		Short: "Import a level from another editor",
		Long: `Convert a file of another editor, or an exported collider file, to a Fillet level.

Every level of the file becomes part of the new level, at its place in the world; --level selects some of them. --mode
sets what the cells of a grid become: one outline with holes around touching cells of a value (merged), the fewest
boxes (rects), a box per cell (cells), or chains of edges (chains). --map names a YAML file with rules for single
layers and values.

A file may reference others: tilesets, templates, levels, pictures. They are read only inside the nearest folder, from
the file's own upwards, that has a project or a git repository, or inside the file's own folder if there is none.
--root names another folder that contains the file.

--tiles names a tile shape file, which gives the tiles of a tileset their collision shapes. A tile shape file next to
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
			if out == "-" && a.losses != nil {
				return errListAndLevel
			}
			opts, err := a.importRules(in, args[0], mapping)
			if err != nil {
				return err
			}
			opts.Levels = levels
			if mode != "" {
				opts.Mode = m
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
	f.StringVar(&mode, "mode", "",
		"how cells become colliders, the `mode`: merged, rects, cells or chains (default merged)")
	f.StringVar(&mapping, "map", "", "a YAML `file` with rules for layers and values")
	f.StringArrayVar(&shapes, "tiles", nil,
		"a `file` of tile shapes for the tileset whose picture it names; may be repeated")
	a.rootFlag(cmd, "SRC")
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

// errListAndLevel reports that a call would write both a list and a level to standard output.
var errListAndLevel = errors.New("--losses json and -o - both write to standard output: name a file")

// importLevel writes a level file, or writes to standard output if out is "-". in is nil for a file that the user
// named.
func (a *app) importLevel(ctx context.Context, src, out string, opts importers.Options, in *export.Place) error {
	opts.Pictures = true // the level refers to pictures, and a missing one is reported here
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

// importRules returns the rules for importing a file into a project, which may be nil. A mapping that is not empty
// replaces the project's.
func (a *app) importRules(in *project.Project, src, mapping string) (opts importers.Options, err error) {
	if in != nil && !isLevel(src) {
		opts.Mode = importers.Mode(in.Import.Mode)
		if mapping == "" && in.Import.Mapping != "" {
			mapping = filepath.Join(in.Dir, filepath.FromSlash(in.Import.Mapping))
		}
	}
	if mapping != "" {
		if a.asked != nil {
			a.asked(mapping)
		}
		opts.Mapping, err = a.readMapping(mapping)
	}
	return opts, err
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

// rootFlag adds the flag for the folder in which a foreign file may reference others. The importer registry holds its
// value.
func (a *app) rootFlag(cmd *cobra.Command, who string) {
	cmd.Flags().StringVar(&a.importers.Root, "root", "", "the `folder` from which "+who+
		" may read files (default: its project or git repository, or its own folder)")
	must(cmd.MarkFlagDirname("root"))
}

// pointed returns the issues of an import. For files outside the root, they name the --root that would allow them.
func pointed(path string, res *importers.Result) []importers.Issue {
	out := slices.Clone(res.Issues)
	for i := range out {
		if m := &out[i].Message; strings.Contains(*m, importers.ErrOutside.Error()) && res.Beyond != "" {
			*m += fmt.Sprintf("; --root %s allows reading it",
				quote.ShortPath(filepath.Join(filepath.Dir(path), filepath.FromSlash(res.Beyond))))
		}
	}
	return out
}

// rooted adds a hint to the import error for a file outside the root.
func rooted(err error) error {
	if errors.Is(err, importers.ErrOutside) {
		return fmt.Errorf("%w; use --root to allow a wider folder", err)
	}
	return err
}

func (a *app) tilesCommand() *cobra.Command {
	var out, name string
	var tile []int
	var losses lossFlags
	cmd := &cobra.Command{
		Use:   "tiles TILESET -o FILE.tiles.yaml",
		Short: "Create a tile shape file for a tileset",
		Long: `Create a tile shape file: it gives the tiles of a tileset picture their collision shapes, for LDtk, OGMO
and Tiled.

For a Tiled tileset (.tsx, .tsj), or one in a map (.tmx, .tmj), the file has the collision shapes that are drawn there;
--tileset selects one of several. For a picture it has no shapes yet, and --tile sets the size of the tiles.

If the file is next to the picture and has its name, every import of a level that uses the tileset finds it.`,
		Example: `  fillet tiles terrain.tsx -o terrain.tiles.yaml
  fillet tiles terrain.png --tile 16,16 -o terrain.tiles.yaml`,
		Args:              exactly("TILESET"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errNoOutput
			}
			a.tellLosses(losses)
			return a.listed(a.makeTiles(cmd.Context(), args[0], out, name, tile))
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the `file` to write, or - for standard output")
	f.StringVar(&name, "tileset", "", "the tileset of a map, by its `name`")
	f.IntSliceVar(&tile, "tile", nil, "the `size` of a picture's tiles in pixels, as in 16,16")
	a.rootFlag(cmd, "TILESET")
	addLossFlags(cmd, &losses)
	return cmd
}

func (a *app) makeTiles(ctx context.Context, in, out, name string, tile []int) error {
	if in == "-" {
		return errors.New("a tileset on standard input has no folder to find its picture in")
	}
	set, issues, err := a.tileSet(ctx, in, name, tile)
	if err != nil {
		return err
	}
	n := a.reportImport(issues)
	if set.Image != "" {
		set.Image = fromFolder(out, filepath.Join(filepath.Dir(in), filepath.FromSlash(set.Image)))
	}
	if err := a.write(out, set.Append(nil)); err != nil {
		return err
	}
	return lost(n)
}

// fromFolder returns the slash-separated path of file relative to the folder of another file, or only its name if there
// is no such path.
func fromFolder(of, file string) string {
	dir, errDir := filepath.Abs(filepath.Dir(of))
	to, errTo := filepath.Abs(file)
	if of == "-" {
		dir, errDir = filepath.Abs(".")
	}
	rel, err := filepath.Rel(dir, to)
	if errDir != nil || errTo != nil || err != nil {
		return path.Base(filepath.ToSlash(file))
	}
	return filepath.ToSlash(rel)
}

// tileSet returns the shapes of a Tiled tileset, or an empty set for the tiles of a picture.
func (a *app) tileSet(ctx context.Context, in, name string, tile []int) (*importers.TileSet, []importers.Issue, error) {
	if slices.Contains(importers.PictureExtensions(), strings.ToLower(filepath.Ext(in))) {
		if len(tile) != 2 {
			return nil, nil, errors.New("unknown tile size: set it with --tile, as in --tile 16,16")
		}
		if _, err := os.Stat(in); err != nil {
			return nil, nil, unreadable(fmt.Errorf("%s: %w", in, disk.WithoutPath(err)))
		}
		set := importers.NewTileSet(filepath.Base(in), tile[0], tile[1])
		return set, nil, set.Check()
	}
	src, closer, err := a.importers.OpenAs(in, tiled.New())
	if err != nil {
		return nil, nil, unreadable(err)
	}
	defer func() { _ = closer.Close() }() // nothing was written
	list, issues, err := tiled.TileShapes(ctx, src)
	if err != nil {
		return nil, nil, unreadable(rooted(err))
	}
	var names []string
	for _, t := range list {
		if names = append(names, t.Name); t.Name == name || name == "" && len(list) == 1 {
			return t.Set, issues, nil
		}
	}
	if name == "" {
		return nil, nil, fmt.Errorf("several tilesets: choose one with --tileset: %s", strings.Join(names, ", "))
	}
	return nil, nil, fmt.Errorf("unknown tileset %q; the tilesets are %s", name, strings.Join(names, ", "))
}
