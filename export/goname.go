package export

import (
	"fmt"
	"go/build"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fillet/editor/quote"
)

// IsGo reports whether a format is Go source, so that several levels can share a package: [Options.Package].
func IsGo(e Exporter) bool {
	f, ok := e.(*format)
	return ok && f.isGo
}

// CheckPackage reports why a name cannot be the name of a package of levels.
func CheckPackage(name string) error {
	switch {
	case !token.IsIdentifier(name) || name == "_":
		return fmt.Errorf("%q cannot be the name of a Go package: it is not an identifier, or is a keyword",
			quote.Excerpt(name))
	case !importable(name):
		return fmt.Errorf("%q cannot be the name of a Go package: the go tool reserves it", quote.Excerpt(name))
	}
	return nil
}

// importable reports whether the go tool compiles and imports packages of that name: it ignores files of a package
// documentation, and an import cannot be named init.
func importable(name string) bool { return name != "documentation" && name != "init" }

// packageName derives the name of a Go package from a file's name: its letters and digits in lower case.
func packageName(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) && b.Len() > 0) {
			b.WriteRune(r)
		}
	}
	name := b.String()
	if name == "" || name == "main" || token.IsKeyword(name) || !importable(name) {
		return "level" + name
	}
	return name
}

// goShared lists the exported names of a package of levels besides the levels themselves.
var goShared = []string{"Level", "Collider", "Shape", "OneWay", "NewWorld", "Joint"}

// GoName returns the name of a level in a package of several, from the file's name without folder and extension: its
// words, joined and capitalised.
func GoName(base string) string {
	var b strings.Builder
	words := strings.FieldsFunc(base, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		if last, _ := utf8.DecodeLastRuneInString(b.String()); unicode.IsDigit(last) && unicode.IsDigit(first) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(first))
		b.WriteString(word[size:])
	}
	name := b.String()
	if !token.IsExported(name) {
		name = "Level" + name
	}
	if slices.Contains(goShared, name) {
		name += "Level"
	}
	return name
}

// FileName returns the file name of a level in a format: the stem with the format's extension, and a prefix if the go
// tool would otherwise ignore or reject the file.
func FileName(e Exporter, stem string) string {
	name := stem + e.Extension()
	if IsGo(e) && !startsGoFile(name) {
		name = "level" + name
	}
	return name
}

// startsGoFile reports whether the go tool compiles files whose names begin like this.
func startsGoFile(name string) bool {
	c := name[0]
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= utf8.RuneSelf
}

// GoFileProblem returns why the go tool excludes a file from some or all builds because of its name. It is empty if it
// does not, and for files that are not Go.
func GoFileProblem(path string) string {
	name := filepath.Base(path)
	if filepath.Ext(name) != ".go" {
		return ""
	}
	if name[0] == '_' || name[0] == '.' {
		return "the go tool ignores files whose names begin with _ or a dot"
	}
	if !startsGoFile(name) {
		return "the go tool accepts only files whose names begin with a letter or a digit"
	}
	if strings.HasSuffix(name, "_test.go") {
		return "the go tool compiles files whose names end in _test.go for tests only"
	}
	nowhere := build.Context{GOOS: "nowhere", GOARCH: "nowhere", OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package x\n")), nil
	}}
	if match, err := nowhere.MatchFile("", name); err == nil && !match {
		return "the go tool reads the end of its name as an operating system or architecture, and ignores it on " +
			"all others"
	}
	return ""
}
