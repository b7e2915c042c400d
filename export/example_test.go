package export_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// Two formats write a level: the native format loses nothing, the other lists the data that it cannot represent.
func Example() {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		log.Fatal(err)
	}
	layer := &level.Layer{ID: 1, Name: "Ground"}
	floor := level.NewCollider(1, layer.ID, "floor", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 64, Y: 16},
		Radius: 4, Rounding: level.Inset,
	}, level.Vec{})
	floor.Role, floor.OneWay = level.OneWay, level.Up
	err = doc.Apply(level.Diff{
		Layers:    []level.Change[level.Layer]{level.Added(layer)},
		Colliders: []level.Change[level.Collider]{level.Added(floor)},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range []export.Exporter{export.YAML(), export.Matter()} {
		var b bytes.Buffer
		report, err := e.Export(context.Background(), doc.Snapshot(), export.Options{}, &b)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(e.Name(), "loses", len(report.Losses))
		for _, l := range report.Losses {
			fmt.Println("-", l)
		}
		if colliders.Sniff(b.Bytes()) {
			f, err := colliders.Load(&b)
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println("- a game reads:", f.Colliders[0].Name, f.Colliders[0].Role, f.Colliders[0].Bounds)
		}
	}
	// Output:
	// yaml loses 0
	// - a game reads: floor one-way {(-32, -8) (32, 8)}
	// matter loses 2
	// - collider c1 (floor): Matter.js has no one-way bodies: it is solid from all sides; its direction is in fillet.oneWay
	// - collider c1 (floor): round corners become vertices, at most 0.25 px off the arcs
}
