package main

import (
	"encoding/json"
	"path/filepath"
)

// placedAssets maps the files that the program requests from the page on demand, by the program's names, to their names
// beside the page.
type placedAssets map[string]string

// String returns the list in JSON, as the page embeds it. Keys are sorted, so it is the same each time.
func (a placedAssets) String() string {
	list, err := json.Marshal(map[string]string(a))
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return string(list)
}

// placeGuide places the guide's pictures, which are compressed already.
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
