package importers

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"

	"fillet/editor/quote"
)

// InUTF8 returns a text as UTF-8 without a byte order mark if it is UTF-16 with one, or XML in UTF-16. From other texts
// it only removes the mark of UTF-8.
func InUTF8(data []byte) []byte {
	order, mark := unicode.LittleEndian, unicode.UseBOM
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
	case bytes.HasPrefix(data, []byte("<\x00")):
		mark = unicode.IgnoreBOM
	case bytes.HasPrefix(data, []byte("\x00<")):
		order, mark = unicode.BigEndian, unicode.IgnoreBOM
	default:
		return bytes.TrimPrefix(data, []byte("\ufeff"))
	}
	out, err := unicode.UTF16(order, mark).NewDecoder().Bytes(data)
	if err != nil {
		return data
	}
	return out
}

// Charset decodes what follows the declaration of an XML file from the encoding that it names.
func Charset(label string, rest io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return rest, nil // InUTF8 has decoded it
	}
	enc, err := ianaindex.IANA.Encoding(label)
	if err != nil || enc == nil {
		return nil, fmt.Errorf("the encoding %q is not known", quote.Excerpt(label))
	}
	return enc.NewDecoder().Reader(rest), nil
}
