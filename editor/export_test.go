package editor

import "fillet/editor/level"

// ConvertibleKinds returns the kinds that a shape can be converted to, in the order of level.Kinds.
func ConvertibleKinds(s level.Shape) []level.Kind {
	var out []level.Kind
	for _, k := range level.Kinds {
		if k == s.Kind {
			continue
		}
		if _, err := ConvertShape(s, k); err == nil {
			out = append(out, k)
		}
	}
	return out
}
