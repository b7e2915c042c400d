package level

// The readers that tests hold against each other.

// ReadQuickly reads a file without a YAML tree. It reports false where that is not possible.
func ReadQuickly(data []byte, placed bool) (*Document, Places, bool) {
	return readQuickly(data, placed)
}

// Pieces says how a file is read through the tree: in pieces from a length of the text on, -1 is never, and of which size; 0 is the usual one.
type Pieces struct{ From, Size int }

// ReadTree reads a file through the tree. The text itself is looked at first where that is asked for.
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

// QuickNumber reads a number without a YAML tree, up to an offset in the text.
func QuickNumber(text string) (x float64, end int, ok bool) {
	q := &quickReader{data: []byte(text)}
	ok = q.number(&x)
	return x, q.at, ok
}

// SizeInFile is how much room Marshal makes.
func SizeInFile(s Snapshot) int { return sizeInFile(s) }

// SetMaxBytes bounds the memory of the steps to come in place of MaxBytes.
func (h *History) SetMaxBytes(n int) { h.limit = n }
