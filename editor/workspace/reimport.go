package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// Reimport holds the changes that a new version of an imported file makes to the document. It is a three-way merge: the
// base is the last import, ours is the designer's version, theirs is the file's current version. Changes by the file
// alone are adopted and changes by the designer alone are kept. Changes by both make a [Conflict], which keeps the
// designer's version until the user decides otherwise; an undecided conflict comes up again in the next comparison.
// Shapes that the designer drew are never touched. If the file moved a whole level or layer, its contents move along,
// including the designer's changes.
//
// A Reimport is valid for the document that it was planned for; applying it later fails with [level.ErrStale].
type Reimport struct {
	File      string // the foreign file
	Conflicts []Conflict
	Notes     []string // notes, apart from the conflicts

	// The number of colliders that the file adds, changes and removes, except conflicts, and of colliders that keep a
	// change by the designer.
	Added, Updated, Removed, Kept int

	doc     *level.Document
	before  *level.Settings
	was     *level.Import
	now     *level.Import
	after   *level.Settings             // without the change to the import
	next    []level.Imported            // the base of the next comparison, except for conflicts
	values  map[valueKey]string         // names of values that the file had before and does not name now
	layers  []level.Change[level.Layer] // new layers, each added once something needs it
	renamed []level.Change[level.Layer]
	changes []level.Change[level.Collider]
}

// Conflict is one imported collider that both the file and the designer have changed.
type Conflict struct {
	Parts  level.Parts // parts that both changed; none if one of them deleted the collider
	Ours   *level.Collider
	Theirs *level.Collider // either is nil if the collider is deleted there
	Take   Side

	keep, taken *level.Collider // the result either way
	base        *level.Imported // compared with while the conflict is undecided; afterwards theirs is, if there is one
}

// Side is the version of a conflict that is taken. The zero value is undecided: the designer's version is kept, and the
// conflict stays.
type Side int8

// The sides: the level is the designer's version, the file is theirs.
const (
	Undecided Side = iota
	TakeLevel
	TakeFile
)

// Label names the collider of the conflict.
func (c *Conflict) Label() string {
	if c.Ours != nil {
		return c.Ours.Label()
	}
	return c.Theirs.Label()
}

// What describes the conflict.
func (c *Conflict) What() string {
	switch {
	case c.Ours == nil:
		return "deleted here, changed in the file"
	case c.Theirs == nil:
		return "changed here, gone from the file"
	}
	return "both changed the " + strings.Join(c.Parts.Names(), ", ")
}

// Result returns the collider after taking a side's version, or nil if that deletes it.
func (c *Conflict) Result(side Side) *level.Collider {
	if side == TakeFile {
		return c.taken
	}
	return c.keep
}

func (c *Conflict) String() string { return quote.Printable(c.Label()) + ": " + c.What() }

// errNoImport reports a document that was not made by importing a file.
var errNoImport = errors.New("this level was not imported from the file")

// PlanReimport compares the document with a later import of a file, where m is the file's import in the document's
// settings. If the levels, mode or mapping differ from m's, the differences count as changes by the file.
func PlanReimport(doc *level.Document, m *level.Import, later *level.Document) (*Reimport, error) {
	from := later.Settings()
	if len(from.Imports) != 1 || !slices.Contains(doc.Settings().Imports, m) {
		return nil, errNoImport
	}
	now := *from.Imports[0]
	now.Base = nil // its colliders are compared one by one, and the results become the base
	r := &Reimport{File: m.File, doc: doc, before: doc.Settings(), was: m, now: &now}
	p := planner{
		Reimport: r, m: m, later: fileOf(later), layerOf: map[[2]string]level.LayerID{},
		newLayers: map[level.LayerID]bool{}, tops: map[level.LayerID]float64{},
	}
	theirs := make([]*level.Collider, 0, len(p.later.colliders))
	hasSpawn := p.hasSpawn()
	for _, c := range p.later.colliders {
		if c = p.here(c); hasSpawn {
			c.Tags = slices.DeleteFunc(slices.Clone(c.Tags), func(t string) bool { return t == level.SpawnTag })
		}
		theirs = append(theirs, c)
	}
	p.wasNamed, p.isNamed = importers.IdentitiesOf(m), importers.IdentitiesOf(r.now)
	found := matching(doc, m, r.now, theirs)
	for _, name := range found.unclear {
		r.Notes = append(r.Notes, fmt.Sprintf("level %q changed its size, and it is unclear on which side it grew: "+
			"your changes to its cells may belong to other cells, and are listed", name))
	}
	if n := found.covered; n > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("tile shapes are now merged into outlines; deleted shapes that are back "+
			"in one: %d", n))
	}
	p.findLayers(&found)
	p.next = make([]level.Imported, 0, len(theirs))
	known := make([]bool, len(theirs))
	for i := range m.Base {
		var t *level.Collider
		if of := found.of[i]; of >= 0 {
			known[of] = true
			t = theirs[of]
			t.ID = m.Base[i].ID
		}
		p.merge(&m.Base[i], t, found.moved[i], found.in[i], found.unsure[i])
	}
	added := map[level.ID]bool{}
	var free level.FreeIDs[level.ID]
	missing, gone := map[level.ID]bool{}, 0
	// An unchanged file, read by the same rules, has nothing that was not imported.
	unlisted := !m.Listed && m.Digest != "" && m.Digest == now.Digest && m.Mode == now.Mode &&
		m.Defaults == now.Defaults && m.Mapping == now.Mapping && slices.Equal(m.Levels, now.Levels)
	for _, id := range m.Missing {
		missing[id] = true
	}
	for i, t := range theirs {
		if known[i] {
			continue
		}
		isDeleted := unlisted // the text of the imported collider was deleted from the level file
		if id := p.missingID(t, missing); id != 0 {
			t.ID, isDeleted = id, true
		}
		t.ID = free.Find(t.ID, func(id level.ID) bool { return added[id] || doc.HasID(id) })
		added[t.ID] = true
		p.next = append(p.next, level.Imported{Collider: t})
		if isDeleted {
			gone++
			continue
		}
		t.Layer = p.layer(t)
		t.Order = p.top(t.Layer)
		r.changes = append(r.changes, level.Added(t))
		r.Added++
	}
	if gone > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("colliders deleted from the level's text stay deleted: %d", gone))
	}
	p.noteUsers()
	r.after = p.newSettings()
	return r, nil
}

// noteUsers notes the joints and paths in the level that refer to colliders that the file removes, or would remove if a
// conflict were resolved with the file's version.
func (p *planner) noteUsers() {
	gone, disputed := map[level.ID]*level.Collider{}, map[level.ID]*level.Collider{}
	for _, c := range p.changes {
		if c.After == nil {
			gone[c.Before.ID] = c.Before
		}
	}
	for i := range p.Conflicts {
		if c := &p.Conflicts[i]; c.Theirs == nil {
			disputed[c.Ours.ID] = c.Ours
		}
	}
	note := func(format string, args ...any) { p.Notes = append(p.Notes, fmt.Sprintf(format, args...)) }
	for _, j := range p.before.Joints {
		if of := cmp.Or(gone[j.A], gone[j.B]); of != nil {
			note("the joint %s was removed: the file no longer has %s", j.Label(), of.Label())
		} else if of := cmp.Or(disputed[j.A], disputed[j.B]); of != nil {
			note("the joint %s is removed too if you take the file's side of %s", j.Label(), of.Label())
		}
	}
	for c := range p.doc.Colliders() {
		if gone[c.ID] != nil {
			continue
		}
		if of := gone[c.FollowedChain()]; of != nil {
			note("the path of %s has its own points now: the file no longer has %s", c.Label(), of.Label())
		} else if of := disputed[c.FollowedChain()]; of != nil {
			note("the path of %s gets its own points if you take the file's side of %s", c.Label(), of.Label())
		}
	}
}

// missingID returns the id, now missing, under which an earlier import had a collider of the later one, or 0. It
// searches as [matching] does: an entity in every layer if ids are unique in the file, anything else in its own layer
// and in layers that are gone.
func (p *planner) missingID(c *level.Collider, missing map[level.ID]bool) level.ID {
	switch {
	case len(missing) == 0:
		return 0
	case missing[c.ID]:
		return c.ID
	}
	there := map[[2]string]bool{}
	for _, place := range p.now.Places {
		for _, l := range place.Layers {
			there[[2]string{cmp.Or(place.ID, place.Level), cmp.Or(l.ID, l.Layer)}] = true
		}
	}
	_, _, isTile := importers.TilePart(sourceOf(c).ID)
	isAnywhere := sourceOf(c).ID != "" && !isTile && (p.now.Fresh == nil || p.now.Fresh.UniqueIDs)
	_, in := p.isNamed.Place(sourceOf(c))
	for _, place := range p.was.Places {
		for _, l := range place.Layers {
			id := cmp.Or(l.ID, l.Layer)
			isGone := !there[[2]string{cmp.Or(place.ID, place.Level), id}]
			if !isGone && !isAnywhere {
				continue
			}
			was, source := *c, *sourceOf(c)
			source.Level, source.Layer, was.Source = place.Level, l.Layer, &source
			if in != nil && isGone { // the id may begin with the layer's
				if own, ok := strings.CutPrefix(source.ID, cmp.Or(in.ID, in.Layer)+"/"); ok {
					source.ID = id + "/" + own
				}
			}
			if id := level.HashedID(p.wasNamed.Of(&was).Digest()); missing[id] {
				return id
			}
		}
	}
	return 0
}

// hasSpawn reports whether the level has a spawn that is not from the file. It replaces the file's spawn.
func (p *planner) hasSpawn() bool {
	isFiles := map[level.ID]bool{}
	for i := range p.m.Base {
		if c := p.m.Base[i].Collider; c != nil && slices.Contains(c.Tags, level.SpawnTag) {
			isFiles[c.ID] = true
		}
	}
	for c := range p.doc.Colliders() {
		if slices.Contains(c.Tags, level.SpawnTag) && !isFiles[c.ID] {
			return true
		}
	}
	return false
}

// IsEmpty reports whether there is nothing to do and nothing to decide.
func (r *Reimport) IsEmpty() bool { return len(r.Conflicts) == 0 && r.Diff().IsEmpty() }

// Diff returns the change to the document, with the conflicts as decided.
func (r *Reimport) Diff() level.Diff {
	d := level.Diff{Settings: r.settings(), Layers: slices.Clone(r.renamed), Colliders: slices.Clone(r.changes)}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		after := c.Result(c.Take)
		if c.Ours == nil && after == nil || c.Ours != nil && after != nil && after.Equal(c.Ours) {
			continue
		}
		d.Colliders = append(d.Colliders, level.Change[level.Collider]{Before: c.Ours, After: after})
	}
	needed := map[level.LayerID]bool{}
	for _, c := range d.Colliders {
		if c.After != nil {
			needed[c.After.Layer] = true
		}
	}
	for _, l := range r.layers {
		if needed[l.After.ID] {
			d.Layers = append(d.Layers, l)
		}
	}
	return d
}

// Summary describes the file's changes in one line.
func (r *Reimport) Summary() string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{r.Updated, "updated"},
		{r.Added, "added"},
		{r.Removed, "removed"},
		{r.Kept, "kept as changed here"},
		{len(r.Conflicts), "changed on both sides"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	if len(parts) == 0 {
		parts = []string{"nothing changed"}
	}
	return path.Base(r.File) + ": " + strings.Join(parts, ", ")
}

// Apply updates the session's document as one undo step.
func (r *Reimport) Apply(s *editor.Session) error {
	if r.doc != s.Document() {
		return level.ErrStale
	}
	return s.Do("Re-import "+path.Base(r.File), r.Diff())
}

// planner builds a Reimport.
type planner struct {
	*Reimport
	m          *level.Import
	later      laterFile
	newLayers  map[level.LayerID]bool
	freeLayers level.FreeIDs[level.LayerID]
	// The document's layer for each level and layer of the source, as they are named now and in the last import.
	layerOf, formerLayer map[[2]string]level.LayerID

	tops     map[level.LayerID]float64
	wasNamed *importers.Identities
	isNamed  *importers.Identities
	used     map[valueKey]bool // the values that the file has now
}

// laterFile holds the parts of a later import that the comparison needs. The document itself, with the convex pieces of
// its shapes, takes three times the memory; it can be freed during the comparison.
type laterFile struct {
	settings  *level.Settings
	layers    []*level.Layer // from bottom to top
	colliders []*level.Collider
	first     map[level.LayerID]*level.Collider // the first collider of each layer that has any
}

func fileOf(d *level.Document) laterFile {
	f := laterFile{
		settings: d.Settings(), layers: slices.Clone(d.Layers()),
		colliders: make([]*level.Collider, 0, d.Len()), first: map[level.LayerID]*level.Collider{},
	}
	for c := range d.Colliders() {
		f.colliders = append(f.colliders, c)
		if f.first[c.Layer] == nil {
			f.first[c.Layer] = c
		}
	}
	return f
}

func (f *laterFile) layer(id level.LayerID) *level.Layer {
	return f.layers[slices.IndexFunc(f.layers, func(l *level.Layer) bool { return l.ID == id })]
}

// valueKey identifies a value within a layer.
type valueKey struct {
	level, layer string
	value        int
}

// here returns a collider of the later import in terms of this document.
func (p *planner) here(c *level.Collider) *level.Collider {
	out := *c
	if len(out.Categories) == 0 && p.m.Category != "" {
		out.Categories = []string{p.m.Category}
	}
	if c.Source != nil {
		s := *c.Source
		s.File = p.m.File
		out.Source = &s
	}
	return &out
}

// merge decides about one imported collider. by is how far the file has moved its layer. If unsure is set, theirs may
// be a different collider; the base is then unknown, so that any change by the designer is a conflict.
func (p *planner) merge(b *level.Imported, theirs *level.Collider, by level.Vec, in [2]string, unsure bool) {
	ours := p.doc.Collider(b.ID)
	const rounding = 1e-6
	if theirs != nil && b.Position.Add(by).Dist(theirs.Position) < rounding {
		by = theirs.Position.Sub(b.Position) // exact to the last bit
	}
	b, was := &level.Imported{Collider: movedBy(b.Collider, by), Lost: b.Lost, Kept: b.Kept}, ours
	ours = movedBy(ours, by)
	if theirs == nil {
		name := p.wasNamed.ValueName(sourceOf(b.Collider))
		b.Collider, ours = sourcedIn(b.Collider, in), sourcedIn(ours, in)
		value := p.valueNow(sourceOf(b.Collider), name)
		b.Collider, ours = withSource(b.Collider, func(s *level.Source) { s.Value = value }),
			withSource(ours, func(s *level.Source) { s.Value = value })
		p.goneFromFile(b, was, ours)
		return
	}
	ours = p.followed(b.Collider, ours, theirs, in)
	b.Kept = false
	if unsure && (was == nil || b.Lost != "" || level.Differing(b.Collider, ours) != 0) {
		b.Lost = level.UnsureDigest
	}
	changed := level.AllParts // changed by the file
	switch {
	case b.Lost == "":
		changed = level.Differing(b.Collider, theirs)
	case b.Lost == level.Digest(movedBy(theirs, level.Vec{}.Sub(by))):
		changed = 0
	}
	if was == nil {
		if changed != 0 {
			back := *theirs
			back.Layer = p.layer(theirs)
			back.Order = p.top(back.Layer)
			b.Collider, b.Offered = sourced(b.Collider, theirs), theirs
			p.Conflicts = append(p.Conflicts, Conflict{Theirs: theirs, taken: &back, base: b})
			return
		}
		p.next = append(p.next, level.Imported{Collider: theirs})
		return
	}
	mine := level.AllParts // changed by the designer
	if b.Lost == "" {
		mine = level.Differing(b.Collider, ours)
	}
	if changed == 0 {
		p.next = append(p.next, level.Imported{Collider: theirs})
		p.keep(was, ours, theirs, mine)
		return
	}
	p.combine(b, was, ours, theirs, mine, changed)
}

// movedBy returns a moved collider, or the collider itself if the move is zero.
func movedBy(c *level.Collider, by level.Vec) *level.Collider {
	if c == nil || by == (level.Vec{}) {
		return c
	}
	out := *c
	out.Position = c.Position.Add(by)
	return &out
}

// followed returns our collider in the layer to which the file moved it, or the collider itself if it stays in its
// layer: the file did not move it to another one, the designer did, or it is in a group. in is the current name of the
// base's layer in the file.
func (p *planner) followed(base, ours, theirs *level.Collider, in [2]string) *level.Collider {
	if ours == nil || foreignLayer(theirs) == in {
		return ours
	}
	from := p.wasNamed.LayerID(sourceOf(base))
	if p.doc.Layer(from) == nil {
		from = p.formerLayer[foreignLayer(base)]
	}
	if ours.Layer != from {
		return ours
	}
	if ours.GroupOf != 0 { // the members of a group are on the same layer
		p.Notes = append(p.Notes, fmt.Sprintf("%s stays with its group in layer %q; the file moved it to %q",
			quote.Printable(ours.Label()), p.doc.Layer(from).Name, p.later.layer(theirs.Layer).Name))
		return ours
	}
	to := p.layer(theirs)
	if to == from {
		return ours
	}
	out := *ours
	out.Layer, out.Order = to, p.top(to)
	return &out
}

// sourcedIn returns a collider whose source has the current names of its level and layer; empty names mean that they
// are gone.
func sourcedIn(c *level.Collider, in [2]string) *level.Collider {
	if in[0] == "" {
		return c
	}
	return withSource(c, func(s *level.Source) { s.Level, s.Layer = in[0], in[1] })
}

// withSource returns a collider with a changed source, or the collider itself if it has none or nothing changes.
func withSource(c *level.Collider, change func(*level.Source)) *level.Collider {
	if c == nil || c.Source == nil {
		return c
	}
	source := *c.Source
	if change(&source); source == *c.Source {
		return c
	}
	out := *c
	out.Source = &source
	return &out
}

// valueNow returns the number under which a value that the file no longer has can be found by name later: merged cells
// lose their names with the last of them, and the numbers of tiles change when a tileset grows. If the file does not
// name the value now, the name is kept together with the file's own names, unless the layer uses that number for
// something else.
func (p *planner) valueNow(s *level.Source, name string) int {
	if len(p.m.Places) == 0 || p.isNamed.ValueName(s) == name {
		return s.Value
	}
	if value, ok := p.isNamed.ValueOf(s, name); ok {
		return value
	}
	if p.used == nil {
		p.used, p.values = map[valueKey]bool{}, map[valueKey]string{}
		for _, c := range p.later.colliders {
			s := sourceOf(c)
			p.used[valueKey{s.Level, s.Layer, s.Value}] = true
		}
	}
	if k := (valueKey{s.Level, s.Layer, s.Value}); !p.used[k] {
		p.values[k] = name
	}
	return s.Value
}

// goneFromFile decides about a collider that the file no longer has. was is the collider before its layer was moved.
func (p *planner) goneFromFile(b *level.Imported, was, ours *level.Collider) {
	switch {
	case was == nil: // both deleted it, and it stays deleted if the file gets it again
		b.Kept = true
		p.next = append(p.next, *b)
	case !b.Kept && b.Lost == "" && level.Differing(b.Collider, ours) == 0:
		p.changes = append(p.changes, level.Removed(was))
		p.Removed++
	case b.Kept:
		p.next = append(p.next, *b)
		p.Kept++
		if ours != was {
			p.changes = append(p.changes, level.Changed(was, ours))
		}
	default:
		b.Gone = true
		p.Conflicts = append(p.Conflicts, Conflict{Ours: was, keep: ours, base: b})
	}
}

// keep leaves a collider unchanged, except for its source and the move of its layer.
func (p *planner) keep(was, ours, theirs *level.Collider, mine level.Parts) {
	if mine != 0 {
		p.Kept++
	}
	after := sourced(ours, theirs)
	if after == was {
		return
	}
	if mine == 0 && (after.Position != was.Position || after.Layer != was.Layer) {
		p.Updated++
	}
	p.changes = append(p.changes, level.Changed(was, after))
}

// sourced returns a collider with another's source, or the collider itself if that changes nothing.
func sourced(c, from *level.Collider) *level.Collider {
	if from.Source == nil || c.Source != nil && *c.Source == *from.Source {
		return c
	}
	out := *c
	out.Source = from.Source
	return &out
}

// combine merges two changes to one collider.
func (p *planner) combine(b *level.Imported, was, ours, theirs *level.Collider, mine, changed level.Parts) {
	after := *sourced(ours, theirs)
	differ := level.Differing(ours, theirs)
	take, both := changed&^mine, changed&mine&differ
	known := b.Lost == ""
	if known && both&level.TagsPart != 0 {
		after.Tags = level.MergeTags(b.Tags, ours.Tags, theirs.Tags)
		both &^= level.TagsPart
	}
	if known && both&level.PropertyPart != 0 && mergeProperties(&after, b.Collider, ours, theirs) {
		both &^= level.PropertyPart
	}
	isClash := false
	if known {
		at, size, ok := level.MergePlaces(b.Collider, ours, theirs)
		isClash = !ok && level.Clash(b.Collider, ours, theirs)
		if ok {
			resolved := level.PositionPart
			if after.Position = at; after.Shape.Kind == level.Box {
				after.Shape.Size = size
				resolved |= level.GeometryPart
			}
			both, take = both&^resolved, take&^resolved
		}
	}
	// Placement and outline are decided together: an outline means nothing without its frame, and a radius has another
	// meaning for another kind of shape.
	const form = level.GeometryPart | level.RadiusPart | level.PositionPart | level.AnglePart
	sameRadius := b.Shape.Kind == theirs.Shape.Kind || level.IsRadiusApart(b.Collider, theirs)
	if known && mine&level.RadiusPart != 0 && changed&level.GeometryPart != 0 && !sameRadius {
		both |= level.GeometryPart | level.RadiusPart&differ
	}
	parts := form
	if level.IsRadiusApart(ours, theirs) {
		parts &^= level.RadiusPart
	}
	if isClash || both&parts != 0 {
		both |= differ & parts
		take &^= parts
	}
	level.SetParts(&after, take, theirs)
	clamped := p.fit(&after)
	if _, err := after.Shape.Bake(); err != nil {
		after = *sourced(ours, theirs) // our radius and their outline are not valid together
		both |= changed & differ
	}
	if both == 0 {
		p.next = append(p.next, level.Imported{Collider: theirs})
		if after.Equal(was) {
			p.Kept++
			return
		}
		if clamped {
			p.Notes = append(p.Notes, fmt.Sprintf("%s: its radius of %g no longer fits and is now %g",
				quote.Printable(ours.Label()), ours.Shape.Radius, after.Shape.Radius))
		}
		p.changes = append(p.changes, level.Changed(was, &after))
		p.Updated++
		return
	}
	taken := after
	level.SetParts(&taken, both, theirs)
	p.fit(&taken)
	if _, err := taken.Shape.Bake(); err != nil {
		level.SetParts(&taken, form, theirs)
	}
	// Parts that only one side changed are resolved: only the others keep their base.
	base := *theirs
	level.SetParts(&base, both, b.Collider)
	if _, err := base.Shape.Bake(); err == nil && known {
		b = &level.Imported{Collider: &base}
	}
	b.Collider, b.Offered = sourced(b.Collider, theirs), theirs
	p.Conflicts = append(p.Conflicts, Conflict{
		Parts: both, Ours: was, Theirs: theirs, keep: &after, taken: &taken,
		base: b,
	})
}

// fit clamps a corner radius to the outline, and reports whether it changed.
func (p *planner) fit(c *level.Collider) bool {
	if s := c.Shape.Clamped(); s.Radius != c.Shape.Radius {
		c.Shape = s
		return true
	}
	return false
}

// mergeProperties sets the properties of a copy of ours, merged by name. It keeps ours and returns false if both sides
// changed a property to different values.
func mergeProperties(to, base, ours, theirs *level.Collider) (agreed bool) {
	to.Properties, agreed = maps.Clone(ours.Properties), true
	for _, f := range level.ColliderFields(base, theirs) {
		switch {
		case !strings.HasPrefix(f.Key, "properties."), f.Same(base, theirs), f.Same(ours, theirs):
		case !f.Same(base, ours):
			agreed = false
		default:
			f.Copy(to, theirs)
		}
	}
	return agreed
}

// findLayers finds the document's layer for each foreign one: the one with most of its colliders, else the one with the
// id that imports give it, else the one with its former name. A layer whose name comes from the file is renamed with
// it.
func (p *planner) findLayers(found *matched) {
	counts := map[[2]string]map[level.LayerID]int{} // by the former names of level and layer
	former := map[[2]string][2]string{}
	for i, b := range p.m.Base {
		was := foreignLayer(b.Collider)
		if found.there[i] {
			former[found.in[i]] = was
		}
		if counts[was] == nil {
			counts[was] = map[level.LayerID]int{}
		}
		if c := p.doc.Collider(b.ID); c != nil {
			counts[was][c.Layer]++
		}
	}
	p.formerLayer = map[[2]string]level.LayerID{}
	for was, n := range counts {
		best := level.LayerID(0)
		for id, count := range n {
			if best == 0 || count > n[best] || count == n[best] && id < best {
				best = id
			}
		}
		p.formerLayer[was] = best
	}
	for k, was := range former {
		p.layerOf[k] = p.formerLayer[was]
	}
	for _, theirs := range p.later.layers {
		first := p.later.first[theirs.ID]
		if first == nil {
			continue
		}
		k, old := foreignLayer(first), theirs.Name
		if was, ok := former[k]; ok {
			old = formerName(theirs.Name, k, was)
		}
		ours := cmp.Or(p.doc.Layer(p.layerOf[k]), p.doc.Layer(theirs.ID), p.layerNamed(old))
		if ours == nil {
			continue
		}
		if p.layerOf[k] = ours.ID; ours.Name == old && old != theirs.Name {
			after := *ours
			after.Name = theirs.Name
			p.renamed = append(p.renamed, level.Changed(ours, &after))
		}
	}
}

// layerNamed returns the document's lowest layer with the given name, or nil.
func (p *planner) layerNamed(name string) *level.Layer {
	if i := slices.IndexFunc(p.doc.Layers(), func(l *level.Layer) bool { return l.Name == name }); i >= 0 {
		return p.doc.Layers()[i]
	}
	return nil
}

// formerName returns the name that a layer had when the layer and its level had other names in the file. A layer that
// the importer numbered keeps its name.
func formerName(name string, now, was [2]string) string {
	switch name {
	case now[0] + "/" + now[1]:
		return was[0] + "/" + was[1]
	case now[1]:
		return was[1]
	}
	return name
}

func foreignLayer(c *level.Collider) [2]string {
	s := sourceOf(c)
	return [2]string{s.Level, s.Layer}
}

// layer returns the layer for a collider that the file adds: the layer of the other colliders from its foreign layer,
// else the layer with that name, else a new one.
func (p *planner) layer(c *level.Collider) level.LayerID {
	k := foreignLayer(c)
	if id := p.layerOf[k]; id != 0 {
		return id
	}
	theirs := p.later.layer(c.Layer)
	if l := p.layerNamed(theirs.Name); l != nil {
		p.layerOf[k] = l.ID
		return l.ID
	}
	id := p.freeLayers.Find(theirs.ID, func(id level.LayerID) bool { return p.newLayers[id] || p.doc.Layer(id) != nil })
	p.newLayers[id] = true
	l := &level.Layer{ID: id, Name: theirs.Name, Color: theirs.Color, Order: p.orderOf(theirs)}
	p.layers = append(p.layers, level.Added(l))
	p.layerOf[k] = l.ID
	return l.ID
}

// orderOf returns an order just above the document's layer that corresponds to the one below theirs in the file.
func (p *planner) orderOf(theirs *level.Layer) float64 {
	below := level.LayerID(0)
	for _, l := range p.later.layers {
		if l.ID == theirs.ID {
			break
		}
		if in := p.later.first[l.ID]; in != nil {
			if id := p.layerOf[foreignLayer(in)]; id != 0 {
				below = id
			}
		}
	}
	layers := p.doc.Layers()
	if len(layers) == 0 {
		return theirs.Order
	}
	at := slices.IndexFunc(layers, func(l *level.Layer) bool { return l.ID == below })
	switch {
	case at < 0 && below != 0: // the layer below is new as well
		return p.layers[len(p.layers)-1].After.Order + 1.0/1024
	case at < 0:
		return layers[0].Order - 1
	case at == len(layers)-1:
		return layers[at].Order + 1
	}
	return float64((layers[at].Order + layers[at+1].Order) / 2)
}

// top returns an order above everything on a layer.
func (p *planner) top(id level.LayerID) float64 {
	if _, ok := p.tops[id]; !ok {
		p.tops[id] = p.doc.TopOrder(id) - 1
	}
	p.tops[id]++
	return p.tops[id]
}

// newSettings returns the level's settings with the file's current frame and categories.
func (p *planner) newSettings() *level.Settings {
	from := p.later.settings
	after := *p.before
	p.frame(&after, from.Imports[0].Frame)
	for _, name := range append(slices.Clip(from.Categories), p.m.Category) {
		if !slices.Contains(after.Categories, name) && p.names(name) {
			after.Categories = append(slices.Clone(after.Categories), name)
		}
	}
	return &after
}

// settings returns the change to the level's settings: the file's current state becomes the base of the next import,
// except for undecided conflicts.
func (r *Reimport) settings() level.Change[level.Settings] {
	base := slices.Clip(r.next)
	for i := range r.Conflicts {
		switch c := &r.Conflicts[i]; {
		case c.Take == Undecided:
			base = append(base, *c.base)
		case c.Theirs != nil:
			base = append(base, level.Imported{Collider: c.Theirs})
		case c.Take == TakeLevel: // it counts as unchanged if it comes back in the file
			base = append(base, level.Imported{Collider: c.base.Collider, Lost: c.base.Lost, Kept: true})
		}
	}
	before, now := r.before, r.now
	m := *r.was
	m.Base, m.Digest, m.Reads, m.Frame = base, now.Digest, now.Reads, now.Frame
	m.Levels, m.Mode, m.Defaults, m.Mapping, m.Pictures = now.Levels, now.Mode, now.Defaults, now.Mapping, now.Pictures
	m.Places, m.Tilesets, m.Fresh = r.places(base), now.Tilesets, nil
	found := map[level.ID]bool{}
	if len(m.Missing) > 0 {
		for i := range base {
			found[base[i].ID] = true
		}
	}
	m.Missing = slices.DeleteFunc(slices.Clone(m.Missing), func(id level.ID) bool { return found[id] })
	if before.Equal(r.after) && sameBase(r.was.Base, base) && m.Frame == r.was.Frame &&
		slices.Equal(m.Levels, r.was.Levels) && m.Mode == r.was.Mode && m.Defaults == r.was.Defaults &&
		m.Mapping == r.was.Mapping &&
		slices.EqualFunc(m.Places, r.was.Places, level.Place.Equal) && slices.Equal(m.Tilesets, r.was.Tilesets) {
		return level.Change[level.Settings]{}
	}
	after := *r.after
	after.Imports = slices.Clone(before.Imports)
	after.Imports[slices.Index(after.Imports, r.was)] = &m
	return level.Changed(before, &after)
}

// places returns the current places of levels and layers, and the former places of levels and layers that are gone but
// still have undecided colliders.
func (r *Reimport) places(base []level.Imported) []level.Place {
	type key struct{ level, layer string }
	there := map[key]bool{}
	for _, p := range r.now.Places {
		there[key{p.Level, ""}] = true
		for _, l := range p.Layers {
			there[key{p.Level, l.Layer}] = true
		}
	}
	lost := map[key]bool{}
	for i := range base {
		if s := sourceOf(base[i].Collider); !there[key{s.Level, s.Layer}] {
			lost[key{s.Level, s.Layer}], lost[key{s.Level, ""}] = true, true
		}
	}
	out := slices.Clone(r.now.Places)
	for _, was := range r.was.Places {
		if !lost[key{was.Level, ""}] {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(was.Layers), func(l level.LayerPlace) bool {
			return !lost[key{was.Level, l.Layer}]
		})
		i := slices.IndexFunc(out, func(p level.Place) bool { return p.Level == was.Level })
		if i < 0 {
			was.Layers = left
			out = append(out, was)
			continue
		}
		out[i].Layers = append(slices.Clip(out[i].Layers), left...)
	}
	return r.named(out)
}

// named adds the names of values that the file no longer has to the layers of places, which it changes.
func (r *Reimport) named(places []level.Place) []level.Place {
	if len(r.values) == 0 {
		return places
	}
	for i := range places {
		p := &places[i]
		p.Layers = slices.Clone(p.Layers)
		for k := range p.Layers {
			l := &p.Layers[k]
			values := map[int]string{}
			maps.Copy(values, l.Values)
			for at, name := range r.values {
				if at.level == p.Level && at.layer == l.Layer {
					values[at.value] = name
				}
			}
			if len(values) > 0 {
				l.Values = values
			}
		}
	}
	return places
}

// names reports whether the later import has a collider that is in the category or collides with it.
func (p *planner) names(category string) bool {
	for _, c := range p.later.colliders {
		if len(c.Categories) == 0 && category != "" && category == p.m.Category ||
			slices.Contains(c.Categories, category) || slices.Contains(c.CollidesWith, category) {
			return true
		}
	}
	return false
}

func (p *planner) frame(s *level.Settings, now level.Frame) {
	was := p.m.Frame
	if was.Grid != now.Grid && s.Grid.Size == was.Grid {
		s.Grid.Size = now.Grid
	}
	if was.Origin == now.Origin && was.Size == now.Size {
		return
	}
	switch {
	case s.Origin == was.Origin && s.Size == was.Size:
		s.Origin, s.Size = now.Origin, now.Size
	case len(s.Imports) > 1:
		lo, hi := s.Origin.Min(now.Origin), s.Origin.Add(s.Size).Max(now.Origin.Add(now.Size))
		s.Origin, s.Size = lo, hi.Sub(lo)
	default:
		p.Notes = append(p.Notes, fmt.Sprintf("the file's level is now %g × %g; this level keeps its own size",
			now.Size.X, now.Size.Y))
	}
}

func sameBase(a, b []level.Imported) bool {
	if len(a) != len(b) {
		return false
	}
	by := make(map[level.ID]*level.Imported, len(a))
	for i := range a {
		by[a[i].ID] = &a[i]
	}
	for _, y := range b {
		x := by[y.ID]
		if x == nil || x.Lost != "" || (x.Offered == nil) != (y.Offered == nil) || x.Gone != y.Gone ||
			x.Kept != y.Kept || level.Differing(x.Collider, y.Collider) != 0 {
			return false
		}
		if x.Offered != nil && level.Differing(x.Offered, y.Offered) != 0 {
			return false
		}
		sx, sy := *sourceOf(x.Collider), *sourceOf(y.Collider)
		if sx.File, sy.File = "", ""; sx != sy {
			return false
		}
	}
	return true
}
