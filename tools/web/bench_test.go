package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/profiler"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// counts is a script that counts the frames that the page draws, and measures the time of each and the program's
// running time.
const counts = `window.pictures = 0; window.firstPicture = 0; window.inGo = 0; window.longest = 0;
	const clear = WebGLRenderingContext.prototype.clear;
	WebGLRenderingContext.prototype.clear = function (...args) { pictures++; return clear.apply(this, args); };
	let made;
	Object.defineProperty(window, "Go", { configurable: true, get: () => made, set: (v) => {
		made = v;
		const resume = v.prototype._resume;
		v.prototype._resume = function () {
			window.theGo = this;
			const from = performance.now();
			try { return resume.call(this); } finally {
				const took = performance.now() - from;
				inGo += took;
				longest = Math.max(longest, took);
			}
		};
	} });
	addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
		if (!firstPicture && !document.getElementById("loading")) firstPicture = performance.now();
	}).observe(document.body, { childList: true }));`

// field returns a level of n colliders of four kinds. Each overlaps some of its neighbours.
func field(n int) string {
	var out strings.Builder
	columns := 1
	for columns*columns*2 < n*3 {
		columns++
	}
	rows := (n + columns - 1) / columns
	fmt.Fprintf(&out, "fillet: 1\nname: field\nsize: [%d, %d]\nlayers:\n  - id: l1\n    name: things\n    colliders:\n",
		columns*40+40, rows*40+40)
	for i := range n {
		x, y := 40+40*(i%columns), 40+40*(i/columns)
		shape := [...]string{
			"kind: box, size: [44, 30], angle: 20", "kind: circle, radius: 21",
			"kind: capsule, points: [[-14, 0], [14, 0]], radius: 12",
			"kind: polygon, points: [[-20, -16], [20, -16], [24, 8], [0, 22], [-22, 10]]",
		}[i%4]
		fmt.Fprintf(&out, "      - {id: c%d, name: n%d, %s, position: [%d, %d]}\n", i+1, i+1, shape, x, y)
	}
	return out.String()
}

func (p *tab) number(script string) (v float64) {
	p.t.Helper()
	p.do(chromedp.Evaluate("Number("+script+")", &v))
	return v
}

// threadTime returns the processor time of the page's main thread so far, in seconds.
func (p *tab) threadTime() float64 {
	p.t.Helper()
	var got float64
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		list, err := performance.GetMetrics().Do(ctx)
		for _, m := range list {
			if m.Name == "ThreadTime" {
				got = m.Value
			}
		}
		return err
	}))
	return got
}

// BenchmarkStart measures the time from opening an address to the first frame of a sample, with an empty browser cache
// and again with a full one.
func BenchmarkStart(b *testing.B) {
	sample, err := os.ReadFile("../../assets/samples/rounding.level.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		p := open(b, "#level="+held(b, string(sample)), counts)
		p.waitFor("the sample", `document.title !== "Fillet"`)
		b.ReportMetric(p.number(`firstPicture`), "ms/first")
		p.do(chromedp.Sleep(5 * time.Second)) // the browser caches the compiled program
		p.do(chromedp.Reload())
		p.waitFor("the page", `window.firstPicture > 0`)
		b.ReportMetric(p.number(`firstPicture`), "ms/again")
	}
}

// BenchmarkDrag drags one collider among many over the others, with live contacts.
func BenchmarkDrag(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for range b.N {
				p := newTab(b, "#level="+held(b, field(n))+"&name=field", counts)
				p.waitFor("the level", `document.title.includes("field")`)
				p.settled()
				p.do(performance.Enable())
				const x, y, steps = 722, 402, 60
				p.drag(x, y, x+4, y) // selects the shape there
				p.settled()
				p.do(chromedp.Evaluate(`pictures = 0; inGo = 0; longest = 0; window.from = performance.now()`, nil))
				before := p.threadTime()
				p.profiled(func() { p.dragSlowly(x+4, y, 240, 60, steps) })
				took := p.number(`performance.now() - from`)
				pictures := p.number(`pictures`)
				thread := p.threadTime() - before
				b.ReportMetric(p.number(`inGo`)/pictures, "ms/picture")
				b.ReportMetric(thread*1000/pictures, "cpu-ms/picture")
				b.ReportMetric(p.number(`longest`), "ms/longest")
				b.ReportMetric(1000*pictures/took, "pictures/s")
				b.ReportMetric(p.number(`theGo._inst.exports.mem.buffer.byteLength`)/1e6, "MB-program")
				b.ReportMetric(p.private()/1e6, "MB-private")
			}
		})
	}
}

// dragSlowly drags like a person: the pointer moves once before each frame. A script in the page moves it, because each
// command to the browser takes as long as a frame.
func (p *tab) dragSlowly(x, y, dx, dy float64, steps int) {
	p.t.Helper()
	p.mouse(mousePressed, x, y)
	p.do(chromedp.Evaluate(fmt.Sprintf(`(async () => {
		for (let i = 1; i <= %d; i++) {
			const seen = pictures;
			document.dispatchEvent(new MouseEvent("mousemove", { clientX: %g + %g * i / %d, clientY: %g + %g * i / %d, buttons: 1, bubbles: true, cancelable: true }));
			for (const end = performance.now() + 1000; pictures === seen && performance.now() < end;) await new Promise(requestAnimationFrame);
		}
		return true;
	})()`, steps, x, dx, steps, y, dy, steps), nil, awaits))
	p.mouse(mouseReleased, x+dx, y+dy)
}

// profiled calls do and, if FILLET_WEB_PROFILE is set, prints the functions in which the page spends its time. It has
// their names only if the page was built with -names.
func (p *tab) profiled(do func()) {
	p.t.Helper()
	if os.Getenv("FILLET_WEB_PROFILE") == "" {
		do()
		return
	}
	p.do(profiler.Enable(), profiler.Start())
	do()
	var got *profiler.Profile
	p.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		got, err = profiler.Stop().Do(ctx)
		return err
	}))
	samples, all := map[string]int64{}, int64(0)
	nodes := map[int64]*profiler.ProfileNode{}
	for _, n := range got.Nodes {
		samples[n.CallFrame.FunctionName] += n.HitCount
		all += n.HitCount
		nodes[n.ID] = n
	}
	calls := map[string]int64{} // including callees
	var walk func(n *profiler.ProfileNode, above []string) int64
	walk = func(n *profiler.ProfileNode, above []string) int64 {
		name, sum := n.CallFrame.FunctionName, n.HitCount
		for _, id := range n.Children {
			sum += walk(nodes[id], append(above, name))
		}
		if !slices.Contains(above, name) {
			calls[name] += sum
		}
		return sum
	}
	walk(got.Nodes[0], nil)
	fmt.Println("in the function   with what it calls")
	names := slices.SortedFunc(maps.Keys(calls), func(a, b string) int { return cmp.Compare(calls[b], calls[a]) })
	const limit = 150
	for _, name := range names[:min(limit, len(names))] {
		fmt.Printf("%5.1f%% %5.1f%% %s\n", 100*float64(samples[name])/float64(all),
			100*float64(calls[name])/float64(all), name)
	}
}

// private returns the private memory of the process that draws the page, on Linux, as in the browser's task manager. It
// excludes memory that the browser's processes share, such as the browser's code.
func (p *tab) private() (largest float64) {
	list, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(chromium, chromedp.FromContext(chromium).Browser))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, of := range list {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", of.ID))
		if of.Type != "renderer" || err != nil {
			continue
		}
		sum := 0.0
		for _, name := range []string{"RssAnon:", "VmSwap:"} {
			_, rest, _ := strings.Cut(string(status), name)
			if fields := strings.Fields(rest); len(fields) > 0 {
				kb, _ := strconv.ParseFloat(fields[0], 64)
				sum += kb * 1024
			}
		}
		largest = max(largest, sum)
	}
	return largest
}
