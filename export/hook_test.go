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
		if _, err := out.add(&f.Colliders[i], f.Colliders[i].Bounds); err != nil {
			return err
		}
	}
	_, _, err := out.finish(f.Joints)
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

// AppendChange appends a change as JSON, for [colliders.ReadChange].
func AppendChange(b []byte, c *colliders.Change) ([]byte, error) {
	e, o := &encoder{flat: true}, object{b: b}
	if c.Level != nil {
		o.key("level")
		e.level(c.Level)
		o.b, e.buf = append(o.b, e.buf...), nil
	}
	if c.Categories != nil {
		o.key("categories")
		writeList(e, c.Categories, e.str)
		o.b, e.buf = append(o.b, e.buf...), nil
	}
	o.records(encoded(c.Records, func(c *colliders.Collider) { e.collider(true, c) }, e))
	joints := object{}
	if joints.records(encoded(c.Joints, func(j *colliders.Joint) { e.values(j.Values) }, e)); joints.isOpen {
		o.key("joints")
		o.b = append(o.b, joints.end()...)
	}
	if !o.isOpen {
		return append(b, "{}"...), e.err
	}
	return o.end(), e.err
}

// encoded encodes records with an encoder.
func encoded[T any](c colliders.Records[T], write func(*T), e *encoder) colliders.Records[*record] {
	list := func(from []T) (out []*record) {
		for i := range from {
			write(&from[i])
			out, e.buf = append(out, &record{data: e.buf}), nil
		}
		return out
	}
	return colliders.Records[*record]{Added: list(c.Added), Changed: list(c.Changed), Removed: c.Removed}
}

// EncodedBy returns how many colliders a Live has encoded so far.
func EncodedBy(l *Live) int { return l.encoded }
