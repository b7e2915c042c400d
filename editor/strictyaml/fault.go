package strictyaml

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

var yamlLine = regexp.MustCompile(`^yaml: line (\d+): `)

// fault takes the line out of an error of the YAML library, as it has it, and the message; 0 is unknown.
func fault(err error) (line int, message string) {
	message = err.Error()
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1]) // the expression matches digits only; a number too large leaves 0, unknown
		message = message[len(m[0]):]
	}
	return line, strings.TrimPrefix(message, "yaml: ")
}

// mostSearched is how large a text is at most that is read again and again to find a fault's line: beyond it reading takes too long.
const mostSearched = 512 << 10

// place finds the line of a fault where one has to look. The library names some too early by one, and in others where the list or the
// mapping begins that the fault is in.
func place(data []byte, err error) (line int, message string) {
	line, message = fault(err)
	switch message {
	case "did not find expected ',' or ']'", "did not find expected ',' or '}'", "did not find expected node content":
		// Of these it knows where the bracket stands, counted from 0, unless that is in the first line.
		if again, same := shifted(data); same == message {
			line = again
		}
	case "found unexpected end of stream":
		// A quotation mark that is never closed; if it opens in the first line, its place is taken for none.
		if again, same := shifted(data); same == message && again > 1 {
			line = again - 1
		}
	case "mapping values are not allowed in this context":
		line = max(line, 1) // it has no number for the first one
		if before := withoutColon(data, line); before > 0 {
			return before, "could not find expected ':'"
		}
	case "did not find expected key", "did not find expected '-' indicator":
		line = firstWith(data, message, line)
	default:
		if line == 0 || strings.HasPrefix(message, "found a tab character") {
			line = firstWith(data, message, line)
		}
	}
	last := bytes.Count(bytes.TrimRight(data, " \t\n"), []byte("\n")) + 1
	return min(line, last), message
}

// shifted is what the library says of a text with a line before it. The first line is none to it where it looks for a place.
func shifted(data []byte) (line int, message string) {
	if err := decode(append([]byte("#\n"), data...)); err != nil {
		return fault(err)
	}
	return 0, ""
}

// decode reads the first document of a text, and says what is wrong with it; nothing is wrong with an empty one.
func decode(data []byte) (err error) {
	defer func() {
		if recover() != nil { // a bug of the library
			err = errors.New("yaml: it cannot be read")
		}
	}()
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(data)).Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// firstWith is the first line with which a text has a fault that does not depend on what comes behind; otherwise what the caller has.
func firstWith(data []byte, message string, otherwise int) int {
	if len(data) > mostSearched {
		return otherwise
	}
	var ends []int
	for at := 0; at < len(data); {
		n := bytes.IndexByte(data[at:], '\n')
		if n < 0 {
			n = len(data) - at - 1
		}
		at += n + 1
		ends = append(ends, at)
	}
	k := sort.Search(len(ends), func(k int) bool {
		err := decode(data[:ends[k]])
		if err == nil {
			return false
		}
		_, same := fault(err)
		return same == message
	})
	if k == len(ends) {
		return otherwise
	}
	return k + 1
}

// withoutColon is the line before one whose key stands where the text of that goes on: it lacks the colon that makes a key of it. It is 0
// where it is not so.
func withoutColon(data []byte, line int) int {
	lines := bytes.SplitN(data, []byte("\n"), line+1)
	if line < 2 || len(lines) < line {
		return 0
	}
	indent := func(s []byte) int { return len(s) - len(bytes.TrimLeft(s, " ")) }
	before, here := lines[line-2], lines[line-1]
	text := bytes.TrimLeft(before, " -")
	word, _, isTwo := strings.Cut(strings.TrimSpace(string(text)), " ")
	if !isTwo || len(before)-len(text) > indent(here) || bytes.ContainsAny(text, ":#\"'[]{},&*!|>%@`") || quote.Excerpt(word) != word {
		return 0
	}
	return line - 1
}
