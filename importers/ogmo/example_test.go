package ogmo_test

import (
	"context"
	"fmt"

	"fillet/importers"
	"fillet/importers/ogmo"
)

func Example() {
	const level = `{"ogmoVersion": "3.3.0", "width": 32, "height": 32, "layers": [
		{"name": "walls", "_eid": "1", "gridCellWidth": 16, "gridCellHeight": 16, "gridCellsX": 2, "gridCellsY": 2, "grid": ["1", "0", "1", "1"]}]}`
	src := importers.NewSource("cave.json", []byte(level), nil)
	res, err := ogmo.New().Import(context.Background(), src, importers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for c := range res.Document.Colliders() {
		fmt.Println(c.Name, c.Position, c.Shape.Points)
	}
	// Output:
	// walls 1 (0, 0) [(0, 0) (16, 0) (16, 16) (32, 16) (32, 32) (0, 32)]
}
