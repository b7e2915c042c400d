package main

import (
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// serveFolder serves a folder at an address, and opens it in the browser, until the program is ended.
func serveFolder(folder, address string) error {
	if _, err := os.Stat(filepath.Join(folder, "index.html")); err != nil {
		return fmt.Errorf("%s holds no page: run make web first", folder)
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

// handler serves the files of a folder: compressed where the browser takes that and there is such a copy. Those with a hash in their name
// may be kept for ever, the page is asked for each time.
func handler(folder string) http.Handler {
	root := http.Dir(folder)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Clean("/" + r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		if strings.Contains(path.Base(name), "-") {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		kind := mime.TypeByExtension(path.Ext(name))
		if path.Ext(name) == ".wasm" {
			kind = "application/wasm"
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
			http.ServeContent(w, r, "", info.ModTime(), f)
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

// openBrowser shows an address in the user's browser, if there is one: the address has been said anyway.
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
