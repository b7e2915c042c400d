package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test, script and make target that a document names is there.
func TestDocumentsNameTests(t *testing.T) {
	const root = "../.."
	var tests strings.Builder
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, "_test.go") {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			tests.Write(data)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, path := range append(documents, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z][A-Za-z0-9]*)`").FindAllSubmatch(data, -1) {
			if named++; !strings.Contains(tests.String(), "func "+string(m[1])+"(") {
				t.Errorf("%s names %s, which is not there", filepath.Base(path), m[1])
			}
		}
		for _, m := range regexp.MustCompile("scripts? `([a-z_]+)`(?: and `([a-z_]+)`)?").FindAllSubmatch(data, -1) {
			for _, name := range m[1:] {
				if named++; len(name) > 0 && !hasFile("testdata/script/"+string(name)+".txtar") {
					t.Errorf("%s names the script %s, which is not there", filepath.Base(path), name)
				}
			}
		}
		for _, m := range regexp.MustCompile("`make ([a-z-]+)").FindAllSubmatch(data, -1) {
			if named++; !regexp.MustCompile(`(?m)^` + string(m[1]) + `:`).Match(makefile) {
				t.Errorf("%s names make %s, which is not there", filepath.Base(path), m[1])
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d names were found", named)
	}
}

func hasFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
