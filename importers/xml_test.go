package importers

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fillet/editor/strictyaml"
)

func parse(data string) (*XMLNode, error) {
	return ParseXML("a.xml", []byte(data), func(name string) bool { return name == "t" })
}

// Elements have their lines, namespaces and texts.
func TestParse(t *testing.T) {
	t.Parallel()
	root, err := parse("<?xml version='1.0'?>\n<!-- c --><!DOCTYPE r [<!ENTITY here \"http://h\">]>\n<r " +
		"xmlns:p='&here;'\n a='1' p:a='2'>\n <t>x<![CDATA[<y>]]>&amp;<u>no</u>z</t>\n <p:b/></r> rest")
	if err != nil {
		t.Fatal(err)
	}
	if root.Name != "r" || root.Line != 3 || root.Attr("a") != "1" || root.AttrIn("http://h", "a") != "2" ||
		!root.Has("a") || root.Has("b") {
		t.Errorf("the root is %+v", root)
	}
	if len(root.Children) != 2 {
		t.Fatalf("%d children", len(root.Children))
	}
	text, b := root.Children[0], root.Children[1]
	if text.Text != "x<y>&z" || text.Line != 5 || len(text.Children) != 1 || text.Children[0].Text != "" {
		t.Errorf("the text is %+v", text)
	}
	if b.Name != "b" || b.Space != "http://h" || b.Line != 6 {
		t.Errorf("the last element is %+v", b)
	}
}

// Every fault gives an error with its line.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want string }{
		{"nothing", "", "a.xml:1: this is not valid XML: unexpected EOF"},
		{"cut short", "<a>\n<b>", "a.xml:2: "},
		{"closed wrong", "<a>\n</b>", "a.xml:2: "},
		{"too deep", strings.Repeat("<a>", MaxNesting+1), "more than 256 deep"},
		{"unknown entity", "<a>&nbsp;</a>", "invalid character entity &nbsp;"},
		{"an entity of markup", `<!DOCTYPE a [<!ENTITY b "<c/>">]><a/>`, "not supported"},
		{"an entity of parameters", `<!DOCTYPE a [<!ENTITY % b "c">]><a/>`, "not supported"},
		{"too many entities", `<!DOCTYPE a [` + manyEntities(65) + `]><a/>`, "not supported"},
		{"a strange encoding", `<?xml version="1.0" encoding="klingon"?><a/>`, `"klingon"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parse(tt.data)
			var e *Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
	if _, err := parse("<a>\n<<<<<<< ours\n<b/>\n=======\n>>>>>>> theirs\n</a>"); !errors.Is(err,
		strictyaml.ErrConflict) {
		t.Errorf("a conflict: %v", err)
	}
}

func manyEntities(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<!ENTITY e%d "c">`, i)
	}
	return b.String()
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"<a b='c'>d</a>", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`,
		"\xff\xfe<\x00a\x00/\x00>\x00", "<a><![CDATA[x]]></a>", "<a:b xmlns:a='c'/>",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := ParseXML("a.xml", data, func(string) bool { return true })
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("an error without a place: %v", err)
		}
		if (err == nil) != (root != nil) {
			t.Fatalf("root %v with error %v", root, err)
		}
	})
}
