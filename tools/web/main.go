// Command web makes the editor ready for browsers: it compiles it for them, with patches of the toolkit, and writes a folder of files
// that any web server can serve, from any path.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	serve := flag.String("serve", "", "the `address` to serve the folder at, instead of making it")
	quick := flag.Bool("quick", false, "without compressed copies")
	flag.Parse()
	var err error
	if *serve != "" {
		err = serveFolder(*out, *serve)
	} else {
		err = build(context.Background(), *out, *tags, !*quick)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

// scripts are loaded in this order.
var scripts = []string{"files.js", "input.js", "wasm_exec.js", "start.js"}

// build compiles the program and writes all that the page needs into a folder, which it makes anew.
func build(ctx context.Context, out, tags string, compressed bool) error {
	work, err := filepath.Abs("bin/web") // always the same one, for the compiler's cache
	if err != nil {
		return err
	}
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	modfile, err := patched(ctx, work)
	if err != nil {
		return err
	}
	program := filepath.Join(work, "fillet.wasm")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-tags", tags, "-modfile", modfile, "-o", program, "./cmd/editor")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the program cannot be compiled for browsers: %w", err)
	}
	root, err := goEnv(ctx, "GOROOT")
	if err != nil {
		return err
	}
	made := filepath.Join(work, "page")
	if err := os.RemoveAll(made); err != nil {
		return err
	}
	if err := os.Mkdir(made, 0o755); err != nil {
		return err
	}
	page := struct {
		Program, Icon, Style string
		Size                 int64
		Scripts              []string
	}{}
	if page.Program, err = place(made, program, compressed); err != nil {
		return err
	}
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	page.Size = info.Size()
	if page.Style, err = place(made, "assets/web/page.css", compressed); err != nil {
		return err
	}
	if page.Icon, err = place(made, "assets/icons/fillet.svg", compressed); err != nil {
		return err
	}
	for _, name := range scripts {
		from := filepath.Join("assets/web", name)
		if name == "wasm_exec.js" {
			from = filepath.Join(root, "lib/wasm", name)
		}
		placed, err := place(made, from, compressed)
		if err != nil {
			return err
		}
		page.Scripts = append(page.Scripts, placed)
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

// replace puts a folder in the place of another one, which may be missing.
func replace(made, out string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	return os.CopyFS(out, os.DirFS(made))
}

// place copies a file under a name that has its hash in it, so that a browser may keep it for ever, and answers with the name. Beside it
// go compressed copies, for servers that look for them.
func place(folder, from string, compressed bool) (string, error) {
	data, err := os.ReadFile(from)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	ext := filepath.Ext(from)
	name := strings.TrimSuffix(filepath.Base(from), ext) + "-" + hex.EncodeToString(sum[:6]) + ext
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return "", err
	}
	if !compressed {
		return name, nil
	}
	gz := func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) }
	br := func(w io.Writer) (io.WriteCloser, error) {
		const quality = 9 // 11 takes minutes for two percent
		return brotli.NewWriterLevel(w, quality), nil
	}
	return name, errors.Join(compress(path+".gz", data, gz), compress(path+".br", data, br))
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

// patched makes copies of the modules that there are patches for, applies these, and answers with the path of a go.mod that uses the
// copies. (The compiler's -overlay replaces no file in the cache of modules.)
func patched(ctx context.Context, work string) (string, error) {
	patches, err := filepath.Glob("tools/web/patches/*.patch")
	if err != nil || len(patches) == 0 {
		return "", fmt.Errorf("no patches in tools/web/patches: run it from the top of the checkout (%v)", err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return "", err
	}
	for _, path := range patches {
		module, copied, err := patch(ctx, work, path)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		mod = fmt.Appendf(mod, "\nreplace %s => %s\n", module, copied)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		return "", err
	}
	modfile := filepath.Join(work, "go.mod")
	return modfile, errors.Join(os.WriteFile(modfile, mod, 0o644), os.WriteFile(filepath.Join(work, "go.sum"), sums, 0o644))
}

// patch makes a copy of the module that a patch is for, with the patch applied.
func patch(ctx context.Context, work, path string) (module, copied string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", "", err
	}
	module, ok := strings.CutPrefix(strings.SplitN(string(text), "\n", 2)[0], "Module: ")
	if !ok {
		return "", "", errors.New("it does not begin with the module that it is for")
	}
	files, _, err := gitdiff.Parse(bytes.NewReader(text))
	if err != nil {
		return "", "", err
	}
	dir, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", module, err)
	}
	copied = filepath.Join(work, strings.TrimSuffix(filepath.Base(path), ".patch"))
	if err := copySources(copied, strings.TrimSpace(string(dir))); err != nil {
		return "", "", err
	}
	for _, f := range files {
		name := filepath.Join(copied, filepath.FromSlash(f.OldName))
		src, err := os.ReadFile(name)
		if err != nil {
			return "", "", err
		}
		var out bytes.Buffer
		if err := gitdiff.Apply(&out, bytes.NewReader(src), f); err != nil {
			return "", "", fmt.Errorf("it does not apply to %s any more: %w", f.OldName, err)
		}
		if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
			return "", "", err
		}
	}
	return module, copied, nil
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
