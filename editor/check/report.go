package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Report is the findings of one file.
type Report struct {
	File     string // as it was called; slashes or the system's separators
	Findings []Finding
	More     map[Severity]int                // findings that are not listed
	Fixed    []Finding                       // what was mended before; only people and JSON are told
	AlsoDone int                             // what was mended and is not listed
	Labels   map[level.ID]string             // what people call the colliders
	Places   map[level.ID]level.FilePosition // where they stand in the file, where that is known
	Where    map[int]level.FilePosition      // where a finding stands that is about no collider, by its index
}

// Trim drops what the report does not tell: the labels and places of colliders without a finding, and the changes of fixes. It
// then holds on to nothing of the level, which matters where there are reports of very many.
func (r *Report) Trim() {
	labels, places := map[level.ID]string{}, map[level.ID]level.FilePosition{}
	for _, list := range [2][]Finding{r.Fixed, r.Findings} {
		for i := range list {
			for _, id := range list[i].Colliders {
				if l, ok := r.Labels[id]; ok {
					labels[id] = strings.Clone(l)
				}
				if p, ok := r.Places[id]; ok {
					places[id] = p
				}
			}
			if f := list[i].Fix; f != nil {
				list[i].Fix = &Fix{Title: f.Title, Safe: f.Safe}
			}
		}
	}
	r.Labels, r.Places = labels, places
}

// position is where a finding stands in the file.
func (r *Report) position(i int) level.FilePosition {
	if p, ok := r.Where[i]; ok {
		return p
	}
	if ids := r.Findings[i].Colliders; len(ids) > 0 {
		return r.Places[ids[0]]
	}
	return level.FilePosition{}
}

// Count is how many findings of each severity the reports hold.
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

// unlisted is how many findings are not listed.
func (r *Report) unlisted() int { return (&Findings{More: r.More}).Unlisted() }

// Text is the reports for people: a line for each finding, in the form that editors and terminals make links of, and one
// that counts them.
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
			b.WriteString(file)
			if p := r.position(i); p.Line > 0 {
				fmt.Fprintf(&b, ":%d:%d", p.Line, max(p.Column, 1))
			}
			fmt.Fprintf(&b, ": %s: ", f.Severity)
			if len(f.Colliders) > 0 {
				fmt.Fprintf(&b, "%s: ", r.named(f))
			}
			b.WriteString(f.Message)
			if len(f.Colliders) > 0 {
				fmt.Fprintf(&b, ", at (%s, %s)", number(f.Place.X), number(f.Place.Y))
			}
			fmt.Fprintf(&b, " [%s]", f.Rule)
			if f.Fix != nil && f.Fix.Safe {
				b.WriteString(" (--fix mends it)")
				fixable++
			}
			b.WriteByte('\n')
		}
		if n := r.unlisted(); n > 0 {
			fmt.Fprintf(&b, "%s: and %d more\n", file, n)
		}
	}
	n := Count(reports)
	fmt.Fprintf(&b, "%s, %s, %s", count(n[Error], "error"), count(n[Warning], "warning"), count(n[Note], "note"))
	if fixable > 0 {
		fmt.Fprintf(&b, "; --fix mends %d", fixable)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// named lists a finding's colliders as people know them: the first few where they are many.
func (r *Report) named(f Finding) string {
	const most = 3
	ids := f.Colliders
	if len(ids) > most {
		ids = ids[:most]
	}
	names := make([]string, len(ids), most+1)
	for i, id := range ids {
		names[i] = id.String()
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
	Place     *[2]float64 `json:"place,omitempty"`
	Fix       *jsonFix    `json:"fix,omitempty"`
}

type jsonFix struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
}

// JSON is the reports for machines.
func JSON(reports []Report) ([]byte, error) {
	out := struct {
		Findings []jsonFinding    `json:"findings"`
		Fixed    []jsonFinding    `json:"fixed"`
		Counts   map[Severity]int `json:"counts"`             // of all, also of those that are not listed
		Unlisted int              `json:"unlisted,omitempty"` // findings
		AlsoDone int              `json:"fixed_unlisted,omitempty"`
	}{Findings: []jsonFinding{}, Fixed: []jsonFinding{}, Counts: map[Severity]int{Error: 0, Warning: 0, Note: 0}}
	for _, r := range reports {
		for i, f := range r.Findings {
			j := r.json(f)
			p := r.position(i)
			j.Line, j.Column = p.Line, p.Column
			out.Findings = append(out.Findings, j)
		}
		out.Unlisted += r.unlisted()
		out.AlsoDone += r.AlsoDone
		for _, f := range r.Fixed {
			out.Fixed = append(out.Fixed, r.json(f))
		}
	}
	for severity, n := range Count(reports) {
		out.Counts[severity] = n
	}
	data, err := json.MarshalIndent(out, "", "  ")
	return append(data, '\n'), err
}

func (r *Report) json(f Finding) jsonFinding {
	j := jsonFinding{File: r.File, Rule: f.Rule, Severity: f.Severity, Message: f.Message, Colliders: idStrings(f.Colliders)}
	if len(f.Colliders) > 0 {
		j.Place = &[2]float64{f.Place.X, f.Place.Y}
	}
	if f.Fix != nil {
		j.Fix = &jsonFix{f.Fix.Title, f.Fix.Safe}
	}
	return j
}

func idStrings(ids []level.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id.String()
	}
	return out
}

// The parts of SARIF 2.1.0 that a report needs.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
		// How many findings are not among the results, where there are such.
		Properties map[string]any `json:"properties,omitempty"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string       `json:"id"`
		Short   sarifMessage `json:"shortDescription"`
		Full    sarifMessage `json:"fullDescription"`
		Help    sarifMessage `json:"help"`
		Default struct {
			Level string `json:"level"`
		} `json:"defaultConfiguration"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   map[string]any    `json:"properties,omitempty"`
	}
	sarifLocation struct {
		ID       *int           `json:"id,omitempty"`
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
)

// SARIF is the reports as a SARIF 2.1.0 log, which code review and build servers read. Version is this program's, and
// may be empty. A result's fingerprint is made of its rule, its file and its colliders (of its message
// where it is about none), so that it stays while they do.
func SARIF(reports []Report, version string) ([]byte, error) {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "Fillet", Version: version}
	index := map[string]int{}
	for i, r := range Rules() {
		rule := sarifRule{ID: r.ID, Short: sarifMessage{r.Title}, Full: sarifMessage{r.Help}, Help: sarifMessage{r.Help}}
		rule.Default.Level = string(r.Severity)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		index[r.ID] = i
	}
	unlisted := 0
	for _, r := range reports {
		for i, f := range r.Findings {
			run.Results = append(run.Results, r.sarif(i, index[f.Rule]))
		}
		unlisted += r.unlisted()
	}
	if unlisted > 0 {
		run.Properties = map[string]any{"unlisted": unlisted}
	}
	data, err := json.MarshalIndent(sarifLog{
		Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	}, "", "  ")
	return append(data, '\n'), err
}

func (r *Report) sarif(i, rule int) sarifResult {
	f := r.Findings[i]
	text := f.Message
	if len(f.Colliders) > 0 {
		text = r.named(f) + ": " + text
	}
	what := strings.Join(idStrings(f.Colliders), " ")
	if what == "" && f.Rule != RuleInvalidOutline { // a file has one of these at most
		what = f.Message
	}
	sum := sha256.Sum256([]byte(f.Rule + "\n" + filepath.ToSlash(r.File) + "\n" + what))
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: string(f.Severity), Message: sarifMessage{escapeSARIF(text)},
		Fingerprints: map[string]string{"fillet/v1": hex.EncodeToString(sum[:8])},
	}
	if len(f.Colliders) == 0 {
		out.Locations = []sarifLocation{r.location(r.position(i), 0)}
		return out
	}
	out.Properties = map[string]any{"place": [2]float64{f.Place.X, f.Place.Y}}
	out.Locations = []sarifLocation{r.location(r.position(i), f.Colliders[0])}
	const most = 100 // as many as code review shows
	for n, id := range f.Colliders[1:min(len(f.Colliders), 1+most)] {
		l := r.location(r.Places[id], id)
		l.ID = &n
		l.Message = &sarifMessage{"the other collider"}
		out.Related = append(out.Related, l)
	}
	return out
}

func (r *Report) location(at level.FilePosition, id level.ID) sarifLocation {
	var l sarifLocation
	l.Physical.Artifact.URI = fileURI(r.File)
	if at.Line > 0 {
		l.Physical.Region = &sarifRegion{at.Line, at.Column}
	}
	if id != 0 {
		l.Logical = []sarifLogical{{id.String(), "object"}}
	}
	return l
}

// escapeSARIF is a text as a SARIF message holds it (3.11.5, 3.11.6): brackets would be a link, braces the place of an
// argument, and names come from strangers.
func escapeSARIF(s string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `{`, `{{`, `}`, `}}`).Replace(s)
}

// fileURI is a relative reference for a relative path, a file URI for an absolute one.
func fileURI(path string) string {
	slashed := filepath.ToSlash(path)
	u := url.URL{Path: slashed}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
		u.Path = "/" + strings.TrimPrefix(slashed, "/")
	}
	return u.String()
}
