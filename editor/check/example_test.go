package check_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"fillet/editor/check"
	"fillet/editor/level"
)

// Find reports a crate that has sunk half a pixel into the floor, and Repair fixes it.
func Example() {
	const file = `fillet: 1
name: Yard
size: [320, 200]
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: floor, kind: box, size: [320, 40], position: [160, 180]}
      - {id: c2, name: crate, kind: box, size: [32, 32.5], position: [100, 144.25], body: dynamic}
`
	doc, err := level.Read(strings.NewReader(file), "yard.level.yaml")
	if err != nil {
		log.Fatal(err)
	}
	all, err := check.Find(context.Background(), doc.Snapshot(), check.Options{})
	found := all.List
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range found {
		fmt.Printf("%s %v: %s; fix: %s\n", f.Severity, f.Colliders, f.Message, f.Fix.Title)
	}
	_, left, err := check.Repair(context.Background(), doc, check.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(left.List), "left")
	// Output:
	// error [c1 c2]: the two solids overlap by 0.5 px; fix: Remove an overlap of 0.5 px
	// 0 left
}
