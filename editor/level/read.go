package level

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"fillet/collision/polygon"
	"fillet/editor/disk"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// MaxFileSize limits the size of level files, in bytes. It allows more than a million colliders of usual size.
const MaxFileSize = 256 << 20

// ReadError is an error in a level file, with its position.
type ReadError = strictyaml.Error

// FilePosition is a position in a file. Line and Column count from 1, columns in characters; 0 is unknown.
type FilePosition = strictyaml.Position

// Sniff reports whether a file that begins with head is a level file: it has the key "fillet". Fillet writes that key
// first, but a formatter may have sorted the keys.
func Sniff(head []byte) bool {
	const far = 64 << 10
	head = bytes.TrimPrefix(head[:min(len(head), far)], []byte("\ufeff"))
	for _, key := range []string{"fillet:", "{fillet:"} {
		if bytes.HasPrefix(head, []byte(key)) || bytes.Contains(head, []byte("\n"+key)) {
			return true
		}
	}
	return false
}

// Places holds the positions of a level's records in its file.
type Places struct {
	Colliders map[ID]FilePosition
	Groups    map[GroupID]FilePosition
	Instances map[InstanceID]FilePosition
	Changes   map[InstanceID]map[PartChange]FilePosition // by part and key, with an empty value
	Joints    []FilePosition                             // in the order of the file
	Ignored   []FilePosition                             // in the order of the file
}

// Open reads a level file.
func Open(path string) (*Document, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return Read(f, path)
}

// Read reads a level file. It is strict: an unknown or repeated key, a value of the wrong form, and an invalid record
// are each a [*ReadError] with line and column. name is the file's name in errors.
func Read(r io.Reader, name string) (*Document, error) {
	data, err := readAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", quote.ShortPath(name), err)
	}
	return Parse(data, name)
}

// Parse reads text in memory as [Read] does. It does not retain data.
func Parse(data []byte, name string) (*Document, error) {
	doc, _, err := parse(data, name, false)
	return doc, err
}

// ParsePlaced parses a level, and also returns the positions of its records.
func ParsePlaced(data []byte, name string) (*Document, Places, error) {
	return parse(data, name, true)
}

// parse reads text in the form of [Write] without a tree of nodes, and any other text through a tree, which locates all
// errors.
func parse(data []byte, name string, placed bool) (*Document, Places, error) {
	d := newDecoder(name)
	d.placed = placed
	if len(data) > MaxFileSize {
		return nil, Places{}, d.WrapAt(FilePosition{}, fmt.Errorf("the file is larger than the limit of %d MB",
			MaxFileSize>>20))
	}
	data = strictyaml.PlainLines(data)
	err := d.text(data)
	if err == nil {
		if fast := newDecoder(name); fast.stream(data, placed) {
			return fast.doc, fast.at, nil
		}
		err = d.level(data)
	}
	if err == nil {
		return d.doc, d.at, nil
	}
	if line := strictyaml.ConflictLine(data); line > 0 {
		err = d.WrapAt(FilePosition{Line: line}, strictyaml.ErrConflict)
	}
	return nil, Places{}, err
}

// readAll reads everything, up to one byte beyond the size limit. It allocates once if the reader knows its length.
func readAll(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	switch r := r.(type) {
	case *os.File:
		if info, err := r.Stat(); err == nil && info.Mode().IsRegular() {
			b.Grow(int(min(info.Size(), MaxFileSize)) + bytes.MinRead)
		}
	case *bytes.Reader:
		b.Grow(min(r.Len(), MaxFileSize) + bytes.MinRead)
	}
	_, err := b.ReadFrom(io.LimitReader(r, MaxFileSize+1))
	return b.Bytes(), err
}

// usualCollider estimates how many bytes a collider takes in a file.
const usualCollider = 180

// stream reads a level without a tree of nodes. It returns false for text that needs a tree, and for any error, because
// only a tree locates errors.
func (d *decoder) stream(data []byte, placed bool) bool {
	d.placed, d.unplaced, d.size = placed, !placed, len(data)
	return d.Stream(data, d.document) == nil
}

// level reads a level through a tree of nodes.
func (d *decoder) level(data []byte) error {
	d.data = data
	root, err := d.Read(data)
	if err != nil {
		return err
	}
	return d.document(root)
}

// text returns an error for data that cannot be the text of any level.
func (d *decoder) text(data []byte) error {
	inLine1 := FilePosition{Line: 1}
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return d.WrapAt(inLine1, errors.New("the text is UTF-16; save it as UTF-8"))
	}
	if !Sniff(data) {
		return d.WrapAt(inLine1, errors.New(`this is not a Fillet level: a level begins with "fillet: 1"`))
	}
	return strictyaml.CheckText(data, d.File)
}

// decoder reads the YAML tree without reflection, so that each error has its position.
type decoder struct {
	*strictyaml.Reader
	data      []byte    // the text of the level
	doc       *Document // the result
	version   int       // as the file says
	layers    []Change[Layer]
	groups    []Change[Group]
	instances []placedInstance
	cs        []Change[Collider]
	at        Places
	size      int  // length of the streamed text
	placed    bool // record the positions of parts' changes
	unplaced  bool // do not record the positions of colliders: a repeated id is an error

	layerIDs map[LayerID]bool // layers read so far
	repeated repeated

	free          FreeIDs[ID] // replace duplicate ids
	freeLayers    FreeIDs[LayerID]
	freeGroups    FreeIDs[GroupID]
	freeInstances FreeIDs[InstanceID]
	warnings      []*ReadError // repaired faults

	imports []*Import
	deleted []FilePosition // the position of each import
	found   []found

	sought sought

	// Allocated once for all colliders.
	now      draft     // the draft of the collider being read
	reading  *Collider // the collider being read
	nextRow  int       // expected next, in colliderRows
	readKey  func(key string, v *yaml.Node) error
	vecs     []Vec // the points being read
	addPoint func(x, y float64)

	digester digester       // for imported values
	placing  placedInstance // the instance being read
}

func newDecoder(name string) *decoder {
	return &decoder{Reader: &strictyaml.Reader{File: name, What: "a level file"}}
}

// sought identifies a collider's vertex, or its list of points, whose position in the file is wanted.
type sought struct {
	id     ID // 0 if nothing is sought
	vertex int
	at     FilePosition // of the vertex, in the points that were read last
	draft  *draft       // of the collider, once it was read
}

func (d *decoder) document(n *yaml.Node) error {
	s := DefaultSettings()
	s.Name = ""
	d.at.Instances = map[InstanceID]FilePosition{}
	d.at.Changes = map[InstanceID]map[PartChange]FilePosition{}
	d.at.Colliders, d.at.Groups, d.layerIDs = map[ID]FilePosition{}, map[GroupID]FilePosition{}, map[LayerID]bool{}
	keys := map[string]*yaml.Node{}
	err := d.Mapping(n, settingsSchema.keys, func(key string, v *yaml.Node) error {
		keys[key] = strictyaml.Keep(v)
		return settingsSchema.readKey(d, key, v, s)
	})
	if err != nil {
		return err
	}
	for _, key := range []string{"fillet", "layers"} {
		if keys[key] == nil {
			return d.Errorf(n, "this level has no %q: the file may be truncated", key)
		}
	}
	for _, f := range settingsSchema.rows {
		if n := keys[f.Key]; n != nil && d.version < f.since {
			return d.Errorf(n, "%q needs `fillet: %d`; this file says `fillet: %d`", f.Key, f.since, d.version)
		}
	}
	if d.sought.id != 0 {
		return errFound
	}
	d.takeImports(s)
	d.gatherRepeated()
	if d.doc, err = NewDocument(s); err == nil {
		d.doc.warnings = d.warnings
		err = d.doc.Apply(Diff{
			Layers: d.layers, Groups: d.groups, Instances: d.orderInstances(), Colliders: d.cs,
		})
	}
	if err == nil {
		return nil
	}
	var se *SettingError
	if errors.As(err, &se) && keys[se.Key] != nil {
		n = keys[se.Key]
	}
	return d.locate(n, err)
}

// errFound stops reading once the sought position is found.
var errFound = errors.New("that is enough")

// locate adds the file position of the record, or of the point at fault, to an error about a record.
func (d *decoder) locate(root *yaml.Node, err error) error {
	if ok, placed := d.locateGroup(err); ok {
		return placed
	}
	var ce *ColliderError
	if !errors.As(err, &ce) {
		return d.Wrap(root, err)
	}
	at, ok := d.at.Colliders[ce.ID]
	if !ok {
		return d.Wrap(root, err)
	}
	var oe *polygon.Error
	if errors.As(err, &oe) {
		again := newDecoder(d.File)
		again.sought = sought{id: ce.ID, vertex: -1}
		if oe.Loop == 0 && len(oe.Vertices) > 0 {
			again.sought.vertex = oe.Vertices[0]
		}
		_ = again.level(d.data) // finding the collider ends the reading with an error
		if r := again.sought.draft; r != nil && r.vertex.Line > 0 {
			at = r.vertex
		} else if r != nil && r.points.Line > 0 {
			at = r.points
		}
	}
	return d.WrapAt(at, err)
}

var (
	droppedKeys = []string{"selections", "views"} // from earlier releases: read, but not kept
	layerRows   = append(slices.Clone(layerSchema.rows), Field[Layer]{
		Key: "colliders", unset: "none", doc: "the colliders, from back to front", json: listOf("collider"),
	})
	layerKeys = keysOf(layerRows)
)

func (d *decoder) layer(i int, n *yaml.Node) error {
	l := &Layer{Order: float64(i + 1)}
	var colliders *yaml.Node
	var added Layer // the layer as it was added when its colliders were reached
	err := d.Mapping(n, layerKeys, func(key string, v *yaml.Node) error {
		if key != "colliders" {
			return layerSchema.readKey(d, key, v, l)
		}
		colliders = v
		if !d.IsStreaming() {
			return nil
		}
		if err := d.addLayer(l, n); err != nil { // at once: reading them later would walk through them twice
			return err
		}
		added = *l
		return d.colliders(l, v)
	})
	switch {
	case err != nil:
		return err
	case added.ID != 0 && added != *l:
		return d.Errorf(n, "keys after the colliders are left to the tree")
	case added.ID != 0:
		return nil
	}
	if err := d.addLayer(l, n); err != nil || colliders == nil {
		return err
	}
	return d.colliders(l, colliders)
}

// addLayer adds a layer. Its colliders are read next.
func (d *decoder) addLayer(l *Layer, n *yaml.Node) error {
	if l.ID == 0 {
		return d.Errorf(n, `this layer has no "id"`)
	}
	if err := l.Check(); err != nil {
		return d.Wrap(n, err)
	}
	if d.layerIDs[l.ID] {
		old := l.ID
		l.ID = d.freeLayers.Find(HashedLayerID(hashOf(old.String(), l.Name, l.Color)), isIn(d.layerIDs))
		d.warn(strictyaml.PositionOf(n), "layer %v is already in the file: this one becomes %v", old, l.ID)
		d.repeated.layers = append(d.repeated.layers, l.ID)
	}
	d.layerIDs[l.ID] = true
	d.layers = append(d.layers, Added(l))
	return nil
}

func (d *decoder) colliders(l *Layer, n *yaml.Node) error {
	if d.cs == nil && d.IsStreaming() {
		d.cs = make([]Change[Collider], 0, d.size/usualCollider)
	}
	return d.Sequence(n, func(i int, n *yaml.Node) error { return d.collider(l.ID, i, n) })
}

func (d *decoder) opacity(n *yaml.Node, l *Layer) error {
	var alpha float64
	if err := d.Number(n, &alpha); err != nil {
		return err
	}
	return d.Wrap(n, l.SetAlpha(alpha))
}

// draft holds the values of a collider in a file that are not in its record.
type draft struct {
	points   FilePosition
	vertex   FilePosition // of the vertex being sought
	oneWay   bool         // the file has a one-way direction
	source   sourceNode
	imported *yaml.Node // its values at the import
	offered  *yaml.Node // values that the file offers in their place, for the user to decide
}

func (d *decoder) collider(layer LayerID, i int, n *yaml.Node) error {
	c, err := d.record(n)
	if err != nil {
		return err
	}
	c.Layer, c.Order = layer, float64(i+1)
	if first, ok := d.at.Colliders[c.ID]; ok {
		d.renew(c, n, first)
		return nil
	}
	d.add(c, n)
	return d.imported(c)
}

// add adds a collider whose id is final.
func (d *decoder) add(c *Collider, n *yaml.Node) {
	if !d.unplaced {
		d.at.Colliders[c.ID] = strictyaml.PositionOf(n)
	}
	d.cs = append(d.cs, Added(c))
	if c.ID == d.sought.id {
		sought := d.now
		d.sought.draft = &sought
	}
}

// renew gives a collider with a duplicate id a new id, which depends only on the collider, so that two machines that
// open the file agree. Import records with the duplicate id stay with the first collider.
func (d *decoder) renew(c *Collider, n *yaml.Node, first FilePosition) {
	old := c.ID
	text := textOf(func(e *encoder) {
		e.hashed = true
		e.collider(c)
	})
	c.ID = d.free.Find(HashedID(hashOf(text)), isIn(d.at.Colliders))
	d.add(c, n)
	d.warn(strictyaml.PositionOf(n), "collider %v is already in the file, in line %d: this one becomes %v", old,
		first.Line, c.ID)
}

// isIn returns a function that reports whether a map has an id.
func isIn[K comparable, V any](ids map[K]V) func(K) bool {
	return func(id K) bool { _, ok := ids[id]; return ok }
}

// warn records a repaired fault with its position.
func (d *decoder) warn(p FilePosition, format string, args ...any) {
	d.warnings = append(d.warnings, &ReadError{
		File: d.File, Line: p.Line, Column: p.Column,
		Err: fmt.Errorf(format, args...),
	})
}

// record reads a single collider.
func (d *decoder) record(n *yaml.Node) (*Collider, error) {
	c := newRecord()
	d.now, d.reading, d.nextRow = draft{}, c, 0
	if d.readKey == nil {
		d.readKey = func(key string, v *yaml.Node) error { return d.field(d.reading, key, v) }
	}
	if err := d.Mapping(n, colliderSchema.keys, d.readKey); err != nil {
		return nil, err
	}
	switch {
	case c.ID == 0:
		return nil, d.Errorf(n, `this collider has no "id"`)
	case c.Shape.Kind == 0:
		return nil, d.Errorf(n, `collider %v has no "kind"`, c.ID)
	}
	d.complete(c)
	return c, nil
}

// complete sets values that a file omits because the kind or the role implies them.
func (d *decoder) complete(c *Collider) {
	if c.Shape.HasCorners() && c.Shape.Rounding == 0 {
		c.Shape.Rounding = Inset
	}
	if c.Role == OneWay && !d.now.oneWay {
		c.OneWay = Up
	}
}

func (d *decoder) propertyList(n *yaml.Node, to Properties) error {
	return d.Mapping(n, nil, func(key string, v *yaml.Node) (err error) {
		to[key], err = d.Plain(v)
		return err
	})
}

func (d *decoder) categories(n *yaml.Node, list *[]string) error {
	*list = (*list)[:0:0]
	return d.Sequence(n, func(i int, item *yaml.Node) error {
		if i == MaxCategories {
			return d.Errorf(item, "a level cannot have more than %d categories", MaxCategories)
		}
		var s string
		err := d.Word(item, &s)
		*list = append(*list, s)
		return err
	})
}

func (d *decoder) vec(n *yaml.Node, v *Vec) error { return d.Numbers(n, "[x, y]", &v.X, &v.Y) }

func (d *decoder) points(n *yaml.Node, points *[]Vec) error {
	*points = nil
	if d.sought.id == 0 {
		d.vecs = d.vecs[:0]
		if d.addPoint == nil {
			d.addPoint = func(x, y float64) { d.vecs = append(d.vecs, Vec{X: x, Y: y}) }
		}
		err := d.Pairs(n, "[x, y]", d.addPoint)
		if len(d.vecs) > 0 {
			*points = slices.Clone(d.vecs)
		}
		return err
	}
	return d.Sequence(n, func(i int, item *yaml.Node) error {
		if i == d.sought.vertex {
			d.sought.at = strictyaml.PositionOf(item)
		}
		var v Vec
		if err := d.vec(item, &v); err != nil {
			return err
		}
		*points = append(*points, v)
		return nil
	})
}

// repeated holds the records whose ids the file had used before.
type repeated struct {
	groups []twinGroup
	layers []LayerID
}

// twinGroup is a group with a new id, and its duplicate id in the file.
type twinGroup struct {
	*Group
	old GroupID
}

// gatherRepeated moves the members of a group with a duplicate id into the group of that id in their own layer. If
// there is none, for example because the layer is a duplicate too, the group gets a copy there. So a file that a merge
// has left in this state opens with everything in its groups.
func (d *decoder) gatherRepeated() {
	if len(d.repeated.groups)+len(d.repeated.layers) == 0 || len(d.groups) == 0 {
		return
	}
	type place struct {
		of GroupID // the id in the file
		in LayerID
	}
	all := make(map[GroupID]*Group, len(d.groups))
	for _, c := range d.groups {
		all[c.After.ID] = c.After
	}
	twins, stoodTwice, layers := map[place]GroupID{}, map[GroupID]bool{}, map[LayerID]bool{}
	for _, twin := range d.repeated.groups {
		stoodTwice[twin.old] = true
		if at := (place{twin.old, twin.Layer}); twins[at] == 0 {
			twins[at] = twin.ID
		}
	}
	for _, id := range d.repeated.layers {
		layers[id] = true
	}
	var in func(id GroupID, layer LayerID, depth int) GroupID
	in = func(id GroupID, layer LayerID, depth int) GroupID {
		g := all[id]
		if g == nil || g.Layer == layer || depth > MaxGroupDepth {
			return id
		}
		if twin := twins[place{id, layer}]; twin != 0 {
			return twin
		}
		if !stoodTwice[id] && !layers[layer] {
			return id // the document rejects this
		}
		twin := *g
		twin.ID = d.freeGroups.Find(HashedGroupID(hashOf(id.String(), g.Name, layer.String())), isIn(all))
		twin.Layer = layer
		all[twin.ID] = &twin
		twins[place{id, layer}] = twin.ID
		d.groups = append(d.groups, Added(&twin))
		twin.Parent = in(g.Parent, layer, depth+1)
		d.at.Groups[twin.ID] = d.at.Groups[id]
		d.warn(d.at.Groups[id], "group %v has members in two layers: those in layer %v are now in group %v", id, layer,
			twin.ID)
		return twin.ID
	}
	for k := 0; k < len(d.groups); k++ {
		g := d.groups[k].After
		g.Parent = in(g.Parent, g.Layer, 0)
	}
	for _, i := range d.instances {
		i.GroupOf = in(i.GroupOf, i.Layer, 0)
	}
	for _, c := range d.cs {
		c.After.GroupOf = in(c.After.GroupOf, c.After.Layer, 0)
	}
}
