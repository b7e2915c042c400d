package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// chromium is the browser in which all tests open their pages, each in a window of its own that shares nothing with the others.
var chromium context.Context

// TestMain starts the browser once: it takes longer than a test. Where there is none, or no page to try, it says so, and those tests are skipped.
func TestMain(m *testing.M) {
	code, err := withChromium(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, "Chromium does not start:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

func withChromium(run func() int) (int, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if os.Getenv("FILLET_WEB") == "" || path == "" {
		if path == "" {
			fmt.Fprintln(os.Stderr, "There is no Chromium here: the tests of the editor in a browser are skipped.")
		}
		return run(), nil
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1440, 900),
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Run(ctx); err != nil {
		return 0, err
	}
	chromium = ctx
	return run(), nil
}

// window opens a window of the browser. What is stored there is its own, and ends with it.
func window(t testing.TB) context.Context {
	t.Helper()
	if os.Getenv("FILLET_WEB") == "" {
		t.Skip("FILLET_WEB does not name the folder that make web writes")
	}
	if chromium == nil {
		t.Skip("there is no Chromium here")
	}
	whole := cdp.WithExecutor(chromium, chromedp.FromContext(chromium).Browser)
	of, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(whole)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = target.DisposeBrowserContext(of).Do(whole) }) // it ends with the browser at the latest
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(of).WithNewWindow(true).WithWidth(pageWidth).WithHeight(pageHeight).Do(whole)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(chromium, chromedp.WithTargetID(id))
	chromedp.FromContext(ctx).BrowserContextID = of
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, patience)
	t.Cleanup(cancel)
	return ctx
}

// takesLong skips a test where only the main ones are asked for, as make test does.
func takesLong(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("make web-test runs it")
	}
}

// awaits has the value of a promise be that of a script.
func awaits(e *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams { return e.WithAwaitPromise(true) }

// What a mouse does.
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
