// Command genlevel writes large levels for measurements: a level file with a given number of colliders, and the same
// polygons as a Tiled map. The same flags give the same bytes.
//
//	go run ./tools/genlevel -n 100000 -o big.level.yaml -tmx big.tmx
//
// With -world it writes another editor's file, whose levels have layers of cells, to measure imports:
//
//	go run ./tools/genlevel -world big.ldtk -levels 1000 -layers 2 -width 48 -height 32
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"fillet/editor/disk"
	"fillet/editor/level"
)

func main() {
	n := flag.Int("n", 10_000, "number of colliders")
	seed := flag.Uint64("seed", 1, "random seed")
	out := flag.String("o", "", "level file to write")
	tmx := flag.String("tmx", "", "Tiled map to write")
	world := flag.String("world", "",
		"another editor's file to write instead of a level: *.ldtk, *.tmx or *.json (OGMO)")
	var w World
	flag.IntVar(&w.Levels, "levels", 1, "levels in the world")
	flag.IntVar(&w.Layers, "layers", 1, "layers of cells per level")
	flag.IntVar(&w.Width, "width", 48, "level width in cells")
	flag.IntVar(&w.Height, "height", 32, "level height in cells")
	flag.IntVar(&w.Boxes, "boxes", 20, "boxes per 1,000 cells")
	flag.IntVar(&w.Moved, "moved", 0, "cells to change per layer, as in an edited world")
	flag.Parse()
	if w.Seed = *seed; *world != "" {
		if err := writeWorld(*world, w); err != nil {
			fmt.Fprintln(os.Stderr, "genlevel:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*n, *seed, *out, *tmx); err != nil {
		fmt.Fprintln(os.Stderr, "genlevel:", err)
		os.Exit(1)
	}
}

func writeWorld(file string, w World) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := w.Write(f, file); err != nil {
		_ = f.Close() // the first error is reported
		return err
	}
	return f.Close()
}

func run(n int, seed uint64, out, tmx string) error {
	if out == "" && tmx == "" {
		return fmt.Errorf("nothing to write: name a file with -o or -tmx")
	}
	doc, err := Generate(n, seed)
	if err != nil {
		return err
	}
	snapshot := doc.Snapshot()
	if out != "" {
		var b bytes.Buffer
		if err := level.Write(&b, snapshot); err != nil {
			return err
		}
		if err := disk.WriteFile(out, b.Bytes()); err != nil {
			return err
		}
	}
	if tmx != "" {
		var b bytes.Buffer
		if err := WriteTiled(&b, snapshot); err != nil {
			return err
		}
		return disk.WriteFile(tmx, b.Bytes())
	}
	return nil
}
