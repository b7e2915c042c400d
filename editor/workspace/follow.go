package workspace

import (
	"cmp"
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
)

// following is what the other levels of a window have heard of one of them: the document of an open level stands for its file wherever that
// is placed as a prefab, saved or not.
type following struct {
	path    string           // under which they know it; "" is none
	doc     *level.Document  // that stands for it
	library *project.Library // its own, which knows of the others

	isAhead  bool               // it has changed since the version was counted
	version  int                // counts its changes
	seen     map[*OpenLevel]int // the versions of the others that it has taken over
	isBehind bool               // it has to look which prefabs have changed, whatever their versions
}

// follow has the levels follow a change of one of them. While a gesture is under way in that one they wait for its end: what is in sight
// meanwhile, the canvas draws of the prefab itself.
func (o *OpenLevels) follow(l *OpenLevel, c editor.Change) {
	if !c.Has(editor.DocumentChanged|editor.HistoryChanged) || !slices.Contains(o.list, l) {
		return
	}
	f := &l.following
	f.isAhead = f.isAhead || c.Has(editor.DocumentChanged)
	if o.spreading {
		return // the others are brought up to date just now
	}
	if f.path != l.Files.path || f.doc != l.Session.Document() || f.library != l.Files.prefabs {
		o.relink(l)
	}
	if !l.Session.History().InTransaction() {
		o.spread()
	}
}

// relink has a level's document stand for its file in the libraries of the others, and theirs in its own.
func (o *OpenLevels) relink(l *OpenLevel) {
	f := &l.following
	before := f.path
	*f = following{path: l.Files.path, doc: l.Session.Document(), library: l.Files.prefabs, isAhead: true, version: f.version, seen: map[*OpenLevel]int{}, isBehind: true}
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

// unlink has the file of a level that is closed stand for itself again.
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

// spread expands the instances anew whose prefabs have changed, in all levels: what is placed in others comes before those. Where levels are
// placed in one another, which is told of as a mistake, that takes more than one round.
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

// bringUpToDate expands the instances of a level anew whose prefabs have changed, and counts its own changes.
func (o *OpenLevels) bringUpToDate(l *OpenLevel) {
	f := &l.following
	if l.Session.History().InTransaction() {
		return // at its end
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

// innerFirst lists the levels, each behind those that are placed in it: it uses all that they use, and them.
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
