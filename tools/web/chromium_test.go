package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// chromium is the browser in which all tests open their pages. Each test has a window that shares nothing with others.
// If there is no browser, missing is the reason.
var (
	chromium context.Context
	missing  string
)

// patience is the time after which a hanging test ends. No check depends on it.
const patience = 10 * time.Minute

// wait polls until a condition holds.
func wait(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}

// Starts the browser once for all tests.
func TestMain(m *testing.M) {
	os.Exit(withChromium(func() int {
		if missing != "" {
			fmt.Printf("Skipping the tests in a browser: %s\n", missing) // `make nightly` repeats it
		}
		return m.Run()
	}))
}

func withChromium(run func() int) int {
	if os.Getenv("FILLET_WEB") == "" {
		missing = "FILLET_WEB does not name the folder that make web writes"
		return run()
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		missing = "there is no Chromium here: sh tools/deps.sh browser"
		return run()
	}
	// The watchdog would end the process that draws the page if the machine stalls for some seconds.
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.WindowSize(1440, 900), chromedp.WSURLReadTimeout(patience),
		chromedp.Flag("disable-gpu-watchdog", true),
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithBrowserOption(chromedp.WithDialTimeout(patience)))
	defer cancel()
	if err := chromedp.Run(ctx); err != nil {
		missing = fmt.Sprintf("Chromium does not start: %v", err)
		return run()
	}
	chromium = ctx
	return run()
}

// window opens a window of the browser. Its storage is separate and is deleted with the window.
func window(t testing.TB) context.Context {
	t.Helper()
	if chromium == nil {
		t.Skip(missing)
	}
	whole := cdp.WithExecutor(chromium, chromedp.FromContext(chromium).Browser)
	of, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(whole)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = target.DisposeBrowserContext(of).Do(whole) }) // the browser ends it anyway
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(of).WithNewWindow(true).WithWidth(
		pageWidth).WithHeight(pageHeight).Do(whole)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(chromium, chromedp.WithTargetID(id))
	chromedp.FromContext(ctx).BrowserContextID = of
	t.Cleanup(cancel)
	return ctx
}

// skipIfShort skips a test in short mode.
func skipIfShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: make nightly runs it")
	}
}

// awaits makes the value of a script's promise the value of the script.
func awaits(e *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams { return e.WithAwaitPromise(true) }

// Mouse actions.
const (
	mousePressed  = input.MousePressed
	mouseReleased = input.MouseReleased
	mouseDragged  = input.MouseMoved // with the left button held
)

func (p *tab) mouse(what input.MouseType, x, y float64) {
	p.t.Helper()
	e := input.DispatchMouseEvent(what, x, y).WithButton(input.Left).WithClickCount(1)
	if what == mouseDragged {
		e = e.WithButtons(1)
	}
	p.do(e)
}
