package importers

import (
	"errors"
	"strings"
	"testing"
)

func TestParseJSON(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"", "a.json:1:1: this is not valid JSON: "},
		{"{\n \"a\": }", "a.json:2:7: this is not valid JSON: byte 9: "},
		{"\ufeff{\n\"a\": }", "a.json:2:6: this is not valid JSON: byte 11: "},
		{"[1]", "a.json:1: expected a JSON object"},
	} {
		_, err := ParseJSON("a.json", []byte(tt.data))
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("ParseJSON(%q) gave %v, want %s", tt.data, err, tt.want)
		}
	}
}

func TestJSONPlaces(t *testing.T) {
	f, err := ParseJSON("a.json", []byte("{\n\"a\": [1,\n\"x\"]}"))
	if err != nil {
		t.Fatal(err)
	}
	x := JSONMembers(f.Root)["a"].Array()[1]
	if got, want := f.Fail("a[1]", x, "no %d", 1).Error(), "a.json:3: a[1]: no 1"; got != want {
		t.Errorf("an error reads %q, want %q", got, want)
	}
	f.Within, f.Owner = "files[0]", "b.json"
	if got, want := f.Fail("a[1]", x, "no").Error(), "b.json: files[0]: a.json: a[1]: no"; got != want {
		t.Errorf("an error within another file reads %q, want %q", got, want)
	}
	if n, ok := JSONNumber(x); ok {
		t.Errorf("a string is the number %g", n)
	}
}
