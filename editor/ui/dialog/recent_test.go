package dialog

import (
	"testing"
	"time"
)

func TestAgo(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.Local)
	for _, c := range []struct {
		t    time.Time
		want string
	}{
		{time.Time{}, ""},
		{now.Add(-10 * time.Second), "just now"},
		{now.Add(-90 * time.Second), "1 minute ago"},
		{now.Add(-59 * time.Minute), "59 minutes ago"},
		{now.Add(-3 * time.Hour), "today 09:00"},
		{now.Add(-13 * time.Hour), "yesterday 23:00"},
		{now.Add(-48 * time.Hour), "8 March"},
		{now.AddDate(-1, 0, 0), "10 March 2025"},
	} {
		if got := ago(c.t, now); got != c.want {
			t.Errorf("ago(%v) = %q, want %q", c.t, got, c.want)
		}
	}
}
