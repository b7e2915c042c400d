package main

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// canvas is the part of the window, in units, in which both programs show only the level, without menus, tabs, panels
// or rulers.
var canvas = image.Rect(330, 120, 1080, 700)

// The page and the desktop's window show the same picture of a level, in both themes and at a scale of 1 and 2.
func TestPageMatchesDesktop(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	editor := os.Getenv("FILLET_EDITOR")
	if editor == "" {
		t.Skip("there is no desktop editor to compare the page with: run make build and set FILLET_EDITOR to it")
	}
	for _, tool := range []string{"Xvfb", "xdotool", "import"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s here", tool)
		}
	}
	for _, c := range []struct {
		sample, theme string
		scale         int
		before        int // scale with which the page is opened before it moves to another screen
	}{
		{"rounding", "dark", 1, 1},
		{"pile", "dark", 1, 1},
		{"platformer", "light", 1, 1},
		{"rounding", "light", 2, 2},
		{"pile", "dark", 2, 1},
		{"rounding", "dark", 1, 2},
	} {
		t.Run(fmt.Sprintf("%s-%s-%d-%d", c.sample, c.theme, c.before, c.scale), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("..", "..", "assets", "samples", c.sample+".level.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			// a copy, because the editor locks the file that it has open, also against the editor of another case
			path := filepath.Join(t.TempDir(), c.sample+".level.yaml")
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			p := open(t, "#level="+held(t, string(text))+"&name="+c.sample, "",
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{
					Name:  "prefers-color-scheme",
					Value: c.theme,
				}}),
				emulation.SetDeviceMetricsOverride(pageWidth, pageHeight, float64(c.before), false))
			p.waitFor("the level", fmt.Sprintf(`document.title.includes(%q)`, c.sample))
			if c.before != c.scale {
				p.settled()
				p.do(emulation.SetDeviceMetricsOverride(pageWidth, pageHeight, float64(c.scale), false))
			}
			p.settled()
			page := p.canvas()
			at := image.Rectangle{Min: canvas.Min.Mul(c.scale), Max: canvas.Max.Mul(c.scale)}
			if colours := coloursIn(page, at); colours < 8 {
				t.Fatalf("the canvas of the page has %d colours", colours)
			}
			const visible = 24 // difference of a channel, out of 255
			part := 0.002      // share of the pixels
			if c.before != c.scale {
				part = 0.005 // on the other screen, the level may be off by fractions of a pixel
			}
			var window image.Image
			off := 1.0
			t.Cleanup(func() {
				if !t.Failed() || window == nil {
					return
				}
				keep(t, "page", page)
				keep(t, "window", window)
				t.Logf("the page is %v, the window %v; %.2f %% of the canvas differs",
					page.Bounds().Size(), window.Bounds().Size(), 100*off)
			})
			shown := desktopPictures(t, editor, path, c.theme, c.scale)
			wait(t, "a window that matches the page", func() bool {
				page, window, off = p.canvas(), shown(), 1
				if page.Bounds().Size() == window.Bounds().Size() {
					off = differ(page, window, at, visible)
				}
				return off <= part
			})
		})
	}
}

// desktopPictures opens a level in the desktop's editor on a separate display, and returns a function that takes a
// screenshot.
func desktopPictures(t *testing.T, editor, path, theme string, scale int) func() image.Image {
	t.Helper()
	width, height := pageWidth*scale, pageHeight*scale
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height),
		"-nolisten", "tcp", "-noreset")
	server.ExtraFiles = []*os.File{w}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close() // the server has its own copy
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait() // the error is that a signal ended it
	})
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	env := append(os.Environ(), "DISPLAY=:"+strings.TrimSpace(number), "FYNE_SCALE="+strconv.Itoa(scale),
		"FYNE_THEME="+theme, "LANG=en_US.UTF-8",
		"LIBGL_ALWAYS_SOFTWARE=1", "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "WAYLAND_DISPLAY=")
	run := func(name string, args ...string) ([]byte, error) {
		cmd := exec.Command(name, args...)
		cmd.Env = env
		return cmd.Output()
	}
	var said bytes.Buffer
	window := exec.Command(editor, path)
	window.Env, window.Stdout, window.Stderr = env, &said, &said
	if err := window.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = window.Process.Kill()
		_ = window.Wait() // the error is that it was killed
	})
	id := ""
	wait(t, "the desktop's window", func() bool {
		out, err := run("xdotool", "search", "--onlyvisible", "--name", "Fillet")
		id, _, _ = strings.Cut(string(out), "\n")
		return err == nil && id != ""
	})
	return func() image.Image {
		out, err := run("xdotool", "getwindowgeometry", id)
		if err != nil {
			t.Fatal(err, said.String())
		}
		if !strings.Contains(string(out), fmt.Sprintf("%dx%d", width, height)) { // it sets another one at its start
			_, _ = run("xdotool", "windowmove", id, "0", "0", "windowsize", id, strconv.Itoa(width),
				strconv.Itoa(height), "mousemove", "1", "1")
		}
		data, err := run("import", "-window", "root", "png:-")
		if err != nil {
			t.Fatal(err, said.String())
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
}

func rgb(img image.Image, x, y int) [3]float64 {
	r, g, b, _ := img.At(x, y).RGBA()
	return [3]float64{float64(r >> 8), float64(g >> 8), float64(b >> 8)}
}

// differ returns the share of pixels that differ by more than by in a channel.
func differ(a, b image.Image, in image.Rectangle, by float64) float64 {
	n := 0
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			p, q := rgb(a, x, y), rgb(b, x, y)
			for i := range p {
				if math.Abs(p[i]-q[i]) > by {
					n++
					break
				}
			}
		}
	}
	return float64(n) / float64(in.Dx()*in.Dy())
}

func coloursIn(img image.Image, in image.Rectangle) int {
	seen := map[[3]float64]bool{}
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			seen[rgb(img, x, y)] = true
		}
	}
	return len(seen)
}

// keep stores a picture for a failed test.
func keep(t *testing.T, name string, img image.Image) {
	path := filepath.Join("testdata", "failed", strings.ReplaceAll(t.Name(), "/", "-")+"-"+name+".png")
	var out bytes.Buffer
	if png.Encode(&out, img) != nil || os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return // the picture is only an aid
	}
	_ = os.WriteFile(path, out.Bytes(), 0o644)
	t.Logf("the picture is in %s", path)
}
