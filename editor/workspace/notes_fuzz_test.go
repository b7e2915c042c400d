package workspace

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzRecoveryHeader reads arbitrary bytes as the beginning of a recovery copy.
func FuzzRecoveryHeader(f *testing.F) {
	f.Add([]byte(recoveryMark + `{"Level":"/a/b.level.yaml","Name":"b.level.yaml","PID":12,"Time":"2026-01-02T03:04:05Z"}` + "\nfillet: 1\n"))
	f.Add([]byte(recoveryMark + "{}\n"))
	f.Add([]byte(recoveryMark + `{"PID": 1e99}` + "\n"))
	f.Add([]byte("fillet: 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := parseRecoveryHeader(bytes.NewReader(data))
		if err != nil {
			return
		}
		line, err := json.Marshal(h)
		if err != nil {
			t.Fatalf("the header read cannot be written: %v", err)
		}
		again, err := parseRecoveryHeader(bytes.NewReader([]byte(recoveryMark + string(line) + "\n")))
		if err != nil || again.Level != h.Level || again.Name != h.Name || again.PID != h.PID ||
			!again.Time.Equal(h.Time) {
			t.Errorf("%+v becomes %+v, %v", h, again, err)
		}
	})
}

// FuzzHolder reads arbitrary bytes as the note of another editor, whose description is displayed.
func FuzzHolder(f *testing.F) {
	f.Add([]byte(`{"User":"ana","Host":"desk","PID":12,"Since":"2026-01-02T03:04:05Z","Token":"x"}`))
	f.Add([]byte(`{"User":"` + "\\u0000\\u001b[31m" + `","PID":-1}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var h Holder
		if json.Unmarshal(data, &h) != nil {
			return
		}
		for _, r := range h.String() {
			if r < ' ' || r == 0x7f {
				t.Fatalf("%q has control characters", h.String())
			}
		}
		if len(h.String()) > 400 {
			t.Fatalf("%d bytes are too many for a dialog", len(h.String()))
		}
	})
}
