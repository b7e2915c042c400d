package workspace_test

import (
	"bytes"
	"context"
	"runtime"
	"testing"
	"weak"

	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/ldtk"
)

const littleWorld = `{"__header__": {"app": "LDtk"}, "jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": 16,
"defs": {"layers": [{"uid": 1, "identifier": "W", "type": "IntGrid", "gridSize": 16, "intGridValues": [{"value": 1, "identifier": "rock"}]}], "entities": [], "tilesets": []},
"levels": [{"identifier": "A", "iid": "a", "worldX": 0, "worldY": 0, "pxWid": 48, "pxHei": 16, "layerInstances": [
 {"__identifier": "W", "__type": "IntGrid", "layerDefUid": 1, "__gridSize": 16, "__cWid": 3, "__cHei": 1, "intGridCsv": [1, 0, 1], "entityInstances": [], "gridTiles": [], "autoLayerTiles": []}]}]}`

func importLittle(t *testing.T) *importers.Result {
	t.Helper()
	res, err := ldtk.New().Import(context.Background(), importers.NewSource("/levels/w.ldtk", []byte(littleWorld), nil),
		importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// isKept reports whether a document is still in memory although nobody refers to it.
func isKept(doc weak.Pointer[level.Document]) bool {
	runtime.GC()
	return doc.Value() != nil
}

// A document's record of its import keeps neither the import nor the imported document in memory: both are as large as
// the file.
func TestImportsAreFreed(t *testing.T) {
	res := importLittle(t)
	settings, doc := res.Document.Settings(), weak.Make(res.Document)
	res = nil
	if isKept(doc) {
		t.Error("the settings keep the document in memory")
	}
	runtime.KeepAlive(settings)
	runtime.KeepAlive(res)
}

// A planned re-import does not keep the document of the later import in memory.
func TestPlansFreeLaterDocument(t *testing.T) {
	ours, later := importLittle(t).Document, importLittle(t).Document
	plan, err := workspace.PlanReimport(ours, ours.Settings().Imports[0], later)
	if err != nil {
		t.Fatal(err)
	}
	doc := weak.Make(later)
	later = nil
	if isKept(doc) {
		t.Error("the plan keeps the later document in memory")
	}
	runtime.KeepAlive(plan)
	runtime.KeepAlive(later)
}

// A collider that is unchanged since its import is one record, which the document and its import base share. That also
// holds after reading the file, and after renaming sources.
func TestUnchangedImportsAreOneRecord(t *testing.T) {
	t.Parallel()
	doc := importLittle(t).Document
	data, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	read, err := level.Read(bytes.NewReader(data), "w.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	check := func(when string, doc *level.Document) {
		t.Helper()
		base := doc.Settings().Imports[0].Base
		if len(base) != 2 {
			t.Fatalf("%s: %d records", when, len(base))
		}
		for _, b := range base {
			if b.Collider != doc.Collider(b.ID) {
				t.Errorf("%s: there are two records of %v", when, b.ID)
			}
		}
	}
	check("imported", doc)
	check("read", read)
	if err := read.MapSources(func(file string) string { return "/elsewhere/" + file }); err != nil {
		t.Fatal(err)
	}
	check("renamed", read)
}
