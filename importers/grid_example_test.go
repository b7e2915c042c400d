package importers_test

import (
	"context"
	"fmt"

	"fillet/importers"
)

func ExampleGrid_Merge() {
	g := importers.Grid{Width: 3, Height: 2, CellWidth: 16, CellHeight: 16, Cells: []int{
		1, 0, 2,
		1, 1, 2,
	}}
	m, err := g.Merge(context.Background(), importers.MergeOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range m.Regions {
		fmt.Println(r.Value, r.Outline)
	}
	// Output:
	// 1 [(0, 0) (16, 0) (16, 16) (32, 16) (32, 32) (0, 32)]
	// 2 [(32, 0) (48, 0) (48, 32) (32, 32)]
}
