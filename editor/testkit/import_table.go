package testkit

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// tableVariable is the environment variable that names the file to which Row appends; see target corpus of the
// Makefile.
const tableVariable = "FILLET_CORPUS_TABLE"

// WriteRow logs what a real file should contain, what was found in it, and how long again took. If the environment
// names a table, it adds a row there, with the shortest time of a few imports.
func WriteRow(t *testing.T, file, wanted, found string, again func()) {
	t.Helper()
	start := time.Now()
	again()
	took := time.Since(start)
	t.Logf("%v\n  wanted %s\n  found  %s", took.Round(10*time.Microsecond), wanted, found)
	name := os.Getenv(tableVariable)
	if name == "" {
		return
	}
	for range 9 {
		start := time.Now()
		again()
		took = min(took, time.Since(start))
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	escaped := strings.ReplaceAll(file, "|", `\|`)
	if _, err := fmt.Fprintf(f, "| %s | %s | %s | %.2f |\n", escaped, wanted, found,
		float64(took.Microseconds())/1000); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
