// Command english checks the wording of comments, strings and pages:
//
//	go vet -vettool=english PACKAGES
//	english PAGE.md...
//
// Comments, and strings with a space, must not contain phrases of banned.txt. The comment of a function must continue
// with a verb after the name, the comment of a type with "is a" or a verb. Tests must only avoid the banned phrases.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	pages := os.Args[1:]
	if len(pages) == 0 || !strings.HasSuffix(pages[0], ".md") {
		unitchecker.Main(analyzer)
	}
	found := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			fmt.Fprintln(os.Stderr, "english:", err)
			os.Exit(2)
		}
		for _, f := range findBanned(withoutCode(string(text))) {
			fmt.Printf("%s:%d: %s\n", page, 1+bytes.Count(text[:f.at], []byte("\n")), f)
			found++
		}
	}
	if found > 0 {
		os.Exit(1)
	}
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
