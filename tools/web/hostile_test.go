package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// drawn draws box n, and waits until the recovery copy contains it.
func (p *tab) drawn(n int) {
	p.t.Helper()
	p.press("r")
	y := 180 + 90*float64(n-1)
	p.drag(600, y, 680, y+60)
	p.has(fmt.Sprintf("box %d", n))
}

// savesMine saves the level, and waits until the user's file contains the given text.
func (p *tab) savesMine(text string) {
	p.t.Helper()
	p.press("s", input.ModifierCtrl)
	p.waitFor("the saved file", fmt.Sprintf(`textOf().then((text) => text.includes(%q) && !fillet.unsaved())`, text))
}

// If the browser closes the page's database, as when the user clears the page's data, work can continue, and saving
// stores the level in a new database.
func TestClosedDatabase(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", picks("mine.level.yaml", givenLevel)+`
		const open = IDBFactory.prototype.open;
		window.bases = [];
		IDBFactory.prototype.open = function (...args) {
			const request = open.apply(this, args);
			request.addEventListener("success", () => bases.push(request.result));
			return request;
		};`)
	p.press("o", input.ModifierCtrl)
	p.opened("mine")
	p.do(chromedp.Evaluate(`new Promise((done, fail) => {
		for (const base of bases) base.close();
		const request = indexedDB.deleteDatabase("fillet");
		request.onsuccess = () => done(true);
		request.onerror = () => fail(new Error("it is not deleted")); // it waits for what is still being written
	})`, nil, awaits))
	p.drawn(1)
	p.savesMine("box 1")
	p.do(chromedp.Reload())
	p.started()
	p.opened("mine")
	p.drawn(2)
	p.savesMine("box 2") // the handle is stored as well
}

// Records in the database that are not files of this version are ignored.
func TestBrokenRecords(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", "")
	p.do(chromedp.Evaluate(`new Promise((done, fail) => {
		const request = indexedDB.open("fillet", 1);
		request.onsuccess = () => {
			const all = request.result.transaction("files", "readwrite"), files = all.objectStore("files"), folder = { mode: 0o040755, mtime: 1 };
			for (const [key, value] of [[5, {}], [["/a"], folder], ["/", folder], ["/files/a/../../b", folder], ["/files/c/", folder], ["/files/empty", {}], ["/files/null", null],
				["/files/text", { mode: 0o100644, mtime: 1, data: "text" }], ["/files/long", { mode: 0o100644, mtime: 1, data: { length: 1e9 } }],
				["/home", { mode: 0o100644, mtime: 1, data: new Uint8Array(3) }], ["/files/__proto__", { mode: 0o100644, mtime: 1, data: new Uint8Array(3) }],
				["user:", 7], ["user:/files/x", null], ["user:/files/y", { handle: "y" }], ["user:/files/z", { handle: { kind: "directory" } }], ["other", 1]]) files.put(value, key);
			all.oncomplete = () => done(true);
			all.onabort = () => fail(all.error);
		};
	})`, nil, awaits))
	p.do(chromedp.Reload())
	p.started()
	names := ""
	p.do(chromedp.Evaluate(`new Promise((done, fail) => fs.readdir("/files", (err, names) => err ? fail(err) : done(names.join())))`, &names, awaits))
	if names != "__proto__" {
		t.Errorf("the files are %q", names)
	}
	p.waitFor("storage", `fillet.keeps`)
	p.drag(670, 150, 670, 150)
	p.opened("ounding")
	p.drawn(1)
}

// If the browser denies locks, files can still be saved.
func TestNoLocks(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", picks("mine.level.yaml", givenLevel)+
		`navigator.locks.request = async () => { throw new DOMException("denied", "SecurityError"); };`)
	p.press("o", input.ModifierCtrl)
	p.opened("mine")
	p.drawn(1)
	p.savesMine("box 1")
}

// A user's file whose name begins with a dot is like any other: it is saved in place or downloaded.
func TestFileWithADot(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", picks(".mine.level.yaml", givenLevel))
	p.press("o", input.ModifierCtrl)
	p.opened("mine")
	p.drawn(1)
	p.savesMine("box 1")
	var downloads bool
	p.do(chromedp.Evaluate(`fillet.upload(new File(["x"], ".other.level.yaml")).then((path) => fillet.isDownload(path))`, &downloads, awaits))
	if !downloads {
		t.Error("a copy of such a file is not downloaded when it is saved")
	}
	p.do(chromedp.Evaluate(`delete window.showSaveFilePicker; fillet.files.save("", ".new.level.yaml", []).then((path) => fillet.isDownload(path))`, &downloads, awaits))
	if !downloads {
		t.Error("a new file is not downloaded when it is saved")
	}
}

// A link can give its level any name: the level becomes a file with a readable name in a separate folder.
func TestNamesOfLinks(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	p := newTab(t, "", "")
	level := held(t, givenLevel)
	for _, c := range []struct{ name, want string }{
		{"../../home/fillet/x", ".._.._home_fillet_x"},
		{"%2e%2e%2fx", ".._x"},
		{`..\y`, ".._y"},
		{"..", ".."},
		{"%00a", "_a"},
		{"a%E2%80%AEgnp", "a_gnp"},
		{"%E2%81%A6a%C2%85", "_a_"},
		{"__proto__", "__proto__"},
		{"constructor", "constructor"},
		{strings.Repeat("x", 100_000), strings.Repeat("x", 80-len(".level.yaml"))},
		{strings.Repeat("😀", 90), strings.Repeat("😀", 80-len(".level.yaml"))},
		{"x" + strings.Repeat("😀", 40), "x" + strings.Repeat("😀", 40)},
	} {
		p.do(chromedp.Evaluate(fmt.Sprintf(`location.hash = "#level=" + %q + "&name=" + %q`, level, c.name), nil))
		p.waitFor(fmt.Sprintf("%.40q", c.name), fmt.Sprintf(`document.title === "● " + %q + ".level.yaml — Fillet"`,
			c.want))
	}
}

// A server that sends nothing, or redirects the browser, does not keep the page from starting, and no other origin gets
// a request.
func TestBadServers(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	var asked atomic.Int32
	silent := make(chan bool) // closed once the page has requested that level
	rest := make(chan bool)   // closed once the page has the first part of the slow one
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Access-Control-Allow-Origin", "*")
		_, _ = w.Write([]byte(givenLevel))
	}))
	defer elsewhere.Close()
	server := func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/silent":
				close(silent)
				<-r.Context().Done()
			case "/stalls":
				_, _ = w.Write([]byte("fillet: 1\n"))
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			case "/slow":
				_, _ = w.Write([]byte(givenLevel[:20]))
				w.(http.Flusher).Flush()
				<-rest
				_, _ = w.Write([]byte(givenLevel[20:]))
			case "/waits": // the page waits for a part of the level; "end" makes it give up
				switch r.URL.RawQuery {
				case "silent=1":
					<-silent
					_, _ = io.WriteString(w, "end")
				case "stalls=2":
					_, _ = io.WriteString(w, "end")
				case "slow=2":
					close(rest)
				}
			case "/elsewhere":
				http.Redirect(w, r, elsewhere.URL+"/given.level.yaml", http.StatusFound)
			case "/nothing":
				w.WriteHeader(http.StatusNoContent)
			default:
				files.ServeHTTP(w, r)
			}
		})
	}
	// told lets the server end the page's half-minute wait.
	const told = `{
		const { setTimeout, clearTimeout } = window, mine = -1, level = new URLSearchParams(location.search).get("level");
		let end = null, waits = 0;
		window.waits = () => end === null ? waits : NaN;
		window.setTimeout = (f, ms, ...args) => {
			if (ms !== 30_000) return setTimeout(f, ms, ...args);
			end = f;
			const told = (text) => { if (text === "end" && end) end(); };
			fetch("/waits?" + level + "=" + ++waits).then((answer) => answer.text()).then(told).catch(() => {});
			return mine;
		};
		window.clearTimeout = (id) => { if (id === mine) end = null; else clearTimeout(id); };
	}`
	for _, c := range []struct{ address, want string }{
		{"?level=silent", `fillet.problem.includes("silent cannot be loaded: nothing has come for 30 seconds")`},
		{"?level=stalls", `fillet.problem.includes("stalls broke off after 10 bytes: nothing has come for 30 seconds")`},
		{"?level=slow", `document.title.includes("slow") && !fillet.problem && waits() >= 3`},
		{"?level=elsewhere", `fillet.problem.includes("leads elsewhere")`},
		{"?level=nothing", `document.title === "Fillet" && !fillet.problem`},
		{"?level=" + strings.Repeat("a", 200_000), `fillet.problem.includes("404") && fillet.problem.length < 400`},
	} {
		p := openAt(t, server, c.address, told)
		p.waitFor(c.want, c.want)
		if strings.Contains(c.address, "elsewhere") { // the browser reports the request that the policy blocks
			p.mu.Lock()
			p.others = nil
			p.mu.Unlock()
		}
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("the other server was asked %d times", n)
	}
}
