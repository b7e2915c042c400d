package dialog

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// showTilesets lists the file's tilesets with the source of their tile shapes.
func (v *ImportDialog) showTilesets() {
	v.tilesets.Objects = nil
	list := v.Result.Found.Tilesets
	if len(list) > 0 {
		p := v.W.Look.Colors()
		rows := container.NewVBox()
		for _, t := range list {
			rows.Add(v.tilesetRow(t))
		}
		const limit, height = 3, 44
		v.tilesets.Add(kit.Pad(0, 6, 0, 2, kit.Text("Tile shapes", p.Quiet, kit.SmallText)))
		v.tilesets.Add(container.New(kit.Fixed{W: 0, H: float32(min(len(list), limit)) * height},
			container.NewVScroll(rows)))
	}
	v.tilesets.Refresh()
}

func (v *ImportDialog) tilesetRow(t importers.FoundTileset) fyne.CanvasObject {
	p := v.W.Look.Colors()
	says := "none: no tile shape file next to its picture"
	switch {
	case t.Shapes != "" && t.Named:
		says = fmt.Sprintf("%s · %s", quote.Printable(t.Shapes), quote.Count(t.Tiles, "tile"))
	case t.Shapes != "":
		says = fmt.Sprintf("%s, next to its picture · %s", quote.Printable(path.Base(t.Shapes)),
			quote.Count(t.Tiles, "tile"))
	}
	names := container.NewVBox(kit.CutLineWithin(v.W.Look, quote.Printable(t.Name), p.Text, kit.TextSize, 230),
		kit.CutLineWithin(v.W.Look, says, p.Quiet, kit.SmallText, 230))
	choose := kit.NewTextButton(v.W.Look, "Choose…", false, func() {
		v.W.ChooseOpen("Tile shapes of "+quote.Excerpt(t.Name), []string{importers.TilesExtension},
			func(path string) { v.TakeTiles(t, path) })
	})
	choose.Small = true
	row := container.New(kit.RowOf(1), names, kit.NewSpace(), choose)
	if t.Named {
		drop := kit.NewIconButton(v.W.Look, "close", "Use the file next to the picture", "", func() {
			v.TakeTiles(t, "")
		})
		drop.Side, drop.InRow = 22, true
		row.Add(drop)
	}
	return kit.Pad(8, 0, 8, 0, row)
}

// TakeTiles uses a file for the shapes of a tileset, replacing the file chosen before. An empty path selects the file
// next to the tileset's picture, if there is one.
func (v *ImportDialog) TakeTiles(t importers.FoundTileset, file string) {
	list := slices.Clone(v.loaded.Tiles)
	before := v.chosenTiles[t.Name] // may belong to another tileset, and is then unused
	list = slices.DeleteFunc(list, func(name string) bool {
		return t.Named && name == t.Shapes || before != "" && name == before
	})
	if file != "" {
		from, errFrom := filepath.Abs(filepath.Dir(v.Path))
		to, errTo := filepath.Abs(file)
		rel, err := filepath.Rel(from, to)
		if errFrom != nil || errTo != nil || err != nil {
			v.W.Fail(fmt.Errorf("%s has no path relative to the imported file", filepath.Base(file)))
			return
		}
		rel = filepath.ToSlash(rel)
		list = append(slices.DeleteFunc(list, func(name string) bool { return name == rel }), rel)
		if v.chosenTiles == nil {
			v.chosenTiles = map[string]string{}
		}
		v.chosenTiles[t.Name] = rel
	}
	v.loaded.Tiles = list
	v.Update()
}
