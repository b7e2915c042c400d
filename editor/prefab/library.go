package prefab

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fillet/editor/folder"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// MaxDepth is how deep prefabs may be placed in one another, MaxParts how many parts one instance has at most, and MaxTotal how many
// those of a level together.
const (
	MaxDepth = 32
	MaxParts = 100_000
	MaxTotal = 1_000_000
)

// Errors of instances.
var (
	ErrCycle   = errors.New("the prefab is placed in itself")
	ErrTooDeep = fmt.Errorf("prefabs are placed in one another more than %d deep", MaxDepth)
	ErrTooMany = fmt.Errorf("the instances have more than %d parts, or one of them more than %d", MaxTotal, MaxParts)
	ErrNoFile  = errors.New("the level is in no file, from which the prefab's path could start")
)

// Library reads prefabs and keeps them until they change. It belongs to one goroutine.
type Library struct {
	root    folder.Root
	rootErr error
	files   map[string]*file // by path in the root

	// Prepare is given the document of each prefab that has been read; nil does nothing.
	Prepare func(doc *level.Document) error
}

// file is a prefab's file, as it was read last.
type file struct {
	stamp  stamp
	prefab *prefab
	err    error
	needs  []string // the files of what is placed in it, at any depth
	held   bool     // it is open in an editor, and not read
}

// stamp tells one state of a file from another.
type stamp struct {
	size int64
	time time.Time
}

// prefab is what a level file is to the levels that it is placed in.
type prefab struct {
	origin     level.Vec
	categories []string
	parts      []part // in drawing order, with what is placed in it
	byPath     map[string]int
}

// part is a collider of a prefab, as it stands there.
type part struct {
	path     string
	collider *level.Collider // hidden where its layer or a group is
	baked    *level.Baked
	mirrored *level.ColliderSnapshot // about the origin of the level, made when it is first asked for
}

// Open makes the library of the levels of a project: of the one with a level file, or else of the file's own folder.
func Open(levelPath string) *Library {
	l := &Library{files: map[string]*file{}}
	l.root, l.rootErr = folder.FindRoot(levelPath)
	return l
}

// OpenIn is Open with another root; an empty one is that of the level's project.
func OpenIn(root, levelPath string) *Library {
	l := Open(levelPath)
	if root != "" {
		l.root, l.rootErr = folder.OpenRoot(root)
	}
	return l
}

// Files lists the files that were read, as absolute paths, and those that were not there.
func (l *Library) Files() []string {
	out := make([]string, 0, len(l.files))
	for rel := range l.files {
		out = append(out, filepath.Join(l.root.Dir(), rel))
	}
	slices.Sort(out)
	return out
}

// Attach expands the instances of a level that was read from a file, and returns the library that has what it read. A root other than
// that of the level's project can be given. Without instances it reads nothing.
func Attach(doc *level.Document, path, root string) *Library {
	l := OpenIn(root, path)
	doc.UsePrefabs(l.For(path))
	return l
}

// Of is the library that a document has its prefabs from; nil where it has none.
func Of(doc *level.Document) *Library {
	if e, ok := doc.Prefabs().(*expander); ok {
		return e.library
	}
	return nil
}

// For is the expander of the level at a path.
func (l *Library) For(path string) level.Expander {
	e := &expander{library: l, counts: map[level.InstanceID]int{}, unused: map[level.InstanceID][]level.UnusedChange{}}
	if path == "" || path == "-" {
		e.err = ErrNoFile
		return e
	}
	if e.err = l.rootErr; e.err == nil {
		var rel string
		rel, e.err = l.root.Rel(path)
		e.dir, e.stack = filepath.Dir(rel), []string{rel}
	}
	return e
}

// expander is a library as one level sees it.
type expander struct {
	library *Library
	dir     string   // of the level, in the root
	stack   []string // the files that are being expanded, this one last
	counts  map[level.InstanceID]int
	unused  map[level.InstanceID][]level.UnusedChange
	total   int
	needs   map[string]bool   // the files that were asked for; nil where nobody wants to know
	names   map[string]string // the paths in the root of prefabs that the level names, once they have been found
	err     error
}

// find returns the prefab that a level names.
func (e *expander) find(name string) (*prefab, error) {
	if e.err != nil {
		return nil, e.err
	}
	rel, known := e.names[name]
	if !known {
		var err error
		if rel, err = e.named(name); err != nil {
			return nil, err
		}
		if e.names == nil {
			e.names = map[string]string{}
		}
		e.names[name] = rel
	}
	if e.needs != nil {
		e.needs[rel] = true
	}
	if at := slices.Index(e.stack, rel); at >= 0 {
		return nil, fmt.Errorf("%w: %s", ErrCycle, quote.Excerpt(strings.Join(append(slices.Clone(e.stack[at:]), rel), " in ")))
	}
	if len(e.stack) > MaxDepth {
		return nil, ErrTooDeep
	}
	f := e.library.file(rel, e.stack)
	if e.needs != nil {
		for _, need := range f.needs {
			e.needs[need] = true
		}
	}
	return f.prefab, f.err
}

// named is the path in the root of a file that the level names.
func (e *expander) named(name string) (string, error) {
	if filepath.IsAbs(filepath.FromSlash(name)) || strings.Contains(name, "\\") {
		return "", fmt.Errorf("%s: %w", quote.ShortPath(name), folder.ErrOutside)
	}
	return e.library.root.Named(filepath.Join(e.library.root.Dir(), e.dir, filepath.FromSlash(name)))
}

// file returns a file of the root, which is read unless it is known.
func (l *Library) file(rel string, stack []string) *file {
	if f := l.files[rel]; f != nil {
		return f
	}
	f := &file{stamp: l.stampOf(rel)}
	data, err := l.root.ReadFile(rel, level.MaxFileSize)
	var doc *level.Document
	if err == nil {
		doc, err = level.Parse(data, filepath.ToSlash(rel))
	} else {
		err = fmt.Errorf("%s: %w", quote.ShortPath(filepath.ToSlash(rel)), err)
	}
	if err == nil && l.Prepare != nil {
		err = l.Prepare(doc)
	}
	if err == nil {
		f.prefab, f.needs, err = l.prefabOf(doc, rel, stack)
	}
	f.err = err
	// What depends on who asks is not kept: in another place it may be no cycle, and not too deep.
	if !errors.Is(err, ErrCycle) && !errors.Is(err, ErrTooDeep) {
		l.files[rel] = f
	}
	return f
}

// prefabOf makes a prefab of a document of its own, and names the files that it needs.
func (l *Library) prefabOf(doc *level.Document, rel string, stack []string) (*prefab, []string, error) {
	inner := &expander{library: l, dir: filepath.Dir(rel), stack: append(slices.Clone(stack), rel), counts: map[level.InstanceID]int{}, unused: map[level.InstanceID][]level.UnusedChange{}, needs: map[string]bool{}}
	doc.UsePrefabs(inner)
	needs := make([]string, 0, len(inner.needs))
	for need := range inner.needs {
		needs = append(needs, need)
	}
	slices.Sort(needs)
	for _, i := range doc.Instances() {
		if err := doc.InstanceProblem(i.ID); err != nil {
			if !errors.Is(err, ErrCycle) && !errors.Is(err, ErrTooDeep) && !errors.Is(err, ErrTooMany) { // these tell of the way there
				err = fmt.Errorf("%s: instance %v: %w", quote.ShortPath(filepath.ToSlash(rel)), i.ID, err)
			}
			return nil, needs, err
		}
	}
	if doc.Len() > MaxParts {
		return nil, needs, ErrTooMany
	}
	return prefabOf(doc), needs, nil
}

func prefabOf(doc *level.Document) *prefab {
	p := &prefab{
		origin: doc.Settings().Origin, categories: doc.Settings().Categories,
		parts: make([]part, 0, doc.Len()), byPath: make(map[string]int, doc.Len()),
	}
	for c := range doc.Colliders() {
		out := *c
		out.Hidden, out.Locked = !doc.Visible(c), false // locks are for whoever edits the prefab
		out.Source, out.GroupOf = nil, 0
		p.byPath[c.IDText()] = len(p.parts)
		p.parts = append(p.parts, part{path: c.IDText(), collider: &out, baked: doc.Baked(c.ID)})
	}
	return p
}

func (l *Library) stampOf(rel string) stamp {
	f, _, err := l.root.Open(rel)
	if err != nil {
		return stamp{}
	}
	defer func() { _ = f.Close() }() // nothing was written
	var info fs.FileInfo
	if info, err = f.Stat(); err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// Refresh forgets the prefabs whose files have changed, or those of what is placed in them, and returns whether there were any. The
// documents have to be expanded again then; see [level.Document.ExpandAgain].
func (l *Library) Refresh() bool {
	changed := map[string]bool{}
	for rel, f := range l.files {
		if !f.held && l.stampOf(rel) != f.stamp {
			changed[rel] = true
		}
	}
	return l.forget(changed)
}

func (l *Library) forget(changed map[string]bool) bool {
	gone := false
	for rel, f := range l.files {
		if changed[rel] && !f.held || slices.ContainsFunc(f.needs, func(need string) bool { return changed[need] }) {
			delete(l.files, rel)
			gone = true
		}
	}
	return gone || len(changed) > 0
}

// Hold makes a document that is being edited stand for its file, as it is now. With nil the file stands for itself again.
func (l *Library) Hold(path string, doc *level.Document) error {
	rel, err := l.root.Rel(path)
	if err != nil {
		return errors.Join(err, l.rootErr)
	}
	delete(l.files, rel)
	l.forget(map[string]bool{rel: true})
	if doc == nil {
		return nil
	}
	f := &file{held: true}
	inner := &expander{library: l, dir: filepath.Dir(rel), stack: []string{rel}, needs: map[string]bool{}}
	for _, i := range doc.Instances() {
		if err := doc.InstanceProblem(i.ID); err != nil {
			f.err = fmt.Errorf("%s: instance %v: %w", quote.ShortPath(filepath.ToSlash(rel)), i.ID, err)
		}
		_, _ = inner.find(i.Prefab) // to know what it needs
	}
	for need := range inner.needs {
		f.needs = append(f.needs, need)
	}
	if f.err == nil {
		f.prefab = prefabOf(doc)
	}
	l.files[rel] = f
	return nil
}

// Names reports whether an instance of the level at a path is of a file, or of one that this is placed in.
func (l *Library) Names(levelPath string, i *level.Instance, file string) bool {
	rel, err := l.root.Rel(file)
	if err != nil {
		return false
	}
	of, err := l.root.Rel(filepath.Join(filepath.Dir(levelPath), filepath.FromSlash(i.Prefab)))
	if err != nil {
		return false
	}
	f := l.files[of]
	return of == rel || f == nil || slices.Contains(f.needs, rel)
}

// PathOf is the name by which a level at a path names a prefab's file.
func PathOf(levelPath, file string) (string, error) {
	from, err := filepath.Abs(filepath.Dir(levelPath))
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(from, to)
	return filepath.ToSlash(rel), err
}

// at is the part's collider, mirrored or not, as it stands about the prefab's origin.
func (p *part) at(origin level.Vec, flip bool) level.ColliderSnapshot {
	if !flip {
		return level.ColliderSnapshot{Collider: p.collider, Baked: p.baked}
	}
	if p.mirrored == nil {
		m := mirrored(p.collider, origin)
		baked, err := m.Shape.Bake()
		if err != nil {
			baked = p.baked // a mirrored shape bakes where the shape does
		}
		p.mirrored = &level.ColliderSnapshot{Collider: m, Baked: baked}
	}
	return *p.mirrored
}

// mirrored mirrors a collider left to right at the prefab's origin.
func mirrored(c *level.Collider, origin level.Vec) *level.Collider {
	return level.Mirrored(c, origin, true)
}
