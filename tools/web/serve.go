package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// serveFolder serves a folder at an address until the program ends, and opens it in the browser.
func serveFolder(folder, address string) error {
	if _, err := os.Stat(filepath.Join(folder, "index.html")); err != nil {
		return fmt.Errorf("%s has no page: run make web first", folder)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	url := fmt.Sprintf("http://%s/", l.Addr())
	fmt.Printf("Fillet is at %s until you press Ctrl+C.\n", url)
	openBrowser(url)
	s := &http.Server{Handler: handler(folder), ReadHeaderTimeout: 10 * time.Second}
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// policy is the content security policy, as in index.html. As a header, it also keeps other pages from framing the
// page.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; " +
	"img-src 'self' blob: data:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"

// hashed matches the names of files placed by placeData. A level next to the page may also have a hyphen in its name.
var hashed = regexp.MustCompile(`-[0-9a-f]{12}\.[^/]+$`)

// handler serves the files of a folder, compressed if the browser accepts that and a copy exists. Browsers may cache
// files with a hash in their name forever, and request the page each time.
func handler(folder string) http.Handler {
	root := http.Dir(folder)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are supported", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", policy+"; frame-ancestors 'self'")
		h.Set("Cache-Control", "no-cache")
		if hashed.MatchString(name) {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		kind := mime.TypeByExtension(path.Ext(name))
		switch path.Ext(name) {
		case ".wasm":
			kind = "application/wasm"
		case ".webmanifest":
			kind = "application/manifest+json"
		}
		for _, c := range []struct{ encoding, ext string }{{"br", ".br"}, {"gzip", ".gz"}, {"", ""}} {
			if c.encoding != "" && !accepts(r, c.encoding) {
				continue
			}
			f, err := root.Open(name + c.ext)
			if err != nil {
				continue
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil || info.IsDir() {
				continue
			}
			if kind != "" {
				h.Set("Content-Type", kind)
			}
			h.Add("Vary", "Accept-Encoding")
			if c.encoding != "" {
				h.Set("Content-Encoding", c.encoding)
			}
			modified := info.ModTime()
			if h.Get("Cache-Control") == "no-cache" { // files made within a second have the same time
				sum := sha256.New()
				if _, err := io.Copy(sum, f); err != nil {
					http.Error(w, "the file cannot be read", http.StatusInternalServerError)
					return
				}
				h.Set("ETag", fmt.Sprintf("%q", hex.EncodeToString(sum.Sum(nil)[:8])))
				modified = time.Time{}
			}
			http.ServeContent(w, r, "", modified, f) // f is at its start
			return
		}
		http.NotFound(w, r)
	})
}

func accepts(r *http.Request, encoding string) bool {
	for _, part := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding && strings.TrimSpace(weight) != "q=0" {
			return true
		}
	}
	return false
}

// openBrowser opens an address in the user's browser, if there is one. It ignores errors, because the address is
// printed as well.
func openBrowser(url string) {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return
	}
	cmd := exec.Command(name, args...)
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }()
	}
}
