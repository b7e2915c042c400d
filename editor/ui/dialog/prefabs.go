package dialog

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// Prefabs finds the prefabs that the shown level can place, and creates new ones.
type Prefabs struct {
	*Front
	projects *Projects
	State    *panel.PrefabState
	OnChange func() // called when the list changes

	asked  int    // counts searches, so that late results are dropped
	origin string // the name of the origin chosen last
}

func NewPrefabs(front *Front, projects *Projects) *Prefabs {
	return &Prefabs{
		Front: front, projects: projects, State: &panel.PrefabState{Glimpses: projects.State.Glimpses},
		OnChange: func() {},
	}
}

// maxBeside limits the level files listed for a level outside any project.
const maxBeside = 500

// Follow finds the prefabs of the shown level off the UI thread: the project's prefabs, or without a project the
// level files in the level's folder and its subfolder "prefabs", and all prefabs that the level uses.
func (p *Prefabs) Follow() {
	p.asked++
	asked := p.asked
	path := p.Files.Path()
	var listed []project.Entry
	of := p.projects.State
	inProject := of.Dir != "" && of.List != nil && (of.Of(path) != nil || of.Project == nil)
	if inProject {
		listed = of.List.Of(project.Prefab)
	}
	named := map[string]bool{}
	for _, i := range p.Session.Document().Instances() {
		if file := p.Files.PrefabFile(i.Prefab); file != "" {
			named[filepath.Clean(file)] = true
		}
	}
	p.Spawn(func() {
		entries := slices.Clone(listed)
		if !inProject && path != "" {
			dir := filepath.Dir(path)
			entries = append(levelsIn(dir, ""), levelsIn(filepath.Join(dir, "prefabs"), "prefabs/")...)
		}
		entries = slices.DeleteFunc(entries, func(e project.Entry) bool {
			delete(named, e.Path)
			return e.Path == path
		})
		entries = append(entries, others(named, filepath.Dir(path))...)
		slices.SortStableFunc(entries, func(a, b project.Entry) int {
			return quote.Natural(strings.ToLower(a.Stem()), strings.ToLower(b.Stem()))
		})
		p.Look.Post(func() {
			if asked == p.asked {
				p.State.Entries = entries
				p.OnChange()
			}
		})
	})
}

// levelsIn returns the level files of a folder, or none if it cannot be read.
func levelsIn(dir, rel string) []project.Entry {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []project.Entry
	for _, f := range files {
		lower := strings.ToLower(f.Name())
		if !f.Type().IsRegular() || strings.HasPrefix(lower, ".") || !strings.HasSuffix(lower, ".level.yaml") &&
			!strings.HasSuffix(lower, ".level.yml") {
			continue
		}
		if info, err := f.Info(); err == nil && len(out) < maxBeside {
			out = append(out, project.Entry{
				Kind: project.Prefab, Path: filepath.Join(dir, f.Name()),
				Rel: rel + f.Name(), Info: info,
			})
		}
	}
	return out
}

// others returns entries for the files that exist.
func others(files map[string]bool, dir string) (out []project.Entry) {
	for path := range files { // sorted by the caller
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		out = append(out, project.Entry{Kind: project.Prefab, Path: path, Rel: relative(dir, path), Info: info})
	}
	return out
}

// origin is a choice for a prefab's origin, as a fraction of its bounds.
type origin struct {
	name string
	at   level.Vec
}

var origins = []origin{
	{"centre", level.Vec{X: 0.5, Y: 0.5}},
	{"bottom centre", level.Vec{X: 0.5, Y: 1}},
	{"top left", level.Vec{}},
	{"top centre", level.Vec{X: 0.5}},
	{"left centre", level.Vec{Y: 0.5}},
	{"right centre", level.Vec{X: 1, Y: 0.5}},
	{"bottom left", level.Vec{Y: 1}},
	{"bottom right", level.Vec{X: 1, Y: 1}},
	{"top right", level.Vec{X: 1}},
}

// freeStem returns a valid file name based on stem that no level file in a folder uses.
func freeStem(dir, stem string) string {
	stem = strings.TrimSpace(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, quote.Excerpt(stem)))
	if stem = strings.Trim(stem, " ."); project.CheckStem(stem) != nil {
		stem = "prefab"
	}
	for n := 1; ; n++ {
		name := stem
		if n > 1 {
			name += " " + strconv.Itoa(n)
		}
		if _, err := os.Lstat(filepath.Join(dir, name+".level.yaml")); err != nil {
			return name
		}
	}
}

// Make asks for a name and origin, writes the selection to a prefab file, and replaces it with an instance.
func (p *Prefabs) Make() {
	if p.Files.Path() == "" {
		p.Fail(errors.New("save the level first: prefab paths are relative to its file"))
		return
	}
	root := filepath.Dir(p.Files.Path()) // displayed paths are relative to it
	dir := filepath.Join(root, "prefabs")
	if of := p.projects.State.Of(p.Files.Path()); of != nil {
		root, dir = of.Dir, of.NewFolder(project.Prefab)
	}
	f := p.NewFrame(70)
	words := make([]string, len(origins))
	for i, o := range origins {
		words[i] = o.name
	}
	if p.origin == "" {
		p.origin = words[0]
	}
	typed := freeStem(dir, p.proposedName())
	name := f.Text("", kit.At(&typed))
	where := kit.NewQuietProse("", theme.SizeNameCaptionText)
	path := func() string { return filepath.Join(dir, strings.TrimSpace(typed)+".level.yaml") }
	f.OnChange = func() {
		where.SetText("The file " + quote.Printable(relative(root, path())) +
			". Undo restores the shapes and keeps the file.")
	}
	f.OnChange()
	f.Cancel("Cancel")
	f.Submit("Make prefab", func() error {
		stem := strings.TrimSpace(typed)
		if err := project.CheckStem(stem); err != nil {
			return err
		}
		return quote.ShortError(p.make(stem, path()))
	})
	f.Open("Make a prefab from the selection", fyne.NewSize(460, 270), container.New(kit.Lines(8), f.Row("Name", name),
		f.Row("Origin", f.Select(words, kit.Of(words, kit.At(&p.origin)))), kit.Pad(-kit.FieldInset, 0, 0, 0, where),
		f.Problem))
	f.Type(name)
}

// proposedName suggests a name for a prefab of the selection, from its group, instance or topmost named shape.
func (p *Prefabs) proposedName() string {
	s := p.Session
	doc := s.Document()
	if groups := s.Groups().Selected(); len(groups) == 1 {
		return doc.Group(groups[0]).Label()
	}
	ids := s.Selection().IDs()
	if i := s.Instances().Of(ids); i != nil {
		return i.Label() + " 2"
	}
	for _, id := range ids {
		if c := doc.Collider(id); c != nil && c.Name != "" {
			return strings.TrimRight(c.Name, " 0123456789")
		}
	}
	return "prefab"
}

// make writes a prefab's file and replaces the selection with an instance. If that fails, it removes the file.
func (p *Prefabs) make(stem, path string) error {
	at := origins[slices.IndexFunc(origins, func(o origin) bool { return o.name == p.origin })].at
	s := p.Session
	doc, place, err := s.Instances().Prefab(stem, at)
	if err != nil {
		return err
	}
	name, err := p.Files.WritePrefab(doc, path)
	if err != nil {
		return err
	}
	if _, err := s.Instances().ReplaceSelection(name, place); err != nil {
		_ = os.Remove(path) // was just created, and nothing refers to it
		return err
	}
	p.State.Current = path
	p.Tell("Wrote %s. Undo restores the shapes and keeps the file", filepath.Base(path))
	p.projects.Reload()
	p.Follow()
	return nil
}
