package export

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/export/colliders"
)

// IndexEnd is the end of the names of indexes of compact files.
const IndexEnd = ".index.json"

// chunked writes a level as a file for each region, and an index of them.
type chunked struct {
	native
	head    *colliders.File
	form    *former
	base    string // the beginning of the regions' file names
	index   io.Writer
	regions map[[2]int]*region // by column and row
	bodies  map[string]*region // of bodies of several colliders, by name
	ids     map[string]*region
}

// region is a region being written.
type region struct {
	colliders.Region
	joints []colliders.Joint
	text   *bytes.Buffer
	out    levelWriter
}

func newChunked(n native, f *colliders.File, form *former, base string, index io.Writer) *chunked {
	return &chunked{
		native: n, head: f, form: form, base: base, index: index, regions: map[[2]int]*region{},
		bodies: map[string]*region{}, ids: map[string]*region{},
	}
}

// add adds a collider to the region of its centre, or to the region of its body.
func (w *chunked) add(c *colliders.Collider, bounds collision.AABB) ([]colliders.CompactLoss, error) {
	r := w.bodies[c.OneBody]
	if r == nil || c.OneBody == "" {
		at, size := bounds.Center().Sub(w.form.settings.Origin), w.form.Chunks
		var err error
		if r, err = w.region(int(math.Floor(at.X/size.X)), int(math.Floor(at.Y/size.Y))); err != nil {
			return nil, err
		}
		w.bodies[c.OneBody] = r
	}
	w.ids[c.ID] = r
	r.Bounds = r.Bounds.Union(c.Bounds)
	r.Colliders = append(r.Colliders, colliders.RegionCollider{ID: c.ID, Bounds: c.Bounds})
	return r.out.add(c, bounds)
}

// region returns the region at a place.
func (w *chunked) region(column, row int) (*region, error) {
	at := [2]int{column, row}
	if r := w.regions[at]; r != nil {
		return r, nil
	}
	if len(w.regions) == colliders.MaxRegions {
		return nil, fmt.Errorf("the level has more than %d regions of %gx%g pixels: choose larger chunks",
			colliders.MaxRegions, w.form.Chunks.X, w.form.Chunks.Y)
	}
	r := &region{Region: colliders.Region{
		File: fmt.Sprintf("%s.%d.%d%s", w.base, column, row, w.extension), Column: column, Row: row,
		Bounds: collision.EmptyAABB(),
	}, text: &bytes.Buffer{}}
	r.out = w.newWriter(w.head, r.text, 1) // it has at least one collider
	w.regions[at] = r
	return r, nil
}

// finish writes the index. A joint is in the region of its first collider.
func (w *chunked) finish(joints []colliders.Joint) (changes []colliders.CompactLoss, files []Attachment, err error) {
	for _, j := range joints {
		if r := w.ids[cmp.Or(j.A, j.B)]; r != nil {
			r.joints = append(r.joints, j)
		}
	}
	regions := make([]*region, 0, len(w.regions))
	for _, r := range w.regions {
		regions = append(regions, r)
	}
	slices.SortFunc(regions, func(a, b *region) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
	})
	for _, r := range regions {
		of, _, err := r.out.finish(r.joints)
		if err != nil {
			return nil, nil, err
		}
		for _, c := range of { // of the level, in each of its files
			if !slices.Contains(changes, c) {
				changes = append(changes, c)
			}
		}
		files = append(files, Attachment{Name: r.File, Data: r.text.Bytes()})
	}
	return changes, files, w.writeIndex(regions)
}

// writeIndex writes the index in YAML, or in JSON for all other syntaxes.
func (w *chunked) writeIndex(regions []*region) error {
	s := jsonSyntax
	if w.syntax == yamlSyntax {
		s = yamlSyntax
	}
	e := newEncoder(w.index, s)
	e.head(colliders.IndexFormat, colliders.IndexVersion, &w.head.Level, w.head.Categories)
	e.field(0, false, "size")
	e.vec(Vec{X: w.form.length(w.form.Chunks.X), Y: w.form.length(w.form.Chunks.Y)})
	e.listField(0, "regions", len(regions))
	for i, r := range regions {
		e.item(1, i == 0)
		e.values(r.Values)
	}
	e.endList(0, len(regions))
	return e.end()
}

// regionEnd matches the names of regions' files after the name of the index.
var regionEnd = regexp.MustCompile(`^\.-?[0-9]+\.-?[0-9]+(?:\.colliders\.json|\.colliders\.yaml|\.fcol)$`)

// indexHead matches the beginning of an index.
var indexHead = regexp.MustCompile(`^\{?\s*"?format"?: "?` + colliders.IndexFormat)

// regionsOf returns the files of regions that an index of an earlier export lists, or none. An index can come from
// anyone and list files of other levels, so their names must begin with base.
func regionsOf(top, index, base string) []string {
	dir, err := os.OpenRoot(top)
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }() // nothing was written
	if info, err := dir.Stat(index); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := dir.Open(index)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // nothing was written
	head := make([]byte, 64)
	if n, _ := io.ReadFull(f, head); !indexHead.Match(head[:n]) {
		return nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil
	}
	ix, err := colliders.LoadIndex(f)
	if err != nil {
		return nil
	}
	var names []string
	for _, r := range ix.Regions {
		if end, ok := strings.CutPrefix(r.File, base); ok && regionEnd.MatchString(end) {
			names = append(names, r.File)
		}
	}
	return names
}

// removeStale removes files of regions that the new export does not have. It keeps files that Fillet did not write.
func removeStale(top, folder string, names []string, written []Attachment) error {
	if len(names) == 0 {
		return nil
	}
	dir, err := os.OpenRoot(top)
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }() // nothing was written with it
	for _, name := range names {
		if slices.ContainsFunc(written, func(a Attachment) bool { return a.Name == name }) {
			continue
		}
		path := filepath.Join(folder, name)
		own, err := isOwnIn(dir, path)
		if err == nil && own {
			err = dir.Remove(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing a region of an earlier export: %w", err)
		}
	}
	return nil
}

// isOwnIn reports whether Fillet wrote a regular file.
func isOwnIn(dir *os.Root, path string) (bool, error) {
	info, err := dir.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	f, err := dir.Open(path)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return isOwn(f)
}
