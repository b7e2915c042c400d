package strictyaml_test

import (
	"errors"
	"testing"

	"fillet/editor/strictyaml"
)

func TestErrorTexts(t *testing.T) {
	t.Parallel()
	bad := errors.New("bad")
	for _, tt := range []struct {
		err  strictyaml.Error
		want string
	}{
		{strictyaml.Error{Err: bad}, "bad"},
		{strictyaml.Error{File: "f", Err: bad}, "f: bad"},
		{strictyaml.Error{File: "f", Line: 1, Err: bad}, "f:1: bad"},
		{strictyaml.Error{File: "f", Line: 1, Column: 1, Err: bad}, "f:1:1: bad"},
		{strictyaml.Error{File: "f", Column: 2, Err: bad}, "f: bad"},
		{strictyaml.Error{Line: 3, Column: 2, Path: "a.b", Err: bad}, "3:2: a.b: bad"},
		{strictyaml.Error{Path: "a[1]", Err: bad}, "a[1]: bad"},
	} {
		if got := tt.err.Error(); got != tt.want || !errors.Is(&tt.err, bad) {
			t.Errorf("%+v = %q, want %q", tt.err, got, tt.want)
		}
	}
}
