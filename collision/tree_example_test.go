package collision_test

import (
	"fmt"
	"slices"

	"fillet/collision"
)

// tiles returns the boxes of three tiles side by side and of a lamp above the second one.
func tiles() []collision.AABB {
	return []collision.AABB{
		{Min: collision.Vec{X: 0, Y: 0}, Max: collision.Vec{X: 16, Y: 16}},
		{Min: collision.Vec{X: 16, Y: 0}, Max: collision.Vec{X: 32, Y: 16}},
		{Min: collision.Vec{X: 32, Y: 0}, Max: collision.Vec{X: 48, Y: 16}},
		{Min: collision.Vec{X: 20, Y: -30}, Max: collision.Vec{X: 24, Y: -20}},
	}
}

func ExampleTree() {
	boxes := tiles()
	var tree collision.Tree
	tree.Build(boxes)
	near := tree.Append(nil, collision.AABB{Min: collision.Vec{X: 10, Y: 2}, Max: collision.Vec{X: 18, Y: 8}})
	slices.Sort(near)
	fmt.Println(near)
	// Output: [0 1]
}

func ExampleTree_Build() {
	boxes := tiles()
	boxes[0] = collision.EmptyAABB() // left out
	var tree collision.Tree
	tree.Build(boxes)
	fmt.Println(tree.Len(), tree.Has(0), tree.Has(1))
	// Output: 3 false true
}

func ExampleTree_Put() {
	var tree collision.Tree
	tree.Put(7, collision.AABB{Max: collision.Vec{X: 16, Y: 16}})
	// Move item 7.
	box := collision.AABB{Min: collision.Vec{X: 100, Y: 0}, Max: collision.Vec{X: 116, Y: 16}}
	tree.Put(7, box)
	fmt.Println(tree.Append(nil, box))
	// Output: [7]
}

func ExampleTree_Remove() {
	var tree collision.Tree
	tree.Build(tiles())
	fmt.Println(tree.Remove(3), tree.Remove(3))
	// Output: true false
}

func ExampleTree_Has() {
	var tree collision.Tree
	fmt.Println(tree.Has(0), tree.Has(-1))
	// Output: false false
}

func ExampleTree_Len() {
	var tree collision.Tree
	tree.Build(tiles())
	fmt.Println(tree.Len())
	// Output: 4
}

func ExampleTree_Append() {
	var tree collision.Tree
	tree.Build(tiles())
	var found []int32 // reused from frame to frame
	found = tree.Append(found[:0], collision.AABB{Min: collision.Vec{X: 40, Y: 4}, Max: collision.Vec{X: 41, Y: 5}})
	fmt.Println(found)
	// Output: [2]
}

func ExampleTree_Query() {
	boxes := tiles()
	var tree collision.Tree
	tree.Build(boxes)
	// Is anything wider than 10 near the lamp?
	found := !tree.Query(boxes[3].Grow(24), func(item int32) bool {
		return boxes[item].Size().X <= 10
	})
	fmt.Println(found)
	// Output: true
}

func ExampleTree_QueryOthers() {
	// Every piece of a compound body is an item; pieces of the same body do not collide.
	body := []int32{0, 0, 0, 1}
	boxes := tiles()
	boxes[3] = collision.AABB{Min: collision.Vec{X: 20, Y: -8}, Max: collision.Vec{X: 24, Y: 2}}
	tree := collision.Tree{Owner: func(item int32) int32 { return body[item] }}
	tree.Build(boxes)
	tree.QueryOthers(boxes[1], body[1], func(item int32) bool {
		fmt.Println("piece 1 is near piece", item)
		return true
	})
	// Output: piece 1 is near piece 3
}
