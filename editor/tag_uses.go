package editor

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"fillet/editor/level"
)

// TagUse is a tag and the number of colliders that have it.
type TagUse struct {
	Tag   string
	Count int
}

// TagsOf returns the tags of some colliders, in order of first appearance.
func TagsOf(doc *level.Document, ids []level.ID) []TagUse {
	return tagUses(func(yield func(*level.Collider) bool) {
		for _, id := range ids {
			if c := doc.Collider(id); c != nil && !yield(c) {
				return
			}
		}
	})
}

// AllTags returns the tags of a level, the most used first.
func AllTags(doc *level.Document) []TagUse {
	all := tagUses(doc.Colliders())
	slices.SortFunc(all, func(a, b TagUse) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Tag, b.Tag)) })
	return all
}

func tagUses(of iter.Seq[*level.Collider]) []TagUse {
	at := map[string]int{}
	var all []TagUse
	for c := range of {
		for _, t := range c.Tags {
			i, ok := at[t]
			if !ok {
				i = len(all)
				at[t] = i
				all = append(all, TagUse{Tag: t})
			}
			all[i].Count++
		}
	}
	return all
}
