package level

import "fillet/editor/strictyaml"

// Readers that tests compare with each other.

// Stream reads a file without a YAML tree. It returns false if that is not possible.
func Stream(data []byte, placed bool) (*Document, Places, bool) {
	d := newDecoder("level.yaml")
	data = strictyaml.PlainLines(data)
	ok := d.text(data) == nil && d.stream(data, placed)
	return d.doc, d.at, ok
}

// Pieces configures reading through the tree in pieces: from which length of the text on (-1 is never), and the size of
// a piece. 0 is the default.
type Pieces struct{ From, Size int }

// ReadTree reads a file through the tree, and checks the text first if checkText is set.
func ReadTree(data []byte, p Pieces, checkText bool) (*Document, Places, error) {
	d := newDecoder("level.yaml")
	d.PiecesFrom, d.PieceSize = p.From, p.Size
	if checkText {
		if err := d.text(data); err != nil {
			return nil, Places{}, err
		}
	}
	err := d.level(data)
	return d.doc, d.at, err
}

// SizeInFile returns how many bytes Marshal reserves.
func SizeInFile(s Snapshot) int { return sizeInFile(s) }

// Bytes returns about how much memory the steps to undo use.
func (h *History) Bytes() int { return h.size }

// SetMaxBytes replaces the limit MaxBytes for subsequent steps.
func (h *History) SetMaxBytes(n int) { h.limit = n }
