package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// The patches fit the modules that the program is made with.
func TestPatchesApply(t *testing.T) {
	t.Chdir("../..")
	patches, err := filepath.Glob("tools/web/patches/*.patch")
	if err != nil || len(patches) == 0 {
		t.Fatal("no patches", err)
	}
	for _, p := range patches {
		if _, _, err := patch(context.Background(), t.TempDir(), p); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
}

// Files are served compressed to whoever takes that, those with a hash for ever, the page always anew, and nothing outside the folder.
func TestServing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "web")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"index.html": "page", "a-12.wasm": "plain", "a-12.wasm.br": "br", "a-12.wasm.gz": "gz", "../secret": "secret"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		path, accept, body, kind, encoding, cache string
		code                                      int
	}{
		{"/", "", "page", "text/html; charset=utf-8", "", "no-cache", 200},
		{"/a-12.wasm", "", "plain", "application/wasm", "", "public, max-age=31536000, immutable", 200},
		{"/a-12.wasm", "gzip, deflate, br", "br", "application/wasm", "br", "public, max-age=31536000, immutable", 200},
		{"/a-12.wasm", "gzip;q=1.0, br;q=0", "gz", "application/wasm", "gzip", "public, max-age=31536000, immutable", 200},
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
		if w.Body.String() != c.body || h.Get("Content-Type") != c.kind || h.Get("Content-Encoding") != c.encoding || h.Get("Cache-Control") != c.cache {
			t.Errorf("%s with %q: %q, %v", c.path, c.accept, w.Body, h)
		}
	}
}
