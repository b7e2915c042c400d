package main

import (
	"encoding/json"
	"path/filepath"
)

// placedAssets maps the names of files that the program requests on demand to the names of these files beside the page.
type placedAssets map[string]string

// String returns the map as JSON, for the page. Keys are sorted, so the result is always the same.
func (a placedAssets) String() string {
	list, err := json.Marshal(map[string]string(a))
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return string(list)
}

// placeGuide places the guide's pictures, which need no further compression.
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
