package importers_test

import (
	"context"
	"fmt"
	"strings"

	"fillet/importers"
)

func ExampleRegistry_Load() {
	registry := importers.NewRegistry(cells{"cells"}) // a format of the tests: rows of digits
	registry.Stdin = strings.NewReader("cells\n11\n10\n")
	mapping, err := importers.ReadMapping(strings.NewReader("rules:\n  - name: wall\n    mode: rects\n"),
		"mapping.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	res, isForeign, err := registry.Load(context.Background(), "-", importers.Options{Mapping: mapping})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("foreign:", isForeign)
	for c := range res.Document.Colliders() {
		fmt.Println(c.Name, c.Shape.Kind, c.Shape.Size, c.Position)
	}
	// Output:
	// foreign: true
	// wall box (32, 16) (116, 208)
	// wall box (16, 16) (108, 224)
}
