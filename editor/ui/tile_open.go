package ui

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

const tileExtension = importers.TilesExtension

// isTileFile reports whether a file name has the extension of tile shapes.
func isTileFile(path string) bool { return strings.HasSuffix(strings.ToLower(path), tileExtension) }

// chooseTileShapes opens the tile shapes of the level's tileset, and asks if there are several or none. saved is called
// when the dialog closes if the file was saved.
func chooseTileShapes(w *dialog.Parent, saved func()) {
	list := tileSources(w.Session.Document().Settings().Imports, importers.PictureExtensions())
	switch len(list) {
	case 0:
		askTileset(w, saved)
	case 1:
		openTileShapes(w, list[0], saved)
	default:
		chooseTileset(w, list, saved)
	}
}

func askTileset(w *dialog.Parent, saved func()) {
	w.ChooseOpen("Open a tileset's picture or tile shapes", append([]string{tileExtension},
		importers.PictureExtensions()...), func(path string) { openTileShapes(w, path, saved) })
}

// chooseTileset asks which of a level's tilesets to open.
func chooseTileset(w *dialog.Parent, list []string, saved func()) {
	f := w.NewFrame(0)
	f.Gap = 12
	box := container.New(kit.Lines(4))
	const limit = 12
	for _, path := range list[:min(len(list), limit)] {
		box.Add(kit.NewTextButton(w.Look, kit.Shorten(filepath.Base(path), 60), false, func() {
			f.Close()
			openTileShapes(w, path, saved)
		}))
	}
	f.Cancel("Cancel")
	f.Answer("Another file…", func() { askTileset(w, saved) })
	f.Open("Choose a tileset", fyne.NewSize(420, 300), container.NewVScroll(box))
}

// openTileShapes opens a tile shapes file, or the one that belongs to a tileset image. If no such file exists, it asks
// for the tile size.
func openTileShapes(w *dialog.Parent, path string, saved func()) {
	file, isTiles := path, isTileFile(path)
	if !isTiles {
		file = strings.TrimSuffix(path, filepath.Ext(path)) + tileExtension
	}
	set, err := importers.OpenTiles(file)
	switch {
	case err == nil && !isTiles:
		showTileShapes(w, file, set, path, saved)
	case err == nil && set.Image == "":
		w.ChooseOpen("Choose the tileset's picture", importers.PictureExtensions(), func(picture string) {
			set.Image = pictureName(file, picture)
			showTileShapes(w, file, set, picture, saved)
		})
	case err == nil:
		showTileShapes(w, file, set, filepath.Join(filepath.Dir(path), filepath.FromSlash(set.Image)), saved)
	case errors.Is(err, fs.ErrNotExist) && !isTiles:
		askTileSize(w, file, path, saved)
	default:
		w.FailDialog("The tile shapes cannot be opened", err)
	}
}

// pictureName returns an image's path relative to a file's folder.
func pictureName(file, picture string) string {
	rel, err := filepath.Rel(filepath.Dir(file), picture)
	if err != nil {
		return filepath.Base(picture)
	}
	return filepath.ToSlash(rel)
}

func showTileShapes(w *dialog.Parent, file string, set *importers.TileSet, picture string, saved func()) {
	readTileset(w, picture, func(m image.Image) {
		if _, err := showTileEditor(w, file, set, m, saved); err != nil {
			w.FailDialog("The tile shapes cannot be opened", err)
		}
	})
}

// readTileset reads an image off the UI thread.
func readTileset(w *dialog.Parent, picture string, then func(m image.Image)) {
	w.ComputeInBackground("Opening "+filepath.Base(picture), func(context.Context) (func(), error) {
		m, err := importers.ReadPicture(picture)
		if err != nil {
			if _, none := os.Stat(picture); none != nil {
				err = fmt.Errorf("the tileset's picture is missing: %w", err)
			}
			return nil, err
		}
		return func() { then(m) }, nil
	})
}

// askTileSize asks for the tile size of an image that has no tile shapes yet.
func askTileSize(w *dialog.Parent, file, picture string, saved func()) {
	readTileset(w, picture, func(m image.Image) {
		grid := w.Session.Document().Settings().Grid.Size
		set := importers.NewTileSet(pictureName(file, picture), max(int(grid.X), 1), max(int(grid.Y), 1))
		f := w.NewFrame(0)
		f.Gap = 12
		box := container.New(kit.Lines(6))
		facts := kit.Text("", w.Look.Colors().Quiet, kit.TextSize)
		f.OnChange = func() {
			size := m.Bounds().Size()
			kit.SetText(facts, fmt.Sprintf("%d by %d pixels: %d by %d tiles", size.X, size.Y, set.Columns(size.X),
				set.Rows(size.Y)))
		}
		line := func(name string, to *int, least float64) {
			n := f.Number("px", kit.Within(least, importers.MaxTile, kit.Integer(to)))
			n.SetName(name)
			label := kit.Text(name, w.Look.Colors().Quiet, kit.TextSize)
			box.Add(container.New(kit.RowOf(1), container.New(kit.Exact{W: 110, H: kit.FieldHeight}, label), n))
		}
		line("Tile width", &set.Width, 1)
		line("Tile height", &set.Height, 1)
		line("Margin", &set.Margin, 0)
		line("Spacing", &set.Spacing, 0)
		box.Add(facts)
		f.OnChange()
		f.Cancel("Cancel")
		f.Primary("Open", func() {
			w.Look.Focus() // accepts the typed text
			f.Close()
			if _, err := showTileEditor(w, file, set, m, saved); err != nil {
				w.FailDialog("The tile shapes cannot be opened", err)
			}
		})
		f.Open("Tile size", fyne.NewSize(360, 260), box)
	})
}
