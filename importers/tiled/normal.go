package tiled

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	gotiled "github.com/lafriks/go-tiled"
)

// go-tiled is given objects and tilesets in documents of their own, in a form that it reads faithfully: everything in
// one file, whole offsets, no templates, numbers that have been looked at. So what is wrong with one object does not
// cost the others, and go-tiled opens no file.

// objectAttributes are what go-tiled reads of an object. A gid is not among them: it would look for the map's tilesets.
var objectAttributes = []string{"name", "class", "x", "y", "width", "height", "rotation"}

// readObjects has go-tiled read objects, in their order. Each has the place in the list for its id.
func readObjects(list []*node) ([]*gotiled.Object, error) {
	var b bytes.Buffer
	b.WriteString(`<map><objectgroup>`)
	for i, o := range list {
		fmt.Fprintf(&b, `<object id="%d"`, i)
		for _, name := range objectAttributes {
			if o.has(name) {
				writeAttr(&b, name, o.attr(name))
			}
		}
		b.WriteByte('>')
		for _, c := range o.children {
			switch c.name {
			case "ellipse":
				b.WriteString(`<ellipse/>`)
			case "polygon", "polyline":
				b.WriteString("<" + c.name)
				writeAttr(&b, "points", c.attr("points"))
				b.WriteString("/>")
			}
		}
		b.WriteString(`</object>`)
	}
	b.WriteString(`</objectgroup></map>`)
	m, err := load(&b)
	if err != nil {
		return nil, err
	}
	if len(m.ObjectGroups) != 1 || len(m.ObjectGroups[0].Objects) != len(list) {
		return nil, errors.New("go-tiled lost objects")
	}
	return m.ObjectGroups[0].Objects, nil
}

// readIndex has go-tiled read which tileset has which tiles, for its TileGIDToTile. The tilesets are in the order of
// their first tiles.
func readIndex(list []*tileset) (*gotiled.Map, error) {
	var b bytes.Buffer
	b.WriteString(`<map>`)
	for i, t := range list {
		fmt.Fprintf(&b, `<tileset firstgid="%d" name="%d"/>`, t.firstGID, i)
	}
	b.WriteString(`</map>`)
	return load(&b)
}

// hexagonal120 is a flag of a gid that only hexagonal maps have.
const hexagonal120 = 0x10000000

// tileOf finds a tile by its gid, without the flag that only hexagonal maps have.
func (m *mapRecord) tileOf(gid uint32) (t *tileset, tile *gotiled.LayerTile, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("go-tiled failed: %v", p)
		}
	}()
	if tile, err = m.index.TileGIDToTile(gid &^ hexagonal120); err != nil || tile.Nil {
		return nil, nil, fmt.Errorf("no tileset has the tile %d", gid&0x0fffffff)
	}
	i, err := strconv.Atoi(tile.Tileset.Name)
	if err != nil || i >= len(m.tilesets) {
		return nil, nil, errors.New("go-tiled lost a tileset")
	}
	return m.tilesets[i], tile, nil
}

// load has go-tiled read a document. A panic there is an error here.
func load(b *bytes.Buffer) (m *gotiled.Map, err error) {
	defer func() {
		if p := recover(); p != nil {
			m, err = nil, fmt.Errorf("go-tiled failed: %v", p)
		}
	}()
	return gotiled.LoadReader(".", b, gotiled.WithFileSystem(nothing{}))
}

// nothing is a file system without files.
type nothing struct{}

func (nothing) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func writeAttr(b *bytes.Buffer, name, value string) {
	b.WriteString(" " + name + `="`)
	_ = xml.EscapeText(b, []byte(value)) // it writes into memory
	b.WriteByte('"')
}
