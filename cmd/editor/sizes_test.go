package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// No type has more than 90 methods, and the window at most 40.
func TestTypesStaySmall(t *testing.T) {
	const (
		root       = "../.."
		maxMethods = 90
		maxWindow  = 40
	)
	packages, methods := map[string]bool{}, map[string]int{}
	for _, part := range []string{"assets", "cmd", "collision", "editor", "export", "importers"} {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			dir, err := filepath.Rel(root, filepath.Dir(path))
			dir = filepath.ToSlash(dir)
			packages[dir] = true
			for _, name := range methodsIn(t, path, data) {
				methods[dir+"."+name]++
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(packages) < 30 || methods["editor/ui.Window"] == 0 {
		t.Fatalf("%d packages, and %d methods of the window", len(packages), methods["editor/ui.Window"])
	}
	for name, n := range methods {
		largest := maxMethods
		if name == "editor/ui.Window" {
			largest = maxWindow
		}
		if n > largest {
			t.Errorf("%s has %d methods; the limit is %d", name, n, largest)
		}
	}
}

// methodsIn lists the receiver type of each method in a file.
func methodsIn(t *testing.T, path string, text []byte) (types []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil {
			continue
		}
		of := f.Recv.List[0].Type
		if star, ok := of.(*ast.StarExpr); ok {
			of = star.X
		}
		switch generic := of.(type) {
		case *ast.IndexExpr:
			of = generic.X
		case *ast.IndexListExpr:
			of = generic.X
		}
		if name, ok := of.(*ast.Ident); ok {
			types = append(types, name.Name)
		}
	}
	return types
}
