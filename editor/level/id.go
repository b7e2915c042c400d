package level

import (
	"fmt"
	"strconv"
)

// ID names a collider within its document. It is written c1, c2, … in files; 0 names nothing.
type ID uint64

// LayerID names a layer within its document. It is written l1, l2, … in files; 0 names nothing.
type LayerID uint64

// String gives the form used in files.
func (id ID) String() string { return "c" + strconv.FormatUint(uint64(id), 10) }

// String gives the form used in files.
func (id LayerID) String() string { return "l" + strconv.FormatUint(uint64(id), 10) }

// ParseID reads what [ID.String] writes.
func ParseID(s string) (ID, error) {
	n, err := parseID('c', s)
	return ID(n), err
}

// ParseLayerID reads what [LayerID.String] writes.
func ParseLayerID(s string) (LayerID, error) {
	n, err := parseID('l', s)
	return LayerID(n), err
}

// maxID keeps ids exact in a JSON reader that has only float64, and leaves room to count upward.
const maxID = 1 << 53

func parseID(letter byte, s string) (uint64, error) {
	if len(s) < 2 || s[0] != letter || s[1] == '0' || s[1] == '+' {
		return 0, fmt.Errorf("%q is not an id such as %c12", Excerpt(s), letter)
	}
	n, err := strconv.ParseUint(s[1:], 10, 64)
	if err != nil || n > maxID {
		return 0, fmt.Errorf("%q is not an id such as %c12", Excerpt(s), letter)
	}
	return n, nil
}
