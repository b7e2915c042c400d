package disk

import (
	"crypto/rand"
	"os"
	"testing"
)

// TemporaryName returns a name that a temporary file of this program could have.
func TemporaryName() string {
	return temporaryPrefix + bootMark() + "-" + rand.Text()[:13] + temporarySuffix
}

// LeaveTemporary leaves a temporary file in a folder, as a killed writer does.
func LeaveTemporary(t *testing.T, folder *os.Root) *os.File {
	t.Helper()
	f, err := createTemporary(folder, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
