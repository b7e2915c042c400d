package link_test

import (
	"context"
	"fmt"
	"log"

	"fillet/export/colliders"
	"fillet/export/colliders/link"
)

// A game follows the level in the editor, and reports where its player is.
func Example() {
	const address = "http://127.0.0.1:40711/3BSS6PUEGNFZOAWTC7CNT7TWM5" // from Play > Link running game
	game, err := link.Follow(context.Background(), address, link.Options{Name: "My game"})
	if err != nil {
		log.Fatal(err)
	}
	world, err := game.File.World()
	if err != nil {
		log.Fatal(err)
	}
	player := colliders.Vec{X: 100, Y: 40}
	for range 600 { // frames
		change, err := game.Poll()
		if err == nil && change != nil {
			fmt.Println(len(change.Changed), "colliders have changed")
			err = game.File.Apply(change, world)
		}
		if err != nil {
			log.Fatal(err)
		}
		game.Report(link.State{Player: &player})
	}
}
