package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/go-text/typesetting/font"
)

// lines holds how far a font's lines reach above and below the baseline, as fractions of its size.
type lines struct{ ascent, descent float64 }

// linesOf returns a font's lines.
func linesOf(data []byte) (lines, error) {
	f, err := font.ParseTTF(bytes.NewReader(data))
	if err != nil {
		return lines{}, err
	}
	e, ok := f.FontHExtents()
	if !ok || f.Upem() == 0 {
		return lines{}, errors.New("the font has no line height")
	}
	return lines{float64(e.Ascender) / float64(f.Upem()), float64(e.Descender) / float64(f.Upem())}, nil
}

// withLines returns a font with the lines of another font. Fyne draws a line of text on the lowest baseline of its
// fonts, but in the height of its own font. Letters of other scripts would otherwise be too low and clipped.
func withLines(data []byte, l lines) ([]byte, error) {
	out := bytes.Clone(data)
	tables, err := tablesOf(out)
	if err != nil {
		return nil, err
	}
	head, hhea, os2 := tables["head"], tables["hhea"], tables["OS/2"]
	const headSize, hheaSize, os2Size = 54, 36, 78 // of the oldest versions
	if len(head.data) < headSize || len(hhea.data) < hheaSize || len(os2.data) < os2Size {
		return nil, errors.New("the font has no head, hhea or OS/2")
	}
	be := binary.BigEndian
	upem := float64(be.Uint16(head.data[18:]))
	up, down := uint16(int16(math.Round(l.ascent*upem))), uint16(int16(math.Round(l.descent*upem)))
	for _, at := range [][]byte{hhea.data[4:], os2.data[68:]} { // ascender, descender and line gap
		be.PutUint16(at, up)
		be.PutUint16(at[2:], down)
		be.PutUint16(at[4:], 0)
	}
	be.PutUint16(os2.data[74:], up)
	be.PutUint16(os2.data[76:], -down)
	be.PutUint32(head.data[8:], 0) // the checksum adjustment counts as 0
	for _, t := range []table{head, hhea, os2} {
		be.PutUint32(t.entry[4:], sumOf(t.data))
	}
	const checksumMagic = 0xb1b0afba
	be.PutUint32(head.data[8:], checksumMagic-sumOf(out))
	return out, nil
}

// table is a font table and its entry in the table directory.
type table struct{ entry, data []byte }

func tablesOf(data []byte) (map[string]table, error) {
	const header, entry = 12, 16
	if len(data) < header {
		return nil, errors.New("not a font")
	}
	be := binary.BigEndian
	tables := map[string]table{}
	for i := range int(be.Uint16(data[4:])) {
		from := header + i*entry
		if from+entry > len(data) {
			return nil, errors.New("the table directory is truncated")
		}
		e := data[from : from+entry]
		at, size := uint64(be.Uint32(e[8:])), uint64(be.Uint32(e[12:]))
		if at+size > uint64(len(data)) {
			return nil, fmt.Errorf("the table %q is truncated", e[:4])
		}
		tables[string(e[:4])] = table{e, data[at : at+size]}
	}
	return tables, nil
}

// sumOf returns the checksum of a table or of a whole font.
func sumOf(data []byte) (sum uint32) {
	for len(data) >= 4 {
		sum += binary.BigEndian.Uint32(data)
		data = data[4:]
	}
	var rest [4]byte
	copy(rest[:], data)
	return sum + binary.BigEndian.Uint32(rest[:])
}
