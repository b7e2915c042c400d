// Command english checks the wording of Go comments and strings, of pages, and of the comments in other files:
//
//	go vet -vettool=english PACKAGES
//	english FILE...
//
// Comments, and strings with a space, must not contain phrases of banned.txt. The comment of a function must continue
// with a verb after the name, the comment of a type with "is a" or a verb. Tests must only avoid the banned phrases.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	files := os.Args[1:]
	if len(files) == 0 || strings.HasPrefix(files[0], "-") || strings.HasSuffix(files[0], ".cfg") { // called by go vet
		unitchecker.Main(analyzer)
	}
	found := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			fmt.Fprintln(os.Stderr, "english:", err)
			os.Exit(2)
		}
		text := proseOf(file, string(data))
		for _, f := range findBanned(text) {
			fmt.Printf("%s:%d: %s\n", file, 1+strings.Count(text[:f.at], "\n"), f)
			found++
		}
	}
	if found > 0 {
		os.Exit(1)
	}
}

// Comments up to the end of the line, by their marks.
var (
	hashComment  = regexp.MustCompile(`(?:^|\s)#\s(.*)`)
	slashComment = regexp.MustCompile(`(?:^|\s)//\s?(.*)`)
	dashComment  = regexp.MustCompile(`(?:^|\s)--\s(.*)`)
)

// proseOf returns the prose of a file, line by line: a page without its code, the description above a patch, or the
// comments of any other file.
func proseOf(file, text string) string {
	comment := hashComment
	switch filepath.Ext(file) {
	case ".md":
		return withoutCode(text)
	case ".patch":
		head, _, _ := strings.Cut(text, "\n--- ")
		return head
	case ".js", ".mjs", ".cjs", ".c", ".cpp", ".h", ".cs", ".rs":
		comment = slashComment
	case ".lua":
		comment = dashComment
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if m := comment.FindStringSubmatch(line); m != nil {
			lines[i] = strings.TrimSpace(m[1])
		} else {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// withoutCode blanks the fenced code blocks of a page, so that positions stay the same.
func withoutCode(page string) string {
	blocks := strings.Split(page, "```")
	for i := 1; i < len(blocks); i += 2 {
		blocks[i] = strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, blocks[i])
	}
	return strings.Join(blocks, "```")
}
