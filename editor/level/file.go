package level

import (
	"fmt"
	"io"

	"fillet/editor/disk"
	"fillet/editor/level/codec"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// The level file is read and written by package codec.
type (
	ReadError    = codec.ReadError    // what is wrong with a level file, and where
	FilePosition = codec.FilePosition // a place in a file
	Places       = codec.Places       // where the things of a level stand in its file
	PartReader   = codec.PartReader   // reads values that other files have in the form of the level file
	PartWriter   = codec.PartWriter   // writes them
)

// Version is the highest version of the level file that can be read and written.
const Version = codec.Version

// MaxFileSize is the largest level file that is read, in bytes: about half a million colliders.
const MaxFileSize = codec.MaxFileSize

// PartKeys are the keys of a collider that [ReadPart] reads.
var PartKeys = codec.PartKeys

// Open reads a level file.
func Open(path string) (*Document, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return Read(f, path)
}

// Read reads a level file. It is strict: an unknown or repeated key, a value of the wrong form, and a record that is
// not valid are each a [*ReadError] with line and column, under the given name for the file.
func Read(r io.Reader, name string) (*Document, error) {
	data, err := codec.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", quote.ShortPath(name), err)
	}
	return Parse(data, name)
}

// Parse is Read of a text that is in memory. It keeps nothing of data.
func Parse(data []byte, name string) (*Document, error) {
	doc, _, err := parse(data, name, false)
	return doc, err
}

// ParsePlaced is Parse that also says where things stand in the text.
func ParsePlaced(data []byte, name string) (*Document, Places, error) {
	return parse(data, name, true)
}

func parse(data []byte, name string, placed bool) (*Document, Places, error) {
	var doc *Document
	at, warnings, err := codec.Parse(data, name, placed, func(s *Settings, d Diff) (err error) {
		if doc, err = NewDocument(s); err != nil {
			return err
		}
		return doc.Apply(d)
	})
	if err != nil {
		return nil, Places{}, err
	}
	doc.warnings = warnings
	return doc, at, nil
}

// Marshal is the level file of a document.
func Marshal(d *Document) ([]byte, error) { return codec.Marshal(d.Snapshot()) }

// NewPartReader reads a file of that name. What says what it is, as messages have it: "a project file".
func NewPartReader(name, what string) PartReader { return codec.NewPartReader(name, what) }

// NewPartWriter writes to w. Flush reports what went wrong.
func NewPartWriter(w io.Writer) PartWriter { return codec.NewPartWriter(w) }

// Sniff reports whether a file that begins so is a level file: it has the key "fillet". Saved by Fillet that is the first;
// a formatter may have sorted the keys.
func Sniff(head []byte) bool { return codec.Sniff(head) }

// ReadPart reads a shape of a file that holds no level, with the keys and defaults of a collider in a level file; [PartKeys] lists them. It
// has no id, layer or body. Keys of the file's own are read by own. Whether the shape is a valid one is for [CheckPart].
func ReadPart(r *strictyaml.Reader, n *yaml.Node, ownKeys []string, own func(key string, v *yaml.Node) error) (*Collider, error) {
	return codec.ReadPart(r, n, ownKeys, own)
}

// CheckPart reports what is wrong with a shape that belongs to no level: everything but its id, its layer, and whether the level has its
// categories.
func CheckPart(c *Collider) error { return codec.CheckPart(c) }

// AppendPart appends a shape's keys as a level file has them, each on a line of its own that is indented by so many spaces, at most 8. A
// position at the origin and what is the default are left out. Without a shape, only what says what the collider is to the game is written.
func AppendPart(b []byte, indent int, c *Collider, withShape bool) []byte {
	return codec.AppendPart(b, indent, c, withShape)
}

// AppendText appends a text as a level file has it: plain where every reader takes it for the same text, else in double quotes.
func AppendText(b []byte, s string) []byte { return codec.AppendText(b, s) }

// Write writes the level file: YAML with its keys in a fixed order, values that are the default left out, and the
// points of a collider on one line.
func Write(w io.Writer, s Snapshot) error { return codec.Write(w, s) }
