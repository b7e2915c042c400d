package dialog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fillet/assets"
	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
	"fillet/editor/workspace"
)

// Projects tracks the project of the shown level and changes its files.
type Projects struct {
	*Front
	docs     *Documents
	State    *panel.ProjectState
	OnChange func() // called when the state changes
	// Trash moves a file to the system's trash. It returns [disk.ErrNoTrash] if there is none.
	Trash func(path string) error

	watch   *workspace.FolderWatch // watches the project's folders; nil if the system cannot
	watched []string
	asked   int // counts searches, so that late results are dropped
}

// NewProjects returns the state of a window without a project.
func NewProjects(front *Front, docs *Documents, look *kit.Look, spawn func(func())) *Projects {
	p := &Projects{
		Front: front, docs: docs, State: &panel.ProjectState{Glimpses: panel.NewGlimpses(look, spawn)},
		OnChange: func() {}, Trash: disk.Trash,
	}
	docs.openFolder = p.openFolder
	return p
}

// KeepWatch updates the list after changes by other programs until the window closes.
func (p *Projects) KeepWatch() {
	watch, err := workspace.WatchFolders(workspace.WatchDelay, matters, func() { p.Look.Post(p.Reload) })
	if err != nil {
		return // the list is still updated when another level is shown
	}
	p.watch = watch
	p.watchFolders()
	p.Look.When(p.Closed, func() { _ = watch.Close() })
}

// matters reports whether a file that was created, removed or written may affect the list or a thumbnail.
func matters(path string, written bool) bool {
	if project.IsNamed(path) {
		return true
	}
	if written || disk.IsHidden(filepath.Base(path)) {
		return false
	}
	info, err := os.Lstat(path)
	return err == nil && info.IsDir() // a new folder may already contain files
}

// Follow finds the project of the shown level off the UI thread and lists its files. A level without a file keeps
// the current project.
func (p *Projects) Follow() {
	if path := p.Files.Path(); path != "" {
		p.load(func() (string, bool) { return project.Find(path) }, func() {})
	} else {
		p.Reload()
	}
}

func (p *Projects) Reload() {
	if dir := p.State.Dir; dir != "" {
		p.load(func() (string, bool) { return dir, project.IsProject(dir) }, func() {})
	}
}

// load reads the project in the folder that find returns, shows it and calls then.
func (p *Projects) load(find func() (dir string, ok bool), then func()) {
	p.asked++
	asked := p.asked
	p.Spawn(func() {
		found := read(find())
		p.Look.Post(func() {
			if asked != p.asked {
				return // superseded by a later search
			}
			s := p.State
			if s.Dir != found.Dir {
				s.Search = ""
			}
			s.Dir, s.Project, s.Err, s.List = found.Dir, found.Project, found.Err, found.List
			if s.List != nil {
				s.Glimpses.Listed(s.List)
			}
			p.watchFolders()
			p.OnChange()
			then()
		})
	})
}

// watchFolders watches the listed folders. The work runs off the UI thread, because there may be many.
func (p *Projects) watchFolders() {
	if p.watch == nil {
		return
	}
	var folders []string
	if p.State.List != nil {
		folders = p.State.List.Folders
	}
	if slices.Equal(folders, p.watched) {
		return
	}
	p.watched = folders
	watch := p.watch
	p.Spawn(func() { watch.Set(folders) })
}

func read(dir string, ok bool) *panel.ProjectState {
	s := &panel.ProjectState{}
	if !ok {
		return s
	}
	s.Dir = dir
	of, err := project.Open(dir)
	if err != nil {
		s.Err = err
		of = &project.Project{Dir: dir} // still list its levels
	} else {
		s.Project = of
	}
	list, err := of.List(context.Background())
	if err != nil && s.Err == nil {
		s.Err = err
	}
	if err == nil {
		s.List = list
		if len(list.Problems) > 0 && s.Err == nil {
			s.Err = errors.Join(list.Problems...)
		}
	}
	return s
}

// openFolder opens a project and shows its first level. In a browser, where a dialog gives a page only one file at a
// time, opening a folder is also the way to open a level with its files; there it asks which level to open.
func (p *Projects) openFolder(dir string) {
	dir = disk.RealPath(dir)
	p.load(func() (string, bool) { return dir, project.IsProject(dir) }, func() {
		s := p.State
		switch {
		case s.Dir == "" && p.Page != nil:
			p.chooseFile("Open a level of "+quote.Excerpt(filepath.Base(dir)), dir, "",
				append([]string{workspace.Extension}, p.foreignExtensions()...), false, p.docs.OpenFile)
		case s.Dir == "":
			p.FailDialog("This folder cannot be opened", fmt.Errorf("%s does not contain %s", dir, disk.ProjectFile))
		case s.List != nil && len(s.List.Of(project.Level)) > 0:
			p.docs.OpenFile(s.List.Of(project.Level)[0].Path)
		default:
			p.docs.OnLevel()
		}
	})
}

// Open opens a file of the project: a level in a tab, tile shapes in their editor.
func (p *Projects) Open(e project.Entry) { p.docs.OpenFile(e.Path) }

// Marks reports whether a file is the shown one, and whether it has unsaved work.
func (p *Projects) Marks(path string) (shown, unsaved bool) {
	l := p.docs.Levels.Find(path)
	return l != nil && l == p.OpenLevel, l != nil && l.Files.Unsaved()
}

// Create asks for a folder, creates a small project in it and opens one of its levels.
func (p *Projects) Create() {
	switch {
	case p.Page == nil:
		p.ChooseSave("New project folder", "game", nil, p.create)
	case !p.Page.WritesFolders:
		p.FailDialog("A project cannot be created here",
			errors.New("this browser does not let pages write to folders. Use Chrome, Chromium, Edge or the desktop "+
				"editor. You can open an existing project by dropping its folder here; files that you save are "+
				"downloaded"))
	default:
		p.chooseFolder(p.create)
	}
}

func (p *Projects) create(dir string) {
	p.docs.working("Creating the project", func(context.Context) (func(), error) {
		if err := project.Free(dir); err != nil {
			return nil, err
		}
		_, err := project.Create(assets.Starter(), dir, filepath.Base(dir))
		return func() {
			p.openFolder(dir)
			p.Tell("Created project %s. The Project panel lists its levels and prefabs",
				quote.Excerpt(filepath.Base(dir)))
		}, err
	}, "The project cannot be created")
}

// New asks for a name, creates a level or prefab with the project's defaults and opens it.
func (p *Projects) New(k project.Kind) {
	of := p.State.Project
	if of == nil {
		p.Fail(errors.New("the project file cannot be read: fix it first"))
		return
	}
	p.AskName("New "+k.String(), "", "Create", func(name string) error {
		path, err := of.NewLevel(k, strings.TrimSpace(name))
		if err != nil {
			return err
		}
		p.docs.OpenFile(path)
		p.Reload()
		return nil
	})
}

// Rename asks for a file's new name and updates the references to it.
func (p *Projects) Rename(e project.Entry) {
	p.withReferences(e, func(refs []project.Reference) {
		p.AskName("Rename the "+e.Kind.String(), e.Stem(), "Rename", func(name string) error {
			name = strings.TrimSpace(name)
			if len(refs) == 0 {
				return p.rename(e, name, refs)
			}
			if _, err := e.Renamed(name); err != nil {
				return err
			}
			p.Ask("Rename it everywhere?",
				fmt.Sprintf("%s is used in %s. These are updated too; files that are not open are written at once.",
					filepath.Base(e.Path), some(project.Files(refs))),
				Choice{"Rename", func() { p.Fail(p.rename(e, name, refs)) }})
			return nil
		})
	})
}

// rename renames a file and updates its references: in open levels as an undo step, in others on disk.
func (p *Projects) rename(e project.Entry, name string, refs []project.Reference) error {
	l := p.docs.Levels.Find(e.Path)
	files, open := p.levels()
	to, err := e.Rename(name)
	if err != nil {
		return err
	}
	if l != nil {
		l.Files.Moved(to)
		p.docs.Remember(to)
	}
	var failed []error
	for path, l := range open {
		if err := changeOpen(l, "Update the prefab's name", project.Follow(path, e.Path, to)); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", filepath.Base(path), err))
		}
	}
	if len(refs) == 0 {
		p.Reload()
		return errors.Join(failed...)
	}
	p.run("Renaming", true, func(ctx context.Context, progress Progress) (func(), error) {
		_, more := project.Write(ctx, files, func(f project.Entry) project.Steps {
			if !slices.ContainsFunc(refs, func(r project.Reference) bool { return r.Rel == f.Rel }) {
				return nil // has no reference, so it is not read
			}
			return project.Follow(f.Path, e.Path, to)
		}, progress)
		return nil, errors.Join(append(failed, more...)...)
	}, "Some levels could not be updated", p.Reload)
	return nil
}

// Delete moves a file to the system's trash. It asks first if the file is referenced or there is no trash. A prefab
// that is open only because another level edits it has no tab to close. It is closed here after asking about unsaved
// work.
func (p *Projects) Delete(e project.Entry) {
	if l := p.docs.Levels.Find(e.Path); l != nil {
		if p.docs.tabs.HasTab(l) {
			p.Fail(fmt.Errorf("%s is open: close it first", filepath.Base(e.Path)))
			return
		}
		f := p.docs.tabs.FileOf(l)
		p.docs.AskToSave([]*File{f}, func() {
			p.docs.tabs.Close(f)
			p.Delete(e)
		})
		return
	}
	p.withReferences(e, func(refs []project.Reference) {
		placed := ""
		if len(refs) > 0 {
			placed = "It is used in " + some(project.Files(refs)) + ", where it will be missing."
		}
		remove := func(how func(string) error) error {
			err := e.Delete(how)
			if err == nil {
				p.Reload()
			}
			return err
		}
		forGood := func() {
			message := strings.TrimSpace("The file " + quote.Printable(e.Rel) +
				" will be deleted permanently: no trash is available. " + placed)
			p.askToLose("Delete the "+e.Kind.String()+" “"+quote.Excerpt(e.Stem())+"”?", message,
				Choice{"Delete", func() { p.Fail(remove(os.Remove)) }})
		}
		toTrash := func() {
			switch err := remove(p.Trash); {
			case errors.Is(err, disk.ErrNoTrash):
				forGood()
			case err != nil:
				p.Fail(err)
			default:
				p.Tell("Moved %s to the trash", quote.Excerpt(filepath.Base(e.Path)))
			}
		}
		if placed == "" {
			toTrash()
			return
		}
		p.Ask("Move the "+e.Kind.String()+" “"+quote.Excerpt(e.Stem())+"” to the trash?", placed,
			Choice{"Move to the trash", toTrash})
	})
}

// withReferences finds the references to a file off the UI thread, then calls then.
func (p *Projects) withReferences(e project.Entry, then func([]project.Reference)) {
	s := p.State
	if s.List == nil {
		return
	}
	of, list := s.Project, s.List
	if of == nil {
		of = &project.Project{Dir: s.Dir}
	}
	p.Spawn(func() {
		refs, err := of.References(context.Background(), list, e.Path)
		p.Look.Post(func() {
			if err != nil {
				p.Fail(err)
				return
			}
			then(refs)
		})
	})
}

// some joins the first few names, and adds the number of the remaining ones.
func some(names []string) string {
	const limit = 6
	if len(names) <= limit {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:limit], ", "), len(names)-limit)
}
