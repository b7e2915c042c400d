package main

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// copied waits until the level's recovery copy satisfies wanted, and returns its text.
func (p *tab) copied(what string, wanted func(text string) bool) string {
	p.t.Helper()
	const script = `(async () => {
		const call = (name, ...args) => new Promise((done, fail) => fs[name](...args, (err, v) => err ? fail(err) : done(v)));
		const folder = "/home/fillet/.cache/fillet/recovery";
		let text = "";
		for (const name of await call("readdir", folder)) {
			if (!name.endsWith(".level.yaml")) continue;
			const fd = await call("open", folder + "/" + name, 0, 0);
			const { size } = await call("fstat", fd);
			const data = new Uint8Array(size);
			await call("read", fd, data, 0, size, 0);
			await call("close", fd);
			text += new TextDecoder().decode(data);
		}
		return text;
	})()`
	text := ""
	p.t.Cleanup(func() {
		if p.t.Failed() {
			p.t.Logf("the recovery copy, expected to have %s: %s", what, text)
		}
	})
	wait(p.t, what, func() bool { return p.run(chromedp.Evaluate(script, &text, awaits)) == nil && wanted(text) })
	return text
}

// has waits until the level's recovery copy contains the given text, and returns the copy.
func (p *tab) has(text string) string {
	p.t.Helper()
	return p.copied(text, func(got string) bool { return strings.Contains(got, text) })
}

func (p *tab) wheel(x, y, dx, dy float64, mods input.Modifier) {
	p.t.Helper()
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		if err := input.DispatchMouseEvent(input.MouseMoved, x, y).Do(ctx); err != nil {
			return err
		}
		return input.DispatchMouseEvent(input.MouseWheel, x,
			y).WithDeltaX(dx).WithDeltaY(dy).WithModifiers(mods).Do(ctx)
	}))
}

var boxSize = regexp.MustCompile(`size: \[([\d.]+), ([\d.]+)\]\n\s+position: \[([-\d.]+), ([-\d.]+)\]`)

// lastBox returns the size and the position, in pixels of level space, of the last box in a level file.
func lastBox(t *testing.T, text string) (w, h, x, y float64) {
	t.Helper()
	all := boxSize.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		t.Fatalf("no box in %s", text)
	}
	var v [4]float64
	for i := range v {
		var err error
		if v[i], err = strconv.ParseFloat(all[len(all)-1][i+1], 64); err != nil {
			t.Fatal(err)
		}
	}
	return v[0], v[1], v[2], v[3]
}

// hold calls do while a key is held down.
func (p *tab) hold(key, code string, number int64, mods input.Modifier, do func()) {
	p.t.Helper()
	p.do(input.DispatchKeyEvent(input.KeyRawDown).WithKey(key).WithCode(code).WithWindowsVirtualKeyCode(
		number).WithModifiers(mods))
	do()
	p.do(input.DispatchKeyEvent(input.KeyUp).WithKey(key).WithCode(code).WithWindowsVirtualKeyCode(number))
}

// The wheel zooms in steps, a two-finger scroll pans, and Shift with the wheel pans sideways. A touchpad pinch and Ctrl
// with the wheel zoom at the pointer. The page itself neither scrolls nor zooms.
func TestWheelAndPinch(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "?level=given.level.yaml", "")
	p.opened("given")
	n := 0
	const x, y = 600, 300
	draw := func() (w, h, px, py float64) {
		t.Helper()
		n++
		p.press("v")
		p.press(kb.Escape) // the last box has no handles then
		p.press("r")
		p.drag(x, y, x+200, y+120)
		return lastBox(t, p.has(fmt.Sprintf("box %d", n)))
	}
	w, h, _, _ := draw()
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 17 { // one grid cell
			t.Errorf("%s: %.1f, want about %.1f", what, got, want)
		}
	}
	pinch := func(px float64) {
		p.wheel(x, y, 0, px, input.ModifierCtrl) // browsers report a pinch as a wheel event with Ctrl
		p.settled()
	}
	pinch(34.65)
	pinch(34.65) // zoomed out by half
	w2, h2, _, _ := draw()
	near("the width after a pinch", w2, 2*w)
	near("the height after a pinch", h2, 2*h)
	pinch(-34.65)
	pinch(-34.65)
	w2, _, _, _ = draw()
	near("the width after pinching back", w2, w)

	_, _, px, py := draw()
	scroll := func(dx, dy float64, mods input.Modifier, wantX, wantY float64, what string) {
		t.Helper()
		p.wheel(x, y, dx, dy, mods)
		p.settled()
		_, _, nx, ny := draw()
		near(what+", x", nx-px, wantX)
		near(what+", y", ny-py, wantY)
		px, py = nx, ny
	}
	zoom := 200 / w // screen pixels per level pixel
	scroll(0, 20, 0, 0, 20*0.5/zoom, "two fingers")
	p.hold("Shift", "ShiftLeft", 16, input.ModifierShift, func() { p.wheel(x, y, 0, 120, input.ModifierShift) })
	scroll(0, 0, 0, 100/zoom, 0, "a notch with Shift")
	for range 4 {
		p.wheel(x, y, 0, 120, 0)
	}
	p.settled()
	w2, _, _, _ = draw()
	near("the width after four notches", w2, w*1.1*1.1*1.1*1.1)
	p.hold("Control", "ControlLeft", 17, input.ModifierCtrl, func() {
		for range 4 {
			p.wheel(x, y, 0, -120, input.ModifierCtrl)
		}
	})
	p.settled()
	w2, _, _, _ = draw()
	near("the width after four notches back, with Ctrl", w2, w)
	p.waitFor("a page that has neither scrolled nor zoomed",
		`scrollX === 0 && scrollY === 0 && visualViewport.scale === 1 && devicePixelRatio === 1`)
}

// The page handles its own shortcuts and leaves other shortcuts to the browser.
func TestKeysOfThePageAndTheBrowser(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "?level=given.level.yaml", `window.marked = true;`)
	p.opened("given")
	// The script dispatches the key events, so the browser does not run its own shortcuts.
	taken := func(key, code string, number int, mods string) (used bool) {
		t.Helper()
		p.do(chromedp.Evaluate(fmt.Sprintf(`!document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
			{key: %q, code: %q, keyCode: %d, bubbles: true, cancelable: true%s}))`, key, code, number, mods), &used))
		p.do(chromedp.Evaluate(fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent("keyup",
			{key: %q, code: %q, keyCode: %d, bubbles: true, cancelable: true}))`, key, code, number), nil))
		p.press(kb.Escape) // closes any dialog or menu that the key opened
		return used
	}
	const ctrl = ", ctrlKey: true"
	for _, letter := range "sodfegip" {
		upper := strings.ToUpper(string(letter))
		if !taken(string(letter), "Key"+upper, int(upper[0]), ctrl) {
			t.Errorf("the page does not handle Ctrl+%s", upper)
		}
	}
	for n := 1; n <= 10; n++ {
		if !taken(fmt.Sprintf("F%d", n), fmt.Sprintf("F%d", n), 111+n, "") {
			t.Errorf("the page does not handle F%d", n)
		}
	}
	for _, letter := range "nwt" {
		upper := strings.ToUpper(string(letter))
		if taken(string(letter), "Key"+upper, int(upper[0]), ctrl) {
			t.Errorf("the page takes Ctrl+%s from the browser", upper)
		}
	}
	if taken("1", "Digit1", '1', ctrl) || taken("Tab", "Tab", 9, ctrl) || taken("F11", "F11", 122, "") ||
		taken("F12", "F12", 123, "") {
		t.Error("the page takes keys from the browser")
	}
	p.waitFor("the original page, not reloaded", `window.marked && document.title.includes("given")`)
}

// Shift and Ctrl apply while drawing and clicking, and Ctrl shortcuts do the same as on the desktop.
func TestModifiersAndCommands(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "?level=given.level.yaml", "")
	p.opened("given")
	p.press("r")
	p.hold("Shift", "ShiftLeft", 16, input.ModifierShift, func() { p.drag(600, 300, 700, 340, input.ModifierShift) })
	if w, h, _, _ := lastBox(t, p.has("box 1")); w != h {
		t.Errorf("with Shift the box is %v by %v", w, h)
	}
	p.press("d", input.ModifierCtrl)
	p.has("box 2")
	p.press("a", input.ModifierCtrl)
	p.press(kb.Delete)
	p.copied("nothing", func(text string) bool { return text != "" && !strings.Contains(text, "box") })
	p.press("z", input.ModifierCtrl)
	p.has("box 2")
	p.press("z", input.ModifierCtrl)
	p.copied("one box", func(text string) bool {
		return strings.Contains(text, "box 1") && !strings.Contains(text, "box 2")
	})
	p.press("y", input.ModifierCtrl)
	p.has("box 2")
}

// Accented letters, other scripts, AltGr characters and text from input methods enter a text field exactly once.
func TestTextOfAllKeyboards(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "?level=given.level.yaml", "")
	p.opened("given")
	p.press("r")
	p.drag(600, 300, 700, 360)
	p.has("box 1")
	p.press(kb.F2)
	p.settled()
	p.press("\x7f") // deletes the selected name
	p.do(chromedp.KeyEvent("xé"))
	p.do(chromedp.Evaluate(`for (const type of ["keydown", "keyup"]) document.activeElement.dispatchEvent(new KeyboardEvent(type,
		{key: "@", code: "KeyQ", keyCode: 81, ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true, cancelable: true}))`, nil))
	p.do(chromedp.KeyEvent("жß"))
	p.do( // a dead key and its letter, then a word from an input method
		input.DispatchKeyEvent(input.KeyRawDown).WithKey("Dead").WithCode("BracketLeft").WithWindowsVirtualKeyCode(229),
		input.ImeSetComposition("^", 1, 1),
		input.InsertText("â"),
		input.ImeSetComposition("に", 1, 1),
		input.ImeSetComposition("にほ", 2, 2),
	)
	p.waitFor("the text being composed", `document.querySelector("#text.composing").value.endsWith("にほ")`)
	p.do(input.InsertText("日本"))
	p.do(chromedp.KeyEvent("z"))
	p.press("\r")
	p.has("name: \"xé@жßâ日本z\"\n")
}

// Shapes are copied to the browser's clipboard as YAML and pasted from it, without permission to read it. They are also
// copied as a picture.
func TestClipboard(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "?level=given.level.yaml", `window.system = navigator.clipboard;`)
	p.opened("given")
	p.press("r")
	p.drag(600, 300, 700, 360)
	p.has("box 1")
	p.press("c", input.ModifierCtrl)
	p.press("e")
	p.settled()
	p.do(browser.SetPermission(&browser.PermissionDescriptor{Name: "clipboard-read"},
		browser.PermissionSettingGranted).WithOrigin(p.url).WithBrowserContextID(chromedp.FromContext(
		p.ctx).BrowserContextID))
	p.command("copy as picture")
	p.waitFor("the picture on the clipboard",
		`system.read().then((all) => all.some((item) => item.types.includes("image/png")))`)
	p.press("v")
	p.press("c", input.ModifierCtrl)
	p.press("e")
	p.settled()
	p.waitFor("the shape on the clipboard",
		`system.readText().then((text) => text.includes("box 1") && text.includes("size:"))`)
	paste := func() {
		t.Helper()
		key := input.DispatchKeyEvent(input.KeyRawDown).WithKey("v").WithCode("KeyV").WithWindowsVirtualKeyCode(
			'V').WithModifiers(input.ModifierCtrl)
		p.do(key.WithCommands([]string{"paste"}),
			input.DispatchKeyEvent(input.KeyUp).WithKey("v").WithCode("KeyV").WithWindowsVirtualKeyCode('V'))
	}
	text := ""
	p.do(chromedp.Evaluate(`system.readText().then((text) => system.writeText(text = text.replaceAll("box 1", "from elsewhere")).then(() => text))`, &text,
		func(e *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams {
			return e.WithAwaitPromise(true).WithUserGesture(true)
		}))
	if !strings.Contains(text, "from elsewhere") {
		t.Fatalf("the clipboard has %q", text)
	}
	p.do(browser.SetPermission(&browser.PermissionDescriptor{Name: "clipboard-read"},
		browser.PermissionSettingDenied).WithOrigin(p.url).WithBrowserContextID(chromedp.FromContext(
		p.ctx).BrowserContextID))
	paste()
	p.has("from elsewhere")
}
