package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fillet/editor/level"
)

// patience ends a test that hangs. No wait takes that long, even on a busy machine.
const patience = 5 * time.Minute

// waitUntil waits until done reports true, and fails the test if that never happens.
func waitUntil(t testing.TB, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}

// nightly skips a slow test in short mode.
func nightly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: make nightly runs it")
	}
}

// desk is a display with the editor's window on it, and simulates its user.
type desk struct {
	t       *testing.T
	env     []string
	editor  *exec.Cmd
	ask     io.WriteCloser  // takes a line for each wait until the window has settled
	answers <-chan struct{} // receives a line when it has
	exited  chan error
	width   int
	height  int
	path    string // path of the level
	scale   float64
	origin  level.Vec // the pixel at the level's (0, 0)
	log     journal
	server  []string // further arguments of Xvfb
	screen  string   // the file that Xvfb draws to
	home    string
	window  string           // the window's id
	opened  [2]int           // the window's size in pixels when it opened
	seen    map[level.ID]int // the colliders of the levels that newest has seen, numbered in order of appearance
	pressed level.Vec        // where the button last went down
	handled time.Time        // when the editor had handled the press
}

// newDeskOf is like newDesk, with a new level file of the given name and text.
func newDeskOf(t *testing.T, name, text string, width, height int) *desk {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return newDesk(t, path, width, height)
}

// newDesk starts a display and the editor on a level, or on its start page if path is empty. It skips the test if the
// editor is not built or a program that it needs is missing. server holds further arguments of Xvfb.
func newDesk(t *testing.T, path string, width, height int, server ...string) *desk {
	t.Helper()
	if os.Getenv("FILLET_EDITOR") == "" {
		t.Skip("FILLET_EDITOR does not name the built editor")
	}
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is missing: make deps-window installs it", tool)
		}
	}
	d := &desk{
		t: t, width: width, height: height, path: path, server: server, home: t.TempDir(),
		seen: map[level.ID]int{},
	}
	if doc, err := level.Open(path); err == nil {
		d.see(doc)
	}
	config := filepath.Join(d.home, ".config")
	// The window's own thread draws the picture: several threads that wait for each other are slow on a busy machine.
	d.env = append(os.Environ(), "FYNE_SCALE=1", "LANG=en_US.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1", "LP_NUM_THREADS=0",
		"FILLET_SETTLE=1",
		"HOME="+d.home, "XDG_CONFIG_HOME="+config, "XDG_CACHE_HOME="+filepath.Join(d.home, ".cache"),
		"WAYLAND_DISPLAY=",
		"FYNE_THEME=dark")
	preferences := filepath.Join(config, "fyne", appID)
	if err := os.MkdirAll(preferences, 0o755); err != nil {
		t.Fatal(err)
	}
	choices := []byte(`{"files.own_dialogs": true, "zoom.jumps": true}`)
	if err := os.WriteFile(filepath.Join(preferences, "preferences.json"), choices, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(d.home, ".cache"), 0o755); err != nil {
		t.Fatal(err)
	}
	d.startDisplay()
	d.start()
	return d
}

// start starts the editor on the desk's display, resizes its window to the display and waits for the first picture.
func (d *desk) start() {
	d.t.Helper()
	args := []string{}
	if d.path != "" {
		args = append(args, d.path)
	}
	d.editor = exec.Command(os.Getenv("FILLET_EDITOR"), args...)
	d.editor.Env = d.env
	d.editor.Stderr = &d.log
	ask, err := d.editor.StdinPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	output, answers, err := os.Pipe()
	if err != nil {
		d.t.Fatal(err)
	}
	d.editor.Stdout = answers
	if err := d.editor.Start(); err != nil {
		d.t.Fatal(err)
	}
	_ = answers.Close() // the editor has its own copy
	settled := make(chan struct{}, 1)
	go func() {
		for lines := bufio.NewScanner(output); lines.Scan(); {
			settled <- struct{}{}
		}
		_ = output.Close()
	}()
	d.ask, d.answers, d.exited = ask, settled, make(chan error, 1)
	go func(editor *exec.Cmd, exited chan<- error) { exited <- editor.Wait() }(d.editor, d.exited)
	process := d.editor.Process
	d.t.Cleanup(func() {
		// Messages of a binary with the race detector, and of one in which the toolkit checks its thread.
		text := d.log.String()
		if strings.Contains(text, "DATA RACE") || strings.Contains(text, "Error in Fyne call thread") {
			d.t.Error("part of the window was used outside its thread")
		}
		if d.t.Failed() {
			d.failed()
		}
		_ = process.Kill() // it has usually ended already
		if d.t.Failed() {
			d.t.Logf("the editor's output:\n%s", text)
		}
	})
	d.settle()
	d.waitFor("the window", func() bool { return len(d.windows()) > 0 })
	d.window = d.windows()[0]
	d.opened = d.size()
	size := fmt.Sprintf("%dx%d", d.width, d.height)
	d.waitFor("the window's size", func() bool { // the editor may restore the size of its last session at any time
		d.do("windowmove", d.window, "0", "0", "windowsize", d.window, strconv.Itoa(d.width), strconv.Itoa(d.height))
		return strings.Contains(d.xdotool("getwindowgeometry", d.window), size)
	})
	d.waitFor("the first picture", func() bool { return colours(d.shot()) > 20 })
}

// size returns the window's size in pixels.
func (d *desk) size() (size [2]int) {
	d.t.Helper()
	for _, line := range strings.Fields(d.xdotool("getwindowgeometry", "--shell", d.window)) {
		_, _ = fmt.Sscanf(line, "WIDTH=%d", &size[0]) // other lines have other names
		_, _ = fmt.Sscanf(line, "HEIGHT=%d", &size[1])
	}
	return size
}

// settle waits until the editor has handled all input sent so far, none of its jobs is running, and the result is on
// the display. It returns at once if the editor has ended.
func (d *desk) settle() {
	d.t.Helper()
	if _, err := io.WriteString(d.ask, "settled?\n"); err != nil {
		return
	}
	select {
	case <-d.answers:
	case err := <-d.exited:
		d.exited <- err
	case <-time.After(patience):
		d.t.Fatal("timed out waiting for the window to settle")
	}
}

// windows lists the ids of the editor's windows.
func (d *desk) windows() []string {
	cmd := exec.Command("xdotool", "search", "--onlyvisible", "--name", "Fillet")
	cmd.Env = d.env
	out, _ := cmd.Output() // it fails if there are no windows
	return strings.Fields(string(out))
}

// journal collects the editor's output. Several goroutines may use it.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *journal) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *journal) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// failed saves a picture of the display if the test has failed.
func (d *desk) failed() {
	dir := filepath.Join("testdata", "failed")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return // the test has already failed
	}
	path := filepath.Join(dir, strings.ReplaceAll(d.t.Name(), "/", "-")+".png")
	img, err := d.display()
	if err != nil {
		return
	}
	var b bytes.Buffer
	if png.Encode(&b, img) == nil && os.WriteFile(path, b.Bytes(), 0o644) == nil {
		d.t.Logf("the display is in %s", path)
	}
}

// kill ends the editor like a crash.
func (d *desk) kill() {
	d.t.Helper()
	if err := d.editor.Process.Kill(); err != nil {
		d.t.Fatal(err)
	}
	if err := <-d.exited; err == nil {
		d.t.Fatal("the editor was killed but ended normally")
	}
}

// title returns the title of the window.
func (d *desk) title() string {
	d.t.Helper()
	return strings.TrimSpace(d.xdotool("getwindowname", d.window))
}

// expect saves the level, and fails the test if complaint describes a problem.
func (d *desk) expect(what string, complaint func(*level.Document) string) *level.Document {
	d.t.Helper()
	doc := d.save()
	if wrong := complaint(doc); wrong != "" {
		d.t.Fatalf("%s: %s", what, wrong)
	}
	return doc
}

// tab moves the focus from the canvas to a control of the inspector, by its number.
func (d *desk) tab(times int) {
	d.t.Helper()
	d.key("F6", "F6", "F6")
	if times > 0 {
		d.do(append([]string{"key", "--delay", "1"}, slices.Repeat([]string{"Tab"}, times)...)...)
	}
}

// command runs a command by its name in the command palette.
func (d *desk) command(name string) {
	d.t.Helper()
	d.key("ctrl+shift+p")
	d.typeText(name)
	d.key("Return")
}

// displays counts the displays that were tried. A number is never used twice, because a server that ends removes the
// socket of its number.
var displays atomic.Int64

// startDisplay starts Xvfb on an unused display, and stops it when the test ends.
func (d *desk) startDisplay() {
	d.t.Helper()
	dir := d.t.TempDir()
	d.screen = filepath.Join(dir, "Xvfb_screen0")
	for range 50 {
		const perProcess = 1000
		display := fmt.Sprintf(":%d", 100+os.Getpid()%50*perProcess+int(displays.Add(1)))
		r, w, err := os.Pipe()
		if err != nil {
			d.t.Fatal(err)
		}
		x := exec.Command("Xvfb", append([]string{
			display, "-displayfd", "3", "-fbdir", dir, "-nocursor", "-nolisten", "tcp",
			"-screen", "0", fmt.Sprintf("%dx%dx24", d.width, d.height), "-noreset",
		}, // or it would restart with every editor that is killed
			d.server...)...)
		x.ExtraFiles = []*os.File{w}
		if err := x.Start(); err != nil {
			d.t.Fatal(err)
		}
		_ = w.Close() // Xvfb has its own copy
		_, err = bufio.NewReader(r).ReadString('\n')
		_ = r.Close()
		if err != nil {
			_ = x.Wait() // another server uses that number
			continue
		}
		d.env = append(d.env, "DISPLAY="+display)
		d.t.Cleanup(func() {
			_ = x.Process.Signal(os.Interrupt)
			_ = x.Wait() // the signal ends it
		})
		return
	}
	d.t.Fatal("no display is free")
}

// waitFor is like waitUntil, but fails at once if the editor has ended.
func (d *desk) waitFor(what string, done func() bool) {
	d.t.Helper()
	waitUntil(d.t, what, func() bool {
		d.t.Helper()
		if done() {
			return true
		}
		select {
		case err := <-d.exited:
			d.t.Fatalf("the editor ended while waiting for %s: %v", what, err)
		default:
		}
		return false
	})
}

// xdotool runs xdotool and returns its output. Use do to send input.
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

// do sends input with xdotool and waits until the window has settled.
func (d *desk) do(args ...string) {
	d.t.Helper()
	d.xdotool(args...)
	d.settle()
}

func (d *desk) key(keys ...string) {
	d.t.Helper()
	for _, k := range keys {
		d.do("key", k)
	}
}

func (d *desk) typeText(s string) {
	d.t.Helper()
	d.do("type", "--delay", "1", s)
}

// place formats a point for xdotool.
func place(x, y float64) []string {
	return []string{strconv.Itoa(int(x + 0.5)), strconv.Itoa(int(y + 0.5))}
}

func (d *desk) moveTo(x, y float64) {
	d.t.Helper()
	d.do(append([]string{"mousemove"}, place(x, y)...)...)
}

// apart waits until pressing the button at a pixel does not count as a double click. The editor tells the two apart by
// time.
func (d *desk) apart(x, y float64) {
	const near, doubleClick = 20, 400 * time.Millisecond
	if d.pressed.Dist(level.Vec{X: x, Y: y}) < near {
		time.Sleep(time.Until(d.handled.Add(doubleClick + 50*time.Millisecond)))
	}
}

// press moves the pointer to a pixel and presses the button.
func (d *desk) press(x, y float64) {
	d.t.Helper()
	d.moveTo(x, y)
	d.apart(x, y)
	d.do("mousedown", "1")
	d.pressed, d.handled = level.Vec{X: x, Y: y}, time.Now()
}

func (d *desk) release() {
	d.t.Helper()
	d.do("mouseup", "1")
}

func (d *desk) click(x, y float64) {
	d.t.Helper()
	d.press(x, y)
	d.release()
}

// doubleClick clicks twice at a pixel. The editor is paused meanwhile, so that both clicks reach it together.
func (d *desk) doubleClick(x, y float64) {
	d.t.Helper()
	d.moveTo(x, y)
	d.apart(x, y)
	signal := func(name string) {
		d.t.Helper()
		if out, err := exec.Command("sh", "-c", fmt.Sprintf("kill -%s %d", name,
			d.editor.Process.Pid)).CombinedOutput(); err != nil {
			d.t.Fatalf("%v: %s", err, out)
		}
	}
	signal("STOP")
	d.xdotool("click", "--repeat", "2", "--delay", "1", "1")
	signal("CONT")
	d.settle()
	d.pressed, d.handled = level.Vec{X: x, Y: y}, time.Now()
}

// grab presses the button at one pixel and moves to another in steps, without releasing it.
func (d *desk) grab(x0, y0, x1, y1 float64) {
	d.t.Helper()
	d.press(x0, y0)
	const steps = 12
	var way []string
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		way = append(append(way, "mousemove"), place(x0+(x1-x0)*t, y0+(y1-y0)*t)...)
	}
	d.do(way...)
}

// shot returns a picture of the whole display.
func (d *desk) shot() image.Image {
	d.t.Helper()
	img, err := d.display()
	if err != nil {
		d.t.Fatal(err)
	}
	return img
}

// display reads the picture that Xvfb has drawn: an XWD file whose pixels have four bytes.
func (d *desk) display() (image.Image, error) {
	data, err := os.ReadFile(d.screen)
	if err != nil {
		return nil, err
	}
	const width, height, order, bits, line, colours = 4, 5, 7, 11, 12, 19 // fields of the header
	field := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	if field(order) != 0 || field(bits) != 32 {
		return nil, fmt.Errorf("the display has %d bits to the pixel in byte order %d", field(bits), field(order))
	}
	img := image.NewRGBA(image.Rect(0, 0, field(width), field(height)))
	const perColour = 12 // bytes
	pixels := data[field(0)+field(colours)*perColour:]
	for y := range field(height) {
		row, to := pixels[y*field(line):], img.Pix[y*img.Stride:]
		for x := 0; x < img.Stride; x += 4 {
			to[x], to[x+1], to[x+2], to[x+3] = row[x+2], row[x+1], row[x], 0xff
		}
	}
	return img, nil
}

// keep writes a picture to a file of the docs if the test runs with -update.
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

// save presses Ctrl+S and reads the saved level.
func (d *desk) save() *level.Document {
	d.t.Helper()
	d.key("ctrl+s")
	if title := d.title(); strings.HasPrefix(title, "●") {
		d.t.Fatalf("the level is not saved: the title is %q", title)
	}
	doc, err := level.Open(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	return doc
}

// calibrate finds the position of the level on the screen: it draws a box, reads the saved level, and undoes the box.
func (d *desk) calibrate() {
	d.t.Helper()
	const x0, y0, x1, y1 = 340, 220, 740, 520
	d.key("r")
	d.do("keydown", "ctrl") // no snapping
	d.grab(x0, y0, x1, y1)
	d.release()
	d.do("keyup", "ctrl")
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

// pixel returns the position of a point of the level on the screen.
func (d *desk) pixel(p level.Vec) level.Vec { return d.origin.Add(p.Mul(d.scale)) }

// see numbers the colliders that are new since the last level that was seen, because ids do not show the order.
func (d *desk) see(doc *level.Document) {
	for c := range doc.Colliders() {
		if d.seen[c.ID] == 0 {
			d.seen[c.ID] = len(d.seen) + 1
		}
	}
}

// newest returns the collider that was added last.
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
	case <-time.After(patience):
		d.t.Error("the editor did not end")
	}
}

// colours returns the number of different colours among some pixels of a picture.
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

// countNear counts the pixels in a square around a point that have about the given colour.
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

// findNear returns the centre of the pixels in a square around a point that have about the given colour.
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

// changedPixels counts the pixels that differ between two pictures of the same size. It checks every fourth pixel.
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
