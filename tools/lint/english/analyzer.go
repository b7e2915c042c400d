package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

var analyzer = &analysis.Analyzer{
	Name: "english",
	Doc:  "checks the wording of comments and strings",
	Run:  run,
}

// phrase is a banned pattern and the wording to use instead.
type phrase struct {
	pattern *regexp.Regexp
	instead string
}

//go:embed banned.txt
var bannedText string

var banned = parsePhrases(bannedText)

// parsePhrases reads the lines of a list of phrases.
func parsePhrases(text string) []phrase {
	var phrases []phrase
	for line := range strings.Lines(text) {
		pattern, instead, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok && !strings.HasPrefix(line, "#") {
			phrases = append(phrases, phrase{regexp.MustCompile("(?i)" + pattern), instead})
		}
	}
	return phrases
}

// finding is a banned phrase in a string.
type finding struct {
	at            int
	text, instead string
}

func (f finding) String() string { return fmt.Sprintf("%q: %s", f.text, f.instead) }

// findBanned returns the banned phrases of a string. Line breaks count as spaces.
func findBanned(text string) []finding {
	text = strings.NewReplacer("\n", " ", "\t", " ").Replace(text)
	var found []finding
	for _, p := range banned {
		for _, at := range p.pattern.FindAllStringIndex(text, -1) {
			found = append(found, finding{at[0], text[at[0]:at[1]], p.instead})
		}
	}
	return found
}

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		if ast.IsGenerated(file) {
			continue
		}
		isTest := strings.HasSuffix(pass.Fset.File(file.Pos()).Name(), "_test.go")
		for _, group := range file.Comments {
			checkComments(pass, group)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.BasicLit:
				checkLiteral(pass, n)
			case *ast.FuncDecl:
				if second := secondWord(n.Doc, n.Name.Name); !isTest && second != "" && !isVerb(second) {
					pass.Reportf(n.Doc.Pos(),
						"%s %s: the comment of a function must continue with a verb, such as Returns", n.Name.Name, second)
				}
			case *ast.GenDecl:
				if !isTest {
					checkTypes(pass, n)
				}
			}
			return true
		})
	}
	return nil, nil
}

// checkComments reports the banned phrases of a group of comments, including phrases that a line break divides.
func checkComments(pass *analysis.Pass, group *ast.CommentGroup) {
	var text strings.Builder
	var starts []int
	for _, c := range group.List {
		starts = append(starts, text.Len())
		text.WriteString(strings.TrimSpace(strings.TrimPrefix(c.Text, "//")) + " ")
	}
	for _, f := range findBanned(text.String()) {
		line := 0
		for line+1 < len(starts) && starts[line+1] <= f.at {
			line++
		}
		pass.Reportf(group.List[line].Pos(), "%s", f)
	}
}

// checkLiteral reports the banned phrases of a string that contains a space. It skips code that an export writes, which
// has comments.
func checkLiteral(pass *analysis.Pass, lit *ast.BasicLit) {
	if lit.Kind != token.STRING {
		return
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil || !strings.Contains(text, " ") || strings.Contains(text, "// ") {
		return
	}
	for _, f := range findBanned(text) {
		pass.Reportf(lit.Pos(), "%s", f)
	}
}

// checkTypes reports types whose comment says neither what they are nor what they do.
func checkTypes(pass *analysis.Pass, decl *ast.GenDecl) {
	if decl.Tok != token.TYPE {
		return
	}
	for _, spec := range decl.Specs {
		spec := spec.(*ast.TypeSpec)
		doc := spec.Doc
		if doc == nil && len(decl.Specs) == 1 {
			doc = decl.Doc
		}
		second := secondWord(doc, spec.Name.Name)
		if second == "" || isVerb(second) {
			continue
		}
		if third := secondWord(doc, spec.Name.Name+" is"); third != "a" && third != "an" && third != "one" &&
			third != "the" {
			pass.Reportf(doc.Pos(), `%s %s: the comment of a type must continue with "is a" or a verb, such as holds`,
				spec.Name.Name, second)
		}
	}
}

// secondWord returns the word after the first words of a comment, or "" if the comment begins differently.
func secondWord(doc *ast.CommentGroup, first string) string {
	if doc == nil {
		return ""
	}
	rest, ok := strings.CutPrefix(strings.Join(strings.Fields(doc.Text()), " "), first+" ")
	if !ok {
		return ""
	}
	word, _, _ := strings.Cut(rest, " ")
	return strings.TrimRight(word, ",.:;")
}

// isVerb reports whether a word can be a verb in the third person. All such verbs end with s; few other words that
// follow a name do.
func isVerb(word string) bool {
	switch word {
	case "is", "has", "was", "does", "as", "its", "this", "us":
		return false
	}
	return strings.HasSuffix(word, "s") && strings.ToLower(word) == word
}
