package export

import (
	"fmt"
	"io"

	"fillet/export/colliders"
)

// WriteFile writes a file in a native format.
func WriteFile(w io.Writer, f *colliders.File, e Exporter) error {
	out := e.(native).newWriter(f, w, len(f.Colliders))
	for i := range f.Colliders {
		if _, err := out.add(&f.Colliders[i]); err != nil {
			return err
		}
	}
	_, err := out.finish(f.Joints)
	return err
}

// LossKinds lists the kinds.
func LossKinds() []LossKind {
	out := make([]LossKind, len(lossKinds))
	for i, l := range lossKinds {
		out[i] = l.kind
	}
	return out
}

// LossTable returns the table of kinds in docs/EXPORT.md.
func LossTable() string {
	table := "| kind | severity | what is lost |\n|---|---|---|\n"
	for _, l := range lossKinds {
		table += fmt.Sprintf("| `%s` | %s | %s |\n", l.kind, l.severity, l.what)
	}
	return table + "| `import` | loss | something in the foreign file did not get into the level |\n"
}

// EncodedBy returns how many colliders a Live has encoded so far.
func EncodedBy(l *Live) int { return l.encoded }
