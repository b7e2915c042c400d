// Command beside measures Fillet and Tiled in turn, on the same polygons and the same display: the time until the level
// is visible, the memory, the processor time of a scroll step and of a nudge, and an export. It prints tables in
// Markdown.
//
//	go build -o bin/fillet ./cmd/editor && cd tools/beside && go run . -editor ../../bin/fillet
//
// It needs Xvfb, xdotool and Debian's tiled, and an otherwise idle machine.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	editor := flag.String("editor", "../../bin/fillet", "Fillet's binary")
	tiled := flag.String("tiled", "tiled", "Tiled's binary")
	counts := flag.String("n", "1000,10000,100000", "numbers of colliders")
	rounds := flag.Int("rounds", 3, "measurements of each; the tables show the medians")
	frames := flag.Bool("frames", false, "measure Fillet's frame times during gestures instead, with the largest of -n")
	dir := flag.String("dir", "", "folder for the levels (default: a temporary one)")
	flag.Parse()
	if err := run(*editor, *tiled, *counts, *rounds, *dir, *frames); err != nil {
		fmt.Fprintln(os.Stderr, "beside:", err)
		os.Exit(1)
	}
}

// subject is one of the two programs that are compared.
type subject struct {
	name   string
	binary string
	file   string // extension of its level files
	fit    []string
	pick   string   // key of the selection tool
	scroll []string // keys held while the wheel scrolls
	export func(in, out string) []string
	env    []string
}

// figures holds the results of one run.
type figures struct {
	window, ready       time.Duration
	rss, peak           int64 // kB
	graphics            int64 // kB of rss that belong to the libraries of the software renderer
	scroll, nudge, rest time.Duration
	export              time.Duration
	exportPeak          int64 // kB
	moved               bool
}

func run(editor, tiled, counts string, rounds int, dir string, frames bool) error {
	for _, need := range []string{"Xvfb", "xdotool", tiled} {
		if _, err := exec.LookPath(need); err != nil {
			return fmt.Errorf("%w: install it (Debian: apt install xvfb xdotool tiled)", err)
		}
	}
	binary, err := filepath.Abs(editor)
	if err != nil {
		return err
	}
	if dir == "" {
		if dir, err = os.MkdirTemp("", "beside"); err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }() // a leftover folder does no harm
	}
	d, err := startDisplay(dir)
	if err != nil {
		return err
	}
	defer d.stop()
	var sizes []int
	for text := range strings.SplitSeq(counts, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		sizes = append(sizes, n)
		if err := generate(dir, n); err != nil {
			return err
		}
	}
	if frames {
		return d.gestures(binary, dir, slices.Max(sizes))
	}
	subjects := []subject{
		{
			name: "Tiled", binary: tiled, file: ".tmx", fit: []string{"key", "ctrl+slash"}, pick: "s",
			export: func(in, out string) []string { return []string{"--export-map", "json", in, out} },
		},
		{
			name: "Fillet", binary: binary, file: ".level.yaml", fit: []string{"key", "1"}, pick: "v",
			scroll: []string{"shift"},
			export: func(in, out string) []string { return []string{"export", in, "-f", "json", "-o", out} },
		},
	}
	results := map[string]map[int][]figures{}
	for range rounds {
		for _, n := range sizes {
			for _, s := range subjects {
				f, err := d.measure(s, filepath.Join(dir, strconv.Itoa(n)), n)
				if err != nil {
					return fmt.Errorf("%s with %d: %w", s.name, n, err)
				}
				if results[s.name] == nil {
					results[s.name] = map[int][]figures{}
				}
				results[s.name][n] = append(results[s.name][n], f)
				fmt.Fprintf(os.Stderr, "%s %d: window %v, ready %v, %d MB, scroll %v, nudge %v, rest %v, export "+
					"%v, %d MB\n", s.name, n,
					f.window, f.ready, f.rss>>10, f.scroll, f.nudge, f.rest, f.export, f.exportPeak>>10)
			}
		}
	}
	report(subjects, sizes, results)
	return nil
}

// generate writes the level with n colliders for both programs, unless it exists.
func generate(dir string, n int) error {
	base := filepath.Join(dir, strconv.Itoa(n))
	if _, err := os.Stat(base + ".tmx"); err == nil {
		return nil
	}
	c := exec.Command("go", "run", "../genlevel", "-n", strconv.Itoa(n), "-o", base+".level.yaml", "-tmx", base+".tmx")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("genlevel: %w\n%s", err, out)
	}
	return nil
}

func report(subjects []subject, sizes []int, results map[string]map[int][]figures) {
	fmt.Print("| figure |")
	for _, n := range sizes {
		for _, s := range subjects {
			fmt.Printf(" %s %d |", s.name, n)
		}
	}
	fmt.Print("\n|---|" + strings.Repeat("---|", len(sizes)*len(subjects)) + "\n")
	rows := []struct {
		name  string
		value func(figures) float64
		form  string
	}{
		{"level in the window, s", func(f figures) float64 { return f.window.Seconds() }, "%.2f"},
		{"at rest after opening, s", func(f figures) float64 { return f.ready.Seconds() }, "%.2f"},
		{"memory, MB", func(f figures) float64 { return float64(f.rss) / 1024 }, "%.0f"},
		{"memory without the software OpenGL's libraries, MB", func(f figures) float64 {
			return float64(f.rss-f.graphics) / 1024
		}, "%.0f"},
		{"peak memory, MB", func(f figures) float64 { return float64(f.peak) / 1024 }, "%.0f"},
		{"scroll step, ms of processor time", func(f figures) float64 { return f.scroll.Seconds() * 1000 }, "%.1f"},
		{"nudge, ms of processor time", func(f figures) float64 { return f.nudge.Seconds() * 1000 }, "%.1f"},
		{"nothing for as long as a step, ms of processor time", func(f figures) float64 {
			return f.rest.Seconds() * 1000
		}, "%.2f"},
		{"export to JSON, s", func(f figures) float64 { return f.export.Seconds() }, "%.2f"},
		{"export, peak memory, MB", func(f figures) float64 { return float64(f.exportPeak) / 1024 }, "%.0f"},
	}
	for _, r := range rows {
		fmt.Printf("| %s |", r.name)
		for _, n := range sizes {
			for _, s := range subjects {
				var values []float64
				for _, f := range results[s.name][n] {
					values = append(values, r.value(f))
				}
				slices.Sort(values)
				fmt.Printf(" "+r.form+" |", values[len(values)/2])
			}
		}
		fmt.Println()
	}
	for _, s := range subjects {
		for _, n := range sizes {
			for _, f := range results[s.name][n] {
				if !f.moved {
					fmt.Printf("\n%s with %d: the nudge moved nothing in one run.\n", s.name, n)
				}
			}
		}
	}
}

// display is a separate X display for the programs.
type display struct {
	server *exec.Cmd
	env    []string
	home   string
}

const (
	width  = 1600
	height = 900
)

func startDisplay(dir string) (*display, error) {
	tells, told, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer func() { _ = tells.Close() }() // only read
	d := &display{home: filepath.Join(dir, "home")}
	d.server = exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height),
		"-nolisten", "tcp", "-noreset")
	d.server.ExtraFiles = []*os.File{told} // where the server writes its free display number
	if err := d.server.Start(); err != nil {
		return nil, err
	}
	_ = told.Close() // the server has its own copy
	number, err := bufio.NewReader(tells).ReadString('\n')
	if err != nil {
		d.stop()
		return nil, fmt.Errorf("the display did not start: %w", err)
	}
	d.env = append(os.Environ(), "DISPLAY=:"+strings.TrimSpace(number), "HOME="+d.home, "FYNE_SCALE=1", "LANG=C.UTF-8",
		"LIBGL_ALWAYS_SOFTWARE=1", "QT_SCALE_FACTOR=1")
	if err := os.MkdirAll(d.home, 0o700); err != nil {
		return nil, err
	}
	for range 100 {
		time.Sleep(50 * time.Millisecond)
		if _, err := d.xdotool("getmouselocation"); err == nil {
			return d, nil
		}
	}
	d.stop()
	return nil, errors.New("the display does not answer")
}

func (d *display) stop() {
	_ = d.server.Process.Kill() // it may have ended already
	_ = d.server.Wait()         // the error is that it was killed
}

func (d *display) xdotool(args ...string) (string, error) {
	c := exec.Command("xdotool", args...)
	c.Env = d.env
	out, err := c.Output()
	return strings.TrimSpace(string(out)), err
}

const step = 50 * time.Millisecond // time between two steps: 20 per second

// measure runs a program on one level.
func (d *display) measure(s subject, base string, n int) (figures, error) {
	f := figures{}
	file := base + s.file
	home, err := os.MkdirTemp(d.home, "") // without settings of the last run
	if err != nil {
		return f, err
	}
	c := exec.Command(s.binary, file)
	c.Env = append(slices.Clone(d.env), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home)
	start := time.Now()
	if err := c.Start(); err != nil {
		return f, err
	}
	defer func() {
		_ = c.Process.Kill() // it may have ended already
		_ = c.Wait()         // the error is that it was killed
	}()
	p := process(c.Process.Pid)
	window, err := d.waitFor(filepath.Base(file))
	if err != nil {
		return f, err
	}
	f.window = time.Since(start)
	f.ready = p.untilAtRest().Sub(start)
	for _, args := range [][]string{
		{"windowmove", window, "0", "0", "windowsize", window, strconv.Itoa(width), strconv.Itoa(height)},
		{"mousemove", strconv.Itoa(width / 2), strconv.Itoa(height / 2)},
		s.fit,
	} {
		if _, err := d.xdotool(args...); err != nil {
			return f, err
		}
		time.Sleep(300 * time.Millisecond)
		p.untilAtRest()
	}
	if f.rss, f.peak, f.graphics, err = p.memory(); err != nil {
		return f, err
	}

	const steps = 40
	f.rest = p.cost(steps, func(int) { time.Sleep(step) })
	for _, key := range s.scroll {
		if _, err := d.xdotool("keydown", key); err != nil {
			return f, err
		}
	}
	f.scroll = p.cost(steps, func(i int) {
		button := "4"
		if i/10%2 == 1 {
			button = "5"
		}
		_, err = d.xdotool("click", button)
		time.Sleep(step)
	})
	for _, key := range s.scroll {
		if _, err := d.xdotool("keyup", key); err != nil {
			return f, err
		}
	}
	if err != nil {
		return f, err
	}

	// Dragging a frame around a collider in the middle selects it; the arrow keys then move it.
	side := 1
	for side*side < n {
		side++
	}
	pitch := strconv.Itoa(max(600/side, 4))
	for _, args := range [][]string{
		{"key", s.pick},
		{"mousedown", "1", "mousemove_relative", "--", pitch, "0", "mousemove_relative", "--", "0", pitch},
		{"mousemove_relative", "--", "1", "1"},
		{"mouseup", "1"},
	} {
		if _, err := d.xdotool(args...); err != nil {
			return f, err
		}
		time.Sleep(200 * time.Millisecond)
	}
	p.untilAtRest()
	f.nudge = p.cost(steps, func(i int) {
		key := "Right"
		if i%2 == 1 {
			key = "Left"
		}
		_, err = d.xdotool("key", key)
		time.Sleep(step)
	})
	if err != nil {
		return f, err
	}
	title, err := d.xdotool("getwindowname", window)
	if err != nil {
		return f, err
	}
	f.moved = strings.ContainsAny(title, "*●")
	_ = c.Process.Kill() // the measurement is done
	return f, d.export(s, file, &f)
}

func (d *display) export(s subject, file string, f *figures) error {
	out := file + ".json"
	c := exec.Command(s.binary, s.export(file, out)...)
	c.Env = d.env
	start := time.Now()
	text, err := c.CombinedOutput()
	f.export = time.Since(start)
	if err != nil && c.ProcessState.ExitCode() != 1 { // 1: the format cannot hold everything in the level
		return fmt.Errorf("export: %w\n%s", err, text)
	}
	f.exportPeak = peakOf(c.ProcessState)
	return os.Remove(out)
}

// waitFor returns the window whose title contains the level's name.
func (d *display) waitFor(title string) (string, error) {
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		out, err := d.xdotool("search", "--onlyvisible", "--name", title)
		if err == nil && out != "" {
			lines := strings.Split(out, "\n")
			return lines[len(lines)-1], nil
		}
	}
	return "", errors.New("its window did not show the level's name within a minute")
}
