// Command pictures compares Fillet's pictures of real levels with pictures by their own editors: Tiled maps with the
// output of tmxrasterizer, LDtk worlds with the PNG files that LDtk wrote next to them. It prints a table of the share
// of pixels that differ.
//
//	pictures -editor bin/fillet               the maps of its list, which it clones into a cache
//	pictures -editor bin/fillet a.tmx b.ldtk  maps on this machine
//
// Unavailable maps are skipped, and the reason is printed on standard error. The exit code is 1 if a map differs by
// more than its list allows, and 3 if nothing could be compared.
package main

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// most is the default share of pixels that may differ, in percent.
const most = 0.5

// tolerance is the maximum difference of a channel of a pixel, out of 255. Editors round products of colours
// differently.
const tolerance = 2

// result is the comparison of one picture.
type result struct {
	name          string
	width, height int
	differ        int
	limit         float64 // in percent
	note          string
}

func (r *result) share() float64 { return 100 * float64(r.differ) / float64(max(r.width*r.height, 1)) }

// comparison holds the settings of one run of the command.
type comparison struct {
	editor string // path of Fillet's program
	keep   string // folder for both pictures of each map and their difference; empty to discard them
	work   string // folder for temporary files
}

func main() {
	editor := flag.String("editor", "", "Fillet's `program`")
	cache := flag.String("cache", "", "`folder` for cloned repositories (default: fillet-maps in the user's cache)")
	keep := flag.String("keep", "", "`folder` to keep the pictures in")
	flag.Parse()
	code, err := run(*editor, *cache, *keep, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
	}
	os.Exit(code)
}

func run(editor, cache, keep string, files []string) (code int, err error) {
	if editor == "" {
		return 2, errors.New("name Fillet's program with -editor")
	}
	if editor, err = filepath.Abs(editor); err != nil {
		return 2, err
	}
	work, err := os.MkdirTemp("", "fillet-pictures")
	if err != nil {
		return 2, err
	}
	defer os.RemoveAll(work)
	c := &comparison{editor: editor, keep: keep, work: work}
	list := entries
	if len(files) > 0 {
		list = nil
		for _, f := range files {
			list = append(list, entry{file: f})
		}
	} else if cache == "" {
		if cache, err = os.UserCacheDir(); err != nil {
			return 2, err
		}
		cache = filepath.Join(cache, "fillet-maps")
	}
	var results []result
	clones := map[string]error{}
	for _, e := range list {
		file := e.file
		if e.repository != "" {
			dir := filepath.Join(cache, strings.ReplaceAll(e.repository, "/", "+"))
			if _, known := clones[e.repository]; !known {
				clones[e.repository] = clone(e.repository, dir)
			}
			if err := clones[e.repository]; err != nil {
				fmt.Fprintf(os.Stderr, "skipped %s of %s: %v\n", e.file, e.repository, err)
				continue
			}
			file = filepath.Join(dir, filepath.FromSlash(e.file))
		}
		got, err := c.compare(file, e)
		if err != nil {
			fmt.Fprintf(os.Stderr, "skipped %s: %v\n", file, err)
		}
		results = append(results, got...)
	}
	if len(results) == 0 {
		return 3, errors.New("nothing could be compared")
	}
	for _, r := range results {
		mark := ""
		if r.share() > r.limit {
			code, mark = 1, " (too much)"
		}
		fmt.Printf("| %s | %d x %d | %.2f %%%s | %s |\n", r.name, r.width, r.height, r.share(), mark, r.note)
	}
	return code, nil
}

// clone clones a GitHub repository into a folder, unless it exists.
func clone(repository, dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	cmd := exec.Command("git", "clone", "--quiet", "--depth", "1", "https://github.com/"+repository, dir)
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_LFS_SKIP_SMUDGE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return fmt.Errorf("cannot clone it: %s", strings.TrimSpace(string(out)))
	}
	return nil
}

// compare compares Fillet's picture of a file with its own editor's: one result for a map, one per level for a world.
func (c *comparison) compare(file string, e entry) ([]result, error) {
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	name := filepath.Base(file)
	if e.repository != "" {
		name = e.repository + ": " + name
	}
	var list []result
	add := func(suffix string, want, got *image.RGBA) {
		r := result{name: name + suffix, limit: max(e.limit, most), note: e.note}
		r.width, r.height = want.Rect.Dx(), want.Rect.Dy()
		where := image.NewRGBA(want.Rect)
		r.differ = differing(want, got, where)
		list = append(list, r)
		if c.keep != "" {
			base := filepath.Join(c.keep, strings.Map(func(r rune) rune {
				if strings.ContainsRune(`/\: `, r) {
					return '_'
				}
				return r
			}, name+suffix))
			for end, m := range map[string]*image.RGBA{".want.png": want, ".got.png": got, ".differ.png": where} {
				if err := writePNG(base+end, m); err != nil {
					fmt.Fprintln(os.Stderr, "pictures:", err)
				}
			}
		}
	}
	var err error
	if filepath.Ext(file) == ".ldtk" {
		err = c.ldtk(file, e, add)
	} else {
		err = c.tiled(file, add)
	}
	return list, err
}

// differing counts the pixels that differ by more than the tolerance in a channel. It paints them white in where, and
// all others black.
func differing(want, got, where *image.RGBA) int {
	n := 0
	for y := range want.Rect.Dy() {
		for x := range want.Rect.Dx() {
			at := where.PixOffset(x, y)
			where.Pix[at+3] = 255
			if !image.Pt(x, y).In(got.Rect) {
				n++
				continue
			}
			a, b := want.Pix[want.PixOffset(x, y):][:4], got.Pix[got.PixOffset(x, y):][:4]
			for k := range 4 {
				if d := int(a[k]) - int(b[k]); d > tolerance || d < -tolerance {
					n++
					where.Pix[at], where.Pix[at+1], where.Pix[at+2] = 255, 255, 255
					break
				}
			}
		}
	}
	return n
}

// fillet runs Fillet's program.
func (c *comparison) fillet(args ...string) error {
	out, err := exec.Command(c.editor, args...).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil // something was lost, such as text
	}
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("fillet %s: %s", args[0], lines[len(lines)-1])
	}
	return nil
}

// readPNG reads a picture with premultiplied alpha. LDtk's files of layers are premultiplied already.
func readPNG(file string, isMultiplied bool) (*image.RGBA, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	if n, ok := m.(*image.NRGBA); ok && isMultiplied {
		copy(out.Pix, n.Pix)
		return out, nil
	}
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out, nil
}

func writePNG(file string, m image.Image) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := png.Encode(f, m); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// overColor draws a picture over a colour.
func overColor(m *image.RGBA, c color.Color) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	draw.Draw(out, out.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, m, m.Rect.Min, draw.Over)
	return out
}

// cut returns an area of a picture, which may extend beyond it.
func cut(m *image.RGBA, area image.Rectangle) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: area.Size()})
	draw.Draw(out, out.Rect, m, area.Min, draw.Src)
	return out
}
