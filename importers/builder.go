package importers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// MaxColliders limits the colliders of one import. A noisy grid can yield one per cell, and nobody could work with a
// larger document.
const MaxColliders = 250_000

// MaxPoints limits the points of all shapes of one import, because a small file can repeat one shape in many places.
const MaxPoints = 1 << 22

// MaxOutline limits the points of one polygon in a file. See [DefaultMaxCorners] for the reason.
const MaxOutline = DefaultMaxCorners

// Builder builds the document of an import, layer by layer. It does the work that all formats share: it turns cells
// into colliders according to the mapping, and reports colliders that the document rejects as issues.
type Builder struct {
	src      *Source
	file     string
	opts     Options
	mode     Mode
	defaults int
	doc      *level.Document
	issues   Issues

	places   []level.Place
	tilesets []level.Tileset
	fresh    level.Fresh

	layer      *level.Layer
	pending    []level.Change[level.Collider]
	free       level.FreeIDs[level.ID]
	freeLayers level.FreeIDs[level.LayerID]
	names      map[string]int // number of layers with each name
	taken      map[string]int // by layer name: the last number appended in the current level
	order      float64
	count      int
	points     int // of all shapes together
	ignored    int // entities ignored because of a rule
	spawn      spawnCandidate
	found      findings
	tiles      tilesSeen
	scenery    scenery
	values     map[string]*valueLayer
	shapes     tileFiles
	// isWalled is set if some layer of values has a name that marks it as the walls.
	isWalled bool
	pics     pictures
}

// NewBuilder starts a document with the settings and the categories that the options' mapping names.
func NewBuilder(src *Source, settings level.Settings, opts Options) (*Builder, error) {
	b := &Builder{src: src, file: src.Path, opts: opts, names: map[string]int{}}
	var err error
	if b.mode, err = ParseMode(string(opts.Mode)); err != nil {
		return nil, b.Fail("", err)
	}
	if b.defaults, err = defaultsOf(opts.Defaults, NewestDefaults); err != nil {
		return nil, b.Fail("", err)
	}
	if err := opts.Mapping.Check(); err != nil {
		return nil, b.Fail("", fmt.Errorf("mapping: %w", err))
	}
	b.opts.Mapping = opts.Mapping.counted()
	settings.Categories = AppendNew(slices.Clone(settings.Categories), opts.Mapping.categoryNames()...)
	if b.doc, err = level.NewDocument(&settings); err != nil {
		return nil, b.Fail("", err)
	}
	return b, nil
}

// Mapping returns the options' mapping, which may be nil. A rule that a lookup returns counts as used.
func (b *Builder) Mapping() *Mapping { return b.opts.Mapping }

// Fail wraps an error as the import's error at a place in the file.
func (b *Builder) Fail(path string, err error) error {
	return &Error{File: b.file, Path: path, Err: err}
}

// Issue adds an issue at a place in the file.
func (b *Builder) Issue(s Severity, path, format string, args ...any) {
	b.issues.Add(NewIssue(s, b.file, path, format, args...))
}

// IssueCount adds an issue about n things unless n is 0. Their number with the noun is the first value of the format.
func (b *Builder) IssueCount(s Severity, path string, n int, noun, format string, args ...any) {
	if n > 0 {
		b.Issue(s, path, format, append([]any{quote.Count(n, noun)}, args...)...)
	}
}

// AddIssues adds existing issues.
func (b *Builder) AddIssues(l *Issues) { b.issues.AddAll(l) }

// Has records the ids and names of all levels of the file, imported or not, and whether an entity's id is unique in the
// whole file or only in its level.
func (b *Builder) Has(levels []string, uniqueIDs bool) {
	b.fresh = level.Fresh{Levels: levels, UniqueIDs: uniqueIDs}
}

// HasNamedIDs declares that the ids of entities are names, which the author of the file may change. Call it after Has.
func (b *Builder) HasNamedIDs() { b.fresh.NamedIDs = true }

// Tilesets sets the file's tilesets, in the order of their first tile numbers.
func (b *Builder) Tilesets(list []level.Tileset) { b.tilesets = list }

// Level starts a level; the layers that follow belong to it. Later imports recognize a collider by its level, its layer
// and its place in them; see [Identity]. The Builder takes over the level's properties.
func (b *Builder) Level(p level.Place) {
	for _, name := range slices.Sorted(maps.Keys(p.Properties)) {
		if err := level.CheckProperty(name, p.Properties[name]); err != nil {
			b.Issue(Loss, p.Level, "%v; it was left out", err)
			delete(p.Properties, name)
		}
	}
	b.places, b.taken = append(b.places, p), map[string]int{}
}

// Layer starts a layer above the earlier ones and makes it the current one. A layer without colliders is left out of
// the document. A repeated name gets a number, both in the document and in the sources of the level. The colour is
// #rrggbb or empty.
func (b *Builder) Layer(name, color string, of level.LayerPlace) error {
	if err := b.flush(); err != nil {
		return err
	}
	if len(b.places) == 0 {
		b.Level(level.Place{})
	}
	p := &b.places[len(b.places)-1]
	own := of.Layer
	for b.taken[of.Layer] > 0 {
		b.taken[own]++
		of.Layer = fmt.Sprintf("%s (%d)", own, b.taken[own])
	}
	b.taken[of.Layer] = 1
	p.Layers = append(p.Layers, of)
	b.names[name]++
	if n := b.names[name]; n > 1 {
		name = fmt.Sprintf("%s (%d)", name, n)
	}
	b.order++
	// Like a collider's id, it depends on the identity in the file.
	id := b.freeLayers.Find(layerID(p, &of), func(id level.LayerID) bool { return b.doc.Layer(id) != nil })
	b.layer = &level.Layer{ID: id, Name: name, Order: b.order, Color: color}
	return nil
}

func (b *Builder) tooMany() error {
	return b.Fail("", fmt.Errorf("more than %d colliders; choose fewer levels, or another mode for noisy grids",
		MaxColliders))
}

// Add adds a static solid collider with the default material to the current layer. The caller may change the collider
// until it calls the Builder again.
func (b *Builder) Add(name string, s level.Shape, position level.Vec, source level.Source) (*level.Collider, error) {
	if b.count >= MaxColliders {
		return nil, b.tooMany()
	}
	b.count++
	b.points += len(s.Points) + corners(s.Holes)
	if b.points > MaxPoints {
		return nil, b.Fail("", fmt.Errorf("the shapes have more than %d points together; choose fewer levels",
			MaxPoints))
	}
	source.File = filepath.ToSlash(b.file)
	if p := b.place(); p != nil {
		source.Level, source.Layer = p.Level, p.Layers[len(p.Layers)-1].Layer
	}
	c := level.NewCollider(0, b.layer.ID, name, s, position) // flush gives it an id
	c.Order = float64(b.count)
	c.Source = &source
	b.pending = append(b.pending, level.Added(c))
	return c, nil
}

// place returns the current level, or nil before its first layer.
func (b *Builder) place() *level.Place {
	if n := len(b.places); n > 0 && len(b.places[n-1].Layers) > 0 {
		return &b.places[n-1]
	}
	return nil
}

// called records the file's name for a value whose number the importer made up.
func (b *Builder) called(value int, name string) {
	p := b.place()
	l := &p.Layers[len(p.Layers)-1]
	if l.Values == nil {
		l.Values = map[int]string{}
	}
	l.Values[value] = name
}

// flush adds the current layer and its colliders to the document.
func (b *Builder) flush() error {
	if b.layer == nil || len(b.pending) == 0 {
		b.layer, b.pending = nil, nil
		return nil
	}
	b.giveIDs()
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(b.layer)}, Colliders: b.pending}
	const tries = 20
	for i := range tries {
		err := b.doc.Apply(diff)
		var bad *level.ColliderError
		if i == 0 && errors.As(err, &bad) && b.repair() {
			b.free = level.FreeIDs[level.ID]{} // the ids that were given are free again
			b.giveIDs()
			diff.Colliders = b.pending
			err = b.doc.Apply(diff)
		}
		if err == nil {
			b.layer, b.pending = nil, nil
			return nil
		}
		if !errors.As(err, &bad) {
			return b.Fail(b.layer.Name, err)
		}
		// Drop the invalid collider and keep the others.
		diff.Colliders = slices.DeleteFunc(diff.Colliders, func(c level.Change[level.Collider]) bool {
			return c.After.ID == bad.ID
		})
		b.Issue(Loss, b.layer.Name, "%s was left out: %v", quote.Printable(bad.Label), bad.Err)
		if len(diff.Colliders) == 0 {
			b.layer, b.pending = nil, nil
			return nil
		}
	}
	return b.Fail(b.layer.Name, fmt.Errorf("%d of its colliders are not valid, and there may be more", tries))
}

func (b *Builder) giveIDs() {
	ids := make(map[level.ID]bool, len(b.pending))
	for _, c := range b.pending {
		isTaken := func(id level.ID) bool { return ids[id] || b.doc.HasID(id) }
		c.After.ID = b.free.Find(level.HashedID(b.identity(c.After).Digest()), isTaken)
		ids[c.After.ID] = true
	}
}

// Finish returns the import's result.
func (b *Builder) Finish() (*Result, error) {
	if err := b.flush(); err != nil {
		return nil, err
	}
	if err := b.markSpawn(); err != nil {
		return nil, b.Fail("", err)
	}
	b.IssueCount(Note, "", b.ignored, "entity", "left out %s (ignored by the mapping)")
	for _, what := range b.opts.Mapping.unused() {
		b.Issue(Warning, "", "the mapping's %s matches nothing that was imported", what)
	}
	b.IssueCount(Note, "", b.scenery.cells, "cell", "left out %s named like scenery: %s", b.scenery.names())
	b.reportTileShapes()
	if len(b.places) == 0 && !slices.ContainsFunc(b.issues.list, func(i Issue) bool { return i.Severity != Note }) {
		b.Issue(Warning, "", "the file has no levels, so nothing was imported")
	}
	offer := b.offer()
	if offer != nil {
		b.Issue(Warning, "", "%s", offer)
	}
	if err := errors.Join(b.remember(), b.groupSpawn()); err != nil {
		return nil, b.Fail("", err)
	}
	b.IssueCount(Warning, "", b.pics.beyond, "picture", "left out %s beyond the limit of %d", MaxPictures)
	found := b.found.all()
	found.Tilesets = b.foundTilesets()
	issues := b.issues.All(b.file)
	return &Result{
		Document: b.doc, Issues: issues, Found: found, Offer: offer, Beyond: b.src.beyond(),
		Missing:  b.src.lost(issues),
		Pictures: b.pics.list, Images: b.pics.images,
	}, nil
}

// remember records the import in the document: its file, its options and the imported colliders.
func (b *Builder) remember() error {
	if b.file == "-" { // standard input cannot be read twice
		if slices.ContainsFunc(b.places, func(p level.Place) bool { return len(p.Properties) > 0 }) {
			b.Issue(Loss, "", "the fields of levels were left out: they need a file that can be read twice")
		}
		return nil
	}
	before := b.doc.Settings()
	m := &level.Import{
		File: filepath.ToSlash(b.file), Levels: slices.Clone(b.opts.Levels), Reads: b.src.reads(),
		Digest: b.src.Digest(),
		Frame:  level.Frame{Origin: before.Origin, Size: before.Size, Grid: before.Grid.Size},
		Base:   make([]level.Imported, 0, b.doc.Len()), Pictures: len(b.pics.list) > 0,
	}
	if b.mode != Merged {
		m.Mode = string(b.mode)
	}
	if !b.isFirst() {
		m.Defaults = b.defaults
	}
	if b.opts.Mapping != nil {
		m.Mapping = b.opts.Mapping.String()
	}
	for c := range b.doc.Colliders() {
		m.Base = append(m.Base, level.Imported{Collider: c})
	}
	fresh := b.fresh // a copy, because a pointer into the builder would keep the builder alive
	m.Places, m.Tilesets, m.Fresh = b.usedPlaces(), b.tilesets, &fresh
	after := *before
	after.Imports = []*level.Import{m}
	return b.doc.Apply(level.Diff{Settings: level.Changed(before, &after)})
}

// usedPlaces returns the levels and layers that yielded colliders, and the levels with properties.
func (b *Builder) usedPlaces() []level.Place {
	type key struct{ level, layer string }
	used := map[key]bool{}
	for c := range b.doc.Colliders() {
		used[key{c.Source.Level, c.Source.Layer}] = true
		used[key{c.Source.Level, ""}] = true
	}
	var out []level.Place
	for _, p := range b.places {
		if !used[key{p.Level, ""}] && len(p.Properties) == 0 {
			continue
		}
		p.Layers = slices.DeleteFunc(p.Layers, func(l level.LayerPlace) bool { return !used[key{p.Level, l.Layer}] })
		out = append(out, p)
	}
	return out
}

// CellLayer is a layer of cells of a foreign file, for [Builder.Cells].
type CellLayer struct {
	Grid   Grid
	Origin level.Vec // position of the grid's top left corner in the level
	Level  string    // for level.Source
	Layer  string    // for level.Source and the mapping's rules
	Path   string    // the place in the file, for issues
	Name   func(value int) string
	// Value returns the file's number for a cell of the grid, for rules, sources and Name; nil keeps the grid's number.
	Value func(cell int) int
	// Key returns the file's name for a value whose number the importer made up, or "" if the number is from the file.
	// If it is nil, all numbers are from the file.
	Key func(value int) string
	// Tiles is the tile layer that the cells come from, or nil for a layer of values. Only tiles with a rule become
	// colliders; see [Builder.TileRule].
	Tiles *TileLayer
	// Fields returns the fields that the file gives to a value; nil means none.
	Fields func(value int) level.Properties
	// Flips holds the flip of each cell's tile; nil means that no tile is flipped.
	Flips []Flip
	// Axes are the images of the grid's unit vectors in the level, the second clockwise from the first. Zero means the
	// level's own axes.
	Axes [2]level.Vec
	// Outline returns the outline of a cell, clockwise and relative to Origin. It is nil for rectangular cells in rows;
	// otherwise each cell becomes a separate collider in every mode.
	Outline func(x, y int) []level.Vec
	// Dress applies the file's attributes of a cell to its collider, before the cell's rule; nil does nothing.
	Dress func(cell int, c *level.Collider)
}

// slanted maps a shape at a point of the grid's frame to the level's axes.
func (l *CellLayer) slanted(s level.Shape, at level.Vec) (level.Shape, level.Vec) {
	if l.Axes == ([2]level.Vec{}) {
		return s, at
	}
	to := Affine{X: l.Axes[0], Y: l.Axes[1]}.Linear
	if s.Kind == level.Box {
		s = level.Shape{Kind: level.Polygon, Points: s.Corners(), Rounding: s.Rounding}
	}
	return s.Map(to), to(at)
}

func (l CellLayer) value(cell int) int {
	if l.Value == nil {
		return cell
	}
	return l.Value(cell)
}

// Cells adds the colliders of a layer of cells to the current layer, according to the options' mode and mapping.
func (b *Builder) Cells(ctx context.Context, l CellLayer) error {
	c := cellImport{
		b: b, layer: l, rules: map[int]Rule{}, forms: map[int]TileForm{}, into: map[int]int{}, clamped: map[int]int{},
	}
	c.choose()
	for _, mode := range Modes {
		if c.needsNoCopy(mode) {
			return c.run(ctx, l.Grid, mode)
		}
		g := l.Grid
		g.Cells = nil
		for i, v := range l.Grid.Cells {
			if r := c.rules[v]; v == 0 || r.Ignore || r.Mode != mode {
				continue
			}
			if g.Cells == nil {
				g.Cells = make([]int, len(l.Grid.Cells))
			}
			g.Cells[i] = c.into[v]
			if f := c.forms[v]; f.Slope != FullSlope {
				if g.Forms == nil {
					g.Forms = make([]TileForm, len(l.Grid.Cells))
				}
				if l.Flips != nil {
					f = f.Flipped(l.Flips[i])
				}
				g.Forms[i] = f
			}
		}
		if g.Cells == nil {
			continue
		}
		if err := c.run(ctx, g, mode); err != nil {
			return err
		}
	}
	return nil
}

// cellImport holds the state of importing one layer of cells.
type cellImport struct {
	b       *Builder
	layer   CellLayer
	rules   map[int]Rule
	forms   map[int]TileForm
	into    map[int]int // by cell: the cell that it merges with; itself, or the lowest one with the same Merge
	clamped map[int]int // by value: shapes too narrow for the rule's radius
}

// choose finds the rule for each cell and decides which cells merge.
func (c *cellImport) choose() {
	l := c.layer
	type union struct { // a group of cells that merge; by default a solid and a trigger may share a name
		name string
		role level.Role
	}
	least, cells := map[union]int{}, map[int]int{}
	for list := l.Grid.Cells; len(list) > 0; { // run by run, because map access is slow
		n := 1
		for n < len(list) && list[n] == list[0] {
			n++
		}
		cells[list[0]] += n
		list = list[n:]
	}
	for v, n := range cells {
		if v == 0 {
			continue
		}
		value := l.value(v)
		r := c.b.cellRule(&l, value, n)
		c.b.found.value(&l, value, n, r)
		r.Mode = cmp.Or(r.Mode, c.b.mode)
		c.rules[v], c.forms[v] = r, r.form(l.Name(value))
		if k, ok := least[union{r.Merge, r.Role}]; r.Merge != "" && (!ok || v < k) {
			least[union{r.Merge, r.Role}] = v
		}
	}
	for v, r := range c.rules {
		c.into[v] = v
		if r.Merge != "" {
			c.into[v] = least[union{r.Merge, r.Role}]
		}
	}
}

// needsNoCopy reports whether the grid can be used directly: all cells have the same mode and are filled completely,
// and none is ignored or merged into another value.
func (c *cellImport) needsNoCopy(mode Mode) bool {
	for v, r := range c.rules {
		if r.Ignore || r.Mode != mode || c.into[v] != v || c.forms[v].Slope != FullSlope {
			return false
		}
	}
	return len(c.rules) > 0 && c.layer.Grid.Forms == nil
}

// name returns the name of the colliders that a cell becomes.
func (c *cellImport) name(cell int) string {
	value := c.layer.value(cell)
	switch name := c.layer.Name(value); {
	case c.rules[cell].Merge != "":
		return c.rules[cell].Merge
	case name != "":
		return name
	}
	return fmt.Sprintf("%s %d", c.layer.Layer, value)
}

func (c *cellImport) run(ctx context.Context, g Grid, mode Mode) error {
	var err error
	g.MaxShapes = max(MaxColliders-c.b.count, 1) // with no room left, Add rejects the first collider
	switch {
	case c.layer.Outline != nil:
		err = c.lone(ctx, g, mode)
	case mode == Merged:
		err = c.merged(ctx, g)
	case mode == Rects, mode == Cells:
		err = c.boxes(ctx, g, mode)
	case mode == Chains:
		err = c.chains(ctx, g)
	}
	if err != nil {
		var located *Error
		switch {
		case ctx.Err() != nil || errors.As(err, &located):
			return err
		case errors.Is(err, ErrTooMany):
			return c.b.tooMany()
		}
		return c.b.Fail(c.layer.Path, err)
	}
	for _, v := range slices.Sorted(maps.Keys(c.clamped)) {
		c.b.Issue(Warning, c.layer.Path,
			"value %s: the radius %g does not fit into %s and was reduced there",
			c.label(v), c.rules[v].Radius, quote.Count(c.clamped[v], "shape"))
	}
	return nil
}

func (c *cellImport) label(cell int) string {
	v := c.layer.value(cell)
	if name := c.layer.Name(v); name != "" {
		return fmt.Sprintf("%d (%s)", v, quote.Printable(name))
	}
	return fmt.Sprint(v)
}

func (c *cellImport) merged(ctx context.Context, g Grid) error {
	m, err := g.Merge(ctx, MergeOptions{})
	if err != nil {
		return err
	}
	if err := c.regions(ctx, m.Regions); err != nil {
		return err
	}
	for _, v := range slices.Sorted(maps.Keys(m.Detached)) {
		c.b.Issue(Note, c.layer.Path, "value %s: split off %s where a region would meet itself at a corner",
			c.label(v), quote.Count(m.Detached[v], "collider"))
	}
	for _, v := range slices.Sorted(maps.Keys(m.Split)) {
		c.b.Issue(Note, c.layer.Path, "value %s: cut ragged regions of more than %d corners, adding %s", c.label(v),
			DefaultMaxCorners, quote.Count(m.Split[v], "collider"))
	}
	return nil
}

func (c *cellImport) regions(ctx context.Context, list []CellRegion) error {
	for _, r := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, corner := Polygon(r.Outline, r.Holes...)
		if err := c.add(r.Value, s, corner); err != nil {
			return err
		}
	}
	return nil
}

// lone turns each cell into a separate collider with the layer's Outline. Such cells cannot have slopes.
func (c *cellImport) lone(ctx context.Context, g Grid, mode Mode) error {
	sloped := map[int]int{}
	for i, f := range g.Forms {
		if f.Slope != FullSlope && g.Cells[i] != 0 {
			sloped[g.Cells[i]]++
		}
	}
	for _, v := range slices.Sorted(maps.Keys(sloped)) {
		c.b.Issue(Warning, c.layer.Path, "value %s: filled %s: only rectangular cells can have slopes", c.label(v),
			quote.Count(sloped[v], "sloped cell"))
	}
	if mode == Chains {
		c.b.Issue(Note, c.layer.Path, "the cells are not rectangles: each became an outline of its own instead "+
			"of chains")
	}
	for i, v := range g.Cells {
		if v == 0 {
			continue
		}
		if err := c.regions(ctx, []CellRegion{{Value: v, Outline: c.layer.Outline(i%g.Width, i/g.Width)}}); err != nil {
			return err
		}
	}
	return nil
}

func (c *cellImport) boxes(ctx context.Context, g Grid, mode Mode) error {
	rects := g.Rects
	if mode == Cells {
		rects = g.Boxes
	}
	boxes, err := rects(ctx)
	if err != nil {
		return err
	}
	for _, r := range boxes {
		size := r.Max.Sub(r.Min)
		s := level.Shape{Kind: level.Box, Size: size, Rounding: level.Inset}
		if err := c.add(r.Value, s, level.Vec{X: r.Min.X + float64(size.X/2), Y: r.Min.Y + float64(size.Y/2)}); err !=
			nil {
			return err
		}
	}
	slopes, err := g.Slopes(ctx)
	if err != nil {
		return err
	}
	return c.regions(ctx, slopes)
}

func (c *cellImport) chains(ctx context.Context, g Grid) error {
	chains, err := g.Chains(ctx)
	if err != nil {
		return err
	}
	for _, r := range chains {
		corner := collision.BoundsOf(r.Points).Min
		s := level.Shape{Kind: level.Chain, Points: relative(r.Points, corner), Closed: true, OneSided: true}
		if err := c.add(r.Value, s, corner); err != nil {
			return err
		}
	}
	return nil
}

// add adds a shape at a point of the grid's frame to the layer and applies the rule of its value.
func (c *cellImport) add(cell int, s level.Shape, at level.Vec) error {
	rule := c.rules[cell]
	value := c.layer.value(cell)
	s, at = c.layer.slanted(s, at)
	if rule.round(&s) {
		c.clamped[cell]++
	}
	col, err := c.b.Add(c.name(cell), s, c.layer.Origin.Add(at),
		level.Source{Level: c.layer.Level, Layer: c.layer.Layer, Value: value})
	if err != nil {
		return err
	}
	if rule.Merge != "" {
		c.b.called(value, "merge "+rule.Merge)
	} else if c.layer.Key != nil && c.layer.Key(value) != "" {
		c.b.called(value, c.layer.Key(value))
	}
	if c.layer.Dress != nil {
		c.layer.Dress(cell, col)
	}
	rule.apply(col)
	return nil
}

// Polygon returns the polygon with an outline and holes, which are points of the level. at is its position: the top
// left corner of the outline's bounding box.
func Polygon(outline []level.Vec, holes ...[]level.Vec) (s level.Shape, at level.Vec) {
	at = collision.BoundsOf(outline).Min
	s = level.Shape{Kind: level.Polygon, Points: relative(outline, at), Rounding: level.Inset}
	for _, h := range holes {
		s.Holes = append(s.Holes, relative(h, at))
	}
	return s, at
}

func relative(points []level.Vec, to level.Vec) []level.Vec {
	out := make([]level.Vec, len(points))
	for i, p := range points {
		out[i] = p.Sub(to)
	}
	return out
}

// Entity is an object of a foreign file other than a grid cell, for [Builder.Entity].
type Entity struct {
	Name   string   // the collider's name
	Kinds  []string // other names that rules match: its type, its class, its definition's name
	Hints  []string // its layer's name and class; the default role depends on them, but rules do not match them
	Tags   []string
	Fields level.Properties
	Tile   level.Properties // fields of the tile, for a tile's collision shape; only the default role depends on them
	Shape  level.Shape
	At     level.Vec // position of the shape's frame in the level
	Angle  level.Degrees
	Source level.Source
	// Role applies if nothing else decides the role; empty means a trigger.
	Role level.Role
	// Says is the role that the file states, which overrides names; empty if the file states none.
	Says level.Role
	// Given holds the other attributes that the file states: the body type if it is not 0, the direction of the solid
	// side in the collider's frame, the categories and the material. It may be nil.
	Given *level.Collider
	// IsOwn means that Fillet exported the entity, so its tags are the original ones.
	IsOwn bool
}

// Entity adds an entity's collider to the current layer and applies the first entity rule of the mapping that matches.
// Without one, the role is [Builder.DefaultRole]. The result is nil if a rule ignores the entity.
func (b *Builder) Entity(e Entity) (*level.Collider, error) {
	rule, ok := b.opts.Mapping.FindEntity(e)
	b.found.entity(e, b.DefaultRole(e), rule, 1)
	if ok && rule.Ignore {
		b.ignored++
		return nil, nil
	}
	s := e.Shape
	if ok && rule.Slope != "" && rule.Slope != NoSlope {
		if s, ok = sloped(s, rule.Slope); !ok {
			b.Issue(Warning, e.Source.Layer, "%s: only boxes can have a slope, and this is a %s",
				quote.Printable(e.Name), s.Kind)
		}
		ok = true
	}
	if ok && rule.Radius > 0 && (s.HasCorners() || s.Kind == level.Chain) && rule.round(&s) {
		b.Issue(Warning, e.Source.Layer, "%s: the radius %g does not fit and became %g", quote.Printable(e.Name),
			rule.Radius, s.Radius)
	}
	c, err := b.Add(e.Name, s, e.At, e.Source)
	if err != nil {
		return nil, err
	}
	c.Angle = e.Angle
	b.dress(c, e, rule, ok)
	b.seeSpawn(e, c)
	return c, nil
}

// dress copies an entity's attributes to its collider, then applies the rule if ok is true.
func (b *Builder) dress(c *level.Collider, e Entity, rule EntityRule, ok bool) {
	c.Tags = slices.Clone(e.Tags)
	if len(e.Fields) > 0 {
		c.Properties = e.Fields
	}
	says := b.says(e)
	if c.Role = says.role; c.Role == level.OneWay {
		c.OneWay = level.Up
	}
	if says.tag != "" {
		c.Tags = AppendNew(c.Tags, says.tag)
	}
	if g := e.Given; g != nil {
		if c.Role == level.OneWay {
			c.OneWay = g.OneWay
		}
		c.Body = cmp.Or(g.Body, c.Body)
		c.Categories, c.CollidesWith = slices.Clone(g.Categories), slices.Clone(g.CollidesWith)
		c.Material, c.Friction, c.Restitution, c.Density = g.Material, g.Friction, g.Restitution, g.Density
	}
	if ok {
		c.Body = cmp.Or(rule.Body, c.Body)
		rule.apply(c)
	}
}

// apply sets what the effect defines of a collider, except for its corner radius.
func (e *Effect) apply(c *level.Collider) {
	if e.Role != 0 {
		c.Role, c.OneWay = e.Role, level.Vec{}
	}
	if e.Role == level.OneWay {
		c.OneWay = cmp.Or(e.OneWay, level.Up)
	}
	if e.Categories != nil {
		c.Categories = slices.Clone(e.Categories)
	}
	if e.CollidesWith != nil {
		c.CollidesWith = slices.Clone(e.CollidesWith)
	}
	c.Tags = AppendNew(c.Tags, e.Tags...)
}

// RoundTolerance is the largest distance between a curve and the polygon that replaces it, in pixels.
const RoundTolerance = 0.25

// RoundCorners returns the number of corners of a regular polygon that is inscribed in a circle and within
// [RoundTolerance] of it: a multiple of 4 between least and 256. off bounds how far the polygon lies inside the circle.
func RoundCorners(radius float64, least int) (n int, off float64) {
	const limit = 64 // per quarter
	quarter := least / 4
	depth := func() float64 { return float64(radius * (1 - collision.Cos(math.Pi/float64(4*quarter)))) }
	for quarter < limit && depth() > RoundTolerance {
		quarter++
	}
	return 4 * quarter, depth()
}

// Ellipse returns the shape of an ellipse about the origin with the half axes a and b: a circle, or a polygon inscribed
// in it, clockwise on the screen. The shape will later be stretched by up to the given factor in any direction; off
// bounds how far the polygon then lies inside the ellipse.
//
// The corners are the images of a regular polygon's corners in the unit circle, so no edge lies deeper than that
// polygon's edges scaled by the longer half axis.
func Ellipse(a, b, stretch float64) (s level.Shape, off float64) {
	if a == b {
		return level.Shape{Kind: level.Circle, Radius: a}, 0
	}
	n, off := RoundCorners(float64(max(a, b)*stretch), 8)
	quarter := n / 4
	points := make([]level.Vec, n)
	for i := range points {
		sin, cos := collision.Sincos(2 * math.Pi * float64(i%quarter) / float64(n))
		for range i / quarter { // quarter turns, exact
			sin, cos = cos, -sin
		}
		points[i] = level.Vec{X: float64(a*cos) + 0, Y: float64(b*sin) + 0} // + 0 turns -0 into 0
	}
	return level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset}, off
}

// distinct removes points that repeat the previous point or, at the end of a loop, the first one.
func distinct(points []level.Vec, closed bool) []level.Vec {
	out := slices.Compact(slices.Clone(points))
	for closed && len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out
}

// Path returns a chain through points of the level, and its position. dropped counts points that repeat the previous
// point or, at the end of a loop, the first one. ok is false for fewer than two different points.
func Path(points []level.Vec, closed bool) (s level.Shape, at level.Vec, dropped int, ok bool) {
	out := distinct(points, closed)
	if len(out) < 2 {
		return s, at, 0, false
	}
	return level.Shape{Kind: level.Chain, Points: relative(out, out[0]), Closed: closed && len(out) >= 3}, out[0],
		len(points) - len(out), true
}
