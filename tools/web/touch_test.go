package main

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// fingers puts fingers on the screen, moves them in steps and lifts them. Each has a start and an end.
func (p *tab) fingers(paths ...[4]float64) {
	p.t.Helper()
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		const steps = 8
		for i := 0.0; i <= steps; i++ {
			var points []*input.TouchPoint
			for n, f := range paths {
				points = append(points, &input.TouchPoint{
					X: f[0] + (f[2]-f[0])*i/steps, Y: f[1] + (f[3]-f[1])*i/steps, ID: float64(n + 1),
				})
			}
			kind := input.TouchMove
			if i == 0 {
				kind = input.TouchStart
			}
			if err := input.DispatchTouchEvent(kind, points).Do(ctx); err != nil {
				return err
			}
		}
		return input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}).Do(ctx)
	}))
	p.settled()
}

// tap touches a point for a moment.
func (p *tab) tap(x, y float64) {
	p.t.Helper()
	p.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	p.settled()
}

// A finger moves a selected shape or else the view, draws, and scrolls panels. Two fingers zoom. A tap selects, a long
// press opens the menu, and the on-screen keyboard appears for fields only.
func TestTouch(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	// On a busy machine, every touch could last as long as a long press.
	const holds = `{
		const real = setTimeout;
		window.mayHold = false;
		window.setTimeout = (f, ms, ...args) => ms === 500 && !mayHold ? 0 : real(f, ms, ...args);
	}`
	p := open(t, "?level=given.level.yaml", holds, emulation.SetTouchEmulationEnabled(true))
	p.opened("given")
	n := 0
	draw := func() (w, h, x, y float64) {
		t.Helper()
		n++
		p.press("v")
		p.press(kb.Escape) // the last box has no handles then
		p.press("r")
		p.fingers([4]float64{600, 300, 700, 360})
		return lastBox(t, p.has(fmt.Sprintf("box %d", n)))
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 17 { // one grid cell
			t.Errorf("%s: %.1f, want about %.1f", what, got, want)
		}
	}
	w, _, x, y := draw()
	zoom := 100 / w // screen pixels per level pixel
	p.press("v")
	p.fingers([4]float64{650, 330, 750, 330})
	text := p.copied("the moved box", func(text string) bool {
		got := boxSize.FindStringSubmatch(text)
		return got != nil && got[3] != fmt.Sprint(x)
	})
	_, _, moved, _ := lastBox(t, text)
	near("the box after a drag", moved, x+100/zoom)

	p.press("v")
	p.fingers([4]float64{500, 600, 500, 540}) // empty
	_, _, _, after := draw()
	near("the view after a drag on empty ground", after, y+60/zoom)
	p.fingers([4]float64{500, 400, 400, 400}, [4]float64{800, 400, 900, 400})
	wide, _, _, _ := draw()
	near("the width after a pinch", wide, w*300/500)

	p.press("v")
	p.tap(650, 330)
	p.press(kb.Delete)
	p.copied("one box less", func(text string) bool {
		return strings.Contains(text, "box 2") && !strings.Contains(text, fmt.Sprintf("box %d", n))
	})
	p.do(chromedp.Evaluate(`window.mayHold = true`, nil),
		input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: 500, Y: 600}}))
	p.waitFor("the menu after a long press", `fillet.finger(500, 600) === ""`)
	p.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}), chromedp.Evaluate(`window.mayHold = false`, nil))
	p.press(kb.Escape)
	p.waitFor("no menu", `fillet.finger(500, 600) === "pan"`)

	p.do(chromedp.Evaluate(`window.scrolled = 0; addEventListener("wheel", (e) => { scrolled += e.deltaY; }, true)`, nil))
	p.fingers([4]float64{1300, 400, 1300, 340})
	p.waitFor("a panel that scrolls", `scrolled >= 40`)
	p.tap(1300, 110)
	p.waitFor("a keyboard for the field", `document.getElementById("text").inputMode === "text"`)
	p.tap(500, 600)
	p.waitFor("no keyboard for the canvas", `document.getElementById("text").inputMode === "none"`)
}

// The page starts without its server once it was loaded.
func TestOffline(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	var isDown atomic.Bool
	p := openAt(t, func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if isDown.Load() {
				panic(http.ErrAbortHandler)
			}
			files.ServeHTTP(w, r)
		})
	}, "", "")
	p.waitFor("the page's worker", `navigator.serviceWorker.ready.then(() => true)`)
	isDown.Store(true)
	p.do(chromedp.Navigate(p.url + "/?again"))
	p.started()
}
