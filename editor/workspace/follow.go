package workspace

import (
	"cmp"
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
)

// following tracks what a window's other levels know of one level. Its document, saved or not, replaces its file
// wherever the file is placed as a prefab.
type following struct {
	path    string           // path under which the others know the level; "" for none
	doc     *level.Document  // replaces the file
	library *project.Library // the level's own library, which knows the documents of the others

	isAhead  bool               // changed since version was last increased
	version  int                // counts its changes
	seen     map[*OpenLevel]int // the version of each other level that this one has adopted
	isBehind bool               // the level must check which prefabs have changed, regardless of versions
}

// follow makes the other levels adopt a change to one level. During a gesture in that level they wait for its end;
// meanwhile the canvas draws visible instances from the prefab itself.
func (o *OpenLevels) follow(l *OpenLevel, c editor.Change) {
	if !c.Has(editor.DocumentChanged|editor.HistoryChanged) || !slices.Contains(o.list, l) {
		return
	}
	f := &l.following
	f.isAhead = f.isAhead || c.Has(editor.DocumentChanged)
	if o.spreading {
		return // the other levels are being updated
	}
	if f.path != l.Files.path || f.doc != l.Session.Document() || f.library != l.Files.prefabs {
		o.relink(l)
	}
	if !l.Session.History().InTransaction() {
		o.spread()
	}
}

// relink puts a level's document in place of its file in the libraries of the others, and their documents into its own
// library.
func (o *OpenLevels) relink(l *OpenLevel) {
	f := &l.following
	before := f.path
	*f = following{
		path: l.Files.path, doc: l.Session.Document(), library: l.Files.prefabs, isAhead: true,
		version: f.version, seen: map[*OpenLevel]int{}, isBehind: true,
	}
	for _, x := range o.list {
		if x == l {
			continue
		}
		if lib := x.Files.prefabs; lib != nil {
			if before != "" && before != f.path && lib.Hold(before, nil) {
				x.following.isBehind = true
			}
			if f.path != "" && lib.Hold(f.path, f.doc) {
				x.following.isBehind = true
			}
		}
		if f.library != nil && x.following.path != "" {
			f.library.Hold(x.following.path, x.Session.Document())
		}
	}
}

// unlink restores the file of a closed level in the libraries of the others.
func (o *OpenLevels) unlink(l *OpenLevel) {
	path := l.following.path
	l.following, l.Files.prefabs = following{}, nil // the library holds the documents of the others
	for _, x := range o.list {
		delete(x.following.seen, l)
	}
	if path == "" {
		return
	}
	for _, x := range o.list {
		if lib := x.Files.prefabs; x != l && lib != nil && lib.Hold(path, nil) {
			x.following.isBehind = true
		}
	}
	o.spread()
}

// spread updates the instances of changed prefabs in all levels, prefabs before the levels that use them. Levels that
// are placed in each other need more than one round; they are reported as errors.
func (o *OpenLevels) spread() {
	if o.spreading {
		return
	}
	o.spreading = true
	defer func() { o.spreading = false }()
	order := o.innerFirst()
	for range len(order) + 1 {
		before := 0
		for _, x := range order {
			before += x.following.version
		}
		after := 0
		for _, x := range order {
			o.bringUpToDate(x)
			after += x.following.version
		}
		if after == before {
			return
		}
	}
}

// bringUpToDate updates the instances of changed prefabs in a level, and increases the level's version.
func (o *OpenLevels) bringUpToDate(l *OpenLevel) {
	f := &l.following
	if l.Session.History().InTransaction() {
		return // the end of the gesture does it
	}
	if f.library != nil {
		for _, x := range o.list {
			if x != l && x.following.version != f.seen[x] {
				f.seen[x] = x.following.version
				f.isBehind = f.library.Touch(x.following.path) || f.isBehind
			}
		}
	}
	if f.isBehind {
		f.isBehind = false
		l.Files.expandAgain()
	}
	if f.isAhead {
		f.isAhead = false
		f.version++
	}
}

// innerFirst lists the levels so that each comes after the levels that are placed in it. A level uses its prefabs and
// everything that they use.
func (o *OpenLevels) innerFirst() []*OpenLevel {
	uses := make(map[*OpenLevel]int, len(o.list))
	for _, x := range o.list {
		if lib := x.Files.prefabs; lib != nil {
			for _, y := range o.list {
				if y != x && lib.Uses(y.following.path) {
					uses[x]++
				}
			}
		}
	}
	list := slices.Clone(o.list)
	slices.SortStableFunc(list, func(a, b *OpenLevel) int { return cmp.Compare(uses[a], uses[b]) })
	return list
}

// Users lists the open levels in which another level's file is placed, at any depth.
func (o *OpenLevels) Users(l *OpenLevel) []*OpenLevel {
	path := l.following.path
	return slices.DeleteFunc(o.All(), func(x *OpenLevel) bool {
		return x == l || x.Files.prefabs == nil || !x.Files.prefabs.Uses(path)
	})
}

// UnsavedPrefabs lists the open levels with unsaved work that are placed in another level.
func (o *OpenLevels) UnsavedPrefabs(of *OpenLevel) []*OpenLevel {
	lib := of.Files.prefabs
	return slices.DeleteFunc(o.Unsaved(), func(x *OpenLevel) bool {
		return x == of || lib == nil || !lib.Uses(x.following.path)
	})
}
