package main

import (
	"archive/zip"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// repository returns the folder of the module and its files, slash-separated.
func repository(t *testing.T) (root string, files []string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == ".git" || name == ".go" || name == "bin" || name == "dist" || name == "failed" ||
			name == "rapid" || name == "node_modules"):
			return fs.SkipDir
		case d.Type().IsRegular():
			rel, err := filepath.Rel(root, path)
			files = append(files, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return root, files
}

// readmeProgram returns the program that the README shows to game developers.
func readmeProgram(t *testing.T, root string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "```go\n")
	program, _, ok := strings.Cut(program, "```\n")
	if !ok {
		t.Fatal("the README has no program")
	}
	return program
}

// gameFolder creates a game with one program and the level that it reads.
func gameFolder(t *testing.T, program string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "main.go"), program)
	level, err := os.ReadFile("../../export/testdata/cavern.colliders.yaml")
	if err != nil {
		t.Fatal(err)
	}
	// Go code cannot express motion; exporting it would be a loss.
	motion := regexp.MustCompile(`(?m)^ +(velocity|spin|force): .*\n`)
	write(t, filepath.Join(dir, "world.colliders.yaml"), motion.ReplaceAllString(string(level), ""))
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// in runs a command in a folder and returns its output.
func in(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off"), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// moduleSources returns the environment in which go looks for modules: in own, then in this machine's cache, then in
// the usual places.
func moduleSources(t *testing.T, own string) []string {
	t.Helper()
	url := func(dir string) string {
		dir = filepath.ToSlash(dir)
		if !strings.HasPrefix(dir, "/") {
			dir = "/" + dir
		}
		return "file://" + dir
	}
	sources := in(t, ".", nil, "go", "env", "GOMODCACHE", "GOPROXY")
	cache, rest, _ := strings.Cut(strings.TrimSpace(sources), "\n")
	proxies := url(filepath.Join(cache, "cache", "download"))
	if own != "" {
		proxies = url(own) + "," + proxies
	}
	return []string{"GOPROXY=" + proxies + "," + rest, "GONOSUMDB=*", "GOFLAGS=-mod=mod", "GONOPROXY=none"}
}

// A game that follows the README uses the module from the folder next to it.
func TestGameBesideTheModule(t *testing.T) {
	root, _ := repository(t)
	dir := gameFolder(t, readmeProgram(t, root))
	env := moduleSources(t, "")
	in(t, dir, env, "go", "mod", "init", "my.game")
	in(t, dir, env, "go", "mod", "edit", "-require=fillet@v0.0.0", "-replace=fillet="+root)
	in(t, dir, env, "go", "mod", "tidy")
	if got := in(t, dir, env, "go", "run", "."); got != "lands on bridge after 138 pixels\n" {
		t.Errorf("the game prints %q", got)
	}
	linked := in(t, dir, env, "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".")
	for module := range strings.FieldsSeq(linked) {
		if module != "my.game" && module != "fillet" && module != "gopkg.in/yaml.v3" {
			t.Errorf("the game links %s", module)
		}
	}
}

// The module, published under another path, builds and works, and a game can fetch it.
func TestModuleUnderAnotherPath(t *testing.T) {
	nightly(t)
	for _, tool := range []string{"sh", "perl", "xargs"} {
		if _, err := exec.LookPath(tool); err != nil || runtime.GOOS == "windows" {
			t.Skip("tools/module.sh needs sh, perl and xargs")
		}
	}
	const path = "example.org/some.one/fillet"
	root, files := repository(t)
	copied := t.TempDir()
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(root, f))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(copied, f), string(data))
	}
	in(t, copied, nil, "sh", "tools/module.sh", path)

	// No module refers to the old path.
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(copied, f))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(f, "go.mod") && strings.Contains(strings.ReplaceAll(string(data), path, ""), "fillet") {
			t.Errorf("%s:\n%s", f, data)
		}
		for _, p := range []string{"collision", "editor", "export", "importers", "assets", "cmd"} {
			if strings.Contains(string(data), `"fillet/`+p) && f != "cmd/editor/module_test.go" {
				t.Errorf("%s imports fillet/%s", f, p)
			}
		}
	}

	// The program builds, and writes Go code for games that imports the new path.
	program := filepath.Join(t.TempDir(), "fillet")
	// With -trimpath, the build cache matches although the folder differs each time.
	in(t, copied, nil, "go", "build", "-trimpath", "-buildvcs=false", "-o", program, "./cmd/editor")
	shown := readmeProgram(t, copied)
	if !strings.Contains(shown, path+"/export") {
		t.Fatalf("the README shows\n%s", shown)
	}
	shown = strings.Replace(shown, "import (", "import (\n\t\"my.game/cavern\"", 1)
	dir := gameFolder(t, strings.Replace(shown, "main() {",
		"main() {\n\tif _, err := cavern.Colliders(); err != nil {\n\t\tlog.Fatal(err)\n\t}", 1))
	if err := os.Mkdir(filepath.Join(dir, "cavern"), 0o755); err != nil {
		t.Fatal(err)
	}
	in(t, dir, nil, program, "-q", "export", "world.colliders.yaml", "-f", "go", "-o",
		filepath.Join(dir, "cavern", "cavern.go"))

	// A game fetches the module from a proxy.
	proxy := t.TempDir()
	publish(t, copied, files, filepath.Join(proxy, filepath.FromSlash(path), "@v"), path, "v0.1.0")
	env := append(moduleSources(t, proxy), "GOMODCACHE="+t.TempDir(), "GOFLAGS=-mod=mod -modcacherw -trimpath")
	in(t, dir, env, "go", "mod", "init", "my.game")
	in(t, dir, env, "go", "get", path+"@v0.1.0")
	if got := in(t, dir, env, "go", "run", "."); got != "lands on bridge after 138 pixels\n" {
		t.Errorf("the game prints %q", got)
	}
}

// publish writes a version of a module to a folder in the layout of a module proxy, without the modules nested in it.
func publish(t *testing.T, root string, files []string, folder, path, version string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "list"), version+"\n")
	write(t, filepath.Join(folder, version+".info"), `{"Version": "`+version+`", "Time": "2026-01-02T03:04:05Z"}`)
	write(t, filepath.Join(folder, version+".mod"), string(text))
	var inner []string
	for _, f := range files {
		if dir, ok := strings.CutSuffix(f, "/go.mod"); ok {
			inner = append(inner, dir+"/")
		}
	}
	out, err := os.Create(filepath.Join(folder, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
files:
	for _, f := range files {
		for _, dir := range inner {
			if strings.HasPrefix(f, dir) {
				continue files
			}
		}
		data, err := os.ReadFile(filepath.Join(root, f))
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create(path + "@" + version + "/" + f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
