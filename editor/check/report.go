package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Report holds the findings of one file.
type Report struct {
	File     string // the file's name as given, with slashes or the system's separators
	Findings []Finding
	More     map[Severity]int                // counts of unlisted findings
	Fixed    []Finding                       // findings fixed earlier; only in text and JSON
	AlsoDone int                             // number of unlisted fixed findings
	Labels   map[level.ID]string             // display names of the colliders
	Parts    map[level.ID]string             // names of instances' parts, in place of their ids
	Places   map[level.ID]level.FilePosition // the colliders' positions in the file, if known
	Where    map[int]level.FilePosition      // file positions of findings without colliders, by index

	Instances map[level.InstanceID]level.FilePosition // the instances' positions, if known
	// Changes holds the positions of their overrides; see [level.Places].
	Changes map[level.InstanceID]map[level.PartChange]level.FilePosition

	Entries []level.FilePosition // positions of the ignore entries, if known

	Ignored     []Finding // the ignored findings
	MoreIgnored int       // number of unlisted ignored findings
	ShowIgnored bool      // list ignored findings instead of only counting them
}

// SetFindings sets the findings from the result of a check.
func (r *Report) SetFindings(f Findings) {
	r.Findings, r.More, r.Ignored, r.MoreIgnored = f.List, f.More, f.Ignored, f.MoreIgnored
}

// Trim drops data that the report does not need: labels and places of colliders without a finding, and the changes of
// fixes. The report then keeps nothing of the level in memory, which matters for large numbers of reports.
func (r *Report) Trim() {
	labels, places, parts := map[level.ID]string{}, map[level.ID]level.FilePosition{}, map[level.ID]string{}
	instances := map[level.InstanceID]level.FilePosition{}
	changes := map[level.InstanceID]map[level.PartChange]level.FilePosition{}
	for _, list := range [][]Finding{r.Fixed, r.Findings, r.Ignored} {
		for i := range list {
			for _, id := range list[i].Colliders {
				if l, ok := r.Labels[id]; ok {
					labels[id] = strings.Clone(l)
				}
				if p, ok := r.Places[id]; ok {
					places[id] = p
				}
				if p, ok := r.Parts[id]; ok {
					parts[id] = strings.Clone(p)
				}
			}
			of, change := list[i].Instance, list[i].Change
			if at, ok := r.Instances[of]; ok {
				instances[of] = at
			}
			if at, ok := r.Changes[of][change]; ok {
				if changes[of] == nil {
					changes[of] = map[level.PartChange]level.FilePosition{}
				}
				changes[of][change] = at
			}
			if f := list[i].Fix; f != nil {
				list[i].Fix = &Fix{Title: f.Title, Safe: f.Safe}
			}
		}
	}
	r.Labels, r.Places, r.Parts, r.Instances, r.Changes = labels, places, parts, instances, changes
}

// At sets the file positions of the level's records.
func (r *Report) At(at level.Places) {
	r.Places, r.Entries, r.Instances, r.Changes = at.Colliders, at.Ignored, at.Instances, at.Changes
}

// position returns the position of the i-th finding in the file.
func (r *Report) position(i int) level.FilePosition {
	if p, ok := r.Where[i]; ok {
		return p
	}
	if f := &r.Findings[i]; f.Rule == RuleUnusedIgnore && f.Entry <= len(r.Entries) {
		return r.Entries[f.Entry-1]
	}
	return r.positionOf(r.Findings[i])
}

// positionOf returns the file position of a finding's instance, its override, or its first collider.
func (r *Report) positionOf(f Finding) level.FilePosition {
	if f.Instance != 0 {
		if at, ok := r.Changes[f.Instance][f.Change]; ok {
			return at
		}
		return r.Instances[f.Instance]
	}
	if len(f.Colliders) == 0 {
		return level.FilePosition{}
	}
	return r.Places[f.Colliders[0]]
}

// Count returns the number of findings of each severity in the reports.
func Count(reports []Report) map[Severity]int {
	n := map[Severity]int{}
	for _, r := range reports {
		for _, f := range r.Findings {
			n[f.Severity]++
		}
		for severity, more := range r.More {
			n[severity] += more
		}
	}
	return n
}

// unlisted returns the number of findings that are not listed.
func (r *Report) unlisted() int { return (&Findings{More: r.More}).Unlisted() }

// Text formats the reports as text: one line per finding, in the form that editors and terminals turn into links, and a
// line of totals.
func Text(reports []Report) []byte {
	var b bytes.Buffer
	fixable := 0
	for _, r := range reports {
		file := quote.Escaped(r.File)
		for _, f := range r.Fixed {
			fmt.Fprintf(&b, "%s: fixed: ", file)
			if len(f.Colliders) > 0 {
				fmt.Fprintf(&b, "%s: ", r.named(f))
			}
			fmt.Fprintf(&b, "%s [%s]\n", f.Message, f.Rule)
		}
		if r.AlsoDone > 0 {
			fmt.Fprintf(&b, "%s: fixed: and %d more\n", file, r.AlsoDone)
		}
		for i, f := range r.Findings {
			r.line(&b, f, r.position(i), string(f.Severity))
			if f.Fix != nil && f.Fix.Safe {
				b.WriteString(" (fixable with --fix)")
				fixable++
			}
			b.WriteByte('\n')
		}
		if n := r.unlisted(); n > 0 {
			fmt.Fprintf(&b, "%s: and %d more\n", file, n)
		}
		if r.ShowIgnored {
			r.ignored(&b, file)
		}
	}
	n := Count(reports)
	fmt.Fprintf(&b, "%s, %s, %s", quote.Count(n[Error], "error"), quote.Count(n[Warning], "warning"),
		quote.Count(n[Note], "note"))
	if fixable > 0 {
		fmt.Fprintf(&b, "; %d fixable with --fix", fixable)
	}
	ignored := 0
	for _, r := range reports {
		ignored += len(r.Ignored) + r.MoreIgnored
	}
	if ignored > 0 {
		fmt.Fprintf(&b, "; %d ignored", ignored)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// line writes a finding without its fix.
func (r *Report) line(b *bytes.Buffer, f Finding, at level.FilePosition, as string) {
	b.WriteString(quote.Escaped(r.File))
	if at.Line > 0 {
		fmt.Fprintf(b, ":%d:%d", at.Line, max(at.Column, 1))
	}
	fmt.Fprintf(b, ": %s: ", as)
	if len(f.Colliders) > 0 {
		fmt.Fprintf(b, "%s: ", r.named(f))
	}
	b.WriteString(f.Message)
	if f.isPlaced() {
		fmt.Fprintf(b, ", at (%s, %s)", number(f.Place.X), number(f.Place.Y))
	}
	fmt.Fprintf(b, " [%s]", f.Rule)
}

func (r *Report) ignored(b *bytes.Buffer, file string) {
	for _, f := range r.Ignored {
		r.line(b, f, r.positionOf(f), "ignored")
		if f.Reason != "" {
			fmt.Fprintf(b, ": %s", quote.Excerpt(f.Reason))
		}
		b.WriteByte('\n')
	}
	if r.MoreIgnored > 0 {
		fmt.Fprintf(b, "%s: ignored: and %d more\n", file, r.MoreIgnored)
	}
}

// isPlaced reports whether the finding has its own place in the level.
func (f *Finding) isPlaced() bool { return len(f.Colliders) > 0 || f.Instance != 0 }

// named lists a finding's colliders by their display names, or only the first few if there are many.
func (r *Report) named(f Finding) string {
	const limit = 3
	ids := f.Colliders[:min(len(f.Colliders), limit)]
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = r.idText(id)
		if l := r.Labels[id]; l != "" && l != names[i] {
			names[i] += " " + strconv.Quote(quote.Excerpt(l))
		}
	}
	if more := len(f.Colliders) - len(ids); more > 0 {
		return strings.Join(names, ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, " and ")
}

type jsonFinding struct {
	File      string      `json:"file"`
	Line      int         `json:"line,omitempty"`
	Column    int         `json:"column,omitempty"`
	Rule      string      `json:"rule"`
	Severity  Severity    `json:"severity"`
	Message   string      `json:"message"`
	Colliders []string    `json:"colliders"`
	Instance  string      `json:"instance,omitempty"` // if it is not about the instance's parts
	Part      string      `json:"part,omitempty"`     // part of the override that it is about
	Key       string      `json:"key,omitempty"`      // key of the override
	Place     *[2]float64 `json:"place,omitempty"`
	Fix       *jsonFix    `json:"fix,omitempty"`
	Reason    string      `json:"reason,omitempty"` // reason of ignored findings
}

type jsonFix struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
}

// JSON formats the reports as JSON.
func JSON(reports []Report) ([]byte, error) {
	out := struct {
		Findings []jsonFinding    `json:"findings"`
		Fixed    []jsonFinding    `json:"fixed"`
		Counts   map[Severity]int `json:"counts"`             // including unlisted findings
		Unlisted int              `json:"unlisted,omitempty"` // number of findings
		AlsoDone int              `json:"fixed_unlisted,omitempty"`

		IgnoredCount int           `json:"ignored_count"`
		Ignored      []jsonFinding `json:"ignored,omitempty"` // if requested
	}{Findings: []jsonFinding{}, Fixed: []jsonFinding{}, Counts: map[Severity]int{Error: 0, Warning: 0, Note: 0}}
	for _, r := range reports {
		for i, f := range r.Findings {
			out.Findings = append(out.Findings, r.json(f, r.position(i)))
		}
		out.Unlisted += r.unlisted()
		out.AlsoDone += r.AlsoDone
		for _, f := range r.Fixed {
			out.Fixed = append(out.Fixed, r.json(f, level.FilePosition{}))
		}
		out.IgnoredCount += len(r.Ignored) + r.MoreIgnored
		for _, f := range r.Ignored {
			if r.ShowIgnored {
				out.Ignored = append(out.Ignored, r.json(f, r.positionOf(f)))
			}
		}
	}
	maps.Copy(out.Counts, Count(reports))
	data, err := json.MarshalIndent(out, "", "  ")
	return append(data, '\n'), err
}

func (r *Report) json(f Finding, at level.FilePosition) jsonFinding {
	j := jsonFinding{
		File: r.File, Line: at.Line, Column: at.Column, Rule: f.Rule, Severity: f.Severity, Message: f.Message,
		Colliders: make([]string, len(f.Colliders)), Reason: f.Reason,
	}
	for i, id := range f.Colliders {
		j.Colliders[i] = r.idText(id)
	}
	if f.Instance != 0 {
		j.Instance, j.Part, j.Key = f.Instance.String(), f.Change.Part, f.Change.Key
	}
	if f.isPlaced() {
		j.Place = &[2]float64{f.Place.X, f.Place.Y}
	}
	if f.Fix != nil {
		j.Fix = &jsonFix{f.Fix.Title, f.Fix.Safe}
	}
	return j
}

// idText returns a collider's id, or the name of an instance's part.
func (r *Report) idText(id level.ID) string {
	if name, ok := r.Parts[id]; ok {
		return name
	}
	return id.String()
}
