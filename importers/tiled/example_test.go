package tiled_test

import (
	"context"
	"fmt"

	"fillet/importers"
	"fillet/importers/tiled"
)

func Example() {
	const level = `<map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
	 <objectgroup id="1" name="walls">
	  <object id="1" name="floor" x="0" y="24" width="32" height="8"/>
	  <object id="2" name="pillar" x="8" y="0" width="8" height="24"><capsule/></object>
	 </objectgroup></map>`
	src := importers.NewSource("cave.tmx", []byte(level), nil)
	res, err := tiled.New().Import(context.Background(), src, importers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for c := range res.Document.Colliders() {
		fmt.Println(c.Name, c.Role, c.Shape.Kind, c.Position, c.Shape.Radius)
	}
	// Output:
	// floor solid box (16, 28) 0
	// pillar solid capsule (12, 12) 4
}
