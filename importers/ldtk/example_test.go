package ldtk_test

import (
	"context"
	"fmt"

	"fillet/importers"
	"fillet/importers/ldtk"
)

func Example() {
	const project = `{"__header__": {"app": "LDtk"}, "worldLayout": "Free",
		"defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "wall"}]}]},
		"levels": [{"identifier": "Level_0", "worldX": 320, "worldY": 0, "pxWid": 32, "pxHei": 32, "layerInstances": [
			{"__identifier": "Collisions", "layerDefUid": 1, "__gridSize": 16, "__cWid": 2, "__cHei": 2, "intGridCsv": [1, 0, 1, 1]}]}]}`
	src := importers.NewSource("world.ldtk", []byte(project), nil)
	res, err := ldtk.New().Import(context.Background(), src, importers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for c := range res.Document.Colliders() {
		fmt.Println(c.Name, c.Position, c.Shape.Points)
	}
	// Output:
	// wall (320, 0) [(0, 0) (16, 0) (16, 16) (32, 16) (32, 32) (0, 32)]
}
