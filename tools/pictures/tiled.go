package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mapHead holds the parts of a map that a comparison needs.
type mapHead struct {
	background color.NRGBA // zero means none
	left, top  int         // how far its layers' offsets extend tmxrasterizer's picture to the left and up
	// text is the map with tile objects only. Without this, tmxrasterizer would draw other objects as shapes and texts;
	// it does not read template objects.
	text []byte
}

// tiled compares a map with tmxrasterizer's picture of it.
func (c *comparison) tiled(file string, add func(suffix string, want, got *image.RGBA)) error {
	rasterizer, err := exec.LookPath("tmxrasterizer")
	if err != nil {
		return errors.New("tmxrasterizer is missing: install Tiled (Debian and Ubuntu: apt-get install tiled)")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, err := headOf(text)
	if err != nil {
		return err
	}
	// Write the file next to the map, where its relative paths are valid.
	bare, err := os.CreateTemp(filepath.Dir(file), "*.fillet.tmx")
	if err != nil {
		return err
	}
	defer os.Remove(bare.Name())
	if _, err := bare.Write(head.text); err != nil {
		bare.Close()
		return err
	}
	if err := bare.Close(); err != nil {
		return err
	}
	theirs, ours := filepath.Join(c.work, "want.png"), filepath.Join(c.work, "got.png")
	cmd := exec.Command(rasterizer, "--no-smoothing", bare.Name(), theirs)
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+c.work)
	os.Remove(theirs)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("tmxrasterizer: %w: %s", err, strings.TrimSpace(string(out)))
	}
	if err := c.fillet("render", bare.Name(), "--pictures-only", "--root", rootOf(file), "-o", ours); err != nil {
		return err
	}
	want, err := readPNG(theirs, false)
	if err != nil {
		return err
	}
	got, err := readPNG(ours, false)
	if err != nil {
		return err
	}
	want = cut(want, got.Rect.Add(image.Pt(head.left, head.top)))
	if head.background.A > 0 {
		want = overColor(want, head.background)
	}
	add("", want, got)
	return nil
}

// rootOf returns the folder of the repository that contains a file, or else the file's own folder.
func rootOf(file string) string {
	own := filepath.Dir(file)
	for dir := own; ; {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return own
		}
		dir = up
	}
}

// headOf parses a map's text.
func headOf(text []byte) (head mapHead, err error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var offsets [][2]float64 // offsets of the open elements
	kept := 0                // number of bytes that are copied
	for {
		from := int(d.InputOffset())
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return head, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			offsets = offsets[:len(offsets)-1]
		case xml.StartElement:
			attr := func(name string) string {
				i := slices.IndexFunc(t.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
				if i < 0 {
					return ""
				}
				return t.Attr[i].Value
			}
			number := func(name string) float64 {
				x, _ := strconv.ParseFloat(attr(name), 64) // like Tiled, read invalid numbers as 0
				return x
			}
			o := [2]float64{}
			if len(offsets) > 0 {
				o = offsets[len(offsets)-1]
			}
			switch t.Name.Local {
			case "map":
				head.background = colorOf(attr("backgroundcolor"))
			case "layer", "objectgroup", "imagelayer", "group":
				o[0], o[1] = o[0]+number("offsetx"), o[1]+number("offsety")
				if t.Name.Local != "group" {
					head.left, head.top = max(head.left, int(math.Ceil(-o[0]))), max(head.top, int(math.Ceil(-o[1])))
				}
			case "object":
				if attr("gid") == "" || attr("template") != "" {
					if err := d.Skip(); err != nil {
						return head, err
					}
					head.text = append(head.text, text[kept:from]...)
					kept = int(d.InputOffset())
					continue
				}
			}
			offsets = append(offsets, o)
		}
	}
	head.text = append(head.text, text[kept:]...)
	return head, nil
}

// colorOf reads #RRGGBB and #AARRGGBB.
func colorOf(s string) color.NRGBA {
	v, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	switch {
	case err != nil:
		return color.NRGBA{}
	case len(s) <= 7:
		v |= 0xff << 24
	}
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: uint8(v >> 24)}
}
