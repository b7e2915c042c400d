package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// gestures prints Fillet's frame times while the pointer moves as fast as the display accepts: panning and zooming with
// all n colliders in view, dragging one collider with about 2,000 in view, and dragging 10,000 at once.
func (d *display) gestures(editor, dir string, n int) error {
	fmt.Print("| gesture | pictures | median, ms | 95 %, ms | a second | drawing the level, ms | processor time a " +
		"picture, ms |\n|---|---|---|---|---|---|---|\n")
	if err := d.session(editor, dir, n, (*desk).largeLevel); err != nil {
		return err
	}
	return d.session(editor, dir, 10_000, (*desk).manySelected)
}

// desk is a running Fillet that receives gestures.
type desk struct {
	*display
	window  string
	profile string // the folder for its frame times
	p       process
	n       int
}

func (d *display) session(editor, dir string, n int, do func(*desk) error) error {
	if err := generate(dir, n); err != nil {
		return err
	}
	home, err := os.MkdirTemp(d.home, "")
	if err != nil {
		return err
	}
	k := &desk{display: d, profile: filepath.Join(home, "profile"), n: n}
	file := strconv.Itoa(n) + ".level.yaml"
	c := exec.Command(editor, filepath.Join(dir, file))
	c.Env = append(slices.Clone(d.env), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home,
		"FILLET_PROFILE="+k.profile)
	if err := c.Start(); err != nil {
		return err
	}
	defer func() {
		_ = c.Process.Kill() // it may have ended already
		_ = c.Wait()         // the error is that it was killed
	}()
	k.p = process(c.Process.Pid)
	if k.window, err = d.waitFor(file); err != nil {
		return err
	}
	k.p.untilAtRest()
	if err := k.act("windowmove", k.window, "0", "0", "windowsize", k.window, strconv.Itoa(width),
		strconv.Itoa(height)); err != nil {
		return err
	}
	if err := k.act("mousemove", strconv.Itoa(width/2), strconv.Itoa(height/2), "key", "1"); err != nil {
		return err
	}
	return do(k)
}

// act runs xdotool and waits until the program is idle.
func (k *desk) act(args ...string) error {
	if out, err := k.xdotool(args...); err != nil {
		return fmt.Errorf("xdotool %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	k.p.untilAtRest()
	return nil
}

func (k *desk) largeLevel() error {
	all := fmt.Sprintf("with %d in view", k.n)
	pan := append(append([]string{"mousedown", "2"}, there(600, 3, 1)...), "mouseup", "2")
	if err := k.timed("pan, "+all, pan...); err != nil {
		return err
	}
	var wheel []string
	for i := range 320 {
		button := "4"
		if i/8%2 == 1 {
			button = "5"
		}
		wheel = append(wheel, "click", "--delay", "0", button, "sleep", "0.01") // the default is 0.1 s
	}
	if err := k.timed("zoom, "+all, wheel...); err != nil {
		return err
	}
	// At 100 %, the canvas shows about 440 of the colliders; after zooming out by eight wheel steps, about 2,000.
	if err := k.act("key", "0", "click", "--repeat", "8", "--delay", "20", "5"); err != nil {
		return err
	}
	if err := k.grip(); err != nil {
		return err
	}
	return k.timed("drag one with 2,000 in view", append(append([]string{"mousedown", "1"}, there(600, 3, 1)...),
		"mouseup", "1")...)
}

func (k *desk) manySelected() error {
	if err := k.grip(); err != nil {
		return err
	}
	if err := k.act("key", "ctrl+a"); err != nil {
		return err
	}
	drag := append(append([]string{"mousedown", "1"}, there(600, 3, 1)...), "mouseup", "1")
	return k.timed("drag 10,000 selected", drag...)
}

// grip moves the pointer onto a shape that can be dragged.
func (k *desk) grip() error {
	for range 40 {
		if err := k.act("mousedown", "1", "mousemove_relative", "--", "4", "1", "sleep", "0.1", "mousemove_relative",
			"--", "3", "1", "sleep", "0.1", "mouseup", "1"); err != nil {
			return err
		}
		title, err := k.xdotool("getwindowname", k.window)
		if err != nil {
			return err
		}
		if strings.Contains(title, "●") { // undo, because a grid step may have moved the shape elsewhere
			return k.act("key", "ctrl+z", "mousemove_relative", "--", "-7", "-2")
		}
		if err := k.act("key", "Escape"); err != nil {
			return err
		}
	}
	return errors.New("no shape to drag was found")
}

// there returns xdotool's arguments for moving the pointer back and forth.
func there(steps, dx, dy int) []string {
	var args []string
	for i := range steps {
		sign := 1
		if i/40%2 == 1 {
			sign = -1
		}
		args = append(args, "mousemove_relative", "--", strconv.Itoa(sign*dx), strconv.Itoa(sign*dy), "sleep", "0.006")
	}
	return args
}

// timed runs xdotool and prints the frame times of that period.
func (k *desk) timed(what string, args ...string) error {
	k.p.untilAtRest()
	from, used := time.Now(), k.p.used()
	if out, err := k.xdotool(args...); err != nil {
		return fmt.Errorf("%s: %w\n%s", what, err, out)
	}
	end, used := time.Now(), k.p.used()-used
	k.p.untilAtRest()
	text, err := os.ReadFile(filepath.Join(k.profile, "frames.txt"))
	if err != nil {
		return err
	}
	var between, drawing []float64
	last := 0.0
	for line := range strings.Lines(string(text)) {
		var at, took float64
		if _, err := fmt.Sscan(line, &at, &took); err != nil {
			return fmt.Errorf("frames.txt: %w", err)
		}
		if at < float64(from.UnixMicro())/1e3 || at > float64(end.UnixMicro())/1e3 {
			continue
		}
		if last > 0 {
			between = append(between, at-last)
		}
		last = at
		drawing = append(drawing, took)
	}
	if len(between) < 10 {
		return fmt.Errorf("%s: only %d pictures were drawn", what, len(drawing))
	}
	slices.Sort(between)
	slices.Sort(drawing)
	sum := 0.0
	for _, b := range between {
		sum += b
	}
	fmt.Printf("| %s | %d | %.1f | %.1f | %.0f | %.1f | %.1f |\n", what, len(drawing), between[len(between)/2],
		between[len(between)*95/100],
		1000*float64(len(between))/sum, drawing[len(drawing)/2], 1000*used.Seconds()/float64(len(drawing)))
	return nil
}
