package main

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fillet/editor/level"
)

// desk is a display of its own with the editor's window on it, and the hands of somebody who uses it.
type desk struct {
	t       *testing.T
	env     []string
	editor  *exec.Cmd
	exited  chan error
	width   int
	height  int
	path    string // of the level
	scale   float64
	origin  level.Vec // the pixel of the level's (0, 0)
	log     bytes.Buffer
	server  []string // what Xvfb is told besides
	display string
	home    string
	window  string           // its id
	seen    map[level.ID]int // the colliders of the levels that newest has seen, numbered as they came
}

// newDeskOf is newDesk on a new level file of that name and text.
func newDeskOf(t *testing.T, name, text string, width, height int) *desk {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return newDesk(t, path, width, height)
}

// newDesk starts a display and the editor on a level, or on its start page where the path is empty. It skips the test
// where they cannot be had.
// server is what Xvfb is told besides.
func newDesk(t *testing.T, path string, width, height int, server ...string) *desk {
	t.Helper()
	if os.Getenv("FILLET_WINDOW_TEST") == "" || os.Getenv("FILLET_EDITOR") == "" {
		t.Skip("the window's test runs with make test: it needs FILLET_WINDOW_TEST and FILLET_EDITOR, the built editor")
	}
	for _, tool := range []string{"Xvfb", "xdotool", "import"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s is missing: make deps-window installs it", tool)
		}
	}
	d := &desk{t: t, width: width, height: height, path: path, server: server, home: t.TempDir(), seen: map[level.ID]int{}}
	if doc, err := level.Open(path); err == nil {
		d.see(doc)
	}
	config := filepath.Join(d.home, ".config")
	d.env = append(os.Environ(), "FYNE_SCALE=1", "LANG=en_US.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1",
		"HOME="+d.home, "XDG_CONFIG_HOME="+config, "XDG_CACHE_HOME="+filepath.Join(d.home, ".cache"), "WAYLAND_DISPLAY=", "FYNE_THEME=dark")
	d.startDisplay()
	preferences := filepath.Join(config, "fyne", "io.github.fillet.editor")
	if err := os.MkdirAll(preferences, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(preferences, "preferences.json"), []byte(`{"files.own_dialogs": true, "zoom.jumps": true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(d.home, ".cache"), 0o755); err != nil {
		t.Fatal(err)
	}
	const attempts = 3
	for i := 1; !d.launch(); i++ {
		if i == attempts {
			t.Fatalf("the editor opens no window:\n%s", d.log.String())
		}
		d.startDisplay() // another server that ended at this moment took the socket of this one with it
	}
	d.settle()
	return d
}

// setDisplay makes the desk's programs use its display.
func (d *desk) setDisplay() {
	d.env = slices.DeleteFunc(d.env, func(e string) bool { return strings.HasPrefix(e, "DISPLAY=") })
	d.env = append(d.env, "DISPLAY="+d.display)
}

// start starts the editor on the desk's display, and waits for its first picture.
func (d *desk) start() {
	d.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); d.hasWindow(); time.Sleep(40 * time.Millisecond) { // of the one before
		if time.Now().After(deadline) {
			d.t.Fatal("the window of the editor that has ended stays")
		}
	}
	if !d.launch() {
		d.t.Fatalf("the editor opens no window:\n%s", d.log.String())
	}
	d.settle()
}

// launch starts the editor and waits for its window; false when it ends before that.
func (d *desk) launch() bool {
	d.t.Helper()
	args := []string{}
	if d.path != "" {
		args = append(args, d.path)
	}
	d.editor = exec.Command(os.Getenv("FILLET_EDITOR"), args...)
	d.editor.Env = d.env
	d.editor.Stdout, d.editor.Stderr = &d.log, &d.log
	if err := d.editor.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.exited = make(chan error, 1)
	go func(editor *exec.Cmd, exited chan<- error) { exited <- editor.Wait() }(d.editor, d.exited)
	process := d.editor.Process
	d.t.Cleanup(func() {
		// Of a binary with the race detector, and of one in which the toolkit looks which thread it is on.
		if text := d.log.String(); strings.Contains(text, "DATA RACE") || strings.Contains(text, "Error in Fyne call thread") {
			d.t.Error("the window's thread is not the only one at what belongs to it")
		}
		if d.t.Failed() {
			d.failed()
		}
		_ = process.Kill() // it has usually ended by itself
		if d.t.Failed() {
			d.t.Logf("the editor said:\n%s", d.log.String())
		}
	})
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(40 * time.Millisecond) {
		if d.hasWindow() {
			return true
		}
		select {
		case err := <-d.exited:
			d.t.Logf("the editor ended: %v", err)
			return false
		default:
		}
		if time.Now().After(deadline) {
			d.t.Fatal("the window did not come")
		}
	}
}

// hasWindow reports whether the display shows an editor.
func (d *desk) hasWindow() bool {
	return exec.Command("env", append(envArgs(d.env), "xdotool", "search", "--onlyvisible", "--name", "Fillet")...).Run() == nil
}

// settle gives the window its size, and waits for its first picture.
func (d *desk) settle() {
	d.t.Helper()
	d.window = strings.Fields(d.xdotool("search", "--onlyvisible", "--name", "Fillet"))[0]
	resize := func() {
		d.xdotool("windowmove", d.window, "0", "0", "windowsize", d.window, strconv.Itoa(d.width), strconv.Itoa(d.height))
	}
	resize()
	d.waitFor("the first picture", func() bool { return colours(d.shot()) > 20 })
	d.waitFor("the window's size", func() bool {
		if strings.Contains(d.xdotool("getwindowgeometry", d.window), fmt.Sprintf("%dx%d", d.width, d.height)) {
			return true
		}
		resize() // the editor has given itself the size of the last time, after the first try
		return false
	})
	time.Sleep(time.Second)
}

// failed keeps a picture of the display as it is when a test has failed.
func (d *desk) failed() {
	dir := filepath.Join("testdata", "failed")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return // the picture is a help, no more
	}
	path := filepath.Join(dir, strings.ReplaceAll(d.t.Name(), "/", "-")+".png")
	cmd := exec.Command("import", "-window", "root", path)
	cmd.Env = d.env
	if cmd.Run() == nil {
		d.t.Logf("the display is in %s", path)
	}
}

// kill ends the editor as a crash does.
func (d *desk) kill() {
	d.t.Helper()
	if err := d.editor.Process.Kill(); err != nil {
		d.t.Fatal(err)
	}
	if err := <-d.exited; err == nil {
		d.t.Fatal("the editor was killed and ended well")
	}
}

// title is what the window is called.
func (d *desk) title() string {
	d.t.Helper()
	return strings.TrimSpace(d.xdotool("getwindowname", d.window))
}

// expect saves until the level is as it should be: complaint says what is wrong with it, or nothing. What was done before
// may take its time on a slow machine.
func (d *desk) expect(what string, complaint func(*level.Document) string) *level.Document {
	d.t.Helper()
	var wrong string
	for deadline := time.Now().Add(15 * time.Second); time.Now().Before(deadline); {
		doc := d.save()
		if wrong = complaint(doc); wrong == "" {
			return doc
		}
	}
	d.t.Fatalf("%s: %s", what, wrong)
	return nil
}

// tab goes to the how-manieth control of the inspector, with the keys at the canvas before.
func (d *desk) tab(times int) {
	d.t.Helper()
	d.key("F6", "F6", "F6")
	args := []string{"key", "--delay", "30"}
	for range times {
		args = append(args, "Tab")
	}
	if times > 0 {
		d.xdotool(args...)
	}
	time.Sleep(beat)
}

// command runs a command by its name in the palette.
func (d *desk) command(name string) {
	d.t.Helper()
	d.key("ctrl+shift+p")
	d.typeText(name)
	d.key("Return")
}

func envArgs(env []string) []string {
	var out []string
	for _, e := range env {
		if strings.HasPrefix(e, "DISPLAY=") {
			out = append(out, e)
		}
	}
	return out
}

// startDisplay starts Xvfb on a display that nobody uses, and takes it down with the test.
func (d *desk) startDisplay() {
	d.t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		d.t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", d.width, d.height), "-nolisten", "tcp", "-noreset") // it would start anew with every editor that is killed
	x.Args = append(x.Args, d.server...)
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		d.t.Fatal(err)
	}
	_ = w.Close() // Xvfb has its own
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		d.t.Fatalf("Xvfb names no display: %v", err)
	}
	d.display = ":" + strings.TrimSpace(line)
	d.setDisplay()
	d.t.Cleanup(func() {
		_ = x.Process.Signal(os.Interrupt)
		_ = x.Wait() // it ends with the signal
	})
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(40 * time.Millisecond) { // named is not yet ready
		if exec.Command("env", "DISPLAY="+d.display, "xdotool", "getdisplaygeometry").Run() == nil {
			return
		}
		if time.Now().After(deadline) {
			d.t.Fatalf("the display %s takes no connection", d.display)
		}
	}
}

func (d *desk) waitFor(what string, done func() bool) {
	d.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(40 * time.Millisecond) {
		if done() {
			return
		}
		select {
		case err := <-d.exited:
			d.t.Fatalf("the editor ended while waiting for %s: %v", what, err)
		default:
		}
	}
	d.t.Fatalf("%s did not come", what)
}

func (d *desk) xdotool(args ...string) string {
	d.t.Helper()
	cmd := exec.Command("xdotool", args...)
	cmd.Env = d.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("xdotool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

const beat = 150 * time.Millisecond // long enough for some frames

func (d *desk) key(keys ...string) {
	d.t.Helper()
	for _, k := range keys {
		d.xdotool("key", k)
		time.Sleep(beat)
	}
}

func (d *desk) typeText(s string) {
	d.t.Helper()
	d.xdotool("type", "--delay", "12", s)
	time.Sleep(beat)
}

func (d *desk) moveTo(x, y float64) {
	d.t.Helper()
	d.xdotool("mousemove", strconv.Itoa(int(x+0.5)), strconv.Itoa(int(y+0.5)))
	time.Sleep(40 * time.Millisecond)
}

func (d *desk) click(x, y float64) {
	d.t.Helper()
	d.moveTo(x, y)
	d.xdotool("click", "1")
	time.Sleep(beat)
}

// grab presses the button at one pixel and goes to another in steps, without letting go.
func (d *desk) grab(x0, y0, x1, y1 float64) {
	d.t.Helper()
	d.moveTo(x0, y0)
	d.xdotool("mousedown", "1")
	time.Sleep(beat)
	const steps = 12
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		d.moveTo(x0+(x1-x0)*t, y0+(y1-y0)*t)
	}
	time.Sleep(beat)
}

func (d *desk) release() {
	d.t.Helper()
	d.xdotool("mouseup", "1")
	time.Sleep(2 * beat)
}

// shot is a picture of the whole display.
func (d *desk) shot() image.Image {
	d.t.Helper()
	cmd := exec.Command("import", "-window", "root", "png:-")
	cmd.Env = d.env
	out, err := cmd.Output()
	if err != nil {
		d.t.Fatalf("import: %v", err)
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		d.t.Fatal(err)
	}
	return img
}

// keep writes a picture into a file of the docs when the test runs with -update.
func (d *desk) keep(name string, img image.Image) {
	d.t.Helper()
	if !*update {
		return
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("..", "..", "docs", name), b.Bytes(), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// save presses Ctrl+S and reads what was saved.
func (d *desk) save() *level.Document {
	d.t.Helper()
	before, err := os.Stat(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	d.key("ctrl+s")
	d.waitFor("the saved level", func() bool {
		now, err := os.Stat(d.path)
		return err == nil && now.ModTime() != before.ModTime()
	})
	pressed := time.Now()
	d.waitFor("the end of the save", func() bool {
		const patience = 2 * time.Second
		if time.Since(pressed) > patience { // something was still on its way, such as an import, and came after the save
			d.xdotool("key", "ctrl+s")
			pressed = time.Now()
		}
		return !strings.HasPrefix(d.title(), "●")
	})
	doc, err := level.Open(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	return doc
}

// calibrate finds out where the level stands on the screen: it draws a box, looks at what was saved, and undoes it.
func (d *desk) calibrate() {
	d.t.Helper()
	const x0, y0, x1, y1 = 340, 220, 740, 520
	d.key("r")
	d.xdotool("keydown", "ctrl") // no snapping
	d.grab(x0, y0, x1, y1)
	d.release()
	d.xdotool("keyup", "ctrl")
	box := d.newest(d.save())
	if box.Shape.Kind != level.Box {
		d.t.Fatalf("a drag with the box tool made a %s", box.Shape.Kind)
	}
	d.scale = (x1 - x0) / box.Shape.Size.X
	if got := (y1 - y0) / box.Shape.Size.Y; got < d.scale*0.99 || got > d.scale*1.01 {
		d.t.Fatalf("a level pixel is %v wide and %v high on the screen", d.scale, got)
	}
	d.origin = level.Vec{X: (x0+x1)/2 - box.Position.X*d.scale, Y: (y0+y1)/2 - box.Position.Y*d.scale}
	d.key("ctrl+z")
	d.key("v")
}

// pixel is where a point of the level stands on the screen.
func (d *desk) pixel(p level.Vec) level.Vec { return d.origin.Add(p.Mul(d.scale)) }

// see numbers the colliders that are new since the last level that was seen: ids do not say what came first.
func (d *desk) see(doc *level.Document) {
	for c := range doc.Colliders() {
		if d.seen[c.ID] == 0 {
			d.seen[c.ID] = len(d.seen) + 1
		}
	}
}

// newest is the collider that came last.
func (d *desk) newest(doc *level.Document) *level.Collider {
	d.t.Helper()
	d.see(doc)
	var last *level.Collider
	for c := range doc.Colliders() {
		if last == nil || d.seen[c.ID] > d.seen[last.ID] {
			last = c
		}
	}
	if last == nil {
		d.t.Fatal("the level is empty")
	}
	return last
}

// quit presses Ctrl+Q and waits for the end of the program.
func (d *desk) quit() {
	d.t.Helper()
	d.key("ctrl+q")
	d.waitEnd()
}

// waitEnd waits for the end of the program.
func (d *desk) waitEnd() {
	d.t.Helper()
	select {
	case err := <-d.exited:
		if err != nil {
			d.t.Errorf("the editor ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		d.t.Error("the editor did not end")
	}
}

// colours is how many different colours a coarse look at a picture finds.
func colours(img image.Image) int {
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 5 {
		for x := b.Min.X; x < b.Max.X; x += 5 {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, b >> 8}] = true
		}
	}
	return len(seen)
}

// countNear counts the pixels of about a colour in a square around a point.
func countNear(img image.Image, at level.Vec, half int, rgb [3]int) int {
	n := 0
	for y := int(at.Y) - half; y <= int(at.Y)+half; y++ {
		for x := int(at.X) - half; x <= int(at.X)+half; x++ {
			if isAbout(img, x, y, rgb) {
				n++
			}
		}
	}
	return n
}

// findNear is the middle of the pixels of about a colour in a square around a point.
func findNear(img image.Image, at level.Vec, half int, rgb [3]int) (level.Vec, bool) {
	var sum level.Vec
	n := 0
	for y := int(at.Y) - half; y <= int(at.Y)+half; y++ {
		for x := int(at.X) - half; x <= int(at.X)+half; x++ {
			if isAbout(img, x, y, rgb) {
				sum = sum.Add(level.Vec{X: float64(x), Y: float64(y)})
				n++
			}
		}
	}
	if n == 0 {
		return level.Vec{}, false
	}
	return sum.Mul(1 / float64(n)), true
}

func isAbout(img image.Image, x, y int, rgb [3]int) bool {
	r, g, b, _ := img.At(x, y).RGBA()
	const near = 24
	for i, v := range []uint32{r, g, b} {
		if d := int(v>>8) - rgb[i]; d > near || d < -near {
			return false
		}
	}
	return true
}

// changedPixels counts the pixels that differ between two pictures of the same size, looking at every fourth.
func changedPixels(a, b image.Image) int {
	n := 0
	r := a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y += 2 {
		for x := r.Min.X; x < r.Max.X; x += 2 {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}
