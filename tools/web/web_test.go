package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The patches apply to the modules that the program uses, and to Go's standard library.
func TestPatchesApply(t *testing.T) {
	t.Chdir("../..")
	root, err := goEnv(context.Background(), "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	_, overlay, err := patched(context.Background(), t.TempDir(), root)
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(overlay)
	for _, name := range []string{"exec.go", "alg.go"} {
		if err != nil || !strings.Contains(string(list), name) {
			t.Errorf("the overlay does not replace %s of Go's standard library: %s %v", name, list, err)
		}
	}
}

// In a patched program in the browser, looking up a nil key in a large map finds nothing and does not crash.
func TestNilKeyOfALargeMap(t *testing.T) {
	skipIfShort(t)
	ctx := window(t)
	work, folder := t.TempDir(), t.TempDir()
	root, err := goEnv(ctx, "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	_, overlay, err := patched(ctx, work, root)
	if err != nil {
		t.Fatal(err)
	}
	const source = `package main

import "syscall/js"

type mover interface{ move() }

type one int

func (one) move() {}

func main() {
	a, b := map[any]int{}, map[mover]int{}
	for i := range 5000 {
		a[i], b[one(i)] = i, i
	}
	found := a[nil] + b[nil]
	a[nil], b[nil] = 1, 2
	js.Global().Set("found", found*10+a[nil]+b[nil])
}
`
	script, err := os.ReadFile(filepath.Join(root, "lib/wasm/wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	const page = `<script src="exec.js"></script><script>
		let ended = "";
		const go = new Go();
		WebAssembly.instantiateStreaming(fetch("main.wasm"), go.importObject).then((r) => go.run(r.instance)).then(() => ended = String(window.found), (err) => ended = err.message);
	</script>`
	for name, text := range map[string]string{"main.go": source, "exec.js": string(script), "index.html": page} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-overlay", overlay, "-o",
		filepath.Join(folder, "main.wasm"), filepath.Join(folder, "main.go"))
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	ended := ""
	if err := chromedp.Run(ctx, chromedp.Navigate(server.URL), chromedp.Poll(`ended`, &ended,
		chromedp.WithPollingTimeout(patience))); err != nil || ended != "3" {
		t.Errorf("the program ended with %q: %v", ended, err)
	}
}

// Files are served compressed if the browser accepts that, and are cached forever if their name has a hash. The page is
// always fresh, and nothing outside the folder is served.
func TestServing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "web")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"index.html": "page", "a-0123456789ab.wasm": "plain",
		"a-0123456789ab.wasm.br": "br", "a-0123456789ab.wasm.gz": "gz", "my-own.json": "level", "../secret": "secret",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		path, accept, body, kind, encoding, cache string
		code                                      int
	}{
		{"/", "", "page", "text/html; charset=utf-8", "", "no-cache", 200},
		{"/a-0123456789ab.wasm", "", "plain", "application/wasm", "", "public, max-age=31536000, immutable", 200},
		{
			"/a-0123456789ab.wasm", "gzip, deflate, br", "br", "application/wasm", "br",
			"public, max-age=31536000, immutable", 200,
		},
		{
			"/a-0123456789ab.wasm", "gzip;q=1.0, br;q=0", "gz", "application/wasm", "gzip",
			"public, max-age=31536000, immutable", 200,
		},
		{"/my-own.json", "", "level", "application/json", "", "no-cache", 200}, // a file that users may change
		{"/../secret", "", "", "", "", "", 404},
		{"/none", "gzip", "", "", "", "", 404},
	} {
		r := httptest.NewRequest(http.MethodGet, "http://localhost/", nil)
		r.URL.Path = c.path
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		handler(folder).ServeHTTP(w, r)
		if w.Code != c.code {
			t.Errorf("%s: code %d, want %d", c.path, w.Code, c.code)
		}
		if c.code != http.StatusOK {
			continue
		}
		h := w.Header()
		if w.Body.String() != c.body || h.Get("Content-Type") != c.kind || h.Get("Content-Encoding") != c.encoding ||
			h.Get("Cache-Control") != c.cache {
			t.Errorf("%s with %q: %q, %v", c.path, c.accept, w.Body, h)
		}
	}
}

// The server only accepts GET and HEAD.
func TestMethods(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "index.html"), []byte("page"), 0o644); err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]int{
		http.MethodGet: 200, http.MethodHead: 200, http.MethodPost: 405,
		http.MethodPut: 405, http.MethodDelete: 405, http.MethodOptions: 405, http.MethodTrace: 405, "ODD": 405,
	} {
		w := httptest.NewRecorder()
		handler(folder).ServeHTTP(w, httptest.NewRequest(method, "http://localhost/", nil))
		if w.Code != want || want != http.StatusOK && w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: code %d, want %d; %v", method, w.Code, want, w.Header())
		}
	}
}

// The server and the page set the same Content-Security-Policy.
func TestPolicy(t *testing.T) {
	text, err := os.ReadFile("../../assets/web/index.html")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `content="`+policy+`"`) {
		t.Errorf("index.html has a different policy from %q", policy)
	}
}
