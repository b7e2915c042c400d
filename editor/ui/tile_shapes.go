package ui

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"fillet/editor/level"
	"fillet/importers"
)

// tileShapes is a tileset's tile shapes being edited. It must be used by one goroutine only.
type tileShapes struct {
	OnChange func() // called after every change

	set            *importers.TileSet // only the methods change it
	columns, count int                // of the tileset image
	chosen         map[int]bool
	current        int // the tile in the large view, which was chosen last
	anchor         int // start of a range selection
	clip           []tileClip
	undo, redo     []tileStep
	saved          int // len(undo) at the last save; -1: unreachable
}

// tileEntry is a tile's entry in a set; has is false if there is none.
type tileEntry struct {
	list []importers.TileSetShape
	has  bool
}

// tileStep is an undo step.
type tileStep struct{ before, after map[int]tileEntry }

// tileClip is a copied tile and its offset from the first one.
type tileClip struct {
	tileEntry
	dx, dy int
}

// maxTileSteps limits the undo history.
const maxTileSteps = 500

// newTileShapes starts editing a set for an image with these columns and tiles. The first tile is selected.
func newTileShapes(set *importers.TileSet, columns, count int) *tileShapes {
	return &tileShapes{
		OnChange: func() {}, set: set.Clone(), columns: max(columns, 1), count: max(count, 0),
		chosen: map[int]bool{0: true},
	}
}

func (e *tileShapes) Shapes(id int) []importers.TileSetShape { return e.set.Shapes[id] }

// Chosen lists the chosen tiles in order.
func (e *tileShapes) Chosen() []int { return slices.Sorted(maps.Keys(e.chosen)) }

func (e *tileShapes) IsChosen(id int) bool { return e.chosen[id] }

// Choose chooses a single tile.
func (e *tileShapes) Choose(id int) {
	if id < 0 || id >= e.count {
		return
	}
	e.chosen, e.current, e.anchor = map[int]bool{id: true}, id, id
	e.OnChange()
}

// Toggle adds a tile to the chosen ones or removes it. At least one stays chosen.
func (e *tileShapes) Toggle(id int) {
	if id < 0 || id >= e.count {
		return
	}
	if !e.chosen[id] {
		e.chosen[id], e.current, e.anchor = true, id, id
	} else if len(e.chosen) > 1 {
		delete(e.chosen, id)
		if e.current == id {
			e.current = e.Chosen()[0]
		}
		e.anchor = e.current
	}
	e.OnChange()
}

// Extend chooses the rectangle of tiles from the anchor to a tile.
func (e *tileShapes) Extend(id int) {
	if id < 0 || id >= e.count {
		return
	}
	e.chosen, e.current = map[int]bool{}, id
	for _, k := range e.rectangle(e.anchor, id) {
		e.chosen[k] = true
	}
	e.OnChange()
}

func (e *tileShapes) rectangle(a, b int) []int {
	var out []int
	ax, ay, bx, by := a%e.columns, a/e.columns, b%e.columns, b/e.columns
	for y := min(ay, by); y <= max(ay, by); y++ {
		for x := min(ax, bx); x <= max(ax, bx); x++ {
			if k := y*e.columns + x; k < e.count {
				out = append(out, k)
			}
		}
	}
	return out
}

func (e *tileShapes) ChooseAll() {
	for id := range e.count {
		e.chosen[id] = true
	}
	e.OnChange()
}

// Step moves the choice by columns and rows, or extends it to there.
func (e *tileShapes) Step(dx, dy int, extend bool) {
	x, y := e.current%e.columns+dx, e.current/e.columns+dy
	if id := y*e.columns + x; x >= 0 && x < e.columns && y >= 0 && id < e.count {
		if extend {
			e.Extend(id)
		} else {
			e.Choose(id)
		}
	}
}

func (e *tileShapes) entry(id int) tileEntry {
	list, has := e.set.Shapes[id]
	return tileEntry{list, has}
}

func (e *tileShapes) put(all map[int]tileEntry) {
	for id, x := range all {
		if x.has {
			e.set.Shapes[id] = x.list
		} else {
			delete(e.set.Shapes, id)
		}
	}
}

// change changes tiles in one undo step. It does nothing if nothing would change, and fails if a shape would be
// invalid.
func (e *tileShapes) change(ids []int, of func(id int, was tileEntry) (tileEntry, error)) error {
	s := tileStep{before: map[int]tileEntry{}, after: map[int]tileEntry{}}
	for _, id := range ids {
		was := e.entry(id)
		now, err := of(id, was)
		if err != nil {
			return err
		}
		if len(now.list) > importers.MaxTileShapes {
			return fmt.Errorf("tile %d would have %d shapes; the limit is %d", id, len(now.list),
				importers.MaxTileShapes)
		}
		for i := range now.list {
			if err := level.CheckPart(&now.list[i].Part); err != nil {
				return fmt.Errorf("tile %d: %w", id, err)
			}
		}
		if now.has != was.has || !slices.EqualFunc(now.list, was.list, importers.TileSetShape.Equal) {
			s.before[id], s.after[id] = was, now
		}
	}
	if len(s.after) == 0 {
		return nil
	}
	e.put(s.after)
	if e.saved > len(e.undo) {
		e.saved = -1
	}
	e.undo, e.redo = append(e.undo, s), nil
	if len(e.undo) > maxTileSteps {
		e.undo = e.undo[1:]
		e.saved = max(e.saved-1, -1)
	}
	e.OnChange()
	return nil
}

// Put applies a preset to the chosen tiles, replacing their shapes or adding to them.
func (e *tileShapes) Put(preset string, add bool) error {
	shape, ok := e.set.Of(preset)
	if !ok {
		return fmt.Errorf("there is no preset %q", preset)
	}
	return e.change(e.Chosen(), func(_ int, was tileEntry) (tileEntry, error) {
		if !add {
			return tileEntry{[]importers.TileSetShape{shape}, true}, nil
		}
		if slices.ContainsFunc(was.list, shape.Equal) {
			return was, nil
		}
		return tileEntry{append(slices.Clone(was.list), shape), true}, nil
	})
}

// Clear removes the shapes of the chosen tiles. If none is set, it records that the tiles have no shapes, which
// overrides the tileset's own; otherwise it removes the tiles' entries.
func (e *tileShapes) Clear(none bool) error {
	return e.change(e.Chosen(), func(int, tileEntry) (tileEntry, error) {
		if none {
			return tileEntry{[]importers.TileSetShape{}, true}, nil
		}
		return tileEntry{}, nil
	})
}

// SetShapes sets the shapes of a tile, such as drawn ones.
func (e *tileShapes) SetShapes(id int, list []importers.TileSetShape) error {
	return e.change([]int{id}, func(_ int, was tileEntry) (tileEntry, error) {
		if len(list) == 0 && !was.has {
			return was, nil
		}
		return tileEntry{list, true}, nil
	})
}

// Dress changes the properties of the chosen tiles' shapes.
func (e *tileShapes) Dress(change func(c *level.Collider)) error {
	return e.change(e.Chosen(), func(_ int, was tileEntry) (tileEntry, error) {
		list := slices.Clone(was.list)
		for i := range list {
			c := list[i].Part
			c.Tags = slices.Clone(c.Tags)
			change(&c)
			list[i].Part = c
		}
		return tileEntry{list, was.has}, nil
	})
}

// Mirror mirrors each of the chosen tiles, horizontally or vertically.
func (e *tileShapes) Mirror(horizontal bool) error {
	size, m := e.set.Tile(), importers.MoveBy(level.Vec{})
	if horizontal {
		m.X.X, m.At.X = -1, size.X
	} else {
		m.Y.Y, m.At.Y = -1, size.Y
	}
	return e.transform(m)
}

// Turn rotates the chosen tiles by 90° clockwise. Tiles must be square.
func (e *tileShapes) Turn() error {
	if e.set.Width != e.set.Height {
		return errors.New("only square tiles can be rotated")
	}
	return e.transform(importers.Affine{X: level.Vec{Y: 1}, Y: level.Vec{X: -1}, At: level.Vec{X: e.set.Tile().X}})
}

func (e *tileShapes) transform(m importers.Affine) error {
	return e.change(e.Chosen(), func(_ int, was tileEntry) (tileEntry, error) {
		list := make([]importers.TileSetShape, len(was.list))
		for i := range was.list {
			part, _ := m.Part(&was.list[i].Part) // a rotation never distorts a shape
			list[i] = e.set.Recognized(importers.TileSetShape{Part: withoutOffset(part)})
		}
		return tileEntry{list, was.has}, nil
	})
}

// withoutOffset moves a shape's position into its points, if it has points.
func withoutOffset(c level.Collider) level.Collider {
	if s := c.Shape.Kind; c.Angle == 0 && (s == level.Polygon || s == level.Chain || s == level.Capsule) {
		at := c.Position
		c.Shape = c.Shape.Map(func(p level.Vec) level.Vec { return p.Add(at) })
		c.Position = level.Vec{}
	}
	return c
}

// Copy copies the chosen tiles' shapes, with the tiles' relative positions.
func (e *tileShapes) Copy() {
	e.clip = nil
	ids := e.Chosen()
	for _, id := range ids {
		e.clip = append(e.clip, tileClip{e.entry(id), id%e.columns - ids[0]%e.columns, id/e.columns - ids[0]/e.columns})
	}
}

// Paste applies the copied shapes: of a single tile to all chosen tiles, of several tiles starting at the first chosen
// one.
func (e *tileShapes) Paste() error {
	if len(e.clip) == 0 {
		return errors.New("no tiles were copied")
	}
	ids := e.Chosen()
	to := map[int]tileEntry{}
	if len(e.clip) == 1 {
		for _, id := range ids {
			to[id] = e.clip[0].tileEntry
		}
	} else {
		for _, c := range e.clip {
			x, y := ids[0]%e.columns+c.dx, ids[0]/e.columns+c.dy
			if id := y*e.columns + x; x >= 0 && x < e.columns && id < e.count {
				to[id] = c.tileEntry
			}
		}
	}
	return e.change(slices.Sorted(maps.Keys(to)), func(id int, _ tileEntry) (tileEntry, error) { return to[id], nil })
}

// Undo undoes the last step, and reports whether there was one.
func (e *tileShapes) Undo() bool {
	return e.step(&e.undo, &e.redo, func(s tileStep) map[int]tileEntry { return s.before })
}

// Redo redoes the step that was undone last, and reports whether there was one.
func (e *tileShapes) Redo() bool {
	return e.step(&e.redo, &e.undo, func(s tileStep) map[int]tileEntry { return s.after })
}

// step applies the last step of one list and moves it to the other.
func (e *tileShapes) step(from, to *[]tileStep, what func(s tileStep) map[int]tileEntry) bool {
	n := len(*from) - 1
	if n < 0 {
		return false
	}
	s := (*from)[n]
	*from, *to = (*from)[:n], append(*to, s)
	e.put(what(s))
	e.show(s)
	return true
}

// show chooses the tiles that a step changed.
func (e *tileShapes) show(s tileStep) {
	ids := slices.Sorted(maps.Keys(s.after))
	e.chosen = map[int]bool{}
	for _, id := range ids {
		e.chosen[id] = true
	}
	if !e.chosen[e.current] {
		e.current, e.anchor = ids[0], ids[0]
	}
	e.OnChange()
}

// Unsaved reports whether there are changes since the last save.
func (e *tileShapes) Unsaved() bool { return e.saved != len(e.undo) }

// Saved records that the current state was saved.
func (e *tileShapes) Saved() { e.saved = len(e.undo) }

// Each sets the shapes of each chosen tile to the list returned by of, in one undo step.
func (e *tileShapes) Each(of func(id int) ([]importers.TileSetShape, error)) error {
	return e.change(e.Chosen(), func(id int, was tileEntry) (tileEntry, error) {
		list, err := of(id)
		if err != nil || len(list) == 0 && !was.has {
			return was, err
		}
		return tileEntry{list, true}, nil
	})
}
