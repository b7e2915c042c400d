package workspace

import (
	"cmp"
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
)

// following tracks what the other levels of a window know of one level: its document, saved or not, replaces its file
// wherever that is placed as a prefab.
type following struct {
	path    string           // path under which they know it; "" for none
	doc     *level.Document  // that replaces the file
	library *project.Library // its own, which knows of the others

	isAhead  bool               // changed since version was last increased
	version  int                // counts its changes
	seen     map[*OpenLevel]int // the versions of the others that it has adopted
	isBehind bool               // must check which prefabs have changed, whatever their versions
}

// follow makes the other levels follow a change of one of them. While a gesture is under way in that level they wait
// for its end; meanwhile the canvas draws visible instances from the prefab itself.
func (o *OpenLevels) follow(l *OpenLevel, c editor.Change) {
	if !c.Has(editor.DocumentChanged|editor.HistoryChanged) || !slices.Contains(o.list, l) {
		return
	}
	f := &l.following
	f.isAhead = f.isAhead || c.Has(editor.DocumentChanged)
	if o.spreading {
		return // the others are being updated
	}
	if f.path != l.Files.path || f.doc != l.Session.Document() || f.library != l.Files.prefabs {
		o.relink(l)
	}
	if !l.Session.History().InTransaction() {
		o.spread()
	}
}

// relink puts a level's document in place of its file in the libraries of the others, and their documents in its own.
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
	l.following, l.Files.prefabs = following{}, nil // it holds the documents of the others
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

// spread updates the instances of changed prefabs in all levels, prefabs before the levels that use them. Levels
// placed in one another, which is reported as an error, take more than one round.
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

// bringUpToDate updates the instances of changed prefabs in a level, and counts its own changes.
func (o *OpenLevels) bringUpToDate(l *OpenLevel) {
	f := &l.following
	if l.Session.History().InTransaction() {
		return // done at its end
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

// innerFirst lists the levels, each after those that are placed in it: a level uses everything that its prefabs use,
// and them.
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

// Users lists the open levels in which the file of another one is placed, at any depth.
func (o *OpenLevels) Users(l *OpenLevel) []*OpenLevel {
	path := l.following.path
	return slices.DeleteFunc(o.All(), func(x *OpenLevel) bool {
		return x == l || x.Files.prefabs == nil || !x.Files.prefabs.Uses(path)
	})
}

// UnsavedPrefabs lists the open levels with unsaved work that are placed in another one.
func (o *OpenLevels) UnsavedPrefabs(of *OpenLevel) []*OpenLevel {
	lib := of.Files.prefabs
	return slices.DeleteFunc(o.Unsaved(), func(x *OpenLevel) bool {
		return x == of || lib == nil || !lib.Uses(x.following.path)
	})
}
