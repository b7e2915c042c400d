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
		Short: "Make a file of tile shapes of a tileset",
		Long: `Make a file of tile shapes: it gives the tiles of a tileset picture their collision shapes, for LDtk, OGMO and Tiled.

Of a tileset of Tiled (.tsx, .tsj), or of one in a map (.tmx, .tmj), the file has the collision shapes that are drawn there; --tileset
chooses one of several. Of a picture it has none yet, and tiles of the size that --tile says.

Beside the picture, and called like it, the file is found by every import of a level that uses the tileset.`,
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
		return errors.New("a tileset on standard input has no folder from which its picture could be named")
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
			return nil, nil, errors.New("how large are its tiles? Say it with --tile, as in --tile 16,16")
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
		return nil, nil, fmt.Errorf("which tileset? Choose it with --tileset; there are %s", strings.Join(names, ", "))
	}
	return nil, nil, fmt.Errorf("there is no tileset %q; there are %s", name, strings.Join(names, ", "))
}
