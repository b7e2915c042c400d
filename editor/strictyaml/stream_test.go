package strictyaml

import (
	"reflect"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

// usual is regular YAML with every kind of node.
const usual = `format: things
version: 1
level: {name: "Yard, a b", size: [320, 200.5], "y": down, n: null, t: true, f: False}
list:
  - a
  - "b: c"
  - [1, -2, [0.5, 1e-09], {}]
  - id: c1
    points: [[4, 164], [-316.25, 164]]
    text: "ü\n\u00e9\"\\"
    tags: []
  - - nested
    - 12
# a comment

same:
  # another
- id: x
  when: 2001-01-01
- y
radii: [~, 2]
block: |
  # text: a

    b
name: Höhle  1
last: a b/c-d.e
`

// asTheLibrary checks that regular text is read as the library reads it, and reports whether the text is regular.
func asTheLibrary(t interface{ Fatalf(string, ...any) }, text string) (isRegular bool) {
	r := &Reader{}
	got := r.regular([]byte(text), textPlace{1, 1})
	if got == nil {
		return false
	}
	want, err := r.parse([]byte(text))
	if err != nil {
		t.Fatalf("%q is read, but the library reports %v", text, err)
	}
	withoutComments(want)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%q is read as\n%s\nbut by the library as\n%s", text, dump(got), dump(want))
	}
	return true
}

func withoutComments(n *yaml.Node) {
	n.HeadComment, n.LineComment, n.FootComment = "", "", ""
	for _, c := range n.Content {
		withoutComments(c)
	}
}

func dump(n *yaml.Node) string {
	var b strings.Builder
	var write func(n *yaml.Node, indent string)
	write = func(n *yaml.Node, indent string) {
		b.WriteString(indent)
		b.WriteString(strings.Join([]string{n.Tag, n.Value, reflect.ValueOf(n.Style).String()}, " "))
		b.WriteString(strings.Repeat(".", n.Line) + strings.Repeat("-", n.Column) + "\n")
		for _, c := range n.Content {
			write(c, indent+" ")
		}
	}
	write(n, "")
	return b.String()
}

func TestRegularTextReadsLikeTheLibrary(t *testing.T) {
	t.Parallel()
	if !asTheLibrary(t, usual) {
		t.Error("the usual text is irregular")
	}
	for _, value := range []string{
		"1", "-0", "007", "0.5", "00.5", "1.", "1e5", "1e999", "0x1F", "0o7", "1_000",
		"12:30", "nan", "Null", "NO", "True", "tRue", "falsey", "2001-01-01", "2001-1-1 1:2:3", "-1", "a  b", "a-", "_",
		"a+b", "\"\"", "\"a\" b", "[a, b c]", "[]", "ä", "{a: 1}", "{a: {b: [1]}}", "[a: b]", "[1,2]", "- a", "a: b",
		"a #b", "a#b", "12345678901234567890", "123456789012345678",
	} {
		asTheLibrary(t, "key: "+value+"\n")
		asTheLibrary(t, "- "+value+"\n")
		asTheLibrary(t, "[x, "+value+"]\n")
		asTheLibrary(t, value+": 1\n")
		asTheLibrary(t, "  - a: "+value+"\n    b:\n    - 1\n  - 2\n")
	}
}

// After any small change, regular text is either irregular or still read as the library reads it.
func TestAnyChangeOfARegularText(t *testing.T) {
	t.Parallel()
	cases, regular := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		cases++
		data := []byte(usual)
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			at := rapid.IntRange(0, len(data)-1).Draw(t, "at")
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				data[at] = rapid.SampledFrom([]byte("0123456789eE.-+_ :,[]{}\"'\\\n#~&*!|>%@abclnyux/")).Draw(t, "byte")
			case 1:
				data = append(data[:at], data[at+1:]...)
			default:
				end := min(at+rapid.IntRange(1, 30).Draw(t, "length"), len(data))
				data = append(data[:end:end], data[at:]...)
			}
		}
		if asTheLibrary(t, string(data)) {
			regular++
		}
	})
	if cases >= 200 && regular == 0 { // with few cases this may happen by chance
		t.Error("no text was regular")
	}
}

func FuzzRegular(f *testing.F) {
	f.Add(usual)
	f.Fuzz(func(t *testing.T, text string) { asTheLibrary(t, text) })
}
