package kit

import (
	"testing"

	"fillet/editor/testkit"
)

func TestMain(m *testing.M) { testkit.KeepDrawn(m) }
