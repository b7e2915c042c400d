package project

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fillet/collision"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// Limits of instances. Parts, joints and nested instances all count, so that a few small files cannot exhaust memory.
const (
	MaxPrefabDepth   = 32      // levels of nested prefabs
	MaxInstanceParts = 100_000 // parts of one instance
	MaxLevelParts    = 300_000 // parts of all instances of a level
	MaxPrefabParts   = 600_000 // parts of all prefabs of a level, each counted once with everything nested in it
)

// Errors of instances.
var (
	ErrCycle   = errors.New("the prefab contains itself")
	ErrTooDeep = fmt.Errorf("prefabs are nested more than %d deep", MaxPrefabDepth)
	ErrTooMany = fmt.Errorf("too many parts, vertices, joints and nested prefabs: "+
		"an instance can have %d, a level %d, all its prefabs together %d", MaxInstanceParts, MaxLevelParts,
		MaxPrefabParts)
	ErrNoFile = errors.New("the level has no file yet, and prefab paths are relative to it")
)

// Library reads prefabs and caches them until their files change. It must be used by one goroutine only.
type Library struct {
	root    disk.Root
	rootErr error
	changes int                        // number of calls of forget
	made    int                        // total weight of the prefabs built
	files   map[string]*file           // by path in the root
	held    map[string]*level.Document // documents that replace their files, by path in the root
	paths   map[string]string          // paths in the root of the files given to [Library.Hold]; "" if outside

	// Asked is called with the absolute path of each file before it is read, even if it does not exist. Prepare is
	// called with the document of each prefab that is read. Both may be nil.
	Asked   func(path string)
	Prepare func(doc *level.Document) error
}

// file is the cached file of a prefab.
type file struct {
	stamp  stamp
	prefab *prefab
	err    error
	needs  []string        // the files of the prefabs nested in it, at any depth
	held   bool            // a document replaces the file, which is not read
	doc    *level.Document // the prefab's document, if it has instances
	behind bool            // to be rebuilt on the next request, from doc unless the file has changed
	gone   bool            // not requested since it was forgotten
}

// stamp identifies a state of a file.
type stamp struct {
	size int64
	time time.Time
}

// prefab is a level file prepared for placing it in other levels.
type prefab struct {
	origin     level.Vec
	categories []string
	parts      []part // in drawing order, including nested ones
	byPath     map[string]int
	joints     []joint
	nested     map[string]*level.Instance // the nested instances by path; nil if there are none
	size       size
	weight     int               // weight of an instance, counted as for MaxInstanceParts
	boxes      [2]collision.AABB // bounds of the parts, as drawn and mirrored; computed on request
	hasBox     [2]bool

	// finish builds the remaining fields from the prefab's document when the first instance needs them. It is nil
	// afterwards.
	finish func() error
}

// size counts the contents of a prefab, including everything nested in it. Parts with many vertices or large curves
// count more than once.
type size struct{ parts, joints, placed int }

func (s size) weight() int { return 1 + s.parts + s.joints + s.placed }

// partWeight returns the number of parts that a collider counts for: one, and one more for every 16 vertices, or for
// every 2 of a chain, because each edge of a chain is a piece. Curves count as the lines that they are flattened to.
func partWeight(c *level.Collider) int {
	vertices := c.Shape.NumberOfCorners() + c.Shape.CurveLines()
	if c.Shape.Kind == level.Chain {
		return 1 + vertices/2
	}
	return 1 + vertices/16
}

// part is a collider of a prefab, in the prefab's frame.
type part struct {
	path     string
	collider *level.Collider // hidden if its layer or group is
	baked    *level.Baked
	body     string                  // see [level.Part]
	mirrored *level.ColliderSnapshot // about the level's origin; computed on request
}

// OpenLibraryIn returns a library of the prefabs in a folder. An empty root means the folder of the level's project or,
// if there is no project, of the level file.
func OpenLibraryIn(root, levelPath string) *Library {
	l := &Library{files: map[string]*file{}, held: map[string]*level.Document{}, paths: map[string]string{}}
	if root != "" {
		l.root, l.rootErr = disk.OpenRoot(root)
	} else {
		l.root, l.rootErr = disk.FindRoot(levelPath)
	}
	return l
}

// Files returns the absolute paths of the files that were read or looked for.
func (l *Library) Files() []string {
	out := make([]string, 0, len(l.files))
	for rel := range l.files {
		out = append(out, filepath.Join(l.root.Dir(), rel))
	}
	slices.Sort(out)
	return out
}

// AttachPrefabs expands the instances of a level read from path and returns the library used. An empty root means the
// level's project. Without instances it reads nothing.
func AttachPrefabs(doc *level.Document, path, root string) *Library {
	l := OpenLibraryIn(root, path)
	doc.UsePrefabs(l.For(path))
	return l
}

// LibraryOf returns the library of a document's prefabs, or nil.
func LibraryOf(doc *level.Document) *Library {
	if e, ok := doc.Prefabs().(*expander); ok {
		return e.library
	}
	return nil
}

// For returns the expander for the level at path.
func (l *Library) For(path string) level.Expander {
	err, rel := l.rootErr, ""
	if path == "" || path == "-" {
		err = ErrNoFile
	}
	if err == nil {
		rel, err = l.root.Rel(path)
	}
	e := newExpander(l, []string{rel})
	e.err = err
	return e
}

// expander is the view that one level has of a library.
type expander struct {
	library  *Library
	dir      string   // folder of the level, in the root
	stack    []string // the files being expanded, this one last
	made     map[level.InstanceID]*prefab
	unused   map[level.InstanceID][]level.UnusedChange
	weights  map[level.InstanceID]int // with overrides
	total    int                      // sum of weights
	rejected map[string]error         // prefabs that are cyclic or too deep, by path in the root
	age      int                      // value of the library's changes when rejected was filled
	jointed  bool                     // whether an expanded prefab has joints
	needs    map[string]bool          // the files requested; nil if not recorded
	names    map[string]string        // paths in the root by the prefab names that the level uses
	err      error
}

// newExpander returns an expander for the last file of a stack.
func newExpander(l *Library, stack []string) *expander {
	return &expander{
		library: l, dir: filepath.Dir(stack[len(stack)-1]), stack: stack, made: map[level.InstanceID]*prefab{},
		weights: map[level.InstanceID]int{}, unused: map[level.InstanceID][]level.UnusedChange{},
		names: map[string]string{},
	}
}

// find returns the named prefab, ready for placing.
func (e *expander) find(name string) (*prefab, error) {
	f, err := e.lookUp(name)
	if err != nil {
		return nil, err
	}
	return e.finished(f)
}

// finished returns the prefab of a file from lookUp, ready for placing.
func (e *expander) finished(f *file) (*prefab, error) {
	p, l := f.prefab, e.library
	if p == nil || p.finish == nil {
		return p, f.err
	}
	if len(e.stack) == 1 { // nested prefabs were counted with the outer one
		total := l.made + p.weight
		for _, rel := range f.needs {
			if inner := l.files[rel]; inner != nil && inner.prefab != nil && inner.prefab.finish != nil {
				total += inner.prefab.weight
			}
		}
		if total > MaxPrefabParts {
			return nil, ErrTooMany
		}
	}
	if err := p.finish(); err != nil {
		f.prefab, f.err = nil, err
		return nil, err
	}
	p.finish = nil
	l.made += p.weight
	return p, nil
}

// lookUp returns the file of a named prefab, and the prefab's error. The prefab's size is known, but it may not be
// built yet.
func (e *expander) lookUp(name string) (*file, error) {
	if e.err != nil {
		return nil, e.err
	}
	rel, known := e.names[name]
	if !known {
		var err error
		if rel, err = e.named(name); err != nil {
			return nil, err
		}
		e.names[name] = rel
	}
	if e.needs != nil {
		e.needs[rel] = true
	}
	if at := slices.Index(e.stack, rel); at >= 0 {
		return nil, e.reject(rel, fmt.Errorf("%w: %s", ErrCycle,
			quote.Printable(strings.Join(append(slices.Clone(e.stack[at:]), rel), " in "))))
	}
	if len(e.stack) > MaxPrefabDepth {
		return nil, e.reject(rel, ErrTooDeep)
	}
	if e.age != e.library.changes {
		e.age, e.rejected = e.library.changes, nil
	}
	if err := e.rejected[rel]; err != nil {
		return nil, err
	}
	f := e.library.file(rel, e.stack)
	if f.behind {
		_ = e.reject(rel, f.err) // the caller gets the error from the file
	}
	if e.needs != nil {
		for _, need := range f.needs {
			e.needs[need] = true
		}
	}
	return f, f.err
}

// reject records and returns the error of a prefab that is cyclic or too deep. Inside a prefab, one such instance
// rejects the whole prefab, because trying the others could take forever.
func (e *expander) reject(rel string, err error) error {
	if len(e.stack) > 1 {
		e.err = err
		return err
	}
	if e.rejected == nil {
		e.rejected = map[string]error{}
	}
	e.rejected[rel] = err
	return err
}

// named returns the path in the root of a file that the level names.
func (e *expander) named(name string) (string, error) {
	if filepath.IsAbs(filepath.FromSlash(name)) || strings.Contains(name, "\\") {
		return "", fmt.Errorf("%s: %w", quote.ShortPath(name), disk.ErrOutside)
	}
	return e.library.root.Named(filepath.Join(e.library.root.Dir(), e.dir, filepath.FromSlash(name)))
}

// file returns a file of the root from the cache, or reads it.
func (l *Library) file(rel string, stack []string) *file {
	f := l.files[rel]
	if f != nil && f.behind && f.prefab != nil && f.prefab.finish == nil {
		l.made -= f.prefab.weight
	}
	switch doc := l.held[rel]; {
	case f != nil && !f.behind:
		return f
	case doc != nil:
		f = l.heldFile(doc, rel, stack)
	case f != nil && f.doc != nil:
		f = &file{stamp: f.stamp, doc: f.doc}
		f.prefab, f.needs, f.err = l.prefabOf(f.doc, rel, stack)
	default:
		f = l.read(rel, stack)
	}
	// Errors that depend on the caller are not cached: elsewhere the prefab may be neither cyclic nor too deep.
	f.behind = isOfCaller(f.err)
	l.files[rel] = f
	return f
}

func (l *Library) read(rel string, stack []string) *file {
	if l.Asked != nil {
		l.Asked(filepath.Join(l.root.Dir(), rel))
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
	if f.err = err; (err == nil || isOfCaller(err)) && len(doc.Instances()) > 0 {
		f.doc = doc
	}
	return f
}

// isOfCaller reports whether an error depends on the level or prefab that contains the instance.
func isOfCaller(err error) bool { return errors.Is(err, ErrCycle) || errors.Is(err, ErrTooDeep) }

// heldFile returns the file for a document that replaces it, with the document's current state.
func (l *Library) heldFile(doc *level.Document, rel string, stack []string) *file {
	f := &file{held: true}
	inner := newExpander(l, append(slices.Clone(stack), rel))
	inner.needs = map[string]bool{}
	for _, i := range doc.Instances() {
		_, err := inner.find(i.Prefab)
		if f.err == nil {
			f.err = l.problemIn(rel, i, cmp.Or(err, doc.InstanceProblem(i.ID)))
		}
	}
	f.needs = slices.Sorted(maps.Keys(inner.needs))
	if f.err == nil {
		f.prefab = &prefab{}
		f.prefab.fill(doc)
		if f.err = f.prefab.weigh(rel); f.err != nil {
			f.prefab = nil
		} else {
			l.made += f.prefab.weight
		}
	}
	return f
}

// problemIn returns the error of a prefab with a nested instance that cannot be placed.
func (l *Library) problemIn(rel string, i *level.Instance, err error) error {
	if err == nil || isOfCaller(err) || errors.Is(err, ErrTooMany) && errors.Unwrap(err) != nil {
		return err // it already names the innermost place
	}
	return fmt.Errorf("%s: instance %v: %w", quote.ShortPath(filepath.ToSlash(rel)), i.ID, err)
}

// prefabOf returns the prefab of a document and the files it needs. It only counts what will be built; building many
// small files would take long before they are rejected.
func (l *Library) prefabOf(doc *level.Document, rel string, stack []string) (p *prefab, needs []string, err error) {
	within := newExpander(l, append(slices.Clone(stack), rel))
	within.needs = map[string]bool{}
	p = &prefab{size: size{joints: len(doc.Settings().Joints)}}
	for c := range doc.Colliders() {
		if c.Part == nil { // parts are left over from an earlier expansion
			p.size.parts += partWeight(c)
		}
	}
	total := 0
	for _, i := range doc.Instances() {
		f, problem := within.lookUp(i.Prefab)
		if problem == nil {
			inner := f.prefab.size
			p.size.parts += inner.parts
			p.size.joints += inner.joints
			p.size.placed += 1 + inner.placed
			if total += f.prefab.weight; total > MaxInstanceParts {
				problem = ErrTooMany
			}
		}
		if err == nil {
			err = l.problemIn(rel, i, problem)
		}
	}
	needs = slices.Sorted(maps.Keys(within.needs))
	if err == nil {
		err = p.weigh(rel)
	}
	if err != nil {
		return nil, needs, err
	}
	p.finish = func() error {
		doc.UsePrefabs(within)
		for _, i := range doc.Instances() {
			if err := l.problemIn(rel, i, doc.InstanceProblem(i.ID)); err != nil {
				return err
			}
		}
		p.fill(doc)
		return nil
	}
	return p, needs, nil
}

func (p *prefab) weigh(rel string) error {
	if p.weight = p.size.weight(); p.weight > MaxInstanceParts {
		return fmt.Errorf("%s: %w", quote.ShortPath(filepath.ToSlash(rel)), ErrTooMany)
	}
	return nil
}

// fill builds a prefab from its document, which has been expanded.
func (p *prefab) fill(doc *level.Document) {
	p.origin, p.categories = doc.Settings().Origin, doc.Settings().Categories
	p.parts, p.byPath = make([]part, 0, doc.Len()), make(map[string]int, doc.Len())
	e, _ := doc.Prefabs().(*expander)
	for _, i := range doc.Instances() {
		if p.nested == nil {
			p.nested = map[string]*level.Instance{}
		}
		at := i.ID.String()
		p.nested[at] = i
		if e == nil {
			continue
		}
		if inner, err := e.find(i.Prefab); err == nil {
			for path, of := range inner.nested {
				p.nested[at+"/"+path] = of
			}
		}
	}
	bodyOf := level.BodyNames(doc.Groups(), doc.Instances())
	if bodyOf == nil {
		bodyOf = func(*level.Collider) string { return "" }
	}
	for c := range doc.Colliders() {
		out := *c
		out.Hidden, out.Locked = !doc.Visible(c), false // locks only matter for editing the prefab
		out.Source, out.GroupOf = nil, 0
		p.byPath[c.IDText()] = len(p.parts)
		p.parts = append(p.parts, part{path: c.IDText(), collider: &out, baked: doc.Baked(c.ID), body: bodyOf(c)})
	}
	p.joints = jointsOf(doc, p.byPath)
	p.size = size{0, len(p.joints), len(p.nested)}
	for i := range p.parts {
		p.size.parts += partWeight(p.parts[i].collider)
	}
	p.weight = max(p.weight, p.size.weight()) // nested instances may have heavy overrides
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

// Looking prepares to forget the prefabs whose files have changed. check reads the files' stamps and may run on any
// goroutine; the function that it returns must run on the library's goroutine, forgets the prefabs and returns their
// paths. The caller must then expand their instances again; see [OutdatedInstances].
func (l *Library) Looking() (check func() (changed func() []string)) {
	type seen struct {
		rel   string
		stamp stamp
	}
	list := make([]seen, 0, len(l.files))
	for rel, f := range l.files {
		if !f.held && !f.gone {
			list = append(list, seen{rel, f.stamp})
		}
	}
	slices.SortFunc(list, func(a, b seen) int { return strings.Compare(a.rel, b.rel) })
	return func() func() []string {
		list = slices.DeleteFunc(list, func(s seen) bool { return l.stampOf(s.rel) == s.stamp })
		return func() (paths []string) {
			changed := map[string]bool{}
			for _, s := range list {
				if now := l.files[s.rel]; now != nil && now.stamp == s.stamp && !now.held {
					changed[s.rel] = true
					paths = append(paths, filepath.Join(l.root.Dir(), s.rel))
				}
			}
			l.forget(changed)
			return paths
		}
	}
}

// forget marks files as outdated, and all prefabs that contain them.
func (l *Library) forget(changed map[string]bool) {
	l.changes++
	for rel, f := range l.files {
		if changed[rel] {
			f.doc = nil
		} else if !slices.ContainsFunc(f.needs, func(need string) bool { return changed[need] }) {
			continue
		}
		f.behind, f.gone = true, true
	}
}

// Hold makes the library use a document that is being edited in place of its file; nil returns to the file. It reports
// whether the file has been used, in which case the caller must expand documents again.
func (l *Library) Hold(path string, doc *level.Document) (used bool) {
	rel := l.pathOf(path)
	if rel == "" {
		return false
	}
	if doc == nil {
		delete(l.held, rel)
	} else {
		l.held[rel] = doc
	}
	return l.Touch(path)
}

// Touch records that the document that replaces a file has changed. It returns the same as [Library.Hold].
func (l *Library) Touch(path string) (used bool) {
	rel := l.paths[path]
	if used = l.files[rel] != nil; used {
		l.forget(map[string]bool{rel: true})
	}
	return used
}

// Uses reports whether a file that was given to [Library.Hold] has been used.
func (l *Library) Uses(path string) bool { return l.files[l.paths[path]] != nil }

// pathOf returns a file's path in the root, or "" if it is outside.
func (l *Library) pathOf(path string) string {
	rel, known := l.paths[path]
	if !known {
		rel, _ = l.root.Rel(path) // "" with an error
		l.paths[path] = rel
	}
	return rel
}

// OutdatedInstances returns a function that reports whether an instance's prefab has changed since the instance was
// expanded.
func OutdatedInstances(doc *level.Document) func(*level.Instance) bool {
	e, ok := doc.Prefabs().(*expander)
	return func(i *level.Instance) bool {
		if !ok {
			return false
		}
		f := e.library.files[e.names[i.Prefab]]
		return f == nil || f.behind || f.prefab != e.made[i.ID]
	}
}

// PrefabPath returns the name that a level at levelPath uses for a prefab's file.
func PrefabPath(levelPath, file string) (string, error) {
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

// at returns the part's collider in the prefab's frame, mirrored if flip is set.
func (p *part) at(origin level.Vec, flip bool) level.ColliderSnapshot {
	if !flip {
		return level.ColliderSnapshot{Collider: p.collider, Baked: p.baked}
	}
	if p.mirrored == nil {
		m := level.Mirrored(p.collider, origin, true)
		baked, err := m.Shape.Bake()
		if err != nil {
			baked = p.baked // cannot fail: the shape itself bakes
		}
		p.mirrored = &level.ColliderSnapshot{Collider: m, Baked: baked}
	}
	return *p.mirrored
}

// File returns the absolute path of a prefab that the level names, or "" if the level has no file.
func (e *expander) File(name string) string {
	if e.err != nil {
		return ""
	}
	return filepath.Join(e.library.root.Dir(), e.dir, filepath.FromSlash(name))
}

// Name returns the name that the level uses for a prefab's file.
func (e *expander) Name(file string) (string, error) {
	if e.err != nil {
		return "", e.err
	}
	return PrefabPath(filepath.Join(e.library.root.Dir(), e.dir, "x"), file)
}

// Another returns an expander for another document in place of the level.
func (e *expander) Another() level.Expander {
	out := *e
	fresh := newExpander(e.library, e.stack)
	out.made, out.unused, out.total, out.needs, out.names = fresh.made, fresh.unused, 0, nil, fresh.names
	return &out
}
