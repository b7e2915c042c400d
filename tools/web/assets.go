package main

import (
	"encoding/json"
	"path/filepath"
)

// placedAssets are the files that the program asks the page for when it needs them, as the names that it has for them and those under which they
// lie beside the page.
type placedAssets map[string]string

// String is the list as the page holds it, in JSON: keys are sorted, so that it is the same each time.
func (a placedAssets) String() string {
	list, err := json.Marshal(map[string]string(a))
	if err != nil {
		panic(err) // strings always can be written
	}
	return string(list)
}

// placeGuide places the pictures of the guide. They are compressed as they are.
func (a placedAssets) placeGuide(folder string) error {
	pictures, err := filepath.Glob("docs/guide/*.png")
	if err != nil {
		return err
	}
	for _, p := range pictures {
		placed, err := place(folder, p, false)
		if err != nil {
			return err
		}
		a["guide/"+filepath.Base(p)] = placed
	}
	return nil
}
