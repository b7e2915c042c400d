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

// fault splits an error of the YAML library into a line and a message. Line 0 means unknown.
func fault(err error) (line int, message string) {
	message = err.Error()
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1]) // only digits match; a number that is too large gives 0
		message = message[len(m[0]):]
	}
	message = strings.TrimPrefix(message, "yaml: ")
	if message == "did not find expected <document start>" {
		line++ // the library counts from 0 here
	}
	return line, message
}

// maxSearched limits the size, in bytes, of text that is decoded repeatedly to find the line of a fault.
const maxSearched = 512 << 10

// place returns the line and message of an error of the YAML library. It corrects the line, since the library reports
// some faults one line too early, and others at the start of the enclosing list or mapping.
func place(data []byte, err error) (line int, message string) {
	line, message = fault(err)
	switch message {
	case "did not find expected ',' or ']'", "did not find expected ',' or '}'", "did not find expected node content":
		// The library reports the line of the bracket, counted from 0, but no line if it is the first.
		if again, same := shifted(data); same == message {
			line = again
		}
	case "found unexpected end of stream":
		// A quotation mark is never closed. The library reports no line if it opens in the first one.
		if again, same := shifted(data); same == message && again > 1 {
			line = again - 1
		}
	case "mapping values are not allowed in this context":
		line = max(line, 1) // the library omits the number of line 1
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

// shifted returns the error of the text with a line inserted before it, because the library cannot report faults in
// line 1.
func shifted(data []byte) (line int, message string) {
	if err := decode(append([]byte("#\n"), data...)); err != nil {
		return fault(err)
	}
	return 0, ""
}

// decode returns the error of decoding the first document of the text, or nil if there is none.
func decode(data []byte) (err error) {
	defer func() {
		if recover() != nil { // caused by a bug in the library
			err = errors.New("yaml: it cannot be read")
		}
	}()
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(data)).Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// firstWith returns the first line such that the text up to its end has the fault. If there is none or the text is too
// large, it returns otherwise. It suits faults that do not depend on later lines.
func firstWith(data []byte, message string, otherwise int) int {
	if len(data) > maxSearched {
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

// withoutColon returns the number of the previous line if that looks like a key without a colon, or else 0.
func withoutColon(data []byte, line int) int {
	lines := bytes.SplitN(data, []byte("\n"), line+1)
	if line < 2 || len(lines) < line {
		return 0
	}
	indent := func(s []byte) int { return len(s) - len(bytes.TrimLeft(s, " ")) }
	before, here := lines[line-2], lines[line-1]
	text := bytes.TrimLeft(before, " -")
	word, _, isTwo := strings.Cut(strings.TrimSpace(string(text)), " ")
	if !isTwo || len(before)-len(text) > indent(here) || bytes.ContainsAny(text, ":#\"'[]{},&*!|>%@`") ||
		quote.Excerpt(word) != word {
		return 0
	}
	return line - 1
}
