package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
)

// World is a file of another editor for measuring imports: levels of one size, side by side in rows, each with layers
// of cells that look like caves and, in LDtk files, a few entities.
type World struct {
	Levels, Layers int
	Width, Height  int // size of a level, in cells of 16 by 16 pixels
	Boxes          int // per 1,000 cells: how ragged the layers are
	Seed           uint64
	Moved          int // cells per level that differ from the same world without Moved, as after an edit of the file
}

// Write writes the world in the format given by the file's extension: .ldtk, .tmx (one level only), or .json for an
// OGMO level without a project (one level only).
func (w World) Write(to io.Writer, name string) error {
	b := bufio.NewWriter(to)
	var err error
	switch ext := filepath.Ext(name); {
	case ext == ".ldtk":
		w.ldtk(b)
	case w.Levels != 1:
		err = fmt.Errorf("a *%s file has one level: use -levels 1", ext)
	case ext == ".tmx":
		w.tiled(b)
	case ext == ".json":
		w.ogmo(b)
	default:
		err = fmt.Errorf("%s is not *.ldtk, *.tmx or *.json", name)
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

// cells returns the cells of a layer: 0 is empty, others are from 1 to 3.
func (w World) cells(level, layer int) []byte {
	r := rand.New(rand.NewPCG(w.Seed, uint64(level)<<8|uint64(layer)))
	out := make([]byte, w.Width*w.Height)
	for range 1 + w.Width*w.Height*w.Boxes/1000 {
		x, y := r.IntN(w.Width), r.IntN(w.Height)
		value := byte(1 + r.IntN(3)/2)
		for j := y; j < min(y+1+r.IntN(4), w.Height); j++ {
			for i := x; i < min(x+1+r.IntN(8), w.Width); i++ {
				out[j*w.Width+i] = value
			}
		}
	}
	for range w.Moved {
		out[r.IntN(len(out))] = byte(r.IntN(3))
	}
	return out
}

// list writes cells separated by commas.
func list(b *bufio.Writer, cells []byte, quote string) {
	for i, c := range cells {
		if i > 0 {
			_ = b.WriteByte(',') // Flush reports the error
		}
		_, _ = b.WriteString(quote)
		_ = b.WriteByte('0' + c)
		_, _ = b.WriteString(quote)
	}
}

func (w World) ldtk(b *bufio.Writer) {
	fmt.Fprint(b, `{"__header__": {"app": "LDtk"}, "jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": 16, "defs": {"layers": [`)
	for k := range w.Layers {
		if k > 0 {
			fmt.Fprint(b, ", ")
		}
		fmt.Fprintf(b, `{"uid": %d, "identifier": "Walls_%[1]d", "type": "IntGrid", "gridSize": 16, "intGridValues": [{"value": 1, "identifier": "rock"}, {"value": 2, "identifier": "earth"}, {"value": 3, "identifier": "brick"}]}`, k)
	}
	fmt.Fprint(b, `, {"uid": 99, "identifier": "Things", "type": "Entities", "gridSize": 16}], "entities": [{"uid": 100, "identifier": "Zone", "width": 16, "height": 16}], "tilesets": []}, "levels": [`)
	columns := 1
	for columns*columns < w.Levels {
		columns++
	}
	for n := range w.Levels {
		if n > 0 {
			fmt.Fprint(b, ",\n")
		}
		fmt.Fprintf(b, `{"identifier": "Level_%d", "iid": "level-%[1]d", "uid": %[1]d, "worldX": %d, "worldY": %d, "pxWid": %d, "pxHei": %d, "fieldInstances": [], "layerInstances": [`,
			n, n%columns*w.Width*16, n/columns*w.Height*16, w.Width*16, w.Height*16)
		fmt.Fprintf(b, `{"__identifier": "Things", "__type": "Entities", "layerDefUid": 99, "__gridSize": 16, "__cWid": %d, "__cHei": %d, "intGridCsv": [], "autoLayerTiles": [], "gridTiles": [], "entityInstances": [`, w.Width, w.Height)
		r := rand.New(rand.NewPCG(w.Seed, uint64(n)))
		for k := range 5 {
			if k > 0 {
				fmt.Fprint(b, ", ")
			}
			fmt.Fprintf(b, `{"__identifier": "Zone", "defUid": 100, "iid": "zone-%d-%d", "px": [%d, %d], "width": 32, "height": 16, "__pivot": [0, 0], "__tags": [], "fieldInstances": [{"__identifier": "power", "__type": "Int", "__value": %d}]}`,
				n, k, r.IntN(w.Width)*16, r.IntN(w.Height)*16, r.IntN(100))
		}
		fmt.Fprint(b, `]}`)
		for k := range w.Layers {
			cells := w.cells(n, k)
			fmt.Fprintf(b, `, {"__identifier": "Walls_%d", "__type": "IntGrid", "layerDefUid": %[1]d, "__gridSize": 16, "__cWid": %d, "__cHei": %d, "entityInstances": [], "gridTiles": [], "intGridCsv": [`, k, w.Width, w.Height)
			list(b, cells, "")
			fmt.Fprint(b, `], "autoLayerTiles": []}`)
		}
		fmt.Fprint(b, `]}`)
	}
	fmt.Fprint(b, "]}\n")
}

func (w World) tiled(b *bufio.Writer) {
	fmt.Fprintf(b, `<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="%d" height="%d" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="3" columns="3">
`, w.Width, w.Height)
	for id := range 3 {
		fmt.Fprintf(b, "<tile id=\"%d\"><objectgroup><object id=\"1\" x=\"0\" y=\"0\" width=\"16\" "+
			"height=\"16\"/></objectgroup></tile>\n", id)
	}
	fmt.Fprint(b, "</tileset>\n")
	for k := range w.Layers {
		fmt.Fprintf(b, `<layer id="%d" name="Walls %[1]d" width="%d" height="%d"><data encoding="csv">`, k+1, w.Width,
			w.Height)
		list(b, w.cells(0, k), "")
		fmt.Fprint(b, "</data></layer>\n")
	}
	fmt.Fprint(b, "</map>\n")
}

func (w World) ogmo(b *bufio.Writer) {
	fmt.Fprintf(b, `{"ogmoVersion": "3.4.0", "width": %d, "height": %d, "offsetX": 0, "offsetY": 0, "layers": [`,
		w.Width*16, w.Height*16)
	for k := range w.Layers {
		if k > 0 {
			fmt.Fprint(b, ",\n")
		}
		fmt.Fprintf(b, `{"name": "Walls %d", "_eid": "%[1]d", "offsetX": 0, "offsetY": 0, "gridCellWidth": 16, "gridCellHeight": 16, "gridCellsX": %d, "gridCellsY": %d, "grid": [`, k, w.Width, w.Height)
		list(b, w.cells(0, k), `"`)
		fmt.Fprint(b, `], "arrayMode": 0}`)
	}
	fmt.Fprint(b, "]}\n")
}
