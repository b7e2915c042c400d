package level_test

import (
	"testing"

	"fillet/editor/level"
)

func TestTallyText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		of   level.Tally
		want string
	}{
		{level.Tally{}, "0 shapes"},
		{level.Tally{Shapes: 1}, "1 shape"},
		{level.Tally{Instances: 2}, "2 instances"},
		{level.Tally{Shapes: 3, Instances: 1, Parts: 2}, "3 shapes, 1 instance, 2 parts"},
	} {
		if got := tt.of.String(); got != tt.want {
			t.Errorf("%+v = %q, want %q", tt.of, got, tt.want)
		}
	}
}
