package editor

import (
	"errors"
	"path"
	"slices"
	"strings"

	"fillet/editor/level"
)

// Pictures changes the level's own pictures: reference images under the shapes.
type Pictures struct{ s *Session }

// Pictures returns the commands for the level's own pictures.
func (s *Session) Pictures() Pictures { return Pictures{s} }

// ErrNoPicture reports a picture that the level does not have.
var ErrNoPicture = errors.New("the level has no such picture")

// newPictureOpacity is low enough for the grid to show through a new picture.
const newPictureOpacity = 0.6

// List returns all pictures, the lowest first.
func (p Pictures) List() []level.Picture { return p.s.Document().Settings().Pictures }

// At returns the topmost picture at a point that is neither hidden nor locked.
func (p Pictures) At(at level.Vec) (level.Picture, bool) {
	for _, o := range slices.Backward(p.List()) {
		if !o.Hidden && !o.Locked && o.Contains(at) {
			return o, true
		}
	}
	return level.Picture{}, false
}

// Add adds a picture of a file above the others, centred at a point, and returns its name: the file's name, with a
// number if that name is taken.
func (p Pictures) Add(file string, size, at level.Vec) (string, error) {
	base := path.Base(file)
	name := p.freeName(strings.TrimSuffix(base, path.Ext(base)))
	n := level.Picture{Name: name, File: file, Position: at, Size: size, Opacity: newPictureOpacity, Order: p.top(name)}
	return name, p.s.EditSettings("Add picture "+n.Label(), func(s *level.Settings) { s.Pictures = s.WithPicture(n) })
}

// freeName returns an unused name for a picture.
func (p Pictures) freeName(base string) string {
	if base == "" || base == "." {
		base = "picture"
	}
	isTaken := func(name string) bool {
		_, ok := p.s.Document().Settings().Picture(name)
		return ok
	}
	if !isTaken(base) {
		return base
	}
	return firstFree(base, 2, isTaken)
}

// top returns the order that puts a new picture with this name above the others.
func (p Pictures) top(name string) int {
	list := p.List()
	if len(list) == 0 {
		return 0
	}
	last := list[len(list)-1]
	if last.Name < name {
		return last.Order
	}
	return last.Order + 1
}

// Edit applies f to a picture, as one step. f must not change the name.
func (p Pictures) Edit(verb, name string, f func(*level.Picture)) error {
	o, ok := p.s.Document().Settings().Picture(name)
	if !ok {
		return ErrNoPicture
	}
	f(&o)
	o.Name = name
	return p.s.EditSettings(verb+" picture "+o.Label(), func(s *level.Settings) { s.Pictures = s.WithPicture(o) })
}

// Edited returns the diff that replaces a picture, for use in a gesture.
func (p Pictures) Edited(o level.Picture) level.Diff {
	return level.Diff{Settings: changeOf(p.s.Document().Settings(), func(s *level.Settings) {
		s.Pictures = s.WithPicture(o)
	})}
}

// Delete removes a picture from the level. Its file stays.
func (p Pictures) Delete(name string) error {
	o, ok := p.s.Document().Settings().Picture(name)
	if !ok {
		return ErrNoPicture
	}
	return p.s.EditSettings("Delete picture "+o.Label(), func(s *level.Settings) {
		s.Pictures = s.WithoutPicture(name)
	})
}

// Duplicate adds a copy of a picture, offset by a grid cell, and returns the copy's name.
func (p Pictures) Duplicate(name string) (string, error) {
	o, ok := p.s.Document().Settings().Picture(name)
	if !ok {
		return "", ErrNoPicture
	}
	o.Name = p.freeName(strings.TrimRight(name, " 0123456789"))
	o.Position = o.Position.Add(p.s.Document().Settings().Grid.Size)
	o.Order, o.Locked = p.top(o.Name), false
	return o.Name, p.s.EditSettings("Duplicate picture "+o.Label(), func(s *level.Settings) {
		s.Pictures = s.WithPicture(o)
	})
}

// Raise moves a picture above the next one or, if up is false, below the previous one.
func (p Pictures) Raise(name string, up bool) error {
	list := slices.Clone(p.List())
	i := slices.IndexFunc(list, func(o level.Picture) bool { return o.Name == name })
	if i < 0 {
		return ErrNoPicture
	}
	to, verb := i-1, "Lower"
	if up {
		to, verb = i+1, "Raise"
	}
	if to < 0 || to >= len(list) {
		return nil // already at the end
	}
	list[i], list[to] = list[to], list[i]
	for k := range list {
		list[k].Order = k
	}
	return p.s.EditSettings(verb+" picture "+level.Picture{Name: name}.Label(), func(s *level.Settings) {
		s.Pictures = list
	})
}
