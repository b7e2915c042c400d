//go:build !js

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/workspace"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// pictureOptions holds the flags of the render command.
type pictureOptions struct {
	format   string // png or svg
	width    int    // 0: one picture pixel per level pixel, within limits
	contacts bool
	theme    string // dark or light
	pictures *render.Pictures
	own      *render.Pictures // the level's own pictures
	bare     bool             // without pictures
	alone    bool             // pictures only
}

func (a *app) renderCommand() *cobra.Command {
	var opts pictureOptions
	var out string
	cmd := &cobra.Command{
		Use:   "render LEVEL|FOLDER -o OUT.png|OUT.svg",
		Short: "Draw a picture of a level",
		Long: `Draw a picture of a whole level, without its hidden parts, as the editor's canvas would show it. The
output's name selects PNG or SVG. For a folder or a project, the levels in it are drawn: -o is then a folder, in which
they keep their subfolders, and -f selects the format (default png).`,
		Example: `  fillet render cavern.level.yaml -o cavern.png --width 1920 --contacts
  fillet render world.ldtk -o world.svg
  fillet render world.ldtk --pictures-only -o backdrop.png
  fillet render cavern.level.yaml -f png -o - | display`,
		Args:              exactly("LEVEL"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errNoOutput
			}
			if IsMany(args[0]) {
				return a.renderMany(cmd.Context(), args[0], out, opts)
			}
			if opts.format == "" {
				if opts.format = strings.ToLower(strings.TrimPrefix(filepath.Ext(out), ".")); opts.format != "png" &&
					opts.format != "svg" {
					return errors.New("cannot tell the format from the output's name: use -f png or -f svg")
				}
			}
			if opts.alone && (opts.bare || opts.contacts || opts.format == "svg") {
				return errors.New("--pictures-only draws only the pictures of an imported level, as PNG: leave out " +
					"--no-pictures, --contacts and -f svg")
			}
			return a.renderLevel(cmd.Context(), args[0], out, opts)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the picture `file` to write, or - for standard output")
	wordFlag(cmd, &opts.format, "format", "f", "png or svg (default: by the output's name)", "png", "svg")
	widthFlag(cmd, &opts.width)
	f.BoolVar(&opts.bare, "no-pictures", false,
		"leave out the level's own pictures, and the tiles and decals of an imported one")
	f.BoolVar(&opts.alone, "pictures-only", false,
		"draw only the tiles, decals and backgrounds of an imported level, at full strength, in the level's own "+
			"rectangle (PNG; transparent elsewhere)")
	a.rootFlag(cmd, "LEVEL")
	f.BoolVar(&opts.contacts, "contacts", false, "draw contact points, normals and depths")
	themeFlag(cmd, &opts.theme)
	return cmd
}

func (a *app) renderLevel(ctx context.Context, src, out string, opts pictureOptions) error {
	res, losses, err := a.read(ctx, src, !opts.bare)
	if err != nil {
		return err
	}
	if opts.pictures, err = a.pictures(ctx, src, res, opts); err != nil {
		return err
	}
	if opts.own, err = a.ownPictures(ctx, src, res.Document, opts); err != nil {
		return err
	}
	var b bytes.Buffer
	if opts.alone {
		if err := encodePictures(&b, res.Document, opts); err != nil {
			return unreadable(fmt.Errorf("%s: %w", src, err))
		}
		return cmp.Or(a.writeReport(out, b.Bytes()), lost(losses))
	}
	scene, err := picture(res.Document, opts)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", src, err))
	}
	if err := scene.Encode(&b, opts.format == "svg"); err != nil {
		return unreadable(fmt.Errorf("%s: %w", out, err))
	}
	return cmp.Or(a.writeReport(out, b.Bytes()), lost(losses))
}

// pictures returns the pictures of a foreign file, or of the files that a level was imported from.
func (a *app) pictures(
	ctx context.Context, src string, res *importers.Result, opts pictureOptions,
) (*render.Pictures, error) {
	if opts.bare {
		return nil, nil
	}
	pictures, issues, err := workspace.PicturesOf(ctx, res)
	if list := res.Document.Settings().Imports; err == nil && pictures == nil && len(res.Images) == 0 && src != "-" &&
		!isForeign(list, src) {
		around := src
		if a.importers.Root != "" {
			around = filepath.Join(a.importers.Root, "x")
		}
		if err := res.Document.MapSources(func(file string) string {
			return level.AbsoluteSource(file, src)
		}); err != nil {
			return nil, unreadable(err)
		}
		list = res.Document.Settings().Imports
		pictures, issues, err = workspace.ImportedPictures(ctx, func(string) *importers.Registry {
			return a.importers
		}, list, func(m *level.Import) bool { return workspace.IsBeside(around, m.File) })
	}
	a.report(issues)
	return render.NewPictures(pictures), unreadable(err)
}

// ownPictures returns the level's own pictures from files next to it, in its project, or in the given root.
func (a *app) ownPictures(
	ctx context.Context, src string, doc *level.Document, opts pictureOptions,
) (*render.Pictures, error) {
	list := slices.Clone(doc.Settings().Pictures)
	if opts.bare || src == "-" || len(list) == 0 {
		return nil, nil
	}
	for i := range list {
		list[i].File = level.AbsoluteSource(list[i].File, src)
	}
	images, issues, err := workspace.ReadImages(ctx, list, nil, func(file string) bool {
		return workspace.MayShow(src, file) || a.importers.Root != "" &&
			workspace.IsBeside(filepath.Join(a.importers.Root, "x"), file)
	})
	a.report(issues)
	return render.NewOwnImages(images).Show(list), unreadable(err)
}

// isForeign reports whether a document was just imported from src.
func isForeign(list []*level.Import, src string) bool {
	return len(list) == 1 && list[0].File == filepath.ToSlash(src)
}

// encodePictures writes only the pictures of a level, within the level's rectangle or, if it has none, within the
// pictures' bounds.
func encodePictures(w io.Writer, doc *level.Document, opts pictureOptions) error {
	if opts.pictures == nil || opts.pictures.Len() == 0 {
		return errors.New("no pictures: the level was not imported from a file with pictures, or they are missing")
	}
	set := doc.Settings()
	box := collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	if set.Size == (level.Vec{}) {
		box = opts.pictures.Bounds()
	}
	size := box.Size()
	zoom := 1.0
	if opts.width > 0 {
		zoom = float64(opts.width) / math.Max(size.X, 1)
	}
	if longest := float64(math.Max(size.X, size.Y) * zoom); math.Ceil(longest) > render.MaxPicture {
		return fmt.Errorf("a picture of %.0f by %.0f pixels is too large; each side can have up to %d: use a "+
			"smaller --width", float64(size.X*zoom), float64(size.Y*zoom), render.MaxPicture)
	}
	return png.Encode(w, opts.pictures.Flat(box, zoom))
}

// picture returns the scene of a whole level.
func picture(doc *level.Document, opts pictureOptions) (*render.Scene, error) {
	snap := doc.Snapshot()
	cam, err := cameraFor(render.LevelBounds(snap), opts.width)
	if err != nil {
		return nil, err
	}
	return render.Portrait{
		Theme: themeOf(opts), Pictures: opts.pictures, Own: opts.own, Contacts: opts.contacts,
	}.Scene(snap, cam)
}

func themeOf(opts pictureOptions) *render.Theme {
	if opts.theme == "light" {
		return render.Light()
	}
	return render.Dark()
}

// cameraFor calls [render.CameraFor] and adds the helpful flag to its error.
func cameraFor(box collision.AABB, width int) (render.Camera, error) {
	cam, err := render.CameraFor(box, width)
	if err != nil {
		err = fmt.Errorf("%w: use a smaller --width", err)
	}
	return cam, err
}
