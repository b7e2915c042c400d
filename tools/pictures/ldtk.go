package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"strings"
)

// world holds the parts of an LDtk file that a comparison needs.
type world struct {
	Levels []worldLevel `json:"levels"`
	Worlds []struct {
		Levels []worldLevel `json:"levels"`
	} `json:"worlds"`
}

type worldLevel struct {
	Identifier string `json:"identifier"`
	External   string `json:"externalRelPath"`
	Layers     []struct {
		Name      string  `json:"__identifier"`
		Type      string  `json:"__type"`
		IsVisible bool    `json:"visible"`
		Tileset   *int    `json:"__tilesetDefUid"`
		Opacity   float64 `json:"__opacity"`
	} `json:"layerInstances"` // topmost first
}

var errNoExport = errors.New("LDtk has written no pictures next to it")

// ldtk compares the levels of a world with the PNG files that LDtk wrote: the background, and each visible layer on
// top of it.
func (c *comparison) ldtk(file string, e entry, add func(suffix string, want, got *image.RGBA)) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var w world
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	levels := w.Levels
	for _, v := range w.Worlds {
		levels = append(levels, v.Levels...)
	}
	dir := strings.TrimSuffix(file, ".ldtk")
	found := 0
	for _, l := range levels {
		if l.External != "" {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(file), filepath.FromSlash(l.External)))
			if err == nil {
				err = json.Unmarshal(text, &l)
			}
			if err != nil {
				return err
			}
		}
		want, err := exported(dir, l)
		if errors.Is(err, errNoExport) {
			continue
		}
		if err != nil {
			return fmt.Errorf("level %s: %w", l.Identifier, err)
		}
		found++
		// Write the files next to the world, where its relative paths are valid.
		level, ours := filepath.Join(filepath.Dir(file), l.Identifier+".fillet.level.yaml"),
			filepath.Join(c.work, "got.png")
		root := rootOf(file)
		err = c.fillet("import", file, "--level", l.Identifier, "--root", root, "-o", level)
		if err == nil {
			err = c.fillet("render", level, "--pictures-only", "--root", root, "-o", ours)
		}
		os.Remove(level)
		if err != nil {
			return err
		}
		got, err := readPNG(ours, false)
		if err != nil {
			return err
		}
		add(", "+l.Identifier, want, got)
	}
	if found == 0 {
		return errNoExport
	}
	return nil
}

// exported returns LDtk's exported pictures of a level, with all layers drawn over each other.
func exported(dir string, l worldLevel) (*image.RGBA, error) {
	for _, way := range []struct{ background, layer string }{
		{"simplified/%s/_bg.png", "simplified/%s/%s.png"},
		{"png/%s_bg.png", "png/%s__%s.png"},
	} {
		m, err := readPNG(filepath.Join(dir, fmt.Sprintf(way.background, l.Identifier)), false)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for i := range l.Layers {
			layer := &l.Layers[len(l.Layers)-1-i]
			if !layer.IsVisible || layer.Type == "Entities" || layer.Tileset == nil {
				continue
			}
			over, err := readPNG(filepath.Join(dir, fmt.Sprintf(way.layer, l.Identifier, layer.Name)), true)
			if err != nil {
				return nil, err
			}
			draw.Draw(m, m.Rect, over, image.Point{}, draw.Over)
		}
		return m, nil
	}
	return nil, errNoExport
}
