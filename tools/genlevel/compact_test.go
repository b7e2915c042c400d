package main

import (
	"bytes"
	"context"
	"testing"

	"fillet/export"
)

// A compact file takes at most 150 bytes per collider.
func TestCompactSize(t *testing.T) {
	t.Parallel()
	const n = 3000
	doc, err := Generate(n, 1)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := export.FCOL().Export(context.Background(), doc.Snapshot(), export.Options{}, &b); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 150*n {
		t.Errorf("%d colliders take %d bytes, %d each", n, b.Len(), b.Len()/n)
	}
}
