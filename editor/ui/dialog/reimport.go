package dialog

import (
	"context"
	"fmt"
	"image/color"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/collision"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/importers"
)

// Imports keeps the level in sync with its imported files. It re-imports a file that has changed on disk, and asks the
// user to resolve conflicts.
type Imports struct {
	*Parent
	Own      *OwnPictures
	list     []*level.Import
	Allowed  map[string]bool // files opened or requested here; files in the level's folder need no entry
	reported map[string]bool // files already reported to be in another folder
	late     map[string]bool // files that changed while the level was hidden

	docs *Documents
}

// NewImports returns the import commands of a level. The window watches the imported files of all its levels together.
func NewImports(p *Parent) *Imports {
	return &Imports{
		Parent: p, Own: NewOwnPictures(p), Allowed: map[string]bool{}, reported: map[string]bool{},
		late: map[string]bool{},
	}
}

// allow permits reading a foreign file that the user has opened.
func (v *Imports) allow(file string) { v.Allowed[absoluteFile(file)] = true }

func (v *Imports) mayRead(m *level.Import) bool { return v.Allowed[m.File] || v.Files.IsBeside(m) }

// Refresh updates the watch on the files of the level's imports and of its own pictures.
func (v *Imports) Refresh() {
	list, newPictures := v.Session.Document().Settings().Imports, v.Own.refresh()
	if same := slices.Equal(list, v.list); same && !newPictures {
		return
	} else if !same {
		v.list = list
		v.loadPictures()
	}
	files := v.Own.files()
	for _, m := range list {
		if v.mayRead(m) {
			files[m.File] = append(files[m.File], workspace.ImportPaths(m)...)
		}
	}
	v.watch.set(v, files)
}

// Close stops watching the files.
func (v *Imports) Close() {
	v.list = nil
	v.watch.set(v, nil)
}

// opened checks whether a level that was just opened is older than its imported files.
func (v *Imports) opened() {
	v.list = nil
	v.Refresh()
	for _, m := range v.list {
		if !v.mayRead(m) {
			if !v.reported[m.File] {
				v.reported[m.File] = true
				v.Tell("%s is in another folder. Choose File › Re-import to read it", path.Base(m.File))
			}
			continue
		}
		v.Spawn(func() {
			changed, err := v.Files.HasChanged(m)
			if err != nil || !changed {
				return // a missing file is normal: levels are often shared without their sources
			}
			v.Look.Post(func() {
				v.whenIdle(func() {
					if !slices.Contains(v.list, m) {
						return
					}
					v.Ask("Import the changes?", path.Base(m.File)+
						" has changed since it was imported. Your changes in this level are kept.",
						Choice{"Re-import", func() { v.again(m, true) }})
				})
			})
		})
	}
}

// loadPictures loads and shows the pictures of the imported files.
func (v *Imports) loadPictures() {
	list := v.list
	if !slices.ContainsFunc(list, func(m *level.Import) bool { return m.Pictures && v.mayRead(m) }) {
		v.Canvas.Pictures = nil
		return
	}
	may := map[*level.Import]bool{}
	for _, m := range list {
		may[m] = v.mayRead(m)
	}
	v.Spawn(func() {
		pictures, issues, err := workspace.ImportedPictures(context.Background(), v.Files.ImportersFor, list,
			func(m *level.Import) bool { return may[m] })
		drawn := render.NewPictures(pictures)
		v.Look.Post(func() {
			if !slices.Equal(list, v.list) || err != nil {
				return // superseded by another level's pictures
			}
			v.Canvas.Pictures = drawn
			v.Canvas.Redraw()
			if len(issues) > 0 && pictures == nil {
				v.Tell("%s", issues[0].Message)
			}
		})
	})
}

// Changed handles a file that changed on disk, once the level is shown.
func (v *Imports) Changed(file string) {
	if !v.Shown {
		if !v.late[file] {
			v.late[file] = true
			v.whenShown(func() {
				delete(v.late, file)
				v.Changed(file)
			})
		}
		return
	}
	v.Own.changed(file)
	for _, m := range v.list {
		if m.File == file && v.mayRead(m) {
			v.again(m, false)
		}
	}
}

// All re-imports every file. The menu item calls it.
func (v *Imports) All() {
	v.Refresh()
	if len(v.list) == 0 {
		v.Tell("This level was not imported from another editor's file")
		return
	}
	for _, m := range v.list {
		if !v.mayRead(m) && disk.IsHiddenFrom(filepath.Dir(v.levelPath()), filepath.FromSlash(m.File)) {
			v.FailDialog("The file cannot be re-imported", fmt.Errorf("%s: %w", quote.ShortPath(m.File),
				disk.ErrHidden))
			continue
		}
		v.Allowed[m.File] = true
		v.again(m, true)
	}
	v.list = nil // watch the files allowed now
	v.Refresh()
}

// again re-imports a file. If asked is set, the user requested it, and again reports everything, not only changes.
func (v *Imports) again(m *level.Import, asked bool) {
	v.Spawn(func() {
		if changed, err := v.Files.HasChanged(m); err == nil && !changed && !asked {
			return
		}
		r, err := v.Files.Reread(context.Background(), m)
		v.Look.Post(func() {
			v.whenIdle(func() {
				switch {
				case err != nil && asked:
					v.FailDialog("The file cannot be re-imported", err)
				case err != nil:
					v.Fail(fmt.Errorf("not re-imported: %w", err))
				default:
					v.offer(m, r, asked)
				}
			})
		})
	})
}

// askBeyond asks for permission to read files outside a foreign file's folder if the file refers to any, and reports
// whether it asks. If the user allows it, it calls again. It asks once per pair of folders.
func (v *Imports) askBeyond(file string, r *importers.Result, again func()) bool {
	if r.Beyond == "" {
		return false
	}
	root := absolute(filepath.Join(filepath.Dir(file), filepath.FromSlash(r.Beyond)))
	folders := [2]string{absolute(filepath.Dir(file)), root}
	if v.beyond[folders] {
		return false
	}
	v.beyond[folders] = true
	v.Ask("Read files in other folders?", filepath.Base(file)+
		" refers to files in other folders, such as tilesets. Let it and the other files in its folder read files in "+
		root+"?",
		Choice{"Allow", func() {
			v.Files.Allow(file, root)
			again()
		}}, Choice{"Skip them", func() { v.showIssues(filepath.Base(file), r.Issues) }})
	return true
}

// offer merges the imported level into the current one, and asks about conflicts.
func (v *Imports) offer(m *level.Import, r *importers.Result, asked bool) {
	doc := v.Session.Document()
	if !slices.Contains(doc.Settings().Imports, m) {
		if !asked {
			v.Changed(m.File) // the level has changed meanwhile
		}
		return
	}
	plan, err := workspace.PlanReimport(doc, m, r.Document)
	switch {
	case err != nil:
		v.Fail(err)
	case plan.IsEmpty():
		v.loadPictures() // the pictures may have changed
		if asked {
			v.Tell("%s has no changes", path.Base(m.File))
		}
	case len(plan.Conflicts) > 0:
		v.decide(plan, r.Issues)
	default:
		v.apply(plan, r.Issues)
	}
}

func (v *Imports) apply(plan *workspace.Reimport, issues []importers.Issue) {
	v.Tools.Cancel()
	if err := plan.Apply(v.Session); err != nil {
		v.FailDialog("The file cannot be re-imported", err)
		return
	}
	v.Tell("%s", strings.Join(slices.Concat([]string{plan.Summary()}, plan.Notes), "; "))
	if slices.ContainsFunc(issues, func(i importers.Issue) bool { return i.Severity == importers.Loss }) {
		v.showIssues(path.Base(plan.File), issues)
	}
}

// decide lists the conflicts. Until the user decides, the level's versions are kept, and the user is asked again.
func (v *Imports) decide(plan *workspace.Reimport, issues []importers.Issue) {
	w, p := v.Parent, v.Look.Colors()
	f := newConflictList(w, func(chosen, width, height int, scale float64) *render.Scene {
		c := &plan.Conflicts[chosen]
		mine, files := c.Result(workspace.TakeLevel), c.Result(workspace.TakeFile)
		return conflictScene(w.Session.Document(), mine, files, canvas.Theme(w.Look), width, height, scale)
	})
	for i := range plan.Conflicts {
		c := &plan.Conflicts[i]
		f.add([]string{c.Label(), c.What()}, []string{"Mine", "The file's", "Later"}, 200,
			kit.Of([]workspace.Side{workspace.TakeLevel, workspace.TakeFile, workspace.Undecided}, kit.At(&c.Take)))
	}
	takeAll := func(take workspace.Side) func() {
		return func() {
			for i := range plan.Conflicts {
				plan.Conflicts[i].Take = take
			}
			f.Show()
		}
	}
	f.Head = container.NewVBox(kit.CutLine(w.Look, plan.Summary(), p.Text, kit.TextSize),
		kit.Text("Both you and the file changed these. Unresolved ones keep your version, and you are asked again.",
			p.Quiet, kit.SmallText))
	f.LeftButton("All mine", takeAll(workspace.TakeLevel))
	f.LeftButton("All the file's", takeAll(workspace.TakeFile))
	f.Cancel("Not now")
	f.Primary("Re-import", func() {
		f.Close()
		v.apply(plan, issues)
	})
	f.open("Re-import "+path.Base(plan.File), fyne.NewSize(860, 440), "yours", "the file's")
}

func swatch(c color.Color) fyne.CanvasObject {
	r := fynecanvas.NewRectangle(c)
	r.CornerRadius = 2
	return container.New(kit.Exact{W: 12, H: 12}, r)
}

// conflictScene draws both versions of a collider, nil for a deleted one, with its surroundings.
func conflictScene(
	doc *level.Document, ours, theirs *level.Collider, theme *render.Theme, w, h int, scale float64,
) *render.Scene {
	box := collision.EmptyAABB()
	for _, side := range []*level.Collider{ours, theirs} {
		box = box.Union(level.DrawnBounds(side))
	}
	size := box.Size()
	camera := render.Camera{Zoom: 1, Width: w, Height: h}.Framing(box.Grow(0.6*max(size.X, size.Y, 8)), 0)
	s := render.LevelScene(doc.Snapshot(), camera, theme)
	s.Scale = scale
	s.Items = slices.DeleteFunc(s.Items, func(i render.Item) bool { return ours != nil && i.Collider.ID == ours.ID })
	for i := range s.Items {
		s.Items[i].Dimmed = true
	}
	draw := func(c *level.Collider, ink overlay.Ink, dashed bool) {
		if c == nil {
			return
		}
		if baked, err := c.Shape.Bake(); err == nil {
			s.Overlays = append(s.Overlays, overlay.Outline{
				Boundary: baked.Boundary(), At: c.Transform(), Ink: ink,
				Width: 2, Dashed: dashed, Fill: true,
			})
		}
		if c.Shape.Kind == level.Point {
			s.Overlays = append(s.Overlays, overlay.Handle{At: c.Position, Form: overlay.CrossHandle, Ink: ink})
		}
	}
	draw(ours, overlay.Warn, false)
	draw(theirs, overlay.Accent, true)
	return s
}

// importWatch watches the files that the levels of a window were imported from.
type importWatch struct {
	watch *workspace.Watch // nil if the system cannot watch files; the File menu can still re-import
	of    map[*Imports]map[string][]string
}

func newImportWatch(s *Shell) *importWatch {
	w := &importWatch{of: map[*Imports]map[string][]string{}}
	watch, err := workspace.NewWatch(workspace.WatchDelay, func(name string) {
		s.Look.Post(func() { w.changed(name) })
	})
	if err != nil {
		return w
	}
	w.watch = watch
	s.Look.When(s.Closed, func() { _ = watch.Close() })
	return w
}

// set replaces the files watched for a level: for each imported file, all files that it read.
func (w *importWatch) set(v *Imports, files map[string][]string) {
	if len(files) == 0 && len(w.of[v]) == 0 {
		return
	}
	delete(w.of, v)
	if len(files) > 0 {
		w.of[v] = files
	}
	all := map[string][]string{}
	for _, files := range w.of {
		for name, paths := range files {
			all[name] = append(all[name], paths...)
		}
	}
	if w.watch != nil {
		w.watch.Set(all)
	}
}

func (w *importWatch) changed(name string) {
	for v, files := range w.of {
		if _, ok := files[name]; ok {
			v.Changed(name)
		}
	}
}
