package main

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The size of the page.
const (
	pageWidth  = 1440
	pageHeight = 757
)

const givenLevel = "fillet: 1\nname: given\nsize: [640, 400]\nlayers:\n  - {id: l1, name: things, colliders: [{id: c1, name: rock, kind: circle, position: [100, 100], radius: 20}]}\n"

// tab is a page of the editor in a real browser.
type tab struct {
	t   testing.TB
	ctx context.Context
	url string
	dir string // of downloads

	mu     sync.Mutex
	others []string // addresses of other origins that were asked for
	said   []string // errors on the console
	log    []string // whatever else is there
}

// patience is how long a test may take, and what it waits for: the machine may be busy.
const (
	patience = 6 * time.Minute
	aWait    = 2 * time.Minute
)

var given sync.Once

// newTab opens the folder that FILLET_WEB names in Chromium, on the start page, after a script. Tests that use it run beside each other.
func newTab(t testing.TB, address, before string) *tab {
	t.Helper()
	return open(t, address, before, network.Enable())
}

// open is newTab with what the protocol is told before the page is loaded. Watching the network has the browser keep a copy of all that is
// loaded, which takes time.
func open(t testing.TB, address, before string, first ...chromedp.Action) *tab {
	t.Helper()
	return openAt(t, func(files http.Handler) http.Handler { return files }, address, before, first...)
}

// openAt is open with a server that answers something else than the page's files to some requests.
func openAt(t testing.TB, server func(files http.Handler) http.Handler, address, before string, first ...chromedp.Action) *tab {
	t.Helper()
	ctx := window(t)
	folder := os.Getenv("FILLET_WEB")
	given.Do(func() { _ = os.WriteFile(filepath.Join(folder, "given.level.yaml"), []byte(givenLevel), 0o644) }) // it is missed where it is missing
	s := httptest.NewServer(server(handler(folder)))
	t.Cleanup(s.Close)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	of := chromedp.FromContext(ctx).BrowserContextID
	p := &tab{t: t, ctx: ctx, url: s.URL, dir: t.TempDir()}
	chromedp.ListenTarget(ctx, func(ev any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch ev := ev.(type) {
		case *network.EventRequestWillBeSent:
			if u := ev.Request.URL; !strings.HasPrefix(u, p.url+"/") && !strings.HasPrefix(u, "blob:"+p.url) && !strings.HasPrefix(u, "data:") {
				p.others = append(p.others, u)
			}
		case *cdpruntime.EventExceptionThrown:
			p.said = append(p.said, ev.ExceptionDetails.Error())
		case *cdpruntime.EventConsoleAPICalled:
			for _, a := range ev.Args {
				p.log = append(p.log, strings.Trim(string(a.Value), `"`))
			}
		case *page.EventJavascriptDialogOpening:
			go func() { _ = chromedp.Run(ctx, page.HandleJavaScriptDialog(true)) }()
		}
	})
	p.do(
		page.Enable(), emulation.SetFocusEmulationEnabled(true), emulation.SetDeviceMetricsOverride(pageWidth, pageHeight, 1, false),
		browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(p.dir).WithBrowserContextID(of),
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(before).Do(ctx)
			return err
		}),
	)
	p.do(append(first, chromedp.Navigate(p.url+"/"+address))...)
	p.started()
	t.Cleanup(func() {
		if t.Failed() {
			p.picture(filepath.Join("testdata", "failed", t.Name()+".png"))
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if t.Failed() && len(p.log) > 0 {
			t.Logf("the console:\n%s", strings.Join(p.log, "\n"))
		}
		if len(p.others) > 0 {
			t.Errorf("other origins were asked: %q", p.others)
		}
		if len(p.said) > 0 {
			t.Errorf("the console says %q", p.said)
		}
	})
	return p
}

func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *tab) picture(path string) {
	var png []byte
	if chromedp.Run(p.ctx, chromedp.CaptureScreenshot(&png)) != nil || os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return // it is a help, no more
	}
	_ = os.WriteFile(path, png, 0o644)
	p.t.Logf("the page is in %s", path)
}

// waitFor waits until a script that answers true or false says true.
func (p *tab) waitFor(what, script string) {
	p.t.Helper()
	for deadline := time.Now().Add(aWait); ; time.Sleep(50 * time.Millisecond) {
		is := false
		err := chromedp.Run(p.ctx, chromedp.Evaluate(script, &is, func(e *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams { return e.WithAwaitPromise(true) }))
		if err == nil && is {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s did not come: %v", what, err)
		}
	}
}

// started waits for the first picture.
func (p *tab) started() {
	p.t.Helper()
	p.waitFor("the start page", `!!document.querySelector("#loading.failed") || !document.getElementById("loading") && !!document.querySelector("canvas")`)
	failed := ""
	p.do(chromedp.Evaluate(`(document.querySelector("#loading.failed") || {textContent: ""}).textContent`, &failed))
	if failed != "" {
		p.t.Fatal(failed)
	}
}

// press types keys: a character, or the name of a key, with modifiers.
func (p *tab) press(keys string, mods ...input.Modifier) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(mods...)))
}

func (p *tab) drag(x, y, toX, toY float64, mods ...input.Modifier) {
	p.t.Helper()
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		held := input.ModifierNone
		for _, m := range mods {
			held |= m
		}
		at := func(kind input.MouseType, x, y float64) error {
			e := input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithClickCount(1).WithModifiers(held)
			if kind == input.MouseMoved {
				e = e.WithButtons(1)
			}
			return e.Do(ctx)
		}
		if err := input.DispatchMouseEvent(input.MouseMoved, x, y).Do(ctx); err != nil {
			return err
		}
		if err := at(input.MousePressed, x, y); err != nil {
			return err
		}
		const steps = 8
		for i := 1.0; i <= steps; i++ {
			if err := at(input.MouseMoved, x+(toX-x)*i/steps, y+(toY-y)*i/steps); err != nil {
				return err
			}
		}
		return at(input.MouseReleased, toX, toY)
	}))
}

// drop drops files of the machine onto the page.
func (p *tab) drop(x, y float64, files ...string) {
	p.t.Helper()
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		const copying = 1
		data := &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: copying}
		for _, kind := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
			if err := input.DispatchDragEvent(kind, x, y, data).Do(ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}

// downloaded waits for a file among the downloads, and answers with its text.
func (p *tab) downloaded(pattern string) []byte {
	p.t.Helper()
	for deadline := time.Now().Add(aWait); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		paths, err := filepath.Glob(filepath.Join(p.dir, pattern))
		if err != nil || len(paths) == 0 {
			continue
		}
		text, err := os.ReadFile(paths[0])
		if err != nil {
			p.t.Fatal(err)
		}
		if len(text) > 0 {
			return text
		}
	}
	p.t.Fatalf("nothing like %s was downloaded", pattern)
	return nil
}

// recovery is a script that says whether the copy of the level that is put aside is like it: has a text, and has not.
func recovery(has, not string) string {
	return fmt.Sprintf(`(async () => {
		const call = (name, ...args) => new Promise((done, fail) => fs[name](...args, (err, v) => err ? fail(err) : done(v)));
		const folder = "/home/fillet/.cache/fillet/recovery";
		for (const name of await call("readdir", folder)) {
			if (!name.endsWith(".level.yaml")) continue;
			const fd = await call("open", folder + "/" + name, 0, 0);
			const { size } = await call("fstat", fd);
			const data = new Uint8Array(size);
			await call("read", fd, data, 0, size, 0);
			await call("close", fd);
			const text = new TextDecoder().decode(data);
			if (text.includes(%q) && (%q === "" || !text.includes(%q))) return true;
		}
		return false;
	})()`, has, not, not)
}

// The way from the page to a file: a sample, a shape, undo and redo, a reload that recovers, a level that is downloaded, which the
// command line's check then reads.
func TestFromTheStartToAFile(t *testing.T) {
	t.Parallel()
	p := newTab(t, "", `delete window.showSaveFilePicker; delete window.showOpenFilePicker;`)
	p.drag(670, 150, 670, 150) // Rounding
	p.waitFor("the sample's tab", `document.title.includes("ounding")`)
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.waitFor("the box in the copy", recovery("box 1", ""))
	p.press("c")
	p.drag(760, 180, 800, 220)
	p.waitFor("the circle in the copy", recovery("circle 1", ""))
	p.press("z", input.ModifierCtrl)
	p.waitFor("the circle gone from the copy", recovery("box 1", "circle 1"))
	p.do(chromedp.Reload())
	p.started()
	p.do(chromedp.Sleep(500 * time.Millisecond))
	p.press("\t")
	p.press(" ") // Recover
	p.waitFor("the recovered tab", `document.title.includes("ounding")`)
	p.press("s", input.ModifierCtrl)
	text := p.downloaded("*.yaml")
	if !strings.Contains(string(text), "box 1") || strings.Contains(string(text), "circle 1") {
		t.Errorf("the download is not the level: %.300s", text)
	}
	p.waitFor("nothing unsaved", `!fillet.unsaved()`)
}

// A file of the user whose permission is withdrawn is not said to be saved, and nothing is lost; once it can be written, it is.
func TestWithdrawnPermission(t *testing.T) {
	t.Parallel()
	p := newTab(t, "", picks("mine.level.yaml", "")+`
		window.refuses = true;
		FileSystemHandle.prototype.queryPermission = async () => window.refuses ? "denied" : "granted";`)
	p.drag(670, 150, 670, 150)
	p.waitFor("the sample's tab", `document.title.includes("ounding")`)
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.waitFor("the box in the copy", recovery("box 1", ""))
	p.press("s", input.ModifierCtrl)
	p.still()
	p.show("refused")
	p.waitFor("unsaved work", `textOf().then((text) => text === "" && fillet.unsaved())`)
	p.waitFor("the copy that stays", recovery("box 1", ""))
	p.press(kb.Escape)
	p.do(chromedp.Evaluate(`window.refuses = false`, nil))
	p.press("s", input.ModifierCtrl)
	p.waitFor("the saved file", `textOf().then((text) => text.includes("box 1") && !fillet.unsaved())`)
}

// A level that an address names or holds is opened; one of another origin, a broken and a missing one are not, and the page says why.
func TestLevelOfAnAddress(t *testing.T) {
	takesLong(t)
	t.Parallel()
	for _, c := range []struct{ name, address, want string }{
		{"named", "?level=given.level.yaml", `document.title.includes("given.level.yaml")`},
		{"held", "#level=" + held(t, givenLevel), `document.title.includes("shared.level.yaml")`},
		{"elsewhere", "?level=https://example.com/a.level.yaml", `fillet.problem.includes("only opened from")`},
		{"missing", "?level=none.level.yaml", `fillet.problem.includes("404")`},
		{"broken", "#level=AAAA", `!!fillet.problem`},
		{"not a level", "?level=index.html", `!document.title.includes("given")`},
		{"too large", "#level=" + held(t, strings.Repeat(" ", 5<<20)), `fillet.problem.includes("more than 4 MB")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := newTab(t, c.address, "")
			p.waitFor(c.want, c.want)
		})
	}
}

// Where the browser gives no storage, the editor starts and says so.
func TestNoStorage(t *testing.T) {
	takesLong(t)
	t.Parallel()
	p := newTab(t, "", `Object.defineProperty(window, "indexedDB", {get() { throw new DOMException("no storage", "SecurityError"); }, configurable: true});`)
	p.waitFor("the page without storage", `fillet.keeps === false`)
}

// The browser is asked to keep what is stored once there is work to keep, and once only: Firefox puts that to its user.
func TestAsksToKeepWork(t *testing.T) {
	takesLong(t)
	t.Parallel()
	p := newTab(t, "", `delete window.showSaveFilePicker; window.asked = 0; StorageManager.prototype.persist = async () => { window.asked++; return true; };`)
	p.drag(670, 150, 670, 150) // Rounding
	p.waitFor("the sample's tab", `document.title.includes("ounding")`)
	p.waitFor("no question without work", `asked === 0`)
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.waitFor("the box in the copy", recovery("box 1", ""))
	p.press("s", input.ModifierCtrl)
	p.waitFor("the saved level", `!fillet.unsaved()`)
	p.waitFor("one question", `asked === 1`)
}

// A program that breaks off while it handles an event has the page say so, and what to do.
func TestProgramThatBreaksOff(t *testing.T) {
	t.Parallel()
	p := newTab(t, "", "")
	p.do(chromedp.Evaluate(`setTimeout(() => { throw new WebAssembly.RuntimeError("unreachable"); }); 0`, nil))
	p.waitFor("what the page says", `(document.querySelector("#loading.failed") || {textContent: ""}).textContent.includes("error (unreachable). Reload the page")`)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = nil // the error that was thrown
}

// The browser's dialog names what it lists, and where it is refused for want of a click, the message says what to do.
func TestFileDialogOfTheBrowser(t *testing.T) {
	t.Parallel()
	p := newTab(t, "", `window.showOpenFilePicker = window.showSaveFilePicker = async (asked) => {
		window.asked = asked;
		throw new DOMException("Failed to execute 'showSaveFilePicker' on 'Window': User activation required.", "SecurityError");
	};`)
	for _, ask := range []string{`fillet.files.open("", [".level.yaml", ".yml"])`, `fillet.files.save("", "a.level.yaml", [".level.yaml", ".yml"])`} {
		said, named := "", ""
		p.do(
			chromedp.Evaluate(ask+`.catch((err) => err.message)`, &said, awaits),
			chromedp.Evaluate(`window.asked.types[0].description`, &named),
		)
		if !strings.Contains(said, "try it once more") || named != "*.level.yaml, *.yml" {
			t.Errorf("%s says %q, and the dialog lists %q", ask, said, named)
		}
	}
}

// The page starts from a server that does not know what a program for browsers is. Where the program is none, the page says so to the end.
func TestServersOfOtherKinds(t *testing.T) {
	takesLong(t)
	for _, c := range []struct{ name, body, want string }{
		{"no type", "", `!document.getElementById("loading")`},
		{"no program", strings.Repeat("no program ", 1<<20), `document.getElementById("progress").textContent.includes("cannot be started")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := window(t)
			files := handler(os.Getenv("FILLET_WEB"))
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch isProgram := strings.HasSuffix(r.URL.Path, ".wasm"); {
				case isProgram && c.body != "":
					_, _ = io.WriteString(w, c.body)
				case isProgram:
					w.Header().Set("Content-Type", "application/octet-stream")
					http.ServeFile(w, r, filepath.Join(os.Getenv("FILLET_WEB"), filepath.Base(r.URL.Path)))
				default:
					files.ServeHTTP(w, r)
				}
			}))
			t.Cleanup(server.Close)
			p := &tab{t: t, ctx: ctx}
			p.do(chromedp.Navigate(server.URL))
			p.waitFor(c.name, c.want)
			p.do(chromedp.Sleep(500 * time.Millisecond))
			p.waitFor(c.name+", still", c.want)
		})
	}
}

// held is a level as a link holds it.
func held(t testing.TB, text string) string { return packed(t, strings.NewReader(text)) }

// zeros is very much of nothing, as a link holds it.
func zeros(t *testing.T, size int64) string { return packed(t, io.LimitReader(nothing{}, size)) }

type nothing struct{}

func (nothing) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

func packed(t testing.TB, from io.Reader) string {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, from); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// A level that is open in one tab is told of in another: the first one's note lies beside it, and its lock is held until that tab ends.
func TestTwoTabs(t *testing.T) {
	takesLong(t)
	t.Parallel()
	p := newTab(t, "", picks("given.level.yaml", givenLevel))
	p.press("o", input.ModifierCtrl)
	p.waitFor("the level", `document.title.includes("given")`)
	locked := func(is bool) string {
		return fmt.Sprintf(`(async () => {
			const call = (name, ...args) => new Promise((done, fail) => fs[name](...args, (err, v) => err ? fail(err) : done(v)));
			const note = (await call("readdir", "/files")).find((name) => name.endsWith(".lock"));
			if (!note) return false;
			const fd = await call("open", "/files/" + note, 2, 0);
			const got = await fillet.tryLock(fd);
			await call("close", fd);
			return got !== %t;
		})()`, is)
	}
	p.waitFor("the lock", locked(true))
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	if err := chromedp.Run(ctx, chromedp.Navigate(p.url+"/")); err != nil {
		t.Fatal(err)
	}
	second := &tab{t: t, ctx: ctx, url: p.url}
	second.started()
	second.waitFor("the lock of the first tab", locked(true))
	p.do(chromedp.Navigate("about:blank"))
	second.waitFor("the lock without the first tab", locked(false))
}
