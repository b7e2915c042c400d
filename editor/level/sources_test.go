package level_test

import (
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/testkit"
)

// Sources in exported files are relative to the project, or else to the level's folder, however the level's name is
// spelled. Reading them undoes that.
func TestExportedSources(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	for _, dir := range []string{"game/levels/deep", "game/art", "bare/levels", "away"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(top, "game", disk.ProjectFile), []byte("fillet: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	links := os.Symlink(filepath.Join(top, "game", "levels"), filepath.Join(top, "away", "levels")) == nil &&
		os.Symlink(filepath.Join(top, "away"), filepath.Join(top, "game", "shared")) == nil
	for _, test := range []struct {
		source, level, want string
		links               bool
	}{
		{"game/art/w.ldtk", "game/levels/deep/a.level.yaml", "art/w.ldtk", false},
		{"game/w.ldtk", "game/a.level.yaml", "w.ldtk", false},
		{"away/w.ldtk", "game/levels/a.level.yaml", "../away/w.ldtk", false},
		{"bare/levels/w.ldtk", "bare/levels/a.level.yaml", "w.ldtk", false},
		{"bare/w.ldtk", "bare/levels/a.level.yaml", "../w.ldtk", false},
		// The folder is a link into the project.
		{"away/levels/w.ldtk", "away/levels/a.level.yaml", "levels/w.ldtk", true},
		{"game/art/w.ldtk", "away/levels/a.level.yaml", "art/w.ldtk", true},
		// A link out of the project, as the level names it.
		{"game/shared/w.ldtk", "game/levels/a.level.yaml", "shared/w.ldtk", true},
	} {
		if test.links && !links {
			continue
		}
		path := filepath.Join(top, filepath.FromSlash(test.level))
		source := filepath.ToSlash(filepath.Join(top, filepath.FromSlash(test.source)))
		got := level.ExportedSources(path)(source)
		if got != test.want {
			t.Errorf("%s in %s is %s, want %s", test.source, test.level, got, test.want)
		}
		// Exporting the file after reading it gives the same name.
		again := level.ExportedSources(path)(level.AbsoluteSource(level.ImportedSource(got, path), path))
		if again != got {
			t.Errorf("%s, read and written again, is %s", got, again)
		}
	}
	for _, file := range []string{"w.ldtk", "../w.ldtk"} { // level read from standard input
		if got := level.ExportedSources(filepath.Join(top, "game", "a.level.yaml"))(file); got != file {
			t.Errorf("%s becomes %s", file, got)
		}
	}
}

// Renaming source files changes only the given names, in a document and in a snapshot of it.
func TestSourcesAreRenamed(t *testing.T) {
	t.Parallel()
	asked := map[string]int{} // calls per name
	rename := func(file string) string {
		if asked[file]++; file == "old.ldtk" {
			return "new.ldtk"
		}
		return file
	}
	doc := testkit.EmptyLevel(t)
	files := []string{"old.ldtk", "other.ldtk", "old.ldtk", ""}
	var all []*level.Collider
	for i, file := range files {
		c := box(doc, float64(20*i))
		if c.Source = (&level.Source{File: file, Level: "L", ID: "7"}); file == "" {
			c.Source = nil
		}
		all = append(all, c)
	}
	settings := *doc.Settings()
	settings.Imports = []*level.Import{{File: "old.ldtk"}, {File: "other.ldtk"}}
	diff := adding(all...)
	diff.Settings = level.Changed(doc.Settings(), &settings)
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	check := func(what string, got []*level.Collider, s *level.Settings) {
		t.Helper()
		for i, c := range got {
			if files[i] != "old.ldtk" {
				if c != all[i] {
					t.Errorf("%s: collider %d is another record", what, i)
				}
				continue
			}
			if *c.Source != (level.Source{File: "new.ldtk", Level: "L", ID: "7"}) || all[i].Source.File != "old.ldtk" {
				t.Errorf("%s: the source of collider %d is %+v, was %+v", what, i, *c.Source, *all[i].Source)
			}
		}
		if a, b := s.Imports[0].File, s.Imports[1].File; a != "new.ldtk" || b != "other.ldtk" {
			t.Errorf("%s: the imports have the files %s and %s", what, a, b)
		}
	}
	snap := doc.Snapshot().MapSources(rename)
	var got []*level.Collider
	for _, c := range snap.Layers[0].Colliders {
		got = append(got, c.Collider)
	}
	check("the snapshot", got, snap.Settings)
	if n := asked["old.ldtk"]; n > 2 { // once for colliders, once for imports
		t.Errorf("the new name of one file was asked for %d times", n)
	}
	if err := doc.MapSources(rename); err != nil {
		t.Fatal(err)
	}
	got = nil
	for c := range doc.Colliders() {
		got = append(got, c)
	}
	check("the document", got, doc.Settings())
}
