package ui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	imagepng "image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/check"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
	"fillet/editor/workspace"
)

// projectFiles writes a project with the levels a and b and a prefab that a uses.
func projectFiles(t *testing.T) string {
	t.Helper()
	dir := disk.RealPath(t.TempDir())
	head := "fillet: 2\nname: x\nsize: [64, 64]\npixels_per_metre: 32\ngrid: {size: [16, 16]}\ncategories: " +
		"[terrain, props]\n"
	layers := "layers:\n  - id: l1\n    name: Ground\n    colliders:\n      - {id: c1, kind: box, size: [32, 16], " +
		"position: [16, 24], material: ice, friction: 0.5}\n"
	for name, text := range map[string]string{
		"fillet.project.yaml": "fillet_project: 1\nname: Depths\ncategories: [terrain, " +
			"props]\npixels_per_metre: 8\nmaterials:\n  ice: {friction: 0.02, density: 0.9}\n  stone: {friction: " +
			"0.7, density: 2}\n",
		"levels/a.level.yaml":      head + layers,
		"levels/b.level.yaml":      strings.Replace(head, "[terrain, props]", "[props, terrain]", 1) + layers,
		"prefabs/crate.level.yaml": head + layers,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// listedFiles returns the kinds with the numbers of their files, and the file names listed.
func listedFiles(v *panel.Project) string {
	var out []string
	for _, r := range v.Rows {
		if r.Entry == nil {
			out = append(out, fmt.Sprintf("%v %d", r.Kind, r.Count))
		} else {
			out = append(out, r.Entry.Stem())
		}
	}
	return strings.Join(out, "|")
}

// entryForTest returns the listed file with the name.
func (w *Window) entryForTest(t *testing.T, rel string) project.Entry {
	t.Helper()
	list := w.tabs.projects.State.List.Entries
	i := slices.IndexFunc(list, func(e project.Entry) bool { return e.Rel == rel })
	if i < 0 {
		t.Fatalf("%s is not listed: %v", rel, list)
	}
	return list[i]
}

// The window loads the project of the shown level with its counts, and drops it for a level outside any project.
func TestProjectOfTheLevel(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	s := w.tabs.projects.State
	if s.Dir != dir || s.Summary() != "Depths · 2 levels, 1 prefab" {
		t.Fatalf("project = %s, %q", s.Dir, s.Summary())
	}
	if c := w.Session.Document().Collider(1); c.Friction != 0.02 || c.Density != 0.9 {
		t.Errorf("ice collider = %+v", c)
	}
	if w.Files.Unsaved() {
		t.Error("a freshly opened level has unsaved changes")
	}
	w.docs.NewLevel()
	if set := w.Session.Document().Settings(); set.PixelsPerMetre != 8 || len(set.Categories) != 2 {
		t.Errorf("a new level of the project has %+v", set)
	}
	w.OpenFile(levelFiles(t, 1)[0])
	if s.Dir != "" || s.Summary() != "" {
		t.Errorf("a level outside any project has the project %s", s.Dir)
	}
	w.OpenFile(dir)
	if s.Dir != dir || filepath.Base(w.Files.Path()) != "a.level.yaml" {
		t.Errorf("opening the folder shows %s in %s", w.Files.Path(), s.Dir)
	}
	w.OpenFile(filepath.Join(dir, disk.ProjectFile))
	if filepath.Base(w.Files.Path()) != "a.level.yaml" {
		t.Errorf("opening the project file shows %s", w.Files.Path())
	}
}

// A level opens even if the project file has an error, which is reported with its position. The project's levels are
// listed.
func TestProjectWithAnError(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	if err := os.WriteFile(filepath.Join(dir, disk.ProjectFile), []byte("fillet_project: 1\nnom: x\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	s := w.tabs.projects.State
	if w.Session.Document().Len() != 1 || s.Err == nil || !strings.Contains(s.Err.Error(), "fillet.project.yaml:2:1") ||
		s.List == nil || len(s.List.Entries) != 3 {
		t.Errorf("the level has %d shapes; the project %v", w.Session.Document().Len(), s.Err)
	}
	v := w.side.project
	if got := v.Trouble.Segment.Text; !strings.Contains(got, "fillet.project.yaml:2:1") ||
		!strings.HasPrefix(listedFiles(v), "level 2|a|b") {
		t.Errorf("above the list %s the message is %q", listedFiles(v), got)
	}
	w.side.problems.Run()
	if !slices.ContainsFunc(w.side.problems.Findings, func(f check.Finding) bool {
		return f.Rule == check.RuleProjectFile && strings.Contains(f.Message, "fillet.project.yaml:2:1")
	}) {
		t.Errorf("problems = %+v", w.side.problems.Findings)
	}
	text, err := os.ReadFile(filepath.Join(projectFiles(t), disk.ProjectFile))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := os.WriteFile(filepath.Join(dir, disk.ProjectFile), text, 0o644); err != nil {
			t.Fatal(err)
		}
		w.tabs.projects.Reload()
		if v.Trouble.Segment.Text != "" || w.tabs.projects.State.Project == nil {
			t.Errorf("message after the fix = %q", v.Trouble.Segment.Text)
		}
	}()
	if c := w.Session.Document().Collider(1); c.Friction != 0.5 {
		t.Errorf("without a project the friction is %g", c.Friction)
	}
}

// The window's check uses the project, and its fix reorders the categories.
func TestProjectInProblems(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	w.OpenFile(filepath.Join(dir, "levels", "b.level.yaml"))
	v := w.side.problems
	v.Run()
	i := slices.IndexFunc(v.Findings, func(f check.Finding) bool { return f.Rule == check.RuleProjectCategories })
	if i < 0 {
		t.Fatalf("found %+v", v.Findings)
	}
	v.FixOne(v.Findings[i])
	if got := w.Session.Document().Settings().Categories; !slices.Equal(got, []string{"terrain", "props"}) {
		t.Errorf("categories = %q", got)
	}
	if got := w.Session.Document().Collider(1).Categories; !slices.Equal(got, []string{"props"}) {
		t.Errorf("the collider has the categories %q", got)
	}
}

// The panel lists levels and prefabs with thumbnails, filters by name, and shows which files are open.
func TestProjectPanel(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	v := w.side.project
	if got := listedFiles(v); got != "level 2|a|b|prefab 1|crate" {
		t.Errorf("list = %s", got)
	}
	e := w.entryForTest(t, "levels/b.level.yaml")
	w.tabs.projects.State.Glimpses.Of(e) // starts drawing the thumbnail
	g := w.tabs.projects.State.Glimpses.Of(e)
	if g == nil || g.Picture == nil || g.Shapes != 1 || g.Size != (level.Vec{X: 64, Y: 64}) {
		t.Errorf("glimpse of b = %+v", g)
	}
	if again := w.tabs.projects.State.Glimpses.Of(e); again != g {
		t.Error("an unchanged file is redrawn")
	}
	v.Field.SetText("cra")
	if got := listedFiles(v); got != "prefab 1|crate" {
		t.Errorf("filtered list = %s", got)
	}
	v.Field.SetText("nothing")
	if got := listedFiles(v); got != "" {
		t.Errorf("filtered list = %s", got)
	}
	v.Field.SetText("")
	w.tabs.projects.Open(e)
	if filepath.Base(w.Files.Path()) != "b.level.yaml" || len(w.tabs.list) != 2 {
		t.Errorf("%s is shown, of %d", w.Files.Path(), len(w.tabs.list))
	}
	if shown, unsaved := w.tabs.projects.Marks(e.Path); !shown || unsaved {
		t.Errorf("shown: %v, unsaved: %v", shown, unsaved)
	}
	if !w.commands.menus.Shortcut(&fyne.ShortcutSelectAll{}) || w.Session.Selection().Len() != 1 {
		t.Errorf("Ctrl+A in the panel selected %d shapes", w.Session.Selection().Len())
	}
}

// Opening a recovered level loads its project, as for any level.
func TestProjectOfRecoveredLevel(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	path := filepath.Join(dir, "levels", "a.level.yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lost := workspace.Lost{File: filepath.Join(t.TempDir(), "copy.level.yaml"), Path: path, Name: "a.level.yaml"}
	if err := os.WriteFile(lost.File, data, 0o644); err != nil {
		t.Fatal(err)
	}
	w.rescue.OfferLost([]workspace.Lost{lost})
	w.ModalKey(fyne.KeyReturn) // Recover, the only choice
	if got := w.tabs.projects.State.Dir; got != dir || w.Files.Path() != path {
		t.Errorf("%s is recovered, of the project %q", w.Files.Path(), got)
	}
}

// The panel creates, renames and deletes files. An open level follows its file.
func TestProjectFiles(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	p := w.tabs.projects
	p.New(project.Level)
	w.answerName(t, "b?", "Create")
	if len(w.Modals) == 0 {
		t.Fatal("an invalid file name is accepted")
	}
	w.answerName(t, "c", "Create")
	if filepath.Base(w.Files.Path()) != "c.level.yaml" || w.Session.Document().Settings().PixelsPerMetre != 8 {
		t.Errorf("the new level is %s with %+v", w.Files.Path(), w.Session.Document().Settings())
	}
	p.Rename(w.entryForTest(t, "c.level.yaml"))
	w.answerName(t, "d", "Rename")
	if filepath.Base(w.Files.Path()) != "d.level.yaml" {
		t.Errorf("renamed, the open level is %s", w.Files.Path())
	}
	w.entryForTest(t, "d.level.yaml")
	w.addBoxForTest(t)
	w.file.Save(nil)
	if doc, err := level.Open(filepath.Join(dir, "d.level.yaml")); err != nil || doc.Len() != 1 {
		t.Errorf("saved after that it is %v, %v", doc, err)
	}
	p.Delete(w.entryForTest(t, "d.level.yaml"))
	if len(w.Modals) > 0 {
		t.Error("a level that is open can be deleted")
	}
	crate := filepath.Join(dir, "prefabs", "crate.level.yaml")
	p.Trash = func(string) error { return disk.ErrNoTrash }
	p.Delete(w.entryForTest(t, "prefabs/crate.level.yaml"))
	if _, err := os.Stat(crate); err != nil {
		t.Error("without a trash the prefab is deleted without a question")
	}
	pressButton(t, w, "Delete")
	if _, err := os.Stat(crate); err == nil {
		t.Error("the prefab still exists")
	}
	if got := w.tabs.projects.State.Summary(); got != "Depths · 3 levels" {
		t.Errorf("then the list is %q", got)
	}
}

// Unreferenced files go to the system's trash at once, files in use only after a question that lists their users.
func TestProjectTrash(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	text := "fillet: 2\nname: x\nsize: [64, 64]\ninstances:\n  - {id: i1, prefab: ../prefabs/crate.level.yaml, " +
		"layer: l1, position: [0, 0]}\nlayers:\n  - {id: l1, name: a, colliders: []}\n"
	if err := os.WriteFile(filepath.Join(dir, "levels", "placed.level.yaml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	p := w.tabs.projects
	var trashed []string
	p.Trash = func(path string) error {
		trashed = append(trashed, filepath.Base(path))
		return os.Remove(path)
	}
	p.Delete(w.entryForTest(t, "levels/b.level.yaml"))
	if len(w.Modals) > 0 || !slices.Equal(trashed, []string{"b.level.yaml"}) {
		t.Errorf("in the trash are %q, with %d questions", trashed, len(w.Modals))
	}
	if got := listedFiles(w.side.project); got != "level 2|a|placed|prefab 1|crate" {
		t.Errorf("then the list is %s", got)
	}
	p.Delete(w.entryForTest(t, "prefabs/crate.level.yaml"))
	if _, ok := find(w, func(q *widget.Label) bool {
		return strings.Contains(q.Text, "levels/placed.level.yaml")
	}); !ok || len(trashed) > 1 {
		t.Errorf("a prefab in use is deleted without a question: %q", trashed)
	}
	pressButton(t, w, "Move to the trash")
	if !slices.Equal(trashed, []string{"b.level.yaml", "crate.level.yaml"}) {
		t.Errorf("in the trash are %q", trashed)
	}
}

// answerName types a name into the open name dialog.
func (w *Window) answerName(t *testing.T, name, button string) {
	t.Helper()
	f, ok := w.Win.Canvas().Focused().(*kit.SearchField)
	if !ok {
		t.Fatal("no name dialog is open")
	}
	f.SetText(name)
	pressButton(t, w, button)
}

func (w *Window) addBoxForTest(t *testing.T) {
	t.Helper()
	doc := w.Session.Document()
	c := level.NewCollider(doc.NewID(), doc.Layers()[0].ID, "box", level.Shape{Kind: level.Circle, Radius: 8},
		level.Vec{})
	if err := w.Session.Do("Add", level.Diff{Colliders: []level.Change[level.Collider]{level.Added(c)}}); err != nil {
		t.Fatal(err)
	}
}

// Changing categories and materials updates all levels: open ones in one undo step, the others on disk. Levels that
// could not be written are listed.
func TestProjectSettings(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	if err := os.WriteFile(filepath.Join(dir, "levels", "broken.level.yaml"), []byte("fillet: 1\nnom: x\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	open := func() { w.tabs.projects.Settings() }
	set := func(was, to string) {
		t.Helper()
		f, ok := find(w, func(f *kit.SearchField) bool { return f.Text == was })
		if !ok {
			t.Fatalf("there is no field with %q", was)
		}
		f.SetText(to)
	}
	open()
	set("props", "")
	pressButton(t, w, "Apply")
	if _, ok := find(w, func(q *kit.QuietProse) bool { return strings.Contains(q.Segment.Text, "no name") }); !ok {
		t.Error("a category without a name is accepted")
	}
	set("", "objects")
	set("ice", "black ice")
	set("0.02", "0.02/2")
	pressButton(t, w, "Apply")
	pressButton(t, w, "Change them")
	if c := w.Session.Document().Collider(1); c.Material != "black ice" || c.Friction != 0.01 {
		t.Errorf("in the open level the collider is %+v", c)
	}
	if got := w.Session.Document().Settings().Categories; !slices.Equal(got, []string{"terrain", "objects"}) {
		t.Errorf("categories = %q", got)
	}
	doc, err := level.Open(filepath.Join(dir, "levels", "b.level.yaml"))
	if err != nil || !slices.Equal(doc.Settings().Categories, []string{"terrain", "objects"}) ||
		!slices.Equal(doc.Collider(1).Categories, []string{"objects"}) || doc.Collider(1).Friction != 0.01 {
		t.Errorf("level on disk = %+v, %v", doc, err)
	}
	if p, err := project.Open(dir); err != nil || !slices.Equal(p.Categories, []string{"terrain", "objects"}) ||
		p.Materials[0].Name != "black ice" {
		t.Errorf("project = %+v, %v", p, err)
	}
	if len(w.Modals) != 1 {
		t.Errorf("%d dialogs report the level that cannot be read", len(w.Modals))
	}
	w.Session.Undo()
	if c := w.Session.Document().Collider(1); c.Material != "ice" || c.Friction != 0.02 {
		t.Errorf("after undo it is %+v", c)
	}
}

// A level's thumbnail is redrawn when a prefab in it has changed, but not when only the file's time has changed.
func TestGlimpsesFollowPrefabs(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	text := "fillet: 2\nname: x\nsize: [64, 64]\ninstances:\n  - {id: i1, prefab: ../prefabs/crate.level.yaml, " +
		"layer: l1, position: [0, 0]}\nlayers:\n  - {id: l1, name: a, colliders: []}\n"
	path := filepath.Join(dir, "levels", "placed.level.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	of := func() *panel.Glimpse {
		w.tabs.projects.Reload()
		w.tabs.projects.State.Glimpses.Of(w.entryForTest(t, "levels/placed.level.yaml"))
		return w.tabs.projects.State.Glimpses.Of(w.entryForTest(t, "levels/placed.level.yaml"))
	}
	first := of()
	if first == nil || first.Shapes != 1 {
		t.Fatalf("thumbnail = %+v", first)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil { // the same contents
		t.Fatal(err)
	}
	if of() != first {
		t.Error("a file with the same contents is redrawn")
	}
	crate := filepath.Join(dir, "prefabs", "crate.level.yaml")
	data, err := os.ReadFile(crate)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(crate, append(data, "      - {id: c2, kind: circle, radius: 4, position: [4, 4]}\n"...),
		0o644); err != nil {
		t.Fatal(err)
	}
	if now := of(); now == nil || now.Shapes != 2 {
		t.Errorf("with a changed prefab it is %+v", now)
	}
}

// A tileset is listed with its image, its tile size and the number of tiles with shapes. A prefab without a frame is
// listed with the size of its shapes.
func TestGlimpsesOfTilesetsAndPrefabs(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	picture := image.NewNRGBA(image.Rect(0, 0, 160, 16))
	for y := range 16 {
		for x := range 160 {
			picture.SetNRGBA(x, y, color.NRGBA{R: 250, A: 255})
		}
	}
	var png bytes.Buffer
	if err := imagepng.Encode(&png, picture); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"tiles/stone.png": png.String(),
		"tiles/stone.tiles.yaml": "fillet_tiles: 1\nimage: stone.png\ntile: [16, 16]\nshapes:\n  0: [full]\n  1: " +
			"[platform]\n  9: []\n",
		"tiles/bare.tiles.yaml": "fillet_tiles: 1\nimage: none.png\ntile: [8, 8]\nshapes:\n  0: [full]\n",
		"tiles/out.tiles.yaml":  "fillet_tiles: 1\nimage: ../../stone.png\ntile: [8, 8]\nshapes:\n  0: [full]\n",
		"tiles/bad.tiles.yaml":  "fillet_tiles: 1\nimag: none.png\n",
		"../stone.png":          png.String(),
		"prefabs/spring.level.yaml": "fillet: 2\nname: x\nsize: [0, 0]\nlayers:\n  - id: l1\n    colliders:\n      " +
			"- {id: c1, kind: box, size: [32, 16], position: [16, 24]}\n      - {id: c2, kind: circle, radius: 4.26, " +
			"position: [0, 0]}\n",
		"prefabs/nothing.level.yaml": "fillet: 2\nname: x\nsize: [0, 0]\nlayers:\n  - {id: l1, name: a, " +
			"colliders: []}\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(data), 0o644)); err !=
			nil {
			t.Fatal(err)
		}
	}
	w.OpenFile(filepath.Join(dir, "levels", "a.level.yaml"))
	for rel, want := range map[string]string{
		"tiles/stone.tiles.yaml": "16×16 · 2 tiles, picture", "tiles/bare.tiles.yaml": "8×8 · 1 tile",
		"tiles/out.tiles.yaml": "8×8 · 1 tile", "tiles/bad.tiles.yaml": "cannot be read",
		"prefabs/spring.level.yaml": "36.3×36.3 · 2 shapes, picture", "prefabs/nothing.level.yaml": "0 shapes, picture",
	} {
		e := w.entryForTest(t, rel)
		w.tabs.projects.State.Glimpses.Of(e)
		g := w.tabs.projects.State.Glimpses.Of(e)
		if g == nil {
			t.Fatalf("%s has no thumbnail", rel)
		}
		got := g.Facts(e.Kind)
		if g.Picture != nil {
			got += ", picture"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", rel, got, want)
		}
	}
	e := w.entryForTest(t, "tiles/stone.tiles.yaml")
	m := w.tabs.projects.State.Glimpses.Of(e).Picture
	if b := m.Bounds(); b.Dx() != 64 || b.Dy() != 16 { // four of its ten tiles
		t.Errorf("thumbnail = %v", b)
	}
	if r, g, _, _ := m.At(63, 15).RGBA(); r>>8 != 250 || g != 0 {
		t.Errorf("corner = %v", m.At(63, 15))
	}
}

// Shapes with different materials show a mixed material.
func TestMixedMaterial(t *testing.T) {
	w := newWindow(t)
	dir := projectFiles(t)
	text := "fillet: 2\nname: x\nsize: [64, 64]\ncategories: [terrain, props]\nlayers:\n  - id: l1\n    name: a\n    " +
		"colliders:\n      - {id: c1, kind: box, size: [8, 8], position: [0, 0], material: ice}\n      - {id: c2, " +
		"kind: box, size: [8, 8], position: [20, 0], material: stone}\n"
	path := filepath.Join(dir, "levels", "two.level.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	w.Session.Selection().All()
	drawForTest(w.Win.Canvas())
	if got := pickerForTest(t, w).Text(); got != "mixed" {
		t.Errorf("material = %q", got)
	}
}

// New project asks for a folder, creates the project, opens one of its levels, and overwrites nothing.
func TestNewProject(t *testing.T) {
	w := newWindow(t)
	dir := filepath.Join(disk.RealPath(t.TempDir()), "my game")
	w.Native = true
	w.System = dialog.SystemDialogs{Asks: true, Save: func(context.Context, string, string, []string) (string, error) {
		return dir, nil
	}}
	make := func() {
		t.Helper()
		for _, c := range w.commands.projectItem().Items() {
			if c.Label == "New project…" {
				w.commands.menus.Perform(c)
				return
			}
		}
		t.Fatal("File › Project has no New project…")
	}
	make()
	if got := w.tabs.projects.State.Summary(); got != "my game · 2 levels, 1 prefab" ||
		filepath.Base(w.Files.Path()) != "first.level.yaml" {
		t.Errorf("the project is %q, the shown level %s", got, w.Files.Path())
	}
	drawCircle(t, w)
	w.file.Save(nil)
	saved, err := os.ReadFile(w.Files.Path())
	if err != nil {
		t.Fatal(err)
	}
	make()
	if len(w.Modals) != 1 {
		t.Errorf("%d dialogs report that the folder is in use", len(w.Modals))
	}
	if now, err := os.ReadFile(w.Files.Path()); err != nil || string(now) != string(saved) {
		t.Errorf("the level was overwritten: %v", err)
	}
}
