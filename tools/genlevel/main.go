// Command genlevel writes large levels to measure with: so many colliders, as a level file, and the same polygons as a
// map of Tiled. The same flags give the same bytes.
//
//	go run ./tools/genlevel -n 100000 -o big.level.yaml -tmx big.tmx
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
	n := flag.Int("n", 10_000, "how many colliders")
	seed := flag.Uint64("seed", 1, "which level of that size")
	out := flag.String("o", "", "the level file to write")
	tmx := flag.String("tmx", "", "the map of Tiled to write")
	flag.Parse()
	if err := run(*n, *seed, *out, *tmx); err != nil {
		fmt.Fprintln(os.Stderr, "genlevel:", err)
		os.Exit(1)
	}
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
		if err := level.Save(out, snapshot); err != nil {
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
