package strictyaml

import (
	"fmt"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// The reader releases the parts of a list that were read, in YAML and in JSON.
func TestPiecesAreReleased(t *testing.T) {
	t.Parallel()
	var yamlText, jsonText strings.Builder
	yamlText.WriteString("list:\n")
	jsonText.WriteString(`{"list": [`)
	for i := range 1000 {
		fmt.Fprintf(&yamlText, "- a: [%d, 2, 3]\n  b:\n  - 1\n  - {c: 2}\n", i)
		fmt.Fprintf(&jsonText, "{\"a\": [%d, 2, 3],\n\"b\": [1, {\"c\": 2}]}, ", i)
	}
	jsonText.WriteString("0]}")
	for what, read := range map[string]func(r *Reader) (*yaml.Node, error){
		"YAML": func(r *Reader) (*yaml.Node, error) { return r.Read([]byte(yamlText.String())) },
		"JSON": func(r *Reader) (*yaml.Node, error) { return r.ReadJSON([]byte(jsonText.String())) },
	} {
		for _, size := range []int{1, 100, 0} {
			r := &Reader{PiecesFrom: 1, PieceSize: size}
			root, err := read(r)
			if err != nil {
				t.Fatal(what, err)
			}
			items, largest, sum := 0, 0, 0
			var gather func(n *yaml.Node) error
			gather = func(n *yaml.Node) error {
				largest = max(largest, len(r.cuts))
				switch n.Kind {
				case yaml.MappingNode:
					return r.Mapping(n, nil, func(_ string, v *yaml.Node) error { return gather(v) })
				case yaml.SequenceNode:
					return r.Sequence(n, func(_ int, v *yaml.Node) error { return gather(v) })
				}
				var x int
				err := r.Int(n, &x)
				items++
				sum += x
				return err
			}
			if err := gather(root); err != nil || largest > 20 {
				t.Errorf("%s in pieces of %d: %v, and %d nodes are kept", what, size, err, largest)
			}
			if want := 999*1000/2 + 1000*8; sum != want || items < 5000 {
				t.Errorf("%s in pieces of %d: %d numbers with the sum %d, want %d", what, size, items, sum, want)
			}
		}
	}
}

// The reader reads a large list in pieces of the requested size, neither as a whole nor item by item.
func TestPiecesHaveTheirSize(t *testing.T) {
	t.Parallel()
	const items, size = 2000, 1000
	var yamlText, jsonText strings.Builder
	yamlText.WriteString("list:\n")
	jsonText.WriteString(`{"list": [`)
	for i := range items {
		fmt.Fprintf(&yamlText, "- a: %d\n  b: [1, 2]\n", i)
		fmt.Fprintf(&jsonText, `{"a": %d, "b": [1, 2]}, `, i)
	}
	jsonText.WriteString("{}]}")
	for what, tt := range map[string]struct {
		text string
		read func(r *Reader, data []byte) (*yaml.Node, error)
		more int
	}{"YAML": {yamlText.String(), (*Reader).Read, 0}, "JSON": {jsonText.String(), (*Reader).ReadJSON, 1}} {
		r := &Reader{PiecesFrom: 1, PieceSize: size}
		root, err := tt.read(r, []byte(tt.text))
		if err != nil {
			t.Fatal(what, err)
		}
		found, pieces := 0, 0
		err = r.Mapping(root, nil, func(_ string, list *yaml.Node) error {
			return r.each(list, func(content []*yaml.Node) error {
				found += len(content)
				pieces++
				return nil
			})
		})
		if want := len(tt.text) / size; err != nil || found != items+tt.more || pieces < want/2 || pieces > want+1 {
			t.Errorf("%s: %d items in %d pieces (%v), want %d in about %d", what, found, pieces, err, items+tt.more,
				want)
		}
	}
}
