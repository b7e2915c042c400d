package ldtk

import (
	"fmt"
	"math"
	"strconv"

	"fillet/importers"

	"github.com/solarlune/ldtkgo"
	"github.com/tidwall/gjson"
)

// ldtkgo reads entities from small documents: one level with one layer, with every key as in format 1.5, in whole
// pixels. Errors in a layer are then reported at its position, and ldtkgo's work, which grows with the square of the
// number of levels, stays small. Cells, for which ldtkgo needs a hundred times their size in memory, are read without
// it.

// entityLayer begins a document for ldtkgo, to which the caller appends the entities before it calls readLayer.
func entityLayer(layer *layerRecord) []byte {
	b := []byte(`{"jsonVersion":"1.5.3","worldLayout":"Free","defs":{"layers":[],"tilesets":[]},"levels":[{"worldX":0,"worldY":0,"layerInstances":[{"__type":"Entities","__identifier":`)
	b = gjson.AppendJSONString(b, layer.name)
	b = append(b, `,"__gridSize":`...)
	b = strconv.AppendInt(b, int64(roundToInt(layer.gridSize)), 10)
	return append(b, `,"__cWid":0,"__cHei":0,"entityInstances":[`...)
}

// readLayer completes a document after its last entity and reads it with ldtkgo. A panic in ldtkgo becomes an error.
func readLayer(document []byte) (layer *ldtkgo.Layer, err error) {
	defer func() {
		if p := recover(); p != nil {
			layer, err = nil, fmt.Errorf("ldtkgo failed: %v", p)
		}
	}()
	project, err := ldtkgo.Read(append(document, "]}]}]}"...))
	if err != nil {
		return nil, err
	}
	if len(project.Levels) != 1 || len(project.Levels[0].Layers) != 1 {
		return nil, fmt.Errorf("ldtkgo found %d levels in a document of one", len(project.Levels))
	}
	return project.Levels[0].Layers[0], nil
}

// roundToInt returns the nearest whole number that ldtkgo can hold.
func roundToInt(x float64) int {
	return int(math.Round(min(max(x, math.MinInt32), math.MaxInt32)))
}

// entityDocument appends one entity to a document's list.
func entityDocument(b []byte, e *entityRecord) []byte {
	b = append(b, `{"__identifier":`...)
	b = gjson.AppendJSONString(b, e.name)
	b = fmt.Appendf(b, `,"px":[%d,%d],"width":%d,"height":%d,"fieldInstances":[`, roundToInt(e.at.X),
		roundToInt(e.at.Y), roundToInt(e.size.X), roundToInt(e.size.Y))
	for i, f := range e.fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"__identifier":`...)
		b = gjson.AppendJSONString(b, f.name)
		b = append(b, `,"__type":`...)
		b = gjson.AppendJSONString(b, f.kind)
		b = append(b, `,"__value":`...)
		b = appendValue(b, f.value, 0)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

// maxFieldDepth limits the nesting of lists and objects in a field's value. LDtk itself nests two levels.
const maxFieldDepth = 8

// appendValue appends a field's value in a form that ldtkgo accepts: numbers that no float64 can hold and values that
// are nested too deeply become null.
func appendValue(b []byte, v gjson.Result, depth int) []byte {
	switch {
	case v.Type == gjson.Number:
		n, ok := importers.JSONNumber(v)
		if !ok {
			return append(b, "null"...)
		}
		return strconv.AppendFloat(b, n, 'g', -1, 64)
	case v.Type == gjson.String:
		return gjson.AppendJSONString(b, importers.JSONText(v))
	case v.Type != gjson.JSON:
		return append(b, v.Raw...)
	case depth == maxFieldDepth:
		return append(b, "null"...)
	}
	first, open, end := true, byte('{'), byte('}')
	if v.IsArray() {
		open, end = '[', ']'
	}
	b = append(b, open)
	v.ForEach(func(key, value gjson.Result) bool {
		if !first {
			b = append(b, ',')
		}
		if first = false; open == '{' {
			b = append(gjson.AppendJSONString(b, key.Str), ':')
		}
		b = appendValue(b, value, depth+1)
		return true
	})
	return append(b, end)
}
