package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Baseline holds findings of some moment, so that a check fails on new ones only. A finding is known by its file, its rule
// and its colliders (its message where it is about none), so it stays known while the level around it changes.
type Baseline struct {
	entries []BaselineEntry
	at      map[string][]int // those of a file, by their places
}

// BaselineEntry is one finding of a baseline.
type BaselineEntry struct {
	File      string   `json:"file"` // relative to the folder of the baseline, with slashes
	Rule      string   `json:"rule"`
	Colliders []string `json:"colliders,omitempty"` // ids, sorted
	Message   string   `json:"message,omitempty"`   // where it is about no collider
	Count     int      `json:"count,omitempty"`     // of findings that are alike, where that is more than 1
}

// String is the entry for people.
func (e BaselineEntry) String() string {
	of := e.Message
	if len(e.Colliders) > 0 {
		const most = 3
		of = "of " + strings.Join(e.Colliders[:min(len(e.Colliders), most)], " and ")
		if more := len(e.Colliders) - most; more > 0 {
			of = fmt.Sprintf("%s and %d more", of, more)
		}
	}
	return strings.TrimSpace(e.Rule + " " + quote.Excerpt(of))
}

// entryOf is the entry of a finding of a file.
func entryOf(file string, r *Report, f Finding) BaselineEntry {
	e := BaselineEntry{File: file, Rule: f.Rule, Count: 1}
	ids := slices.Clone(f.Colliders)
	slices.Sort(ids)
	if e.Colliders = r.idStrings(ids); len(ids) == 0 && f.Rule != RuleInvalidOutline { // of which a file has one at most
		e.Message = f.Message
	}
	return e
}

func (e *BaselineEntry) key() string {
	return strings.Join([]string{e.File, e.Rule, strings.Join(e.Colliders, " "), e.Message}, "\x00")
}

// Known is what a baseline knows of one file.
type Known struct {
	Findings []Finding       // that it knows, the first MaxFindings
	More     int             // how many are not listed
	Gone     []BaselineEntry // that it knows and that do not occur
}

// Count is how many findings the baseline knows.
func (k *Known) Count() int { return len(k.Findings) + k.More }

// NewBaseline makes the baseline of reports, which list every finding. name gives the file of a report as entries name it.
func NewBaseline(reports []Report, name func(file string) string) *Baseline {
	b := &Baseline{}
	at := map[string]int{}
	for _, r := range reports {
		file := name(r.File)
		for _, f := range r.Findings {
			e := entryOf(file, &r, f)
			if i, ok := at[e.key()]; ok {
				b.entries[i].Count++
				continue
			}
			at[e.key()] = len(b.entries)
			b.entries = append(b.entries, e)
		}
	}
	slices.SortStableFunc(b.entries, func(x, y BaselineEntry) int { return strings.Compare(x.File, y.File) })
	b.index()
	return b
}

func (b *Baseline) index() {
	b.at = map[string][]int{}
	for i, e := range b.entries {
		b.at[e.File] = append(b.at[e.File], i)
	}
}

// Len is how many findings the baseline holds.
func (b *Baseline) Len() int {
	n := 0
	for _, e := range b.entries {
		n += e.Count
	}
	return n
}

// Apply takes the findings that the baseline knows out of a report, which lists every finding. Of findings that are alike
// as many are known as the baseline counts.
func (b *Baseline) Apply(r *Report, name func(file string) string) {
	file := name(r.File)
	left, order := map[string]int{}, b.at[file]
	for _, i := range order {
		left[b.entries[i].key()] += b.entries[i].Count
	}
	known := &Known{}
	var fresh []Finding
	where := map[int]level.FilePosition{}
	for i, f := range r.Findings {
		e := entryOf(file, r, f)
		key := e.key()
		if left[key] > 0 {
			left[key]--
			known.Findings = append(known.Findings, f)
			continue
		}
		if p, ok := r.Where[i]; ok {
			where[len(fresh)] = p
		}
		fresh = append(fresh, f)
	}
	for _, i := range order {
		e := b.entries[i]
		if e.Count = left[e.key()]; e.Count > 0 {
			known.Gone = append(known.Gone, e)
		}
	}
	if more := len(known.Findings) - MaxFindings; more > 0 {
		known.Findings, known.More = slices.Clip(known.Findings[:MaxFindings]), more
	}
	r.Findings, r.Where, r.Baseline = fresh, where, known
}

// BaselineName returns how a baseline in a folder names files: relative to it, with slashes.
func BaselineName(dir string) func(file string) string {
	root, rootErr := filepath.Abs(dir)
	return func(file string) string {
		abs, err := filepath.Abs(file)
		if err == nil && rootErr == nil && file != "-" {
			if rel, err := filepath.Rel(root, abs); err == nil {
				file = rel
			}
		}
		return filepath.ToSlash(file)
	}
}

// baselineFormat is the first value of a baseline's file.
const baselineFormat = "fillet-baseline"

// Marshal is the baseline's file: JSON, one line a finding, sorted by file, then as findings are.
func (b *Baseline) Marshal() ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"format\": %q,\n  \"version\": 1,\n  \"findings\": [", baselineFormat)
	for i, e := range b.entries {
		if e.Count == 1 {
			e.Count = 0 // left out
		}
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(line)
	}
	if len(b.entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes(), nil
}

var (
	baselineKeys      = []string{"format", "version", "findings"}
	baselineEntryKeys = []string{"file", "rule", "colliders", "message", "count"}
)

// ParseBaseline reads a baseline's file. Errors have the place under the name given to the file.
func ParseBaseline(data []byte, name string) (*Baseline, error) {
	r := &strictyaml.Reader{File: name, What: "a baseline"}
	root, err := r.ReadJSON(data)
	if err != nil {
		return nil, fmt.Errorf("%w; a baseline is the JSON file that check --write-baseline writes", err)
	}
	b := &Baseline{}
	format := ""
	err = r.Mapping(root, baselineKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "format":
			return r.Text(v, &format)
		case "version":
			version := 0
			if err := r.Int(v, &version); err != nil {
				return err
			}
			if version != 1 {
				return r.Errorf(v, "this baseline is of version %d; version 1 can be read", version)
			}
			return nil
		default:
			return r.Sequence(v, func(_ int, item *yaml.Node) error {
				e := BaselineEntry{Count: 1}
				err := baselineEntry(r, item, &e)
				b.entries = append(b.entries, e)
				return err
			})
		}
	})
	if err != nil {
		return nil, err
	}
	if format != baselineFormat {
		return nil, r.Errorf(root, `this is not a baseline: its "format" would be %q`, baselineFormat)
	}
	b.index()
	return b, nil
}

func baselineEntry(r *strictyaml.Reader, n *yaml.Node, e *BaselineEntry) error {
	err := r.Mapping(n, baselineEntryKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "file":
			return r.Text(v, &e.File)
		case "rule":
			return r.Text(v, &e.Rule)
		case "colliders":
			return r.Words(v, &e.Colliders)
		case "message":
			return r.Text(v, &e.Message)
		default:
			return r.Int(v, &e.Count)
		}
	})
	switch {
	case err != nil:
		return err
	case e.File == "" || e.Rule == "":
		return r.Errorf(n, `a finding of a baseline has a "file" and a "rule"`)
	case e.Count < 1:
		return r.Errorf(n, "a count of %d is not a number of findings", e.Count)
	}
	return nil
}
