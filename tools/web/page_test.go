package main

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const givenLevel = "fillet: 1\nname: given\nsize: [640, 400]\nlayers:\n  - {id: l1, name: things, colliders: [{id: c1, name: rock, kind: circle, position: [100, 100], radius: 20}]}\n"

// tab is a page of the editor in a real browser.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string
	dir string // of downloads

	mu     sync.Mutex
	others []string // addresses of other origins that were asked for
	said   []string // errors on the console
}

// newTab opens the folder that FILLET_WEB names in Chromium, on the start page.
func newTab(t *testing.T, address, before string) *tab {
	t.Helper()
	folder := os.Getenv("FILLET_WEB")
	if folder == "" {
		t.Skip("FILLET_WEB does not name the folder that make web writes")
	}
	if err := os.WriteFile(filepath.Join(folder, "given.level.yaml"), []byte(givenLevel), 0o644); err != nil {
		t.Fatal(err)
	}
	chromium := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			chromium = path
			break
		}
	}
	if chromium == "" {
		t.Skip("there is no Chromium here")
	}
	server := httptest.NewServer(handler(folder))
	t.Cleanup(server.Close)
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox, chromedp.WindowSize(1440, 900),
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...) // not that of the test, which has ended when its cleanups run
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx, url: server.URL, dir: t.TempDir()}
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
		case *page.EventJavascriptDialogOpening:
			go func() { _ = chromedp.Run(ctx, page.HandleJavaScriptDialog(true)) }()
		}
	})
	p.do(
		network.Enable(), page.Enable(),
		browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(p.dir),
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(before).Do(ctx)
			return err
		}),
		chromedp.Navigate(p.url+"/"+address),
	)
	p.started()
	t.Cleanup(func() {
		if t.Failed() {
			p.picture(filepath.Join("testdata", "failed", t.Name()+".png"))
		}
		p.mu.Lock()
		defer p.mu.Unlock()
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
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
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
	p.waitFor("the start page", `!document.getElementById("loading") && !!document.querySelector("canvas")`)
}

// press types keys: a character, or the name of a key, with modifiers.
func (p *tab) press(keys string, mods ...input.Modifier) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(mods...)))
}

func (p *tab) drag(x, y, toX, toY float64) {
	p.t.Helper()
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		at := func(kind input.MouseType, x, y float64) error {
			e := input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithClickCount(1)
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
	var text []byte
	for deadline := time.Now().Add(30 * time.Second); len(text) == 0; time.Sleep(50 * time.Millisecond) {
		paths, err := filepath.Glob(filepath.Join(p.dir, "*.yaml"))
		if err == nil && len(paths) > 0 {
			if text, err = os.ReadFile(paths[0]); err != nil {
				t.Fatal(err)
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing was downloaded")
		}
	}
	if !strings.Contains(string(text), "box 1") || strings.Contains(string(text), "circle 1") {
		t.Errorf("the download is not the level: %.300s", text)
	}
	p.waitFor("nothing unsaved", `!fillet.unsaved()`)
}

// A file of the user whose permission is withdrawn is not said to be saved, and nothing is lost; once it can be written, it is.
func TestWithdrawnPermission(t *testing.T) {
	p := newTab(t, "", `
		window.refuses = true; window.saved = "";
		window.showSaveFilePicker = async () => ({
			kind: "file", name: "mine.level.yaml",
			isSameEntry: async () => false,
			createWritable: async () => {
				if (window.refuses) throw new DOMException("permission withdrawn", "NotAllowedError");
				let parts = [];
				return { write: async (b) => { parts.push(b); }, close: async () => { window.saved = await new Blob(parts).text(); } };
			},
		});`)
	p.drag(670, 150, 670, 150)
	p.waitFor("the sample's tab", `document.title.includes("ounding")`)
	p.press("r")
	p.drag(600, 180, 680, 230)
	p.waitFor("the box in the copy", recovery("box 1", ""))
	p.press("s", input.ModifierCtrl)
	p.do(chromedp.Sleep(2 * time.Second))
	p.waitFor("unsaved work", `fillet.unsaved() && window.saved === ""`)
	p.waitFor("the copy that stays", recovery("box 1", ""))
	p.picture(filepath.Join(t.TempDir(), "refused.png"))
	p.press("\x1b")
	p.do(chromedp.Evaluate(`window.refuses = false`, nil))
	p.press("s", input.ModifierCtrl)
	p.waitFor("the saved file", `window.saved.includes("box 1") && !fillet.unsaved()`)
}

// A level that an address names or holds is opened; one of another origin, a broken and a missing one are not, and the page says why.
func TestLevelOfAnAddress(t *testing.T) {
	for _, c := range []struct{ name, address, want string }{
		{"named", "?level=given.level.yaml", `document.title.includes("given.level.yaml")`},
		{"held", "#level=" + held(t, givenLevel), `document.title.includes("shared.level.yaml")`},
		{"elsewhere", "?level=https://example.com/a.level.yaml", `fillet.problem.includes("only opened from")`},
		{"missing", "?level=none.level.yaml", `fillet.problem.includes("404")`},
		{"broken", "#level=AAAA", `!!fillet.problem`},
		{"not a level", "?level=index.html", `!document.title.includes("given")`},
		{"too large", "#level=" + held(t, strings.Repeat(" ", 5<<20)), `fillet.problem.includes("larger than 4 MB")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newTab(t, c.address, "")
			p.waitFor(c.want, c.want)
		})
	}
}

// Where the browser gives no storage, the editor starts and says so.
func TestNoStorage(t *testing.T) {
	p := newTab(t, "", `Object.defineProperty(window, "indexedDB", {get() { throw new DOMException("no storage", "SecurityError"); }, configurable: true});`)
	p.waitFor("the page without storage", `fillet.keeps === false`)
}

// held is a level as a link holds it.
func held(t *testing.T, text string) string {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// A level that is open in one tab is told of in another: the first one's note lies beside it, and its lock is held until that tab ends.
func TestTwoTabs(t *testing.T) {
	const address = "?level=given.level.yaml"
	p := newTab(t, address, "")
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
