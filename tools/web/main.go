// Command web builds the editor for browsers (GOOS=js, GOARCH=wasm), with a patched toolkit, and writes a folder that
// any web server can serve from any path. Each file has its hash in its name, so that browsers may cache it.
//
// # How the page works
//
// assets/web/start.js loads the program. files.js is a file system in memory with Node's interface (globalThis.fs),
// which package os calls, so that no other code needs to know about it. It copies everything to IndexedDB and completes
// fsync once the data is stored there. The user's files (user.js, File System Access) are below /files; renaming a file
// to one of them first writes the real file, so that atomic saving works as elsewhere. Files without a handle are
// downloaded. Tabs notify each other of changes and share locks (Web Locks). input.js leaves the browser its own
// shortcuts, and reads the clipboard on Ctrl+V without asking for permission. touch.js turns fingers into the mouse and
// the wheel. worker.js keeps the page's files for a start without a connection.
//
// One thread runs the program, so background work delays frames; while something moves, only a few ways out are
// searched per frame (render.Preview.WaysInMotion). Code for the desktop only is in files with build tags, each next to
// a _js.go file of the same name; commands begin with "go:build !js". Files that the page can load later, such as the
// guide's pictures, are requested with disk.Asset. The content security policy permits no other origin.
//
// The folder patches holds the changes to the toolkit and to Go's standard library, each with its upstream report.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

func main() {
	out := flag.String("o", "dist/web", "the `folder` to write")
	tags := flag.String("tags", "", "build tags")
	serve := flag.String("serve", "", "`address` to serve the folder at, instead of building it")
	quick := flag.Bool("quick", false, "skip fonts for other scripts and compressed copies")
	names := flag.Bool("names", false, "keep function names for the browser's profiler")
	flag.Parse()
	var err error
	if *serve != "" {
		err = serveFolder(*out, *serve)
	} else {
		err = build(context.Background(), *out, *tags, !*quick, *names)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

// webTags are build tags in addition to the desktop's. With them, the toolkit does not look for the metadata of a
// project under development.
const webTags = "no_metadata"

// scripts lists the page's scripts in loading order.
var scripts = []string{"files.js", "user.js", "assets.js", "input.js", "touch.js", "wasm_exec.js", "start.js"}

// build compiles the program and writes everything that the page needs into a folder, which it replaces. A full page
// also has fonts for other scripts, and compressed copies of its files.
func build(ctx context.Context, out, tags string, full, names bool) error {
	work, err := filepath.Abs("bin/web") // always the same folder, for the compiler's cache
	if err != nil {
		return err
	}
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	root, err := goEnv(ctx, "GOROOT")
	if err != nil {
		return err
	}
	modfile, overlay, err := patched(ctx, work, root)
	if err != nil {
		return err
	}
	program, without := filepath.Join(work, "fillet.wasm"), "-s -w -buildid="
	if names {
		without = ""
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", without, "-tags", tags+","+webTags,
		"-modfile", modfile, "-overlay", overlay, "-o", program, "./cmd/editor")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("cannot compile the program for browsers: %w", err)
	}
	made := filepath.Join(work, "page")
	if err := cmp.Or(os.RemoveAll(made), os.Mkdir(made, 0o755)); err != nil {
		return err
	}
	page := struct {
		Program, Icon, Style, Manifest, Preview string
		Size                                    int64
		Scripts                                 []string
		Assets                                  placedAssets
	}{Assets: placedAssets{}}
	if page.Program, err = place(made, program, full); err != nil {
		return err
	}
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	page.Size = info.Size()
	if page.Style, err = place(made, "assets/web/page.css", full); err != nil {
		return err
	}
	if page.Icon, err = place(made, "assets/icons/fillet.svg", full); err != nil {
		return err
	}
	manifest, err := filled("assets/web/fillet.webmanifest", "ICON", page.Icon)
	if err != nil {
		return err
	}
	if page.Manifest, err = placeData(made, "fillet.webmanifest", manifest, full); err != nil {
		return err
	}
	for _, name := range scripts {
		from := filepath.Join("assets/web", name)
		if name == "wasm_exec.js" {
			from = filepath.Join(root, "lib/wasm", name)
		}
		placed, err := place(made, from, full)
		if err != nil {
			return err
		}
		page.Scripts = append(page.Scripts, placed)
	}
	if err := page.Assets.placeGuide(made); err != nil {
		return err
	}
	page.Preview = page.Assets["guide/window.png"]
	kept, err := json.Marshal(append([]string{"", page.Program, page.Style, page.Icon, page.Manifest}, page.Scripts...))
	if err != nil {
		return err
	}
	worker, err := filled("assets/web/worker.js", "FILES", string(kept))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(made, "worker.js"), worker, 0o644); err != nil {
		return err
	}
	if full {
		if err := page.Assets.placeFonts(ctx, made, work); err != nil {
			return err
		}
	}
	t, err := template.ParseFiles("assets/web/index.html")
	if err != nil {
		return err
	}
	var html bytes.Buffer
	if err := t.Execute(&html, page); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(made, "index.html"), html.Bytes(), 0o644); err != nil {
		return err
	}
	return replace(made, out)
}

// replace replaces folder out, which may be missing, with made.
func replace(made, out string) error {
	return cmp.Or(os.RemoveAll(out), os.MkdirAll(out, 0o755), os.CopyFS(out, os.DirFS(made)))
}

// filled returns a file with a word replaced.
func filled(path, word, by string) ([]byte, error) {
	text, err := os.ReadFile(path)
	return bytes.Replace(text, []byte(word), []byte(by), 1), err
}

// place copies a file under a name with its hash, so that a browser may cache it forever, and returns the name. It adds
// compressed copies for servers that use them.
func place(folder, from string, compressed bool) (string, error) {
	data, err := os.ReadFile(from)
	if err != nil {
		return "", err
	}
	return placeData(folder, filepath.Base(from), data, compressed)
}

// placeData works like place, for data that is not in a file.
func placeData(folder, name string, data []byte, compressed bool) (string, error) {
	sum := sha256.Sum256(data)
	ext := filepath.Ext(name)
	name = strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:6]) + ext
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.WriteFile(path, data, 0o644); err != nil || !compressed {
		return name, err
	}
	return name, compressedCopies(path, data)
}

// placedAssets maps the names of files that the program requests on demand to the names of these files next to the
// page.
type placedAssets map[string]string

// String returns the map as JSON, for the page. Keys are sorted, so the result is always the same.
func (a placedAssets) String() string {
	list, err := json.Marshal(map[string]string(a))
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return string(list)
}

// placeGuide places the guide's pictures, which need no further compression.
func (a placedAssets) placeGuide(folder string) error {
	pictures, err := filepath.Glob("docs/guide/*.png")
	if err != nil {
		return err
	}
	for _, p := range pictures {
		placed, err := place(folder, p, false)
		if err != nil {
			return err
		}
		a["guide/"+filepath.Base(p)] = placed
	}
	return nil
}

// compressedCopies writes compressed copies of a file next to it.
func compressedCopies(path string, data []byte) error {
	gz := func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) }
	br := func(w io.Writer) (io.WriteCloser, error) {
		const quality = 9 // 11 takes minutes to save two percent more
		return brotli.NewWriterLevel(w, quality), nil
	}
	return errors.Join(compress(path+".gz", data, gz), compress(path+".br", data, br))
}

func compress(path string, data []byte, method func(io.Writer) (io.WriteCloser, error)) error {
	var out bytes.Buffer
	w, err := method(&out)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// patched makes patched copies of modules and of files of the standard library. For modules, it returns the path of a
// go.mod that uses the copies, because the compiler's -overlay cannot replace files in the module cache; for the
// standard library, it returns the path of an overlay. A module may have several patches, which apply to different
// files in the order of their names.
func patched(ctx context.Context, work, goroot string) (modfile, overlay string, err error) {
	patches, err := filepath.Glob("tools/web/patches/*.patch")
	if err != nil || len(patches) == 0 {
		return "", "", fmt.Errorf("no patches in tools/web/patches: run it from the top of the checkout (%v)", err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return "", "", err
	}
	top, err := os.Getwd()
	if err != nil {
		return "", "", err
	}
	copies := map[string]string{}
	replaced := map[string]string{}
	for _, path := range patches {
		module, files, err := readPatch(path)
		if err != nil {
			return "", "", fmt.Errorf("%s: %w", path, err)
		}
		if module == "std" {
			from, to := filepath.Join(goroot, "src"), filepath.Join(work, "std")
			if err := patch(to, from, files); err != nil { // another version of Go may not need the patch
				fmt.Fprintf(os.Stderr, "web: Go's standard library is not patched: %s: %v\n", path, err)
				continue
			}
			for _, f := range files {
				replaced[filepath.Join(from, filepath.FromSlash(f.OldName))] = filepath.Join(to,
					filepath.FromSlash(f.OldName))
			}
			continue
		}
		copied, ok := copies[module]
		if !ok {
			copied = filepath.Join(work, folderOf(module))
			if err := copyModule(ctx, copied, module); err != nil {
				return "", "", err
			}
			copies[module] = copied
			// relative, because the program records it
			near, err := filepath.Rel(top, copied)
			if err != nil {
				return "", "", err
			}
			mod = fmt.Appendf(mod, "\nreplace %s => ./%s\n", module, filepath.ToSlash(near))
		}
		if err := patch(copied, copied, files); err != nil {
			return "", "", fmt.Errorf("%s: %w", path, err)
		}
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		return "", "", err
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", "", err
	}
	modfile, overlay = filepath.Join(work, "go.mod"), filepath.Join(work, "overlay.json")
	return modfile, overlay, errors.Join(os.WriteFile(modfile, mod, 0o644),
		os.WriteFile(filepath.Join(work, "go.sum"), sums, 0o644), os.WriteFile(overlay, list, 0o644))
}

// readPatch returns the changes of a patch and the module that it is for ("std" for the standard library).
func readPatch(path string) (module string, files []*gitdiff.File, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	module, ok := strings.CutPrefix(strings.SplitN(string(text), "\n", 2)[0], "Module: ")
	if !ok {
		return "", nil, errors.New("the first line must be \"Module: PATH\"")
	}
	files, _, err = gitdiff.Parse(bytes.NewReader(text))
	return module, files, err
}

// patch applies a patch to files of a folder and writes them to another folder, or to the same.
func patch(to, from string, files []*gitdiff.File) error {
	for _, f := range files {
		src, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(f.OldName)))
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := gitdiff.Apply(&out, bytes.NewReader(src), f); err != nil {
			return fmt.Errorf("it no longer applies to %s: %w", f.OldName, err)
		}
		name := filepath.Join(to, filepath.FromSlash(f.OldName))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, out.Bytes(), 0o644)); err !=
			nil {
			return err
		}
	}
	return nil
}

// folderOf returns the folder name for a copy of a module.
func folderOf(module string) string { return strings.NewReplacer("/", "-", ".", "-").Replace(module) }

// copyModule copies a module without its tests.
func copyModule(ctx context.Context, to, module string) error {
	from, err := moduleDir(ctx, module)
	if err != nil {
		return fmt.Errorf("%s: %w", module, err)
	}
	return copySources(to, from)
}

// moduleDir returns the folder of a module, which it downloads if necessary.
func moduleDir(ctx context.Context, module string) (string, error) {
	list, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", module).Output()
	var of struct{ Dir string }
	err = errors.Join(err, json.Unmarshal(list, &of))
	return of.Dir, err
}

// copySources copies a module without its tests.
func copySources(to, from string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && rel != "." {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		if strings.HasSuffix(path, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
}

func goEnv(ctx context.Context, name string) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", name).Output()
	return strings.TrimSpace(string(out)), err
}
