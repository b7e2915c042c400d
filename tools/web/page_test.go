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

const givenLevel = "fillet: 1\nname: given\nsize: [640, 400]\nlayers:\n  - {id: l1, name: things, colliders: [{id: " +
	"c1, name: rock, kind: circle, position: [100, 100], radius: 20}]}\n"

// tab is a page of the editor in a real browser.
type tab struct {
	t   testing.TB
	ctx context.Context
	url string
	dir string // folder of downloads

	mu     sync.Mutex
	others []string // requested addresses of other origins
	said   []string // errors on the console
	log    []string // all other messages
}

// newTab opens the page from the folder in FILLET_WEB in Chromium, and runs the script before ahead of the page's own
// scripts. Tests that use newTab can run in parallel.
func newTab(t testing.TB, address, before string) *tab {
	t.Helper()
	return open(t, address, before, network.Enable())
}

// open works like newTab, but runs the given actions before it loads the page and does not watch the network. Watching
// is slow, because the browser then keeps a copy of everything that it loads.
func open(t testing.TB, address, before string, first ...chromedp.Action) *tab {
	t.Helper()
	return openAt(t, func(files http.Handler) http.Handler { return files }, address, before, first...)
}

// openAt works like open, with a server that may answer some requests with something other than the page's files.
func openAt(
	t testing.TB, server func(files http.Handler) http.Handler, address, before string, first ...chromedp.Action,
) *tab {
	t.Helper()
	p := load(t, server, address, before, first...)
	p.started()
	return p
}

// load works like openAt, for a page that may fail to start.
func load(
	t testing.TB, server func(files http.Handler) http.Handler, address, before string, first ...chromedp.Action,
) *tab {
	t.Helper()
	ctx := window(t)
	files := handler(os.Getenv("FILLET_WEB"))
	s := httptest.NewServer(server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/given.level.yaml" {
			files.ServeHTTP(w, r)
			return
		}
		_, _ = io.WriteString(w, givenLevel)
	})))
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
			if u := ev.Request.URL; !strings.HasPrefix(u, p.url+"/") && !strings.HasPrefix(u, "blob:"+p.url) &&
				!strings.HasPrefix(u, "data:") {
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
		page.Enable(), emulation.SetFocusEmulationEnabled(true), emulation.SetDeviceMetricsOverride(pageWidth,
			pageHeight, 1, false),
		browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(
			p.dir).WithBrowserContextID(of),
		beforeAll(settles+before),
	)
	p.do(append(first, chromedp.Navigate(p.url+"/"+address))...)
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
			t.Errorf("requests to other origins: %q", p.others)
		}
		if len(p.said) > 0 {
			t.Errorf("errors on the console: %q", p.said)
		}
	})
	return p
}

// beforeAll returns an action that adds a script to run before the scripts of each page.
func beforeAll(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	})
}

// run runs actions in the page. Only a hanging browser reaches the deadline.
func (p *tab) run(actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, actions...)
}

func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	if err := p.run(actions...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *tab) picture(path string) {
	var png []byte
	if p.run(chromedp.CaptureScreenshot(&png)) != nil || os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return // a missing picture is not a failure
	}
	_ = os.WriteFile(path, png, 0o644)
	p.t.Logf("the page is in %s", path)
}

// waitFor waits until a script returns true.
func (p *tab) waitFor(what, script string) {
	p.t.Helper()
	wait(p.t, what, func() bool {
		ok := false
		return p.run(chromedp.Evaluate(script, &ok, awaits)) == nil && ok // fails while the page loads
	})
}

// settles is a script that defines the function settled. Its promise resolves after some turns of the event loop in
// which the page did not wait for the browser. Timers fire in the order of their times, so everything that the program
// delays by up to half a second is then done and drawn, however slow the machine is.
const settles = `{
	const turns = 30, frame = 17; // milliseconds, of the program's loop
	let open = 0;
	const count = (on, name) => {
		const real = on[name];
		on[name] = function (...args) {
			const then = args.at(-1);
			if (typeof then === "function") {
				open++;
				args[args.length - 1] = (...answer) => {
					open--;
					then(...answer);
				};
			}
			const made = real.apply(this, args);
			if (made instanceof Promise) {
				open++;
				const ended = () => { open--; };
				made.then(ended, ended);
			}
			return made;
		};
	};
	addEventListener("DOMContentLoaded", () => {
		count(window, "fetch");
		for (const on of [window.fs, window.fillet, window.fillet?.files, navigator.clipboard]) {
			for (const name of Object.keys(on || {})) if (typeof on[name] === "function") count(on, name);
		}
	});
	const { setTimeout, requestAnimationFrame } = window;
	window.settled = async () => {
		const turn = () => new Promise((done) => setTimeout(done, frame));
		for (let n = 0; n < turns; n++) {
			await turn();
			if (open > 0) n = 0;
		}
		document.querySelector("canvas")?.getContext("webgl")?.finish(); // what is drawn in another process
		for (let pictures = 0; pictures < 2; pictures++) {
			await new Promise((done) => requestAnimationFrame(done));
			await turn();
		}
		return true;
	};
}
`

// settled waits until the program has processed and drawn all input.
func (p *tab) settled() {
	p.t.Helper()
	p.waitFor("a page at rest", `settled()`)
}

// opened waits until the page shows a level whose name contains the given text.
func (p *tab) opened(name string) {
	p.t.Helper()
	p.waitFor("the level "+name, fmt.Sprintf(`document.title.includes(%q)`, name))
	p.settled()
}

// started waits for the first frame.
func (p *tab) started() {
	p.t.Helper()
	p.waitFor("the start page", `!!document.querySelector("#loading.failed") || !document.getElementById("loading") && !!document.querySelector("canvas")`)
	failed := ""
	p.do(chromedp.Evaluate(`(document.querySelector("#loading.failed") || {textContent: ""}).textContent`, &failed))
	if failed != "" {
		p.t.Fatal(failed)
	}
	p.settled()
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

// drop drops local files onto the page.
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

// downloaded waits for a downloaded file, removes it and returns its text.
func (p *tab) downloaded(pattern string) []byte {
	p.t.Helper()
	var text []byte
	wait(p.t, "the download "+pattern, func() bool {
		paths, err := filepath.Glob(filepath.Join(p.dir, pattern)) // the pattern is valid
		if err != nil || len(paths) == 0 {
			return false
		}
		text, err = os.ReadFile(paths[0])
		return err == nil && len(text) > 0 && os.Remove(paths[0]) == nil
	})
	return text
}

// TestFromTheStartToAFile opens a sample in the page, draws two shapes, undoes one, recovers the level after a reload
// and downloads it.
func TestFromTheStartToAFile(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", `delete window.showSaveFilePicker; delete window.showOpenFilePicker;`)
	p.drag(670, 150, 670, 150) // Rounding
	p.opened("ounding")
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.has("box 1")
	p.press("c")
	p.drag(760, 180, 800, 220)
	p.has("circle 1")
	p.press("z", input.ModifierCtrl)
	p.copied("the level without the circle", func(text string) bool {
		return strings.Contains(text, "box 1") && !strings.Contains(text, "circle 1")
	})
	p.do(chromedp.Reload())
	p.started()
	p.press("\t")
	p.press(" ") // Recover
	p.opened("ounding")
	p.press("s", input.ModifierCtrl)
	text := p.downloaded("*.yaml")
	if !strings.Contains(string(text), "box 1") || strings.Contains(string(text), "circle 1") {
		t.Errorf("the download is not the level: %.300s", text)
	}
	p.waitFor("nothing unsaved", `!fillet.unsaved()`)
}

// If the permission for a user's file is withdrawn, the file does not count as saved, and nothing is lost. It is
// written once the permission is back.
func TestWithdrawnPermission(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", picks("mine.level.yaml", "")+`
		window.refuses = true;
		FileSystemHandle.prototype.queryPermission = async () => window.refuses ? "denied" : "granted";`)
	p.drag(670, 150, 670, 150)
	p.opened("ounding")
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.has("box 1")
	p.press("s", input.ModifierCtrl)
	p.settled()
	p.show("refused")
	p.waitFor("unsaved work", `textOf().then((text) => text === "" && fillet.unsaved())`)
	p.has("box 1")
	p.press(kb.Escape)
	p.do(chromedp.Evaluate(`window.refuses = false`, nil))
	p.press("s", input.ModifierCtrl)
	p.waitFor("the saved file", `textOf().then((text) => text.includes("box 1") && !fillet.unsaved())`)
}

// A level that an address names or contains is opened. A broken or missing level, or one of another origin, is not
// opened, and the page says why.
func TestLevelOfAnAddress(t *testing.T) {
	skipIfShort(t)
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

// If the browser provides no storage, the editor starts and reports it.
func TestNoStorage(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", `Object.defineProperty(window, "indexedDB", {get() { throw new DOMException("no storage", "SecurityError"); }, configurable: true});`)
	p.waitFor("the page without storage", `fillet.keeps === false`)
}

// The page asks the browser for persistent storage once there is work to keep, and only once, because Firefox then asks
// the user.
func TestAsksToKeepWork(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", `delete window.showSaveFilePicker; window.asked = 0; StorageManager.prototype.persist = async () => { window.asked++; return true; };`)
	p.drag(670, 150, 670, 150) // Rounding
	p.opened("ounding")
	p.waitFor("no question without work", `asked === 0`)
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.has("box 1")
	p.press("s", input.ModifierCtrl)
	p.waitFor("the saved level", `!fillet.unsaved()`)
	p.waitFor("one question", `asked === 1`)
}

// If the program crashes while it handles an event, the page says so and explains what to do.
func TestProgramThatCrashes(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", "")
	p.do(chromedp.Evaluate(`setTimeout(() => { throw new WebAssembly.RuntimeError("unreachable"); }); 0`, nil))
	p.waitFor("the page's message",
		`(document.querySelector("#loading.failed") || {textContent: ""}).textContent.includes("error (unreachable). Reload the page")`)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = nil // the error that was thrown
}

// The browser's file dialog names the listed types. If the browser denies the dialog because there was no click, the
// message says what to do.
func TestFileDialogOfTheBrowser(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", `window.showOpenFilePicker = window.showSaveFilePicker = async (asked) => {
		window.asked = asked;
		throw new DOMException("Failed to execute 'showSaveFilePicker' on 'Window': User activation required.", "SecurityError");
	};`)
	for _, ask := range []string{
		`fillet.files.open("", [".level.yaml", ".yml"])`,
		`fillet.files.save("", "a.level.yaml", [".level.yaml", ".yml"])`,
	} {
		said, named := "", ""
		p.do(
			chromedp.Evaluate(ask+`.catch((err) => err.message)`, &said, awaits),
			chromedp.Evaluate(`window.asked.types[0].description`, &named),
		)
		if !strings.Contains(said, "try again") || named != "*.level.yaml, *.yml" {
			t.Errorf("%s: message %q, and the dialog lists %q", ask, said, named)
		}
	}
}

// The page starts from a server that does not know the content type of WebAssembly. If the file is not a valid program,
// the page shows an error that stays.
func TestUnusualServers(t *testing.T) {
	skipIfShort(t)
	for _, c := range []struct{ name, body, want string }{
		{"no type", "", `!document.getElementById("loading")`},
		{
			"no program", strings.Repeat("no program ", 1<<20),
			`document.getElementById("progress").textContent.includes("cannot be started")`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, func(files http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					switch isProgram := strings.HasSuffix(r.URL.Path, ".wasm"); {
					case isProgram && c.body != "":
						_, _ = io.WriteString(w, c.body)
					case isProgram:
						w.Header().Set("Content-Type", "application/octet-stream")
						http.ServeFile(w, r, filepath.Join(os.Getenv("FILLET_WEB"), filepath.Base(r.URL.Path)))
					default:
						files.ServeHTTP(w, r)
					}
				})
			}, "", "")
			p.waitFor(c.name, c.want)
			p.settled()
			ok := false
			p.do(chromedp.Evaluate(c.want, &ok))
			if !ok {
				t.Errorf("%s, but not once everything is loaded", c.name)
			}
		})
	}
}

// held returns a level encoded as in a link.
func held(t testing.TB, text string) string { return packed(t, strings.NewReader(text)) }

// zeros returns size zero bytes, encoded as in a link.
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

// A tab with an open level holds a lock on the note next to the level. Another tab sees the lock until the first tab
// closes.
func TestTwoTabs(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", picks("given.level.yaml", givenLevel))
	p.press("o", input.ModifierCtrl)
	p.waitFor("the level", `document.title.includes("given")`)
	const isLocked = `(async () => {
		const call = (name, ...args) => new Promise((done, fail) => fs[name](...args, (err, v) => err ? fail(err) : done(v)));
		const note = (await call("readdir", "/files")).find((name) => name.endsWith(".lock"));
		if (!note) return false;
		const fd = await call("open", "/files/" + note, 2, 0);
		const got = await fillet.tryLock(fd);
		await call("close", fd);
		return !got;
	})()`
	p.waitFor("the lock", isLocked)
	var first string
	p.do(chromedp.Evaluate(`navigator.locks.query().then((locks) => locks.held[0].clientId)`, &first, awaits))
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	if err := chromedp.Run(ctx, page.Enable(), beforeAll(settles), chromedp.Navigate(p.url+"/")); err != nil {
		t.Fatal(err)
	}
	second := &tab{t: t, ctx: ctx, url: p.url}
	second.started()
	second.waitFor("the lock of the first tab", isLocked)
	p.do(chromedp.Navigate("about:blank"))
	second.waitFor("the end of the first tab's lock", fmt.Sprintf(
		`navigator.locks.query().then((locks) => locks.held.every((lock) => lock.clientId !== %q))`, first))
}
