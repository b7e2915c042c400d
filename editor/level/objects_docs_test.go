package level_test

import (
	"fmt"
	"strings"
	"testing"

	"fillet/editor/level"
)

// table returns the table of objects in the form of the documentation.
func table() string {
	var b strings.Builder
	b.WriteString("| object | tag | role | what it does | properties |\n|---|---|---|---|---|\n")
	for _, o := range level.Objects() {
		tag := "–"
		if o.Tag != "" {
			tag = "`" + o.Tag + "`"
		}
		var roles, fields []string
		for _, r := range o.Roles {
			roles = append(roles, r.String())
		}
		for _, f := range o.Fields {
			of := map[level.FieldType]string{
				level.BoolField: "true or false", level.TextField: "text",
				level.ChoiceField: strings.Join(f.Words, ", "),
			}[f.Type]
			if f.Type == level.NumberField {
				of = fmt.Sprintf("%s, %g at first", strings.TrimSpace(fmt.Sprintf("%g to %g %s", f.Min, f.Max,
					f.Unit)), f.Default)
			}
			fields = append(fields, fmt.Sprintf("`%s` (%s): %s", f.Key, of, f.Help))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", o.Title, tag, strings.Join(roles, ", "), o.Help,
			strings.Join(fields, "<br>"))
	}
	return b.String()
}

// TestTableIsDocumented compares the table in docs/PLAYTEST.md with the program's table.
func TestTableIsDocumented(t *testing.T) {
	level.CheckDocs(t, "../../docs/PLAYTEST.md", "gameplay", table())
}
