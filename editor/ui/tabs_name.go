package ui

import (
	"path/filepath"
	"strconv"
	"strings"

	"fillet/editor/quote"
	"fillet/editor/workspace"
)

// openName is the name of an open level: its file's path and name, or the name suggested for saving.
type openName struct{ path, name string }

// shownName is the text of a tab: the name, and its folder if another tab has the same name.
type shownName struct{ name, where string }

// tellApart returns distinct names for open levels. Files with equal names get as many of their folders as needed.
// Levels without a file are numbered.
func tellApart(levels []openName) []shownName {
	out := make([]shownName, len(levels))
	same := map[string][]int{} // by shown name
	for i, l := range levels {
		out[i].name = quote.Excerpt(strings.TrimSuffix(l.name, workspace.Extension))
		same[out[i].name] = append(same[out[i].name], i)
	}
	for _, group := range same {
		if len(group) == 1 {
			continue
		}
		unsaved := 0
		folders := map[int][]string{} // from the file's folder up to the root
		for _, i := range group {
			if levels[i].path == "" {
				if unsaved++; unsaved > 1 {
					out[i].where = strconv.Itoa(unsaved)
				}
				continue
			}
			for dir := filepath.Dir(levels[i].path); ; dir = filepath.Dir(dir) {
				folders[i] = append(folders[i], filepath.Base(dir))
				if dir == filepath.Dir(dir) {
					break
				}
			}
		}
		for i, of := range folders {
			out[i].where = quote.Excerpt(apart(i, of, folders))
		}
	}
	return out
}

// apart returns the shortest trailing path of a file's folders that no other file of the same name has.
func apart(i int, of []string, folders map[int][]string) string {
	where := of[0]
	for n := 1; n <= len(of); n++ {
		where = ""
		for k := n - 1; k >= 0; k-- {
			where = filepath.Join(where, of[k])
		}
		isOnly := true
		for other, path := range folders {
			if other == i {
				continue
			}
			equal := len(path) >= n
			for k := 0; equal && k < n; k++ {
				equal = path[k] == of[k]
			}
			isOnly = isOnly && !equal
		}
		if isOnly {
			break
		}
	}
	return where
}
