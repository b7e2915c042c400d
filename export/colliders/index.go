package colliders

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// IndexFormat is the value of the first key of an index, and IndexVersion the version that this package writes and
// reads.
const (
	IndexFormat  = "fillet-colliders-index"
	IndexVersion = 1
)

// MaxRegions limits the regions of an index.
const MaxRegions = 10_000

// Index lists the files of a level that was exported in regions. Each file is a whole collider file that [Load] reads.
type Index struct {
	Level      Level    // "level"
	Categories []string // "categories"
	Size       Vec      // "size": of a region; region 0, 0 begins at the level's origin
	Regions    []Region // "regions"
}

// Region is a part of a level: the colliders whose bounds have their centre in it. A body of several colliders is in
// the region of its first.
type Region struct {
	File      string           // "file": beside the index
	Column    int              // "column": from left to right in steps of the size; 0 begins at the level's origin
	Row       int              // "row": from top to bottom on the screen, likewise
	Bounds    collision.AABB   // "bounds": of all its colliders
	Colliders []RegionCollider // "colliders"
}

// RegionCollider is a collider of a region. Its keys are "id" and "bounds".
type RegionCollider struct {
	ID     string
	Bounds collision.AABB
}

var indexKeys = keysOf([]string{"format", "version", "level", "categories", "size", "regions"})

// regionRows and entryRows list the keys of a region and of a collider in it, in the order of the file.
var (
	regionRows = []row[Region]{
		{key: "file", at: func(r *Region) any { return &r.File }, read: (*decoder).regionFile},
		alwaysRow("column", "", func(r *Region) *int { return &r.Column }, ""),
		alwaysRow("row", "", func(r *Region) *int { return &r.Row }, ""),
		alwaysRow("bounds", "", func(r *Region) *collision.AABB { return &r.Bounds }, ""),
		alwaysRow("colliders", "", func(r *Region) *[]RegionCollider { return &r.Colliders }, ""),
	}
	entryRows = []row[RegionCollider]{
		{
			key: "id", at: func(c *RegionCollider) any { return &c.ID },
			read: func(d *decoder, n *yaml.Node, c *RegionCollider) error { return d.id(n, &c.ID) },
		},
		alwaysRow("bounds", "", func(c *RegionCollider) *collision.AABB { return &c.Bounds }, ""),
	}
	regionKeys, entryKeys = keysOfRows(regionRows), keysOfRows(entryRows)
)

// Values calls yield with each key of the region and a pointer to its value, in the order of the file, until yield
// returns false.
func (r *Region) Values(yield func(key string, value any) bool) { valuesOf(regionRows, r, yield) }

// Values calls yield with each key and a pointer to its value, like [Region.Values].
func (c *RegionCollider) Values(yield func(key string, value any) bool) {
	valuesOf(entryRows, c, yield)
}

// LoadIndex reads an index of regions. It is as strict as [Load]: a file outside the index's folder, a repeated file or
// id, or any other mistake gives an [*Error] with line and column.
func LoadIndex(r io.Reader) (*Index, error) {
	out := &Index{}
	err := decode(r, "", 0, func(d *decoder, data []byte) error {
		root, err := d.root(data)
		if err != nil {
			return err
		}
		return d.index(root, out)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Touching returns the indexes of the regions whose colliders can touch a box.
func (ix *Index) Touching(box collision.AABB) []int {
	var out []int
	for i := range ix.Regions {
		if ix.Regions[i].Bounds.Overlaps(box) {
			out = append(out, i)
		}
	}
	return out
}

func (d *decoder) index(n *yaml.Node, ix *Index) error {
	n, err := d.begin(n, IndexFormat, "an index of regions", IndexVersion)
	if err != nil {
		return err
	}
	err = d.object(n, indexKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "level":
			return d.level(v)
		case "categories":
			return d.categories(v)
		case "size":
			if err := d.vec(v, &ix.Size); err != nil {
				return err
			}
			if !(ix.Size.X > 0 && ix.Size.Y > 0) {
				return d.Errorf(v, "a size of %g by %g is not more than 0", ix.Size.X, ix.Size.Y)
			}
		case "regions":
			if count := d.Len(v); count > MaxRegions {
				return d.Errorf(v, "%d regions; an index has up to %d", count, MaxRegions)
			}
			return readList(d, v, &ix.Regions, func(n *yaml.Node, r *Region) error {
				return readRows(d, n, regionKeys, regionRows, r)
			})
		}
		return nil // format and version were read before
	})
	ix.Level, ix.Categories = d.out.Level, d.out.Categories
	return err
}

func (d *decoder) regionFile(n *yaml.Node, r *Region) error {
	if err := d.Text(n, &r.File); err != nil {
		return err
	}
	if err := checkRegionFile(r.File); err != nil {
		return d.Wrap(n, err)
	}
	if d.files[strings.ToLower(r.File)] {
		return d.Errorf(n, "the file %q is already in the index", quote.Excerpt(r.File))
	}
	d.files[strings.ToLower(r.File)] = true
	return nil
}

// checkRegionFile rejects names that are not of a file beside the index.
func checkRegionFile(name string) error {
	isBad := func(r rune) bool { return r < ' ' || r == 0x7f || strings.ContainsRune(`/\:*?"<>|`, r) }
	switch {
	case name == "" || strings.HasPrefix(name, ".") || strings.ContainsFunc(name, isBad):
		return fmt.Errorf("%q is not the name of a file beside the index", quote.Excerpt(name))
	case len(name) > 255:
		return errors.New("the name of the file is longer than 255 bytes")
	}
	return nil
}

// Find returns the index of the region with a collider, or -1.
func (ix *Index) Find(id string) int {
	return slices.IndexFunc(ix.Regions, func(r Region) bool {
		return slices.ContainsFunc(r.Colliders, func(c RegionCollider) bool { return c.ID == id })
	})
}
