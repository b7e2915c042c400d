package dialog

import (
	"strings"
	"testing"
	"time"

	"fillet/editor/workspace"
)

// In a browser the other editor is another tab. Its process is unknown and therefore not mentioned.
func TestOtherEditor(t *testing.T) {
	h := workspace.Holder{
		PID: 880904188, User: "ada", Host: "mill",
		Since: time.Date(2026, time.May, 4, 9, 30, 0, 0, time.UTC),
	}
	if where, by := otherEditor(h, false); where != "another editor" || !strings.Contains(by, "ada") {
		t.Errorf("on a desktop: in %s, by %s", where, by)
	}
	if where, by := otherEditor(h, true); where != "another tab" ||
		by != "another tab in this browser, since 4 May 09:30" {
		t.Errorf("in a browser: in %s, by %s", where, by)
	}
	if _, by := otherEditor(workspace.Holder{}, true); by != "another tab in this browser" {
		t.Errorf("from an old note: by %s", by)
	}
}
