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
	"fillet/importers"
	"fillet/importers/tiled"

	"github.com/spf13/cobra"
)

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

If the file is beside the picture and has its name, every import of a level that uses the tileset finds it.`,
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
	a.rootFlag(cmd, "TILESET names")
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

// fromFolder returns the path of file relative to the folder of another file, with slashes; only its name if there is
// none.
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
