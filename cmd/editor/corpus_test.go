package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"testing"

	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/export/colliders"
	"fillet/importers"
	"fillet/importers/ldtk"
	"fillet/importers/ogmo"
	"fillet/importers/tiled"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// TestCorpusExports exports every file of the corpus that can be imported, in both syntaxes. Each export validates
// against the schema, is the same every time, and reads back as the original level.
func TestCorpusExports(t *testing.T) {
	checker := schemaOf(t)
	eachOfCorpus(t, func(t *testing.T, registry *importers.Registry, path string) {
		res, _, err := registry.Load(context.Background(), path, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []export.Exporter{export.JSON(), export.YAML()} {
			exportsWell(t, checker, e, res.Document)
		}
	})
}

// TestCorpusReimportChangesNothing checks that the saved import of each file equals the file again, in every mode.
func TestCorpusReimportChangesNothing(t *testing.T) {
	eachOfCorpus(t, func(t *testing.T, registry *importers.Registry, path string) {
		for _, mode := range importers.Modes {
			opts := importers.Options{Mode: mode}
			first, _, err := registry.Load(context.Background(), path, opts)
			if err != nil {
				t.Fatal(err)
			}
			data, err := level.Marshal(first.Document)
			if err != nil {
				t.Fatal(err)
			}
			saved, err := level.Read(bytes.NewReader(data), "saved.level.yaml")
			if err != nil {
				t.Fatal(err)
			}
			m := saved.Settings().Imports[0]
			if opts, err = importers.OptionsOf(m); err != nil {
				t.Fatal(err)
			}
			later, _, err := registry.Load(context.Background(), path, opts)
			if err != nil {
				t.Fatal(err)
			}
			r, err := workspace.PlanReimport(saved, m, later.Document)
			if err != nil {
				t.Fatal(err)
			}
			if !r.IsEmpty() {
				t.Errorf("%s: %s", mode, r.Summary())
			}
			if digest, err := registry.Digest(path, m.Reads); err != nil || digest != m.Digest {
				t.Errorf("%s: digest = %s, want %s (%v)", mode, digest, m.Digest, err)
			}
		}
	})
}

// eachOfCorpus runs a test for each real file that can be imported, and checks that each format has some.
func eachOfCorpus(t *testing.T, test func(*testing.T, *importers.Registry, string)) {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "corpus")
	registry := importers.NewRegistry(ldtk.New(), ogmo.New(), tiled.New())
	n := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		_, imp, closer, err := registry.Open(path)
		if err != nil || imp == nil {
			return nil //nolint:nilerr // a file of a different kind: a tileset, a licence
		}
		if err := closer.Close(); err != nil {
			return err
		}
		n[imp.Name()]++
		t.Run(filepath.Base(path), func(t *testing.T) { test(t, registry, path) })
		return nil
	})
	if err != nil || len(n) == 0 {
		t.Skipf("the shared corpus is missing: %v", err)
	}
	if len(n) != len(registry.All()) {
		t.Errorf("files by format: %v, want some of each", n)
	}
}

func exportsWell(t *testing.T, checker *jsonschema.Schema, e export.Exporter, doc *level.Document) {
	t.Helper()
	data := exportedBytes(t, e, doc)
	plain := data
	if e.Name() == "yaml" {
		var v any
		if err := yaml.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		var err error
		if plain, err = json.Marshal(v); err != nil {
			t.Fatal(err)
		}
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(plain))
	if err != nil {
		t.Fatal(err)
	}
	if err := checker.Validate(v); err != nil {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	f, err := colliders.Load(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	back, err := export.Document(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	// A level's properties come from its imports, which a collider file does not record.
	if len(f.Level.Properties) > 0 {
		with := doc.Settings()
		without := *with
		without.Imports = nil
		if err := doc.Apply(level.Diff{Settings: level.Changed(with, &without)}); err != nil {
			t.Fatal(err)
		}
		data = exportedBytes(t, e, doc)
		if err := doc.Apply(level.Diff{Settings: level.Changed(&without, with)}); err != nil {
			t.Fatal(err)
		}
	}
	if again := exportedBytes(t, e, back); !bytes.Equal(again, data) {
		t.Errorf("%s: the file differs after reading it back and exporting it again", e.Name())
	}
}

func exportedBytes(t *testing.T, e export.Exporter, doc *level.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := e.Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func schemaOf(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(colliders.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("colliders.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("colliders.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
