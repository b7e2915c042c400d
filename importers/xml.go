package importers

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"fillet/editor/quote"

	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

// Limits of an XML file.
const (
	MaxNesting    = 256 // depth of nested elements
	MaxElements   = 1 << 20
	MaxAttributes = 1 << 22 // of all elements together
	maxEntities   = 64      // declared entities
	maxExpansion  = 1 << 24 // bytes of expanded entities
)

// XMLNode is an element of an XML file.
type XMLNode struct {
	Space    string // its namespace's URI, or the prefix itself if that is not declared
	Name     string // without a prefix
	Attrs    []XMLAttr
	Children []*XMLNode
	Text     string // its own text, if kept
	Line     int    // the line where it begins, from 1
}

// XMLAttr is an attribute of an element.
type XMLAttr struct{ Space, Name, Value string }

// Attr returns the value of an attribute without a namespace, or "" if the element does not have it.
func (n *XMLNode) Attr(name string) string { return n.AttrIn("", name) }

// AttrIn returns the value of an attribute in a namespace.
func (n *XMLNode) AttrIn(space, name string) string {
	value, _ := n.Lookup(space, name)
	return value
}

// Has reports whether the element has an attribute without a namespace.
func (n *XMLNode) Has(name string) bool {
	_, ok := n.Lookup("", name)
	return ok
}

// Lookup returns the value of an attribute in a namespace, if the element has it.
func (n *XMLNode) Lookup(space, name string) (value string, ok bool) {
	for i := range n.Attrs {
		if a := &n.Attrs[i]; a.Name == name && a.Space == space {
			return a.Value, true
		}
	}
	return "", false
}

// ParseXML parses the first element of a file with its contents. It keeps the text of elements that keepsText accepts.
// The error is an *Error with the line.
func ParseXML(name string, data []byte, keepsText func(element string) bool) (*XMLNode, error) {
	p := parser{keepsText: keepsText}
	root, err := p.parse(InUTF8(data))
	if err != nil {
		e := &Error{File: name, Line: p.line, Err: fmt.Errorf("this is not valid XML: %w", quote.ShortError(err))}
		return nil, Unreadable(data, e)
	}
	return root, nil
}

type parser struct {
	keepsText  func(element string) bool
	d          *xml.Decoder
	stack      []*XMLNode
	texts      [][]byte // of the elements on the stack
	elements   int
	attributes int
	line       int
}

func (p *parser) parse(data []byte) (*XMLNode, error) {
	p.d = xml.NewDecoder(bytes.NewReader(data))
	p.d.CharsetReader = Charset
	for {
		p.line, _ = p.d.InputPos()
		token, err := p.d.Token()
		if err != nil {
			p.line, _ = p.d.InputPos()
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		switch t := token.(type) {
		case xml.Directive:
			if err := p.declare(t, data); err != nil {
				return nil, err
			}
		case xml.StartElement:
			if err := p.open(t); err != nil {
				return nil, err
			}
		case xml.CharData:
			if n := len(p.stack); n > 0 && p.keepsText(p.stack[n-1].Name) {
				p.texts[n-1] = append(p.texts[n-1], t...)
			}
		case xml.EndElement:
			n := len(p.stack) - 1
			top := p.stack[n]
			top.Text = strings.ToValidUTF8(string(p.texts[n]), "\ufffd")
			if p.stack, p.texts = p.stack[:n], p.texts[:n]; n == 0 {
				return top, nil
			}
		}
	}
}

func (p *parser) open(t xml.StartElement) error {
	if len(p.stack) == MaxNesting {
		return fmt.Errorf("elements are nested more than %d deep", MaxNesting)
	}
	p.elements++
	p.attributes += len(t.Attr)
	if p.elements > MaxElements || p.attributes > MaxAttributes {
		return fmt.Errorf("more than %d elements or %d attributes", MaxElements, MaxAttributes)
	}
	n := &XMLNode{Space: t.Name.Space, Name: t.Name.Local, Line: p.line, Attrs: make([]XMLAttr, 0, len(t.Attr))}
	for _, a := range t.Attr {
		n.Attrs = append(n.Attrs, XMLAttr{a.Name.Space, a.Name.Local, strings.ToValidUTF8(a.Value, "\ufffd")})
	}
	if len(p.stack) > 0 {
		parent := p.stack[len(p.stack)-1]
		parent.Children = append(parent.Children, n)
	}
	p.stack = append(p.stack, n)
	p.texts = append(p.texts, nil)
	return nil
}

// declare adds the entities of a document type declaration, which Illustrator uses for namespace URIs. It rejects
// entities that contain markup, other entities or files, and files whose entities expand too far.
func (p *parser) declare(d xml.Directive, data []byte) error {
	rest := []byte(d)
	longest := 0
	if bytes.Contains(d, []byte("<<")) {
		return errors.New("the document type cannot be read")
	}
	for {
		at := bytes.Index(rest, []byte("<!ENTITY"))
		if at < 0 {
			break
		}
		rest = rest[at+len("<!ENTITY"):]
		fields := bytes.Fields(rest[:min(len(rest), 1000)])
		if len(fields) < 2 || len(fields[1]) == 0 || fields[1][0] != '"' && fields[1][0] != '\'' {
			return errors.New("external and parameter entities are not supported")
		}
		mark := fields[1][0]
		from := bytes.IndexByte(rest, mark)
		n := bytes.IndexByte(rest[from+1:], mark)
		if n < 0 || bytes.ContainsAny(rest[from+1:from+1+n], "&%<") || len(p.d.Entity) == maxEntities {
			return errors.New("entities that contain others or markup are not supported")
		}
		if p.d.Entity == nil {
			p.d.Entity = map[string]string{}
		}
		p.d.Entity[string(fields[0])] = string(rest[from+1 : from+1+n])
		longest = max(longest, n)
		rest = rest[from+1+n:]
	}
	if longest > 0 && bytes.Count(data, []byte("&")) > maxExpansion/longest {
		return fmt.Errorf("its entities expand to more than %d bytes", maxExpansion)
	}
	return nil
}

// InUTF8 converts UTF-16 with a byte order mark, or XML in UTF-16, to UTF-8 without a mark. It returns other text
// unchanged, apart from removing a UTF-8 byte order mark.
func InUTF8(data []byte) []byte {
	order, mark := unicode.LittleEndian, unicode.UseBOM
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
	case bytes.HasPrefix(data, []byte("<\x00")):
		mark = unicode.IgnoreBOM
	case bytes.HasPrefix(data, []byte("\x00<")):
		order, mark = unicode.BigEndian, unicode.IgnoreBOM
	default:
		return bytes.TrimPrefix(data, []byte("\ufeff"))
	}
	out, err := unicode.UTF16(order, mark).NewDecoder().Bytes(data)
	if err != nil {
		return data
	}
	return out
}

// Charset decodes the rest of an XML file from the encoding that the file's declaration names.
func Charset(label string, rest io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return rest, nil // InUTF8 has decoded it
	}
	enc, err := ianaindex.IANA.Encoding(label)
	if err != nil || enc == nil {
		return nil, fmt.Errorf("unknown encoding %q", quote.Excerpt(label))
	}
	return enc.NewDecoder().Reader(rest), nil
}
