package tiled

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"fillet/importers"
)

// Files are decoded from the encoding that their declaration or byte order mark specifies.
func TestCharacterSets(t *testing.T) {
	t.Parallel()
	body := func(name string) string {
		return `<?xml version="1.0" encoding="X"?>` + mapOf(`<objectgroup name="`+name+`"><object id="1" name="`+name+
			`" x="1" y="2" width="3" height="4"/></objectgroup>`)
	}
	for _, tt := range []struct {
		label, name string
		enc         encoding.Encoding
	}{
		{"UTF-8", "Wände", encoding.Nop},
		{"ISO-8859-1", "Wände", charmap.ISO8859_1},
		{"iso-8859-15", "Wände €", charmap.ISO8859_15},
		{"windows-1251", "Стены", charmap.Windows1251},
		{"Shift_JIS", "壁", japanese.ShiftJIS},
		{"UTF-16", "Wände 壁", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		{"UTF-16", "Wände 壁", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
		{"UTF-16LE", "Wände 壁", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
		{"utf-16be", "Wände 壁", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	} {
		t.Run(tt.label, func(t *testing.T) {
			data, err := tt.enc.NewEncoder().String(strings.Replace(body(tt.name), `encoding="X"`,
				`encoding="`+tt.label+`"`, 1))
			if err != nil {
				t.Fatal(err)
			}
			if !(Importer{}).Sniff("m.tmx", []byte(data)[:min(len(data), 64<<10)]) {
				t.Error("the map is not recognized")
			}
			res, err := imported(data, fstest.MapFS{})
			if err != nil {
				t.Fatal(err)
			}
			for c := range res.Document.Colliders() {
				if c.Name != tt.name {
					t.Errorf("collider = %q, want %q", c.Name, tt.name)
				}
			}
			if res.Document.Len() != 1 {
				t.Errorf("%d colliders", res.Document.Len())
			}
		})
	}
	_, err := imported(`<?xml version="1.0" encoding="klingon"?>`+mapOf(""), fstest.MapFS{})
	var e *importers.Error
	if !errors.As(err, &e) || e.Line != 1 || !strings.Contains(err.Error(), `"klingon"`) {
		t.Errorf("an unknown encoding gives the error %v", err)
	}
}
