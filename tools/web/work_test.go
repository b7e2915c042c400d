package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// show stores a picture of a step for human viewers if FILLET_WEB_PICTURES names a folder.
func (p *tab) show(name string) {
	if dir := os.Getenv("FILLET_WEB_PICTURES"); dir != "" {
		p.settled()
		p.picture(filepath.Join(dir, name+".png"))
	}
}

// noHandles is a script that removes the page's access to files, which some browsers lack.
const noHandles = `delete window.showSaveFilePicker; delete window.showOpenFilePicker; delete window.showDirectoryPicker;`

// canvas returns the drawn level, without the page around it.
func (p *tab) canvas() image.Image {
	p.t.Helper()
	var data []byte
	p.do(chromedp.CaptureScreenshot(&data))
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		p.t.Fatal(err)
	}
	return img
}

// An LDtk project that is dropped onto the page becomes shapes, and its export is downloaded.
func TestLDtkProjectToAnExport(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", noHandles)
	p.show("1-start")
	sample, err := filepath.Abs("../../assets/samples/cavern.ldtk")
	if err != nil {
		t.Fatal(err)
	}
	p.drop(700, 400, sample)
	p.opened("avern")
	p.show("2-dropped")
	p.press("\r") // closes the import dialog, or its notes
	text := p.copied("the shapes of the cells", func(text string) bool { return strings.Contains(text, "colliders:") })
	if n := strings.Count(text, "kind:"); n < 4 {
		t.Fatalf("the import has %d shapes: %s", n, text)
	}
	p.show("3-imported")
	p.press(kb.Escape)
	p.press("e", input.ModifierCtrl, input.ModifierShift)
	p.settled()
	p.show("4-export")
	p.press("\r")
	exported := string(p.downloaded("*"))
	if !strings.Contains(exported, "cavern") && !strings.Contains(exported, "shapes") &&
		!strings.Contains(exported, "colliders") {
		t.Errorf("the export is %.300s", exported)
	}
	p.show("5-exported")
}

// An opened file is saved in place, even after a reload, and changes by another program are not lost.
func TestSaveInPlace(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", picks("mine.level.yaml", givenLevel))
	p.press("o", input.ModifierCtrl)
	p.opened("mine")
	p.press("r")
	p.drag(600, 300, 700, 360)
	p.has("box 1")
	p.press("s", input.ModifierCtrl)
	p.waitFor("the box in the user's file", `textOf().then((text) => text.includes("box 1") && !fillet.unsaved())`)
	p.do(chromedp.Reload())
	p.started()
	p.opened("mine")
	p.press("r")
	p.drag(600, 420, 700, 480)
	p.has("box 2")
	p.press("s", input.ModifierCtrl)
	p.waitFor("the second box in the user's file",
		`textOf().then((text) => text.includes("box 2") && !fillet.unsaved())`)

	p.press("r")
	p.drag(800, 420, 860, 480)
	p.has("box 3")
	p.do(chromedp.Evaluate(`ofUser().then(async (handle) => {
		const text = (await textOf()).replaceAll("box 1", "of others");
		const out = await handle.createWritable();
		await out.write(text);
		await out.close();
		return true;
	})`, nil, awaits))
	p.press("s", input.ModifierCtrl)
	p.settled()
	p.show("changed-by-others")
	p.waitFor("the file of the others",
		`textOf().then((text) => text.includes("of others") && !text.includes("box 3") && fillet.unsaved())`)
}

// An opened folder is a project: saved, exported and new files are written into it, but Fillet's own notes are not.
func TestFolderOfTheUser(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", `window.folderOf = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("game", { create: true });
		window.listing = async (folder, at = "") => {
			const all = [];
			for await (const [name, h] of (folder || await folderOf()).entries()) all.push(...h.kind === "directory" ? await listing(h, at + name + "/") : [at + name]);
			return all.sort();
		};
		window.showDirectoryPicker = folderOf;`)
	p.command("new project")
	p.waitFor("the project's first level",
		`fillet.unsaved && document.title !== "Fillet" && listing().then((all) => all.includes("fillet.project.yaml") && all.some((name) => name.endsWith(".level.yaml")))`)
	p.show("project")
	before := ""
	p.do(chromedp.Evaluate(`listing().then((all) => all.join())`, &before, awaits))
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.waitFor("unsaved work", `fillet.unsaved()`)
	p.press("s", input.ModifierCtrl)
	p.waitFor("a saved level", `!fillet.unsaved()`)
	const all = `(async () => {
		let text = "";
		const walk = async (folder) => { for await (const h of folder.values()) h.kind === "directory" ? await walk(h) : text += await (await h.getFile()).text(); };
		await walk(await folderOf());
		return text;
	})()`
	p.waitFor("the box in the folder", all+`.then((text) => text.includes("box 1"))`)
	after := ""
	p.do(chromedp.Evaluate(`listing().then((all) => all.join())`, &after, awaits))
	if before != after {
		t.Errorf("the folder has %s, it had %s", after, before)
	}
	p.do(chromedp.Reload())
	p.started()
	p.waitFor("the level of the last time", `document.title !== "Fillet"`)
	p.settled()
	p.press("c")
	p.drag(640, 300, 680, 330)
	p.waitFor("unsaved work", `fillet.unsaved()`)
	p.press("s", input.ModifierCtrl)
	p.waitFor("the circle in the folder", all+`.then((text) => text.includes("circle 1"))`)
}

// Keys control a playtest, and the canvas shows it.
func TestPlaytest(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	const yard = "fillet: 1\nname: yard\nsize: [640, 400]\nlayers:\n  - id: l1\n    name: Ground\n    colliders:\n" +
		"      - {id: c1, name: floor, kind: box, size: [640, 32], position: [320, 384]}\n" +
		"      - {id: c2, name: wall, kind: box, size: [16, 32], position: [320, 352]}\n" +
		"      - {id: c3, name: spawn, kind: point, position: [96, 340], tags: [spawn]}\n"
	p := newTab(t, "#level="+held(t, yard)+"&name=yard", "")
	p.opened("yard")
	before := p.canvas()
	isBlue := func(img image.Image, x, y int) bool {
		r, g, b, _ := img.At(x, y).RGBA()
		return r>>8 < 110 && b>>8 > 130 && b > g && g > r
	}
	character := func(img image.Image, x0, x1 int) (n int) { // its pixels above the floor
		for y := 540; y < 599; y++ {
			for x := x0; x < x1; x++ {
				if isBlue(img, x, y) && !isBlue(before, x, y) {
					n++
				}
			}
		}
		return n
	}
	const body = 80 // minimum number of pixels of a character
	seen := func(what string, from, to int) {
		t.Helper()
		wait(t, what, func() bool { return character(p.canvas(), from, to) >= body })
	}
	p.press(kb.F5)
	seen("the character at its spawn", 400, 520)
	p.show("play")
	p.hold(kb.ArrowRight, "ArrowRight", 39, 0, func() { seen("the character at the wall", 640, 705) })
	p.press(kb.Escape)
	wait(t, "the level without the character", func() bool { return character(p.canvas(), 340, 705) < body })
}

// If the browser's storage is full, saving reports it, nothing is lost, and the level can be downloaded.
func TestStorageFull(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", picks("mine.level.yaml", givenLevel))
	p.press("o", input.ModifierCtrl)
	p.opened("mine")
	p.press("r")
	p.drag(600, 300, 700, 360)
	p.has("box 1")
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return storage.OverrideQuotaForOrigin(p.url).WithQuotaSize(1).Do(ctx)
	}))
	p.press("s", input.ModifierCtrl)
	p.settled()
	p.show("storage-full")
	p.waitFor("unsaved work", `fillet.unsaved()`)
	p.press("\r") // Download it
	if text := string(p.downloaded("*.yaml")); !strings.Contains(text, "box 1") {
		t.Errorf("the download is %.300s", text)
	}
	p.do(chromedp.ActionFunc(func(ctx context.Context) error { return storage.OverrideQuotaForOrigin(p.url).Do(ctx) }))
	p.press("s", input.ModifierCtrl)
	p.waitFor("the box in the user's file", `textOf().then((text) => text.includes("box 1") && !fillet.unsaved())`)
}

// A rebuilt page is used at once, although everything except index.html is cached forever. A second start loads only
// changed files.
func TestUpdate(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	ctx := window(t)
	folder := t.TempDir()
	release := func(version string) {
		t.Helper()
		script := filepath.Join(t.TempDir(), "say.js")
		if err := os.WriteFile(script, []byte("document.title = "+fmt.Sprintf("%q", version)), 0o644); err != nil {
			t.Fatal(err)
		}
		placed, err := place(folder, script, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "index.html"),
			[]byte(`<!DOCTYPE html><script src="`+placed+`"></script>`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var asked []string
	files := handler(folder)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	load := func(want string, requests int) {
		t.Helper()
		asked = nil
		title := ""
		if err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/"), chromedp.Title(&title)); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, path := range asked {
			if !strings.Contains(path, "favicon") {
				n++
			}
		}
		if title != want || n != requests {
			t.Errorf("the page is %q after %q, want %q after %d requests", title, asked, want, requests)
		}
	}
	release("first")
	load("first", 2)
	load("first", 1)
	release("second")
	load("second", 2)
}
